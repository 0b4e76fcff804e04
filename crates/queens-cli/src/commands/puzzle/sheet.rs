//! `queens puzzle sheet`: puzzles to print, with their solutions.

use crate::support::failure::{Failure, say};
use crate::support::machine::cores;
use crate::support::output::{self, Output, extension};
use crate::support::progress::Progress;
use crate::support::seed::seed;
use crate::support::values::{
    difficulty, page_address, paper, per_page, rules, sheet_count, theme, threads, title, whole,
};
use clap::Args;
use queens::Rules;
use queens_draw::sheet::{Paper, Sheet, SheetPuzzle, page_count};
use queens_draw::{Canvas, Error};
use queens_puzzles::puzzle::{Batch, PuzzleRequest, Theme};
use queens_puzzles::solve::Difficulty;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Print puzzles on sheets of paper, with their solutions on the last pages
///
/// Each puzzle has a number, its difficulty, its seed, and below it the command that creates it or, with --link, the address
/// of the web page that shows it. All puzzles are different: they have the seeds SEED, SEED + 1 and so on, except for seeds that
/// give a puzzle again or none, as those of 'queens puzzle new --count'. Regions have thick borders: a sheet can be printed in black and white.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens puzzle sheet --count 6 --size 8 --difficulty medium --output sheet.pdf
  queens puzzle sheet --count 12 --per-page 4 --paper letter --title 'Class 5b' --output class.pdf
  queens puzzle sheet --count 6 --link https://example.org/queens/ --output sheet.pdf
  queens puzzle sheet --count 6 --size 9 --stars 2 --output stars.pdf
  queens puzzle sheet --count 2 --per-page 2 --output sheet.svg  # sheet-1.svg, sheet-2.svg")]
pub(crate) struct Options {
    /// Number of puzzles, 1 to 500
    #[arg(long, value_name = "NUM", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = sheet_count)]
    count: usize,

    /// Attack rules: regions (coloured regions) or queens (some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    rules: Rules,

    /// Board size: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17 with 4), 4 to
    /// 32 with queens
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    size: usize,

    /// Queens in each row, column and region: 1 to 4
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    stars: usize,

    /// Shapes of the regions: mixed, balanced (little effect from size 16 on) or snakes [default: mixed]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    #[arg(hide_possible_values = true)]
    theme: Option<Theme>,

    /// Difficulty [default: random for each puzzle]
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty())]
    difficulty: Option<Difficulty>,

    /// Seed of the first puzzle [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,

    /// Title of the pages, on one line: about 90 letters on paper of size a4
    #[arg(long, value_name = "TEXT", default_value = "Queens", value_parser = title)]
    title: String,

    /// Paper size
    #[arg(long, value_name = "PAPER", value_parser = paper(), default_value = "a4")]
    paper: Paper,

    /// Puzzles per page: 1, 2, 4, 6 or 9
    #[arg(long, value_name = "NUM", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = per_page)]
    per_page: usize,

    /// Without colours: regions have only their borders
    #[arg(long)]
    monochrome: bool,

    /// Address of the web page, printed below each puzzle instead of the command that creates it
    #[arg(long, value_name = "ADDRESS", value_parser = page_address)]
    link: Option<String>,

    /// File to write: FILE.pdf, or FILE.svg or FILE.png with one file per page (FILE-1.svg, FILE-2.svg, ...)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// The resolution of PNG pages, in pixels per point: 150 pixels per inch.
const PIXELS_PER_POINT: f64 = 150.0 / 72.0;
/// The largest number of pictures. All are open at the same time, and systems limit the number of open files.
const MAX_PICTURES: usize = 100;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let request = PuzzleRequest::new(options.size)
        .rules(options.rules)
        .stars(options.stars)
        .difficulty(options.difficulty)
        .theme(options.theme);
    request.check()?;
    // Files that cannot be written are reported before any work.
    let files = Files::open(&options.output, page_count(options.count, options.per_page))?;
    let count = options.count as u64;
    let batch = Batch::new(request.seed(seed(options.seed)), count)
        .threads(options.threads.unwrap_or_else(cores));
    let progress = Progress::with_unit("puzzles", count, "puzzles");
    let puzzles = SheetPuzzle::make_batch(&batch, options.link.as_deref(), &progress);
    drop(progress);
    let sheet = Sheet::new(puzzles?)
        .title(&options.title)
        .paper(options.paper)
        .per_page(options.per_page)?
        .monochrome(options.monochrome);
    files.write(&sheet, options.paper)
}

/// The files of a sheet, opened: one PDF, or one picture per page.
enum Files {
    Pdf(Output),
    Svg(Vec<Output>),
    Png(Vec<Output>),
}

impl Files {
    fn open(path: &Path, pages: usize) -> Result<Self, Failure> {
        match extension(path).as_str() {
            "pdf" => Ok(Self::Pdf(Output::open(Some(path))?)),
            "svg" => Ok(Self::Svg(numbered(path, pages)?)),
            "png" => Ok(Self::Png(numbered(path, pages)?)),
            _ => Err(Failure::bad(format!(
                "{}: unknown format of a sheet; expected FILE.pdf, FILE.svg or FILE.png",
                path.display()
            ))),
        }
    }

    fn write(self, sheet: &Sheet, paper: Paper) -> Result<(), Failure> {
        match self {
            Self::Pdf(file) => write(file, &sheet.pdf()?),
            Self::Svg(files) => write_pages(files, sheet, |page| Ok(page.svg().into_bytes())),
            Self::Png(files) => {
                let width = (paper.points().0 * PIXELS_PER_POINT).round() as u32;
                write_pages(files, sheet, |page| page.png(width))
            }
        }
    }
}

/// One file per page, with the number of the page before the extension: `sheet-1.svg`.
fn numbered(path: &Path, pages: usize) -> Result<Vec<Output>, Failure> {
    if pages > MAX_PICTURES {
        return Err(Failure::bad(format!(
            "{}: {pages} pages; the limit is {MAX_PICTURES} pictures, FILE.pdf has no limit",
            path.display()
        )));
    }
    (1..=pages).map(|page| Output::open(Some(&output::numbered(path, page)))).collect()
}

/// Draws all pages, then puts all files in their places.
fn write_pages(
    mut files: Vec<Output>,
    sheet: &Sheet,
    draw: impl Fn(&Canvas) -> Result<Vec<u8>, Error>,
) -> Result<(), Failure> {
    for (file, page) in files.iter_mut().zip(sheet.pages()?) {
        file.write_all(&draw(&page)?)?;
    }
    let names = files.iter().map(|file| file.name().to_string()).collect::<Vec<_>>();
    files.into_iter().try_for_each(Output::finish)?;
    if let [first, .., last] = &names[..] {
        say(&format!("{} files written: {first} to {last}", names.len()));
    }
    Ok(())
}

fn write(mut file: Output, bytes: &[u8]) -> Result<(), Failure> {
    file.write_all(bytes)?;
    file.finish()
}
