//! Statistics of the responses per second that threads sampled: the `Req/Sec` line and the
//! `requests` object of a script's `done()`. Pure.

/// Samples of responses per second, sorted.
#[derive(Debug, Clone, Default)]
pub struct RateSamples(Vec<u64>);

impl RateSamples {
    /// Sorts the samples.
    #[must_use]
    pub fn new(mut samples: Vec<u64>) -> Self {
        samples.sort_unstable();
        Self(samples)
    }

    /// How many samples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was sampled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The `index`-th smallest, from 0.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<u64> {
        self.0.get(index).copied()
    }

    /// Smallest sample, 0 without any.
    #[must_use]
    pub fn min(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// Largest sample, 0 without any.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.0.last().copied().unwrap_or(0)
    }

    /// Arithmetic mean, 0 without samples.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        self.0.iter().sum::<u64>() as f64 / self.0.len() as f64
    }

    /// Sample standard deviation (n - 1), 0 below two samples.
    #[must_use]
    pub fn stdev(&self) -> f64 {
        if self.0.len() < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let squares: f64 = self.0.iter().map(|&x| (x as f64 - mean).powi(2)).sum();
        (squares / (self.0.len() - 1) as f64).sqrt()
    }

    /// Percent of samples within one standard deviation of the mean.
    #[must_use]
    pub fn within_one_stdev(&self) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        let (mean, stdev) = (self.mean(), self.stdev());
        let inside = self
            .0
            .iter()
            .filter(|&&x| (x as f64 - mean).abs() <= stdev)
            .count();
        100.0 * inside as f64 / self.0.len() as f64
    }

    /// The sample at `percentile` (0..=100) percent, nearest rank; 0 without samples.
    #[must_use]
    pub fn percentile(&self, percentile: f64) -> u64 {
        let rank = (percentile / 100.0 * self.0.len() as f64).ceil() as usize;
        self.get(rank.clamp(1, self.0.len().max(1)) - 1)
            .unwrap_or(0)
    }
}
