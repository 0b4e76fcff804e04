//! The tasks of the project: `cargo xtask test`, `bench`, `docs`, `web`, `npm`, `schema` and `mutants`.
//!
//! Only Rust is needed to start: what a task needs beyond that it fetches into the project's own folders (`target`, `web/node_modules`).
//! `tools.rs` says which tools of the system are needed, and when they are installed. The task runner does not use the library, so that it
//! runs when the library does not compile.

mod background;
mod bench;
mod docs;
mod mutants;
mod npm;
mod project;
mod schema;
mod step;
mod test;
mod tools;
mod web;

use anyhow::Result;
use clap::Parser;
use std::process::ExitCode;
use xshell::Shell;

/// The tasks of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Test(test::Options),
    Bench(Box<bench::Options>),
    Docs(docs::Options),
    Web(web::Options),
    Npm(npm::Options),
    Schema(schema::Options),
    Mutants(mutants::Options),
}

fn main() -> ExitCode {
    match run(&Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task. All its commands run in the root of the project; a benchmark can also run where the project is not.
fn run(task: &Task) -> Result<()> {
    let sh = &Shell::new()?;
    if project::root().exists() {
        sh.change_dir(project::root());
    }
    match task {
        Task::Test(options) => test::run(sh, options),
        Task::Bench(options) => bench::run(sh, options),
        Task::Docs(options) => docs::run(options),
        Task::Web(options) => web::run(sh, options),
        Task::Npm(options) => npm::run(sh, options),
        Task::Schema(options) => schema::run(sh, options),
        Task::Mutants(options) => mutants::run(sh, options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_of_all_tasks_are_consistent() {
        Task::command().debug_assert();
    }
}
