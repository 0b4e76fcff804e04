//! Quarters: all ways to fill some columns of one side, within one half.
//!
//! A half-board is a filling of a west and of an east quarter that use complementary rows. To find the pairs, the
//! fillings of a quarter are in lists by the set of rows that they use; sets with the same number of rows are numbered
//! in increasing order. The complement of set `i` of `n` is set `n - 1 - i`.
//!
//! ```text
//!   scalar quarter   rows {1,2}: s0 s1        rows {1,3}: s2       ...     one filling is compared with ...
//!   vector quarter   rows {3,4}: v0 v1 v2 - - - - -                ...     ... eight at a time; '-' is padding
//! ```

use super::layout::{Diagonals, Half, Layout, Marks, Side};
use super::memory::{NoMemory, reserve};

/// Marks padding in vector quarters. All fillings of scalar quarters have this bit, so that padding fits none.
pub(super) const PADDING: u32 = 1 << 31;
/// The lanes of a block: a vector of AVX2, half of one of AVX-512, two of NEON.
pub(super) const BLOCK: usize = 8;
/// The most fillings of a scalar quarter that a kernel reads at once.
pub(super) const AT_ONCE: usize = 4;
/// The number of fillings, taken at equal distances, by which the density of a quarter is estimated.
const SAMPLE: usize = 128;

/// Which quarter, and which of its columns are filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quarter {
    pub(super) half: Half,
    pub(super) side: Side,
    /// The filled columns, counted from the edge.
    pub(super) columns: u32,
    /// The rows in which the queen of the middle column may be, if it belongs to this quarter; otherwise empty.
    pub(super) middle_rows: u32,
    /// Rows for which it is fixed whether the quarter uses them, and those of them that it uses.
    pub(super) fixed_rows: [u32; 2],
}

impl Quarter {
    /// A quarter without the middle column and without fixed rows.
    pub(super) fn new(half: Half, side: Side, columns: u32) -> Self {
        Self { half, side, columns, middle_rows: 0, fixed_rows: [0; 2] }
    }
}

/// A quarter whose fillings are taken one at a time, in lists by the rows that they use. It is the quarter of its half
/// with fewer queens, whose lists are shorter.
#[derive(Clone, Debug, Default)]
pub(super) struct ScalarQuarter {
    /// Behind the last filling there are `AT_ONCE - 1` more, which are read together with it and not used.
    fillings: Vec<ScalarFilling>,
    /// Two lists for each set of rows, first the fillings off the main diagonals, then those on one: where each starts,
    /// and where the last ends.
    starts: Vec<u32>,
    /// The lengths of the lists off, and on, the main diagonals, by the index of the complementary set of rows.
    lengths: [Vec<u32>; 2],
    density: Density,
}

/// A filling of a scalar quarter. Kernels load it as a vector of four words, so it has no padding, which would be
/// uninitialised.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(super) struct ScalarFilling {
    /// The occupied diagonals that have squares in the other quarter of the half, and [`PADDING`].
    pub(super) shared: u32,
    /// The occupied diagonals that cross the middle line.
    pub(super) low: u32,
    pub(super) high: u32,
    /// Always 0.
    unused: u32,
}

/// A quarter whose fillings are taken eight at a time: first those off the main diagonals, then those on one, each in
/// lists by the rows that they use. Each list is padded to whole blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct VectorQuarter {
    blocks: Vec<Block>,
    /// The high words of each block, only if masks have them.
    high: Vec<[u32; BLOCK]>,
    /// The lists off, and on, the main diagonals, the shortest first. None is empty.
    lists: [Vec<BlockRange>; 2],
    /// The number of lanes in the blocks of each set of rows.
    lengths: [Vec<u32>; 2],
    /// The number of lists that have at most half a block.
    short: [usize; 2],
    density: Density,
}

/// A list of a vector quarter.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRange {
    pub(super) first: u32,
    pub(super) blocks: u32,
    /// The index in `starts` of the scalar lists that use the complementary rows.
    pub(super) scalar: u32,
}

/// Eight fillings of a vector quarter: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    /// The occupied diagonals that have squares in the other quarter of the half, or [`PADDING`].
    pub(super) shared: [u32; BLOCK],
    /// The occupied diagonals that cross the middle line.
    pub(super) low: [u32; BLOCK],
}

/// Read access: only this module makes quarters, so that others can rely on how their parts fit together.
impl ScalarQuarter {
    #[inline(always)]
    pub(super) fn fillings(&self) -> &[ScalarFilling] {
        &self.fillings
    }

    #[inline(always)]
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The lengths of the lists off (0) or on (1) the main diagonals, by the index of the complementary set of rows.
    #[inline(always)]
    pub(super) fn lengths(&self, on_main: usize) -> &[u32] {
        &self.lengths[on_main]
    }

    /// The number of sets of rows.
    #[inline(always)]
    pub(super) fn row_sets(&self) -> usize {
        self.lengths[0].len()
    }

    #[inline(always)]
    pub(super) fn density(&self) -> &Density {
        &self.density
    }

    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        let words = self.starts.capacity() + capacity(&self.lengths);
        self.fillings.capacity() * size_of::<ScalarFilling>() + words * size_of::<u32>()
    }
}

/// Read access, as above.
impl VectorQuarter {
    #[inline(always)]
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    #[inline(always)]
    pub(super) fn high(&self) -> &[[u32; BLOCK]] {
        &self.high
    }

    #[inline(always)]
    pub(super) fn lists(&self, on_main: bool) -> &[BlockRange] {
        &self.lists[usize::from(on_main)]
    }

    /// The number of lanes in the blocks off (0) or on (1) the main diagonals, by the index of the set of rows.
    #[inline(always)]
    pub(super) fn lengths(&self, on_main: usize) -> &[u32] {
        &self.lengths[on_main]
    }

    /// The number of sets of rows.
    #[inline(always)]
    pub(super) fn row_sets(&self) -> usize {
        self.lengths[0].len()
    }

    /// The number of lists that have at most half a block; they are the first ones.
    #[inline(always)]
    pub(super) fn short(&self, on_main: bool) -> usize {
        self.short[usize::from(on_main)]
    }

    #[inline(always)]
    pub(super) fn density(&self) -> &Density {
        &self.density
    }

    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
            + self.high.capacity() * size_of::<[u32; BLOCK]>()
            + capacity(&self.lists) * size_of::<BlockRange>()
            + capacity(&self.lengths) * size_of::<u32>()
    }
}

fn capacity<T>(lists: &[Vec<T>]) -> usize {
    lists.iter().map(Vec::capacity).sum()
}

/// The fraction of fillings that occupy each diagonal of the low words.
pub(super) type Density = [f32; 32];

/// A way to fill the columns.
#[derive(Clone, Copy, Debug)]
struct Filling {
    rows: u32,
    marks: Marks,
}

/// Builds quarters, and reuses its memory.
#[derive(Debug)]
pub(super) struct Builder {
    /// The index of each set of rows among the sets of the same number of rows.
    rank: Vec<u16>,
    /// The number of sets with each number of rows.
    sets: Vec<usize>,
    fillings: Vec<Filling>,
    counts: Vec<u32>,
}

impl Builder {
    pub(super) fn new(half: usize) -> Self {
        let mut sets = vec![0; half + 1];
        let rank = (0..1_u32 << half)
            .map(|rows| {
                let seen = &mut sets[rows.count_ones() as usize];
                *seen += 1;
                (*seen - 1) as u16
            })
            .collect();
        Self { rank, sets, fillings: Vec::new(), counts: Vec::new() }
    }

    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        self.fillings.capacity() * size_of::<Filling>() + self.counts.capacity() * size_of::<u32>()
    }

    pub(super) fn scalar(
        &mut self,
        layout: &Layout,
        quarter: Quarter,
        to: &mut ScalarQuarter,
    ) -> Result<(), NoMemory> {
        let sets = self.fill(layout, quarter)?;
        let rank = &self.rank;
        let group = |filling: &Filling| {
            2 * usize::from(rank[filling.rows as usize]) + usize::from(filling.marks.main)
        };
        count(&mut self.counts, 2 * sets, self.fillings.iter().map(group), 1);
        to.starts.clone_from(&self.counts);
        for (on_main, lengths) in to.lengths.iter_mut().enumerate() {
            let length =
                |set: usize| to.starts[2 * set + on_main + 1] - to.starts[2 * set + on_main];
            lengths.clear();
            lengths.extend((0..sets).rev().map(length));
        }
        to.density = self.density();
        let length = self.fillings.len() + AT_ONCE - 1;
        to.fillings.clear();
        reserve(&mut to.fillings, length)?;
        to.fillings.resize(length, ScalarFilling::default());
        for filling in &self.fillings {
            let marks = filling.marks;
            to.fillings[next(&mut self.counts, group(filling))] = ScalarFilling {
                shared: marks.shared | PADDING,
                low: marks.crossing as u32,
                high: (marks.crossing >> 32) as u32,
                unused: 0,
            };
        }
        Ok(())
    }

    pub(super) fn vector(
        &mut self,
        layout: &Layout,
        quarter: Quarter,
        to: &mut VectorQuarter,
    ) -> Result<(), NoMemory> {
        let sets = self.fill(layout, quarter)?;
        let rank = &self.rank;
        let group = |filling: &Filling| {
            usize::from(rank[filling.rows as usize]) + if filling.marks.main { sets } else { 0 }
        };
        count(&mut self.counts, 2 * sets, self.fillings.iter().map(group), BLOCK);
        let blocks = self.counts[2 * sets] as usize / BLOCK;
        to.blocks.clear();
        reserve(&mut to.blocks, blocks)?;
        to.blocks.resize(blocks, Block { shared: [PADDING; BLOCK], low: [0; BLOCK] });
        let wide = layout.bits > 32;
        let high = if wide { blocks } else { 0 };
        to.high.clear();
        reserve(&mut to.high, high)?;
        to.high.resize(high, [0; BLOCK]);
        for (on_main, lengths) in to.lengths.iter_mut().enumerate() {
            let places = &self.counts[on_main * sets..][..=sets];
            lengths.clear();
            lengths.extend(places.windows(2).map(|two| two[1] - two[0]));
        }
        to.density = self.density();
        for filling in &self.fillings {
            let place = next(&mut self.counts, group(filling));
            let (block, lane) = (place / BLOCK, place % BLOCK);
            to.blocks[block].shared[lane] = filling.marks.shared;
            to.blocks[block].low[lane] = filling.marks.crossing as u32;
            if wide {
                to.high[block][lane] = (filling.marks.crossing >> 32) as u32;
            }
        }
        let mut first = 0;
        for (on_main, ranges) in to.lists.iter_mut().enumerate() {
            ranges.clear();
            for set in 0..sets {
                let blocks = to.lengths[on_main][set] / BLOCK as u32;
                if blocks > 0 {
                    ranges.push(BlockRange { first, blocks, scalar: 2 * (sets - 1 - set) as u32 });
                    first += blocks;
                }
            }
            let half_block = |range: &BlockRange| {
                range.blocks == 1 && to.blocks[range.first as usize].shared[BLOCK / 2] == PADDING
            };
            ranges.sort_unstable_by_key(|range| 2 * range.blocks - u32::from(half_block(range)));
            to.short[on_main] = ranges.partition_point(half_block);
        }
        Ok(())
    }

    /// The fraction of fillings that occupy each diagonal, estimated from a sample.
    fn density(&self) -> Density {
        let step = self.fillings.len() / SAMPLE + 1;
        let mut counts = [0_u32; 32];
        for filling in self.fillings.iter().step_by(step) {
            for (bit, count) in counts.iter_mut().enumerate() {
                *count += u32::from(filling.marks.crossing as u32 & 1 << bit != 0);
            }
        }
        let sample = self.fillings.len().div_ceil(step).max(1) as f32;
        counts.map(|count| count as f32 / sample)
    }

    /// Finds all fillings of a quarter; returns the number of sets of rows that they can use.
    fn fill(&mut self, layout: &Layout, quarter: Quarter) -> Result<usize, NoMemory> {
        let queens = quarter.columns.count_ones() + u32::from(quarter.middle_rows != 0);
        self.fillings.clear();
        let columns: Vec<usize> = layout.columns(quarter.side, quarter.columns).collect();
        let mut search = Search { layout, quarter, fillings: &mut self.fillings };
        let (diagonals, marks) = (layout.forbidden(quarter.half), Marks::default());
        if quarter.middle_rows == 0 {
            search.place(&columns, 0, diagonals, marks)?;
        }
        for row in (0..layout.half).filter(|row| quarter.middle_rows >> row & 1 == 1) {
            let diagonals = diagonals.with(layout.size, row, layout.half);
            search.place(&columns, 1 << row, diagonals, layout.marks(row, layout.half))?;
        }
        Ok(self.sets[queens as usize])
    }
}

/// The search for all fillings of a quarter.
struct Search<'a> {
    layout: &'a Layout,
    quarter: Quarter,
    fillings: &'a mut Vec<Filling>,
}

impl Search<'_> {
    fn place(
        &mut self,
        columns: &[usize],
        rows: u32,
        diagonals: Diagonals,
        marks: Marks,
    ) -> Result<(), NoMemory> {
        let Some((&col, further)) = columns.split_first() else {
            let [fixed, used] = self.quarter.fixed_rows;
            if rows & fixed == used {
                reserve(self.fillings, 1)?;
                self.fillings.push(Filling { rows, marks });
            }
            return Ok(());
        };
        let (size, first) = (self.layout.size, self.layout.first_row(self.quarter.half));
        let attacked =
            diagonals.falling >> (col + first) | diagonals.rising >> (first + size - col);
        let mut free = !(rows | attacked as u32) & ((1 << self.layout.half) - 1);
        while free != 0 {
            let row = free.trailing_zeros() as usize;
            free &= free - 1;
            self.place(
                further,
                rows | 1 << row,
                diagonals.with(size, first + row, col),
                marks.with(self.layout.marks(first + row, col)),
            )?;
        }
        Ok(())
    }
}

/// Where each group of items starts if the lengths are rounded up to whole blocks, and where the last one ends.
fn count(starts: &mut Vec<u32>, groups: usize, items: impl Iterator<Item = usize>, block: usize) {
    starts.clear();
    starts.resize(groups + 1, 0);
    for group in items {
        starts[group] += 1;
    }
    let mut place = 0;
    for start in starts.iter_mut() {
        let length = start.next_multiple_of(block as u32);
        *start = place;
        place += length;
    }
}

/// The next place of a group.
fn next(places: &mut [u32], group: usize) -> usize {
    places[group] += 1;
    places[group] as usize - 1
}
