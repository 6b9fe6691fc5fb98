//! A server that does nothing but answer, for benchmarks of the generator: one thread, epoll, a
//! fixed response to every request head that has come in whole.
//!
//! `responder PORT [BODY_BYTES]` listens on 127.0.0.1.

use std::net::TcpListener;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, SocketFlags, accept_with, recv, send, sockopt};

const LISTENER: u64 = u64::MAX;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let port: u16 = arguments
        .next()
        .ok_or("usage: responder PORT [BODY_BYTES]")?
        .parse()?;
    let body_bytes: usize = arguments.next().map_or(Ok(64), |text| text.parse())?;
    let response = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {body_bytes}\r\n\r\n{:x<body_bytes$}",
        ""
    );
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    listener.set_nonblocking(true)?;
    let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
    epoll::add(
        &epoll,
        &listener,
        EventData::new_u64(LISTENER),
        EventFlags::IN,
    )?;
    let mut connections: Vec<Option<OwnedFd>> = Vec::new();
    let none = epoll::Event {
        flags: EventFlags::empty(),
        data: EventData::new_u64(0),
    };
    let mut events = [none; 256];
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = match epoll::wait(&epoll, &mut events, None) {
            Ok(count) => count,
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        };
        for event in &events[..count] {
            let token = event.data.u64();
            if token == LISTENER {
                while let Ok(socket) = accept_with(&listener, SocketFlags::NONBLOCK) {
                    sockopt::set_tcp_nodelay(&socket, true)?;
                    let token = EventData::new_u64(connections.len() as u64);
                    epoll::add(&epoll, &socket, token, EventFlags::IN)?;
                    connections.push(Some(socket));
                }
                continue;
            }
            let slot = &mut connections[usize::try_from(token)?];
            let Some(socket) = slot else { continue };
            match recv(&*socket, &mut buffer[..], RecvFlags::empty()) {
                Ok((0, _)) => *slot = None,
                Ok((n, _)) => {
                    let heads = buffer[..n]
                        .windows(4)
                        .filter(|bytes| *bytes == b"\r\n\r\n")
                        .count();
                    for _ in 0..heads {
                        let _ = send(&*socket, response.as_bytes(), SendFlags::NOSIGNAL);
                    }
                }
                Err(Errno::AGAIN) => {}
                Err(_) => *slot = None,
            }
        }
    }
}
