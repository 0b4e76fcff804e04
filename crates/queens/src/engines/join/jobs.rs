//! The jobs of the join, the sets of columns that each counts, and which quarters it joins.

use super::layout::{Half, Side};
use super::pairing::{GROUPS, Quarters};
use super::quarters::Quarter;
use super::{MIN_SIZE, full};
use std::cmp::Ordering;

/// The two columns at the east edge. On boards of even size each of their four subsets is a job of its own.
const EDGE: u32 = 3;

/// A job: the position of the queen in the middle row, and the columns that the lower half uses in the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinJob {
    /// The distance of the middle row's queen west of the centre, on a board of odd size.
    pub middle: Option<usize>,
    /// The columns that queens of the lower half use in the west, one bit each from the edge.
    pub west: u32,
    /// Which of the two columns at the east edge they use, on a board of even size.
    pub edge: Option<u32>,
}

/// The columns that queens of the lower half use, one bit each from the edge, and the weights of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// In the west, without the middle column.
    pub west: u32,
    /// In the east.
    pub east: u32,
    /// The weights of solutions whose lower half has no, one or two queens on main diagonals.
    pub weights: [u64; GROUPS],
}

/// All jobs of a board.
pub(super) fn jobs(size: usize) -> Vec<JoinJob> {
    let half = size / 2;
    if size < MIN_SIZE {
        vec![JoinJob { middle: None, west: 0, edge: None }]
    } else if size.is_multiple_of(2) {
        let wests = with_west(None, full(half), half / 2);
        wests.flat_map(|job| (0..=EDGE).map(move |e| JoinJob { edge: Some(e), ..job })).collect()
    } else {
        let centre = with_west(Some(0), full(half), half / 2);
        let others = (1..half)
            .flat_map(|middle| with_west(Some(middle), open_west(half, Some(middle)), half - 1));
        centre.chain(others).collect()
    }
}

/// A job for each set of at most `most` of the open columns.
fn with_west(middle: Option<usize>, open: u32, most: usize) -> impl Iterator<Item = JoinJob> {
    let wests = (0..=open).filter(move |west| west & !open == 0);
    let wests = wests.filter(move |west| west.count_ones() as usize <= most);
    wests.map(move |west| JoinJob { middle, west, edge: None })
}

/// The columns of the west without that of the middle row's queen.
fn open_west(half: usize, middle: Option<usize>) -> u32 {
    match middle {
        Some(middle @ 1..) => full(half) & !(1 << (half - middle)),
        _ => full(half),
    }
}

/// The sets of columns that a job counts.
pub(super) fn sets(half: usize, job: JoinJob) -> Vec<ColumnSet> {
    let west = job.west;
    let off_centre = u32::from(job.middle.is_some_and(|middle| middle > 0));
    let queens = half as u32 - off_centre - west.count_ones();
    let easts = (0..=full(half)).filter(|east| {
        east.count_ones() == queens && job.edge.is_none_or(|edge| east & EDGE == edge)
    });
    let sets = easts.map(|east| ColumnSet { west, east, weights: weights(half, job, east) });
    sets.filter(|set| set.weights != [0; GROUPS]).collect()
}

/// The weights of the solutions of a set of columns, by group; 0 if an image of the set is counted instead.
fn weights(half: usize, job: JoinJob, east: u32) -> [u64; GROUPS] {
    let (west, full) = (job.west, full(half));
    if job.middle.is_some_and(|middle| middle > 0) {
        return [8, 0, 0];
    }
    let even_sides = west.count_ones() == east.count_ones();
    if even_sides && west > east {
        return [0; GROUPS];
    }
    let mirror = if west == east { 1 } else { 2 };
    let exchanged = match (full ^ east, full ^ west) {
        (west, east) if even_sides && west > east => (east, west),
        sides => sides,
    };
    let exchange = match (west, east).cmp(&exchanged) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    };
    match job.middle {
        None => [mirror * exchange, mirror * 2, mirror * 4],
        Some(_) => [mirror * exchange, 0, 0],
    }
}

/// Which quarters of a job are scalar and which are vector quarters. Of each side one quarter is scalar and the other
/// vector, and likewise of each half:
///
/// ```text
///                west     east                              west     east
///     upper     vector   scalar                  upper     scalar   vector
///     lower     scalar   vector                  lower     vector   scalar
///
///     the lower half has fewer                   the lower half has fewer
///     queens in the west: `West`                 queens in the east: `East`
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Roles {
    half: usize,
    job: JoinJob,
    /// The side of the scalar quarter in the lower half.
    scalar: Side,
}

impl Roles {
    /// The roles of a job, which are the same for all its sets of columns: `east` is one of these.
    pub(super) fn new(half: usize, job: JoinJob, east: u32) -> Self {
        let mut roles = Self { half, job, scalar: Side::West };
        if job.west.count_ones() + u32::from(roles.middle_rows() != 0) > east.count_ones() {
            roles.scalar = Side::East;
        }
        roles
    }

    /// The rows in which the queen of the middle column may be: farther from the centre than that of the middle row.
    fn middle_rows(self) -> u32 {
        match self.job.middle {
            Some(middle @ 1..) => full(self.half - middle),
            _ => 0,
        }
    }

    /// The scalar and the vector quarter of the west.
    pub(super) fn west(self) -> (Quarter, Quarter) {
        let side = Side::West;
        let columns = open_west(self.half, self.job.middle) ^ self.job.west;
        let upper = Quarter { half: Half::Upper, side, columns, middle_rows: 0 };
        let (columns, middle_rows) = (self.job.west, self.middle_rows());
        let lower = Quarter { half: Half::Lower, side, columns, middle_rows };
        match self.scalar {
            Side::West => (lower, upper),
            Side::East => (upper, lower),
        }
    }

    /// The scalar and the vector quarter of the east, if the lower half uses these columns.
    pub(super) fn east(self, columns: u32) -> (Quarter, Quarter) {
        let side = Side::East;
        let lower = Quarter { half: Half::Lower, side, columns, middle_rows: 0 };
        let columns = full(self.half) ^ columns;
        let upper = Quarter { half: Half::Upper, side, columns, middle_rows: 0 };
        match self.scalar {
            Side::West => (upper, lower),
            Side::East => (lower, upper),
        }
    }

    /// The quarters of the lower and of the upper half.
    pub(super) fn halves<'a>(
        self,
        west: Quarters<'a>,
        east: Quarters<'a>,
    ) -> (Quarters<'a>, Quarters<'a>) {
        let scalar_west = Quarters { scalar: west.scalar, vector: east.vector };
        let scalar_east = Quarters { scalar: east.scalar, vector: west.vector };
        match self.scalar {
            Side::West => (scalar_west, scalar_east),
            Side::East => (scalar_east, scalar_west),
        }
    }
}
