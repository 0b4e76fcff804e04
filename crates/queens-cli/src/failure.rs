//! What went wrong, as one line on stderr and an exit code.

use clap::error::ErrorKind;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// No solution, or a check failed.
pub(crate) const EXIT_FAILED: u8 = 1;
/// A bad request.
pub(crate) const EXIT_BAD_REQUEST: u8 = 2;
/// Interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for cannot be done.
    BadRequest(String),
    /// There is no solution, or a check failed.
    Failed(String),
    /// Stopped by the user.
    Interrupted,
    /// Nobody reads the output any more. That is no error.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn bad(message: impl Display) -> Self {
        Self::BadRequest(message.to_string())
    }

    /// Says what went wrong and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::BadRequest(message) => (message, EXIT_BAD_REQUEST),
            Self::Failed(message) => (message, EXIT_FAILED),
            Self::Interrupted => return ExitCode::from(EXIT_INTERRUPTED),
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        eprintln!("queens: {message}");
        ExitCode::from(code)
    }
}

impl From<queens::Error> for Failure {
    fn from(error: queens::Error) -> Self {
        match error {
            queens::Error::Stopped => Self::Interrupted,
            queens::Error::Disagree { .. } | queens::Error::Overflow { .. } => {
                Self::Failed(error.to_string())
            }
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::BadRequest(format!("cannot write: {error}")),
        }
    }
}

/// Prints help or version, or one line about what is wrong with the arguments.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help or version, asked for; a closed pipe is no error.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(EXIT_BAD_REQUEST);
    }
    eprintln!("queens: {}", one_line(&error.render().to_string()));
    ExitCode::from(EXIT_BAD_REQUEST)
}

/// The message of an argument error without the usage below it, on one line.
fn one_line(message: &str) -> String {
    let parts = message.split("\n\n").take_while(|part| !part.starts_with("Usage:"));
    let line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> =
        parts.map(line).filter(|l| !l.is_empty() && !l.starts_with("For more")).collect();
    lines.join("; ").trim_start_matches("error: ").to_string()
}
