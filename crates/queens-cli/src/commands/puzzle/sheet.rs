//! `queens puzzle sheet`: puzzles to print, with their solutions.

use crate::args::PuzzleSheet;
use crate::support::failure::{Failure, say};
use crate::support::machine::cores;
use crate::support::output::{self, Output, extension};
use crate::support::progress::Progress;
use crate::support::seed::seed;
use queens_draw::sheet::{Paper, Sheet, SheetPuzzle, page_count};
use queens_draw::{Canvas, Error};
use queens_puzzles::puzzle::{Batch, PuzzleRequest};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The resolution of PNG pages, in pixels per point: 150 pixels per inch.
const PIXELS_PER_POINT: f64 = 150.0 / 72.0;
/// The largest number of pictures. All are open at the same time, and systems limit the number of open files.
const MAX_PICTURES: usize = 100;

pub(super) fn run(options: &PuzzleSheet) -> Result<ExitCode, Failure> {
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
    files.write(&sheet, options.paper)?;
    Ok(ExitCode::SUCCESS)
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
