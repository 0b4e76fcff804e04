//! The classes: every placement of queens on the middle columns and rows, up to symmetry, in the orientation that is
//! searched fastest.
//!
//! ```text
//!   even N: two middle columns and rows        odd N: one of each,            or a queen in the centre
//!                                              no queen in the centre         and the lines around it
//!       · · · | | · · ·                            · · · | · · ·                  · · | · | · ·
//!       · · · | | · · ·                            · · · | · · ·                  · · | · | · ·
//!       · · · | | · · ·                            · · · | · · ·                  - - + - + - -
//!       - - - + + - - -                            - - - + - - -                  · · | ♛ | · ·
//!       - - - + + - - -                            · · · | · · ·                  - - + - + - -
//!       · · · | | · · ·                            · · · | · · ·                  · · | · | · ·
//! ```
//!
//! The eight symmetries permute these placements. One placement of each orbit is kept, with the size of the orbit as
//! its weight; on a board with given queens or closed squares every placement is kept, with weight 1. Each is then
//! rotated or reflected so that the columns right of the cross, which are filled last, contain as few queens as
//! possible, and those close to the middle.

use crate::{Board, MAX_SIZE, Square, Symmetry};
use std::cmp::Reverse;

/// The most queens on the middle lines: the centre and the four lines around it.
const MAX_QUEENS: usize = 5;

/// Queens on the middle lines, one per line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Middle {
    seats: [(u8, u8); MAX_QUEENS],
    len: u8,
}

impl Middle {
    fn push(&mut self, queen: Square) {
        self.seats[self.len as usize] = (queen.col as u8, queen.row as u8);
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len -= 1;
    }

    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let seats = &self.seats[..self.len as usize];
        seats.iter().map(|&(col, row)| Square::new(col.into(), row.into()))
    }

    fn transformed(&self, symmetry: Symmetry, size: usize) -> Self {
        let mut image = Self::default();
        self.squares().for_each(|queen| image.push(symmetry.apply(queen, size as u32)));
        image
    }
}

/// A class: its queens, on the board transformed by `symmetry`, and the number of arrangements on the middle lines that
/// it represents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) queens: Middle,
    pub(super) symmetry: Symmetry,
    pub(super) weight: u8,
    /// The first of the columns that are filled last.
    pub(super) right: u8,
    /// Whether there is a queen in the centre of a board of odd size.
    pub(super) centred: bool,
}

/// All classes of the board.
pub(super) fn classes(board: &Board) -> Vec<Class> {
    let size = board.size();
    let mut classes = Vec::new();
    let middle = size / 2;
    if size == 0 {
        let queens = Middle::default();
        let symmetry = Symmetry::Identity;
        classes.push(Class { queens, symmetry, weight: 1, right: 0, centred: false });
    } else if size.is_multiple_of(2) {
        Search::new(board, &[middle - 1, middle], false, &mut classes).run();
    } else {
        let centre = Square::new(middle as u32, middle as u32);
        if !board.given().contains(&centre) {
            Search::new(board, &[middle], false, &mut classes).run();
        }
        if size == 1 {
            Search::new(board, &[], true, &mut classes).run();
        } else {
            Search::new(board, &[middle - 1, middle + 1], true, &mut classes).run();
        }
    }
    classes
}

/// A line that needs a queen, unless it already has one.
#[derive(Clone, Copy)]
enum Line {
    Column(usize),
    Row(usize),
}

struct Search<'a> {
    board: &'a Board,
    lines: Vec<Line>,
    /// For each line of the board its index among the middle lines, if it is one.
    place: [Option<u32>; MAX_SIZE],
    right: usize,
    centred: bool,
    queens: Middle,
    found: &'a mut Vec<Class>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, middle: &[usize], centred: bool, found: &'a mut Vec<Class>) -> Self {
        let columns = middle.iter().map(|&line| Line::Column(line));
        let rows = middle.iter().map(|&line| Line::Row(line));
        let mut place = [None; MAX_SIZE];
        middle.iter().zip(0..).for_each(|(&line, i)| place[line] = Some(i));
        let lines = columns.chain(rows).collect();
        let right = middle.last().map_or(board.size(), |&last| last + 1);
        Self { board, lines, place, right, centred, queens: Middle::default(), found }
    }

    fn run(mut self) {
        let centre = (self.board.size() / 2) as u32;
        if self.centred {
            self.try_square(0, Square::new(centre, centre));
        } else {
            self.fill(0);
        }
    }

    fn fill(&mut self, next: usize) {
        let Some(&line) = self.lines.get(next) else { return self.keep() };
        let given = self.board.given().iter().copied();
        let on_line = |queen: Square| match line {
            Line::Column(col) => queen.col as usize == col,
            Line::Row(row) => queen.row as usize == row,
        };
        if given.chain(self.queens.squares()).any(on_line) {
            return self.fill(next + 1);
        }
        for place in 0..self.board.size() as u32 {
            let square = match line {
                Line::Column(col) => Square::new(col as u32, place),
                Line::Row(row) => Square::new(place, row as u32),
            };
            let centre =
                square.col == square.row && square.col as usize * 2 + 1 == self.board.size();
            if !centre {
                self.try_square(next + 1, square);
            }
        }
    }

    fn try_square(&mut self, next: usize, square: Square) {
        let given = self.board.given().contains(&square);
        let open = self.board.open()[square.col as usize].contains(square.row as usize);
        if given {
            self.fill(next);
        } else if open && !self.queens.squares().any(|queen| queen.attacks(square)) {
            self.queens.push(square);
            self.fill(next);
            self.queens.pop();
        }
    }

    /// Keeps the placement, unless one of its images is kept instead.
    fn keep(&mut self) {
        let size = self.board.size();
        let mut weight = 1;
        if self.board.is_empty() {
            let own = self.key(Symmetry::Identity);
            let mut same = 0;
            for symmetry in Symmetry::ALL {
                let key = self.key(symmetry);
                if key < own {
                    return;
                }
                same += u8::from(key == own);
            }
            weight = 8 / same;
        }
        let side = |symmetry: &Symmetry| self.side(*symmetry);
        let symmetry = Symmetry::ALL.into_iter().min_by_key(side).expect("there are eight");
        let queens = self.queens.transformed(symmetry, size);
        let (right, centred) = (self.right as u8, self.centred);
        self.found.push(Class { queens, symmetry, weight, right, centred });
    }

    /// The queens of the transformed placement as a number: for each middle line the position of its queen, 0 for a given one.
    fn key(&self, symmetry: Symmetry) -> u32 {
        let size = self.board.size() as u32;
        self.queens.squares().fold(0, |key, queen| {
            let Square { col, row } = symmetry.apply(queen, size);
            let at = |line: u32, first: u32, place: u32| {
                self.place[line as usize].map_or(0, |i| (place + 1) << (6 * (first + i)))
            };
            key | at(col, 0, row) | at(row, 2, col)
        })
    }

    /// How much of the right side of the transformed board is occupied (less is better), then how far from the middle
    /// the left side is.
    fn side(&self, symmetry: Symmetry) -> (u32, u32, Reverse<u32>) {
        let size = self.board.size() as u32;
        let queens = self.queens.squares().chain(self.board.given().iter().copied());
        let taken = queens.fold(0u64, |taken, queen| taken | 1 << symmetry.apply(queen, size).col);
        let right = taken >> self.right;
        let left = taken & ((1 << (size - self.right as u32)) - 1);
        (right.count_ones(), u64::BITS - right.leading_zeros(), Reverse(left.trailing_zeros()))
    }
}
