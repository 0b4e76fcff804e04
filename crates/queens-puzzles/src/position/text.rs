//! Drawn boards: one line per row, the top row first.

use super::grid::{self, Mark, NamedRegions, Width, Wrong, marks};
use super::parse::{error, excerpt, rules, stars};
use super::{MAX_POSITION, Position};
use crate::Error;
use queens::{Rules, Square};
use std::collections::BTreeSet;

/// A line that is not empty, and its byte offset in the text.
struct Line<'a> {
    offset: usize,
    text: &'a str,
}

impl Line<'_> {
    /// The number of bytes before the first mark.
    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }
}

/// The parts of a text.
struct Parts<'a> {
    /// The rules, and the byte offset of their name.
    rules: Option<(usize, Rules)>,
    /// The number of stars, and its byte offset.
    stars: Option<(usize, usize)>,
    /// One or two grids, separated by empty lines.
    grids: Vec<Vec<Line<'a>>>,
}

/// Reads a drawn board, regions, or both; see [`Format::Text`](super::Format::Text).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let Parts { rules, stars, grids } = parts(text)?;
    if let [grid] = &grids[..]
        && let Some(rows) = without_coordinates(grid)
    {
        return with_header(text, labelled(text, &rows)?, rules, stars);
    }
    let rules_are_regions = rules.is_some_and(|(_, rules)| rules == Rules::Regions);
    let (board, names) = match &grids[..] {
        [names] if are_regions(names, rules_are_regions) => (None, Some(names)),
        [board] => (Some(board), None),
        [first, second] => match [first, second].map(|grid| are_regions(grid, false)) {
            [true, true] => {
                let start = second[0].offset + second[0].indent();
                let reason = "second grid of regions: expected a board of Q, . and #";
                return Err(error(text, start, reason));
            }
            [true, false] => (Some(second), Some(first)),
            [false, _] => (Some(first), Some(second)),
        },
        _ => {
            return Err(error(text, text.len(), "no board: expected one line per row"));
        }
    };
    let mut position = match board {
        Some(board) => {
            let mark = if are_bits(board) { grid::bit_mark } else { grid::board_mark };
            grid::position(&read(text, board, Width::First, mark)?)?
        }
        None => Position::new(grids[0].len())?,
    };
    if let Some(names) = names {
        let width = board.map_or(Width::First, |_| Width::Size(position.size()));
        let rows = read(text, names, width, grid::region_name)?;
        let regions = grid::regions(&rows, position.size());
        let regions = regions.map_err(|reason| error(text, names[0].offset, reason))?;
        position = position.with_regions(regions)?;
    }
    with_header(text, position, rules, stars)
}

/// The position with the rules and the stars of the first lines.
fn with_header(
    text: &str,
    mut position: Position,
    rules: Option<(usize, Rules)>,
    stars: Option<(usize, usize)>,
) -> Result<Position, Error> {
    if let Some((offset, rules)) = rules {
        position = position.with_rules(rules).map_err(|wrong| error(text, offset, wrong))?;
    }
    if let Some((offset, stars)) = stars {
        position = position.with_stars(stars).map_err(|wrong| error(text, offset, wrong))?;
    }
    Ok(position)
}

/// The rules, the stars and the grids of a text.
fn parts(text: &str) -> Result<Parts<'_>, Error> {
    let mut parts = Parts { rules: None, stars: None, grids: Vec::new() };
    let mut offset = 0;
    let mut separated = false;
    for text_line in text.split_inclusive('\n') {
        let line = Line { offset, text: text_line };
        offset += text_line.len();
        let content = text_line.trim();
        if content.is_empty() {
            separated = true;
            continue;
        }
        let start = line.offset + line.indent();
        let header = |key: &str, is_new: bool| {
            let value = content.strip_prefix(key).filter(|_| parts.grids.is_empty() && is_new);
            let value = value?.trim_start();
            Some((start + content.len() - value.len(), value))
        };
        if let Some((offset, name)) = header("rules:", parts.rules.is_none()) {
            let named = rules(name).map_err(|reason| error(text, offset, reason))?;
            parts.rules = Some((offset, named));
            continue;
        }
        if let Some((offset, digits)) = header("stars:", parts.stars.is_none()) {
            let number = stars(digits).map_err(|reason| error(text, offset, reason))?;
            parts.stars = Some((offset, number));
            continue;
        }
        if separated || parts.grids.is_empty() {
            if parts.grids.len() == 2 {
                let reason = "third grid: expected a board and its regions";
                return Err(error(text, start, reason));
            }
            parts.grids.push(Vec::new());
            separated = false;
        }
        if let Some(grid) = parts.grids.last_mut() {
            if grid.len() == MAX_POSITION {
                let size = format!("boards go from 0 to {MAX_POSITION}");
                return Err(error(text, start, format!("more than {MAX_POSITION} rows: {size}")));
            }
            grid.push(line);
        }
    }
    Ok(parts)
}

/// The rows of a board with coordinates, without these: each row begins with its number, and the last line has the names of the
/// columns.
fn without_coordinates<'a>(grid: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let (names, rows) = grid.split_last()?;
    let columns = 0..rows.len() as u32;
    if rows.is_empty() || !names.text.split_whitespace().eq(columns.map(Square::column_name)) {
        return None;
    }
    let without_number = |(number, row): (usize, &Line<'a>)| {
        let start = row.indent();
        let rest = row.text[start..].strip_prefix(&number.to_string())?;
        let rest = rest.starts_with(char::is_whitespace).then_some(rest)?;
        Some(Line { offset: row.offset + row.text.len() - rest.len(), text: rest })
    };
    (1..=rows.len()).rev().zip(rows).map(without_number).collect()
}

/// Reads the rows of a board with coordinates. If it has regions, each square has the number of its region after its mark.
fn labelled(text: &str, rows: &[Line]) -> Result<Position, Error> {
    let size = rows.len();
    let number = |word: &str| word.find(|letter: char| matches!(letter, '1'..='9'));
    if !rows.iter().flat_map(|row| row.text.split_whitespace()).any(|word| number(word).is_some()) {
        return grid::position(&read(text, rows, Width::Size(size), grid::board_mark)?);
    }
    let mut names = NamedRegions::default();
    let (mut board, mut regions) = (Vec::new(), Vec::new());
    for row in rows {
        let (mut marks, mut row_names) = (Vec::new(), Vec::new());
        for word in row.text.split_whitespace() {
            let start = row.offset + (word.as_ptr() as usize - row.text.as_ptr() as usize);
            let wrong = |reason: String| error(text, start, reason);
            let (mark, region) = word.split_at(number(word).unwrap_or(word.len()));
            if region.is_empty() || !region.bytes().all(|byte| byte.is_ascii_digit()) {
                let word = excerpt(word);
                return Err(wrong(format!("'{word}': expected a mark and the number of a region")));
            }
            marks.push(match grid::marks(mark).next() {
                Some((_, mark)) => grid::board_mark(mark).map_err(wrong)?,
                None => Mark::Open,
            });
            row_names.push(names.name(region).map_err(wrong)?);
        }
        if marks.len() != size {
            let reason = format!("row of length {}: the board has size {size}", marks.len());
            return Err(error(text, row.offset, reason));
        }
        board.push(marks);
        regions.push(row_names);
    }
    let regions = grid::regions(&regions, size);
    let regions = regions.map_err(|reason| error(text, rows[0].offset, reason))?;
    grid::position(&board)?.with_regions(regions)
}

/// Whether lines are the header of a board: its rules and its stars.
pub(super) fn is_header(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with("rules:") || line.starts_with("stars:"))
}

/// Whether a text is a board with coordinates.
pub(super) fn has_coordinates(text: &str) -> bool {
    let last = text.trim_end().lines().next_back().unwrap_or_default().trim_start();
    let mut names = last.split_whitespace();
    names.next() == Some("A")
        && names.next().is_none_or(|second| second == "B")
        && parts(text).is_ok_and(
            |parts| matches!(&parts.grids[..], [grid] if without_coordinates(grid).is_some()),
        )
}

/// Whether two grids, separated by an empty line, are a board and its regions. Regions of which all letters are marks follow their
/// board, and have as many names as rows.
pub(super) fn belong_together(first: &str, second: &str) -> bool {
    let (Ok(one), Ok(other)) = (parts(first), parts(second)) else { return false };
    let ([board], [names]) = (&one.grids[..], &other.grids[..]) else { return false };
    if other.rules.is_some() || other.stars.is_some() {
        return false;
    }
    let rules_are_regions = one.rules.is_some_and(|(_, rules)| rules == Rules::Regions);
    match (are_regions(board, rules_are_regions), are_regions(names, false)) {
        (one, other) if one != other => true,
        (true, _) => false,
        (false, _) => {
            let letters = || names.iter().flat_map(|line| marks(line.text)).map(|(_, mark)| mark);
            let different: BTreeSet<char> = letters().collect();
            letters().all(|letter| letter.is_ascii_alphanumeric()) && different.len() == names.len()
        }
    }
}

/// Whether a grid has only 0 and 1, which is a queen. Two names are too few for the regions of a larger board.
fn are_bits(grid: &[Line]) -> bool {
    let mut squares = grid.iter().flat_map(|line| marks(line.text)).map(|(_, mark)| mark);
    grid.len() > 2 && squares.all(|mark| matches!(mark, '0' | '1'))
}

/// Whether a grid is one of regions: it has only letters and digits, and one of them is not a mark or the rules are `regions`.
fn are_regions(grid: &[Line], rules_are_regions: bool) -> bool {
    if are_bits(grid) {
        return false;
    }
    let squares = || grid.iter().flat_map(|line| marks(line.text)).map(|(_, mark)| mark);
    let letters = || squares().all(|mark| mark.is_ascii_alphanumeric());
    grid::are_names(squares()) || rules_are_regions && letters()
}

/// The rows of a square grid.
fn read<T>(
    text: &str,
    grid: &[Line],
    first: Width,
    meaning: fn(char) -> Result<T, String>,
) -> Result<Vec<Vec<T>>, Error> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    let mut width = first;
    for line in grid {
        let wrong = |wrong: Wrong| error(text, line.offset + wrong.offset, wrong.reason);
        if let Some(first) = rows.first().filter(|first| first.len() == rows.len()) {
            let reason = grid::wrong_height(grid.len(), first.len());
            let start = marks(line.text).next().map_or(0, |(offset, _)| offset);
            return Err(wrong(Wrong { offset: start, reason }));
        }
        let read = grid::row(line.text, width, meaning).map_err(wrong)?;
        if let Width::First = width {
            width = Width::AsFirst(read.len());
        }
        rows.push(read);
    }
    match (grid.last(), rows.first()) {
        (Some(last), Some(first)) if first.len() > rows.len() => {
            let offset = last.offset + last.text.trim_end().len();
            Err(error(text, offset, grid::wrong_height(rows.len(), first.len())))
        }
        _ => Ok(rows),
    }
}

impl Position {
    /// The position in [`Format::Text`](super::Format::Text): the board with the top row first, `Q` for queens, `.` and `#` for open
    /// and closed squares, and after an empty line the regions. If the board is empty, the regions alone are enough. A board of size
    /// 0 has an empty text, which cannot be parsed.
    pub fn to_text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let regions = self.region_rows();
        // Regions alone are enough if the board is empty and they cannot be mistaken for a board.
        let alone = regions.as_ref().is_some_and(|rows| {
            let is_mark = |name: char| Mark::of(name).is_some();
            let bare = self.given.is_empty() && self.closed.is_empty();
            bare && self.rules_to_say().is_none()
                && !rows.iter().all(|row| row.chars().all(is_mark))
        });
        if !alone {
            lines.extend(self.drawn_rows(true));
        }
        if let Some(rows) = regions {
            if !alone {
                lines.push(String::new());
            }
            lines.extend(rows);
        }
        self.header() + &lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>()
    }

    /// The lines before a drawn board: its rules and stars, if they are not the default.
    pub fn header(&self) -> String {
        let rules = self.rules_to_say().map(|rules| format!("rules: {rules}\n"));
        let stars = self.stars_to_say().map(|stars| format!("stars: {stars}\n"));
        rules.into_iter().chain(stars).collect()
    }
}
