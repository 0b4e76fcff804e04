//! Observers as trait objects, for searches that are chosen at run time.

use super::{Flow, Observer};

/// A trait object as an observer that a search accepts. It is not called for the steps that it ignores, and always gets rows.
pub(crate) struct Dynamic<'a> {
    observer: &'a mut dyn Observer,
    steps_before: usize,
}

impl<'a> Dynamic<'a> {
    pub(crate) fn new(observer: &'a mut dyn Observer) -> Self {
        let steps_before = observer.ignores_steps_from();
        Self { observer, steps_before }
    }
}

impl Observer for Dynamic<'_> {
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
