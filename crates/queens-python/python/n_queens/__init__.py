"""The N-queens problem: count, list, find, solve and draw, at the speed of the Rust engines.

>>> import n_queens as queens
>>> queens.count(8).solutions
92
>>> next(queens.solutions(8))
Solution('1 5 8 6 3 7 2 4')

In code rows and columns count from 0, in texts from 1, as in the library. Searches release the
interpreter's lock and end within a second of Ctrl-C. A wrong request is a ``ValueError``.

Results are the typed objects of ``n_queens.results``, with the fields of the command's JSON.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from . import _queens, results
from ._queens import (
    Ledger,
    Plan,
    Position,
    Solution,
    Solutions,
    Trace,
    __version__,
    compare,
    devices,
    find,
    methods,
    plan,
    puzzle,
    solutions,
    solve,
    trace,
    verify,
)
from .results import (
    ComparisonResult,
    CountResult,
    DeviceResult,
    ExplanationResult,
    ExplanationStep,
    JobRecord,
    LedgerStatus,
    MethodResult,
    PlanResult,
    PositionCount,
    PuzzleResult,
    TraceStep,
    UniqueResult,
    VerificationResult,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    import numpy.typing as npt

__all__ = [
    "ComparisonResult",
    "CountResult",
    "DeviceResult",
    "ExplanationResult",
    "ExplanationStep",
    "JobRecord",
    "JobResult",
    "Ledger",
    "LedgerStatus",
    "MethodResult",
    "Plan",
    "PlanResult",
    "Position",
    "PositionCount",
    "PuzzleResult",
    "Solution",
    "Solutions",
    "Trace",
    "TraceStep",
    "UniqueResult",
    "VerificationResult",
    "__version__",
    "compare",
    "count",
    "devices",
    "find",
    "fundamental",
    "methods",
    "plan",
    "puzzle",
    "results",
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
    #: The solutions that it counts.
    solutions: int
    #: Their remainders by two primes, accumulated separately: a check against overflow.
    residues: tuple[int, int]
    #: Queens placed, if the plan counts them.
    placements: int | None
    seconds: float


def count(
    n: int,
    *,
    method: str | None = None,
    threads: int | None = None,
    device: str = "cpu",
    rules: results.Rules = "queens",
    statistics: bool = False,
    only: results.Rotation | None = None,
    by_first: bool = False,
    fundamental: bool = False,
    symmetry: bool = False,
) -> CountResult:
    """Counts the solutions of the empty board.

    :param method: a name of ``methods()``; without it, the fastest.
    :param threads: without it, one per core.
    :param device: ``cpu``, ``cuda``, ``cuda:0``, ``cuda:0,1``, ``cuda:all``, or ``auto``: GPUs where they can count it.
    :param rules: what queens attack: ``queens``, ``torus`` or ``superqueens``.
    :param statistics: also count the steps of the method (``placements`` and others).
    :param only: count only the solutions that are symmetric under the rotation by ``"180"`` or ``"90"`` degrees.
    :param by_first: also count by the place of the first queen (``by_first``).
    :param fundamental: also count the solutions that differ by more than a rotation or reflection (``fundamental``).
    :param symmetry: also count by symmetry (``fixed_by_90``, ``fixed_by_180_only``, ``fixed_by_none``).
    """
    options = {
        "method": method,
        "threads": threads,
        "device": device,
        "rules": rules,
        "statistics": statistics,
        "only": only,
        "by_first": by_first,
        "fundamental": fundamental,
        "symmetry": symmetry,
    }
    return _queens.count(n, options)


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
    """Runs jobs of a plan, on one thread unless more are asked for."""
    found = _queens.run_jobs(plan, list(ids), threads=threads, device=device)
    return [JobResult(*result) for result in found]


@functools.lru_cache(maxsize=4)
def _restored_plan(n: int, method: str, statistics: bool, version: int, jobs: int) -> Plan:
    """A plan that was pickled, perhaps on another machine. Its jobs must be the same here."""
    restored = plan(n, method=method, statistics=statistics)
    if (Plan.VERSION, restored.jobs) != (version, jobs):
        message = f"the plan has {jobs} jobs of version {version}, here it has {restored.jobs} of version {Plan.VERSION}"
        raise ValueError(message + ": another version of n-queens")
    return restored
