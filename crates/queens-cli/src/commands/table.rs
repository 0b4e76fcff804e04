//! `queens table`: prints the number of queens that different searches place.

use crate::support::counting::count;
use crate::support::device;
use crate::support::failure::Failure;
use crate::support::options::Machine;
use crate::support::output::Output;
use crate::support::report::grouped;
use crate::support::sizes::Sizes;
use crate::support::writer::{Column, Format, Page, Readable, Writer};
use clap::Args;
use queens::study::placement_table::Row;
use queens::{Board, Method, Request};
use queens_results::PlacementRow;
use std::fmt::Display;

/// Print the number of queens that different searches place
///
/// Column 'naive' is the number of ways to place N queens one after the other on any free squares, computed by a formula.
/// 'plain' counts the queens that plain backtracking places, 'symmetric' those of the half-board search. Text and markdown
/// shorten large numbers to 1.402e9; csv and json are exact.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens table 1..12
  queens table 1..15 --format markdown
  queens table 8 --wide --format csv  # adds C(N^2, N), N^N and N!")]
pub(crate) struct Options {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    sizes: Sizes,

    /// Add columns C(N^2, N), N^N and N!
    #[arg(long)]
    wide: bool,

    #[command(flatten)]
    machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Board::new(options.sizes.last())?;
    let backend = device::open(&options.machine)?;
    for size in options.sizes.iter() {
        // A size that cannot be counted is reported before the first row is counted.
        let request = Request::count(size)?.statistics();
        device::plan(&backend, &request, Some(Method::BITMASK))?;
    }
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    let mut end = Ok(());
    for size in options.sizes.iter() {
        match Row::count(size, |plan| count(plan, &backend)) {
            Ok(row) => writer.write_now(&PlacementRow::new(&row, options.wide))?,
            // Finished rows are printed also after an interrupt.
            Err(failure) => {
                end = Err(failure);
                break;
            }
        }
    }
    writer.finish()?;
    end
}

impl Readable for PlacementRow {
    fn columns(&self, page: Page) -> Vec<Column> {
        let wide = [("C(N^2, N)", &self.choose), ("N^N", &self.power), ("N!", &self.factorial)];
        let wide = wide.into_iter().filter_map(|(head, number)| {
            Some(Column::right(head, short(number.as_ref()?, 6, page)))
        });
        let columns = [
            Column::right("N", self.n),
            Column::right("naive", short(&self.naive, 9, page)),
            Column::right("plain", grouped(self.plain)),
            Column::right("symmetric", grouped(self.symmetric)),
            Column::right("solutions", grouped(self.solutions)),
        ];
        columns.into_iter().chain(wide).collect()
    }
}

/// The number in full if it has at most `digits` digits, otherwise rounded to four: `1.402e9`.
fn short(number: impl Display, digits: usize, page: Page) -> String {
    let text = number.to_string();
    if text.len() <= digits {
        return grouped(text);
    }
    let mut power = text.len() - 1;
    // Five digits are rounded to four; rounding up may add a digit.
    let five: u32 = text[..5].parse().expect("digits");
    let mut four = (five + 5) / 10;
    if four == 10_000 {
        four = 1_000;
        power += 1;
    }
    let (whole, fraction) = (four / 1000, four % 1000);
    match page {
        Page::Terminal => format!("{whole}.{fraction:03}e{power}"),
        Page::Markdown => format!("{whole}.{fraction:03} × 10<sup>{power}</sup>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_four_digits() {
        let cases = [
            ("123456789", "123,456,789"),
            ("1402410240", "1.402e9"),
            ("178462987637760", "1.785e14"),
            ("9999500000", "1.000e10"),
            ("9999499999", "9.999e9"),
        ];
        for (number, text) in cases {
            assert_eq!(short(number, 9, Page::Terminal), text);
        }
        assert_eq!(short("1402410240", 9, Page::Markdown), "1.402 × 10<sup>9</sup>");
    }
}
