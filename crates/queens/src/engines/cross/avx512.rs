//! The vector operations of `cross` in AVX-512: sixteen states per vector.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. Ten times the speed
//! of the portable code: 0.43 ns per placed queen against 4.5 ns on a Zen 4 core at 3.6 GHz.
#![allow(unsafe_code)]

use super::drain::{Counts, Kernel, Level, Pass, Side};
use super::expand::Step;
use super::lanes;
use super::vector::Vector;
use crate::Simd;
use std::arch::x86_64::*;

/// Proof that the CPU has AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn new() -> Option<Self> {
        Simd::Avx512.is_available().then_some(Self(()))
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi2,popcnt")]
fn pass(vector: Avx512, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 {
    lanes::pass(vector, side, here, next, pass)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi2,popcnt")]
fn finish(vector: Avx512, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
    lanes::finish(vector, here, last, flush)
}

impl Kernel for Avx512 {
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 {
        // SAFETY: the value proves that the CPU has the features.
        unsafe { self::pass(*self, side, here, next, pass) }
    }

    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
        // SAFETY: the value proves that the CPU has the features.
        unsafe { self::finish(*self, here, last, flush) }
    }
}

/// The instructions behind the methods of [`Vector`], which a value of [`Avx512`] allows.
macro_rules! instruction {
    ($call:expr) => {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { $call }
    };
}

impl Avx512 {
    /// The indices of the lanes.
    #[inline(always)]
    fn lanes(self) -> __m512i {
        instruction!(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    }
}

impl Vector for Avx512 {
    const LANES: usize = 16;
    /// With two the CPU waits for results; four do not fit into the registers.
    const STREAMS: usize = 3;
    type Word = __m512i;
    type Mask = __mmask16;

    #[inline(always)]
    fn splat(self, value: u32) -> __m512i {
        instruction!(_mm512_set1_epi32(value as i32))
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
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_and_si512(a, b))
    }
    #[inline(always)]
    fn minus(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_andnot_si512(b, a))
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_or_si512(a, b))
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_xor_si512(a, b))
    }
    #[inline(always)]
    fn shift_up(self, a: __m512i, by: __m512i) -> __m512i {
        instruction!(_mm512_sllv_epi32(a, by))
    }
    #[inline(always)]
    fn shift_down(self, a: __m512i, by: __m512i) -> __m512i {
        instruction!(_mm512_srlv_epi32(a, by))
    }
    #[inline(always)]
    fn drop_lowest(self, a: __m512i) -> __m512i {
        instruction!(_mm512_and_si512(a, _mm512_add_epi32(a, _mm512_set1_epi32(-1))))
    }
    #[inline(always)]
    fn is_empty(self, a: __m512i) -> __mmask16 {
        instruction!(_mm512_testn_epi32_mask(a, a))
    }
    #[inline(always)]
    fn meet(self, a: __m512i, b: __m512i) -> __mmask16 {
        instruction!(_mm512_test_epi32_mask(a, b))
    }
    #[inline(always)]
    fn both(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & b
    }
    #[inline(always)]
    fn except(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & !b
    }
    #[inline(always)]
    fn count(self, mask: __mmask16) -> usize {
        mask.count_ones() as usize
    }
    #[inline(always)]
    fn select(self, mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i {
        instruction!(_mm512_mask_blend_epi32(mask, no, yes))
    }
    /// One compress for the order and one permutation per word: cheaper than one compress per word.
    #[inline(always)]
    fn pack<const N: usize>(self, mask: __mmask16, words: [__m512i; N]) -> [__m512i; N] {
        let order = instruction!(_mm512_maskz_compress_epi32(mask, self.lanes()));
        words.map(|word| instruction!(_mm512_permutexvar_epi32(order, word)))
    }
    #[inline(always)]
    fn replace<const N: usize>(
        self,
        mask: __mmask16,
        words: [__m512i; N],
        fresh: [__m512i; N],
    ) -> [__m512i; N] {
        std::array::from_fn(|i| instruction!(_mm512_mask_expand_epi32(words[i], mask, fresh[i])))
    }
}
