//! Every kernel against the plain one, and all against the published totals.

use super::Join;
use super::kernel::{CHUNKS, Chunks, Kernel, List, Masks, Portable, Sides};
use super::layout::{Half, Layout, Side};
use super::quarters::{Builder, Few, Many, Quarter};
use crate::{Never, Simd, published};
use proptest::prelude::*;

/// Runs a check with every kernel that this CPU has.
macro_rules! every_kernel {
    ($check:ident ( $($argument:expr),* )) => {{
        $check::<Portable>($($argument),*)?;
        #[cfg(target_arch = "aarch64")]
        if Simd::Neon.is_available() {
            $check::<super::neon::Neon>($($argument),*)?;
        }
        #[cfg(target_arch = "x86_64")]
        {
            if Simd::Avx2.is_available() {
                $check::<super::avx2::Avx2>($($argument),*)?;
            }
            if Simd::Avx512.is_available() {
                $check::<super::avx512::Avx512>($($argument),*)?;
            }
        }
    }};
}

type Checked = Result<(), TestCaseError>;

fn masks_of(words: &[u64]) -> Masks {
    let mut masks = Masks::default();
    masks.reserve(words.len());
    for (i, &word) in words.iter().enumerate() {
        (masks.low[i], masks.high[i]) = (word as u32, (word >> 32) as u32);
    }
    masks
}

fn sorted<const WIDE: bool>(list: List<'_>) -> Vec<u64> {
    let mut words: Vec<_> = (0..list.low.len()).map(|i| list.mask::<WIDE>(i)).collect();
    words.sort_unstable();
    words
}

/// The half-boards of two quarters: those of the few off the main diagonals, and those on them.
fn paired<K: Kernel, const WIDE: bool>(few: &Few, many: &Many, on_main: bool) -> [Vec<u64>; 2] {
    let sides = Sides { few, many, on_main, both_on_main: false };
    let rooms =
        few.lengths.iter().flat_map(|few| few.iter().zip(&many.lengths[usize::from(on_main)]));
    let room = rooms.map(|(few, many)| (few * many) as usize).sum::<usize>();
    let mut masks = Masks::default();
    masks.reserve(2 * (room + Masks::SLACK));
    let starts = [0, room + Masks::SLACK];
    let mut ends = starts.map(|start| start as u32);
    K::pair::<WIDE>(sides, &mut masks, &mut ends);
    [0, 1].map(|i| {
        let place = starts[i]..ends[i] as usize;
        sorted::<WIDE>(List { low: &masks.low[place.clone()], high: &masks.high[place] })
    })
}

fn pairs_alike<K: Kernel>(layout: &Layout, few: &Few, many: &Many) -> Checked {
    for on_main in [false, true] {
        let (found, expected) = if layout.bits > 32 {
            let expected = paired::<Portable, true>(few, many, on_main);
            (paired::<K, true>(few, many, on_main), expected)
        } else {
            let expected = paired::<Portable, false>(few, many, on_main);
            (paired::<K, false>(few, many, on_main), expected)
        };
        for mask in found.iter().flatten() {
            prop_assert!(mask.count_ones() as usize + 2 >= layout.half, "a key may cover the mask");
        }
        prop_assert_eq!(found, expected);
    }
    Ok(())
}

fn parts_alike<K: Kernel, const WIDE: bool>(words: &[u64], bits: [u32; 2]) -> Checked {
    let masks = masks_of(words);
    let mut to: [Masks; 4] = std::array::from_fn(|_| masks_of(words));
    let ends = K::part::<WIDE>(masks.list(words.len() as u32), bits, &mut to);
    for (part, (to, end)) in to.iter().zip(ends).enumerate() {
        let value = |word: u64| (word >> bits[0] & 1 | (word >> bits[1] & 1) << 1) as usize;
        let mut expected: Vec<u64> = words.iter().copied().filter(|&w| value(w) == part).collect();
        expected.sort_unstable();
        prop_assert_eq!(sorted::<WIDE>(to.list(end)), expected);
    }
    Ok(())
}

fn parts_of_both_widths_alike<K: Kernel>(words: &[u64], bits: [u32; 2]) -> Checked {
    let narrow: Vec<u64> = words.iter().map(|word| word & 0xFFFF_FFFF).collect();
    parts_alike::<K, false>(&narrow, bits)?;
    parts_alike::<K, true>(words, bits)
}

/// How many pairs of a tile and a list share no bit, without a look at those of the key.
fn fitting<K: Kernel, const WIDE: bool>(tile: &[u64], list: &[u64], width: u32, key: u32) -> u64 {
    let (tile, masks) = (masks_of(tile), masks_of(list));
    let mut open = vec![K::all(); width as usize];
    K::open(&tile.low, &tile.high, &mut open);
    let rest: Vec<_> = (0..width).filter(|bit| u64::from(key) >> bit & 1 == 0).collect();
    let chunks = Chunks::new(rest.len() as u32);
    let mut rest = rest.into_iter();
    let tables: [Vec<K::Set>; CHUNKS] = chunks.widths.map(|width| {
        let bits: Vec<_> = rest.by_ref().take(width as usize).collect();
        let entry = |index: usize| {
            let chosen = bits.iter().enumerate().filter(|(i, _)| index >> i & 1 == 1);
            chosen.fold(K::all(), |set, (_, &bit)| K::both(set, open[bit as usize]))
        };
        (0..1 << width).map(entry).collect()
    });
    let mut items = Vec::new();
    K::items::<WIDE>(masks.list(list.len() as u32), key, &chunks, &mut items);
    assert!(items.len().is_multiple_of(4));
    let mut sum = K::zero();
    K::add(&mut sum, tables.each_ref().map(Vec::as_slice), K::all(), &items);
    K::total(sum)
}

fn counts_right<K: Kernel>(tile: &[u64], list: &[u64], width: u32, key: u32) -> Checked {
    // A bit that is not in the key, as every half-board has one.
    let rest = u64::from((!key).trailing_zeros());
    let cut = |words: &[u64]| -> Vec<u64> {
        words
            .iter()
            .map(|word| word & ((1 << width) - 1) | u64::from(word % 3 == 0) << rest)
            .collect()
    };
    let (tile, list) = (cut(tile), cut(list));
    let tile: Vec<u64> = tile.into_iter().map(|word| word | 1 << rest).collect();
    let pairs = tile.iter().flat_map(|a| list.iter().map(move |b| a & b & !u64::from(key)));
    let expected = pairs.filter(|&met| met == 0).count() as u64;
    let found = if width > 32 {
        fitting::<K, true>(&tile, &list, width, key)
    } else {
        fitting::<K, false>(&tile, &list, width, key)
    };
    prop_assert_eq!(found, expected);
    Ok(())
}

/// Masks with few bits, so that some fit each other.
fn thin() -> impl Strategy<Value = u64> {
    (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b & 0xFF_FFFF_FFFF)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pairs_the_same_half_boards(
        size in 6_usize..=20,
        few in any::<u32>(),
        many in any::<u32>(),
        queens in any::<usize>(),
    ) {
        let half = size / 2;
        let middle = (size % 2 == 1).then_some(0);
        let layout = Layout::new(size, middle);
        let mut builder = Builder::new(half);
        let columns = |set: u32, queens: usize| {
            (0..half).map(|i| 1 << ((i + set as usize % half) % half)).take(queens).sum()
        };
        let queens = (half / 2).min(4) - queens % 2;
        let quarter = |half, side, columns| Quarter { half, side, columns, middle_rows: 0 };
        let (mut one, mut other) = (Few::default(), Many::default());
        builder.few(&layout, quarter(Half::Lower, Side::West, columns(few, queens)), &mut one);
        let rest = columns(many, half - queens);
        builder.many(&layout, quarter(Half::Lower, Side::East, rest), &mut other);
        every_kernel!(pairs_alike(&layout, &one, &other));
    }
}

proptest! {
    #[test]
    fn parts_the_same_masks(
        words in prop::collection::vec(any::<u64>(), 0..100),
        first in 0_u32..32,
        further in 1_u32..32,
    ) {
        every_kernel!(parts_of_both_widths_alike(&words, [first, (first + further) % 32]));
    }

    #[test]
    fn counts_the_same_pairs(
        tile in prop::collection::vec(thin(), 256),
        list in prop::collection::vec(thin(), 0..70),
        width in 8_u32..=40,
        key in any::<u32>(),
    ) {
        let key = key & (key >> 7) & (key >> 13) & 0xFF;
        let key = if key == 0xFF { 0 } else { key };
        every_kernel!(counts_right(&tile, &list, width, key));
    }
}

#[test]
fn every_kernel_counts_what_is_published() {
    for simd in Simd::available() {
        for size in 0..=14 {
            let join = Join::new(size);
            let mut worker = join.worker(simd);
            let mut total = 0;
            for job in 0..join.jobs() {
                let add = |count, weight| {
                    total += u128::from(count * weight);
                    Ok(())
                };
                worker.run(job, &Never, add).expect("nobody stops it");
            }
            assert_eq!(Some(total), published(size), "{size} with {simd}");
        }
    }
}
