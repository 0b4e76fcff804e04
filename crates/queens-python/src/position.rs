//! Positions: solving, counting, explaining and making them.

use crate::device::cores;
use crate::results::Typed;
use crate::run::{Size, bad, interruptible, of_library};
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::draw::Picture;
use queens::puzzle::Puzzle;
use queens::results::{ExplanationResult, PositionCount, PuzzleResult, UniqueResult};
use queens::solve::{Difficulty, Solve, Solver, explain, refute};
use queens::{Error, Rules, Threads};

/// A position to solve: given queens, closed squares, regions, and by which rules queens attack.
#[pyclass(frozen, eq, module = "n_queens")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    inner: queens::Position,
}

#[pymethods]
impl Position {
    /// Reads a position in any of its formats, or a dictionary with the keys of the JSON format.
    #[new]
    #[pyo3(signature = (position, *, rules=None))]
    fn new(position: &Bound<'_, PyAny>, rules: Option<&str>) -> PyResult<Self> {
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
                text.parse().map_err(|error| of_library(&error))?
            }
        };
        let inner = match rules {
            Some(rules) => {
                let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
                inner.with_rules(rules).map_err(|error| of_library(&error))?
            }
            None => inner,
        };
        Ok(Self { inner })
    }

    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name()
    }

    #[getter]
    fn given(&self) -> Vec<String> {
        self.inner.given().iter().map(ToString::to_string).collect()
    }

    #[getter]
    fn closed(&self) -> Vec<String> {
        self.inner.closed().iter().map(ToString::to_string).collect()
    }

    fn to_text(&self) -> String {
        self.inner.to_text()
    }

    fn to_short(&self) -> String {
        self.inner.to_short()
    }

    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    /// Whether rows, counted from 0, are a solution of the position.
    fn check(&self, rows: Vec<u32>) -> bool {
        self.inner.check(&rows).is_ok()
    }

    /// The number of solutions, counted by an engine where one takes the position. With a limit no more than this many
    /// are counted, one by one.
    #[pyo3(signature = (limit=None))]
    fn count(&self, py: Python<'_>, limit: Option<u128>) -> PyResult<Typed<PositionCount>> {
        let backend = Threads::new(cores()).map_err(|error| of_library(&error))?;
        // One more than the limit tells whether there are more.
        let beyond = limit.map(|limit| limit.saturating_add(1));
        let found = interruptible(py, |stop| self.inner.count(beyond, &backend, stop))?;
        let solutions = limit.map_or(found, |limit| found.min(limit));
        Ok(Typed(PositionCount::new(&self.inner, solutions, solutions < found)))
    }

    /// Whether there is exactly one solution; `None` if there is none.
    fn unique(&self, py: Python<'_>) -> PyResult<Option<Typed<UniqueResult>>> {
        let found = interruptible(py, |stop| {
            let mut every = Solve::of(&self.inner).every();
            let Some(solution) = every.next(stop)? else { return Ok(None) };
            Ok(Some((solution, every.next(stop)?)))
        })?;
        let result = |(solution, other): (queens::Solution, Option<queens::Solution>)| {
            Typed(UniqueResult::new(&self.inner, &solution, other.as_ref()))
        };
        Ok(found.map(result))
    }

    /// All solutions, at most `limit`, in the order of the search.
    #[pyo3(signature = (limit=None))]
    fn solutions(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<Vec<Solution>> {
        interruptible(py, |stop| {
            let mut every = Solve::of(&self.inner).every();
            let mut found = Vec::new();
            while found.len() < limit.unwrap_or(usize::MAX) {
                match every.next(stop)? {
                    Some(solution) => found.push(Solution::from(solution)),
                    None => break,
                }
            }
            Ok(found)
        })
    }

    /// The steps by which a person solves it, and how hard they are.
    fn explain(&self, py: Python<'_>) -> PyResult<Typed<ExplanationResult>> {
        let explanation = interruptible(py, |stop| explain(&self.inner, stop))?;
        Ok(Typed(ExplanationResult::new(&self.inner, &explanation)))
    }

    /// Why there is no solution, in one line; `None` if there is one, or no short reason was found.
    fn refute(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let reason = interruptible(py, |stop| refute(&self.inner, stop))?;
        Ok(reason.map(|reason| reason.to_string()))
    }

    /// A picture.
    fn svg(&self) -> String {
        Picture::from(&self.inner).svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
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

/// A solution of a position, or `None`.
#[pyfunction]
#[pyo3(signature = (position, *, rules=None, method="domains", seed=0))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    rules: Option<&str>,
    method: &str,
    seed: u64,
) -> PyResult<Option<Solution>> {
    let position = Position::new(position, rules)?;
    let solver: Solver = method.parse().map_err(|error| of_library(&error))?;
    let found =
        interruptible(py, |stop| Solve::of(&position.inner).by(solver).seed(seed).find(stop))?;
    Ok(found.map(Solution::from))
}

/// A new puzzle with exactly one solution.
#[pyfunction]
#[pyo3(signature = (n=Size(8), *, rules="regions", seed=0, difficulty=None))]
pub(crate) fn puzzle(
    py: Python<'_>,
    n: Size,
    rules: &str,
    seed: u64,
    difficulty: Option<&str>,
) -> PyResult<Typed<PuzzleResult>> {
    let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
    let difficulty =
        difficulty.map(str::parse::<Difficulty>).transpose().map_err(|error: Error| bad(error))?;
    let puzzle = interruptible(py, |stop| Puzzle::new(rules, n.0, seed, difficulty, stop))?;
    Ok(Typed(PuzzleResult::from(&puzzle)))
}
