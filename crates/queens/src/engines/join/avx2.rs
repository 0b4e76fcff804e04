//! The kernel with AVX2: sets of 256 half-boards, quarters tested eight at a time. The compiler finds neither the compaction of
//! pairs nor the carry-save sum by itself. About four times as fast as plain Rust at 18 x 18.
#![allow(unsafe_code)]

use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Ones, Sides, Words};
use super::meet::{Area, CLASSES, Halves};
use super::quarters::{BLOCK, Block, One};
use crate::{Simd, Stopped};
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

impl Kernel for Avx2 {
    type Set = __m256i;
    type Item = [u16; CHUNKS];
    type Sum = __m256i;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(sides: Sides<'_>, masks: &mut Masks, ends: &mut [u32; 2]) {
        let to = Words::of(masks);
        for place in 0..sides.count() {
            let lists = sides.lists(place);
            let highs = if WIDE { &sides.many.high[lists.many.clone()] } else { &[] };
            let many = Blocks { blocks: &sides.many.blocks[lists.many], highs, short: lists.short };
            // SAFETY: the caller made room; there are as many high words as blocks.
            unsafe {
                ends[0] = pair_lists::<WIDE>(lists.few[0], many, to, ends[0]);
                ends[1] = pair_lists::<WIDE>(lists.few[1], many, to, ends[1]);
            }
        }
    }

    #[inline(always)]
    fn soon<T>(list: &[T]) {
        soon(list);
    }

    #[inline(always)]
    fn part<const WIDE: bool>(from: List<'_>, bits: [u32; 2], to: &mut [Masks; 4]) -> [u32; 4] {
        let mut ends = [0; 4];
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        assert!(to.iter().all(|to| to.low.len().min(to.high.len()) >= count + Masks::SLACK));
        let [a, b, c, d] = to;
        let to = [Words::of(a), Words::of(b), Words::of(c), Words::of(d)];
        let whole = count / 8 * 8;
        // SAFETY: whole vectors are read while they last; the lists were measured above.
        unsafe {
            for i in (0..whole).step_by(8) {
                let low = load(from.low, i);
                let high = if WIDE { load(from.high, i) } else { low };
                part_eight::<WIDE>(0xFF, bits, low, high, to, &mut ends);
            }
            if whole < count {
                let mut tail = [[0; 8]; 2];
                tail[0][..count - whole].copy_from_slice(&from.low[whole..]);
                if WIDE {
                    tail[1][..count - whole].copy_from_slice(&from.high[whole..count]);
                }
                let lanes = (1 << (count - whole)) - 1;
                part_eight::<WIDE>(
                    lanes,
                    bits,
                    load(&tail[0], 0),
                    load(&tail[1], 0),
                    to,
                    &mut ends,
                );
            }
        }
        ends
    }

    #[inline(always)]
    fn items<const WIDE: bool>(
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
        // SAFETY: room was made for all items; the words are within their lists.
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
    fn zero() -> Self::Sum {
        // SAFETY: as above.
        unsafe { _mm256_setzero_si256() }
    }

    /// The sizes are added bit-sliced; what overflows four items is counted at once.
    #[inline(always)]
    fn add(
        sum: &mut Self::Sum,
        tables: [&[Self::Set]; CHUNKS],
        within: Self::Set,
        items: &[Self::Item],
    ) {
        let tables = tables.map(|table| table.as_ptr().cast::<u8>());
        // SAFETY: `items` made every index one of an entry of its table, whose width it was cut by.
        unsafe {
            let mut ones = _mm256_setzero_si256();
            let (mut twos, mut fours) = (ones, ones);
            for four in items.chunks_exact(4) {
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
    fn total(sum: Self::Sum) -> u64 {
        // SAFETY: the vector has the size of the array.
        let parts: [u64; 4] = unsafe { std::mem::transmute(sum) };
        parts.iter().sum()
    }
}

/// Fetches a list into the second cache.
#[inline(always)]
fn soon<T>(list: &[T]) {
    let bytes = list.as_ptr().cast::<i8>();
    for line in (0..size_of_val(list)).step_by(64) {
        // SAFETY: the place is within the list; nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(bytes.add(line)) };
    }
}

/// The half-boards that fit each chunk of an item.
#[inline(always)]
unsafe fn fitting(tables: [*const u8; CHUNKS], item: &[u16; CHUNKS]) -> [__m256i; CHUNKS] {
    // SAFETY: the caller's items were cut for its tables.
    unsafe {
        [
            entry(tables[0], item[0].into()),
            entry(tables[1], item[1].into()),
            entry(tables[2], item[2].into()),
            entry(tables[3], item[3].into()),
        ]
    }
}

/// The half-boards that an item fits.
#[inline(always)]
unsafe fn common(tables: [*const u8; CHUNKS], item: &[u16; CHUNKS]) -> __m256i {
    // SAFETY: as for `fitting`.
    unsafe {
        let [a, b, c, d] = fitting(tables, item);
        _mm256_and_si256(_mm256_and_si256(a, b), _mm256_and_si256(c, d))
    }
}

#[inline(always)]
pub(super) unsafe fn entry(table: *const u8, place: u32) -> __m256i {
    // SAFETY: the caller's place is that of an entry.
    unsafe { _mm256_load_si256(table.add(place as usize).cast()) }
}

/// The many of a set of rows.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub(super) blocks: &'a [Block],
    pub(super) highs: &'a [[u32; BLOCK]],
    pub(super) short: bool,
}

/// Puts the half-boards of every two fillings at `end`; returns the new end. Most lists are short: their blocks stay in
/// registers, and half a block is tested against two of the few at once.
#[inline(always)]
unsafe fn pair_lists<const WIDE: bool>(
    few: Ones<'_>,
    many: Blocks<'_>,
    to: Words,
    mut end: u32,
) -> u32 {
    // SAFETY: the caller made room, and gives as many high words as blocks.
    unsafe {
        if many.short {
            return pair_short::<WIDE>(few, Vectors::of::<WIDE>(many, 0), to, end);
        }
        match many.blocks.len() {
            1 => {
                let first = Vectors::of::<WIDE>(many, 0);
                for one in few.list() {
                    end = pair_block::<WIDE>(one, first, to, end);
                }
            }
            2 => {
                let first = Vectors::of::<WIDE>(many, 0);
                let second = Vectors::of::<WIDE>(many, 1);
                for one in few.list() {
                    end = pair_block::<WIDE>(one, first, to, end);
                    end = pair_block::<WIDE>(one, second, to, end);
                }
            }
            count => {
                for one in few.list() {
                    for block in 0..count {
                        let block = Vectors::of::<WIDE>(many, block);
                        end = pair_block::<WIDE>(one, block, to, end);
                    }
                }
            }
        }
    }
    end
}

/// Tests the first half of a block against two of the few at a time.
#[inline(always)]
unsafe fn pair_short<const WIDE: bool>(
    few: Ones<'_>,
    block: Vectors,
    to: Words,
    mut end: u32,
) -> u32 {
    // SAFETY: the caller made room; beyond the last of the few others may be read.
    unsafe {
        let (shared, low, high) = (twice(block.shared), twice(block.low), twice(block.high));
        for i in (0..few.list().len()).step_by(2) {
            let two = _mm256_loadu_si256(few.padded.as_ptr().add(i).cast());
            let met = _mm256_and_si256(shared, _mm256_shuffle_epi32::<0b00_00_00_00>(two));
            let free = _mm256_cmpeq_epi32(met, _mm256_setzero_si256());
            let here = 0xFF >> (4 * usize::from(i + 1 == few.list().len()));
            let fits = _mm256_movemask_ps(_mm256_castsi256_ps(free)) as usize & here;
            let low = _mm256_or_si256(low, _mm256_shuffle_epi32::<0b01_01_01_01>(two));
            let high = _mm256_or_si256(high, _mm256_shuffle_epi32::<0b10_10_10_10>(two));
            end = put::<WIDE>(to, end, fits, low, high);
        }
    }
    end
}

/// The first half of a vector, twice.
#[inline(always)]
unsafe fn twice(words: __m256i) -> __m256i {
    // SAFETY: the CPU has AVX2.
    unsafe { _mm256_permute2x128_si256::<0>(words, words) }
}

/// A block in registers.
#[derive(Clone, Copy)]
pub(super) struct Vectors {
    pub(super) shared: __m256i,
    pub(super) low: __m256i,
    pub(super) high: __m256i,
}

impl Vectors {
    #[inline(always)]
    pub(super) unsafe fn of<const WIDE: bool>(many: Blocks<'_>, i: usize) -> Self {
        // SAFETY: the caller names a block.
        unsafe {
            let block = many.blocks.get_unchecked(i);
            let low = load(&block.low, 0);
            let high = if WIDE { load(many.highs.get_unchecked(i), 0) } else { low };
            Self { shared: load(&block.shared, 0), low, high }
        }
    }
}

#[inline(always)]
unsafe fn pair_block<const WIDE: bool>(one: &One, block: Vectors, to: Words, end: u32) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        let met = _mm256_and_si256(block.shared, every(one.shared));
        let free = _mm256_cmpeq_epi32(met, _mm256_setzero_si256());
        let fits = _mm256_movemask_ps(_mm256_castsi256_ps(free)) as usize;
        let low = _mm256_or_si256(block.low, every(one.low));
        let high = if WIDE { _mm256_or_si256(block.high, every(one.high)) } else { low };
        put::<WIDE>(to, end, fits, low, high)
    }
}

/// Puts the masks of some lanes at `end`; returns the new end.
#[inline(always)]
unsafe fn put<const WIDE: bool>(
    to: Words,
    end: u32,
    lanes: usize,
    low: __m256i,
    high: __m256i,
) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        let order = load(COMPACT.get_unchecked(lanes), 0);
        store(to.low, end, _mm256_permutevar8x32_epi32(low, order));
        if WIDE {
            store(to.high, end, _mm256_permutevar8x32_epi32(high, order));
        }
    }
    end + lanes.count_ones()
}

/// Sorts the masks of some lanes by two bits.
#[inline(always)]
unsafe fn part_eight<const WIDE: bool>(
    lanes: usize,
    bits: [u32; 2],
    low: __m256i,
    high: __m256i,
    to: [Words; 4],
    ends: &mut [u32; 4],
) {
    // SAFETY: the caller made room.
    unsafe {
        let a = with_bit(low, bits[0]);
        let b = with_bit(low, bits[1]);
        let parts = [lanes & !a & !b, lanes & a & !b, lanes & !a & b, lanes & a & b];
        for part in 0..4 {
            ends[part] = put::<WIDE>(to[part], ends[part], parts[part], low, high);
        }
    }
}

/// The lanes whose word has a bit set.
#[inline(always)]
unsafe fn with_bit(words: __m256i, bit: u32) -> usize {
    // SAFETY: the CPU has AVX2.
    unsafe {
        let raised = _mm256_sll_epi32(words, _mm_cvtsi32_si128(31 - bit as i32));
        _mm256_movemask_ps(_mm256_castsi256_ps(raised)) as usize
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
unsafe fn load(words: &[u32], place: usize) -> __m256i {
    // SAFETY: the caller reads within the words.
    unsafe { _mm256_loadu_si256(words.as_ptr().add(place).cast()) }
}

/// One word in every lane.
#[inline(always)]
pub(super) unsafe fn every(word: u32) -> __m256i {
    // SAFETY: the CPU has AVX2.
    unsafe { _mm256_set1_epi32(word as i32) }
}

#[inline(always)]
pub(super) unsafe fn store(words: *mut u32, place: u32, vector: __m256i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm256_storeu_si256(words.add(place as usize).cast(), vector) }
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

/// [`Area::meet`] with these instructions, which the CPU must have.
pub(super) fn meet(area: &mut Area<Avx2>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    assert!(Simd::Avx2.is_available());
    // SAFETY: the CPU has the instructions.
    unsafe { vectorised(area, halves) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vectorised(area: &mut Area<Avx2>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    area.meet(halves)
}
