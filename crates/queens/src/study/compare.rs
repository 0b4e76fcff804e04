//! Methods side by side: times, placements, ratios, and how much a split can gain.
//!
//! The library has no clock: whoever measures brings one. In each round every method runs once, so that a noisy
//! moment hits all of them; the best round counts.

use crate::engines::ThreadUse;
use crate::report::duration;
use crate::{Backend, CheckError, Control, Error, Method, Request, Total};

/// What to compare.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The methods, the first of which the others are measured by.
    pub methods: Vec<Method>,
    /// The sizes of the boards.
    pub sizes: Vec<usize>,
    /// How often each method runs on each board.
    pub runs: usize,
    /// A run longer than this many seconds is broken off, and its method skips this board and the larger ones.
    pub limit: f64,
}

/// A method on a board, measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The method.
    pub method: Method,
    /// The size of the board.
    pub size: usize,
    /// Solutions found.
    pub solutions: u128,
    /// Queens set, if the method sets them one by one.
    pub placements: Option<u64>,
    /// Seconds of each run, the shortest first.
    pub seconds: Vec<f64>,
    /// The most that one thread a job can gain, for methods cut into jobs.
    pub cap: Option<f64>,
    /// How many times as fast as the first method, if that was measured.
    pub ratio: Option<f64>,
}

/// What a comparison tells as it goes.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A method was measured on a board.
    Measured(Measurement),
    /// A method was left out on a board, and why.
    Skipped {
        /// The method.
        method: Method,
        /// The size of the board.
        size: usize,
        /// The reason, in words.
        why: String,
    },
}

impl Measurement {
    /// The shortest run, in seconds.
    pub fn best(&self) -> f64 {
        self.seconds[0]
    }

    /// The median run, in seconds.
    pub fn median(&self) -> f64 {
        let middle = self.seconds.len() / 2;
        match self.seconds.len() % 2 {
            0 => (self.seconds[middle - 1] + self.seconds[middle]) / 2.0,
            _ => self.seconds[middle],
        }
    }

    /// Nanoseconds of the best run per solution, if there are solutions.
    pub fn ns_per_solution(&self) -> Option<f64> {
        (self.solutions > 0).then(|| self.best() * 1e9 / self.solutions as f64)
    }
}

impl Comparison {
    /// Measures everything, a board at a time, and tells each result. All methods must agree on the number of solutions.
    ///
    /// `clock` gives seconds since any fixed moment.
    pub fn run(
        &self,
        backend: &dyn Backend,
        control: &dyn Control,
        clock: &(dyn Fn() -> f64 + Sync),
        mut tell: impl FnMut(News),
    ) -> Result<(), Error> {
        let mut left_out: Vec<Method> = Vec::new();
        for &size in &self.sizes {
            let mut skip = |method: Method, why: String| tell(News::Skipped { method, size, why });
            let mut racers: Vec<Racer> = Vec::new();
            for &method in &self.methods {
                if size > method.info().max_n {
                    skip(method, format!("goes to N = {}", method.info().max_n));
                } else if left_out.contains(&method) {
                    skip(method, format!("took over {} on a smaller board", duration(self.limit)));
                } else {
                    racers.push(Racer { method, seconds: Vec::new(), solutions: 0 });
                }
            }
            for _ in 0..self.runs {
                let mut over = Vec::new();
                for Racer { method, seconds, solutions } in &mut racers {
                    let request = Request::count(size)?.method(*method);
                    match self.timed(&request, backend, control, clock)? {
                        Some((total, time)) => {
                            *solutions = total.solutions;
                            seconds.push(time);
                        }
                        None => over.push(*method),
                    }
                }
                for method in over {
                    skip(method, format!("took over {}", duration(self.limit)));
                    racers.retain(|racer| racer.method != method);
                    left_out.push(method);
                }
            }
            self.finish(size, racers, backend, control, &mut tell)?;
        }
        Ok(())
    }

    /// Counts the placements of the methods measured, checks their totals against each other, and tells all.
    fn finish(
        &self,
        size: usize,
        racers: Vec<Racer>,
        backend: &dyn Backend,
        control: &dyn Control,
        tell: &mut impl FnMut(News),
    ) -> Result<(), Error> {
        let mut first: Option<(Method, u128, f64)> = None;
        for Racer { method, mut seconds, solutions } in racers {
            seconds.sort_by(f64::total_cmp);
            let mut request = Request::count(size)?.method(method);
            if !method.info().statistics.is_empty() {
                request = request.statistics();
            }
            let total = run(&request, backend, control)?;
            let (first, agreed, time) = *first.get_or_insert((method, solutions, seconds[0]));
            // What was timed and what counted the placements may be different code: both must be right.
            for found in [solutions, total.solutions] {
                if found != agreed {
                    return Err(Error::Check(CheckError::Disagree {
                        size,
                        first: (first.name(), agreed),
                        second: (method.name(), found),
                    }));
                }
            }
            let by_first = first == self.methods[0];
            tell(News::Measured(Measurement {
                method,
                size,
                solutions: total.solutions,
                placements: total.statistics.map(|statistics| statistics.placements),
                ratio: by_first.then(|| time / seconds[0]),
                seconds,
                cap: total.split_cap().filter(|_| method.info().lists()),
            }));
        }
        Ok(())
    }

    fn timed(
        &self,
        request: &Request,
        backend: &dyn Backend,
        control: &dyn Control,
        clock: &(dyn Fn() -> f64 + Sync),
    ) -> Result<Option<(Total, f64)>, Error> {
        let start = clock();
        let deadline = Deadline { control, clock, end: start + self.limit };
        match run(request, backend, &deadline) {
            Ok(total) => Ok(Some((total, clock() - start))),
            Err(Error::Stopped) if !control.stopped() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A method in the race on one board.
struct Racer {
    method: Method,
    seconds: Vec<f64>,
    solutions: u128,
}

fn run(request: &Request, backend: &dyn Backend, control: &dyn Control) -> Result<Total, Error> {
    request.plan()?.run(backend, control)
}

/// The control that also stops at a given time.
struct Deadline<'a> {
    control: &'a dyn Control,
    clock: &'a (dyn Fn() -> f64 + Sync),
    end: f64,
}

impl Control for Deadline<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped() || (self.clock)() > self.end
    }
}

/// What the caps of the last board mean, in words: one line for each method that has one.
pub fn remarks(measurements: &[Measurement]) -> Vec<String> {
    let Some(last) = measurements.iter().map(|m| m.size).max() else {
        return Vec::new();
    };
    let per_first_queen = |m: &Measurement| m.method.info().threads == ThreadUse::OnePerFirstQueen;
    let capped = measurements.iter().filter(|m| m.size == last && per_first_queen(m));
    let remark = |m: &Measurement| {
        let cap = m.cap?;
        Some(format!(
            "{}: one thread for each of {} rows of the first queen gains at most {cap:.2}x at N = {last} on any number of cores, \
             because the hardest row has {:.1}% of all placements",
            m.method,
            crate::observe::first_rows(last),
            100.0 / cap
        ))
    };
    capped.filter_map(remark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inline, Never};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock that moves on by a second each time it is read.
    fn clock() -> impl Fn() -> f64 + Sync {
        let seconds = AtomicU64::new(0);
        move || seconds.fetch_add(1, Ordering::Relaxed) as f64
    }

    fn told(methods: &[Method], sizes: &[usize], limit: f64) -> Vec<News> {
        let (methods, sizes) = (methods.to_vec(), sizes.to_vec());
        let mut news = Vec::new();
        let comparison = Comparison { methods, sizes, runs: 2, limit };
        comparison.run(&Inline, &Never, &clock(), |n| news.push(n)).unwrap();
        news
    }

    #[test]
    fn methods_are_measured_and_related_to_the_first() {
        let news = told(&[Method::ARRAYS, Method::COLUMNS], &[8], 1e9);
        let measured: Vec<_> = news
            .iter()
            .map(|n| match n {
                News::Measured(m) => (m.method, m.solutions, m.placements, m.ratio.is_some()),
                News::Skipped { .. } => panic!("{n:?}"),
            })
            .collect();
        assert_eq!(
            measured,
            [(Method::ARRAYS, 92, Some(2056), true), (Method::COLUMNS, 92, Some(1028), true)]
        );
    }

    #[test]
    fn a_method_past_the_limit_or_its_range_is_skipped_with_the_reason() {
        let news = told(&[Method::BITMASK, Method::TILES], &[14], 3.0);
        let why = |n: &News| match n {
            News::Skipped { method, why, .. } => (*method, why.clone()),
            News::Measured(m) => panic!("{m:?}"),
        };
        let whys: Vec<_> = news.iter().map(why).collect();
        assert_eq!(whys[0], (Method::TILES, "goes to N = 13".to_string()));
        assert_eq!(whys[1], (Method::BITMASK, "took over 3.00 s".to_string()));
        let news = told(&[Method::BITMASK], &[14, 15], 3.0);
        assert_eq!(why(&news[1]).1, "took over 3.00 s on a smaller board");
    }

    #[test]
    fn best_and_median_are_those_of_the_runs() {
        let seconds = vec![1.0, 2.0, 4.0, 8.0];
        let (method, size, solutions, placements) = (Method::ARRAYS, 8, 92, Some(2056));
        let m =
            Measurement { method, size, solutions, placements, seconds, cap: None, ratio: None };
        assert_eq!((m.best(), m.median()), (1.0, 3.0));
    }
}
