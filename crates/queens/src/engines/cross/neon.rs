//! The vector operations of `cross` in NEON: four states per vector.
//!
//! Unsafe, because the intrinsics require a CPU feature and because loads and stores take pointers. See
//! `docs/benchmarks.md` for the number of instructions that it executes, compared with the portable code.
#![allow(unsafe_code)]

use super::lanes;
use super::vector::Vector;
use crate::simd::{Neon, instructions};
use std::arch::aarch64::*;

lanes::compiled!(Neon, "neon");

/// One table row for each set of four lanes: the source byte of each byte of a vector.
#[repr(align(64))]
struct Orders([[u8; 16]; 16]);

/// The lanes of the set move to the front.
static PACK: Orders = orders(true);

/// The lanes of the set are filled from the front: the first from lane 0, the next from lane 1. The others have no
/// source, so `tbx` leaves them unchanged.
static SPREAD: Orders = orders(false);

/// The number of lanes in each set.
static COUNT: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

const fn orders(pack: bool) -> Orders {
    let mut orders = [[0xFF; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 4 {
            if mask >> lane & 1 != 0 {
                let (at, from) = if pack { (rank, lane) } else { (lane, rank) };
                let mut byte = 0;
                while byte < 4 {
                    orders[mask][4 * at + byte] = (4 * from + byte) as u8;
                    byte += 1;
                }
                rank += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    Orders(orders)
}

impl Neon {
    /// A set of lanes as four bits.
    #[inline(always)]
    fn bits(self, mask: uint32x4_t) -> usize {
        const WEIGHTS: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: the array has four words; `self` proves the feature.
        let weights = unsafe { vld1q_u32(WEIGHTS.as_ptr()) };
        self.sum(self.and(mask, weights)) as usize
    }

    #[inline(always)]
    fn order(self, table: &Orders, mask: uint32x4_t) -> uint8x16_t {
        // SAFETY: the weights of all lanes sum to 15, so the row exists; it has sixteen bytes; `self` proves the feature.
        unsafe { vld1q_u8(table.0.get_unchecked(self.bits(mask)).as_ptr()) }
    }

    instructions! {
        fn sum(self, word: uint32x4_t) -> u32 = vaddvq_u32(word);
        fn permuted(self, bytes: uint8x16_t, order: uint8x16_t) -> uint8x16_t =
            vqtbl1q_u8(bytes, order);
        fn filled(self, bytes: uint8x16_t, from: uint8x16_t, order: uint8x16_t) -> uint8x16_t =
            vqtbx1q_u8(bytes, from, order);
        fn bytes(self, word: uint32x4_t) -> uint8x16_t = vreinterpretq_u8_u32(word);
        fn words(self, bytes: uint8x16_t) -> uint32x4_t = vreinterpretq_u32_u8(bytes);
    }
}

impl Vector for Neon {
    const LANES: usize = 4;
    /// With more the compiler spills vectors to memory; a single one would wait for its own results.
    const STREAMS: usize = 2;
    type Word = uint32x4_t;
    /// Lanes in the set have all bits set.
    type Mask = uint32x4_t;

    instructions! {
        fn splat(self, value: u32) -> uint32x4_t = vdupq_n_u32(value);
        fn and(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vandq_u32(a, b);
        fn minus(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vbicq_u32(a, b);
        fn or(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vorrq_u32(a, b);
        fn xor(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = veorq_u32(a, b);
        fn shift_up(self, a: uint32x4_t, by: uint32x4_t) -> uint32x4_t =
            vshlq_u32(a, vreinterpretq_s32_u32(by));
        /// There is one variable shift: a negative distance shifts down. The compiler negates the constant distance once.
        fn shift_down(self, a: uint32x4_t, by: uint32x4_t) -> uint32x4_t =
            vshlq_u32(a, vnegq_s32(vreinterpretq_s32_u32(by)));
        fn drop_lowest(self, a: uint32x4_t) -> uint32x4_t =
            vandq_u32(a, vaddq_u32(a, vdupq_n_u32(!0)));
        fn is_empty(self, a: uint32x4_t) -> uint32x4_t = vceqzq_u32(a);
        fn meet(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vtstq_u32(a, b);
        fn both(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = self.and(a, b);
        fn except(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = self.minus(a, b);
        /// One sum across the lanes for both: a lane in the set is -1.
        fn count_both(self, a: uint32x4_t, b: uint32x4_t) -> usize =
            vaddvq_u32(vaddq_u32(a, b)).wrapping_neg() as usize;
        fn select(self, mask: uint32x4_t, yes: uint32x4_t, no: uint32x4_t) -> uint32x4_t =
            vbslq_u32(mask, yes, no);
    }

    #[inline(always)]
    fn load(self, words: &[u32], at: usize) -> uint32x4_t {
        let words = &words[at..at + Self::LANES];
        // SAFETY: the slice has the four words; `self` proves the feature.
        unsafe { vld1q_u32(words.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], at: usize, word: uint32x4_t) {
        let words = &mut words[at..at + Self::LANES];
        // SAFETY: the slice has the four words; `self` proves the feature.
        unsafe { vst1q_u32(words.as_mut_ptr(), word) }
    }
    #[inline(always)]
    fn count(self, mask: uint32x4_t) -> usize {
        // SAFETY: the weights of all lanes sum to 15.
        unsafe { *COUNT.get_unchecked(self.bits(mask)) }.into()
    }
    #[inline(always)]
    fn pack<const N: usize>(self, mask: uint32x4_t, words: [uint32x4_t; N]) -> [uint32x4_t; N] {
        let order = self.order(&PACK, mask);
        words.map(|word| self.words(self.permuted(self.bytes(word), order)))
    }
    #[inline(always)]
    fn replace<const N: usize>(
        self,
        mask: uint32x4_t,
        words: [uint32x4_t; N],
        fresh: [uint32x4_t; N],
    ) -> [uint32x4_t; N] {
        let order = self.order(&SPREAD, mask);
        std::array::from_fn(|i| {
            let (word, fresh) = (self.bytes(words[i]), self.bytes(fresh[i]));
            self.words(self.filled(word, fresh, order))
        })
    }
}
