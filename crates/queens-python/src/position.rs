//! Positions: solving, counting and explaining them, and making puzzles.

use crate::device::cores;
use crate::results::Typed;
use crate::run::{Int, Size, interruptible, of_library};
use crate::solution::{RowNumbers, Solution, drawable, numbers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use queens::observe::Flow;
use queens::{Control, Rules, Threads};
use queens_draw::Drawing;
use queens_puzzles::Error;
use queens_puzzles::export::{Export, Format};
use queens_puzzles::puzzle::{Day, PuzzleLink, PuzzleRequest, Theme};
use queens_puzzles::solve::{BySquare, Difficulty, Solve, Solver, explain, prove, refute};
use queens_results::{ExplanationResult, PositionCount, PuzzleResult, UniqueResult};
use std::fmt::{self, Write};

/// Python is polled for signals after this many solutions are converted.
const SIGNAL_SOLUTIONS: usize = 1 << 12;

/// A position to solve: a board with given queens, closed squares, regions, rules and stars.
///
/// Positions are equal if all of these are. They can be pickled. Notebooks display one as a board.
///
/// Args:
///     position (str | Position | dict[str, Any]): The position in one of these forms: a short text
///         such as ``"size:8 given:a1,b5 closed:c3"``; a grid with ``Q`` for a queen, ``.`` for an
///         open square and ``#`` for a closed one; JSON, as text or as a dictionary, with the keys
///         ``size``, ``given``, ``closed``, ``regions``, ``rules`` and ``stars``; an array of rows; a link
///         to the web page, also to a puzzle by its seed or date; a solution. The size is 0 to 5000.
///     rules (Rules | None): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
///         ``"regions"``. Defaults to ``None``: the rules of the position.
///     stars (int | None): The number of queens in each row, column and region. More than one need
///         the rules ``"regions"``. Defaults to ``None``: the number of the position, usually 1.
///
/// Raises:
///     ValueError: If the position cannot be read, or does not fit the rules. The message names
///         the line and column.
///     TypeError: If the position is of another type.
///
/// Example:
///     >>> from n_queens import Position
///     >>> position = Position("size:4 given:a2")
///     >>> position.n, position.rules, position.given
///     (4, 'queens', ['A2'])
///     >>> position.to_short()
///     'size:4 given:A2'
///     >>> position == Position({"size": 4, "given": ["A2"]})
///     True
#[pyclass(frozen, eq, module = "n_queens")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    inner: queens_puzzles::Position,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (position, *, rules=None, stars=None))]
    fn new(position: &Bound<'_, PyAny>, rules: Option<&str>, stars: Option<Int>) -> PyResult<Self> {
        let inner = match position.extract::<PyRef<'_, Self>>() {
            Ok(position) => position.inner.clone(),
            Err(_) => {
                let text = match position.extract::<String>() {
                    Ok(text) => text,
                    Err(error) => {
                        if !position.is_instance_of::<PyDict>() {
                            return Err(error);
                        }
                        let json = position.py().import("json")?;
                        json.call_method1("dumps", (position,))?.extract()?
                    }
                };
                match PuzzleLink::of(&text).map_err(of_library)? {
                    Some(link) => interruptible(position.py(), |stop| link.position(stop))?,
                    None => text.parse().map_err(of_library)?,
                }
            }
        };
        let inner = match rules {
            Some(rules) => {
                let rules: Rules = rules.parse().map_err(of_library)?;
                inner.with_rules(rules).map_err(of_library)?
            }
            None => inner,
        };
        let inner = match stars {
            Some(stars) => {
                let stars = stars.at_least("stars", 1)?;
                inner.with_stars(stars).map_err(of_library)?
            }
            None => inner,
        };
        Ok(Self { inner })
    }

    /// int: The size of the board.
    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    /// Rules: What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or ``"regions"``.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name()
    }

    /// int: The number of queens in each row, column and region: 1, or more in a Star Battle.
    #[getter]
    fn stars(&self) -> usize {
        self.inner.stars()
    }

    /// list[str]: The squares of the given queens, such as ``["A1", "B5"]``.
    #[getter]
    fn given(&self) -> Vec<String> {
        self.inner.given().iter().map(ToString::to_string).collect()
    }

    /// list[str]: The closed squares, on which no queen may stand.
    #[getter]
    fn closed(&self) -> Vec<String> {
        self.inner.closed().iter().map(ToString::to_string).collect()
    }

    /// Returns the position as a grid.
    ///
    /// Returns:
    ///     str: One line per row, the top row first. ``Position`` reads it back.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:3 given:a1 closed:b2").to_text()
    ///     '...\n.#.\nQ..\n'
    fn to_text(&self) -> String {
        self.inner.to_text()
    }

    /// Returns the position on one line.
    ///
    /// Returns:
    ///     str: Words such as ``size:8 given:A1``. ``Position`` reads it back.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:3 given:a1 closed:b2").to_short()
    ///     'size:3 given:A1 closed:B2'
    fn to_short(&self) -> String {
        self.inner.to_short()
    }

    /// Returns the position as JSON.
    ///
    /// Returns:
    ///     str: An object with the keys of the position. ``Position`` reads it back.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:3 given:a1").to_json()
    ///     '{"size":3,"given":["A1"]}'
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    /// Returns the position as a link to the section Play of the web page.
    ///
    /// Returns:
    ///     str: The part of the link after the address of the page. ``Position`` reads it back, with or
    ///     without the address.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:3 given:a1 closed:b2").to_link()
    ///     '#/play?p=size:3+given:A1+closed:B2'
    fn to_link(&self) -> String {
        self.inner.to_link()
    }

    /// Checks whether rows are a solution of the position.
    ///
    /// Args:
    ///     rows (Sequence[int] | Solution): The row of the queen in each column, counted from 0.
    ///
    /// Returns:
    ///     bool: Whether the queens follow the rules, include the given queens and avoid closed squares.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> position = Position("size:4 given:a2")
    ///     >>> position.check([1, 3, 0, 2]), position.check([2, 0, 3, 1])
    ///     (True, False)
    fn check(&self, rows: RowNumbers) -> bool {
        numbers(rows.0).is_ok_and(|rows| self.inner.check(&rows).is_ok())
    }

    /// Counts the solutions of the position.
    ///
    /// Without a limit an engine counts them, if one supports the position: boards up to size 32 by
    /// the rules of queens and of regions, and empty boards up to size 32 by the rules ``"torus"`` and
    /// ``"superqueens"``. Otherwise they are found one by one.
    ///
    /// Args:
    ///     limit (int | None): Stop after this many solutions, 0 or more. Defaults to ``None``: count
    ///         all.
    ///     by_square (bool): Also count the solutions with a queen on each square, by backtracking on
    ///         all cores. It cannot be combined with a limit. Defaults to ``False``.
    ///
    /// Returns:
    ///     PositionCount: The number of solutions, and whether there are more than the limit.
    ///
    /// Raises:
    ///     ValueError: If ``limit`` is negative, or combined with ``by_square``.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:20 given:a1,b3,c5").count().solutions
    ///     935374
    ///     >>> Position("size:8").count(limit=5)
    ///     PositionCount(n=8, rules='queens', solutions=5, limited=True)
    ///     >>> Position("size:4").count(by_square=True).by_square
    ///     ((0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 0, 1), (0, 1, 1, 0))
    #[pyo3(signature = (limit=None, *, by_square=false))]
    fn count(
        &self,
        py: Python<'_>,
        limit: Option<Int>,
        by_square: bool,
    ) -> PyResult<Typed<PositionCount>> {
        let limit: Option<u128> = limit.map(|limit| limit.at_least("limit", 0)).transpose()?;
        if by_square {
            if limit.is_some() {
                return Err(PyValueError::new_err("by_square cannot be combined with limit"));
            }
            let search = BySquare::of(&self.inner);
            let counts = interruptible(py, |stop| search.run(cores(), stop))?;
            return Ok(Typed(PositionCount::by_square(&self.inner, &counts)));
        }
        let backend = Threads::new(cores()).map_err(of_library)?;
        // One solution beyond the limit shows that there are more.
        let beyond = limit.map(|limit| limit.saturating_add(1));
        let found = interruptible(py, |stop| self.inner.count(beyond, &backend, stop))?;
        let solutions = limit.map_or(found, |limit| found.min(limit));
        Ok(Typed(PositionCount::new(&self.inner, solutions, solutions < found)))
    }

    /// Checks whether the position has exactly one solution.
    ///
    /// Returns:
    ///     UniqueResult | None: A solution, a second one if there is one, and ``unique``. ``None`` if
    ///     there is no solution.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> result = Position("size:8 given:a1,b5").unique()
    ///     >>> result.unique, result.solution, result.other
    ///     (True, Solution('1 5 8 6 3 7 2 4'), None)
    ///     >>> print(Position("size:6 given:a1").unique())
    ///     None
    fn unique(&self, py: Python<'_>) -> PyResult<Option<Typed<UniqueResult>>> {
        let found = interruptible(py, |stop| {
            let mut every = Solve::of(&self.inner).every();
            let Some(solution) = every.next(stop)? else { return Ok(None) };
            Ok::<_, Error>(Some((solution, every.next(stop)?)))
        })?;
        let result = |(solution, other): (queens::Solution, Option<queens::Solution>)| {
            Typed(UniqueResult::new(&self.inner, &solution, other.as_ref()))
        };
        Ok(found.map(result))
    }

    /// Returns the solutions of the position, in the order of the search.
    ///
    /// For one solution of a large board, ``solve`` is much faster.
    ///
    /// Args:
    ///     limit (int | None): The largest number of solutions to return, 0 or more. Defaults to
    ///         ``None``: all of them.
    ///
    /// Returns:
    ///     list[Solution]: The solutions, found one by one.
    ///
    /// Raises:
    ///     ValueError: If ``limit`` is negative.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:4").solutions()
    ///     [Solution('2 4 1 3'), Solution('3 1 4 2')]
    ///     >>> len(Position("size:12").solutions(limit=3))
    ///     3
    #[pyo3(signature = (limit=None))]
    fn solutions<'py>(&self, py: Python<'py>, limit: Option<Int>) -> PyResult<Bound<'py, PyList>> {
        let limit = limit.map_or(Ok(usize::MAX), |limit| limit.at_least("limit", 0))?;
        let found = interruptible(py, |stop| {
            let mut every = Solve::of(&self.inner).every();
            let mut found = Vec::new();
            while found.len() < limit {
                match every.next(stop)? {
                    Some(solution) => found.push(Solution::from(solution)),
                    None => break,
                }
            }
            Ok::<_, Error>(found)
        })?;
        let list = PyList::empty(py);
        for (place, solution) in found.into_iter().enumerate() {
            if place % SIGNAL_SOLUTIONS == 0 {
                py.check_signals()?;
            }
            list.append(solution)?;
        }
        Ok(list)
    }

    /// Explains how a person solves the position, step by step.
    ///
    /// Returns:
    ///     ExplanationResult: The steps with their reasons, the difficulty, the solution if there is one,
    ///     and another one if there are several.
    ///
    /// Raises:
    ///     ValueError: If the board has more than 64 rows.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> explanation = Position("size:4 given:a2").explain()
    ///     >>> explanation.difficulty, explanation.solution
    ///     ('easy', Solution('2 4 1 3'))
    ///     >>> [step.queen for step in explanation.steps]
    ///     ['B4', 'D3', 'C1']
    fn explain(&self, py: Python<'_>) -> PyResult<Typed<ExplanationResult>> {
        let explanation = interruptible(py, |stop| explain(&self.inner, stop))?;
        Ok(Typed(ExplanationResult::new(&self.inner, &explanation)))
    }

    /// Explains why the position has no solution.
    ///
    /// Returns:
    ///     str | None: The reason in one line. ``None`` if there is a solution, or no short reason was
    ///     found. On boards with more than 1000 rows, only given queens that attack each other are found.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> reason = Position("size:6 given:a1").refute()
    ///     >>> reason is not None and "A1" in reason
    ///     True
    fn refute(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let reason = interruptible(py, |stop| refute(&self.inner, stop))?;
        Ok(reason.map(|reason| reason.to_string()))
    }

    /// Returns the position in the format of another solver.
    ///
    /// A variable is 1 if its square has a queen. Comments in the text say which variable is which
    /// square.
    ///
    /// Args:
    ///     format (Literal['cnf', 'opb', 'lp', 'mps', 'minizinc', 'qubo']): ``"cnf"``: clauses for SAT
    ///         solvers and model counters, with exactly one model per solution; ``"opb"``:
    ///         pseudo-Boolean constraints; ``"lp"`` and ``"mps"``: an integer program; ``"minizinc"``: a
    ///         model with its data; ``"qubo"``: JSON with coefficients whose minimum is 0 exactly for
    ///         solutions.
    ///
    /// Returns:
    ///     str: The text of a file in this format.
    ///
    /// Raises:
    ///     ValueError: If the format is unknown, or the position has more than a million open squares
    ///         (for ``"qubo"``: more than ten million pairs of squares on a line).
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> text = Position("size:4 given:a2").export("lp")
    ///     >>> " row_1: q_3_1 + q_4_1 = 1\n" in text
    ///     True
    fn export(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(of_library)?;
        interruptible(py, |stop| {
            let export = Export::new(&self.inner, format, stop)?;
            let mut text = Polled { text: String::new(), control: stop };
            write!(text, "{export}").map_err(|_| queens::Stopped)?;
            Ok::<_, Error>(text.text)
        })
    }

    /// Proves that the position has no solution.
    ///
    /// The proof is one for the clauses of ``export("cnf")``. Programs such as drat-trim check it.
    ///
    /// Returns:
    ///     str | None: A proof in the format DRAT. ``None`` if there is a solution.
    ///
    /// Raises:
    ///     ValueError: If the position has more than a million open squares.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> proof = Position("size:6 given:a1").prove()
    ///     >>> proof is not None and proof.splitlines()[-1]
    ///     '0'
    ///     >>> print(Position("size:6").prove())
    ///     None
    fn prove(&self, py: Python<'_>) -> PyResult<Option<String>> {
        interruptible(py, |stop| {
            let mut proof = String::new();
            let found = prove(&self.inner, stop, |step| {
                proof += &format!("{step}\n");
                Flow::Continue(())
            })?;
            Ok::<_, Error>(found.is_none().then_some(proof))
        })
    }

    /// Draws the position as an SVG picture.
    ///
    /// Returns:
    ///     str: An SVG document.
    ///
    /// Raises:
    ///     ValueError: If the board has more than 1000 rows.
    ///
    /// Example:
    ///     >>> from n_queens import Position
    ///     >>> Position("size:8 given:a1,b5").svg().count('class="queen"')
    ///     2
    fn svg(&self) -> PyResult<String> {
        drawable(self.inner.size())?;
        Ok(Drawing::from(&self.inner).svg())
    }

    /// What notebooks display; `None` if the board is too large to draw.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg().ok()
    }

    fn __str__(&self) -> String {
        self.to_text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.inner.to_short())
    }

    fn __reduce__(slf: PyRef<'_, Self>) -> (Bound<'_, PyAny>, (String,)) {
        let class = slf.py().get_type::<Self>().into_any();
        (class, (slf.inner.to_json(),))
    }
}

/// A text that is written until the control stops it.
struct Polled<'a> {
    text: String,
    control: &'a dyn Control,
}

impl Write for Polled<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text += text;
        if self.control.stopped() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Finds one solution of a position.
///
/// Args:
///     position (str | Position | dict[str, Any]): The position, in any form that ``Position`` reads.
///     rules (Rules | None): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
///         ``"regions"``. Defaults to ``None``: the rules of the position.
///     method (Literal['domains', 'sat']): How to search: ``"domains"`` fills the column, row or
///         region with the fewest open squares first; ``"sat"`` uses a SAT solver. Defaults to
///         ``"domains"``.
///     seed (int): Seed of the choices of ``"domains"``, 0 to 2**64 - 1. Another seed may find
///         another solution. Defaults to ``0``.
///
/// Returns:
///     Solution | None: A solution, or ``None`` if there is none.
///
/// Raises:
///     ValueError: If the position cannot be read, or the rules or the method are unknown.
///
/// Example:
///     >>> import n_queens as queens
///     >>> queens.solve("size:4 given:a3")
///     Solution('3 1 4 2')
///     >>> print(queens.solve("size:6 given:a1"))
///     None
#[pyfunction]
#[pyo3(
    signature = (position, *, rules=None, method="domains", seed=Int::Number(0)),
    text_signature = "(position, *, rules=None, method='domains', seed=0)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    rules: Option<&str>,
    method: &str,
    seed: Int,
) -> PyResult<Option<Solution>> {
    let (position, seed) = (Position::new(position, rules, None)?, seed.seed()?);
    let solver: Solver = method.parse().map_err(of_library)?;
    let found =
        interruptible(py, |stop| Solve::of(&position.inner).by(solver).seed(seed).find(stop))?;
    Ok(found.map(Solution::from))
}

/// Makes a new puzzle: a position with exactly one solution.
///
/// Args:
///     n (int): Size of the board: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17
///         with 4), 4 to 32 by the rules of queens. Defaults to ``8``.
///     rules (Literal['regions', 'queens']): The kind of puzzle: coloured regions, or some queens of a
///         solution. Defaults to ``"regions"``.
///     stars (int): Queens in each row, column and region: 1 to 4. Defaults to ``1``.
///     seed (int): Seed of the puzzle, 0 to 2**64 - 1. The same seed gives the same puzzle on every
///         machine. Defaults to ``0``.
///     difficulty (Difficulty | None): ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``. Defaults to
///         ``None``: chosen by the seed.
///     theme (Theme | None): Shapes of the regions: ``"mixed"``, ``"balanced"`` or ``"snakes"``. Defaults
///         to ``None``: mixed.
///     singles (int | None): Most regions of a single square. Defaults to ``None``: 0 from size 6 on, any
///         number on smaller boards.
///
/// Returns:
///     PuzzleResult: The position, its solution and its difficulty.
///
/// Raises:
///     ValueError: If an argument is out of range or unknown.
///     RuntimeError: If no puzzle of this difficulty was found.
///
/// Example:
///     >>> import n_queens as queens
///     >>> position, solution, difficulty = queens.puzzle(7, seed=4, difficulty="easy")
///     >>> position.count().solutions, position.check(solution), difficulty
///     (1, True, 'easy')
#[pyfunction]
#[pyo3(
    signature = (
        n=Size(8), *, rules="regions", stars=Int::Number(1), seed=Int::Number(0), difficulty=None,
        theme=None, singles=None
    ),
    text_signature = "(n=8, *, rules='regions', stars=1, seed=0, difficulty=None, theme=None, singles=None)"
)]
// One argument per keyword of Python.
#[allow(clippy::too_many_arguments)]
pub(crate) fn puzzle(
    py: Python<'_>,
    n: Size,
    rules: &str,
    stars: Int,
    seed: Int,
    difficulty: Option<&str>,
    theme: Option<&str>,
    singles: Option<Int>,
) -> PyResult<Typed<PuzzleResult>> {
    let rules: Rules = rules.parse().map_err(of_library)?;
    let difficulty = difficulty.map(str::parse::<Difficulty>).transpose();
    let difficulty = difficulty.map_err(of_library)?;
    let theme = theme.map(str::parse::<Theme>).transpose().map_err(of_library)?;
    let singles: Option<usize> = singles.map(|most| most.at_least("singles", 0)).transpose()?;
    let request = PuzzleRequest::new(n.0).rules(rules).stars(stars.at_least("stars", 1)?);
    let request = request.difficulty(difficulty).theme(theme).singles(singles).seed(seed.seed()?);
    let puzzle = interruptible(py, |stop| request.make(stop))?;
    Ok(Typed(PuzzleResult::from(&puzzle)))
}

/// Makes the puzzle of a day, which is the same for everyone.
///
/// The date is the seed. The day of the week sets size and difficulty: small and easy on Mondays, large and
/// hard on Sundays.
///
/// Args:
///     day (str | datetime.date): The date, such as ``"2026-11-15"``.
///
/// Returns:
///     PuzzleResult: The position, its solution and its difficulty.
///
/// Raises:
///     ValueError: If it is not a date.
///
/// Example:
///     >>> import n_queens as queens
///     >>> position, solution, difficulty = queens.puzzle_of_day("2026-11-16")
///     >>> position.n, difficulty
///     (6, 'easy')
#[pyfunction]
#[pyo3(signature = (day), text_signature = "(day)")]
pub(crate) fn puzzle_of_day(day: &Bound<'_, PyAny>) -> PyResult<Typed<PuzzleResult>> {
    // The text of a date is the date itself.
    let date: Day = day.str()?.to_str()?.parse().map_err(of_library)?;
    let puzzle = interruptible(day.py(), |stop| PuzzleRequest::of_day(date).make(stop))?;
    Ok(Typed(PuzzleResult::from(&puzzle)))
}
