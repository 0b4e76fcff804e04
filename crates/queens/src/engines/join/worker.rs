//! Runs jobs: builds their quarters and lets the halves of each set of columns meet.

use super::super::SearchMethod;
use super::super::bitmask::Bitmask;
use super::jobs::{ColumnSet, JoinJob, Roles};
use super::kernel::Kernel;
use super::layout::Layout;
use super::meet::{AnyArea, Area, Halves, Limits, TilesPart};
use super::pairing::{GROUPS, Quarters};
use super::portable::Portable;
use super::quarters::{Builder, Quarter, ScalarQuarter, VectorQuarter};
use super::{East, Join};
use crate::engines::{Random, WorkerCosts};
use crate::{Board, Control, Error, Event, Silent, Simd};
use std::sync::Arc;

/// The number of consecutive jobs that all start with a different set of columns.
///
/// Consecutive jobs run at the same time and need the same quarters of the east. If all started with the first set,
/// each thread would wait for the one that is building its quarters, and then all would wait for the next ones: until
/// the east is built, only one thread would work. So jobs start at places that are `1 / NEIGHBOURS` of their sets
/// apart. The number exceeds the threads of most machines.
///
/// On two cores it neither costs nor gains: CPU times with 61 and with 1 (all start with the first set) are 0.041 and
/// 0.041 s at N = 16, 0.221 and 0.218 s at N = 17, 0.900 and 0.875 s at N = 18, within the noise (`queens count N
/// --method join --threads 2`, best of 3 to 9, Zen 4, 2026-11-16). Machines with more cores have not been measured.
const NEIGHBOURS: usize = 61;

/// The number of sets of columns in the largest part of a job. The next ones are 16, 4 and 1.
const PART_SETS: usize = 64;
/// The depth after that of a single set.
const TILES_DEPTH: usize = 2 + PART_SETS.ilog2() as usize / 2;
/// The factor by which the time of all tiles is extrapolated to that of a set, because a part of tiles does not include building
/// quarters and listing half-boards. With it, 29 such parts gave 18.3 s for a job of N = 26 that took 17.1 s, and 5.4 s
/// for one of N = 27 that took 5.4 s.
const SET_PER_TILES: f64 = 1.1;

/// The memory of the join for a set of instructions, which the CPU must have.
fn area(simd: Simd, limits: Limits) -> Box<dyn AnyArea> {
    fn boxed<K: Kernel>(kernel: K, limits: Limits) -> Box<dyn AnyArea>
    where
        Area<K>: AnyArea + 'static,
    {
        Box::new(Area::new(kernel, limits))
    }
    let area = match simd {
        Simd::Portable => Some(boxed(Portable, limits)),
        #[cfg(target_arch = "aarch64")]
        Simd::Neon => crate::simd::Neon::new().map(|kernel| boxed(kernel, limits)),
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 => crate::simd::Avx2::new().map(|kernel| boxed(kernel, limits)),
        #[cfg(target_arch = "x86_64")]
        Simd::Avx512 => crate::simd::Avx512::new().map(|kernel| boxed(kernel, limits)),
        _ => None,
    };
    area.unwrap_or_else(|| panic!("this CPU has no {simd}"))
}

/// The two quarters of a side.
#[derive(Debug, Default)]
struct OwnQuarters {
    scalar: ScalarQuarter,
    vector: VectorQuarter,
}

impl OwnQuarters {
    /// Builds them. On the largest boards each takes a tenth of a second or more, so the control is polled in between.
    fn build(
        &mut self,
        builder: &mut Builder,
        layout: &Layout,
        (scalar, vector): (Quarter, Quarter),
        control: &dyn Control,
    ) -> Result<(), Error> {
        builder.scalar(layout, scalar, &mut self.scalar)?;
        if control.stopped() {
            return Err(Error::Stopped);
        }
        Ok(builder.vector(layout, vector, &mut self.vector)?)
    }

    fn quarters(&self) -> Quarters<'_> {
        Quarters { scalar: &self.scalar, vector: &self.vector }
    }

    fn memory(&self) -> usize {
        self.scalar.memory() + self.vector.memory()
    }
}

/// What the sets of columns of a job have in common, besides the quarters of the west.
struct Ready {
    roles: Roles,
    east: Arc<East>,
}

/// The set of columns with which a job starts.
fn first_set(job: u64, sets: usize) -> usize {
    (job * sets as u64 / NEIGHBOURS as u64 % sets as u64) as usize
}

/// Runs jobs one after the other, and reuses its memory.
pub struct Worker<'a> {
    join: &'a Join,
    east: Option<(Option<usize>, Arc<East>)>,
    builder: Builder,
    area: Box<dyn AnyArea>,
    west: OwnQuarters,
    /// The job of these quarters of the west, without its columns at the east edge.
    west_of: Option<JoinJob>,
    /// The quarters of the east of the current set of columns, if they are not kept.
    own_east: OwnQuarters,
}

impl<'a> Worker<'a> {
    /// The CPU must have the instructions.
    pub(super) fn new(join: &'a Join, simd: Simd) -> Self {
        Worker {
            join,
            east: None,
            builder: Builder::new(join.size() / 2),
            area: area(simd, join.limits),
            west: OwnQuarters::default(),
            west_of: None,
            own_east: OwnQuarters::default(),
        }
    }

    /// Counts the solutions of a job; passes the count of every set of columns with its weight to `add`.
    pub fn run(
        &mut self,
        id: u64,
        control: &dyn Control,
        mut add: impl FnMut(u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.join.is_plain() {
            let board = Board::new(self.join.size())?;
            for first in 0..self.join.size().max(1) {
                add(Bitmask::search(&board, first as u64, &mut Silent)?, 1)?;
            }
            return Ok(());
        }
        let job = self.join.job(id);
        let mut sets = self.join.sets(job);
        let Some(first) = sets.first() else { return Ok(()) };
        let start = first_set(id, sets.len());
        let ready = self.prepare(job, first.east, control)?;
        sets.rotate_left(start);
        for (place, set) in sets.iter().enumerate() {
            let found = self.count(&ready, set, sets.get(place + 1), control)?;
            for (found, weight) in found.into_iter().zip(set.weights) {
                add(found, weight)?;
            }
            if !ready.east.is_kept() {
                control.event(Event::Progress(id, (place + 1) as f64 / sets.len() as f64));
            }
        }
        Ok(())
    }

    /// Builds the quarters of the west, unless they are those of the job before. `east` is one of the sets of the job.
    fn prepare(&mut self, job: JoinJob, east: u32, control: &dyn Control) -> Result<Ready, Error> {
        let roles = Roles::new(self.join.size() / 2, job, east);
        let east = match &self.east {
            Some((middle, east)) if *middle == job.middle => Arc::clone(east),
            _ => self.join.east(job.middle),
        };
        self.east = Some((job.middle, Arc::clone(&east)));
        let whole = Some(JoinJob { edge: None, ..job });
        if self.west_of != whole {
            self.west_of = None;
            let quarters = roles.west();
            self.west.build(&mut self.builder, &east.layout, quarters, control)?;
            self.west_of = whole;
        }
        Ok(Ready { roles, east })
    }

    /// Counts the solutions of a set of columns, by group. The quarters of the next set are prefetched.
    fn count(
        &mut self,
        ready: &Ready,
        set: &ColumnSet,
        next: Option<&ColumnSet>,
        control: &dyn Control,
    ) -> Result<[u64; GROUPS], Error> {
        let (area, halves) = self.halves(ready, set, next, control)?;
        area.meet(halves)
    }

    /// The halves of a set of columns.
    fn halves<'b>(
        &'b mut self,
        ready: &'b Ready,
        set: &ColumnSet,
        next: Option<&ColumnSet>,
        control: &'b dyn Control,
    ) -> Result<(&'b mut dyn AnyArea, Halves<'b>), Error> {
        let Ready { roles, east } = ready;
        let layout = &east.layout;
        let Self { builder, area, west, own_east, .. } = self;
        let (scalar, vector) = roles.east(set.east);
        let quarters = match east.built(builder, scalar, vector)? {
            Some(quarters) => quarters,
            None => {
                own_east.build(builder, layout, (scalar, vector), control)?;
                own_east.quarters()
            }
        };
        let next = next.and_then(|next| {
            let (scalar, vector) = roles.east(next.east);
            east.ready(scalar, vector)
        });
        let (lower, upper) = roles.halves(west.quarters(), quarters);
        let wanted = set.weights.map(|weight| weight != 0);
        Ok((&mut **area, Halves { layout, lower, upper, next, wanted, control }))
    }
}

impl WorkerCosts for Worker<'_> {
    /// Counts some consecutive sets of columns of a job, from a random one on: at depth 1 up to `PART_SETS`, at each greater
    /// depth a quarter of that, and on large boards finally some tiles of a set. Returns the number of such parts; `None` if
    /// parts cannot be that small.
    ///
    /// What many sets have in common is built before the part is reported as begun to the control: the quarters of the
    /// west, and those of the east if they are kept.
    fn run_part(
        &mut self,
        id: u64,
        depth: usize,
        random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error> {
        let most = PART_SETS.checked_shr(2 * (depth as u32 - 1)).unwrap_or(0);
        let tiles = depth == TILES_DEPTH && self.join.size() / 2 >= self.join.limits.tiles_half;
        if self.join.is_plain() || most == 0 && !tiles {
            return Ok(None);
        }
        let job = self.join.job(id);
        let mut sets = self.join.sets(job);
        if sets.is_empty() {
            control.event(Event::Begun(id));
            return Ok(Some(0.0));
        }
        let all = sets.len();
        sets.rotate_left(random.below(all));
        sets.truncate(most.max(1));
        let ready = self.prepare(job, sets[0].east, control)?;
        if tiles {
            let part = TilesPart { job: id, random };
            let (area, halves) = self.halves(&ready, &sets[0], None, control)?;
            return Ok(Some(SET_PER_TILES * all as f64 * area.meet_part(halves, part)?));
        }
        for set in &sets {
            let (scalar, vector) = ready.roles.east(set.east);
            ready.east.built(&mut self.builder, scalar, vector)?;
        }
        control.event(Event::Begun(id));
        for (place, set) in sets.iter().enumerate() {
            self.count(&ready, set, sets.get(place + 1), control)?;
        }
        Ok(Some(all as f64 / sets.len() as f64))
    }

    /// The bytes that all workers share, estimated from the quarters of the east that have been built.
    fn shared_memory(&self) -> usize {
        let Some((middle, east)) = &self.east else { return 0 };
        // By symmetry, on boards of even size the quarters with more than half of the queens are needed on one side only.
        let factor = if middle.is_some() { 2 * self.join.kept_places() } else { 1 };
        factor * east.expected_memory()
    }

    /// The bytes that this worker holds.
    fn memory(&self) -> usize {
        self.builder.memory() + self.west.memory() + self.own_east.memory() + self.area.memory()
    }
}
