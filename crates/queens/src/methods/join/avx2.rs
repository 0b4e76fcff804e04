//! The kernel with AVX2: sets of 256 half-boards, quarters tested eight at a time.
#![allow(unsafe_code)]

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, One};
use super::layout::Layout;
use super::meet::{Area, CLASSES, Quarters};
use crate::{Control, Stopped};
use std::arch::x86_64::*;

/// Half-boards in sets of 256 bits.
pub(super) struct Avx2;

/// For each set of lanes, the lanes in it, then any.
static COMPACT: [[u32; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                table[set][place] = lane;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
};

/// Bit-sliced counters and the sum of all that overflowed from them.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    ones: __m256i,
    twos: __m256i,
    fours: __m256i,
}

impl Kernel for Avx2 {
    type Set = __m256i;
    type Item = [u16; CHUNKS];
    type Sum = Sum;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(one: One, list: List<'_>, masks: &mut Masks) {
        let count = list.shared.len();
        masks.reserve(count);
        assert!(list.low.len() >= count && list.high.len() >= count && count % 8 == 0);
        // SAFETY: blocks of eight are read within `count`, and `reserve` made room for `count` masks and a vector more.
        unsafe {
            let shared = _mm256_set1_epi32(one.shared as i32);
            let low = _mm256_set1_epi32(one.low as i32);
            let high = _mm256_set1_epi32(one.high as i32);
            for i in (0..count).step_by(8) {
                let met = _mm256_and_si256(load(list.shared, i), shared);
                let free = _mm256_cmpeq_epi32(met, _mm256_setzero_si256());
                let fits = _mm256_movemask_ps(_mm256_castsi256_ps(free)) as usize;
                let order = load(&COMPACT[fits], 0);
                let joined = _mm256_or_si256(load(list.low, i), low);
                store(&mut masks.low, masks.len, _mm256_permutevar8x32_epi32(joined, order));
                if WIDE {
                    let joined = _mm256_or_si256(load(list.high, i), high);
                    store(&mut masks.high, masks.len, _mm256_permutevar8x32_epi32(joined, order));
                }
                masks.len += fits.count_ones() as usize;
            }
        }
    }

    #[inline(always)]
    fn item(chunks: &Chunks, mask: u32) -> Self::Item {
        chunks.cut(mask, 32)
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
        // SAFETY: the CPU has AVX2, as for all of this kernel.
        unsafe { _mm256_set1_epi32(-1) }
    }

    #[inline(always)]
    fn both(a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: as above.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn is_empty(set: Self::Set) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(set, set) == 1 }
    }

    #[inline(always)]
    fn zero() -> Sum {
        // SAFETY: as above.
        let zero = unsafe { _mm256_setzero_si256() };
        Sum { ones: zero, twos: zero, fours: zero }
    }

    #[inline(always)]
    fn add(
        sum: &mut Sum,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    ) {
        let tables = tables.map(|table| table.as_ptr().cast::<u8>());
        let mut now = *sum;
        // SAFETY: `item` made every index one of an entry of its table, whose width it was cut by.
        unsafe {
            let fitting = |item: &[u16; CHUNKS]| {
                let entry = |i: usize| {
                    _mm256_load_si256(tables[i].add(usize::from(item[i])).cast::<__m256i>())
                };
                let a = _mm256_and_si256(entry(0), entry(1));
                let b = _mm256_and_si256(entry(2), entry(3));
                _mm256_and_si256(_mm256_and_si256(a, b), within)
            };
            for four in items.chunks_exact(4) {
                let (ones, a) = carry(now.ones, fitting(&four[0]), fitting(&four[1]));
                let (ones, b) = carry(ones, fitting(&four[2]), fitting(&four[3]));
                let (twos, fours) = carry(now.twos, a, b);
                now = Sum { ones, twos, fours: _mm256_add_epi64(now.fours, sizes(fours)) };
            }
        }
        *sum = now;
    }

    #[inline(always)]
    fn total(sum: Sum) -> u64 {
        // SAFETY: the CPU has AVX2.
        unsafe {
            across(sizes(sum.ones)) + 2 * across(sizes(sum.twos)) + 4 * across(sum.fours)
        }
    }
}

/// A full adder on every bit: sum and carry.
#[inline(always)]
unsafe fn carry(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the CPU has AVX2.
    unsafe {
        let differ = _mm256_xor_si256(a, b);
        let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(differ, c));
        (_mm256_xor_si256(differ, c), carry)
    }
}

/// How many bits of each 64 are set.
#[inline(always)]
unsafe fn sizes(set: __m256i) -> __m256i {
    // SAFETY: the CPU has AVX2.
    unsafe {
        let of_four = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2,
            3, 3, 4,
        );
        let low = _mm256_set1_epi8(15);
        let first = _mm256_shuffle_epi8(of_four, _mm256_and_si256(set, low));
        let shifted = _mm256_and_si256(_mm256_srli_epi16(set, 4), low);
        let second = _mm256_shuffle_epi8(of_four, shifted);
        _mm256_sad_epu8(_mm256_add_epi8(first, second), _mm256_setzero_si256())
    }
}

#[inline(always)]
unsafe fn across(sums: __m256i) -> u64 {
    // SAFETY: the CPU has AVX2; the vector has the size of the array.
    let parts: [u64; 4] = unsafe { std::mem::transmute(sums) };
    parts.iter().sum()
}

#[inline(always)]
unsafe fn load(words: &[u32], place: usize) -> __m256i {
    // SAFETY: the caller reads within the words.
    unsafe { _mm256_loadu_si256(words.as_ptr().add(place).cast()) }
}

#[inline(always)]
unsafe fn store(words: &mut [u32], place: usize, vector: __m256i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().add(place).cast(), vector) }
}

/// For each bit the half-boards without it, in an order of their own: bytes of like weight are brought together, then their
/// sign bits are gathered.
#[inline(always)]
fn open_words(words: &[u32], bits: &mut [__m256i]) {
    assert!(words.len() >= 256 && bits.len() <= 32);
    let mut gathered = [[0_u32; 8]; 32];
    // SAFETY: 32 words are read in each of eight parts.
    unsafe {
        let by_weight = _mm256_setr_epi8(
            0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6,
            10, 14, 3, 7, 11, 15,
        );
        for part in 0..8 {
            let sorted =
                |i: usize| _mm256_shuffle_epi8(load(words, 32 * part + 8 * i), by_weight);
            let (a, b, c, d) = (sorted(0), sorted(1), sorted(2), sorted(3));
            let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            let bytes = [
                _mm256_unpacklo_epi64(ab, cd),
                _mm256_unpackhi_epi64(ab, cd),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ];
            for (weight, mut bytes) in bytes.into_iter().enumerate() {
                if 8 * weight >= bits.len() {
                    break;
                }
                for bit in (0..8).rev() {
                    gathered[8 * weight + bit][part] = !(_mm256_movemask_epi8(bytes) as u32);
                    bytes = _mm256_add_epi8(bytes, bytes);
                }
            }
        }
        for (set, words) in bits.iter_mut().zip(&gathered) {
            *set = load(words, 0);
        }
    }
}

/// [`Area::meet`] with these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn meet(
    area: &mut Area<Avx2>,
    layout: &Layout,
    lower: Quarters<'_>,
    upper: Quarters<'_>,
    wanted: [bool; CLASSES],
    control: &dyn Control,
) -> Result<[u64; CLASSES], Stopped> {
    area.meet(layout, lower, upper, wanted, control)
}
