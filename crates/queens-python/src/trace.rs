//! The steps of a search. It runs on a separate thread, a little ahead of the reader.

use crate::results::Typed;
use crate::run::{Int, SIGNAL_INTERVAL, Size, of_library};
use pyo3::prelude::*;
use queens::Method;
use queens::observe::Flow;
use queens_results::TraceStep;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// The number of steps that the search may be ahead of the reader.
const AHEAD: usize = 4096;

/// An iterator over the steps of a search.
///
/// ``trace()`` returns it. The search runs on its own thread, a little ahead of the reader. It stops when
/// the iterator is deleted.
///
/// Example:
///     >>> import n_queens as queens
///     >>> steps = queens.trace("arrays", 4)
///     >>> next(steps)
///     TraceStep(index=0, step='place', square='A1')
#[pyclass(module = "n_queens")]
pub(crate) struct Trace {
    steps: Mutex<mpsc::Receiver<TraceStep>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Trace {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Typed<TraceStep>>> {
        let wait = || {
            self.steps.lock().expect("no holder of the lock panics").recv_timeout(SIGNAL_INTERVAL)
        };
        // C code that calls an iterator in a loop, such as `list`, does not check for signals.
        py.check_signals()?;
        loop {
            match py.detach(wait) {
                Ok(step) => return Ok(Some(Typed(step))),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(None),
                Err(mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Follows a search of the empty board step by step.
///
/// Args:
///     method (str): Name of a method that lists solutions: ``MethodResult.lists``.
///     n (int): Size of the board, from 0 to the largest of the method.
///     start (int): Number of the first step to return, 0 to 2**64 - 1. Defaults to ``0``.
///
/// Returns:
///     Trace: An iterator of ``TraceStep``.
///
/// Raises:
///     ValueError: If the method is unknown or does not list solutions, or a number is out of range.
///
/// Example:
///     >>> import n_queens as queens
///     >>> for step in queens.trace("arrays", 4, start=25):
///     ...     print(step.index, step.step, step.square)
///     ...     if step.step == "solution":
///     ...         break
///     25 place B4
///     26 place C1
///     27 reject D1
///     28 reject D2
///     29 place D3
///     30 solution None
#[pyfunction]
#[pyo3(
    signature = (method, n, *, start=Int::Number(0)),
    text_signature = "(method, n, *, start=0)"
)]
pub(crate) fn trace(method: &str, n: Size, start: Int) -> PyResult<Trace> {
    let start: u64 = start.within("start", 0..=i128::from(u64::MAX))?;
    let method: Method = method.parse().map_err(of_library)?;
    let trace = queens::study::trace::Trace::new(method, n.0).map_err(of_library)?;
    let (sender, steps) = mpsc::sync_channel(AHEAD);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    std::thread::spawn(move || {
        // The receiver is dropped with its `Trace`.
        let _ = trace.visit(start, &*stopped, |index, step| {
            match sender.send(TraceStep::new(index, step)) {
                Ok(()) => Flow::Continue(()),
                Err(_) => Flow::Break(()),
            }
        });
    });
    Ok(Trace { steps: Mutex::new(steps), stop })
}
