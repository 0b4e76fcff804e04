//! Tables of disjoint half-boards, and the half-boards that are looked up in them.
//!
//! A tile is 256 half-boards of one half. For a mask of the other half, the bits outside of the key are cut into
//! [`CHUNKS`] chunks. Each chunk has a table: the entry at index `c` is the set of half-boards of the tile that have no
//! diagonal of `c`. The half-boards that a mask fits are the intersection of four entries:
//!
//! ```text
//!   bits outside of the key     0110010 0000100 1000001 0010000      28 bits in four chunks of 7
//!   index into each table          50       4      65      16
//!   set of half-boards          T0[50] & T1[4] & T2[65] & T3[16]     one vector of 256 bits each
//! ```
//!
//! Four tables of 2^7 entries of 32 bytes take 16 KiB, half of a first-level cache. Three tables would take 96 KiB at
//! the same width, five would be one more load per lookup.
//!
//! The vector kernels look up without checking indices. A [`Lookup`] proves to them that the indices are valid: only
//! this module can make one, and it compares the chunks of the items with those of the tables.

use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::memory::{NoMemory, reserve};

/// The number of tables.
pub(super) const CHUNKS: usize = 4;
/// The most bits of a chunk: 2^11 entries of 32 bytes have offsets of 16 bits.
const MAX_WIDTH: u32 = 11;

/// How the bits of a mask outside of the key are cut into table indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chunks {
    shifts: [u32; CHUNKS],
    widths: [u32; CHUNKS],
}

impl Chunks {
    /// Cuts this number of bits into chunks of about the same width, the wider ones first.
    pub(super) fn new(bits: u32) -> Self {
        let mut chunks = Self::default();
        let mut shift = 0;
        for i in 0..CHUNKS {
            let width = (bits - shift).div_ceil((CHUNKS - i) as u32);
            assert!(width <= MAX_WIDTH);
            (chunks.shifts[i], chunks.widths[i]) = (shift, width);
            shift += width;
        }
        chunks
    }

    /// The lowest bit of each chunk.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(super) fn shifts(&self) -> [u32; CHUNKS] {
        self.shifts
    }

    /// The number of bits of each chunk.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(super) fn widths(&self) -> [u32; CHUNKS] {
        self.widths
    }

    /// The entries of all tables.
    fn entries(&self) -> usize {
        self.widths.iter().map(|width| 1 << width).sum()
    }

    /// The index into each table.
    #[inline(always)]
    pub(super) fn cut(&self, bits: u64) -> [u16; CHUNKS] {
        std::array::from_fn(|i| (bits >> self.shifts[i]) as u16 & ((1 << self.widths[i]) - 1))
    }

    /// The bits of a 64-bit item that the indices occupy, 16 bits per table, if they are byte offsets of entries of this size.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn spread(&self, entry: u32) -> u64 {
        let field = |i: usize| (((1_u64 << self.widths[i]) - 1) * u64::from(entry)) << (16 * i);
        (0..CHUNKS).map(field).sum()
    }
}

/// Half-boards as indices into tables.
pub(super) struct Items<K: Kernel> {
    list: Vec<K::Item>,
    chunks: Chunks,
}

impl<K: Kernel> Default for Items<K> {
    fn default() -> Self {
        Self { list: Vec::new(), chunks: Chunks::default() }
    }
}

impl<K: Kernel> Items<K> {
    /// Removes all items. The next ones are cut into these chunks.
    #[inline(always)]
    pub(super) fn clear(&mut self, chunks: &Chunks) {
        self.list.clear();
        self.chunks = *chunks;
    }

    /// Appends masks, and items that fit nothing up to a multiple of four.
    #[inline(always)]
    pub(super) fn append<const WIDE: bool>(
        &mut self,
        kernel: K,
        masks: List<'_>,
        key: u32,
    ) -> Result<(), NoMemory> {
        reserve(&mut self.list, masks.low.len() + Masks::SLACK)?;
        kernel.items::<WIDE>(masks, key, &self.chunks, &mut self.list);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn memory(&self) -> usize {
        self.list.capacity() * size_of::<K::Item>()
    }
}

/// The tables of a tile.
pub(super) struct Tables<K: Kernel> {
    entries: Vec<K::Set>,
    chunks: Chunks,
}

impl<K: Kernel> Default for Tables<K> {
    fn default() -> Self {
        Self { entries: vec![], chunks: Chunks::default() }
    }
}

impl<K: Kernel> Tables<K> {
    /// Makes room for the tables of these chunks.
    #[inline(always)]
    pub(super) fn resize(&mut self, kernel: K, chunks: &Chunks) {
        self.entries.resize(chunks.entries(), kernel.all());
        self.chunks = *chunks;
    }

    /// Computes all entries. `open` has, for each bit of all chunks, the half-boards without it.
    #[inline(always)]
    pub(super) fn fill(&mut self, kernel: K, open: &[K::Set]) {
        let (mut tables, mut rest) = (&mut self.entries[..], open);
        for width in self.chunks.widths {
            let (table, further) = tables.split_at_mut(1 << width);
            tables = further;
            let (chunk, further) = rest.split_at(width as usize);
            rest = further;
            combine(kernel, chunk, table);
        }
    }

    /// Items to look up. They must have been cut into the chunks of the tables.
    #[inline(always)]
    pub(super) fn lookup<'a>(&'a self, items: &'a Items<K>) -> Lookup<'a, K> {
        assert!(items.chunks == self.chunks, "items and tables have different chunks");
        let mut left = &self.entries[..];
        let tables = std::array::from_fn(|i| {
            let (table, further) = left.split_at(1 << self.chunks.widths[i]);
            left = further;
            table
        });
        Lookup { tables, items: &items.list }
    }

    pub(super) fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<K::Set>()
    }
}

/// Items and the tables to look them up in. Proves that every index of an item is that of an entry.
pub(super) struct Lookup<'a, K: Kernel> {
    tables: [&'a [K::Set]; CHUNKS],
    items: &'a [K::Item],
}

impl<'a, K: Kernel> Lookup<'a, K> {
    /// Some of the items.
    #[inline(always)]
    pub(super) fn part(&self, start: u32, end: u32) -> Self {
        Self { tables: self.tables, items: &self.items[start as usize..end as usize] }
    }

    #[inline(always)]
    pub(super) fn tables(&self) -> [&'a [K::Set]; CHUNKS] {
        self.tables
    }

    #[inline(always)]
    pub(super) fn items(&self) -> &'a [K::Item] {
        self.items
    }
}

/// For each set of bits, the half-boards that have none of them. `open` has the half-boards without each bit.
#[inline(always)]
pub(super) fn combine<K: Kernel>(kernel: K, open: &[K::Set], table: &mut [K::Set]) {
    table[0] = kernel.all();
    let mut filled = 1;
    for &open in open {
        let (from, to) = table.split_at_mut(filled);
        for (from, to) in from.iter().zip(to) {
            *to = kernel.both(*from, open);
        }
        filled *= 2;
    }
}
