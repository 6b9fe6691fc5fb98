//! The machine-readable result, version 1: what `--json` writes and `merge` reads.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use serde::{Deserialize, Serialize};

use crate::latency;
use crate::measurement::Measurement;

/// Version of the format; grows when a field changes its meaning or goes.
pub const VERSION: u32 = 1;

/// The result of a run, or of several merged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Format version, 1.
    pub version: u32,
    /// Name and version of the generator.
    pub generator: String,
    /// URL under load.
    pub url: String,
    /// Path of the script.
    pub script: Option<String>,
    /// Load threads.
    pub threads: usize,
    /// Connections.
    pub connections: usize,
    /// Intended requests per second.
    pub rate: f64,
    /// Length of the measured window that was really run, seconds.
    pub duration_seconds: f64,
    /// Whether the first ten seconds were discarded.
    pub calibrated: bool,
    /// Requests by fate.
    pub requests: Requests,
    /// Bytes received.
    pub bytes_read: u64,
    /// Responses by status code.
    pub statuses: BTreeMap<u16, u64>,
    /// Failures by kind.
    pub errors: ErrorCounts,
    /// Latency of all responses from the intended send time.
    pub latency: Latency,
    /// The same of responses with a status below 400.
    pub latency_ok: Latency,
    /// Latency of all responses from the actual send time.
    pub service_time: Latency,
    /// The run by seconds.
    pub series: Vec<SeriesPoint>,
    /// What the generator itself used, and how late it was.
    pub generator_usage: Usage,
    /// Why the run ended early, from `--abort-when`.
    pub aborted: Option<String>,
    /// Whether a signal ended the run early.
    pub interrupted: bool,
}

/// Requests of the measured window by fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requests {
    /// Meant to be sent.
    pub scheduled: u64,
    /// Sent.
    pub sent: u64,
    /// Answered in whole.
    pub completed: u64,
    /// `sent - completed`: in flight at the end, or lost with their connection.
    pub unanswered: u64,
    /// Of `unanswered`: in flight at the end.
    pub in_flight: u64,
}

/// Failures by kind; `refused` and `reset` refine `connect`, `read` and `write`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are those of `measurement::Errors`
pub struct ErrorCounts {
    pub connect: u64,
    pub read: u64,
    pub write: u64,
    pub timeout: u64,
    pub status: u64,
    pub refused: u64,
    pub reset: u64,
}

/// A latency distribution. All numbers are `None` when nothing was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// Always `us`.
    pub unit: String,
    /// Smallest value.
    pub min: Option<u64>,
    /// Mean.
    pub mean: Option<f64>,
    /// Standard deviation.
    pub stdev: Option<f64>,
    /// Largest value.
    pub max: Option<u64>,
    /// Values by percentile.
    pub percentiles: BTreeMap<String, Option<u64>>,
    /// `HdrHistogram` V2, zlib-compressed, in base 64.
    pub histogram: String,
}

/// One second of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesPoint {
    /// Seconds since the start of the window.
    pub second: u64,
    /// Requests sent.
    pub sent: u64,
    /// Responses completed.
    pub completed: u64,
    /// Failures of all kinds.
    pub errors: u64,
    /// 99th percentile of corrected latency, microseconds, to two digits.
    pub p99_us: Option<u64>,
    /// Longest corrected latency, microseconds, to two digits.
    pub max_us: Option<u64>,
}

/// The generator's own part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// CPU time of the load threads in the window.
    pub cpu_seconds: f64,
    /// The same as a share of threads x duration, 0..1.
    pub cpu_share: Option<f64>,
    /// How late sends were through the generator's own fault, beyond the timer's grain.
    pub send_lag_us: SendLag,
}

/// Percentiles of the send lag, microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // percentiles
pub struct SendLag {
    pub p50: Option<u64>,
    pub p99: Option<u64>,
    pub max: Option<u64>,
}

/// What a report tells besides the measurement.
#[derive(Debug, Clone)]
#[allow(missing_docs)] // as in `Report`
pub struct RunFacts {
    pub url: String,
    pub script: Option<String>,
    pub threads: usize,
    pub connections: usize,
    pub rate: f64,
    pub calibrated: bool,
    pub aborted: Option<String>,
    pub interrupted: bool,
}

/// Name and version, as in `Report::generator`.
#[must_use]
pub fn generator() -> String {
    format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

impl Report {
    /// Puts a run's facts and measurement together.
    #[must_use]
    pub fn new(facts: RunFacts, measured: &Measurement) -> Self {
        let duration_seconds = measured.duration_ns as f64 / 1e9;
        let cpu_seconds = measured.cpu_ns as f64 / 1e9;
        let mut ok = measured.latency.clone();
        // Failures are a subset of all responses, so that this subtraction cannot fail.
        let _ = ok.subtract(&measured.latency_failed);
        let errors = measured.errors;
        let lag = &measured.send_lag;
        let lag_at = |p| some_unless_empty(lag, latency::value_at_percentile(lag, p));
        Self {
            version: VERSION,
            generator: generator(),
            url: facts.url,
            script: facts.script,
            threads: facts.threads,
            connections: facts.connections,
            rate: facts.rate,
            duration_seconds,
            calibrated: facts.calibrated,
            requests: Requests {
                scheduled: measured.scheduled,
                sent: measured.sent,
                completed: measured.completed,
                unanswered: measured.sent.saturating_sub(measured.completed),
                in_flight: measured.in_flight,
            },
            bytes_read: measured.bytes_read,
            statuses: (0u16..)
                .zip(&measured.statuses)
                .filter(|(_, count)| **count > 0)
                .map(|(status, count)| (status, *count))
                .collect(),
            errors: ErrorCounts {
                connect: errors.connect,
                read: errors.read,
                write: errors.write,
                timeout: errors.timeout,
                status: errors.status,
                refused: errors.refused,
                reset: errors.reset,
            },
            latency: Latency::new(&measured.latency),
            latency_ok: Latency::new(&ok),
            service_time: Latency::new(&measured.service_time),
            series: series(measured),
            generator_usage: Usage {
                cpu_seconds,
                cpu_share: (duration_seconds > 0.0)
                    .then(|| cpu_seconds / (duration_seconds * facts.threads as f64)),
                send_lag_us: SendLag {
                    p50: lag_at(50.0),
                    p99: lag_at(99.0),
                    max: lag_at(100.0),
                },
            },
            aborted: facts.aborted,
            interrupted: facts.interrupted,
        }
    }
}

fn series(measured: &Measurement) -> Vec<SeriesPoint> {
    (0..)
        .zip(&measured.series)
        .map(|(second, point)| {
            let any = !point.latency.is_empty();
            SeriesPoint {
                second,
                sent: point.sent,
                completed: point.completed,
                errors: point.errors,
                p99_us: any.then(|| point.latency.value_at_quantile(0.99)),
                max_us: any.then(|| point.latency.max()),
            }
        })
        .collect()
}

fn some_unless_empty<T>(histogram: &Histogram<u64>, value: T) -> Option<T> {
    (!histogram.is_empty()).then_some(value)
}

impl Latency {
    /// Summarises a histogram of microseconds.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn new(histogram: &Histogram<u64>) -> Self {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(histogram, &mut bytes)
            .expect("a histogram with default bounds serializes to memory");
        Self {
            unit: "us".to_owned(),
            min: some_unless_empty(histogram, latency::min(histogram)),
            mean: some_unless_empty(histogram, histogram.mean()),
            stdev: some_unless_empty(histogram, histogram.stdev()),
            max: some_unless_empty(histogram, latency::max(histogram)),
            percentiles: latency::PERCENTILES
                .iter()
                .map(|p| {
                    let value = latency::value_at_percentile(histogram, *p);
                    (p.to_string(), some_unless_empty(histogram, value))
                })
                .collect(),
            histogram: BASE64.encode(bytes),
        }
    }

    /// The histogram that the summary was made from.
    ///
    /// # Errors
    /// A phrase: not base 64, or not a compressed V2 histogram.
    pub fn histogram(&self) -> Result<Histogram<u64>, String> {
        let bytes = BASE64
            .decode(&self.histogram)
            .map_err(|e| format!("histogram: {e}"))?;
        Deserializer::new()
            .deserialize(&mut bytes.as_slice())
            .map_err(|e| format!("histogram: {e}"))
    }
}
