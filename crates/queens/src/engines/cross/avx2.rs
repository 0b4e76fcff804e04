//! The vector operations of `cross` in AVX2: eight states per vector.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. Six times the speed
//! of the portable code: 0.68 ns per placed queen against 4.5 ns on a Zen 4 core at 3.6 GHz.
#![allow(unsafe_code)]

use super::lanes;
use super::vector::Vector;
use crate::simd::{Avx2, instructions};
use std::arch::x86_64::*;

lanes::compiled!(Avx2, "avx2,bmi2,popcnt");

/// For each set of lanes, the source of each lane when the lanes of the set move to the front.
static PACK: [[u8; 8]; 256] = orders(true);

/// For each set of lanes, the source of each lane when the set is filled from the front: the first from lane 0, the
/// next from lane 1.
static SPREAD: [[u8; 8]; 256] = orders(false);

const fn orders(pack: bool) -> [[u8; 8]; 256] {
    let mut orders = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 != 0 {
                let (at, from) = if pack { (rank, lane) } else { (lane, rank) };
                orders[mask][at] = from as u8;
                rank += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    orders
}

impl Avx2 {
    instructions! {
        fn bits(self, mask: __m256i) -> u32 =
            _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as u32;
        fn permuted(self, word: __m256i, order: __m256i) -> __m256i =
            _mm256_permutevar8x32_epi32(word, order);
    }

    #[inline(always)]
    fn order(self, table: &[[u8; 8]; 256], mask: __m256i) -> __m256i {
        let order = &table[self.bits(mask) as usize & 255];
        // SAFETY: a row has eight bytes; `self` proves the features.
        unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(order.as_ptr().cast())) }
    }
}

impl Vector for Avx2 {
    const LANES: usize = 8;
    /// The sixteen registers hold fewer than two streams, but with four the CPU waits less for results and loads.
    const STREAMS: usize = 4;
    type Word = __m256i;
    /// Lanes in the set have all bits set.
    type Mask = __m256i;

    instructions! {
        fn splat(self, value: u32) -> __m256i = _mm256_set1_epi32(value as i32);
        fn and(self, a: __m256i, b: __m256i) -> __m256i = _mm256_and_si256(a, b);
        fn minus(self, a: __m256i, b: __m256i) -> __m256i = _mm256_andnot_si256(b, a);
        fn or(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        fn xor(self, a: __m256i, b: __m256i) -> __m256i = _mm256_xor_si256(a, b);
        fn shift_up(self, a: __m256i, by: __m256i) -> __m256i = _mm256_sllv_epi32(a, by);
        fn shift_down(self, a: __m256i, by: __m256i) -> __m256i = _mm256_srlv_epi32(a, by);
        fn drop_lowest(self, a: __m256i) -> __m256i =
            _mm256_and_si256(a, _mm256_add_epi32(a, _mm256_set1_epi32(-1)));
        fn is_empty(self, a: __m256i) -> __m256i = _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
        fn meet(self, a: __m256i, b: __m256i) -> __m256i =
            _mm256_xor_si256(self.is_empty(self.and(a, b)), _mm256_set1_epi32(-1));
        fn both(self, a: __m256i, b: __m256i) -> __m256i = self.and(a, b);
        fn except(self, a: __m256i, b: __m256i) -> __m256i = self.minus(a, b);
        fn count(self, mask: __m256i) -> usize = self.bits(mask).count_ones() as usize;
        fn select(self, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i =
            _mm256_blendv_epi8(no, yes, mask);
    }

    #[inline(always)]
    fn load(self, words: &[u32], at: usize) -> __m256i {
        let words = &words[at..at + Self::LANES];
        // SAFETY: the slice has the eight words; `self` proves the features.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], at: usize, word: __m256i) {
        let words = &mut words[at..at + Self::LANES];
        // SAFETY: the slice has the eight words; `self` proves the features.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), word) }
    }
    #[inline(always)]
    fn pack<const N: usize>(self, mask: __m256i, words: [__m256i; N]) -> [__m256i; N] {
        let order = self.order(&PACK, mask);
        words.map(|word| self.permuted(word, order))
    }
    #[inline(always)]
    fn replace<const N: usize>(
        self,
        mask: __m256i,
        words: [__m256i; N],
        fresh: [__m256i; N],
    ) -> [__m256i; N] {
        let order = self.order(&SPREAD, mask);
        std::array::from_fn(|i| self.select(mask, self.permuted(fresh[i], order), words[i]))
    }
}
