//! Failures of commands: one line on stderr and an exit code.

use clap::error::ErrorKind;
use queens_cuda::Unavailable;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// No solution, or a check or a device failed.
pub(crate) const EXIT_FAILED: u8 = 1;
/// The request is invalid.
pub(crate) const EXIT_BAD_REQUEST: u8 = 2;
/// Interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is invalid.
    BadRequest(String),
    /// There is no solution, or a check or a device failed.
    Failed(String),
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
            Self::Interrupted(Some(message)) => (message, EXIT_INTERRUPTED),
            Self::Interrupted(None) => return ExitCode::from(EXIT_INTERRUPTED),
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        say(&message);
        ExitCode::from(code)
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

impl From<queens_ledger::Error> for Failure {
    fn from(error: queens_ledger::Error) -> Self {
        match error {
            queens_ledger::Error::Count(error) => error.into(),
            queens_ledger::Error::Damaged { .. }
            | queens_ledger::Error::Contradicted { .. }
            | queens_ledger::Error::Io { .. } => Self::Failed(error.to_string()),
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<Unavailable> for Failure {
    fn from(reason: Unavailable) -> Self {
        match reason {
            Unavailable::Failed { .. }
            | Unavailable::Wrong { .. }
            | Unavailable::Kernels { .. } => Self::Failed(reason.to_string()),
            reason => Self::BadRequest(reason.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe || is_disconnected(&error) {
            return Self::ClosedPipe;
        }
        Self::BadRequest(format!("cannot write: {error}"))
    }
}

/// Whether this is `ERROR_PIPE_NOT_CONNECTED` on Windows: a broken pipe that has no `ErrorKind`.
fn is_disconnected(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error() == Some(233)
}

/// The interrupt of a list after this many solutions, which are in the file if there is one.
pub(crate) fn interrupted_list(file: Option<&Path>, printed: u64) -> Failure {
    let saved = file.map_or(String::new(), |path| format!(", saved in {}", path.display()));
    Failure::Interrupted(Some(format!("interrupted after {printed} solutions{saved}")))
}

/// The message as one line without control characters, which would act on the terminal.
pub(crate) fn plain(message: &str) -> String {
    queens::report::plain(message)
}

/// Prints one line on stderr. Errors are ignored: there is no other place to report them.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "queens: {}", plain(message));
}

/// Prints the help, the version, or one line about invalid arguments.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // The requested help or version. A closed pipe is not an error.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let help = error.render().to_string();
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: "));
        let command =
            usage.and_then(|usage| usage.split_once(" <")).map_or("queens", |(name, _)| name);
        say(&format!("missing command; '{command} --help' lists the commands"));
    } else {
        say(&one_line(&error.render().to_string()));
    }
    ExitCode::from(EXIT_BAD_REQUEST)
}

/// The message of an argument error on one line, without the usage that follows it.
fn one_line(message: &str) -> String {
    let parts = message.split("\n\n").take_while(|part| !part.starts_with("Usage:"));
    let line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> =
        parts.map(line).filter(|l| !l.is_empty() && !l.starts_with("For more")).collect();
    lines.join("; ").trim_start_matches("error: ").to_string()
}
