//! The jobs of the join, the sets of columns that each counts, and which quarters it joins.

use super::layout::{Half, Side};
use super::pairing::{GROUPS, Quarters};
use super::quarters::Quarter;
use super::{MIN_SIZE, full};
use std::cmp::Ordering;

/// The largest board whose jobs include those without any set of columns.
const MAX_SIZE_WITH_EMPTY_JOBS: usize = 24;

/// How finely the sets of columns are divided into jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The number of columns at the east edge whose use by the lower half is fixed in each job.
    pub(super) edge: u32,
    /// The number of top rows of the lower half for which each job fixes whether their queen is in the west.
    pub(super) rows: u32,
}

impl Cut {
    /// The cut of a board. Up to N = 24 it never changes, so that ledgers stay valid. Beyond, it keeps jobs below a few minutes.
    ///
    /// Sets of columns with about as many queens in the west as in the east take 0.05 to 0.2 s at N = 25, 8 s at N = 26, 5 s at
    /// N = 27 and about 260 s at N = 28, estimated from a quarter of a set (one thread, AVX-512, Zen 4, 2026-11-18). A job has at
    /// most 252, 10, 20 and 0.5 of them.
    pub(super) fn of(size: usize) -> Self {
        let (edge, rows) = match size {
            0..MIN_SIZE => (0, 0),
            25 => (2, 0),
            26 => (8, 0),
            27 => (7, 0),
            28 => (14, 1),
            size if size.is_multiple_of(2) => (2, 0),
            _ => (0, 0),
        };
        Self { edge, rows }
    }
}

/// A job: the position of the queen in the middle row, the columns that the lower half uses in the west and, depending on
/// the size of the board, some more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JoinJob {
    /// The distance of the middle row's queen west of the centre, on a board of odd size.
    pub middle: Option<usize>,
    /// The columns that queens of the lower half use in the west, one bit each from the edge.
    pub west: u32,
    /// Which of some columns at the east edge they use: two on boards of even size up to 24, some or all on boards
    /// from 25 on.
    pub edge: Option<Bits>,
    /// In which of the top rows of the lower half the queen is in the west, on a board of size 28.
    pub rows: Option<Bits>,
}

/// Some bits, of which each is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The number of bits.
    pub count: u32,
    /// Their values.
    pub set: u32,
}

impl Bits {
    /// The bits as a choice; `None` if there are none.
    fn some(count: u32, set: u32) -> Option<Self> {
        (count > 0).then_some(Self { count, set })
    }
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

/// The jobs of a board. Boards from 26 on have millions, so only what they have in common is kept.
#[derive(Debug)]
pub(super) struct Jobs {
    half: usize,
    cut: Cut,
    /// Jobs that fix nothing at the east edge and no rows, and the id of the first job of each.
    wests: Vec<(JoinJob, u64)>,
    /// The choices of columns at the east edge, by the number of queens that the lower half has in the east.
    edges: Vec<Vec<u32>>,
    count: u64,
}

impl Jobs {
    pub(super) fn new(size: usize, cut: Cut) -> Self {
        let half = size / 2;
        let is_possible = |queens: u32, edge: u32| {
            let inside = half as u32 - cut.edge;
            let used = edge.count_ones();
            size <= MAX_SIZE_WITH_EMPTY_JOBS || (used..=used + inside).contains(&queens)
        };
        let all = || 0..1_u32 << cut.edge;
        let edges: Vec<Vec<u32>> = (0..=half as u32)
            .map(|queens| all().filter(|&edge| is_possible(queens, edge)).collect())
            .collect();
        let mut count = 0;
        let mut with_id = |job| {
            let first = count;
            let edges = if size < MIN_SIZE { 1 } else { edges[queens_in_east(half, job)].len() };
            count += (edges as u64) << cut.rows;
            (job, first)
        };
        let wests = wests(size).into_iter().map(&mut with_id).collect();
        Self { half, cut, wests, edges, count }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// A job; panics if there is none with this id.
    pub(super) fn job(&self, id: u64) -> JoinJob {
        assert!(id < self.count, "there is no job {id}");
        let (job, first) = self.wests[self.wests.partition_point(|&(_, first)| first <= id) - 1];
        let place = id - first;
        let edge = self.edges[queens_in_east(self.half, job)]
            .get((place >> self.cut.rows) as usize)
            .and_then(|&edge| Bits::some(self.cut.edge, edge));
        let rows = place as u32 & full(self.cut.rows as usize);
        JoinJob { edge, rows: Bits::some(self.cut.rows, rows), ..job }
    }

    /// The number of sets of columns of a job, if those are included of which an image is counted instead.
    pub(super) fn most_sets(&self, job: JoinJob) -> f64 {
        let (decided, used) =
            job.edge.map_or((0, 0), |edge| (edge.count as usize, edge.set.count_ones() as usize));
        let rest = queens_in_east(self.half, job).checked_sub(used);
        rest.map_or(0.0, |rest| choices(self.half - decided, rest))
    }
}

/// The number of ways to choose some of `n` things; 0 if there are fewer.
fn choices(n: usize, some: usize) -> f64 {
    if some > n {
        return 0.0;
    }
    (0..some).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// The number of queens of the lower half in the east.
fn queens_in_east(half: usize, job: JoinJob) -> usize {
    let off_centre = usize::from(job.middle.is_some_and(|middle| middle > 0));
    half.saturating_sub(off_centre + job.west.count_ones() as usize)
}

/// All choices of the middle row's queen and of the columns that the lower half uses in the west.
fn wests(size: usize) -> Vec<JoinJob> {
    let half = size / 2;
    if size < MIN_SIZE {
        vec![JoinJob { middle: None, west: 0, edge: None, rows: None }]
    } else if size.is_multiple_of(2) {
        with_west(None, full(half), half / 2).collect()
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
    wests.map(move |west| JoinJob { middle, west, edge: None, rows: None })
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
    let queens = queens_in_east(half, job) as u32;
    let decided = job.edge.map_or(0, |edge| edge.count);
    let set = job.edge.map_or(0, |edge| edge.set);
    let easts = (0..1_u32 << (half as u32 - decided)).map(|inside| inside << decided | set);
    let easts = easts.filter(|east| east.count_ones() == queens);
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

/// The rows of the lower half for which a job fixes whether their queen is in the west, and those in which it is.
pub(super) fn fixed_rows(half: usize, job: JoinJob) -> [u32; 2] {
    job.rows.map_or([0; 2], |rows| {
        let below = half as u32 - rows.count;
        [full(rows.count as usize) << below, rows.set << below]
    })
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
        let upper = Quarter::new(Half::Upper, side, columns);
        let (middle_rows, fixed_rows) = (self.middle_rows(), fixed_rows(self.half, self.job));
        let lower =
            Quarter { middle_rows, fixed_rows, ..Quarter::new(Half::Lower, side, self.job.west) };
        match self.scalar {
            Side::West => (lower, upper),
            Side::East => (upper, lower),
        }
    }

    /// The scalar and the vector quarter of the east, if the lower half uses these columns.
    pub(super) fn east(self, columns: u32) -> (Quarter, Quarter) {
        let side = Side::East;
        let lower = Quarter::new(Half::Lower, side, columns);
        let upper = Quarter::new(Half::Upper, side, full(self.half) ^ columns);
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
