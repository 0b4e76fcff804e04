//! Ctrl-C and termination: the first asks the search to stop, the second ends the program.

use crate::failure::{EXIT_INTERRUPTED, say};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has asked to stop.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Set while nothing is done that could be kept: then the first interrupt ends the program.
static NOTHING_TO_KEEP: AtomicBool = AtomicBool::new(false);

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
