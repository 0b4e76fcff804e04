//! `n_queens.count`.

use crate::device::Choice;
use crate::plan::threads_of;
use crate::results::Typed;
use crate::run::{Int, Size, bad, interruptible, of_library};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use queens::{Classes, Control, Event, Method, Problem, Queens, Request, Rotation, Rules};
use queens_results::CountResult;
use std::time::Instant;

/// What to count and how: the keyword arguments of `n_queens.count`.
pub(crate) struct CountOptions {
    method: Option<String>,
    threads: Option<Int>,
    device: String,
    rules: String,
    queens: Option<QueensNumber>,
    statistics: bool,
    only: Option<String>,
    by_first: bool,
    by_level: bool,
    fundamental: bool,
    symmetry: bool,
}

impl FromPyObject<'_, '_> for CountOptions {
    type Error = PyErr;

    fn extract(options: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            method: argument(options, "method")?,
            threads: argument(options, "threads")?,
            device: argument(options, "device")?,
            rules: argument(options, "rules")?,
            queens: argument(options, "queens")?,
            statistics: argument(options, "statistics")?,
            only: argument(options, "only")?,
            by_first: argument(options, "by_first")?,
            by_level: argument(options, "by_level")?,
            fundamental: argument(options, "fundamental")?,
            symmetry: argument(options, "symmetry")?,
        })
    }
}

/// An argument of the right type, or a `TypeError` that names it.
fn argument<'py, T: FromPyObjectOwned<'py>>(
    options: Borrowed<'_, 'py, PyAny>,
    name: &str,
) -> PyResult<T> {
    let value = options.get_item(name)?;
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        PyTypeError::new_err(format!("argument '{name}': {}", error.value(options.py())))
    })
}

/// A number of queens: an integer, or a name.
pub(crate) enum QueensNumber {
    Number(Int),
    Name(String),
}

impl FromPyObject<'_, '_> for QueensNumber {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match number.extract::<String>() {
            Ok(name) => Ok(Self::Name(name)),
            Err(_) => Ok(Self::Number(number.extract()?)),
        }
    }
}

impl QueensNumber {
    /// The number of queens; `None` is N.
    pub(crate) fn queens(number: Option<&Self>) -> PyResult<Queens> {
        let names = [Queens::Any, Queens::Maximal, Queens::WithPawn];
        let allowed = "allowed are 0 to 1024, 'any', 'maximal' and 'with-pawn'";
        match number {
            None => Ok(Queens::Full),
            Some(Self::Number(number)) => {
                let size = match number {
                    Int::Number(number) => usize::try_from(*number).ok(),
                    Int::Large(_) => None,
                };
                let size = size.filter(|&size| size <= Queens::MAX);
                size.map(Queens::Exactly).ok_or_else(|| bad(format!("queens={number}: {allowed}")))
            }
            Some(Self::Name(name)) => {
                let named = names.into_iter().find(|queens| queens.to_string() == *name);
                named.ok_or_else(|| bad(format!("queens='{name}': {allowed}")))
            }
        }
    }
}

impl CountOptions {
    fn request(&self, n: usize) -> PyResult<Request> {
        let request = request(n, self.method.as_deref(), self.statistics)?;
        let queens = self.queens.as_ref();
        let mut request = counting(request, &self.rules, self.only.as_deref(), queens)?;
        if self.by_first {
            request = request.tally();
        }
        if self.by_level {
            request = request.by_level();
        }
        let Problem { rules, queens, .. } = request.problem();
        let has_classes = [Queens::Full, Queens::WithPawn].contains(queens);
        let all_solutions = Classes::known_for(*rules) && self.only.is_none() && has_classes;
        if (self.fundamental || self.symmetry) && !all_solutions {
            return Err(bad(
                "fundamental and symmetry count all solutions by the rules of queens or superqueens: neither can be \
                 combined with other rules, with only, or with queens other than 'with-pawn'",
            ));
        }
        Ok(request)
    }
}

/// A request with rules, a rotation of symmetric solutions and a number of queens.
pub(crate) fn counting(
    request: Request,
    rules: &str,
    only: Option<&str>,
    queens: Option<&QueensNumber>,
) -> PyResult<Request> {
    let rules: Rules = rules.parse().map_err(of_library)?;
    let request = request.rules(rules).queens(QueensNumber::queens(queens)?);
    let Some(name) = only else { return Ok(request) };
    let named = Rotation::ALL.into_iter().find(|rotation| rotation.name() == name);
    let rotation =
        named.ok_or_else(|| bad(format!("only='{name}': allowed are '180' and '90'")))?;
    Ok(request.only(rotation))
}

/// Counts the solutions of the empty board: see `n_queens.count`.
#[pyfunction]
pub(crate) fn count(
    py: Python<'_>,
    n: Size,
    mut options: CountOptions,
) -> PyResult<Typed<CountResult>> {
    let request = options.request(n.0)?;
    let threads = options.threads.take().map(threads_of).transpose()?;
    let choice = Choice::new(&options.device, threads)?;
    let machine = choice.machine(py)?;
    interruptible(py, |caller| {
        let (plan, reason) = machine.plan(&request)?;
        if let Some(reason) = reason {
            caller.event(Event::Warning(&format!("counting on the CPU: {reason}")));
        }
        let start = Instant::now();
        let total = plan.run(&machine, caller)?;
        let mut result = CountResult::new(&plan, &total, start.elapsed().as_secs_f64());
        if options.fundamental || options.symmetry {
            let classes = Classes::count(&plan, total.solutions, machine.cpu(), caller)?;
            plan.check_classes(&classes)?;
            if options.fundamental {
                result = result.with_fundamental(&classes);
            }
            if options.symmetry {
                result = result.with_symmetry(&classes);
            }
        }
        Ok::<_, queens::Error>(Typed(result))
    })
}

/// A request by the name of a method, if one is given.
pub(crate) fn request(n: usize, method: Option<&str>, statistics: bool) -> PyResult<Request> {
    let request = Request::count(n).map_err(of_library)?;
    let request = match method.filter(|&name| name != "auto") {
        Some(name) => {
            let method: Method = name.parse().map_err(of_library)?;
            request.method(method)
        }
        None => request,
    };
    Ok(if statistics { request.statistics() } else { request })
}
