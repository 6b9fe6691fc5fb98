//! Finds the end of each HTTP/1.x response in a byte stream that may be cut anywhere.
//!
//! Pure: bytes in, events out. Headers and body are kept only when a script asked for them.

use httparse::{EMPTY_HEADER, Status};

/// Heads beyond this are refused, so that a server that never ends its head cannot fill memory.
const MAX_HEAD_BYTES: usize = 256 * 1024;
const MAX_HEADERS: usize = 96;

/// What a script's `response()` is given.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Content {
    /// Header names and values in their order.
    pub headers: Vec<(Vec<u8>, Vec<u8>)>,
    /// The decoded body.
    pub body: Vec<u8>,
}

/// A response that has come in whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Complete {
    /// The status code.
    pub status: u16,
    /// Whether the connection can be used again.
    pub keep_alive: bool,
}

/// The bytes are not HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    Sized {
        left: u64,
    },
    UntilClose,
    ChunkSize {
        size: u64,
        digits: u8,
        extension: bool,
    },
    ChunkData {
        left: u64,
    },
    ChunkEnd,
    Trailer {
        line_bytes: u32,
    },
}

/// The state of one connection's response stream.
#[derive(Debug)]
pub struct ResponseParser {
    state: State,
    current: Complete,
    partial_head: Vec<u8>,
    content: Option<Content>,
}

impl ResponseParser {
    /// With `keep_content`, headers and bodies are collected for [`Self::content`].
    #[must_use]
    pub fn new(keep_content: bool) -> Self {
        Self {
            state: State::Head,
            current: Complete {
                status: 0,
                keep_alive: true,
            },
            partial_head: Vec::new(),
            content: keep_content.then(Content::default),
        }
    }

    /// Forgets a response that was cut off, for a new connection.
    pub fn reset(&mut self) {
        self.state = State::Head;
        self.partial_head.clear();
        self.clear_content();
    }

    /// Headers and body of the response that has just completed, if they are kept.
    #[must_use]
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }

    fn clear_content(&mut self) {
        if let Some(content) = &mut self.content {
            content.headers.clear();
            content.body.clear();
        }
    }

    /// Reads on. Returns how many bytes were used and the response that they completed, if any;
    /// bytes behind it belong to the next one. `bodiless` says that the request was a HEAD.
    ///
    /// # Errors
    /// [`Malformed`] when this is not HTTP; the connection is then of no more use.
    pub fn feed(
        &mut self,
        data: &[u8],
        bodiless: bool,
    ) -> Result<(usize, Option<Complete>), Malformed> {
        let mut used = 0;
        while used < data.len() {
            let rest = &data[used..];
            let done = match self.state {
                State::Head => {
                    let (n, done) = self.head(rest, bodiless)?;
                    used += n;
                    done
                }
                State::Sized { left } => {
                    let n = self.body(rest, left);
                    used += n;
                    self.state = State::Sized {
                        left: left - n as u64,
                    };
                    left == n as u64
                }
                State::UntilClose => {
                    used += self.body(rest, u64::MAX);
                    false
                }
                State::ChunkData { left } => {
                    let n = self.body(rest, left);
                    used += n;
                    self.state = match left - n as u64 {
                        0 => State::ChunkEnd,
                        left => State::ChunkData { left },
                    };
                    false
                }
                State::ChunkSize { .. } | State::ChunkEnd | State::Trailer { .. } => {
                    used += 1;
                    self.chunk_framing(rest[0])?
                }
            };
            if done {
                self.state = State::Head;
                return Ok((used, Some(self.current)));
            }
        }
        Ok((used, None))
    }

    /// The peer has closed: completes a response whose body runs to the end of the connection.
    pub fn end_of_stream(&mut self) -> Option<Complete> {
        let complete = (self.state == State::UntilClose).then_some(self.current);
        self.state = State::Head;
        complete
    }

    fn body(&mut self, rest: &[u8], left: u64) -> usize {
        let n = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
        if let Some(content) = &mut self.content {
            content.body.extend_from_slice(&rest[..n]);
        }
        n
    }

    fn head(&mut self, rest: &[u8], bodiless: bool) -> Result<(usize, bool), Malformed> {
        if self.partial_head.is_empty() {
            let parsed = self.parse_head(rest, bodiless)?;
            if parsed.is_none() {
                self.partial_head.extend_from_slice(rest);
            }
            return Ok(parsed.unwrap_or((rest.len(), false)));
        }
        let before = self.partial_head.len();
        let mut head = std::mem::take(&mut self.partial_head);
        head.extend_from_slice(rest);
        if let Some((used, done)) = self.parse_head(&head, bodiless)? {
            head.clear();
            self.partial_head = head;
            Ok((used - before, done))
        } else if head.len() > MAX_HEAD_BYTES {
            Err(Malformed)
        } else {
            self.partial_head = head;
            Ok((rest.len(), false))
        }
    }

    /// `None` when the head is not there in whole yet, else its length and whether the response
    /// ends with it.
    fn parse_head(
        &mut self,
        bytes: &[u8],
        bodiless: bool,
    ) -> Result<Option<(usize, bool)>, Malformed> {
        let mut headers = [EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let Status::Complete(length) = response.parse(bytes).map_err(|_| Malformed)? else {
            return Ok(None);
        };
        let status = response.code.ok_or(Malformed)?;
        // Interim responses (100 Continue) announce the real one and are no answer themselves.
        if (100..200).contains(&status) {
            return Ok(Some((length, false)));
        }
        let mut keep_alive = response.version == Some(1);
        let mut content_length = None;
        let mut chunked = false;
        self.clear_content();
        for header in response.headers.iter() {
            match header.name.len() {
                14 if header.name.eq_ignore_ascii_case("content-length") => {
                    content_length = Some(decimal(header.value)?);
                }
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    keep_alive = if contains_token(header.value, b"close") {
                        false
                    } else {
                        keep_alive || contains_token(header.value, b"keep-alive")
                    };
                }
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    chunked = contains_token(header.value, b"chunked");
                }
                _ => {}
            }
            if let Some(content) = &mut self.content {
                content
                    .headers
                    .push((header.name.as_bytes().to_vec(), header.value.to_vec()));
            }
        }
        let no_body = bodiless || status == 204 || status == 304;
        self.state = if no_body {
            State::Head
        } else if chunked {
            State::ChunkSize {
                size: 0,
                digits: 0,
                extension: false,
            }
        } else if let Some(left) = content_length {
            if left == 0 {
                State::Head
            } else {
                State::Sized { left }
            }
        } else {
            keep_alive = false;
            State::UntilClose
        };
        self.current = Complete { status, keep_alive };
        Ok(Some((length, self.state == State::Head)))
    }

    fn chunk_framing(&mut self, byte: u8) -> Result<bool, Malformed> {
        self.state = match self.state {
            State::ChunkSize {
                size,
                digits,
                extension,
            } => match byte {
                b'\n' if digits == 0 => return Err(Malformed),
                b'\n' if size == 0 => State::Trailer { line_bytes: 0 },
                b'\n' => State::ChunkData { left: size },
                b'\r' => State::ChunkSize {
                    size,
                    digits,
                    extension,
                },
                _ if extension => State::ChunkSize {
                    size,
                    digits,
                    extension,
                },
                b';' | b' ' | b'\t' => State::ChunkSize {
                    size,
                    digits,
                    extension: true,
                },
                _ => {
                    let digit = char::from(byte).to_digit(16).ok_or(Malformed)?;
                    if digits == 15 {
                        return Err(Malformed);
                    }
                    State::ChunkSize {
                        size: size * 16 + u64::from(digit),
                        digits: digits + 1,
                        extension,
                    }
                }
            },
            State::ChunkEnd => match byte {
                b'\r' => State::ChunkEnd,
                b'\n' => State::ChunkSize {
                    size: 0,
                    digits: 0,
                    extension: false,
                },
                _ => return Err(Malformed),
            },
            State::Trailer { line_bytes } => match byte {
                b'\n' if line_bytes == 0 => return Ok(true),
                b'\n' => State::Trailer { line_bytes: 0 },
                b'\r' => State::Trailer { line_bytes },
                _ if line_bytes as usize > MAX_HEAD_BYTES => return Err(Malformed),
                _ => State::Trailer {
                    line_bytes: line_bytes + 1,
                },
            },
            state => state,
        };
        Ok(false)
    }
}

fn decimal(value: &[u8]) -> Result<u64, Malformed> {
    std::str::from_utf8(value)
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .ok_or(Malformed)
}

fn contains_token(value: &[u8], token: &[u8]) -> bool {
    value
        .split(|&b| b == b',')
        .any(|part| part.trim_ascii().eq_ignore_ascii_case(token))
}
