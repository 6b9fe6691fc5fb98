//! The whole program against a real server that behaves, stalls, fails and hangs up.

mod common;

use std::net::TcpStream;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use common::{OK, Then, ToyServer, collect, dead_port, reply, run, wait_until, wrk2};

const NOT_FOUND: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
const UNAVAILABLE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy";

#[test]
fn an_undisturbed_run_sends_what_is_scheduled() {
    let server = ToyServer::answering(OK);
    let run = run("-t2 -c7 -d1s -R300 -L --no-calibration", &[&server.url()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.report();
    assert_eq!(report.requests.scheduled, 300);
    assert!(
        report.requests.sent <= 300 && report.requests.sent > 150,
        "{:?}",
        report.requests
    );
    assert_eq!(
        report.requests.completed + report.requests.unanswered,
        report.requests.sent
    );
    assert_eq!(report.statuses[&200], report.requests.completed);
    assert_eq!(
        report.bytes_read,
        report.requests.completed * OK.len() as u64
    );
    assert_eq!(
        report.latency.histogram().unwrap().len(),
        report.requests.completed
    );
    assert_eq!(
        report.series.iter().map(|s| s.completed).sum::<u64>(),
        report.requests.completed
    );
    assert!(!report.calibrated && !report.interrupted && report.aborted.is_none());
    assert!(report.generator_usage.cpu_seconds > 0.0);
    assert!(run.stdout.starts_with(&format!(
        "Running 1s test @ {}\n  2 threads and 7 connections\n",
        server.url()
    )));
    for line in [
        "  Thread Stats",
        "#[Buckets =           27, SubBuckets     =         2048]",
        "Requests/sec:",
    ] {
        assert!(run.stdout.contains(line), "{line}");
    }
}

#[test]
fn a_server_that_stalls_for_a_second_shows_in_the_corrected_p99_and_not_in_the_uncorrected_one() {
    let stalled_until = Mutex::new(None);
    let server = ToyServer::start(move |number, _, stream| {
        let until = {
            let mut until = stalled_until.lock().unwrap();
            if number == 200 {
                *until = Some(Instant::now() + Duration::from_secs(1));
            }
            *until
        };
        if let Some(until) = until {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
        reply(stream, OK)
    });
    let run = run("-t1 -c2 -d3s -R200 --no-calibration", &[&server.url()]);
    let report = run.report();
    let histogram = report.latency.histogram().unwrap();
    // 200 requests are due during the stall and wait for its end: their latencies fall evenly from
    // 1 s to 0. The 99th percentile of 600 leaves 6 above it: 1 s - 6/200 s = 0.97 s. A request or
    // two more or less at either end move it by 5 ms each.
    let p99_us = report.latency.percentiles["99"].unwrap();
    assert!(p99_us > 940_000, "{p99_us}");
    let waited_half = histogram
        .iter_recorded()
        .filter(|step| step.value_iterated_to() >= 500_000)
        .map(|step| step.count_at_value())
        .sum::<u64>();
    assert!(
        waited_half >= 95,
        "{waited_half} of the 100 due in its first half waited half the stall"
    );
    // Uncorrected, only the one request in flight on each connection has waited.
    assert!(report.service_time.percentiles["99"].unwrap() < p99_us / 2);
    assert!(report.service_time.max.unwrap() > 900_000);
}

#[test]
fn refused_connections_end_the_run_at_once_with_a_sentence() {
    let port = dead_port();
    let started = Instant::now();
    let run = run(
        "-t1 -c3 -d60s -R100",
        &[&format!("http://127.0.0.1:{port}/")],
    );
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stderr,
        format!("wrk2: unable to connect to 127.0.0.1:{port} Connection refused\n")
    );
    assert!(
        run.stdout
            .contains("  Socket errors: connect 3, read 0, write 0, timeout 0\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("Requests/sec:      0.00\n"));
    let report = run.report();
    assert_eq!((report.errors.connect, report.errors.refused), (3, 3));
    assert_eq!(report.latency.mean, None);
    assert_eq!(report.latency.percentiles["99"], None);
}

#[test]
fn a_server_that_never_answers_is_counted_in_timeouts() {
    let server = ToyServer::start(|_, _, _| Then::Continue);
    let run = run(
        "-t1 -c2 -d1s -R40 --timeout 200ms --no-calibration",
        &[&server.url()],
    );
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("no request to 127.0.0.1"),
        "{}",
        run.stderr
    );
    let report = run.report();
    assert_eq!(report.errors.timeout, 2);
    assert_eq!(report.requests.scheduled, 40);
    assert_eq!(
        (
            report.requests.sent,
            report.requests.unanswered,
            report.requests.in_flight
        ),
        (2, 2, 2)
    );
    assert!(run.stdout.contains("timeout 2\n"));
}

#[test]
fn an_answer_after_the_timeout_keeps_its_true_latency() {
    let server = ToyServer::start(|_, _, stream| {
        std::thread::sleep(Duration::from_millis(300));
        reply(stream, OK)
    });
    let run = run(
        "-t1 -c1 -d1s -R2 --timeout 100ms --no-calibration",
        &[&server.url()],
    );
    let report = run.report();
    assert!(report.errors.timeout >= 1 && report.requests.completed >= 1);
    assert!(report.service_time.min.unwrap() >= 299_000);
}

#[test]
fn a_slow_server_is_sent_less_than_scheduled_and_charged_for_it() {
    let server = ToyServer::start(|_, _, stream| {
        std::thread::sleep(Duration::from_millis(50));
        reply(stream, OK)
    });
    let run = run("-t1 -c1 -d1s -R100 --no-calibration", &[&server.url()]);
    let report = run.report();
    assert_eq!(report.requests.scheduled, 100);
    assert!(report.requests.sent <= 21, "{:?}", report.requests);
    assert!(report.latency.max.unwrap() > 2 * report.service_time.min.unwrap());
}

#[test]
fn a_drain_waits_for_answers_without_moving_the_end_of_the_window() {
    let server = ToyServer::start(|_, _, stream| {
        std::thread::sleep(Duration::from_millis(400));
        reply(stream, OK)
    });
    let arguments = "-t1 -c10 -d500ms -R20 --no-calibration";
    let undrained = run(arguments, &[&server.url()]);
    assert!(undrained.report().requests.in_flight > 0);
    let drained = run(arguments, &["--drain", "20s", &server.url()]);
    let report = drained.report();
    assert_eq!(report.requests.unanswered, 0, "{:?}", report.requests);
    assert_eq!(report.requests.scheduled, 10);
    assert!(
        report.duration_seconds >= 0.5 && report.duration_seconds < 0.9,
        "{}",
        report.duration_seconds
    );
}

#[test]
fn statuses_above_399_are_errors_and_kept_apart() {
    let server = ToyServer::start(|number, _, stream| {
        reply(stream, [OK, NOT_FOUND, UNAVAILABLE, OK][number % 4])
    });
    let run = run("-t1 -c1 -d1s -R100 --no-calibration", &[&server.url()]);
    assert_eq!(run.code, Some(0));
    let report = run.report();
    let (ok, missing, busy) = (
        report.statuses[&200],
        report.statuses[&404],
        report.statuses[&503],
    );
    assert_eq!(ok + missing + busy, report.requests.completed);
    assert_eq!(report.errors.status, missing + busy);
    assert_eq!(report.latency_ok.histogram().unwrap().len(), ok);
    assert!(
        run.stdout
            .contains(&format!("  Non-2xx or 3xx responses: {}\n", missing + busy))
    );
}

#[test]
fn connection_close_reconnects_without_an_error() {
    let server = ToyServer::start(|_, _, stream| {
        reply(
            stream,
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        );
        Then::Close
    });
    let run = run("-t1 -c3 -d1s -R60 --no-calibration", &[&server.url()]);
    let report = run.report();
    assert!(report.requests.completed > 20, "{:?}", report.requests);
    assert_eq!(
        report.errors,
        kneepoint_wrk2::report::ErrorCounts::default()
    );
}

#[test]
fn an_idle_connection_closed_by_the_server_is_replaced_without_an_error() {
    let server = ToyServer::start(|_, _, stream| {
        reply(stream, OK);
        Then::Close
    });
    let run = run("-t1 -c3 -d1s -R60 --no-calibration", &[&server.url()]);
    let report = run.report();
    assert!(report.requests.completed > 20, "{:?}", report.requests);
    assert_eq!(
        report.errors.read + report.errors.write + report.errors.connect,
        0
    );
}

#[test]
fn a_connection_lost_in_the_middle_of_an_answer_is_a_read_error() {
    let server = ToyServer::start(|number, _, stream| {
        if number % 5 == 4 {
            reply(
                stream,
                b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
            );
            return Then::Close;
        }
        reply(stream, OK)
    });
    let run = run("-t1 -c2 -d1s -R100 --no-calibration", &[&server.url()]);
    let report = run.report();
    assert!(report.errors.read > 3, "{:?}", report.errors);
    assert_eq!(
        report.requests.unanswered,
        report.errors.read + report.requests.in_flight
    );
    assert!(report.requests.completed > 20);
}

#[test]
fn answers_trickling_in_byte_by_byte_are_whole_in_the_end() {
    let server = ToyServer::start(|_, _, stream: &mut TcpStream| {
        for byte in b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        {
            reply(stream, &[*byte]);
        }
        Then::Continue
    });
    let run = run("-t1 -c2 -d500ms -R40 --no-calibration", &[&server.url()]);
    let report = run.report();
    assert!(report.requests.completed >= 3, "{:?}", report.requests);
    assert_eq!(
        report.errors,
        kneepoint_wrk2::report::ErrorCounts::default()
    );
}

#[test]
fn what_is_not_http_is_a_read_error() {
    let server = ToyServer::answering(b"220 mail.example.org ESMTP\r\n\r\n");
    let run = run("-t1 -c1 -d300ms -R20 --no-calibration", &[&server.url()]);
    assert_eq!(run.code, Some(1));
    assert!(run.report().errors.read > 0);
}

#[test]
fn a_certain_verdict_ends_the_run_early() {
    let failing = ToyServer::answering(UNAVAILABLE);
    let silent = ToyServer::start(|_, _, _| Then::Continue);
    for (server, condition) in [
        (&failing, "errors>1%"),
        (&silent, "p99>100ms"),
        (&silent, "lag>10s,lost>1%"),
    ] {
        let run = run(
            "-t2 -c4 -d60s -R50 --timeout 200ms --no-calibration",
            &["--abort-when", condition, &server.url()],
        );
        let report = run.report();
        let reason = report.aborted.as_deref().unwrap();
        assert!(
            reason.starts_with(condition.rsplit(',').next().unwrap()),
            "{reason}"
        );
        assert!(
            reason.contains("of 3000 scheduled requests, 30 allowed"),
            "{reason}"
        );
        assert!(report.duration_seconds < 30.0);
        assert!(
            report.requests.scheduled < 1500,
            "only what the window that was run has scheduled"
        );
    }
}

#[test]
fn a_run_within_its_bounds_is_not_ended_early() {
    let server = ToyServer::answering(OK);
    let run = run(
        "-t1 -c4 -d1s -R50 --no-calibration --abort-when lost>50%,errors>1%,p50>20s",
        &[&server.url()],
    );
    assert_eq!(run.report().aborted, None);
    assert!(run.report().duration_seconds >= 1.0);
}

#[test]
fn interrupted_runs_print_what_was_measured() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let server = ToyServer::answering(OK);
        let folder = tempfile::tempdir().unwrap();
        let json = folder.path().join("result.json");
        let child = wrk2(&["-t1", "-c2", "-d60s", "-R200", "--no-calibration", "--json"])
            .arg(&json)
            .arg(server.url())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        wait_until(Duration::from_secs(20), "load", || server.seen() > 20);
        let kill = std::process::Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let run = collect(output, &std::fs::read_to_string(&json).unwrap());
        assert_eq!(run.code, Some(code));
        assert!(run.report().interrupted && run.report().requests.completed > 0);
        assert!(run.stdout.contains("Requests/sec:"));
    }
}

#[test]
fn json_on_standard_output_moves_the_text_to_standard_error() {
    let server = ToyServer::answering(OK);
    let output = wrk2(&[
        "-t1",
        "-c1",
        "-d200ms",
        "-R50",
        "--no-calibration",
        "--json",
        "-",
        &server.url(),
    ])
    .output()
    .unwrap();
    let stdout = String::from_utf8(output.stdout.clone()).unwrap();
    let run = collect(output, &stdout);
    assert!(run.report().requests.completed > 0);
    assert!(run.stderr.contains("Requests/sec:"));
}

#[test]
fn progress_is_one_json_line_a_second_when_not_on_a_terminal() {
    let server = ToyServer::answering(OK);
    let run = run(
        "-t1 -c1 -d2500ms -R50 --no-calibration --progress",
        &[&server.url()],
    );
    let lines: Vec<serde_json::Value> = run
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2, "{}", run.stderr);
    assert!(lines[1]["completed"].as_u64() > lines[0]["completed"].as_u64());
}

#[test]
fn results_of_several_generators_merge_into_one() {
    let server = ToyServer::answering(OK);
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = ["a", "b"]
        .map(|name| folder.path().join(name).display().to_string())
        .into();
    for file in &files {
        let arguments = [
            "-t1",
            "-c2",
            "-d300ms",
            "-R100",
            "--no-calibration",
            "--json",
            file,
            &server.url(),
        ];
        assert!(wrk2(&arguments).output().unwrap().status.success());
    }
    let parts: Vec<kneepoint_wrk2::report::Report> = files
        .iter()
        .map(|file| serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
        .collect();
    let output = wrk2(&["merge", &files[0], &files[1]]).output().unwrap();
    let json = String::from_utf8(output.stdout.clone()).unwrap();
    let merged = collect(output, &json);
    let merged = merged.report();
    assert!((merged.rate - 200.0).abs() < 1e-9);
    assert_eq!(merged.connections, 4);
    assert_eq!(
        merged.requests.completed,
        parts
            .iter()
            .map(|part| part.requests.completed)
            .sum::<u64>()
    );
    assert_eq!(
        merged.latency.histogram().unwrap().len(),
        merged.requests.completed
    );
    assert_eq!(
        merged.latency.max,
        parts.iter().map(|part| part.latency.max).max().unwrap()
    );

    std::fs::write(&files[1], "{}").unwrap();
    let output = wrk2(&["merge", &files[0], &files[1]]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
