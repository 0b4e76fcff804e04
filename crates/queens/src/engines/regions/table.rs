//! The counts of states, each in the only place where it may be. An entry replaces another one.

use super::state::{Needs, Rest};

/// The smallest and the largest number of states in a table.
pub(super) const TABLE_SIZES: [usize; 2] = [1 << 10, 1 << 20];

/// The counts of states.
pub(super) struct Table<const P: usize> {
    entries: Vec<Entry<P>>,
    /// The number of entries that were replaced since the table has this size.
    replaced: usize,
}

/// A state and its count. `line` is 0 in an empty entry: the first line is never looked up.
#[derive(Clone, Copy)]
pub(super) struct Entry<const P: usize> {
    line: u32,
    rest: Rest<P>,
    found: u64,
}

impl<const P: usize> Table<P> {
    const EMPTY: Entry<P> = Entry { line: 0, rest: Rest { needs: Needs::NONE, near: 0 }, found: 0 };

    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), replaced: 0 }
    }

    /// The memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.entries.len() * size_of::<Entry<P>>()
    }

    fn place(&self, line: usize, rest: &Rest<P>) -> usize {
        rest.hash(line) as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, line: usize, rest: &Rest<P>) -> Option<u64> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = &self.entries[self.place(line, rest)];
        (entry.line as usize == line && entry.rest == *rest && line > 0).then_some(entry.found)
    }

    pub(super) fn keep(&mut self, line: usize, rest: &Rest<P>, found: u64) {
        let [smallest, largest] = TABLE_SIZES;
        if self.entries.is_empty() {
            self.entries = vec![Self::EMPTY; smallest];
        }
        if self.replaced > self.entries.len() / 4 && self.entries.len() < largest {
            let more = vec![Self::EMPTY; 4 * self.entries.len()];
            self.replaced = 0;
            for entry in std::mem::replace(&mut self.entries, more) {
                let place = self.place(entry.line as usize, &entry.rest);
                self.entries[place] = entry;
            }
        }
        let place = self.place(line, rest);
        self.replaced += usize::from(self.entries[place].line != 0);
        self.entries[place] = Entry { line: line as u32, rest: *rest, found };
    }
}
