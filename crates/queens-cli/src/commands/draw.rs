//! `queens draw`: draws a board.

use crate::args::Draw;
use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::write_all;
use crate::support::picture::{PictureFile, check_size};
use crate::support::position;
use queens::draw::Picture;
use queens::observe::Flow;
use queens::{BoardError, Request, Solution, Square};
use std::process::ExitCode;

pub(crate) fn run(options: &Draw) -> Result<ExitCode, Failure> {
    let file = options.output.as_deref().map(PictureFile::open).transpose()?;
    let picture = board(options)?.attacks(options.attacks).bits(options.bits)?;
    match file {
        Some(file) => file.write(&picture.svg(), options.width)?,
        None => write_all(None, picture.text().as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn board(options: &Draw) -> Result<Picture, Failure> {
    if let Some(size) = options.first {
        let mut first = None;
        Request::count(size)?.list(&STOP, |solution| {
            first = Some(solution);
            Flow::Break(())
        })?;
        let none = || Failure::Failed(format!("N = {size} has no solution"));
        return Ok(Picture::from(&first.ok_or_else(none)?));
    }
    if let Some(file) = &options.position {
        let position = position::read(std::slice::from_ref(file))?;
        let position = position::with(position, None, options.stars)?;
        check_size(&format!("--position {file}"), position.size())?;
        return Ok(Picture::from(&position));
    }
    if let (Some(size), Some(job)) = (options.size, options.job) {
        let request = Request::count(size).map_err(|error| Failure::of_option("--size", error))?;
        let plan = match options.method.and_then(|choice| choice.0) {
            Some(method) => request.method(method).plan()?,
            None => request.plan()?,
        };
        let subproblems = plan.subproblems(job)?;
        let none = || Failure::Failed(format!("job {job} of N = {size} counts no boards"));
        return Ok(Picture::from(&subproblems.first().ok_or_else(none)?.board));
    }
    if let Some(size) = options.size {
        return given(size, &options.given);
    }
    let solution: Solution = options.solution.join(" ").parse()?;
    check_size("SOLUTION", solution.size())?;
    Ok(Picture::from(&solution))
}

/// A board with queens given by their columns in the first rows, or by their squares.
fn given(size: usize, words: &[String]) -> Result<Picture, Failure> {
    if words.len() > size {
        let s = if size == 1 { "" } else { "s" };
        return Err(Failure::bad(format!(
            "--given: {} queens on a board with {size} row{s}",
            words.len()
        )));
    }
    let by_square = words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    if by_square {
        return by_squares(size, words);
    }
    let column = |word: &String| match word.parse::<u32>() {
        Ok(column) if (1..=size).contains(&(column as usize)) => Ok(column - 1),
        _ => Err(Failure::bad(format!("'{word}' is not a column; expected 1 to {size}"))),
    };
    let columns: Vec<u32> = words.iter().map(column).collect::<Result<_, _>>()?;
    Ok(Picture::given(size, &columns)?)
}

/// A board with queens on squares that do not attack each other.
fn by_squares(size: usize, names: &[String]) -> Result<Picture, Failure> {
    let mut squares: Vec<Square> = Vec::new();
    for name in names {
        let second: Square = name.parse()?;
        let attacks = |first: &&Square| **first == second || first.attacks(second);
        if let Some(&first) = squares.iter().find(attacks) {
            return Err(queens::Error::Board(BoardError::Attack { first, second }).into());
        }
        squares.push(second);
    }
    Ok(Picture::new(size).queens(squares)?)
}
