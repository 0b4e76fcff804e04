//! Comparisons of methods: times, placements, relative speed, and the limit of one thread per job.
//!
//! The library reads no clock: the caller passes one. In each round every method runs once, so that a disturbance affects all
//! methods alike. The fastest run of each method counts.

use crate::engines::ThreadUse;
use crate::job::deadline;
use crate::report::duration;
use crate::{Backend, CheckError, Control, Error, Method, Request, Total};

/// A comparison of methods on boards of several sizes.
///
/// ```
/// use queens::study::compare::{Comparison, News};
/// use queens::{Inline, Method, Never};
/// use std::time::Instant;
/// let start = Instant::now();
/// let clock = || start.elapsed().as_secs_f64();
/// let methods = vec![Method::ARRAYS, Method::BITMASK];
/// let comparison = Comparison { methods, sizes: vec![8], runs: 3, limit: 60.0 };
/// comparison.run(&Inline, &Never, &clock, |news| {
///     if let News::Measured(measured) = news {
///         println!("{}: {:.6} s", measured.method, measured.best());
///     }
/// })?;
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The methods. Speeds are relative to the first one.
    pub methods: Vec<Method>,
    /// The sizes of the boards.
    pub sizes: Vec<usize>,
    /// The number of times that each method runs on each board.
    pub runs: usize,
    /// A run longer than this many seconds is stopped, and its method skips this board and the following ones.
    pub limit: f64,
}

/// The times and numbers of a method on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The method.
    pub method: Method,
    /// The size of the board.
    pub size: usize,
    /// The number of solutions.
    pub solutions: u128,
    /// The number of queens placed, if the method places them one by one.
    pub placements: Option<u64>,
    /// The seconds of each run, the shortest first.
    pub seconds: Vec<f64>,
    /// The largest possible speedup with one thread per job, for methods that are divided into jobs.
    pub max_speedup: Option<f64>,
    /// The speed relative to the first method, if that was measured: 2 is twice as fast.
    pub ratio: Option<f64>,
}

/// An event of a running comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A method starts to count a board.
    Started {
        /// The method.
        method: Method,
        /// The size of the board.
        size: usize,
    },
    /// A method was measured on a board.
    Measured(Measurement),
    /// A method was skipped on a board.
    Skipped {
        /// The method.
        method: Method,
        /// The size of the board.
        size: usize,
        /// The reason as a text.
        why: String,
    },
}

impl Measurement {
    /// The time of the fastest run, in seconds.
    pub fn best(&self) -> f64 {
        self.seconds[0]
    }

    /// The median time of the runs, in seconds.
    pub fn median(&self) -> f64 {
        median(&self.seconds)
    }

    /// Nanoseconds per solution in the fastest run, if there are solutions.
    pub fn ns_per_solution(&self) -> Option<f64> {
        (self.solutions > 0).then(|| self.best() * 1e9 / self.solutions as f64)
    }
}

/// The median of at least one number, in order.
pub fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => (sorted[middle - 1] + sorted[middle]) / 2.0,
        _ => sorted[middle],
    }
}

impl Comparison {
    /// Measures all methods, board by board, and passes each event to `tell`. It is an error if methods disagree on a number of
    /// solutions.
    ///
    /// `clock` returns the seconds since any fixed moment.
    pub fn run(
        &self,
        backend: &dyn Backend,
        control: &dyn Control,
        clock: &(dyn Fn() -> f64 + Sync),
        mut tell: impl FnMut(News),
    ) -> Result<(), Error> {
        let mut left_out: Vec<Method> = Vec::new();
        for &size in &self.sizes {
            let mut racers: Vec<Racer> = Vec::new();
            for &method in &self.methods {
                if size > method.info().max_n {
                    let why = format!("supports N up to {}", method.info().max_n);
                    tell(News::Skipped { method, size, why });
                } else if left_out.contains(&method) {
                    let limit = duration(self.limit);
                    let why = format!("took more than {limit} on a smaller board");
                    tell(News::Skipped { method, size, why });
                } else {
                    racers.push(Racer { method, seconds: Vec::new(), solutions: 0 });
                }
            }
            for _ in 0..self.runs {
                let mut over = Vec::new();
                for Racer { method, seconds, solutions } in &mut racers {
                    tell(News::Started { method: *method, size });
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
                    let why = format!("took more than {}", duration(self.limit));
                    tell(News::Skipped { method, size, why });
                    racers.retain(|racer| racer.method != method);
                    left_out.push(method);
                }
            }
            self.finish(size, racers, backend, control, &mut tell)?;
        }
        Ok(())
    }

    /// Counts the placements of the measured methods, compares their totals, and reports all measurements.
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
            tell(News::Started { method, size });
            let mut request = Request::count(size)?.method(method);
            if !method.info().statistics.is_empty() {
                request = request.statistics();
            }
            let total = run(&request, backend, control)?;
            let (first, agreed, time) = *first.get_or_insert((method, solutions, seconds[0]));
            // Different code may run with and without counting placements: both totals are checked.
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
                max_speedup: total.max_speedup().filter(|_| method.info().lists()),
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
        let deadline = deadline(control, clock, start + self.limit);
        match run(request, backend, &deadline) {
            Ok(total) => Ok(Some((total, clock() - start))),
            Err(Error::Stopped) if !control.stopped() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A method that is measured on a board.
struct Racer {
    method: Method,
    seconds: Vec<f64>,
    solutions: u128,
}

fn run(request: &Request, backend: &dyn Backend, control: &dyn Control) -> Result<Total, Error> {
    request.plan()?.run(backend, control)
}

/// The meaning of the largest possible speedups on the largest board: one line per method with one thread per first queen.
pub fn remarks(measurements: &[Measurement]) -> Vec<String> {
    let Some(last) = measurements.iter().map(|m| m.size).max() else {
        return Vec::new();
    };
    let per_first_queen = |m: &Measurement| m.method.info().threads == ThreadUse::OnePerFirstQueen;
    let capped = measurements.iter().filter(|m| m.size == last && per_first_queen(m));
    let remark = |m: &Measurement| {
        let max_speedup = m.max_speedup?;
        Some(format!(
            "{}: with one thread for each of {} rows of the first queen the speedup is at most {max_speedup:.2}x at N = {last} on any number of cores, \
             because the largest job has {:.1}% of all placements",
            m.method,
            crate::observe::first_rows(last),
            100.0 / max_speedup
        ))
    };
    capped.filter_map(remark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inline, Never};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock that advances by one second each time it is read.
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

    /// The events other than starts.
    fn ends(methods: &[Method], sizes: &[usize], limit: f64) -> Vec<News> {
        let mut news = told(methods, sizes, limit);
        news.retain(|news| !matches!(news, News::Started { .. }));
        news
    }

    #[test]
    fn every_run_is_announced() {
        let news = told(&[Method::ARRAYS, Method::COLUMNS], &[6, 7], 1e9);
        let started = |news: &News| match news {
            News::Started { method, size } => Some((*size, *method)),
            _ => None,
        };
        let started: Vec<_> = news.iter().filter_map(started).collect();
        // Two timed runs each, and one that counts the placements.
        let board = |size| {
            [Method::ARRAYS, Method::COLUMNS]
                .repeat(3)
                .into_iter()
                .map(move |method| (size, method))
        };
        assert_eq!(started, board(6).chain(board(7)).collect::<Vec<_>>());
    }

    #[test]
    fn methods_are_measured_relative_to_the_first() {
        let news = ends(&[Method::ARRAYS, Method::COLUMNS], &[8], 1e9);
        let measured: Vec<_> = news
            .iter()
            .map(|n| match n {
                News::Measured(m) => (m.method, m.solutions, m.placements, m.ratio.is_some()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            measured,
            [(Method::ARRAYS, 92, Some(2056), true), (Method::COLUMNS, 92, Some(1028), true)]
        );
    }

    #[test]
    fn a_method_beyond_the_time_limit_or_its_range_is_skipped_with_the_reason() {
        let news = ends(&[Method::BITMASK, Method::TILES], &[14], 3.0);
        let why = |n: &News| match n {
            News::Skipped { method, why, .. } => (*method, why.clone()),
            other => panic!("{other:?}"),
        };
        let whys: Vec<_> = news.iter().map(why).collect();
        assert_eq!(whys[0], (Method::TILES, "supports N up to 13".to_string()));
        assert_eq!(whys[1], (Method::BITMASK, "took more than 3.00 s".to_string()));
        let news = ends(&[Method::BITMASK], &[14, 15], 3.0);
        assert_eq!(why(&news[1]).1, "took more than 3.00 s on a smaller board");
    }

    #[test]
    fn best_and_median_are_those_of_the_runs() {
        let seconds = vec![1.0, 2.0, 4.0, 8.0];
        let (method, size, solutions, placements) = (Method::ARRAYS, 8, 92, Some(2056));
        let m = Measurement {
            method,
            size,
            solutions,
            placements,
            seconds,
            max_speedup: None,
            ratio: None,
        };
        assert_eq!((m.best(), m.median()), (1.0, 3.0));
    }
}
