//! Ctrl-C and termination: the first asks the search to stop, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has asked to stop.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for interrupts.
pub(crate) fn install() {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::failure::EXIT_INTERRUPTED.into());
        }
    };
    // Without a handler an interrupt ends the program at once, which is the next best thing.
    let _ = ctrlc::set_handler(handler);
}
