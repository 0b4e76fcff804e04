//! Ctrl-C and termination: the first asks the search to stop, the second ends the program.

use crate::failure::{EXIT_INTERRUPTED, say};
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
    let _ = ctrlc::set_handler(handler);
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
