//! Where everything is on the pages.
//!
//! Puzzles are in a grid of equal cells. All boards of a sheet have the same side length: the largest for which the texts fit.
//! Texts are aligned with the edges of their board.

use super::font::{widest, wrapped};
use super::{MAX_PUZZLES, MAX_SHEET_SIZE, Sheet, SheetPuzzle, Source};
use crate::board::{self, GREY, Grid, INK, Style};
use crate::canvas::{Canvas, Element, Point, Rect, Shape, Text};
use crate::{Drawing, Error};
use queens::{Rules, Square};
use queens_puzzles::Position;

/// The white border of a page, in which there is only the page number.
pub(super) const MARGIN: f64 = 46.0;
/// The distance of the page number from the lower edge. Printers need about half of it.
pub(super) const PAGE_NUMBER: f64 = 30.0;
/// The space between two cells.
const GAP: f64 = 26.0;
/// The space between two rows of cells.
const ROW_GAP: f64 = 20.0;

const TITLE: f64 = 20.0;
/// The smallest title: longer ones are an error.
const SMALLEST_TITLE: f64 = 9.0;
const RULES: f64 = 9.5;
const NUMBER: f64 = 12.0;
const CAPTION: f64 = 9.0;
const SOURCE: f64 = 6.5;
/// The distance of two lines, relative to the font size.
const LEADING: f64 = 1.35;
/// The space above a board for its number and difficulty.
const CAPTION_SPACE: f64 = 19.0;
/// The space between a board and the line below it.
const SOURCE_SPACE: f64 = 6.0;
/// The largest number of lines below a board.
const MOST_LINES: usize = 8;
/// Boards are not smaller than this.
const SMALLEST_BOARD: f64 = 110.0;

/// The columns and rows of a page of solutions.
const SOLUTIONS: (usize, usize) = (3, 4);
pub(super) const SOLUTIONS_PER_PAGE: usize = SOLUTIONS.0 * SOLUTIONS.1;

/// A part of a page, such as a puzzle with its texts. All of its elements are inside its bounds.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) bounds: Rect,
    pub(super) elements: Vec<Element>,
}

/// A page of blocks, which do not overlap.
pub(super) struct Page {
    pub(super) width: f64,
    pub(super) height: f64,
    title: String,
    pub(super) blocks: Vec<Block>,
}

impl Page {
    pub(super) fn canvas(self) -> Canvas {
        let mut canvas = Canvas::new(self.title, self.width, self.height);
        canvas.is_in_points = true;
        board::define(&mut canvas, &["queen", "crossed"]);
        canvas.elements = self.blocks.into_iter().flat_map(|block| block.elements).collect();
        canvas
    }
}

/// The columns and rows of a page with this many puzzles.
fn grid(per_page: usize) -> (usize, usize) {
    match per_page {
        1 => (1, 1),
        2 => (1, 2),
        4 => (2, 2),
        6 => (2, 3),
        _ => (3, 3),
    }
}

/// The pages of a sheet.
pub(super) fn pages(sheet: &Sheet) -> Result<Vec<Page>, Error> {
    let puzzles = sheet.puzzles.len();
    if !(1..=MAX_PUZZLES).contains(&puzzles) {
        return Err(Error::SheetPuzzles { puzzles, limit: MAX_PUZZLES });
    }
    let sizes = sheet.puzzles.iter().map(|puzzle| puzzle.position.size());
    if let Some(size) = sizes.clone().find(|size| !(1..=MAX_SHEET_SIZE).contains(size)) {
        return Err(Error::SheetBoard { size, limit: MAX_SHEET_SIZE });
    }
    let rules = rules_of(sheet);
    let solved_title = match sheet.title.as_str() {
        "" => "Solutions".to_string(),
        title => format!("{title}: solutions"),
    };
    // The longer title first: an error says how long both may be.
    let second = Frame::new(sheet, &solved_title, &[])?;
    let first = Frame::new(sheet, &sheet.title, &rules)?;
    let mut contents: Vec<(&Frame, Vec<Block>)> = Vec::new();

    let cells = first.cells(grid(sheet.per_page));
    let boards = Boards::fitting(sheet, cells[0])?;
    for (page, puzzles) in sheet.puzzles.chunks(sheet.per_page).enumerate() {
        let number = page * sheet.per_page + 1;
        let block = |(place, puzzle)| boards.puzzle(sheet, puzzle, number + place, cells[place]);
        contents.push((&first, puzzles.iter().enumerate().map(block).collect()));
    }
    let cells = second.cells(SOLUTIONS);
    for (page, puzzles) in sheet.puzzles.chunks(SOLUTIONS_PER_PAGE).enumerate() {
        let number = page * SOLUTIONS_PER_PAGE + 1;
        let block = |(place, puzzle)| solution(sheet, puzzle, number + place, cells[place]);
        contents.push((&second, puzzles.iter().enumerate().map(block).collect()));
    }

    let last = contents.len();
    let page = |(place, (frame, blocks)): (usize, (&Frame, Vec<Block>))| {
        frame.page(blocks, place + 1, last)
    };
    Ok(contents.into_iter().enumerate().map(page).collect())
}

/// The rules of the puzzles in sentences, each once.
fn rules_of(sheet: &Sheet) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for puzzle in &sheet.puzzles {
        let sentence = rules(&puzzle.position);
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    if sheet.puzzles.iter().any(|puzzle| !puzzle.position.closed().is_empty()) {
        sentences.push("Squares with a cross stay empty.".to_string());
    }
    sentences
}

fn rules(position: &Position) -> String {
    let more = match position.rules() {
        Rules::Regions => {
            let queens = match position.stars() {
                1 => "one queen".to_string(),
                stars => format!("{stars} queens"),
            };
            return format!(
                "Place {queens} in each row, column and region. \
                 Queens must not touch, not even at a corner."
            );
        }
        Rules::Queens => "No two queens may share a diagonal.",
        Rules::Torus => {
            "No two queens may share a diagonal. Diagonals continue on the opposite side of the board."
        }
        Rules::Superqueens => "No two queens may share a diagonal or be a knight's move apart.",
        Rules::Semiqueens | Rules::Reflecting => unreachable!("no position has these rules"),
    };
    format!("Place one queen in each row and column. {more}")
}

fn grey(text: impl Into<String>, at: Point, size: f64) -> Text {
    Text::new(text, at, size, GREY)
}

fn bold(text: impl Into<String>, at: Point, size: f64) -> Element {
    Text::new(text, at, size, INK).bold(true).into()
}

/// The board of a position with this side length at a point, with more queens if it is solved.
fn board(
    sheet: &Sheet,
    position: &Position,
    queens: impl IntoIterator<Item = Square>,
    (left, top): Point,
    side: f64,
) -> Vec<Element> {
    let size = position.size();
    // Half of the line around the board is outside its squares.
    let border = (side / size as f64 * 0.075).clamp(0.8, 2.2);
    let (left, top, cell) =
        (left + border / 2.0, top + border / 2.0, (side - border) / size as f64);
    let mut drawing = Drawing::from(position);
    drawing.queens.extend(queens);
    let style = Style::on_paper(border, sheet.is_monochrome);
    board::elements(&drawing, &Grid { left, top, cell, size }, &style)
}

/// What all pages of a kind have: title, rules and page number.
struct Frame {
    width: f64,
    height: f64,
    title: String,
    head: Block,
}

impl Frame {
    fn new(sheet: &Sheet, title: &str, rules: &[String]) -> Result<Self, Error> {
        let (width, height) = sheet.paper.points();
        let inside = width - 2.0 * MARGIN;
        let size = TITLE.min(TITLE * inside / widest(title, TITLE, true).max(1.0));
        if size < SMALLEST_TITLE {
            let letters = sheet.title.chars().count();
            let added = title.strip_prefix(sheet.title.as_str()).unwrap_or_default();
            let fits = |&limit: &usize| {
                let start: String = sheet.title.chars().take(limit).collect();
                TITLE * inside / widest(&format!("{start}{added}"), TITLE, true) >= SMALLEST_TITLE
            };
            let limit = (1..letters).take_while(fits).last().unwrap_or(0);
            return Err(Error::SheetTitle { letters, limit });
        }
        let mut elements = Vec::new();
        let mut y = MARGIN + TITLE * 0.95;
        if !title.is_empty() {
            elements.push(bold(title, (MARGIN, y), size));
        }
        y += 4.0;
        for line in rules.iter().flat_map(|sentence| wrapped(sentence, RULES, inside)) {
            y += RULES * LEADING;
            elements.push(grey(line, (MARGIN, y), RULES).into());
        }
        let bounds = Rect::between((MARGIN, MARGIN), (width - MARGIN, y + 0.3 * RULES));
        Ok(Self { width, height, title: title.to_string(), head: Block { bounds, elements } })
    }

    /// The cells of the space between head and page number, row by row.
    fn cells(&self, (cols, rows): (usize, usize)) -> Vec<Rect> {
        let top = self.head.bounds.y + self.head.bounds.height + 16.0;
        let bottom = self.height - MARGIN - 2.0;
        let width = (self.width - 2.0 * MARGIN - GAP * (cols - 1) as f64) / cols as f64;
        let height = (bottom - top - ROW_GAP * (rows - 1) as f64) / rows as f64;
        let cell = |row: usize, col: usize| Rect {
            x: MARGIN + col as f64 * (width + GAP),
            y: top + row as f64 * (height + ROW_GAP),
            width,
            height,
        };
        (0..rows).flat_map(|row| (0..cols).map(move |col| cell(row, col))).collect()
    }

    fn page(&self, blocks: Vec<Block>, number: usize, last: usize) -> Page {
        let (middle, y) = (self.width / 2.0, self.height - PAGE_NUMBER);
        let bounds = Rect::between((MARGIN, y - CAPTION), (self.width - MARGIN, y + 0.3 * CAPTION));
        let page = grey(format!("{number} / {last}"), (middle, y), CAPTION).middle();
        let foot = Block { bounds, elements: vec![page.into()] };
        let blocks = [self.head.clone()].into_iter().chain(blocks).chain([foot]).collect();
        let title = format!("{}, page {number} of {last}", self.title);
        Page { width: self.width, height: self.height, title, blocks }
    }
}

/// The boards of the puzzles: their side length, and the number of lines below each.
struct Boards {
    side: f64,
    lines: usize,
}

impl Boards {
    /// The largest boards in a cell, with the texts below them.
    fn fitting(sheet: &Sheet, cell: Rect) -> Result<Self, Error> {
        for lines in 1..=MOST_LINES {
            let below = SOURCE_SPACE + lines as f64 * SOURCE * LEADING;
            let side = cell.width.min(cell.height - CAPTION_SPACE - below);
            let fits = |puzzle: &SheetPuzzle| source_lines(puzzle, side).len() <= lines;
            if side >= SMALLEST_BOARD && sheet.puzzles.iter().all(fits) {
                return Ok(Self { side, lines });
            }
        }
        let letters = |puzzle: &SheetPuzzle| source(puzzle).chars().count();
        let letters = sheet.puzzles.iter().map(letters).max().unwrap_or_default();
        Err(Error::SheetSource { letters })
    }

    /// A puzzle in its cell.
    fn puzzle(&self, sheet: &Sheet, puzzle: &SheetPuzzle, number: usize, cell: Rect) -> Block {
        let side = self.side;
        let left = cell.x + (cell.width - side) / 2.0;
        let (right, top) = (left + side, cell.y + CAPTION_SPACE);
        let baseline = top - 6.5;
        let number = number.to_string();
        let difficulty = left + widest(&number, NUMBER, true) + 6.0;
        let name = puzzle.difficulty.name();
        let mut elements = vec![
            bold(&number, (left, baseline), NUMBER),
            grey(name, (difficulty, baseline), CAPTION).into(),
        ];
        let seed = format!("seed {}", puzzle.seed);
        let room = right - difficulty - widest(name, CAPTION, false) - 6.0;
        // Long seeds are printed smaller.
        let size = CAPTION.min(CAPTION * room / widest(&seed, CAPTION, false));
        elements.push(grey(seed, (right, baseline), size).end().into());
        elements.extend(board(sheet, &puzzle.position, [], (left, top), side));
        let mut y = top + side + SOURCE_SPACE;
        let lines = source_lines(puzzle, side);
        debug_assert!(lines.len() <= self.lines);
        for line in lines {
            y += SOURCE * LEADING;
            let at = (left, y - 0.3 * SOURCE);
            let width = widest(&line, SOURCE, false).min(side);
            elements.push(grey(line, at, SOURCE).into());
            if let Source::Link(address) = &puzzle.source {
                let rect = Rect { x: left, y: at.1 - SOURCE, width, height: SOURCE * 1.3 };
                elements.push(Shape::Link { rect, address: address.clone() }.into());
            }
        }
        Block { bounds: cell, elements }
    }
}

fn source(puzzle: &SheetPuzzle) -> &str {
    let (Source::Command(text) | Source::Link(text)) = &puzzle.source;
    text
}

fn source_lines(puzzle: &SheetPuzzle, width: f64) -> Vec<String> {
    wrapped(source(puzzle), SOURCE, width)
}

/// The solution of a puzzle in its cell.
fn solution(sheet: &Sheet, puzzle: &SheetPuzzle, number: usize, cell: Rect) -> Block {
    let above = CAPTION * 1.6;
    let side = cell.width.min(cell.height - above);
    let left = cell.x + (cell.width - side) / 2.0;
    let top = cell.y + above;
    let mut elements = vec![bold(number.to_string(), (left, top - 5.0), CAPTION)];
    let queens = puzzle.solution.squares();
    elements.extend(board(sheet, &puzzle.position, queens, (left, top), side));
    Block { bounds: cell, elements }
}
