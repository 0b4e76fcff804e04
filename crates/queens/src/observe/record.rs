//! The state that the methods have in common: queens on the board and solutions found.

use super::{Flow, Observer};
use crate::{MAX_SIZE, Stopped};

/// What every method keeps in addition to its own state: the queens placed, the number of solutions, the observer.
pub(crate) struct Record<'a, O> {
    size: usize,
    rows: [u8; MAX_SIZE],
    solutions: u64,
    observer: &'a mut O,
}

impl<'a, O: Observer> Record<'a, O> {
    pub(crate) fn new(size: usize, observer: &'a mut O) -> Self {
        Self { size, rows: [0; MAX_SIZE], solutions: 0, observer }
    }

    #[inline]
    pub(crate) fn place(&mut self, col: usize, row: usize) -> Flow {
        if self.observer.needs_rows() {
            self.rows[col] = row as u8;
        }
        self.observer.place(col, row)
    }

    #[inline]
    pub(crate) fn remove(&mut self, col: usize, row: usize) {
        self.observer.remove(col, row);
    }

    #[inline]
    pub(crate) fn reject(&mut self, col: usize, row: usize) {
        self.observer.reject(col, row);
    }

    /// The row of the queen in a column; kept only for observers that read squares.
    #[inline]
    pub(crate) fn row(&self, col: usize) -> usize {
        usize::from(self.rows[col])
    }

    /// Whether the observer reads rows.
    #[inline]
    pub(crate) fn needs_rows(&self) -> bool {
        self.observer.needs_rows()
    }

    /// Reports that the queens form a solution.
    #[inline]
    pub(crate) fn solution(&mut self) -> Flow {
        self.solutions += 1;
        let rows = if self.observer.needs_rows() { &self.rows[..self.size] } else { &[] };
        self.observer.solution(rows)
    }

    /// Reports that the queens form a solution, and their mirror image too.
    #[inline]
    pub(crate) fn solution_and_mirror(&mut self) -> Flow {
        self.solution()?;
        self.solutions += 1;
        let (mirrored, size) = self.mirrored();
        self.observer.solution(&mirrored[..size])
    }

    /// Reports that the queens form a solution whose mirror image the search finds as well. Both are reported together when
    /// the lower one is found.
    #[inline]
    pub(crate) fn solution_of_a_pair(&mut self) -> Flow {
        self.solutions += 1;
        if !self.observer.needs_rows() {
            return self.observer.solution(&[]);
        }
        let (mirrored, size) = self.mirrored();
        if self.rows[..size] <= mirrored[..size] {
            self.observer.solution(&self.rows[..size])?;
            if self.rows[..size] != mirrored[..size] {
                self.observer.solution(&mirrored[..size])?;
            }
        }
        Flow::Continue(())
    }

    #[inline]
    fn mirrored(&self) -> ([u8; MAX_SIZE], usize) {
        let mut rows = self.rows;
        if !self.observer.needs_rows() {
            return (rows, 0);
        }
        for row in &mut rows[..self.size] {
            *row = self.size as u8 - 1 - *row;
        }
        (rows, self.size)
    }

    /// Whether the observer needs no steps or solutions from this column on.
    #[inline]
    pub(crate) fn quiet(&self, col: usize) -> bool {
        col >= self.observer.quiet_from()
    }

    /// Adds solutions that are not reported to the observer.
    #[inline]
    pub(crate) fn add(&mut self, solutions: u64) {
        self.solutions += solutions;
    }

    /// The end of the search: the number of solutions, if it was not stopped.
    pub(crate) fn end(self, flow: Flow) -> Result<u64, Stopped> {
        match flow {
            Flow::Continue(()) => Ok(self.solutions),
            Flow::Break(()) => Err(Stopped),
        }
    }
}
