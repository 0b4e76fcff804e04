//! Statistics: numbers of steps of a search.

use super::{Flow, Observer};

/// The observer that counts the steps of a search.
///
/// ```
/// use queens::{engines, Board, Method, Statistics};
/// let mut statistics = Statistics::default();
/// engines::search(Method::ARRAYS, &Board::new(8)?, &mut statistics)?;
/// assert_eq!(statistics.placements, 2056);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of queens placed, including the last one of each solution.
    pub placements: u64,
    /// The number of tried squares that are attacked; in a breadth-first search, the number of dropped states.
    pub rejects: u64,
    /// The number of states taken from the queue.
    pub dequeues: u64,
    /// The largest number of states in the queue.
    pub queue_peak: u64,
    /// The number of solutions that were found before.
    pub duplicates: u64,
}

impl Statistics {
    /// The steps of this and of another part of the same search, or `None` if a number is too large.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(Self {
            placements: self.placements.checked_add(other.placements)?,
            rejects: self.rejects.checked_add(other.rejects)?,
            dequeues: self.dequeues.checked_add(other.dequeues)?,
            queue_peak: self.queue_peak.max(other.queue_peak),
            duplicates: self.duplicates.checked_add(other.duplicates)?,
        })
    }
}

impl Observer for Statistics {
    #[inline]
    fn needs_rows(&self) -> bool {
        false
    }

    #[inline]
    fn place(&mut self, _col: usize, _row: usize) -> Flow {
        self.placements += 1;
        Flow::Continue(())
    }

    #[inline]
    fn reject(&mut self, _col: usize, _row: usize) {
        self.rejects += 1;
    }

    #[inline]
    fn enqueue(&mut self, queued: usize) {
        self.queue_peak = self.queue_peak.max(queued as u64);
    }

    #[inline]
    fn dequeue(&mut self, _rows: &[u8], _queued: usize) -> Flow {
        self.dequeues += 1;
        Flow::Continue(())
    }

    #[inline]
    fn duplicate(&mut self, _rows: &[u8]) {
        self.duplicates += 1;
    }
}
