//! What one thread measures. Counts and histograms only; knows neither sockets nor output.

use hdrhistogram::Histogram;

use crate::latency;

/// Nanoseconds in a second of the series.
pub const SECOND_NS: u64 = 1_000_000_000;

/// Failures by kind. `refused` and `reset` refine `connect`, `read` and `write`, they do not add.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Errors {
    /// Connections that could not be opened.
    pub connect: u64,
    /// Connections lost, or closed by the peer, with an answer outstanding.
    pub read: u64,
    /// Requests that could not be written.
    pub write: u64,
    /// Requests not answered within the timeout; an answer after it still counts as completed.
    pub timeout: u64,
    /// Responses with a status above 399.
    pub status: u64,
    /// Of `connect`: refused by the peer.
    pub refused: u64,
    /// Of `read` and `write`: reset by the peer.
    pub reset: u64,
}

impl Errors {
    /// All failures, each once.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.connect + self.read + self.write + self.timeout + self.status
    }

    /// Adds another thread's counts.
    pub fn add(&mut self, other: &Self) {
        self.connect += other.connect;
        self.read += other.read;
        self.write += other.write;
        self.timeout += other.timeout;
        self.status += other.status;
        self.refused += other.refused;
        self.reset += other.reset;
    }
}

/// One second of the run.
#[derive(Debug, Clone)]
pub struct Second {
    /// Requests sent in it.
    pub sent: u64,
    /// Responses completed in it.
    pub completed: u64,
    /// Failures of every kind in it.
    pub errors: u64,
    /// Corrected latencies completed in it, two significant digits, microseconds.
    pub latency: Histogram<u32>,
}

impl Default for Second {
    fn default() -> Self {
        let mut latency =
            Histogram::new_with_bounds(1, 2_000, 2).expect("constant bounds are valid");
        latency.auto(true);
        Self {
            sent: 0,
            completed: 0,
            errors: 0,
            latency,
        }
    }
}

/// Everything one thread counts between two points of time.
#[derive(Debug, Clone)]
pub struct Measurement {
    /// Latency from the intended send time, microseconds.
    pub latency: Histogram<u64>,
    /// The same of responses with a status above 399 only; few, so that keeping them apart is cheap.
    pub latency_failed: Histogram<u64>,
    /// Latency from the actual send time, microseconds.
    pub service_time: Histogram<u64>,
    /// How late sends were through the generator's own fault, microseconds.
    pub send_lag: Histogram<u64>,
    /// Responses by status code.
    pub statuses: Vec<u64>,
    /// Failures by kind.
    pub errors: Errors,
    /// Requests meant to be sent.
    pub scheduled: u64,
    /// Requests sent.
    pub sent: u64,
    /// Responses that came in whole.
    pub completed: u64,
    /// Requests in flight when the measurement ended.
    pub in_flight: u64,
    /// Bytes received.
    pub bytes_read: u64,
    /// CPU time of the thread, nanoseconds.
    pub cpu_ns: u64,
    /// Length of the measured window, nanoseconds.
    pub duration_ns: u64,
    /// Second by second.
    pub series: Vec<Second>,
    /// Responses per second, one sample per sampling interval and thread.
    pub rate_samples: Vec<u64>,
}

impl Default for Measurement {
    fn default() -> Self {
        Self {
            latency: latency::histogram(),
            latency_failed: latency::histogram(),
            service_time: latency::histogram(),
            send_lag: latency::histogram(),
            statuses: vec![0; 1000],
            errors: Errors::default(),
            scheduled: 0,
            sent: 0,
            completed: 0,
            in_flight: 0,
            bytes_read: 0,
            cpu_ns: 0,
            duration_ns: 0,
            series: Vec::new(),
            rate_samples: Vec::new(),
        }
    }
}

impl Measurement {
    /// The second that `at_ns` (since the start of the window) falls into.
    pub fn second(&mut self, at_ns: u64) -> &mut Second {
        let index = (at_ns / SECOND_NS) as usize;
        if index >= self.series.len() {
            self.series.resize_with(index + 1, Second::default);
        }
        &mut self.series[index]
    }

    /// Adds what another thread measured in the same window.
    ///
    /// # Panics
    /// Never: all histograms have the same bounds, or grow.
    pub fn add(&mut self, other: &Self) {
        const SAME: &str = "equal bounds";
        self.latency.add(&other.latency).expect(SAME);
        self.latency_failed.add(&other.latency_failed).expect(SAME);
        self.service_time.add(&other.service_time).expect(SAME);
        self.send_lag.add(&other.send_lag).expect(SAME);
        for (mine, theirs) in self.statuses.iter_mut().zip(&other.statuses) {
            *mine += theirs;
        }
        self.errors.add(&other.errors);
        self.scheduled += other.scheduled;
        self.sent += other.sent;
        self.completed += other.completed;
        self.in_flight += other.in_flight;
        self.bytes_read += other.bytes_read;
        self.cpu_ns += other.cpu_ns;
        self.duration_ns = self.duration_ns.max(other.duration_ns);
        if self.series.len() < other.series.len() {
            self.series.resize_with(other.series.len(), Second::default);
        }
        for (mine, theirs) in self.series.iter_mut().zip(&other.series) {
            mine.sent += theirs.sent;
            mine.completed += theirs.completed;
            mine.errors += theirs.errors;
            mine.latency.add(&theirs.latency).expect(SAME);
        }
        self.rate_samples.extend_from_slice(&other.rate_samples);
    }
}
