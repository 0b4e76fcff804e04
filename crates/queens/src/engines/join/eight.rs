//! The loops that the vector kernels share. AVX2 has vectors of eight words and NEON two vectors of four: with these,
//! both pair quarters and sort masks in the same way. AVX-512 shares only the outermost loop, because it processes
//! sixteen words at a time.
//!
//! Unsafe, because half-boards are appended without checking lengths, which a [`Pairing`] or a check before the loop
//! makes possible. Checking each of them would cost a compare and a branch per eight pairs, which themselves are a
//! dozen instructions.
#![allow(unsafe_code)]

use super::masks::{List, Masks};
use super::pairing::{Pairing, ScalarList, VectorList};
use super::quarters::{BLOCK, ScalarFilling};

/// Where masks are appended without checking lengths: the first word of each list.
#[derive(Clone, Copy)]
pub(super) struct Destination {
    pub(super) low: *mut u32,
    pub(super) high: *mut u32,
}

impl Destination {
    #[inline(always)]
    pub(super) fn of(masks: &mut Masks) -> Self {
        Self { low: masks.low.as_mut_ptr(), high: masks.high.as_mut_ptr() }
    }
}

/// Appends the half-boards of two lists.
pub(super) trait PairLists: Copy {
    /// Appends the half-boards of two lists at `end`; returns the new end.
    ///
    /// # Safety
    ///
    /// From `end` on, `to` has room for every pair of fillings, and for [`Masks::SLACK`] words more. The vector list
    /// has at least one block and, if `WIDE`, the high words of each.
    unsafe fn pair_lists<const WIDE: bool>(
        self,
        scalar: ScalarList<'_>,
        vector: VectorList<'_>,
        to: Destination,
        end: u32,
    ) -> u32;
}

/// See [`Kernel::pair`](super::kernel::Kernel::pair).
#[inline(always)]
pub(super) fn pair<P: PairLists, const WIDE: bool>(kernel: P, pairing: Pairing<'_>) {
    let (sides, masks, ends) = pairing.into_parts();
    let to = Destination::of(masks);
    for place in 0..sides.count() {
        let lists = sides.lists::<WIDE>(place);
        // SAFETY: the pairing proves that there is room for the half-boards of all lists. Lists are not empty, and have
        // high words if `WIDE`.
        unsafe {
            ends[0] = kernel.pair_lists::<WIDE>(lists.scalar[0], lists.vector, to, ends[0]);
            ends[1] = kernel.pair_lists::<WIDE>(lists.scalar[1], lists.vector, to, ends[1]);
        }
    }
}

/// Vectors of eight words. A value of the type proves that the CPU has the instructions.
pub(super) trait Eight: Copy {
    /// Eight words.
    type Words: Copy;

    fn load(self, words: &[u32; BLOCK]) -> Self::Words;

    /// The first four words, twice.
    fn first_half_twice(self, words: Self::Words) -> Self::Words;

    /// The words of a filling (shared, low, high), each in all lanes.
    fn spread(self, filling: &ScalarFilling) -> [Self::Words; 3];

    /// The words of two fillings, those of the first in the first four lanes.
    fn spread_two(self, fillings: &[ScalarFilling; 2]) -> [Self::Words; 3];

    /// The set of lanes in which the words have no common bit.
    fn disjoint(self, a: Self::Words, b: Self::Words) -> usize;

    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The sets of lanes whose words have the first bit, and the second.
    fn with_bits(self, words: Self::Words, bits: [u32; 2]) -> [usize; 2];

    /// Appends the masks of some lanes at `end`; returns the new end.
    ///
    /// # Safety
    ///
    /// From `end` on, `to` has room for eight words. `lanes` is a set of eight lanes.
    unsafe fn append<const WIDE: bool>(
        self,
        to: Destination,
        end: u32,
        lanes: usize,
        low: Self::Words,
        high: Self::Words,
    ) -> u32;
}

/// All lanes.
const ALL: usize = (1 << BLOCK) - 1;

/// A block in registers.
#[derive(Clone, Copy)]
pub(super) struct Loaded<V: Eight> {
    pub(super) shared: V::Words,
    pub(super) low: V::Words,
    pub(super) high: V::Words,
}

impl<V: Eight> Loaded<V> {
    /// # Safety
    ///
    /// The list has this block and, if `WIDE`, its high words.
    #[inline(always)]
    pub(super) unsafe fn of<const WIDE: bool>(
        vector: V,
        list: VectorList<'_>,
        block: usize,
    ) -> Self {
        // SAFETY: as the caller promises.
        let (words, high) = unsafe {
            let words = list.blocks.get_unchecked(block);
            (words, if WIDE { list.high.get_unchecked(block) } else { &words.low })
        };
        Self {
            shared: vector.load(&words.shared),
            low: vector.load(&words.low),
            high: vector.load(high),
        }
    }

    #[inline(always)]
    fn first_half_twice(self, vector: V) -> Self {
        Self {
            shared: vector.first_half_twice(self.shared),
            low: vector.first_half_twice(self.low),
            high: vector.first_half_twice(self.high),
        }
    }

    /// Appends the half-boards of this block and of the filling in each lane, for some lanes.
    ///
    /// # Safety
    ///
    /// As for [`Eight::append`].
    #[inline(always)]
    unsafe fn pair<const WIDE: bool>(
        self,
        vector: V,
        [shared, low, high]: [V::Words; 3],
        lanes: usize,
        to: Destination,
        end: u32,
    ) -> u32 {
        let fitting = vector.disjoint(self.shared, shared) & lanes;
        let low = vector.or(self.low, low);
        let high = if WIDE { vector.or(self.high, high) } else { low };
        // SAFETY: as the caller promises.
        unsafe { vector.append::<WIDE>(to, end, fitting, low, high) }
    }
}

/// Most lists are short: their blocks stay in registers, and half a block is compared with two fillings at once.
impl<V: Eight> PairLists for V {
    #[inline(always)]
    unsafe fn pair_lists<const WIDE: bool>(
        self,
        scalar: ScalarList<'_>,
        vector: VectorList<'_>,
        to: Destination,
        mut end: u32,
    ) -> u32 {
        let count = scalar.count();
        // SAFETY: the caller promises room, a block, and high words. The padded list is longer than `count`: from each
        // filling of the list on, at least two can be read.
        unsafe {
            if vector.short {
                let block = Loaded::of::<WIDE>(self, vector, 0).first_half_twice(self);
                for i in (0..count).step_by(2) {
                    let two = &*scalar.padded().as_ptr().add(i).cast::<[ScalarFilling; 2]>();
                    let lanes = ALL >> (4 * usize::from(i + 1 == count));
                    end = block.pair::<WIDE>(self, self.spread_two(two), lanes, to, end);
                }
                return end;
            }
            let fillings = scalar.padded().get_unchecked(..count);
            match vector.blocks.len() {
                1 => {
                    let block = Loaded::of::<WIDE>(self, vector, 0);
                    for filling in fillings {
                        end = block.pair::<WIDE>(self, self.spread(filling), ALL, to, end);
                    }
                }
                2 => {
                    let first = Loaded::of::<WIDE>(self, vector, 0);
                    let second = Loaded::of::<WIDE>(self, vector, 1);
                    for filling in fillings {
                        let filling = self.spread(filling);
                        end = first.pair::<WIDE>(self, filling, ALL, to, end);
                        end = second.pair::<WIDE>(self, filling, ALL, to, end);
                    }
                }
                blocks => {
                    for filling in fillings {
                        let filling = self.spread(filling);
                        for block in 0..blocks {
                            let block = Loaded::of::<WIDE>(self, vector, block);
                            end = block.pair::<WIDE>(self, filling, ALL, to, end);
                        }
                    }
                }
            }
        }
        end
    }
}

/// Panics unless each list has room for all masks and for [`Masks::SLACK`] words more, and there are high words if `WIDE`.
#[inline(always)]
pub(super) fn destinations<const WIDE: bool>(
    from: List<'_>,
    to: &mut [Masks; 4],
) -> [Destination; 4] {
    let count = from.low.len();
    assert!(!WIDE || from.high.len() >= count);
    assert!(to.iter().all(|to| to.low.len().min(to.high.len()) >= count + Masks::SLACK));
    let [a, b, c, d] = to;
    [Destination::of(a), Destination::of(b), Destination::of(c), Destination::of(d)]
}

/// See [`Kernel::part`](super::kernel::Kernel::part).
#[inline(always)]
pub(super) fn part<V: Eight, const WIDE: bool>(
    vector: V,
    from: List<'_>,
    bits: [u32; 2],
    to: &mut [Masks; 4],
) -> [u32; 4] {
    let to = destinations::<WIDE>(from, to);
    let mut ends = [0; 4];
    let (low, low_tail) = from.low.as_chunks::<BLOCK>();
    let high = if WIDE { &from.high[..from.low.len()] } else { &[] };
    let (high, high_tail) = high.as_chunks::<BLOCK>();
    for (i, low_words) in low.iter().enumerate() {
        let low = vector.load(low_words);
        let high = if WIDE { vector.load(&high[i]) } else { low };
        // SAFETY: each list has room for all masks, of which these are some.
        unsafe { part_eight::<V, WIDE>(vector, ALL, bits, [low, high], to, &mut ends) };
    }
    if !low_tail.is_empty() {
        let low = vector.load(&padded(low_tail));
        let high = if WIDE { vector.load(&padded(high_tail)) } else { low };
        let lanes = (1 << low_tail.len()) - 1;
        // SAFETY: as above.
        unsafe { part_eight::<V, WIDE>(vector, lanes, bits, [low, high], to, &mut ends) };
    }
    ends
}

/// Fewer than eight words, followed by zeros.
#[inline(always)]
fn padded(words: &[u32]) -> [u32; BLOCK] {
    let mut padded = [0; BLOCK];
    padded[..words.len()].copy_from_slice(words);
    padded
}

/// Sorts the masks of some lanes into four lists by two bits.
///
/// # Safety
///
/// From its end on, each list has room for eight words. `lanes` is a set of eight lanes.
#[inline(always)]
unsafe fn part_eight<V: Eight, const WIDE: bool>(
    vector: V,
    lanes: usize,
    bits: [u32; 2],
    [low, high]: [V::Words; 2],
    to: [Destination; 4],
    ends: &mut [u32; 4],
) {
    let [a, b] = vector.with_bits(low, bits);
    let parts = [lanes & !a & !b, lanes & a & !b, lanes & !a & b, lanes & a & b];
    for part in 0..4 {
        // SAFETY: as the caller promises.
        unsafe {
            ends[part] = vector.append::<WIDE>(to[part], ends[part], parts[part], low, high);
        }
    }
}
