//! Quarters: all ways to fill some columns of one side, within one half.

use super::layout::{Diagonals, Half, Layout, Marks, Side};

/// Marks padding, which fits nothing: the scalar side always has this bit.
pub(super) const PADDING: u32 = 1 << 31;
/// Lists of the vector side start and end at multiples of this.
pub(super) const BLOCK: usize = 8;
/// As many of the scalar side may be read at once.
pub(super) const AT_ONCE: usize = 4;
/// As many fillings tell how dense a quarter is, taken at equal distances.
const SAMPLE: usize = 128;

/// Which quarter, and which of its columns are filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quarter {
    pub(super) half: Half,
    pub(super) side: Side,
    /// The columns, counted from the edge.
    pub(super) columns: u32,
    /// The rows of the middle column that hold a queen too, one at a time; none if empty.
    pub(super) middle_rows: u32,
}

/// The side whose fillings are taken one at a time, sorted by the rows used: the side with fewer queens, whose lists are
/// shorter.
#[derive(Clone, Debug, Default)]
pub(super) struct Few {
    /// The last few are padding: they are read with the last of a list, and not used.
    pub(super) items: Vec<One>,
    /// Where the list of each set of rows starts, first those off the main diagonals, then those on one.
    pub(super) starts: Vec<u32>,
    /// How long the lists off and on the main diagonals are that go with each set of rows of the many.
    pub(super) lengths: [Vec<u32>; 2],
    pub(super) density: Density,
}

/// A filling of the few.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(super) struct One {
    /// The diagonals shared with the other side, and [`PADDING`].
    pub(super) shared: u32,
    /// The diagonals shared with the other half.
    pub(super) low: u32,
    pub(super) high: u32,
}

/// The side whose fillings are tested many at a time, sorted by whether a queen stands on a main diagonal, then by the rows
/// used, each list padded to whole blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Many {
    pub(super) blocks: Vec<Block>,
    /// The high words of the diagonals shared with the other half; only where masks have them.
    pub(super) high: Vec<[u32; BLOCK]>,
    /// The lists, off and on the main diagonals, the shortest first.
    pub(super) runs: [Vec<Run>; 2],
    /// How many lanes the list of each set of rows takes.
    pub(super) lengths: [Vec<u32>; 2],
    /// How many of the lists are half a block at most.
    pub(super) short: [usize; 2],
    pub(super) density: Density,
}

/// A list of the many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) first: u32,
    pub(super) blocks: u32,
    /// Which of the lists of the few uses the other rows.
    pub(super) few: u32,
}

/// Fillings of the many: a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    /// The diagonals shared with the other side, or [`PADDING`].
    pub(super) shared: [u32; BLOCK],
    /// The diagonals shared with the other half.
    pub(super) low: [u32; BLOCK],
}

impl Few {
    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        let words = self.starts.capacity() + capacity(&self.lengths);
        self.items.capacity() * size_of::<One>() + words * size_of::<u32>()
    }
}

impl Many {
    /// The bytes in use.
    pub(super) fn memory(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
            + self.high.capacity() * size_of::<[u32; BLOCK]>()
            + capacity(&self.runs) * size_of::<Run>()
            + capacity(&self.lengths) * size_of::<u32>()
    }
}

fn capacity<T>(lists: &[Vec<T>]) -> usize {
    lists.iter().map(Vec::capacity).sum()
}

/// Which part of the fillings occupies each of the first diagonals shared with the other half.
pub(super) type Density = [f32; 32];

/// One way to fill the columns.
#[derive(Clone, Copy, Debug)]
struct Filling {
    rows: u32,
    marks: Marks,
}

/// Builds quarters; keeps its memory between them.
#[derive(Debug)]
pub(super) struct Builder {
    /// The place of each set of rows among the sets of as many rows.
    rank: Vec<u16>,
    /// How many sets there are of a number of rows.
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

    pub(super) fn few(&mut self, layout: &Layout, quarter: Quarter, few: &mut Few) {
        let sets = self.fill(layout, quarter);
        let rank = &self.rank;
        let group = |filling: &Filling| {
            2 * usize::from(rank[filling.rows as usize]) + usize::from(filling.marks.main)
        };
        count(&mut self.counts, 2 * sets, self.fillings.iter().map(group), 1);
        few.starts.clone_from(&self.counts);
        for (on_main, lengths) in few.lengths.iter_mut().enumerate() {
            let length =
                |set: usize| few.starts[2 * set + on_main + 1] - few.starts[2 * set + on_main];
            lengths.clear();
            lengths.extend((0..sets).rev().map(length));
        }
        few.density = self.density();
        few.items.clear();
        few.items.resize(self.fillings.len() + AT_ONCE - 1, One::default());
        for filling in &self.fillings {
            let marks = filling.marks;
            few.items[next(&mut self.counts, group(filling))] = One {
                shared: marks.shared | PADDING,
                low: marks.crossing as u32,
                high: (marks.crossing >> 32) as u32,
            };
        }
    }

    pub(super) fn many(&mut self, layout: &Layout, quarter: Quarter, many: &mut Many) {
        let sets = self.fill(layout, quarter);
        let rank = &self.rank;
        let group = |filling: &Filling| {
            usize::from(rank[filling.rows as usize]) + if filling.marks.main { sets } else { 0 }
        };
        count(&mut self.counts, 2 * sets, self.fillings.iter().map(group), BLOCK);
        let blocks = self.counts[2 * sets] as usize / BLOCK;
        many.blocks.clear();
        many.blocks.resize(blocks, Block { shared: [PADDING; BLOCK], low: [0; BLOCK] });
        let wide = layout.bits > 32;
        many.high.clear();
        many.high.resize(if wide { blocks } else { 0 }, [0; BLOCK]);
        for (on_main, lengths) in many.lengths.iter_mut().enumerate() {
            let places = &self.counts[on_main * sets..][..=sets];
            lengths.clear();
            lengths.extend(places.windows(2).map(|two| two[1] - two[0]));
        }
        many.density = self.density();
        for filling in &self.fillings {
            let place = next(&mut self.counts, group(filling));
            let (block, lane) = (place / BLOCK, place % BLOCK);
            many.blocks[block].shared[lane] = filling.marks.shared;
            many.blocks[block].low[lane] = filling.marks.crossing as u32;
            if wide {
                many.high[block][lane] = (filling.marks.crossing >> 32) as u32;
            }
        }
        let mut first = 0;
        for (on_main, runs) in many.runs.iter_mut().enumerate() {
            runs.clear();
            for set in 0..sets {
                let blocks = many.lengths[on_main][set] / BLOCK as u32;
                if blocks > 0 {
                    runs.push(Run { first, blocks, few: 2 * (sets - 1 - set) as u32 });
                    first += blocks;
                }
            }
            let half_block = |run: &Run| {
                run.blocks == 1 && many.blocks[run.first as usize].shared[BLOCK / 2] == PADDING
            };
            runs.sort_unstable_by_key(|run| 2 * run.blocks - u32::from(half_block(run)));
            many.short[on_main] = runs.partition_point(half_block);
        }
    }

    /// The part of the fillings that occupies each of the first diagonals, by a sample.
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

    /// Finds all fillings of a quarter; returns how many sets of rows they can use.
    fn fill(&mut self, layout: &Layout, quarter: Quarter) -> usize {
        let queens = quarter.columns.count_ones() + u32::from(quarter.middle_rows != 0);
        self.fillings.clear();
        let columns: Vec<usize> = layout.columns(quarter.side, quarter.columns).collect();
        let mut search = Search { layout, half: quarter.half, fillings: &mut self.fillings };
        let (diagonals, marks) = (layout.forbidden(quarter.half), Marks::default());
        if quarter.middle_rows == 0 {
            search.place(&columns, 0, diagonals, marks);
        }
        for row in (0..layout.half).filter(|row| quarter.middle_rows >> row & 1 == 1) {
            let diagonals = diagonals.with(layout.size, row, layout.half);
            search.place(&columns, 1 << row, diagonals, layout.marks(row, layout.half));
        }
        self.sets[queens as usize]
    }
}

struct Search<'a> {
    layout: &'a Layout,
    half: Half,
    fillings: &'a mut Vec<Filling>,
}

impl Search<'_> {
    fn place(&mut self, columns: &[usize], rows: u32, diagonals: Diagonals, marks: Marks) {
        let Some((&col, further)) = columns.split_first() else {
            self.fillings.push(Filling { rows, marks });
            return;
        };
        let (size, first) = (self.layout.size, self.layout.first_row(self.half));
        let attacked =
            diagonals.rising >> (col + first) | diagonals.falling >> (first + size - col);
        let mut free = !(rows | attacked as u32) & ((1 << self.layout.half) - 1);
        while free != 0 {
            let row = free.trailing_zeros() as usize;
            free &= free - 1;
            self.place(
                further,
                rows | 1 << row,
                diagonals.with(size, first + row, col),
                marks.with(self.layout.marks(first + row, col)),
            );
        }
    }
}

/// Where each group starts, each rounded up to whole blocks, and where all end.
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

fn next(places: &mut [u32], group: usize) -> usize {
    places[group] += 1;
    places[group] as usize - 1
}
