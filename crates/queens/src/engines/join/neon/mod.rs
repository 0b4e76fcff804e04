//! The kernel of the join in NEON: sets of 256 half-boards in two vectors, quarters compared eight pairs at a time.
//!
//! Unsafe, because the intrinsics require a CPU feature and because loads and stores take pointers. See
//! `docs/benchmarks.md` for the number of instructions that it executes, compared with the portable code.
#![allow(unsafe_code)]

mod items;

use super::eight::{self, Destination, Eight};
use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::meet::compiled;
use super::pairing::Pairing;
use super::quarters::{BLOCK, ScalarFilling};
use super::tables::{CHUNKS, Chunks, Lookup};
use crate::simd::{Neon, instructions};
use items::Cut;
use std::arch::aarch64::*;

compiled!(Neon, "neon");

/// A set of 256 half-boards, aligned so that it lies in one cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Set([uint8x16_t; 2]);

/// The bytes of a set. The indices in an item are byte offsets, so an address is one addition.
const SET_BYTES: u32 = size_of::<Set>() as u32;

/// For each set of eight lanes, the source byte of each byte when the lanes of the set move to the front.
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

/// The number of lanes in each set: NEON counts bits in vector registers only.
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
    /// Four indices of 16 bits, in one load, which leaves the load units to the tables.
    type Item = u64;
    type Sum = uint64x2_t;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(self, pairing: Pairing<'_>) {
        eight::pair::<Self, WIDE>(self, pairing);
    }

    #[inline(always)]
    fn part<const WIDE: bool>(
        self,
        from: List<'_>,
        bits: [u32; 2],
        to: &mut [Masks; 4],
    ) -> [u32; 4] {
        eight::part::<Self, WIDE>(self, from, bits, to)
    }

    /// Four masks at a time. The missing ones of the last four have all bits set, so they become items that fit nothing.
    #[inline(always)]
    fn items<const WIDE: bool>(
        self,
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
        // SAFETY: there is room for all items; the words are within their lists; `self` proves the feature.
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

    /// In the order that results from bringing the bytes of equal weight together and then transposing the bits of eight
    /// vectors of bytes.
    #[inline(always)]
    fn open_words(self, words: &[u32], bits: &mut [Set]) {
        assert!(words.len() >= 256 && bits.len() <= 32);
        for half in 0..2 {
            // SAFETY: eight times 16 words are read in each of two halves; `self` proves the feature.
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
                for (set, closed) in bits.iter_mut().zip(self.transposed(bytes)) {
                    set.0[half] = self.not(closed);
                }
            }
        }
    }

    instructions! {
        fn all(self) -> Self::Set = Set([vdupq_n_u8(!0); 2]);
        fn none(self) -> Self::Set = Set([vdupq_n_u8(0); 2]);
        fn both(self, a: Self::Set, b: Self::Set) -> Self::Set =
            Set([vandq_u8(a.0[0], b.0[0]), vandq_u8(a.0[1], b.0[1])]);
        fn is_empty(self, set: Self::Set) -> bool =
            vmaxvq_u32(vreinterpretq_u32_u8(vorrq_u8(set.0[0], set.0[1]))) == 0;
        fn zero(self) -> Self::Sum = vdupq_n_u64(0);
        fn total(self, sum: Self::Sum) -> u64 = vaddvq_u64(sum);
    }

    #[inline(always)]
    fn add(self, sum: &mut Self::Sum, lookup: Lookup<'_, Self>, within: Self::Set) {
        /// An item adds at most 32 to each sum of 16 bits.
        const MAX_ITEMS: usize = u16::MAX as usize / 32 / 4 * 4;
        let tables = lookup.tables().map(|table| table.as_ptr().cast::<u8>());
        for items in lookup.items().chunks(MAX_ITEMS) {
            // SAFETY: the lookup proves that every index is that of an entry; `self` proves the feature.
            unsafe {
                let mut sizes = vdupq_n_u16(0);
                for four in items.chunks_exact(4) {
                    for &item in four {
                        let fitting = self.both(common(self, tables, item), within);
                        let bytes = vaddq_u8(vcntq_u8(fitting.0[0]), vcntq_u8(fitting.0[1]));
                        sizes = vpadalq_u8(sizes, bytes);
                    }
                }
                *sum = vpadalq_u32(*sum, vpaddlq_u16(sizes));
            }
        }
    }
}

/// The half-boards that an item fits.
///
/// # Safety
///
/// The indices of the item are those of entries.
#[inline(always)]
unsafe fn common(kernel: Neon, tables: [*const u8; CHUNKS], item: u64) -> Set {
    // SAFETY: as the caller promises.
    unsafe {
        let first = kernel.both(entry(tables[0], item), entry(tables[1], item >> 16));
        let second = kernel.both(entry(tables[2], item >> 32), entry(tables[3], item >> 48));
        kernel.both(first, second)
    }
}

/// The entry at the byte offset in the lowest 16 bits.
///
/// # Safety
///
/// There is an entry at the offset.
#[inline(always)]
unsafe fn entry(table: *const u8, offset: u64) -> Set {
    // SAFETY: as the caller promises.
    unsafe { *table.add(usize::from(offset as u16)).cast() }
}

/// Eight words.
#[derive(Clone, Copy)]
pub(super) struct Words([uint32x4_t; 2]);

impl Words {
    /// Stores the lanes in an order of [`PACK`].
    ///
    /// # Safety
    ///
    /// From `place` on, there is room for eight words.
    #[inline(always)]
    unsafe fn store(self, order: uint8x16x2_t, to: *mut u32, place: u32) {
        // SAFETY: as the caller promises; values of this type exist only if the CPU has the feature.
        unsafe {
            let bytes =
                uint8x16x2_t(vreinterpretq_u8_u32(self.0[0]), vreinterpretq_u8_u32(self.0[1]));
            let to = to.add(place as usize);
            vst1q_u32(to, vreinterpretq_u32_u8(vqtbl2q_u8(bytes, order.0)));
            vst1q_u32(to.add(4), vreinterpretq_u32_u8(vqtbl2q_u8(bytes, order.1)));
        }
    }
}

impl Neon {
    instructions! {
        /// One word in four lanes.
        fn every(self, word: u32) -> uint32x4_t = vdupq_n_u32(word);
        fn not(self, bytes: uint8x16_t) -> uint8x16_t = vmvnq_u8(bytes);
        /// The lanes in which the words have a common bit, as halves of 16 bits.
        fn meet(self, a: Words, b: Words) -> uint16x8_t = {
            let first = vtstq_u32(a.0[0], b.0[0]);
            let second = vtstq_u32(a.0[1], b.0[1]);
            vuzp1q_u16(vreinterpretq_u16_u32(first), vreinterpretq_u16_u32(second))
        };
        /// Transposes the bits of every eight bytes at the same place, by exchanging blocks, the largest first.
        fn transposed(self, bytes: [uint8x16_t; 8]) -> [uint8x16_t; 8] = {
            let mut rows = bytes;
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
            rows
        };
    }

    /// A weight for each lane, so that a sum of weights identifies a set of lanes.
    #[inline(always)]
    fn weights(self, first: u32) -> uint16x8_t {
        const WEIGHTS: [u16; BLOCK] = [1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: there are eight weights; `self` proves the feature.
        unsafe { vshlq_u16(vld1q_u16(WEIGHTS.as_ptr()), vdupq_n_s16(first as i16)) }
    }
}

impl Eight for Neon {
    type Words = Words;

    #[inline(always)]
    fn load(self, words: &[u32; BLOCK]) -> Words {
        // SAFETY: there are eight words; `self` proves the feature.
        unsafe { Words([vld1q_u32(words.as_ptr()), vld1q_u32(words.as_ptr().add(4))]) }
    }

    instructions! {
        fn first_half_twice(self, words: Words) -> Words = Words([words.0[0]; 2]);
        fn disjoint(self, a: Words, b: Words) -> usize =
            vaddvq_u16(vbicq_u16(self.weights(0), self.meet(a, b))) as usize;
        fn or(self, a: Words, b: Words) -> Words =
            Words([vorrq_u32(a.0[0], b.0[0]), vorrq_u32(a.0[1], b.0[1])]);
    }

    #[inline(always)]
    fn spread(self, filling: &ScalarFilling) -> [Words; 3] {
        let &ScalarFilling { shared, low, high, .. } = filling;
        [shared, low, high].map(|word| Words([self.every(word); 2]))
    }

    #[inline(always)]
    fn spread_two(self, [a, b]: &[ScalarFilling; 2]) -> [Words; 3] {
        [(a.shared, b.shared), (a.low, b.low), (a.high, b.high)]
            .map(|(a, b)| Words([self.every(a), self.every(b)]))
    }

    /// One sum across the lanes for both bits.
    #[inline(always)]
    fn with_bits(self, words: Words, bits: [u32; 2]) -> [usize; 2] {
        let [first, second] = bits.map(|bit| self.meet(words, Words([self.every(1 << bit); 2])));
        // SAFETY: `self` proves the feature.
        let both = unsafe {
            let first = vandq_u16(first, self.weights(0));
            let second = vandq_u16(second, self.weights(8));
            vaddvq_u16(vorrq_u16(first, second)) as usize
        };
        [both & 0xFF, both >> 8]
    }

    #[inline(always)]
    unsafe fn append<const WIDE: bool>(
        self,
        to: Destination,
        end: u32,
        lanes: usize,
        low: Words,
        high: Words,
    ) -> u32 {
        // SAFETY: the caller promises room and a set of eight lanes; `self` proves the feature.
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
}
