//! Watches a run from outside: progress on standard error, and `--abort-when`.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::live::LiveCounts;
use crate::options::Options;
use crate::schedule::Schedule;

const LOOK_EVERY: Duration = Duration::from_millis(50);
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// How a run came to its end.
#[derive(Debug)]
pub struct Ending {
    /// The condition that ended it.
    pub aborted: Option<String>,
    /// 128 + the signal that ended it.
    pub signal_exit_code: Option<u8>,
}

impl Ending {
    /// From what ended the watch.
    #[must_use]
    pub fn of(
        aborted: Option<String>,
        interrupted: &Arc<AtomicBool>,
        terminated: &Arc<AtomicBool>,
    ) -> Self {
        let signal_exit_code = if interrupted.load(Ordering::Relaxed) {
            Some(130)
        } else {
            terminated.load(Ordering::Relaxed).then_some(143)
        };
        Self {
            aborted,
            signal_exit_code,
        }
    }
}

/// The main thread's view of the load threads.
#[derive(Debug)]
pub struct Monitor<'a> {
    options: &'a Options,
    schedules: &'a [Schedule],
    live: &'a [LiveCounts],
    stop: &'a AtomicBool,
}

impl<'a> Monitor<'a> {
    /// Watches threads through their live counts, and stops them through `stop`.
    #[must_use]
    pub fn new(
        options: &'a Options,
        schedules: &'a [Schedule],
        live: &'a [LiveCounts],
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            options,
            schedules,
            live,
            stop,
        }
    }

    /// Looks on until `finished`. Returns why it ended the run, if it did.
    pub fn watch(&self, finished: &mut dyn FnMut() -> bool) -> Option<String> {
        let started = Instant::now();
        let mut next_progress = PROGRESS_EVERY;
        let mut aborted = None;
        let terminal = std::io::stderr().is_terminal();
        while !finished() {
            std::thread::park_timeout(LOOK_EVERY);
            if aborted.is_none() {
                aborted = self.certain_condition();
                if aborted.is_some() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            if self.options.progress && started.elapsed() >= next_progress {
                next_progress += PROGRESS_EVERY;
                self.report(started.elapsed(), terminal);
            }
        }
        if self.options.progress && terminal {
            eprintln!();
        }
        aborted
    }

    fn certain_condition(&self) -> Option<String> {
        if self.options.abort_when.is_empty() {
            return None;
        }
        let end_ns = self.options.duration.as_nanos() as u64;
        let scheduled = self
            .schedules
            .iter()
            .zip(self.live)
            .map(|(schedule, live)| {
                schedule.scheduled_between(live.window_ns.load(Ordering::Relaxed), end_ns)
            })
            .sum();
        self.options
            .abort_when
            .iter()
            .enumerate()
            .find_map(|(index, condition)| {
                condition.certain(self.sum(|live| &live.counted[index]), scheduled)
            })
    }

    fn sum(&self, count: impl Fn(&LiveCounts) -> &AtomicU64) -> u64 {
        self.live
            .iter()
            .map(|live| count(live).load(Ordering::Relaxed))
            .sum()
    }

    fn report(&self, elapsed: Duration, terminal: bool) {
        let (sent, completed, errors) = (
            self.sum(|l| &l.sent),
            self.sum(|l| &l.completed),
            self.sum(|l| &l.errors),
        );
        let seconds = elapsed.as_secs();
        let mut err = std::io::stderr().lock();
        // Progress is a courtesy: a closed standard error does not end the run.
        let _ = if terminal {
            let of = self.options.duration.as_secs();
            write!(err, "\r{seconds:>4}s of {of}s  sent {sent}  completed {completed}  errors {errors}\x1b[K")
                .and_then(|()| err.flush())
        } else {
            writeln!(
                err,
                r#"{{"seconds":{seconds},"sent":{sent},"completed":{completed},"errors":{errors}}}"#
            )
        };
    }
}
