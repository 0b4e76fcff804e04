//! Methods: engines that can be chosen by name.

use super::ENGINES;
use super::engine::{Counts, EngineInfo};
use super::join;
use crate::job::{Details, Problem};
use crate::{Board, CheckError, Error, Observer, RequestError, Simd};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A method to count all solutions of a board: an engine that can be chosen by name.
///
/// ```
/// use queens::{Method, Request};
/// assert_eq!("bitmask-half".parse::<Method>()?, Method::BITMASK_HALF);
/// for method in Method::all().filter(|method| method.info().max_n >= 8) {
///     assert_eq!(Request::count(8)?.method(method).run()?.solutions, 92, "{method}");
/// }
/// let error = "bitmsk".parse::<Method>().unwrap_err().to_string();
/// assert!(error.contains("did you mean 'bitmask'?"));
/// let error = "foo".parse::<Method>().unwrap_err().to_string();
/// assert!(error.contains("expected arrays, arrays-half"));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Method(&'static EngineInfo);

/// What the choice of a method depends on in addition to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The vector instructions that workers use.
    pub simd: Simd,
    /// The number of threads.
    pub threads: usize,
    /// The bytes that all threads together may use.
    pub memory: u64,
}

impl Default for Resources {
    /// One thread with the widest vector instructions of this CPU, and memory without a limit.
    fn default() -> Self {
        Self { simd: Simd::best(), threads: 1, memory: u64::MAX }
    }
}

impl Method {
    /// The method that supports the largest boards. Errors suggest it when a board is too large for another method.
    pub const FURTHEST: Self = Self::CROSS;

    /// The method of a table row, which may describe an engine of your own: see [`Engine`](super::Engine).
    pub const fn new(info: &'static EngineInfo) -> Self {
        Self(info)
    }

    /// All methods of the table, the simplest first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        ENGINES.iter().filter(|info| info.counts == Counts::All).map(|info| Self(info))
    }

    /// The methods that find solutions one by one, so that they can be listed and traced.
    pub fn searches() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|method| method.info().lists())
    }

    /// The method for a board on a CPU with these resources: the fastest by measured times, and `join` only if its memory suffices.
    ///
    /// Milliseconds, best of 15 runs (7 for N = 17, 3 for N = 18), one thread, AMD EPYC, 2026-11-15, `queens count N --method M
    /// --simd S --threads 1 --format csv`:
    ///
    /// | N | cross portable | join portable | cross avx2 | join avx2 | cross avx512 | join avx512 |
    /// |--:|--:|--:|--:|--:|--:|--:|
    /// | 12 | 0.72 | 1.58 | 0.58 | 0.80 | 0.53 | 0.77 |
    /// | 13 | 2.81 | 6.78 | 1.66 | 3.37 | 1.50 | 3.25 |
    /// | 14 | 10.9 | 10.6 | 2.92 | 4.30 | 2.40 | 3.89 |
    /// | 15 | 67.6 | 52.3 | 13.4 | 23.4 | 10.9 | 21.0 |
    /// | 16 | 410 | 141 | 65.5 | 45.1 | 45.8 | 38.2 |
    /// | 17 | 3618 | 892 | 565 | 238 | 330 | 241 |
    /// | 18 | | | 3434 | 1194 | 2458 | 1077 |
    ///
    /// At N = 25 `join` takes 0.46 ns per solution (24 random sets of columns, avx512, 2026-11-18), and `cross` 4.8 ns (N = 22).
    ///
    /// Up to N = 10 `stacked` is faster than `cross`: 0.108 ms against 0.257 ms at N = 10, but 0.506 ms against 0.305 ms at
    /// N = 11. With given queens or closed squares `bitmask` replaces `stacked`, and `cross` replaces `join`.
    pub fn auto(board: &Board, resources: Resources) -> Self {
        let join_from = match resources.simd {
            // For NEON executed instructions were compared, not times: docs/benchmarks.md, "64-bit ARM".
            Simd::Portable | Simd::Neon => 14,
            Simd::Avx2 | Simd::Avx512 => 16,
        };
        match board.size() {
            0..=10 if board.is_empty() => Self::STACKED,
            0..=10 => Self::BITMASK,
            size if board.is_empty()
                && (join_from..=join::MAX_SIZE).contains(&size)
                && join::memory(size, resources.threads) <= resources.memory =>
            {
                Self::JOIN
            }
            _ => Self::CROSS,
        }
    }

    /// The table row of the method.
    pub const fn info(self) -> &'static EngineInfo {
        self.0
    }

    /// The name, as typed.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The method with the most similar name, if it is similar enough to be what was meant: it contains the text, or one in
    /// three letters differs.
    fn nearest(name: &str) -> Option<Self> {
        let is_part = |method: &Self| {
            let letters = name.chars().count();
            letters >= 3 && method.name().contains(name)
                || letters >= 2 && method.name().starts_with(name)
        };
        let is_similar = |method: &Self| {
            let longer = name.chars().count().max(method.name().len());
            // Much longer texts are not similar, and comparing them takes long.
            longer < 40 && strsim::damerau_levenshtein(name, method.name()) <= longer / 3
        };
        // A method whose name contains the text is preferred to one with a similar spelling.
        let near = |method: &Self| {
            f64::from(u8::from(is_part(method))) + strsim::jaro_winkler(name, method.name())
        };
        let similar = Self::all().filter(|method| is_part(method) || is_similar(method));
        similar.max_by(|a, b| near(a).total_cmp(&near(b)))
    }

    /// Checks that the method supports the board.
    pub fn check(self, board: &Board) -> Result<(), Error> {
        self.0.check(&Problem::on(board.clone()), Details::default())
    }

    /// Checks that the method supports the board and finds solutions one by one.
    pub fn check_lists(self, board: &Board) -> Result<(), Error> {
        self.check(board)?;
        if self.0.lists() {
            Ok(())
        } else {
            Err(Error::Request(RequestError::CountsOnly { method: self }))
        }
    }
}

/// Runs all jobs of a method on the board one after the other, watched by an observer, and returns the number of solutions.
pub fn search(method: Method, board: &Board, observer: &mut dyn Observer) -> Result<u64, Error> {
    method.check_lists(board)?;
    let engine = (method.0.build)(&Problem::on(board.clone()));
    let search = engine.search().ok_or(Error::Request(RequestError::CountsOnly { method }))?;
    let mut solutions: u64 = 0;
    for job in 0..engine.jobs() {
        let found = search.visit(job, observer)?;
        solutions =
            solutions.checked_add(found).ok_or(Error::Check(CheckError::Overflow { job }))?;
    }
    Ok(solutions)
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Method {}

impl Hash for Method {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        if let Some(method) = Self::all().find(|method| method.name() == name) {
            return Ok(method);
        }
        Err(Error::Request(RequestError::UnknownMethod {
            name: name.to_string(),
            nearest: Self::nearest(name).map(Self::name),
        }))
    }
}
