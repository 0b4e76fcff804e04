//! Boards and regions as arrays of JSON and JavaScript, one item per row.
//!
//! ```text
//!   [".Q..", "...Q", "Q...", "..Q."]                 rows of marks, as in LeetCode's problem 51
//!   [["A", "A", "B"], ["A", "C", "B"], ...]          one string per square
//!   const level = [[0, 0, 1], [0, 2, 1], ...];       one number per square: its region
//! ```
//!
//! The notation around them is that of [`javascript`], and an array may be in a [`module`]. The
//! regions of an [object](super::json) are such arrays too.

use super::grid::{self, Mark, NamedRegions, Width, Wrong};
use super::javascript::{self, Text, list};
use super::module;
use super::parse::{Cursor, error, excerpt};
use super::{Position, Regions};
use crate::Error;
use queens::BoardError;

/// The squares of a row, without blanks.
struct Row {
    /// The byte offset of the row.
    start: usize,
    /// The byte offset of its last character.
    end: usize,
    /// The byte offset and the character of each square. Offsets that do not fit would need a text of 4 GiB.
    squares: Vec<(u32, char)>,
}

impl Row {
    fn new(start: usize) -> Self {
        Self { start, end: start, squares: Vec::new() }
    }

    fn push(&mut self, offset: usize, square: char) {
        self.squares.push((u32::try_from(offset).unwrap_or(u32::MAX), square));
    }

    /// The row in a string.
    fn of(text: Text) -> Self {
        let Text { start, end, mut letters } = text;
        letters.retain(|(_, letter)| !letter.is_whitespace());
        Self { start, end, squares: letters }
    }

    fn squares(&self) -> impl Iterator<Item = (usize, char)> + Clone {
        self.squares.iter().map(|&(offset, square)| (offset as usize, square))
    }
}

/// An item of the outer array.
enum Item {
    /// A string with a row.
    Text(Row),
    /// An array of strings: a row with one string per square, or a board with one string per row.
    Strings(Row, Vec<Row>),
    /// An array of numbers: a row of regions.
    Numbers(Row),
}

impl Item {
    /// What messages call it.
    fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Strings(..) => "an array of strings",
            Self::Numbers(_) => "an array of numbers",
        }
    }

    /// Whether it is a whole board: as many strings of marks as each has.
    fn is_board(&self) -> bool {
        let Self::Strings(_, rows) = self else { return false };
        let is_mark = |(_, letter): (usize, char)| Mark::of(letter).is_some();
        rows.iter().all(|row| row.squares.len() == rows.len() && row.squares().all(is_mark))
    }

    fn start(&self) -> usize {
        let (Self::Text(row) | Self::Strings(row, _) | Self::Numbers(row)) = self;
        row.start
    }
}

/// Reads an array; see [`Format::Array`](super::Format::Array).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let mut boards = boards(text)?;
    match boards.len() {
        1 => Ok(boards.remove(0)),
        number => Err(error(text, 0, format!("{number} boards: expected one"))),
    }
}

/// Reads an array with a board or with several, as LeetCode prints them.
pub(super) fn boards(text: &str) -> Result<Vec<Position>, Error> {
    let value = module::value(text)?;
    let mut cursor = Cursor::new(text).back_to(value.offset);
    let mut names = NamedRegions::default();
    let items = items(&mut cursor, "an array such as [\".Q\", \"..\"]", &mut names)?;
    if !value.in_module {
        module::end(&mut cursor)?;
    }
    if items.is_empty() {
        // LeetCode's answer if there is no solution.
        return Ok(Vec::new());
    }
    if items.len() > 1 && items.iter().all(Item::is_board) {
        let boards = items.into_iter().map(|item| match item {
            Item::Strings(_, rows) => of_rows(text, &rows, &NamedRegions::default()),
            Item::Text(_) | Item::Numbers(_) => Position::new(0),
        });
        return boards.collect();
    }
    let rows = rows(&cursor, items, &mut names)?;
    Ok(vec![of_rows(text, &rows, &names)?])
}

/// The position with these rows of marks or regions.
fn of_rows(text: &str, rows: &[Row], names: &NamedRegions) -> Result<Position, Error> {
    check_shape(text, rows)?;
    let wrong = |wrong: Wrong| error(text, wrong.offset, wrong.reason);
    let size = rows.len();
    let letters = rows.iter().flat_map(|row| &row.squares).map(|&(_, letter)| letter);
    if names.len() == 0 && !grid::are_names(letters) {
        let marks =
            |row: &Row| grid::read_row(row.squares(), row.end, Width::Size(size), grid::board_mark);
        let rows: Result<Vec<_>, _> = rows.iter().map(marks).collect();
        return grid::position(&rows.map_err(wrong)?);
    }
    let regions = named_regions(rows, size, names);
    let regions = regions.map_err(|reason| error(text, rows[0].start, reason))?;
    Position::new(size)?.with_regions(regions)
}

/// Reads an array of rows of regions, and returns their size too. Without a size, it is the number of rows.
pub(super) fn regions(cursor: &mut Cursor, size: Option<usize>) -> Result<(usize, Regions), Error> {
    let start = cursor.back_to(cursor.offset());
    let mut names = NamedRegions::default();
    let items = items(cursor, "an array of rows such as [\"AB\", \"AB\"]", &mut names)?;
    let rows = rows(cursor, items, &mut names)?;
    let size = size.unwrap_or(rows.len());
    let wrong = |wrong: Wrong| cursor.back_to(wrong.offset).error(wrong.reason);
    for row in &rows {
        let width = Width::Size(size);
        grid::read_row(row.squares(), row.end, width, grid::region_name).map_err(wrong)?;
    }
    let regions = named_regions(&rows, size, &names).map_err(|reason| start.error(reason))?;
    Ok((size, regions))
}

/// The regions of rows with these names.
fn named_regions(rows: &[Row], size: usize, names: &NamedRegions) -> Result<Regions, String> {
    let letters = |row: &Row| -> Vec<char> { row.squares.iter().map(|&(_, name)| name).collect() };
    let regions = grid::regions(&rows.iter().map(letters).collect::<Vec<_>>(), size);
    regions.map_err(|reason| match names.len() {
        // The names of the regions are in the text.
        0 => reason,
        _ if rows.len() != size => reason,
        regions => Error::from(BoardError::WrongRegions { size, regions }).to_string(),
    })
}

/// The shape of an array.
pub(super) struct Shape {
    /// The number of its items.
    pub(super) rows: usize,
    /// Whether each item has as many squares.
    pub(super) is_square: bool,
    /// Whether the items are arrays.
    pub(super) is_nested: bool,
}

/// The shape of an array of rows, or `None` for other values.
pub(super) fn shape(mut cursor: Cursor) -> Option<Shape> {
    let items = items(&mut cursor, "", &mut NamedRegions::default()).ok()?;
    let rows = items.len();
    let width = |item: &Item| match item {
        Item::Text(row) | Item::Numbers(row) => row.squares.len(),
        Item::Strings(_, squares) => squares.len(),
    };
    let is_square = items.iter().all(|item| width(item) == rows);
    let is_nested = !items.iter().any(|item| matches!(item, Item::Text(_)));
    Some(Shape { rows, is_square, is_nested })
}

/// The rows of items, which must be of the same kind.
fn rows(
    cursor: &Cursor,
    mut items: Vec<Item>,
    names: &mut NamedRegions,
) -> Result<Vec<Row>, Error> {
    let Some(kind) = items.first().map(Item::kind) else { return Ok(Vec::new()) };
    if let Some(other) = items.iter().find(|item| item.kind() != kind) {
        let reason = format!("{}: the first row is {kind}", other.kind());
        return Err(cursor.back_to(other.start()).error(reason));
    }
    if let [Item::Strings(_, board)] = &mut items[..] {
        return Ok(std::mem::take(board));
    }
    let has_words = has_words(&items);
    let mut rows = Vec::new();
    for item in items {
        match item {
            Item::Text(row) | Item::Numbers(row) => rows.push(row),
            Item::Strings(mut row, squares) => {
                for square in squares {
                    row.squares.push(single(cursor, &square, has_words, names)?);
                }
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// Whether a square is written as several letters: then all squares are names of regions.
fn has_words(items: &[Item]) -> bool {
    let is_word = |square: &Row| square.squares.len() > 1;
    items
        .iter()
        .any(|item| matches!(item, Item::Strings(_, squares) if squares.iter().any(is_word)))
}

/// The square that is written as a string.
fn single(
    cursor: &Cursor,
    square: &Row,
    has_words: bool,
    names: &mut NamedRegions,
) -> Result<(u32, char), Error> {
    let wrong = |reason: String| cursor.back_to(square.start).error(reason);
    let word: String = square.squares().map(|(_, letter)| letter).collect();
    match square.squares[..] {
        [] => Err(wrong("'' is not one square: expected a letter, digit or mark".to_string())),
        [(offset, letter)] if !has_words => Ok((offset, letter)),
        [(offset, letter), ..] => {
            if word.chars().nth(1).is_none() {
                grid::region_name(letter).map_err(&wrong)?;
            }
            Ok((offset, names.name(&word).map_err(wrong)?))
        }
    }
}

/// Checks that there are as many rows as columns.
fn check_shape(text: &str, rows: &[Row]) -> Result<(), Error> {
    let mut width = Width::First;
    for row in rows {
        let read = grid::read_row(row.squares(), row.end, width, Ok);
        let squares = read.map_err(|wrong| error(text, wrong.offset, wrong.reason))?;
        width = Width::AsFirst(squares.len());
    }
    match rows.first().map(|row| row.squares.len()).filter(|&width| width != rows.len()) {
        Some(width) => {
            let surplus = rows.get(width).map(|row| row.start);
            let last = rows.last().map_or(0, |row| row.end);
            let reason = grid::wrong_height(rows.len(), width);
            Err(error(text, surplus.unwrap_or(last), reason))
        }
        None => Ok(()),
    }
}

/// The items of the outer array.
fn items(
    cursor: &mut Cursor,
    expected: &str,
    names: &mut NamedRegions,
) -> Result<Vec<Item>, Error> {
    if !cursor.eat('[') {
        return Err(cursor.unexpected(expected));
    }
    let mut items = Vec::new();
    list(cursor, ']', |cursor| {
        items.push(match cursor.peek() {
            Some('[') => inner(cursor, names)?,
            Some('"' | '\'' | '`') => Item::Text(Row::of(javascript::string(cursor)?)),
            _ => return Err(cursor.unexpected("a row such as \".Q\" or [\"A\", \"B\"]")),
        });
        Ok(())
    })?;
    Ok(items)
}

/// An inner array.
fn inner(cursor: &mut Cursor, names: &mut NamedRegions) -> Result<Item, Error> {
    let mut row = Row::new(cursor.offset());
    let mut strings = Vec::new();
    cursor.eat('[');
    list(cursor, ']', |cursor| {
        let offset = cursor.offset();
        match cursor.peek() {
            Some('"' | '\'' | '`') if row.squares.is_empty() => {
                strings.push(Row::of(javascript::string(cursor)?));
            }
            Some('0'..='9') if strings.is_empty() => {
                let digits = cursor.take_while(|letter| letter.is_ascii_digit());
                let number = digits.parse::<u64>().map_err(|_| {
                    let digits = excerpt(digits);
                    format!("{digits} is too large: numbers go to {}", u64::MAX)
                });
                let name = number.and_then(|number| names.name(&number.to_string()));
                row.push(offset, name.map_err(|reason| cursor.back_to(offset).error(reason))?);
            }
            _ if !row.squares.is_empty() => return Err(cursor.unexpected("a number")),
            _ if !strings.is_empty() => return Err(cursor.unexpected("a string")),
            _ => return Err(cursor.unexpected("a number, a string or ']'")),
        }
        Ok(())
    })?;
    row.end = cursor.offset() - 1;
    Ok(if row.squares.is_empty() { Item::Strings(row, strings) } else { Item::Numbers(row) })
}

impl Position {
    /// The given queens as one string per row, the top row first, as in LeetCode's problem 51. Closed squares and regions are
    /// omitted.
    pub fn to_leetcode(&self) -> Vec<String> {
        self.drawn_rows(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::position::Format;
    use crate::position::parse::tests::{parses_or_points_inside, positions, refused};
    use proptest::prelude::*;
    use queens::Regions;

    fn short(text: &str) -> String {
        Format::Array.parse(text).unwrap().to_short()
    }

    #[test]
    fn a_board_may_be_alone_or_in_an_array() {
        let rows = r#"[".Q..","...Q", "Q...","..#."]"#;
        for text in [rows.to_string(), format!(" [ {rows} ] ")] {
            let position = Format::Array.parse(&text).unwrap();
            assert_eq!(position.to_short(), "size:4 given:A2,B4,D3 closed:C1");
            assert_eq!(position.to_leetcode(), [".Q..", "...Q", "Q...", "...."]);
        }
        assert_eq!(Format::Array.parse("[[]]"), Position::new(0));
        assert_eq!(short("[[\"Q\"]]"), "size:1 given:A1");
    }

    #[test]
    fn numbers_are_regions() {
        assert_eq!(short("[[0,0,1],[0,2,1],[2,2,1]]"), "size:3 regions:AAB/ACB/CCB");
        assert_eq!(short("[[7, 12], [12, 12]]"), "size:2 regions:AB/BB");
        assert_eq!(short("[[5]]"), "size:1 regions:A");
        assert_eq!(short(r#"[["red", "tan"], ["tan", "tan"]]"#), "size:2 regions:AB/BB");
        let large = (0..62).map(|row| format!("[{}]", vec![row.to_string(); 62].join(",")));
        let large = format!("[{}]", large.collect::<Vec<_>>().join(","));
        assert!(short(&large).ends_with(&format!("8/{}", "9".repeat(62))));
    }

    #[test]
    fn letters_are_marks_or_regions_as_in_a_drawn_board() {
        assert_eq!(short(r#"[["A","A"],["B","B"]]"#), "size:2 regions:AA/BB");
        assert_eq!(short(r##"[["Q","."],[".","#"]]"##), "size:2 given:A2 closed:B1");
        assert_eq!(short(r#"["AA","B B"]"#), "size:2 regions:AA/BB");
        assert_eq!(short(r#"[["AA","BB"]]"#), "size:2 regions:AA/BB");
        assert_eq!(short(r#"["Qx","00"]"#), "size:2 given:A2 closed:B2");
    }

    #[test]
    fn the_notation_of_javascript_is_read() {
        for text in [
            "const level = [[0, 0], [1, 1]];",
            "// level 12\nlet level12=[ // rows\n  [0, 0,],\n  [1, 1,], // the last\n] ; // end\n",
            "export const level: number[][] = [[0,0],[1,1]]\n",
            "export default [['A','A'],[`B`,\"\\u0042\"]];",
            "var $a_1 = [\"AA\", 'B\\tB',]",
        ] {
            assert_eq!(Format::of(text), Format::Array, "{text}");
            assert_eq!(short(text), "size:2 regions:AA/BB", "{text}");
        }
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            (
                "",
                "line 1, column 1: unexpected end of text: expected an array such as [\".Q\", \"..\"]",
            ),
            ("[]", "line 1, column 1: 0 boards: expected one"),
            ("{}", "line 1, column 1: unexpected '{': expected an array"),
            ("[[\".Q\",\"..\"],\n[\".Q\",\"..\"]]", "line 1, column 1: 2 boards: expected one"),
            ("[[\"Q\"],\n[\"Q\"],[\".\"]]", "line 1, column 1: 3 boards: expected one"),
            (
                "[[\"A\",\"B\"],[\"A\",\"BB\"]]",
                "line 1, column 2: a board of size 2 needs 2 regions, found 3",
            ),
            ("[[\"A\",\"\"],[\"A\",\"B\"]]", "line 1, column 7: '' is not one square"),
            ("[\".Q\",\n\".z\"]", "line 2, column 3: unknown mark 'z': Q is a queen"),
            ("[\".Q\", \".\"]", "line 1, column 10: row of length 1: the first row has length 2"),
            ("[\".\", \". .\"]", "line 1, column 10: row of length 2: the first row has length 1"),
            ("[\".Q\"]", "line 1, column 5: 1 row of length 2"),
            ("[1]", "line 1, column 2: unexpected '1': expected a row such as"),
            ("[\"Q\"", "line 1, column 5: unexpected end of text: expected ',' or ']'"),
            ("[\"Q", "line 1, column 2: string without end: expected a quote in the same line"),
            ("[\"Q\n\"]", "line 1, column 2: string without end"),
            ("[\"\\q\"]", "line 1, column 3: unknown escape in a string"),
            ("[\"\\u12", "line 1, column 3: unknown escape in a string"),
            ("[\"\\ud800\"]", "line 1, column 3: unknown escape in a string"),
            ("[\"\", \"\"]", "line 1, column 2: 2 rows of length 0"),
            ("[\"Q\"] 1", "line 1, column 7: unexpected '1': expected the end of the text"),
            ("[\"Q\"];;", "line 1, column 7: unexpected ';': expected the end of the text"),
            (
                "[[0, 0], \"AA\"]",
                "line 1, column 10: a string: the first row is an array of numbers",
            ),
            ("[[0, \"A\"]]", "line 1, column 6: unexpected '\"': expected a number"),
            ("[[\"A\", 0]]", "line 1, column 8: unexpected '0': expected a string"),
            ("[[[0]]]", "line 1, column 3: unexpected '[': expected a number, a string or ']'"),
            ("[[-1]]", "line 1, column 3: unexpected '-': expected a number, a string or ']'"),
            ("[[0.5]]", "line 1, column 4: unexpected '.': expected ',' or ']'"),
            ("[[0,,]]", "line 1, column 5: unexpected ',': expected a number"),
            ("[[0, 0], [0, 0]]", "line 1, column 2: a board of size 2 needs 2 regions, found 1"),
            ("[[0, 1], [1]]", "line 1, column 12: row of length 1: the first row has length 2"),
            ("[[0, 1]]", "line 1, column 7: 1 row of length 2"),
            ("[[18446744073709551616]]", "line 1, column 3: 18446744073709551616 is too large"),
            ("const = [[0]]", "line 1, column 7: unexpected '=': expected a name"),
            ("const a [[0]]", "line 1, column 9: unexpected '[': expected ="),
            ("export function f() {[]}", "line 1, column 8: unexpected 'f': expected an array or"),
        ] {
            let refused = refused(Format::Array, text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
        let many = (0..63).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
        let many = refused(Format::Array, &format!("[[{many}]]"));
        assert!(many.contains("region 62 is one too many"), "{many}");
        let wide = refused(Format::Array, &format!("[\"{}\"]", ".".repeat(5001)));
        assert!(wide.starts_with("line 1, column 5003: N = 5001 is too large"), "{wide}");
    }

    /// A position written as rows and read back.
    fn read_back(position: &Position) -> Position {
        let rows = serde_json::to_string(&[position.to_leetcode()]).unwrap();
        Format::Array.parse(&rows).unwrap()
    }

    fn queens_only(position: &Position) -> Position {
        let queens = position.given().iter().copied();
        Position::new(position.size()).unwrap().with_given(queens).unwrap()
    }

    /// The rows of regions with one item per square.
    fn region_rows(regions: &Regions, item: impl Fn(char) -> String) -> String {
        let size = regions.names().len() as u32;
        let square = |col, row| item(regions.name(queens::Square::new(col, row)));
        let row = |row| (0..size).map(move |col| square(col, row)).collect::<Vec<_>>().join(",");
        let rows = (0..size).rev().map(|number| format!("[{}]", row(number)));
        format!("[{}]", rows.collect::<Vec<_>>().join(",\n"))
    }

    proptest! {
        #[test]
        fn given_queens_print_and_parse_back(position in positions()) {
            prop_assert_eq!(read_back(&position), queens_only(&position));
        }

        #[test]
        fn regions_print_and_parse_back(position in positions()) {
            let Some(regions) = position.regions().filter(|_| position.size() > 1) else {
                return Ok(());
            };
            let names = |name: char| format!("'{name}'");
            let letters = Format::Array.parse(&region_rows(regions, names)).unwrap();
            // Names that are all marks are a board, as in the drawn form.
            if letters.regions().is_some() {
                prop_assert_eq!(letters.regions(), Some(regions));
            } else {
                prop_assert!(regions.names().iter().all(|name| "Qq0xX".contains(*name)));
            }
            let numbers = |name: char| u32::from(name).to_string();
            let read = Format::Array.parse(&region_rows(regions, numbers)).unwrap();
            let read = read.regions().unwrap();
            for one in queens::Square::all(position.size()) {
                prop_assert_eq!(read.region(one), regions.region(one));
            }
            let mut first_names: Vec<char> = position.region_rows().unwrap().concat().chars().collect();
            let mut seen = Vec::new();
            first_names.retain(|name| !seen.contains(name) && { seen.push(*name); true });
            let top = |name: &char| first_names.iter().position(|known| known == name).unwrap();
            let expected: Vec<char> =
                regions.names().iter().map(|name| char::from(b'A' + top(name) as u8)).collect();
            prop_assert_eq!(read.names(), &expected[..]);
        }

        #[test]
        fn texts_parse_or_point_inside(
            text in "(const a ?=? ?)?\\[?\\[((\"[Q.#éAB ]{0,3}\"|[01]|\\[\"A\",'[ABé]'\\]|\\[[01],[01],?\\]),? ?){0,3}\\]?\\]?[\n\\];]?",
        ) {
            if let Some(position) = parses_or_points_inside(Format::Array, &text) {
                prop_assert_eq!(read_back(&position), queens_only(&position));
                prop_assert_eq!(Format::Short.parse(&position.to_short()), Ok(position));
            }
        }
    }
}
