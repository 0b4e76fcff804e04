//! The options of `queens puzzle sheet`.

use super::values::{
    difficulty, page_address, paper, per_page, rules, sheet_count, theme, threads, title, whole,
};
use clap::Args as ClapArgs;
use queens::Rules;
use queens_draw::sheet::Paper;
use queens_puzzles::puzzle::Theme;
use queens_puzzles::solve::Difficulty;
use std::path::PathBuf;

/// Print puzzles on sheets of paper, with their solutions on the last pages
///
/// Each puzzle has a number, its difficulty, its seed, and below it the command that creates it or, with --link, the address
/// of the web page that shows it. All puzzles are different: they have the seeds SEED, SEED + 1 and so on, except for seeds that
/// give a puzzle again or none, as those of 'queens puzzle new --count'. Regions have thick borders: a sheet can be printed in black and white.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle sheet --count 6 --size 8 --difficulty medium --output sheet.pdf
  queens puzzle sheet --count 12 --per-page 4 --paper letter --title 'Class 5b' --output class.pdf
  queens puzzle sheet --count 6 --link https://example.org/queens/ --output sheet.pdf
  queens puzzle sheet --count 6 --size 9 --stars 2 --output stars.pdf
  queens puzzle sheet --count 2 --per-page 2 --output sheet.svg  # sheet-1.svg, sheet-2.svg")]
pub(crate) struct PuzzleSheet {
    /// Number of puzzles, 1 to 500
    #[arg(long, value_name = "NUM", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = sheet_count)]
    pub(crate) count: usize,

    /// Attack rules: regions (coloured regions) or queens (some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// Board size: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17 with 4), 4 to
    /// 32 with queens
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) size: usize,

    /// Queens in each row, column and region: 1 to 4
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) stars: usize,

    /// Shapes of the regions: mixed, balanced (little effect from size 16 on) or snakes [default: mixed]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    #[arg(hide_possible_values = true)]
    pub(crate) theme: Option<Theme>,

    /// Difficulty [default: random for each puzzle]
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty())]
    pub(crate) difficulty: Option<Difficulty>,

    /// Seed of the first puzzle [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Title of the pages, on one line: about 90 letters on paper of size a4
    #[arg(long, value_name = "TEXT", default_value = "Queens", value_parser = title)]
    pub(crate) title: String,

    /// Paper size
    #[arg(long, value_name = "PAPER", value_parser = paper(), default_value = "a4")]
    pub(crate) paper: Paper,

    /// Puzzles per page: 1, 2, 4, 6 or 9
    #[arg(long, value_name = "NUM", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = per_page)]
    pub(crate) per_page: usize,

    /// Without colours: regions have only their borders
    #[arg(long)]
    pub(crate) monochrome: bool,

    /// Address of the web page, printed below each puzzle instead of the command that creates it
    #[arg(long, value_name = "ADDRESS", value_parser = page_address)]
    pub(crate) link: Option<String>,

    /// File to write: FILE.pdf, or FILE.svg or FILE.png with one file per page (FILE-1.svg, FILE-2.svg, ...)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
