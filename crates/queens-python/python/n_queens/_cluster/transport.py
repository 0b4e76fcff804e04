"""The connection to a Dask scheduler: submits batches to named workers and receives their answers."""

from __future__ import annotations

import asyncio
import pickle
import queue
import time
import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, NamedTuple

from dask.distributed import Client, Future

from .worker import PlanData, call

#: Seconds between two attempts to reach a lost scheduler.
RETRY_SECONDS = 0.5


class SchedulerLostError(Exception):
    """The scheduler cannot be reached, or forgot a batch. The state of all batches is unknown."""


class Ended(NamedTuple):
    """The end of a batch: an answer, or an error of Dask."""

    key: str
    answer: object
    error: BaseException | None


class Transport:
    """A connection that can be made again after the scheduler was lost."""

    def __init__(self, client: Client, patience: float) -> None:
        self.client = client
        self.patience = patience
        scheduler: Any = client.scheduler
        #: The address that was connected to, which may differ from the one that the scheduler reports.
        self.address: str = scheduler.address
        #: Whether the workers were started on this machine together with the client: no others will join.
        self.is_local = type(client.cluster).__name__ == "LocalCluster"
        self._own_client = False
        self._ended: queue.SimpleQueue[Ended] = queue.SimpleQueue()

    def submit(self, worker: str, plan: PlanData, ids: list[int], device: str) -> Future[Any]:
        """Submits a batch to one worker. ``wait`` returns its end."""
        client, ended = self.client, self._ended
        data = call(plan, ids, device)
        try:
            future = client.submit(
                pickle.loads,
                data,
                key=f"n_queens-batch-{uuid.uuid4()}",
                workers=[worker],
                allow_other_workers=False,
                pure=False,
                retries=0,
            )
        except Exception as error:
            if client.status == "running":
                raise
            raise SchedulerLostError(str(error)) from error
        key = str(future.key)

        # Fetched by the client's event loop: a worker that stopped answering does not block this process.
        async def fetch() -> None:
            try:
                answer = await client.gather(future, asynchronous=True)
            except BaseException as error:
                ended.put(Ended(key, None, error))
            else:
                ended.put(Ended(key, answer, None))

        loop: Any = client.loop
        loop.add_callback(fetch)
        return future

    def wait(self, seconds: float) -> list[Ended]:
        """Waits for the next end of a batch, and returns all that are there. Empty after some seconds."""
        try:
            ends = [self._ended.get(timeout=seconds)] if seconds > 0 else [self._ended.get_nowait()]
            while not self._ended.empty():
                ends.append(self._ended.get_nowait())
            return ends
        except queue.Empty:
            if self.client.status != "running":
                raise SchedulerLostError("the connection is lost") from None
            return []

    def threads(self) -> dict[str, int]:
        """The addresses of the workers and the numbers of their threads."""
        found: dict[str, int] = self._of_scheduler(self.client.nthreads)
        return found

    def names(self) -> dict[str, str]:
        """The names of the workers by address. More expensive than ``threads``."""
        info = self._of_scheduler(lambda: self.client.scheduler_info(n_workers=-1))
        return {address: str(worker.get("name", address)) for address, worker in info["workers"].items()}

    def _of_scheduler(self, request: Callable[[], Any]) -> Any:
        try:
            return request()
        except (OSError, TimeoutError, CancelledError, asyncio.CancelledError) as error:
            raise SchedulerLostError(str(error) or type(error).__name__) from error

    def reconnect(self) -> None:
        """Waits for the scheduler to be reachable again."""
        # Ends of batches that the old connection still reports are not those of new batches.
        self._ended = queue.SimpleQueue()
        end = time.monotonic() + self.patience
        while True:
            try:
                client = Client(self.address, timeout=5, security=self.client.security, set_as_default=False)
                break
            except (OSError, TimeoutError):
                if time.monotonic() > end:
                    raise
                time.sleep(RETRY_SECONDS)
        self.close()
        self.client, self._own_client = client, True

    def close(self) -> None:
        """Closes the connection, unless it is the one of the caller."""
        if self._own_client:
            self.client.close(timeout=1)


def is_cancelled(error: BaseException) -> bool:
    """Whether Dask forgot a batch, as after the loss of the scheduler."""
    return isinstance(error, (CancelledError, asyncio.CancelledError))
