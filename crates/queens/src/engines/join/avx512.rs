//! The kernel with AVX-512: quarters tested sixteen at a time, with an instruction that compacts, and sets of 256 half-boards with
//! one that counts. Sets of 512 are visited at half the speed where one such load a cycle is the limit.
//! About five times as fast as plain Rust at 18 x 18.
#![allow(unsafe_code)]

use super::avx2::{Avx2, Blocks, Vectors, entry, every, store};
use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Ones, Sides, Words};
use super::meet::{Area, CLASSES, Halves};
use super::quarters::One;
use crate::{Simd, Stopped};
use std::arch::x86_64::*;

/// Half-boards in sets of 256 bits.
pub(super) struct Avx512;

impl Kernel for Avx512 {
    type Set = __m256i;
    type Item = [u32; 2];
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
        Avx2::soon(list);
    }

    #[inline(always)]
    fn part<const WIDE: bool>(from: List<'_>, bits: [u32; 2], to: &mut [Masks; 4]) -> [u32; 4] {
        let mut ends = [0; 4];
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        assert!(to.iter().all(|to| to.low.len().min(to.high.len()) >= count + Masks::SLACK));
        let [a, b, c, d] = to;
        let to = [Words::of(a), Words::of(b), Words::of(c), Words::of(d)];
        // SAFETY: masked loads read within the lists, which were measured above.
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
                    ends[part] = put_wide::<WIDE>(to[part], ends[part], parts[part], low, high);
                }
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
        let whole = if WIDE { 0 } else { count };
        let fields = chunks.spread(32);
        items.reserve(count + 16);
        let start = items.len();
        // SAFETY: room was made for all items; the words are within their lists.
        unsafe {
            let to = items.as_mut_ptr().add(start).cast::<u64>();
            let cut = Cut::new(chunks);
            for i in (0..whole).step_by(16) {
                let here = (0xFFFF_u32 >> 16_usize.saturating_sub(count - i)) as u16;
                let rest = squeeze(load_wide(here, from.low, i), key);
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

    // Its sets are those of AVX2.
    #[inline(always)]
    fn open(low: &[u32], high: &[u32], bits: &mut [Self::Set]) {
        Avx2::open(low, high, bits);
    }

    #[inline(always)]
    fn all() -> Self::Set {
        Avx2::all()
    }

    #[inline(always)]
    fn both(a: Self::Set, b: Self::Set) -> Self::Set {
        Avx2::both(a, b)
    }

    #[inline(always)]
    fn is_empty(set: Self::Set) -> bool {
        Avx2::is_empty(set)
    }

    #[inline(always)]
    fn zero() -> Self::Sum {
        Avx2::zero()
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
        // SAFETY: `items` made every index one of an entry of its table, whose width it was cut by.
        unsafe {
            for four in items.chunks_exact(4) {
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

    #[inline(always)]
    fn total(sum: Self::Sum) -> u64 {
        Avx2::total(sum)
    }
}

/// The words without the bits of a key, the others moved together.
#[inline(always)]
unsafe fn squeeze(mut words: __m512i, key: u32) -> __m512i {
    let mut left = key;
    while left != 0 {
        let bit = left.ilog2();
        left ^= 1 << bit;
        // SAFETY: the CPU has AVX-512.
        unsafe {
            let below = _mm512_set1_epi32((1 << bit) - 1);
            let moved = _mm512_srli_epi32::<1>(words);
            words = _mm512_ternarylogic_epi32::<0xCA>(below, words, moved);
        }
    }
    words
}

/// How the rests of masks are cut into items.
struct Cut {
    shifts: [__m512i; CHUNKS],
    fields: [__m512i; CHUNKS],
}

impl Cut {
    #[inline(always)]
    unsafe fn new(chunks: &Chunks) -> Self {
        // SAFETY: the CPU has AVX-512.
        let zero = unsafe { _mm512_setzero_si512() };
        let mut cut = Self { shifts: [zero; CHUNKS], fields: [zero; CHUNKS] };
        for i in 0..CHUNKS {
            // Every second chunk goes into the upper half of a word; an entry has 32 bytes.
            let place = 5 + 16 * (i as u32 % 2);
            let left = place as i32 - chunks.shifts[i] as i32;
            let field = ((1_u32 << chunks.widths[i]) - 1) << place;
            // SAFETY: as above.
            unsafe {
                cut.shifts[i] = _mm512_set1_epi32(left & 31);
                cut.fields[i] = _mm512_set1_epi32(field as i32);
            }
        }
        cut
    }

    /// The items of sixteen masks.
    #[inline(always)]
    unsafe fn cut(&self, rest: __m512i) -> [__m512i; 2] {
        // SAFETY: the CPU has AVX-512.
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

/// Puts the half-boards of every two fillings at `end`; returns the new end. Most lists are short: their blocks stay in
/// registers, and are tested against two of the few at once, or half a block against four.
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
            1 => pair_one::<WIDE>(few, Vectors::of::<WIDE>(many, 0), to, end),
            2 => {
                let two = WideVectors::of::<WIDE>(many, 0);
                for one in few.list() {
                    end = pair_blocks::<WIDE>(one, two, to, end);
                }
                end
            }
            count => {
                for one in few.list() {
                    for block in (1..count).step_by(2) {
                        let two = WideVectors::of::<WIDE>(many, block - 1);
                        end = pair_blocks::<WIDE>(one, two, to, end);
                    }
                    if count % 2 == 1 {
                        let last = Vectors::of::<WIDE>(many, count - 1);
                        end = pair_block::<WIDE>(one, last, to, end);
                    }
                }
                end
            }
        }
    }
}

/// Tests the first half of a block against four of the few at a time.
#[inline(always)]
unsafe fn pair_short<const WIDE: bool>(
    few: Ones<'_>,
    block: Vectors,
    to: Words,
    mut end: u32,
) -> u32 {
    // SAFETY: the caller made room; beyond the last of the few others may be read.
    unsafe {
        let shared = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.shared));
        let low = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.low));
        let high = _mm512_broadcast_i32x4(_mm256_castsi256_si128(block.high));
        for i in (0..few.list().len()).step_by(4) {
            let four = _mm512_loadu_si512(few.padded.as_ptr().add(i).cast());
            let here = _bzhi_u32(0xFFFF, 4 * (few.list().len() - i).min(4) as u32) as u16;
            let met = _mm512_shuffle_epi32::<0b00_00_00_00>(four);
            let fits = _mm512_mask_testn_epi32_mask(here, shared, met);
            let low = _mm512_or_si512(low, _mm512_shuffle_epi32::<0b01_01_01_01>(four));
            let high = _mm512_or_si512(high, _mm512_shuffle_epi32::<0b10_10_10_10>(four));
            end = put_wide::<WIDE>(to, end, fits, low, high);
        }
    }
    end
}

/// Tests a block against two of the few at a time.
#[inline(always)]
unsafe fn pair_one<const WIDE: bool>(
    few: Ones<'_>,
    block: Vectors,
    to: Words,
    mut end: u32,
) -> u32 {
    // SAFETY: the caller made room; beyond the last of the few others may be read.
    unsafe {
        let shared = _mm512_broadcast_i64x4(block.shared);
        let low = _mm512_broadcast_i64x4(block.low);
        let high = _mm512_broadcast_i64x4(block.high);
        let first = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4);
        let second = _mm512_add_epi32(first, _mm512_set1_epi32(1));
        let third = _mm512_add_epi32(first, _mm512_set1_epi32(2));
        for i in (0..few.list().len()).step_by(2) {
            let two = _mm256_loadu_si256(few.padded.as_ptr().add(i).cast());
            let two = _mm512_castsi256_si512(two);
            let here = (0xFFFF_u32 >> (8 * u32::from(i + 1 == few.list().len()))) as u16;
            let met = _mm512_permutexvar_epi32(first, two);
            let fits = _mm512_mask_testn_epi32_mask(here, shared, met);
            let low = _mm512_or_si512(low, _mm512_permutexvar_epi32(second, two));
            let high = _mm512_or_si512(high, _mm512_permutexvar_epi32(third, two));
            end = put_wide::<WIDE>(to, end, fits, low, high);
        }
    }
    end
}

/// Two blocks in registers.
#[derive(Clone, Copy)]
struct WideVectors {
    shared: __m512i,
    low: __m512i,
    high: __m512i,
}

impl WideVectors {
    #[inline(always)]
    unsafe fn of<const WIDE: bool>(many: Blocks<'_>, i: usize) -> Self {
        // SAFETY: the caller names a block that is not the last.
        unsafe {
            let first = Vectors::of::<WIDE>(many, i);
            let second = Vectors::of::<WIDE>(many, i + 1);
            Self {
                shared: join(first.shared, second.shared),
                low: join(first.low, second.low),
                high: join(first.high, second.high),
            }
        }
    }
}

#[inline(always)]
unsafe fn join(first: __m256i, second: __m256i) -> __m512i {
    // SAFETY: the CPU has AVX-512.
    unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second) }
}

#[inline(always)]
unsafe fn pair_blocks<const WIDE: bool>(one: &One, two: WideVectors, to: Words, end: u32) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        let fits = _mm512_testn_epi32_mask(two.shared, _mm512_set1_epi32(one.shared as i32));
        let low = _mm512_or_si512(two.low, _mm512_set1_epi32(one.low as i32));
        let high = _mm512_or_si512(two.high, _mm512_set1_epi32(one.high as i32));
        put_wide::<WIDE>(to, end, fits, low, high)
    }
}

#[inline(always)]
unsafe fn pair_block<const WIDE: bool>(one: &One, block: Vectors, to: Words, end: u32) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        let fits = _mm256_testn_epi32_mask(block.shared, every(one.shared));
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
    lanes: u8,
    low: __m256i,
    high: __m256i,
) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        store(to.low, end, _mm256_maskz_compress_epi32(lanes, low));
        if WIDE {
            store(to.high, end, _mm256_maskz_compress_epi32(lanes, high));
        }
    }
    end + lanes.count_ones()
}

/// The same with sixteen lanes.
#[inline(always)]
unsafe fn put_wide<const WIDE: bool>(
    to: Words,
    end: u32,
    lanes: u16,
    low: __m512i,
    high: __m512i,
) -> u32 {
    // SAFETY: the caller made room.
    unsafe {
        store_wide(to.low, end, _mm512_maskz_compress_epi32(lanes, low));
        if WIDE {
            store_wide(to.high, end, _mm512_maskz_compress_epi32(lanes, high));
        }
    }
    end + lanes.count_ones()
}

#[inline(always)]
unsafe fn load_wide(lanes: u16, words: &[u32], place: usize) -> __m512i {
    // SAFETY: the caller names only lanes within the words.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().add(place).cast()) }
}

#[inline(always)]
unsafe fn store_wide(words: *mut u32, place: u32, vector: __m512i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm512_storeu_si512(words.add(place as usize).cast(), vector) }
}

/// [`Area::meet`] with these instructions, which the CPU must have.
pub(super) fn meet(area: &mut Area<Avx512>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    assert!(Simd::Avx512.is_available());
    // SAFETY: the CPU has the instructions.
    unsafe { vectorised(area, halves) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn vectorised(area: &mut Area<Avx512>, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
    area.meet(halves)
}
