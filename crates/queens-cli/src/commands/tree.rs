//! `queens tree`: draws the search tree.

use crate::args::{Tree, TreeFormat};
use crate::support::failure::Failure;
use crate::support::output::{extension, write_all};
use std::process::ExitCode;

pub(crate) fn run(options: &Tree) -> Result<ExitCode, Failure> {
    let format = match (options.format, &options.output) {
        (Some(format), _) => format,
        (None, None) => TreeFormat::Text,
        (None, Some(path)) => match extension(path).as_str() {
            "svg" => TreeFormat::Svg,
            "txt" => TreeFormat::Text,
            "dot" | "gv" => TreeFormat::Dot,
            _ => {
                let path = path.display();
                return Err(Failure::bad(format!(
                    "{path}: unknown tree format; expected FILE.svg, FILE.txt, FILE.dot or FILE.gv"
                )));
            }
        },
    };
    let tree = queens::study::tree::Tree::new(options.size, options.depth)?;
    let drawing = queens_draw::tree::TreeDrawing::of(&tree);
    let text = match format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Svg => drawing.svg(),
    };
    write_all(options.output.as_deref(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
