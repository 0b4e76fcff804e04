//! Sheets of puzzles to print, for a class or a newspaper: pages with several puzzles, then pages with their solutions.
//!
//! ```text
//!   title                      title: solutions
//!   rules                      ┌──┐ ┌──┐ ┌──┐
//!   1 easy   2 easy            │  │ │  │ │  │
//!   ┌─────┐  ┌─────┐           └──┘ └──┘ └──┘
//!   │     │  │     │           ┌──┐
//!   └─────┘  └─────┘           │  │
//!   command  command           └──┘
//!          1 / 2                      2 / 2
//! ```
//!
//! A [`Sheet`] has the puzzles and what is printed with them. [`Sheet::pages`] arranges them on pages, measured in points. Each is
//! written as SVG or painted as PNG, or all become a PDF file (`Sheet::pdf`, feature `pdf`). Regions have thick borders, so that a sheet can be printed in black and white.
//!
//! Work: O(squares).  Memory: the pages.  Range: boards up to 32 x 32, up to 500 puzzles.
//! Checked by laws: every shape is inside its block, no two blocks overlap, all are inside the margins; the PDF is parsed by
//! another program in the tests of the Python package.

mod font;
mod layout;

use crate::{Canvas, Error};
use queens::{Control, Solution};
use queens_puzzles::Position;
use queens_puzzles::puzzle::{Batch, Puzzle, PuzzleRequest};
use queens_puzzles::solve::Difficulty;
use std::fmt;
use std::str::FromStr;

/// The largest board of a sheet.
pub const MAX_SHEET_SIZE: usize = 32;
/// The largest number of puzzles of a sheet.
pub const MAX_PUZZLES: usize = 500;
/// The numbers of puzzles that a page can have.
pub const PER_PAGE: [usize; 5] = [1, 2, 4, 6, 9];

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// The width and the height in points, 72 to the inch.
    pub fn points(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Paper {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::UnknownPaper { name: text.to_string() };
        Self::ALL.into_iter().find(|paper| paper.name() == text).ok_or_else(unknown)
    }
}

/// How a reader of a sheet gets a puzzle on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A command that makes the puzzle again.
    Command(String),
    /// The address of a page on which the puzzle is played. In a PDF and in SVG it can be clicked.
    Link(String),
}

/// A puzzle of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPuzzle {
    /// The position to solve.
    pub position: Position,
    /// Its only solution.
    pub solution: Solution,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The seed from which it was made.
    pub seed: u64,
    /// The line below the board.
    pub source: Source,
}

impl SheetPuzzle {
    /// Makes the puzzle of a request. The line below its board is the command that makes it or, with the address of a web page, the
    /// link that opens it there.
    ///
    /// ```
    /// use queens::Never;
    /// use queens_draw::sheet::{SheetPuzzle, Source};
    /// use queens_puzzles::puzzle::PuzzleRequest;
    /// use queens_puzzles::solve::Difficulty;
    /// let request = PuzzleRequest::new(6).seed(5).difficulty(Difficulty::Easy);
    /// let puzzle = SheetPuzzle::make(&request, Some("https://example.org/"), &Never)?;
    /// let link = "https://example.org/#/play?puzzle=regions&size=6&seed=5&difficulty=easy";
    /// assert_eq!(puzzle.source, Source::Link(link.to_string()));
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn make(
        request: &PuzzleRequest,
        page: Option<&str>,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        Self::of(request.make(control)?, request, page, control)
    }

    /// Makes the puzzles of a batch, which are all different, with what is printed with them; see [`make`](Self::make).
    ///
    /// ```
    /// use queens::Never;
    /// use queens_draw::sheet::SheetPuzzle;
    /// use queens_puzzles::puzzle::{Batch, PuzzleRequest};
    /// // Seed 22 gives a puzzle again.
    /// let batch = Batch::new(PuzzleRequest::new(4).seed(1), 22).threads(2);
    /// let puzzles = SheetPuzzle::make_batch(&batch, None, &Never)?;
    /// let seeds: Vec<u64> = puzzles.iter().map(|puzzle| puzzle.seed).collect();
    /// assert_eq!(seeds[20..], [21, 23]);
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn make_batch(
        batch: &Batch,
        page: Option<&str>,
        control: &dyn Control,
    ) -> Result<Vec<Self>, Error> {
        let mut puzzles = Vec::new();
        batch.run(control, &mut |puzzle| {
            let request = batch.request(puzzle.seed);
            puzzles.push(Self::of(puzzle, &request, page, control)?);
            Ok::<(), Error>(())
        })?;
        Ok(puzzles)
    }

    /// A puzzle that this request made, with what is printed with it.
    fn of(
        made: Puzzle,
        request: &PuzzleRequest,
        page: Option<&str>,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let source = match page {
            None => Source::Command(request.command()),
            Some(page) => {
                // The page always makes a puzzle of a difficulty. If that gives another puzzle than no difficulty, the link has the
                // whole position.
                let of_page = request.clone().difficulty(made.difficulty);
                let is_same =
                    of_page == *request || of_page.make(control)?.position == made.position;
                let short = of_page.to_link().filter(|_| is_same);
                let link = short.unwrap_or_else(|| made.position.to_link());
                Source::Link(format!("{page}{link}"))
            }
        };
        let Puzzle { position, solution, difficulty, seed, .. } = made;
        Ok(Self { position, solution, difficulty, seed, source })
    }
}

/// Puzzles to print, and what is printed with them.
///
/// ```
/// use queens_draw::sheet::{Sheet, SheetPuzzle, Source};
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::Difficulty;
///
/// let position: Position = "BBBD\nABDD\nACCD\nACCC".parse()?;
/// let solution = position.check(&[1, 3, 0, 2])?;
/// let difficulty = Difficulty::Easy;
/// let source = Source::Command("queens puzzle new --size 4 --seed 3".to_string());
/// let puzzle = SheetPuzzle { position, solution, difficulty, seed: 3, source };
/// let sheet = Sheet::new(vec![puzzle]).title("Monday");
/// let pages = sheet.pages()?;
/// assert_eq!(pages.len(), 2, "the puzzle, and its solution");
/// assert!(pages[0].svg().contains("Monday"));
/// # Ok::<(), queens_draw::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    puzzles: Vec<SheetPuzzle>,
    title: String,
    paper: Paper,
    per_page: usize,
    is_monochrome: bool,
}

impl Sheet {
    /// A sheet with six puzzles per page on A4 paper.
    pub fn new(puzzles: Vec<SheetPuzzle>) -> Self {
        let (title, paper) = ("Queens".to_string(), Paper::A4);
        Self { puzzles, title, paper, per_page: 6, is_monochrome: false }
    }

    /// With this title.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// On this paper.
    pub fn paper(mut self, paper: Paper) -> Self {
        self.paper = paper;
        self
    }

    /// With this many puzzles per page, one of [`PER_PAGE`].
    pub fn per_page(mut self, per_page: usize) -> Result<Self, Error> {
        if !PER_PAGE.contains(&per_page) {
            return Err(Error::PerPage { per_page });
        }
        self.per_page = per_page;
        Ok(self)
    }

    /// Without colours: regions have only their borders.
    pub fn monochrome(mut self, is_monochrome: bool) -> Self {
        self.is_monochrome = is_monochrome;
        self
    }

    /// The pages: first the puzzles, then the solutions.
    ///
    /// It is an error if there are no puzzles or too many, if a board is too large, or if the title or a link is too long for the
    /// paper.
    pub fn pages(&self) -> Result<Vec<Canvas>, Error> {
        Ok(layout::pages(self)?.into_iter().map(layout::Page::canvas).collect())
    }

    /// All pages as a PDF file.
    ///
    /// It is an error if the title has characters that are not in the fonts of every PDF reader: Latin letters, digits and
    /// common signs.
    #[cfg(feature = "pdf")]
    pub fn pdf(&self) -> Result<Vec<u8>, Error> {
        crate::pdf::file(&self.title, &self.pages()?)
    }
}

/// The number of pages of a sheet with this many puzzles: pages of puzzles, then pages of solutions.
pub fn page_count(puzzles: usize, per_page: usize) -> usize {
    puzzles.div_ceil(per_page.max(1)) + puzzles.div_ceil(layout::SOLUTIONS_PER_PAGE)
}

#[cfg(test)]
mod tests;
