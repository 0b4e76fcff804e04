//! `queens man`: prints the man pages.

use crate::args::{Args, Man};
use crate::support::failure::Failure;
use crate::support::output::{file, write_all};
use clap::CommandFactory;
use std::process::ExitCode;

pub(crate) fn run(options: &Man) -> Result<ExitCode, Failure> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = file(options.output.as_deref()) else {
        write_all(None, &page(command)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let pages: Vec<clap::Command> =
        command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned().collect();
    for sub in pages {
        let name = format!("queens-{}", sub.get_name());
        write_all(Some(&folder.join(format!("{name}.1"))), &page(sub)?)?;
    }
    write_all(Some(&folder.join("queens.1")), &page(command)?)?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
