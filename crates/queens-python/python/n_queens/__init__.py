"""The N-queens problem: count, list, find, solve, explain and draw.

The searches are written in Rust. They release the interpreter's lock, so that other threads run
meanwhile, and end within a second of Ctrl-C with a ``KeyboardInterrupt``.

Counting and listing: ``count``, ``estimate``, ``solutions``, ``fundamental``, ``solutions_array``.
One solution: ``find``, ``Solution``.
Positions and puzzles: ``Position``, ``solve``, ``puzzle``, ``puzzle_of_day``,
``sheet``, ``read_picture``.
Methods: ``methods``, ``compare``, ``trace``.
Long counts: ``plan``, ``run_jobs``, ``Ledger``, ``verify``, ``devices``, and the module
``n_queens.cluster`` for Dask clusters.

Rows and columns are counted from 0, except in text, where they are counted from 1. Results are the
typed objects of ``n_queens.results``, whose fields have the names of the command's JSON. A bad
argument raises a ``ValueError``, a failure during a run a ``RuntimeError``.

Example:
    >>> import n_queens as queens
    >>> queens.count(8).solutions
    92
    >>> next(queens.solutions(8))
    Solution('1 5 8 6 3 7 2 4')
    >>> queens.solve("size:8 given:a1,b5")
    Solution('1 5 8 6 3 7 2 4')
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple, cast

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
    estimate,
    find,
    methods,
    plan,
    puzzle,
    puzzle_of_day,
    read_picture,
    sheet,
    solutions,
    solve,
    trace,
    verify,
)
from .results import (
    ComparisonResult,
    CountResult,
    DeviceResult,
    EstimateResult,
    ExplanationResult,
    ExplanationStep,
    JobRecord,
    LedgerStatus,
    MethodResult,
    PictureResult,
    PlanResult,
    PositionCount,
    PuzzleResult,
    TraceStep,
    UniqueResult,
    VerificationResult,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

__all__ = [
    "ComparisonResult",
    "CountResult",
    "DeviceResult",
    "EstimateResult",
    "ExplanationResult",
    "ExplanationStep",
    "JobRecord",
    "JobResult",
    "Ledger",
    "LedgerStatus",
    "MethodResult",
    "PictureResult",
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
    "estimate",
    "find",
    "fundamental",
    "methods",
    "plan",
    "puzzle",
    "puzzle_of_day",
    "read_picture",
    "results",
    "run_jobs",
    "sheet",
    "solutions",
    "solutions_array",
    "solve",
    "trace",
    "verify",
]


class JobResult(NamedTuple):
    """What a job of a plan found.

    ``run_jobs`` returns it.

    Attributes:
        job (int): The id of the job.
        solutions (int): The number of solutions that the job counts.
        residues (tuple[int, int]): The number of solutions modulo two primes, to detect a flipped bit.
        placements (int | None): The number of queens placed, if the plan counts them.
        seconds (float): The time that the job took.

    Example:
        >>> import n_queens as queens
        >>> result = queens.run_jobs(queens.plan(8, method="bitmask"), [0])[0]
        >>> result.job, result.solutions, result.residues, result.placements
        (0, 4, (4, 4), None)
    """

    job: int
    solutions: int
    residues: tuple[int, int]
    placements: int | None
    seconds: float


def count(
    n: int,
    *,
    method: str | None = None,
    threads: int | None = None,
    device: str = "cpu",
    rules: results.Rules = "queens",
    queens: int | results.Queens | None = None,
    statistics: bool = False,
    only: results.Rotation | None = None,
    by_first: bool = False,
    by_level: bool = False,
    fundamental: bool = False,
    symmetry: bool = False,
) -> CountResult:
    """Counts the solutions of the empty board.

    Args:
        n (int): Size of the board, 0 to 32.
        method (str | None): Name of a method, as in ``methods()``. Defaults to ``None``: the fastest
            one on the device.
        threads (int | None): Number of threads, 1 to 1024. Defaults to ``None``: one per core.
        device (str): Where to count: ``"cpu"``; ``"gpu"``, the fastest GPU; GPUs by ``"cuda"``,
            ``"cuda:0"``, ``"cuda:0,1"``, ``"cuda:all"``, ``"wgpu"``, ``"wgpu:0"``, ``"wgpu:0,1"`` or
            ``"wgpu:all"``; or ``"auto"``: GPUs if they can count this, otherwise the CPU with a
            ``RuntimeWarning``. Defaults to ``"cpu"``.
        rules (results.Rules): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"``,
            ``"semiqueens"`` or ``"reflecting"``. Defaults to ``"queens"``.
        queens (int | results.Queens | None): Number of queens, no two attacking each other: 0 to 1024;
            ``"any"``, every number including none; ``"maximal"``, queens to which none can be added;
            ``"with-pawn"``, N + 1 queens and a pawn that blocks lines. Defaults to ``None``: ``n``.
        statistics (bool): Whether to also count the steps of the method, such as ``placements``.
            Defaults to ``False``.
        only (results.Rotation | None): Count only solutions that are unchanged by a rotation of
            ``"180"`` or ``"90"`` degrees. Defaults to ``None``: all solutions.
        by_first (bool): Whether to also count by the row of the first queen (``by_first``). Defaults
            to ``False``.
        by_level (bool): Whether to also count the placements of plain backtracking in each column
            (``by_level``), without ``method`` or with ``"bitmask"``. Defaults to ``False``.
        fundamental (bool): Whether to also count solutions that differ by more than a rotation or
            reflection (``fundamental``). Defaults to ``False``.
        symmetry (bool): Whether to also count by symmetry (``fixed_by_90``, ``fixed_by_180_only``,
            ``fixed_by_none``). Defaults to ``False``. ``only``, ``fundamental`` and ``symmetry`` need the
            rules ``"queens"`` or ``"superqueens"``.

    Returns:
        CountResult: The number of solutions, and what else was requested.

    Raises:
        ValueError: If an argument is out of range or unknown, or two of them cannot be combined.
        RuntimeError: If a device fails, or a count does not pass its checks.

    Example:
        >>> import n_queens as queens
        >>> queens.count(8).solutions
        92
        >>> queens.count(8, method="bitmask", statistics=True).placements
        2056
        >>> queens.count(6, by_level=True).by_level
        (6, 20, 36, 46, 40, 4)
        >>> queens.count(8, fundamental=True).fundamental
        12
        >>> queens.count(13, rules="torus").solutions
        4524
        >>> queens.count(9, queens=8).solutions
        13848
    """
    options = {
        "method": method,
        "threads": threads,
        "device": device,
        "rules": rules,
        "queens": queens,
        "statistics": statistics,
        "only": only,
        "by_first": by_first,
        "by_level": by_level,
        "fundamental": fundamental,
        "symmetry": symmetry,
    }
    return _queens.count(n, options)


def fundamental(n: int) -> Solutions:
    """Lists the solutions that differ by more than a rotation or reflection.

    Of solutions that a rotation or reflection maps to each other, the lexicographically smallest is
    listed.

    Args:
        n (int): Size of the board, 0 to 32.

    Returns:
        Solutions: An iterator in lexicographic order. It searches for a solution when ``next()`` is
        called.

    Raises:
        ValueError: If ``n`` is out of range.

    Example:
        >>> import n_queens as queens
        >>> [str(solution) for solution in queens.fundamental(5)]
        ['1 3 5 2 4', '2 5 3 1 4']
    """
    return solutions(n, fundamental=True)


def solutions_array(n: int) -> npt.NDArray[np.uint8]:
    """Returns all solutions of the empty board as a NumPy array.

    The array is filled without Python loops. It needs one byte per queen: 1 MB for N = 13, 236 MB
    for N = 16. NumPy is installed by ``pip install 'n-queens[array]'``.

    Args:
        n (int): Size of the board, 0 to 32; practical up to about 17.

    Returns:
        npt.NDArray[np.uint8]: An array of shape ``(solutions, n)``: one solution per row of the
        array, with the row of the queen in each column, counted from 0, in lexicographic order.

    Raises:
        ValueError: If ``n`` is out of range.
        ImportError: If NumPy is not installed.

    Example:
        >>> import n_queens as queens
        >>> queens.solutions_array(4)
        array([[1, 3, 0, 2],
               [2, 0, 3, 1]], dtype=uint8)
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
    """Runs jobs of a plan on this machine.

    Args:
        plan (Plan): The plan.
        ids (Iterable[int]): Ids of the jobs, 0 to ``plan.jobs - 1``.
        threads (int): Number of threads, 1 to 1024. Defaults to ``1``.
        device (str): Where to count, as for ``count``. Defaults to ``"cpu"``.

    Returns:
        list[JobResult]: One result per job, in the order in which the jobs finish.

    Raises:
        ValueError: If a job does not exist, or an argument is out of range.
        RuntimeError: If a device fails, or a count does not pass its checks.

    Example:
        >>> import n_queens as queens
        >>> plan = queens.plan(8, method="bitmask")
        >>> [result.solutions for result in queens.run_jobs(plan, range(plan.jobs))]
        [4, 8, 16, 18, 18, 16, 8, 4]
    """
    found = _queens.run_jobs(plan, list(ids), threads=threads, device=device)
    return [JobResult(*result) for result in found]


def _number(queens: str | None) -> int | results.Queens | None:
    """A number of queens as ``count`` takes it."""
    # The library names the values that are allowed if the text is something else. A longer number is never allowed.
    is_number = queens is not None and queens.isdecimal() and len(queens) < 20
    return int(cast(str, queens)) if is_number else cast("results.Queens | None", queens)


@functools.lru_cache(maxsize=4)
def _restored_plan(
    n: int,
    method: str,
    statistics: bool,
    version: int,
    jobs: int,
    queens: str | None = None,
    rules: results.Rules = "queens",
    only: results.Rotation | None = None,
) -> Plan:
    """Restores a pickled plan, perhaps from another machine. Its jobs must be the same here."""
    if (queens, rules, only) == (None, "queens", None):
        restored = plan(n, method=method, statistics=statistics)
    else:
        # Other numbers of queens, other rules and symmetric solutions have one engine each, which is not a method.
        restored = plan(n, statistics=statistics, queens=_number(queens), rules=rules, only=only)
    if (Plan.VERSION, restored.jobs) != (version, jobs):
        message = (
            f"the plan was made by another version of n-queens: it has {jobs} jobs of plan version {version}, "
            f"this version makes {restored.jobs} jobs of plan version {Plan.VERSION}"
        )
        raise ValueError(message)
    return restored
