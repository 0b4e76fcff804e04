//! The board as lines and crossings.
//!
//! A *line* is a row or a column, whichever direction cuts fewer regions; a *crossing* is a line of the other direction.

use super::state::{Rest, any};
use crate::{Board, MAX_SIZE, Square};

/// The regions of a byte, as a set.
const BYTE: usize = 8;

/// The board as lines and crossings.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) size: usize,
    /// The number of masks for a number of queens.
    pub(super) planes: usize,
    /// Whether lines are columns, and whether the last one comes first.
    pub(super) columns: bool,
    pub(super) reversed: bool,
    /// For each line: the crossings that are open, the number of queens that are not given, and that number up to this line.
    pub(super) open: Vec<u32>,
    pub(super) need: Vec<u32>,
    pub(super) need_up_to: Vec<u32>,
    /// For each line: the regions of its open squares, those whose last open square is in this line or before it, and the
    /// crossings whose last open square is in this line.
    pub(super) regions: Vec<u32>,
    pub(super) ended: Vec<u32>,
    pub(super) crossings_ended: Vec<u32>,
    /// The region of each crossing of each line, as a mask, and the open crossings of each region in each line.
    pub(super) region: Vec<[u32; MAX_SIZE]>,
    pub(super) squares: Vec<[u32; MAX_SIZE]>,
    /// The number of queens that each crossing and each region needs in addition to the given ones.
    pub(super) crossing_needs: Vec<u32>,
    pub(super) region_needs: Vec<u32>,
    /// For each line and each byte of a set of regions: the open crossings of the line in the regions of every byte.
    open_in: Vec<[u32; 1 << BYTE]>,
}

impl Lines {
    /// The lines of a board in the direction that cuts the fewest regions.
    pub(super) fn new(board: &Board) -> Self {
        let directions = [(false, false), (false, true), (true, false), (true, true)];
        let all = directions.map(|(columns, reversed)| Self::directed(board, columns, reversed));
        let work = |lines: &Self| -> u64 { lines.cut_regions().map(|cut| 1_u64 << cut).sum() };
        all.into_iter().min_by_key(work).expect("four directions")
    }

    fn directed(board: &Board, columns: bool, reversed: bool) -> Self {
        let (size, stars) = (board.size(), board.stars() as u32);
        let mut lines = Self {
            size,
            planes: (u32::BITS - stars.leading_zeros()) as usize,
            columns,
            reversed,
            open: vec![0; size],
            need: vec![stars; size],
            need_up_to: Vec::with_capacity(size),
            regions: vec![0; size],
            ended: vec![0; size],
            crossings_ended: vec![0; size],
            region: vec![[0; MAX_SIZE]; size],
            squares: vec![[0; MAX_SIZE]; size],
            crossing_needs: vec![stars; size],
            region_needs: vec![stars; size],
            open_in: Vec::new(),
        };
        let region = |square| board.regions().map_or(0, |regions| regions.region(square));
        for &queen in board.given() {
            let (line, crossing) = lines.place(queen);
            lines.need[line] -= 1;
            lines.crossing_needs[crossing] -= 1;
            lines.region_needs[region(queen)] -= 1;
        }
        let (mut last_of_region, mut last_of_crossing) = (vec![0; size], vec![0; size]);
        for line in 0..size {
            for (crossing, last_of_crossing) in last_of_crossing.iter_mut().enumerate() {
                let square = lines.square(line, crossing);
                let region = region(square);
                lines.region[line][crossing] = 1 << region;
                let is_open = board.open()[square.col as usize].contains(square.row as usize);
                if is_open && !board.given().contains(&square) {
                    lines.open[line] |= 1 << crossing;
                    lines.squares[line][region] |= 1 << crossing;
                    lines.regions[line] |= 1 << region;
                    last_of_region[region] = line;
                    *last_of_crossing = line;
                }
            }
        }
        for line in 0..size {
            for first in (0..size).step_by(BYTE) {
                let squares = &lines.squares[line][first..];
                lines.open_in.push(std::array::from_fn(|regions| {
                    let open = squares.iter().take(BYTE).enumerate();
                    open.fold(
                        0,
                        |all, (region, crossings)| {
                            if regions >> region & 1 == 1 { all | crossings } else { all }
                        },
                    )
                }));
            }
        }
        let mut needed = 0;
        for line in 0..size {
            needed += lines.need[line];
            lines.need_up_to.push(needed);
            let ended = |last: &[usize], is: &dyn Fn(usize) -> bool| {
                (0..size).filter(|&one| is(last[one])).fold(0, |set, one| set | 1 << one)
            };
            lines.ended[line] = ended(&last_of_region, &|last| last <= line);
            lines.crossings_ended[line] = ended(&last_of_crossing, &|last| last == line);
        }
        lines
    }

    /// For each line, the number of regions with open squares both up to this line and after it.
    fn cut_regions(&self) -> impl Iterator<Item = u32> + use<'_> {
        let mut begun = 0;
        (0..self.size).map(move |line| {
            begun |= self.regions[line];
            (begun & !self.ended[line]).count_ones()
        })
    }

    pub(super) fn square(&self, line: usize, crossing: usize) -> Square {
        let line = if self.reversed { self.size - 1 - line } else { line };
        let (col, row) = if self.columns { (line, crossing) } else { (crossing, line) };
        Square::new(col as u32, row as u32)
    }

    /// The line and the crossing of a square.
    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        let (col, row) = (square.col as usize, square.row as usize);
        let (line, crossing) = if self.columns { (col, row) } else { (row, col) };
        (if self.reversed { self.size - 1 - line } else { line }, crossing)
    }

    /// The squares of queens on these crossings, line by line.
    pub(super) fn squares_of<'a>(&'a self, start: &'a [u8]) -> impl Iterator<Item = Square> + 'a {
        let lines = (0..self.size).flat_map(|line| (0..self.need[line]).map(move |_| line));
        lines.zip(start).map(|(line, &crossing)| self.square(line, crossing.into()))
    }

    /// The same lines in the reverse order.
    pub(super) fn reversed(&self, board: &Board) -> Self {
        Self::directed(board, self.columns, !self.reversed)
    }

    /// The open crossings of a line in a set of regions.
    #[inline]
    pub(super) fn open_in_regions(&self, line: usize, regions: u32) -> u32 {
        let bytes = self.size.div_ceil(BYTE);
        let tables = &self.open_in[line * bytes..(line + 1) * bytes];
        let union = |all, (byte, table): (usize, &[u32; 1 << BYTE])| {
            all | table[(regions >> (BYTE * byte)) as usize % (1 << BYTE)]
        };
        tables.iter().enumerate().fold(0, union)
    }

    /// Whether a state from this line on certainly cannot be completed.
    pub(super) fn is_hopeless<const P: usize>(&self, line: usize, rest: &Rest<P>) -> bool {
        let (crossings, regions) = (any(&rest.needs.crossings), any(&rest.needs.regions));
        let before = if line == 0 { 0 } else { self.need_up_to[line - 1] };
        let (mut found_crossings, mut found_regions, mut near) = (0, 0, rest.near);
        for next in line..self.size {
            let ending: u32 = (0..P)
                .map(|plane| (rest.needs.regions[plane] & self.ended[next]).count_ones() << plane)
                .sum();
            if ending > self.need_up_to[next] - before {
                return true;
            }
            let open = self.open[next] & crossings & !near;
            near = 0;
            let (mut here, mut open_regions) = (0, regions & self.regions[next]);
            while open_regions != 0 {
                let region = open_regions.trailing_zeros();
                open_regions &= open_regions - 1;
                let squares = self.squares[next][region as usize] & open;
                found_regions |= u32::from(squares != 0) << region;
                here |= squares;
            }
            if here.count_ones() < self.need[next] {
                return true;
            }
            found_crossings |= here;
        }
        found_crossings != crossings || found_regions != regions
    }
}
