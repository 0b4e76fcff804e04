//! The join itself: counting the pairs of a lower and an upper half-board that share no diagonal.
//!
//! The half-boards of one half are processed in tiles of 256. Four tables tell which half-boards of a tile fit a chunk
//! of a mask (`tables.rs`), and a fifth table which of them fit a key. A mask of the other half fits the intersection
//! of five sets.
//!
//! Both halves are sorted by key. So the fifth table is looked up once per key, and keys that fit no half-board of the
//! tile are skipped: because a tile has few distinct keys, these are many.
//!
//! ```text
//!   upper masks, sorted by key           tile 0           tile 1           tile 2 ...      256 masks each
//!                                           |
//!                         open: for each bit, the masks of the tile without it
//!                         four tables of chunks, one of keys
//!                                           |
//!   lower masks, sorted by key    key 0   key 1   key 2  ...          skipped if keys[key] is empty
//!                                 items   items   items               T0 & T1 & T2 & T3 & keys[key], counted
//! ```

use super::kernel::Kernel;
use super::key::Key;
use super::layout::Layout;
use super::masks::Masks;
use super::pairing::{GROUPS, Paired, Quarters};
use super::quarters::{Block, ScalarFilling};
use super::sort::{Append, Index, Sorted, sort};
use super::tables::{Chunks, Tables, combine};
use crate::{Control, Stopped};
use std::ops::Range;

/// Whether the tables are made of the lower half-boards. On boards of odd size these lists are the shorter ones and
/// need fewer tiles. On boards of even size three lists, one per group, would each be cut into tiles.
fn tiles_lower(layout: &Layout) -> bool {
    !layout.size.is_multiple_of(2)
}

/// The halves for a set of columns.
#[derive(Clone, Copy)]
pub(super) struct Halves<'a> {
    pub(super) layout: &'a Layout,
    pub(super) lower: Quarters<'a>,
    pub(super) upper: Quarters<'a>,
    /// The quarters of the east that will be needed for the next set of columns.
    pub(super) next: Option<Quarters<'a>>,
    /// The groups of lower half-boards to count.
    pub(super) wanted: [bool; GROUPS],
    pub(super) control: &'a dyn Control,
}

/// The memory of the join, reused from one set of columns to the next.
pub(super) struct Area<K: Kernel> {
    kernel: K,
    /// The half-boards of which tables are made.
    tiled: Masks,
    /// The place of each group in `tiled`.
    tiles: [Range<usize>; GROUPS],
    paired: Paired,
    /// The lists of each level of a sort.
    parts: Vec<[Masks; 4]>,
    /// The other half-boards, by group.
    sorted: [Sorted<K>; GROUPS],
    /// For each bit, the half-boards of the tile without it.
    open: Vec<K::Set>,
    /// The same for some bits only.
    ordered: Vec<K::Set>,
    tables: Tables<K>,
    /// For each key, the half-boards of the tile that fit it.
    keys: Vec<K::Set>,
    /// The keys that fit some half-board of the tile.
    alive: Vec<u32>,
}

/// The fillings of a scalar quarter in a cache line of 64 bytes.
const FILLINGS_PER_LINE: usize = 64 / size_of::<ScalarFilling>();

/// The quarters of the next set of columns, which are prefetched in small parts while this set is counted.
struct Ahead<'a> {
    scalar: &'a [ScalarFilling],
    vector: &'a [Block],
}

impl<'a> Ahead<'a> {
    /// The number of cache lines that are prefetched at a time, of each quarter.
    const LINES: usize = 8;

    fn new(next: Option<Quarters<'a>>) -> Self {
        next.map_or(Self { scalar: &[], vector: &[] }, |next| Self {
            scalar: next.scalar.fillings(),
            vector: next.vector.blocks(),
        })
    }

    #[inline(always)]
    fn fetch<K: Kernel>(&mut self, kernel: K) {
        let (vector, further) = self.vector.split_at(Self::LINES.min(self.vector.len()));
        kernel.prefetch(vector);
        self.vector = further;
        let fillings = Self::LINES * FILLINGS_PER_LINE;
        let (scalar, further) = self.scalar.split_at(fillings.min(self.scalar.len()));
        kernel.prefetch(scalar);
        self.scalar = further;
    }
}

impl<K: Kernel> Area<K> {
    pub(super) fn new(kernel: K) -> Self {
        Self {
            kernel,
            tiled: Masks::default(),
            tiles: std::array::from_fn(|_| 0..0),
            paired: Paired::default(),
            parts: Vec::new(),
            sorted: std::array::from_fn(|_| Sorted::default()),
            open: Vec::new(),
            ordered: Vec::new(),
            tables: Tables::default(),
            keys: Vec::new(),
            alive: Vec::new(),
        }
    }

    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        let sets = [&self.open, &self.ordered, &self.keys];
        let sets = sets.iter().map(|sets| sets.capacity()).sum::<usize>();
        self.tiled.memory()
            + self.paired.memory()
            + self.parts.iter().flatten().map(Masks::memory).sum::<usize>()
            + sets * size_of::<K::Set>()
            + self.tables.memory()
            + self.sorted.iter().map(|sorted| sorted.items.memory()).sum::<usize>()
    }

    /// Counts the pairs that fit, by the group of the lower half-board; only the wanted groups.
    #[inline(always)]
    pub(super) fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; GROUPS], Stopped> {
        let Halves { layout, lower, upper, next, wanted, control } = halves;
        let kernel = self.kernel;
        let key = &Key::new(layout, lower, upper);
        let chunks = Chunks::new(layout.bits - key.bits().len() as u32);
        let (lower, upper) = ((lower, wanted), (upper, [true, false, false]));
        let (tiled, other) = if tiles_lower(layout) { (lower, upper) } else { (upper, lower) };
        if layout.bits > 32 {
            self.list_tiled::<true>(key, tiled);
            self.list_items::<true>(key, &chunks, other);
        } else {
            self.list_tiled::<false>(key, tiled);
            self.list_items::<false>(key, &chunks, other);
        }
        self.open.resize(layout.bits as usize, kernel.all());
        self.tables.resize(kernel, &chunks);
        self.keys.resize(1 << key.bits().len(), kernel.all());
        let mut ahead = Ahead::new(next);
        let mut sums = [kernel.zero(); GROUPS];
        for group in 0..GROUPS {
            let tiles = self.tiles[group].clone();
            for tile in tiles.step_by(K::LANES) {
                if control.stopped() {
                    return Err(Stopped);
                }
                self.fill_tables(key, tile);
                // One of the two is an upper half-board, which is always in the first group: so the sum of both is the
                // group of the lower one.
                for (other, sum) in sums[group..].iter_mut().enumerate() {
                    self.visit(other, sum, &mut ahead);
                }
            }
        }
        let [none, one, two] = sums;
        Ok([kernel.total(none), kernel.total(one), kernel.total(two)])
    }

    /// Counts the pairs of a half-board of the tile and an item of a group.
    #[inline(always)]
    fn visit(&self, group: usize, sum: &mut K::Sum, ahead: &mut Ahead<'_>) {
        let Sorted { items, starts } = &self.sorted[group];
        if starts.is_empty() {
            return;
        }
        let lookup = self.tables.lookup(items);
        for &key in &self.alive {
            ahead.fetch(self.kernel);
            let key = key as usize;
            let of_key = lookup.part(starts[key], starts[key + 1]);
            self.kernel.add(sum, of_key, self.keys[key]);
        }
    }

    /// Lists the half-boards of which tables are made, by group. Each group is filled up to whole tiles with masks that
    /// fit nothing.
    #[inline(always)]
    fn list_tiled<const WIDE: bool>(
        &mut self,
        key: &Key,
        (quarters, wanted): (Quarters<'_>, [bool; GROUPS]),
    ) {
        let Self { kernel, tiled, tiles, paired, parts, .. } = self;
        paired.pair::<K, WIDE>(*kernel, quarters, wanted);
        let mut end = 0;
        for (group, tiles) in tiles.iter_mut().enumerate() {
            let list = paired.list(group);
            let start = end;
            tiled.reserve(end + list.low.len() + K::LANES);
            let to = &mut Append { to: tiled, end: &mut end };
            sort::<K, WIDE>(*kernel, list, key.bits(), parts, to);
            *tiles = start..end;
            debug_assert!(
                (start..end).all(|i| tiled.mask::<WIDE>(i) & !u64::from(key.mask()) != 0)
            );
            let whole = start + (end - start).next_multiple_of(K::LANES);
            tiled.low[end..whole].fill(!0);
            if WIDE {
                tiled.high[end..whole].fill(!0);
            }
            end = whole;
        }
    }

    /// Lists the other half-boards as items: by group, then by key, those of each key padded to a multiple of four.
    #[inline(always)]
    fn list_items<const WIDE: bool>(
        &mut self,
        key: &Key,
        chunks: &Chunks,
        (quarters, wanted): (Quarters<'_>, [bool; GROUPS]),
    ) {
        let Self { kernel, paired, parts, sorted, .. } = self;
        paired.pair::<K, WIDE>(*kernel, quarters, wanted);
        let mask = key.mask();
        for (group, sorted) in sorted.iter_mut().enumerate() {
            sorted.items.clear(chunks);
            sorted.starts.clear();
            let list = paired.list(group);
            if !list.low.is_empty() {
                let to = &mut Index { sorted, key: mask };
                sort::<K, WIDE>(*kernel, list, key.bits(), parts, to);
                sorted.starts.push(sorted.items.len() as u32);
            }
        }
    }

    /// Computes the tables of a tile.
    #[inline(always)]
    fn fill_tables(&mut self, key: &Key, tile: usize) {
        let kernel = self.kernel;
        kernel.open(&self.tiled.low[tile..], &self.tiled.high[tile..], &mut self.open);
        let mask = u64::from(key.mask());
        self.ordered.clear();
        for (bit, &open) in self.open.iter().enumerate() {
            if mask >> bit & 1 == 0 {
                self.ordered.push(open);
            }
        }
        self.tables.fill(kernel, &self.ordered);
        self.ordered.clear();
        for &bit in key.bits().iter().rev() {
            self.ordered.push(self.open[bit as usize]);
        }
        combine(kernel, &self.ordered, &mut self.keys);
        self.alive.clear();
        for (key, &fitting) in self.keys.iter().enumerate() {
            if !kernel.is_empty(fitting) {
                self.alive.push(key as u32);
            }
        }
    }
}
