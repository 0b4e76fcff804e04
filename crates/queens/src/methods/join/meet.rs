//! Where the halves meet: the pairs of a lower and an upper half-board that share no diagonal.
//!
//! The upper half-boards are taken in sets of a few hundred. Four tables tell which of a set fit a given chunk of a mask, and
//! a fifth which fit its key; a lower half-board fits those in all five. The lower half-boards come sorted by key, so
//! that the fifth table is looked up once a key, and a key that fits none of the set is passed over.

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, One};
use super::layout::Layout;
use super::quarters::{Few, Many};
use crate::{Control, Stopped};

/// Lower half-boards by the queens that they have on the main diagonals: none, one, two.
pub(super) const CLASSES: usize = 3;

/// The two quarters of a half.
#[derive(Clone, Copy)]
pub(super) struct Quarters<'a> {
    pub(super) few: &'a Few,
    pub(super) many: &'a Many,
}

/// The memory of the join, kept from one set of columns to the next.
pub(super) struct Area<K: Kernel> {
    upper: Masks,
    raw: [Masks; CLASSES],
    lower: [Sorted<K>; CLASSES],
    open: Vec<K::Set>,
    tables: Vec<K::Set>,
    keys: Vec<K::Set>,
    alive: Vec<u32>,
}

/// Half-boards as table indices, sorted by key.
struct Sorted<K: Kernel> {
    items: Vec<K::Item>,
    starts: Vec<u32>,
}

impl<K: Kernel> Default for Area<K> {
    fn default() -> Self {
        Self {
            upper: Masks::default(),
            raw: Default::default(),
            lower: std::array::from_fn(|_| Sorted { items: Vec::new(), starts: Vec::new() }),
            open: Vec::new(),
            tables: Vec::new(),
            keys: Vec::new(),
            alive: Vec::new(),
        }
    }
}

impl<K: Kernel> Area<K> {
    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        let masks = |masks: &Masks| 4 * (masks.low.capacity() + masks.high.capacity());
        let sets = self.open.capacity() + self.tables.capacity() + self.keys.capacity();
        masks(&self.upper)
            + self.raw.iter().map(masks).sum::<usize>()
            + sets * size_of::<K::Set>()
            + self.lower.iter().map(|s| s.items.capacity() * size_of::<K::Item>()).sum::<usize>()
    }

    /// Counts the pairs that fit, by the class of the lower half-board; only the classes wanted.
    #[inline(always)]
    pub(super) fn meet(
        &mut self,
        layout: &Layout,
        lower: Quarters<'_>,
        upper: Quarters<'_>,
        wanted: [bool; CLASSES],
        control: &dyn Control,
    ) -> Result<[u64; CLASSES], Stopped> {
        let bits = layout.rest_bits + layout.key_bits;
        if bits > 32 {
            pair_upper::<K, true>(upper, &mut self.upper);
        } else {
            pair_upper::<K, false>(upper, &mut self.upper);
        }
        if self.upper.len == 0 {
            return Ok([0; CLASSES]);
        }
        let chunks = Chunks::new(layout.rest_bits);
        self.pair_lower(layout, &chunks, lower, wanted);
        self.open.resize(bits as usize, K::all());
        self.tables.resize(chunks.entries(), K::all());
        self.keys.resize(1 << layout.key_bits, K::all());
        let mut sums = [K::zero(); CLASSES];
        for set in (0..self.upper.len).step_by(K::LANES) {
            if control.stopped() {
                return Err(Stopped);
            }
            self.slice(layout, &chunks, set);
            let tables = split(&self.tables, &chunks);
            for (class, sum) in sums.iter_mut().enumerate() {
                let Sorted { items, starts } = &self.lower[class];
                if items.is_empty() {
                    continue;
                }
                for &key in &self.alive {
                    let key = key as usize;
                    let items = &items[starts[key] as usize..starts[key + 1] as usize];
                    K::add(sum, tables, self.keys[key], items);
                }
            }
        }
        Ok(sums.map(K::total))
    }

    /// Lists the lower half-boards: by class, within it by key, each key's padded to a multiple of four.
    #[inline(always)]
    fn pair_lower(
        &mut self,
        layout: &Layout,
        chunks: &Chunks,
        quarters: Quarters<'_>,
        wanted: [bool; CLASSES],
    ) {
        let Self { raw, lower, .. } = self;
        for sorted in lower.iter_mut() {
            sorted.items.clear();
            sorted.starts.clear();
        }
        let few = quarters.few;
        let ranks = quarters.many.starts.len() / 2;
        for key in 0..1 << layout.key_bits {
            raw.iter_mut().for_each(|masks| masks.len = 0);
            for on_main in 0..2 {
                let group = 2 * key + on_main;
                for i in few.starts[group] as usize..few.starts[group + 1] as usize {
                    let one = few.one(i);
                    let rank = ranks - 1 - usize::from(few.rank[i]);
                    for other_on_main in 0..2 {
                        let class = on_main + other_on_main;
                        let list = quarters.many.list(2 * rank + other_on_main);
                        if wanted[class] && !list.shared.is_empty() {
                            K::pair::<false>(one, list, &mut raw[class]);
                        }
                    }
                }
            }
            for (sorted, raw) in lower.iter_mut().zip(raw.iter()) {
                sorted.starts.push(sorted.items.len() as u32);
                // No half-board of either kind is free of diagonals of the rest, so a mask of all fits none.
                let padding = raw.len.next_multiple_of(4) - raw.len;
                let masks = raw.low[..raw.len].iter().copied();
                let padded = masks.chain(std::iter::repeat_n(!0, padding));
                sorted.items.extend(padded.map(|mask| K::item(chunks, mask)));
            }
        }
        for sorted in lower.iter_mut() {
            sorted.starts.push(sorted.items.len() as u32);
        }
    }

    /// Makes the tables of a set of upper half-boards.
    #[inline(always)]
    fn slice(&mut self, layout: &Layout, chunks: &Chunks, set: usize) {
        K::open(&self.upper.low[set..], &self.upper.high[set..], &mut self.open);
        let mut tables = &mut self.tables[..];
        for i in 0..CHUNKS {
            let (table, further) = tables.split_at_mut(1 << chunks.widths[i]);
            tables = further;
            combine::<K>(&self.open[chunks.shifts[i] as usize..], table);
        }
        combine::<K>(&self.open[layout.rest_bits as usize..], &mut self.keys);
        self.alive.clear();
        for (key, &fitting) in self.keys.iter().enumerate() {
            if !K::is_empty(fitting) {
                self.alive.push(key as u32);
            }
        }
    }
}

/// For every set of bits, those that are open at all of them.
#[inline(always)]
fn combine<K: Kernel>(open: &[K::Set], table: &mut [K::Set]) {
    table[0] = K::all();
    let mut filled = 1;
    for &open in open {
        if filled == table.len() {
            break;
        }
        let (from, to) = table.split_at_mut(filled);
        for (from, to) in from.iter().zip(to) {
            *to = K::both(*from, open);
        }
        filled *= 2;
    }
}

/// The table of each chunk.
#[inline(always)]
fn split<'a, S>(tables: &'a [S], chunks: &Chunks) -> [&'a [S]; CHUNKS] {
    let mut left = tables;
    std::array::from_fn(|i| {
        let (table, further) = left.split_at(1 << chunks.widths[i]);
        left = further;
        table
    })
}

/// Lists the upper half-boards, filled up to whole sets with masks that fit nothing.
#[inline(always)]
fn pair_upper<K: Kernel, const WIDE: bool>(quarters: Quarters<'_>, masks: &mut Masks) {
    masks.len = 0;
    let few = quarters.few;
    let ranks = quarters.many.starts.len() / 2;
    for i in 0..few.shared.len() {
        let list = quarters.many.list(2 * (ranks - 1 - usize::from(few.rank[i])));
        if !list.shared.is_empty() {
            K::pair::<WIDE>(few.one(i), list, masks);
        }
    }
    masks.reserve(K::LANES);
    let Masks { low, high, len } = masks;
    low[*len..*len + K::LANES].fill(!0);
    if WIDE {
        high[*len..*len + K::LANES].fill(!0);
    }
}

impl Few {
    #[inline(always)]
    fn one(&self, i: usize) -> One {
        One { shared: self.shared[i], low: self.low[i], high: self.high[i] }
    }
}

impl Many {
    #[inline(always)]
    fn list(&self, group: usize) -> List<'_> {
        let (start, end) = (self.starts[group] as usize, self.starts[group + 1] as usize);
        List {
            shared: &self.shared[start..end],
            low: &self.low[start..end],
            high: &self.high[start..end],
        }
    }
}
