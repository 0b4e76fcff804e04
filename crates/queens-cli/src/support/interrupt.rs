//! Ctrl-C and termination: the first request stops the search, the second ends the program.
//!
//! Every command ends within a second of the first request. A search polls [`STOP`] and ends by itself, with its results
//! saved. Code that does not poll it, such as a drawing or a write that nobody reads, is ended by the handler after
//! [`GRACE`].

use super::failure::{EXIT_INTERRUPTED, say};
use super::{output, progress};
use queens::{Control, Event};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How long code that does not poll [`STOP`] may continue after an interrupt.
const GRACE: Duration = Duration::from_millis(400);

/// Set by the first interrupt.
pub(crate) static STOP: Stop =
    Stop { is_set: AtomicBool::new(false), seen: AtomicBool::new(false) };

/// Set while there is no partial result to save: then the first interrupt ends the program.
static NOTHING_TO_SAVE: AtomicBool = AtomicBool::new(false);

/// The number of writes to standard output in progress. They can block for ever.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// Set by the thread that reports how the program ends: the main thread or the handler.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Called before the handler ends the program, to restore the terminal.
static AT_END: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// The request to stop.
pub(crate) struct Stop {
    is_set: AtomicBool,
    /// Whether a search has seen the request, so that it ends by itself.
    seen: AtomicBool,
}

impl Stop {
    /// Whether a stop was requested. Unlike [`Control::stopped`], does not promise that the caller will end the work.
    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}

impl Control for Stop {
    fn stopped(&self) -> bool {
        let is_set = self.is_set();
        if is_set {
            self.seen.store(true, Ordering::Relaxed);
        }
        is_set
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(message) = event {
            say(message);
        }
    }
}

/// Installs the handler of interrupts.
pub(crate) fn install() {
    let handler = || {
        let is_second = STOP.is_set.swap(true, Ordering::Relaxed);
        if NOTHING_TO_SAVE.load(Ordering::Relaxed) {
            end_after(Duration::ZERO);
        } else if is_second {
            end_after(Duration::ZERO);
            // The thread that ends the program may be blocked by a terminal that accepts no output.
            std::thread::sleep(GRACE);
            std::process::exit(EXIT_INTERRUPTED.into());
        } else {
            end_after(GRACE);
        }
    };
    // Without a handler, an interrupt ends the program at once, which is acceptable.
    let _ = listen(handler);
}

/// Ends the program after this time, unless a search has seen the request to stop. Does not block the caller, which waits
/// for the next interrupt.
fn end_after(time: Duration) {
    let end = move || {
        std::thread::sleep(time);
        let is_stopping = time > Duration::ZERO && STOP.seen.load(Ordering::Relaxed);
        let is_blocked = WRITING.load(Ordering::Relaxed) > 0;
        // If the main thread is already reporting how it ends, this is its message.
        if (is_blocked || !is_stopping) && is_first_end() {
            progress::clear();
            output::remove_unfinished();
            if let Some(act) = AT_END.get() {
                act();
            }
            say(&format!("interrupted{}", output::not_written()));
            std::process::exit(EXIT_INTERRUPTED.into());
        }
    };
    if std::thread::Builder::new().spawn(end).is_err() {
        std::process::exit(EXIT_INTERRUPTED.into());
    }
}

/// Whether no thread has begun to report how the program ends. From then on, one has.
pub(crate) fn is_first_end() -> bool {
    !IS_ENDING.swap(true, Ordering::Relaxed)
}

/// Calls the handler on its own thread at every SIGINT, SIGTERM and SIGHUP.
#[cfg(not(windows))]
fn listen(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handler)
}

/// Calls the handler on its own thread at every Ctrl-C, Ctrl-Break, closed console, logoff and shutdown.
///
/// Windows ends a process as soon as its handler of one of the last three returns. The handler of the crate `ctrlc` returns
/// at once. That of Tokio never returns, so the program has the seconds that Windows grants to save its results.
#[cfg(windows)]
fn listen(mut handler: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    // From now on no event is lost, even if the thread starts later.
    let (mut c, mut pause) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let wait = async move {
        loop {
            tokio::select! {
                _ = c.recv() => {}
                _ = pause.recv() => {}
                _ = close.recv() => {}
                _ = logoff.recv() => {}
                _ = shutdown.recv() => {}
            }
            handler();
        }
    };
    std::thread::Builder::new().spawn(move || runtime.block_on(wait))?;
    Ok(())
}

/// Makes a write beyond a limit of the file size (`ulimit -f`) fail. By default the signal of such a write ends the program
/// without a message, and temporary files remain.
pub(crate) fn outlive_file_size_limit() {
    #[cfg(unix)]
    {
        let unused = std::sync::Arc::new(AtomicBool::new(false));
        // Without the handler, the signal ends the program, as by default.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unused);
    }
}

/// Runs work without a partial result to save, such as reading input that may never arrive.
pub(crate) fn ending_at_once<T>(work: impl FnOnce() -> T) -> T {
    NOTHING_TO_SAVE.store(true, Ordering::Relaxed);
    let done = work();
    NOTHING_TO_SAVE.store(false, Ordering::Relaxed);
    done
}

/// Runs a write to standard output, which an interrupt may abandon.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    WRITING.fetch_add(1, Ordering::Relaxed);
    let done = write();
    WRITING.fetch_sub(1, Ordering::Relaxed);
    done
}

/// Calls a function before an interrupt ends the program without the main thread.
pub(crate) fn at_end(act: impl Fn() + Send + Sync + 'static) {
    let _ = AT_END.set(Box::new(act));
}
