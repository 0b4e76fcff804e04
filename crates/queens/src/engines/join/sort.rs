//! Sorting half-boards by key: a radix sort by two bits at a time, the most significant first.

use super::kernel::Kernel;
use super::key::MAX_LEVELS;
use super::masks::{List, Masks};
use super::memory::NoMemory;
use super::tables::Items;

/// Receives lists of masks in the order of their keys.
pub(super) trait Receive<K: Kernel, const WIDE: bool> {
    fn receive(&mut self, kernel: K, list: List<'_>) -> Result<(), NoMemory>;
}

/// Appends masks to a list, from `end` on.
pub(super) struct Append<'a> {
    pub(super) to: &'a mut Masks,
    pub(super) end: &'a mut usize,
}

impl<K: Kernel, const WIDE: bool> Receive<K, WIDE> for Append<'_> {
    #[inline(always)]
    fn receive(&mut self, _kernel: K, list: List<'_>) -> Result<(), NoMemory> {
        let further = *self.end + list.low.len();
        self.to.low[*self.end..further].copy_from_slice(list.low);
        if WIDE {
            self.to.high[*self.end..further].copy_from_slice(list.high);
        }
        *self.end = further;
        Ok(())
    }
}

/// Half-boards as items, sorted by key.
pub(super) struct Sorted<K: Kernel> {
    pub(super) items: Items<K>,
    /// Where the items of each key start, followed by the number of items; empty if there are none.
    pub(super) starts: Vec<u32>,
}

impl<K: Kernel> Default for Sorted<K> {
    fn default() -> Self {
        Self { items: Items::default(), starts: Vec::new() }
    }
}

/// Appends masks as the items of the next key.
pub(super) struct Index<'a, K: Kernel> {
    pub(super) sorted: &'a mut Sorted<K>,
    pub(super) key: u32,
}

impl<K: Kernel, const WIDE: bool> Receive<K, WIDE> for Index<'_, K> {
    #[inline(always)]
    fn receive(&mut self, kernel: K, list: List<'_>) -> Result<(), NoMemory> {
        self.sorted.starts.push(self.sorted.items.len() as u32);
        self.sorted.items.append::<WIDE>(kernel, list, self.key)
    }
}

/// Sorts masks by some bits, the most significant first, and passes on the list of each value in order.
#[inline(always)]
pub(super) fn sort<K: Kernel, const WIDE: bool>(
    kernel: K,
    list: List<'_>,
    bits: &[u32],
    parts: &mut Vec<[Masks; 4]>,
    to: &mut impl Receive<K, WIDE>,
) -> Result<(), NoMemory> {
    if bits.is_empty() {
        return to.receive(kernel, list);
    }
    // Each level has four lists, for the values of two bits. They stay in place while the next level sorts one of them.
    let levels = bits.len() / 2;
    if parts.len() < levels {
        parts.resize_with(levels, Default::default);
    }
    let mut ends = [[0; 4]; MAX_LEVELS];
    ends[0] = part::<K, WIDE>(kernel, list, bits, &mut parts[0])?;
    for value in 0..1_usize << bits.len() {
        // The first level whose list has changed since the value before.
        let changed = if value == 0 { 1 } else { levels - value.trailing_zeros() as usize / 2 };
        let at = |level: usize| value >> (2 * (levels - 1 - level)) & 3;
        for level in changed.max(1)..levels {
            let (above, here) = parts.split_at_mut(level);
            let from = at(level - 1);
            let list = above[level - 1][from].list(ends[level - 1][from]);
            ends[level] = part::<K, WIDE>(kernel, list, &bits[2 * level..], &mut here[0])?;
        }
        let last = at(levels - 1);
        to.receive(kernel, parts[levels - 1][last].list(ends[levels - 1][last]))?;
    }
    Ok(())
}

/// Sorts masks by the first two bits.
#[inline(always)]
fn part<K: Kernel, const WIDE: bool>(
    kernel: K,
    list: List<'_>,
    bits: &[u32],
    to: &mut [Masks; 4],
) -> Result<[u32; 4], NoMemory> {
    for masks in to.iter_mut() {
        masks.reserve(list.low.len())?;
    }
    Ok(kernel.part::<WIDE>(list, [bits[1], bits[0]], to))
}
