//! `queens completions` and `queens man`.

use crate::args::{Args, Completions, Man};
use crate::failure::Failure;
use crate::output::write_all;
use clap::CommandFactory;
use std::process::ExitCode;

pub(crate) fn completions(options: &Completions) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Args::command(), "queens", &mut script);
    write_all(None, &script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(options: &Man) -> Result<ExitCode, Failure> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = &options.output else {
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
