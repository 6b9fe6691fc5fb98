"""The commands beside tune: what they print, and how they refuse what they cannot use."""

import json
import socket

import pytest
from conftest import ROOT, kneepoint

SATURATE = (
    "--percentile",
    "99",
    "--max",
    "50ms",
    "--max-error-rate",
    "1%",
    "--precision",
    "30%",
)
SHORT = ("--initial-duration", "500ms", "--final-duration", "1s", "--connections", "8")


def test_plan_tells_what_would_be_run_and_runs_nothing(manifest):
    run = kneepoint("plan", manifest)
    assert run.returncode == 0, run.stderr
    assert "linked pool 1 queue 64" in run.stdout
    assert "linked pool 2 queue 64" in run.stdout
    assert "2 trials" in run.stdout


def test_plan_of_the_quickstart_compares_pools_and_queues():
    run = kneepoint("plan", ROOT / "examples" / "quickstart.yaml")
    assert run.returncode == 0, run.stderr
    rows = [line for line in run.stdout.splitlines() if " pool " in line]
    assert len({line.split(" pool ")[0].split()[-1] for line in rows}) >= 3
    assert len({line.split(" pool ")[1].split()[0] for line in rows}) >= 2


def test_saturate_finds_the_point_of_a_running_endpoint(server):
    script = ROOT / "loadtest-jobs" / "scripts" / "get.lua"
    run = kneepoint(
        "saturate",
        server,
        *SATURATE,
        *SHORT,
        "--script",
        script,
        "--json",
        "--",
        "--keys",
        "1000",
    )

    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert 0 < answer["saturation"]["low"] <= answer["saturation"]["rps"]
    assert (
        answer["saturation"]["rps"]
        <= answer["saturation"]["high"]
        <= 1.31 * answer["saturation"]["low"]
    )
    verdicts = {
        probe["rate"]: probe["verdict"]
        for probe in answer["probes"]
        if probe["decisive"]
    }
    assert verdicts[answer["saturation"]["low"]] == "pass"
    assert verdicts[answer["saturation"]["high"]] == "fail"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_saturate_says_when_nobody_is_there():
    run = kneepoint("saturate", f"http://127.0.0.1:{free_port()}/", "--json")
    assert run.returncode == 1
    assert "nothing answers at 127.0.0.1" in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tune", "no-such-file.yaml", "--output", "x"), "no-such-file.yaml"),
        (("plan", "/dev/null"), "nothing in it"),
        (("tune",), "Missing required"),
        (("bogus",), "bogus"),
        (("saturate", "ftp://127.0.0.1/"), "allowed: http://"),
        (("saturate", "http://127.0.0.1:1/", "--percentile", "101"), "--percentile"),
        (("saturate", "http://127.0.0.1:1/", "--max", "20"), "--max: found"),
        (("parse", "no-such-file.txt"), "no-such-file.txt"),
        (("parse", "/"), "directory"),
        (("wrk2", "-R", "0", "http://127.0.0.1:1/"), "rate"),
        (("wrk2", "-R", "100"), "URL"),
    ],
)
def test_bad_input_is_told_in_a_sentence_with_exit_code_2(arguments, sentence):
    run = kneepoint(*arguments)
    assert run.returncode == 2, run.stdout + run.stderr
    assert sentence.lower() in run.stderr.lower()
    assert "Exception" not in run.stderr
    assert run.stdout == ""


def test_every_problem_of_a_manifest_is_told_at_once_and_nothing_starts(
    manifest, tmp_path
):
    manifest.write_text(
        manifest.read_text()
        .replace("maxErrorRate", "maxErorRate")
        .replace("initialDuration: 500ms", "initialDuration: 5 parsecs")
        .replace("valueSize: 64", "valueSize: 64, mix: {get: 50, put: 10, delete: 0}")
    )
    output = tmp_path / "out"
    run = kneepoint("tune", manifest, "--output", output)

    assert run.returncode == 2
    for told in (
        "maxErorRate",
        "maxErrorRate",
        "initialDuration",
        "5 parsecs",
        "mix",
        "100",
    ):
        assert told in run.stderr
    assert not output.exists()


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--pool-size", "0"), "pool-size"),
        (("--queue-type", "stack"), "queue-type"),
        (("--no-such-flag",), "no-such-flag"),
        (("--engine", "rocksdb"), "data-dir"),
    ],
)
def test_serve_refuses_bad_settings_with_exit_code_64(flags, sentence):
    run = kneepoint("serve", "--port", "0", "--admin-port", "0", *flags)
    assert run.returncode == 64, run.stdout + run.stderr
    assert sentence in run.stderr


def test_wrk2_says_when_it_cannot_connect_or_read_its_script(tmp_path):
    refused = kneepoint(
        "wrk2", "-t1", "-c2", "-d1s", "-R10", f"http://127.0.0.1:{free_port()}/"
    )
    assert refused.returncode == 1
    assert "connect" in refused.stderr.lower()
    script = tmp_path / "torn.lua"
    script.write_text("request = function(\n")
    torn = kneepoint(
        "wrk2", "-t1", "-c2", "-d1s", "-R10", "-s", script, "http://127.0.0.1:1/"
    )
    assert torn.returncode == 2
    assert "torn.lua:" in torn.stderr


@pytest.mark.parametrize(
    "command", ["", "tune", "plan", "saturate", "parse", "serve", "wrk2"]
)
def test_help_teaches(command):
    run = kneepoint(*command.split(), "--help")
    assert run.returncode == 0, run.stderr
    assert "--" in run.stdout
