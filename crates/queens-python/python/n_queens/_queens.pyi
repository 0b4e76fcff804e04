import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

from .results import (
    ComparisonResult,
    CountResult,
    DeviceResult,
    Difficulty,
    EstimateResult,
    ExplanationResult,
    JobRecord,
    LedgerStatus,
    MethodResult,
    PictureResult,
    PlanResult,
    PositionCount,
    PuzzleResult,
    Queens,
    Rotation,
    Rules,
    Theme,
    TraceStep,
    UniqueResult,
    VerificationResult,
)

__version__: str

_Found = tuple[int, int, tuple[int, int], int | None, float]

@final
class Solution:
    """One solution: a queen in each column and row, none attacking another.

    A solution is checked when it is created, and cannot be changed. It is a sequence of row
    numbers. Solutions are equal, ordered, hashed and pickled by their rows. Notebooks display
    one as a board.

    Rows and columns are counted from 0, except in text, where they are counted from 1.

    Args:
        rows (str | Sequence[int]): The row of the queen in each column, counted from 0. Or a text,
            counted from 1: rows such as ``"2 4 1 3"``, squares such as ``"A2 B4 C1 D3"``, or a board in
            any form that ``Position`` takes.
        rules (Rules): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
            ``"regions"``. Defaults to ``"queens"``.
        stars (int | None): The number of queens per row and column. More than one need the rules
            ``"regions"``; ``rows`` then has the rows of the queens of column A in ascending order,
            those of column B, and so on. Defaults to ``None``: 1.

    Raises:
        ValueError: If two queens attack each other, a row is not on the board, or the rules are
            unknown.

    Example:
        >>> from n_queens import Solution
        >>> solution = Solution([1, 3, 0, 2])
        >>> solution == Solution("2 4 1 3") == Solution("A2 B4 C1 D3")
        True
        >>> len(solution), solution[0], list(solution)
        (4, 1, [1, 3, 0, 2])
        >>> print(solution)
        2 4 1 3
        >>> Solution([0, 1, 2, 3])
        Traceback (most recent call last):
        ValueError: the queens on A1 and B2 attack each other
    """

    def __new__(
        cls, rows: str | Sequence[int], *, rules: Rules = "queens", stars: int | None = None
    ) -> Solution: ...
    @staticmethod
    def is_valid(rows: str | Sequence[int], *, rules: Rules = "queens") -> bool:
        """Checks whether rows are a solution. Returns ``False`` where the constructor would raise.

        Args:
            rows (str | Sequence[int]): The row of the queen in each column, as for the constructor.
            rules (Rules): What a queen attacks. Defaults to ``"queens"``.

        Returns:
            bool: Whether ``Solution(rows, rules=rules)`` would succeed.

        Raises:
            ValueError: If the rules are unknown.

        Example:
            >>> from n_queens import Solution
            >>> Solution.is_valid([1, 3, 0, 2]), Solution.is_valid([0, 1, 2, 3])
            (True, False)
        """
    @property
    def n(self) -> int:
        """int: The size of the board."""
    @property
    def stars(self) -> int:
        """int: The number of queens per row and column: 1, or more in a Star Battle."""
    @property
    def rows(self) -> tuple[int, ...]:
        """tuple[int, ...]: The row of the queen in each column, counted from 0."""
    @property
    def squares(self) -> list[str]:
        """list[str]: The squares of the queens, from column A on, such as ``["A2", "B4", "C1", "D3"]``."""
    @property
    def symmetry_class(self) -> Literal["none", "180", "90"]:
        """Literal['none', '180', '90']: The smallest rotation that maps the solution to itself, in
        degrees.
        """
    def symmetries(self) -> list[Solution]:
        """Returns the images of the solution under the eight rotations and reflections of the board.

        Returns:
            list[Solution]: Eight solutions, the solution itself first. Images of a symmetric
            solution repeat.

        Example:
            >>> from n_queens import Solution
            >>> images = Solution("2 4 1 3").symmetries()
            >>> len(images), sorted(set(images))
            (8, [Solution('2 4 1 3'), Solution('3 1 4 2')])
        """
    def canonical(self) -> Solution:
        """Returns the lexicographically smallest image of the solution.

        Solutions that a rotation or reflection maps to each other have the same canonical image.

        Returns:
            Solution: The smallest of ``symmetries()``.

        Example:
            >>> from n_queens import Solution
            >>> Solution("3 1 4 2").canonical()
            Solution('2 4 1 3')
        """
    def is_canonical(self) -> bool:
        """Checks whether the solution is its own canonical image.

        Returns:
            bool: Whether no rotation or reflection of the solution is smaller.

        Example:
            >>> from n_queens import Solution
            >>> Solution("2 4 1 3").is_canonical(), Solution("3 1 4 2").is_canonical()
            (True, False)
        """
    def board(self) -> str:
        """Draws the board as text.

        Returns:
            str: One line per row, the top row first, and a line with the names of the columns.

        Raises:
            ValueError: If the board has more than 1000 rows.

        Example:
            >>> from n_queens import Solution
            >>> print(Solution("2 4 1 3").board(), end="")
            4 · ♛ · ·
            3 · · · ♛
            2 ♛ · · ·
            1 · · ♛ ·
              A B C D
        """
    def leetcode(self) -> list[str]:
        """Returns the board in the format of LeetCode problem 51.

        Returns:
            list[str]: One string per row, the top row first, with ``Q`` for a queen and ``.`` for an
            empty square.

        Raises:
            ValueError: If the board has more than 1000 rows.

        Example:
            >>> from n_queens import Solution
            >>> Solution("2 4 1 3").leetcode()
            ['.Q..', '...Q', 'Q...', '..Q.']
        """
    def svg(self) -> str:
        """Draws the board as an SVG picture.

        Returns:
            str: An SVG document.

        Raises:
            ValueError: If the board has more than 1000 rows.

        Example:
            >>> from n_queens import Solution
            >>> picture = Solution("2 4 1 3").svg()
            >>> picture.startswith("<svg"), picture.count('class="queen"')
            (True, 4)
        """
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, column: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Solution, /) -> bool: ...
    def __le__(self, other: Solution, /) -> bool: ...
    def __gt__(self, other: Solution, /) -> bool: ...
    def __ge__(self, other: Solution, /) -> bool: ...

@final
class Solutions(Iterator[Solution]):
    """An iterator over the solutions of the empty board, in lexicographic order.

    ``solutions()`` and ``fundamental()`` return it. The search runs only during ``next()``, in constant
    memory. After Ctrl-C, ``next()`` resumes it.

    Example:
        >>> import n_queens as queens
        >>> search = queens.solutions(6)
        >>> next(search), next(search)
        (Solution('2 4 6 1 3 5'), Solution('3 6 2 5 1 4'))
        >>> len(list(search))
        2
    """

    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Solution: ...

@final
class Trace(Iterator[TraceStep]):
    """An iterator over the steps of a search.

    ``trace()`` returns it. The search runs on its own thread, a little ahead of the reader. It stops when
    the iterator is deleted.

    Example:
        >>> import n_queens as queens
        >>> steps = queens.trace("arrays", 4)
        >>> next(steps)
        TraceStep(index=0, step='place', square='A1')
    """

    def __iter__(self) -> Trace: ...
    def __next__(self) -> TraceStep: ...

@final
class Position:
    """A position to solve: a board with given queens, closed squares, regions, rules and stars.

    Positions are equal if all of these are. They can be pickled. Notebooks display one as a board.

    Args:
        position (str | Position | dict[str, Any]): The position in one of these forms: a short text
            such as ``"size:8 given:a1,b5 closed:c3"``; a grid with ``Q`` for a queen, ``.`` for an
            open square and ``#`` for a closed one; JSON, as text or as a dictionary, with the keys
            ``size``, ``given``, ``closed``, ``regions``, ``rules`` and ``stars``; an array of rows; a link
            to the web page, also to a puzzle by its seed or date; a solution. The size is 0 to 5000.
        rules (Rules | None): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
            ``"regions"``. Defaults to ``None``: the rules of the position.
        stars (int | None): The number of queens in each row, column and region. More than one need
            the rules ``"regions"``. Defaults to ``None``: the number of the position, usually 1.

    Raises:
        ValueError: If the position cannot be read, or does not fit the rules. The message names
            the line and column.
        TypeError: If the position is of another type.

    Example:
        >>> from n_queens import Position
        >>> position = Position("size:4 given:a2")
        >>> position.n, position.rules, position.given
        (4, 'queens', ['A2'])
        >>> position.to_short()
        'size:4 given:A2'
        >>> position == Position({"size": 4, "given": ["A2"]})
        True
    """

    def __new__(
        cls,
        position: str | Position | dict[str, Any],
        *,
        rules: Rules | None = None,
        stars: int | None = None,
    ) -> Position: ...
    @property
    def n(self) -> int:
        """int: The size of the board."""
    @property
    def rules(self) -> Rules:
        """Rules: What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or ``"regions"``."""
    @property
    def stars(self) -> int:
        """int: The number of queens in each row, column and region: 1, or more in a Star Battle."""
    @property
    def given(self) -> list[str]:
        """list[str]: The squares of the given queens, such as ``["A1", "B5"]``."""
    @property
    def closed(self) -> list[str]:
        """list[str]: The closed squares, on which no queen may stand."""
    def to_text(self) -> str:
        r"""Returns the position as a grid.

        Returns:
            str: One line per row, the top row first. ``Position`` reads it back.

        Example:
            >>> from n_queens import Position
            >>> Position("size:3 given:a1 closed:b2").to_text()
            '...\n.#.\nQ..\n'
        """
    def to_short(self) -> str:
        """Returns the position on one line.

        Returns:
            str: Words such as ``size:8 given:A1``. ``Position`` reads it back.

        Example:
            >>> from n_queens import Position
            >>> Position("size:3 given:a1 closed:b2").to_short()
            'size:3 given:A1 closed:B2'
        """
    def to_json(self) -> str:
        """Returns the position as JSON.

        Returns:
            str: An object with the keys of the position. ``Position`` reads it back.

        Example:
            >>> from n_queens import Position
            >>> Position("size:3 given:a1").to_json()
            '{"size":3,"given":["A1"]}'
        """
    def to_link(self) -> str:
        """Returns the position as a link to the section Play of the web page.

        Returns:
            str: The part of the link after the address of the page. ``Position`` reads it back, with or
            without the address.

        Example:
            >>> from n_queens import Position
            >>> Position("size:3 given:a1 closed:b2").to_link()
            '#/play?p=size:3+given:A1+closed:B2'
        """
    def check(self, rows: Sequence[int] | Solution) -> bool:
        """Checks whether rows are a solution of the position.

        Args:
            rows (Sequence[int] | Solution): The row of the queen in each column, counted from 0.

        Returns:
            bool: Whether the queens follow the rules, include the given queens and avoid closed squares.

        Example:
            >>> from n_queens import Position
            >>> position = Position("size:4 given:a2")
            >>> position.check([1, 3, 0, 2]), position.check([2, 0, 3, 1])
            (True, False)
        """
    def count(self, limit: int | None = None, *, by_square: bool = False) -> PositionCount:
        """Counts the solutions of the position.

        Without a limit an engine counts them, if one supports the position: boards up to size 32 by
        the rules of queens and of regions, and empty boards up to size 32 by the rules ``"torus"`` and
        ``"superqueens"``. Otherwise they are found one by one.

        Args:
            limit (int | None): Stop after this many solutions, 0 or more. Defaults to ``None``: count
                all.
            by_square (bool): Also count the solutions with a queen on each square, by backtracking on
                all cores. It cannot be combined with a limit. Defaults to ``False``.

        Returns:
            PositionCount: The number of solutions, and whether there are more than the limit.

        Raises:
            ValueError: If ``limit`` is negative, or combined with ``by_square``.

        Example:
            >>> from n_queens import Position
            >>> Position("size:20 given:a1,b3,c5").count().solutions
            935374
            >>> Position("size:8").count(limit=5)
            PositionCount(n=8, rules='queens', solutions=5, limited=True)
            >>> Position("size:4").count(by_square=True).by_square
            ((0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 0, 1), (0, 1, 1, 0))
        """
    def unique(self) -> UniqueResult | None:
        """Checks whether the position has exactly one solution.

        Returns:
            UniqueResult | None: A solution, a second one if there is one, and ``unique``. ``None`` if
            there is no solution.

        Example:
            >>> from n_queens import Position
            >>> result = Position("size:8 given:a1,b5").unique()
            >>> result.unique, result.solution, result.other
            (True, Solution('1 5 8 6 3 7 2 4'), None)
            >>> print(Position("size:6 given:a1").unique())
            None
        """
    def solutions(self, limit: int | None = None) -> list[Solution]:
        """Returns the solutions of the position, in the order of the search.

        For one solution of a large board, ``solve`` is much faster.

        Args:
            limit (int | None): The largest number of solutions to return, 0 or more. Defaults to
                ``None``: all of them.

        Returns:
            list[Solution]: The solutions, found one by one.

        Raises:
            ValueError: If ``limit`` is negative.

        Example:
            >>> from n_queens import Position
            >>> Position("size:4").solutions()
            [Solution('2 4 1 3'), Solution('3 1 4 2')]
            >>> len(Position("size:12").solutions(limit=3))
            3
        """
    def explain(self) -> ExplanationResult:
        """Explains how a person solves the position, step by step.

        Returns:
            ExplanationResult: The steps with their reasons, the difficulty, the solution if there is one,
            and another one if there are several.

        Raises:
            ValueError: If the board has more than 64 rows.

        Example:
            >>> from n_queens import Position
            >>> explanation = Position("size:4 given:a2").explain()
            >>> explanation.difficulty, explanation.solution
            ('easy', Solution('2 4 1 3'))
            >>> [step.queen for step in explanation.steps]
            ['B4', 'D3', 'C1']
        """
    def refute(self) -> str | None:
        """Explains why the position has no solution.

        Returns:
            str | None: The reason in one line. ``None`` if there is a solution, or no short reason was
            found. On boards with more than 1000 rows, only given queens that attack each other are found.

        Example:
            >>> from n_queens import Position
            >>> reason = Position("size:6 given:a1").refute()
            >>> reason is not None and "A1" in reason
            True
        """
    def export(self, format: Literal["cnf", "opb", "lp", "mps", "minizinc", "qubo"]) -> str:
        r"""Returns the position in the format of another solver.

        A variable is 1 if its square has a queen. Comments in the text say which variable is which
        square.

        Args:
            format (Literal['cnf', 'opb', 'lp', 'mps', 'minizinc', 'qubo']): ``"cnf"``: clauses for SAT
                solvers and model counters, with exactly one model per solution; ``"opb"``:
                pseudo-Boolean constraints; ``"lp"`` and ``"mps"``: an integer program; ``"minizinc"``: a
                model with its data; ``"qubo"``: JSON with coefficients whose minimum is 0 exactly for
                solutions.

        Returns:
            str: The text of a file in this format.

        Raises:
            ValueError: If the format is unknown, or the position has more than a million open squares
                (for ``"qubo"``: more than ten million pairs of squares on a line).

        Example:
            >>> from n_queens import Position
            >>> text = Position("size:4 given:a2").export("lp")
            >>> " row_1: q_3_1 + q_4_1 = 1\n" in text
            True
        """
    def prove(self) -> str | None:
        """Proves that the position has no solution.

        The proof is one for the clauses of ``export("cnf")``. Programs such as drat-trim check it.

        Returns:
            str | None: A proof in the format DRAT. ``None`` if there is a solution.

        Raises:
            ValueError: If the position has more than a million open squares.

        Example:
            >>> from n_queens import Position
            >>> proof = Position("size:6 given:a1").prove()
            >>> proof is not None and proof.splitlines()[-1]
            '0'
            >>> print(Position("size:6").prove())
            None
        """
    def svg(self) -> str:
        """Draws the position as an SVG picture.

        Returns:
            str: An SVG document.

        Raises:
            ValueError: If the board has more than 1000 rows.

        Example:
            >>> from n_queens import Position
            >>> Position("size:8 given:a1,b5").svg().count('class="queen"')
            2
        """
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Plan:
    """The work of a count as numbered jobs.

    ``plan()`` makes one. A plan is data only: its jobs are the same on every machine. It can be
    pickled and sent to other machines, whose version of the package must divide the work in the same
    way (``VERSION``). ``len(plan)`` is the number of jobs.

    Attributes:
        VERSION (int): The version of the division into jobs. Plans of different versions cannot be
            mixed.

    Example:
        >>> import n_queens as queens
        >>> plan = queens.plan(12, method="cross")
        >>> plan.n, plan.method, plan.statistics, plan.jobs == len(plan)
        (12, 'cross', False, True)
        >>> sum(result.solutions for result in queens.run_jobs(plan, range(plan.jobs)))
        14200
    """

    VERSION: int
    @property
    def n(self) -> int:
        """int: The size of the board."""
    @property
    def method(self) -> str:
        """str: The name of the method that counts."""
    @property
    def queens(self) -> str | None:
        """str | None: The number of queens, such as ``"8"`` or ``"any"``. ``None`` if it is ``n``."""
    @property
    def rules(self) -> Rules:
        """Rules: What a queen attacks: ``"queens"``, ``"torus"`` and so on."""
    @property
    def only(self) -> Rotation | None:
        """Rotation | None: The rotation in degrees, if only solutions symmetric under it are counted."""
    @property
    def jobs(self) -> int:
        """int: The number of jobs. Their ids are 0 to ``jobs - 1``."""
    @property
    def statistics(self) -> bool:
        """bool: Whether the jobs also count placements."""
    def estimate(
        self, *, threads: int | None = None, device: str = "cpu", seconds: float = 5.0
    ) -> PlanResult:
        """Estimates the time and memory of the count on this machine by running parts of its jobs.

        Args:
            threads (int | None): Number of threads to plan for, 1 to 1024. Threads beyond the cores of
                this machine are assumed to be as fast as its cores. Defaults to ``None``: one per
                core.
            device (str): Where to count, as for ``count``. Defaults to ``"cpu"``.
            seconds (float): About how long to measure, above 0; a longer measurement gives a narrower
                range. It may take twice as long. Defaults to ``5.0``.

        Returns:
            PlanResult: The estimated time with a 95% range, the memory, and on what the estimate is
            based.

        Raises:
            ValueError: If an argument is out of range, or the device cannot count this.

        Example:
            >>> import n_queens as queens
            >>> estimate = queens.plan(14).estimate(seconds=0.1)
            >>> estimate.n, estimate.memory_bytes > 0
            (14, True)
            >>> 0 < estimate.estimated_seconds_low < estimate.estimated_seconds_high
            True
        """
    def sample(self, most: int) -> list[int]:
        """Returns the ids of some jobs, spread evenly over the plan.

        Args:
            most (int): The largest number of jobs to return, 0 or more.

        Returns:
            list[int]: The ids in ascending order.

        Raises:
            ValueError: If ``most`` is negative.

        Example:
            >>> import n_queens as queens
            >>> queens.plan(8, method="bitmask").sample(4)
            [1, 3, 5, 7]
        """
    def __len__(self) -> int: ...

@final
class Ledger:
    """A ledger: a file with the result of every finished job of a plan.

    ``queens count --ledger`` and ``n_queens.cluster.count`` write ledgers. This class reads one, even
    while another process writes to it.

    Args:
        path (str | PathLike[str]): The file.

    Raises:
        ValueError: If the file cannot be read or is not a ledger.
        RuntimeError: If the ledger is damaged.

    Example:
        >>> import n_queens as queens
        >>> ledger = queens.Ledger("q10.db")
        >>> ledger.n, ledger.method, ledger.missing()
        (10, 'cross', [])
        >>> ledger.status().solutions
        724
    """

    def __new__(cls, path: str | PathLike[str]) -> Ledger: ...
    @property
    def path(self) -> PathLike[str]:
        """PathLike[str]: The file."""
    @property
    def n(self) -> int:
        """int: The size of the board."""
    @property
    def method(self) -> str:
        """str: The name of the method that counts."""
    @property
    def queens(self) -> str | None:
        """str | None: The number of queens, such as ``"8"`` or ``"any"``. ``None`` if it is ``n``."""
    @property
    def rules(self) -> Rules:
        """Rules: What a queen attacks: ``"queens"``, ``"torus"`` and so on."""
    @property
    def only(self) -> Rotation | None:
        """Rotation | None: The rotation in degrees, if only solutions symmetric under it are counted."""
    @property
    def jobs(self) -> int:
        """int: The number of jobs that belong to the ledger: all jobs of the plan, or those of its shard."""
    @property
    def statistics(self) -> bool:
        """bool: Whether the jobs also count placements."""
    @property
    def shard(self) -> str | None:
        """str | None: The shard of the plan, such as ``"3/8"``. ``None`` if all jobs belong to the ledger."""
    def plan(self) -> Plan:
        """Returns the plan of the ledger.

        Returns:
            Plan: The plan whose results the ledger keeps.

        Raises:
            ValueError: If this version of the package cannot make the plan.

        Example:
            >>> import n_queens as queens
            >>> queens.Ledger("q10.db").plan() == queens.plan(10, method="cross")
            True
        """
    def status(self) -> LedgerStatus:
        """Returns the progress of the ledger and the sums of its results.

        Returns:
            LedgerStatus: The number of finished jobs, their solutions and their time.

        Raises:
            RuntimeError: If the ledger is damaged.

        Example:
            >>> import n_queens as queens
            >>> status = queens.Ledger("q10.db").status()
            >>> status.finished == status.jobs, status.fraction, status.solutions
            (True, 1.0, 724)
        """
    def missing(self) -> list[int]:
        """Returns the jobs that are not finished.

        Returns:
            list[int]: The ids of the jobs, in ascending order.

        Raises:
            RuntimeError: If the ledger is damaged.

        Example:
            >>> import n_queens as queens
            >>> queens.Ledger("q10.db").missing()
            []
        """
    def records(self) -> list[JobRecord]:
        """Returns the results of the finished jobs.

        Returns:
            list[JobRecord]: One record per finished job, in the order of the jobs.

        Raises:
            RuntimeError: If the ledger is damaged.

        Example:
            >>> import n_queens as queens
            >>> records = queens.Ledger("q10.db").records()
            >>> records[0].job, sum(record.solutions for record in records)
            (0, 724)
        """

def count(n: int, options: Mapping[str, Any]) -> CountResult: ...
def open_to_lose(device: int, batches: int) -> None: ...
def devices() -> list[DeviceResult]:
    """Lists the devices of this machine: its CPU, and the GPUs that CUDA and wgpu find.

    Each GPU is opened and counts known boards, which takes about a second. A GPU that both CUDA and
    wgpu find is listed twice, as ``"cuda:0"`` and as ``"wgpu:0"``.

    Returns:
        list[DeviceResult]: The CPU first, then the GPUs. If a GPU cannot count, ``reason`` says why.

    Example:
        >>> import n_queens as queens
        >>> cpu = queens.devices()[0]
        >>> cpu.device, cpu.ready, cpu.cores > 0
        ('cpu', True, True)
    """
def solutions(n: int, *, fundamental: bool = False) -> Solutions:
    """Lists the solutions of the empty board one by one, in lexicographic order.

    Args:
        n (int): Size of the board, 0 to 32.
        fundamental (bool): Whether to list only one solution of those that a rotation or reflection
            maps to each other: the smallest. Defaults to ``False``.

    Returns:
        Solutions: An iterator. It searches for a solution when ``next()`` is called.

    Raises:
        ValueError: If ``n`` is out of range.

    Example:
        >>> import n_queens as queens
        >>> next(queens.solutions(8))
        Solution('1 5 8 6 3 7 2 4')
        >>> [str(solution) for solution in queens.solutions(6)]
        ['2 4 6 1 3 5', '3 6 2 5 1 4', '4 1 5 2 6 3', '5 3 1 6 4 2']
        >>> len(list(queens.solutions(8, fundamental=True)))
        12
    """
def rows_of_all(n: int) -> bytearray: ...
def estimate(
    n: int,
    *,
    samples: int | None = None,
    error: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> EstimateResult:
    """Estimates the number of solutions of the empty board, which may be too large to count.

    The estimate is the mean of random samples (annealed importance sampling), with a 95% confidence
    interval. The same seed and number of samples give the same estimate, with any number of threads.

    Args:
        n (int): Size of the board, 0 to 10,000. The numbers of 0 to 3 are exact.
        samples (int | None): Number of samples, at least 2. Defaults to ``None``: as many as take
            about ten seconds on one core, and at least 16, unless ``error`` or ``seconds`` is given.
        error (float | None): Take samples, at least 16, until the interval reaches at most this far
            above the estimate: 0.01 is one percent. It cannot be combined with ``samples``. Defaults
            to ``None``.
        seconds (float | None): End after this time, with the samples finished by then. Defaults to
            ``None``.
        seed (int | None): Seed of the random numbers, 0 to 2**64 - 1. Defaults to ``None``: the
            seed 0.
        threads (int | None): Number of threads, 1 to 1024. Defaults to ``None``: one per core.

    Returns:
        EstimateResult: The estimate and its interval, also as decimal logarithms.

    Raises:
        ValueError: If an argument is out of range, or ``samples`` is combined with ``error``.
        RuntimeError: If the samples finished within ``seconds`` are too few for an estimate.

    Example:
        >>> import n_queens as queens
        >>> result = queens.estimate(28, samples=100, seed=1)
        >>> result.low < 2.6e18 < result.high
        True
        >>> result.samples, result.published
        (100, None)
        >>> queens.estimate(3).estimate
        0.0
    """
def find(
    n: int, *, random: bool = False, seed: int | None = None, first: bool = False
) -> Solution | None:
    """Finds one solution of the empty board, of any size.

    By default a formula gives the solution at once. With ``random`` it is chosen by a seed: up to
    N = 13 all solutions are equally likely, larger boards use local search. With ``first`` it is the
    lexicographically first solution, which is practical up to about N = 35.

    Args:
        n (int): Size of the board, 0 to 100,000,000; with ``first``, 0 to 5000.
        random (bool): Whether to choose the solution by the seed. Defaults to ``False``.
        seed (int | None): Seed of the random choice, 0 to 2**64 - 1. The same seed gives the same
            solution on every machine. A seed implies ``random``. Defaults to ``None``: the seed 0.
        first (bool): Whether to find the lexicographically first solution. Defaults to ``False``.

    Returns:
        Solution | None: A solution, or ``None`` for sizes 2 and 3, which have none.

    Raises:
        ValueError: If ``n`` or ``seed`` is out of range, or ``first`` is combined with ``random``
            or ``seed``.

    Example:
        >>> import n_queens as queens
        >>> queens.find(8)
        Solution('2 4 6 8 3 1 7 5')
        >>> queens.find(8, first=True)
        Solution('1 5 8 6 3 7 2 4')
        >>> queens.find(1_000_000)
        <Solution of size 1000000: 2 4 6 ... 999995 999997 999999>
        >>> queens.find(50, seed=7) == queens.find(50, random=True, seed=7)
        True
        >>> print(queens.find(3))
        None
    """
def solve(
    position: str | Position | dict[str, Any],
    *,
    rules: Rules | None = None,
    method: Literal["domains", "sat"] = "domains",
    seed: int = 0,
) -> Solution | None:
    """Finds one solution of a position.

    Args:
        position (str | Position | dict[str, Any]): The position, in any form that ``Position`` reads.
        rules (Rules | None): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
            ``"regions"``. Defaults to ``None``: the rules of the position.
        method (Literal['domains', 'sat']): How to search: ``"domains"`` fills the column, row or
            region with the fewest open squares first; ``"sat"`` uses a SAT solver. Defaults to
            ``"domains"``.
        seed (int): Seed of the choices of ``"domains"``, 0 to 2**64 - 1. Another seed may find
            another solution. Defaults to ``0``.

    Returns:
        Solution | None: A solution, or ``None`` if there is none.

    Raises:
        ValueError: If the position cannot be read, or the rules or the method are unknown.

    Example:
        >>> import n_queens as queens
        >>> queens.solve("size:4 given:a3")
        Solution('3 1 4 2')
        >>> print(queens.solve("size:6 given:a1"))
        None
    """
def puzzle(
    n: int = 8,
    *,
    rules: Literal["regions", "queens"] = "regions",
    stars: int = 1,
    seed: int = 0,
    difficulty: Difficulty | None = None,
    theme: Theme | None = None,
    singles: int | None = None,
) -> PuzzleResult:
    """Makes a new puzzle: a position with exactly one solution.

    Args:
        n (int): Size of the board: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17
            with 4), 4 to 32 by the rules of queens. Defaults to ``8``.
        rules (Literal['regions', 'queens']): The kind of puzzle: coloured regions, or some queens of a
            solution. Defaults to ``"regions"``.
        stars (int): Queens in each row, column and region: 1 to 4. Defaults to ``1``.
        seed (int): Seed of the puzzle, 0 to 2**64 - 1. The same seed gives the same puzzle on every
            machine. Defaults to ``0``.
        difficulty (Difficulty | None): ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``. Defaults to
            ``None``: chosen by the seed.
        theme (Theme | None): Shapes of the regions: ``"mixed"``, ``"balanced"`` or ``"snakes"``. Defaults
            to ``None``: mixed.
        singles (int | None): Most regions of a single square. Defaults to ``None``: 0 from size 6 on, any
            number on smaller boards.

    Returns:
        PuzzleResult: The position, its solution and its difficulty.

    Raises:
        ValueError: If an argument is out of range or unknown.
        RuntimeError: If no puzzle of this difficulty was found.

    Example:
        >>> import n_queens as queens
        >>> position, solution, difficulty = queens.puzzle(7, seed=4, difficulty="easy")
        >>> position.count().solutions, position.check(solution), difficulty
        (1, True, 'easy')
    """
def puzzle_of_day(day: str | datetime.date) -> PuzzleResult:
    """Makes the puzzle of a day, which is the same for everyone.

    The date is the seed. The day of the week sets size and difficulty: small and easy on Mondays, large and
    hard on Sundays.

    Args:
        day (str | datetime.date): The date, such as ``"2026-11-15"``.

    Returns:
        PuzzleResult: The position, its solution and its difficulty.

    Raises:
        ValueError: If it is not a date.

    Example:
        >>> import n_queens as queens
        >>> position, solution, difficulty = queens.puzzle_of_day("2026-11-16")
        >>> position.n, difficulty
        (6, 'easy')
    """

def read_picture(picture: bytes) -> PictureResult:
    """Reads the region puzzle in a picture: a screenshot or another rendered board, not a photo.

    Args:
        picture (bytes): The contents of a PNG, JPEG, WebP or GIF file, of up to 64 megapixels.

    Returns:
        PictureResult: The position, the crosses, a confidence and warnings.

    Raises:
        ValueError: If the file cannot be decoded, or no puzzle is found in it. The message says why.

    Example:
        >>> import n_queens as queens
        >>> queens.read_picture(b"text")
        Traceback (most recent call last):
        ...
        ValueError: cannot decode the picture: expected a PNG, JPEG, WebP or GIF file
    """
def sheet(
    count: int = 6,
    n: int = 8,
    *,
    rules: Literal["regions", "queens"] = "regions",
    stars: int = 1,
    seed: int = 0,
    difficulty: Difficulty | None = None,
    theme: Theme | None = None,
    title: str = "Queens",
    paper: Literal["a4", "letter"] = "a4",
    per_page: int = 6,
    monochrome: bool = False,
) -> bytes:
    """Makes a PDF file with puzzles to print, and their solutions on the last pages.

    Each puzzle has a number, its difficulty, its seed and the command that makes it again. All puzzles are
    different. Regions have thick borders, so a sheet can be printed in black and white.

    Args:
        count (int): Number of puzzles, 1 to 500. Defaults to ``6``.
        n (int): Size of the boards: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17
            with 4), 4 to 32 by the rules of queens. Defaults to ``8``.
        rules (Literal['regions', 'queens']): The kind of puzzle: coloured regions, or some queens of a
            solution. Defaults to ``"regions"``.
        stars (int): Queens in each row, column and region: 1 to 4. Defaults to ``1``.
        seed (int): Seed of the first puzzle, 0 to 2**64 - 1. The others have the next seeds, except for
            seeds that give a puzzle again or none. Defaults to ``0``.
        difficulty (Difficulty | None): ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``. Defaults to
            ``None``: chosen by the seeds.
        theme (Theme | None): Shapes of the regions: ``"mixed"``, ``"balanced"`` or ``"snakes"``. Defaults
            to ``None``: mixed.
        title (str): Title of the pages, in Latin letters. Defaults to ``"Queens"``.
        paper (Literal['a4', 'letter']): Size of the paper. Defaults to ``"a4"``.
        per_page (int): Puzzles per page: 1, 2, 4, 6 or 9. Defaults to ``6``.
        monochrome (bool): Whether to leave out colours. Defaults to ``False``.

    Returns:
        bytes: A PDF file.

    Raises:
        ValueError: If an argument is out of range or unknown, or the title is too long.
        RuntimeError: If not enough puzzles of this difficulty were found.

    Example:
        >>> import n_queens as queens
        >>> sheet = queens.sheet(4, n=6, seed=3, difficulty="easy", title="Monday")
        >>> sheet[:5]
        b'%PDF-'
    """
def methods() -> list[MethodResult]:
    """Lists the methods of counting.

    Returns:
        list[MethodResult]: Each method with its name, idea, largest board and abilities, the simplest
        first.

    Example:
        >>> import n_queens as queens
        >>> by_name = {info.method: info for info in queens.methods()}
        >>> by_name["bitmask"].max_n, by_name["bitmask"].lists, by_name["cross"].lists
        (32, True, False)
    """
def compare(
    sizes: Iterable[int],
    methods: Iterable[str] | None = None,
    *,
    runs: int = 3,
    limit: float = 10.0,
) -> list[ComparisonResult]:
    """Measures methods on the same boards, one after the other, on one thread.

    Args:
        sizes (Iterable[int]): Sizes of the boards, 0 to 32.
        methods (Iterable[str] | None): Names of methods, as in ``methods()``. Defaults to ``None``:
            all of them.
        runs (int): Number of runs per method and board, 1 or more. Defaults to ``3``.
        limit (float): Seconds after which a run is stopped and its method skips this board and the
            following ones; above 0. Defaults to ``10.0``.

    Returns:
        list[ComparisonResult]: One result per method and board. A method has no result for a board
        that it does not support, for the board on which it exceeds the limit, and for later boards.

    Raises:
        ValueError: If an argument is out of range, or a method is unknown.

    Example:
        >>> import n_queens as queens
        >>> for result in queens.compare([6, 8], ["arrays", "bitmask"], runs=1):
        ...     print(result.n, result.method, result.solutions, result.placements)
        6 arrays 4 152
        6 bitmask 4 152
        8 arrays 92 2056
        8 bitmask 92 2056
    """
def trace(method: str, n: int, *, start: int = 0) -> Trace:
    """Follows a search of the empty board step by step.

    Args:
        method (str): Name of a method that lists solutions: ``MethodResult.lists``.
        n (int): Size of the board, from 0 to the largest of the method.
        start (int): Number of the first step to return, 0 to 2**64 - 1. Defaults to ``0``.

    Returns:
        Trace: An iterator of ``TraceStep``.

    Raises:
        ValueError: If the method is unknown or does not list solutions, or a number is out of range.

    Example:
        >>> import n_queens as queens
        >>> for step in queens.trace("arrays", 4, start=25):
        ...     print(step.index, step.step, step.square)
        ...     if step.step == "solution":
        ...         break
        25 place B4
        26 place C1
        27 reject D1
        28 reject D2
        29 place D3
        30 solution None
    """
def plan(
    n: int,
    *,
    method: str | None = None,
    statistics: bool = False,
    queens: int | Queens | None = None,
    rules: Rules = "queens",
    only: Rotation | None = None,
) -> Plan:
    """Plans a count: divides it into numbered jobs.

    Args:
        n (int): Size of the board, 0 to 32.
        method (str | None): Name of a method, as in ``methods()``. Defaults to ``None``: the fastest
            one on the CPU.
        statistics (bool): Whether to also count placements. Defaults to ``False``.
        queens (int | Queens | None): Number of queens, as for ``count``. Defaults to ``None``: ``n``.
        rules (Rules): Attack rules, as for ``count``. Defaults to ``"queens"``.
        only (Rotation | None): ``"180"`` or ``"90"`` to count only solutions symmetric under this rotation.
            Defaults to ``None``: all solutions.

    Returns:
        Plan: The jobs, to be run by ``run_jobs`` here or on other machines.

    Raises:
        ValueError: If ``n`` is out of range, or the method is unknown or cannot count this.

    Example:
        >>> import n_queens as queens
        >>> queens.plan(8, method="bitmask")
        Plan(n=8, method='bitmask', jobs=8)
    """
def run_jobs(
    plan: Plan, ids: Sequence[int], *, threads: int = 1, device: str = "cpu"
) -> list[_Found]: ...
@final
class SessionNotice:
    kind: Literal["bad_answer", "disagreement", "wrong_worker", "ignored"]
    worker: str
    text: str
    jobs: list[int]

@final
class SessionReport:
    jobs: int
    audited: int
    share: float
    workers: int
    excluded: list[str]
    missed_chance: float
    text: str

@final
class Session:
    def __new__(
        cls,
        plan: Plan,
        *,
        ledger: str | PathLike[str] | None = None,
        device: str = "python",
        audit: float = 0.05,
        seed: int | None = None,
    ) -> Session: ...
    def missing(self) -> list[int]: ...
    def begun(self, ids: Sequence[int]) -> None: ...
    def finished(self, worker: str, ids: Sequence[int], found: object) -> list[SessionNotice]: ...
    def note(self, text: str) -> None: ...
    def exclude(self, worker: str, reason: str) -> None: ...
    def excluded(self) -> list[str]: ...
    def next_audits(self, worker: str, most: int) -> list[int]: ...
    def return_audits(self, worker: str, ids: Sequence[int]) -> None: ...
    def audits_waiting(self) -> int: ...
    def audit_here(self, workers: Sequence[str]) -> list[SessionNotice] | None: ...
    def commit(self) -> list[str]: ...
    def is_complete(self) -> bool: ...
    def check_total(self) -> str | None: ...
    def audit_report(self) -> SessionReport: ...
    def close(self, outcome: str) -> None: ...
    def total(self) -> CountResult: ...

def audit_share(text: str) -> float: ...
def verify(
    path: str | PathLike[str],
    *,
    sample: int = 4,
    seed: int = 0,
    certificate: str | PathLike[str] | None = None,
) -> VerificationResult:
    """Checks a ledger independently of the engine that counted.

    The structure of the file, the checksums, the residues and the sums are checked, and a sample of
    the jobs is recounted by plain backtracking (``bitmask``).

    Args:
        path (str | PathLike[str]): The file.
        sample (int): Number of jobs to recount, 0 to 2**64 - 1. Defaults to ``4``. With ``0``, the
            outcome of a ledger without errors is ``"checked"`` instead of ``"verified"``.
        seed (int): Seed that chooses the sample, 0 to 2**64 - 1. Defaults to ``0``.
        certificate (str | PathLike[str] | None): A file with the certificate that the ledger must
            have. Defaults to ``None``.

    Returns:
        VerificationResult: Whether the ledger is verified, checked, incomplete or wrong, and why.

    Raises:
        ValueError: If the ledger or the certificate cannot be read or has another format, or a number
            is out of range.

    Example:
        >>> import n_queens as queens
        >>> result = queens.verify("q10.db", sample=2)
        >>> result.outcome, result.solutions, len(result.recounted)
        ('verified', 724, 2)
    """
