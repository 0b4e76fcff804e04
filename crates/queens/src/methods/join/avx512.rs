//! The kernel with AVX-512: sets of 512 half-boards, quarters tested sixteen at a time.
#![allow(unsafe_code)]

use super::avx2::{entry, open_words, soon};
use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Sides, Words};
use super::layout::Layout;
use super::meet::{Area, CLASSES, Quarters};
use super::quarters::{BLOCK, Block, One};
use crate::{Control, Stopped};
use std::arch::x86_64::*;
use std::slice::from_ref;

/// Half-boards in sets of 512 bits.
pub(super) struct Avx512;

impl Kernel for Avx512 {
    type Set = __m256i;
    type Item = [u32; 2];
    type Sum = __m256i;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const KEYED: bool, const WIDE: bool>(
        sides: Sides<'_>,
        masks: &mut Masks,
        ends: &mut [u32],
    ) {
        let to = Words::of(masks);
        for lists in sides.lists() {
            let blocks = &sides.many.blocks[lists.many.clone()];
            let highs = if WIDE { &sides.many.high[lists.many.clone()] } else { &[] };
            if KEYED {
                for one in lists.few {
                    let end = &mut ends[one.region as usize];
                    // SAFETY: the caller made room in every region; there are as many high words as blocks.
                    *end = unsafe { pair_lists::<WIDE>(from_ref(one), blocks, highs, to, *end) };
                }
            } else {
                let (off, on) = lists.few.split_at(lists.few_counts[0] as usize);
                // SAFETY: as above.
                unsafe {
                    ends[0] = pair_lists::<WIDE>(off, blocks, highs, to, ends[0]);
                    ends[1] = pair_lists::<WIDE>(on, blocks, highs, to, ends[1]);
                }
            }
        }
    }

    #[inline(always)]
    fn soon<T>(list: &[T]) {
        soon(list);
    }

    #[inline(always)]
    fn part<const WIDE: bool>(from: List<'_>, bit: u32, to: &mut [Masks; 4]) -> [u32; 4] {
        let mut ends = [0; 4];
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        assert!(to.iter().all(|to| to.low.len().min(to.high.len()) >= count + Masks::SLACK));
        let [a, b, c, d] = to;
        let to = [Words::of(a), Words::of(b), Words::of(c), Words::of(d)];
        // SAFETY: masked loads read within the lists, which were measured above.
        unsafe {
            let (first, second) = (_mm512_set1_epi32(1 << bit), _mm512_set1_epi32(2 << bit));
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
        bit: u32,
        chunks: &Chunks,
        items: &mut Vec<Self::Item>,
    ) {
        let count = from.low.len();
        assert!(!WIDE || from.high.len() >= count);
        let fields = chunks.spread(32);
        items.reserve(count + 3);
        let start = items.len();
        // SAFETY: room was made for all items; the words are within their lists.
        unsafe {
            let to = items.as_mut_ptr().add(start).cast::<u64>();
            for i in 0..count {
                to.add(i).write_unaligned(_pdep_u64(from.mask::<WIDE>(i) >> bit, fields));
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
        // SAFETY: the CPU has AVX-512, as for all of this kernel.
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
        // SAFETY: the CPU has AVX-512.
        let parts: [u64; 4] = unsafe { std::mem::transmute(sum) };
        parts.iter().sum()
    }
}

/// Puts the half-boards of every two fillings at `end`; returns the new end. Most lists are short: their blocks stay in
/// registers.
#[inline(always)]
unsafe fn pair_lists<const WIDE: bool>(
    few: &[One],
    blocks: &[Block],
    highs: &[[u32; BLOCK]],
    to: Words,
    mut end: u32,
) -> u32 {
    // SAFETY: the caller made room, and gives as many high words as blocks.
    unsafe {
        match blocks.len() {
            1 => {
                let first = Vectors::of::<WIDE>(blocks, highs, 0);
                for one in few {
                    end = pair_block::<WIDE>(one, first, to, end);
                }
            }
            2 => {
                let first = Vectors::of::<WIDE>(blocks, highs, 0);
                let second = Vectors::of::<WIDE>(blocks, highs, 1);
                for one in few {
                    end = pair_block::<WIDE>(one, first, to, end);
                    end = pair_block::<WIDE>(one, second, to, end);
                }
            }
            count => {
                for one in few {
                    for block in 0..count {
                        let block = Vectors::of::<WIDE>(blocks, highs, block);
                        end = pair_block::<WIDE>(one, block, to, end);
                    }
                }
            }
        }
    }
    end
}

/// A block in registers.
#[derive(Clone, Copy)]
struct Vectors {
    shared: __m256i,
    low: __m256i,
    high: __m256i,
}

impl Vectors {
    #[inline(always)]
    unsafe fn of<const WIDE: bool>(blocks: &[Block], highs: &[[u32; BLOCK]], i: usize) -> Self {
        // SAFETY: the caller names a block.
        unsafe {
            let block = blocks.get_unchecked(i);
            let low = load(&block.low, 0);
            let high = if WIDE { load(highs.get_unchecked(i), 0) } else { low };
            Self { shared: load(&block.shared, 0), low, high }
        }
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
unsafe fn load(words: &[u32], place: usize) -> __m256i {
    // SAFETY: the caller reads within the words.
    unsafe { _mm256_loadu_si256(words.as_ptr().add(place).cast()) }
}

#[inline(always)]
unsafe fn load_wide(lanes: u16, words: &[u32], place: usize) -> __m512i {
    // SAFETY: the caller names only lanes within the words.
    unsafe { _mm512_maskz_loadu_epi32(lanes, words.as_ptr().add(place).cast()) }
}

/// One word in every lane.
#[inline(always)]
unsafe fn every(word: u32) -> __m256i {
    // SAFETY: the CPU has AVX2.
    unsafe { _mm256_set1_epi32(word as i32) }
}

#[inline(always)]
unsafe fn store(words: *mut u32, place: u32, vector: __m256i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm256_storeu_si256(words.add(place as usize).cast(), vector) }
}

#[inline(always)]
unsafe fn store_wide(words: *mut u32, place: u32, vector: __m512i) {
    // SAFETY: the caller writes within the words.
    unsafe { _mm512_storeu_si512(words.add(place as usize).cast(), vector) }
}

/// [`Area::meet`] with these instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn meet(
    area: &mut Area<Avx512>,
    layout: &Layout,
    lower: Quarters<'_>,
    upper: Quarters<'_>,
    next: Option<Quarters<'_>>,
    wanted: [bool; CLASSES],
    control: &dyn Control,
) -> Result<[u64; CLASSES], Stopped> {
    area.meet(layout, lower, upper, next, wanted, control)
}
