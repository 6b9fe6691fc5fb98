//! Every mistake gets one sentence that says what was found and what is allowed, and exit code 2.

mod common;

use common::wrk2;

#[test]
fn mistakes_on_the_command_line_are_named() {
    let url = "http://127.0.0.1:9/";
    for (arguments, sentence) in [
        (vec!["-R100"], "no URL given"),
        (vec![url], "--rate is missing"),
        (vec!["-R0", url], "--rate 0 is out of range"),
        (vec!["-R", "-5", url], "--rate"),
        (vec!["-Rfast", url], "--rate: 'fast' is not a number"),
        (vec!["-R1", "https://127.0.0.1/"], "https is not supported"),
        (vec!["-R1", "127.0.0.1:80"], "expected http://HOST"),
        (vec!["-R1", "http://:80/"], "it names no host"),
        (vec!["-R1", "http://a:99999/"], "port '99999'"),
        (
            vec!["-R1", "-t4", "-c3", url],
            "--connections 3 is less than --threads 4",
        ),
        (vec!["-R1", "-t0", url], "--threads 0 is out of range"),
        (
            vec!["-R1", "-c1.5", url],
            "--connections 1.5 is out of range",
        ),
        (vec!["-R1", "-d0", url], "--duration 0 is out of range"),
        (
            vec!["-R1", "-dlong", url],
            "--duration: 'long' is not a time",
        ),
        (
            vec!["-R1", "--timeout", "0", url],
            "--timeout 0 is out of range",
        ),
        (
            vec!["-R1", "--tick", "1us", url],
            "--tick 1us is out of range",
        ),
        (vec!["-R1", "-H", "NoColon", url], "--header 'NoColon'"),
        (vec!["-R1", "--abort-when", "p99", url], "there is no '>'"),
        (
            vec!["-R1", "--abort-when", "p99>20", url],
            "not a time with a unit",
        ),
        (vec!["-R1", "--abort-when", "errors>5", url], "not a share"),
        (
            vec!["-R1", "--abort-when", "mean>5ms", url],
            "'mean' is no metric",
        ),
        (
            vec!["-R1", "--json", "/nonexistent/x", url],
            "--json: cannot write",
        ),
        (
            vec!["-R1", "-s", "/nonexistent.lua", url],
            "cannot read script",
        ),
        (
            vec!["-R1", "--frobnicate", url],
            "unexpected argument '--frobnicate'",
        ),
        (vec!["merge"], "required"),
        (vec!["merge", "/nonexistent.json"], "cannot read"),
    ] {
        let output = wrk2(&arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(sentence), "{arguments:?}: {stderr}");
        assert!(
            stderr.starts_with("wrk2: ") && stderr.lines().count() == 1,
            "{stderr}"
        );
        assert!(output.stdout.is_empty(), "nothing was started");
    }
}

#[test]
fn scripts_that_cannot_work_are_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    for (script, sentence) in [
        ("\nrequest = function( return 1 end", "broken.lua:2:"),
        ("error('top level')", "broken.lua:1: top level"),
        ("function init(args) local x = nil + 1 end", "in init(): "),
        ("function setup(thread) error('no') end", "in setup(): "),
        (
            "function request() return nil end",
            "request() returned a nil value",
        ),
        ("function request() return '' end", "request is empty"),
        (
            "function request() return 'GET / HTTP/1.1\\r\\nHost: a\\r\\n' end",
            "it is incomplete at 3:1",
        ),
        (
            "function request() return 'hello\\r\\n\\r\\n' end",
            "not HTTP",
        ),
    ] {
        let file = folder.path().join("broken.lua");
        std::fs::write(&file, script).unwrap();
        let output = wrk2(&["-R10", "-s", file.to_str().unwrap(), "http://127.0.0.1:9/"])
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{script}: {stderr}");
        assert!(
            stderr.contains(sentence) && stderr.lines().count() == 1,
            "{script}: {stderr}"
        );
    }
}

#[test]
fn help_and_version_are_no_mistakes() {
    for (argument, expected) in [
        ("--help", "--abort-when"),
        ("-h", "Exit codes"),
        ("-v", "kneepoint-wrk2"),
        ("--version", "[epoll]"),
    ] {
        let output = wrk2(&[argument]).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(
            String::from_utf8(output.stdout).unwrap().contains(expected),
            "{argument}"
        );
    }
}
