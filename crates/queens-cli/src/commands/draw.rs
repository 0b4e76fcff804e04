//! `queens draw`: draws boards.

use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::{Output, file, numbered};
use crate::support::picture::{LARGEST, PictureFile, check_kind, check_size};
use crate::support::position::{self, Boards};
use crate::support::solution;
use crate::support::values::{Choice, ChoiceName, whole, within};
use clap::Args;
use queens::observe::Flow;
use queens::{BoardError, Error, Request, Square};
use queens_draw::Drawing;
use queens_puzzles::position::Written;
use std::io::Write;
use std::path::PathBuf;

/// Draw boards
///
/// Draws solutions and positions in the terminal, or with --output as SVG or PNG pictures. Reads what 'queens solve' reads:
/// also many boards one after the other, such as the output of 'queens list'. Their pictures are FILE-1.svg, FILE-2.svg and so
/// on. Boards are drawn up to N = 1000.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens draw --first 8
  queens draw 1 5 8 6 3 7 2 4 --output board.png
  queens list 6 | queens draw
  queens draw puzzle.txt --output puzzle.png
  queens draw --given A1,F2,H3 --size 8 --bits --output bits.svg
  queens draw --job 20 --method join --size 8  # the first board that job 20 counts")]
#[command(group(clap::ArgGroup::new("what")))]
pub(crate) struct Options {
    /// File with boards, - for stdin, a position in short form, a link, or a solution: the row in each column (1 5 8 ...) or
    /// squares (A1 B5 ...)
    #[arg(value_name = "FILE|-|BOARD", default_value = "-", group = "what")]
    boards: Vec<String>,

    /// Draw the lexicographically first solution of this size
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=queens::MAX_SIZE))]
    first: Option<usize>,

    /// Draw these queens: squares (A1,F2,H3), or the row of the queen in column A, B, ... (1,5,8)
    #[arg(long, value_name = "QUEENS", value_delimiter = ',', group = "what", requires = "size")]
    given: Vec<String>,

    /// Queens per row, column and region of a position, or per column of a list [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    #[arg(conflicts_with_all = ["first", "given", "job"])]
    stars: Option<usize>,

    /// Draw the first board of this job of a count; jobs are numbered from 0
    #[arg(
        long,
        value_name = "JOB",
        group = "what",
        requires = "size",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole::<u64>)]
    job: Option<u64>,

    /// Method of the job, or auto for the fastest [default: auto]
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, requires = "job")]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(hide_possible_values = true, conflicts_with_all = ["first", "given"])]
    method: Option<Choice>,

    /// Board size: up to 1000 with --given, up to 32 with --job
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["first"])]
    #[arg(value_parser = |text: &str| within(text, 0..=LARGEST))]
    size: Option<usize>,

    /// Also show the three bit sets and the free columns of the next row
    #[arg(long)]
    bits: bool,

    /// Mark attacked squares
    #[arg(long)]
    attacks: bool,

    /// Write a picture to this file, FILE.svg or FILE.png; - for stdout and text
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Width of a PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 16..=8192_u32))]
    width: u32,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let path = file(options.output.as_deref());
    path.map(check_kind).transpose()?;
    let mut pictures = Pictures::of(options)?;
    let first = pictures.next()?.ok_or_else(|| pictures.none())?;
    let mut next = pictures.next()?;
    let Some(path) = path else {
        let mut out = Output::standard();
        solution::board(&mut out, &first)?;
        while let Some(picture) = next {
            writeln!(out)?;
            solution::board(&mut out, &picture)?;
            next = pictures.next()?;
        }
        out.finish()?;
        return Ok(());
    };
    if next.is_none() {
        PictureFile::open(path)?.write(&first.canvas(), options.width)?;
        return Ok(());
    }
    let mut picture = Some(first);
    for number in 1.. {
        let Some(this) = picture else { break };
        PictureFile::open(&numbered(path, number))?.write(&this.canvas(), options.width)?;
        picture = match next.take() {
            Some(next) => Some(next),
            None => pictures.next()?,
        };
    }
    Ok(())
}

/// The boards to draw: one, or those of an input.
struct Pictures<'a> {
    options: &'a Options,
    one: Option<Drawing>,
    boards: Option<Boards>,
}

impl<'a> Pictures<'a> {
    fn of(options: &'a Options) -> Result<Self, Failure> {
        let one = one(options)?;
        let boards = match one {
            Some(_) => None,
            None => Some(Boards::of(&options.boards)?),
        };
        Ok(Self { options, one, boards })
    }

    fn next(&mut self) -> Result<Option<Drawing>, Failure> {
        let options = self.options;
        let picture = match (self.one.take(), &mut self.boards) {
            (Some(one), _) => Some(one),
            (None, Some(boards)) => read(boards, options)?,
            (None, None) => None,
        };
        let finished = |drawing: Drawing| drawing.attacks(options.attacks).bits(options.bits);
        Ok(picture.map(finished).transpose()?)
    }

    /// The failure of an input without boards.
    fn none(&self) -> Failure {
        self.boards.as_ref().map_or(Failure::bad("no boards"), Boards::none)
    }
}

/// The next board of the input.
fn read(boards: &mut Boards, options: &Options) -> Result<Option<Drawing>, Failure> {
    let Some(entry) = boards.next().transpose()? else { return Ok(None) };
    let what = format!("{}: line {}", boards.name, entry.line);
    let wrong = |error: queens_puzzles::Error| Failure::bad(format!("{what}: {error}"));
    Ok(Some(match (entry.queens, options.stars) {
        (Written::Position(position), stars) => {
            let position = position::with(*position, None, stars).map_err(wrong)?;
            check_size(&what, position.size())?;
            Drawing::from(&position)
        }
        (list, None | Some(0 | 1)) => {
            check_size(&what, list.len())?;
            Drawing::from(&list.position().map_err(wrong)?)
        }
        (list, Some(stars)) => {
            let size = list.len() / stars;
            check_size(&what, size)?;
            let picture = Drawing::new(size).queens(list.squares(stars));
            picture.map_err(|error| Failure::bad(format!("{what}: {error}")))?
        }
    }))
}

/// The board that options describe.
fn one(options: &Options) -> Result<Option<Drawing>, Failure> {
    if let Some(size) = options.first {
        let mut first = None;
        Request::count(size)?.list(&STOP, |solution| {
            first = Some(solution);
            Flow::Break(())
        })?;
        let none = || Failure::Failed(format!("N = {size} has no solution"));
        return Ok(Some(Drawing::from(&first.ok_or_else(none)?)));
    }
    if let (Some(size), Some(job)) = (options.size, options.job) {
        let request = Request::count(size).map_err(|error| Failure::of_option("--size", error))?;
        let plan = match options.method.and_then(|choice| choice.0) {
            Some(method) => request.method(method).plan()?,
            None => request.plan()?,
        };
        let subproblems = plan.subproblems(job)?;
        let none = || Failure::Failed(format!("job {job} of N = {size} counts no boards"));
        return Ok(Some(Drawing::from(&subproblems.first().ok_or_else(none)?.board)));
    }
    match options.size {
        Some(size) => Ok(Some(given(size, &options.given)?)),
        None => Ok(None),
    }
}

/// A board with queens that do not attack each other: the rows of the queens in the first columns, or their squares.
fn given(size: usize, words: &[String]) -> Result<Drawing, Failure> {
    if words.len() > size {
        let s = if size == 1 { "" } else { "s" };
        return Err(Failure::bad(format!(
            "--given: {} queens on a board with {size} column{s}",
            words.len()
        )));
    }
    let by_square = words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let mut squares: Vec<Square> = Vec::new();
    for (col, word) in (0..).zip(words) {
        let second = match word.parse::<u32>() {
            _ if by_square => word.parse()?,
            Ok(row) if (1..=size).contains(&(row as usize)) => Square::new(col, row - 1),
            _ => {
                return Err(Failure::bad(format!("'{word}' is not a row; expected 1 to {size}")));
            }
        };
        let attacks = |first: &&Square| **first == second || first.attacks(second);
        if let Some(&first) = squares.iter().find(attacks) {
            return Err(Error::Board(BoardError::Attack { first, second }).into());
        }
        squares.push(second);
    }
    Ok(Drawing::new(size).queens(squares)?)
}
