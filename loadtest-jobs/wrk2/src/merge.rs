//! `wrk2 merge`: several generators that loaded one server at the same time, as one result.

use crate::latency;
use crate::report::{ErrorCounts, Latency, Report, Requests, VERSION, generator};

/// Adds results up: counts, rates, connections and CPU are summed, histograms added; the duration is
/// the longest one. Send lag cannot be added without its histogram; the worst generator's is kept.
///
/// # Errors
/// A sentence: nothing to merge, another format version, or a histogram that is none.
pub fn merge(reports: &[Report]) -> Result<Report, String> {
    let (first, rest) = reports.split_first().ok_or("nothing to merge")?;
    let mut merged = first.clone();
    merged.generator = generator();
    for report in reports {
        if report.version != VERSION {
            return Err(format!(
                "version {} is not supported, only {VERSION}",
                report.version
            ));
        }
    }
    for report in rest {
        add(&mut merged, report)?;
    }
    let capacity_seconds = merged.duration_seconds * merged.threads as f64;
    merged.generator_usage.cpu_share =
        (capacity_seconds > 0.0).then(|| merged.generator_usage.cpu_seconds / capacity_seconds);
    Ok(merged)
}

fn add(into: &mut Report, from: &Report) -> Result<(), String> {
    into.threads += from.threads;
    into.connections += from.connections;
    into.rate += from.rate;
    into.duration_seconds = into.duration_seconds.max(from.duration_seconds);
    into.calibrated |= from.calibrated;
    into.bytes_read += from.bytes_read;
    into.requests = Requests {
        scheduled: into.requests.scheduled + from.requests.scheduled,
        sent: into.requests.sent + from.requests.sent,
        completed: into.requests.completed + from.requests.completed,
        unanswered: into.requests.unanswered + from.requests.unanswered,
        in_flight: into.requests.in_flight + from.requests.in_flight,
    };
    for (status, count) in &from.statuses {
        *into.statuses.entry(*status).or_default() += count;
    }
    let (a, b) = (into.errors, from.errors);
    into.errors = ErrorCounts {
        connect: a.connect + b.connect,
        read: a.read + b.read,
        write: a.write + b.write,
        timeout: a.timeout + b.timeout,
        status: a.status + b.status,
        refused: a.refused + b.refused,
        reset: a.reset + b.reset,
    };
    for (mine, theirs) in [
        (&mut into.latency, &from.latency),
        (&mut into.latency_ok, &from.latency_ok),
        (&mut into.service_time, &from.service_time),
    ] {
        let mut sum = latency::histogram();
        for part in [&*mine, theirs] {
            sum.add(&part.histogram()?)
                .map_err(|e| format!("histogram: {e}"))?;
        }
        *mine = Latency::new(&sum);
    }
    // Percentiles of seconds cannot be added either: the worse one is kept.
    for point in &from.series {
        match into
            .series
            .iter_mut()
            .find(|mine| mine.second == point.second)
        {
            Some(mine) => {
                mine.sent += point.sent;
                mine.completed += point.completed;
                mine.errors += point.errors;
                mine.p99_us = mine.p99_us.max(point.p99_us);
                mine.max_us = mine.max_us.max(point.max_us);
            }
            None => into.series.push(*point),
        }
    }
    into.series.sort_by_key(|point| point.second);
    let (usage, theirs) = (&mut into.generator_usage, &from.generator_usage);
    usage.cpu_seconds += theirs.cpu_seconds;
    if theirs.send_lag_us.p99 > usage.send_lag_us.p99 {
        usage.send_lag_us = theirs.send_lag_us;
    }
    into.aborted = into.aborted.take().or_else(|| from.aborted.clone());
    into.interrupted |= from.interrupted;
    Ok(())
}
