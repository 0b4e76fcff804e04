//! Positions: finishing, explaining and making them.

use crate::count::cores;
use crate::run::{Size, bad, interruptible, of_library};
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use queens::draw::Picture;
use queens::puzzle::Puzzle;
use queens::solve::{End, Grade, Solve, Solver, explain, refute};
use queens::{Error, Rules, Threads};

/// A position to finish: given queens, closed squares, regions, and by which rules queens attack.
#[pyclass(frozen, eq, module = "n_queens")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position {
    inner: queens::Position,
}

#[pymethods]
impl Position {
    /// Reads a position in any of its forms, or a dictionary with the keys of the JSON form.
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

    /// How many solutions there are; no more than `limit` are counted.
    #[pyo3(signature = (limit=None))]
    fn count(&self, py: Python<'_>, limit: Option<u128>) -> PyResult<u128> {
        let backend = Threads::new(cores()).map_err(|error| of_library(&error))?;
        interruptible(py, |stop| self.inner.count(limit, &backend, stop))
    }

    /// All solutions, at most `limit`.
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

    /// A person's steps, how hard they are and where they lead.
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let explanation = interruptible(py, |stop| explain(&self.inner, stop))?;
        let steps = PyList::empty(py);
        for step in &explanation.steps {
            let entry = PyDict::new(py);
            let closed: Vec<String> = step.closed.iter().map(ToString::to_string).collect();
            entry.set_item("rule", step.rule())?;
            entry.set_item("queen", step.queen.map(|queen| queen.to_string()))?;
            entry.set_item("closed", closed)?;
            entry.set_item("grade", step.grade().name())?;
            entry.set_item("text", step.to_string())?;
            steps.append(entry)?;
        }
        let solution = match &explanation.end {
            End::Solved(solution) => Some(Solution::from(solution.clone())),
            _ => None,
        };
        let result = PyDict::new(py);
        result.set_item("steps", steps)?;
        result.set_item("grade", explanation.grade().name())?;
        result.set_item("guesses", explanation.guesses())?;
        result.set_item("solution", solution)?;
        Ok(result)
    }

    /// Why there is no solution, in a line; `None` if there is one, or the reason is too long to find.
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

/// A puzzle with exactly one solution: the position, its solution and its grade.
#[pyfunction]
#[pyo3(signature = (n=Size(8), *, rules="regions", seed=0, grade=None))]
pub(crate) fn puzzle(
    py: Python<'_>,
    n: Size,
    rules: &str,
    seed: u64,
    grade: Option<&str>,
) -> PyResult<(Position, Solution, &'static str)> {
    let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
    let grade = grade.map(str::parse::<Grade>).transpose().map_err(|error: Error| bad(error))?;
    let puzzle = interruptible(py, |stop| Puzzle::new(rules, n.0, seed, grade, stop))?;
    let Puzzle { position, solution, grade } = puzzle;
    Ok((Position { inner: position }, solution.into(), grade.name()))
}
