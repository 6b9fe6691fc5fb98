"""The journeys' ways and means: run the launcher as a user does, and look at what is left behind."""

import os
import pathlib
import signal
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAUNCHER = str(ROOT / "kneepoint")

# Two configurations, a small store and short probes: the whole of a tuning in half a minute.
QUICK = """
apiVersion: kneepoint.dev/v1alpha1
kind: StorageTuning
metadata: {name: journey}
spec:
  objective:
    latency: [{percentile: "99", max: 50ms}]
    maxErrorRate: "1%"
  workload: {keys: 1000, valueSize: 64}
  load:
    connections: 8
    probe: {initialDuration: 500ms, finalDuration: 1s}
  search:
    strategy: grid
    space:
      poolSize: {values: [1, 2]}
      queueType: [linked]
      queueCapacity: {values: [64]}
    baseline: {poolSize: 1, queueType: linked, queueCapacity: 64}
    precision: "30%"
    budget: {maxDuration: 5m}
"""


def kneepoint(*arguments, timeout=300, **options):
    """Runs a command to its end."""
    return subprocess.run(
        [LAUNCHER, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        **options,
    )


def start(*arguments):
    """Starts a command in a process group of its own, as a shell does."""
    return subprocess.Popen(
        [LAUNCHER, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_until(condition, seconds=120):
    """Polls until the condition holds and returns what it returned."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(f"{condition} did not hold within {seconds} s")


def processes_naming(text):
    """Pids of the processes, this one aside, whose command line or environment names the text."""
    found = []
    for directory in pathlib.Path("/proc").glob("[0-9]*"):
        if directory.name == str(os.getpid()):
            continue
        try:
            said = (directory / "cmdline").read_bytes() + (
                directory / "environ"
            ).read_bytes()
        except OSError:
            continue
        if str(text).encode() in said:
            found.append(int(directory.name))
    return found


@pytest.fixture
def manifest(tmp_path):
    """A tuning that is over in half a minute."""
    path = tmp_path / "tuning.yaml"
    path.write_text(QUICK)
    return path


@pytest.fixture
def server():
    """A storage server in memory on free ports: its URL."""
    process = start(
        *("serve", "--engine", "memory", "--prefill", "1000", "--host", "127.0.0.1"),
        *(
            "--port",
            "0",
            "--admin-port",
            "0",
            "--pool-size",
            "2",
            "--queue-capacity",
            "64",
        ),
    )
    ready = process.stdout.readline()
    assert ready.startswith("ready "), ready + process.stderr.read()
    address = dict(part.split("=", 1) for part in ready.split()[1:] if "=" in part)[
        "public"
    ]
    yield f"http://{address}"
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(20)
