//! Quantities as wrk2 reads and prints them: SI counts, binary sizes, times.
//!
//! Pure text and arithmetic; touches nothing else.

use std::time::Duration;

const METRIC: &[&str] = &["", "k", "M", "G", "T", "P"];
const BINARY: &[&str] = &["", "K", "M", "G", "T", "P"];
const MICROSECONDS: &[&str] = &["us", "ms", "s"];
const SECONDS: &[&str] = &["s", "m", "h"];

/// Reads a number with an optional SI suffix (`1k`, `2.5M`), in any case.
///
/// # Errors
/// A phrase that names what was found and what is allowed.
pub fn parse_metric(text: &str) -> Result<f64, String> {
    let (number, suffix) = split_number(text);
    let scale = match suffix.to_ascii_lowercase().as_str() {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        _ => return Err(not_a_number(text)),
    };
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value * scale),
        _ => Err(not_a_number(text)),
    }
}

/// Reads a time: seconds by default, or with a unit (`500ms`, `2s`, `2m`, `2h`, `100us`).
///
/// # Errors
/// A phrase that names what was found and what is allowed.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, suffix) = split_number(text);
    let seconds = match suffix.to_ascii_lowercase().as_str() {
        "us" => 1e-6,
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(not_a_time(text)),
    };
    let value = number.parse::<f64>().map_err(|_| not_a_time(text))?;
    Duration::try_from_secs_f64(value * seconds).map_err(|_| not_a_time(text))
}

fn split_number(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-' || c == '+'))
        .unwrap_or(text.len());
    text.split_at(end)
}

fn not_a_number(text: &str) -> String {
    format!("'{text}' is not a number (allowed: 250, 1.5, 10k, 2M)")
}

fn not_a_time(text: &str) -> String {
    format!("'{text}' is not a time (allowed: 30, 30s, 500ms, 2m, 1h)")
}

/// wrk2 moves to the next unit at 85 % of it, and never uses the last one of a list that ends in a
/// unit it cannot reach; both are kept, so that printed values compare equal to upstream's.
fn scaled(amount: f64, scale: f64, units: &[&str], decimals: usize) -> String {
    let mut amount = amount;
    let mut unit = 0;
    while unit + 2 < units.len() && amount >= scale * 0.85 {
        amount /= scale;
        unit += 1;
    }
    format!("{amount:.decimals$}{}", units[unit])
}

/// A count with SI prefix and two decimals: `1.50k`.
#[must_use]
pub fn metric(amount: f64) -> String {
    scaled(amount, 1000.0, METRIC, 2)
}

/// A number of bytes with binary prefix and two decimals, without the `B`: `1.50M`.
#[must_use]
pub fn binary(bytes: f64) -> String {
    scaled(bytes, 1024.0, BINARY, 2)
}

/// A latency or run time in microseconds, two decimals: `1.20ms`, `30.00s`, `1.00m`.
#[must_use]
pub fn micros(us: f64) -> String {
    if us >= 1_000_000.0 {
        scaled(us / 1_000_000.0, 60.0, SECONDS, 2)
    } else {
        scaled(us, 1000.0, MICROSECONDS, 2)
    }
}

/// The `30s` of `Running 30s test`; below a second, which upstream cannot be asked for, `500ms`.
#[must_use]
pub fn whole_seconds(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        return format!("{}ms", duration.as_millis());
    }
    scaled(duration.as_secs_f64(), 60.0, SECONDS, 0)
}

/// Right-aligns a quantity so that the digits of a column line up whatever the length of the unit:
/// the missing letters of a two-letter unit become trailing blanks.
#[must_use]
pub fn aligned(text: &str, width: usize) -> String {
    let letters = text
        .bytes()
        .rev()
        .take(2)
        .filter(u8::is_ascii_alphabetic)
        .count();
    let pad = 2 - letters;
    let width = width - pad;
    format!("{text:>width$.width$}{:pad$}", "")
}
