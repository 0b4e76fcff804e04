//! The number of solutions of a position.

use super::{Solve, few_solutions};
use crate::{Error, Position};
use queens::{Backend, Board, Control, MAX_SIZE, Problem, Request, Rules};

/// A search that counts the solutions of a puzzle gives up after this many steps: a few milliseconds.
const QUICK_STEPS: u64 = 1 << 11;

impl Position {
    /// The request that counts the solutions with an engine, or `None` if no engine supports the position.
    ///
    /// Engines support boards up to [`MAX_SIZE`] by the rules of queens and of regions, and empty boards by the rules of the torus
    /// and of superqueens.
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// let torus: Position = "size:13 rules:torus".parse()?;
    /// assert_eq!(torus.request().unwrap().run()?.solutions, 4524);
    /// let regions: Position = "size:4 rules:regions regions:AABB/ACBB/ACDD/CCDD".parse()?;
    /// assert_eq!(regions.request().unwrap().run()?.solutions, 1);
    /// let torus: Position = "size:13 rules:torus given:A1".parse()?;
    /// assert!(torus.request().is_none());
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn request(&self) -> Option<Request> {
        let is_empty = self.given().is_empty() && self.closed().is_empty();
        match self.rules() {
            Rules::Queens => self.board().map(Request::on),
            Rules::Regions => self.region_board().map(Request::on),
            rules @ (Rules::Torus | Rules::Superqueens) if is_empty && self.size() <= MAX_SIZE => {
                let board = Board::new(self.size()).ok()?;
                Some(Request::of(Problem { rules, ..Problem::on(board) }))
            }
            _ => None,
        }
    }

    /// The number of solutions.
    ///
    /// An engine counts them on the backend if one supports the position. Otherwise they are found one by one. With a
    /// limit they are always found one by one, and counting stops at the limit. In a position with regions a short search comes
    /// first ([`count_quickly`](Self::count_quickly)).
    ///
    /// ```
    /// use queens::{Inline, Never};
    /// use queens_puzzles::Position;
    /// let position: Position = "size:8 given:A1".parse()?;
    /// assert_eq!(position.count(None, &Inline, &Never)?, 4);
    /// assert_eq!(position.count(Some(3), &Inline, &Never)?, 3);
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn count(
        &self,
        limit: Option<u128>,
        backend: &dyn Backend,
        control: &dyn Control,
    ) -> Result<u128, Error> {
        let request = self.request().filter(|_| limit.is_none());
        if request.is_some()
            && let Some(found) = self.count_quickly(control)?
        {
            return Ok(found);
        }
        match request {
            Some(request) => Ok(request.plan_for(backend)?.run(backend, control)?.solutions),
            None => Solve::of(self).count(limit.unwrap_or(u128::MAX), control),
        }
    }

    /// The number of solutions of a position with regions, if a short search finds all of them.
    ///
    /// A puzzle has few solutions. A search that fills the row, column or region with the fewest open squares first finds them in
    /// less time than the engine, which goes line by line and is made for many solutions.
    ///
    /// ```
    /// use queens::Never;
    /// use queens_puzzles::Position;
    /// let puzzle: Position = "AABB\nACBB\nACDD\nCCDD".parse()?;
    /// assert_eq!(puzzle.count_quickly(&Never)?, Some(1));
    /// let rows: Vec<String> = "ABCDEFGHIJ".chars().map(|name| name.to_string().repeat(10)).collect();
    /// let many: Position = rows.join("\n").parse()?;
    /// assert_eq!(many.count_quickly(&Never)?, None);
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn count_quickly(&self, control: &dyn Control) -> Result<Option<u128>, Error> {
        if self.rules() != Rules::Regions {
            return Ok(None);
        }
        let found = few_solutions(self, usize::MAX, QUICK_STEPS, control)?;
        Ok(found.map(|found| found as u128))
    }
}
