//! Requests: what is asked for, and the plan that it resolves to.

use super::{Backend, Inline, Plan, Total};
use crate::engines::{Counts, ENGINES, EngineInfo};
use crate::job::{Details, Never, Problem};
use crate::{Board, Error, Method, RequestError, Rotation, Rules};

/// What is asked for: a board, a method or the default, and what to find out in addition to the number of solutions.
///
/// ```
/// use queens::{Method, Request};
/// let total = Request::count(8)?.method(Method::BREADTH).statistics().run()?;
/// assert_eq!(total.solutions, 92);
/// assert_eq!(total.statistics.unwrap().queue_peak, 351);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    problem: Problem,
    details: Details,
    method: Option<Method>,
}

impl Request {
    /// The solutions of the empty board of the given size.
    pub fn count(size: usize) -> Result<Self, Error> {
        Ok(Self::on(Board::new(size)?))
    }

    /// The solutions of a board.
    pub fn on(board: Board) -> Self {
        Self::of(Problem::on(board))
    }

    /// The solutions of a problem.
    pub fn of(problem: Problem) -> Self {
        Self { problem, details: Details::default(), method: None }
    }

    /// By this method. Without it the fastest that fits is chosen.
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// With the statistics of the method; without a method, those of plain backtracking (`bitmask`).
    pub fn statistics(mut self) -> Self {
        self.details.statistics = true;
        self
    }

    /// With the solutions sorted by symmetry and by first queen.
    pub fn tally(mut self) -> Self {
        self.details.tally = true;
        self
    }

    /// Only the solutions that a rotation maps to themselves, found without the others.
    pub fn only(mut self, rotation: Rotation) -> Self {
        self.problem.only = Some(rotation);
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
        self.problem.rules = rules;
        self
    }

    /// What is counted.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The method that was asked for, if any.
    pub fn chosen(&self) -> Option<Method> {
        self.method
    }

    /// The work to do on this machine's CPU, as pure data; or what is wrong with the request.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.plan_for(&Inline)
    }

    /// The work to do on a backend, as pure data: without a method, by the one that is fastest there. An error says what is
    /// wrong with the request, or what the backend cannot run.
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

    /// The row of the engine that fits.
    fn engine(&self, backend: &dyn Backend) -> Result<&'static EngineInfo, Error> {
        let Problem { board, rules, only } = &self.problem;
        let Details { statistics, tally } = self.details;
        // Other engines than the methods count empty boards, and nothing else.
        let plain = board.is_empty() && !statistics && !tally && self.method.is_none();
        let row = |counts| ENGINES.iter().copied().find(|info| info.counts == counts);
        match (rules, only) {
            (Rules::Queens, None) => Ok(self.fitting_method(backend).info()),
            (Rules::Queens, Some(rotation)) => row(Counts::Symmetric)
                .filter(|_| plain)
                .ok_or(Error::Request(RequestError::OnlyCounts { rotation: *rotation })),
            (&rules, only) => row(Counts::Rules(rules))
                .filter(|_| plain && only.is_none())
                .ok_or(Error::Request(RequestError::RulesCount { rules })),
        }
    }

    fn fitting_method(&self, backend: &dyn Backend) -> Method {
        let Details { statistics, tally } = self.details;
        match self.method {
            Some(method) => method,
            None if statistics => Method::BITMASK,
            None if tally && self.problem.board.is_empty() => Method::STACKED,
            None if tally => Method::BITMASK,
            None => Method::auto(&self.problem.board, backend.simd()),
        }
    }

    /// Counts on the calling thread.
    pub fn run(&self) -> Result<Total, Error> {
        self.plan()?.run(&Inline, &Never)
    }
}
