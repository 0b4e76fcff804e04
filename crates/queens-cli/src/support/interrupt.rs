//! Ctrl-C and termination: the first asks the search to stop, the second ends the program.

use super::failure::{EXIT_INTERRUPTED, say};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has asked to stop.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Set while nothing is done that could be kept: then the first interrupt ends the program.
static NOTHING_TO_KEEP: AtomicBool = AtomicBool::new(false);

/// What the first interrupt also does, for those who wait and do not look at `STOP`.
static AT_STOP: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Listens for interrupts.
pub(crate) fn install() {
    let handler = || {
        let nothing_to_keep = NOTHING_TO_KEEP.load(Ordering::Relaxed);
        if nothing_to_keep {
            say("interrupted");
        }
        if STOP.swap(true, Ordering::Relaxed) || nothing_to_keep {
            std::process::exit(EXIT_INTERRUPTED.into());
        }
        if let Some(act) = &*AT_STOP.lock().expect("nobody panics with it") {
            act();
        }
    };
    // Without a handler an interrupt ends the program at once, which is the next best thing.
    let _ = listen(handler);
}

/// Calls the handler at every interrupt, on a thread of its own: SIGINT, SIGTERM and SIGHUP.
#[cfg(not(windows))]
fn listen(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handler)
}

/// Calls the handler at every interrupt, on a thread of its own: Ctrl-C, Ctrl-Break, a closed console, logoff and shutdown.
///
/// Windows ends a process as soon as its handler of one of the last three returns. That of the crate `ctrlc` returns at once;
/// that of Tokio never does, so that the program has the seconds that Windows grants to keep what is done.
#[cfg(windows)]
fn listen(mut handler: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    // From here on no event is lost, whenever the thread starts.
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

/// Does what has nothing to keep, such as reading what may never come.
pub(crate) fn ending_at_once<T>(work: impl FnOnce() -> T) -> T {
    NOTHING_TO_KEEP.store(true, Ordering::Relaxed);
    let done = work();
    NOTHING_TO_KEEP.store(false, Ordering::Relaxed);
    done
}

/// Does something at the first interrupt, or now if it has come already.
pub(crate) fn at_stop(act: impl Fn() + Send + 'static) {
    let mut at_stop = AT_STOP.lock().expect("nobody panics with it");
    // An interrupt sets `STOP` before it looks here: it is seen now, or it sees this.
    if STOP.load(Ordering::Relaxed) {
        act();
    }
    *at_stop = Some(Box::new(act));
}
