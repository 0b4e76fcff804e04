//! Breadth-first search over tiles, the queen with the fewest tiles next, duplicates removed at the end.
//!
//! The tiles are numbered row by row from 0. Queen i may be on any tile of row i or of column i, so the same solution is found
//! several times. States wait in a queue as in `breadth`. The next queen of a state is the one with the smallest domain, and ties
//! are broken by the domains of the neighbours.
//!
//! Work: N domains updated per placed queen, and more states than `breadth`.  Memory: the queue, 1.4 GB at N=13.  Range: N <= 13.
//! Checked against `arrays`, and its statistics for N=8 against the author's program.
//! Reference: Ben Third's eightQueens, generalised from 8 to any N; docs/methods.md#tiles. The first queen of N=8 is queen 6, as
//! in the author's program; the author's README says queen 3.

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Sorting, Statistic};
use crate::observe::{Flow, NO_QUEEN};
use crate::{Board, Observer, Rows, Stopped};
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

/// The largest board whose queue fits into the memory of an ordinary computer.
pub(super) const MAX_SIZE: usize = 13;

/// A set of tiles. It has room for the 169 tiles of the largest board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct TileSet([u64; 3]);

impl TileSet {
    fn insert(&mut self, tile: usize) {
        self.0[tile / 64] |= 1 << (tile % 64);
    }

    fn remove_all(&mut self, others: TileSet) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word &= !other;
        }
    }

    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn is_empty(self) -> bool {
        self == TileSet::default()
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words
            .flat_map(|(place, word)| Rows::from_bits(word).iter().map(move |bit| 64 * place + bit))
    }
}

impl FromIterator<usize> for TileSet {
    fn from_iter<I: IntoIterator<Item = usize>>(tiles: I) -> Self {
        let mut set = TileSet::default();
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

/// A board with some queens: the tile of each queen, or its possible tiles.
#[derive(Clone)]
struct State {
    tile: [Option<u8>; MAX_SIZE],
    left: [TileSet; MAX_SIZE],
}

/// The method `tiles`.
pub(crate) struct Tiles;

impl Method {
    /// Breadth-first search over tiles, the queen with the fewest tiles next.
    pub const TILES: Self = Self::new(&Tiles::INFO);
}

impl SearchMethod for Tiles {
    const INFO: EngineInfo = EngineInfo {
        name: "tiles",
        title: "Tiles",
        idea: "breadth first over tiles, smallest domain next (Ben Third)",
        max_n: MAX_SIZE,
        statistics: &[
            Statistic::PLACEMENTS,
            Statistic::DEQUEUES,
            Statistic::DROPPED,
            Statistic::QUEUE_PEAK,
            Statistic::RAW,
        ],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut found = BTreeSet::new();
        match walk(size, observer, &mut found) {
            Flow::Continue(()) => Ok(found.len() as u64),
            Flow::Break(()) => Err(Stopped),
        }
    }

    fn progress_rows(_size: usize) -> Option<Range<usize>> {
        None
    }

    fn sorting(_board: &Board) -> Sorting {
        Sorting::All
    }
}

fn walk<O: Observer>(size: usize, observer: &mut O, found: &mut BTreeSet<Vec<u8>>) -> Flow {
    if size == 0 {
        found.insert(Vec::new());
        observer.dequeue(&[], 0)?;
        return observer.solution(&[]);
    }
    let reach: Vec<TileSet> = (0..size * size).map(|tile| attacked(size, tile)).collect();
    let mut queue = VecDeque::from([State::empty(size)]);
    while let Some(head) = queue.pop_front() {
        observer.dequeue(&head.rows(size), queue.len())?;
        let queen = head.next_queen(size);
        for tile in head.left[queen].iter() {
            let state = head.with_queen(size, queen, tile, reach[tile]);
            let (col, row) = shown(size, tile);
            observer.place(col, row)?;
            if state.tile[..size].iter().all(Option::is_some) {
                let rows = state.rows(size);
                if found.insert(rows.clone()) {
                    observer.solution(&rows)?;
                } else {
                    observer.duplicate(&rows);
                }
            } else if state.can_continue(size) {
                queue.push_back(state);
                observer.enqueue(queue.len());
            } else {
                observer.reject(col, row);
            }
            observer.remove(col, row);
        }
    }
    Flow::Continue(())
}

impl State {
    fn empty(size: usize) -> Self {
        let mut left = [TileSet::default(); MAX_SIZE];
        for (queen, left) in left[..size].iter_mut().enumerate() {
            for i in 0..size {
                left.insert(queen * size + i);
                left.insert(i * size + queen);
            }
        }
        Self { tile: [None; MAX_SIZE], left }
    }

    fn with_queen(&self, size: usize, queen: usize, tile: usize, reach: TileSet) -> Self {
        let mut state = self.clone();
        for left in &mut state.left[..size] {
            left.remove_all(reach);
        }
        state.left[queen] = TileSet::default();
        state.tile[queen] = Some(tile as u8);
        state
    }

    /// Whether every queen that is not yet placed has a possible tile.
    fn can_continue(&self, size: usize) -> bool {
        let mut queens = self.tile[..size].iter().zip(&self.left);
        queens.all(|(tile, left)| tile.is_some() || !left.is_empty())
    }

    /// The queen with the smallest domain. Of two consecutive tied queens the one with the lower score is chosen, or the first if
    /// the scores are equal. Later pairs override earlier ones.
    fn next_queen(&self, size: usize) -> usize {
        let domain = |queen: usize| self.left[queen].len();
        let waiting = || (0..size).filter(|&queen| self.tile[queen].is_none());
        let smallest = waiting().map(domain).min().expect("a state in the queue is not full");
        let tied: Vec<usize> = waiting().filter(|&queen| domain(queen) == smallest).collect();
        // For a missing neighbour at the edge the author's program counts own + own / smallest. For a tied queen, own is smallest.
        let missing = smallest + 1;
        let score = |queen: usize| {
            let before = if queen == 0 { missing } else { domain(queen - 1) };
            let after = if queen + 1 == size { missing } else { domain(queen + 1) };
            smallest + before + after
        };
        let mut choice = tied[0];
        for pair in tied.windows(2) {
            choice = if score(pair[1]) < score(pair[0]) { pair[1] } else { pair[0] };
        }
        choice
    }

    /// The row of the queen in each column, as reported.
    fn rows(&self, size: usize) -> Vec<u8> {
        let mut rows = vec![NO_QUEEN; size];
        for &tile in self.tile[..size].iter().flatten() {
            let (col, row) = shown(size, usize::from(tile));
            rows[col] = row as u8;
        }
        rows
    }
}

/// The square of a tile, as reported. Tiles are numbered along rows, but solutions are listed by columns. The board is therefore
/// reflected at its main diagonal, so that sorted tiles are sorted solutions.
fn shown(size: usize, tile: usize) -> (usize, usize) {
    (tile / size, tile % size)
}

/// The tiles that a queen on the tile attacks, and the tile itself.
fn attacked(size: usize, tile: usize) -> TileSet {
    let (y, x) = (tile / size, tile % size);
    let reached = |other: &usize| {
        let (dy, dx) = (y.abs_diff(other / size), x.abs_diff(other % size));
        dy == 0 || dx == 0 || dy == dx
    };
    (0..size * size).filter(reached).collect()
}

#[cfg(test)]
mod tests {
    use super::State;

    #[test]
    fn the_first_queen_is_the_one_the_authors_program_takes() {
        assert_eq!(State::empty(8).next_queen(8), 6);
    }
}
