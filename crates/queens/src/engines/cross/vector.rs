//! The operations that the loops in `lanes.rs` are written in. `portable.rs` implements them in plain Rust,
//! `avx2.rs`, `avx512.rs` and `neon.rs` with vector instructions.

/// Vectors of 32-bit words and their operations. A value of the type proves that the CPU has the instructions.
pub(super) trait Vector: Copy {
    /// Words in a vector.
    const LANES: usize;
    /// Number of vectors that are processed alternately, so that one computes while another waits for memory.
    const STREAMS: usize;
    /// A vector.
    type Word: Copy;
    /// A set of lanes.
    type Mask: Copy;

    fn splat(self, value: u32) -> Self::Word;
    fn load(self, words: &[u32], at: usize) -> Self::Word;
    fn store(self, words: &mut [u32], at: usize, word: Self::Word);
    fn and(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a` without `b`.
    fn minus(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn or(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn xor(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn shift_up(self, a: Self::Word, by: Self::Word) -> Self::Word;
    fn shift_down(self, a: Self::Word, by: Self::Word) -> Self::Word;
    /// Clears the lowest set bit of every lane.
    fn drop_lowest(self, a: Self::Word) -> Self::Word;
    fn is_empty(self, a: Self::Word) -> Self::Mask;
    /// The lanes in which both words have a common bit.
    fn meet(self, a: Self::Word, b: Self::Word) -> Self::Mask;
    /// The lanes in both masks.
    fn both(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The lanes of `a` that are not in `b`.
    fn except(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn count(self, mask: Self::Mask) -> usize;
    /// The number of lanes in `a` plus the number in `b`.
    #[inline(always)]
    fn count_both(self, a: Self::Mask, b: Self::Mask) -> usize {
        self.count(a) + self.count(b)
    }
    fn select(self, mask: Self::Mask, yes: Self::Word, no: Self::Word) -> Self::Word;
    /// Moves the lanes in `mask` to the front, in order. The contents of the lanes behind them are unspecified.
    fn pack<const N: usize>(self, mask: Self::Mask, words: [Self::Word; N]) -> [Self::Word; N];
    /// Replaces the lanes in `mask` by the first lanes of `fresh`, in order.
    fn replace<const N: usize>(
        self,
        mask: Self::Mask,
        words: [Self::Word; N],
        fresh: [Self::Word; N],
    ) -> [Self::Word; N];
}
