//! `queens puzzle read`: reads a position from a picture.

use crate::args::{PuzzleRead, ReadFormat};
use crate::support::failure::{Failure, say};
use crate::support::output::Output;
use crate::support::picture;
use crate::support::writer::json_line;
use queens_results::PictureResult;
use std::io::Write;
use std::process::ExitCode;

pub(super) fn run(options: &PuzzleRead) -> Result<ExitCode, Failure> {
    let mut reading = picture::read(&options.file)?;
    let mut out = Output::open(options.output.as_deref())?;
    if options.close_crosses {
        reading.position = reading.with_crosses_closed();
    }
    match options.format {
        ReadFormat::Text => write!(out, "{}", reading.position.to_text())?,
        ReadFormat::Short => writeln!(out, "{}", reading.position.to_short())?,
        ReadFormat::Json => json_line(&mut out, &PictureResult::from(&reading))?,
    }
    out.finish()?;
    // The JSON result contains them.
    if options.format != ReadFormat::Json {
        let crosses: Vec<String> = reading.crosses.iter().map(ToString::to_string).collect();
        if !crosses.is_empty() && !options.close_crosses {
            say(&format!("crosses: {}", crosses.join(" ")));
        }
        say(&format!("confidence: {}", reading.confidence));
        for warning in &reading.warnings {
            say(&format!("warning: {warning}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
