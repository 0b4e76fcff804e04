//! Reads boards that follow each other in a text: what `queens find`, `list`, `solve`, `draw` and `puzzle new` print, and every
//! [`Format`].
//!
//! ```text
//!   1 5 8 6 3 7 2 4      rows, one list per line           1:                    boards with a number
//!   1: 1 5 8 6 3 ...     rows with a number                ♛ · · ·               and a total
//!   A1 B5 C8 D6 ...      squares, one list per line
//!   [1,5,8,6,3,...]      one JSON value per line           total: 92 solutions
//!   1 5 ...  |  8 4 ...  two boards next to each other
//! ```
//!
//! The text arrives in pieces of any length. A line says what it is, except for these, which also need the lines after it:
//!
//! - N lines of N numbers are regions if fewer than half of them have each number once. Other lines of numbers are lists of rows.
//! - A grid after an empty line belongs to the board before it if it can only be the regions of that board.
//!
//! Work: linear.  Memory: the longest board, and the boards of the last piece.  Checked: everything that is written is read back.

use super::parse::{self, excerpt};
use super::{Format, Position, array, grid, json, text};
use crate::{Error, PositionError};
use queens::{BoardError, Rules, Solution, Square};
use std::collections::VecDeque;
use std::mem::take;
use std::str::FromStr;

/// The longest text of one board, in bytes. The largest boards need about half of it.
const MAX_BYTES: usize = 1 << 29;

/// A longer line of numbers can only be a list of rows. It is read piece by piece.
const LONG_LINE: usize = 1 << 16;

/// The most names of regions, and the label of a row.
const MAX_NUMBERS: usize = 63;

/// A board in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// Its queens.
    pub queens: Written,
}

/// Queens as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The rows of the queens, counted from 0: column by column, with the same number of queens in each.
    Rows(Vec<u32>),
    /// The squares of the queens, in any order.
    Squares(Vec<Square>),
    /// A board with its given queens.
    Position(Box<Position>),
}

impl Written {
    /// The number of queens.
    pub fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.len(),
            Self::Squares(squares) => squares.len(),
            Self::Position(position) => position.given().len(),
        }
    }

    /// Whether there are no queens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares of the queens. A list of rows has this number of queens in each column.
    pub fn squares(&self, stars: usize) -> Vec<Square> {
        match self {
            Self::Rows(rows) => {
                let columns = rows.iter().enumerate();
                columns.map(|(queen, &row)| Square::new((queen / stars) as u32, row)).collect()
            }
            Self::Squares(squares) => squares.clone(),
            Self::Position(position) => position.given().to_vec(),
        }
    }

    /// The position with these given queens. A list of rows or squares is a board with as many columns as queens.
    pub fn position(self) -> Result<Position, Error> {
        match self {
            Self::Position(position) => Ok(*position),
            list => {
                let position = Position::new(list.len())?;
                if let Self::Rows(rows) = &list {
                    check_rows(rows)?;
                }
                position.with_given(list.squares(1))
            }
        }
    }

    /// The solution by these rules. Regions are not checked: [`Position::check`] does that.
    pub fn solution(self, rules: Rules) -> Result<Solution, Error> {
        let (size, squares) = match self {
            Self::Rows(rows) => return Ok(Solution::by(rules, rows)?),
            Self::Position(position) => (position.size(), position.given().to_vec()),
            Self::Squares(squares) => (squares.len(), squares),
        };
        Ok(Solution::on(rules, size, squares)?)
    }
}

/// Checks that every row is on the board with as many columns.
fn check_rows(rows: &[u32]) -> Result<(), Error> {
    let size = rows.len();
    match (0..).zip(rows).find(|(_, row)| **row as usize >= size) {
        Some((col, &row)) => {
            Err(Error::from(BoardError::RowOutOfRange { row: u64::from(row) + 1, col, size }))
        }
        None => Ok(()),
    }
}

/// Reads boards from a text that arrives in pieces.
///
/// ```
/// use queens_puzzles::position::{Reader, Written};
/// let mut reader = Reader::default();
/// reader.push(b"2 4 1 3\n3 1 ");
/// reader.push(b"4 2\n\n.Q..\n...Q\nQ...\n..Q.\n");
/// reader.end();
/// assert_eq!(reader.next_entry().unwrap()?.queens, Written::Rows(vec![1, 3, 0, 2]));
/// assert_eq!(reader.next_entry().unwrap()?.line, 2);
/// let board = reader.next_entry().unwrap()?;
/// assert_eq!((board.line, board.queens.position()?.to_short()), (4, "size:4 given:A2,B4,C1,D3".into()));
/// assert!(reader.next_entry().is_none());
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    found: VecDeque<Result<Entry, Error>>,
    /// The beginning of a line.
    line: Vec<u8>,
    /// The numbers of the beginning of a long line.
    long: Option<Numbers>,
    /// The number of lines read.
    lines: usize,
    kind: Kind,
    block: Block,
    /// The boards on the right, if there are two next to each other.
    right: Block,
    /// A grid that the regions or the board may follow.
    grid: Option<Block>,
    /// The line of a number without a board. If none follows, the board has size 0.
    number: Option<usize>,
    /// Whether all lines are empty.
    has_text: bool,
    failed: bool,
}

/// The lines of a board.
#[derive(Clone, Debug, Default)]
struct Block {
    /// The number of its first line, counted from 1.
    line: usize,
    text: String,
    /// The number of its lines.
    lines: usize,
    /// The number of its lines before the grid: rules and stars.
    header: usize,
    /// The number of marks in the first row of the grid.
    width: usize,
    /// Whether every row of the grid is the name of a square.
    is_squares: bool,
}

impl Block {
    fn push(&mut self, line: usize, text: &str) {
        if self.lines == 0 {
            self.line = line;
            self.is_squares = true;
        } else {
            self.text.push('\n');
        }
        self.text += text;
        self.lines += 1;
        if self.width == 0 {
            if text::is_header(text) {
                self.header = self.lines;
            } else {
                self.width = grid::marks(text).count();
            }
        }
        self.is_squares &= text.trim().parse::<Square>().is_ok();
    }

    /// Whether it has only rules, stars and empty lines.
    fn is_header(&self) -> bool {
        self.header == self.lines
    }

    /// Whether it is a board with all its rows: another line begins a new one.
    fn is_complete(&self) -> bool {
        let is_square = self.lines - self.header == self.width && !self.is_squares;
        is_square && !self.is_header() || text::has_coordinates(&self.text)
    }
}

/// What a block is.
#[derive(Debug, Default)]
enum Kind {
    /// Nothing yet.
    #[default]
    None,
    /// Lists of queens, one per line.
    Lists,
    /// Lines of numbers: lists or regions.
    Numbers(Vec<Vec<u32>>),
    /// Lines of one number: a list or regions.
    Column(Vec<u32>),
    /// A drawn board or regions.
    Drawn,
    /// An array or object that is not complete.
    Nested(Nesting),
    /// Words of the short form.
    Short,
    /// A text that contains one position.
    Rest,
}

impl Reader {
    /// Reads the next piece of the text.
    pub fn push(&mut self, mut piece: &[u8]) {
        while !self.failed && !piece.is_empty() {
            let end = piece.iter().position(|&byte| byte == b'\n');
            let part = &piece[..end.unwrap_or(piece.len())];
            piece = &piece[end.map_or(piece.len(), |end| end + 1)..];
            if let Some(long) = &mut self.long {
                let wrong = part.iter().find_map(|&byte| long.push(byte).err());
                self.end_long(wrong, end.is_some());
            } else if end.is_some() && self.line.is_empty() {
                self.read_line(part);
            } else {
                self.line.extend_from_slice(part);
                if end.is_some() {
                    let line = take(&mut self.line);
                    self.read_line(&line);
                    self.line = line;
                    self.line.clear();
                } else if self.line.len() > LONG_LINE {
                    self.begin_long();
                }
            }
            if self.line.len().max(self.block.text.len()) > MAX_BYTES {
                let most = MAX_BYTES >> 20;
                self.fail(1, format!("longer than {most} MiB, the limit of a board"));
            }
        }
    }

    /// Ends the text.
    pub fn end(&mut self) {
        if self.failed {
            return;
        }
        if self.long.is_some() {
            self.end_long(None, true);
        } else if !self.line.is_empty() {
            let line = take(&mut self.line);
            self.read_line(&line);
        }
        self.flush();
        if self.lines > 0 && !self.has_text {
            self.found(1, Written::Rows(Vec::new()));
        }
    }

    /// The next board that is complete, or an error, after which there are no more.
    pub fn next_entry(&mut self) -> Option<Result<Entry, Error>> {
        self.found.pop_front()
    }

    fn found(&mut self, line: usize, queens: Written) {
        self.number = None;
        if !self.failed {
            self.found.push_back(Ok(Entry { line, queens }));
        }
    }

    fn error(&mut self, error: Error) {
        if !self.failed {
            self.found.push_back(Err(error));
        }
        self.failed = true;
    }

    /// An error in the line that is being read.
    fn fail(&mut self, column: usize, reason: String) {
        let line = self.lines.max(1);
        self.error(Error::Position(PositionError::Parse { line, column, reason }));
    }

    /// Begins to read a long line piece by piece, if it can only be a list of rows.
    fn begin_long(&mut self) {
        let mut numbers = Numbers::default();
        let is_list = !self.line.trim_ascii_start().starts_with(b"[[")
            && self.line.iter().all(|&byte| numbers.push(byte).is_ok());
        if is_list && matches!(self.kind, Kind::None | Kind::Lists) {
            self.long = Some(numbers);
            self.line = Vec::new();
        }
    }

    fn end_long(&mut self, wrong: Option<Wrong>, is_end: bool) {
        if wrong.is_some() || is_end {
            self.flush();
            self.lines += 1;
            self.has_text = true;
            let mut numbers = self.long.take().unwrap_or_default();
            match wrong.map_or_else(|| numbers.end(), Err) {
                Ok(rows) => self.found(self.lines, Written::Rows(rows)),
                Err(Wrong { column, reason }) => self.fail(column, reason),
            }
            self.kind = Kind::Lists;
        }
    }

    fn read_line(&mut self, bytes: &[u8]) {
        self.lines += 1;
        // Most lines of long texts are lists of rows.
        if matches!(self.kind, Kind::Lists)
            && bytes.first().is_some_and(u8::is_ascii_digit)
            && let Ok(rows) = Numbers::of(bytes)
        {
            self.found(self.lines, Written::Rows(rows));
            return;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_suffix('\r').unwrap_or(text),
            Err(error) => {
                let start = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let column = start.chars().count() + 1;
                self.flush();
                return self.fail(column, "not UTF-8: expected a text".to_string());
            }
        };
        let text = if self.lines == 1 { parse::without_mark(text) } else { text };
        self.has_text |= !text.trim().is_empty();
        match &mut self.kind {
            Kind::Rest => self.block.push(self.lines, text),
            Kind::Nested(nesting) => {
                let is_open = nesting.line(text);
                self.block.push(self.lines, text);
                if !is_open {
                    self.close();
                }
            }
            _ => self.board_line(text),
        }
    }

    /// A line outside arrays and objects.
    fn board_line(&mut self, text: &str) {
        let content = text.trim();
        if content.is_empty() {
            return self.close();
        }
        if is_note(content) {
            return self.flush();
        }
        if let Some(rest) = numbered(content) {
            self.flush();
            match rest.trim() {
                "" => self.number = Some(self.lines),
                "|" => self.empty_pair(),
                _ => {
                    // Columns of errors are those of the whole line.
                    let label = text.len() - text.trim_start().len() + content.len() - rest.len();
                    self.list(&format!("{}{rest}", " ".repeat(label)));
                }
            }
            return;
        }
        if content.starts_with(['[', '{']) {
            return self.begin_nested(text);
        }
        let is_start = match self.kind {
            Kind::None | Kind::Lists => true,
            Kind::Drawn => self.block.is_header(),
            Kind::Short => {
                if parse::continues_short(&self.block.text, content) {
                    return self.add(Kind::Short, text);
                }
                self.close();
                true
            }
            _ => false,
        };
        if is_start {
            match parse::begins(content) {
                Some(Format::Link) => {
                    self.flush();
                    self.add(Kind::Short, text);
                    return self.close();
                }
                Some(format) => {
                    self.flush_grid();
                    let is_short = format == Format::Short;
                    return self.add(if is_short { Kind::Short } else { Kind::Rest }, text);
                }
                None => {}
            }
        }
        if content == "|" {
            self.number = None;
            self.flush();
            return self.empty_pair();
        }
        let is_list = |text: &str| {
            let mut words = words(text);
            let first = words.next().is_some_and(|(_, word)| word.parse::<Square>().is_ok());
            first && words.next().is_some()
        };
        match &mut self.kind {
            // Boards with coordinates, which begin with a number too, have other letters.
            Kind::Lists if text.is_ascii() && content.starts_with(|c: char| c.is_ascii_digit()) => {
                self.list(text);
            }
            Kind::Lists if is_list(text) || is_pair(text) => self.list(text),
            Kind::Numbers(_) | Kind::Column(_) => self.number_line(text),
            Kind::None
                if is_list(text) || Numbers::of(text.as_bytes()).is_ok() || is_pair(text) =>
            {
                self.number_line(text);
            }
            _ => self.drawn_line(text),
        }
    }

    /// Two boards of size 0 next to each other.
    fn empty_pair(&mut self) {
        self.found(self.lines, Written::Rows(Vec::new()));
        self.found(self.lines, Written::Rows(Vec::new()));
    }

    /// A line of a drawn board, or of two next to each other.
    fn drawn_line(&mut self, text: &str) {
        let line = self.lines;
        if matches!(self.kind, Kind::Drawn) && self.block.is_complete() {
            self.close();
            // Without an empty line, nothing belongs to the board before.
            self.flush_grid();
            return self.board_line(text);
        }
        match sides(text) {
            Some((left, right)) => {
                // Columns of errors are those of the whole line.
                let before = left.chars().count() + SIDES.len();
                self.right.push(line, &format!("{}{right}", " ".repeat(before)));
                self.add(Kind::Drawn, left);
            }
            None => self.add(Kind::Drawn, text),
        }
        // The parser says what is wrong with a board that is too large.
        if self.block.lines > super::MAX_POSITION + 4 {
            self.flush();
        }
    }

    fn add(&mut self, kind: Kind, text: &str) {
        self.kind = kind;
        self.block.push(self.lines, text);
    }

    /// A line after a line of numbers, or the first one of a block that may be a list.
    fn number_line(&mut self, text: &str) {
        let numbers = Numbers::of(text.as_bytes());
        match (take(&mut self.kind), numbers) {
            (Kind::None, Ok(rows)) if rows.len() == 1 => self.add(Kind::Column(rows), text),
            (Kind::None, Ok(rows)) if rows.len() <= MAX_NUMBERS => {
                self.add(Kind::Numbers(vec![rows]), text);
            }
            (Kind::None, _) => {
                self.flush_grid();
                self.list(text);
            }
            (Kind::Column(mut rows), Ok(row)) if row.len() == 1 => {
                rows.extend(row);
                if rows.len() <= MAX_NUMBERS {
                    self.block.push(self.lines, text);
                }
                self.kind = Kind::Column(rows);
            }
            (Kind::Numbers(mut lists), Ok(rows))
                if rows.len() == lists[0].len() && lists.len() < rows.len() =>
            {
                lists.push(rows);
                self.add(Kind::Numbers(lists), text);
            }
            (Kind::Column(rows), _) if rows.len() > MAX_NUMBERS => {
                self.kind = Kind::Column(rows);
                self.close();
                self.board_line(text);
            }
            (kind, Ok(_)) => {
                self.kind = kind;
                self.lists();
                self.list(text);
            }
            // Neither rows of boards with coordinates nor most rows of regions have each number once.
            (Kind::Numbers(lists), Err(_)) if is_permutation(&lists[0]) => {
                self.kind = Kind::Numbers(lists);
                self.lists();
                self.kind = Kind::Lists;
                self.board_line(text);
            }
            // The label of a row, or regions of which some rows are numbers.
            (_, Err(_)) => self.drawn_line(text),
        }
    }

    /// Reads the lines of numbers as lists.
    fn lists(&mut self) {
        let block = take(&mut self.block);
        self.flush_grid();
        match take(&mut self.kind) {
            Kind::Numbers(lists) => {
                for (line, rows) in (block.line..).zip(lists) {
                    self.found(line, Written::Rows(rows));
                }
            }
            Kind::Column(rows) => self.found(block.line, Written::Rows(rows)),
            _ => {}
        }
    }

    /// A line with one list of queens, or two.
    fn list(&mut self, text: &str) {
        self.kind = Kind::Lists;
        match sides(text) {
            Some((left, right)) => {
                self.one_list(left);
                let before = left.chars().count() + SIDES.len();
                self.one_list(&format!("{}{right}", " ".repeat(before)));
            }
            None => self.one_list(text),
        }
    }

    fn one_list(&mut self, text: &str) {
        let first = words(text).next().map_or("", |(_, word)| word);
        if !first.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return match Numbers::of(text.as_bytes()) {
                Ok(rows) => self.found(self.lines, Written::Rows(rows)),
                Err(Wrong { column, reason }) => self.fail(column, reason),
            };
        }
        let mut squares = Vec::new();
        for (offset, word) in words(text) {
            match word.parse() {
                Ok(square) => squares.push(square),
                Err(_) => {
                    let bad = BoardError::BadSquare { text: excerpt(word) };
                    let column = text[..offset].chars().count() + 1;
                    return self.fail(column, bad.to_string());
                }
            }
        }
        self.found(self.lines, Written::Squares(squares));
    }

    fn begin_nested(&mut self, text: &str) {
        let content = text.trim();
        // An array of rows in one line.
        let inside = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let is_list = inside.is_some_and(|inside| !inside.contains(['[', ']']));
        self.flush();
        if is_list && let Ok(rows) = Numbers::of(content.as_bytes()) {
            return self.found(self.lines, Written::Rows(rows));
        }
        let mut nesting = Nesting::default();
        let is_open = nesting.line(text);
        self.add(Kind::Nested(nesting), text);
        if !is_open {
            self.close();
        }
    }

    /// Ends everything that has begun.
    fn flush(&mut self) {
        if matches!(self.kind, Kind::Drawn) && self.block.is_header() {
            // Rules or stars without a board.
            let block = take(&mut self.block);
            self.grid(block);
        } else {
            self.close();
        }
        self.kind = Kind::None;
        self.flush_grid();
        if let Some(line) = self.number.take() {
            self.found(line, Written::Rows(Vec::new()));
        }
    }

    fn flush_grid(&mut self) {
        if let Some(block) = self.grid.take() {
            self.read(block.line, text::parse(&block.text).map(one));
        }
    }

    /// Ends a block at an empty line or at the end of the text.
    fn close(&mut self) {
        match take(&mut self.kind) {
            Kind::None | Kind::Lists => {}
            Kind::Drawn if self.block.is_header() => self.add(Kind::Drawn, ""),
            Kind::Drawn => {
                let (block, right) = (take(&mut self.block), take(&mut self.right));
                self.grid(block);
                if right.lines > 0 {
                    self.grid(right);
                }
            }
            kind @ (Kind::Numbers(_) | Kind::Column(_)) => {
                let are_regions = match &kind {
                    Kind::Column(rows) => is_column_of_regions(&self.block, rows.len()),
                    Kind::Numbers(lists) => are_regions(lists),
                    _ => false,
                };
                if are_regions {
                    let block = take(&mut self.block);
                    return self.grid(block);
                }
                self.kind = kind;
                self.lists();
            }
            Kind::Nested(_) => {
                let block = take(&mut self.block);
                self.read(block.line, nested(&block.text));
            }
            Kind::Short | Kind::Rest => {
                let block = take(&mut self.block);
                let position = Format::of(&block.text).parse(&block.text);
                self.read(block.line, position.map(one));
            }
        }
    }

    /// A complete grid: keeps it if the next one may belong to it.
    fn grid(&mut self, block: Block) {
        if let Some(queens) = lonely_list(&block) {
            self.flush_grid();
            return self.read(block.line, queens.map(|queens| vec![queens]));
        }
        let together = |first: &Block| text::belong_together(&first.text, &block.text);
        match self.grid.take() {
            Some(first) if together(&first) => {
                let gap = "\n".repeat(block.line - first.line - first.lines + 1);
                let text = format!("{}{gap}{}", first.text, block.text);
                self.read(first.line, text::parse(&text).map(one));
            }
            first => {
                self.grid = first;
                self.flush_grid();
                self.grid = Some(block);
            }
        }
        // Nothing can follow a board with coordinates.
        if self.grid.as_ref().is_some_and(|block| text::has_coordinates(&block.text)) {
            self.flush_grid();
        }
    }

    /// The boards of a block that begins in this line, or an error in it.
    fn read(&mut self, first: usize, boards: Result<Vec<Written>, Error>) {
        match boards {
            Ok(boards) => boards.into_iter().for_each(|queens| self.found(first, queens)),
            Err(Error::Position(PositionError::Parse { line, column, reason })) => {
                let line = line + first - 1;
                self.error(Error::Position(PositionError::Parse { line, column, reason }));
            }
            Err(error) => self.error(error),
        }
    }
}

/// A position as the only board of a block.
fn one(position: Position) -> Vec<Written> {
    vec![Written::Position(position.into())]
}

/// What is between two boards next to each other.
const SIDES: &str = "  |  ";

/// The two boards that are next to each other in a line.
fn sides(text: &str) -> Option<(&str, &str)> {
    text.split_once(SIDES).filter(|(_, right)| !right.contains('|'))
}

/// Whether a line has two lists next to each other.
fn is_pair(text: &str) -> bool {
    let is_list = |text: &str| {
        Numbers::of(text.as_bytes()).is_ok()
            || words(text).all(|(_, word)| word.parse::<Square>().is_ok())
    };
    sides(text).is_some_and(|(left, right)| is_list(left) && is_list(right))
}

/// Whether a line says something about boards: their number, or the bit sets of the last one.
fn is_note(content: &str) -> bool {
    let total = content.strip_prefix("total: ").and_then(|rest| rest.split_once(' '));
    let is_total = total.is_some_and(|(number, what)| {
        number.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(what, "solution" | "solutions" | "pair" | "pairs")
    });
    let sets = ["cols  = ", "diag1 = ", "diag2 = ", "free in row ", "every row has a queen"];
    is_total || sets.iter().any(|set| content.starts_with(set))
}

/// What follows the number of a board.
fn numbered(content: &str) -> Option<&str> {
    let (number, rest) = content.split_once(':')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && (rest.is_empty() || rest.starts_with(' '))).then_some(rest)
}

/// The words of a list, and their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |letter: char| letter.is_whitespace() || letter == ',';
    let mut start = 0;
    text.split(is_separator).filter_map(move |word| {
        let offset = start;
        start += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((offset, word))
    })
}

/// Whether N lists of N numbers are regions: in most solutions every number is there once, in most rows of regions it is not.
fn are_regions(lists: &[Vec<u32>]) -> bool {
    lists.iter().all(|list| list.len() == lists.len())
        && 2 * lists.iter().filter(|list| is_permutation(list)).count() < lists.len()
}

/// Whether a list has each of its numbers once.
fn is_permutation(list: &[u32]) -> bool {
    let mut seen = vec![false; list.len()];
    list.iter()
        .all(|&row| seen.get_mut(row as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
}

/// Whether lines of one number are rows of regions with one digit per square.
fn is_column_of_regions(block: &Block, lines: usize) -> bool {
    let is_row = |line: &str| line.trim().len() == lines;
    lines > 1 && lines <= MAX_NUMBERS && block.text.lines().all(is_row)
}

/// A list of queens that looks like a drawn board: one square per line, or a line of numbers with an error.
fn lonely_list(block: &Block) -> Option<Result<Written, Error>> {
    let lines = || block.text.lines().map(str::trim);
    let squares: Option<Vec<Square>> = lines().map(|line| line.parse().ok()).collect();
    if let Some(squares) = squares.filter(|_| text::parse(&block.text).is_err()) {
        return Some(Ok(Written::Squares(squares)));
    }
    let mut words = words(&block.text);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let first = words.next().is_some_and(|(_, word)| is_number(word));
    if block.lines > 1 || !first || words.next().is_none() {
        return None;
    }
    Some(match Numbers::of(block.text.trim_end().as_bytes()) {
        Ok(rows) => Ok(Written::Rows(rows)),
        Err(Wrong { column, reason }) => {
            Err(Error::Position(PositionError::Parse { line: 1, column, reason }))
        }
    })
}

/// Reads an array or an object.
fn nested(text: &str) -> Result<Vec<Written>, Error> {
    if text.trim_start().starts_with('{') {
        return match json::solved(text) {
            Some(rows) => Ok(vec![Written::Rows(rows)]),
            None => json::parse(text).map(one),
        };
    }
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let rows = |value: &serde_json::Value| -> Option<Vec<u32>> {
        let row = |row: &serde_json::Value| u32::try_from(row.as_u64()?.checked_sub(1)?).ok();
        value.as_array()?.iter().map(row).collect()
    };
    if let Some(list) = value.as_ref().and_then(rows) {
        return Ok(vec![Written::Rows(list)]);
    }
    let lists: Option<Vec<Vec<u32>>> =
        value.as_ref().and_then(|value| value.as_array()?.iter().map(rows).collect());
    if let Some(lists) = lists.filter(|lists| !lists.is_empty() && !are_regions(lists)) {
        return Ok(lists.into_iter().map(Written::Rows).collect());
    }
    Ok(array::boards(text)?.into_iter().flat_map(one).collect())
}

/// The depth of brackets in an array or object.
#[derive(Debug, Default)]
struct Nesting {
    depth: usize,
    /// The quote of a string that is not complete.
    quote: Option<char>,
    in_comment: bool,
}

impl Nesting {
    /// Reads a line. Returns whether a bracket is open at its end.
    fn line(&mut self, text: &str) -> bool {
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let next = letters.peek().copied();
            match (self.quote, letter) {
                (_, '*') if self.in_comment && next == Some('/') => {
                    self.in_comment = false;
                    letters.next();
                }
                _ if self.in_comment => {}
                (Some(_), '\\') => drop(letters.next()),
                (Some(quote), _) if letter == quote => self.quote = None,
                (Some(_), _) => {}
                (None, '/') if next == Some('/') => break,
                (None, '/') if next == Some('*') => self.in_comment = true,
                (None, '"' | '\'' | '`') => self.quote = Some(letter),
                (None, '[' | '{') => self.depth += 1,
                (None, ']' | '}') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        // Only strings in backquotes continue on the next line.
        self.quote = self.quote.filter(|&quote| quote == '`');
        self.depth > 0 || self.in_comment
    }
}

/// An error in a list of rows, and its column.
struct Wrong {
    column: usize,
    reason: String,
}

impl Wrong {
    fn new(column: usize, word: &str) -> Self {
        Self { column, reason: BoardError::BadRow { text: excerpt(word) }.to_string() }
    }
}

/// Row numbers, read byte by byte.
#[derive(Debug, Default)]
struct Numbers {
    rows: Vec<u32>,
    number: Option<u64>,
    /// The number of bytes read.
    bytes: usize,
    /// The number of bytes before the last word.
    start: usize,
}

impl Numbers {
    /// The rows of a line, counted from 0.
    fn of(line: &[u8]) -> Result<Vec<u32>, Wrong> {
        let mut numbers = Self { rows: Vec::with_capacity(line.len() / 2 + 1), ..Self::default() };
        let read = line.iter().try_for_each(|&byte| numbers.push(byte));
        // The whole word is clearer than the part that was read.
        read.and_then(|()| numbers.end()).map_err(|wrong| {
            let text = String::from_utf8_lossy(&line[wrong.column - 1..]).into_owned();
            let word = words(&text).next().map_or("", |(_, word)| word);
            Wrong::new(wrong.column, word)
        })
    }

    fn push(&mut self, byte: u8) -> Result<(), Wrong> {
        self.bytes += 1;
        match byte {
            b'0'..=b'9' => {
                if self.number.is_none() {
                    self.start = self.bytes - 1;
                }
                let number = self.number.unwrap_or(0).saturating_mul(10);
                self.number = Some(number.saturating_add(u64::from(byte - b'0')));
                Ok(())
            }
            b' ' | b',' | b'\t' | b'\r' | b'[' | b']' => self.end_number(),
            _ => {
                let text = self.number.map_or(String::new(), |number| number.to_string());
                let start = self.number.map_or(self.bytes, |_| self.start + 1);
                Err(Wrong::new(start, &format!("{text}{}", char::from(byte))))
            }
        }
    }

    fn end_number(&mut self) -> Result<(), Wrong> {
        let Some(number) = self.number.take() else { return Ok(()) };
        let wrong = || Wrong::new(self.start + 1, &number.to_string());
        let row =
            number.checked_sub(1).and_then(|row| u32::try_from(row).ok()).ok_or_else(wrong)?;
        // A list that does not fit into memory is an error.
        self.rows.try_reserve(1).map_err(|_| Wrong {
            column: self.start + 1,
            reason: format!("more than {} rows do not fit into memory", self.rows.len()),
        })?;
        self.rows.push(row);
        Ok(())
    }

    fn end(&mut self) -> Result<Vec<u32>, Wrong> {
        self.end_number()?;
        Ok(take(&mut self.rows))
    }
}

/// The only board of a text.
fn only(text: &str) -> Result<Option<Written>, Error> {
    let mut reader = Reader::default();
    reader.push(text.as_bytes());
    reader.end();
    let first = reader.next_entry().transpose()?;
    match reader.next_entry().transpose()? {
        Some(Entry { line, .. }) => {
            let reason = "a second board begins here: expected one".to_string();
            Err(Error::Position(PositionError::Parse { line, column: 1, reason }))
        }
        None => Ok(first.map(|first| first.queens)),
    }
}

impl FromStr for Written {
    type Err = Error;

    /// Reads the queens of one board in any [`Format`], or a list of queens. An empty text is the board of size 0.
    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(only(text)?.unwrap_or(Self::Rows(Vec::new())))
    }
}

impl FromStr for Position {
    type Err = Error;

    /// Reads a position in any [`Format`], or a list of queens.
    fn from_str(text: &str) -> Result<Self, Error> {
        let none = || parse::error(text, text.len(), "no board: expected one line per row");
        only(text)?.ok_or_else(none)?.position()
    }
}
