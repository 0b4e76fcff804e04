"""The speed of a worker, and the size of its batches."""

from __future__ import annotations

#: The duration of a batch: much longer than it takes to hand one out, and short enough that a lost worker costs little.
BATCH_SECONDS = 1.0
#: The largest number of batches per second that this process is to hand out. Large clusters therefore get longer batches.
HANDED_OUT_PER_SECOND = 50.0
#: A batch takes at least this many times as long as it takes to hand it out.
OVERHEAD_FACTOR = 10.0
#: A batch is at most this many times as large as the largest one that the worker has finished.
GROWTH = 8
#: The largest batch.
MAX_JOBS = 8192
#: Towards the end of a run batches become shorter, but not shorter than this.
SHORTEST_SECONDS = 0.05


class Pace:
    """How fast a worker counts. The first batches are small; they grow as fast as answers show that jobs are short."""

    def __init__(self) -> None:
        #: Seconds per job on one thread, from the last batches.
        self.seconds: float | None = None
        #: The smallest difference between the time a batch was out and the time that the worker counted.
        self.overhead = 0.0
        self._largest = 0
        self._answers = 0

    def learn(self, jobs: int, counted: float, out: float) -> None:
        """Learns from a batch that was out for some seconds, of which the worker counted for ``counted``."""
        if jobs == 0:
            return
        counted = counted if 0.0 <= counted <= out else out
        pace = max(counted / jobs, 1e-9)
        self.seconds = pace if self.seconds is None else 0.5 * (self.seconds + pace)
        overhead = out - counted
        self.overhead = overhead if self._answers == 0 else min(self.overhead, overhead)
        self._largest = max(self._largest, jobs)
        self._answers += 1

    def size(self, threads: int, others: float | None) -> int:
        """The number of jobs in the next batch.

        ``threads`` is the number in the whole cluster, ``others`` the pace of other workers, which a new worker is
        assumed to have roughly.
        """
        target = max(BATCH_SECONDS, threads / HANDED_OUT_PER_SECOND, OVERHEAD_FACTOR * self.overhead)
        if self.seconds is not None:
            return max(1, min(MAX_JOBS, GROWTH * self._largest, int(target / self.seconds)))
        if others is not None:
            return max(1, min(MAX_JOBS, int(target / (GROWTH * others))))
        return 1

    def shortest(self) -> int:
        """The number of jobs below which a batch costs more to hand out than it gains at the end of a run."""
        return 1 if self.seconds is None else max(1, min(MAX_JOBS, int(SHORTEST_SECONDS / self.seconds)))
