"""Clusters with bad workers, as real processes: the total is exact, and the workers are named with the reason."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time

import pytest
from dask_processes import Cluster

import n_queens as queens

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")

from dask.distributed import Client

from n_queens import cluster
from n_queens._cluster import run, workers

#: N = 17 by ``cross``: 4,952 short jobs.
SIZE, SOLUTIONS = 17, 95_815_104

LONG = "QUEENS_LONG" in os.environ


def options(**given: object) -> cluster._Options:
    """The options of ``count``."""
    defaults: dict[str, object] = {
        "ledger": None,
        "method": "cross",
        "device": "cpu",
        "statistics": False,
        "batch": None,
        "progress": False,
        "patience": 60.0,
        "audit": cluster.AUDIT,
    }
    return cluster._Options(**{**defaults, **given})  # type: ignore[arg-type]


def test_workers_that_are_consistently_wrong_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """One of three workers is wrong in one job of 50, another one in every job. Over 20 seeds in the long form."""
    seeds = range(20 if LONG else 2)
    found_by_audit = 0
    with Cluster() as running:
        running.start_worker("honest")
        running.start_worker("liar", "adds 8")
        running.start_worker("sometimes", "adds 8 to one in 50")
        with Client(running.address) as client:
            client.wait_for_workers(3)
            for seed in seeds:
                counted, report = cluster._count(SIZE, client, options(), seed=seed)
                lines = capsys.readouterr().err.splitlines()
                assert counted.solutions == SOLUTIONS, (seed, lines)
                # What was found before the total was compared with the published number.
                ends = [index for index, line in enumerate(lines) if str(SOLUTIONS) in line]
                during = lines[: ends[0]] if ends else lines
                assert is_named("liar", during), (seed, lines)
                assert is_named("sometimes", lines), (seed, lines)
                assert not is_named("honest", lines), (seed, lines)
                assert sorted(label.split()[1] for label in report.excluded) == ["liar", "sometimes"]
                found_by_audit += is_named("sometimes", during)
    print(f"the worker that is wrong in one job of 50 was found by audits in {found_by_audit} of {len(seeds)} runs")
    assert found_by_audit >= len(seeds) * 9 // 10 - (0 if LONG else 1)


def is_named(worker: str, lines: list[str]) -> bool:
    """Whether a line says that results of the worker were withdrawn."""
    return any(re.search(rf"worker {worker} at \S+ is wrong: .*withdrawn", line) for line in lines)


def test_workers_with_bad_answers_are_named_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    reasons = {
        "contradicts": "residues",
        "omits": "jobs are missing",
        "duplicates": "was sent twice",
        "garbage": "not a list of results",
        "plan version": "another version of n-queens",
        "no package": "cannot load n_queens .*No module named 'n_queens",
    }
    with Cluster() as running:
        running.start_worker("good")
        for fault in reasons:
            running.start_worker(fault.replace(" ", "-"), fault)
        with Client(running.address) as client:
            client.wait_for_workers(1 + len(reasons))
            counted, report = cluster._count(SIZE, client, options())
    text = capsys.readouterr().err
    assert counted.solutions == SOLUTIONS
    for fault, reason in reasons.items():
        name = fault.replace(" ", "-")
        assert re.search(rf"queens: .*worker {name} at tcp://.*({reason})", text), (fault, text)
        assert re.search(rf"queens: worker {name} at tcp://.*gets no more work", text), (fault, text)
    assert "worker good" not in text
    assert "\x1b" not in text


def test_workers_that_fail_are_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    with Cluster() as running:
        for _ in range(2):
            running.start_worker(fault="fails")
        with Client(running.address) as client:
            client.wait_for_workers(2)
            began = time.monotonic()
            with pytest.raises(RuntimeError, match="PermissionError: not here"):
                cluster.count(10, client=client, method="cross")
            # Not the whole patience of five minutes: nothing was ever counted.
            assert time.monotonic() - began < 60
            # A worker that joins continues the run.
            joining = threading.Timer(1.0, running.start_worker)
            joining.start()
            counted = cluster._count(10, client, options())[0]
            joining.join()
    assert counted.solutions == 724


def test_jobs_that_fail_everywhere_end_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    with Cluster() as running:
        for name in ("one", "two"):
            running.start_worker(name, "fails in job 7")
        with Client(running.address) as client:
            client.wait_for_workers(2)
            with pytest.raises(RuntimeError, match=r"failed 5 times: an error of worker (one|two) at .*not this one"):
                cluster._count(12, client, options(patience=5.0))
    text = capsys.readouterr().err
    assert "an error of worker one" in text and "an error of worker two" in text


def test_a_single_worker_is_audited_here(capsys: pytest.CaptureFixture[str]) -> None:
    with Cluster() as running:
        running.start_worker("honest")
        with Client(running.address) as client:
            client.wait_for_workers(1)
            counted, report = cluster._count(SIZE, client, options())
            assert counted.solutions == SOLUTIONS
            assert 100 < report.audited < 500, report.text
            assert capsys.readouterr().err == ""
            assert cluster._count(SIZE, client, options(audit=0.0))[1].audited == 0
        running.workers[0].kill()
        running.start_worker("liar", "adds 8")
        with Client(running.address) as client:
            client.wait_for_workers(1)
            # There is no other worker that could count.
            with pytest.raises(RuntimeError, match="no worker can count: .*liar"):
                cluster._count(14, client, options(patience=1.0))
    assert is_named("liar", capsys.readouterr().err.splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped by a signal there")
def test_a_worker_that_hangs_does_not_hang_the_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LATE_SECONDS", 2.0)
    with Cluster() as running:
        running.start_worker("one", "hangs")
        running.start_worker("two")
        with Client(running.address) as client:
            client.wait_for_workers(2)
            counted = cluster._count(14, client, options(batch=4))[0]
            os.kill(running.workers[0].pid, signal.SIGCONT)
    assert counted.solutions == 365_596
    text = capsys.readouterr().err
    assert re.search(r"worker one at tcp://.*has not answered for .*its jobs are also given to other workers", text), text


def test_lost_and_returning_workers_are_mentioned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "POLL_SECONDS", 0.2)
    with Cluster() as running:
        for name in ("one", "two"):
            running.start_worker(name, "pauses")

        def replace() -> None:
            running.workers[0].kill()
            time.sleep(0.5)
            running.start_worker("one")

        with Client(running.address) as client:
            client.wait_for_workers(2)
            killer = threading.Timer(0.5, replace)
            killer.start()
            counted = cluster._count(14, client, options(batch=2))[0]
            killer.join()
    assert counted.solutions == 365_596
    text = capsys.readouterr().err
    assert re.search(r"worker one at tcp://\S+ lost\n(.*\n)*.*worker one at tcp://\S+ joined again\n", text), text


def test_the_scheduler_needs_no_worker_at_first(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "NO_WORKERS_SECONDS", 0.5)
    with Cluster() as running, Client(running.address) as client:
        joining = threading.Timer(1.5, running.start_worker)
        joining.start()
        assert queens.plan(12).jobs == 342
        assert cluster.count(12, client=client).solutions == 14_200
        joining.join()
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"queens: the scheduler at {running.address} has no workers yet"]
