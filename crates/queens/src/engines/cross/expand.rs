//! Phase 1, the way to the last half: which columns are filled in which order, and what a state of the search is.
//!
//! ```text
//!      left half          cross        right half            A queen set in the left half closes squares on
//!   col 0 <-- 1 <-- 2  |  3   4  |  5 --> 6 --> 7            both sides of it: `up` and `down` run to the left
//!           first         given        last                  with the search, `far_up` and `far_down` are kept as
//!                                                            the first right column will see them.
//! ```
//!
//! Columns that hold a queen of the cross are passed over: the diagonals then move two or three rows at once. All states of a
//! column share that shift and the open rows, so that they are constants of a level of the search.
//! The diagonals of a queen on a middle line meet the next open column on the board, so nothing enters a state from outside; given
//! queens may stand anywhere, but a [`Board`] has closed the squares that they attack.

use super::classes::Class;
use crate::{Board, Square, Symmetry};

/// States of the search in the first column of the right half, each word in an array of its own.
#[derive(Clone, Copy, Debug)]
pub struct States<'a> {
    /// Rows without a queen.
    pub free: &'a [u32],
    /// Rows closed by diagonals that rise to the right.
    pub up: &'a [u32],
    /// Rows closed by diagonals that fall to the right.
    pub down: &'a [u32],
}

/// What is done with the states in which the right half begins.
pub(super) type Visitor<'a> = dyn FnMut(States<'_>) + 'a;

/// A state of the search: the rows without a queen, and those that diagonals close here, rising or falling in the direction of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) free: u32,
    pub(super) up: u32,
    pub(super) down: u32,
}

/// A state of the search in a column of the left half: what the left columns see, and what the first right one will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeftState {
    pub(super) near: State,
    pub(super) far_up: u32,
    pub(super) far_down: u32,
}

/// A column to fill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The column, counted on the turned board.
    pub col: u32,
    /// The rows that a queen may take.
    pub open: u32,
    /// How far it is to the next column filled, in the same half.
    pub shift: u32,
    /// How far it is to the first column of the right half.
    pub far: u32,
}

impl Step {
    /// The rows that a queen may take in a state.
    #[inline]
    pub(super) fn places(&self, state: State) -> u32 {
        state.free & !(state.up | state.down) & self.open
    }

    /// The state after a queen, as the next column of this half sees it.
    #[inline]
    pub(super) fn set(&self, state: State, queen: u32) -> State {
        let State { free, up, down } = state;
        let (up, down) = ((up | queen) << self.shift, (down | queen) >> self.shift);
        State { free: free ^ queen, up, down }
    }

    /// The same in the left half.
    #[inline]
    pub(super) fn set_left(&self, state: LeftState, queen: u32) -> LeftState {
        LeftState {
            near: self.set(state.near, queen),
            far_up: state.far_up | queen << self.far,
            far_down: state.far_down | queen >> self.far,
        }
    }
}

impl LeftState {
    /// The state in which the right half begins, once the left half is full.
    #[inline]
    pub(super) fn turn(self) -> State {
        State { free: self.near.free, up: self.far_up, down: self.far_down }
    }
}

/// The columns that a class leaves to fill, and the state to begin with.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) left: Vec<Step>,
    pub(super) right: Vec<Step>,
    pub(super) root: LeftState,
}

/// Where a job begins: a route with the first columns filled.
pub(super) struct Start {
    pub(super) route: Route,
    pub(super) filled: usize,
    pub(super) state: LeftState,
}

/// The members of a set, each as a set of its own.
#[inline]
pub(super) fn bits(set: u32) -> impl Iterator<Item = u32> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// What is given on a board turned by one of the symmetries.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    pub(super) size: usize,
    pub(super) given: Vec<Square>,
    /// For each column the open rows.
    pub(super) open: Vec<u32>,
}

impl Turned {
    pub(super) fn new(board: &Board, symmetry: Symmetry) -> Self {
        let size = board.size();
        let turn = |square| symmetry.apply(square, size as u32);
        let mut open = vec![0; size];
        for (col, rows) in board.open().iter().enumerate() {
            for row in rows.iter() {
                let square = turn(Square::new(col as u32, row as u32));
                open[square.col as usize] |= 1 << square.row;
            }
        }
        Self { size, given: board.given().iter().map(|&queen| turn(queen)).collect(), open }
    }
}

impl Route {
    pub(super) fn new(board: &Turned, class: &Class) -> Self {
        let placed = || class.queens.squares().chain(board.given.iter().copied());
        let is_open = |col: &u32| !placed().any(|queen| queen.col == *col);
        let (size, right) = (board.size as u32, u32::from(class.right));
        let left: Vec<u32> = (0..right).rev().filter(is_open).collect();
        let right: Vec<u32> = (right..size).filter(is_open).collect();
        let turn = right.first().copied().unwrap_or(size);
        let taken = placed().fold(0u32, |rows, queen| rows | 1 << queen.row);
        let free = !taken & (((1u64 << size) - 1) as u32);

        let (up, down) = left.first().map_or((0, 0), |&col| closed(class, size, col));
        let near = State { free, up: down, down: up };
        let (far_up, far_down) = closed(class, size, turn);
        let root = LeftState { near, far_up, far_down };
        Self { left: steps(board, &left, turn), right: steps(board, &right, turn), root }
    }
}

/// The rows of a column on rising and on falling diagonals of the class's queens, from left to right.
fn closed(class: &Class, size: u32, col: u32) -> (u32, u32) {
    let on_board = |row: i64| if (0..i64::from(size)).contains(&row) { 1u32 << row } else { 0 };
    class.queens.squares().fold((0, 0), |(up, down), queen| {
        let (along, row) = (i64::from(col) - i64::from(queen.col), i64::from(queen.row));
        (up | on_board(row + along), down | on_board(row - along))
    })
}

fn steps(board: &Turned, columns: &[u32], turn: u32) -> Vec<Step> {
    let step = |(i, &col): (usize, &u32)| Step {
        col,
        open: board.open[col as usize],
        shift: columns.get(i + 1).map_or(1, |next| next.abs_diff(col)),
        far: turn.saturating_sub(col).min(u32::BITS - 1),
    };
    columns.iter().enumerate().map(step).collect()
}
