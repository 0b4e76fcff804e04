//! The kernel of the join in AVX-512: quarters compared sixteen pairs at a time, with an instruction that compacts, and
//! sets of 256 half-boards with an instruction that counts bits. Sets of 512 would take twice the time per lookup on
//! CPUs that load one such vector per cycle.
//!
//! Unsafe, because the intrinsics require CPU features and because loads and stores take pointers. About five times the
//! speed of the portable code at 18 x 18.
#![allow(unsafe_code)]

mod pair;

use super::avx2::entry;
use super::eight;
use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::meet::compiled;
use super::pairing::Pairing;
use super::tables::{CHUNKS, Chunks, Lookup};
use crate::simd::{Avx512, instructions, operations};
use pair::append_wide;
use std::arch::x86_64::*;

compiled!(Avx512, "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt");

impl Kernel for Avx512 {
    type Set = __m256i;
    type Item = [u32; 2];
    type Sum = __m256i;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(self, pairing: Pairing<'_>) {
        eight::pair::<Self, WIDE>(self, pairing);
    }

    #[inline(always)]
    fn prefetch<T>(self, list: &[T]) {
        self.avx2().prefetch(list);
    }

    #[inline(always)]
    fn part<const WIDE: bool>(
        self,
        from: List<'_>,
        bits: [u32; 2],
        to: &mut [Masks; 4],
    ) -> [u32; 4] {
        let to = eight::destinations::<WIDE>(from, to);
        let (mut ends, count) = ([0; 4], from.low.len());
        // SAFETY: masked loads read within the lists; each destination has room for all masks; `self` proves the features.
        unsafe {
            let (first, second) =
                (_mm512_set1_epi32(1 << bits[0]), _mm512_set1_epi32(1 << bits[1]));
            for i in (0..count).step_by(16) {
                let here = (0xFFFF_u32 >> 16_usize.saturating_sub(count - i)) as u16;
                let low = load_wide(here, from.low, i);
                let high = if WIDE { load_wide(here, from.high, i) } else { low };
                let a = _mm512_test_epi32_mask(low, first);
                let b = _mm512_test_epi32_mask(low, second);
                let parts = [here & !a & !b, here & a & !b, here & !a & b, here & a & b];
                for part in 0..4 {
                    ends[part] = append_wide::<WIDE>(to[part], ends[part], parts[part], low, high);
                }
            }
        }
        ends
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
        let whole = if WIDE { 0 } else { count };
        let fields = chunks.spread(32);
        items.reserve(count + 16);
        let start = items.len();
        // SAFETY: there is room for all items and up to fifteen more; masked loads read within the lists; `self` proves
        // the features.
        unsafe {
            let to = items.as_mut_ptr().add(start).cast::<u64>();
            let cut = Cut::new(chunks);
            for i in (0..whole).step_by(16) {
                let here = (0xFFFF_u32 >> 16_usize.saturating_sub(count - i)) as u16;
                let rest = self.squeeze(load_wide(here, from.low, i), key);
                let [first, second] = cut.cut(rest);
                _mm512_storeu_si512(to.add(i).cast(), first);
                _mm512_storeu_si512(to.add(i + 8).cast(), second);
            }
            for i in whole..count {
                let mask = _pext_u64(from.mask::<WIDE>(i), !u64::from(key));
                to.add(i).write_unaligned(_pdep_u64(mask, fields));
            }
            for i in count..count.next_multiple_of(4) {
                to.add(i).write_unaligned(fields);
            }
            items.set_len(start + count.next_multiple_of(4));
        }
    }

    // Sets are those of AVX2.
    operations! {
        fn open_words(self, words: &[u32], bits: &mut [Self::Set]) -> () =
            self.avx2().open_words(words, bits);
        fn all(self) -> Self::Set = self.avx2().all();
        fn none(self) -> Self::Set = self.avx2().none();
        fn both(self, a: Self::Set, b: Self::Set) -> Self::Set = self.avx2().both(a, b);
        fn is_empty(self, set: Self::Set) -> bool = self.avx2().is_empty(set);
        fn zero(self) -> Self::Sum = self.avx2().zero();
        fn total(self, sum: Self::Sum) -> u64 = self.avx2().total(sum);
    }

    #[inline(always)]
    fn add(self, sum: &mut Self::Sum, lookup: Lookup<'_, Self>, within: Self::Set) {
        let tables = lookup.tables().map(|table| table.as_ptr().cast::<u8>());
        let mut now = *sum;
        // SAFETY: the lookup proves that every index is that of an entry; `self` proves the features.
        unsafe {
            for four in lookup.items().chunks_exact(4) {
                for item in four {
                    // Two loads and four shifts or masks keep the load ports free for the tables.
                    let fits = _mm256_and_si256(
                        entry(tables[0], item[0] & 0xFFFF),
                        entry(tables[1], item[0] >> 16),
                    );
                    let fits = _mm256_and_si256(fits, entry(tables[2], item[1] & 0xFFFF));
                    let last = entry(tables[3], item[1] >> 16);
                    let fits = _mm256_ternarylogic_epi64::<0x80>(fits, within, last);
                    now = _mm256_add_epi64(now, _mm256_popcnt_epi64(fits));
                }
            }
        }
        *sum = now;
    }
}

impl Avx512 {
    instructions! {
        /// Removes the bits of a key from words and closes the gaps.
        fn squeeze(self, words: __m512i, key: u32) -> __m512i = {
            let (mut words, mut left) = (words, key);
            while left != 0 {
                let bit = left.ilog2();
                left ^= 1 << bit;
                let below = _mm512_set1_epi32((1 << bit) - 1);
                let moved = _mm512_srli_epi32::<1>(words);
                words = _mm512_ternarylogic_epi32::<0xCA>(below, words, moved);
            }
            words
        };
    }
}

/// Cuts masks without the bits of the key into items.
struct Cut {
    shifts: [__m512i; CHUNKS],
    fields: [__m512i; CHUNKS],
}

impl Cut {
    /// # Safety
    ///
    /// The CPU has AVX-512.
    #[inline(always)]
    unsafe fn new(chunks: &Chunks) -> Self {
        // SAFETY: as the caller promises.
        let zero = unsafe { _mm512_setzero_si512() };
        let mut cut = Self { shifts: [zero; CHUNKS], fields: [zero; CHUNKS] };
        for i in 0..CHUNKS {
            // Every second chunk is in the upper half of a word. Indices are byte offsets; an entry has 32 bytes.
            let place = 5 + 16 * (i as u32 % 2);
            let left = place as i32 - chunks.shifts()[i] as i32;
            let field = ((1_u32 << chunks.widths()[i]) - 1) << place;
            // SAFETY: as the caller promises.
            unsafe {
                cut.shifts[i] = _mm512_set1_epi32(left & 31);
                cut.fields[i] = _mm512_set1_epi32(field as i32);
            }
        }
        cut
    }

    /// The items of sixteen masks.
    ///
    /// # Safety
    ///
    /// The CPU has AVX-512.
    #[inline(always)]
    unsafe fn cut(&self, rest: __m512i) -> [__m512i; 2] {
        // SAFETY: as the caller promises.
        unsafe {
            let mut words = [rest; 2];
            for (half, word) in words.iter_mut().enumerate() {
                let low = _mm512_rolv_epi32(rest, self.shifts[2 * half]);
                let high = _mm512_rolv_epi32(rest, self.shifts[2 * half + 1]);
                let high = _mm512_and_si512(high, self.fields[2 * half + 1]);
                let low = _mm512_and_si512(low, self.fields[2 * half]);
                *word = _mm512_or_si512(low, high);
            }
            let first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let second = _mm512_add_epi32(first, _mm512_set1_epi32(8));
            [
                _mm512_permutex2var_epi32(words[0], first, words[1]),
                _mm512_permutex2var_epi32(words[0], second, words[1]),
            ]
        }
    }
}

/// # Safety
///
/// The words of these lanes from `place` on can be read. The CPU has AVX-512.
#[inline(always)]
unsafe fn load_wide(lanes: u16, words: &[u32], place: usize) -> __m512i {
    // SAFETY: as the caller promises.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().add(place).cast()) }
}
