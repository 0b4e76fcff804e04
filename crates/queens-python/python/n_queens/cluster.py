"""Counts on a cluster: batches of jobs go to Dask workers, results into a ledger.

    from dask.distributed import Client
    from n_queens import cluster

    cluster.count(20, client=Client("tcp://scheduler:8786"), ledger="q20.db")

The same from a shell: ``python -m n_queens.cluster 20 --scheduler tcp://scheduler:8786 --ledger q20.db``.

Whatever is lost on the way, workers, the scheduler, this process, the ledger has every job once or not
at all, and the same call goes on with those that are missing. Needs ``pip install n-queens[cluster]``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import queue
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any, TypeAlias

from . import CountResult, JobResult, Ledger, Plan, _queens, plan, run_jobs

try:
    from dask.distributed import Client, Future, LocalCluster
except ImportError as error:  # pragma: no cover
    message = f"n_queens.cluster needs Dask: pip install 'n-queens[cluster]' ({error})"
    if __name__ == "__main__":
        # As a command it prints one line, not a traceback.
        print(f"queens: {message}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(message) from error

__all__ = ["count"]

_Batch: TypeAlias = "Future[list[JobResult]]"

#: A batch is made to take about so many seconds: long against what a hand-over costs, short against a lost worker.
BATCH_SECONDS = 2.0
#: A batch that has ended is told of at once; so often we look whether all is well.
LOOK_SECONDS = 0.25
#: How long a result may take from its worker.
ANSWER_SECONDS = 60
#: How often the cluster is asked how many threads it has.
ASK_SECONDS = 1.0
#: After so long without workers a line says so.
LONELY_SECONDS = 5.0
#: How often a batch may fail, for whatever reason, before the run is given up.
TRIES = 5


def count(
    n: int,
    *,
    client: Client,
    ledger: str | os.PathLike[str] | None = None,
    method: str | None = None,
    device: str = "cpu",
    statistics: bool = False,
    batch: int | None = None,
    progress: bool | None = None,
    patience: float = 300.0,
) -> CountResult:
    """Counts the solutions of the empty board on the workers of a Dask cluster.

    :param ledger: the file that keeps every result; it is made if it is not there, and gone on with if it is.
    :param method: ``cross``, ``join`` or another method with many jobs; without it the ledger's, or the fastest.
    :param device: what a worker counts with: ``cpu``, one job a thread of the worker, or ``cuda``.
    :param batch: how many jobs are handed out at once; without it, as many as take about two seconds.
    :param progress: whether to show progress on stderr; without it, if that is a terminal.
    :param patience: for how many seconds to look for a scheduler that is gone.
    """
    if batch is not None and batch < 1:
        raise ValueError(f"batch={batch}: at least one job is handed out at once")
    if ledger is not None and os.path.exists(ledger):
        there = Ledger(ledger)
        if there.shard is not None:
            raise ValueError(f"{ledger} is share {there.shard} of a plan: 'queens count --shard' goes on with it")
        method = method or there.method
        statistics = statistics or there.statistics
    elif device != "cpu" and not statistics:
        # On a GPU it is the only one.
        method = method or "cross"
    work = plan(n, method=method, statistics=statistics)
    shown = sys.stderr.isatty() if progress is None else progress
    run = _Run(work, client, device, batch, patience, _Progress(n, shown))
    try:
        return _queens.count_with(work, run.results, ledger=ledger, device=run.name())
    finally:
        run.close()


def _run_batch(work: Plan, ids: list[int], device: str) -> list[JobResult]:
    """What a worker does."""
    return run_jobs(work, ids, threads=1, device=device)


class _GivenUpError(Exception):
    """A batch failed on its workers too often: not to be taken for a lost scheduler."""

    def __init__(self, reason: BaseException) -> None:
        super().__init__(str(reason))
        self.reason = reason


class _Run:
    """A run over a cluster, which may lose workers and its scheduler."""

    def __init__(
        self,
        work: Plan,
        client: Client,
        device: str,
        batch: int | None,
        patience: float,
        progress: _Progress,
    ) -> None:
        self.work = work
        self.client = client
        self.own_client = False
        scheduler: Any = client.scheduler
        #: What was dialled, which need not be what the scheduler calls itself.
        self.address: str = scheduler.address
        self.device = device
        self.batch = batch
        self.patience = patience
        self.progress = progress
        #: Seconds a job, as the last batches had it.
        self.pace: float | None = None
        #: How often the batch that begins with a job has failed.
        self.failures: dict[int, int] = {}
        self.threads, self.asked = 0, 0.0
        self.lonely: float | None = None

    def name(self) -> str:
        """Who counts, for the records."""
        return f"dask on {platform.system()} {platform.machine()}, {self.device}"

    def close(self) -> None:
        self.progress.close()
        if self.own_client:
            self.client.close()

    def results(self, jobs: list[int]) -> Iterator[JobResult | list[int]]:
        """Hands out jobs and gives what comes back: what the plan's backend asks for."""
        waiting = deque(jobs)
        self.progress.start(self.work.jobs - len(jobs), self.work.jobs)
        # All that is finished; the rest is handed out again when a scheduler is gone.
        finished: set[int] = set()
        while waiting:
            try:
                for news in self._with_this_scheduler(waiting):
                    if isinstance(news, JobResult):
                        finished.add(news.job)
                        self.progress.step()
                    yield news
                return
            except _GivenUpError as failed:
                raise failed.reason from None
            except (OSError, TimeoutError, CancelledError) as lost:
                # What was under way is not known to be done.
                waiting = deque(job for job in jobs if job not in finished)
                self._reconnect(lost)

    def _with_this_scheduler(self, waiting: deque[int]) -> Iterator[JobResult | list[int]]:
        under_way: dict[str, tuple[_Batch, list[int]]] = {}
        ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            while waiting or under_way:
                for ids in self._new_batches(waiting, len(under_way)):
                    future = self._submit(ids)
                    under_way[str(future.key)] = (future, ids)
                    future.add_done_callback(lambda future: ended.put(str(future.key)))
                    yield ids
                batches = [under_way.pop(key) for key in self._ended(ended, under_way)]
                finished = [future for future, _ in batches if future.status == "finished"]
                answers = iter(self._gather(finished))
                for future, ids in batches:
                    if future in finished:
                        found = next(answers)
                        self._learn(found)
                        yield from found
                    elif future.status == "cancelled":
                        raise ConnectionError(f"the scheduler at {self.address} has forgotten a batch")
                    else:
                        error = future.exception(timeout=ANSWER_SECONDS) if future.status == "error" else None
                        self._count_failure(ids, error or ConnectionError("the result was lost"))
                        waiting.extendleft(reversed(ids))
        finally:
            for future, _ in under_way.values():
                future.release()

    def _ended(
        self, ended: queue.SimpleQueue[str], under_way: dict[str, tuple[_Batch, list[int]]]
    ) -> list[str]:
        """The batches that have ended, one way or another. Not all that happens to a batch is told, so now and then we look."""
        try:
            told = {ended.get(timeout=LOOK_SECONDS)}
            while not ended.empty():
                told.add(ended.get_nowait())
            return [key for key in told if key in under_way and under_way[key][0].status != "pending"]
        except queue.Empty:
            self._say_if_lonely()
            if self.client.status != "running":
                raise ConnectionError(f"the scheduler at {self.address} is gone") from None
            return [key for key, (future, _) in under_way.items() if future.status != "pending"]

    def _new_batches(self, waiting: deque[int], under_way: int) -> Iterator[list[int]]:
        """Two batches a thread of the cluster are under way, so that none waits for the next."""
        now = time.monotonic()
        if waiting and now - self.asked > ASK_SECONDS:
            self.threads, self.asked = sum(self.client.nthreads().values()), now
        for _ in range(max(1, 2 * self.threads) - under_way):
            ids = [waiting.popleft() for _ in range(min(self._size(), len(waiting)))]
            if not ids:
                return
            yield ids

    def _size(self) -> int:
        if self.batch is not None:
            return self.batch
        if self.pace is None:
            return 1
        return max(1, min(4096, int(BATCH_SECONDS / max(self.pace, 1e-6))))

    def _gather(self, finished: list[_Batch]) -> list[list[JobResult]]:
        answers: list[list[JobResult]] = self.client.gather(finished)
        return answers

    def _say_if_lonely(self) -> None:
        now = time.monotonic()
        if self.threads > 0:
            self.lonely = None
        elif self.lonely is None:
            self.lonely = now
        elif now - self.lonely > LONELY_SECONDS:
            self.lonely = float("inf")
            print(f"queens: the scheduler at {self.address} has no workers yet", file=sys.stderr)

    def _submit(self, ids: list[int]) -> _Batch:
        return self.client.submit(_run_batch, self.work, ids, self.device, pure=False, retries=0)

    def _learn(self, found: list[JobResult]) -> None:
        if found:
            pace = sum(result.seconds for result in found) / len(found)
            self.pace = pace if self.pace is None else 0.5 * (self.pace + pace)

    def _count_failure(self, ids: list[int], error: BaseException) -> None:
        self.failures[ids[0]] = self.failures.get(ids[0], 0) + 1
        if isinstance(error, ValueError) or self.failures[ids[0]] >= TRIES:
            raise _GivenUpError(error)
        print(f"queens: jobs {ids[0]}..{ids[-1]} are handed out again: {error}", file=sys.stderr)

    def _reconnect(self, lost: BaseException) -> None:
        """Waits for the scheduler to come back."""
        print(f"queens: waiting for the scheduler at {self.address}: {lost}", file=sys.stderr)
        end = time.monotonic() + self.patience
        while True:
            try:
                security = self.client.security
                client = Client(self.address, timeout=5, security=security, set_as_default=False)
                break
            except (OSError, TimeoutError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)
        if self.own_client:
            self.client.close(timeout=1)
        self.client, self.own_client = client, True
        self.asked = 0.0


class _Progress:
    """One line on stderr."""

    def __init__(self, n: int, shown: bool) -> None:
        self.n, self.shown = n, shown
        self.begun = self.done = self.all = 0
        self.started = self.drawn = 0.0

    def start(self, done: int, all_jobs: int) -> None:
        self.begun = self.done = done
        self.all = all_jobs
        self.started = time.monotonic()

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if not self.shown or now - self.drawn < 0.1:
            return
        self.drawn = now
        gone = now - self.started
        rate = (self.done - self.begun) / max(gone, 1e-9)
        left = (self.all - self.done) / rate
        line = f"N = {self.n}: {self.done} of {self.all} jobs, {rate:.1f} a second, about {left:.0f} s left"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.drawn:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m n_queens.cluster", description="Count the solutions of a board on a Dask cluster."
    )
    parser.add_argument("n", type=int, metavar="N", help="the size of the board")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler; without it, workers on this machine")
    parser.add_argument("--ledger", metavar="FILE", help="the file that keeps every result")
    parser.add_argument("--method", metavar="NAME", help="cross, join or another method with many jobs")
    parser.add_argument("--placements", action="store_true", help="also count the queens set")
    parser.add_argument("--device", default="cpu", help="what a worker counts with: cpu or cuda")
    parser.add_argument("--batch", type=int, metavar="JOBS", help="how many jobs are handed out at once")
    options = parser.parse_args(words)
    try:
        with contextlib.ExitStack() as opened:
            if options.scheduler:
                client = Client(options.scheduler, timeout=30)
            else:
                local = LocalCluster(threads_per_worker=1, dashboard_address=None)
                client = Client(opened.enter_context(local))
            opened.enter_context(client)
            found = count(
                options.n,
                client=client,
                ledger=options.ledger,
                method=options.method,
                device=options.device,
                statistics=options.placements,
                batch=options.batch,
            )
    except KeyboardInterrupt:
        kept = f"; what is finished is in {options.ledger}" if options.ledger else ""
        print(f"queens: interrupted{kept}", file=sys.stderr)
        return 130
    except ValueError as error:
        print(f"queens: {error}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"queens: {error or type(error).__name__}", file=sys.stderr)
        return 1
    print(f"{found.n}: {found.solutions}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
