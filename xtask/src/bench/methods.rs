//! `cargo xtask bench methods`: all methods side by side, by `queens compare`.

use super::Context;
use super::result::{Figures, Method};
use anyhow::{Context as _, Result};
use xshell::cmd;

/// Measure all methods side by side, by `queens compare`
#[derive(clap::Args)]
pub struct Options {
    /// The sizes of the boards, as `queens compare` takes them
    #[arg(long, value_name = "A..B", default_value = "8..14")]
    sizes: String,
    /// Leave out a method from the size on at which a run takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u32,
}

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let Options { sizes, limit } = options;
    let (queens, runs) = (context.queens.path(), context.rounds(5).to_string());
    let limit = limit.to_string();
    let compare = ["--runs", &runs, "--limit", &limit, "--format", "json"];
    let output = cmd!(context.sh, "{queens} compare {sizes} {compare...}").quiet().read()?;
    Ok(Figures::Methods(rows(&output)?))
}

fn rows(output: &str) -> Result<Vec<Method>> {
    let row = |line: &str| serde_json::from_str(line).with_context(|| line.to_string());
    output.lines().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_the_command_prints_them() {
        let line = r#"{"n":8,"method":"join","solutions":92,"placements":null,"best_seconds":0.5,"median_seconds":1.5,"ns_per_solution":781.4,"ratio":1.0,"max_speedup":null}"#;
        let rows = rows(line).unwrap();
        assert_eq!((rows[0].n, rows[0].placements, rows[0].best_seconds), (8, None, 0.5));
        assert!(super::rows("no JSON").is_err());
    }
}
