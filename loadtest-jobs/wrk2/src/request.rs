//! Checks what a script hands over to be sent. Pure.

use httparse::{EMPTY_HEADER, Status};

/// Counts the pipelined requests in `bytes`, so that as many responses are waited for.
///
/// # Errors
/// A sentence that says where the bytes stop being HTTP.
pub fn count(bytes: &[u8]) -> Result<u32, String> {
    let mut rest = bytes;
    let mut count = 0;
    while !rest.is_empty() {
        let mut headers = [EMPTY_HEADER; 96];
        let mut request = httparse::Request::new(&mut headers);
        let length = match request.parse(rest) {
            Ok(Status::Complete(length)) => length,
            Ok(Status::Partial) => return Err(bad(bytes, bytes.len(), "it is incomplete")),
            Err(error) => return Err(bad(bytes, bytes.len() - rest.len(), &error.to_string())),
        };
        let body = request
            .headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case("content-length"))
            .map_or(Some(0), |header| {
                std::str::from_utf8(header.value).ok()?.trim().parse().ok()
            });
        let chunked = request
            .headers
            .iter()
            .any(|header| header.name.eq_ignore_ascii_case("transfer-encoding"));
        count += 1;
        if chunked {
            // Where a chunked body ends is the script's own business.
            return Ok(count);
        }
        let end = body.and_then(|body: usize| length.checked_add(body));
        rest = match end {
            Some(end) if end <= rest.len() => &rest[end..],
            _ => {
                return Err(bad(
                    bytes,
                    bytes.len(),
                    "its body is shorter than its Content-Length",
                ));
            }
        };
    }
    if count == 0 {
        Err("the script's request is empty".to_owned())
    } else {
        Ok(count)
    }
}

fn bad(bytes: &[u8], offset: usize, why: &str) -> String {
    let before = &bytes[..offset];
    let line = before.split(|&b| b == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
    format!("the script's request is not HTTP: {why} at {line}:{column}")
}
