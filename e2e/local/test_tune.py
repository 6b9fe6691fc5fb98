"""Tuning on one machine, from the manifest to the recommendation."""

import json
import os
import signal

import yaml
from conftest import kneepoint, processes_naming, start, wait_until


def observations(output, event="probed"):
    path = output / "probes.jsonl"
    if not path.exists():
        return []
    lines = [
        json.loads(line)
        for line in path.read_text().splitlines(keepends=True)
        if line.endswith("\n")
    ]
    return [line for line in lines if line["event"] == event]


def status_of(output):
    return yaml.safe_load((output / "result.yaml").read_text())["status"]


def test_ends_in_a_recommendation_with_its_evidence(manifest, tmp_path):
    output = tmp_path / "out"
    run = kneepoint("tune", manifest, "--output", output)

    assert run.returncode == 0, run.stderr
    status = status_of(output)
    recommended = status["recommended"]
    assert recommended["queueType"] == "linked"
    assert recommended["poolSize"] in (1, 2)
    assert recommended["environment"]["KNEEPOINT_POOL_SIZE"] == str(
        recommended["poolSize"]
    )
    saturation = recommended["saturation"]
    assert (
        0
        < saturation["low"]
        <= saturation["rps"]
        <= saturation["high"]
        <= 1.31 * saturation["low"]
    )
    assert {
        condition["type"]: condition["status"] for condition in status["conditions"]
    }["Ready"] == "True"
    assert len(status["trials"]) == 2
    assert f"{saturation['rps']:,.0f}" in run.stdout
    probes = observations(output)
    assert any(
        probe["measured"]["rate"] == saturation["low"] and probe["verdict"] == "pass"
        for probe in probes
    )
    assert all(probe["report"]["latency"]["histogram"] for probe in probes)
    assert not (output / "data").exists()
    assert processes_naming(output) == []


def test_interrupted_it_cleans_up_and_the_same_command_goes_on(manifest, tmp_path):
    output = tmp_path / "out"
    run = start("tune", manifest, "--output", output)
    wait_until(lambda: len(observations(output)) >= 2)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=30)

    assert run.returncode == 130, said
    assert "resume" in said
    assert processes_naming(output) == []
    before = observations(output)

    resumed = kneepoint("tune", manifest, "--output", output)
    assert resumed.returncode == 0, resumed.stderr
    assert observations(output)[: len(before)] == before
    assert len(observations(output, "serverStopped")) == 2
    assert status_of(output)["recommended"]["saturation"]["rps"] > 0


def test_killed_it_leaves_no_process_and_the_same_command_goes_on(manifest, tmp_path):
    output = tmp_path / "out"
    run = start("tune", manifest, "--output", output)
    wait_until(lambda: len(observations(output)) >= 1)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=30)

    wait_until(lambda: processes_naming(output) == [], seconds=10)
    before = observations(output)
    resumed = kneepoint("tune", manifest, "--output", output)
    assert resumed.returncode == 0, resumed.stderr
    assert observations(output)[: len(before)] == before
    assert not (output / "data").exists()


def test_finished_it_answers_again_without_measuring(manifest, tmp_path):
    output = tmp_path / "out"
    assert kneepoint("tune", manifest, "--output", output).returncode == 0
    journal = (output / "probes.jsonl").read_bytes()
    recommended = status_of(output)["recommended"]

    again = kneepoint("tune", manifest, "--output", output)
    assert again.returncode == 0, again.stderr
    assert (output / "probes.jsonl").read_bytes() == journal
    assert status_of(output)["recommended"] == recommended


def test_refuses_the_output_of_another_tuning(manifest, tmp_path):
    output = tmp_path / "out"
    run = start("tune", manifest, "--output", output)
    wait_until(lambda: observations(output, "serverStarted"))

    second = kneepoint("tune", manifest, "--output", output)
    assert second.returncode == 2
    assert "in use by another tuning" in second.stderr

    os.killpg(run.pid, signal.SIGTERM)
    run.communicate(timeout=30)
    manifest.write_text(manifest.read_text().replace("keys: 1000", "keys: 2000"))
    other = kneepoint("tune", manifest, "--output", output)
    assert other.returncode == 2
    assert "belongs to a tuning with another spec" in other.stderr


def test_a_budget_that_ends_early_gives_the_best_so_far(manifest, tmp_path):
    output = tmp_path / "out"
    manifest.write_text(
        manifest.read_text().replace("maxDuration: 5m", "maxDuration: 5m, maxTrials: 1")
    )
    run = kneepoint("tune", manifest, "--output", output)

    assert run.returncode == 0, run.stderr
    status = status_of(output)
    assert status["recommended"]["saturation"]["rps"] > 0
    assert [trial.get("outcome") for trial in status["trials"]].count("found") == 1


def test_says_so_when_nothing_is_sustained(manifest, tmp_path):
    output = tmp_path / "out"
    # No answer over a socket comes within 100 microseconds.
    manifest.write_text(
        manifest.read_text()
        .replace("max: 50ms", "max: 100us")
        .replace("values: [1, 2]", "values: [1]")
    )
    run = kneepoint("tune", manifest, "--output", output)
    assert run.returncode == 3, run.stdout + run.stderr
    status = status_of(output)
    assert "recommended" not in status
    assert [trial["outcome"] for trial in status["trials"]] == ["nothingSustained"]
    assert {
        condition["type"]: condition["status"] for condition in status["conditions"]
    }["Ready"] == "False"
    assert "No configuration" in run.stdout
