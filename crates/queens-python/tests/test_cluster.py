"""Clusters: real workers and schedulers as processes, which are killed in the middle of a run."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dask_processes import Cluster, run_command

import n_queens as queens

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")

from dask.distributed import Client

from n_queens import cluster

#: N = 14 has 849 jobs of about 4 ms: a run of seconds that can be interrupted anywhere.
SIZE, SOLUTIONS = 14, 365_596

#: The exit code of a killed process.
KILLED = 1 if sys.platform == "win32" else -signal.SIGKILL


@pytest.fixture
def two_workers() -> Iterator[Cluster]:
    with Cluster() as running:
        for _ in range(2):
            running.start_worker()
        yield running


def once_done(ledger: Path, jobs: int, act: Callable[[], None]) -> threading.Thread:
    """Calls a function as soon as the ledger has this many jobs."""

    def wait() -> None:
        while True:
            try:
                if queens.Ledger(ledger).status().finished >= jobs:
                    break
            except (ValueError, RuntimeError):
                pass
            time.sleep(0.02)
        act()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def check(ledger: Path, jobs: int) -> None:
    """Every job is there once, and the independent verification finds the right sum."""
    records = queens.Ledger(ledger).records()
    assert sorted(record.job for record in records) == list(range(jobs))
    verification = queens.verify(ledger)
    assert verification.outcome == "verified" and verification.solutions == SOLUTIONS, verification


def test_counts_with_and_without_a_ledger(two_workers: Cluster, tmp_path: Path) -> None:
    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        assert cluster.count(12, client=client, method="cross").solutions == 14_200
        found = cluster.count(10, client=client, method="bitmask", statistics=True)
        assert found.placements == 35_538
        ledger = tmp_path / "q.db"
        assert cluster.count(SIZE, client=client, method="join", ledger=ledger).solutions == SOLUTIONS
        # Again: no job is missing, and the method is that of the ledger.
        again = cluster.count(SIZE, client=client, ledger=ledger)
        assert (again.solutions, again.method) == (SOLUTIONS, "join")
        with pytest.raises(ValueError, match="boards go from 0 to 32"):
            cluster.count(99, client=client)
        with pytest.raises(ValueError, match="differs|another|other"):
            cluster.count(13, client=client, ledger=ledger)


def test_other_rules_are_counted_and_resumed(two_workers: Cluster, tmp_path: Path) -> None:
    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        cases: list[tuple[dict[str, Any], int]] = [
            ({"rules": "superqueens"}, 156),
            ({"only": "180"}, 80),
            ({"queens": 8}, 207_667_564),
        ]
        for options, solutions in cases:
            ledger = tmp_path / f"{solutions}.db"
            # The second time, no job is missing.
            for _ in range(2):
                found = cluster.count(12, client=client, ledger=ledger, **options)
                assert (found.solutions, found.rules, found.only) == (solutions, options.get("rules"), options.get("only"))
            verification = queens.verify(ledger, sample=1)
            assert verification.outcome == "verified" and verification.solutions == solutions, verification
            with pytest.raises(ValueError, match=re.escape(str(ledger))):
                cluster.count(12, client=client, ledger=ledger)


def test_a_killed_worker_costs_only_time(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    jobs = queens.plan(SIZE, method="cross").jobs
    left: list[int] = []

    def kill() -> None:
        victim.kill()
        left.append(len(queens.Ledger(ledger).missing()))

    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        victim = two_workers.workers[0]
        killer = once_done(ledger, 40, kill)
        found = cluster.count(SIZE, client=client, ledger=ledger, method="cross", batch=2)
        killer.join(timeout=10)
        assert victim.wait(timeout=10) == KILLED
    # The worker was killed before the end of the run.
    assert left[0] > 0
    assert found.solutions == SOLUTIONS
    check(ledger, jobs)


def test_a_run_continues_when_the_scheduler_is_restarted(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    jobs = queens.plan(SIZE, method="cross").jobs

    left: list[int] = []

    def restart() -> None:
        two_workers.scheduler.kill()
        two_workers.scheduler.wait()
        left.append(len(queens.Ledger(ledger).missing()))
        two_workers.start_scheduler()
        for _ in range(2):
            two_workers.start_worker()

    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        killer = once_done(ledger, 40, restart)
        found = cluster.count(SIZE, client=client, ledger=ledger, method="cross", batch=2, patience=60)
        killer.join(timeout=30)
    assert left[0] > 0
    assert found.solutions == SOLUTIONS
    check(ledger, jobs)


def test_bad_requests_are_refused(two_workers: Cluster) -> None:
    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        with pytest.raises(ValueError, match="batch=0"):
            cluster.count(10, client=client, batch=0)
        for audit in (-0.1, 1.5, float("nan")):
            with pytest.raises(ValueError, match="audit=.*allowed are numbers from 0 to 1"):
                cluster.count(10, client=client, audit=audit)
        with pytest.raises(ValueError, match="no NVIDIA driver"):
            cluster.count(12, client=client, device="cuda")


def test_a_killed_run_is_resumed(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    words = [str(SIZE), "--scheduler", two_workers.address, "--ledger", str(ledger)]
    command = [sys.executable, "-m", "n_queens.cluster", *words, "--method", "cross", "--batch", "2"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    once_done(ledger, 40, run.kill).join(timeout=60)
    assert run.wait(timeout=10) == KILLED
    run.communicate()
    kept = queens.Ledger(ledger).status().finished
    assert 40 <= kept < queens.Ledger(ledger).jobs
    end = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (end.returncode, end.stdout) == (0, f"{SIZE}: {SOLUTIONS}\n"), end.stderr
    check(ledger, queens.Ledger(ledger).jobs)


def hear_interrupts() -> None:
    """Resets SIGINT, which is ignored if the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send Ctrl-C to another there")
def test_an_interrupt_keeps_finished_jobs(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    words = [str(SIZE), "--scheduler", two_workers.address, "--ledger", str(ledger)]
    command = [sys.executable, "-m", "n_queens.cluster", *words, "--method", "cross", "--batch", "2"]
    pipe = subprocess.PIPE
    run = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear_interrupts)
    once_done(ledger, 40, lambda: run.send_signal(signal.SIGINT)).join(timeout=60)
    out, errors = run.communicate(timeout=30)
    assert (run.returncode, out) == (130, ""), errors
    assert "interrupted; finished jobs are in" in errors
    assert queens.Ledger(ledger).status().finished >= 40


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["99"], "boards go from 0 to 32"),
        (["x"], "invalid int value: 'x'"),
        (["12", "--rules", "regions"], "rules"),
        (["12", "--rules", "kings"], "kings"),
        (["12", "--only", "45"], "only='45': allowed are '180' and '90'"),
        (["12", "--queens", "some"], "queens='some': allowed are 0 to 1024"),
        (["12", "--queens", "9" * 5000], "allowed are 0 to 1024"),
        (["12", "--audit", "5x"], "5x: expected a share of all jobs"),
        (["12", "--audit", "101%"], "101%: expected a share of all jobs"),
        (["12", "--tls-ca", "ca.pem"], "TLS also needs --tls-cert, --tls-key"),
        (["12", "--scheduler", "tls://127.0.0.1:1"], "TLS needs --tls-ca, --tls-cert, --tls-key"),
    ],
)
def test_bad_arguments_are_one_line(words: list[str], reason: str) -> None:
    code, out, lines, _ = run_command(*words)
    assert (code, out, len(lines)) == (2, "", 1), lines
    assert lines[0].startswith("queens: ") and reason in lines[0]


def test_a_port_in_use_adds_no_lines() -> None:
    # Without an address, the scheduler's HTTP server takes this port, and Dask warns if it is in use.
    with socket.socket() as other:
        with contextlib.suppress(OSError):  # Then another program uses it already.
            other.bind(("0.0.0.0", 8787))
            other.listen()
        code, out, lines, _ = run_command("10")
    assert (code, out, len(lines)) == (0, "10: 724\n", 1), lines
    assert lines[0].startswith("queens: "), lines


def test_dask_reports_no_answer_that_it_cannot_fetch() -> None:
    code = (
        "import logging, distributed\n"
        "from n_queens import cluster\n"
        "cluster._silence_dask()\n"
        "logging.getLogger('distributed.scheduler').error('lost')\n"
        "logging.getLogger('distributed.client').warning('lost')\n"
        "logging.getLogger('distributed.worker').error('kept')\n"
    )
    end = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert end.returncode == 0 and "lost" not in end.stderr and "kept" in end.stderr, end.stderr


def test_a_device_that_no_worker_has_is_one_line() -> None:
    code, out, lines, _ = run_command("12", "--device", "cuda")
    assert (code, out, len(lines)) == (2, "", 1), lines
    assert "no worker can count: " in lines[0] and "no NVIDIA driver" in lines[0]


def test_many_short_jobs_cost_few_round_trips() -> None:
    # With one round trip per job it takes half a minute.
    code, out, lines, seconds = run_command("15")
    assert (code, out, len(lines)) == (0, "15: 2279184\n", 1), lines
    assert re.fullmatch(r"queens: \d+ of 2453 jobs \(.*%\) were counted twice; .* at most \d+%", lines[0])
    assert seconds < 15, seconds
