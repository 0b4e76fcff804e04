//! The vector operations of `cross` in AVX-512: sixteen states per vector.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. Ten times the speed
//! of the portable code: 0.43 ns per placed queen against 4.5 ns on a Zen 4 core at 3.6 GHz.
#![allow(unsafe_code)]

use super::lanes;
use super::vector::Vector;
use crate::simd::{Avx512, instructions};
use std::arch::x86_64::*;

lanes::compiled!(Avx512, "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi2,popcnt");

impl Avx512 {
    instructions! {
        /// The indices of the lanes.
        fn lanes(self) -> __m512i =
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        fn compressed(self, mask: __mmask16, word: __m512i) -> __m512i =
            _mm512_maskz_compress_epi32(mask, word);
        fn expanded(self, word: __m512i, mask: __mmask16, fresh: __m512i) -> __m512i =
            _mm512_mask_expand_epi32(word, mask, fresh);
        fn permuted(self, word: __m512i, order: __m512i) -> __m512i =
            _mm512_permutexvar_epi32(order, word);
    }
}

impl Vector for Avx512 {
    const LANES: usize = 16;
    /// With two the CPU waits for results; four do not fit into the registers.
    const STREAMS: usize = 3;
    type Word = __m512i;
    type Mask = __mmask16;

    instructions! {
        fn splat(self, value: u32) -> __m512i = _mm512_set1_epi32(value as i32);
        fn and(self, a: __m512i, b: __m512i) -> __m512i = _mm512_and_si512(a, b);
        fn minus(self, a: __m512i, b: __m512i) -> __m512i = _mm512_andnot_si512(b, a);
        fn or(self, a: __m512i, b: __m512i) -> __m512i = _mm512_or_si512(a, b);
        fn xor(self, a: __m512i, b: __m512i) -> __m512i = _mm512_xor_si512(a, b);
        fn shift_up(self, a: __m512i, by: __m512i) -> __m512i = _mm512_sllv_epi32(a, by);
        fn shift_down(self, a: __m512i, by: __m512i) -> __m512i = _mm512_srlv_epi32(a, by);
        fn drop_lowest(self, a: __m512i) -> __m512i =
            _mm512_and_si512(a, _mm512_add_epi32(a, _mm512_set1_epi32(-1)));
        fn is_empty(self, a: __m512i) -> __mmask16 = _mm512_testn_epi32_mask(a, a);
        fn meet(self, a: __m512i, b: __m512i) -> __mmask16 = _mm512_test_epi32_mask(a, b);
        fn both(self, a: __mmask16, b: __mmask16) -> __mmask16 = a & b;
        fn except(self, a: __mmask16, b: __mmask16) -> __mmask16 = a & !b;
        fn count(self, mask: __mmask16) -> usize = mask.count_ones() as usize;
        fn select(self, mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i =
            _mm512_mask_blend_epi32(mask, no, yes);
    }

    #[inline(always)]
    fn load(self, words: &[u32], at: usize) -> __m512i {
        let words = &words[at..at + Self::LANES];
        // SAFETY: the slice has the sixteen words; `self` proves the features.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], at: usize, word: __m512i) {
        let words = &mut words[at..at + Self::LANES];
        // SAFETY: the slice has the sixteen words; `self` proves the features.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), word) }
    }
    /// One compress for the order and one permutation per word: cheaper than one compress per word.
    #[inline(always)]
    fn pack<const N: usize>(self, mask: __mmask16, words: [__m512i; N]) -> [__m512i; N] {
        let order = self.compressed(mask, self.lanes());
        words.map(|word| self.permuted(word, order))
    }
    #[inline(always)]
    fn replace<const N: usize>(
        self,
        mask: __mmask16,
        words: [__m512i; N],
        fresh: [__m512i; N],
    ) -> [__m512i; N] {
        std::array::from_fn(|i| self.expanded(words[i], mask, fresh[i]))
    }
}
