//! Quantities, as they are read and printed.

use std::time::Duration;

use kneepoint_wrk2::units::{binary, metric, micros, parse_metric, parse_time, whole_seconds};

#[test]
fn counts_take_si_suffixes_and_fractions() {
    for (text, value) in [
        ("1", 1.0),
        ("10k", 1e4),
        ("2M", 2e6),
        ("1.5K", 1500.0),
        ("0.5", 0.5),
        ("1G", 1e9),
    ] {
        assert_eq!(parse_metric(text), Ok(value), "{text}");
    }
    for text in ["", "k", "1x", "1kk", "ten", "1e9", "--1", "NaN", "inf"] {
        assert!(
            parse_metric(text).unwrap_err().contains("allowed"),
            "{text}"
        );
    }
}

#[test]
fn times_are_seconds_unless_a_unit_says_otherwise() {
    for (text, millis) in [
        ("2", 2000),
        ("2s", 2000),
        ("2m", 120_000),
        ("2h", 7_200_000),
        ("500ms", 500),
        ("0.5", 500),
    ] {
        assert_eq!(
            parse_time(text),
            Ok(Duration::from_millis(millis)),
            "{text}"
        );
    }
    assert_eq!(parse_time("100us"), Ok(Duration::from_micros(100)));
    for text in ["", "s", "2d", "-1s", "1 s s", "1e99h"] {
        assert!(parse_time(text).unwrap_err().contains("allowed"), "{text}");
    }
}

#[test]
fn printed_quantities_change_unit_at_85_percent_of_the_next() {
    assert_eq!(micros(849.0), "849.00us");
    assert_eq!(micros(850.0), "0.85ms");
    assert_eq!(micros(930.0), "0.93ms");
    assert_eq!(micros(999_999.0), "1000.00ms");
    assert_eq!(micros(1_050_000.0), "1.05s");
    assert_eq!(micros(60_000_000.0), "1.00m");
    assert_eq!(metric(849.0), "849.00");
    assert_eq!(metric(890.0), "0.89k");
    assert_eq!(binary(1_017_118.72), "0.97M");
    assert_eq!(binary(309.0), "309.00");
}

#[test]
fn the_duration_of_the_heading_is_whole_in_its_unit() {
    assert_eq!(whole_seconds(Duration::from_secs(30)), "30s");
    assert_eq!(whole_seconds(Duration::from_secs(60)), "1m");
    assert_eq!(whole_seconds(Duration::from_secs(7200)), "120m");
    assert_eq!(whole_seconds(Duration::from_millis(500)), "500ms");
}
