//! `queens completions`: prints shell completions.

use crate::args::{Args, Completions};
use crate::support::failure::Failure;
use crate::support::output::write_all;
use clap::CommandFactory;
use std::process::ExitCode;

pub(crate) fn run(options: &Completions) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Args::command(), "queens", &mut script);
    write_all(None, &script)?;
    Ok(ExitCode::SUCCESS)
}
