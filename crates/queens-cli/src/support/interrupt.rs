//! Ctrl-C and termination: the first request stops the search, the second ends the program.

use super::failure::{EXIT_INTERRUPTED, say};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first interrupt.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Set while there is no partial result to save: then the first interrupt ends the program.
static NOTHING_TO_SAVE: AtomicBool = AtomicBool::new(false);

/// Called at the first interrupt, for code that waits instead of polling `STOP`.
static AT_STOP: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Installs the handler of interrupts.
pub(crate) fn install() {
    let handler = || {
        let nothing_to_save = NOTHING_TO_SAVE.load(Ordering::Relaxed);
        if nothing_to_save {
            say("interrupted");
        }
        if STOP.swap(true, Ordering::Relaxed) || nothing_to_save {
            std::process::exit(EXIT_INTERRUPTED.into());
        }
        if let Some(act) = &*AT_STOP.lock().expect("no thread panics while it holds the lock") {
            act();
        }
    };
    // Without a handler, an interrupt ends the program at once, which is acceptable.
    let _ = listen(handler);
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

/// Runs work without a partial result to save, such as reading input that may never arrive.
pub(crate) fn ending_at_once<T>(work: impl FnOnce() -> T) -> T {
    NOTHING_TO_SAVE.store(true, Ordering::Relaxed);
    let done = work();
    NOTHING_TO_SAVE.store(false, Ordering::Relaxed);
    done
}

/// Calls a function at the first interrupt, or now if it has already happened.
pub(crate) fn at_stop(act: impl Fn() + Send + 'static) {
    let mut at_stop = AT_STOP.lock().expect("no thread panics while it holds the lock");
    // An interrupt sets `STOP` before it takes the lock, so either it is seen here or it calls `act`.
    if STOP.load(Ordering::Relaxed) {
        act();
    }
    *at_stop = Some(Box::new(act));
}
