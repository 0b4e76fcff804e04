//! Where the halves meet: the pairs of a lower and an upper half-board that share no diagonal.
//!
//! The upper half-boards are taken in sets of a few hundred. Four tables tell which of a set fit a given chunk of a mask, and
//! a fifth which fit its key; a lower half-board fits those in all five. The lower half-boards come sorted by key, so
//! that the fifth table is looked up once a key, and a key that fits none of the set is passed over.

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Sides};
use super::layout::{Bits, Layout};
use super::quarters::{BLOCK, Few, Many};
use crate::{Control, Stopped};

/// Lower half-boards by the queens that they have on the main diagonals: none, one, two.
pub(super) const CLASSES: usize = 3;
/// A key has at most twice as many bits of the many.
const MAX_LEVELS: usize = 5;

/// The two quarters of a half.
#[derive(Clone, Copy)]
pub(super) struct Quarters<'a> {
    pub(super) few: &'a Few,
    pub(super) many: &'a Many,
}

/// The memory of the join, kept from one set of columns to the next.
pub(super) struct Area<K: Kernel> {
    upper: Masks,
    paired: Paired,
    parts: Vec<[Masks; 4]>,
    lower: [Sorted<K>; CLASSES],
    open: Vec<K::Set>,
    tables: Vec<K::Set>,
    keys: Vec<K::Set>,
    alive: Vec<u32>,
}

/// Half-boards in regions.
#[derive(Default)]
struct Paired {
    masks: Masks,
    starts: Vec<u32>,
    ends: Vec<u32>,
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
            paired: Paired::default(),
            parts: Vec::new(),
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
        let sets = self.open.capacity() + self.tables.capacity() + self.keys.capacity();
        self.upper.memory()
            + self.paired.masks.memory()
            + self.parts.iter().flatten().map(Masks::memory).sum::<usize>()
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
        next: Option<Quarters<'_>>,
        wanted: [bool; CLASSES],
        control: &dyn Control,
    ) -> Result<[u64; CLASSES], Stopped> {
        let bits = layout.bits;
        let uppers = if bits.all() > 32 {
            self.list_upper::<true>(bits, upper)
        } else {
            self.list_upper::<false>(bits, upper)
        };
        if uppers == 0 {
            return Ok([0; CLASSES]);
        }
        let chunks = Chunks::new(bits.rest);
        if bits.low() > 32 {
            self.list_lower::<true>(bits, &chunks, lower, wanted);
        } else {
            self.list_lower::<false>(bits, &chunks, lower, wanted);
        }
        self.open.resize(bits.all() as usize, K::all());
        self.tables.resize(chunks.entries(), K::all());
        self.keys.resize(1 << (bits.few + bits.many), K::all());
        if let Some(next) = next {
            K::soon(&next.few.items);
            K::soon(&next.many.blocks);
        }
        let mut sums = [K::zero(); CLASSES];
        for set in (0..uppers).step_by(K::LANES) {
            if control.stopped() {
                return Err(Stopped);
            }
            self.slice(bits, &chunks, set);
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
        let [none, one, two] = sums;
        Ok([K::total(none), K::total(one), K::total(two)])
    }

    /// Lists the upper half-boards, filled up to whole sets with masks that fit nothing; returns how many there are.
    #[inline(always)]
    fn list_upper<const WIDE: bool>(&mut self, bits: Bits, quarters: Quarters<'_>) -> usize {
        let Self { upper, paired, parts, .. } = self;
        let total = paired.pair::<K, WIDE>(bits, quarters, [true, false, false]);
        upper.reserve(total + K::LANES);
        let mut end = 0;
        for region in 0..1 << bits.few {
            let list = paired.region(region);
            sort::<K, WIDE>(list, bits.many, parts, &mut Append { upper, end: &mut end });
        }
        upper.low[end..end + K::LANES].fill(!0);
        if WIDE {
            upper.high[end..end + K::LANES].fill(!0);
        }
        end
    }

    /// Lists the lower half-boards: by class, within it by key, each key's padded to a multiple of four.
    #[inline(always)]
    fn list_lower<const WIDE: bool>(
        &mut self,
        bits: Bits,
        chunks: &Chunks,
        quarters: Quarters<'_>,
        wanted: [bool; CLASSES],
    ) {
        let Self { paired, parts, lower, .. } = self;
        paired.pair::<K, WIDE>(bits, quarters, wanted);
        for (class, sorted) in lower.iter_mut().enumerate() {
            sorted.items.clear();
            sorted.starts.clear();
            if !wanted[class] {
                continue;
            }
            for region in 0..1_usize << bits.few {
                let list = paired.region(class << bits.few | region);
                sort::<K, WIDE>(list, bits.many, parts, &mut Index { sorted, bits, chunks });
            }
            sorted.starts.push(sorted.items.len() as u32);
        }
    }

    /// Makes the tables of a set of upper half-boards.
    #[inline(always)]
    fn slice(&mut self, bits: Bits, chunks: &Chunks, set: usize) {
        K::open(&self.upper.low[set..], &self.upper.high[set..], &mut self.open);
        let mut tables = &mut self.tables[..];
        let (many, further) = self.open.split_at(bits.many as usize);
        let (mut rest, few) = further.split_at(bits.rest as usize);
        for width in chunks.widths {
            let (table, further) = tables.split_at_mut(1 << width);
            tables = further;
            let (chunk, further) = rest.split_at(width as usize);
            rest = further;
            combine::<K>(chunk, table);
        }
        // In the order in which the lower half-boards are sorted: two bits at a time, the first weighing most.
        let many = many.chunks(2).rev().flatten();
        combine::<K>(many.chain(few), &mut self.keys);
        self.alive.clear();
        for (key, &fitting) in self.keys.iter().enumerate() {
            if !K::is_empty(fitting) {
                self.alive.push(key as u32);
            }
        }
    }
}

impl Paired {
    /// The half-boards of two quarters, in a region for each class and key of the few.
    #[inline(always)]
    fn pair<K: Kernel, const WIDE: bool>(
        &mut self,
        bits: Bits,
        quarters: Quarters<'_>,
        wanted: [bool; CLASSES],
    ) -> usize {
        let Self { masks, starts, ends } = self;
        let sides = |on_main: bool| {
            let both_on_main = !wanted[usize::from(on_main)];
            Sides { few: quarters.few, many: quarters.many, on_main, both_on_main }
        };
        let classes = [sides(false), sides(true)];
        starts.clear();
        starts.resize(CLASSES << bits.few, 0);
        for (on_main, sides) in classes.into_iter().enumerate() {
            let starts = &mut starts[on_main << bits.few..];
            for lists in sides.lists() {
                let room = (lists.many.len() * BLOCK) as u32;
                if bits.few == 0 {
                    let [off, on] = lists.few_counts;
                    starts[0] += off * room;
                    starts[1] += on * room;
                } else {
                    for one in lists.few {
                        starts[one.region as usize] += room;
                    }
                }
            }
        }
        let mut total = 0;
        for start in starts.iter_mut() {
            let room = *start;
            *start = total;
            total += room + Masks::SLACK as u32;
        }
        masks.reserve(total as usize);
        ends.clone_from(starts);
        for (on_main, sides) in classes.into_iter().enumerate() {
            let ends = &mut ends[on_main << bits.few..];
            if bits.few == 0 {
                K::pair::<false, WIDE>(sides, masks, ends);
            } else {
                K::pair::<true, WIDE>(sides, masks, ends);
            }
        }
        total as usize
    }

    fn region(&self, region: usize) -> List<'_> {
        let place = self.starts[region] as usize..self.ends[region] as usize;
        List { low: &self.masks.low[place.clone()], high: &self.masks.high[place] }
    }
}

/// Takes lists of masks in order.
trait Take<const WIDE: bool> {
    fn take(&mut self, list: List<'_>);
}

/// Appends them.
struct Append<'a> {
    upper: &'a mut Masks,
    end: &'a mut usize,
}

impl<const WIDE: bool> Take<WIDE> for Append<'_> {
    #[inline(always)]
    fn take(&mut self, list: List<'_>) {
        let further = *self.end + list.low.len();
        self.upper.low[*self.end..further].copy_from_slice(list.low);
        if WIDE {
            self.upper.high[*self.end..further].copy_from_slice(list.high);
        }
        *self.end = further;
    }
}

/// Makes them items of the next key.
struct Index<'a, K: Kernel> {
    sorted: &'a mut Sorted<K>,
    bits: Bits,
    chunks: &'a Chunks,
}

impl<K: Kernel, const WIDE: bool> Take<WIDE> for Index<'_, K> {
    #[inline(always)]
    fn take(&mut self, list: List<'_>) {
        self.sorted.starts.push(self.sorted.items.len() as u32);
        K::items::<WIDE>(list, self.bits.many, self.chunks, &mut self.sorted.items);
    }
}

/// Sorts masks by their lowest bits, the lowest first, and hands on the list of each value in order.
#[inline(always)]
fn sort<K: Kernel, const WIDE: bool>(
    list: List<'_>,
    bits: u32,
    parts: &mut Vec<[Masks; 4]>,
    to: &mut impl Take<WIDE>,
) {
    if bits == 0 {
        return to.take(list);
    }
    // Four lists for every two bits, held at each level while the next sorts one of them.
    let levels = (bits / 2) as usize;
    parts.resize_with(levels, Default::default);
    let mut ends = [[0; 4]; MAX_LEVELS];
    ends[0] = part::<K, WIDE>(list, 0, &mut parts[0]);
    for value in 0..1_usize << bits {
        // The levels whose part has just changed.
        let changed = if value == 0 { 1 } else { levels - value.trailing_zeros() as usize / 2 };
        let at = |level: usize| value >> (2 * (levels - 1 - level)) & 3;
        for level in changed.max(1)..levels {
            let (above, here) = parts.split_at_mut(level);
            let from = at(level - 1);
            let list = above[level - 1][from].list(ends[level - 1][from]);
            ends[level] = part::<K, WIDE>(list, 2 * level as u32, &mut here[0]);
        }
        let last = at(levels - 1);
        to.take(parts[levels - 1][last].list(ends[levels - 1][last]));
    }
}

#[inline(always)]
fn part<K: Kernel, const WIDE: bool>(list: List<'_>, bit: u32, to: &mut [Masks; 4]) -> [u32; 4] {
    for masks in to.iter_mut() {
        masks.reserve(list.low.len());
    }
    K::part::<WIDE>(list, bit, to)
}

/// For every set of bits, those that are open at all of them.
#[inline(always)]
fn combine<'a, K: Kernel>(open: impl IntoIterator<Item = &'a K::Set>, table: &mut [K::Set])
where
    K::Set: 'a,
{
    table[0] = K::all();
    let mut filled = 1;
    for &open in open {
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
