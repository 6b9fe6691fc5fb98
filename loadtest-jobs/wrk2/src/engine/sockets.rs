//! Opens connections, waits for them, reads from them, replaces broken ones.

use rustix::event::Timespec;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Errno;

use super::Worker;
use crate::abort::Metric;
use crate::connection::{self, Link};
use crate::measurement::Errors;

impl Worker {
    pub(super) fn connect(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        connection.close();
        connection.address_changes = self.control.address_changes();
        let tag = u64::from(connection.generation) << 32 | index as u64;
        let opened = connection::start_connect(self.control.address()).and_then(|socket| {
            let interest = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
            epoll::add(&self.epoll, &socket, EventData::new_u64(tag), interest)?;
            Ok(socket)
        });
        match opened {
            Ok(socket) => {
                connection.socket = Some(socket);
                connection.link = Link::Connecting;
            }
            Err(error) => self.connect_failed(index, error),
        }
    }

    pub(super) fn reconnect(&mut self, index: usize) {
        self.connect(index);
    }

    pub(super) fn connect_failed(&mut self, index: usize, error: Errno) {
        self.connections[index].close();
        self.measured.errors.connect += 1;
        if error == Errno::CONNREFUSED {
            self.measured.errors.refused += 1;
        }
        self.count_error();
    }

    /// An established connection has failed; what was in flight on it is never answered.
    pub(super) fn broken(&mut self, index: usize, error: Errno, count: impl FnOnce(&mut Errors)) {
        count(&mut self.measured.errors);
        if matches!(error, Errno::CONNRESET | Errno::PIPE) {
            self.measured.errors.reset += 1;
        }
        self.count_error();
        self.reconnect(index);
    }

    pub(super) fn count_error(&mut self) {
        let at = self.clock.now_ns().saturating_sub(self.window_ns);
        if self.start_ns > 0 {
            self.measured.second(at).errors += 1;
        }
        self.count_if(|metric| matches!(metric, Metric::Errors));
    }

    pub(super) fn wait_for_events(&mut self, wait_ns: u64, events: &mut [epoll::Event]) {
        let timeout = Timespec {
            tv_sec: (wait_ns / 1_000_000_000).cast_signed(),
            tv_nsec: (wait_ns % 1_000_000_000).cast_signed(),
        };
        // An interrupted wait has no events; the loop looks at the stop flag soon enough.
        let count = epoll::wait(&self.epoll, &mut *events, Some(&timeout)).unwrap_or(0);
        for event in &events[..count] {
            let (tag, flags) = (event.data.u64(), event.flags);
            let index = (tag & u64::from(u32::MAX)) as usize;
            if self.connections[index].generation == (tag >> 32) as u32 {
                self.on_event(index, flags);
            }
        }
    }

    pub(super) fn on_event(&mut self, index: usize, flags: EventFlags) {
        let hangup = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR;
        let connection = &mut self.connections[index];
        let Some(socket) = &connection.socket else {
            return;
        };
        if connection.link == Link::Connecting {
            match connection::finish_connect(socket) {
                Ok(()) if flags.contains(EventFlags::OUT) => {
                    connection.link = Link::Up;
                    if connection.due > connection.taken && !self.draining {
                        self.send(index);
                    }
                }
                Ok(()) => return,
                Err(error) => return self.connect_failed(index, error),
            }
        } else if flags.contains(EventFlags::OUT) && !connection.unsent.is_empty() {
            match connection::send(socket, &connection.unsent) {
                Ok(written) => drop(connection.unsent.drain(..written)),
                Err(error) => return self.broken(index, error, |errors| errors.write += 1),
            }
        }
        if flags.intersects(EventFlags::IN | hangup) {
            self.receive(index, flags.intersects(hangup));
        }
    }

    pub(super) fn receive(&mut self, index: usize, hangup: bool) {
        let mut buffer = std::mem::take(&mut self.buffer);
        let generation = self.connections[index].generation;
        while self.connections[index].generation == generation {
            let Some(socket) = &self.connections[index].socket else {
                break;
            };
            match connection::receive(socket, &mut buffer) {
                Ok(Some(0)) => {
                    self.end_of_stream(index);
                    break;
                }
                Ok(Some(n)) => {
                    self.on_bytes(index, &buffer[..n]);
                    // A short read has emptied the socket: what comes later is a new edge. Only the
                    // end of the stream may have been announced by the edge that is being handled.
                    if n < buffer.len() && !hangup {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    self.read_failed(index, error);
                    break;
                }
            }
        }
        self.buffer = buffer;
    }

    pub(super) fn on_bytes(&mut self, index: usize, bytes: &[u8]) {
        let now = self.clock.now_ns();
        // The window is closed; what arrives from here on was not answered in it.
        if self.start_ns > 0 && now >= self.closes_ns {
            return;
        }
        self.measured.bytes_read += bytes.len() as u64;
        let mut used = 0;
        while used < bytes.len() {
            let connection = &mut self.connections[index];
            if connection.pending == 0 {
                return self.read_failed(index, Errno::PROTO);
            }
            match connection.parser.feed(&bytes[used..], connection.bodiless) {
                Err(_) => return self.read_failed(index, Errno::PROTO),
                Ok((_, None)) => return,
                Ok((n, Some(complete))) => {
                    used += n;
                    if !self.completed(index, complete, now) {
                        return;
                    }
                }
            }
        }
    }

    pub(super) fn end_of_stream(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        if connection.link == Link::Up
            && connection.pending > 0
            && let Some(complete) = connection.parser.end_of_stream()
        {
            let now = self.clock.now_ns();
            if now < self.closes_ns {
                self.completed(index, complete, now);
            }
        } else if connection.pending > 0 {
            self.broken(index, Errno::PIPE, |errors| errors.read += 1);
        } else {
            // An idle connection that the server closed: nothing was lost.
            self.reconnect(index);
        }
    }

    pub(super) fn read_failed(&mut self, index: usize, error: Errno) {
        self.broken(index, error, |errors| errors.read += 1);
    }
}
