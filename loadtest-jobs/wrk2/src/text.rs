//! wrk2's text output, line by line in upstream's form. Writes to what it is given, nothing else.

use std::fmt::{self, Write};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::engine::Calibration;
use crate::latency;
use crate::measurement::Errors;
use crate::rates::RateSamples;
use crate::units;

const RULE: &str = "----------------------------------------------------------";

/// What the text tells.
#[derive(Debug)]
pub struct Summary<'a> {
    /// Corrected latencies of the measured window.
    pub latency: &'a Histogram<u64>,
    /// Uncorrected latencies, if they are to be printed.
    pub uncorrected: Option<&'a Histogram<u64>>,
    /// Whether the corrected distribution is printed.
    pub print_latency: bool,
    /// Responses per second by thread and interval.
    pub rates: &'a RateSamples,
    /// Completed requests of the whole run, the calibration included.
    pub requests: u64,
    /// Bytes received in the whole run.
    pub bytes: u64,
    /// Failures in the whole run.
    pub errors: Errors,
    /// Length of the whole run.
    pub runtime: Duration,
}

/// The two lines printed before the run.
#[must_use]
pub fn heading(duration: Duration, url: &str, threads: usize, connections: usize) -> String {
    format!(
        "Running {} test @ {url}\n  {threads} threads and {connections} connections",
        units::whole_seconds(duration)
    )
}

/// The line printed when a thread has been calibrated.
#[must_use]
pub fn calibration(calibration: Calibration) -> String {
    format!(
        "  Thread calibration: mean lat.: {:.3}ms, rate sampling interval: {}ms",
        calibration.mean_us as f64 / 1000.0,
        calibration.sampling_interval_ms
    )
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "  Thread Stats{:>6}{:>11}{:>8}{:>12}",
            "Avg", "Stdev", "Max", "+/- Stdev"
        )?;
        statistics(
            out,
            "Latency",
            [
                self.latency.mean(),
                self.latency.stdev(),
                latency::max(self.latency) as f64,
            ],
            units::micros,
            latency::within_one_stdev(self.latency),
        )?;
        statistics(
            out,
            "Req/Sec",
            [
                self.rates.mean(),
                self.rates.stdev(),
                self.rates.max() as f64,
            ],
            units::metric,
            self.rates.within_one_stdev(),
        )?;
        if self.print_latency {
            distribution(out, self.latency, "Recorded Latency")?;
            writeln!(out, "{RULE}")?;
        }
        if let Some(uncorrected) = self.uncorrected {
            writeln!(out)?;
            distribution(
                out,
                uncorrected,
                "Uncorrected Latency (measured without taking delayed starts into account)",
            )?;
            writeln!(out, "{RULE}")?;
        }
        let seconds = self.runtime.as_secs_f64();
        let per_second = |amount: u64| {
            if seconds > 0.0 {
                amount as f64 / seconds
            } else {
                0.0
            }
        };
        writeln!(
            out,
            "  {} requests in {}, {}B read",
            self.requests,
            units::micros(seconds * 1e6),
            units::binary(self.bytes as f64)
        )?;
        let errors = self.errors;
        if errors.connect + errors.read + errors.write + errors.timeout > 0 {
            writeln!(
                out,
                "  Socket errors: connect {}, read {}, write {}, timeout {}",
                errors.connect, errors.read, errors.write, errors.timeout
            )?;
        }
        if errors.status > 0 {
            writeln!(out, "  Non-2xx or 3xx responses: {}", errors.status)?;
        }
        writeln!(out, "Requests/sec: {:>9.2}", per_second(self.requests))?;
        writeln!(
            out,
            "Transfer/sec: {:>10}B",
            units::binary(per_second(self.bytes))
        )
    }
}

fn statistics(
    out: &mut impl Write,
    name: &str,
    [mean, stdev, max]: [f64; 3],
    unit: fn(f64) -> String,
    within_one_stdev: f64,
) -> fmt::Result {
    writeln!(
        out,
        "    {name:<10}{}{}{}{within_one_stdev:>8.2}%",
        units::aligned(&unit(mean), 8),
        units::aligned(&unit(stdev), 10),
        units::aligned(&unit(max), 9),
    )
}

fn distribution(out: &mut impl Write, histogram: &Histogram<u64>, name: &str) -> fmt::Result {
    writeln!(out, "  Latency Distribution (HdrHistogram - {name})")?;
    for percentile in latency::PERCENTILES {
        let value = latency::value_at_percentile(histogram, percentile);
        writeln!(
            out,
            "{percentile:>7.3}%{}",
            units::aligned(&units::micros(value as f64), 10)
        )?;
    }
    writeln!(out, "\n  Detailed Percentile spectrum:")?;
    writeln!(
        out,
        "{:>12} {:>12} {:>12} {:>12}\n",
        "Value", "Percentile", "TotalCount", "1/(1-Percentile)"
    )?;
    for line in latency::spectrum(histogram) {
        writeln!(
            out,
            "{:>12.3} {:>12.6} {:>12} {:>12.2}",
            line.value_us as f64 / 1000.0,
            line.percentile / 100.0,
            line.total_count,
            1.0 / (1.0 - line.percentile / 100.0)
        )?;
    }
    writeln!(
        out,
        "#[Mean    = {:>12.3}, StdDeviation   = {:>12.3}]",
        histogram.mean() / 1000.0,
        histogram.stdev() / 1000.0
    )?;
    writeln!(
        out,
        "#[Max     = {:>12.3}, Total count    = {:>12}]",
        latency::max(histogram) as f64 / 1000.0,
        histogram.len()
    )?;
    writeln!(
        out,
        "#[Buckets = {:>12}, SubBuckets     = {:>12}]",
        histogram.buckets(),
        2048
    )
}

#[cfg(test)]
mod tests;
