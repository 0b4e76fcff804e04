//! `queens draw`: draws boards.

use crate::args::Draw;
use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::{Output, file, numbered};
use crate::support::picture::{PictureFile, check_kind, check_size};
use crate::support::position::{self, Boards};
use crate::support::solution;
use queens::observe::Flow;
use queens::{BoardError, Error, Request, Square};
use queens_draw::Drawing;
use queens_puzzles::position::Written;
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Draw) -> Result<ExitCode, Failure> {
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
        return Ok(ExitCode::SUCCESS);
    };
    if next.is_none() {
        PictureFile::open(path)?.write(&first.canvas(), options.width)?;
        return Ok(ExitCode::SUCCESS);
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
    Ok(ExitCode::SUCCESS)
}

/// The boards to draw: one, or those of an input.
struct Pictures<'a> {
    options: &'a Draw,
    one: Option<Drawing>,
    boards: Option<Boards>,
}

impl<'a> Pictures<'a> {
    fn of(options: &'a Draw) -> Result<Self, Failure> {
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
fn read(boards: &mut Boards, options: &Draw) -> Result<Option<Drawing>, Failure> {
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
fn one(options: &Draw) -> Result<Option<Drawing>, Failure> {
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
