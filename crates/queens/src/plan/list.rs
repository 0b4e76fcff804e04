//! Listing the solutions of a request one by one, in the order of its method.

use super::Request;
use crate::engines::{Sorting, search};
use crate::job::{Control, Guard, Problem, Queens};
use crate::observe::Flow;
use crate::{Error, Method, Observer, RequestError, Solution};

impl Request {
    /// Lists the solutions in the order of the method until `visit` returns `Break`. Without a method the order is
    /// lexicographic.
    ///
    /// ```
    /// use queens::{Method, Never, Request, observe::Flow};
    /// let mut lines = Vec::new();
    /// Request::count(6)?.method(Method::BITMASK_HALF).list(&Never, |solution| {
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
        let &Problem { ref board, queens, .. } = self.problem();
        if queens != Queens::Full {
            return Err(Error::Request(RequestError::QueensCount { queens }));
        }
        let method = self.chosen().unwrap_or(Method::BITMASK_ITERATIVE);
        method.check_lists(board)?;
        let engine = (method.info().build)(self.problem());
        let sorting = engine.search().map_or(Sorting::None, |search| search.sorting());
        let lister = Lister { visit, sorting, waiting: Vec::new(), broke_off: false };
        let mut guard = Guard::without_progress(control, board.size(), lister);
        let end = search(method, board, &mut guard);
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

/// Passes solutions on in the order of the method, and sorts them if the search finds them in another order.
struct Lister<F> {
    visit: F,
    sorting: Sorting,
    waiting: Vec<Solution>,
    broke_off: bool,
}

impl<F: FnMut(Solution) -> Flow> Lister<F> {
    fn pass_on(&mut self, solution: Solution) -> Flow {
        let flow = (self.visit)(solution);
        self.broke_off = flow.is_break();
        flow
    }

    fn flush(&mut self) -> Flow {
        self.waiting.sort();
        for solution in std::mem::take(&mut self.waiting) {
            self.pass_on(solution)?;
        }
        Flow::Continue(())
    }
}

impl<F: FnMut(Solution) -> Flow> Observer for Lister<F> {
    fn ignores_steps_from(&self) -> usize {
        // Sorted solutions are passed on when the first queen moves.
        1
    }

    fn place(&mut self, col: usize, _row: usize) -> Flow {
        match self.sorting {
            Sorting::WithinFirstQueen if col == 0 => self.flush(),
            _ => Flow::Continue(()),
        }
    }

    fn solution(&mut self, rows: &[u8]) -> Flow {
        let solution = Solution::found(rows);
        if self.sorting == Sorting::None {
            return self.pass_on(solution);
        }
        self.waiting.push(solution);
        Flow::Continue(())
    }
}
