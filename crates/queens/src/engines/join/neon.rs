//! The kernel of `join` in NEON: sets of 256 half-boards, quarters tested eight at a time.
//!
//! Unsafe, because the intrinsics require a CPU feature and because loads and stores take pointers. See `docs/benchmarks.md` for
//! the number of instructions that it executes, compared with the portable code.
#![allow(unsafe_code)]

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Ones, Sides, Words};
use super::meet::{Area, CLASSES, Halves};
use super::quarters::{BLOCK, Block, One};
use crate::{Simd, Stopped};
use std::arch::aarch64::*;

pub(super) struct Neon;

/// A set of 256 half-boards, aligned so that it lies in one cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Set([uint8x16_t; 2]);

/// Bytes of a set: the indices in an item count bytes, so that an address is one addition.
const SET_BYTES: u32 = size_of::<Set>() as u32;

/// For each choice of eight lanes, the source byte of each byte when the chosen lanes move to the front.
#[repr(align(64))]
struct Orders([[u8; 32]; 256]);

static PACK: Orders = {
    let mut orders = [[0xFF; 32]; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 8 {
            if lanes >> lane & 1 == 1 {
                let mut byte = 0;
                while byte < 4 {
                    orders[lanes][4 * rank + byte] = (4 * lane + byte) as u8;
                    byte += 1;
                }
                rank += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    Orders(orders)
};

/// The number of lanes of each choice: NEON counts bits in vector registers only.
static COUNT: [u8; 256] = {
    let mut counts = [0; 256];
    let mut lanes = 0_usize;
    while lanes < 256 {
        counts[lanes] = lanes.count_ones() as u8;
        lanes += 1;
    }
    counts
};

impl Kernel for Neon {
    type Set = Set;
    /// Four indices of 16 bits. One load of all four leaves the load units to the tables.
    type Item = u64;
    type Sum = uint64x2_t;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(sides: Sides<'_>, masks: &mut Masks, ends: &mut [u32; 2]) {
        let to = Words::of(masks);
        for place in 0..sides.count() {
            let lists = sides.lists(place);
            let highs = if WIDE { &sides.many.high[lists.many.clone()] } else { &[] };
            let many = Blocks { blocks: &sides.many.blocks[lists.many], highs, short: lists.short };
            // SAFETY: the caller made room; there are as many high words as blocks.
            unsafe {
                ends[0] = pair_lists::<WIDE>(lists.few[0], many, to, ends[0]);
                ends[1] = pair_lists::<WIDE>(lists.few[1], many, to, ends[1]);
            }
        }
    }

    #[inline(always)]
    fn part<const WIDE: bool>(from: List<'_>, bits: [u32; 2], to: &mut [Masks; 4]) -> [u32; 4] {
        let mut ends = [0; 4];
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        assert!(to.iter().all(|to| to.low.len().min(to.high.len()) >= count + Masks::SLACK));
        let [a, b, c, d] = to;
        let to = [Words::of(a), Words::of(b), Words::of(c), Words::of(d)];
        let whole = count / 8 * 8;
        // SAFETY: whole vectors are read while they last; the lists were measured above.
        unsafe {
            for i in (0..whole).step_by(8) {
                let low = Eight::load(from.low, i);
                let high = if WIDE { Eight::load(from.high, i) } else { low };
                part_eight::<WIDE>(0xFF, bits, low, high, to, &mut ends);
            }
            if whole < count {
                let low = Eight::load_tail(&from.low[whole..]);
                let high = if WIDE { Eight::load_tail(&from.high[whole..count]) } else { low };
                let lanes = (1 << (count - whole)) - 1;
                part_eight::<WIDE>(lanes, bits, low, high, to, &mut ends);
            }
        }
        ends
    }

    /// Four masks at a time. The missing ones of the last four are full, so that they become the items that fit nothing.
    #[inline(always)]
    fn items<const WIDE: bool>(
        from: List<'_>,
        key: u32,
        chunks: &Chunks,
        items: &mut Vec<Self::Item>,
    ) {
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        let (whole, padded) = (count / 4 * 4, count.next_multiple_of(4));
        items.reserve(padded);
        let start = items.len();
        // SAFETY: room was made for all items; the words are within their lists.
        unsafe {
            let to = items.as_mut_ptr().add(start);
            let cut = Cut::new(key, chunks);
            for i in (0..whole).step_by(4) {
                let low = vld1q_u32(from.low.as_ptr().add(i));
                let high = if WIDE { vld1q_u32(from.high.as_ptr().add(i)) } else { low };
                cut.items::<WIDE>(low, high, to.add(i));
            }
            if whole < count {
                let mut tail = [[!0; 4]; 2];
                tail[0][..count - whole].copy_from_slice(&from.low[whole..]);
                if WIDE {
                    tail[1][..count - whole].copy_from_slice(&from.high[whole..count]);
                }
                let [low, high] = tail.map(|words| vld1q_u32(words.as_ptr()));
                cut.items::<WIDE>(low, high, to.add(whole));
            }
            items.set_len(start + padded);
        }
    }

    #[inline(always)]
    fn open(low: &[u32], high: &[u32], bits: &mut [Self::Set]) {
        let (first, second) = bits.split_at_mut(bits.len().min(32));
        open_words(low, first);
        if !second.is_empty() {
            open_words(high, second);
        }
    }

    #[inline(always)]
    fn all() -> Self::Set {
        // SAFETY: the CPU has NEON, as for all of this kernel.
        Set([unsafe { vdupq_n_u8(!0) }; 2])
    }

    #[inline(always)]
    fn both(a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: as above.
        unsafe { Set([vandq_u8(a.0[0], b.0[0]), vandq_u8(a.0[1], b.0[1])]) }
    }

    #[inline(always)]
    fn is_empty(set: Self::Set) -> bool {
        // SAFETY: as above.
        unsafe { vmaxvq_u32(vreinterpretq_u32_u8(vorrq_u8(set.0[0], set.0[1]))) == 0 }
    }

    #[inline(always)]
    fn zero() -> Self::Sum {
        // SAFETY: as above.
        unsafe { vdupq_n_u64(0) }
    }

    #[inline(always)]
    fn add(
        sum: &mut Self::Sum,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    ) {
        /// An item adds at most 32 to each sum of 16 bits.
        const AT_MOST: usize = u16::MAX as usize / 32 / 4 * 4;
        let tables = tables.map(|table| table.as_ptr().cast::<u8>());
        for items in items.chunks(AT_MOST) {
            // SAFETY: `items` made every index that of an entry of its table, whose width it was cut by.
            unsafe {
                let mut sizes = vdupq_n_u16(0);
                for four in items.chunks_exact(4) {
                    for &item in four {
                        let fits = Self::both(common(tables, item), within);
                        let bytes = vaddq_u8(vcntq_u8(fits.0[0]), vcntq_u8(fits.0[1]));
                        sizes = vpadalq_u8(sizes, bytes);
                    }
                }
                *sum = vpadalq_u32(*sum, vpaddlq_u16(sizes));
            }
        }
    }

    #[inline(always)]
    fn total(sum: Self::Sum) -> u64 {
        // SAFETY: the CPU has NEON.
        unsafe { vaddvq_u64(sum) }
    }
}

/// The half-boards that an item fits.
#[inline(always)]
unsafe fn common(tables: [*const u8; CHUNKS], item: u64) -> Set {
    // SAFETY: the caller's items were cut for its tables.
    unsafe {
        let first = Neon::both(entry(tables[0], item), entry(tables[1], item >> 16));
        let second = Neon::both(entry(tables[2], item >> 32), entry(tables[3], item >> 48));
        Neon::both(first, second)
    }
}

/// The set at the place that the lowest 16 bits tell.
#[inline(always)]
unsafe fn entry(table: *const u8, place: u64) -> Set {
    // SAFETY: the caller's place is that of an entry.
    unsafe { *table.add(usize::from(place as u16)).cast() }
}

/// How masks become items.
struct Cut {
    /// For each bit of the key, the highest first, the bits below it.
    below: [uint32x4_t; 32],
    key_bits: usize,
    /// How far each chunk moves up to its field, or down if negative.
    shifts: [i64; CHUNKS],
    fields: [u64; CHUNKS],
}

impl Cut {
    #[inline(always)]
    unsafe fn new(key: u32, chunks: &Chunks) -> Self {
        // SAFETY: the CPU has NEON.
        let mut below = [unsafe { vdupq_n_u32(0) }; 32];
        let (mut left, mut key_bits) = (key, 0);
        while left != 0 {
            let bit = left.ilog2();
            left ^= 1 << bit;
            // SAFETY: the CPU has NEON.
            below[key_bits] = unsafe { vdupq_n_u32((1 << bit) - 1) };
            key_bits += 1;
        }
        let place = |i: usize| 16 * i as u32 + SET_BYTES.ilog2();
        Self {
            below,
            key_bits,
            shifts: std::array::from_fn(|i| i64::from(place(i)) - i64::from(chunks.shifts[i])),
            fields: std::array::from_fn(|i| ((1 << chunks.widths[i]) - 1) << place(i)),
        }
    }

    /// Writes the items of four masks.
    #[inline(always)]
    unsafe fn items<const WIDE: bool>(&self, low: uint32x4_t, high: uint32x4_t, to: *mut u64) {
        // SAFETY: the CPU has NEON, and the caller made room.
        unsafe {
            let mut low = low;
            for &below in &self.below[..self.key_bits] {
                low = vbslq_u32(below, low, vshrq_n_u32::<1>(low));
            }
            if WIDE {
                // The low words end where the high words begin, so the masks begin with the bits that the key has left.
                let gap = self.key_bits as i32;
                let low = vshlq_u32(low, vdupq_n_s32(gap));
                let first = vreinterpretq_u64_u32(vzip1q_u32(low, high));
                let second = vreinterpretq_u64_u32(vzip2q_u32(low, high));
                vst1q_u64(to, self.wide(first));
                vst1q_u64(to.add(2), self.wide(second));
            } else {
                let (first, second) = (self.narrow(low, 0), self.narrow(low, 2));
                vst1q_u64(to, vreinterpretq_u64_u32(vzip1q_u32(first, second)));
                vst1q_u64(to.add(2), vreinterpretq_u64_u32(vzip2q_u32(first, second)));
            }
        }
    }

    /// The fields of two chunks, as halves of the items.
    #[inline(always)]
    unsafe fn narrow(&self, rest: uint32x4_t, chunk: usize) -> uint32x4_t {
        // The second two chunks are the upper half of an item.
        let down = 16 * chunk as u32;
        // SAFETY: the CPU has NEON.
        let field = |i: usize| unsafe {
            let shift = vdupq_n_s32((self.shifts[i] - i64::from(down)) as i32);
            (vshlq_u32(rest, shift), vdupq_n_u32((self.fields[i] >> down) as u32))
        };
        let ((first, first_field), (second, second_field)) = (field(chunk), field(chunk + 1));
        // SAFETY: the CPU has NEON.
        unsafe { vbslq_u32(second_field, second, vandq_u32(first, first_field)) }
    }

    /// Two items.
    #[inline(always)]
    unsafe fn wide(&self, rest: uint64x2_t) -> uint64x2_t {
        // SAFETY: the CPU has NEON.
        unsafe {
            let mut item = vdupq_n_u64(0);
            for i in 0..CHUNKS {
                let shift = vdupq_n_s64(self.shifts[i] - self.key_bits as i64);
                item = vbslq_u64(vdupq_n_u64(self.fields[i]), vshlq_u64(rest, shift), item);
            }
            item
        }
    }
}

/// The many of a set of rows.
#[derive(Clone, Copy)]
struct Blocks<'a> {
    blocks: &'a [Block],
    highs: &'a [[u32; BLOCK]],
    short: bool,
}

/// Eight words.
#[derive(Clone, Copy)]
struct Eight([uint32x4_t; 2]);

impl Eight {
    #[inline(always)]
    unsafe fn load(words: &[u32], place: usize) -> Self {
        // SAFETY: the caller reads within the words.
        unsafe {
            let words = words.as_ptr().add(place);
            Self([vld1q_u32(words), vld1q_u32(words.add(4))])
        }
    }

    /// Fewer than eight words, and zeros.
    #[inline(always)]
    unsafe fn load_tail(words: &[u32]) -> Self {
        let mut tail = [0; 8];
        tail[..words.len()].copy_from_slice(words);
        // SAFETY: there are eight.
        unsafe { Self::load(&tail, 0) }
    }

    /// The words, each with the bits of `ones`: of the first in the first four, of the second in the others.
    #[inline(always)]
    unsafe fn or(self, ones: [uint32x4_t; 2]) -> Self {
        // SAFETY: the CPU has NEON.
        unsafe { Self([vorrq_u32(self.0[0], ones[0]), vorrq_u32(self.0[1], ones[1])]) }
    }

    /// The lanes in which the words meet `ones`, as halves of 16 bits.
    #[inline(always)]
    unsafe fn meet(self, ones: [uint32x4_t; 2]) -> uint16x8_t {
        // SAFETY: the CPU has NEON.
        unsafe {
            let (first, second) = (vtstq_u32(self.0[0], ones[0]), vtstq_u32(self.0[1], ones[1]));
            vuzp1q_u16(vreinterpretq_u16_u32(first), vreinterpretq_u16_u32(second))
        }
    }

    /// Stores the chosen lanes, and others behind them.
    #[inline(always)]
    unsafe fn store(self, order: uint8x16x2_t, to: *mut u32, place: u32) {
        // SAFETY: the caller made room.
        unsafe {
            let bytes =
                uint8x16x2_t(vreinterpretq_u8_u32(self.0[0]), vreinterpretq_u8_u32(self.0[1]));
            let to = to.add(place as usize);
            vst1q_u32(to, vreinterpretq_u32_u8(vqtbl2q_u8(bytes, order.0)));
            vst1q_u32(to.add(4), vreinterpretq_u32_u8(vqtbl2q_u8(bytes, order.1)));
        }
    }
}

/// A weight for each lane, so that a sum of weights tells a choice of lanes.
#[inline(always)]
unsafe fn weights(first: u32) -> uint16x8_t {
    const WEIGHTS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: there are eight; the CPU has NEON.
    unsafe { vshlq_u16(vld1q_u16(WEIGHTS.as_ptr()), vdupq_n_s16(first as i16)) }
}

/// A block in registers.
#[derive(Clone, Copy)]
struct Vectors {
    shared: Eight,
    low: Eight,
    high: Eight,
}

impl Vectors {
    #[inline(always)]
    unsafe fn of<const WIDE: bool>(many: Blocks<'_>, i: usize) -> Self {
        // SAFETY: the caller names a block.
        unsafe {
            let block = many.blocks.get_unchecked(i);
            let low = Eight::load(&block.low, 0);
            let high = if WIDE { Eight::load(many.highs.get_unchecked(i), 0) } else { low };
            Self { shared: Eight::load(&block.shared, 0), low, high }
        }
    }

    /// The first half twice.
    #[inline(always)]
    fn twice(self) -> Self {
        let twice = |words: Eight| Eight([words.0[0]; 2]);
        Self { shared: twice(self.shared), low: twice(self.low), high: twice(self.high) }
    }

    /// Puts the half-boards with two of the few at `end`, one for each half of the block; returns the new end.
    #[inline(always)]
    unsafe fn pair<const WIDE: bool>(
        self,
        ones: [&One; 2],
        here: usize,
        to: Words,
        end: u32,
    ) -> u32 {
        // SAFETY: the caller made room.
        unsafe {
            let met = self.shared.meet(ones.map(|one| vdupq_n_u32(one.shared)));
            let fits = vaddvq_u16(vbicq_u16(weights(0), met)) as usize & here;
            let low = self.low.or(ones.map(|one| vdupq_n_u32(one.low)));
            let high = if WIDE { self.high.or(ones.map(|one| vdupq_n_u32(one.high))) } else { low };
            put::<WIDE>(to, end, fits, low, high)
        }
    }
}

/// Puts the half-boards of every two fillings at `end`; returns the new end. Most lists are short: their blocks stay in
/// registers, and half a block is tested against two of the few at once.
#[inline(always)]
unsafe fn pair_lists<const WIDE: bool>(
    few: Ones<'_>,
    many: Blocks<'_>,
    to: Words,
    mut end: u32,
) -> u32 {
    let ones = few.list();
    // SAFETY: the caller made room, and gives as many high words as blocks; beyond the last of the few others may be read.
    unsafe {
        if many.short {
            let block = Vectors::of::<WIDE>(many, 0).twice();
            for i in (0..ones.len()).step_by(2) {
                let two = [few.padded.get_unchecked(i), few.padded.get_unchecked(i + 1)];
                let here = 0xFF >> (4 * usize::from(i + 1 == ones.len()));
                end = block.pair::<WIDE>(two, here, to, end);
            }
            return end;
        }
        match many.blocks.len() {
            1 => {
                let block = Vectors::of::<WIDE>(many, 0);
                for one in ones {
                    end = block.pair::<WIDE>([one; 2], 0xFF, to, end);
                }
            }
            2 => {
                let first = Vectors::of::<WIDE>(many, 0);
                let second = Vectors::of::<WIDE>(many, 1);
                for one in ones {
                    end = first.pair::<WIDE>([one; 2], 0xFF, to, end);
                    end = second.pair::<WIDE>([one; 2], 0xFF, to, end);
                }
            }
            count => {
                for one in ones {
                    for block in 0..count {
                        let block = Vectors::of::<WIDE>(many, block);
                        end = block.pair::<WIDE>([one; 2], 0xFF, to, end);
                    }
                }
            }
        }
    }
    end
}

/// Puts the masks of some lanes at `end`; returns the new end.
#[inline(always)]
unsafe fn put<const WIDE: bool>(to: Words, end: u32, lanes: usize, low: Eight, high: Eight) -> u32 {
    // SAFETY: the caller made room, and chooses of eight lanes.
    unsafe {
        let order = PACK.0.get_unchecked(lanes).as_ptr();
        let order = uint8x16x2_t(vld1q_u8(order), vld1q_u8(order.add(16)));
        low.store(order, to.low, end);
        if WIDE {
            high.store(order, to.high, end);
        }
        end + u32::from(*COUNT.get_unchecked(lanes))
    }
}

/// Sorts the masks of some lanes by two bits.
#[inline(always)]
unsafe fn part_eight<const WIDE: bool>(
    lanes: usize,
    bits: [u32; 2],
    low: Eight,
    high: Eight,
    to: [Words; 4],
    ends: &mut [u32; 4],
) {
    // SAFETY: the caller made room.
    unsafe {
        let with = |bit: u32| low.meet([vdupq_n_u32(1 << bit); 2]);
        let first = vandq_u16(with(bits[0]), weights(0));
        let second = vandq_u16(with(bits[1]), weights(8));
        let both = vaddvq_u16(vorrq_u16(first, second)) as usize;
        let (a, b) = (both & 0xFF, both >> 8);
        let parts = [lanes & !a & !b, lanes & a & !b, lanes & !a & b, lanes & a & b];
        for part in 0..4 {
            ends[part] = put::<WIDE>(to[part], ends[part], parts[part], low, high);
        }
    }
}

/// For each bit the half-boards without it, in an order of their own: the bytes of one weight are brought together, then the
/// bits of eight vectors of bytes are transposed.
#[inline(always)]
fn open_words(words: &[u32], bits: &mut [Set]) {
    assert!(words.len() >= 256 && bits.len() <= 32);
    for half in 0..2 {
        // SAFETY: eight times 16 words are read in each of two halves.
        let parts: [uint8x16x4_t; 8] = std::array::from_fn(|part| unsafe {
            vld4q_u8(words.as_ptr().add(128 * half + 16 * part).cast())
        });
        let weights = [
            parts.map(|bytes| bytes.0),
            parts.map(|bytes| bytes.1),
            parts.map(|bytes| bytes.2),
            parts.map(|bytes| bytes.3),
        ];
        for (bits, bytes) in bits.chunks_mut(8).zip(weights) {
            // SAFETY: the CPU has NEON.
            let sets = unsafe { transpose(bytes) };
            for (set, closed) in bits.iter_mut().zip(sets) {
                // SAFETY: as above.
                set.0[half] = unsafe { vmvnq_u8(closed) };
            }
        }
    }
}

/// The bits of every eight bytes at the same place, transposed: ever smaller blocks change places.
#[inline(always)]
unsafe fn transpose(mut rows: [uint8x16_t; 8]) -> [uint8x16_t; 8] {
    // SAFETY: the CPU has NEON.
    unsafe {
        for i in 0..4 {
            let (a, b) = (rows[i], rows[i + 4]);
            rows[i] = vsliq_n_u8::<4>(a, b);
            rows[i + 4] = vsriq_n_u8::<4>(b, a);
        }
        let pairs = vdupq_n_u8(0b0011_0011);
        for i in [0, 1, 4, 5] {
            let (a, b) = (rows[i], rows[i + 2]);
            rows[i] = vbslq_u8(pairs, a, vshlq_n_u8::<2>(b));
            rows[i + 2] = vbslq_u8(pairs, vshrq_n_u8::<2>(a), b);
        }
        let single = vdupq_n_u8(0b0101_0101);
        for i in [0, 2, 4, 6] {
            let (a, b) = (rows[i], rows[i + 1]);
            rows[i] = vbslq_u8(single, a, vaddq_u8(b, b));
            rows[i + 1] = vbslq_u8(single, vshrq_n_u8::<1>(a), b);
        }
    }
    rows
}

/// [`Area::meet`] with these instructions, which the CPU must have.
pub(super) fn meet(area: &mut Area<Neon>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    assert!(Simd::Neon.is_available());
    // SAFETY: the CPU has the instructions.
    unsafe { vectorised(area, halves) }
}

#[target_feature(enable = "neon")]
fn vectorised(area: &mut Area<Neon>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    area.meet(halves)
}
