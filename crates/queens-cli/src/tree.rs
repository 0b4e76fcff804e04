//! `queens tree`: the search tree.

use crate::args::{Tree, TreeFormat};
use crate::failure::Failure;
use crate::output::write_all;
use std::process::ExitCode;

pub(crate) fn run(options: &Tree) -> Result<ExitCode, Failure> {
    let tree = queens::tree::Tree::new(options.size, options.depth)?;
    let named_svg =
        options.output.as_ref().is_some_and(|path| path.extension() == Some("svg".as_ref()));
    let by_name = if named_svg { TreeFormat::Svg } else { TreeFormat::Dot };
    let text = match options.format.unwrap_or(by_name) {
        TreeFormat::Dot => tree.dot(),
        TreeFormat::Svg => tree.svg(),
    };
    write_all(options.output.as_deref(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
