//! Breadth-first search over columns in two tracks, with the free rows of every column.
//!
//! A state is a board with some queens and, for each column without a queen, its free rows. States wait in a queue. For the
//! first state of the queue the next column is chosen. For each of its free rows a copy of the state gets a queen there, and the
//! attacked rows are removed from all other columns. A copy with a column without free rows is dropped, a full one is a
//! solution, any other is added to the queue. The columns are filled in two tracks, first the odd columns and then the even
//! ones, each from the middle outward.
//!
//! Work: N columns updated per placed queen.  Memory: the queue, 13 MB at N=12, 174 MB at N=14, 1.5 GB at N=15.
//! Range: N <= 15.
//! Checked against `arrays`, and its statistics for N=8 against the author's program.
//! Reference: Ben Third's nQueens; docs/methods.md#breadth-first. The even track of N=8 is 4 6 2 0, as in the author's program;
//! the author's README prints 4 2 6 0.

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Order, Statistic};
use crate::observe::{Flow, NO_QUEEN};
use crate::{Board, Observer, Rows, Stopped};
use std::collections::VecDeque;
use std::ops::Range;

/// The largest board whose queue fits into the memory of an ordinary computer.
pub(super) const MAX_SIZE: usize = 15;

/// A board with some queens: for each column the row of its queen, or its free rows.
#[derive(Clone, Copy)]
struct State {
    rows: [u8; MAX_SIZE],
    left: [u16; MAX_SIZE],
}

/// The method `breadth`.
pub(crate) struct Breadth;

impl Method {
    /// Breadth-first search over columns in two tracks.
    pub const BREADTH: Self = Self::new(&Breadth::INFO);
}

impl SearchMethod for Breadth {
    const INFO: EngineInfo = EngineInfo {
        name: "breadth",
        title: "Breadth-first search",
        idea: "breadth first, columns in two parity tracks (Ben Third)",
        max_n: MAX_SIZE,
        order: Some(Order::AsFound),
        statistics: &[
            Statistic::PLACEMENTS,
            Statistic::DEQUEUES,
            Statistic::DROPPED,
            Statistic::QUEUE_PEAK,
        ],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut solutions = 0;
        match walk(size, observer, &mut solutions) {
            Flow::Continue(()) => Ok(solutions),
            Flow::Break(()) => Err(Stopped),
        }
    }

    fn progress_rows(_size: usize) -> Option<Range<usize>> {
        None
    }
}

fn walk<O: Observer>(size: usize, observer: &mut O, solutions: &mut u64) -> Flow {
    let order = column_order(size);
    let all = Rows::first(size).bits() as u16;
    let mut queue = VecDeque::from([State { rows: [NO_QUEEN; MAX_SIZE], left: [all; MAX_SIZE] }]);
    while let Some(head) = queue.pop_front() {
        observer.dequeue(&head.rows[..size], queue.len())?;
        let next = order.iter().copied().find(|&col| head.rows[col] == NO_QUEEN);
        let Some(col) = next else {
            // The board of size 0 has one solution, without queens.
            *solutions += 1;
            return observer.solution(&[]);
        };
        for row in Rows::from_bits(u64::from(head.left[col])).iter() {
            let state = head.with_queen(size, col, row);
            observer.place(col, row)?;
            if !state.rows[..size].contains(&NO_QUEEN) {
                *solutions += 1;
                observer.solution(&state.rows[..size])?;
            } else if state.has_an_empty_column(size) {
                observer.reject(col, row);
            } else {
                queue.push_back(state);
                observer.enqueue(queue.len());
            }
            observer.remove(col, row);
        }
    }
    Flow::Continue(())
}

impl State {
    fn with_queen(mut self, size: usize, col: usize, row: usize) -> Self {
        for (other, left) in self.left[..size].iter_mut().enumerate() {
            let across = col.abs_diff(other);
            let attacked = 1 << row | (1u32 << row << across) | (1u32 << row >> across);
            *left &= !(attacked as u16);
        }
        self.left[col] = 0;
        self.rows[col] = row as u8;
        self
    }

    fn has_an_empty_column(&self, size: usize) -> bool {
        let mut columns = self.rows[..size].iter().zip(&self.left);
        columns.any(|(&row, &left)| row == NO_QUEEN && left == 0)
    }
}

/// The columns in the order in which they are filled: the odd track, then the even track, each from the middle outward.
fn column_order(size: usize) -> Vec<usize> {
    let size = size as isize;
    let middle = (size - 1) / 2;
    let neighbour = if size % 2 == 0 { middle + 1 } else { middle - 1 };
    let (odd, even) = if middle % 2 == 1 { (middle, neighbour) } else { (neighbour, middle) };
    let track = |start: isize| {
        let steps = (1..=size).flat_map(move |step| [start + 2 * step, start - 2 * step]);
        std::iter::once(start).chain(steps).filter(move |col| (0..size).contains(col))
    };
    track(odd).chain(track(even)).map(|col| col as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::column_order;

    #[test]
    fn tracks_are_those_of_the_authors_program() {
        let tracks: [&[usize]; 11] = [
            &[],
            &[0],
            &[1, 0],
            &[1, 0, 2],
            &[1, 3, 2, 0],
            &[1, 3, 2, 4, 0],
            &[3, 5, 1, 2, 4, 0],
            &[3, 5, 1, 2, 4, 0, 6],
            &[3, 5, 1, 7, 4, 6, 2, 0],
            &[3, 5, 1, 7, 4, 6, 2, 8, 0],
            &[5, 7, 3, 9, 1, 4, 6, 2, 8, 0],
        ];
        for (size, track) in tracks.iter().enumerate() {
            assert_eq!(column_order(size), *track, "N = {size}");
        }
    }
}
