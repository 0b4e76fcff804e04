"""Results as typed, immutable objects, with the fields of the command's JSON.

Each class has the name and the fields of its type in ``docs/schema.json``, in the same order: ``n_queens.count`` and
``queens count --format json`` give the same names for the same values. Fields that the command leaves out where they
do not apply are ``None`` here.

>>> import json
>>> import n_queens as queens
>>> queens.count(8, method="bitmask", statistics=True).placements
2056
>>> line = '{"n": 8, "method": "stacked", "solutions": 92, "seconds": 0.00002}'
>>> queens.results.CountResult.from_dict(json.loads(line)).solutions
92
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ._queens import Position, Solution
from ._result import Result

__all__ = [
    "ComparisonResult",
    "CountResult",
    "DeviceResult",
    "ExplanationResult",
    "ExplanationStep",
    "JobRecord",
    "LedgerStatus",
    "MethodResult",
    "PlanResult",
    "PositionCount",
    "PuzzleResult",
    "Result",
    "TraceStep",
    "UniqueResult",
    "VerificationResult",
]

#: What queens attack.
Rules: TypeAlias = Literal["queens", "torus", "superqueens", "regions"]
#: How hard a position is for a person.
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
#: A rotation of the board, in degrees.
Rotation: TypeAlias = Literal["180", "90"]
#: The number of threads that a method runs on.
ThreadUse: TypeAlias = Literal["one", "any", "one_per_first_queen"]
#: The order in which a method lists solutions.
Order: TypeAlias = Literal["lexicographic", "mirrored", "as_found"]
#: What a step of a search does.
StepKind: TypeAlias = Literal["place", "remove", "reject", "enqueue", "dequeue", "solution", "duplicate"]
#: Whether a ledger is right.
VerificationOutcome: TypeAlias = Literal["verified", "incomplete", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountResult(Result):
    """The number of solutions of a board: ``queens count``.

    The fields after ``seconds`` are there if they were asked for, the statistics if the method has them.
    """

    #: The size of the board.
    n: int
    #: What queens attack, unless it is what queens do: torus or superqueens.
    rules: Rules | None = None
    #: The rotation under which the counted solutions are symmetric, if only those were counted: 180 or 90 degrees.
    only: Rotation | None = None
    #: The name of what counted.
    method: str
    #: The number of solutions.
    solutions: int
    #: The time that it took.
    seconds: float
    #: Queens placed.
    placements: int | None = None
    #: Squares that were tried and are attacked.
    rejects: int | None = None
    #: States taken from the queue.
    dequeues: int | None = None
    #: States that cannot be completed.
    dropped: int | None = None
    #: The largest number of states in the queue.
    queue_peak: int | None = None
    #: Solutions found, repeats included.
    raw: int | None = None
    #: Solutions that differ by more than a rotation or reflection.
    fundamental: int | None = None
    #: Solutions that are symmetric under the rotation by 90 degrees.
    fixed_by_90: int | None = None
    #: Solutions that are symmetric under the rotation by 180 degrees, but not by 90.
    fixed_by_180_only: int | None = None
    #: Solutions that are symmetric under no rotation.
    fixed_by_none: int | None = None
    #: Solutions by the column of the queen in the first row.
    by_first: tuple[int, ...] | None = None

    def __int__(self) -> int:
        return self.solutions


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PositionCount(Result):
    """The number of solutions of a position: ``queens solve --count``."""

    #: The size of the board.
    n: int
    #: What queens attack: queens, torus, superqueens or regions.
    rules: Rules
    #: The number of solutions, or the limit.
    solutions: int
    #: Whether there are more than the limit.
    limited: bool

    def __int__(self) -> int:
        return self.solutions


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UniqueResult(Result):
    """Whether a position has exactly one solution: ``queens solve --unique``."""

    #: The size of the board.
    n: int
    #: What queens attack: queens, torus, superqueens or regions.
    rules: Rules
    #: Whether there is exactly one solution.
    unique: bool
    #: A solution.
    solution: Solution
    #: Another, if there is one.
    other: Solution | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExplanationStep(Result):
    """A step of an explanation."""

    #: The name of the rule.
    rule: str
    #: The square of the queen that is placed.
    queen: str | None
    #: The squares that are closed, in addition to those that the queen attacks.
    closed: tuple[str, ...]
    #: How hard it is: easy, medium or hard.
    difficulty: Difficulty
    #: The step in words.
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExplanationResult(Result):
    """A person's steps to the solution of a position: ``queens solve --explain``."""

    #: The size of the board.
    n: int
    #: What queens attack: queens, torus, superqueens or regions.
    rules: Rules
    #: The steps.
    steps: tuple[ExplanationStep, ...]
    #: How hard it is: easy, medium or hard.
    difficulty: Difficulty
    #: Whether it needs guesses.
    guesses: bool
    #: The solution, if there is one.
    solution: Solution | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PuzzleResult(Result):
    """A puzzle with one solution: ``queens puzzle new``. The fields of its position are those that ``queens solve`` reads."""

    #: The size of the board, by the name that positions have for it.
    size: int
    #: What queens attack, unless it is regions where there are some, and queens otherwise.
    rules: Rules | None = None
    #: The squares of the given queens.
    given: tuple[str, ...] = ()
    #: The closed squares.
    closed: tuple[str, ...] = ()
    #: The regions, a letter per square, the top row first.
    regions: tuple[str, ...] | None = None
    #: The only solution.
    solution: Solution
    #: How hard it is: easy, medium or hard.
    difficulty: Difficulty

    @property
    def position(self) -> Position:
        """The position to solve."""
        data = self.to_dict()
        return Position({key: data[key] for key in data if key not in ("solution", "difficulty")})

    def __iter__(self) -> Iterator[Any]:
        """``position, solution, difficulty = n_queens.puzzle()``"""
        return iter((self.position, self.solution, self.difficulty))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TraceStep(Result):
    """A step of a search: ``queens trace``."""

    #: The number of the step, from 0.
    index: int
    #: What is done.
    step: StepKind
    #: Where: if a queen is placed or removed, or a square rejected.
    square: str | None = None
    #: The queens of the state that is taken from the queue.
    queens: tuple[str, ...] | None = None
    #: The number of states in the queue, if the step changes it.
    queued: int | None = None
    #: The solution that is found: the row of the queen in each column, counted from 1.
    rows: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MethodResult(Result):
    """A method: ``queens methods``."""

    #: Its name, as typed.
    method: str
    #: Its idea in a line.
    idea: str
    #: The largest board.
    max_n: int
    #: The threads that it uses.
    threads: ThreadUse
    #: Whether it takes boards with given queens and closed squares.
    takes_given_queens: bool
    #: Whether it finds solutions one by one, so that they can be listed and traced.
    lists: bool
    #: The order in which it lists them, if it does.
    order: Order | None
    #: The names of its statistics.
    statistics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ComparisonResult(Result):
    """A method on a board, measured: ``queens compare``."""

    #: The size of the board.
    n: int
    #: The method.
    method: str
    #: The number of solutions.
    solutions: int
    #: Queens placed, if the method places them one by one.
    placements: int | None
    #: The best of the runs.
    best_seconds: float
    #: The median of the runs.
    median_seconds: float
    #: Nanoseconds of the best run per solution, if there are solutions.
    ns_per_solution: float | None
    #: How many times as fast as the first method, if that was measured.
    ratio: float | None
    #: The largest possible speedup with one thread per job, for methods that are divided into jobs.
    cap: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlanResult(Result):
    """A plan and its estimated time: ``queens plan``."""

    #: The size of the board.
    n: int
    #: The name of what counts.
    method: str
    #: The version of the division into jobs.
    plan_version: int
    #: The number of jobs.
    jobs: int
    #: The threads that are planned for; none on GPUs.
    threads: int | None
    #: The vector instructions; none on GPUs.
    simd: str | None
    #: The memory that the count needs.
    memory_bytes: int
    #: The time that it should take.
    estimated_seconds: float
    #: Whether the estimate is a lower bound, because not even a part of a job was finished in the time for it.
    at_least: bool
    #: The jobs that were timed for the estimate, a part of one included.
    jobs_timed: float
    #: The time that it took, if it was run.
    seconds: float | None
    #: The relative error of the estimate, if it was run: 0.1 is ten percent too long.
    error: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LedgerStatus(Result):
    """How far a ledger is: ``queens ledger status``."""

    #: The file.
    ledger: str
    #: The size of the board.
    n: int
    #: The method.
    method: str
    #: The version of the division into jobs.
    plan_version: int
    #: The jobs of the whole plan.
    plan_jobs: int
    #: Which shard of how many: 1/8; none if all jobs belong to the ledger.
    shard: str | None
    #: The jobs that belong to the ledger.
    jobs: int
    #: The jobs that are finished.
    finished: int
    #: The part of the jobs that is finished, from 0 to 1.
    part: float
    #: The solutions in the finished jobs.
    solutions: int
    #: Queens placed, if they are counted.
    placements: int | None
    #: Jobs with results that contradict each other; they are in no sum.
    conflicts: int
    #: The time that the jobs took, added up.
    seconds: float
    #: How many times a count was started or resumed.
    sessions: int
    #: How many times a job was started.
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JobRecord(Result):
    """The result of a job in a ledger: ``queens ledger export``."""

    #: The job of the plan.
    job: int
    #: The solutions that it counts.
    solutions: int
    #: The remainder of the solutions by the first modulus, a check against overflow.
    residue_1: int
    #: The remainder by the second modulus.
    residue_2: int
    #: Queens placed, if they were counted.
    placements: int | None
    #: The time that it took.
    seconds: float
    #: When it was finished, as in RFC 3339.
    finished: str
    #: The session of the ledger that counted it.
    session: int
    #: What counted it.
    device: str
    #: The engine and its vector instructions.
    engine: str
    #: The program and its version.
    program: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class VerificationResult(Result):
    """What the verification of a ledger found: ``queens verify``."""

    #: The file.
    ledger: str
    #: Whether it is right.
    outcome: VerificationOutcome
    #: The size of the board; as all fields up to ``recounted``, none if the ledger is wrong.
    n: int | None
    #: The jobs that belong to the ledger.
    jobs: int | None
    #: The jobs that are finished.
    finished: int | None
    #: The solutions in them.
    solutions: int | None
    #: The jobs that plain backtracking (``bitmask``) counted again.
    recounted: tuple[int, ...] | None
    #: What is wrong, and where.
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeviceResult(Result):
    """A device that can count, and whether it is ready: ``queens devices``."""

    #: What ``--device`` takes: cpu, cuda:0.
    device: str
    #: Its name.
    name: str
    #: The cores of a CPU.
    cores: int | None
    #: The vector instructions of a CPU.
    simd: str | None
    #: The multiprocessors of a GPU.
    multiprocessors: int | None
    #: The highest clock of a GPU.
    megahertz: int | None
    #: The compute capability of a GPU: 9.0.
    compute_capability: str | None
    #: The memory of a GPU.
    memory_bytes: int | None
    #: Whether it can count.
    ready: bool
    #: The time it took to open a GPU and to count a known board on it.
    ready_seconds: float | None
    #: Why it cannot count.
    reason: str | None
