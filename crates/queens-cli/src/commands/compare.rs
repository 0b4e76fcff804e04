//! `queens compare`: compares the speed of methods.

use crate::support::failure::{Failure, say};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::picture::PictureFile;
use crate::support::progress::{Waiting, suspend};
use crate::support::report::{duration, grouped};
use crate::support::sizes::Sizes;
use crate::support::values::{MethodName, seconds, within};
use crate::support::writer::{Column, Format, Page, Readable, Writer, or_dash};
use clap::Args;
use queens::study::compare::{Comparison, Measurement, News, remarks};
use queens::{Board, Method, Threads};
use queens_draw::chart::{Chart, Series};
use queens_results::ComparisonResult;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Compare the speed of methods
///
/// Every method counts the same board once per round, on one thread; only 'columns' uses more. Prints the best and the
/// median time. 'ratio' is the speed relative to the first method. For methods with one thread per row of
/// the first queen, the highest possible speedup on any number of cores is printed too.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens compare 10
  queens compare 8..13 --methods arrays,bitmask,stacked --plot times.svg
  queens compare 12 --methods arrays-iterative,columns")]
pub(crate) struct Options {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    sizes: Sizes,

    /// Methods to compare, the reference first [default: all]
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',')]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    methods: Vec<Method>,

    /// Number of rounds
    #[arg(long, value_name = "NUM", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    runs: u32,

    /// Skip a method if one run takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    limit: f64,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Plot time against N to this file, FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The width of a PNG plot in pixels.
const PLOT_WIDTH: u32 = 1200;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let comparison = comparison(options)?;
    let plot_file = options.plot.as_deref().map(PictureFile::open).transpose()?;
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64();
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    let mut measured = Vec::new();
    let mut written = Ok(());
    let waiting = Waiting::new("comparing");
    let end = comparison.run(&Threads::new(1)?, &STOP, &clock, |news| match news {
        News::Started { method, size } => waiting.label(format!("comparing: N = {size}, {method}")),
        News::Skipped { method, size, why } => {
            suspend(|| say(&format!("{method} skipped at N = {size}: {why}")));
        }
        News::Measured(measurement) => {
            if written.is_ok() {
                let result = ComparisonResult::from(&measurement);
                written = suspend(|| writer.write_now(&result));
            }
            measured.push(measurement);
        }
    });
    drop(waiting);
    written?;
    writer.finish()?;
    if matches!(options.format, Format::Text | Format::Markdown) {
        for remark in remarks(&measured) {
            writeln!(out, "\n{remark}")?;
        }
        out.flush()?;
    }
    if let Some(file) = plot_file.filter(|_| !measured.is_empty()) {
        file.write(&plot(&comparison.methods, &measured).canvas(), PLOT_WIDTH)?;
    }
    end?;
    Ok(())
}

fn comparison(options: &Options) -> Result<Comparison, Failure> {
    Board::new(options.sizes.last())?;
    let mut methods = options.methods.clone();
    if methods.is_empty() {
        methods = Method::all().collect();
    }
    for (place, method) in methods.iter().enumerate() {
        if methods[..place].contains(method) {
            return Err(Failure::bad(format!("method '{method}' is given twice")));
        }
    }
    let (sizes, runs) = (options.sizes.iter().collect(), options.runs as usize);
    Ok(Comparison { methods, sizes, runs, limit: options.limit })
}

impl Readable for ComparisonResult {
    /// A terminal is narrow, so the columns that follow from others are only in Markdown.
    fn columns(&self, page: Page) -> Vec<Column> {
        let times = |factor: Option<f64>| or_dash(factor, |factor| format!("{factor:.2}x"));
        let ns = or_dash(self.ns_per_solution, |ns| format!("{ns:.1}"));
        let mut columns = vec![
            Column::right("N", self.n),
            Column::left("method", &self.method),
            Column::right("solutions", grouped(self.solutions)),
            Column::right("placements", or_dash(self.placements, grouped)),
            Column::right("best", duration(self.best_seconds)),
            Column::right("median", duration(self.median_seconds)),
        ];
        if page == Page::Markdown {
            columns.push(Column::right("ns/solution", ns));
        }
        columns.push(Column::right("ratio", times(self.ratio)));
        if page == Page::Markdown {
            columns.push(Column::right("max speedup", times(self.max_speedup)));
        }
        columns
    }
}

/// A plot of time against N with one line per method.
fn plot(methods: &[Method], measured: &[Measurement]) -> Chart {
    let of = |method: Method| Series {
        name: method.name().to_string(),
        points: measured
            .iter()
            .filter(|m| m.method == method)
            .map(|m| (m.size as f64, m.best()))
            .collect(),
    };
    Chart {
        title: "Time to count all solutions".to_string(),
        x_label: "N".to_string(),
        y_label: "best run".to_string(),
        y_unit: duration,
        series: methods.iter().map(|&method| of(method)).collect(),
    }
}
