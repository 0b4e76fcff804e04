//! How many solutions a position has: which engine counts them.

use super::Solve;
use crate::job::{Control, Problem};
use crate::{Backend, Board, Error, MAX_SIZE, Position, Request, Rules};

impl Position {
    /// The request that counts the solutions by an engine, if one takes the position: boards by the rules of queens, and empty
    /// boards by other rules, without regions.
    ///
    /// ```
    /// use queens::Position;
    /// let torus: Position = "size:13 rules:torus".parse()?;
    /// assert_eq!(torus.request().unwrap().run()?.solutions, 4524);
    /// let regions: Position = "size:4 rules:regions regions:AABB/ACBB/ACDD/CCDD".parse()?;
    /// assert!(regions.request().is_none());
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn request(&self) -> Option<Request> {
        let is_empty = self.given().is_empty() && self.closed().is_empty();
        match self.rules() {
            Rules::Queens => self.board().map(Request::on),
            rules @ (Rules::Torus | Rules::Superqueens) if is_empty && self.size() <= MAX_SIZE => {
                let board = Board::new(self.size()).ok()?;
                Some(Request::of(Problem { rules, ..Problem::on(board) }))
            }
            _ => None,
        }
    }

    /// The number of solutions: counted by an engine on the backend where one takes the position, and otherwise one by one. With
    /// a limit, no more than this many are counted, one by one.
    ///
    /// ```
    /// use queens::{Inline, Never, Position};
    /// let position: Position = "size:8 given:A1".parse()?;
    /// assert_eq!(position.count(None, &Inline, &Never)?, 4);
    /// assert_eq!(position.count(Some(3), &Inline, &Never)?, 3);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn count(
        &self,
        limit: Option<u128>,
        backend: &dyn Backend,
        control: &dyn Control,
    ) -> Result<u128, Error> {
        match self.request().filter(|_| limit.is_none()) {
            Some(request) => Ok(request.plan_for(backend)?.run(backend, control)?.solutions),
            None => Solve::of(self).count(limit.unwrap_or(u128::MAX), control),
        }
    }
}
