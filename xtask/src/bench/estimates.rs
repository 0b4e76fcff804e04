//! `cargo xtask bench estimates`: whether the true time of a count is in the range that `queens plan` prints.

use super::Context;
use super::measure::run;
use super::result::{Figures, Table};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::process::Command;

/// Compare the ranges of `queens plan` with the true times
#[derive(clap::Args)]
pub struct Options {
    /// The sizes of the boards
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "18,19,20,21")]
    sizes: Vec<u32>,
    /// The devices: cpu, cuda
    #[arg(long, value_name = "D,D", value_delimiter = ',', default_value = "cpu")]
    devices: Vec<String>,
    /// Sizes of which only the range is printed
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    larger: Vec<u32>,
}

/// From this size on a range may be at most [`WIDEST`] wide.
const NARROW_FROM: u32 = 20;
/// The largest quotient of the ends of a range.
const WIDEST: f64 = 1.5;

const COLUMNS: [&str; 8] =
    ["N", "on", "method", "jobs", "range, s", "high / low", "true time, s", "inside"];

pub fn measure(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let mut rows = Vec::new();
    for device in &options.devices {
        let counted = options.sizes.iter().map(|&n| (n, true));
        for (n, is_counted) in counted.chain(options.larger.iter().map(|&n| (n, false))) {
            eprintln!("N = {n} on {device}");
            rows.push(row(context, n, device, is_counted)?);
            context.keep(figures(&rows))?;
        }
    }
    Ok(figures(&rows))
}

fn figures(rows: &[Vec<String>]) -> Figures {
    let columns = COLUMNS.map(str::to_string).to_vec();
    Figures::Table(Table { columns, rows: rows.to_vec() })
}

fn row(context: &Context<'_>, n: u32, device: &str, is_counted: bool) -> Result<Vec<String>> {
    let plan = json(context, &["plan", &n.to_string(), "--device", device])?;
    let [low, high] =
        [number(&plan, "estimated_seconds_low")?, number(&plan, "estimated_seconds_high")?];
    let (seconds, inside) = match is_counted {
        true => {
            let count = json(context, &["count", &n.to_string(), "--device", device])?;
            let seconds = number(&count, "seconds")?;
            let narrow = n < NARROW_FROM || high <= WIDEST * low;
            let inside = match (low..=high).contains(&seconds) {
                true if narrow => "yes",
                true => "yes, but the range is too wide",
                false => "no",
            };
            (digits(seconds), inside.to_string())
        }
        false => ("-".to_string(), "-".to_string()),
    };
    Ok(vec![
        n.to_string(),
        device.to_string(),
        format!("`{}`", plan["method"].as_str().unwrap_or_default()),
        plan["jobs"].to_string(),
        format!("{} to {}", digits(low), digits(high)),
        format!("{:.2}", high / low),
        seconds,
        inside,
    ])
}

/// A number of seconds with three significant digits.
fn digits(seconds: f64) -> String {
    let places = (2.0 - seconds.max(1e-6).log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{seconds:.places$}")
}

/// The last line that the command prints, as JSON.
fn json(context: &Context<'_>, arguments: &[&str]) -> Result<Value> {
    let mut command = Command::new(context.queens.path());
    command.args(arguments).args(["--format", "json"]);
    let run = run(command)?;
    if !run.success {
        bail!("failed: queens {}", arguments.join(" "));
    }
    let line = run.output.lines().last().context("no output")?;
    serde_json::from_str(line).with_context(|| format!("queens {}", arguments.join(" ")))
}

fn number(result: &Value, name: &str) -> Result<f64> {
    result[name].as_f64().with_context(|| format!("no {name} in {result}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_three_digits() {
        let cases = [(0.054321, "0.0543"), (1.2345, "1.23"), (28.04, "28.0"), (36_123.4, "36123")];
        for (seconds, text) in cases {
            assert_eq!(digits(seconds), text);
        }
    }
}
