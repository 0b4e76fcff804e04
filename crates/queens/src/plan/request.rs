//! Requests, and the plans they resolve to.

use super::jobs::Jobs;
use super::{Control, Guard, Inline, JobResult, Never, Total};
use crate::methods::cross::Cross;
use crate::methods::join::Join;
use crate::methods::search;
use crate::methods::superqueens::Superqueens;
use crate::methods::symmetric::{Symmetric, Turn};
use crate::methods::torus::Torus;
use crate::search::Flow;
use crate::{Backend, Board, Error, Method, Observer, Rules, Simd, Solution};
use std::sync::Arc;

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
    only: Option<Turn>,
    rules: Rules,
    simd: Simd,
}

impl Request {
    /// The solutions of the empty board of the given size.
    pub fn count(size: usize) -> Result<Self, Error> {
        Ok(Self::on(Board::new(size)?))
    }

    /// The solutions of a board.
    pub fn on(board: Board) -> Self {
        Self {
            board,
            method: None,
            statistics: false,
            tally: false,
            only: None,
            rules: Rules::Queens,
            simd: Simd::best(),
        }
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

    /// To be run with these vector instructions: the fastest method is chosen for them.
    pub fn simd(mut self, simd: Simd) -> Self {
        self.simd = simd;
        self
    }

    /// Only the solutions that a turn of the board leaves as they are, found without the others.
    pub fn only(mut self, turn: Turn) -> Self {
        self.only = Some(turn);
        self
    }

    /// The empty board by other rules: on a torus, or with superqueens.
    ///
    /// ```
    /// use queens::{Request, Rules};
    /// assert_eq!(Request::count(13)?.rules(Rules::Torus).run()?.solutions, 4524);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The work to do, as pure data; or what is wrong with the request.
    pub fn plan(&self) -> Result<Plan, Error> {
        let Self { board, statistics, tally, only, rules, .. } = self.clone();
        if rules != Rules::Queens {
            let plain = board.is_empty() && !statistics && !tally && only.is_none();
            let jobs = match rules {
                Rules::Torus => Jobs::Torus(Arc::new(Torus::new(board.size()))),
                Rules::Superqueens => Jobs::Superqueens(Arc::new(Superqueens::new(board.size()))),
                _ => return Err(Error::RulesCount { rules }),
            };
            if !plain || self.method.is_some() {
                return Err(Error::RulesCount { rules });
            }
            let method = Method::Bitmask;
            return Ok(Plan { board, method, statistics, tally, only, rules, jobs });
        }
        if let Some(turn) = only {
            if !board.is_empty() || statistics || tally || self.method.is_some() {
                return Err(Error::OnlyCounts { turn });
            }
            let jobs = Jobs::Symmetric(Arc::new(Symmetric::new(board.size(), turn)));
            let method = Method::Bitmask;
            return Ok(Plan { board, method, statistics, tally, only, rules, jobs });
        }
        let method = match self.method {
            Some(method) => method,
            None if statistics => Method::Bitmask,
            None if tally && board.is_empty() => Method::Stacked,
            None if tally => Method::Bitmask,
            None => Method::auto(&board, self.simd),
        };
        method.check(&board)?;
        let info = method.info();
        if tally && !info.visits {
            return Err(Error::CountsOnly { method });
        }
        if statistics && info.statistics.is_empty() {
            return Err(Error::NoStatistics { method });
        }
        let jobs = match method {
            Method::Cross => Jobs::Cross(Arc::new(Cross::new(&board))),
            Method::Join => Jobs::Join(Arc::new(Join::new(board.size()))),
            method => Jobs::Search(method.first_queens(board.size())),
        };
        Ok(Plan { board, method, statistics, tally, only, rules, jobs })
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
        method.check_visits(&self.board)?;
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

/// The work of a request: a board, a method and numbered jobs. Pure data: of a method, the same on every machine.
#[derive(Clone, Debug)]
pub struct Plan {
    board: Board,
    method: Method,
    statistics: bool,
    tally: bool,
    only: Option<Turn>,
    rules: Rules,
    pub(super) jobs: Jobs,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        let parts = |plan: &Self| (plan.method, plan.statistics, plan.tally, plan.only, plan.rules);
        self.board == other.board && parts(self) == parts(other)
    }
}

impl Eq for Plan {}

impl Plan {
    /// The version of the cut into jobs: job 7 of a plan counts the same boards wherever the version is the same.
    pub const VERSION: u32 = 1;

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// The method; of a plan for symmetric solutions only, the one that could count them too. By other rules than those of queens no
    /// method counts, and it means nothing.
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

    /// The turn that must leave a solution as it is, if only such solutions are counted.
    pub fn only(&self) -> Option<Turn> {
        self.only
    }

    /// The rules: those of queens, or others on an empty board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of jobs; their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.jobs.len()
    }

    /// The ids of all jobs.
    pub fn all_jobs(&self) -> Vec<u64> {
        (0..self.jobs()).collect()
    }

    /// Runs one job on the calling thread.
    pub fn run_job(&self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.worker(Simd::best()).run(job, control)
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
