//! What threads share while they run: where they start together, and counts for the onlooker.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::clock::Clock;

/// Time for every thread to get from the barrier into its loop.
const START_AFTER_NS: u64 = 1_000_000;

/// One thread's counts, a little stale, for progress and abort conditions.
#[derive(Debug, Default)]
pub struct LiveCounts {
    /// Requests sent in the window.
    pub sent: AtomicU64,
    /// Responses in the window.
    pub completed: AtomicU64,
    /// Failures of all kinds in the window.
    pub errors: AtomicU64,
    /// Where in the schedule the window starts, nanoseconds.
    pub window_ns: AtomicU64,
    /// By abort condition: requests that count against it.
    pub counted: Vec<AtomicU64>,
}

impl LiveCounts {
    /// Zero counts for so many abort conditions.
    #[must_use]
    pub fn new(conditions: usize) -> Self {
        Self {
            counted: (0..conditions).map(|_| AtomicU64::new(0)).collect(),
            ..Self::default()
        }
    }
}

/// Where threads wait until all connections of all threads are open, to start at one instant.
#[derive(Debug)]
pub struct Rendezvous {
    barrier: Barrier,
    opened: AtomicUsize,
    start_ns: AtomicU64,
}

impl Rendezvous {
    /// For so many threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            barrier: Barrier::new(threads),
            opened: AtomicUsize::new(0),
            start_ns: AtomicU64::new(0),
        }
    }

    /// Waits for the others. Returns the common start, or `None` when no thread could open any
    /// connection, so that there is nothing to run.
    pub fn meet(&self, opened: usize, clock: &Clock) -> Option<u64> {
        self.opened.fetch_add(opened, Ordering::Relaxed);
        if self.barrier.wait().is_leader() {
            self.start_ns
                .store(clock.now_ns() + START_AFTER_NS, Ordering::Relaxed);
        }
        self.barrier.wait();
        (self.opened.load(Ordering::Relaxed) > 0).then(|| self.start_ns.load(Ordering::Relaxed))
    }
}
