//! Lists of half-boards as masks of the diagonals that cross the middle line, in separate arrays of low and high words.

use super::memory::NoMemory;

/// Half-boards as masks, low and high words. High words are used only if masks have more than 32 bits.
#[derive(Debug, Default)]
pub(super) struct Masks {
    pub(super) low: Vec<u32>,
    pub(super) high: Vec<u32>,
}

impl Masks {
    /// Room beyond the last mask, because kernels store whole vectors, of at most this many words.
    pub(super) const SLACK: usize = 16;

    /// Makes room for this many masks and the slack.
    #[inline(always)]
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), NoMemory> {
        if self.low.len() < count + Self::SLACK { self.grow(count) } else { Ok(()) }
    }

    /// Makes room for some more masks, so that this happens rarely; for few more if they take much memory.
    fn grow(&mut self, count: usize) -> Result<(), NoMemory> {
        const FEW: usize = 1 << 16;
        let room = count + (count / 2).min(FEW + count / 16) + Self::SLACK;
        for words in [&mut self.low, &mut self.high] {
            let more = room - words.len();
            words.try_reserve_exact(more).map_err(|_| NoMemory::of(words, more))?;
        }
        self.low.resize(room, 0);
        self.high.resize(room, 0);
        Ok(())
    }

    pub(super) fn mask<const WIDE: bool>(&self, i: usize) -> u64 {
        self.list(self.low.len() as u32).mask::<WIDE>(i)
    }

    /// The first masks.
    #[inline(always)]
    pub(super) fn list(&self, count: u32) -> List<'_> {
        List { low: &self.low[..count as usize], high: &self.high[..count as usize] }
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<u32>() * (self.low.capacity() + self.high.capacity())
    }
}

/// A list of masks, low and high words.
#[derive(Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) low: &'a [u32],
    pub(super) high: &'a [u32],
}

impl List<'_> {
    /// A mask, with its high word if `WIDE`.
    #[inline(always)]
    pub(super) fn mask<const WIDE: bool>(&self, i: usize) -> u64 {
        u64::from(self.low[i]) | if WIDE { u64::from(self.high[i]) << 32 } else { 0 }
    }
}
