//! Latency histograms in microseconds, and the readings wrk2 takes from them. Pure.

use hdrhistogram::Histogram;

/// A day, the longest latency that is told apart from longer ones, in microseconds.
const MAX_LATENCY_US: u64 = 24 * 60 * 60 * 1_000_000;

/// The percentiles of every summary, in percent.
pub const PERCENTILES: [f64; 8] = [50.0, 75.0, 90.0, 99.0, 99.9, 99.99, 99.999, 100.0];

/// An empty histogram of microseconds up to a day with three significant digits, as upstream's.
///
/// # Panics
/// Never: the bounds are constants that the histogram accepts.
#[must_use]
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, MAX_LATENCY_US, 3).expect("constant bounds are valid")
}

/// The latency in microseconds that `percentile` (0..=100) percent of all samples do not exceed,
/// or 0 without samples. Ranks are rounded as in upstream's histogram: half up, at least 1.
#[must_use]
pub fn value_at_percentile(histogram: &Histogram<u64>, percentile: f64) -> u64 {
    let rank = (percentile.min(100.0) / 100.0 * histogram.len() as f64 + 0.5) as u64;
    let rank = rank.max(1);
    let mut seen = 0;
    for step in histogram.iter_recorded() {
        seen += step.count_at_value();
        if seen >= rank {
            return histogram.highest_equivalent(step.value_iterated_to());
        }
    }
    0
}

/// The lower edge of the highest bucket in use: what upstream prints as `Max`.
#[must_use]
pub fn max(histogram: &Histogram<u64>) -> u64 {
    if histogram.is_empty() {
        0
    } else {
        histogram.lowest_equivalent(histogram.max())
    }
}

/// The lower edge of the lowest bucket in use, 0 without samples.
#[must_use]
pub fn min(histogram: &Histogram<u64>) -> u64 {
    histogram.iter_recorded().next().map_or(0, |step| {
        histogram.lowest_equivalent(step.value_iterated_to())
    })
}

/// The share of samples, in percent, within one standard deviation of the mean.
#[must_use]
pub fn within_one_stdev(histogram: &Histogram<u64>) -> f64 {
    if histogram.is_empty() {
        return 0.0;
    }
    let (mean, stdev) = (histogram.mean(), histogram.stdev());
    let lower = (mean - stdev).max(0.0) as u64;
    let upper = (mean + stdev) as u64;
    let inside: u64 = histogram
        .iter_recorded()
        .filter(|step| {
            histogram.lowest_equivalent(step.value_iterated_to()) >= lower
                && histogram.lowest_equivalent(step.value_iterated_to()) <= upper
        })
        .map(|step| step.count_at_value())
        .sum();
    100.0 * inside as f64 / histogram.len() as f64
}

/// One line of the detailed percentile spectrum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpectrumLine {
    /// Upper edge of the bucket, in microseconds.
    pub value_us: u64,
    /// The percentile that this line answers for, 0..=100.
    pub percentile: f64,
    /// Samples at or below the value.
    pub total_count: u64,
}

/// The spectrum with five steps to each halving of the distance to 100 %, as `HdrHistogram` prints
/// it. The last line is always 100 %.
#[must_use]
pub fn spectrum(histogram: &Histogram<u64>) -> Vec<SpectrumLine> {
    const STEPS_PER_HALF: f64 = 5.0;
    let total = histogram.len();
    let mut lines = Vec::new();
    let mut wanted = 0.0_f64;
    let mut seen = 0;
    let mut value_us = 0;
    for step in histogram.iter_recorded() {
        seen += step.count_at_value();
        value_us = histogram.highest_equivalent(step.value_iterated_to());
        let reached = 100.0 * seen as f64 / total as f64;
        while wanted <= reached {
            lines.push(SpectrumLine {
                value_us,
                percentile: wanted,
                total_count: seen,
            });
            let halvings = (100.0 / (100.0 - wanted)).log2().trunc() + 1.0;
            wanted += 100.0 / (STEPS_PER_HALF * halvings.exp2());
            // The bucket that completes the histogram gets one line of its own and the 100 % line.
            if seen == total {
                break;
            }
        }
    }
    lines.push(SpectrumLine {
        value_us,
        percentile: 100.0,
        total_count: seen,
    });
    lines
}
