//! Where the halves meet: the pairs of a lower and an upper half-board that share no diagonal.
//!
//! The upper half-boards are taken in sets of a few hundred. Four tables tell which of a set fit a given chunk of a mask, and
//! a fifth which fit its key; a lower half-board fits those in all five. The lower half-boards come sorted by key, so
//! that the fifth table is looked up once a key, and a key that fits none of the set is passed over.

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Sides};
use super::layout::Layout;
use super::quarters::{AT_ONCE, Block, Few, Many, One};
use crate::{Control, Stopped};

/// Lower half-boards by the queens that they have on the main diagonals: none, one, two.
pub(super) const CLASSES: usize = 3;
/// A key has at most twice as many bits.
const MAX_LEVELS: usize = 5;

/// How many bits a key has, by half: longer lists want longer keys.
fn key_bits(half: usize) -> usize {
    match half {
        0..=8 => 0,
        9 => 4,
        10 => 6,
        11 => 8,
        _ => 10,
    }
}

/// The diagonals by which half-boards are sorted.
struct Key {
    /// Their bits, the first weighing most.
    bits: [u32; 2 * MAX_LEVELS],
    count: usize,
}

impl Key {
    /// Those that most pairs of a lower and an upper half-board both occupy. Every queen has a diagonal that crosses the
    /// middle line, so a half-board has more of them than a key.
    #[inline(always)]
    fn new(layout: &Layout, lower: Quarters<'_>, upper: Quarters<'_>) -> Self {
        let mut key = Self { bits: [0; 2 * MAX_LEVELS], count: key_bits(layout.half) };
        debug_assert!(key.count == 0 || key.count < layout.half);
        let mut clashes = [0.0; 32];
        for bit in 0..32 {
            clashes[bit] = (lower.few.density[bit] + lower.many.density[bit])
                * (upper.few.density[bit] + upper.many.density[bit]);
        }
        for place in 0..key.count {
            let mut most = 0;
            for bit in 1..32 {
                if clashes[bit] > clashes[most] {
                    most = bit;
                }
            }
            key.bits[place] = most as u32;
            clashes[most] = -1.0;
        }
        key
    }

    /// The bits, the first weighing most.
    #[inline(always)]
    fn bits(&self) -> &[u32] {
        &self.bits[..self.count]
    }

    #[inline(always)]
    fn mask(&self) -> u32 {
        let mut mask = 0;
        for &bit in self.bits() {
            mask |= 1 << bit;
        }
        mask
    }
}

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
    ordered: Vec<K::Set>,
    tables: Vec<K::Set>,
    keys: Vec<K::Set>,
    alive: Vec<u32>,
}

/// The quarters of the next set of columns, fetched while this one is counted, a little at a time.
struct Ahead<'a> {
    few: &'a [One],
    many: &'a [Block],
}

impl<'a> Ahead<'a> {
    /// So many lines of the cache at a time.
    const LINES: usize = 8;

    fn new(next: Option<Quarters<'a>>) -> Self {
        next.map_or(Self { few: &[], many: &[] }, |next| Self {
            few: &next.few.items,
            many: &next.many.blocks,
        })
    }

    #[inline(always)]
    fn fetch<K: Kernel>(&mut self) {
        let (many, further) = self.many.split_at(Self::LINES.min(self.many.len()));
        K::soon(many);
        self.many = further;
        let lines = Self::LINES * AT_ONCE;
        let (few, further) = self.few.split_at(lines.min(self.few.len()));
        K::soon(few);
        self.few = further;
    }
}

/// Half-boards by class.
#[derive(Default)]
struct Paired {
    masks: Masks,
    starts: [u32; CLASSES],
    ends: [u32; CLASSES],
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
            ordered: Vec::new(),
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
        let key = &Key::new(layout, lower, upper);
        let wide = layout.bits > 32;
        let uppers = if wide {
            self.list_upper::<true>(key, upper)
        } else {
            self.list_upper::<false>(key, upper)
        };
        if uppers == 0 {
            return Ok([0; CLASSES]);
        }
        let chunks = Chunks::new(layout.bits - key.count as u32);
        if wide {
            self.list_lower::<true>(key, &chunks, lower, wanted);
        } else {
            self.list_lower::<false>(key, &chunks, lower, wanted);
        }
        self.open.resize(layout.bits as usize, K::all());
        self.tables.resize(chunks.entries(), K::all());
        self.keys.resize(1 << key.count, K::all());
        let mut ahead = Ahead::new(next);
        let mut sums = [K::zero(); CLASSES];
        for set in (0..uppers).step_by(K::LANES) {
            if control.stopped() {
                return Err(Stopped);
            }
            self.slice(key, &chunks, set);
            let tables = split(&self.tables, &chunks);
            for (class, sum) in sums.iter_mut().enumerate() {
                let Sorted { items, starts } = &self.lower[class];
                if items.is_empty() {
                    continue;
                }
                for &key in &self.alive {
                    ahead.fetch::<K>();
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
    fn list_upper<const WIDE: bool>(&mut self, key: &Key, quarters: Quarters<'_>) -> usize {
        let Self { upper, paired, parts, .. } = self;
        paired.pair::<K, WIDE>(quarters, [true, false, false]);
        let list = paired.list(0);
        upper.reserve(list.low.len() + K::LANES);
        let mut end = 0;
        sort::<K, WIDE>(list, key.bits(), parts, &mut Append { upper, end: &mut end });
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
        key: &Key,
        chunks: &Chunks,
        quarters: Quarters<'_>,
        wanted: [bool; CLASSES],
    ) {
        let Self { paired, parts, lower, .. } = self;
        paired.pair::<K, WIDE>(quarters, wanted);
        let mask = key.mask();
        for (class, sorted) in lower.iter_mut().enumerate() {
            sorted.items.clear();
            sorted.starts.clear();
            if !wanted[class] {
                continue;
            }
            let to = &mut Index { sorted, key: mask, chunks };
            sort::<K, WIDE>(paired.list(class), key.bits(), parts, to);
            sorted.starts.push(sorted.items.len() as u32);
        }
    }

    /// Makes the tables of a set of upper half-boards.
    #[inline(always)]
    fn slice(&mut self, key: &Key, chunks: &Chunks, set: usize) {
        K::open(&self.upper.low[set..], &self.upper.high[set..], &mut self.open);
        let mask = u64::from(key.mask());
        self.ordered.clear();
        for (bit, &open) in self.open.iter().enumerate() {
            if mask >> bit & 1 == 0 {
                self.ordered.push(open);
            }
        }
        let (mut tables, mut rest) = (&mut self.tables[..], &self.ordered[..]);
        for width in chunks.widths {
            let (table, further) = tables.split_at_mut(1 << width);
            tables = further;
            let (chunk, further) = rest.split_at(width as usize);
            rest = further;
            combine::<K>(chunk, table);
        }
        self.ordered.clear();
        for &bit in key.bits().iter().rev() {
            self.ordered.push(self.open[bit as usize]);
        }
        combine::<K>(&self.ordered, &mut self.keys);
        self.alive.clear();
        for (key, &fitting) in self.keys.iter().enumerate() {
            if !K::is_empty(fitting) {
                self.alive.push(key as u32);
            }
        }
    }
}

impl Paired {
    /// The half-boards of two quarters, by class.
    #[inline(always)]
    fn pair<K: Kernel, const WIDE: bool>(
        &mut self,
        quarters: Quarters<'_>,
        wanted: [bool; CLASSES],
    ) {
        let Self { masks, starts, ends } = self;
        let sides = |on_main: bool| {
            let both_on_main = !wanted[usize::from(on_main)];
            Sides { few: quarters.few, many: quarters.many, on_main, both_on_main }
        };
        let classes = [sides(false), sides(true)];
        let mut rooms = [0; CLASSES];
        for (on_main, sides) in classes.iter().enumerate() {
            if sides.count() > 0 {
                let many = &quarters.many.lengths[on_main];
                if !sides.both_on_main {
                    rooms[on_main] += pairs(&quarters.few.lengths[0], many);
                }
                rooms[on_main + 1] += pairs(&quarters.few.lengths[1], many);
            }
        }
        let mut total = 0;
        for (start, room) in starts.iter_mut().zip(rooms) {
            *start = total;
            total += room + Masks::SLACK as u32;
        }
        masks.reserve(total as usize);
        *ends = *starts;
        for (on_main, sides) in classes.into_iter().enumerate() {
            let mut here = [ends[on_main], ends[on_main + 1]];
            K::pair::<WIDE>(sides, masks, &mut here);
            [ends[on_main], ends[on_main + 1]] = here;
        }
    }

    #[inline(always)]
    fn list(&self, class: usize) -> List<'_> {
        let place = self.starts[class] as usize..self.ends[class] as usize;
        List { low: &self.masks.low[place.clone()], high: &self.masks.high[place] }
    }
}

/// How many pairs there are of lists of these lengths.
#[inline(always)]
fn pairs(few: &[u32], many: &[u32]) -> u32 {
    let mut sum = 0;
    for i in 0..few.len().min(many.len()) {
        sum += few[i] * many[i];
    }
    sum
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
    key: u32,
    chunks: &'a Chunks,
}

impl<K: Kernel, const WIDE: bool> Take<WIDE> for Index<'_, K> {
    #[inline(always)]
    fn take(&mut self, list: List<'_>) {
        self.sorted.starts.push(self.sorted.items.len() as u32);
        K::items::<WIDE>(list, self.key, self.chunks, &mut self.sorted.items);
    }
}

/// Sorts masks by some bits, of which the first weighs most, and hands on the list of each value in order.
#[inline(always)]
fn sort<K: Kernel, const WIDE: bool>(
    list: List<'_>,
    bits: &[u32],
    parts: &mut Vec<[Masks; 4]>,
    to: &mut impl Take<WIDE>,
) {
    if bits.is_empty() {
        return to.take(list);
    }
    // Four lists for every two bits, held at each level while the next sorts one of them.
    let levels = bits.len() / 2;
    parts.resize_with(levels, Default::default);
    let mut ends = [[0; 4]; MAX_LEVELS];
    ends[0] = part::<K, WIDE>(list, bits, &mut parts[0]);
    for value in 0..1_usize << bits.len() {
        // The levels whose part has just changed.
        let changed = if value == 0 { 1 } else { levels - value.trailing_zeros() as usize / 2 };
        let at = |level: usize| value >> (2 * (levels - 1 - level)) & 3;
        for level in changed.max(1)..levels {
            let (above, here) = parts.split_at_mut(level);
            let from = at(level - 1);
            let list = above[level - 1][from].list(ends[level - 1][from]);
            ends[level] = part::<K, WIDE>(list, &bits[2 * level..], &mut here[0]);
        }
        let last = at(levels - 1);
        to.take(parts[levels - 1][last].list(ends[levels - 1][last]));
    }
}

/// Sorts masks by the first two bits.
#[inline(always)]
fn part<K: Kernel, const WIDE: bool>(
    list: List<'_>,
    bits: &[u32],
    to: &mut [Masks; 4],
) -> [u32; 4] {
    for masks in to.iter_mut() {
        masks.reserve(list.low.len());
    }
    K::part::<WIDE>(list, [bits[1], bits[0]], to)
}

/// For every set of bits, those that are open at all of them.
#[inline(always)]
fn combine<K: Kernel>(open: &[K::Set], table: &mut [K::Set]) {
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
