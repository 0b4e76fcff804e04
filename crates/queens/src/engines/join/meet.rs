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
use super::key::{Key, key_bits};
use super::layout::Layout;
use super::masks::Masks;
use super::memory::NoMemory;
use super::pairing::{Batch, GROUPS, Paired, Quarters, batches};
use super::portable::Portable;
use super::quarters::{Block, ScalarFilling};
use super::sort::{Append, Index, Sorted, sort};
use super::tables::{Chunks, Tables};
use crate::engines::Random;
use crate::{Control, Error, Event, Stopped};
use std::ops::Range;

/// Whether the tables are made of the lower half-boards. On boards of odd size these lists are the shorter ones and
/// need fewer tiles. On boards of even size three lists, one per group, would each be cut into tiles.
fn tiles_lower(layout: &Layout) -> bool {
    !layout.size.is_multiple_of(2)
}

/// What the join is adjusted by, so that tests can join small boards in the way of large ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most pairs of fillings from which half-boards are listed at once, which bounds the memory. Four of ten pairs fit.
    ///
    /// If there are several such batches, the half-boards of one half are listed again for every batch of the other. With
    /// lists this long that is little of the work.
    pub(super) most_pairs: u64,
    /// The number of bits of all keys, if it is fixed.
    pub(super) key_bits: Option<usize>,
    /// From this number of rows of a half on, the smallest parts of jobs are some tiles of a set of columns: a set takes
    /// seconds or minutes.
    pub(super) tiles_half: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { most_pairs: 1 << 23, key_bits: None, tiles_half: 13 }
    }
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

/// A half, and its groups of half-boards that are counted.
type Wanted<'a> = (Quarters<'a>, [bool; GROUPS]);

/// How two halves are joined.
struct Joint<'a> {
    /// The half of which tables are made.
    tiled: Wanted<'a>,
    other: Wanted<'a>,
    key: Key,
    chunks: Chunks,
    /// Whether masks have high words.
    wide: bool,
}

/// A random part of what a set of columns takes, for an estimate of the time.
pub(super) struct TilesPart<'a> {
    pub(super) job: u64,
    pub(super) random: &'a mut Random,
}

/// The number of tiles in such a part.
const PART_TILES: usize = 64;

/// The memory of the join, reused from one set of columns to the next.
pub(super) struct Area<K: Kernel> {
    kernel: K,
    limits: Limits,
    /// The batches of the half of which tables are made, and of the other half.
    batches: [Vec<Batch>; 2],
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
    /// The keys that fit some half-board of the tile, and for each of them the half-boards that it fits.
    alive: Vec<u32>,
    fitting: Vec<K::Set>,
    alive_count: usize,
}

/// The memory of the join with its loops, compiled for the instructions of a kernel.
pub(super) trait AnyArea: Send {
    /// See [`Area::meet`].
    fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; GROUPS], Error>;

    /// See [`Area::meet_part`].
    fn meet_part(&mut self, halves: Halves<'_>, part: TilesPart<'_>) -> Result<f64, Error>;

    /// See [`Area::memory`].
    fn memory(&self) -> usize;
}

impl AnyArea for Area<Portable> {
    fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
        self.meet(halves)
    }

    fn meet_part(&mut self, halves: Halves<'_>, part: TilesPart<'_>) -> Result<f64, Error> {
        self.meet_part(halves, part)
    }

    fn memory(&self) -> usize {
        self.memory()
    }
}

/// Implements [`AnyArea`] for a kernel with vector instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! compiled {
    ($kernel:ty, $features:literal) => {
        const _: () = {
            use super::meet::{AnyArea, Area, Halves, TilesPart};
            use super::pairing::GROUPS;
            use crate::Error;

            #[target_feature(enable = $features)]
            fn all(area: &mut Area<$kernel>, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
                area.meet(halves)
            }

            #[target_feature(enable = $features)]
            fn part(
                area: &mut Area<$kernel>,
                halves: Halves<'_>,
                part: TilesPart<'_>,
            ) -> Result<f64, Error> {
                area.meet_part(halves, part)
            }

            impl AnyArea for Area<$kernel> {
                fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
                    // SAFETY: the area contains a value of the kernel, which proves the features.
                    unsafe { all(self, halves) }
                }

                fn meet_part(
                    &mut self,
                    halves: Halves<'_>,
                    tiles: TilesPart<'_>,
                ) -> Result<f64, Error> {
                    // SAFETY: as above.
                    unsafe { part(self, halves, tiles) }
                }

                fn memory(&self) -> usize {
                    self.memory()
                }
            }
        };
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use compiled;

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
    pub(super) fn new(kernel: K, limits: Limits) -> Self {
        Self {
            kernel,
            limits,
            batches: Default::default(),
            tiled: Masks::default(),
            tiles: std::array::from_fn(|_| 0..0),
            paired: Paired::default(),
            parts: Vec::new(),
            sorted: std::array::from_fn(|_| Sorted::default()),
            open: Vec::new(),
            ordered: Vec::new(),
            tables: Tables::default(),
            alive: Vec::new(),
            fitting: Vec::new(),
            alive_count: 0,
        }
    }

    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        let sets = [&self.open, &self.ordered, &self.fitting];
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
    pub(super) fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
        let kernel = self.kernel;
        let control = halves.control;
        let joint = self.join(halves);
        let mut ahead = Ahead::new(halves.next);
        let mut sums = [kernel.zero(); GROUPS];
        let [tiled_count, other_count] = [self.batches[0].len(), self.batches[1].len()];
        let mut listed = None;
        for tiled_batch in 0..tiled_count {
            self.list_tiled(&joint, tiled_batch)?;
            for place in 0..other_count {
                // Every second time from the last to the first, which then is listed already.
                let batch = if tiled_batch % 2 == 0 { place } else { other_count - 1 - place };
                if listed != Some(batch) {
                    if control.stopped() {
                        return Err(Error::Stopped);
                    }
                    self.list_items(&joint, batch)?;
                    listed = Some(batch);
                }
                for group in 0..GROUPS {
                    let tiles = (group, self.tiles[group].clone());
                    self.visit_tiles(&joint.key, tiles, &mut sums, &mut ahead, control)?;
                }
            }
        }
        let [none, one, two] = sums;
        Ok([kernel.total(none), kernel.total(one), kernel.total(two)])
    }

    /// Visits some tiles of the first group, chosen at random. Returns the number of such parts. The part is reported as begun
    /// when its half-boards are listed.
    #[inline(always)]
    pub(super) fn meet_part(
        &mut self,
        halves: Halves<'_>,
        part: TilesPart<'_>,
    ) -> Result<f64, Error> {
        let TilesPart { job, random } = part;
        let joint = self.join(halves);
        let batches = [self.batches[0].len(), self.batches[1].len()];
        let [tiled_batch, other_batch] = batches.map(|count| random.below(count));
        self.list_tiled(&joint, tiled_batch)?;
        if halves.control.stopped() {
            return Err(Error::Stopped);
        }
        self.list_items(&joint, other_batch)?;
        halves.control.event(Event::Begun(job));
        let (tiles, step) = (self.tiles[0].clone(), PART_TILES * K::LANES);
        let parts = tiles.len().div_ceil(step);
        if parts == 0 {
            return Ok(0.0);
        }
        let start = tiles.start + step * random.below(parts);
        let (mut sums, mut ahead) = ([self.kernel.zero(); GROUPS], Ahead::new(None));
        let some = (0, start..tiles.end.min(start + step));
        self.visit_tiles(&joint.key, some, &mut sums, &mut ahead, halves.control)?;
        Ok((parts * batches[0] * batches[1]) as f64)
    }

    /// Divides the halves into batches and chooses the key.
    #[inline(always)]
    fn join<'a>(&mut self, halves: Halves<'a>) -> Joint<'a> {
        let Halves { layout, lower, upper, wanted, .. } = halves;
        let (lower_half, upper_half) = ((lower, wanted), (upper, [true, false, false]));
        let (tiled, other) =
            if tiles_lower(layout) { (lower_half, upper_half) } else { (upper_half, lower_half) };
        let [tiled_batches, other_batches] = &mut self.batches;
        let tiled_pairs = batches(tiled, self.limits.most_pairs, tiled_batches);
        let other_pairs = batches(other, self.limits.most_pairs, other_batches);
        let key_bits = match self.limits.key_bits {
            Some(bits) => bits,
            None => key_bits(layout.half, tiled_pairs.min(other_pairs)),
        };
        let key = Key::new(layout, lower, upper, key_bits);
        let guard = u32::from(key.may_cover());
        let chunks = Chunks::new(layout.bits - key.bits().len() as u32 + guard);
        self.open.resize(layout.bits as usize, self.kernel.all());
        self.tables.resize(self.kernel, &chunks);
        Joint { tiled, other, key, chunks, wide: layout.bits > 32 }
    }

    #[inline(always)]
    fn list_tiled(&mut self, joint: &Joint<'_>, batch: usize) -> Result<(), NoMemory> {
        match joint.wide {
            true => self.list_tiled_of_width::<true>(joint, batch),
            false => self.list_tiled_of_width::<false>(joint, batch),
        }
    }

    #[inline(always)]
    fn list_items(&mut self, joint: &Joint<'_>, batch: usize) -> Result<(), NoMemory> {
        match joint.wide {
            true => self.list_items_of_width::<true>(joint, batch),
            false => self.list_items_of_width::<false>(joint, batch),
        }
    }

    /// Counts the pairs of half-boards in tiles of a group and of all listed items.
    #[inline(always)]
    fn visit_tiles(
        &mut self,
        key: &Key,
        (group, tiles): (usize, Range<usize>),
        sums: &mut [K::Sum; GROUPS],
        ahead: &mut Ahead<'_>,
        control: &dyn Control,
    ) -> Result<(), Stopped> {
        for tile in tiles.step_by(K::LANES) {
            if control.stopped() {
                return Err(Stopped);
            }
            self.fill_tables(key, tile);
            // One of the two is an upper half-board, which is always in the first group: so the sum of both is the group of
            // the lower one.
            for (other, sum) in sums[group..].iter_mut().enumerate() {
                self.visit(other, sum, ahead);
            }
        }
        Ok(())
    }

    /// Counts the pairs of a half-board of the tile and an item of a group.
    #[inline(always)]
    fn visit(&self, group: usize, sum: &mut K::Sum, ahead: &mut Ahead<'_>) {
        let Sorted { items, starts } = &self.sorted[group];
        if starts.is_empty() {
            return;
        }
        let lookup = self.tables.lookup(items);
        for (&key, &fitting) in self.alive[..self.alive_count].iter().zip(&self.fitting) {
            ahead.fetch(self.kernel);
            let key = key as usize;
            let of_key = lookup.part(starts[key], starts[key + 1]);
            self.kernel.add(sum, of_key, fitting);
        }
    }

    /// Lists the half-boards of which tables are made, by group; only those of a batch. Each group is filled up to whole
    /// tiles with masks that fit nothing.
    #[inline(always)]
    fn list_tiled_of_width<const WIDE: bool>(
        &mut self,
        joint: &Joint<'_>,
        batch: usize,
    ) -> Result<(), NoMemory> {
        let Joint { tiled: (quarters, wanted), key, .. } = joint;
        let Self { kernel, batches, tiled, tiles, paired, parts, .. } = self;
        paired.pair::<K, WIDE>(*kernel, *quarters, *wanted, batches[0][batch])?;
        let mut end = 0;
        for (group, tiles) in tiles.iter_mut().enumerate() {
            let list = paired.list(group);
            let start = end;
            tiled.reserve(end + list.low.len() + K::LANES)?;
            let to = &mut Append { to: tiled, end: &mut end };
            sort::<K, WIDE>(*kernel, list, key.bits(), parts, to)?;
            *tiles = start..end;
            debug_assert!(
                key.may_cover()
                    || (start..end).all(|i| tiled.mask::<WIDE>(i) & !u64::from(key.mask()) != 0)
            );
            let whole = start + (end - start).next_multiple_of(K::LANES);
            tiled.low[end..whole].fill(!0);
            if WIDE {
                tiled.high[end..whole].fill(!0);
            }
            end = whole;
        }
        Ok(())
    }

    /// Lists the other half-boards of a batch as items: by group, then by key, those of each key padded to a multiple of
    /// four.
    #[inline(always)]
    fn list_items_of_width<const WIDE: bool>(
        &mut self,
        joint: &Joint<'_>,
        batch: usize,
    ) -> Result<(), NoMemory> {
        let Joint { other: (quarters, wanted), key, chunks, .. } = joint;
        let Self { kernel, batches, paired, parts, sorted, .. } = self;
        paired.pair::<K, WIDE>(*kernel, *quarters, *wanted, batches[1][batch])?;
        let mask = key.mask();
        for (group, sorted) in sorted.iter_mut().enumerate() {
            sorted.items.clear(chunks);
            sorted.starts.clear();
            let list = paired.list(group);
            if !list.low.is_empty() {
                let to = &mut Index { sorted, key: mask };
                sort::<K, WIDE>(*kernel, list, key.bits(), parts, to)?;
                sorted.starts.push(sorted.items.len() as u32);
            }
        }
        Ok(())
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
        if key.may_cover() {
            // A bit that all half-boards of the tile have, and no item except those that fill up a list.
            self.ordered.push(kernel.none());
        }
        self.tables.fill(kernel, &self.ordered);
        self.find_keys(key);
    }

    /// Finds the keys that fit some half-board of the tile, in increasing order. From the least significant bit on, each key
    /// that fits is extended by the next bit, so that keys that fit nothing are never looked at.
    #[inline(always)]
    fn find_keys(&mut self, key: &Key) {
        let Self { kernel, open, alive, fitting, alive_count, .. } = self;
        let most = 1 << key.bits().len();
        if alive.len() < most {
            alive.resize(most, 0);
            fitting.resize(most, kernel.all());
        }
        (alive[0], fitting[0]) = (0, kernel.all());
        let mut end = 1;
        for (place, &bit) in key.bits().iter().rev().enumerate() {
            let open = open[bit as usize];
            if kernel.is_empty(open) {
                continue;
            }
            let known = end;
            for i in 0..known {
                let both = kernel.both(fitting[i], open);
                (alive[end], fitting[end]) = (alive[i] | 1 << place, both);
                end += usize::from(!kernel.is_empty(both));
            }
        }
        *alive_count = end;
    }
}
