//! x
#![allow(unsafe_code)]
use super::drain::*;
use super::expand::Step;
pub(super) struct Avx512(Portable);
impl Avx512 { pub(super) fn new() -> Option<Self> { crate::Simd::Avx512.is_available().then_some(Self(Portable)) } }
impl Kernel for Avx512 {
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 { self.0.pass(side, here, next, pass) }
    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts { self.0.finish(here, last, flush) }
}
