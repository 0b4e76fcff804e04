"""Counts on a Dask cluster: workers run batches of jobs, a ledger keeps the results.

Workers, the scheduler and this process may fail at any time. The ledger contains the result of each
job at most once. Run the same call again to resume: only missing jobs are run. Install Dask with
``pip install 'n-queens[cluster]'``.

From a shell::

    python -m n_queens.cluster 20 --scheduler tcp://scheduler:8786 --ledger q20.db

Example:
    >>> from dask.distributed import Client
    >>> from n_queens import cluster
    >>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
    ...     cluster.count(12, client=client).solutions
    14200
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

#: The duration of a batch: much longer than it takes to submit one, and short enough that a lost worker costs little.
BATCH_SECONDS = 2.0
#: Finished batches are reported at once; the state of the cluster is polled at this interval.
POLL_SECONDS = 0.25
#: The time limit for fetching a result from its worker.
FETCH_SECONDS = 60
#: The interval at which the number of threads of the cluster is polled.
THREADS_SECONDS = 1.0
#: After this time without workers a message is printed.
NO_WORKERS_SECONDS = 5.0
#: After this many failures of a batch the run fails.
MAX_FAILURES = 5


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

    Args:
        n (int): Size of the board, 0 to 32.
        client (Client): A client that is connected to the scheduler.
        ledger (str | os.PathLike[str] | None): A file that keeps every result. It is created, or
            resumed if it exists. Defaults to ``None``: results are kept in memory only.
        method (str | None): Name of a method that is divided into many jobs, such as ``"cross"`` or
            ``"join"``. Defaults to ``None``: the method of the ledger, or the fastest one.
        device (str): What a worker counts with: ``"cpu"``, one job per thread of the worker, or
            ``"cuda"``. Defaults to ``"cpu"``.
        statistics (bool): Whether to also count placements. Defaults to ``False``.
        batch (int | None): Number of jobs per batch, 1 or more. Defaults to ``None``: batches of about
            two seconds.
        progress (bool | None): Whether to show progress on stderr. Defaults to ``None``: show it if
            stderr is a terminal.
        patience (float): Seconds to wait for a lost scheduler. Defaults to ``300.0``.

    Returns:
        CountResult: The number of solutions, and the placements if they were counted.

    Raises:
        ValueError: If an argument is out of range, or the ledger belongs to another count.
        RuntimeError: If a count does not pass its checks, or the ledger is damaged.
        OSError: If the scheduler cannot be reached again within ``patience`` seconds.

    Example:
        >>> from dask.distributed import Client
        >>> from n_queens import cluster
        >>> with Client(processes=False, n_workers=1, dashboard_address=None) as client:
        ...     cluster.count(12, client=client, method="cross").solutions
        14200
    """
    if batch is not None and batch < 1:
        raise ValueError(f"batch={batch}: allowed are integers from 1 on")
    if ledger is not None and os.path.exists(ledger):
        existing = Ledger(ledger)
        if existing.shard is not None:
            message = f"{ledger} is shard {existing.shard} of a plan: resume it with 'queens count --shard {existing.shard}'"
            raise ValueError(message)
        method = method or existing.method
        statistics = statistics or existing.statistics
    elif device != "cpu" and not statistics:
        # GPUs have no other method without statistics.
        method = method or "cross"
    work = plan(n, method=method, statistics=statistics)
    shown = sys.stderr.isatty() if progress is None else progress
    run = _Run(work, client, device, batch, patience, _Progress(n, shown))
    try:
        return _queens.count_with(work, run.results, ledger=ledger, device=run.name())
    finally:
        run.close()


def _run_batch(work: Plan, ids: list[int], device: str) -> list[JobResult]:
    """Runs a batch; called on a worker."""
    return run_jobs(work, ids, threads=1, device=device)


class _BatchFailedError(Exception):
    """A batch failed too many times on its workers. A lost scheduler is an ``OSError``."""

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
        #: The address that was connected to, which may differ from the one that the scheduler reports.
        self.address: str = scheduler.address
        self.device = device
        self.batch = batch
        self.patience = patience
        self.progress = progress
        #: Seconds per job, from the last batches.
        self.pace: float | None = None
        #: The number of failures of the batch that starts with a job.
        self.failures: dict[int, int] = {}
        self.threads, self.threads_polled = 0, 0.0
        self.without_workers: float | None = None

    def name(self) -> str:
        """The device in the records of the ledger."""
        return f"dask on {platform.system()} {platform.machine()}, {self.device}"

    def close(self) -> None:
        self.progress.close()
        if self.own_client:
            self.client.close()

    def results(self, jobs: list[int]) -> Iterator[JobResult | list[int]]:
        """Runs jobs on the cluster: yields the jobs of each batch when it starts, and each result."""
        waiting = deque(jobs)
        self.progress.start(self.work.jobs - len(jobs), self.work.jobs)
        # The finished jobs; the others are submitted again after a scheduler was lost.
        finished: set[int] = set()
        while waiting:
            try:
                for news in self._with_this_scheduler(waiting):
                    if isinstance(news, JobResult):
                        finished.add(news.job)
                        self.progress.step()
                    yield news
                return
            except _BatchFailedError as failed:
                raise failed.reason from None
            except (OSError, TimeoutError, CancelledError) as lost:
                # The state of the running batches is unknown.
                waiting = deque(job for job in jobs if job not in finished)
                self._reconnect(lost)

    def _with_this_scheduler(self, waiting: deque[int]) -> Iterator[JobResult | list[int]]:
        running: dict[str, tuple[_Batch, list[int]]] = {}
        ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            while waiting or running:
                for ids in self._new_batches(waiting, len(running)):
                    future = self._submit(ids)
                    running[str(future.key)] = (future, ids)
                    future.add_done_callback(lambda future: ended.put(str(future.key)))
                    yield ids
                batches = [running.pop(key) for key in self._ended(ended, running)]
                finished = [future for future, _ in batches if future.status == "finished"]
                answers = iter(self._gather(finished))
                for future, ids in batches:
                    if future in finished:
                        found = next(answers)
                        self._learn(found)
                        yield from found
                    elif future.status == "cancelled":
                        raise ConnectionError(f"the scheduler at {self.address} lost a batch")
                    else:
                        error = future.exception(timeout=FETCH_SECONDS) if future.status == "error" else None
                        self._count_failure(ids, error or ConnectionError("the result was lost"))
                        waiting.extendleft(reversed(ids))
                    # Not left to the destructor, which would swallow an interrupt.
                    future.release()
        finally:
            for future, _ in running.values():
                future.release()

    def _ended(
        self, ended: queue.SimpleQueue[str], running: dict[str, tuple[_Batch, list[int]]]
    ) -> list[str]:
        """The batches that have ended, successfully or not. Not every end is reported, so their states are polled too."""
        try:
            reported = {ended.get(timeout=POLL_SECONDS)}
            while not ended.empty():
                reported.add(ended.get_nowait())
            return [key for key in reported if key in running and running[key][0].status != "pending"]
        except queue.Empty:
            self._report_missing_workers()
            if self.client.status != "running":
                raise ConnectionError(f"the scheduler at {self.address} is lost") from None
            return [key for key, (future, _) in running.items() if future.status != "pending"]

    def _new_batches(self, waiting: deque[int], running: int) -> Iterator[list[int]]:
        """Two batches per thread of the cluster are kept running, so that no thread waits for the next one."""
        now = time.monotonic()
        if waiting and now - self.threads_polled > THREADS_SECONDS:
            self.threads, self.threads_polled = sum(self.client.nthreads().values()), now
        for _ in range(max(1, 2 * self.threads) - running):
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

    def _report_missing_workers(self) -> None:
        now = time.monotonic()
        if self.threads > 0:
            self.without_workers = None
        elif self.without_workers is None:
            self.without_workers = now
        elif now - self.without_workers > NO_WORKERS_SECONDS:
            self.without_workers = float("inf")
            print(f"queens: the scheduler at {self.address} has no workers yet", file=sys.stderr)

    def _submit(self, ids: list[int]) -> _Batch:
        return self.client.submit(_run_batch, self.work, ids, self.device, pure=False, retries=0)

    def _learn(self, found: list[JobResult]) -> None:
        if found:
            pace = sum(result.seconds for result in found) / len(found)
            self.pace = pace if self.pace is None else 0.5 * (self.pace + pace)

    def _count_failure(self, ids: list[int], error: BaseException) -> None:
        self.failures[ids[0]] = self.failures.get(ids[0], 0) + 1
        if isinstance(error, ValueError) or self.failures[ids[0]] >= MAX_FAILURES:
            raise _BatchFailedError(error)
        print(f"queens: resubmitting jobs {ids[0]}..{ids[-1]}: {error}", file=sys.stderr)

    def _reconnect(self, lost: BaseException) -> None:
        """Waits for the scheduler to be reachable again."""
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
        self.threads_polled = 0.0


class _Progress:
    """One line of progress on stderr."""

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
        elapsed = now - self.started
        rate = (self.done - self.begun) / max(elapsed, 1e-9)
        remaining = (self.all - self.done) / rate
        times = f"elapsed {_clock(elapsed)}, remaining {_clock(remaining)}"
        line = f"N = {self.n}: {self.done} of {self.all} jobs, {rate:.1f}/s, {times}"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.drawn:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    """A duration such as 1:15 or 2:03:04."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def main(words: list[str] | None = None) -> int:
    """Runs ``python -m n_queens.cluster``.

    Args:
        words (list[str] | None): The arguments of the command. Defaults to ``None``: those of this
            process.

    Returns:
        int: The exit code: 0, 1 if the count failed, 2 for a bad argument, 130 after Ctrl-C.
    """
    parser = argparse.ArgumentParser(
        prog="python -m n_queens.cluster", description="Count the solutions of a board on a Dask cluster."
    )
    parser.add_argument("n", type=int, metavar="N", help="the size of the board")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the address of the scheduler (default: start workers on this machine)")
    parser.add_argument("--ledger", metavar="FILE", help="keep every result in this file, and resume it if it exists")
    parser.add_argument("--method", metavar="NAME", help="cross, join or another method with many jobs (default: that of the ledger, or the fastest)")
    parser.add_argument("--placements", action="store_true", help="also count queens placed")
    parser.add_argument("--device", default="cpu", help="what a worker counts with: cpu or cuda (default: cpu)")
    parser.add_argument("--batch", type=int, metavar="JOBS", help="the number of jobs per batch (default: batches of about two seconds)")
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
        kept = f"; finished jobs are in {options.ledger}, run the same command again to resume" if options.ledger else ""
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
