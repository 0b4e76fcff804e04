//! Counting by joining half-boards.
//!
//! Every solution is a lower and an upper half-board. The queens of the lower half use some set C of columns, those of the upper
//! half the others. For each C both kinds of half-boards are listed, as masks of the diagonals that cross the middle line,
//! and the pairs of disjoint masks are counted, a few hundred at once. A half-board is itself joined from a west and an
//! east quarter that use complementary rows.
//!
//! Symmetry, even N: a queen on a main diagonal must stand in the lower half. So the upper half-boards have none there, and a
//! lower one counts 1, 2 or 4 by how many of the two main diagonals it occupies. Mirroring left and right makes each C stand
//! for two; where no main diagonal is occupied, exchanging the halves does so again.
//! Odd N: the queen of the middle row stands west of the centre and is nearer to it than the queen of the middle column,
//! which stands in the lower half; every such board stands for eight. With a queen in the centre itself, mirroring and
//! exchanging the halves make each C stand for up to four.
//!
//! Work: half-boards and pairs, 1.9e8 and 2.1e11 for N = 18.  Memory: megabytes (`memory`).  Range: N = 4 to 24; smaller boards
//! are counted by the plain search.
//! Checked against the published totals, and job by job against the plain search.
//! Reference: docs/algorithms.md#the-half-board-join

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod engine;
mod kernel;
mod layout;
mod meet;
#[cfg(target_arch = "aarch64")]
mod neon;
mod quarters;
#[cfg(test)]
mod tests;

use super::SearchMethod;
use super::bitmask::Bitmask;
use crate::{Board, Control, Error, Silent, Simd, Stopped};
use kernel::Portable;
use layout::{Half, Layout, Side};
use meet::{Area, CLASSES, Halves, Quarters};
use quarters::{Builder, Few, Many, Quarter};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

/// The largest board: on larger ones a mask has more bits than the tables take.
pub const MAX_SIZE: usize = 24;
/// The smallest board that has quarters to join.
const MIN_SIZE: usize = 4;
/// The two columns at the east edge: on boards of even size they tell jobs apart.
const EDGE: u32 = 3;
/// On boards of odd size, the east is kept for so many places of the queen in the middle row, on small ones for all.
const KEPT_PLACES: usize = 2;
const ALL_KEPT_HALF: usize = 9;
/// So many jobs in a row each begin with other quarters of the east.
const NEIGHBOURS: usize = 61;
/// Up to this half, the quarters of the east are built once and kept; beyond it they are built when needed.
const MAX_KEPT_HALF: usize = 10;

/// The jobs of the join.
#[derive(Debug)]
pub struct Join {
    size: usize,
    jobs: Vec<JoinJob>,
    /// Those last worked with, the latest last.
    easts: Mutex<Vec<(Option<usize>, Arc<East>)>>,
}

/// A job: where the queen of the middle row stands, and which columns the lower half uses in the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinJob {
    /// How far west of the centre the queen of the middle row stands, on a board that has a middle row.
    pub middle: Option<usize>,
    /// The columns that queens of the lower half use in the west, one bit each from the edge.
    pub west: u32,
    /// Which of the two columns at the east edge they use, if that is fixed.
    pub edge: Option<u32>,
}

/// Columns that queens of the lower half use, one bit each from the edge, and what a solution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// In the west, without the middle column.
    pub west: u32,
    /// In the east.
    pub east: u32,
    /// What a solution counts whose lower half has no, one or two queens on main diagonals.
    pub weights: [u64; CLASSES],
}

impl Join {
    /// The jobs of a board of this size, at most [`MAX_SIZE`].
    pub fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "the join goes to {MAX_SIZE}");
        let half = size / 2;
        let full = full(half);
        let jobs = if size < MIN_SIZE {
            vec![JoinJob { middle: None, west: 0, edge: None }]
        } else if size.is_multiple_of(2) {
            let wests = jobs(None, full, half / 2);
            wests
                .flat_map(|job| (0..=EDGE).map(move |e| JoinJob { edge: Some(e), ..job }))
                .collect()
        } else {
            let centre = jobs(Some(0), full, half / 2);
            let others = (1..half)
                .flat_map(|middle| jobs(Some(middle), open_west(half, Some(middle)), half - 1));
            centre.chain(others).collect()
        };
        Self { size, jobs, easts: Mutex::default() }
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the board is too small to have quarters, and its one job is a plain search.
    pub fn is_plain(&self) -> bool {
        self.size < MIN_SIZE
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        self.jobs.len() as u64
    }

    /// A job; its id must be one of the plan's.
    pub fn job(&self, id: u64) -> JoinJob {
        self.jobs[id as usize]
    }

    /// The sets of columns that a job counts.
    pub fn sets(&self, job: JoinJob) -> Vec<ColumnSet> {
        let half = self.size / 2;
        let west = job.west;
        let off_centre = u32::from(job.middle.is_some_and(|middle| middle > 0));
        let queens = half as u32 - off_centre - west.count_ones();
        let easts = (0..=full(half)).filter(|east| {
            east.count_ones() == queens && job.edge.is_none_or(|edge| east & EDGE == edge)
        });
        let sets = easts.map(|east| ColumnSet { west, east, weights: weights(half, job, east) });
        sets.filter(|set| set.weights != [0; CLASSES]).collect()
    }

    /// The quarters of the east for a place of the queen in the middle row: of the latest places they are kept.
    fn east(&self, middle: Option<usize>) -> Arc<East> {
        let mut easts = self.easts.lock().expect("building the east does not panic");
        let kept = easts.iter().position(|(other, _)| *other == middle);
        let east = match kept {
            Some(place) => easts.remove(place).1,
            None => Arc::new(East::new(self.size, middle)),
        };
        easts.push((middle, Arc::clone(&east)));
        if easts.len() > self.kept_places() {
            easts.remove(0);
        }
        east
    }

    /// For how many places of the queen in the middle row the east is kept.
    fn kept_places(&self) -> usize {
        match self.size / 2 {
            half @ 1..=ALL_KEPT_HALF => half,
            _ => KEPT_PLACES,
        }
    }

    /// A worker, which owns the memory that jobs need. The CPU must have the instructions.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        assert!(simd.is_available(), "this CPU has no {simd}");
        let area = match simd {
            #[cfg(target_arch = "aarch64")]
            Simd::Neon => AnyArea::Neon(Area::default()),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => AnyArea::Avx2(Area::default()),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => AnyArea::Avx512(Area::default()),
            _ => AnyArea::Portable(Area::default()),
        };
        Worker {
            join: self,
            east: None,
            builder: Builder::new(self.size / 2),
            area,
            west: Pair::default(),
            west_of: None,
            scratch: Pair::default(),
        }
    }
}

/// All columns of a side.
fn full(half: usize) -> u32 {
    (1 << half) - 1
}

/// The columns of the west that the queen of the middle row leaves.
fn open_west(half: usize, middle: Option<usize>) -> u32 {
    match middle {
        Some(middle @ 1..) => full(half) & !(1 << (half - middle)),
        _ => full(half),
    }
}

fn jobs(middle: Option<usize>, open: u32, most: usize) -> impl Iterator<Item = JoinJob> {
    let wests = (0..=open).filter(move |west| west & !open == 0);
    let few = wests.filter(move |west| west.count_ones() as usize <= most);
    few.map(move |west| JoinJob { middle, west, edge: None })
}

/// What the solutions of a set of columns count, by class; nothing where an image of it does.
fn weights(half: usize, job: JoinJob, east: u32) -> [u64; CLASSES] {
    let (west, full) = (job.west, full(half));
    if job.middle.is_some_and(|middle| middle > 0) {
        return [8, 0, 0];
    }
    let even_sides = west.count_ones() == east.count_ones();
    if even_sides && west > east {
        return [0; CLASSES];
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

/// The quarters of the east for one place of the queen in the middle row, built when first needed.
#[derive(Debug)]
struct East {
    layout: Layout,
    lower: Vec<OnceLock<Filled>>,
    upper: Vec<OnceLock<Filled>>,
}

#[derive(Debug)]
enum Filled {
    Few(Few),
    Many(Many),
}

impl Filled {
    fn memory(&self) -> usize {
        match self {
            Self::Few(few) => few.memory(),
            Self::Many(many) => many.memory(),
        }
    }
}

impl East {
    fn new(size: usize, middle: Option<usize>) -> Self {
        let half = size / 2;
        let kept = if half <= MAX_KEPT_HALF { 1 << half } else { 0 };
        let none = || (0..kept).map(|_| OnceLock::new()).collect();
        Self { layout: Layout::new(size, middle), lower: none(), upper: none() }
    }

    fn kept(&self, quarter: Quarter) -> Option<&OnceLock<Filled>> {
        let quarters = match quarter.half {
            Half::Lower => &self.lower,
            Half::Upper => &self.upper,
        };
        quarters.get(quarter.columns as usize)
    }

    /// Two quarters, if they are built already.
    fn ready(&self, few: Quarter, many: Quarter) -> Option<Quarters<'_>> {
        match (self.kept(few)?.get()?, self.kept(many)?.get()?) {
            (Filled::Few(few), Filled::Many(many)) => Some(Quarters { few, many }),
            _ => unreachable!("a quarter is always on the same side of the pairing"),
        }
    }

    /// Two quarters, built if need be; none if they are not kept.
    fn built(
        &self,
        builder: &mut Builder,
        layout: &Layout,
        few: Quarter,
        many: Quarter,
    ) -> Option<Quarters<'_>> {
        self.kept(few)?.get_or_init(|| {
            let mut filled = Few::default();
            builder.few(layout, few, &mut filled);
            Filled::Few(filled)
        });
        self.kept(many)?.get_or_init(|| {
            let mut filled = Many::default();
            builder.many(layout, many, &mut filled);
            Filled::Many(filled)
        });
        self.ready(few, many)
    }
}

/// Which quarters a job joins.
#[derive(Clone, Copy, Debug)]
struct Sides {
    half: usize,
    job: JoinJob,
    /// The side with fewer queens in the lower half; in the upper half it is the other.
    few: Side,
}

impl Sides {
    fn new(half: usize, job: JoinJob, east: u32) -> Self {
        let mut sides = Self { half, job, few: Side::West };
        if job.west.count_ones() + u32::from(sides.middle_rows() != 0) > east.count_ones() {
            sides.few = Side::East;
        }
        sides
    }

    /// The rows where the queen of the middle column may stand: farther from the centre than that of the middle row.
    fn middle_rows(self) -> u32 {
        match self.job.middle {
            Some(middle @ 1..) => full(self.half - middle),
            _ => 0,
        }
    }

    /// The few and the many of the west.
    fn west(self) -> (Quarter, Quarter) {
        let side = Side::West;
        let columns = open_west(self.half, self.job.middle) ^ self.job.west;
        let upper = Quarter { half: Half::Upper, side, columns, middle_rows: 0 };
        let (columns, middle_rows) = (self.job.west, self.middle_rows());
        let lower = Quarter { half: Half::Lower, side, columns, middle_rows };
        match self.few {
            Side::West => (lower, upper),
            Side::East => (upper, lower),
        }
    }

    /// The few and the many of the east, whose columns the lower half uses.
    fn east(self, columns: u32) -> (Quarter, Quarter) {
        let side = Side::East;
        let lower = Quarter { half: Half::Lower, side, columns, middle_rows: 0 };
        let columns = full(self.half) ^ columns;
        let upper = Quarter { half: Half::Upper, side, columns, middle_rows: 0 };
        match self.few {
            Side::West => (upper, lower),
            Side::East => (lower, upper),
        }
    }

    /// The lower and the upper half.
    fn halves<'a>(self, west: Quarters<'a>, east: Quarters<'a>) -> (Quarters<'a>, Quarters<'a>) {
        let few_of_west = Quarters { few: west.few, many: east.many };
        let few_of_east = Quarters { few: east.few, many: west.many };
        match self.few {
            Side::West => (few_of_west, few_of_east),
            Side::East => (few_of_east, few_of_west),
        }
    }
}

/// One quarter of each kind.
#[derive(Debug, Default)]
struct Pair {
    few: Few,
    many: Many,
}

impl Pair {
    fn build(&mut self, builder: &mut Builder, layout: &Layout, few: Quarter, many: Quarter) {
        builder.few(layout, few, &mut self.few);
        builder.many(layout, many, &mut self.many);
    }

    fn quarters(&self) -> Quarters<'_> {
        Quarters { few: &self.few, many: &self.many }
    }
}

/// The memory of the join for one of the kernels.
enum AnyArea {
    Portable(Area<Portable>),
    #[cfg(target_arch = "aarch64")]
    Neon(Area<neon::Neon>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Area<avx2::Avx2>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Area<avx512::Avx512>),
}

impl AnyArea {
    fn meet(&mut self, halves: Halves<'_>) -> Result<[u64; CLASSES], Stopped> {
        match self {
            Self::Portable(area) => area.meet(halves),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(area) => neon::meet(area, halves),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(area) => avx2::meet(area, halves),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(area) => avx512::meet(area, halves),
        }
    }
}

/// Runs jobs one after the other.
pub struct Worker<'a> {
    join: &'a Join,
    east: Option<(Option<usize>, Arc<East>)>,
    builder: Builder,
    area: AnyArea,
    west: Pair,
    /// Whose west it is.
    west_of: Option<JoinJob>,
    scratch: Pair,
}

impl Worker<'_> {
    /// Counts the solutions of a job; hands the count of every set of columns with its weight to `add`.
    pub fn run(
        &mut self,
        id: u64,
        control: &dyn Control,
        mut add: impl FnMut(u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.join.is_plain() {
            let board = Board::new(self.join.size)?;
            for first in 0..self.join.size.max(1) {
                add(Bitmask::search(&board, first as u64, &mut Silent)?, 1)?;
            }
            return Ok(());
        }
        let job = self.join.job(id);
        let mut sets = self.join.sets(job);
        let Some(first) = sets.first() else { return Ok(()) };
        let sides = Sides::new(self.join.size / 2, job, first.east);
        // Neighbouring jobs need the same quarters of the east: if all began with the first, threads would wait for each other.
        let turn = id as usize * sets.len() / NEIGHBOURS % sets.len();
        sets.rotate_left(turn);
        let east = match &self.east {
            Some((middle, east)) if *middle == job.middle => Arc::clone(east),
            _ => self.join.east(job.middle),
        };
        self.east = Some((job.middle, Arc::clone(&east)));
        let layout = &east.layout;
        let Self { builder, area, west, west_of, scratch, .. } = self;
        let whole = Some(JoinJob { edge: None, ..job });
        if *west_of != whole {
            let (few, many) = sides.west();
            west.build(builder, layout, few, many);
            *west_of = whole;
        }
        for (place, set) in sets.iter().enumerate() {
            let (few, many) = sides.east(set.east);
            let quarters = match east.built(builder, layout, few, many) {
                Some(quarters) => quarters,
                None => {
                    scratch.build(builder, layout, few, many);
                    scratch.quarters()
                }
            };
            let next = sets.get(place + 1).and_then(|next| {
                let (few, many) = sides.east(next.east);
                east.ready(few, many)
            });
            let (lower, upper) = sides.halves(west.quarters(), quarters);
            let wanted = set.weights.map(|weight| weight != 0);
            let found = area.meet(Halves { layout, lower, upper, next, wanted, control })?;
            for (found, weight) in found.into_iter().zip(set.weights) {
                add(found, weight)?;
            }
            if east.lower.is_empty() {
                control.progress(id, (place + 1) as f64 / sets.len() as f64);
            }
        }
        Ok(())
    }

    /// The bytes that all workers share: what is built of the east, taken to be like all of it.
    pub fn shared_memory(&self) -> usize {
        let Some((middle, east)) = &self.east else { return 0 };
        let built = east.lower.iter().chain(&east.upper).filter_map(OnceLock::get);
        let (mut count, mut bytes) = (0, 0);
        for filled in built {
            count += 1;
            bytes += filled.memory();
        }
        // By symmetry, the half of the quarters that have more than half of the queens is not needed on both sides.
        let places = if middle.is_some() { 2 * self.join.kept_places() } else { 1 };
        let needed = places * east.lower.len();
        bytes.checked_div(count).unwrap_or(0) * needed
    }

    /// The bytes that this worker holds.
    pub fn memory(&self) -> usize {
        let quarters = [&self.west, &self.scratch];
        let held = quarters.iter().map(|pair| pair.few.memory() + pair.many.memory());
        let area = match &self.area {
            AnyArea::Portable(area) => area.memory(),
            #[cfg(target_arch = "aarch64")]
            AnyArea::Neon(area) => area.memory(),
            #[cfg(target_arch = "x86_64")]
            AnyArea::Avx2(area) => area.memory(),
            #[cfg(target_arch = "x86_64")]
            AnyArea::Avx512(area) => area.memory(),
        };
        held.sum::<usize>() + area
    }
}
