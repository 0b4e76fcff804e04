//! Finding one solution of the empty board: by a formula for any size ([`Construction`]), at random ([`random()`]), or the
//! lexicographically first (`queens_puzzles::solve::first`). [`LocalSearch`] shows how a random solution of a large board is found.

mod construct;
mod local;
mod random;

pub use construct::Construction;
pub use local::{LocalSearch, LocalStep, Start};
pub use random::{MAX_RANDOM, UNIFORM_TO, random};

use crate::board::check::Lines;
use crate::{Control, Error, Solution};

/// A check polls the control after this many queens.
const STOP_CHECK_INTERVAL: usize = 1 << 20;

/// The solution with these rows. The check takes about a second on the largest boards, so it polls the control.
fn checked(rows: Vec<u32>, control: &dyn Control) -> Result<Solution, Error> {
    let mut lines = Lines::new(rows.len());
    for (col, &row) in rows.iter().enumerate() {
        if col % STOP_CHECK_INTERVAL == 0 && control.stopped() {
            return Err(Error::Stopped);
        }
        if row as usize >= rows.len() || !lines.queen(col, row as usize) {
            // The slower constructor names the queens that attack each other.
            return Solution::new(rows);
        }
    }
    Ok(Solution::checked(rows, 1))
}
