//! Runs work without the interpreter's lock, stops it on signals, reads numbers, and converts errors.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use queens::{Control, Event};
use queens_draw::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How often Python is polled for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The connection between work and the thread that called it: the caller stops the work, the work warns the caller.
#[derive(Clone, Default)]
pub(crate) struct Caller {
    stop: Arc<AtomicBool>,
    warnings: Arc<Mutex<Vec<String>>>,
}

impl Control for Caller {
    fn stopped(&self) -> bool {
        self.stop.stopped()
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(message) = event {
            let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            warnings.push(message.to_string());
        }
    }
}

impl Caller {
    /// Passes warnings on to Python. It is an error if Python's filter of warnings makes one an exception.
    fn raise_warnings(&self, py: Python<'_>) -> PyResult<()> {
        let messages =
            std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner));
        messages.iter().try_for_each(|message| warn(py, message))
    }
}

/// Warns at the line that called the package.
pub(crate) fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    py.import("n_queens._warning")?.call_method1("warn", (message,)).map(drop)
}

/// Runs work on a thread of its own, which is stopped when Python receives a signal, as on Ctrl-C.
pub(crate) fn interruptible<T: Send, E: Into<Error> + Send>(
    py: Python<'_>,
    work: impl FnOnce(&Caller) -> Result<T, E> + Send,
) -> PyResult<T> {
    let caller = Caller::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (caller, receiver) = (&caller, Mutex::new(receiver));
        scope.spawn(move || {
            // A panic here would end the scope with a panic: instead, no result is sent.
            if let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(caller))) {
                // Sending fails only if the receiver is gone, and with it the caller.
                let _ = sender.send(done);
            }
        });
        let wait =
            || receiver.lock().expect("no holder of the lock panics").recv_timeout(SIGNAL_INTERVAL);
        loop {
            let end = py.detach(wait);
            let warned = caller.raise_warnings(py);
            match end {
                Ok(done) => {
                    let value = done.map_err(of_library)?;
                    return warned.map(|()| value);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search panicked"));
                }
            }
            if let Err(raised) = warned.and_then(|()| py.check_signals()) {
                caller.stop.store(true, Ordering::Relaxed);
                while matches!(py.detach(wait), Err(mpsc::RecvTimeoutError::Timeout)) {}
                return Err(raised);
            }
        }
    })
}

/// Runs short work on this thread, without the interpreter's lock. It is stopped when Python receives a signal.
///
/// For calls that are made millions of times, such as the next solution, for which a thread would cost too much.
pub(crate) fn interruptible_here<T: Send, E: Into<Error> + Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Control) -> Result<T, E> + Send,
) -> PyResult<T> {
    // C code that calls an iterator in a loop, such as `list`, does not check for signals.
    py.check_signals()?;
    let signals = Signals {
        polls: AtomicU32::new(0),
        checked: Mutex::new(Instant::now()),
        raised: Mutex::new(None),
    };
    let done = py.detach(|| work(&signals));
    match signals.raised.into_inner().expect("no holder of the lock panics") {
        Some(signal) => Err(signal),
        None => done.map_err(of_library),
    }
}

/// The control that polls Python for signals. Only the main thread receives them.
struct Signals {
    polls: AtomicU32,
    checked: Mutex<Instant>,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    /// The clock is read once in this many polls: reading it takes longer than placing a queen.
    const POLLS: u32 = 64;
}

impl Control for Signals {
    fn stopped(&self) -> bool {
        if self.polls.fetch_add(1, Ordering::Relaxed) % Self::POLLS != Self::POLLS - 1 {
            return false;
        }
        let mut checked = self.checked.lock().expect("no holder of the lock panics");
        if checked.elapsed() < SIGNAL_INTERVAL {
            return false;
        }
        let signal = Python::attach(|py| py.check_signals()).err();
        *checked = Instant::now();
        let stopped = signal.is_some();
        *self.raised.lock().expect("no holder of the lock panics") = signal;
        stopped
    }
}

/// An error of the library as Python's: a bad request is a `ValueError`, a failure during a run a `RuntimeError`.
pub(crate) fn of_library(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    match error.is_failure() {
        true => PyRuntimeError::new_err(error.to_string()),
        false => bad(error),
    }
}

/// A bad request.
pub(crate) fn bad(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// An integer as Python passes it, before its range is checked: out of range is a bad request, not an `OverflowError`.
pub(crate) enum Int {
    Number(i128),
    /// Beyond 127 bits, as text.
    Large(String),
}

impl Int {
    /// The number, if it is in a range.
    pub(crate) fn within<T: TryFrom<i128>>(
        self,
        name: &str,
        range: RangeInclusive<i128>,
    ) -> PyResult<T> {
        let number = match self {
            Self::Number(number) if range.contains(&number) => T::try_from(number).ok(),
            _ => None,
        };
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| bad(format!("{name}={self}: allowed are {least} to {most}")))
    }

    /// The number, if it is not below a smallest one. The largest is that of its type.
    pub(crate) fn at_least<T: TryFrom<i128>>(self, name: &str, least: i128) -> PyResult<T> {
        let number = match self {
            Self::Number(number) if number >= least => T::try_from(number).ok(),
            _ => None,
        };
        number.ok_or_else(|| bad(format!("{name}={self}: allowed are integers from {least} on")))
    }

    /// A seed: any number of 64 bits.
    pub(crate) fn seed(self) -> PyResult<u64> {
        self.within("seed", 0..=i128::from(u64::MAX))
    }
}

impl Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Large(number) => f.write_str(number),
        }
    }
}

impl FromPyObject<'_, '_> for Int {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match number.extract::<i128>() {
            Ok(number) => Ok(Self::Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                Ok(Self::Large(number.to_string()))
            }
            Err(error) => Err(error),
        }
    }
}

/// The size of a board that an engine counts, lists or plans.
pub(crate) struct Size(pub(crate) usize);

impl FromPyObject<'_, '_> for Size {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        number.extract::<Int>()?.size(queens::MAX_SIZE).map(Self)
    }
}

impl Int {
    /// The size of a board. One that is too large for a `usize` or below 0 is refused here, others by the library.
    pub(crate) fn size(self, largest: usize) -> PyResult<usize> {
        let size = match self {
            Self::Number(number) => usize::try_from(number).ok(),
            Self::Large(_) => None,
        };
        size.ok_or_else(|| bad(format!("N = {self}: boards go from 0 to {largest}")))
    }
}
