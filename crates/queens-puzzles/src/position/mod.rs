//! Positions: boards up to size 5000 with rules, given queens, closed squares, coloured regions and stars.

mod array;
mod csplib;
mod grid;
mod javascript;
mod json;
pub(crate) mod link;
mod module;
pub(crate) mod parse;
mod reader;
mod short;
mod state;
mod text;
mod violations;

pub use parse::Format;
pub use reader::{Entry, Reader, Written};

use crate::{Error, PositionError};
use queens::{Board, BoardError, MAX_SIZE, Regions, Rules, Solution, Square};

/// The arm of a match on the rules of a position for [`Rules::ONLY_COUNTED`], which no position has.
pub(crate) fn never_in_positions() -> ! {
    unreachable!("a position has one of the rules of `Rules::ALL`")
}

/// The largest size of a position.
pub const MAX_POSITION: usize = 5000;

/// A position to solve: its size, rules, given queens, closed squares, coloured regions and stars.
///
/// Stars are the number of queens in each row, column and region: one, or more with [`Rules::Regions`], as in the puzzle Star
/// Battle.
///
/// A position may be larger than a [`Board`], which the counting engines use: up to [`MAX_POSITION`]. It has any [`Rules`]. Given
/// queens may attack each other; the position then has no solution.
///
/// ```
/// use queens::{Inline, Never, Rules};
/// use queens_puzzles::Position;
/// // Built step by step, or parsed from any `Format`.
/// let position = Position::new(8)?.with_given(["A1".parse()?])?.with_closed(["B5".parse()?])?;
/// assert_eq!(position, "size:8 given:A1 closed:B5".parse()?);
/// assert_eq!(position.count(None, &Inline, &Never)?, 3);
/// assert!(position.check(&[0, 4, 7, 5, 2, 6, 1, 3]).is_err(), "B5 is closed");
///
/// let puzzle: Position = "AABB\nACBB\nACDD\nCCDD".parse()?;
/// assert_eq!((puzzle.rules(), puzzle.stars()), (Rules::Regions, 1));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: usize,
    rules: Rules,
    given: Vec<Square>,
    closed: Vec<Square>,
    regions: Option<Regions>,
    stars: usize,
}

impl Position {
    /// The empty position of this size, 0 to [`MAX_POSITION`], by the rules of queens.
    pub fn new(size: usize) -> Result<Self, Error> {
        if size > MAX_POSITION {
            return Err(Error::from(BoardError::BoardTooLarge { size, limit: MAX_POSITION }));
        }
        let (given, closed) = (Vec::new(), Vec::new());
        Ok(Self { size, rules: Rules::Queens, given, closed, regions: None, stars: 1 })
    }

    /// The position with other rules. [`Rules::Regions`] needs a position with regions, and several stars need
    /// [`Rules::Regions`]. [`Rules::ONLY_COUNTED`] are refused.
    pub fn with_rules(mut self, rules: Rules) -> Result<Self, Error> {
        if Rules::ONLY_COUNTED.contains(&rules) {
            return Err(Error::Position(PositionError::OnlyCounted { rules }));
        }
        if rules == Rules::Regions && self.regions.is_none() {
            return Err(Error::from(BoardError::WrongRegions { size: self.size, regions: 0 }));
        }
        self.rules = rules;
        let stars = self.stars;
        self.with_stars(stars)
    }

    /// The position with this number of queens in each row, column and region. More than one need [`Rules::Regions`]. A row has
    /// room for half of its squares, rounded up, because queens may not be adjacent.
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// let rows: Vec<String> = "ABCDEFGHI".chars().map(|name| name.to_string().repeat(9)).collect();
    /// let position: Position = rows.join("\n").parse()?;
    /// assert_eq!(position.with_stars(2)?.stars(), 2);
    /// let error = Position::new(8)?.with_stars(2).unwrap_err();
    /// assert_eq!(error.to_string(), "2 stars need the rules 'regions', not 'queens'");
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn with_stars(mut self, stars: usize) -> Result<Self, Error> {
        let (size, rules) = (self.size, self.rules);
        Regions::check_stars(size, stars)?;
        if stars > 1 && rules != Rules::Regions {
            return Err(Error::Position(PositionError::StarsWithoutRegions { stars, rules }));
        }
        self.stars = stars;
        Ok(self)
    }

    /// The position with more given queens.
    pub fn with_given(mut self, queens: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.given.extend(queens);
        self.settled()
    }

    /// The position with more closed squares. It is an error if a queen is given on one of them.
    pub fn with_closed(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.closed.extend(squares);
        self.settled()
    }

    /// The position with coloured regions and the rules [`Rules::Regions`].
    pub fn with_regions(mut self, regions: Regions) -> Result<Self, Error> {
        regions.check(self.size)?;
        self.regions = Some(regions);
        self.rules = Rules::Regions;
        Ok(self)
    }

    /// The position without given queens.
    pub fn without_given(&self) -> Self {
        Self { given: Vec::new(), ..self.clone() }
    }

    /// The position with the queens of a solution as given queens.
    pub fn filled(&self, solution: &Solution) -> Self {
        Self { given: solution.squares().collect(), ..self.clone() }
    }

    /// Sorts the squares, removes duplicates, and checks that all are on the board and none is both given and closed.
    fn settled(mut self) -> Result<Self, Error> {
        let size = self.size;
        for squares in [&mut self.given, &mut self.closed] {
            squares.sort_unstable();
            squares.dedup();
            let off = |square: &&Square| square.col.max(square.row) as usize >= size;
            if let Some(&square) = squares.iter().find(off) {
                return Err(Error::from(BoardError::OffBoard { square, size }));
            }
        }
        match self.given.iter().find(|&&square| self.is_closed(square)) {
            Some(&square) => Err(Error::from(BoardError::QueenOnClosedSquare { square })),
            None => Ok(self),
        }
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of queens in each row, column and region.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The given queens, in the order of their columns.
    pub fn given(&self) -> &[Square] {
        &self.given
    }

    /// The closed squares, in the order of their columns.
    pub fn closed(&self) -> &[Square] {
        &self.closed
    }

    /// The coloured regions, if there are any.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Whether a square is closed.
    pub fn is_closed(&self, square: Square) -> bool {
        self.closed.binary_search(&square).is_ok()
    }

    /// Whether two queens attack each other in this position, along lines or within a region. With several stars, only adjacent
    /// queens do.
    pub fn attacks(&self, one: Square, other: Square) -> bool {
        if self.stars > 1 {
            return one != other
                && one.col.abs_diff(other.col).max(one.row.abs_diff(other.row)) == 1;
        }
        let region = |square| self.regions.as_ref().map(|regions| regions.region(square));
        let coloured = self.rules == Rules::Regions && one != other;
        self.rules.attacks(one, other, self.size) || coloured && region(one) == region(other)
    }

    /// Two given queens that attack each other, if there are any.
    pub fn given_attack(&self) -> Option<(Square, Square)> {
        let pairs = self.given.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(place, &one)| self.given[..place].iter().map(move |&b| (b, one)));
        pairs.find(|&(one, other)| self.attacks(one, other))
    }

    /// The board with regions for the counting engines, or `None` if they do not support the position: other rules, larger than
    /// [`MAX_SIZE`], or given queens that attack each other.
    pub(crate) fn region_board(&self) -> Option<Board> {
        let regions = self.regions.clone().filter(|_| self.rules == Rules::Regions)?;
        let board = Board::new(self.size).ok()?.with_regions(regions, self.stars).ok()?;
        let board = self.closed.iter().try_fold(board, |board, &square| board.with_closed(square));
        board.ok()?.with_queens(self.given.iter().copied()).ok()
    }

    /// The board for the counting engines, or `None` if they do not support the position: other rules than queens, larger than
    /// [`MAX_SIZE`], or given queens that attack each other.
    pub fn board(&self) -> Option<Board> {
        if self.rules != Rules::Queens || self.size > MAX_SIZE {
            return None;
        }
        let board = Board::new(self.size).ok()?;
        let board = self.closed.iter().try_fold(board, |board, &square| board.with_closed(square));
        self.given.iter().try_fold(board.ok()?, |board, &queen| board.with_queen(queen)).ok()
    }

    /// Checks a solution with a queen in row `rows[c]` of each column `c`. With several stars, `rows` has the rows of the queens of
    /// column A in ascending order, then those of column B, and so on. An error says what is wrong with it.
    ///
    /// The check shares no code with the searches. It takes linear time, except for looking up closed squares.
    /// [`Position::violations`] finds everything that is wrong.
    pub fn check(&self, rows: &[u32]) -> Result<Solution, Error> {
        let (size, stars) = (self.size, self.stars);
        if rows.len() != size * stars {
            let (queens, expected) = (rows.len(), size * stars);
            return Err(Error::from(BoardError::WrongSize { queens, size, expected }));
        }
        let squares = || {
            let columns = rows.iter().enumerate();
            columns.map(|(queen, &row)| Square::new((queen / stars) as u32, row))
        };
        if let Some(Square { col, row }) = squares().find(|square| square.row as usize >= size) {
            return Err(Error::from(BoardError::RowOutOfRange {
                row: u64::from(row) + 1,
                col,
                size,
            }));
        }
        let column = |col: u32| &rows[col as usize * stars..][..stars];
        if let Some(&square) = self.given.iter().find(|q| !column(q.col).contains(&q.row)) {
            return Err(Error::Position(PositionError::MissingGiven { square }));
        }
        if let Some(square) = squares().find(|&square| self.is_closed(square)) {
            return Err(Error::Position(PositionError::OnClosed { square }));
        }
        if stars > 1 {
            let solution = Solution::with_stars(rows, stars)?;
            self.check_regions(&solution)?;
            return Ok(solution);
        }
        let solution = Solution::by(self.rules, rows)?;
        if let Some(regions) = self.regions.as_ref().filter(|_| self.rules == Rules::Regions) {
            let mut holder = vec![None; size];
            for second in squares() {
                if let Some(first) = holder[regions.region(second)].replace(second) {
                    return Err(Error::Position(PositionError::SameRegion { first, second }));
                }
            }
        }
        Ok(solution)
    }

    /// Checks that each region has the right number of queens.
    fn check_regions(&self, solution: &Solution) -> Result<(), Error> {
        let Some(regions) = &self.regions else { return Ok(()) };
        let mut of_region = vec![0; self.size];
        solution.squares().for_each(|queen| of_region[regions.region(queen)] += 1);
        let expected = self.stars;
        let Some(region) = of_region.iter().position(|&queens| queens != expected) else {
            return Ok(());
        };
        let what = format!("region {}", regions.number(region));
        let queens = of_region[region];
        Err(Error::from(BoardError::WrongNumber { what, queens, expected }))
    }
}

#[cfg(test)]
#[path = "../../tests/common/positions.rs"]
mod arbitrary;
#[cfg(test)]
mod tests;
