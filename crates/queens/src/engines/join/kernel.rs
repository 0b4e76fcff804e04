//! What an instruction set does for the join, and the same in plain Rust.

use super::quarters::{AT_ONCE, BLOCK, Block, Few, Many, One};
use std::ops::Range;

/// The rest of a mask is looked up in this many tables.
pub(super) const CHUNKS: usize = 4;

/// How the rest of a mask is cut into table indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunks {
    pub(super) shifts: [u32; CHUNKS],
    pub(super) widths: [u32; CHUNKS],
}

impl Chunks {
    pub(super) fn new(rest_bits: u32) -> Self {
        let mut chunks = Self { shifts: [0; CHUNKS], widths: [0; CHUNKS] };
        let mut shift = 0;
        for i in 0..CHUNKS {
            let width = (rest_bits - shift).div_ceil((CHUNKS - i) as u32);
            (chunks.shifts[i], chunks.widths[i]) = (shift, width);
            shift += width;
        }
        chunks
    }

    /// The entries of all tables.
    pub(super) fn entries(&self) -> usize {
        self.widths.iter().map(|width| 1 << width).sum()
    }

    /// The index into each table.
    #[inline(always)]
    pub(super) fn cut(&self, rest: u64) -> [u16; CHUNKS] {
        std::array::from_fn(|i| (rest >> self.shifts[i]) as u16 & ((1 << self.widths[i]) - 1))
    }

    /// Where the index into each table goes in an item of 64 bits, when it counts entries of so many bytes.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn spread(&self, entry: u32) -> u64 {
        let field = |i: usize| (((1_u64 << self.widths[i]) - 1) * u64::from(entry)) << (16 * i);
        (0..CHUNKS).map(field).sum()
    }
}

/// Half-boards as masks of the diagonals that they share with the other half, low and high words.
#[derive(Debug, Default)]
pub(super) struct Masks {
    pub(super) low: Vec<u32>,
    pub(super) high: Vec<u32>,
}

impl Masks {
    /// Room beyond the last mask, for stores of whole vectors.
    pub(super) const SLACK: usize = 16;

    /// Makes room for this many and the slack.
    #[inline(always)]
    pub(super) fn reserve(&mut self, count: usize) {
        if self.low.len() < count + Self::SLACK {
            self.low.resize(count + count / 2 + Self::SLACK, 0);
            self.high.resize(count + count / 2 + Self::SLACK, 0);
        }
    }

    pub(super) fn mask<const WIDE: bool>(&self, i: usize) -> u64 {
        self.list(self.low.len() as u32).mask::<WIDE>(i)
    }

    /// The first masks.
    #[inline(always)]
    pub(super) fn list(&self, count: u32) -> List<'_> {
        List { low: &self.low[..count as usize], high: &self.high[..count as usize] }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<u32>() * (self.low.capacity() + self.high.capacity())
    }
}

/// Where masks are written, without a look at the length.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) low: *mut u32,
    pub(super) high: *mut u32,
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Words {
    #[inline(always)]
    pub(super) fn of(masks: &mut Masks) -> Self {
        Self { low: masks.low.as_mut_ptr(), high: masks.high.as_mut_ptr() }
    }
}

/// Masks, low and high words.
#[derive(Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) low: &'a [u32],
    pub(super) high: &'a [u32],
}

impl List<'_> {
    /// A mask, of both words if `WIDE`.
    #[inline(always)]
    pub(super) fn mask<const WIDE: bool>(&self, i: usize) -> u64 {
        u64::from(self.low[i]) | if WIDE { u64::from(self.high[i]) << 32 } else { 0 }
    }
}

/// The two sides of a half, the many either off or on the main diagonals.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub(super) few: &'a Few,
    pub(super) many: &'a Many,
    /// Whether the many are those on the main diagonals.
    pub(super) on_main: bool,
    /// Whether only those of the few are wanted that stand on a main diagonal too.
    pub(super) both_on_main: bool,
}

/// A list of the few.
#[derive(Clone, Copy)]
pub(super) struct Ones<'a> {
    /// The list, and beyond it what may be read but is not part of it: `AT_ONCE - 1`.
    pub(super) padded: &'a [One],
}

impl<'a> Ones<'a> {
    #[inline(always)]
    pub(super) fn list(self) -> &'a [One] {
        &self.padded[..self.padded.len() - (AT_ONCE - 1)]
    }
}

/// Lists that use complementary rows.
pub(super) struct Lists<'a> {
    /// Those off the main diagonals, and those on them.
    pub(super) few: [Ones<'a>; 2],
    pub(super) many: Range<usize>,
    /// Whether the many are at most half a block.
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]
    // Plain code has no use for it.
    pub(super) short: bool,
}

impl<'a> Sides<'a> {
    /// How many lists can be paired.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.many.runs[usize::from(self.on_main)].len()
    }

    #[inline(always)]
    fn ones(&self, first: usize, end: usize) -> Ones<'a> {
        Ones { padded: &self.few.items[first..end + AT_ONCE - 1] }
    }

    /// Lists that can be paired, the shortest of the many first: so the branch at the end of a list is foreseen.
    #[inline(always)]
    pub(super) fn lists(&self, place: usize) -> Lists<'a> {
        let on_main = usize::from(self.on_main);
        let run = self.many.runs[on_main][place];
        let fews = &self.few.starts[run.few as usize..][..3];
        let (first, middle, last) = (fews[0] as usize, fews[1] as usize, fews[2] as usize);
        let first = if self.both_on_main { middle } else { first };
        Lists {
            few: [self.ones(first, middle), self.ones(middle, last)],
            many: run.first as usize..(run.first + run.blocks) as usize,
            short: place < self.many.short[on_main],
        }
    }
}

/// The operations of the join on sets of [`LANES`](Self::LANES) half-boards. A set has a bit for each.
pub(super) trait Kernel {
    /// A set of half-boards.
    type Set: Copy;
    /// A half-board as indices into the tables.
    type Item: Copy;
    /// A sum of set sizes.
    type Sum: Copy;
    /// How many half-boards a set is of; also the masks that may be read at `open`.
    const LANES: usize;

    /// The half-boards of every two fillings that use complementary rows and share no diagonal: those of the few off the main
    /// diagonals at the first end, those on them at the second. `WIDE`: masks have high words. There is room for all of
    /// both, and `SLACK` more.
    fn pair<const WIDE: bool>(sides: Sides<'_>, masks: &mut Masks, ends: &mut [u32; 2]);
    /// Says that a list will soon be read.
    fn soon<T>(_list: &[T]) {}
    /// Sorts masks by two bits of the low words, of which the second weighs more, into four lists, which have room for all;
    /// returns how many went where.
    fn part<const WIDE: bool>(from: List<'_>, bits: [u32; 2], to: &mut [Masks; 4]) -> [u32; 4];
    /// Appends the bits of masks that are not in the key as items; and items that fit nothing, up to a multiple of four.
    /// No half-board has all its diagonals in the key, so one that occupies all others fits none.
    fn items<const WIDE: bool>(
        from: List<'_>,
        key: u32,
        chunks: &Chunks,
        items: &mut Vec<Self::Item>,
    );
    /// For each of the lowest bits, the set of half-boards without it, of `LANES` masks.
    fn open(low: &[u32], high: &[u32], bits: &mut [Self::Set]);
    /// The set of all half-boards.
    fn all() -> Self::Set;
    fn both(a: Self::Set, b: Self::Set) -> Self::Set;
    fn is_empty(set: Self::Set) -> bool;

    fn zero() -> Self::Sum;
    /// Adds, for each item, the size of the part of `within` that the item fits. The number of items is a multiple of 4.
    fn add(
        sum: &mut Self::Sum,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    );
    fn total(sum: Self::Sum) -> u64;
}

/// The kernel in plain Rust.
pub(super) struct Portable;

impl Kernel for Portable {
    type Set = [u64; 4];
    type Item = [u16; CHUNKS];
    type Sum = u64;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(sides: Sides<'_>, masks: &mut Masks, ends: &mut [u32; 2]) {
        for place in 0..sides.count() {
            let lists = sides.lists(place);
            for (few, end) in lists.few.into_iter().zip(ends.iter_mut()) {
                for one in few.list() {
                    for block in lists.many.clone() {
                        let Block { shared, low } = sides.many.blocks[block];
                        for lane in 0..BLOCK {
                            masks.low[*end as usize] = one.low | low[lane];
                            if WIDE {
                                masks.high[*end as usize] = one.high | sides.many.high[block][lane];
                            }
                            *end += u32::from(one.shared & shared[lane] == 0);
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn part<const WIDE: bool>(from: List<'_>, bits: [u32; 2], to: &mut [Masks; 4]) -> [u32; 4] {
        let mut ends = [0; 4];
        for (i, &low) in from.low.iter().enumerate() {
            let part = (low >> bits[0] & 1 | (low >> bits[1] & 1) << 1) as usize;
            to[part].low[ends[part] as usize] = low;
            if WIDE {
                to[part].high[ends[part] as usize] = from.high[i];
            }
            ends[part] += 1;
        }
        ends
    }

    #[inline(always)]
    fn items<const WIDE: bool>(
        from: List<'_>,
        key: u32,
        chunks: &Chunks,
        items: &mut Vec<Self::Item>,
    ) {
        for i in 0..from.low.len() {
            let mut rest = from.mask::<WIDE>(i);
            let mut left = key;
            while left != 0 {
                let bit = left.ilog2();
                left ^= 1 << bit;
                let below = (1 << bit) - 1;
                rest = rest & below | rest >> 1 & !below;
            }
            items.push(chunks.cut(rest));
        }
        items.resize(items.len().next_multiple_of(4), chunks.cut(!0));
    }

    fn open(low: &[u32], high: &[u32], bits: &mut [Self::Set]) {
        let (first, second) = bits.split_at_mut(bits.len().min(32));
        open_words(low, first);
        if !second.is_empty() {
            open_words(high, second);
        }
    }

    fn all() -> Self::Set {
        [!0; 4]
    }

    #[inline(always)]
    fn both(a: Self::Set, b: Self::Set) -> Self::Set {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn is_empty(set: Self::Set) -> bool {
        set == [0; 4]
    }

    fn zero() -> u64 {
        0
    }

    #[inline(always)]
    fn add(sum: &mut u64, tables: [&[Self::Set]; CHUNKS], within: Self::Set, items: &[Self::Item]) {
        for item in items {
            let [a, b, c, d]: [Self::Set; CHUNKS] =
                std::array::from_fn(|i| tables[i][usize::from(item[i])]);
            for i in 0..4 {
                *sum += u64::from((a[i] & b[i] & c[i] & d[i] & within[i]).count_ones());
            }
        }
    }

    fn total(sum: u64) -> u64 {
        sum
    }
}

/// For each bit the half-boards without it, from words of 32 bits.
fn open_words(words: &[u32], bits: &mut [[u64; 4]]) {
    for part in 0..8 {
        let mut square: [u32; 32] =
            words[32 * part..][..32].try_into().expect("a part has 32 words");
        transpose(&mut square);
        for (bit, lanes) in bits.iter_mut().enumerate() {
            let shift = 32 * (part % 2);
            let cleared = lanes[part / 2] & !(0xFFFF_FFFF << shift);
            lanes[part / 2] = cleared | u64::from(!square[bit]) << shift;
        }
    }
}

/// Turns a square of bits over its diagonal: ever smaller blocks change places.
fn transpose(square: &mut [u32; 32]) {
    let mut width = 16;
    let mut mask = 0x0000_FFFF_u32;
    while width != 0 {
        for i in (0..32).filter(|i| i & width == 0) {
            let moved = (square[i] >> width ^ square[i + width]) & mask;
            square[i] ^= moved << width;
            square[i + width] ^= moved;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
