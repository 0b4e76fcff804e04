//! The kernel of the join in AVX2: sets of 256 half-boards, quarters compared eight pairs at a time.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. About four times the
//! speed of the portable code at 18 x 18; the compiler finds neither the compaction of pairs nor the carry-save
//! addition by itself.
#![allow(unsafe_code)]

use super::eight::{self, Destination, Eight};
use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::meet::{Area, Halves, TilesPart};
use super::pairing::{GROUPS, Pairing};
use super::quarters::{BLOCK, ScalarFilling};
use super::tables::{CHUNKS, Chunks, Lookup};
use crate::{Error, Simd};
use std::arch::x86_64::*;

/// Proof that the CPU has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn new() -> Option<Self> {
        Simd::Avx2.is_available().then_some(Self(()))
    }
}

/// For each set of lanes, its lanes in order, followed by any.
static COMPACT: [[u32; BLOCK]; 256] = {
    let mut table = [[0; BLOCK]; 256];
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

impl Kernel for Avx2 {
    type Set = __m256i;
    type Item = [u16; CHUNKS];
    type Sum = __m256i;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(self, pairing: Pairing<'_>) {
        eight::pair::<Self, WIDE>(self, pairing);
    }

    /// Into the second-level cache.
    #[inline(always)]
    fn prefetch<T>(self, list: &[T]) {
        let bytes = list.as_ptr().cast::<i8>();
        for line in (0..size_of_val(list)).step_by(64) {
            // SAFETY: the address is within the list; nothing is read.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(bytes.add(line)) };
        }
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
        let (fields, rest) = (chunks.spread(32), !u64::from(key));
        items.reserve(count + 3);
        let start = items.len();
        // SAFETY: there is room for all items; `self` proves the features.
        unsafe {
            let to = items.as_mut_ptr().add(start).cast::<u64>();
            for i in 0..count {
                let mask = _pext_u64(from.mask::<WIDE>(i), rest);
                to.add(i).write_unaligned(_pdep_u64(mask, fields));
            }
            for i in count..count.next_multiple_of(4) {
                to.add(i).write_unaligned(fields);
            }
            items.set_len(start + count.next_multiple_of(4));
        }
    }

    #[inline(always)]
    fn open(self, low: &[u32], high: &[u32], bits: &mut [Self::Set]) {
        let (first, second) = bits.split_at_mut(bits.len().min(32));
        open_words(self, low, first);
        if !second.is_empty() {
            open_words(self, high, second);
        }
    }

    #[inline(always)]
    fn all(self) -> Self::Set {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_set1_epi32(-1) }
    }

    #[inline(always)]
    fn none(self) -> Self::Set {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn both(self, a: Self::Set, b: Self::Set) -> Self::Set {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn is_empty(self, set: Self::Set) -> bool {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_testz_si256(set, set) == 1 }
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_setzero_si256() }
    }

    /// The sets of four items are added bit by bit in carry-save form; only the carries of weight four are counted for
    /// every four items.
    #[inline(always)]
    fn add(self, sum: &mut Self::Sum, lookup: Lookup<'_, Self>, within: Self::Set) {
        let tables = lookup.tables().map(|table| table.as_ptr().cast::<u8>());
        // SAFETY: the lookup proves that every index is that of an entry; `self` proves the features.
        unsafe {
            let mut ones = _mm256_setzero_si256();
            let (mut twos, mut fours) = (ones, ones);
            for four in lookup.items().chunks_exact(4) {
                let (now, a) = carry(ones, common(tables, &four[0]), common(tables, &four[1]));
                let (now, b) = carry(now, common(tables, &four[2]), common(tables, &four[3]));
                ones = now;
                let (now, c) = carry(twos, a, b);
                twos = now;
                fours = _mm256_add_epi64(fours, sizes(_mm256_and_si256(c, within)));
            }
            let ones = sizes(_mm256_and_si256(ones, within));
            let twos = sizes(_mm256_and_si256(twos, within));
            let twos = _mm256_add_epi64(twos, _mm256_slli_epi64::<1>(fours));
            let all = _mm256_add_epi64(ones, _mm256_slli_epi64::<1>(twos));
            *sum = _mm256_add_epi64(*sum, all);
        }
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> u64 {
        // SAFETY: the vector has the size of the array.
        let parts: [u64; 4] = unsafe { std::mem::transmute(sum) };
        parts.iter().sum()
    }
}

impl Eight for Avx2 {
    type Words = __m256i;

    #[inline(always)]
    fn load(self, words: &[u32; BLOCK]) -> __m256i {
        // SAFETY: there are eight words; `self` proves the features.
        unsafe { load(words, 0) }
    }

    #[inline(always)]
    fn first_half_twice(self, words: __m256i) -> __m256i {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_permute2x128_si256::<0>(words, words) }
    }

    #[inline(always)]
    fn spread(self, filling: &ScalarFilling) -> [__m256i; 3] {
        // SAFETY: `self` proves the features.
        unsafe {
            [
                _mm256_set1_epi32(filling.shared as i32),
                _mm256_set1_epi32(filling.low as i32),
                _mm256_set1_epi32(filling.high as i32),
            ]
        }
    }

    #[inline(always)]
    fn spread_two(self, fillings: &[ScalarFilling; 2]) -> [__m256i; 3] {
        // SAFETY: two fillings are eight words; `self` proves the features.
        unsafe {
            let two = _mm256_loadu_si256(fillings.as_ptr().cast());
            [
                _mm256_shuffle_epi32::<0b00_00_00_00>(two),
                _mm256_shuffle_epi32::<0b01_01_01_01>(two),
                _mm256_shuffle_epi32::<0b10_10_10_10>(two),
            ]
        }
    }

    #[inline(always)]
    fn disjoint(self, a: __m256i, b: __m256i) -> usize {
        // SAFETY: `self` proves the features.
        unsafe {
            let disjoint = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(disjoint)) as usize
        }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn with_bits(self, words: __m256i, [a, b]: [u32; 2]) -> [usize; 2] {
        // SAFETY: `self` proves the features.
        unsafe { [with_bit(words, a), with_bit(words, b)] }
    }

    #[inline(always)]
    unsafe fn append<const WIDE: bool>(
        self,
        to: Destination,
        end: u32,
        lanes: usize,
        low: __m256i,
        high: __m256i,
    ) -> u32 {
        // SAFETY: the caller promises room and a set of eight lanes; `self` proves the features.
        unsafe {
            let order = load(COMPACT.get_unchecked(lanes), 0);
            store(to.low, end, _mm256_permutevar8x32_epi32(low, order));
            if WIDE {
                store(to.high, end, _mm256_permutevar8x32_epi32(high, order));
            }
        }
        end + lanes.count_ones()
    }
}

/// The lanes whose word has a bit: it is shifted to the sign.
///
/// # Safety
///
/// The CPU has AVX2.
#[inline(always)]
unsafe fn with_bit(words: __m256i, bit: u32) -> usize {
    // SAFETY: as the caller promises.
    unsafe {
        let raised = _mm256_sll_epi32(words, _mm_cvtsi32_si128(31 - bit as i32));
        _mm256_movemask_ps(_mm256_castsi256_ps(raised)) as usize
    }
}

/// The half-boards that an item fits.
///
/// # Safety
///
/// The indices of the item are those of entries. The CPU has AVX2.
#[inline(always)]
unsafe fn common(tables: [*const u8; CHUNKS], item: &[u16; CHUNKS]) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe {
        let a = entry(tables[0], item[0].into());
        let b = entry(tables[1], item[1].into());
        let c = entry(tables[2], item[2].into());
        let d = entry(tables[3], item[3].into());
        _mm256_and_si256(_mm256_and_si256(a, b), _mm256_and_si256(c, d))
    }
}

/// The entry at a byte offset.
///
/// # Safety
///
/// There is an entry at the offset.
#[inline(always)]
pub(super) unsafe fn entry(table: *const u8, offset: u32) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe { _mm256_load_si256(table.add(offset as usize).cast()) }
}

/// A full adder on every bit: sum and carry.
///
/// # Safety
///
/// The CPU has AVX2.
#[inline(always)]
unsafe fn carry(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    // SAFETY: as the caller promises.
    unsafe {
        let differ = _mm256_xor_si256(a, b);
        let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(differ, c));
        (_mm256_xor_si256(differ, c), carry)
    }
}

/// The number of bits set in each word of 64 bits.
///
/// # Safety
///
/// The CPU has AVX2.
#[inline(always)]
unsafe fn sizes(set: __m256i) -> __m256i {
    // SAFETY: as the caller promises.
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

/// # Safety
///
/// The eight words from `place` on can be read. The CPU has AVX2.
#[inline(always)]
unsafe fn load(words: &[u32], place: usize) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe { _mm256_loadu_si256(words.as_ptr().add(place).cast()) }
}

/// # Safety
///
/// The eight words from `place` on can be written. The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn store(words: *mut u32, place: u32, vector: __m256i) {
    // SAFETY: as the caller promises.
    unsafe { _mm256_storeu_si256(words.add(place as usize).cast(), vector) }
}

/// For each bit the half-boards without it, in the order that results from bringing the bytes of equal weight together and then
/// gathering their sign bits.
#[inline(always)]
fn open_words(_proof: Avx2, words: &[u32], bits: &mut [__m256i]) {
    assert!(words.len() >= 256 && bits.len() <= 32);
    let mut gathered = [[0_u32; 8]; 32];
    // SAFETY: 32 words are read in each of eight parts; the proof is that of the features.
    unsafe {
        let by_weight = _mm256_setr_epi8(
            0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6,
            10, 14, 3, 7, 11, 15,
        );
        #[allow(clippy::needless_range_loop, reason = "it is an index into every gathered set")]
        for part in 0..8 {
            let a = _mm256_shuffle_epi8(load(words, 32 * part), by_weight);
            let b = _mm256_shuffle_epi8(load(words, 32 * part + 8), by_weight);
            let c = _mm256_shuffle_epi8(load(words, 32 * part + 16), by_weight);
            let d = _mm256_shuffle_epi8(load(words, 32 * part + 24), by_weight);
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
                    gathered[8 * weight + bit][part] = _mm256_movemask_epi8(bytes) as u32;
                    bytes = _mm256_add_epi8(bytes, bytes);
                }
            }
        }
        for (set, words) in bits.iter_mut().zip(&gathered) {
            *set = _mm256_xor_si256(load(words, 0), _mm256_set1_epi32(-1));
        }
    }
}

/// [`Area::meet`], compiled with these instructions.
pub(super) fn meet(area: &mut Area<Avx2>, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
    // SAFETY: the area contains a value of `Avx2`, which proves the features.
    unsafe { vectorised(area, halves) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vectorised(area: &mut Area<Avx2>, halves: Halves<'_>) -> Result<[u64; GROUPS], Error> {
    area.meet(halves)
}

/// [`Area::meet_part`], compiled with these instructions.
pub(super) fn meet_part(
    area: &mut Area<Avx2>,
    halves: Halves<'_>,
    part: TilesPart<'_>,
) -> Result<f64, Error> {
    // SAFETY: the area contains a value of `Avx2`, which proves the features.
    unsafe { vectorised_part(area, halves, part) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vectorised_part(
    area: &mut Area<Avx2>,
    halves: Halves<'_>,
    part: TilesPart<'_>,
) -> Result<f64, Error> {
    area.meet_part(halves, part)
}
