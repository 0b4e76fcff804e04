//! A search step by step: it runs on a thread of its own, a little ahead of who reads.

use crate::run::{ASK, Size, of_library};
use pyo3::prelude::*;
use queens::Method;
use queens::observe::Flow;
use queens::study::trace::Step;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// So many steps wait for the reader.
const AHEAD: usize = 4096;

/// The steps of a search.
#[pyclass(module = "n_queens")]
pub(crate) struct Trace {
    steps: Mutex<mpsc::Receiver<Step>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Trace {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let wait = || self.steps.lock().expect("nobody panics with it").recv_timeout(ASK);
        let step = loop {
            match py.detach(wait) {
                Ok(step) => break step,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(None),
                Err(mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        };
        let json = serde_json::to_string(&step).map_err(crate::run::bad)?;
        Ok(Some(py.import("json")?.call_method1("loads", (json,))?))
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The steps of a method on the empty board, as dictionaries, from one of them on.
#[pyfunction]
#[pyo3(signature = (method, n, *, start=0))]
pub(crate) fn trace(method: &str, n: Size, start: u64) -> PyResult<Trace> {
    let method: Method = method.parse().map_err(|error| of_library(&error))?;
    let trace =
        queens::study::trace::Trace::new(method, n.0).map_err(|error| of_library(&error))?;
    let (sender, steps) = mpsc::sync_channel(AHEAD);
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    std::thread::spawn(move || {
        // Whoever drops the receiver has seen enough.
        let _ = trace.visit(start, &*told, |_, step| match sender.send(step) {
            Ok(()) => Flow::Continue(()),
            Err(_) => Flow::Break(()),
        });
    });
    Ok(Trace { steps: Mutex::new(steps), stop })
}
