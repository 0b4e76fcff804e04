//! Observers: what watches a search, step by step.

use std::ops::ControlFlow;

/// Whether a search continues (`Continue`) or ends here (`Break`).
pub type Flow<T = ()> = ControlFlow<(), T>;

/// The row of a column without a queen, in the rows that [`Observer::dequeue`] shows.
pub const NO_QUEEN: u8 = u8::MAX;

/// Watches a search and may end it. Columns and rows count from 0.
///
/// Every plain method takes its observer as a generic parameter, and every hook does nothing unless it is
/// written: a search with [`Silent`] compiles to the search alone. Two observers watch together as a pair.
///
/// ```
/// use queens::{engines, Board, Method, Observer};
/// use queens::observe::Flow;
///
/// /// The deepest column that the search reaches before its first solution.
/// #[derive(Default)]
/// struct Deepest(usize);
///
/// impl Observer for Deepest {
///     const SQUARES: bool = false;
///     fn place(&mut self, col: usize, _row: usize) -> Flow {
///         self.0 = self.0.max(col);
///         Flow::Continue(())
///     }
///     fn solution(&mut self, _rows: &[u8]) -> Flow {
///         Flow::Break(())
///     }
/// }
///
/// let mut deepest = Deepest::default();
/// assert!(engines::search(Method::ARRAYS, &Board::new(6)?, &mut deepest).is_err());
/// assert_eq!(deepest.0, 5);
/// # Ok::<(), queens::Error>(())
/// ```
pub trait Observer {
    /// Whether the rows handed to [`solution`](Self::solution) are read. If not, a method need not keep them and
    /// may hand over an empty slice.
    const SQUARES: bool;

    /// The column from which on the observer wants to know nothing but the number of solutions. A method may count
    /// the rest of the board there without telling.
    #[inline]
    fn quiet_from(&self) -> usize {
        usize::MAX
    }

    /// The column from which on the observer ignores steps (`place`, `remove`, `reject`). Solutions are always reported. A search that
    /// is chosen at run time saves the calls.
    #[inline]
    fn ignores_steps_from(&self) -> usize {
        usize::MAX
    }

    /// A queen is placed. This is what the textbooks count.
    #[inline]
    fn place(&mut self, _col: usize, _row: usize) -> Flow {
        Flow::Continue(())
    }

    /// The queen is taken back. Some methods tell only observers that read squares.
    #[inline]
    fn remove(&mut self, _col: usize, _row: usize) {}

    /// A square was tried and is attacked; or, in a search by breadth, the state with this queen cannot be finished.
    #[inline]
    fn reject(&mut self, _col: usize, _row: usize) {}

    /// A state joins the queue, which then holds `queued` states.
    #[inline]
    fn enqueue(&mut self, _queued: usize) {}

    /// The state at the head of the queue is taken up: the row of each column's queen, or [`NO_QUEEN`].
    #[inline]
    fn dequeue(&mut self, _rows: &[u8], _queued: usize) -> Flow {
        Flow::Continue(())
    }

    /// A solution is found: the row of the queen in each column.
    #[inline]
    fn solution(&mut self, _rows: &[u8]) -> Flow {
        Flow::Continue(())
    }

    /// A solution is found that was found before.
    #[inline]
    fn duplicate(&mut self, _rows: &[u8]) {}
}

/// The observer that sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const SQUARES: bool = false;

    #[inline]
    fn quiet_from(&self) -> usize {
        0
    }

    #[inline]
    fn ignores_steps_from(&self) -> usize {
        0
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const SQUARES: bool = A::SQUARES || B::SQUARES;

    #[inline]
    fn quiet_from(&self) -> usize {
        self.0.quiet_from().max(self.1.quiet_from())
    }

    #[inline]
    fn ignores_steps_from(&self) -> usize {
        self.0.ignores_steps_from().max(self.1.ignores_steps_from())
    }

    #[inline]
    fn place(&mut self, col: usize, row: usize) -> Flow {
        self.0.place(col, row)?;
        self.1.place(col, row)
    }

    #[inline]
    fn remove(&mut self, col: usize, row: usize) {
        self.0.remove(col, row);
        self.1.remove(col, row);
    }

    #[inline]
    fn reject(&mut self, col: usize, row: usize) {
        self.0.reject(col, row);
        self.1.reject(col, row);
    }

    #[inline]
    fn enqueue(&mut self, queued: usize) {
        self.0.enqueue(queued);
        self.1.enqueue(queued);
    }

    #[inline]
    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        self.0.dequeue(rows, queued)?;
        self.1.dequeue(rows, queued)
    }

    #[inline]
    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.0.solution(rows)?;
        self.1.solution(rows)
    }

    #[inline]
    fn duplicate(&mut self, rows: &[u8]) {
        self.0.duplicate(rows);
        self.1.duplicate(rows);
    }
}
