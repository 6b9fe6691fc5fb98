//! One load thread: waits for sockets and the schedule, sends, receives, measures.
//!
//! The hot path makes one write and one read per request; sockets are registered with epoll once,
//! edge-triggered, for everything. It allocates nothing, and reads the clock once per send and once
//! per read.

mod measuring;
mod sending;
mod sockets;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::fd::OwnedFd;
use rustix::io::Errno;

use crate::abort::Condition;
use crate::clock::{Clock, thread_cpu_ns};
use crate::connection::{Connection, Link};
use crate::live::{LiveCounts, Rendezvous};
use crate::measurement::Measurement;
use crate::schedule::{Cursor, Schedule, Tick};
use crate::script::{Script, ThreadControl};

const RECEIVE_BUFFER_BYTES: usize = 64 * 1024;
const EVENTS_PER_WAIT: usize = 256;
const NO_EVENT: epoll::Event = epoll::Event {
    flags: EventFlags::empty(),
    data: EventData::new_u64(0),
};
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
    /// How long answers are waited for after the schedule's end.
    pub drain: Duration,
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
    /// Answers count until then: the end, and the drain.
    closes_ns: u64,
    draining: bool,
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
            closes_ns: 0,
            draining: false,
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
        let mut events = vec![NO_EVENT; EVENTS_PER_WAIT];
        let opened = self.open_connections(stop, &mut events);
        match rendezvous.meet(opened, &self.clock) {
            Some(start_ns) => self.run_schedule(start_ns, stop, live, on_calibration, &mut events),
            None => self.window_ns = self.clock.now_ns(),
        }
        self.finish(live)
    }

    fn open_connections(&mut self, stop: &AtomicBool, events: &mut [epoll::Event]) -> usize {
        for index in 0..self.connections.len() {
            self.connect(index);
        }
        let give_up_ns = self.clock.now_ns() + self.plan.timeout.as_nanos() as u64;
        while self.connections.iter().any(|c| c.link == Link::Connecting) {
            let now = self.clock.now_ns();
            if now >= give_up_ns || stop.load(Ordering::Relaxed) {
                break;
            }
            self.wait_for_events((give_up_ns - now).min(HOUSEKEEPING_NS), events);
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
        events: &mut [epoll::Event],
    ) {
        self.start_ns = start_ns;
        self.end_ns = start_ns + self.plan.duration.as_nanos() as u64;
        self.closes_ns = self.end_ns + self.plan.drain.as_nanos() as u64;
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
            self.wait_for_events(self.wait_ns(), events);
        }
        if self.script_error.is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        if self.clock.now_ns() >= self.end_ns {
            self.drain(stop, events);
        }
        self.end_ns = self.end_ns.min(self.clock.now_ns());
    }

    /// Sends nothing more, and waits for the answers that are still to come.
    fn drain(&mut self, stop: &AtomicBool, events: &mut [epoll::Event]) {
        self.draining = true;
        while self.connections.iter().any(|c| c.pending > 0) && !stop.load(Ordering::Relaxed) {
            let Some(left_ns) = self
                .closes_ns
                .checked_sub(self.clock.now_ns())
                .filter(|ns| *ns > 0)
            else {
                break;
            };
            self.wait_for_events(left_ns.min(HOUSEKEEPING_NS), events);
        }
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
}
