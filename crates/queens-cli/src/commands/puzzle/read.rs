//! `queens puzzle read`: reads a position from a picture.

use crate::support::failure::{Failure, say};
use crate::support::output::Output;
use crate::support::picture;
use crate::support::writer::json_line;
use clap::{Args, ValueEnum};
use queens_results::PictureResult;
use std::io::Write;
use std::path::PathBuf;

/// Read a region puzzle from a picture
///
/// The picture is a screenshot or a drawing, not a photo: PNG, JPEG, WebP or GIF. The board has 4 x 4 to 20 x 20 squares, all of
/// them visible. Large marks are given queens; crosses and dots are listed. What may be wrong is printed on stderr. A picture
/// that is not clear is refused.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens puzzle read screenshot.png
  queens puzzle read screenshot.png | queens solve --explain
  queens puzzle read screenshot.png --format json")]
pub(crate) struct Options {
    /// Picture: a PNG, JPEG, WebP or GIF file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Close the squares with a cross or dot
    #[arg(long)]
    close_crosses: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ReadFormat,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a puzzle that was read is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ReadFormat {
    /// A drawn position
    #[default]
    Text,
    /// The short form on one line: size:8 ...
    Short,
    /// A JSON object with the position, the crosses, the confidence and the warnings
    Json,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
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
    Ok(())
}
