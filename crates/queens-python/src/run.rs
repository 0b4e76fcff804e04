//! Runs work without the interpreter's lock, stops it on signals, and converts errors.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use queens::Error;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// How often Python is polled for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs work on a thread of its own, which is stopped when Python receives a signal, as on Ctrl-C.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (stop, receiver) = (&stop, Mutex::new(receiver));
        scope.spawn(move || {
            // A panic here would end the scope with a panic: instead, no result is sent.
            if let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(stop))) {
                // Sending fails only if the receiver is gone, and with it the caller.
                let _ = sender.send(done);
            }
        });
        let wait =
            || receiver.lock().expect("no holder of the lock panics").recv_timeout(SIGNAL_INTERVAL);
        loop {
            match py.detach(wait) {
                Ok(done) => return done.map_err(|error| of_library(&error)),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search panicked"));
                }
            }
            if let Err(signal) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                while matches!(py.detach(wait), Err(mpsc::RecvTimeoutError::Timeout)) {}
                return Err(signal);
            }
        }
    })
}

/// An error of the library as Python's: a bad request is a `ValueError`, a failure during a run a `RuntimeError`.
pub(crate) fn of_library(error: &Error) -> PyErr {
    match error.is_failure() {
        true => PyRuntimeError::new_err(error.to_string()),
        false => bad(error),
    }
}

/// A bad request.
pub(crate) fn bad(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// The size of a board. A number that is too large or below 0 is a bad request.
pub(crate) struct Size(pub(crate) usize);

impl FromPyObject<'_, '_> for Size {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        number.extract::<usize>().map(Self).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(number.py()) {
                let number = number.to_owned();
                return bad(format!("N = {number}: boards go from 0 to {}", queens::MAX_SIZE));
            }
            error
        })
    }
}
