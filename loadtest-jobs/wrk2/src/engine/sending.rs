//! Sends what the schedule says is due, and says how long nothing will be.

use std::cmp::Reverse;

use rustix::io::Errno;

use super::{MICRO_NS, MILLI_NS, Worker};
use crate::abort::Metric;
use crate::connection::{self, Delay};

impl Worker {
    pub(super) fn send_due(&mut self, now: u64) {
        let Some(elapsed) = now.checked_sub(self.start_ns) else {
            return;
        };
        let boundary = self.plan.tick.floor(elapsed);
        while self.cursor.intended_ns() <= boundary {
            let intended = self.cursor.intended_ns();
            if intended >= self.end_ns - self.start_ns {
                break;
            }
            let index = self.cursor.advance(&self.schedule);
            let connection = &mut self.connections[index];
            connection.due += 1;
            if connection.is_free()
                && connection.delay.is_none()
                && connection.due > connection.taken
            {
                let lag = self
                    .send(index)
                    .saturating_sub(intended + 2 * self.plan.tick.nanos());
                self.measured.send_lag.saturating_record(lag / MICRO_NS);
                self.count_if(|metric| matches!(metric, Metric::LaggingMoreThan(bound) if u128::from(lag) > bound.as_nanos()));
            }
        }
        while let Some(&Reverse((until_ns, index))) = self.delayed.peek() {
            if until_ns > now {
                break;
            }
            self.delayed.pop();
            if self.connections[index].is_free() {
                self.send(index);
            }
        }
    }

    pub(super) fn wait_ns(&self) -> u64 {
        let now = self.clock.now_ns();
        let elapsed = now.saturating_sub(self.start_ns);
        let to_send = self.plan.tick.wait_ns(elapsed, self.cursor.intended_ns());
        let other = self
            .next_housekeeping_ns
            .min(self.next_sample_ns)
            .min(self.next_calibration_ns)
            .min(self.end_ns);
        let delayed = self
            .delayed
            .peek()
            .map_or(u64::MAX, |Reverse((until_ns, _))| *until_ns);
        to_send.min(other.min(delayed).saturating_sub(now))
    }

    /// Sends the next request of a free connection. Returns when, since the start of the schedule.
    pub(super) fn send(&mut self, index: usize) -> u64 {
        let now = self.clock.now_ns();
        let elapsed = now.saturating_sub(self.start_ns);
        let connection = &mut self.connections[index];
        if connection.address_changes != self.control.address_changes() {
            self.reconnect(index);
            return elapsed;
        }
        let mut delay_ns = 0;
        if self.has_delay {
            match connection.delay {
                None => match self.script.delay_ms() {
                    Ok(ms) if ms > 0.0 => {
                        let length_ns = (ms * MILLI_NS as f64) as u64;
                        let until_ns = now + length_ns;
                        connection.delay = Some(Delay {
                            length_ns,
                            until_ns,
                        });
                        self.delayed.push(Reverse((until_ns, index)));
                        return elapsed;
                    }
                    Ok(_) => {}
                    Err(error) => {
                        self.script_error = Some(error);
                        return elapsed;
                    }
                },
                Some(delay) if delay.until_ns > now => return elapsed,
                Some(delay) => delay_ns = delay.length_ns,
            }
        }
        let Some(socket) = &connection.socket else {
            return elapsed;
        };
        let unsent = &mut connection.unsent;
        let bodiless = &mut connection.bodiless;
        let mut write = |bytes: &[u8]| -> Result<(), Errno> {
            let written = connection::send(socket, bytes)?;
            unsent.extend_from_slice(&bytes[written..]);
            *bodiless = bytes.starts_with(b"HEAD ");
            Ok(())
        };
        let written = if let Some(request) = &self.requests.fixed {
            write(request)
        } else if let Some(request) = self.requests.first.take() {
            write(&request)
        } else {
            match self.script.request(write) {
                Ok(written) => written,
                Err(error) => {
                    self.script_error = Some(error);
                    return elapsed;
                }
            }
        };
        if let Err(error) = written {
            self.broken(index, error, |errors| errors.write += 1);
            return elapsed;
        }
        let batch = self.requests.per_batch;
        connection.intended_ns =
            self.start_ns + self.schedule.intended_ns(index, connection.taken) + delay_ns;
        connection.sent_ns = now;
        connection.taken += u64::from(batch);
        connection.pending = batch;
        connection.timed_out = false;
        connection.delay = None;
        self.measured.sent += u64::from(batch);
        self.measured
            .second(now.saturating_sub(self.window_ns))
            .sent += u64::from(batch);
        elapsed
    }
}
