//! Requests, and the plans they resolve to.

use super::{Control, Guard, Inline, JobResult, Never, Total};
use crate::methods::{search, search_job};
use crate::search::Flow;
use crate::{Backend, Board, Error, Method, Observer, Silent, Solution, Statistics, Tally};

/// What is wanted: a board, a method or the default, and what to find out beside the number of solutions.
///
/// ```
/// use queens::{Method, Request};
/// let total = Request::count(8)?.method(Method::Breadth).statistics().run()?;
/// assert_eq!(total.solutions, 92);
/// assert_eq!(total.statistics.unwrap().queue_peak, 351);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    board: Board,
    method: Option<Method>,
    statistics: bool,
    tally: bool,
}

impl Request {
    /// The solutions of the empty board of the given size.
    pub fn count(size: usize) -> Result<Self, Error> {
        Ok(Self::on(Board::new(size)?))
    }

    /// The solutions of a board.
    pub fn on(board: Board) -> Self {
        Self { board, method: None, statistics: false, tally: false }
    }

    /// By this method. Without it the fastest that fits is taken.
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// With the statistics of the method; without a method, those of the plain search.
    pub fn statistics(mut self) -> Self {
        self.statistics = true;
        self
    }

    /// With the solutions sorted by symmetry and by first queen.
    pub fn tally(mut self) -> Self {
        self.tally = true;
        self
    }

    /// The work to do, as pure data; or what is wrong with the request.
    pub fn plan(&self) -> Result<Plan, Error> {
        let method = match self.method {
            Some(method) => method,
            None if self.statistics || !self.board.is_empty() => Method::Bitmask,
            None => Method::DEFAULT,
        };
        method.check(&self.board)?;
        let Self { board, statistics, tally, .. } = self.clone();
        Ok(Plan { board, method, statistics, tally })
    }

    /// Counts here and now, on the calling thread.
    pub fn run(&self) -> Result<Total, Error> {
        let plan = self.plan()?;
        let mut total = Total::new(&plan);
        Inline.run(&plan, &plan.all_jobs(), &mut total, &Never)?;
        Ok(total)
    }

    /// Lists the solutions in the order of the method, without one in lexicographic order, until `visit` breaks off.
    ///
    /// ```
    /// use queens::{Method, Never, Request, search::Flow};
    /// let mut lines = Vec::new();
    /// Request::count(6)?.method(Method::BitmaskHalf).list(&Never, |solution| {
    ///     lines.push(solution.to_string());
    ///     Flow::Continue(())
    /// })?;
    /// assert_eq!(lines, ["2 4 6 1 3 5", "5 3 1 6 4 2", "3 6 2 5 1 4", "4 1 5 2 6 3"]);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn list(
        &self,
        control: &dyn Control,
        visit: impl FnMut(Solution) -> Flow,
    ) -> Result<(), Error> {
        let method = self.method.unwrap_or(Method::BitmaskIterative);
        method.check(&self.board)?;
        let lister = Lister::new(method, &self.board, visit);
        let mut guard = Guard::without_progress(control, self.board.size(), lister);
        let end = search(method, &self.board, &mut guard);
        let Guard { inner: mut lister, .. } = guard;
        match end {
            Ok(_) => {
                let _ = lister.flush();
                Ok(())
            }
            Err(Error::Stopped) if lister.broke_off => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// The work of a request: a board, a method and numbered jobs. Pure data, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    board: Board,
    method: Method,
    statistics: bool,
    tally: bool,
}

impl Plan {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Whether steps are counted.
    pub fn statistics(&self) -> bool {
        self.statistics
    }

    /// Whether solutions are sorted.
    pub fn tally(&self) -> bool {
        self.tally
    }

    /// The number of jobs; their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.method.jobs(self.size())
    }

    /// The ids of all jobs.
    pub fn all_jobs(&self) -> Vec<u64> {
        (0..self.jobs()).collect()
    }

    /// Runs one job on the calling thread.
    pub fn run_job(&self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        if job >= self.jobs() {
            return Err(Error::NoSuchJob { job, jobs: self.jobs() });
        }
        match (self.statistics, self.tally) {
            (false, false) => {
                let (solutions, _) = self.observed(job, control, Silent)?;
                Ok(JobResult { solutions, statistics: None, tally: None })
            }
            (true, false) => {
                let (solutions, statistics) = self.observed(job, control, Statistics::default())?;
                Ok(JobResult { solutions, statistics: Some(statistics), tally: None })
            }
            (false, true) => {
                let (solutions, tally) = self.observed(job, control, Tally::new(self.size()))?;
                Ok(JobResult { solutions, statistics: None, tally: Some(tally) })
            }
            (true, true) => {
                let both = (Statistics::default(), Tally::new(self.size()));
                let (solutions, (statistics, tally)) = self.observed(job, control, both)?;
                Ok(JobResult { solutions, statistics: Some(statistics), tally: Some(tally) })
            }
        }
    }

    fn observed<O: Observer>(
        &self,
        job: u64,
        control: &dyn Control,
        observer: O,
    ) -> Result<(u64, O), Error> {
        let mut guard = Guard::new(control, self.method, self.size(), job, observer);
        let solutions = search_job(self.method, &self.board, job, &mut guard)?;
        Ok((solutions, guard.inner))
    }
}

/// Hands solutions on in the order of the method. `tiles` and `dancing-links` do not come upon them in lexicographic order:
/// theirs are sorted first, the latter's a first queen at a time.
struct Lister<F> {
    visit: F,
    sort: bool,
    sort_by_first: bool,
    waiting: Vec<Solution>,
    broke_off: bool,
}

impl<F: FnMut(Solution) -> Flow> Lister<F> {
    fn new(method: Method, board: &Board, visit: F) -> Self {
        let sort = matches!(method, Method::Tiles | Method::DancingLinks);
        // On the empty board dancing links fill column A first: all its lines are equal, and A is the first.
        let sort_by_first = method == Method::DancingLinks && board.is_empty();
        Self { visit, sort, sort_by_first, waiting: Vec::new(), broke_off: false }
    }

    fn hand_on(&mut self, solution: Solution) -> Flow {
        let flow = (self.visit)(solution);
        self.broke_off = flow.is_break();
        flow
    }

    fn flush(&mut self) -> Flow {
        self.waiting.sort();
        for solution in std::mem::take(&mut self.waiting) {
            self.hand_on(solution)?;
        }
        Flow::Continue(())
    }
}

impl<F: FnMut(Solution) -> Flow> Observer for Lister<F> {
    const SQUARES: bool = true;

    fn place(&mut self, col: usize, _row: usize) -> Flow {
        if self.sort_by_first && col == 0 { self.flush() } else { Flow::Continue(()) }
    }

    fn solution(&mut self, rows: &[u8]) -> Flow {
        let solution = Solution::found(rows);
        if self.sort {
            self.waiting.push(solution);
            return Flow::Continue(());
        }
        self.hand_on(solution)
    }
}
