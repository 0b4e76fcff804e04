//! Boards with coloured regions, line by line on bit masks, each state counted once.
//!
//! A *line* is a row or a column, whichever direction cuts fewer regions; a *cross* is a line of the other direction. Lines are filled
//! in order. The *state* after a line is the number of queens that each cross and each region still needs, and the crosses
//! next to the queens of that line. Many ways to fill the first lines lead to the same state, so the number of its completions is
//! kept in a table and looked up. The table has a limited size; an entry may replace another one.
//!
//! ```text
//!    A A A B    Two queens in the first two lines, on A1 and C2 or on C1 and A2,
//!    C C D B    take the same columns. If they take the same regions, and if the
//!    ♛ . . .    same squares of the third line are next to a queen, the state
//!    . . ♛ .    is the same.
//! ```
//!
//! The needs are numbers in binary, one mask per bit, so that one queen per line takes one mask and two or three take two. A
//! state is dropped if a line, a cross or a region has no open square left for its queens, or if the regions that end
//! within the next lines need more queens than those lines.
//!
//! A job fixes the first queens. It may end within a line: the following queens of that line then come after the last one.
//!
//! Work: at most one step per state and open square.  Memory: up to 2^20 states per worker, 24 to 48 bytes each.
//! Range: N <= 32, 1 to 8 queens per line.  Checked against `domains`, and job by job against plain backtracking.
//! Reference: docs/engines.md#regions

use super::{Counts, Engine, EngineInfo, EngineWorker};
use crate::job::{Count, Details, JobResult, Subproblem, Weight};
use crate::{Board, CheckError, Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "regions",
    idea: "line by line on masks of columns and regions, equal states counted once",
    counts: Counts::Rules(Rules::Regions),
    max_n: MAX_SIZE,
    takes_given_queens: true,
    build: |problem| Arc::new(RegionBoard::new(&problem.board)),
    ..EngineInfo::NEW
};

/// The cut ends when there are this many jobs.
const ENOUGH_JOBS: usize = 512;

/// States with fewer lines are counted again, which is faster than to look them up.
const FEWEST_KEPT_LINES: usize = 3;

/// The control is polled after this many states.
const STOP_CHECK_INTERVAL: u32 = 1 << 10;

/// The smallest and the largest number of states in a table.
const TABLE_SIZES: [usize; 2] = [1 << 10, 1 << 20];

/// The engine for boards with regions: numbered jobs, the same on every machine.
#[derive(Clone, Debug)]
pub struct RegionBoard {
    board: Board,
    lines: Lines,
    /// The crosses of the queens that each job fixes, line by line.
    starts: Vec<Vec<u8>>,
}

/// The board as lines and crosses.
#[derive(Clone, Debug)]
struct Lines {
    size: usize,
    /// The number of masks for a number of queens.
    planes: usize,
    /// Whether lines are columns, and whether the last one comes first.
    columns: bool,
    reversed: bool,
    /// For each line: the crosses that are open, the number of queens that are not given, and that number up to this line.
    open: Vec<u32>,
    need: Vec<u32>,
    need_up_to: Vec<u32>,
    /// For each line: the regions of its open squares, those whose last open square is in this line or before it, and the
    /// crosses whose last open square is in this line.
    regions: Vec<u32>,
    ended: Vec<u32>,
    crosses_ended: Vec<u32>,
    /// The region of each cross of each line, as a mask, and the open crosses of each region in each line.
    region: Vec<[u32; MAX_SIZE]>,
    squares: Vec<[u32; MAX_SIZE]>,
    /// The number of queens that each cross and each region needs in addition to the given ones.
    cross_needs: Vec<u32>,
    region_needs: Vec<u32>,
}

impl Lines {
    /// The lines of a board in the direction that cuts the fewest regions.
    fn new(board: &Board) -> Self {
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
            crosses_ended: vec![0; size],
            region: vec![[0; MAX_SIZE]; size],
            squares: vec![[0; MAX_SIZE]; size],
            cross_needs: vec![stars; size],
            region_needs: vec![stars; size],
        };
        let region = |square| board.regions().map_or(0, |regions| regions.region(square));
        for &queen in board.given() {
            let (line, cross) = lines.place(queen);
            lines.need[line] -= 1;
            lines.cross_needs[cross] -= 1;
            lines.region_needs[region(queen)] -= 1;
        }
        let (mut last_of_region, mut last_of_cross) = (vec![0; size], vec![0; size]);
        for line in 0..size {
            for (cross, last_of_cross) in last_of_cross.iter_mut().enumerate() {
                let square = lines.square(line, cross);
                let region = region(square);
                lines.region[line][cross] = 1 << region;
                let is_open = board.open()[square.col as usize].contains(square.row as usize);
                if is_open && !board.given().contains(&square) {
                    lines.open[line] |= 1 << cross;
                    lines.squares[line][region] |= 1 << cross;
                    lines.regions[line] |= 1 << region;
                    last_of_region[region] = line;
                    *last_of_cross = line;
                }
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
            lines.crosses_ended[line] = ended(&last_of_cross, &|last| last == line);
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

    fn square(&self, line: usize, cross: usize) -> Square {
        let line = if self.reversed { self.size - 1 - line } else { line };
        let (col, row) = if self.columns { (line, cross) } else { (cross, line) };
        Square::new(col as u32, row as u32)
    }

    /// The line and the cross of a square.
    fn place(&self, square: Square) -> (usize, usize) {
        let (col, row) = (square.col as usize, square.row as usize);
        let (line, cross) = if self.columns { (col, row) } else { (row, col) };
        (if self.reversed { self.size - 1 - line } else { line }, cross)
    }

    /// The squares of queens on these crosses, line by line.
    fn squares_of<'a>(&'a self, start: &'a [u8]) -> impl Iterator<Item = Square> + 'a {
        let lines = (0..self.size).flat_map(|line| (0..self.need[line]).map(move |_| line));
        lines.zip(start).map(|(line, &cross)| self.square(line, cross.into()))
    }

    /// The state before the first line.
    fn begin<const P: usize>(&self) -> Partial<P> {
        let planes = |needs: &[u32]| {
            std::array::from_fn(|plane| {
                let bits = needs.iter().enumerate();
                bits.fold(0, |mask, (one, need)| mask | (need >> plane & 1) << one)
            })
        };
        let rest = Rest {
            crosses: planes(&self.cross_needs),
            regions: planes(&self.region_needs),
            near: 0,
        };
        let mut begin = Partial { line: 0, left: 0, after: 0, queens: 0, rest };
        begin.skip_full_lines(self);
        begin
    }

    /// Whether a state from this line on certainly cannot be completed.
    fn is_hopeless<const P: usize>(&self, line: usize, rest: &Rest<P>) -> bool {
        let (crosses, regions) = (any(&rest.crosses), any(&rest.regions));
        let before = if line == 0 { 0 } else { self.need_up_to[line - 1] };
        let (mut found_crosses, mut found_regions, mut near) = (0, 0, rest.near);
        for next in line..self.size {
            let ending: u32 = (0..P)
                .map(|plane| (rest.regions[plane] & self.ended[next]).count_ones() << plane)
                .sum();
            if ending > self.need_up_to[next] - before {
                return true;
            }
            let open = self.open[next] & crosses & !near;
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
            found_crosses |= here;
        }
        found_crosses != crosses || found_regions != regions
    }
}

/// The union of masks.
fn any<const P: usize>(planes: &[u32; P]) -> u32 {
    planes.iter().fold(0, |all, plane| all | plane)
}

/// Numbers in binary, one mask per bit: subtracts one from the number in this place. It must not be zero.
fn take_one<const P: usize>(planes: &mut [u32; P], bit: u32) {
    let mut borrow = bit;
    for plane in planes {
        *plane ^= borrow;
        borrow &= *plane;
    }
}

/// What remains of the board after the first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest<const P: usize> {
    /// The number of queens that each cross and each region needs, one mask per binary digit.
    crosses: [u32; P],
    regions: [u32; P],
    /// The crosses of the next line that are next to a queen.
    near: u32,
}

impl<const P: usize> Rest<P> {
    /// Equal states have equal masks: crosses of the next line that are closed anyway are not near.
    fn reduced(mut self, open: u32) -> Self {
        self.near &= open & any(&self.crosses);
        self
    }

    fn hash(&self, line: usize) -> u64 {
        let mix = |hash: u64, word: u64| {
            (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        };
        let pairs = self.crosses.iter().zip(&self.regions);
        let hash = pairs.fold(line as u64, |hash, (&crosses, &regions)| {
            mix(hash, u64::from(crosses) << 32 | u64::from(regions))
        });
        let hash = mix(hash, u64::from(self.near));
        hash ^ hash >> 32
    }
}

/// A board with queens in the first lines and perhaps in a part of the next one.
#[derive(Clone, Copy, Debug)]
struct Partial<const P: usize> {
    line: usize,
    /// The number of queens that this line needs, the crosses that come after its last queen, and its queens.
    left: u32,
    after: u32,
    queens: u32,
    /// The state; its `near` applies to this line.
    rest: Rest<P>,
}

impl<const P: usize> Partial<P> {
    /// The crosses of the line for the next queen. Their regions may be full.
    fn open(&self) -> u32 {
        self.after & any(&self.rest.crosses) & !self.rest.near
    }

    /// Places a queen on a cross. The result is `None` if its region is full, or if a cross or region that ends in this line needs more
    /// queens.
    #[inline]
    fn with_queen(mut self, bit: u32, lines: &Lines) -> Option<Self> {
        let region = lines.region[self.line][bit.trailing_zeros() as usize % MAX_SIZE];
        if region & any(&self.rest.regions) == 0 {
            return None;
        }
        take_one(&mut self.rest.crosses, bit);
        take_one(&mut self.rest.regions, region);
        self.queens |= bit;
        self.left -= 1;
        // The next queen of the line is not next to this one.
        self.after &= !(bit | (bit - 1) | bit << 1);
        if self.left == 0 {
            let missing = any(&self.rest.crosses) & lines.crosses_ended[self.line]
                | any(&self.rest.regions) & lines.ended[self.line];
            if missing != 0 {
                return None;
            }
            self.rest.near = self.queens << 1 | self.queens | self.queens >> 1;
            self.queens = 0;
            self.line += 1;
            self.skip_full_lines(lines);
        }
        Some(self)
    }

    /// Continues at the next line that needs a queen. Given queens fill the others.
    fn skip_full_lines(&mut self, lines: &Lines) {
        while self.line < lines.size && lines.need[self.line] == 0 {
            self.line += 1;
            self.rest.near = 0;
        }
        if self.line < lines.size {
            (self.left, self.after) = (lines.need[self.line], lines.open[self.line]);
            self.rest = self.rest.reduced(self.after);
        }
    }

    /// Whether no line has been begun but not filled.
    fn is_between_lines(&self) -> bool {
        self.queens == 0
    }
}

impl RegionBoard {
    /// The engine for a board with regions.
    pub(crate) fn new(board: &Board) -> Self {
        let lines = Lines::new(board);
        // A block of two by two squares holds at most one queen.
        let most = board.size().div_ceil(2).pow(2);
        let starts = match lines.planes {
            _ if board.size() * board.stars() > most => Vec::new(),
            0 | 1 => cut::<1>(&lines),
            2 => cut::<2>(&lines),
            3 => cut::<3>(&lines),
            _ => cut::<4>(&lines),
        };
        Self { board: board.clone(), lines, starts }
    }
}

/// The crosses of the first queens of each job.
fn cut<const P: usize>(lines: &Lines) -> Vec<Vec<u8>> {
    let begin = lines.begin::<P>();
    let mut partials = vec![(Vec::new(), begin)];
    partials.retain(|(_, partial)| !lines.is_hopeless(partial.line, &partial.rest));
    while partials.len() < ENOUGH_JOBS
        && partials.iter().any(|(_, partial)| partial.line < lines.size)
    {
        partials =
            partials.iter().flat_map(|(start, partial)| next(lines, start, partial)).collect();
    }
    partials.into_iter().map(|(start, _)| start).collect()
}

/// A partial board with one more queen, in all possible ways.
fn next<const P: usize>(
    lines: &Lines,
    start: &[u8],
    partial: &Partial<P>,
) -> Vec<(Vec<u8>, Partial<P>)> {
    let mut open = partial.open();
    let mut longer = Vec::new();
    while open != 0 {
        let bit = open & open.wrapping_neg();
        open ^= bit;
        let Some(next) = partial.with_queen(bit, lines) else { continue };
        if next.is_between_lines() && lines.is_hopeless(next.line, &next.rest) {
            continue;
        }
        longer.push(([start, &[bit.trailing_zeros() as u8]].concat(), next));
    }
    longer
}

impl Engine for RegionBoard {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let start = &self.starts[job as usize];
        let queens: Vec<Square> = self.lines.squares_of(start).collect();
        let mut board = self.board.clone();
        // The other queens of a line that is not full come after the last one.
        if let Some((line, last)) = queens.last().map(|&queen| self.lines.place(queen)) {
            let before = (0..last).map(|cross| self.lines.square(line, cross));
            let is_full = self.lines.need_up_to[line] as usize == start.len();
            let skipped = before.filter(|square| {
                !is_full && !queens.contains(square) && !board.given().contains(square)
            });
            for square in skipped.collect::<Vec<_>>() {
                board = board.with_closed(square)?;
            }
        }
        Ok(Subproblem::with_queens(&board, &queens, Weight::Each(1)))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        match self.lines.planes {
            0 | 1 => Box::new(RegionWorker::<1>::new(self)),
            2 => Box::new(RegionWorker::<2>::new(self)),
            3 => Box::new(RegionWorker::<3>::new(self)),
            _ => Box::new(RegionWorker::<4>::new(self)),
        }
    }
}

/// Counts jobs, and keeps the counts of states for later jobs.
struct RegionWorker<'a, const P: usize> {
    engine: &'a RegionBoard,
    table: Table<P>,
    until_poll: u32,
}

/// The job was stopped.
struct StoppedJob;

impl<'a, const P: usize> RegionWorker<'a, P> {
    fn new(engine: &'a RegionBoard) -> Self {
        Self { engine, table: Table::new(), until_poll: STOP_CHECK_INTERVAL }
    }

    /// The number of ways to complete a partial board, at most `u64::MAX`.
    fn complete(&mut self, partial: &Partial<P>, control: &dyn Control) -> Result<u64, StoppedJob> {
        let lines = &self.engine.lines;
        if partial.line + FEWEST_KEPT_LINES >= lines.size {
            return Ok(count(lines, partial));
        }
        if !partial.is_between_lines() {
            return self.branch(partial, control);
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = STOP_CHECK_INTERVAL;
            if control.stopped() {
                return Err(StoppedJob);
            }
        }
        if let Some(found) = self.table.get(partial.line, &partial.rest) {
            return Ok(found);
        }
        let found = match lines.is_hopeless(partial.line, &partial.rest) {
            true => 0,
            false => self.branch(partial, control)?,
        };
        self.table.keep(partial.line, &partial.rest, found);
        Ok(found)
    }

    /// The same for one more queen.
    fn branch(&mut self, partial: &Partial<P>, control: &dyn Control) -> Result<u64, StoppedJob> {
        let lines = &self.engine.lines;
        let mut open = partial.open();
        let mut found: u64 = 0;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            if let Some(next) = partial.with_queen(bit, lines) {
                found = found.saturating_add(self.complete(&next, control)?);
            }
        }
        Ok(found)
    }
}

/// The number of ways to complete a partial board, without a table.
fn count<const P: usize>(lines: &Lines, partial: &Partial<P>) -> u64 {
    if partial.line == lines.size {
        return 1;
    }
    let mut open = partial.open();
    let mut found: u64 = 0;
    while open != 0 {
        let bit = open & open.wrapping_neg();
        open ^= bit;
        if let Some(next) = partial.with_queen(bit, lines) {
            found = found.saturating_add(count(lines, &next));
        }
    }
    found
}

impl<const P: usize> EngineWorker for RegionWorker<'_, P> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let lines = &self.engine.lines;
        let place =
            |partial: Option<Partial<P>>, cross: &u8| partial?.with_queen(1 << cross, lines);
        let start = self.engine.starts[job as usize].iter();
        let partial = start.fold(Some(lines.begin()), place);
        let found = match &partial {
            Some(partial) => {
                self.complete(partial, control).map_err(|StoppedJob| Error::Stopped)?
            }
            None => 0,
        };
        let overflow = Error::Check(CheckError::Overflow { job });
        if found == u64::MAX {
            return Err(overflow);
        }
        let mut count = Count::default();
        count.add(found, 1).ok_or(overflow)?;
        Ok(JobResult::new(count))
    }

    fn memory(&self) -> usize {
        self.table.entries.len() * size_of::<Entry<P>>()
    }
}

/// The counts of states. Each has one place, where it replaces another one.
struct Table<const P: usize> {
    entries: Vec<Entry<P>>,
    /// The number of entries that were replaced since the table has this size.
    replaced: usize,
}

/// A state and its count. `line` is 0 in an empty entry: the first line is never looked up.
#[derive(Clone, Copy)]
struct Entry<const P: usize> {
    line: u32,
    rest: Rest<P>,
    found: u64,
}

impl<const P: usize> Table<P> {
    const EMPTY: Entry<P> =
        Entry { line: 0, rest: Rest { crosses: [0; P], regions: [0; P], near: 0 }, found: 0 };

    fn new() -> Self {
        Self { entries: Vec::new(), replaced: 0 }
    }

    fn place(&self, line: usize, rest: &Rest<P>) -> usize {
        rest.hash(line) as usize & (self.entries.len() - 1)
    }

    fn get(&self, line: usize, rest: &Rest<P>) -> Option<u64> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = &self.entries[self.place(line, rest)];
        (entry.line as usize == line && entry.rest == *rest && line > 0).then_some(entry.found)
    }

    fn keep(&mut self, line: usize, rest: &Rest<P>, found: u64) {
        let [smallest, largest] = TABLE_SIZES;
        if self.entries.is_empty() {
            self.entries = vec![Self::EMPTY; smallest];
        }
        if self.replaced > self.entries.len() / 4 && self.entries.len() < largest {
            let more = vec![Self::EMPTY; 4 * self.entries.len()];
            self.replaced = 0;
            for entry in std::mem::replace(&mut self.entries, more) {
                let place = self.place(entry.line as usize, &entry.rest);
                self.entries[place] = entry;
            }
        }
        let place = self.place(line, rest);
        self.replaced += usize::from(self.entries[place].line != 0);
        self.entries[place] = Entry { line: line as u32, rest: *rest, found };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solve;
    use crate::{Never, Plan, Position};
    use std::sync::atomic::AtomicBool;

    fn plan(text: &str) -> Plan {
        let position: Position = text.parse().unwrap();
        position.request().unwrap().plan().unwrap()
    }

    /// The position in which every row is a region.
    fn rows(size: usize, more: &str) -> String {
        let names = ('A'..).take(size).map(|name| name.to_string().repeat(size));
        let regions = names.collect::<Vec<_>>().join("/");
        format!("size:{size} rules:regions regions:{regions} {more}")
    }

    fn total(plan: &Plan) -> u64 {
        (0..plan.jobs()).map(|job| plan.run_job(job, &Never).unwrap().count.solutions).sum()
    }

    #[test]
    fn every_job_counts_what_plain_backtracking_counts() {
        let corners = "size:8 rules:regions regions:AAAABBBB/AAAABBBB/CCCCDDDD/CCCCDDDD/EEEEFFFF/EEEEFFFF/GGGGHHHH/GGGGHHHH";
        for text in [
            rows(1, ""),
            rows(4, ""),
            rows(8, ""),
            rows(8, "stars:2"),
            rows(9, "stars:2 given:B2,E7 closed:D4,D5"),
            rows(7, "given:D4 closed:A1"),
            corners.to_string(),
            format!("{corners} stars:2"),
            format!("{corners} stars:2 given:A8"),
            format!("{corners} stars:3"),
        ] {
            let plan = plan(&text);
            for job in 0..plan.jobs() {
                let found = plan.run_job(job, &Never).unwrap().count.solutions;
                assert_eq!(found, plan.recount(job, &Never).unwrap(), "{text}: job {job}");
            }
        }
    }

    #[test]
    fn jobs_that_end_within_a_line_are_recounted_too() {
        let plan = plan(&rows(12, "stars:3 closed:A1"));
        let engine = plan.engine_as::<RegionBoard>().unwrap();
        assert!(engine.starts.iter().all(|start| start.len() % 3 != 0));
        for job in plan.sample(20) {
            let found = plan.run_job(job, &Never).unwrap().count.solutions;
            assert_eq!(found, plan.recount(job, &Never).unwrap(), "job {job}");
        }
    }

    #[test]
    fn rows_as_regions_have_the_published_numbers() {
        // A002464: permutations without neighbouring numbers next to each other.
        let published = [1, 1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479_306, 5_296_790, 63_779_034];
        for (size, number) in published.into_iter().enumerate().skip(1) {
            assert_eq!(total(&plan(&rows(size, ""))), number, "N = {size}");
        }
    }

    #[test]
    fn a_small_table_gives_the_same_counts_as_a_large_one() {
        let plan = plan(&rows(11, ""));
        let engine = plan.engine_as::<RegionBoard>().unwrap();
        let mut worker = RegionWorker::<1>::new(engine);
        let mut sum = 0;
        for job in 0..plan.jobs() {
            sum += worker.run(job, &Never).unwrap().count.solutions;
        }
        assert_eq!(sum, 5_296_790);
        assert!(worker.memory() > TABLE_SIZES[0] * size_of::<Entry<1>>(), "the table has grown");
    }

    #[test]
    fn lines_go_in_the_direction_that_cuts_fewer_regions() {
        let by_columns = |text: &str| plan(text).engine_as::<RegionBoard>().unwrap().lines.columns;
        assert!(!by_columns(&rows(8, "")));
        let columns = ["ABCDEFGH"; 8].join("/");
        assert!(by_columns(&format!("size:8 rules:regions regions:{columns}")));
    }

    #[test]
    fn queens_that_do_not_fit_need_no_search() {
        assert_eq!(plan(&rows(7, "stars:3")).jobs(), 0);
        assert_eq!(plan(&rows(4, "stars:2")).jobs(), 0);
    }

    #[test]
    fn a_control_stops_a_job() {
        let plan = plan(&rows(20, ""));
        assert_eq!(plan.run_job(0, &AtomicBool::new(true)), Err(Error::Stopped));
    }

    #[test]
    fn a_count_that_does_not_fit_into_64_bits_is_an_error() {
        let plan = plan(&rows(9, ""));
        let engine = plan.engine_as::<RegionBoard>().unwrap();
        let mut worker = RegionWorker::<1>::new(engine);
        let partial = engine.starts[0].iter().fold(engine.lines.begin(), |partial, cross| {
            Partial::with_queen(partial, 1 << cross, &engine.lines).unwrap()
        });
        worker.table.keep(partial.line, &partial.rest, u64::MAX);
        let overflow = Error::Check(CheckError::Overflow { job: 0 });
        assert_eq!(worker.run(0, &Never), Err(overflow));
    }

    #[test]
    fn counts_are_those_of_another_search() {
        let position: Position = rows(9, "closed:A1,B5,C7,D2").parse().unwrap();
        let found = Solve::of(&position).count(u128::MAX, &Never).unwrap();
        assert_eq!(u128::from(total(&plan(&rows(9, "closed:A1,B5,C7,D2")))), found);
    }
}
