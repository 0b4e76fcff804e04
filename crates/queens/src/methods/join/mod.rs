//! Counting by joining half-boards. (draft)
#![allow(missing_docs)]
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod kernel;
mod layout;
mod meet;
mod quarters;

use crate::{Board, Control, Error, Simd, Stopped};
use kernel::Portable;
use layout::{Half, Layout, Side};
use meet::{Area, CLASSES, Quarters};
use quarters::{Builder, Few, Many, Quarter};
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// The smallest board that has quarters to join; smaller ones are counted by the plain search.
const MIN_SIZE: usize = 4;
/// Up to this half, all quarters of the east fit into memory at once; beyond it they are built when needed.
const MAX_KEPT_HALF: usize = 10;

/// The jobs of the join.
#[derive(Debug)]
pub struct Join {
    size: usize,
    jobs: Vec<Job>,
    easts: Mutex<Vec<Weak<East>>>,
}

/// Columns that the west of the lower half uses, and where the queen of the middle row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// How far west of the centre the queen of the middle row stands, on a board that has a middle row.
    pub middle: Option<usize>,
    /// The columns that queens of the lower half use in the west.
    pub west: u32,
}

/// Columns that queens of the lower half use, counted from the edges, and what a solution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// In the west, without the middle column.
    pub west: u32,
    /// In the east.
    pub east: u32,
    /// What a solution counts that has no, one or two queens on main diagonals.
    pub weights: [u64; 3],
}

/// The quarters of the east for one place of the queen in the middle row.
#[derive(Debug)]
struct East {
    layouts: [Layout; 2],
    lower: Vec<OnceLock<Filled>>,
    upper: Vec<OnceLock<Filled>>,
}

#[derive(Debug)]
enum Filled {
    Few(Few),
    Many(Many),
}

/// How many bits of a mask are the key, by half.
fn key_bits(half: usize) -> u32 {
    if let Ok(k) = std::env::var("KEYBITS") { return k.parse().unwrap(); }
    [0, 0, 0, 0, 0, 0, 0, 2, 4, 5, 8, 10, 12][half]
}

impl Join {
    pub fn new(size: usize) -> Self {
        let half = size / 2;
        let mut jobs = Vec::new();
        if size >= MIN_SIZE {
            let full = (1_u32 << half) - 1;
            if size % 2 == 0 {
                let few = (0..=full).filter(|west| 2 * west.count_ones() as usize <= half);
                jobs.extend(few.map(|west| Job { middle: None, west }));
            } else {
                for middle in 0..half {
                    let open = if middle == 0 { full } else { full & !(1 << (half - middle)) };
                    let limit = if middle == 0 { half / 2 } else { half - 1 };
                    let wests = (0..=full).filter(|west| {
                        west & !open == 0 && west.count_ones() as usize <= limit
                    });
                    jobs.extend(wests.map(|west| Job { middle: Some(middle), west }));
                }
            }
        }
        Self { size, jobs, easts: Mutex::new((0..half.max(1)).map(|_| Weak::new()).collect()) }
    }

    pub fn jobs(&self) -> u64 { self.jobs.len() as u64 }

    /// The sets of columns of a job.
    pub fn sets(&self, job: Job) -> Vec<ColumnSet> {
        let half = self.size / 2;
        let full = (1_u32 << half) - 1;
        let west = job.west;
        let beyond_centre = job.middle.is_some_and(|middle| middle > 0);
        let queens = half as u32 - u32::from(beyond_centre) - west.count_ones();
        let easts = (0..=full).filter(|east| east.count_ones() == queens);
        if beyond_centre {
            return easts.map(|east| ColumnSet { west, east, weights: [8, 0, 0] }).collect();
        }
        let mut sets = Vec::new();
        for east in easts {
            if west.count_ones() == queens && west > east {
                continue;
            }
            let mirror = if west == east { 1 } else { 2 };
            let mut flipped = (full ^ east, full ^ west);
            if west.count_ones() == queens && flipped.0 > flipped.1 {
                flipped = (flipped.1, flipped.0);
            }
            let flip = match (west, east).cmp(&flipped) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            let weights = match job.middle {
                None => [mirror * flip, mirror * 2, mirror * 4],
                Some(_) => [mirror * flip, 0, 0],
            };
            if weights != [0; 3] {
                sets.push(ColumnSet { west, east, weights });
            }
        }
        sets
    }

    fn east(&self, middle: Option<usize>) -> Arc<East> {
        let mut easts = self.easts.lock().expect("no east panics");
        let kept = &mut easts[middle.unwrap_or(0)];
        kept.upgrade().unwrap_or_else(|| {
            let half = self.size / 2;
            let layouts = [Side::West, Side::East]
                .map(|few| Layout::new(self.size, middle, few, key_bits(half)));
            let kept_half = if half <= MAX_KEPT_HALF { 1 << half } else { 0 };
            let empty = || (0..kept_half).map(|_| OnceLock::new()).collect();
            let east = Arc::new(East { layouts, lower: empty(), upper: empty() });
            *kept = Arc::downgrade(&east);
            east
        })
    }

    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        let areas = match simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Areas::Avx2(Area::default()),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Areas::Avx512(Area::default()),
            _ => Areas::Portable(Area::default()),
        };
        Worker { join: self, east: None, builder: Builder::new(self.size / 2), areas, scratch: Default::default() }
    }
}

enum Areas {
    Portable(Area<Portable>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Area<avx2::Avx2>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Area<avx512::Avx512>),
}

#[derive(Default)]
struct Scratch { few: Few, many: Many }

pub struct Worker<'a> {
    join: &'a Join,
    east: Option<(Option<usize>, Arc<East>)>,
    builder: Builder,
    areas: Areas,
    scratch: Scratch,
}

impl Worker<'_> {
    pub fn run(&mut self, job: u64, control: &dyn Control) -> Result<u64, Error> {
        let data = self.join.jobs[job as usize];
        let (size, half) = (self.join.size, self.join.size / 2);
        let full = (1_u32 << half) - 1;
        let east = match &self.east {
            Some((middle, east)) if *middle == data.middle => east.clone(),
            _ => self.join.east(data.middle),
        };
        self.east = Some((data.middle, east.clone()));
        let sets = self.join.sets(data);
        let Some(first) = sets.first() else { return Ok(0) };
        let (open, middle_rows) = match data.middle {
            Some(middle @ 1..) => (full & !(1 << (half - middle)), (1_u32 << (half - middle)) - 1),
            _ => (full, 0),
        };
        let west_queens = data.west.count_ones() + u32::from(middle_rows != 0);
        let few = if west_queens <= first.east.count_ones() { Side::West } else { Side::East };
        let layout = &east.layouts[few as usize];
        let lower_west = Quarter { half: Half::Lower, side: Side::West, columns: data.west, middle_rows };
        let upper_west = Quarter { half: Half::Upper, side: Side::West, columns: open ^ data.west, middle_rows: 0 };
        let (mut wf, mut wm) = (std::mem::take(&mut self.scratch.few), std::mem::take(&mut self.scratch.many));
        match few {
            Side::West => { self.builder.few(layout, lower_west, &mut wf); self.builder.many(layout, upper_west, &mut wm); }
            Side::East => { self.builder.many(layout, lower_west, &mut wm); self.builder.few(layout, upper_west, &mut wf); }
        }
        let mut total = 0_u64;
        let (mut sf, mut sm) = (Few::default(), Many::default());
        for set in sets {
            let lower_east = Quarter { half: Half::Lower, side: Side::East, columns: set.east, middle_rows: 0 };
            let upper_east = Quarter { half: Half::Upper, side: Side::East, columns: full ^ set.east, middle_rows: 0 };
            let (ef, em): (&Few, &Many);
            let (quarter_few, quarter_many) = match few { Side::West => (upper_east, lower_east), Side::East => (lower_east, upper_east) };
            if half <= MAX_KEPT_HALF {
                let cell = |quarter: Quarter| match quarter.half { Half::Lower => &east.lower[quarter.columns as usize], Half::Upper => &east.upper[quarter.columns as usize] };
                let b = &mut self.builder;
                let f = cell(quarter_few).get_or_init(|| { let mut f = Few::default(); b.few(layout, quarter_few, &mut f); Filled::Few(f) });
                let m = cell(quarter_many).get_or_init(|| { let mut f = Many::default(); b.many(layout, quarter_many, &mut f); Filled::Many(f) });
                let (Filled::Few(f), Filled::Many(m)) = (f, m) else { unreachable!() };
                (ef, em) = (f, m);
            } else {
                self.builder.few(layout, quarter_few, &mut sf); self.builder.many(layout, quarter_many, &mut sm);
                (ef, em) = (&sf, &sm);
            }
            let (lower, upper) = match few {
                Side::West => (Quarters { few: &wf, many: em }, Quarters { few: ef, many: &wm }),
                Side::East => (Quarters { few: ef, many: &wm }, Quarters { few: &wf, many: em }),
            };
            let wanted = set.weights.map(|w| w != 0);
            let found = match &mut self.areas {
                Areas::Portable(area) => area.meet(layout, lower, upper, wanted, control),
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Areas::Avx2(area) => unsafe { avx2::meet(area, layout, lower, upper, wanted, control) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Areas::Avx512(area) => unsafe { avx512::meet(area, layout, lower, upper, wanted, control) },
            }?;
            for (found, weight) in found.into_iter().zip(set.weights) {
                total += found * weight;
            }
        }
        self.scratch = Scratch { few: wf, many: wm };
        Ok(total)
    }
}
