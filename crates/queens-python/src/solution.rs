//! Solutions: one, one after the other, or all at once.

use crate::run::{Int, Size, bad, interruptible, interruptible_here, of_library};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyIterator, PyTuple};
use queens::find::{self as finding, Construction};
use queens::{Board, BoardError, Error, Rules, Symmetry, SymmetryClass};
use queens_draw::Drawing;
use queens_puzzles::position::Written;
use queens_puzzles::solve;

/// The largest board that is drawn: a drawing has a character or more per square.
const LARGEST_DRAWN: usize = 1000;

/// A longer solution is abbreviated in its `repr`, as NumPy does with arrays.
const LONGEST_REPR: usize = 1000;

/// Python is polled for signals after this many columns.
const SIGNAL_COLUMNS: usize = 1 << 16;

/// One solution: a queen in each column and row, none attacking another.
///
/// A solution is checked when it is created, and cannot be changed. It is a sequence of row
/// numbers. Solutions are equal, ordered, hashed and pickled by their rows. Notebooks display
/// one as a board.
///
/// Rows and columns are counted from 0, except in text, where they are counted from 1.
///
/// Args:
///     rows (str | Sequence[int]): The row of the queen in each column, counted from 0. Or a text,
///         counted from 1: rows such as ``"2 4 1 3"``, squares such as ``"A2 B4 C1 D3"``, or a board in
///         any form that ``Position`` takes.
///     rules (Rules): What a queen attacks: ``"queens"``, ``"torus"``, ``"superqueens"`` or
///         ``"regions"``. Defaults to ``"queens"``.
///     stars (int | None): The number of queens per row and column. More than one need the rules
///         ``"regions"``; ``rows`` then has the rows of the queens of column A in ascending order,
///         those of column B, and so on. Defaults to ``None``: 1.
///
/// Raises:
///     ValueError: If two queens attack each other, a row is not on the board, or the rules are
///         unknown.
///
/// Example:
///     >>> from n_queens import Solution
///     >>> solution = Solution([1, 3, 0, 2])
///     >>> solution == Solution("2 4 1 3") == Solution("A2 B4 C1 D3")
///     True
///     >>> len(solution), solution[0], list(solution)
///     (4, 1, [1, 3, 0, 2])
///     >>> print(solution)
///     2 4 1 3
///     >>> Solution([0, 1, 2, 3])
///     Traceback (most recent call last):
///     ValueError: the queens on A1 and B2 attack each other
#[pyclass(frozen, eq, ord, hash, module = "n_queens")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Solution {
    inner: queens::Solution,
}

impl From<queens::Solution> for Solution {
    fn from(inner: queens::Solution) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Solution {
    #[new]
    #[pyo3(signature = (rows, *, rules="queens", stars=None))]
    fn new(rows: Rows, rules: &str, stars: Option<Int>) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(of_library)?;
        let stars = stars.map_or(Ok(1), |stars| stars.at_least("stars", 1))?;
        if stars > 1 {
            return Self::with_stars(rows, rules, stars);
        }
        let inner = match rows {
            Rows::Text(text) => text.parse().and_then(|queens: Written| queens.solution(rules)),
            Rows::Rows(rows) => queens::Solution::by(rules, numbers(rows)?).map_err(Into::into),
        };
        Ok(Self { inner: inner.map_err(of_library)? })
    }

    /// Checks whether rows are a solution. Returns ``False`` where the constructor would raise.
    ///
    /// Args:
    ///     rows (str | Sequence[int]): The row of the queen in each column, as for the constructor.
    ///     rules (Rules): What a queen attacks. Defaults to ``"queens"``.
    ///
    /// Returns:
    ///     bool: Whether ``Solution(rows, rules=rules)`` would succeed.
    ///
    /// Raises:
    ///     ValueError: If the rules are unknown.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> Solution.is_valid([1, 3, 0, 2]), Solution.is_valid([0, 1, 2, 3])
    ///     (True, False)
    #[staticmethod]
    #[pyo3(signature = (rows, *, rules="queens"))]
    fn is_valid(rows: Rows, rules: &str) -> PyResult<bool> {
        let _: Rules = rules.parse().map_err(of_library)?;
        Ok(Self::new(rows, rules, None).is_ok())
    }

    /// int: The size of the board.
    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    /// int: The number of queens per row and column: 1, or more in a Star Battle.
    #[getter]
    fn stars(&self) -> usize {
        self.inner.stars()
    }

    /// tuple[int, ...]: The row of the queen in each column, counted from 0.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.rows())
    }

    /// list[str]: The squares of the queens, from column A on, such as ``["A2", "B4", "C1", "D3"]``.
    #[getter]
    fn squares(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut squares = Vec::with_capacity(self.inner.size());
        for (col, square) in self.inner.squares().enumerate() {
            if col % SIGNAL_COLUMNS == 0 {
                py.check_signals()?;
            }
            squares.push(square.to_string());
        }
        Ok(squares)
    }

    /// Literal['none', '180', '90']: The smallest rotation that maps the solution to itself, in
    /// degrees.
    #[getter]
    fn symmetry_class(&self) -> &'static str {
        match self.inner.symmetry_class() {
            SymmetryClass::None => "none",
            SymmetryClass::Rotate180 => "180",
            SymmetryClass::Rotate90 => "90",
        }
    }

    /// Returns the images of the solution under the eight rotations and reflections of the board.
    ///
    /// Returns:
    ///     list[Solution]: Eight solutions, the solution itself first. Images of a symmetric
    ///     solution repeat.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> images = Solution("2 4 1 3").symmetries()
    ///     >>> len(images), sorted(set(images))
    ///     (8, [Solution('2 4 1 3'), Solution('3 1 4 2')])
    fn symmetries(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let images = Symmetry::ALL.iter().map(|&symmetry| {
            py.check_signals()?;
            Ok(self.inner.image(symmetry).into())
        });
        images.collect()
    }

    /// Returns the lexicographically smallest image of the solution.
    ///
    /// Solutions that a rotation or reflection maps to each other have the same canonical image.
    ///
    /// Returns:
    ///     Solution: The smallest of ``symmetries()``.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> Solution("3 1 4 2").canonical()
    ///     Solution('2 4 1 3')
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        let mut smallest = self.clone();
        for symmetry in Symmetry::ALL {
            py.check_signals()?;
            smallest = smallest.min(self.inner.image(symmetry).into());
        }
        Ok(smallest)
    }

    /// Checks whether the solution is its own canonical image.
    ///
    /// Returns:
    ///     bool: Whether no rotation or reflection of the solution is smaller.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> Solution("2 4 1 3").is_canonical(), Solution("3 1 4 2").is_canonical()
    ///     (True, False)
    fn is_canonical(&self, py: Python<'_>) -> PyResult<bool> {
        for symmetry in Symmetry::ALL {
            py.check_signals()?;
            if self.inner.image(symmetry) < self.inner {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Draws the board as text.
    ///
    /// Returns:
    ///     str: One line per row, the top row first, and a line with the names of the columns.
    ///
    /// Raises:
    ///     ValueError: If the board has more than 1000 rows.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> print(Solution("2 4 1 3").board(), end="")
    ///     4 · ♛ · ·
    ///     3 · · · ♛
    ///     2 ♛ · · ·
    ///     1 · · ♛ ·
    ///       A B C D
    fn board(&self) -> PyResult<String> {
        drawable(self.inner.size())?;
        Ok(Drawing::from(&self.inner).text())
    }

    /// Returns the board in the format of LeetCode problem 51.
    ///
    /// Returns:
    ///     list[str]: One string per row, the top row first, with ``Q`` for a queen and ``.`` for an
    ///     empty square.
    ///
    /// Raises:
    ///     ValueError: If the board has more than 1000 rows.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> Solution("2 4 1 3").leetcode()
    ///     ['.Q..', '...Q', 'Q...', '..Q.']
    fn leetcode(&self) -> PyResult<Vec<String>> {
        drawable(self.inner.size())?;
        Ok(self.inner.leetcode())
    }

    /// Draws the board as an SVG picture.
    ///
    /// Returns:
    ///     str: An SVG document.
    ///
    /// Raises:
    ///     ValueError: If the board has more than 1000 rows.
    ///
    /// Example:
    ///     >>> from n_queens import Solution
    ///     >>> picture = Solution("2 4 1 3").svg()
    ///     >>> picture.startswith("<svg"), picture.count('class="queen"')
    ///     (True, 4)
    fn svg(&self) -> PyResult<String> {
        drawable(self.inner.size())?;
        Ok(Drawing::from(&self.inner).svg())
    }

    /// What notebooks display; `None` if the board is too large to draw.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg().ok()
    }

    fn _repr_html_(&self) -> Option<String> {
        // As tall as a paragraph or two, however large the board.
        let side = (self.inner.size() * 32).clamp(96, 480);
        let svg = self.svg().ok()?;
        Some(format!("<div style=\"max-width:{side}px\">{}</div>", scaled(&svg)))
    }

    fn __len__(&self) -> usize {
        self.inner.rows().len()
    }

    fn __getitem__(&self, column: isize) -> PyResult<u32> {
        let rows = self.inner.rows();
        let from_start = if column < 0 { column + rows.len() as isize } else { column };
        let row = usize::try_from(from_start).ok().and_then(|column| rows.get(column));
        row.copied().ok_or_else(|| {
            let size = rows.len();
            PyIndexError::new_err(format!("column {column}: the board has {size} columns"))
        })
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.rows(py)?.try_iter()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let rows = self.inner.rows();
        if rows.len() <= LONGEST_REPR {
            return format!("Solution('{}')", self.inner);
        }
        let shown = |rows: &[u32]| {
            let rows: Vec<String> = rows.iter().map(|row| (row + 1).to_string()).collect();
            rows.join(" ")
        };
        let (first, last) = (shown(&rows[..3]), shown(&rows[rows.len() - 3..]));
        format!("<Solution of size {}: {first} ... {last}>", rows.len())
    }

    fn __reduce__(slf: PyRef<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String, String, usize))> {
        let class = slf.py().get_type::<Self>().into_any();
        // The rules of regions accept a solution by any rules.
        let restore = class.getattr("_restore")?;
        Ok((restore, (slf.inner.to_string(), "regions".to_string(), slf.inner.stars())))
    }

    #[staticmethod]
    #[pyo3(signature = (text, rules, stars=1))]
    fn _restore(text: &str, rules: &str, stars: usize) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(of_library)?;
        let rows = row_words(text)?;
        let inner = match stars {
            1 => queens::Solution::by(rules, rows),
            stars => queens::Solution::with_stars(rows, stars),
        };
        Ok(Self { inner: inner.map_err(of_library)? })
    }
}

impl Solution {
    /// The solution with several queens per row and column.
    fn with_stars(rows: Rows, rules: Rules, stars: usize) -> PyResult<Self> {
        if rules != Rules::Regions {
            let error = queens_puzzles::PositionError::StarsWithoutRegions { stars, rules };
            return Err(of_library(queens_puzzles::Error::from(error)));
        }
        let rows = match rows {
            Rows::Text(text) => row_words(&text)?,
            Rows::Rows(rows) => numbers(rows)?,
        };
        let inner = queens::Solution::with_stars(rows, stars);
        Ok(Self { inner: inner.map_err(of_library)? })
    }
}

/// Rows, counted from 1 in the text and from 0 in the result.
fn row_words(text: &str) -> PyResult<Vec<u32>> {
    let row = |word: &str| word.parse::<u32>().ok().and_then(|row| row.checked_sub(1));
    let rows: Option<Vec<u32>> = text.split_whitespace().map(row).collect();
    rows.ok_or_else(|| bad(format!("'{text}' is not a solution")))
}

/// The picture without its own width and height, so that it fills its container.
fn scaled(svg: &str) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_string() };
    let words: Vec<&str> = head.split(' ').collect();
    let sized = |word: &&&str| !word.starts_with("width=") && !word.starts_with("height=");
    let head: Vec<&str> = words.iter().filter(sized).copied().collect();
    format!("{}>{rest}", head.join(" "))
}

/// Refuses boards that are too large to draw.
pub(crate) fn drawable(size: usize) -> PyResult<()> {
    if size > LARGEST_DRAWN {
        return Err(bad(format!("N = {size}: boards are drawn up to size {LARGEST_DRAWN}")));
    }
    Ok(())
}

/// A solution as text, or the row of the queen in each column.
pub(crate) enum Rows {
    /// `2 4 1 3` or `A2 B4 C1 D3`: counted from 1.
    Text(String),
    /// Counted from 0.
    Rows(Vec<i64>),
}

impl FromPyObject<'_, '_> for Rows {
    type Error = PyErr;

    fn extract(rows: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match rows.extract::<String>() {
            Ok(text) => Ok(Self::Text(text)),
            Err(_) => Ok(Self::Rows(rows.extract::<RowNumbers>()?.0)),
        }
    }
}

/// The row of the queen in each column, counted from 0.
pub(crate) struct RowNumbers(pub(crate) Vec<i64>);

impl FromPyObject<'_, '_> for RowNumbers {
    type Error = PyErr;

    fn extract(rows: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let mut numbers = Vec::new();
        for (col, row) in rows.try_iter()?.enumerate() {
            if col % SIGNAL_COLUMNS == 0 {
                rows.py().check_signals()?;
            }
            // A row that does not fit an `i64` is not on the board, like other large ones.
            numbers.push(row?.extract::<Int>()?.at_least("row", i128::MIN).unwrap_or(i64::MAX));
        }
        Ok(Self(numbers))
    }
}

/// Rows as the library takes them.
pub(crate) fn numbers(rows: Vec<i64>) -> PyResult<Vec<u32>> {
    let size = rows.len();
    let number = |row: i64| {
        u32::try_from(row)
            .map_err(|_| bad(format!("row {row}: allowed are 0 to {}", size.saturating_sub(1))))
    };
    rows.into_iter().map(number).collect()
}

/// An iterator over the solutions of the empty board, in lexicographic order.
///
/// ``solutions()`` and ``fundamental()`` return it. The search runs only during ``next()``, in constant
/// memory. After Ctrl-C, ``next()`` resumes it.
///
/// Example:
///     >>> import n_queens as queens
///     >>> search = queens.solutions(6)
///     >>> next(search), next(search)
///     (Solution('2 4 6 1 3 5'), Solution('3 6 2 5 1 4'))
///     >>> len(list(search))
///     2
#[pyclass(module = "n_queens")]
pub(crate) struct Solutions {
    inner: queens::Solutions,
    fundamental: bool,
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let Self { inner, fundamental } = self;
        let found = interruptible_here(py, |control| {
            while let Some(solution) = inner.try_next(control)? {
                if !*fundamental || solution.is_canonical() {
                    return Ok::<_, queens::Error>(Some(solution));
                }
                // The mirror image of a solution with a higher first queen is smaller.
                if 2 * solution.rows()[0] as usize >= solution.size() {
                    break;
                }
            }
            Ok(None)
        })?;
        Ok(found.map(Solution::from))
    }
}

/// Lists the solutions of the empty board one by one, in lexicographic order.
///
/// Args:
///     n (int): Size of the board, 0 to 32.
///     fundamental (bool): Whether to list only one solution of those that a rotation or reflection
///         maps to each other: the smallest. Defaults to ``False``.
///
/// Returns:
///     Solutions: An iterator. It searches for a solution when ``next()`` is called.
///
/// Raises:
///     ValueError: If ``n`` is out of range.
///
/// Example:
///     >>> import n_queens as queens
///     >>> next(queens.solutions(8))
///     Solution('1 5 8 6 3 7 2 4')
///     >>> [str(solution) for solution in queens.solutions(6)]
///     ['2 4 6 1 3 5', '3 6 2 5 1 4', '4 1 5 2 6 3', '5 3 1 6 4 2']
///     >>> len(list(queens.solutions(8, fundamental=True)))
///     12
#[pyfunction]
#[pyo3(signature = (n, *, fundamental=false))]
pub(crate) fn solutions(n: Size, fundamental: bool) -> PyResult<Solutions> {
    let inner = queens::solutions(n.0).map_err(of_library)?;
    Ok(Solutions { inner, fundamental })
}

/// The rows of all solutions in one array, one byte per queen, counted from 0: see `n_queens.solutions_array`.
#[pyfunction]
pub(crate) fn rows_of_all(py: Python<'_>, n: Size) -> PyResult<Bound<'_, PyByteArray>> {
    let n = n.0;
    Board::new(n).map_err(of_library)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = interruptible(py, |stop| queens::all_rows(n, cores, stop))?;
    Ok(PyByteArray::new(py, &rows))
}

/// Finds one solution of the empty board, of any size.
///
/// By default a formula gives the solution at once. With ``random`` it is chosen by a seed: up to
/// N = 13 all solutions are equally likely, larger boards use local search. With ``first`` it is the
/// lexicographically first solution, which is practical up to about N = 35.
///
/// Args:
///     n (int): Size of the board, 0 to 100,000,000; with ``first``, 0 to 5000.
///     random (bool): Whether to choose the solution by the seed. Defaults to ``False``.
///     seed (int | None): Seed of the random choice, 0 to 2**64 - 1. The same seed gives the same
///         solution on every machine. A seed implies ``random``. Defaults to ``None``: the seed 0.
///     first (bool): Whether to find the lexicographically first solution. Defaults to ``False``.
///
/// Returns:
///     Solution | None: A solution, or ``None`` for sizes 2 and 3, which have none.
///
/// Raises:
///     ValueError: If ``n`` or ``seed`` is out of range, or ``first`` is combined with ``random``
///         or ``seed``.
///
/// Example:
///     >>> import n_queens as queens
///     >>> queens.find(8)
///     Solution('2 4 6 8 3 1 7 5')
///     >>> queens.find(8, first=True)
///     Solution('1 5 8 6 3 7 2 4')
///     >>> queens.find(1_000_000)
///     <Solution of size 1000000: 2 4 6 ... 999995 999997 999999>
///     >>> queens.find(50, seed=7) == queens.find(50, random=True, seed=7)
///     True
///     >>> print(queens.find(3))
///     None
#[pyfunction]
#[pyo3(signature = (n, *, random=false, seed=None, first=false))]
pub(crate) fn find(
    py: Python<'_>,
    n: Int,
    random: bool,
    seed: Option<Int>,
    first: bool,
) -> PyResult<Option<Solution>> {
    let limit = finding::MAX_RANDOM;
    let size = n.size(limit)?;
    if first && (random || seed.is_some()) {
        return Err(bad("first=True cannot be combined with random=True or a seed"));
    }
    if size > limit {
        return Err(of_library(Error::Board(BoardError::BoardTooLarge { size, limit })));
    }
    let random = random || seed.is_some();
    let seed = seed.map_or(Ok(0), Int::seed)?;
    let found = interruptible(py, |stop| {
        if first {
            return solve::first(size, stop);
        }
        if random {
            return Ok(finding::random(size, seed, stop)?);
        }
        let construction = Construction::new(size as u32);
        Ok(construction.map(|construction| construction.solution(stop)).transpose()?)
    })?;
    Ok(found.map(Solution::from))
}
