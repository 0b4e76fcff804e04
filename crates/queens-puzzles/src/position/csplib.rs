//! Instances of CSPLib: n-queens completion (problem 79), blocked squares (problem 80) and excluded diagonals.
//!
//! ```text
//!   letting n = 8                       n =  8
//!   letting init = [[0, 3], [1, 6]]     numdiags = 2
//!                                       diags = [[4, 1], [5, 0]]
//!   letting n be 8
//!   letting blocks be [[1, 4]]          $ and a comment
//! ```
//!
//! Pairs of `init` are a row and a column counted from 0, those of `blocks` are counted from 1. Row 0 is the lowest. The diagonal
//! `[d, 1]` has the squares with row + column = d, the diagonal `[d, 0]` those with row - column = d - (n - 1), both counted from
//! 0. Only the first `numdiags` entries of `diags` count. A list may end with a comma, as in the published instances of the ASP
//! competition: `[[1, 4], [2, 8],]`.

use super::Position;
use super::parse::{self, Cursor, error, excerpt};
use crate::Error;
use queens::Square;

/// The names that an instance can define.
const NAMES: [&str; 5] = ["n", "init", "blocks", "numdiags", "diags"];

/// Two numbers in brackets, and their byte offset.
struct Pair {
    offset: usize,
    numbers: [u64; 2],
}

/// The values of an instance, before they are checked against its size.
#[derive(Default)]
struct Instance {
    size: usize,
    init: Vec<Pair>,
    blocks: Vec<Pair>,
    /// The number of diagonals that count, and the byte offset of that number.
    diagonals: Option<(usize, u64)>,
    diags: Vec<Pair>,
}

/// Reads an instance; see [`Format::Csplib`](super::Format::Csplib).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let instance = instance(text)?;
    let size = instance.size;
    let line = |number: u64| u32::try_from(number).ok().filter(|&line| (line as usize) < size);
    let square = |pair: &Pair, from: u64| {
        let [row, col] = pair.numbers.map(|number| number.checked_sub(from).and_then(line));
        let square = row.zip(col).map(|(row, col)| (pair.offset, Square::new(col, row)));
        square.ok_or_else(|| {
            let [row, col] = pair.numbers;
            let last = (size as u64 + from).saturating_sub(1);
            let reason = format!(
                "row {row}, column {col} is not on a board of size {size}: both count from {from} to {last}"
            );
            error(text, pair.offset, reason)
        })
    };
    let squares = |pairs: &[Pair], from: u64| -> Result<Vec<(usize, Square)>, Error> {
        pairs.iter().map(|pair| square(pair, from)).collect()
    };
    let given = squares(&instance.init, 0)?;
    let blocks = squares(&instance.blocks, 1)?;
    let mut closed: Vec<Square> = blocks.into_iter().map(|(_, square)| square).collect();
    closed.extend(excluded(text, &instance)?);
    parse::with_squares(text, Position::new(size)?, closed, &given)
}

/// The squares of the excluded diagonals, without duplicates.
fn excluded(text: &str, instance: &Instance) -> Result<Vec<Square>, Error> {
    let Instance { size, diagonals, diags, .. } = instance;
    let mut counted = diags.len();
    if let &Some((offset, number)) = diagonals {
        let listed = usize::try_from(number).ok().filter(|&number| number <= diags.len());
        counted = listed.ok_or_else(|| {
            let reason = format!("numdiags is {number}, but diags has {} pairs", diags.len());
            error(text, offset, reason)
        })?;
    }
    if counted == 0 {
        return Ok(Vec::new());
    }
    // Each direction has 2n - 1 diagonals.
    let lines = (2 * size).saturating_sub(1);
    let mut by_direction = [vec![false; lines], vec![false; lines]];
    for Pair { offset, numbers: [line, direction] } in &diags[..counted] {
        let line_of = |lines: &mut Vec<bool>| {
            let place = usize::try_from(*line).ok().filter(|&line| line < lines.len());
            place.map(|line| lines[line] = true)
        };
        let known = usize::try_from(*direction).ok();
        let found = known.and_then(|known| by_direction.get_mut(known)).and_then(line_of);
        found.ok_or_else(|| {
            let last = lines.saturating_sub(1);
            let reason = format!(
                "[{line}, {direction}] is not a diagonal of a board of size {size}: expected [0, 0] to [{last}, 0] or [0, 1] to [{last}, 1]"
            );
            error(text, *offset, reason)
        })?;
    }
    let [differences, sums] = by_direction;
    let squares = (0..*size).flat_map(|col| (0..*size).map(move |row| (col, row)));
    let squares =
        squares.filter(|&(col, row)| sums[row + col] || differences[row + size - 1 - col]);
    Ok(squares.map(|(col, row)| Square::new(col as u32, row as u32)).collect())
}

/// The values of all names.
fn instance(text: &str) -> Result<Instance, Error> {
    let mut instance = Instance::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut cursor = Cursor::new(text);
    let (mut start, mut name) = next_word(&mut cursor);
    if name == "language" {
        cursor.take_while(|letter| letter != '\n');
        (start, name) = next_word(&mut cursor);
    }
    while !name.is_empty() || cursor.peek().is_some() {
        if name == "letting" {
            (start, name) = next_word(&mut cursor);
        }
        let names = NAMES.join(", ");
        if name.is_empty() {
            return Err(cursor.unexpected(&format!("one of the names {names}")));
        }
        if !NAMES.contains(&name) {
            let reason = format!("unknown name '{}': expected {names}", excerpt(name));
            return Err(error(text, start, reason));
        }
        if seen.contains(&name) {
            return Err(error(text, start, format!("name '{name}' is repeated")));
        }
        seen.push(name);
        equals(&mut cursor)?;
        let offset = cursor.offset();
        match name {
            "n" => {
                let digits = digits(&mut cursor)?;
                instance.size =
                    parse::size(digits).map_err(|reason| error(text, offset, reason))?;
            }
            "numdiags" => instance.diagonals = Some((offset, number(&mut cursor)?)),
            "init" => instance.init = pairs(&mut cursor)?,
            "blocks" => instance.blocks = pairs(&mut cursor)?,
            _ => instance.diags = pairs(&mut cursor)?,
        }
        (start, name) = next_word(&mut cursor);
    }
    if !seen.contains(&"n") {
        return Err(error(text, text.len(), "n is missing: the size of the board, as in n = 8"));
    }
    Ok(instance)
}

/// Skips blanks and comments.
fn skip(cursor: &mut Cursor) {
    cursor.take_while(char::is_whitespace);
    while cursor.eat('$') {
        cursor.take_while(|letter| letter != '\n');
        cursor.take_while(char::is_whitespace);
    }
}

/// A name or a word between names.
fn word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The next word, and its byte offset.
fn next_word<'a>(cursor: &mut Cursor<'a>) -> (usize, &'a str) {
    skip(cursor);
    (cursor.offset(), word(cursor))
}

/// Reads the sign between a name and its value.
fn equals(cursor: &mut Cursor) -> Result<(), Error> {
    skip(cursor);
    let here = cursor.offset();
    if !cursor.eat('=') && word(cursor) != "be" {
        return Err(cursor.back_to(here).unexpected("= or be"));
    }
    skip(cursor);
    Ok(())
}

/// Reads this bracket or comma.
fn expect(cursor: &mut Cursor, sign: char) -> Result<(), Error> {
    skip(cursor);
    if cursor.eat(sign) { Ok(()) } else { Err(cursor.unexpected(&format!("'{sign}'"))) }
}

fn digits<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, Error> {
    skip(cursor);
    let start = cursor.offset();
    let digits = word(cursor);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
        Ok(digits)
    } else {
        Err(cursor.back_to(start).unexpected("a number"))
    }
}

fn number(cursor: &mut Cursor) -> Result<u64, Error> {
    skip(cursor);
    let start = cursor.offset();
    let digits = digits(cursor)?;
    let large = || format!("{} is too large: numbers go to {}", excerpt(digits), u64::MAX);
    digits.parse().map_err(|_| cursor.back_to(start).error(large()))
}

/// A list of pairs: `[[1, 4], [2, 8]]`, also with a comma after the last pair.
fn pairs(cursor: &mut Cursor) -> Result<Vec<Pair>, Error> {
    let mut pairs = Vec::new();
    expect(cursor, '[')?;
    loop {
        skip(cursor);
        if cursor.eat(']') {
            return Ok(pairs);
        }
        let offset = cursor.offset();
        expect(cursor, '[')?;
        let first = number(cursor)?;
        expect(cursor, ',')?;
        let second = number(cursor)?;
        expect(cursor, ']')?;
        pairs.push(Pair { offset, numbers: [first, second] });
        skip(cursor);
        if cursor.eat(']') {
            return Ok(pairs);
        }
        if !cursor.eat(',') {
            return Err(cursor.unexpected("',' or ']'"));
        }
    }
}
