//! One load thread: waits for sockets and the schedule, sends, receives, measures.
//!
//! The hot path makes one write and one read per request; sockets are registered with epoll once,
//! edge-triggered, for everything. It allocates nothing, and reads the clock once per send and once
//! per read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::fd::OwnedFd;
use rustix::io::Errno;

use crate::abort::{Condition, Metric};
use crate::clock::{Clock, thread_cpu_ns};
use crate::connection::{self, Connection, Delay, Link};
use crate::latency;
use crate::live::{LiveCounts, Rendezvous};
use crate::measurement::{Errors, Measurement};
use crate::response::Complete;
use crate::schedule::{Cursor, Schedule, Tick};
use crate::script::{Script, ThreadControl};

const RECEIVE_BUFFER_BYTES: usize = 64 * 1024;
const EVENTS_PER_WAIT: usize = 256;
/// Reconnecting, timeouts, publishing of counts, looking at the stop flag.
const HOUSEKEEPING_NS: u64 = 50_000_000;
/// As upstream: the first ten seconds warm up the server and size the sampling interval.
const CALIBRATION_NS: u64 = 10_000_000_000;
const UNCALIBRATED_SAMPLING_NS: u64 = 100_000_000;
const MICRO_NS: u64 = 1_000;
const MILLI_NS: u64 = 1_000_000;

/// What all threads of a run have in common.
#[derive(Debug, Clone)]
pub struct RunPlan {
    /// How long the schedule runs.
    pub duration: Duration,
    /// When a request counts as timed out.
    pub timeout: Duration,
    /// The timer's grain.
    pub tick: Tick,
    /// Whether the first ten seconds are not measured.
    pub calibrate: bool,
    /// Whether only the last response of a pipelined batch is measured.
    pub whole_batches: bool,
    /// What may end the run early.
    pub abort_when: Vec<Condition>,
}

/// Upstream's `Thread calibration:` line.
#[derive(Debug, Clone, Copy)]
pub struct Calibration {
    /// Mean corrected latency of the first ten seconds, microseconds.
    pub mean_us: u64,
    /// How often responses per second are sampled from then on.
    pub sampling_interval_ms: u64,
}

/// What a thread leaves behind.
#[derive(Debug)]
pub struct Outcome {
    /// Before the measured window: the calibration, if there was one.
    pub unmeasured: Measurement,
    /// The measured window.
    pub measured: Measurement,
    /// Whether the calibration took place.
    pub calibrated: bool,
    /// How long the schedule ran, the calibration included, nanoseconds.
    pub runtime_ns: u64,
    /// The error of the script that ended the run.
    pub script_error: Option<String>,
    /// For `done()`, which may look into the thread's state.
    pub script: Script,
}

/// One thread's sockets, schedule and measurement.
#[derive(Debug)]
pub struct Worker {
    plan: RunPlan,
    clock: Clock,
    schedule: Schedule,
    cursor: Cursor,
    script: Script,
    control: Arc<ThreadControl>,
    requests: Requests,
    has_delay: bool,
    epoll: OwnedFd,
    connections: Vec<Connection>,
    delayed: BinaryHeap<Reverse<(u64, usize)>>,
    buffer: Vec<u8>,
    start_ns: u64,
    window_ns: u64,
    end_ns: u64,
    next_calibration_ns: u64,
    next_housekeeping_ns: u64,
    next_sample_ns: u64,
    sampling_ns: u64,
    sampled_at_ns: u64,
    sampled_completed: u64,
    cpu_at_window_ns: u64,
    measured: Measurement,
    unmeasured: Measurement,
    calibrated: bool,
    /// Requests that each abort condition has counted.
    counted: Vec<u64>,
    script_error: Option<String>,
}

/// Where requests come from.
#[derive(Debug)]
struct Requests {
    /// The one request of a script without `request()`.
    fixed: Option<Vec<u8>>,
    /// The script's first request was asked for early, to count the requests in it; it is sent first.
    first: Option<Vec<u8>>,
    /// Pipelined requests in what `request()` returns.
    per_batch: u32,
}

impl Worker {
    /// Takes a script whose `init()` has run.
    ///
    /// # Errors
    /// A sentence: the script's request is not HTTP, or epoll is not to be had.
    pub fn new(
        plan: RunPlan,
        clock: Clock,
        schedule: Schedule,
        mut script: Script,
        control: Arc<ThreadControl>,
    ) -> Result<Self, String> {
        let dynamic = script.has_request();
        let first = if dynamic {
            script.request(<[u8]>::to_vec)?
        } else {
            script.static_request()?
        };
        let per_batch = crate::request::count(&first)?;
        let requests = if dynamic {
            Requests {
                fixed: None,
                first: Some(first),
                per_batch,
            }
        } else {
            Requests {
                fixed: Some(first),
                first: None,
                per_batch,
            }
        };
        let keep_content = script.has_response();
        let connections = (0..schedule.connections())
            .map(|_| Connection::new(keep_content))
            .collect();
        Ok(Self {
            cursor: Cursor::new(&schedule),
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)
                .map_err(|e| format!("cannot create an epoll instance: {e}"))?,
            has_delay: script.has_delay(),
            counted: vec![0; plan.abort_when.len()],
            plan,
            clock,
            schedule,
            script,
            control,
            requests,
            connections,
            delayed: BinaryHeap::new(),
            buffer: vec![0; RECEIVE_BUFFER_BYTES],
            start_ns: 0,
            window_ns: 0,
            end_ns: 0,
            next_calibration_ns: u64::MAX,
            next_housekeeping_ns: 0,
            next_sample_ns: 0,
            sampling_ns: UNCALIBRATED_SAMPLING_NS,
            sampled_at_ns: 0,
            sampled_completed: 0,
            cpu_at_window_ns: 0,
            measured: Measurement::default(),
            unmeasured: Measurement::default(),
            calibrated: false,
            script_error: None,
        })
    }

    /// Opens all connections, waits for the other threads, runs the schedule to its end.
    pub fn run(
        mut self,
        rendezvous: &Rendezvous,
        stop: &AtomicBool,
        live: &LiveCounts,
        on_calibration: &(dyn Fn(Calibration) + Sync),
    ) -> Outcome {
        if self.plan.tick.nanos() < MILLI_NS {
            // The kernel adds up to 50 us to every sleep by default, too much for a fine tick.
            let slack = std::num::NonZeroU64::new(self.plan.tick.nanos().div_ceil(20));
            let _ = rustix::thread::set_current_timer_slack(slack);
        }
        let opened = self.open_connections(stop);
        match rendezvous.meet(opened, &self.clock) {
            Some(start_ns) => self.run_schedule(start_ns, stop, live, on_calibration),
            None => self.window_ns = self.clock.now_ns(),
        }
        self.finish(live)
    }

    fn open_connections(&mut self, stop: &AtomicBool) -> usize {
        for index in 0..self.connections.len() {
            self.connect(index);
        }
        let give_up_ns = self.clock.now_ns() + self.plan.timeout.as_nanos() as u64;
        while self.connections.iter().any(|c| c.link == Link::Connecting) {
            let now = self.clock.now_ns();
            if now >= give_up_ns || stop.load(Ordering::Relaxed) {
                break;
            }
            self.wait_for_events((give_up_ns - now).min(HOUSEKEEPING_NS));
        }
        for index in 0..self.connections.len() {
            if self.connections[index].link == Link::Connecting {
                self.connect_failed(index, Errno::TIMEDOUT);
            }
        }
        self.connections
            .iter()
            .filter(|c| c.link == Link::Up)
            .count()
    }

    fn run_schedule(
        &mut self,
        start_ns: u64,
        stop: &AtomicBool,
        live: &LiveCounts,
        on_calibration: &(dyn Fn(Calibration) + Sync),
    ) {
        self.start_ns = start_ns;
        self.end_ns = start_ns + self.plan.duration.as_nanos() as u64;
        self.open_window(start_ns);
        if self.plan.calibrate {
            self.next_calibration_ns = start_ns + CALIBRATION_NS;
        }
        loop {
            let now = self.clock.now_ns();
            if now >= self.end_ns || self.script_error.is_some() || self.control.stopped() {
                break;
            }
            self.send_due(now);
            if now >= self.next_calibration_ns {
                self.calibrate(now, on_calibration);
            }
            if now >= self.next_sample_ns {
                self.sample(now);
            }
            if now >= self.next_housekeeping_ns {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                self.keep_house(now, live);
            }
            self.wait_for_events(self.wait_ns());
        }
        if self.script_error.is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        self.end_ns = self.end_ns.min(self.clock.now_ns());
    }

    fn open_window(&mut self, now: u64) {
        self.window_ns = now;
        self.sampled_at_ns = now;
        self.sampled_completed = 0;
        self.next_sample_ns = now + self.sampling_ns;
        self.cpu_at_window_ns = thread_cpu_ns();
    }

    fn finish(mut self, live: &LiveCounts) -> Outcome {
        let now = self.clock.now_ns();
        if self.start_ns > 0 {
            self.check_timeouts(now);
            self.measured.duration_ns = self.end_ns.saturating_sub(self.window_ns);
            self.measured.cpu_ns = thread_cpu_ns().saturating_sub(self.cpu_at_window_ns);
            self.measured.scheduled = self.schedule.scheduled_between(
                self.window_ns - self.start_ns,
                self.end_ns.saturating_sub(self.start_ns),
            );
            self.measured.in_flight = self.connections.iter().map(|c| u64::from(c.pending)).sum();
        }
        self.publish(now, live);
        Outcome {
            unmeasured: self.unmeasured,
            measured: self.measured,
            calibrated: self.calibrated,
            runtime_ns: self.end_ns.saturating_sub(self.start_ns),
            script_error: self.script_error,
            script: self.script,
        }
    }

    // ---- schedule -------------------------------------------------------------------------------

    fn send_due(&mut self, now: u64) {
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

    fn wait_ns(&self) -> u64 {
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
    fn send(&mut self, index: usize) -> u64 {
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

    // ---- sockets --------------------------------------------------------------------------------

    fn connect(&mut self, index: usize) {
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

    fn reconnect(&mut self, index: usize) {
        self.connect(index);
    }

    fn connect_failed(&mut self, index: usize, error: Errno) {
        self.connections[index].close();
        self.measured.errors.connect += 1;
        if error == Errno::CONNREFUSED {
            self.measured.errors.refused += 1;
        }
        self.count_error();
    }

    /// An established connection has failed; what was in flight on it is never answered.
    fn broken(&mut self, index: usize, error: Errno, count: impl FnOnce(&mut Errors)) {
        count(&mut self.measured.errors);
        if matches!(error, Errno::CONNRESET | Errno::PIPE) {
            self.measured.errors.reset += 1;
        }
        self.count_error();
        self.reconnect(index);
    }

    fn count_error(&mut self) {
        let at = self.clock.now_ns().saturating_sub(self.window_ns);
        if self.start_ns > 0 {
            self.measured.second(at).errors += 1;
        }
        self.count_if(|metric| matches!(metric, Metric::Errors));
    }

    fn wait_for_events(&mut self, wait_ns: u64) {
        let timeout = rustix::event::Timespec {
            tv_sec: (wait_ns / 1_000_000_000).cast_signed(),
            tv_nsec: (wait_ns % 1_000_000_000).cast_signed(),
        };
        let none = epoll::Event {
            flags: EventFlags::empty(),
            data: EventData::new_u64(0),
        };
        let mut events = [none; EVENTS_PER_WAIT];
        let count = epoll::wait(&self.epoll, &mut events, Some(&timeout)).unwrap_or(0);
        for event in &events[..count] {
            let (tag, flags) = (event.data.u64(), event.flags);
            let index = (tag & u64::from(u32::MAX)) as usize;
            if self.connections[index].generation == (tag >> 32) as u32 {
                self.on_event(index, flags);
            }
        }
    }

    fn on_event(&mut self, index: usize, flags: EventFlags) {
        let hangup = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR;
        let connection = &mut self.connections[index];
        let Some(socket) = &connection.socket else {
            return;
        };
        if connection.link == Link::Connecting {
            match connection::finish_connect(socket) {
                Ok(()) if flags.contains(EventFlags::OUT) => {
                    connection.link = Link::Up;
                    if connection.due > connection.taken {
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

    fn receive(&mut self, index: usize, hangup: bool) {
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

    fn on_bytes(&mut self, index: usize, bytes: &[u8]) {
        let now = self.clock.now_ns();
        // The window is closed; what arrives from here on was not answered in it.
        if self.start_ns > 0 && now >= self.end_ns {
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

    fn end_of_stream(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        if connection.link == Link::Up
            && connection.pending > 0
            && let Some(complete) = connection.parser.end_of_stream()
        {
            let now = self.clock.now_ns();
            if now < self.end_ns {
                self.completed(index, complete, now);
            }
        } else if connection.pending > 0 {
            self.broken(index, Errno::PIPE, |errors| errors.read += 1);
        } else {
            // An idle connection that the server closed: nothing was lost.
            self.reconnect(index);
        }
    }

    fn read_failed(&mut self, index: usize, error: Errno) {
        self.broken(index, error, |errors| errors.read += 1);
    }

    // ---- measuring ------------------------------------------------------------------------------

    /// Returns whether the connection goes on with the bytes that follow.
    fn completed(&mut self, index: usize, complete: Complete, now: u64) -> bool {
        let connection = &mut self.connections[index];
        connection.pending -= 1;
        connection.answered += 1;
        let since_intended_ns = now.saturating_sub(connection.intended_ns);
        let since_sent_ns = now.saturating_sub(connection.sent_ns);
        let failed = complete.status > 399;
        let measured = &mut self.measured;
        measured.completed += 1;
        measured.statuses[usize::from(complete.status) % 1000] += 1;
        if failed {
            measured.errors.status += 1;
        }
        let second = measured.second(now.saturating_sub(self.window_ns));
        second.completed += 1;
        second.errors += u64::from(failed);
        if connection.pending == 0 || !self.plan.whole_batches {
            let corrected_us = since_intended_ns / MICRO_NS;
            // Grows as needed, which the saturating form does not do.
            let _ = second.latency.record(corrected_us);
            measured.latency.saturating_record(corrected_us);
            measured
                .service_time
                .saturating_record(since_sent_ns / MICRO_NS);
            if failed {
                measured.latency_failed.saturating_record(corrected_us);
            }
        }
        let pending = connection.pending;
        if !self.plan.abort_when.is_empty() {
            let timeout_ns = self.plan.timeout.as_nanos();
            self.count_if(|metric| match metric {
                Metric::Errors => failed,
                Metric::Lost => failed || u128::from(since_intended_ns) > timeout_ns,
                Metric::SlowerThan(bound) => u128::from(since_intended_ns) > bound.as_nanos(),
                Metric::LaggingMoreThan(_) => false,
            });
        }
        if let Some(content) = self.connections[index].parser.content()
            && let Err(error) = self.script.response(complete.status, content)
        {
            self.script_error = Some(error);
            return false;
        }
        if !complete.keep_alive {
            if pending > 0 {
                self.broken(index, Errno::PIPE, |errors| errors.read += 1);
            } else {
                self.reconnect(index);
            }
            return false;
        }
        let connection = &self.connections[index];
        if pending == 0 && connection.due > connection.taken {
            self.send(index);
        }
        true
    }

    fn count_if(&mut self, counts: impl Fn(&Metric) -> bool) {
        for (counted, condition) in self.counted.iter_mut().zip(&self.plan.abort_when) {
            *counted += u64::from(counts(&condition.metric));
        }
    }

    fn sample(&mut self, now: u64) {
        let elapsed_ns = (now - self.sampled_at_ns).max(1);
        let completed = self.measured.completed - self.sampled_completed;
        let per_second = completed as f64 * 1e9 / elapsed_ns as f64;
        self.measured.rate_samples.push(per_second as u64);
        self.sampled_at_ns = now;
        self.sampled_completed = self.measured.completed;
        self.next_sample_ns = now + self.sampling_ns;
    }

    fn calibrate(&mut self, now: u64, on_calibration: &(dyn Fn(Calibration) + Sync)) {
        if self.measured.latency.is_empty() {
            self.next_calibration_ns = now + CALIBRATION_NS;
            return;
        }
        let p90_ms = latency::value_at_percentile(&self.measured.latency, 90.0) as f64 / 1000.0;
        let calibration = Calibration {
            mean_us: self.measured.latency.mean() as u64,
            sampling_interval_ms: (p90_ms * 2.0).max(10.0) as u64,
        };
        on_calibration(calibration);
        self.sampling_ns = calibration.sampling_interval_ms * MILLI_NS;
        self.next_calibration_ns = u64::MAX;
        self.calibrated = true;
        self.measured.rate_samples.clear();
        self.unmeasured = std::mem::take(&mut self.measured);
        self.counted.fill(0);
        self.open_window(now);
    }

    // ---- housekeeping ---------------------------------------------------------------------------

    fn keep_house(&mut self, now: u64, live: &LiveCounts) {
        self.next_housekeeping_ns = now + HOUSEKEEPING_NS;
        for index in 0..self.connections.len() {
            if self.connections[index].link == Link::Down {
                self.connect(index);
            }
        }
        self.check_timeouts(now);
        self.publish(now, live);
    }

    fn check_timeouts(&mut self, now: u64) {
        let timeout_ns = self.plan.timeout.as_nanos() as u64;
        for index in 0..self.connections.len() {
            let connection = &mut self.connections[index];
            if connection.pending > 0
                && !connection.timed_out
                && now.saturating_sub(connection.sent_ns) > timeout_ns
            {
                connection.timed_out = true;
                let unanswered = u64::from(connection.pending);
                self.measured.errors.timeout += unanswered;
                self.count_error();
            }
        }
    }

    fn publish(&self, now: u64, live: &LiveCounts) {
        live.sent.store(self.measured.sent, Ordering::Relaxed);
        live.completed
            .store(self.measured.completed, Ordering::Relaxed);
        live.errors
            .store(self.measured.errors.total(), Ordering::Relaxed);
        live.window_ns.store(
            self.window_ns.saturating_sub(self.start_ns),
            Ordering::Relaxed,
        );
        for ((counted, condition), shared) in self
            .counted
            .iter()
            .zip(&self.plan.abort_when)
            .zip(&live.counted)
        {
            let overdue = match condition.metric {
                Metric::SlowerThan(bound) => self.overdue(now, bound),
                Metric::Lost => self.overdue(now, self.plan.timeout),
                Metric::Errors | Metric::LaggingMoreThan(_) => 0,
            };
            shared.store(counted + overdue, Ordering::Relaxed);
        }
    }

    /// Requests of the window that should have been sent longer than `bound` ago and have no answer.
    fn overdue(&self, now: u64, bound: Duration) -> u64 {
        if self.start_ns == 0 {
            return 0;
        }
        let elapsed = now.min(self.end_ns).saturating_sub(self.start_ns);
        let before = elapsed.saturating_sub(bound.as_nanos() as u64);
        let window = self.window_ns - self.start_ns;
        (0..self.connections.len())
            .map(|index| {
                let answered = self.connections[index].answered;
                let earlier = self.schedule.slots_before(index, window);
                self.schedule
                    .slots_before(index, before)
                    .saturating_sub(answered.max(earlier))
            })
            .sum()
    }
}
