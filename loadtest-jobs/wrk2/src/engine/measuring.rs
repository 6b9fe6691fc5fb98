//! Turns what happens on the connections into counts and latencies, and shows them to the onlooker.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rustix::io::Errno;

use super::{CALIBRATION_NS, Calibration, HOUSEKEEPING_NS, MICRO_NS, MILLI_NS, Worker};
use crate::abort::Metric;
use crate::connection::Link;
use crate::latency;
use crate::live::LiveCounts;
use crate::response::Complete;

impl Worker {
    /// Returns whether the connection goes on with the bytes that follow.
    pub(super) fn completed(&mut self, index: usize, complete: Complete, now: u64) -> bool {
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
        if pending == 0 && connection.due > connection.taken && !self.draining {
            self.send(index);
        }
        true
    }

    pub(super) fn count_if(&mut self, counts: impl Fn(&Metric) -> bool) {
        for (counted, condition) in self.counted.iter_mut().zip(&self.plan.abort_when) {
            *counted += u64::from(counts(&condition.metric));
        }
    }

    pub(super) fn sample(&mut self, now: u64) {
        let elapsed_ns = (now - self.sampled_at_ns).max(1);
        let completed = self.measured.completed - self.sampled_completed;
        let per_second = completed as f64 * 1e9 / elapsed_ns as f64;
        self.measured.rate_samples.push(per_second as u64);
        self.sampled_at_ns = now;
        self.sampled_completed = self.measured.completed;
        self.next_sample_ns = now + self.sampling_ns;
    }

    pub(super) fn calibrate(&mut self, now: u64, on_calibration: &(dyn Fn(Calibration) + Sync)) {
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

    pub(super) fn keep_house(&mut self, now: u64, live: &LiveCounts) {
        self.next_housekeeping_ns = now + HOUSEKEEPING_NS;
        for index in 0..self.connections.len() {
            if self.connections[index].link == Link::Down {
                self.connect(index);
            }
        }
        self.check_timeouts(now);
        self.publish(now, live);
    }

    pub(super) fn check_timeouts(&mut self, now: u64) {
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

    pub(super) fn publish(&self, now: u64, live: &LiveCounts) {
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
    pub(super) fn overdue(&self, now: u64, bound: Duration) -> u64 {
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
