"""Makes a Dask worker faulty: it is loaded by ``dask worker --preload``, and ``QUEENS_TEST_FAULT`` names the fault."""

from __future__ import annotations

import hashlib
import importlib.abc
import os
import signal
import sys
import time
import types
from collections.abc import Callable, Iterable
from typing import Any

FAULT = os.environ.get("QUEENS_TEST_FAULT", "")

Results = list[Any]


class NoPackage(importlib.abc.MetaPathFinder):
    """The package is not installed."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] == "n_queens":
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


def with_8_more(result: Any) -> Any:
    """Consistently wrong: the count and both residues."""
    residues = tuple((residue + 8) % prime for residue, prime in zip(result.residues, (4294967291, 4294967279)))
    return result._replace(solutions=result.solutions + 8, residues=residues)


def is_one_in_50(job: int) -> bool:
    return int.from_bytes(hashlib.sha256(str(job).encode()).digest()[:8], "big") % 50 == 0


def pausing(results: Results) -> Results:
    time.sleep(0.02)
    return results


def hanging(results: Results) -> Results:
    """Stops the whole process in its first batch, as `kill -STOP` does."""
    if FAULT in CHANGES:
        del CHANGES[FAULT]
        os.kill(os.getpid(), signal.SIGSTOP)
    return results


def failing(results: Results) -> Results:
    raise PermissionError("not here")


def failing_in_job_7(results: Results) -> Results:
    if any(result.job == 7 for result in results):
        raise PermissionError("not this one")
    return results


CHANGES: dict[str, Callable[[Results], Results]] = {
    "adds 8": lambda results: [with_8_more(result) for result in results],
    "adds 8 to one in 50": lambda results: [
        with_8_more(result) if is_one_in_50(result.job) else result for result in results
    ],
    "contradicts": lambda results: [result._replace(solutions=result.solutions + 1) for result in results],
    "omits": lambda results: results[1:],
    "duplicates": lambda results: [*results, results[0]],
    "garbage": lambda results: ["\x1b[31mnot a result\n"],
    "pauses": pausing,
    "hangs": hanging,
    "fails": failing,
    "fails in job 7": failing_in_job_7,
}

if FAULT == "no package":
    sys.meta_path.insert(0, NoPackage())
elif FAULT == "plan version":
    import n_queens

    n_queens.Plan = types.SimpleNamespace(VERSION=n_queens.Plan.VERSION + 1)  # type: ignore[misc,assignment]
elif FAULT in CHANGES:
    from n_queens import run_jobs
    from n_queens._cluster import worker

    def changed(plan: Any, ids: Iterable[int], **options: Any) -> Results:
        return CHANGES.get(FAULT, list)(run_jobs(plan, ids, **options))

    setattr(worker, "run_jobs", changed)
