//! Recounts of jobs by plain backtracking, whole or in parts.

use super::Plan;
use crate::engines::bitmask::Bitmask;
use crate::engines::{SearchMethod, plain_queens, plain_rules, regions};
use crate::job::{Control, Guard, Queens, Subproblem, Weight};
use crate::observe::Flow;
use crate::{Board, CheckError, Error, Observer, Rules, Square};

/// A board with fewer empty columns is recounted whole: it takes less than a second.
const MIN_SPLIT: usize = 12;
/// The number of columns that are filled to split a board.
const SPLIT_COLUMNS: usize = 2;

/// A part of the recount of a job, independent of all other parts.
#[derive(Clone, Debug)]
pub struct RecountPart {
    job: u64,
    rules: Rules,
    queens: Queens,
    subproblem: Subproblem,
}

impl RecountPart {
    /// The id of the job.
    pub fn job(&self) -> u64 {
        self.job
    }

    /// Counts the solutions of this part by plain backtracking.
    pub fn count(&self, control: &dyn Control) -> Result<u64, Error> {
        let Subproblem { board, weight } = &self.subproblem;
        let overflow = Error::Check(CheckError::Overflow { job: self.job });
        if board.regions().is_some() {
            let found = regions::plain::count(board, control)?;
            return found.checked_mul(weight.of(&[])).ok_or(overflow);
        }
        if self.queens != Queens::Full {
            let pawn = match *weight {
                Weight::Pawn(square, _) => Some(square),
                _ => None,
            };
            let found = plain_queens::count(self.queens, board, pawn, self.job, control)?;
            return found.checked_mul(weight.of(&[])).ok_or(overflow);
        }
        if self.rules != Rules::Queens || matches!(weight, Weight::Fixed(..)) {
            return plain_rules::count(self.rules, &self.subproblem, self.job, control);
        }
        let mut weighted = Weighted { weight: *weight, sum: Some(0) };
        for first in 0..board.size().max(1) {
            let mut guard = Guard::without_progress(control, board.size(), &mut weighted);
            Bitmask::search(board, first as u64, &mut guard)?;
        }
        weighted.sum.ok_or(overflow)
    }
}

impl Plan {
    /// What recounts jobs of this plan, in words: plain backtracking (`bitmask`), or a search that tests square by square, by other
    /// rules, for symmetric solutions and for another number of queens than N.
    ///
    /// ```
    /// use queens::{Request, Rules};
    /// assert_eq!(Request::count(8)?.plan()?.recounted_by(), "plain backtracking");
    /// let torus = Request::count(8)?.rules(Rules::Torus).plan()?;
    /// assert_eq!(torus.recounted_by(), "a search square by square");
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn recounted_by(&self) -> &'static str {
        if self.problem().counts_all() { "plain backtracking" } else { "a search square by square" }
    }

    /// Recounts a job by plain backtracking: `bitmask`, or other searches by other rules, for symmetric solutions and for another
    /// number of queens than N. The boards and weights come from the plan. The count shares no code with the engine, except for
    /// plans of `bitmask` itself.
    pub fn recount(&self, job: u64, control: &dyn Control) -> Result<u64, Error> {
        self.subproblems(job)?.into_iter().try_fold(0, |sum: u64, subproblem| {
            let part = self.recount_part(job, subproblem).count(control)?;
            sum.checked_add(part).ok_or(Error::Check(CheckError::Overflow { job }))
        })
    }

    /// The recount of a job in parts, for several threads. The sum of their counts is that of [`recount`](Self::recount).
    ///
    /// ```
    /// use queens::{Method, Never, Request};
    /// let plan = Request::count(14)?.method(Method::BITMASK).plan()?;
    /// let parts = plan.recount_parts(3)?;
    /// assert!(parts.len() > 50);
    /// let sum: u64 = parts.iter().map(|part| part.count(&Never).unwrap()).sum();
    /// assert_eq!(sum, plan.recount(3, &Never)?);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn recount_parts(&self, job: u64) -> Result<Vec<RecountPart>, Error> {
        let mut parts = Vec::new();
        for Subproblem { board, weight } in self.subproblems(job)? {
            let is_large = board.size() >= MIN_SPLIT + board.given().len();
            let is_full = board.regions().is_none() && self.queens() == Queens::Full;
            let boards =
                if is_large && is_full { split(&board, SPLIT_COLUMNS)? } else { vec![board] };
            let part = |board| self.recount_part(job, Subproblem { board, weight });
            parts.extend(boards.into_iter().map(part));
        }
        Ok(parts)
    }

    fn recount_part(&self, job: u64, subproblem: Subproblem) -> RecountPart {
        RecountPart { job, rules: self.rules(), queens: self.queens(), subproblem }
    }
}

/// The boards in which each of the first columns with several open squares keeps only one of them, in all possible ways. Queens
/// are not given there, because by some rules they attack less than by those of queens.
fn split(board: &Board, columns: usize) -> Result<Vec<Board>, Error> {
    let is_undecided = |&col: &usize| {
        board.given().iter().all(|queen| queen.col as usize != col) && board.open()[col].len() > 1
    };
    let Some(col) = (0..board.size()).find(is_undecided).filter(|_| columns > 0) else {
        return Ok(vec![board.clone()]);
    };
    let mut boards = Vec::new();
    for row in board.open()[col].iter() {
        let others = board.open()[col].iter().filter(|&other| other != row);
        let others = others.map(|other| Square::new(col as u32, other as u32));
        let board = others.into_iter().try_fold(board.clone(), Board::with_closed)?;
        boards.extend(split(&board, columns - 1)?);
    }
    Ok(boards)
}

/// The observer that adds up the weights of solutions.
struct Weighted {
    weight: Weight,
    sum: Option<u64>,
}

impl Observer for &mut Weighted {
    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.sum = self.sum.and_then(|sum| sum.checked_add(self.weight.of(rows)));
        Flow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Method, Never, Request};

    #[test]
    fn the_parts_of_a_recount_are_the_recount() {
        for (size, method) in [(13, Method::BITMASK), (14, Method::CROSS), (14, Method::JOIN)] {
            let plan = Request::count(size).unwrap().method(method).plan().unwrap();
            let mut split = 0;
            for job in plan.sample(5) {
                let parts = plan.recount_parts(job).unwrap();
                split += usize::from(parts.len() > plan.subproblems(job).unwrap().len());
                let sum: u64 = parts.iter().map(|part| part.count(&Never).unwrap()).sum();
                assert_eq!(sum, plan.recount(job, &Never).unwrap(), "{method}, job {job}");
            }
            assert!(split > 0 || method != Method::BITMASK);
        }
    }
}
