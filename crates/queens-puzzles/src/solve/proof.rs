//! Proofs that a position has no solution, in the format DRAT, which independent programs check.
//!
//! A proof is a list of clauses. Each follows from the clauses of the position (`Format::Cnf` of `export`) and the clauses before
//! it by unit propagation. The last one is empty, so the clauses contradict each other. A proof may also delete clauses that
//! are no longer needed, so that a checker needs less memory and time.
//!
//! The SAT solver reports the clauses that it learns and deletes. It also removes literals that are known to be false, without a
//! report: deletions of such shortened clauses are left out, because a checker does not know them.
//!
//! Memory: the learnt clauses that are not deleted, in addition to the memory of the solver.
//! Checked by a checker that shares no code (`tests/export.rs`), and by `drat-trim`.
//! Reference: Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014.

use super::sat::{Recorder, find};
use crate::{Error, Position};
use queens::observe::Flow;
use queens::{Control, Solution};
use std::collections::HashMap;
use std::fmt;

/// A step of a proof. `Display` writes its line, without the line end.
///
/// Literals are numbers of variables of [`Format::Cnf`](crate::export::Format::Cnf), negative if they are negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStep<'a> {
    /// The clause follows from the clauses before it.
    Add(&'a [i32]),
    /// The clause is no longer needed.
    Delete(&'a [i32]),
}

impl fmt::Display for ProofStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, clause) = match self {
            Self::Add(clause) => ("", clause),
            Self::Delete(clause) => ("d ", clause),
        };
        f.write_str(mark)?;
        clause.iter().try_for_each(|literal| write!(f, "{literal} "))?;
        f.write_str("0")
    }
}

/// Proves that a position has no solution.
///
/// Passes the steps of the proof to `visit`, one by one. The last step adds the empty clause. If the position has a solution,
/// returns it; the steps until then prove nothing. The proof is one for the clauses that
/// [`Export`](crate::export::Export) writes as CNF.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens::observe::Flow;
/// use queens_puzzles::solve::{ProofStep, prove};
/// let position: Position = "size:6 given:A1".parse()?;
/// let mut proof = String::new();
/// let found = prove(&position, &Never, |step| {
///     proof += &format!("{step}\n");
///     Flow::Continue(())
/// })?;
/// assert_eq!(found, None);
/// assert_eq!(proof.lines().last(), Some("0"));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
///
/// # Errors
///
/// [`queens::Error::Stopped`] if the control or `visit` stops the search.
pub fn prove(
    position: &Position,
    control: &dyn Control,
    visit: impl FnMut(ProofStep<'_>) -> Flow,
) -> Result<Option<Solution>, Error> {
    let mut proof = Proof { visit, known: HashMap::new(), is_done: false };
    let found = find(position, control, &mut proof)?;
    if proof.is_done {
        return Err(queens::Stopped.into());
    }
    match found {
        Some(rows) => position.check(&rows).map(Some),
        None if (proof.visit)(ProofStep::Add(&[])).is_break() => Err(queens::Stopped.into()),
        None => Ok(None),
    }
}

/// Passes steps on to a visitor.
struct Proof<F> {
    visit: F,
    /// How many copies of each learnt clause a checker knows, with sorted literals.
    known: HashMap<Vec<i32>, usize>,
    /// Whether the visitor has stopped the search.
    is_done: bool,
}

impl<F: FnMut(ProofStep<'_>) -> Flow> Proof<F> {
    fn pass(&mut self, step: ProofStep<'_>) {
        self.is_done = self.is_done || (self.visit)(step).is_break();
    }
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted
}

impl<F: FnMut(ProofStep<'_>) -> Flow> Recorder for Proof<F> {
    fn learn(&mut self, clause: &[i32]) {
        // Shorter clauses are never deleted.
        if clause.len() > 2 {
            *self.known.entry(sorted(clause)).or_default() += 1;
        }
        self.pass(ProofStep::Add(clause));
    }

    fn delete(&mut self, clause: &[i32]) {
        let clause = sorted(clause);
        let Some(copies) = self.known.get_mut(&clause) else { return };
        *copies -= 1;
        if *copies == 0 {
            self.known.remove(&clause);
        }
        self.pass(ProofStep::Delete(&clause));
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::Never;
    use std::sync::atomic::AtomicBool;

    fn steps(text: &str) -> (Option<Solution>, Vec<String>) {
        let mut steps = Vec::new();
        let visit = |step: ProofStep<'_>| {
            steps.push(step.to_string());
            Flow::Continue(())
        };
        let found = prove(&text.parse().unwrap(), &Never, visit).unwrap();
        (found, steps)
    }

    #[test]
    fn steps_are_written_as_lines() {
        assert_eq!(ProofStep::Add(&[3, -1]).to_string(), "3 -1 0");
        assert_eq!(ProofStep::Delete(&[3, -1]).to_string(), "d 3 -1 0");
        assert_eq!(ProofStep::Add(&[]).to_string(), "0");
    }

    #[test]
    fn a_proof_ends_with_the_empty_clause() {
        for text in
            ["size:3", "size:8 given:A1,B2", "size:4 closed:A1,A2,A3,A4", "size:1 closed:A1"]
        {
            let (found, steps) = steps(text);
            assert_eq!(found, None, "{text}");
            assert_eq!(steps.last().unwrap(), "0", "{text}");
        }
    }

    #[test]
    fn a_solution_is_returned_instead_of_a_proof() {
        let (found, steps) = steps("size:8 given:A1,B5");
        assert_eq!(found.unwrap().to_string(), "1 5 8 6 3 7 2 4");
        assert!(!steps.contains(&"0".to_string()));
        assert!(super::tests::steps("size:0").0.is_some());
    }

    #[test]
    fn the_visitor_and_the_control_stop_the_search() {
        let position: Position = "size:10 rules:torus".parse().unwrap();
        let mut steps = 0;
        let stopped = prove(&position, &Never, |_| {
            steps += 1;
            if steps == 5 { Flow::Break(()) } else { Flow::Continue(()) }
        });
        assert_eq!((stopped, steps), (Err(queens::Stopped.into()), 5));
        let stopped = prove(&position, &AtomicBool::new(true), |_| Flow::Continue(()));
        assert_eq!(stopped, Err(queens::Stopped.into()));
        // At the last step.
        let last = prove(&"size:3".parse().unwrap(), &Never, |step| match step {
            ProofStep::Add([]) => Flow::Break(()),
            _ => Flow::Continue(()),
        });
        assert_eq!(last, Err(queens::Stopped.into()));
    }

    #[test]
    fn only_known_clauses_are_deleted() {
        let mut steps = Vec::new();
        let visit = |step: ProofStep<'_>| {
            steps.push(step.to_string());
            Flow::Continue(())
        };
        let mut proof = Proof { visit, known: HashMap::new(), is_done: false };
        proof.learn(&[3, -1, 2]);
        // Shortened, unknown, known in another order, no longer known.
        proof.delete(&[3, 2]);
        proof.delete(&[4, 5, 6]);
        proof.delete(&[2, 3, -1]);
        proof.delete(&[2, 3, -1]);
        assert_eq!(steps, ["3 -1 2 0", "d -1 2 3 0"]);
    }
}
