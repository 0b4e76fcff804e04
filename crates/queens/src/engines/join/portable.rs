//! The kernel of the join in plain Rust. Runs on every CPU, and is the reference that `tests.rs` compares the others with.

use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::pairing::{Pairing, ScalarList, VectorList};
use super::quarters::{BLOCK, Block};
use super::tables::{CHUNKS, Chunks, Lookup};

/// Sets of four words of 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Kernel for Portable {
    type Set = [u64; 4];
    type Item = [u16; CHUNKS];
    type Sum = u64;
    const LANES: usize = 256;

    #[inline(always)]
    fn pair<const WIDE: bool>(self, pairing: Pairing<'_>) {
        let (sides, masks, ends) = pairing.into_parts();
        for place in 0..sides.count() {
            let lists = sides.lists::<WIDE>(place);
            for (scalar, end) in lists.scalar.into_iter().zip(ends.iter_mut()) {
                if lists.vector.short {
                    pair_lists::<WIDE, { BLOCK / 2 }>(scalar, lists.vector, masks, end);
                } else {
                    pair_lists::<WIDE, BLOCK>(scalar, lists.vector, masks, end);
                }
            }
        }
    }

    #[inline(always)]
    fn part<const WIDE: bool>(
        self,
        from: List<'_>,
        bits: [u32; 2],
        to: &mut [Masks; 4],
    ) -> [u32; 4] {
        let mut ends = [0; 4];
        for (i, &low) in from.low.iter().enumerate() {
            let part = (low >> bits[0] & 1 | (low >> bits[1] & 1) << 1) as usize;
            to[part].low[ends[part] as usize] = low;
            if WIDE {
                to[part].high[ends[part] as usize] = from.high[i];
            }
            ends[part] += 1;
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
        for i in 0..from.low.len() {
            let mut rest = from.mask::<WIDE>(i);
            let mut left = key;
            while left != 0 {
                let bit = left.ilog2();
                left ^= 1 << bit;
                let below = (1 << bit) - 1;
                rest = rest & below | rest >> 1 & !below;
            }
            items.push(chunks.cut(rest));
        }
        items.resize(items.len().next_multiple_of(4), chunks.cut(!0));
    }

    fn open_words(self, words: &[u32], bits: &mut [Self::Set]) {
        for part in 0..8 {
            let mut square: [u32; 32] =
                words[32 * part..][..32].try_into().expect("a part has 32 words");
            transpose(&mut square);
            for (bit, lanes) in bits.iter_mut().enumerate() {
                let shift = 32 * (part % 2);
                let cleared = lanes[part / 2] & !(0xFFFF_FFFF << shift);
                lanes[part / 2] = cleared | u64::from(!square[bit]) << shift;
            }
        }
    }

    fn all(self) -> Self::Set {
        [!0; 4]
    }

    fn none(self) -> Self::Set {
        [0; 4]
    }

    #[inline(always)]
    fn both(self, a: Self::Set, b: Self::Set) -> Self::Set {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn is_empty(self, set: Self::Set) -> bool {
        set == [0; 4]
    }

    fn zero(self) -> u64 {
        0
    }

    #[inline(always)]
    fn add(self, sum: &mut u64, lookup: Lookup<'_, Self>, within: Self::Set) {
        let tables = lookup.tables();
        for item in lookup.items() {
            let [a, b, c, d]: [Self::Set; CHUNKS] =
                std::array::from_fn(|i| tables[i][usize::from(item[i])]);
            for i in 0..4 {
                *sum += u64::from((a[i] & b[i] & c[i] & d[i] & within[i]).count_ones());
            }
        }
    }

    fn total(self, sum: u64) -> u64 {
        sum
    }
}

/// Appends the half-boards of two lists, of which only the first lanes of each block can have fillings.
#[inline(always)]
fn pair_lists<const WIDE: bool, const LANES: usize>(
    scalar: ScalarList<'_>,
    vector: VectorList<'_>,
    masks: &mut Masks,
    end: &mut u32,
) {
    for one in scalar.list() {
        for (i, Block { shared, low }) in vector.blocks.iter().enumerate() {
            for lane in 0..LANES {
                masks.low[*end as usize] = one.low | low[lane];
                if WIDE {
                    masks.high[*end as usize] = one.high | vector.high[i][lane];
                }
                *end += u32::from(one.shared & shared[lane] == 0);
            }
        }
    }
}

/// Transposes a square of bits by exchanging blocks, the largest first.
fn transpose(square: &mut [u32; 32]) {
    let mut width = 16;
    let mut mask = 0x0000_FFFF_u32;
    while width != 0 {
        for i in (0..32).filter(|i| i & width == 0) {
            let moved = (square[i] >> width ^ square[i + width]) & mask;
            square[i] ^= moved << width;
            square[i + width] ^= moved;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
