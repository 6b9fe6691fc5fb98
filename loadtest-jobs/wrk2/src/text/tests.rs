//! Against outputs of upstream wrk2, as engineers recorded them.

use std::time::Duration;

use hdrhistogram::Histogram;

use super::*;

const ONE_CONNECTION: &str = include_str!("../../tests/fixtures/calibrated-one-connection.txt");
const TWO_THREADS: &str = include_str!("../../tests/fixtures/calibrated-two-threads.txt");
const ERROR_STATUSES: &str =
    include_str!("../../tests/fixtures/calibrated-with-error-statuses.txt");
const ALL: [&str; 3] = [ONE_CONNECTION, TWO_THREADS, ERROR_STATUSES];

fn micros_of(text: &str) -> f64 {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match &text[digits.len()..] {
        "us" => 1.0,
        "ms" => 1e3,
        "s" => 1e6,
        "m" => 60e6,
        unit => panic!("unit {unit}"),
    };
    digits.parse::<f64>().unwrap() * scale
}

fn count_of(text: &str) -> f64 {
    let text = text.trim();
    let scale = if text.ends_with('k') { 1e3 } else { 1.0 };
    text.trim_end_matches('k').parse::<f64>().unwrap() * scale
}

fn line_with<'a>(output: &'a str, start: &str) -> &'a str {
    output
        .lines()
        .find(|line| line.trim_start().starts_with(start))
        .unwrap_or_else(|| panic!("no line {start}"))
}

/// The fewest samples that print the same spectrum: each line's bucket holds what it adds.
fn histogram_of(output: &str) -> Histogram<u64> {
    let mut histogram = latency::histogram();
    let mut seen = 0;
    for line in output.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if let [value, percentile, total, _] = fields[..]
            && let (Ok(value), Ok(_), Ok(total)) = (
                value.parse::<f64>(),
                percentile.parse::<f64>(),
                total.parse::<u64>(),
            )
        {
            histogram
                .record_n((value * 1000.0).round() as u64, total - seen)
                .unwrap();
            seen = total;
        }
    }
    histogram
}

fn summary<'a>(latency: &'a Histogram<u64>, rates: &'a RateSamples) -> Summary<'a> {
    Summary {
        latency,
        uncorrected: None,
        print_latency: true,
        rates,
        requests: 1_499_965,
        bytes: 100_497_655,
        errors: Errors::default(),
        runtime: Duration::from_micros(60_000_184),
    }
}

#[test]
fn the_heading_is_upstreams() {
    let url = "http://127.0.0.1:8080";
    assert!(ONE_CONNECTION.starts_with(&heading(Duration::from_secs(60), url, 1, 1)));
    assert!(ERROR_STATUSES.starts_with(&heading(Duration::from_secs(30), url, 1, 1)));
    assert!(TWO_THREADS.starts_with(&heading(Duration::from_secs(60), url, 2, 64)));
}

#[test]
fn calibration_lines_are_upstreams() {
    for (output, mean_us, sampling_interval_ms) in [
        (ONE_CONNECTION, 855, 10),
        (TWO_THREADS, 1666, 10),
        (TWO_THREADS, 1782, 10),
        (ERROR_STATUSES, 344_341, 1115),
    ] {
        let line = calibration(Calibration {
            mean_us,
            sampling_interval_ms,
        });
        assert!(output.lines().any(|theirs| theirs == line), "{line}");
    }
}

#[test]
fn statistics_lines_are_upstreams_to_the_blank() {
    for output in ALL {
        for (name, read, write) in [
            (
                "Latency",
                micros_of as fn(&str) -> f64,
                units::micros as fn(f64) -> String,
            ),
            ("Req/Sec", count_of, units::metric),
        ] {
            let theirs = line_with(output, &format!("{name}  "));
            let fields: Vec<&str> = theirs.split_whitespace().collect();
            let values = [read(fields[1]), read(fields[2]), read(fields[3])];
            let share = fields[4].trim_end_matches('%').parse().unwrap();
            let mut ours = String::new();
            statistics(&mut ours, name, values, write, share).unwrap();
            assert_eq!(ours.trim_end_matches('\n'), theirs);
        }
        assert!(
            summary(&latency::histogram(), &RateSamples::default())
                .to_string()
                .starts_with(line_with(output, "Thread Stats"))
        );
    }
}

#[test]
fn distribution_lines_are_upstreams_to_the_trailing_blank() {
    for output in ALL {
        for percentile in latency::PERCENTILES {
            let start = format!("{percentile:>7.3}%");
            let theirs = output
                .lines()
                .find(|line| line.starts_with(&start))
                .unwrap();
            let value = micros_of(&theirs[start.len()..]);
            assert_eq!(
                format!("{start}{}", units::aligned(&units::micros(value), 10)),
                theirs
            );
        }
    }
}

#[test]
fn the_spectrum_is_upstreams_line_by_line() {
    let histogram = histogram_of(ONE_CONNECTION);
    let ours = summary(&histogram, &RateSamples::default()).to_string();
    let spectrum = |output: &str| -> Vec<String> {
        output
            .lines()
            .skip_while(|line| !line.contains("Detailed Percentile spectrum"))
            .take_while(|line| !line.starts_with("#[Mean"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(spectrum(&ours), spectrum(ONE_CONNECTION));
    assert!(spectrum(&ours).len() > 100);
    for trailer in ["#[Max", "#[Buckets", "------"] {
        assert_eq!(
            line_with(&ours, trailer),
            line_with(ONE_CONNECTION, trailer)
        );
    }
    assert_eq!(
        line_with(&ours, "#[Mean").len(),
        line_with(ONE_CONNECTION, "#[Mean").len()
    );
}

#[test]
fn the_closing_lines_are_upstreams() {
    let (histogram, rates) = (latency::histogram(), RateSamples::default());
    let ours = summary(&histogram, &rates).to_string();
    for start in ["1499965 requests in", "Requests/sec:", "Transfer/sec:"] {
        assert_eq!(line_with(&ours, start), line_with(ONE_CONNECTION, start));
    }
    let mut failing = summary(&histogram, &rates);
    failing.errors = Errors {
        status: 680_417,
        connect: 1,
        read: 2,
        write: 3,
        timeout: 4,
        ..Errors::default()
    };
    let ours = failing.to_string();
    assert_eq!(
        line_with(&ours, "Non-2xx"),
        line_with(ERROR_STATUSES, "Non-2xx")
    );
    assert_eq!(
        line_with(&ours, "Socket errors"),
        "  Socket errors: connect 1, read 2, write 3, timeout 4"
    );
}

#[test]
fn a_run_without_a_response_prints_no_nan() {
    let (histogram, rates) = (latency::histogram(), RateSamples::default());
    let mut nothing = summary(&histogram, &rates);
    nothing.uncorrected = Some(&histogram);
    nothing.requests = 0;
    nothing.runtime = Duration::ZERO;
    let text = nothing.to_string().to_lowercase();
    assert!(!text.contains("nan"), "{text}");
    assert_eq!(
        text.matches("inf").count(),
        2,
        "only the last line of each spectrum"
    );
}
