//! The kernel with AVX-512: sets of 512 half-boards, quarters tested sixteen at a time.
#![allow(unsafe_code)]

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, One};
use super::layout::Layout;
use super::meet::{Area, CLASSES, Quarters};
use crate::{Control, Stopped};
use std::arch::x86_64::*;

/// Half-boards in sets of 512 bits.
pub(super) struct Avx512;

impl Kernel for Avx512 {
    type Set = __m512i;
    type Item = [u16; CHUNKS];
    type Sum = __m512i;
    const LANES: usize = 512;

    #[inline(always)]
    fn pair<const WIDE: bool>(one: One, list: List<'_>, masks: &mut Masks) {
        let count = list.shared.len();
        masks.reserve(count);
        assert!(list.low.len() >= count && list.high.len() >= count && count % 8 == 0);
        // SAFETY: masked loads read within `count`, and `reserve` made room for `count` masks and a vector more.
        unsafe {
            let shared = _mm512_set1_epi32(one.shared as i32);
            let low = _mm512_set1_epi32(one.low as i32);
            let high = _mm512_set1_epi32(one.high as i32);
            for i in (0..count).step_by(16) {
                let here = if count - i < 16 { 0x00FF } else { 0xFFFF };
                let fits =
                    _mm512_mask_testn_epi32_mask(here, load(here, list.shared, i), shared);
                let joined = _mm512_or_si512(load(here, list.low, i), low);
                store(&mut masks.low, masks.len, _mm512_maskz_compress_epi32(fits, joined));
                if WIDE {
                    let joined = _mm512_or_si512(load(here, list.high, i), high);
                    store(&mut masks.high, masks.len, _mm512_maskz_compress_epi32(fits, joined));
                }
                masks.len += fits.count_ones() as usize;
            }
        }
    }

    #[inline(always)]
    fn item(chunks: &Chunks, mask: u32) -> Self::Item {
        chunks.cut(mask, 64)
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
        // SAFETY: the CPU has AVX-512, as for all of this kernel.
        unsafe { _mm512_set1_epi32(-1) }
    }

    #[inline(always)]
    fn both(a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: as above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn is_empty(set: Self::Set) -> bool {
        // SAFETY: as above.
        unsafe { _mm512_test_epi32_mask(set, set) == 0 }
    }

    #[inline(always)]
    fn zero() -> Self::Sum {
        // SAFETY: as above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn add(
        sum: &mut Self::Sum,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    ) {
        let tables = tables.map(|table| table.as_ptr().cast::<u8>());
        let mut now = *sum;
        // SAFETY: `item` made every index one of an entry of its table, whose width it was cut by.
        unsafe {
            for item in items {
                let entry = |i: usize| {
                    _mm512_load_si512(tables[i].add(usize::from(item[i])).cast::<__m512i>())
                };
                let fits = _mm512_and_si512(entry(0), entry(1));
                let fits = _mm512_and_si512(fits, entry(2));
                let fits = _mm512_ternarylogic_epi64::<0x80>(fits, within, entry(3));
                now = _mm512_add_epi64(now, _mm512_popcnt_epi64(fits));
            }
        }
        *sum = now;
    }

    #[inline(always)]
    fn total(sum: Self::Sum) -> u64 {
        // SAFETY: the CPU has AVX-512.
        unsafe { _mm512_reduce_add_epi64(sum) as u64 }
    }
}

#[inline(always)]
unsafe fn load(lanes: u16, words: &[u32], place: usize) -> __m512i {
    // SAFETY: the caller names only lanes within the words.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().add(place).cast()) }
}

#[inline(always)]
unsafe fn store(words: &mut [u32], place: usize, vector: __m512i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().add(place).cast(), vector) }
}

/// For each bit the half-boards without it, in an order of their own: bytes of like weight are brought together, then their
/// sign bits are gathered.
#[inline(always)]
fn open_words(words: &[u32], bits: &mut [__m512i]) {
    assert!(words.len() >= 512 && bits.len() <= 32);
    let mut gathered = [[0_u64; 8]; 32];
    // SAFETY: 64 words are read in each of eight parts.
    unsafe {
        let by_weight = _mm512_broadcast_i32x4(_mm_setr_epi8(
            0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
        ));
        for part in 0..8 {
            let sorted = |i: usize| {
                let words = load(0xFFFF, words, 64 * part + 16 * i);
                _mm512_shuffle_epi8(words, by_weight)
            };
            let (a, b, c, d) = (sorted(0), sorted(1), sorted(2), sorted(3));
            let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            let bytes = [
                _mm512_unpacklo_epi64(ab, cd),
                _mm512_unpackhi_epi64(ab, cd),
                _mm512_unpacklo_epi64(ab_high, cd_high),
                _mm512_unpackhi_epi64(ab_high, cd_high),
            ];
            for (weight, mut bytes) in bytes.into_iter().enumerate() {
                if 8 * weight >= bits.len() {
                    break;
                }
                for bit in (0..8).rev() {
                    gathered[8 * weight + bit][part] = !_mm512_movepi8_mask(bytes);
                    bytes = _mm512_add_epi8(bytes, bytes);
                }
            }
        }
        for (set, words) in bits.iter_mut().zip(&gathered) {
            *set = _mm512_loadu_si512(words.as_ptr().cast());
        }
    }
}

/// [`Area::meet`] with these instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn meet(
    area: &mut Area<Avx512>,
    layout: &Layout,
    lower: Quarters<'_>,
    upper: Quarters<'_>,
    wanted: [bool; CLASSES],
    control: &dyn Control,
) -> Result<[u64; CLASSES], Stopped> {
    area.meet(layout, lower, upper, wanted, control)
}
