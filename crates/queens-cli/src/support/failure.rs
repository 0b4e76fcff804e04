//! Failures of commands: one line on stderr and an exit code.
//!
//! The table of exit codes is in docs/getting-started.md. The same class of error has the same code in every command.

use super::output::{self, not_written};
use super::{interrupt, progress};
use crate::support::report::plain;
use queens_gpu::Unavailable;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// No solution, or a check or a device failed.
const EXIT_FAILED: u8 = 1;
/// The request is invalid, or a file or standard output cannot be read or written.
pub(crate) const EXIT_BAD_REQUEST: u8 = 2;
/// Interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is invalid, or a file or standard output cannot be read or written.
    BadRequest(String),
    /// There is no solution, or a check or a device failed.
    Failed(String),
    /// A check failed, as the output says.
    Printed,
    /// Stopped by the user, with a message or without.
    Interrupted(Option<String>),
    /// The reader of the output has closed the pipe. This is not an error.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn bad(message: impl Display) -> Self {
        Self::BadRequest(message.to_string())
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::BadRequest(message) => (message, EXIT_BAD_REQUEST),
            Self::Failed(message) => (message, EXIT_FAILED),
            Self::Printed => return ExitCode::from(EXIT_FAILED),
            Self::Interrupted(Some(message)) => (message + &not_written(), EXIT_INTERRUPTED),
            Self::Interrupted(None) => return ExitCode::from(EXIT_INTERRUPTED),
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        if !interrupt::is_first_end() {
            // The handler of interrupts has printed its message and ends the program.
            loop {
                std::thread::park();
            }
        }
        say(&message);
        ExitCode::from(code)
    }

    /// The failure of a value of this option.
    pub(crate) fn of_option(option: &str, error: impl Into<Self>) -> Self {
        match error.into() {
            Self::BadRequest(message) => Self::BadRequest(format!("{option}: {message}")),
            other => other,
        }
    }
}

impl From<queens::Error> for Failure {
    fn from(error: queens::Error) -> Self {
        match error {
            queens::Error::Stopped => Self::Interrupted(Some("interrupted".to_string())),
            error if error.is_failure() => Self::Failed(error.to_string()),
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<queens_puzzles::Error> for Failure {
    fn from(error: queens_puzzles::Error) -> Self {
        match error {
            queens_puzzles::Error::Queens(error) => error.into(),
            error if error.is_failure() => Self::Failed(error.to_string()),
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<queens_draw::Error> for Failure {
    fn from(error: queens_draw::Error) -> Self {
        match error {
            queens_draw::Error::Puzzles(error) => error.into(),
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<queens_ledger::Error> for Failure {
    fn from(error: queens_ledger::Error) -> Self {
        match error {
            queens_ledger::Error::Count(error) => error.into(),
            queens_ledger::Error::Damaged { .. } => Self::Failed(format!(
                "{error}; 'queens ledger repair' writes what is intact into a new ledger"
            )),
            queens_ledger::Error::Contradicted { .. } | queens_ledger::Error::NoPlan { .. } => {
                Self::Failed(error.to_string())
            }
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<Unavailable> for Failure {
    fn from(reason: Unavailable) -> Self {
        match reason.is_failure() {
            true => Self::Failed(reason.to_string()),
            false => Self::BadRequest(reason.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    /// The failure of a write. Its message names what cannot be written: see [`Output`](super::output::Output).
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::BadRequest(error.to_string())
    }
}

/// The interrupt of a list after this many solutions, which are in the file if there is one.
pub(crate) fn interrupted_list(file: Option<&Path>, printed: u64) -> Failure {
    let saved =
        output::file(file).map_or(String::new(), |path| format!(", saved in {}", path.display()));
    Failure::Interrupted(Some(format!("interrupted after {printed} solutions{saved}")))
}

/// The most characters of a message. Longer ones repeat a very long argument.
const MAX_MESSAGE: usize = 1000;

/// The message, without its middle if it is too long to read.
fn shortened(message: String) -> String {
    let length = message.chars().count();
    if length <= MAX_MESSAGE {
        return message;
    }
    let half = MAX_MESSAGE / 2;
    let (start, end) = (message.chars().take(half), message.chars().skip(length - half));
    start.chain(" ... ".chars()).chain(end).collect()
}

/// Prints one line on stderr, above a progress line. Errors are ignored: there is no other place to report them.
pub(crate) fn say(message: &str) {
    let _ = progress::suspend(|| writeln!(io::stderr(), "queens: {}", shortened(plain(message))));
}
