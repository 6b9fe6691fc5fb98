//! `--abort-when`: conditions under which the rest of a run can no longer change the verdict.
//!
//! Grammar: `CONDITION[,CONDITION...]`, each one `METRIC>VALUE`; the run ends when any one is
//! certain to hold for the whole run, whatever still comes. The yardstick is always the number of
//! requests scheduled in the whole measured window. Pure.

use std::time::Duration;

use crate::units;

/// What a condition counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// Statuses above 399, socket errors and timeouts.
    Errors,
    /// Statuses above 399, and requests answered later than the timeout or not at all.
    Lost,
    /// Requests answered later (corrected) than the bound, or not yet though it has passed.
    SlowerThan(Duration),
    /// Sends that were late by more than the bound through the generator's own fault.
    LaggingMoreThan(Duration),
}

/// One `METRIC>VALUE`.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// As it was written, for messages.
    pub text: String,
    /// What is counted.
    pub metric: Metric,
    /// The share of all scheduled requests, 0..1, that may be counted.
    pub allowed_share: f64,
}

impl Condition {
    /// Reads a comma-separated list of conditions.
    ///
    /// # Errors
    /// A sentence that names the condition and what is allowed.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, String> {
        text.split(',')
            .map(|part| Self::parse(part.trim()))
            .collect()
    }

    fn parse(text: &str) -> Result<Self, String> {
        let bad = |why: &str| {
            format!(
                "--abort-when '{text}': {why} (allowed: lost>1%, errors>5%, p99>200ms, lag>50ms, joined by commas)"
            )
        };
        let (name, value) = text.split_once('>').ok_or_else(|| bad("there is no '>'"))?;
        let (name, value) = (name.trim(), value.trim());
        let percent = || {
            value
                .strip_suffix('%')
                .and_then(|number| number.trim().parse::<f64>().ok())
                .filter(|percent| (0.0..100.0).contains(percent))
                .map(|percent| percent / 100.0)
                .ok_or_else(|| bad("the value is not a share from 0% to below 100%"))
        };
        let time = || {
            let has_unit = value.ends_with(|c: char| c.is_ascii_alphabetic());
            match units::parse_time(value) {
                Ok(time) if has_unit => Ok(time),
                _ => Err(bad("the value is not a time with a unit")),
            }
        };
        let (metric, allowed_share) = match name {
            "errors" => (Metric::Errors, percent()?),
            "lost" => (Metric::Lost, percent()?),
            "lag" => (Metric::LaggingMoreThan(time()?), 0.01),
            _ => {
                let percentile = name
                    .strip_prefix('p')
                    .and_then(|number| number.parse::<f64>().ok())
                    .filter(|percentile| *percentile > 0.0 && *percentile < 100.0)
                    .ok_or_else(|| bad(&format!("'{name}' is no metric")))?;
                (Metric::SlowerThan(time()?), 1.0 - percentile / 100.0)
            }
        };
        Ok(Self {
            text: text.to_owned(),
            metric,
            allowed_share,
        })
    }

    /// Why the run is over, if `counted` of `scheduled` (in the whole window) is too many already.
    #[must_use]
    pub fn certain(&self, counted: u64, scheduled: u64) -> Option<String> {
        // A whisker of slack, so that 1 - 0.99 does not lose a request to rounding.
        let allowed = (self.allowed_share * scheduled as f64 + 1e-6).floor() as u64;
        (counted > allowed).then(|| {
            format!(
                "{}: {counted} of {scheduled} scheduled requests, {allowed} allowed",
                self.text
            )
        })
    }
}
