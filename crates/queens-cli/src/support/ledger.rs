//! Reads ledgers.

use super::interrupt::STOP;
use queens::Control;
use queens_ledger::{Error, Ledger};
use std::path::Path;

/// Opens a ledger for reading. An interrupt ends this and all reading from it.
pub(crate) fn read(path: &Path) -> Result<Ledger, Error> {
    Ledger::open_until(path, || STOP.stopped())
}

/// This program and its version.
pub(crate) fn program() -> String {
    format!("queens {}", env!("CARGO_PKG_VERSION"))
}
