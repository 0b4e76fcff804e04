//! `queens methods`: lists the counting methods.

use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::writer::{Column, Format, Page, Readable, Writer};
use clap::Args;
use queens::Method;
use queens::engines::{Order, ThreadUse};
use queens_results::MethodResult;
use std::io::Write;

/// List the counting methods
///
/// For each method: its name, the board sizes it accepts, how many threads it uses, the statistics it counts, and its idea.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens methods
  queens methods --format json")]
pub(crate) struct Options {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    for info in Method::all().map(Method::info) {
        writer.write(&MethodResult::from(info))?;
    }
    writer.finish()?;
    if options.format == Format::Text {
        writeln!(
            out,
            "\nWithout --method: stacked up to N = 10, then the faster of cross and join up to N = 28, then cross."
        )?;
    }
    out.finish()
}

impl Readable for MethodResult {
    fn columns(&self, page: Page) -> Vec<Column> {
        let threads = match self.threads {
            ThreadUse::One => "one",
            ThreadUse::Any => "any",
            ThreadUse::OnePerFirstQueen => "ceil(N/2)",
        };
        let order = match self.order {
            Some(Order::Lexicographic) => "lexicographic",
            Some(Order::Mirrored) => "mirrored",
            Some(Order::AsFound) => "as found",
            None => "-",
        };
        let boards = if self.takes_given_queens { "any" } else { "empty" };
        let mut columns = vec![
            Column::left("method", &self.method),
            Column::left("N", format!("0..{}", self.max_n)),
            Column::left("threads", threads),
        ];
        // A terminal is narrow, so these columns are only in the other formats.
        if page == Page::Markdown {
            columns.insert(1, Column::left("title", &self.title));
            columns.extend([
                Column::left("boards", boards),
                Column::left("order", order),
                Column::left("statistics", self.statistics.join(" ")),
            ]);
        }
        columns.push(Column::left("idea", &self.idea));
        columns
    }
}
