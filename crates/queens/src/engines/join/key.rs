//! The key: the diagonals by which half-boards are sorted.

use super::layout::Layout;
use super::pairing::Quarters;

/// Two bits are sorted by at a time. A key has at most this many times two bits.
pub(super) const MAX_LEVELS: usize = 5;

/// The number of bits of a key, by the number of rows of a half.
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
/// With AVX2 the order is the same: 0.047, 0.050, 0.064 s at N = 16 and 1.40, 1.07, 1.01, 1.23 s at N = 18. From
/// N = 20 (half 10) on the key is as long as [`Key::new`] allows: an even number of bits below `half - 2`.
fn key_bits(half: usize) -> usize {
    match half {
        0..=8 => 0,
        9 => 4,
        10 => 6,
        _ => 8,
    }
}

/// The diagonals by which half-boards are sorted.
pub(super) struct Key {
    /// Their bits, the most significant first.
    bits: [u32; 2 * MAX_LEVELS],
    count: usize,
}

impl Key {
    /// The diagonals that the most pairs of a lower and an upper half-board both occupy, by the densities of their
    /// quarters: they exclude the most pairs. Of 18 x 18, 45% of the pairs are visited with such a key, 51% with the
    /// same key for all sets of columns.
    ///
    /// Every queen occupies at least one diagonal that crosses the middle line. At most two queens of a half are on
    /// main diagonals, which masks leave out. So every mask has at least `half - 2` bits, one more than a key.
    #[inline(always)]
    pub(super) fn new(layout: &Layout, lower: Quarters<'_>, upper: Quarters<'_>) -> Self {
        let mut key = Self { bits: [0; 2 * MAX_LEVELS], count: key_bits(layout.half) };
        debug_assert!(key.count == 0 || key.count + 2 < layout.half);
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
