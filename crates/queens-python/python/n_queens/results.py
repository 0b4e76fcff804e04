"""Typed, immutable results, with the fields of the command's JSON.

Each class has the name and the fields of its type in ``docs/schema.json``, in the same order:
``n_queens.count(8).solutions`` is ``solutions`` in the output of ``queens count 8 --format json``.
Fields that the command leaves out where they do not apply are ``None`` here.

Example:
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
    "EstimateResult",
    "ExplanationResult",
    "ExplanationStep",
    "JobRecord",
    "LedgerStatus",
    "MethodResult",
    "PictureResult",
    "PlanResult",
    "PositionCount",
    "PuzzleResult",
    "Result",
    "TraceStep",
    "UniqueResult",
    "VerificationResult",
]

#: What a queen attacks.
Rules: TypeAlias = Literal["queens", "torus", "superqueens", "regions", "semiqueens", "reflecting"]
#: The number of queens of a count, if it is not a number.
Queens: TypeAlias = Literal["any", "maximal", "with-pawn"]
#: How hard a position or a step is for a person.
Difficulty: TypeAlias = Literal["easy", "medium", "hard", "expert"]
#: The shapes of the regions of a puzzle.
Theme: TypeAlias = Literal["mixed", "balanced", "snakes"]
#: A rotation of the board, in degrees.
Rotation: TypeAlias = Literal["180", "90"]
#: The number of threads that a method runs on.
ThreadUse: TypeAlias = Literal["one", "any", "one_per_first_queen"]
#: The order in which a method lists solutions.
Order: TypeAlias = Literal["lexicographic", "mirrored", "as_found"]
#: What a step of a search does.
StepKind: TypeAlias = Literal["place", "remove", "reject", "enqueue", "dequeue", "solution", "duplicate"]
#: What was timed for an estimate.
PlanBasis: TypeAlias = Literal["plan", "parts", "jobs", "smaller_boards"]
#: The outcome of the verification of a ledger.
VerificationOutcome: TypeAlias = Literal["verified", "checked", "incomplete", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountResult(Result):
    """The number of solutions of a board.

    ``n_queens.count`` and ``queens count`` return it. The fields after ``seconds`` are set if they
    were requested; of the statistics, those that the method has. ``int(result)`` is the number of
    solutions.

    Attributes:
        n (int): The size of the board.
        rules (Rules | None): ``"torus"``, ``"superqueens"``, ``"semiqueens"`` or ``"reflecting"``; ``None``
            for the rules of queens.
        queens (str | None): The number of queens, such as ``"8"`` or ``"any"``; ``None`` if it is ``n``.
        only (Rotation | None): The rotation in degrees, if only solutions symmetric under it were
            counted.
        method (str): The name of the method or engine that counted.
        solutions (int): The number of solutions.
        seconds (float): The time that the count took.
        placements (int | None): The number of queens placed.
        by_level (tuple[int, ...] | None): The number of queens placed in each column.
        rejects (int | None): The number of attacked squares that were tried.
        dequeues (int | None): The number of states taken from the queue.
        dropped (int | None): The number of states that could not be completed.
        queue_peak (int | None): The largest number of states in the queue.
        raw (int | None): The number of solutions found, repeats included.
        fundamental (int | None): The number of solutions that differ by more than a rotation or
            reflection.
        fixed_by_90 (int | None): The number of solutions unchanged by a rotation of 90 degrees.
        fixed_by_180_only (int | None): The number of solutions unchanged by a rotation of 180
            degrees, but not of 90.
        fixed_by_none (int | None): The number of solutions that every rotation changes.
        by_first (tuple[int, ...] | None): The number of solutions for each row of the first queen.

    Example:
        >>> import n_queens as queens
        >>> result = queens.count(8, fundamental=True)
        >>> int(result), result.fundamental, result.placements
        (92, 12, None)
    """

    n: int
    rules: Rules | None = None
    queens: str | None = None
    only: Rotation | None = None
    method: str
    solutions: int
    seconds: float
    placements: int | None = None
    by_level: tuple[int, ...] | None = None
    rejects: int | None = None
    dequeues: int | None = None
    dropped: int | None = None
    queue_peak: int | None = None
    raw: int | None = None
    fundamental: int | None = None
    fixed_by_90: int | None = None
    fixed_by_180_only: int | None = None
    fixed_by_none: int | None = None
    by_first: tuple[int, ...] | None = None

    def __int__(self) -> int:
        return self.solutions


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PositionCount(Result):
    """The number of solutions of a position.

    ``Position.count`` and ``queens solve --count`` return it. ``int(result)`` is the number of
    solutions.

    Attributes:
        n (int): The size of the board.
        rules (Rules): What a queen attacks.
        stars (int | None): The number of queens in each row, column and region, if it is not 1.
        solutions (int): The number of solutions, or the limit if there are more.
        limited (bool): Whether there are more solutions than the limit.
        by_square (tuple[tuple[int, ...], ...] | None): The number of solutions with a queen on each
            square, one tuple per row, the top row first. Only with ``by_square=True``.

    Example:
        >>> import n_queens as queens
        >>> queens.Position("size:6").count(limit=3)
        PositionCount(n=6, rules='queens', solutions=3, limited=True)
    """

    n: int
    rules: Rules
    stars: int | None = None
    solutions: int
    limited: bool
    by_square: tuple[tuple[int, ...], ...] | None = None

    def __int__(self) -> int:
        return self.solutions


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UniqueResult(Result):
    """Whether a position has exactly one solution.

    ``Position.unique`` and ``queens solve --unique`` return it.

    Attributes:
        n (int): The size of the board.
        rules (Rules): What a queen attacks.
        stars (int | None): The number of queens in each row, column and region, if it is not 1.
        unique (bool): Whether there is exactly one solution.
        solution (Solution): A solution.
        other (Solution | None): A second solution, if there is one.

    Example:
        >>> import n_queens as queens
        >>> result = queens.Position("size:4 given:a2").unique()
        >>> result.unique, result.solution, result.other
        (True, Solution('2 4 1 3'), None)
    """

    n: int
    rules: Rules
    stars: int | None = None
    unique: bool
    solution: Solution
    other: Solution | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExplanationStep(Result):
    """One step of an explanation.

    ``ExplanationResult.steps`` contains them.

    Attributes:
        rule (str): The name of the deduction rule.
        queen (str | None): The square of the queen that is placed, if one is.
        closed (tuple[str, ...]): The squares that are ruled out, in addition to those that the
            queen attacks.
        difficulty (Difficulty): How hard the step is.
        weight (int): How hard the step is, as a number.
        text (str): The step in words.

    Example:
        >>> import n_queens as queens
        >>> step = queens.Position("size:4 given:a2").explain().steps[0]
        >>> step.rule, step.queen, step.difficulty
        ('only', 'B4', 'easy')
    """

    rule: str
    queen: str | None
    closed: tuple[str, ...]
    difficulty: Difficulty
    weight: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExplanationResult(Result):
    """The steps by which a person solves a position.

    ``Position.explain`` and ``queens solve --explain`` return it.

    Attributes:
        n (int): The size of the board.
        rules (Rules): What a queen attacks.
        stars (int | None): The number of queens in each row, column and region, if it is not 1.
        steps (tuple[ExplanationStep, ...]): The steps, in order.
        difficulty (Difficulty): How hard the position is.
        score (int): The difficulty as a number.
        guesses (bool): Whether a step is a guess.
        solution (Solution | None): The solution, if there is one.
        other (Solution | None): Another solution, if there is one.

    Example:
        >>> import n_queens as queens
        >>> result = queens.Position("size:4 given:a2").explain()
        >>> len(result.steps), result.difficulty, result.guesses
        (3, 'easy', False)
    """

    n: int
    rules: Rules
    stars: int | None = None
    steps: tuple[ExplanationStep, ...]
    difficulty: Difficulty
    score: int
    guesses: bool
    solution: Solution | None
    other: Solution | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PuzzleResult(Result):
    """A puzzle: a position with exactly one solution.

    ``n_queens.puzzle`` and ``queens puzzle new`` return it. The fields before ``solution`` are those of
    the position in JSON. A puzzle can be unpacked into position, solution and difficulty.

    Attributes:
        size (int): The size of the board.
        rules (Rules | None): What a queen attacks, if it does not follow from the other fields.
        stars (int | None): Queens in each row, column and region, if there are several.
        given (tuple[str, ...]): The squares of the given queens.
        closed (tuple[str, ...]): The closed squares.
        regions (tuple[str, ...] | None): The regions: one string per row, the top row first, one
            letter per square.
        solution (Solution): The only solution.
        difficulty (Difficulty): How hard the puzzle is.
        score (int): The difficulty as a number.
        seed (int): The seed that made it.

    Example:
        >>> import n_queens as queens
        >>> result = queens.puzzle(6, rules="queens", seed=1)
        >>> position, solution, difficulty = result
        >>> queens.solve(position) == solution == result.solution
        True
    """

    size: int
    rules: Rules | None = None
    stars: int | None = None
    given: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    regions: tuple[str, ...] | None = None
    solution: Solution
    difficulty: Difficulty
    score: int
    seed: int

    @property
    def position(self) -> Position:
        """Position: The position to solve."""
        data = self.to_dict()
        made = ("solution", "difficulty", "score", "seed")
        return Position({key: data[key] for key in data if key not in made})

    def __iter__(self) -> Iterator[Any]:
        # For `position, solution, difficulty = n_queens.puzzle()`.
        return iter((self.position, self.solution, self.difficulty))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PictureResult(Result):
    """A position that was read from a picture.

    ``n_queens.read_picture`` and ``queens puzzle read`` return it. The fields before ``crosses`` are
    those of the position in JSON.

    Attributes:
        size (int): The size of the board.
        stars (int | None): The number of queens in each row, column and region, if it is not 1.
        given (tuple[str, ...]): The squares with a queen.
        closed (tuple[str, ...]): The closed squares, which are hatched in the picture.
        regions (tuple[str, ...]): The regions: one string per row, the top row first, one letter per
            square.
        crosses (tuple[str, ...]): The squares with a cross or dot.
        confidence (float): How certain the reading is, from 0 to 1.
        certain (bool): Whether the confidence is high. Otherwise compare the position with the picture:
            it may be wrong.
        warnings (tuple[str, ...]): What may be wrong.

    Example:
        >>> from n_queens.results import PictureResult
        >>> result = PictureResult(
        ...     size=4,
        ...     given=("A3",),
        ...     regions=("AABB", "ACBB", "ACDD", "CCDD"),
        ...     crosses=("B3",),
        ...     confidence=1.0,
        ...     certain=True,
        ...     warnings=(),
        ... )
        >>> result.position
        Position('size:4 given:A3 regions:AABB/ACBB/ACDD/CCDD')
    """

    size: int
    stars: int | None = None
    given: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    regions: tuple[str, ...]
    crosses: tuple[str, ...]
    confidence: float
    certain: bool
    warnings: tuple[str, ...]

    @property
    def position(self) -> Position:
        """Position: The position to solve."""
        data = self.to_dict()
        read = ("crosses", "confidence", "certain", "warnings")
        return Position({key: data[key] for key in data if key not in read})


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TraceStep(Result):
    """One step of a search.

    ``n_queens.trace`` and ``queens trace`` return it.

    Attributes:
        index (int): The number of the step, counted from 0.
        step (StepKind): What the search does.
        square (str | None): The square, if a queen is placed or removed or a square is rejected.
        queens (tuple[str, ...] | None): The queens of the state that is taken from the queue.
        queued (int | None): The number of states in the queue, if the step changes it.
        rows (tuple[int, ...] | None): The solution that is found: the row of the queen in each
            column, counted from 1.

    Example:
        >>> import n_queens as queens
        >>> next(queens.trace("bitmask", 6))
        TraceStep(index=0, step='place', square='A1')
    """

    index: int
    step: StepKind
    square: str | None = None
    queens: tuple[str, ...] | None = None
    queued: int | None = None
    rows: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MethodResult(Result):
    """A method of counting.

    ``n_queens.methods`` and ``queens methods`` return it.

    Attributes:
        method (str): The name.
        title (str): The name in words.
        idea (str): The idea in one line.
        max_n (int): The size of the largest board.
        threads (ThreadUse): The number of threads that it uses.
        takes_given_queens (bool): Whether it takes boards with given queens and closed squares.
        lists (bool): Whether it finds solutions one by one, so that they can be listed and traced.
        order (Order | None): The order in which it lists them, if it does.
        statistics (tuple[str, ...]): The names of its statistics.

    Example:
        >>> import n_queens as queens
        >>> info = next(info for info in queens.methods() if info.method == "bitmask")
        >>> info.max_n, info.order, info.statistics
        (32, 'lexicographic', ('placements',))
    """

    method: str
    title: str
    idea: str
    max_n: int
    threads: ThreadUse
    takes_given_queens: bool
    lists: bool
    order: Order | None
    statistics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ComparisonResult(Result):
    """The measurement of a method on a board.

    ``n_queens.compare`` and ``queens compare`` return it.

    Attributes:
        n (int): The size of the board.
        method (str): The name of the method.
        solutions (int): The number of solutions.
        placements (int | None): The number of queens placed, if the method places them one by one.
        best_seconds (float): The time of the fastest run.
        median_seconds (float): The median time of the runs.
        ns_per_solution (float | None): The nanoseconds of the fastest run per solution, if there
            are solutions.
        ratio (float | None): How many times as fast as the first method, if that was measured.
        max_speedup (float | None): The largest possible speedup with one thread per job, if the method is
            divided into jobs.

    Example:
        >>> import n_queens as queens
        >>> result = queens.compare([6], ["bitmask"], runs=1)[0]
        >>> result.n, result.method, result.solutions, result.placements, result.ratio
        (6, 'bitmask', 4, 152, 1.0)
    """

    n: int
    method: str
    solutions: int
    placements: int | None
    best_seconds: float
    median_seconds: float
    ns_per_solution: float | None
    ratio: float | None
    max_speedup: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EstimateResult(Result):
    """An estimate of the number of solutions.

    ``estimate`` and ``queens estimate`` return it.

    Attributes:
        n (int): The size of the board.
        estimate (float | None): The estimated number of solutions; ``None`` if it is too large for a
            float.
        low (float | None): The lower end of the confidence interval; ``None`` if it is too large.
        high (float | None): The upper end of the confidence interval; ``None`` if it is too large.
        log10_estimate (float | None): The decimal logarithm of the estimate; ``None`` if the estimate
            is 0.
        log10_low (float | None): The decimal logarithm of the lower end; ``None`` if the estimate is 0.
        log10_high (float | None): The decimal logarithm of the upper end; ``None`` if the estimate is 0.
        error (float): The relative error: the upper end divided by the estimate, minus 1.
        confidence (float): The probability with which the interval contains the true number.
        samples (int): The number of samples; 0 for the exact numbers of N = 0 to 3.
        seed (int): The seed.
        threads (int): The number of threads.
        seconds (float): The time of the samples.
        samples_per_second_per_thread (float | None): Samples per second and thread; ``None`` without
            samples.
        published (int | None): The published number, if it is known.

    Example:
        >>> import n_queens as queens
        >>> result = queens.estimate(12, samples=200, seed=1)
        >>> result.n, result.samples, result.seed, result.confidence, result.published
        (12, 200, 1, 0.95, 14200)
        >>> result.low < result.estimate < result.high
        True
    """

    n: int
    estimate: float | None
    low: float | None
    high: float | None
    log10_estimate: float | None
    log10_low: float | None
    log10_high: float | None
    error: float
    confidence: float
    samples: int
    seed: int
    threads: int
    seconds: float
    samples_per_second_per_thread: float | None
    published: int | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlanResult(Result):
    """A plan and its estimated time.

    ``Plan.estimate`` and ``queens plan`` return it.

    Attributes:
        n (int): The size of the board.
        rules (Rules | None): The rules; ``None`` if they are those of queens.
        queens (str | None): The number of queens, such as ``"8"`` or ``"any"``; ``None`` if it is ``n``.
        only (Rotation | None): The rotation in degrees, if only solutions symmetric under it are counted.
        method (str): The name of the method or engine.
        plan_version (int): The version of the division into jobs.
        jobs (int): The number of jobs.
        threads (int | None): The number of threads that are planned for; ``None`` on GPUs.
        simd (str | None): The vector instructions; ``None`` on GPUs.
        memory_bytes (int): The memory that the count needs.
        estimated_seconds (float): The estimated time.
        estimated_seconds_low (float): The lower end of the range in which the time is expected to
            be with a probability of 95%.
        estimated_seconds_high (float): The upper end of the range.
        basis (PlanBasis): What was timed for the estimate: ``"plan"`` (all jobs), ``"parts"`` (random
            parts of jobs), ``"jobs"`` (some of the jobs) or ``"smaller_boards"``.
        samples (int): The number of jobs, parts of jobs or smaller boards that were timed.
        seconds (float | None): The time that the count took, if it was run.
        error (float | None): The relative error of the estimate, if it was run: 0.1 is ten percent
            too long.

    Example:
        >>> import n_queens as queens
        >>> result = queens.plan(12, method="join").estimate(threads=1, seconds=0.1)
        >>> result.n, result.method, result.threads, result.samples > 0, result.seconds
        (12, 'join', 1, True, None)
    """

    n: int
    rules: Rules | None = None
    queens: str | None = None
    only: Rotation | None = None
    method: str
    plan_version: int
    jobs: int
    threads: int | None
    simd: str | None
    memory_bytes: int
    estimated_seconds: float
    estimated_seconds_low: float
    estimated_seconds_high: float
    basis: PlanBasis
    samples: int
    seconds: float | None
    error: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LedgerStatus(Result):
    """The progress of a ledger and the sums of its results.

    ``Ledger.status`` and ``queens ledger status`` return it.

    Attributes:
        ledger (str): The file.
        n (int): The size of the board.
        rules (Rules | None): The rules; ``None`` if they are those of queens.
        queens (str | None): The number of queens, such as ``"8"`` or ``"any"``; ``None`` if it is ``n``.
        only (Rotation | None): The rotation in degrees, if only solutions symmetric under it are counted.
        method (str): The name of the method.
        plan_version (int): The version of the division into jobs.
        plan_jobs (int): The number of jobs of the whole plan.
        shard (str | None): The shard, such as ``"1/8"``; ``None`` if all jobs belong to the ledger.
        jobs (int): The number of jobs that belong to the ledger.
        finished (int): The number of finished jobs.
        fraction (float): The finished fraction of the jobs, from 0 to 1.
        solutions (int): The number of solutions in the finished jobs.
        placements (int | None): The number of queens placed, if they are counted.
        conflicts (int): The number of jobs with contradictory results, which are excluded from all sums.
        audited (int): The number of finished jobs that another worker counted too, with the same result.
        withdrawn (int): The number of results and audits that were withdrawn, because their worker was wrong.
        seconds (float): The sum of the times of the jobs.
        sessions (int): The number of times that a count was started or resumed.
        attempts (int): The number of times that a job was started.
        jobs_per_second (float | None): The finished jobs per second of elapsed time, in the last session with
            results.
        remaining_seconds (float | None): The estimated time until all jobs are finished, at this rate; ``None``
            if they are.

    Example:
        >>> import n_queens as queens
        >>> status = queens.Ledger("q10.db").status()
        >>> status.n, status.method, status.fraction, status.solutions, status.conflicts
        (10, 'cross', 1.0, 724, 0)
    """

    ledger: str
    n: int
    rules: Rules | None = None
    queens: str | None = None
    only: Rotation | None = None
    method: str
    plan_version: int
    plan_jobs: int
    shard: str | None
    jobs: int
    finished: int
    fraction: float
    solutions: int
    placements: int | None
    conflicts: int
    audited: int
    withdrawn: int
    seconds: float
    sessions: int
    attempts: int
    jobs_per_second: float | None
    remaining_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JobRecord(Result):
    """The record of a job in a ledger.

    ``Ledger.records`` and ``queens ledger export`` return it.

    Attributes:
        job (int): The id of the job.
        solutions (int): The number of solutions that the job counts.
        residue_1 (int): The number of solutions modulo the first prime, to detect errors.
        residue_2 (int): The number of solutions modulo the second prime.
        placements (int | None): The number of queens placed, if they were counted.
        seconds (float): The time that the job took.
        finished (str): When the job finished, in the format of RFC 3339.
        session (int): The session of the ledger in which the job ran.
        device (str): The device that ran it.
        engine (str): The engine and its vector instructions.
        program (str): The program and its version.

    Example:
        >>> import n_queens as queens
        >>> record = queens.Ledger("q10.db").records()[0]
        >>> record.job, record.placements, record.session
        (0, None, 1)
    """

    job: int
    solutions: int
    residue_1: int
    residue_2: int
    placements: int | None
    seconds: float
    finished: str
    session: int
    device: str
    engine: str
    program: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class VerificationResult(Result):
    """The result of the verification of a ledger.

    ``n_queens.verify`` and ``queens verify`` return it.

    Attributes:
        ledger (str): The file.
        outcome (VerificationOutcome): Whether the ledger is verified, checked, incomplete or wrong.
        n (int | None): The size of the board; like all fields up to ``recounted``, ``None`` if the
            ledger is wrong.
        rules (Rules | None): The rules; ``None`` if they are those of queens.
        queens (str | None): The number of queens, such as ``"8"`` or ``"any"``; ``None`` if it is ``n``.
        only (Rotation | None): The rotation in degrees, if only solutions symmetric under it are counted.
        shard (str | None): The shard and the number of shards, such as ``"1/8"``; ``None`` if the
            ledger is for all jobs.
        jobs (int | None): The number of jobs that belong to the ledger.
        finished (int | None): The number of finished jobs.
        solutions (int | None): The number of solutions in the finished jobs.
        recounted (tuple[int, ...] | None): The ids of the jobs that plain backtracking
            (``bitmask``) recounted.
        reason (str | None): What is wrong, and where.

    Example:
        >>> import n_queens as queens
        >>> result = queens.verify("q10.db")
        >>> result.outcome, result.n, result.solutions, result.reason
        ('verified', 10, 724, None)
    """

    ledger: str
    outcome: VerificationOutcome
    n: int | None
    rules: Rules | None = None
    queens: str | None = None
    only: Rotation | None = None
    shard: str | None
    jobs: int | None
    finished: int | None
    solutions: int | None
    recounted: tuple[int, ...] | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeviceResult(Result):
    """A device, and whether it can count.

    ``n_queens.devices`` and ``queens devices`` return it.

    Attributes:
        device (str): The name for the argument ``device``, such as ``"cpu"``, ``"cuda:0"`` or
            ``"wgpu:0"``.
        name (str): The name of the hardware.
        api (str | None): The interface of a GPU: ``"cuda"``, ``"vulkan"``, ``"metal"`` or ``"dx12"``.
        kind (str | None): The kind of a GPU that is used through wgpu: ``"discrete"``,
            ``"integrated"``, ``"virtual"``, ``"software"`` or ``"other"``.
        cores (int | None): The number of cores of a CPU.
        simd (str | None): The vector instructions of a CPU.
        multiprocessors (int | None): The number of multiprocessors of a GPU.
        megahertz (int | None): The highest clock rate of a GPU.
        compute_capability (str | None): The compute capability of a GPU, such as ``"9.0"``.
        memory_bytes (int | None): The memory of a GPU.
        ready (bool): Whether the device can count.
        ready_seconds (float | None): The time to open a GPU and count a known board on it.
        reason (str | None): Why the device cannot count.

    Example:
        >>> import n_queens as queens
        >>> cpu = queens.devices()[0]
        >>> cpu.device, cpu.ready, cpu.memory_bytes, cpu.reason
        ('cpu', True, None, None)
    """

    device: str
    name: str
    api: str | None
    kind: str | None
    cores: int | None
    simd: str | None
    multiprocessors: int | None
    megahertz: int | None
    compute_capability: str | None
    memory_bytes: int | None
    ready: bool
    ready_seconds: float | None
    reason: str | None
