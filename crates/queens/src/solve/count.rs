//! The number of solutions of a position.

use super::Solve;
use crate::job::{Control, Problem};
use crate::{Backend, Board, Error, MAX_SIZE, Position, Request, Rules};

impl Position {
    /// The request that counts the solutions with an engine, or `None` if no engine supports the position.
    ///
    /// Engines support boards up to [`MAX_SIZE`] by the rules of queens and of regions, and empty boards by the rules of the torus
    /// and of superqueens.
    ///
    /// ```
    /// use queens::Position;
    /// let torus: Position = "size:13 rules:torus".parse()?;
    /// assert_eq!(torus.request().unwrap().run()?.solutions, 4524);
    /// let regions: Position = "size:4 rules:regions regions:AABB/ACBB/ACDD/CCDD".parse()?;
    /// assert_eq!(regions.request().unwrap().run()?.solutions, 1);
    /// let torus: Position = "size:13 rules:torus given:A1".parse()?;
    /// assert!(torus.request().is_none());
    /// # Ok::<(), queens::Error>(())
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
    /// limit they are always found one by one, and counting stops at the limit.
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
