//! Solutions: one, all lazily, all at once.

use crate::run::{Size, bad, interruptible, of_library};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyIterator, PyTuple};
use queens::draw::Picture;
use queens::find::{self as finding, Construction};
use queens::{Board, BoardError, Error, Rules, SymmetryClass};

/// A checked placement of queens: one per column and row, none attacking another. Rows and columns count from 0, in texts from 1.
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
    #[pyo3(signature = (rows, *, rules="queens"))]
    fn new(rows: Rows, rules: &str) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
        let inner = match rows {
            Rows::Text(text) => text
                .parse()
                .and_then(|parsed: queens::Solution| queens::Solution::by(rules, parsed.rows())),
            Rows::Rows(rows) => {
                let wrong = |&&row: &&i64| u32::try_from(row).is_err();
                if let Some(row) = rows.iter().find(wrong) {
                    return Err(bad(format!("row {row}: rows count from 0 to {}", rows.len() - 1)));
                }
                let rows: Vec<u32> = rows.into_iter().map(|row| row as u32).collect();
                queens::Solution::by(rules, rows)
            }
        };
        Ok(Self { inner: inner.map_err(|error| of_library(&error))? })
    }

    /// Whether rows are a solution.
    #[staticmethod]
    #[pyo3(signature = (rows, *, rules="queens"))]
    fn is_valid(rows: Rows, rules: &str) -> PyResult<bool> {
        let _: Rules = rules.parse().map_err(|error| of_library(&error))?;
        Ok(Self::new(rows, rules).is_ok())
    }

    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.rows())
    }

    #[getter]
    fn squares(&self) -> Vec<String> {
        self.inner.squares().map(|square| square.to_string()).collect()
    }

    #[getter]
    fn symmetry_class(&self) -> &'static str {
        match self.inner.symmetry_class() {
            SymmetryClass::None => "none",
            SymmetryClass::Rotate180 => "180",
            SymmetryClass::Rotate90 => "90",
        }
    }

    /// The images under the eight symmetries of the board, itself first.
    fn symmetries(&self) -> Vec<Self> {
        queens::Symmetry::ALL.iter().map(|&symmetry| self.inner.image(symmetry).into()).collect()
    }

    /// The smallest of its images.
    fn canonical(&self) -> Self {
        self.inner.canonical().into()
    }

    fn is_canonical(&self) -> bool {
        self.inner.is_canonical()
    }

    /// The board in Unicode.
    fn board(&self) -> String {
        self.inner.board()
    }

    /// One string per row, the top row first, as in LeetCode's problem 51.
    fn leetcode(&self) -> Vec<String> {
        self.inner.leetcode()
    }

    /// A picture.
    fn svg(&self) -> String {
        Picture::from(&self.inner).svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn _repr_html_(&self) -> String {
        // As tall as a paragraph or two, however large the board.
        let side = (self.inner.size() * 32).clamp(96, 480);
        format!("<div style=\"max-width:{side}px\">{}</div>", scaled(&self.svg()))
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __getitem__(&self, place: isize) -> PyResult<u32> {
        let rows = self.inner.rows();
        let place = if place < 0 { place + rows.len() as isize } else { place };
        let row = usize::try_from(place).ok().and_then(|place| rows.get(place));
        row.copied().ok_or_else(|| PyIndexError::new_err("column out of range"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.rows(py)?.try_iter()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Solution('{}')", self.inner)
    }

    fn __reduce__(slf: PyRef<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String, String))> {
        let class = slf.py().get_type::<Self>().into_any();
        // The rules of regions accept every solution by other rules.
        let restore = class.getattr("_restore")?;
        Ok((restore, (slf.inner.to_string(), "regions".to_string())))
    }

    #[staticmethod]
    fn _restore(text: &str, rules: &str) -> PyResult<Self> {
        let row = |word: &str| word.parse::<u32>().ok().and_then(|row| row.checked_sub(1));
        let rows: Option<Vec<u32>> = text.split_whitespace().map(row).collect();
        let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
        let rows = rows.ok_or_else(|| bad(format!("'{text}' is not a solution")))?;
        Ok(Self { inner: queens::Solution::by(rules, rows).map_err(|error| of_library(&error))? })
    }
}

/// The picture without its own width and height, so that it fills its container.
fn scaled(svg: &str) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_string() };
    let words: Vec<&str> = head.split(' ').collect();
    let sized = |word: &&&str| !word.starts_with("width=") && !word.starts_with("height=");
    let head: Vec<&str> = words.iter().filter(sized).copied().collect();
    format!("{}>{rest}", head.join(" "))
}

/// A solution as typed, or the row of the queen in each column.
#[derive(FromPyObject)]
pub(crate) enum Rows {
    /// `2 4 1 3` or `A2 B4 C1 D3`: counted from 1.
    Text(String),
    /// Counted from 0.
    Rows(Vec<i64>),
}

/// The solutions of the empty board, found lazily.
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

    fn __next__(&mut self, py: Python<'_>) -> Option<Solution> {
        let fundamental = self.fundamental;
        let next = py.detach(|| {
            self.inner.by_ref().find(|solution| !fundamental || solution.is_canonical())
        });
        next.map(Solution::from)
    }
}

/// All solutions in lexicographic order, lazily; with `fundamental` only those that differ by more than a rotation or reflection.
#[pyfunction]
#[pyo3(signature = (n, *, fundamental=false))]
pub(crate) fn solutions(n: Size, fundamental: bool) -> PyResult<Solutions> {
    let inner = queens::solutions(n.0).map_err(|error| of_library(&error))?;
    Ok(Solutions { inner, fundamental })
}

/// The rows of all solutions in one array, a byte each, counted from 0.
#[pyfunction]
pub(crate) fn rows_of_all(py: Python<'_>, n: Size) -> PyResult<Bound<'_, PyByteArray>> {
    let n = n.0;
    Board::new(n).map_err(|error| of_library(&error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = interruptible(py, |stop| queens::all_rows(n, cores, stop))?;
    Ok(PyByteArray::new(py, &rows))
}

/// One solution; `None` for sizes 2 and 3.
#[pyfunction]
#[pyo3(signature = (n, *, random=false, seed=None, first=false))]
pub(crate) fn find(
    py: Python<'_>,
    n: Size,
    random: bool,
    seed: Option<u64>,
    first: bool,
) -> PyResult<Option<Solution>> {
    if first && (random || seed.is_some()) {
        return Err(bad("first=True goes with neither random nor seed"));
    }
    let limit = finding::MAX_RANDOM;
    if n.0 > limit {
        return Err(of_library(&Error::Board(BoardError::BoardTooLarge { size: n.0, limit })));
    }
    let n = n.0 as u32;
    let found = interruptible(py, |stop| {
        if first {
            return finding::first(n as usize, stop);
        }
        if random || seed.is_some() {
            return finding::random(n as usize, seed.unwrap_or_default(), stop);
        }
        let rows = |construction: Construction| -> Result<queens::Solution, Error> {
            queens::Solution::new(construction.rows().collect::<Vec<_>>())
        };
        Construction::new(n).map(rows).transpose()
    })?;
    Ok(found.map(Solution::from))
}
