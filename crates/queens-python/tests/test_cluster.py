"""Clusters: real workers and schedulers as processes, which are killed in the middle of a run."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import n_queens as queens

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")

from dask.distributed import Client

from n_queens import cluster

#: N = 14 has 849 jobs of about 4 ms: a run of seconds that can be interrupted anywhere.
SIZE, SOLUTIONS = 14, 365_596

#: The exit code of a killed process.
KILLED = 1 if sys.platform == "win32" else -signal.SIGKILL


class Cluster:
    """A scheduler and two workers of one thread each, all separate processes."""

    def __init__(self) -> None:
        self.port = 0
        self.workers: list[subprocess.Popen[str]] = []
        self.start_scheduler()
        for _ in range(2):
            self.start_worker()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        words = ["scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        self.scheduler = start(words)
        assert self.scheduler.stderr is not None
        for line in self.scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+tcp://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        drain(self.scheduler)

    def start_worker(self) -> None:
        words = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker = start([*words, "--death-timeout", "60"])
        drain(worker)
        self.workers.append(worker)

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def start(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def drain(process: subprocess.Popen[str]) -> None:
    """Reads the output of a process, so that it does not block."""
    assert process.stderr is not None
    threading.Thread(target=process.stderr.read, daemon=True).start()


@pytest.fixture
def two_workers() -> Iterator[Cluster]:
    running = Cluster()
    try:
        yield running
    finally:
        running.close()


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
        found = cluster.count(SIZE, client=client, ledger=ledger, method="cross", batch=1)
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
        found = cluster.count(SIZE, client=client, ledger=ledger, method="cross", batch=1, patience=60)
        killer.join(timeout=30)
    assert left[0] > 0
    assert found.solutions == SOLUTIONS
    check(ledger, jobs)


def test_a_run_fails_if_batches_keep_failing(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(work: queens.Plan, ids: list[int], device: str) -> list[queens.JobResult]:
        # An error of the operating system on a worker is not a lost scheduler.
        raise PermissionError("not here")

    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        with pytest.raises(ValueError, match="batch=0"):
            cluster.count(10, client=client, batch=0)
        with pytest.raises(ValueError, match="no NVIDIA driver"):
            cluster.count(12, client=client, device="cuda")
        monkeypatch.setattr(cluster, "_run_batch", failing)
        with pytest.raises(PermissionError, match="not here"):
            cluster.count(10, client=client, method="cross")


def test_a_killed_run_is_resumed(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    words = [str(SIZE), "--scheduler", two_workers.address, "--ledger", str(ledger)]
    command = [sys.executable, "-m", "n_queens.cluster", *words, "--method", "cross", "--batch", "1"]
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
    command = [sys.executable, "-m", "n_queens.cluster", *words, "--method", "cross", "--batch", "1"]
    pipe = subprocess.PIPE
    run = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear_interrupts)
    once_done(ledger, 40, lambda: run.send_signal(signal.SIGINT)).join(timeout=60)
    out, errors = run.communicate(timeout=30)
    assert (run.returncode, out) == (130, ""), errors
    assert "interrupted; finished jobs are in" in errors
    assert queens.Ledger(ledger).status().finished >= 40


def test_bad_requests_are_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "n_queens.cluster", "99"]
    end = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = [line for line in end.stderr.splitlines() if line.startswith("queens: ")]
    assert end.returncode == 2 and len(lines) == 1 and "boards go from 0 to 32" in lines[0]
