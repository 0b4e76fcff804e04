//! The order in which columns are filled, and the states of the search.
//!
//! ```text
//!      left half          cross        right half            A queen in the left half attacks squares on both
//!   col 0 <-- 1 <-- 2  |  3   4  |  5 --> 6 --> 7            sides of it: `up` and `down` are the rows that it attacks
//!       filled first      given     filled last              in the next column to the left, `far_up` and
//!                                                            `far_down` those in the first right column.
//! ```
//!
//! Columns that contain a queen of the cross are skipped: the diagonals are then shifted by two or three rows at once.
//! All states of a column share this shift and the open rows, so they are constants of a level of the search. The
//! diagonals of a queen on a middle line reach the next open column inside the board, so no diagonal starts beyond the
//! edge. Given queens may be anywhere, but a [`Board`] has already closed the squares that they attack.

use super::classes::Class;
use crate::{Board, Square, Symmetry};

/// A state of the search: the rows without a queen, and the rows of the current column that are attacked along
/// diagonals that rise (`up`) or fall (`down`) in the direction of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) free: u32,
    pub(super) up: u32,
    pub(super) down: u32,
}

/// A state of the search in a column of the left half: the state of this column, and the attacked rows of the first
/// right column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeftState {
    pub(super) near: State,
    pub(super) far_up: u32,
    pub(super) far_down: u32,
}

/// A column to fill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The column, on the transformed board of the class.
    pub col: u32,
    /// The rows that are open in this column.
    pub open: u32,
    /// The distance to the next column that is filled in the same half.
    pub shift: u32,
    /// The distance to the first column of the right half.
    pub far: u32,
}

impl Step {
    /// The rows in which a queen can be placed.
    #[inline]
    pub(super) fn places(&self, state: State) -> u32 {
        state.free & !(state.up | state.down) & self.open
    }

    /// The state of the next column of this half after placing a queen.
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
    /// The state of the first right column, once the left half is full.
    #[inline]
    pub(super) fn right(self) -> State {
        State { free: self.near.free, up: self.far_up, down: self.far_down }
    }
}

/// The columns that are left to fill in a class, and the initial state.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) left: Vec<Step>,
    pub(super) right: Vec<Step>,
    pub(super) root: LeftState,
}

/// The start of a job: a route with the first columns filled.
pub(super) struct Start {
    pub(super) route: Route,
    pub(super) filled: usize,
    pub(super) state: LeftState,
}

/// The image of a board under one of the symmetries.
#[derive(Clone, Debug)]
pub(super) struct Transformed {
    pub(super) size: usize,
    pub(super) given: Vec<Square>,
    /// The open rows of each column.
    pub(super) open: Vec<u32>,
}

impl Transformed {
    pub(super) fn new(board: &Board, symmetry: Symmetry) -> Self {
        let size = board.size();
        let transform = |square| symmetry.apply(square, size as u32);
        let mut open = vec![0; size];
        for (col, rows) in board.open().iter().enumerate() {
            for row in rows.iter() {
                let square = transform(Square::new(col as u32, row as u32));
                open[square.col as usize] |= 1 << square.row;
            }
        }
        let given = board.given().iter().map(|&queen| transform(queen)).collect();
        Self { size, given, open }
    }
}

impl Route {
    pub(super) fn new(board: &Transformed, class: &Class) -> Self {
        let placed = || class.queens.squares().chain(board.given.iter().copied());
        let is_open = |col: &u32| !placed().any(|queen| queen.col == *col);
        let (size, right) = (board.size as u32, u32::from(class.right));
        let left: Vec<u32> = (0..right).rev().filter(is_open).collect();
        let right: Vec<u32> = (right..size).filter(is_open).collect();
        let first_right = right.first().copied().unwrap_or(size);
        let taken = placed().fold(0u32, |rows, queen| rows | 1 << queen.row);
        let free = !taken & (((1u64 << size) - 1) as u32);

        let (up, down) = left.first().map_or((0, 0), |&col| attacked(class, size, col));
        let near = State { free, up: down, down: up };
        let (far_up, far_down) = attacked(class, size, first_right);
        let root = LeftState { near, far_up, far_down };
        let steps = |columns: &[u32]| steps(board, columns, first_right);
        Self { left: steps(&left), right: steps(&right), root }
    }
}

/// The rows of a column that the queens of a class attack along diagonals that rise, and that fall, from left to right.
fn attacked(class: &Class, size: u32, col: u32) -> (u32, u32) {
    let on_board = |row: i64| if (0..i64::from(size)).contains(&row) { 1u32 << row } else { 0 };
    class.queens.squares().fold((0, 0), |(up, down), queen| {
        let (along, row) = (i64::from(col) - i64::from(queen.col), i64::from(queen.row));
        (up | on_board(row + along), down | on_board(row - along))
    })
}

fn steps(board: &Transformed, columns: &[u32], first_right: u32) -> Vec<Step> {
    let step = |(i, &col): (usize, &u32)| Step {
        col,
        open: board.open[col as usize],
        shift: columns.get(i + 1).map_or(1, |next| next.abs_diff(col)),
        far: first_right.saturating_sub(col).min(u32::BITS - 1),
    };
    columns.iter().enumerate().map(step).collect()
}
