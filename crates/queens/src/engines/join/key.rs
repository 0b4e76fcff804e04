//! The key: the diagonals by which half-boards are sorted.

use super::layout::Layout;
use super::pairing::Quarters;

/// Two bits are sorted by at a time. A key has at most this many times two bits.
pub(super) const MAX_LEVELS: usize = 7;

/// On boards with at least this many rows of a half, the number of bits of a key depends on the length of the lists.
const LONG_LISTS_HALF: usize = 11;

/// The least number of bits of their keys. At N = 28 a mask has 52 bits, of which the tables take at most 44.
const MIN_LONG_KEY: usize = 8;

/// The number of bits of a key, by the number of rows of a half and the pairs of fillings from which a list of half-boards
/// is found.
///
/// A longer key excludes more pairs, but has more and shorter lists: each list is padded to a multiple of four items,
/// and sorting takes longer. So it pays only if lists are long. CPU seconds of `queens count N --method join --simd
/// avx512 --threads 1`, best of 3 to 7, Zen 4, 2026-11-16; for N = 19 the sum of two threads:
///
/// | bits | N = 16 | 17 | 18 | 19 |
/// |--:|--:|--:|--:|--:|
/// | 0 | **0.040** | **0.215** | 1.160 | 6.30 |
/// | 2 | 0.044 | 0.234 | 0.870 | **4.82** |
/// | 4 | 0.055 | 0.282 | **0.860** | 4.91 |
/// | 6 | | | 1.064 | 5.79 |
///
/// With AVX2 the order is the same: 0.047, 0.050, 0.064 s at N = 16 and 1.40, 1.07, 1.01, 1.23 s at N = 18.
///
/// CPU nanoseconds per solution on larger boards, of random sets of columns (100 for N = 22 and 23, 24 for N = 24 and 25, 3
/// for N = 26 and 27; AVX-512, Zen 4, 2026-11-18). The last row is the rule, about log2(half-boards / 100), in a
/// trial with 4 to 16 bits:
///
/// | bits | N = 22 | 23 | 24 | 25 | 26 | 27 |
/// |--:|--:|--:|--:|--:|--:|--:|
/// | 6 | 0.94 | 0.67 | | | | |
/// | 8 | 0.77 | 0.57 | 0.91 | 0.67 | | |
/// | 10 | 0.77 | 0.56 | 0.63 | 0.49 | | 1.19 |
/// | 12 | | | 0.55 | 0.43 | 1.17 | 0.88 |
/// | 14 | | | 0.63 | 0.47 | 1.21 | 0.83 |
/// | by length | 0.77 | 0.55 | 0.55 | 0.46 | | |
#[inline(always)]
pub(super) fn key_bits(half: usize, pairs: u64) -> usize {
    match half {
        0..=8 => 0,
        9 => 4,
        10 => 6,
        LONG_LISTS_HALF.. => {
            let bits = (pairs >> 8).max(1).ilog2() as usize;
            (bits / 2 * 2).clamp(MIN_LONG_KEY, 2 * MAX_LEVELS)
        }
    }
}

/// The diagonals by which half-boards are sorted.
pub(super) struct Key {
    /// Their bits, the most significant first.
    bits: [u32; 2 * MAX_LEVELS],
    count: usize,
    may_cover: bool,
}

impl Key {
    /// The diagonals that the most pairs of a lower and an upper half-board both occupy, by the densities of their
    /// quarters: they exclude the most pairs. Of 18 x 18, 45% of the pairs are visited with such a key, 51% with the
    /// same key for all sets of columns.
    #[inline(always)]
    pub(super) fn new(
        layout: &Layout,
        lower: Quarters<'_>,
        upper: Quarters<'_>,
        count: usize,
    ) -> Self {
        let may_cover = count + 1 >= layout.half;
        let mut key = Self { bits: [0; 2 * MAX_LEVELS], count, may_cover };
        let [lower_scalar, lower_vector] = [lower.scalar.density(), lower.vector.density()];
        let [upper_scalar, upper_vector] = [upper.scalar.density(), upper.vector.density()];
        let mut clashes = [0.0; 32];
        for (bit, clashes) in clashes.iter_mut().enumerate() {
            *clashes =
                (lower_scalar[bit] + lower_vector[bit]) * (upper_scalar[bit] + upper_vector[bit]);
        }
        for place in 0..key.count {
            let mut most = 0;
            for bit in 1..32 {
                if clashes[bit] > clashes[most] {
                    most = bit;
                }
            }
            key.bits[place] = most as u32;
            clashes[most] = -1.0;
        }
        key
    }

    /// Whether a half-board of a tile may have all its diagonals in the key.
    ///
    /// In the halves of which tiles are made, no queen is on a main diagonal of a board of even size. So every queen
    /// occupies a diagonal that has a bit, except one at the end of the middle column: every mask has at least
    /// `half - 1` bits.
    #[inline(always)]
    pub(super) fn may_cover(&self) -> bool {
        self.may_cover
    }

    /// The bits, the most significant first.
    #[inline(always)]
    pub(super) fn bits(&self) -> &[u32] {
        &self.bits[..self.count]
    }

    /// The bits as a mask.
    #[inline(always)]
    pub(super) fn mask(&self) -> u32 {
        let mut mask = 0;
        for &bit in self.bits() {
            mask |= 1 << bit;
        }
        mask
    }
}
