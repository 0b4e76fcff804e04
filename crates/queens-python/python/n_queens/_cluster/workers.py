"""The workers of the cluster: who is there, who is lost, who gets no more work."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from dask.distributed import Future

from .pace import Pace
from .pool import Piece
from .progress import one_line
from .transport import Transport

#: The interval at which the workers are polled.
POLL_SECONDS = 1.0
#: From this duration of a batch on, a thread gets its next batch when it has finished the last one.
NO_QUEUE_SECONDS = 5.0


@dataclass
class Batch:
    """Jobs that a worker has."""

    piece: Piece
    worker: Worker
    future: Future[Any]
    #: Whether other workers counted these jobs before.
    audit: bool
    #: The jobs that the worker had to count before, per thread.
    ahead: float
    submitted: float = field(default_factory=time.monotonic)
    #: Whether the batch was handed out a second time. Its answer counts only if it is the first.
    late: bool = False


@dataclass
class Worker:
    """A worker of the cluster."""

    address: str
    #: The name that it was started with; the address if it has none.
    name: str
    #: What it is called in messages and in the ledger.
    label: str
    threads: int
    pace: Pace = field(default_factory=Pace)
    batches: dict[str, Batch] = field(default_factory=dict)
    #: Consecutive errors and bad answers.
    failures: int = 0
    #: All bad answers.
    bad_answers: int = 0
    #: Why the worker gets no more work.
    excluded: str | None = None
    #: Whether it refused to count at all: a bad request, or not one for this worker.
    refused: bool = False

    def is_late(self) -> bool:
        """Whether a batch was handed out a second time and has still not been answered."""
        return any(batch.late for batch in self.batches.values())

    def free_slots(self) -> int:
        """The number of batches that it may get: two per thread, so that no thread waits for the next one."""
        if self.excluded is not None or self.is_late():
            return 0
        long = any(
            len(batch.piece.ids) * (self.pace.seconds or 0.0) > NO_QUEUE_SECONDS for batch in self.batches.values()
        )
        return (1 if long else 2) * self.threads - len(self.batches)


class Workers:
    """The workers that the scheduler knows."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.live: dict[str, Worker] = {}
        #: Excluded workers by label. One that comes back with the same name and address stays excluded.
        self.excluded: dict[str, Worker] = {}
        #: Names and addresses of lost workers.
        self._lost: set[str] = set()
        self._polled = 0.0

    def poll(self, *, now: bool = False) -> tuple[list[Worker], list[Worker], list[Worker]]:
        """Asks the scheduler for its workers, about once per second. Returns the new, the returned and the lost ones."""
        if not now and time.monotonic() - self._polled < POLL_SECONDS:
            return [], [], []
        threads = self.transport.threads()
        self._polled = time.monotonic()
        lost = [worker for address, worker in self.live.items() if address not in threads]
        for worker in lost:
            del self.live[worker.address]
            self._lost |= {worker.address, worker.name}
        unknown = [address for address in threads if address not in self.live]
        names = self.transport.names() if unknown else {}
        joined: list[Worker] = []
        returned: list[Worker] = []
        for address in unknown:
            name = names.get(address, address)
            label = f"worker at {address}" if name == address else f"worker {one_line(name)[:100]} at {address}"
            worker = self.excluded.get(label) or Worker(address, name, label, threads[address])
            (returned if address in self._lost or name in self._lost else joined).append(worker)
            self.live[address] = worker
        for address, number in threads.items():
            self.live[address].threads = number
        return joined, returned, lost

    def any_lost(self) -> bool:
        """Whether a worker was lost at any time."""
        return bool(self._lost)

    def usable(self) -> list[Worker]:
        """The workers that get work."""
        return [worker for worker in self.live.values() if worker.excluded is None]

    def total_threads(self) -> int:
        """The number of threads of the workers that get work."""
        return sum(worker.threads for worker in self.usable())

    def slowest(self) -> float | None:
        """The largest number of seconds per job of a worker."""
        return max((worker.pace.seconds for worker in self.usable() if worker.pace.seconds), default=None)

    def exclude(self, worker: Worker, reason: str, *, refused: bool = False) -> None:
        """A worker gets no more work."""
        worker.excluded, worker.refused = reason, refused
        self.excluded[worker.label] = worker
