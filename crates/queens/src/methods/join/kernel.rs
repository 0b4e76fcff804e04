//! What an instruction set does for the join, and the same in plain Rust.

use super::quarters::PADDING;

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

    /// The index into each table, times the size of an entry.
    #[inline(always)]
    pub(super) fn cut(&self, mask: u32, entry: u32) -> [u16; CHUNKS] {
        std::array::from_fn(|i| {
            (((mask >> self.shifts[i]) & ((1 << self.widths[i]) - 1)) * entry) as u16
        })
    }
}

/// Half-boards as masks of the diagonals that they share with the other half.
#[derive(Debug, Default)]
pub(super) struct Masks {
    pub(super) low: Vec<u32>,
    pub(super) high: Vec<u32>,
    /// How many there are; the lists have room for more.
    pub(super) len: usize,
}

impl Masks {
    /// Room beyond the last mask, for stores of whole vectors.
    pub(super) const SLACK: usize = 16;

    /// Makes room for this many more.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        let needed = self.len + more + Self::SLACK;
        if needed > self.low.len() {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.low.resize(2 * needed, 0);
        self.high.resize(2 * needed, 0);
    }
}

/// One way to fill the side that is taken one at a time.
#[derive(Clone, Copy)]
pub(super) struct One {
    pub(super) shared: u32,
    pub(super) low: u32,
    pub(super) high: u32,
}

/// Ways to fill the side that is tested many at a time.
#[derive(Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) shared: &'a [u32],
    pub(super) low: &'a [u32],
    pub(super) high: &'a [u32],
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

    /// The masks of `one` with each of the list that it shares no diagonal with; `WIDE` masks have high words.
    fn pair<const WIDE: bool>(one: One, list: List<'_>, masks: &mut Masks);
    /// A mask as an item.
    fn item(chunks: &Chunks, mask: u32) -> Self::Item;
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
    fn pair<const WIDE: bool>(one: One, list: List<'_>, masks: &mut Masks) {
        let count = list.shared.len();
        masks.reserve(count);
        for i in 0..count {
            masks.low[masks.len] = one.low | list.low[i];
            if WIDE {
                masks.high[masks.len] = one.high | list.high[i];
            }
            masks.len += usize::from(one.shared & list.shared[i] == 0);
        }
        debug_assert!(one.shared & PADDING != 0);
    }

    #[inline(always)]
    fn item(chunks: &Chunks, mask: u32) -> Self::Item {
        chunks.cut(mask, 1)
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
    fn add(
        sum: &mut u64,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    ) {
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
