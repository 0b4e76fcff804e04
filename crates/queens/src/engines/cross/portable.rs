//! The vector operations of `cross` in plain Rust: one state per vector. Runs on every CPU, and is the reference that
//! `twins.rs` compares the other implementations with.

use super::drain::{Counts, Kernel, Level, Pass, Side};
use super::expand::Step;
use super::lanes;
use super::vector::Vector;
use crate::simd::operations;

/// Vectors of one word.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Vector for Portable {
    const LANES: usize = 1;
    const STREAMS: usize = 2;
    type Word = u32;
    type Mask = bool;

    operations! {
        fn splat(self, value: u32) -> u32 = value;
        fn and(self, a: u32, b: u32) -> u32 = a & b;
        fn minus(self, a: u32, b: u32) -> u32 = a & !b;
        fn or(self, a: u32, b: u32) -> u32 = a | b;
        fn xor(self, a: u32, b: u32) -> u32 = a ^ b;
        fn shift_up(self, a: u32, by: u32) -> u32 = a.wrapping_shl(by);
        fn shift_down(self, a: u32, by: u32) -> u32 = a.wrapping_shr(by);
        fn drop_lowest(self, a: u32) -> u32 = a & a.wrapping_sub(1);
        fn is_empty(self, a: u32) -> bool = a == 0;
        fn meet(self, a: u32, b: u32) -> bool = a & b != 0;
        fn both(self, a: bool, b: bool) -> bool = a & b;
        fn except(self, a: bool, b: bool) -> bool = a & !b;
        fn count(self, mask: bool) -> usize = mask.into();
        fn select(self, mask: bool, yes: u32, no: u32) -> u32 = if mask { yes } else { no };
    }

    #[inline(always)]
    fn load(self, words: &[u32], at: usize) -> u32 {
        words[at]
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], at: usize, word: u32) {
        words[at] = word;
    }
    #[inline(always)]
    fn pack<const N: usize>(self, _mask: bool, words: [u32; N]) -> [u32; N] {
        words
    }
    #[inline(always)]
    fn replace<const N: usize>(self, mask: bool, words: [u32; N], fresh: [u32; N]) -> [u32; N] {
        if mask { fresh } else { words }
    }
}

impl Kernel for Portable {
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 {
        lanes::pass(*self, side, here, next, pass)
    }

    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
        lanes::finish(*self, here, last, flush)
    }
}
