//! Observers as trait objects, for searches that are chosen at run time.

use super::{Flow, Observer};

/// An [`Observer`] as a trait object. It always reads squares. Every observer implements it.
pub trait AnyObserver {
    /// See [`Observer::quiet_from`].
    fn quiet_from(&self) -> usize;
    /// See [`Observer::ignores_steps_from`].
    fn ignores_steps_from(&self) -> usize;
    /// See [`Observer::place`].
    fn place(&mut self, col: usize, row: usize) -> Flow;
    /// See [`Observer::remove`].
    fn remove(&mut self, col: usize, row: usize);
    /// See [`Observer::reject`].
    fn reject(&mut self, col: usize, row: usize);
    /// See [`Observer::enqueue`].
    fn enqueue(&mut self, queued: usize);
    /// See [`Observer::dequeue`].
    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow;
    /// See [`Observer::solution`].
    fn solution(&mut self, rows: &[u8]) -> Flow;
    /// See [`Observer::duplicate`].
    fn duplicate(&mut self, rows: &[u8]);
}

impl<O: Observer> AnyObserver for O {
    fn quiet_from(&self) -> usize {
        Observer::quiet_from(self)
    }

    fn ignores_steps_from(&self) -> usize {
        Observer::ignores_steps_from(self)
    }

    fn place(&mut self, col: usize, row: usize) -> Flow {
        Observer::place(self, col, row)
    }

    fn remove(&mut self, col: usize, row: usize) {
        Observer::remove(self, col, row);
    }

    fn reject(&mut self, col: usize, row: usize) {
        Observer::reject(self, col, row);
    }

    fn enqueue(&mut self, queued: usize) {
        Observer::enqueue(self, queued);
    }

    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        Observer::dequeue(self, rows, queued)
    }

    fn solution(&mut self, rows: &[u8]) -> Flow {
        Observer::solution(self, rows)
    }

    fn duplicate(&mut self, rows: &[u8]) {
        Observer::duplicate(self, rows);
    }
}

/// A trait object as an observer that a search accepts.
pub(crate) struct Dynamic<'a> {
    observer: &'a mut dyn AnyObserver,
    steps_before: usize,
}

impl<'a> Dynamic<'a> {
    pub(crate) fn new(observer: &'a mut dyn AnyObserver) -> Self {
        let steps_before = observer.ignores_steps_from();
        Self { observer, steps_before }
    }
}

impl Observer for Dynamic<'_> {
    const SQUARES: bool = true;

    #[inline]
    fn quiet_from(&self) -> usize {
        self.observer.quiet_from()
    }

    #[inline]
    fn place(&mut self, col: usize, row: usize) -> Flow {
        if col < self.steps_before { self.observer.place(col, row) } else { Flow::Continue(()) }
    }

    #[inline]
    fn remove(&mut self, col: usize, row: usize) {
        if col < self.steps_before {
            self.observer.remove(col, row);
        }
    }

    #[inline]
    fn reject(&mut self, col: usize, row: usize) {
        if col < self.steps_before {
            self.observer.reject(col, row);
        }
    }

    #[inline]
    fn enqueue(&mut self, queued: usize) {
        self.observer.enqueue(queued);
    }

    #[inline]
    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        self.observer.dequeue(rows, queued)
    }

    #[inline]
    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.observer.solution(rows)
    }

    #[inline]
    fn duplicate(&mut self, rows: &[u8]) {
        self.observer.duplicate(rows);
    }
}
