"""Clusters whose workers count on GPUs through wgpu, each on a device that it opens itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from software_gpu import DEVICE, need_device, only_software

import n_queens as queens

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")
need_device()

from dask.distributed import Client
from dask_processes import Cluster
from test_cluster import KILLED, once_done

from n_queens import cluster


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Cluster]:
    with Cluster() as running:
        for _ in range(2):
            running.start_worker()
        yield running


def test_workers_count_on_their_devices(two_workers: Cluster) -> None:
    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        options = cluster._Options(None, None, DEVICE, False, None, False, 60.0, 0.2)
        found, report = cluster._count(12, client, options)
        assert (found.solutions, found.method) == (queens.count(12).solutions, "cross")
        # Both workers counted, and counted the same.
        assert report.workers == 2 and report.audited > 0 and report.excluded == []
        found = cluster.count(10, client=client, device=DEVICE, statistics=True)
        assert (found.solutions, found.placements) == (724, 35_538)


def test_a_killed_run_is_resumed(two_workers: Cluster, tmp_path: Path) -> None:
    ledger = tmp_path / "q.db"
    words = ["12", "--scheduler", two_workers.address, "--ledger", str(ledger), "--device", DEVICE]
    command = [sys.executable, "-m", "n_queens.cluster", *words]
    run = subprocess.Popen([*command, "--batch", "4"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    once_done(ledger, 40, run.kill).join(timeout=60)
    assert run.wait(timeout=10) == KILLED
    run.communicate()
    assert 40 <= queens.Ledger(ledger).status().finished < queens.Ledger(ledger).jobs
    end = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (end.returncode, end.stdout) == (0, "12: 14200\n"), end.stderr
    records = queens.Ledger(ledger).records()
    assert [record.job for record in records] == list(range(queens.Ledger(ledger).jobs))
    assert queens.verify(ledger).outcome == "verified"


@only_software
def test_workers_without_a_gpu_are_one_line(two_workers: Cluster) -> None:
    with Client(two_workers.address) as client:
        client.wait_for_workers(2)
        for device, reason in [("gpu", "no NVIDIA driver: .*; wgpu finds no GPU"), ("wgpu", "wgpu finds no GPU")]:
            with pytest.raises(ValueError, match=f"^no worker can count: {reason}.*wgpu:0 selects it$"):
                cluster.count(12, client=client, device=device)
