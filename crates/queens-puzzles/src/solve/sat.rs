//! Solving a position by Boolean satisfiability: the clauses of its constraints, and the solver BatSat.
//!
//! The variables are those that `export` writes as CNF. The clauses are some of those: all that are needed to find a solution.
//! What the solver learns can be recorded as a proof, see [`prove`](super::prove()).
//!
//! Work and memory: about 10 clauses and a kilobyte per open square, plus the search of the solver.  Range: 10^6 open squares.
//! Checked against `domains`, with which it shares no code.
//! References: MiniSat (Eén, Sörensson, SAT 2003), of which BatSat is a descendant.

use crate::constraints::{Clauses, Constraints, Size, clauses, size};
use crate::{Error, Position};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use queens::Control;

/// The control is polled after this many clauses.
const STOP_CHECK_INTERVAL: usize = 1 << 12;

/// The rows of the queens of a solution, column by column, or `None` if there is none. Passes what the solver learns to the
/// recorder, and stops if the recorder fails.
pub(super) fn find(
    position: &Position,
    control: &dyn Control,
    recorder: &mut dyn Recorder,
) -> Result<Option<Vec<u32>>, Error> {
    let constraints = Constraints::of(position, control)?;
    // Without small random activities, the squares are decided in the order of their columns, and queens soon leave a later
    // column without an open square.
    let options = SolverOpts { rnd_init_act: true, ..SolverOpts::default() };
    let mut solver = Solver::new(options, Polled { control, recorder });
    let Size { variables, .. } = size(&constraints, Clauses::Needed);
    let squares = constraints.squares().len();
    let variable = |number: usize| match number < squares {
        // A decision is always a queen: it closes many squares, an empty square only itself.
        true => solver.new_var(lbool::TRUE, true),
        // Auxiliary variables follow from the squares and are never decided.
        false => solver.new_var(lbool::UNDEF, false),
    };
    let variables: Vec<Var> = (0..variables).map(variable).collect();
    let mut literals: Vec<Lit> = Vec::new();
    let (mut added, mut is_stopped) = (0, false);
    clauses(&constraints, Clauses::Needed, |clause| {
        is_stopped = is_stopped || added % STOP_CHECK_INTERVAL == 0 && control.stopped();
        if !is_stopped {
            literals.clear();
            let variable = |literal: i32| variables[literal.unsigned_abs() as usize - 1];
            literals.extend(clause.iter().map(|&number| Lit::new(variable(number), number > 0)));
            solver.add_clause_reuse(&mut literals);
        }
        added += 1;
    });
    if is_stopped {
        return Err(queens::Stopped.into());
    }
    match solver.solve_limited(&[]) {
        found if found == lbool::TRUE => {}
        found if found == lbool::FALSE => return Ok(None),
        _ => return Err(queens::Stopped.into()),
    }
    let squares = constraints.squares().iter().zip(&variables);
    let queens = squares.filter(|(_, variable)| solver.value_var(**variable) == lbool::TRUE);
    Ok(Some(queens.map(|(square, _)| square.row).collect()))
}

/// Receives the clauses that the solver learns and deletes. Literals are numbered as in the clauses of the constraints.
pub(super) trait Recorder {
    fn learn(&mut self, clause: &[i32]);
    fn delete(&mut self, clause: &[i32]);
    /// Whether the search must stop, because nobody needs the clauses any more.
    fn is_done(&self) -> bool;
}

/// Records nothing.
pub(super) struct Unrecorded;

impl Recorder for Unrecorded {
    fn learn(&mut self, _clause: &[i32]) {}
    fn delete(&mut self, _clause: &[i32]) {}
    fn is_done(&self) -> bool {
        false
    }
}

/// Stops the solver if the control or the recorder says so, and records what it learns.
struct Polled<'a> {
    control: &'a dyn Control,
    recorder: &'a mut dyn Recorder,
}

/// The literals as numbers from 1, negative if they are negated.
fn numbers(literals: &[Lit]) -> Vec<i32> {
    let number = |literal: &Lit| {
        let variable = literal.var().idx() as i32 + 1;
        if literal.sign() { variable } else { -variable }
    };
    literals.iter().map(number).collect()
}

impl Callbacks for Polled<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _kind: ClauseKind) {
        self.recorder.learn(&numbers(clause));
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.recorder.delete(&numbers(clause));
    }

    fn stop(&self) -> bool {
        self.recorder.is_done() || self.control.stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn a_million_open_squares_are_the_limit() {
        let find =
            |size| find(&Position::new(size).unwrap(), &AtomicBool::new(false), &mut Unrecorded);
        let refused =
            "a SAT solver or an export supports at most 1000000 open squares, found 1002001";
        assert_eq!(find(1001).unwrap_err().to_string(), refused);
    }

    /// Stops after a number of polls.
    struct After(AtomicUsize);

    impl Control for After {
        fn stopped(&self) -> bool {
            let less = |left: usize| left.checked_sub(1);
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_err()
        }
    }

    #[test]
    fn a_control_stops_the_solver_itself() {
        let position: Position = "size:12 rules:torus".parse().unwrap();
        // The polls of the constraints and the clauses, and the others by the solver.
        let constraints = Constraints::of(&position, &AtomicBool::new(false)).unwrap();
        let clauses = size(&constraints, Clauses::Needed).clauses;
        let polls = position.size() + 1 + clauses.div_ceil(STOP_CHECK_INTERVAL);
        for polls in 0..polls + 2 {
            let stopped = find(&position, &After(polls.into()), &mut Unrecorded);
            assert_eq!(stopped, Err(queens::Stopped.into()), "{polls} polls");
        }
    }
}
