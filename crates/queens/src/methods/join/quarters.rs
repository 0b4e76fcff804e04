//! Quarters: all ways to fill some columns of one side, within one half.

use super::layout::{Diagonals, Half, Layout, Marks, Side};

/// Marks padding, which fits nothing: the scalar side always has this bit.
pub(super) const PADDING: u32 = 1 << 31;
/// Lists of the vector side start and end at multiples of this.
pub(super) const BLOCK: usize = 8;

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

/// The side whose half-boards are taken one at a time, sorted by key. A half-board that a queen more makes
/// shorter lists is the one with fewer queens.
#[derive(Clone, Debug, Default)]
pub(super) struct Few {
    pub(super) shared: Vec<u32>,
    pub(super) low: Vec<u32>,
    pub(super) high: Vec<u32>,
    /// The place of the rows used among all sets of as many rows.
    pub(super) rank: Vec<u16>,
    /// Where the items of a key start: first those off the main diagonals, then those on one.
    pub(super) starts: Vec<u32>,
}

/// The side that is tested many at a time, sorted by the rows used, each list padded to whole blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Many {
    pub(super) shared: Vec<u32>,
    pub(super) low: Vec<u32>,
    pub(super) high: Vec<u32>,
    /// Where the lists of a rank start: first those off the main diagonals, then those on one.
    pub(super) starts: Vec<u32>,
}

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

    /// How many sets of rows the other side can leave to a quarter of so many queens.
    pub(super) fn sets(&self, queens: usize) -> usize {
        self.sets[queens]
    }

    pub(super) fn few(&mut self, layout: &Layout, quarter: Quarter, few: &mut Few) {
        self.fill(layout, quarter);
        let keys = 1 << layout.key_bits;
        let group = |filling: &Filling| {
            let key = (filling.marks.crossing >> layout.rest_bits) as usize;
            2 * key + usize::from(filling.marks.main)
        };
        count(&mut self.counts, 2 * keys, self.fillings.iter().map(group), 1);
        few.starts.clone_from(&self.counts);
        let total = self.fillings.len();
        for list in [&mut few.shared, &mut few.low, &mut few.high] {
            list.clear();
            list.resize(total, 0);
        }
        few.rank.clear();
        few.rank.resize(total, 0);
        for filling in &self.fillings {
            let place = next(&mut self.counts, group(filling));
            few.shared[place] = filling.marks.shared | PADDING;
            few.low[place] = filling.marks.crossing as u32;
            few.high[place] = (filling.marks.crossing >> 32) as u32;
            few.rank[place] = self.rank[filling.rows as usize];
        }
    }

    pub(super) fn many(&mut self, layout: &Layout, quarter: Quarter, many: &mut Many) {
        let queens = quarter.columns.count_ones() + u32::from(quarter.middle_rows != 0);
        self.fill(layout, quarter);
        let rank = &self.rank;
        let group = |filling: &Filling| {
            2 * usize::from(rank[filling.rows as usize]) + usize::from(filling.marks.main)
        };
        let sets = self.sets[queens as usize];
        count(&mut self.counts, 2 * sets, self.fillings.iter().map(group), BLOCK);
        many.starts.clone_from(&self.counts);
        let total = self.counts[2 * sets] as usize;
        many.shared.clear();
        // A full vector may be read from the last block on.
        many.shared.resize(total + BLOCK, PADDING);
        for list in [&mut many.low, &mut many.high] {
            list.clear();
            list.resize(total + BLOCK, 0);
        }
        for filling in &self.fillings {
            let place = next(&mut self.counts, group(filling));
            many.shared[place] = filling.marks.shared;
            many.low[place] = filling.marks.crossing as u32;
            many.high[place] = (filling.marks.crossing >> 32) as u32;
        }
    }

    /// Finds all fillings of a quarter.
    fn fill(&mut self, layout: &Layout, quarter: Quarter) {
        self.fillings.clear();
        let columns: Vec<usize> = layout.columns(quarter.side, quarter.columns).collect();
        let mut search = Search { layout, half: quarter.half, fillings: &mut self.fillings };
        let (diagonals, marks) = (layout.forbidden(quarter.half), Marks::default());
        if quarter.middle_rows == 0 {
            search.place(&columns, 0, diagonals, marks);
            return;
        }
        for row in (0..layout.half).filter(|row| quarter.middle_rows >> row & 1 == 1) {
            let diagonals = diagonals.with(layout.size, row, layout.half);
            search.place(&columns, 1 << row, diagonals, layout.marks(row, layout.half));
        }
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
