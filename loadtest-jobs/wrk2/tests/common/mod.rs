//! A toy HTTP server with a thread per connection, and a way to run the generator against it.
#![allow(dead_code)] // each test program uses a part

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kneepoint_wrk2::report::Report;

/// A whole answer, as most tests want it.
pub const OK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/// What a handler does with its connection after an answer.
pub enum Then {
    Continue,
    Close,
}

pub struct ToyServer {
    pub port: u16,
    stop: Arc<AtomicBool>,
    seen: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl ToyServer {
    /// `answer` is called with the number of the request (from 0) and the request itself.
    pub fn start(
        answer: impl Fn(usize, &str, &mut TcpStream) -> Then + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self {
            port,
            stop: Arc::default(),
            seen: Arc::default(),
            requests: Arc::default(),
        };
        let (stop, seen, requests) = (
            Arc::clone(&server.stop),
            Arc::clone(&server.seen),
            Arc::clone(&server.requests),
        );
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (answer, seen, requests) = (
                    Arc::clone(&answer),
                    Arc::clone(&seen),
                    Arc::clone(&requests),
                );
                let mut stream = stream.unwrap();
                stream.set_nodelay(true).unwrap();
                std::thread::spawn(move || {
                    let mut pending = Vec::new();
                    while let Some(request) = read_request(&mut stream, &mut pending) {
                        let number = seen.fetch_add(1, Ordering::Relaxed);
                        requests.lock().unwrap().push(request.clone());
                        if let Then::Close = answer(number, &request, &mut stream) {
                            break;
                        }
                    }
                });
            }
        });
        server
    }

    /// Always answers with `response`.
    pub fn answering(response: &'static [u8]) -> Self {
        Self::start(move |_, _, stream| reply(stream, response))
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/path?q=1", self.port)
    }

    pub fn seen(&self) -> usize {
        self.seen.load(Ordering::Relaxed)
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for ToyServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

pub fn reply(stream: &mut TcpStream, response: &[u8]) -> Then {
    match stream.write_all(response) {
        Ok(()) => Then::Continue,
        Err(_) => Then::Close,
    }
}

fn read_request(stream: &mut TcpStream, pending: &mut Vec<u8>) -> Option<String> {
    loop {
        if let Some(end) = pending.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&pending[..end]).to_lowercase();
            let body: usize = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
                .unwrap_or(0);
            if pending.len() >= end + 4 + body {
                let rest = pending.split_off(end + 4 + body);
                let request = std::mem::replace(pending, rest);
                return Some(String::from_utf8_lossy(&request).into_owned());
            }
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer) {
            Ok(n) if n > 0 => pending.extend_from_slice(&buffer[..n]),
            _ => return None,
        }
    }
}

/// What a run of the generator left behind.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub report: Option<Report>,
}

impl Run {
    pub fn report(&self) -> &Report {
        self.report
            .as_ref()
            .unwrap_or_else(|| panic!("no JSON; stderr: {}", self.stderr))
    }
}

pub fn wrk2(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wrk2"));
    command.args(arguments);
    command
}

/// Runs with the options in `options` (split at blanks), JSON on the side.
pub fn run(options: &str, more: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("result.json");
    let mut arguments: Vec<&str> = options.split_whitespace().collect();
    let json_text = json.to_str().unwrap();
    arguments.extend(["--json", json_text]);
    arguments.extend(more);
    collect(
        wrk2(&arguments).output().unwrap(),
        &std::fs::read_to_string(&json).unwrap_or_default(),
    )
}

pub fn collect(output: Output, json: &str) -> Run {
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        report: serde_json::from_str(json).ok(),
    }
}

/// Looks until `ready`, at most `within`.
pub fn wait_until(within: Duration, what: &str, mut ready: impl FnMut() -> bool) {
    let deadline = Instant::now() + within;
    while !ready() {
        assert!(
            Instant::now() < deadline,
            "{what} did not happen within {within:?}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A port that nobody listens on.
pub fn dead_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}
