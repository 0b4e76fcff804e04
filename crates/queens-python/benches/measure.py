"""Measures the overhead of the Python package. Install a release build first, then run:

target/venv/bin/python crates/queens-python/benches/measure.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from dask.distributed import Client, LocalCluster

import n_queens as queens
from n_queens import cluster
from n_queens._cluster.pool import Pool
from n_queens._cluster.progress import Progress
from n_queens._cluster.run import Run
from n_queens._cluster.transport import Transport


def best(work: Callable[[], object], runs: int) -> float:
    def seconds() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return min(seconds() for _ in range(runs))


def call_overhead() -> None:
    extra = []
    for _ in range(30):
        start = time.perf_counter()
        engine = queens.count(16).seconds
        extra.append(time.perf_counter() - start - engine)
    print(f"count(16): beyond the engine's time {min(extra) * 1e3:.2f} ms best, {sorted(extra)[15] * 1e3:.2f} ms median")


def arrays() -> None:
    def filled() -> object:
        array = np.empty((14_200, 12), dtype=np.uint8)
        for place, solution in enumerate(queens.solutions(12)):
            array[place] = solution.rows
        return array

    at_once = listed = by_rows = float("inf")
    # Alternating, so that noise affects all of them.
    for _ in range(10):
        at_once = min(at_once, best(lambda: queens.solutions_array(12), 20))
        listed = min(listed, best(lambda: np.array([s.rows for s in queens.solutions(12)], dtype=np.uint8), 3))
        by_rows = min(by_rows, best(filled, 3))
    print(f"solutions_array(12): {at_once * 1e3:.2f} ms; from a list of the iterator {listed * 1e3:.1f} ms "
          f"({listed / at_once:.0f}x), row by row {by_rows * 1e3:.1f} ms ({by_rows / at_once:.0f}x)")


def run_jobs(client: Client, plan: queens.Plan, ids: list[int]) -> float:
    """Runs some jobs of a plan on a cluster, one per batch, and returns the seconds."""
    session = queens._queens.Session(plan, audit=0.0)
    run = Run(plan, session, Transport(client, 60), "cpu", 1, Progress(plan.n, False))
    run.pool = Pool(ids)
    start = time.perf_counter()
    while len(session.missing()) > plan.jobs - len(ids):
        run._turn()
    taken = time.perf_counter() - start
    run.close()
    session.close("stopped")
    return taken


def scaling() -> None:
    plan = queens.plan(22, method="join")
    ids = plan.sample(40)
    times: dict[int, float] = {}
    for workers in (1, 2, 1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
            client.wait_for_workers(workers)
            run_jobs(client, plan, ids[: 2 * workers])  # A first run, which also fills tables.
            taken = run_jobs(client, plan, ids)
            times[workers] = min(taken, times.get(workers, taken))
            mean = workers * taken / len(ids)
            print(f"{workers} workers: {len(ids)} jobs of N = 22, {mean:.2f} s each, in {taken:.1f} s")
    print(f"two workers are {times[1] / times[2]:.2f} times as fast as one")


def handing_out() -> None:
    jobs = queens.plan(14, method="cross").jobs
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        client.wait_for_workers(2)
        seconds = best(lambda: cluster.count(14, client=client, method="cross", batch=1, progress=False), 3)
    print(f"{jobs} batches of one short job: {jobs / seconds:.0f} batches per second")


if __name__ == "__main__":
    call_overhead()
    arrays()
    scaling()
    handing_out()
