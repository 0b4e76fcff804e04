//! Pairing quarters in AVX-512, sixteen pairs at a time.

use super::super::avx2::store;
use super::super::eight::{self, Destination, PairLists};
use super::super::pairing::{ScalarList, VectorList};
use super::super::quarters::ScalarFilling;
use crate::simd::{Avx2, Avx512, instructions};
use std::arch::x86_64::*;

/// Most lists are short: their blocks stay in registers, and a block is compared with two fillings at once, half a
/// block with four.
impl PairLists for Avx512 {
    #[inline(always)]
    unsafe fn pair_lists<const WIDE: bool>(
        self,
        scalar: ScalarList<'_>,
        vector: VectorList<'_>,
        to: Destination,
        mut end: u32,
    ) -> u32 {
        // SAFETY: the caller promises room, a block, and high words; `self` proves the features.
        unsafe {
            if vector.short {
                return pair_short::<WIDE>(
                    scalar,
                    Loaded::of::<WIDE>(self.avx2(), vector, 0),
                    to,
                    end,
                );
            }
            match vector.blocks.len() {
                1 => pair_one::<WIDE>(scalar, Loaded::of::<WIDE>(self.avx2(), vector, 0), to, end),
                2 => {
                    let two = LoadedTwo::of::<WIDE>(self, vector, 0);
                    for filling in scalar.list() {
                        end = pair_blocks::<WIDE>(filling, two, to, end);
                    }
                    end
                }
                count => {
                    for filling in scalar.list() {
                        for i in (0..count - 1).step_by(2) {
                            let two = LoadedTwo::of::<WIDE>(self, vector, i);
                            end = pair_blocks::<WIDE>(filling, two, to, end);
                        }
                        if count % 2 == 1 {
                            let last = Loaded::of::<WIDE>(self.avx2(), vector, count - 1);
                            end = pair_block::<WIDE>(filling, last, to, end);
                        }
                    }
                    end
                }
            }
        }
    }
}

/// A block in registers.
type Loaded = eight::Loaded<Avx2>;

/// Two blocks in registers.
#[derive(Clone, Copy)]
struct LoadedTwo {
    shared: __m512i,
    low: __m512i,
    high: __m512i,
}

impl LoadedTwo {
    /// # Safety
    ///
    /// As for [`Loaded::of`], of this block and the next.
    #[inline(always)]
    unsafe fn of<const WIDE: bool>(kernel: Avx512, list: VectorList<'_>, i: usize) -> Self {
        // SAFETY: as the caller promises.
        unsafe {
            let first = Loaded::of::<WIDE>(kernel.avx2(), list, i);
            let second = Loaded::of::<WIDE>(kernel.avx2(), list, i + 1);
            Self {
                shared: kernel.concatenated(first.shared, second.shared),
                low: kernel.concatenated(first.low, second.low),
                high: kernel.concatenated(first.high, second.high),
            }
        }
    }
}

impl Avx512 {
    instructions! {
        fn concatenated(self, first: __m256i, second: __m256i) -> __m512i =
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second);
    }
}

/// Compares the first half of a block with four fillings at a time.
///
/// # Safety
///
/// As for [`PairLists::pair_lists`], and the CPU has AVX-512.
#[inline(always)]
unsafe fn pair_short<const WIDE: bool>(
    scalar: ScalarList<'_>,
    block: Loaded,
    to: Destination,
    mut end: u32,
) -> u32 {
    let count = scalar.count();
    // SAFETY: the caller promises room. From each filling of the list on, four can be read, and a filling has no padding.
    unsafe {
        let shared = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.shared));
        let low = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.low));
        let high = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.high));
        for i in (0..count).step_by(4) {
            let four = _mm512_loadu_si512(scalar.padded().as_ptr().add(i).cast());
            let here = _bzhi_u32(0xFFFF, 4 * (count - i).min(4) as u32) as u16;
            let occupied = _mm512_shuffle_epi32::<0b00_00_00_00>(four);
            let fitting = _mm512_mask_testn_epi32_mask(here, shared, occupied);
            let low = _mm512_or_si512(low, _mm512_shuffle_epi32::<0b01_01_01_01>(four));
            let high = _mm512_or_si512(high, _mm512_shuffle_epi32::<0b10_10_10_10>(four));
            end = append_wide::<WIDE>(to, end, fitting, low, high);
        }
    }
    end
}

/// Compares a block with two fillings at a time.
///
/// # Safety
///
/// As for [`PairLists::pair_lists`], and the CPU has AVX-512.
#[inline(always)]
unsafe fn pair_one<const WIDE: bool>(
    scalar: ScalarList<'_>,
    block: Loaded,
    to: Destination,
    mut end: u32,
) -> u32 {
    let count = scalar.count();
    // SAFETY: the caller promises room. From each filling of the list on, two can be read, and a filling has no padding.
    unsafe {
        let shared = _mm512_broadcast_i64x4(block.shared);
        let low = _mm512_broadcast_i64x4(block.low);
        let high = _mm512_broadcast_i64x4(block.high);
        let first = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4);
        let second = _mm512_add_epi32(first, _mm512_set1_epi32(1));
        let third = _mm512_add_epi32(first, _mm512_set1_epi32(2));
        for i in (0..count).step_by(2) {
            let two = _mm256_loadu_si256(scalar.padded().as_ptr().add(i).cast());
            let two = _mm512_castsi256_si512(two);
            let here = (0xFFFF_u32 >> (8 * u32::from(i + 1 == count))) as u16;
            let occupied = _mm512_permutexvar_epi32(first, two);
            let fitting = _mm512_mask_testn_epi32_mask(here, shared, occupied);
            let low = _mm512_or_si512(low, _mm512_permutexvar_epi32(second, two));
            let high = _mm512_or_si512(high, _mm512_permutexvar_epi32(third, two));
            end = append_wide::<WIDE>(to, end, fitting, low, high);
        }
    }
    end
}

/// Compares two blocks with a filling.
///
/// # Safety
///
/// As for `append_wide`.
#[inline(always)]
unsafe fn pair_blocks<const WIDE: bool>(
    filling: &ScalarFilling,
    two: LoadedTwo,
    to: Destination,
    end: u32,
) -> u32 {
    // SAFETY: as the caller promises.
    unsafe {
        let occupied = _mm512_set1_epi32(filling.shared as i32);
        let fitting = _mm512_testn_epi32_mask(two.shared, occupied);
        let low = _mm512_or_si512(two.low, _mm512_set1_epi32(filling.low as i32));
        let high = _mm512_or_si512(two.high, _mm512_set1_epi32(filling.high as i32));
        append_wide::<WIDE>(to, end, fitting, low, high)
    }
}

/// Compares a block with a filling.
///
/// # Safety
///
/// As for `append_wide`, with room for eight words.
#[inline(always)]
unsafe fn pair_block<const WIDE: bool>(
    filling: &ScalarFilling,
    block: Loaded,
    to: Destination,
    end: u32,
) -> u32 {
    // SAFETY: as the caller promises.
    unsafe {
        let occupied = _mm256_set1_epi32(filling.shared as i32);
        let fitting = _mm256_testn_epi32_mask(block.shared, occupied);
        let low = _mm256_or_si256(block.low, _mm256_set1_epi32(filling.low as i32));
        store(to.low, end, _mm256_maskz_compress_epi32(fitting, low));
        if WIDE {
            let high = _mm256_or_si256(block.high, _mm256_set1_epi32(filling.high as i32));
            store(to.high, end, _mm256_maskz_compress_epi32(fitting, high));
        }
        end + fitting.count_ones()
    }
}

/// Appends the masks of some lanes at `end`; returns the new end.
///
/// # Safety
///
/// From `end` on, `to` has room for sixteen words. The CPU has AVX-512.
#[inline(always)]
pub(super) unsafe fn append_wide<const WIDE: bool>(
    to: Destination,
    end: u32,
    lanes: u16,
    low: __m512i,
    high: __m512i,
) -> u32 {
    // SAFETY: as the caller promises.
    unsafe {
        let place = end as usize;
        _mm512_storeu_si512(to.low.add(place).cast(), _mm512_maskz_compress_epi32(lanes, low));
        if WIDE {
            let high = _mm512_maskz_compress_epi32(lanes, high);
            _mm512_storeu_si512(to.high.add(place).cast(), high);
        }
    }
    end + lanes.count_ones()
}
