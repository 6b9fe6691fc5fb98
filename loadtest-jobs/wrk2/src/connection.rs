//! One connection: its socket, its place in the schedule, and the request in flight on it.

use std::net::SocketAddr;

use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, ipproto, socket_with, sockopt,
};

use crate::response::ResponseParser;

/// Where a connection stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// No socket; tried again from time to time.
    Down,
    /// The handshake is under way.
    Connecting,
    /// Usable.
    Up,
}

/// A connection and what it is about. Times are nanoseconds of the process's clock.
#[derive(Debug)]
pub struct Connection {
    /// The socket, unless down.
    pub socket: Option<OwnedFd>,
    /// Where it stands.
    pub link: Link,
    /// Counts the sockets used, so that an event for an earlier one is known as such.
    pub generation: u32,
    /// The thread's count of address changes when this socket was opened.
    pub address_changes: u32,
    /// Requests whose time has come.
    pub due: u64,
    /// Requests sent, or given up.
    pub taken: u64,
    /// Requests answered.
    pub answered: u64,
    /// Responses outstanding.
    pub pending: u32,
    /// When the requests in flight were meant to be sent.
    pub intended_ns: u64,
    /// When they were sent.
    pub sent_ns: u64,
    /// Whether their timeout has been counted.
    pub timed_out: bool,
    /// Whether the request in flight is a HEAD, whose response has no body.
    pub bodiless: bool,
    /// The script's `delay()` for the next request, once it has been asked, and until when.
    pub delay: Option<Delay>,
    /// What the socket did not take yet of the request in flight.
    pub unsent: Vec<u8>,
    /// The response stream.
    pub parser: ResponseParser,
}

/// A delay that a script asked for.
#[derive(Debug, Clone, Copy)]
pub struct Delay {
    /// How long, nanoseconds.
    pub length_ns: u64,
    /// Until when.
    pub until_ns: u64,
}

impl Connection {
    /// A connection that is down.
    #[must_use]
    pub fn new(keep_content: bool) -> Self {
        Self {
            socket: None,
            link: Link::Down,
            generation: 0,
            address_changes: 0,
            due: 0,
            taken: 0,
            answered: 0,
            pending: 0,
            intended_ns: 0,
            sent_ns: 0,
            timed_out: false,
            bodiless: false,
            delay: None,
            unsent: Vec::new(),
            parser: ResponseParser::new(keep_content),
        }
    }

    /// Whether a request may be sent now.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.link == Link::Up && self.pending == 0
    }

    /// Drops the socket and all that was under way on it.
    pub fn close(&mut self) {
        self.socket = None;
        self.link = Link::Down;
        self.generation = self.generation.wrapping_add(1);
        self.pending = 0;
        self.unsent.clear();
        self.parser.reset();
    }
}

/// Opens a non-blocking socket without Nagle's delay and starts the handshake.
///
/// # Errors
/// What the system says; a handshake under way is no error.
pub fn start_connect(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let socket = socket_with(
        family,
        SocketType::STREAM,
        SocketFlags::NONBLOCK | SocketFlags::CLOEXEC,
        Some(ipproto::TCP),
    )?;
    sockopt::set_tcp_nodelay(&socket, true)?;
    match rustix::net::connect(&socket, &address) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(socket),
        Err(error) => Err(error),
    }
}

/// How a handshake ended.
///
/// # Errors
/// Why it failed.
pub fn finish_connect(socket: &OwnedFd) -> Result<(), Errno> {
    sockopt::socket_error(socket)?
}

/// Writes what the socket takes; 0 when it takes nothing now.
///
/// # Errors
/// The connection is broken.
pub fn send(socket: &OwnedFd, bytes: &[u8]) -> Result<usize, Errno> {
    match rustix::net::send(socket, bytes, SendFlags::NOSIGNAL) {
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        result => result,
    }
}

/// Reads what there is; `None` when there is nothing now, 0 at the end of the stream.
///
/// # Errors
/// The connection is broken.
pub fn receive(socket: &OwnedFd, buffer: &mut [u8]) -> Result<Option<usize>, Errno> {
    match rustix::net::recv(socket, buffer, RecvFlags::empty()) {
        Ok((n, _)) => Ok(Some(n)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(error) => Err(error),
    }
}
