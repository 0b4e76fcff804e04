//! Solutions one by one, as an iterator.

use crate::engines::bitmask_iterative::Stack;
use crate::job::Guard;
use crate::observe::{Flow, Record};
use crate::{Board, BoardError, Control, Error, Observer, Silent, Solution};

/// Returns the solutions of the empty board of the given size as a lazy iterator, in lexicographic order.
///
/// ```
/// let lines: Vec<String> = queens::solutions(6)?.map(|s| s.to_string()).collect();
/// assert_eq!(lines, ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
/// # Ok::<(), queens::Error>(())
/// ```
pub fn solutions(size: usize) -> Result<Solutions, Error> {
    Solutions::on(&Board::new(size)?)
}

/// A lazy iterator over the solutions of a board, in lexicographic order and in constant memory.
///
/// ```
/// use queens::{Board, Solutions};
/// let board = Board::new(6)?.with_closed("A2".parse()?)?;
/// let lines: Vec<String> = Solutions::on(&board)?.map(|solution| solution.to_string()).collect();
/// assert_eq!(lines, ["3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    stack: Stack,
    size: usize,
}

impl Solutions {
    /// The solutions of a board with given queens and closed squares. A board with regions is an error:
    /// `Solve::every` of `queens-puzzles` finds the solutions of a position with regions.
    ///
    /// ```
    /// use queens::{Board, Regions, Solutions};
    /// let regions = Regions::new(&["AABB", "ACBB", "ACDD", "CCDD"].map(|row| row.chars().collect()))?;
    /// let board = Board::new(4)?.with_regions(regions, 1)?;
    /// let error = Solutions::on(&board).unwrap_err();
    /// assert_eq!(error.to_string(), "a board with 4 regions: expected one without; a search for positions lists its solutions");
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn on(board: &Board) -> Result<Self, Error> {
        match board.regions() {
            Some(regions) => {
                let regions = regions.names().len();
                Err(Error::Board(BoardError::HasRegions { regions }))
            }
            None => Ok(Self { stack: Stack::new(board), size: board.size() }),
        }
    }

    /// The next solution, or [`Error::Stopped`] if the control stops the search first. The next call resumes it there.
    ///
    /// ```
    /// use queens::{Error, Never, solutions};
    /// use std::sync::atomic::AtomicBool;
    /// let mut all = solutions(8)?;
    /// assert_eq!(all.try_next(&AtomicBool::new(true)), Err(Error::Stopped));
    /// assert_eq!(all.try_next(&Never)?.unwrap().to_string(), "1 5 8 6 3 7 2 4");
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn try_next(&mut self, control: &dyn Control) -> Result<Option<Solution>, Error> {
        match self.advance(&mut Guard::without_progress(control, self.size, Silent)) {
            Flow::Continue(found) => Ok(found),
            Flow::Break(()) => Err(Error::Stopped),
        }
    }

    fn advance<O: Observer>(&mut self, observer: &mut O) -> Flow<Option<Solution>> {
        let found = self.stack.next_solution(&mut Record::new(self.size, observer))?;
        Flow::Continue(found.then(|| Solution::found(self.stack.rows())))
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.advance(&mut Silent) {
            Flow::Continue(found) => found,
            Flow::Break(()) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Stops the search at every third poll.
    struct EveryThird(AtomicU32);

    impl Control for EveryThird {
        fn stopped(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) % 3 == 2
        }
    }

    #[test]
    fn a_stopped_search_resumes_without_losing_or_repeating_a_solution() {
        for size in 0..=11 {
            let (control, mut stops) = (EveryThird(AtomicU32::new(0)), 0);
            let mut search = solutions(size).unwrap();
            let mut found = Vec::new();
            loop {
                match search.try_next(&control) {
                    Ok(Some(solution)) => found.push(solution),
                    Ok(None) => break,
                    Err(_) => stops += 1,
                }
            }
            assert_eq!(found, solutions(size).unwrap().collect::<Vec<_>>(), "N = {size}");
            assert!(size < 4 || stops > 0, "N = {size}");
        }
    }
}
