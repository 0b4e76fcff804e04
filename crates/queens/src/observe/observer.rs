//! The trait of observers.

use std::ops::ControlFlow;

/// Whether a search continues (`Continue`) or stops (`Break`).
pub type Flow<T = ()> = ControlFlow<(), T>;

/// In the rows passed to [`Observer::dequeue`], the value for a column without a queen.
pub const NO_QUEEN: u8 = u8::MAX;

/// Watches a search step by step and may stop it. Columns and rows count from 0.
///
/// Methods that list solutions take their observer as a generic parameter, and the functions of this trait do nothing by
/// default. A search with [`Silent`] therefore costs nothing extra. A pair of observers is an observer.
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
///     fn needs_rows(&self) -> bool {
///         false
///     }
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
    /// Whether the observer reads the rows passed to [`solution`](Self::solution). If not, a search need not keep them and
    /// may pass an empty slice.
    #[inline]
    fn needs_rows(&self) -> bool {
        true
    }

    /// The column from which the observer needs only the number of solutions. From there a search may count the rest of the
    /// board without reporting steps or solutions.
    #[inline]
    fn quiet_from(&self) -> usize {
        usize::MAX
    }

    /// The column from which the observer ignores steps (`place`, `remove`, `reject`). Solutions are always reported. A
    /// search that is chosen at run time then saves the calls.
    #[inline]
    fn ignores_steps_from(&self) -> usize {
        usize::MAX
    }

    /// Called when a queen is placed.
    #[inline]
    fn place(&mut self, _col: usize, _row: usize) -> Flow {
        Flow::Continue(())
    }

    /// Called when the queen is taken back. Some methods report this only to observers that read squares.
    #[inline]
    fn remove(&mut self, _col: usize, _row: usize) {}

    /// Called when a tried square is attacked, or in a breadth-first search when the state with this queen cannot be
    /// completed.
    #[inline]
    fn reject(&mut self, _col: usize, _row: usize) {}

    /// Called when a state is added to the queue, which then holds `queued` states.
    #[inline]
    fn enqueue(&mut self, _queued: usize) {}

    /// Called when a state is taken from the queue: the row of each column's queen, or [`NO_QUEEN`].
    #[inline]
    fn dequeue(&mut self, _rows: &[u8], _queued: usize) -> Flow {
        Flow::Continue(())
    }

    /// Called when a solution is found, with the row of the queen in each column.
    #[inline]
    fn solution(&mut self, _rows: &[u8]) -> Flow {
        Flow::Continue(())
    }

    /// Called when a solution is found that was found before.
    #[inline]
    fn duplicate(&mut self, _rows: &[u8]) {}
}

/// The observer that ignores everything and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline]
    fn needs_rows(&self) -> bool {
        false
    }

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
    #[inline]
    fn needs_rows(&self) -> bool {
        self.0.needs_rows() || self.1.needs_rows()
    }

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
