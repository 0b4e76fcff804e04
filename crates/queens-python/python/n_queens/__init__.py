"""The N-queens problem: count, list, find, solve and draw, at the speed of the Rust engines.

>>> import n_queens as queens
>>> queens.count(8).solutions
92
>>> next(queens.solutions(8))
Solution('1 5 8 6 3 7 2 4')

In code rows and columns count from 0, in texts from 1, as in the library. Searches release the
interpreter's lock and end within a second of Ctrl-C. What is wrong with a request is a ``ValueError``.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from . import _queens
from ._queens import (
    Count,
    Ledger,
    Plan,
    Position,
    Solution,
    Solutions,
    Trace,
    __version__,
    compare,
    count,
    find,
    methods,
    plan,
    puzzle,
    solutions,
    solve,
    trace,
    verify,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    import numpy.typing as npt

__all__ = [
    "Count",
    "JobResult",
    "Ledger",
    "Plan",
    "Position",
    "Solution",
    "Solutions",
    "Trace",
    "__version__",
    "compare",
    "count",
    "find",
    "fundamental",
    "methods",
    "plan",
    "puzzle",
    "run_jobs",
    "solutions",
    "solutions_array",
    "solve",
    "trace",
    "verify",
]


class JobResult(NamedTuple):
    """What a job found."""

    job: int
    #: Solutions, each as often as it counts.
    solutions: int
    #: What that leaves when divided by two primes, accumulated apart from it.
    residues: tuple[int, int]
    #: Queens set, if the plan counts them.
    placements: int | None
    seconds: float


def fundamental(n: int) -> Iterator[Solution]:
    """The solutions that differ by more than a rotation or reflection, lazily."""
    return solutions(n, fundamental=True)


def solutions_array(n: int) -> npt.NDArray[np.uint8]:
    """All solutions as an array of shape ``(Q, n)``: the row of the queen in each column, counted from 0.

    In lexicographic order, filled without Python loops. Needs NumPy (``pip install n-queens[array]``).
    """
    try:
        import numpy as np
    except ImportError as error:
        message = f"solutions_array needs NumPy: pip install 'n-queens[array]' ({error})"
        raise ImportError(message) from error

    rows = _queens.rows_of_all(n)
    # The board of size 0 has one solution, which has no columns.
    return np.frombuffer(rows, dtype=np.uint8).reshape((-1, n) if n else (1, 0))


def run_jobs(
    plan: Plan, ids: Iterable[int], *, threads: int = 1, device: str = "cpu"
) -> list[JobResult]:
    """Runs some jobs of a plan, on one thread unless more are asked for."""
    found = _queens.run_jobs(plan, list(ids), threads=threads, device=device)
    return [JobResult(*result) for result in found]


@functools.lru_cache(maxsize=4)
def _restored_plan(n: int, method: str, statistics: bool, version: int, jobs: int) -> Plan:
    """A plan that was pickled, perhaps elsewhere. Its jobs must be the same here."""
    restored = plan(n, method=method, statistics=statistics)
    if (Plan.VERSION, restored.jobs) != (version, jobs):
        message = f"the plan has {jobs} jobs of version {version}, here it has {restored.jobs} of version {Plan.VERSION}"
        raise ValueError(message + ": another version of n-queens")
    return restored
