//! The kernel of the join in AVX2: sets of 256 half-boards, quarters compared eight pairs at a time.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. About four times the
//! speed of the portable code at 18 x 18; the compiler finds neither the compaction of pairs nor the carry-save
//! addition by itself.
#![allow(unsafe_code)]

use super::eight::{self, Destination, Eight};
use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::meet::compiled;
use super::pairing::Pairing;
use super::quarters::{BLOCK, ScalarFilling};
use super::tables::{CHUNKS, Chunks, Lookup};
use crate::simd::{Avx2, instructions};
use std::arch::x86_64::*;

compiled!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

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

    /// In the order that results from bringing the bytes of equal weight together and then gathering their sign bits.
    #[inline(always)]
    fn open_words(self, words: &[u32], bits: &mut [__m256i]) {
        assert!(words.len() >= 256 && bits.len() <= 32);
        let mut gathered = [[0_u32; 8]; 32];
        // SAFETY: 32 words are read in each of eight parts; `self` proves the features.
        unsafe {
            let by_weight = _mm256_setr_epi8(
                0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2,
                6, 10, 14, 3, 7, 11, 15,
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

    instructions! {
        fn all(self) -> Self::Set = _mm256_set1_epi32(-1);
        fn none(self) -> Self::Set = _mm256_setzero_si256();
        fn both(self, a: Self::Set, b: Self::Set) -> Self::Set = _mm256_and_si256(a, b);
        fn is_empty(self, set: Self::Set) -> bool = _mm256_testz_si256(set, set) == 1;
        fn zero(self) -> Self::Sum = _mm256_setzero_si256();
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
                let (now, a) = self.carry(ones, common(tables, &four[0]), common(tables, &four[1]));
                let (now, b) = self.carry(now, common(tables, &four[2]), common(tables, &four[3]));
                ones = now;
                let (now, c) = self.carry(twos, a, b);
                twos = now;
                fours = _mm256_add_epi64(fours, self.sizes(_mm256_and_si256(c, within)));
            }
            let ones = self.sizes(_mm256_and_si256(ones, within));
            let twos = self.sizes(_mm256_and_si256(twos, within));
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

impl Avx2 {
    instructions! {
        /// The lanes whose word has a bit: it is shifted to the sign.
        fn with_bit(self, words: __m256i, bit: u32) -> usize = {
            let raised = _mm256_sll_epi32(words, _mm_cvtsi32_si128(31 - bit as i32));
            _mm256_movemask_ps(_mm256_castsi256_ps(raised)) as usize
        };
        /// One word in all lanes.
        fn every(self, word: u32) -> __m256i = _mm256_set1_epi32(word as i32);
        /// A full adder on every bit: sum and carry.
        fn carry(self, a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) = {
            let differ = _mm256_xor_si256(a, b);
            let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(differ, c));
            (_mm256_xor_si256(differ, c), carry)
        };
        /// The number of bits set in each word of 64 bits.
        fn sizes(self, set: __m256i) -> __m256i = {
            let of_four = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2,
                3, 2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(15);
            let first = _mm256_shuffle_epi8(of_four, _mm256_and_si256(set, low));
            let shifted = _mm256_and_si256(_mm256_srli_epi16(set, 4), low);
            let second = _mm256_shuffle_epi8(of_four, shifted);
            _mm256_sad_epu8(_mm256_add_epi8(first, second), _mm256_setzero_si256())
        };
    }
}

impl Eight for Avx2 {
    type Words = __m256i;

    #[inline(always)]
    fn load(self, words: &[u32; BLOCK]) -> __m256i {
        // SAFETY: there are eight words; `self` proves the features.
        unsafe { load(words, 0) }
    }

    instructions! {
        fn disjoint(self, a: __m256i, b: __m256i) -> usize = {
            let disjoint = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(disjoint)) as usize
        };
        fn first_half_twice(self, words: __m256i) -> __m256i =
            _mm256_permute2x128_si256::<0>(words, words);
        fn spread(self, filling: &ScalarFilling) -> [__m256i; 3] =
            [self.every(filling.shared), self.every(filling.low), self.every(filling.high)];
        fn or(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
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
    fn with_bits(self, words: __m256i, [a, b]: [u32; 2]) -> [usize; 2] {
        [self.with_bit(words, a), self.with_bit(words, b)]
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
