//! wrk2's Lua interface, by small scripts such as are written for it.

mod common;

use common::{OK, Run, ToyServer, reply, run};

fn run_script(server: &ToyServer, options: &str, script: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.lua");
    std::fs::write(&file, script).unwrap();
    let url = server.url();
    let mut more = vec!["-s", file.to_str().unwrap(), &url];
    if !arguments.is_empty() {
        more.push("--");
        more.extend(arguments);
    }
    run(options, &more)
}

const SHORT: &str = "-t1 -c1 -d1s -R20 --no-calibration";

#[test]
fn scripts_shape_the_requests() {
    let cases = [
        ("", "GET /path?q=1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"),
        (
            "wrk.method = 'POST' wrk.body = 'a=1' wrk.path = '/form'",
            "POST /form HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 3\r\n\r\na=1",
        ),
        (
            "wrk.headers['host'] = 'elsewhere' function request() return wrk.format() end",
            "GET /path?q=1 HTTP/1.1\r\nhost: elsewhere\r\n\r\n",
        ),
        (
            "function request() return wrk.format('PUT', '/x', {['Content-Length'] = 99, A = 1}, 'body') end",
            "PUT /x HTTP/1.1\r\nA: 1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 4\r\n\r\nbody",
        ),
        (
            "function init(args) wrk.path = args[0]:match('http') .. '/' .. #args .. args[1] .. args[2] end",
            "GET http/2--keys7 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        ),
        (
            "function setup(thread) thread:set('t', {1, deep = {x = true}}) end
             function init() wrk.path = '/' .. t[1] .. tostring(t.deep.x) .. wrk.thread:get('t')[1] end",
            "GET /1true1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        ),
        (
            "wrk.path = '/' .. wrk.scheme .. wrk.host .. type(wrk.port) .. wrk.method .. tostring(wrk.body)",
            "GET /http127.0.0.1stringGETnil HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        ),
        (
            "local ffi = require 'ffi' wrk.path = '/' .. ffi.sizeof('int') .. bit.bor(1, 2)",
            "GET /43 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        ),
        (
            "function init() local a = wrk.lookup(wrk.host, wrk.port)
               wrk.path = '/' .. #a .. tostring(a[1] ~= nil) .. tostring(wrk.connect(a[1])) .. tostring(wrk.thread.addr):match(':') end",
            "GET /1truetrue: HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        ),
    ];
    for (script, expected) in cases {
        let server = ToyServer::answering(OK);
        let run = run_script(&server, SHORT, script, &["--keys", "7"]);
        assert_eq!(run.code, Some(0), "{script}: {}", run.stderr);
        let expected = expected.replace("PORT", &server.port.to_string());
        assert_eq!(server.requests()[0], expected, "{script}");
    }
}

#[test]
fn headers_of_the_command_line_reach_every_request() {
    let server = ToyServer::answering(OK);
    let run = run(
        "-t1 -c1 -d1s -R20 --no-calibration",
        &["-H", "X-One: 1", "-H", "Host: h", &server.url()],
    );
    assert_eq!(run.code, Some(0));
    let request = &server.requests()[0];
    assert!(
        request.contains("\r\nX-One: 1\r\n") && request.contains("\r\nHost: h\r\n"),
        "{request}"
    );
}

#[test]
fn request_is_asked_once_per_request_sent() {
    let server = ToyServer::answering(OK);
    let script = "local n = 0 function request() n = n + 1 return wrk.format(nil, '/' .. n) end";
    run_script(&server, SHORT, script, &[]);
    for (number, request) in (1..).zip(server.requests()) {
        assert!(request.starts_with(&format!("GET /{number} ")), "{request}");
    }
    assert!(server.seen() > 2);
}

#[test]
fn responses_are_shown_with_status_headers_and_body() {
    let server = ToyServer::answering(
        b"HTTP/1.1 202 Accepted\r\nX-Mark: seen\r\nContent-Length: 4\r\n\r\nbody",
    );
    let script = "
        local threads = {}
        function setup(thread) threads[#threads + 1] = thread end
        function init() said, answers = '', 0 end
        function response(status, headers, body) said, answers = status .. headers['X-Mark'] .. body, answers + 1 end
        function done(summary)
          print(threads[1]:get('said'), threads[1]:get('answers') == summary.requests)
        end";
    let run = run_script(&server, SHORT, script, &[]);
    assert!(
        run.stdout.ends_with("202seenbody\ttrue\n"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn done_is_given_the_summary_and_the_statistics() {
    let server = ToyServer::answering(b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
    let script = "
        function done(summary, latency, requests)
          local e = summary.errors
          print(summary.requests > 0, summary.requests == e.status, summary.bytes == summary.requests * 40,
            summary.duration >= 1000000, e.connect + e.read + e.write + e.timeout)
          print(#latency == summary.requests, latency.min <= latency.mean, latency.mean <= latency.max,
            latency.stdev >= 0, latency:percentile(50) <= latency:percentile(100.0),
            latency[#latency] == latency:percentile(100), (latency(1)) == latency[1], latency.nonsense)
          print(#requests > 0, requests.min <= requests.max, requests.mean >= 0, requests.stdev >= 0,
            requests:percentile(50) <= requests.max, requests[1] == requests.min)
        end";
    let run = run_script(&server, SHORT, script, &[]);
    let expected = "true\ttrue\ttrue\ttrue\t0\ntrue\ttrue\ttrue\ttrue\ttrue\ttrue\ttrue\tnil\ntrue\ttrue\ttrue\ttrue\ttrue\ttrue\n";
    assert!(
        run.stdout.ends_with(expected),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn every_thread_has_a_state_of_its_own() {
    let server = ToyServer::answering(OK);
    let script = "
        local count = 0
        function setup(thread) count = count + 1 thread:set('id', count) end
        function request() return wrk.format('GET', '/thread' .. id) end";
    run_script(&server, "-t3 -c3 -d1s -R60 --no-calibration", script, &[]);
    for id in 1..=3 {
        let path = format!("GET /thread{id} ");
        assert!(
            server
                .requests()
                .iter()
                .any(|request| request.starts_with(&path)),
            "{path}"
        );
    }
}

#[test]
fn pipelined_requests_are_answered_one_by_one() {
    let server = ToyServer::answering(OK);
    let script = "
        local batch
        function init() batch = wrk.format(nil, '/1') .. wrk.format('POST', '/2', nil, 'x') .. wrk.format(nil, '/3') end
        function request() return batch end";
    for (options, samples_per_batch) in [
        ("-t1 -c2 -d500ms -R120 --no-calibration", 3),
        ("-B -t1 -c2 -d500ms -R120 --no-calibration", 1),
    ] {
        let run = run_script(&server, options, script, &[]);
        let report = run.report();
        assert_eq!(report.requests.sent % 3, 0);
        assert_eq!(report.requests.in_flight, 0);
        assert!(
            report.requests.sent >= 30 && report.requests.sent <= 66,
            "the rate counts requests, not batches"
        );
        let samples = report.latency.histogram().unwrap().len();
        assert_eq!(samples, report.requests.completed / 3 * samples_per_batch);
    }
}

#[test]
fn delay_holds_requests_back() {
    let server = ToyServer::answering(OK);
    let run = run_script(
        &server,
        "-t1 -c1 -d500ms -R1000 --no-calibration",
        "function delay() return 100 end",
        &[],
    );
    assert!(
        (1..=5).contains(&server.seen()),
        "{} {}",
        server.seen(),
        run.stderr
    );
}

#[test]
fn a_thread_can_stop_itself() {
    let server = ToyServer::answering(OK);
    let script = "function response() wrk.thread:stop() end";
    let run = run_script(&server, "-t1 -c1 -d60s -R50 --no-calibration", script, &[]);
    assert_eq!(run.code, Some(0));
    assert!(run.report().duration_seconds < 30.0);
}

#[test]
fn a_thread_can_change_its_server() {
    let (first, second) = (ToyServer::answering(OK), ToyServer::answering(OK));
    let script = format!(
        "function response() wrk.thread.addr = wrk.lookup('127.0.0.1', '{}')[1] end",
        second.port
    );
    let run = run_script(
        &first,
        "-t1 -c2 -d500ms -R100 --no-calibration",
        &script,
        &[],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        first.seen() <= 3 && second.seen() > 5,
        "{} {}",
        first.seen(),
        second.seen()
    );
}

#[test]
fn head_requests_expect_no_body() {
    let server = ToyServer::answering(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
    let run = run_script(&server, SHORT, "wrk.method = 'HEAD'", &[]);
    assert!(run.report().requests.completed > 2);
    assert_eq!(run.report().errors.timeout, 0);
}

#[test]
fn an_error_while_running_ends_the_run_with_its_line() {
    let server = ToyServer::start(|_, _, stream| reply(stream, OK));
    for (function, script) in [
        (
            "request",
            "local n = 0\nfunction request() n = n + 1 if n == 4 then error('fourth') end return wrk.format() end",
        ),
        ("response", "\nfunction response() error('fourth') end"),
        (
            "delay",
            "local n = 0\nfunction delay() n = n + 1 if n == 4 then error('fourth') end return 1 end",
        ),
        ("done", "\nfunction done() error('fourth') end"),
    ] {
        let run = run_script(&server, "-t2 -c2 -d5s -R50 --no-calibration", script, &[]);
        assert_eq!(run.code, Some(1), "{function}");
        assert!(
            run.stderr.contains(&format!("in {function}(): ")),
            "{}",
            run.stderr
        );
        assert!(
            run.stderr.contains("script.lua:2: fourth"),
            "{}",
            run.stderr
        );
        assert!(function == "done" || run.report().duration_seconds < 4.0);
    }
}
