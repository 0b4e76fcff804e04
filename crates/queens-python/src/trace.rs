//! A search step by step: it runs on a thread of its own, a little ahead of the reader.

use crate::results::Typed;
use crate::run::{SIGNAL_INTERVAL, Size, of_library};
use pyo3::prelude::*;
use queens::Method;
use queens::observe::Flow;
use queens::results::TraceStep;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// The number of steps that the search may be ahead of the reader.
const AHEAD: usize = 4096;

/// The steps of a search.
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

/// The steps of a method on the empty board, from the step `start` on.
#[pyfunction]
#[pyo3(signature = (method, n, *, start=0))]
pub(crate) fn trace(method: &str, n: Size, start: u64) -> PyResult<Trace> {
    let method: Method = method.parse().map_err(|error| of_library(&error))?;
    let trace =
        queens::study::trace::Trace::new(method, n.0).map_err(|error| of_library(&error))?;
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
