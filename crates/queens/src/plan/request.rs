//! Requests, and how they resolve to plans.

use super::{Backend, Inline, Plan, Total};
use crate::engines::{Counts, ENGINES, EngineInfo};
use crate::job::{Details, Never, Problem, Queens};
use crate::{Board, Error, Method, RequestError, Rotation, Rules};

/// A request to count solutions: a board, optionally a method, and what to determine in addition to the number.
///
/// ```
/// use queens::{Method, Request, Rotation};
/// // The fastest method for the size.
/// assert_eq!(Request::count(12)?.run()?.solutions, 14_200);
/// // A method by name, with its statistics.
/// let total = Request::count(8)?.method(Method::BREADTH).statistics().run()?;
/// assert_eq!((total.solutions, total.statistics.unwrap().queue_peak), (92, 351));
/// // Solutions by symmetry and by first queen.
/// assert_eq!(Request::count(8)?.tally().run()?.tally.unwrap().fundamental, 12);
/// // Only symmetric solutions, on larger boards than all of them.
/// assert_eq!(Request::count(20)?.only(Rotation::By90).run()?.solutions, 480);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    problem: Problem,
    details: Details,
    method: Option<Method>,
}

impl Request {
    /// Requests the number of solutions of the empty board of this size.
    pub fn count(size: usize) -> Result<Self, Error> {
        Ok(Self::on(Board::new(size)?))
    }

    /// Requests the number of solutions of a board.
    pub fn on(board: Board) -> Self {
        Self::of(Problem::on(board))
    }

    /// Requests the number of solutions of a problem.
    pub fn of(problem: Problem) -> Self {
        Self { problem, details: Details::default(), method: None }
    }

    /// Uses this method. Without one the fastest that supports the request is used.
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// Also counts the steps of the search. Without a method they are those of plain backtracking (`bitmask`).
    pub fn statistics(mut self) -> Self {
        self.details.statistics = true;
        self
    }

    /// Also sorts the solutions by symmetry and by the row of the first queen.
    pub fn tally(mut self) -> Self {
        self.details.tally = true;
        self
    }

    /// Also counts the placements of plain backtracking in each column. The board must be empty. Without a method half of the board is
    /// counted, in many jobs; with `bitmask`, all of it.
    ///
    /// ```
    /// use queens::Request;
    /// let total = Request::count(6)?.by_level().run()?;
    /// assert_eq!(total.by_level.unwrap(), [6, 20, 36, 46, 40, 4]);
    /// assert_eq!(total.statistics.unwrap().placements, 152);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn by_level(mut self) -> Self {
        self.details.by_level = true;
        self.statistics()
    }

    /// Counts only solutions symmetric under a rotation. They are found without visiting the others.
    pub fn only(mut self, rotation: Rotation) -> Self {
        self.problem.only = Some(rotation);
        self
    }

    /// Counts by other rules on an empty board: on a torus, with superqueens, semi-queens or reflecting queens. A board with regions has its own rules
    /// ([`Board::with_regions`]).
    ///
    /// ```
    /// use queens::{Request, Rules};
    /// assert_eq!(Request::count(13)?.rules(Rules::Torus).run()?.solutions, 4524);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn rules(mut self, rules: Rules) -> Self {
        self.problem.rules = rules;
        self
    }

    /// Counts arrangements with another number of queens than N on an empty board.
    ///
    /// ```
    /// use queens::{Queens, Request};
    /// assert_eq!(Request::count(10)?.queens(Queens::Exactly(7)).run()?.solutions, 2_119_176);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn queens(mut self, queens: Queens) -> Self {
        self.problem.queens = queens.on(self.problem.board.size());
        self
    }

    /// The problem whose solutions are counted.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The requested method, if any.
    pub fn chosen(&self) -> Option<Method> {
        self.method
    }

    /// Resolves the request to a plan for this machine's CPU.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.plan_for(&Inline)
    }

    /// Resolves the request to a plan for a backend. Without a method the plan uses the fastest one on that backend. An error
    /// says what is wrong with the request, or what the backend does not support.
    pub fn plan_for(&self, backend: &dyn Backend) -> Result<Plan, Error> {
        if let Some(method) = backend.fastest_method().filter(|_| self.method.is_none())
            && self.problem.counts_all()
            && let Ok(plan) = self.built(method.info())
            && backend.check(&plan).is_ok()
        {
            return Ok(plan);
        }
        let plan = self.built(self.engine(backend)?)?;
        backend.check(&plan)?;
        Ok(plan)
    }

    fn built(&self, info: &'static EngineInfo) -> Result<Plan, Error> {
        info.check(&self.problem, self.details)?;
        let engine = (info.build)(&self.problem);
        Ok(Plan::new(self.problem.clone(), self.details, engine))
    }

    /// The table row of the engine that runs the request.
    fn engine(&self, backend: &dyn Backend) -> Result<&'static EngineInfo, Error> {
        let Problem { board, rules, only, queens } = &self.problem;
        let Details { statistics, tally, by_level } = self.details;
        if by_level {
            let half = || ENGINES.iter().copied().find(|info| info.counts == Counts::ByLevel);
            let info = self.method.map(Method::info).or_else(half);
            let plain = !tally && self.problem.counts_all() && board.is_empty();
            return info.filter(|_| plain).ok_or(Error::Request(RequestError::ByLevelCounts));
        }
        // Engines that are not methods only count, and most of them only on empty boards.
        let plain = !statistics && !tally && self.method.is_none();
        let supports = |info: &EngineInfo| board.is_empty() || info.takes_given_queens;
        let row = |counts| {
            let found = ENGINES.iter().copied().find(|info| info.counts == counts);
            found.filter(|info| plain && supports(info))
        };
        if *queens != Queens::Full {
            let symmetric = only.is_some() && *queens != Queens::WithPawn;
            let supported = *rules == Rules::Queens && !symmetric;
            return row(Counts::of(*queens))
                .filter(|_| supported)
                .ok_or(Error::Request(RequestError::QueensCount { queens: *queens }));
        }
        match (rules, only) {
            (Rules::Queens, None) => Ok(self.fitting_method(backend).info()),
            (Rules::Queens | Rules::Superqueens, Some(rotation)) => row(Counts::Symmetric)
                .ok_or(Error::Request(RequestError::OnlyCounts { rotation: *rotation })),
            (_, Some(rotation)) => {
                Err(Error::Request(RequestError::OnlyCounts { rotation: *rotation }))
            }
            (&rules, None) => {
                row(Counts::Rules(rules)).ok_or(Error::Request(RequestError::RulesCount { rules }))
            }
        }
    }

    fn fitting_method(&self, backend: &dyn Backend) -> Method {
        let Details { statistics, tally, .. } = self.details;
        match self.method {
            Some(method) => method,
            None if statistics => Method::BITMASK,
            None if tally && self.problem.board.is_empty() => Method::STACKED,
            None if tally => Method::BITMASK,
            None => Method::auto(&self.problem.board, backend.resources()),
        }
    }

    /// Plans the request and runs it on the calling thread.
    pub fn run(&self) -> Result<Total, Error> {
        self.plan()?.run(&Inline, &Never)
    }
}
