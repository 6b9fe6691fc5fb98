//! When each request is meant to be sent. Pure arithmetic on nanoseconds since the schedule's start.
//!
//! Every connection has its own constant-rate schedule with period `connections / rate`, as in wrk2;
//! the phases are spread evenly over one period, so that the whole is one request every `1 / rate`.
//! Threads take connections in turn (thread i of T has connections i, i + T, ...), which keeps the
//! threads' bursts apart and needs neither connections nor rate to divide by the thread count.

/// One thread's share of the constant-rate schedule.
#[derive(Debug, Clone)]
pub struct Schedule {
    nanos_per_request: f64,
    all_connections: u64,
    threads: u64,
    thread: u64,
    own_connections: usize,
}

impl Schedule {
    /// `rate` is requests per second over all threads; `thread` is in `0..threads`, and
    /// `connections >= threads`.
    #[must_use]
    pub fn new(rate: f64, connections: usize, threads: usize, thread: usize) -> Self {
        Self {
            nanos_per_request: 1e9 / rate,
            all_connections: connections as u64,
            threads: threads as u64,
            thread: thread as u64,
            own_connections: (connections - thread).div_ceil(threads),
        }
    }

    /// How many connections this thread has.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.own_connections
    }

    /// When connection `connection` (of this thread) is meant to send its request number `slot`.
    #[must_use]
    pub fn intended_ns(&self, connection: usize, slot: u64) -> u64 {
        let phase = self.thread + connection as u64 * self.threads;
        ((slot * self.all_connections + phase) as f64 * self.nanos_per_request) as u64
    }

    /// How many requests of one connection are meant to be sent before `end_ns`.
    #[must_use]
    pub fn slots_before(&self, connection: usize, end_ns: u64) -> u64 {
        let phase = self.thread + connection as u64 * self.threads;
        let requests = end_ns as f64 / self.nanos_per_request;
        let estimate = (requests - phase as f64) / self.all_connections as f64;
        // The division may land one off what `intended_ns` rounds to; that one is the truth.
        let mut slots = estimate.ceil().max(0.0) as u64;
        while slots > 0 && self.intended_ns(connection, slots - 1) >= end_ns {
            slots -= 1;
        }
        while self.intended_ns(connection, slots) < end_ns {
            slots += 1;
        }
        slots
    }

    /// How many requests of this thread are meant to be sent in `from_ns..end_ns`.
    #[must_use]
    pub fn scheduled_between(&self, from_ns: u64, end_ns: u64) -> u64 {
        (0..self.own_connections)
            .map(|c| self.slots_before(c, end_ns) - self.slots_before(c, from_ns))
            .sum()
    }
}

/// Walks a thread's send times in order: with equal periods and fixed phases that is simply one
/// connection after the other, which is why there is no heap of timers.
#[derive(Debug, Clone)]
pub struct Cursor {
    connection: usize,
    slot: u64,
    intended_ns: u64,
}

impl Cursor {
    /// Stands at the first send of the schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Self {
        Self {
            connection: 0,
            slot: 0,
            intended_ns: schedule.intended_ns(0, 0),
        }
    }

    /// When the next send is meant to be.
    #[must_use]
    pub fn intended_ns(&self) -> u64 {
        self.intended_ns
    }

    /// The connection that is to send next; steps past it.
    pub fn advance(&mut self, schedule: &Schedule) -> usize {
        let connection = self.connection;
        self.connection += 1;
        if self.connection == schedule.own_connections {
            self.connection = 0;
            self.slot += 1;
        }
        self.intended_ns = schedule.intended_ns(self.connection, self.slot);
        connection
    }
}

/// The timer's grain. Sends happen on multiples of the tick, never before their intended time.
///
/// A wait is computed in whole ticks from the tick that `now` lies in, as upstream's event loop
/// does with its millisecond: a wake-up may so fall anywhere inside the tick after the one it was
/// meant for. This makes fewer wake-ups and the same latency distribution as upstream's; a finer
/// tick buys precision with CPU.
#[derive(Debug, Clone, Copy)]
pub struct Tick {
    nanos: u64,
}

impl Tick {
    /// A tick of `nanos` nanoseconds, at least 1.
    #[must_use]
    pub fn new(nanos: u64) -> Self {
        Self {
            nanos: nanos.max(1),
        }
    }

    /// The tick's length in nanoseconds.
    #[must_use]
    pub fn nanos(self) -> u64 {
        self.nanos
    }

    /// The latest tick boundary at or before `now_ns`.
    #[must_use]
    pub fn floor(self, now_ns: u64) -> u64 {
        now_ns - now_ns % self.nanos
    }

    /// The first tick boundary at or after `at_ns`.
    #[must_use]
    pub fn ceil(self, at_ns: u64) -> u64 {
        at_ns.div_ceil(self.nanos) * self.nanos
    }

    /// How long to wait, in whole ticks, for something meant to happen at `at_ns`.
    #[must_use]
    pub fn wait_ns(self, now_ns: u64, at_ns: u64) -> u64 {
        self.ceil(at_ns).saturating_sub(self.floor(now_ns))
    }
}
