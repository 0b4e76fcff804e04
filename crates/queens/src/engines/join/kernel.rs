//! The operations of the join that depend on the instruction set. `portable.rs` implements them in plain Rust, `avx2.rs`,
//! `avx512/` and `neon/` with vector instructions.

use super::masks::{List, Masks};
use super::pairing::Pairing;
use super::tables::{Chunks, Lookup};

/// Operations on sets of [`LANES`](Self::LANES) half-boards, one bit per half-board, and on lists of masks.
///
/// All methods are safe. A value of the type proves that the CPU has the instructions; [`Pairing`] and [`Lookup`] prove
/// that unchecked accesses are within their lists. If `WIDE`, masks have high words.
pub(super) trait Kernel: Copy {
    /// A set of half-boards.
    type Set: Copy;
    /// A half-board as indices into tables.
    type Item: Copy;
    /// A sum of set sizes.
    type Sum: Copy;
    /// The number of half-boards in a full set, which is also the size of a tile.
    const LANES: usize;

    /// Appends the half-boards of all pairs of fillings that use complementary rows and share no diagonal.
    fn pair<const WIDE: bool>(self, pairing: Pairing<'_>);

    /// Announces that a list will soon be read.
    #[inline(always)]
    fn prefetch<T>(self, _list: &[T]) {}

    /// Sorts masks into four lists by two bits of their low words, of which the second is the more significant; returns
    /// the length of each. Panics if a list has no room for all masks and [`Masks::SLACK`] more.
    fn part<const WIDE: bool>(
        self,
        from: List<'_>,
        bits: [u32; 2],
        to: &mut [Masks; 4],
    ) -> [u32; 4];

    /// Appends the bits of masks that are not in the key as items, and items with all bits up to a multiple of four.
    /// These fit nothing, because every half-board of a tile has a bit outside of the key.
    fn items<const WIDE: bool>(
        self,
        from: List<'_>,
        key: u32,
        chunks: &Chunks,
        items: &mut Vec<Self::Item>,
    );

    /// For each of the lowest bits, the set of half-boards without it, of [`LANES`](Self::LANES) masks.
    #[inline(always)]
    fn open(self, low: &[u32], high: &[u32], bits: &mut [Self::Set]) {
        let (first, second) = bits.split_at_mut(bits.len().min(32));
        self.open_words(low, first);
        if !second.is_empty() {
            self.open_words(high, second);
        }
    }

    /// The same for one word of each mask. Which half-board has which place in a set is up to the kernel, but the same for
    /// all bits.
    fn open_words(self, words: &[u32], bits: &mut [Self::Set]);

    /// The set of all half-boards.
    fn all(self) -> Self::Set;

    /// The set of no half-boards.
    fn none(self) -> Self::Set;

    fn both(self, a: Self::Set, b: Self::Set) -> Self::Set;

    fn is_empty(self, set: Self::Set) -> bool;

    fn zero(self) -> Self::Sum;

    /// Adds, for each item, the number of half-boards in `within` that it fits. The number of items is a multiple of four.
    fn add(self, sum: &mut Self::Sum, lookup: Lookup<'_, Self>, within: Self::Set);

    fn total(self, sum: Self::Sum) -> u64;
}
