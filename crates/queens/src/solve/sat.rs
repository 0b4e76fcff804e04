//! Solving a position by Boolean satisfiability: a variable per open square, clauses for the rules, and the solver BatSat.
//!
//! Every column and row (on a torus every diagonal, with regions every region) has at least one queen: one clause each. No line
//! has two queens. Short lines have one clause per pair of squares. Longer lines have a ladder of auxiliary variables, "one of
//! `x1..xi` has a queen", with three clauses per square. Squares that given queens attack have no variable.
//!
//! Work and memory: about 10 clauses and a kilobyte per open square, plus the search of the solver.  Range: 10^6 open squares.
//! Checked against `domains`, with which it shares no code.
//! References: MiniSat (Eén, Sörensson, SAT 2003), of which BatSat is a descendant; Sinz, CP 2005, for the ladder.

use crate::{BackendError, Control, Error, Position, Rules, Square};
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

/// The largest number of open squares; the clauses then take about a gigabyte.
const MOST_SQUARES: usize = 1_000_000;

/// The control is polled after this many squares.
const STOP_CHECK_INTERVAL: usize = 1 << 12;

/// Lines of at most this many squares are encoded pair by pair.
const SHORT: usize = 12;

/// The row of the queen in each column of a solution, or `None` if there is none.
pub(super) fn find(position: &Position, control: &dyn Control) -> Result<Option<Vec<u32>>, Error> {
    let lines = Lines::of(position);
    let Some(open) = lines.open(position) else {
        return Ok(None);
    };
    if open.len() > MOST_SQUARES {
        let reason =
            format!("it supports at most {MOST_SQUARES} open squares, found {}", open.len());
        return Err(Error::Backend(BackendError::Unsupported {
            backend: "the solver 'sat'",
            reason,
        }));
    }
    // Without small random activities, the squares are decided in the order of their columns, and queens soon leave a later
    // column without an open square.
    let options = SolverOpts { rnd_init_act: true, ..SolverOpts::default() };
    let mut solver = Solver::new(options, Polled { control });
    let size = position.size();
    let mut variables: Vec<Option<Var>> = vec![None; size * size];
    let mut on_line: Vec<Vec<Lit>> = vec![Vec::new(); lines.count];
    for (place, &square) in open.iter().enumerate() {
        if place % STOP_CHECK_INTERVAL == 0 && control.stopped() {
            return Err(Error::Stopped);
        }
        // A decision is always a queen: it closes many squares, an empty square only itself.
        let variable = solver.new_var(lbool::TRUE, true);
        variables[index(square, size)] = Some(variable);
        for line in lines.through(square) {
            on_line[line].push(Lit::new(variable, true));
        }
    }
    for queen in position.given() {
        for line in lines.through(*queen) {
            // The line has its queen, and its other squares are not open: a single true variable.
            on_line[line] = vec![Lit::new(solver.new_var_default(), true)];
        }
    }
    for (line, squares) in on_line.iter().enumerate() {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        if line < lines.units {
            solver.add_clause_reuse(&mut squares.clone());
        }
        at_most_one(&mut solver, squares);
    }
    for &square in &open {
        for other in near(position, square).filter(|&other| other > square) {
            let [one, other] = [square, other].map(|square| variables[index(square, size)]);
            if let (Some(one), Some(other)) = (one, other) {
                let mut clause = [one, other].map(|variable| Lit::new(variable, false)).to_vec();
                solver.add_clause_reuse(&mut clause);
            }
        }
    }
    match solver.solve_limited(&[]) {
        found if found == lbool::TRUE => {}
        found if found == lbool::FALSE => return Ok(None),
        _ => return Err(Error::Stopped),
    }
    let mut rows = vec![0; size];
    let has_queen = |square: &Square| {
        variables[index(*square, size)].is_some_and(|v| solver.value_var(v) == lbool::TRUE)
    };
    for queen in open.iter().copied().filter(has_queen).chain(position.given().iter().copied()) {
        rows[queen.col as usize] = queen.row;
    }
    Ok(Some(rows))
}

/// Stops the solver if the control says so.
struct Polled<'a> {
    control: &'a dyn Control,
}

impl Callbacks for Polled<'_> {
    fn stop(&self) -> bool {
        self.control.stopped()
    }
}

fn index(square: Square, size: usize) -> usize {
    square.col as usize * size + square.row as usize
}

/// Adds clauses: at most one of the literals is true.
fn at_most_one(solver: &mut Solver<Polled>, literals: &[Lit]) {
    let add = |solver: &mut Solver<Polled>, clause: &[Lit]| {
        solver.add_clause_reuse(&mut clause.to_vec());
    };
    if literals.len() <= SHORT {
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[..place] {
                add(solver, &[!one, !other]);
            }
        }
        return;
    }
    let mut before: Option<Lit> = None;
    for &literal in literals {
        // Auxiliary variables follow from the squares and are never decided.
        let reached = Lit::new(solver.new_var(lbool::UNDEF, false), true);
        add(solver, &[!literal, reached]);
        if let Some(before) = before {
            add(solver, &[!before, reached]);
            add(solver, &[!before, !literal]);
        }
        before = Some(reached);
    }
}

/// The numbered lines of the board. Those that must have a queen come first.
struct Lines<'a> {
    position: &'a Position,
    units: usize,
    count: usize,
}

impl<'a> Lines<'a> {
    fn of(position: &'a Position) -> Self {
        let size = position.size();
        let (units, count) = match position.rules() {
            Rules::Queens | Rules::Superqueens => (2 * size, 6 * size),
            Rules::Torus => (4 * size, 4 * size),
            Rules::Regions => (3 * size, 3 * size),
        };
        Self { position, units, count }
    }

    /// The lines through a square.
    fn through(&self, square: Square) -> impl Iterator<Item = usize> + use<> {
        let size = self.position.size();
        let (col, row) = (square.col as usize, square.row as usize);
        let (down, up) = (row + size - col, row + col);
        let (third, fourth) = match self.position.rules() {
            Rules::Queens | Rules::Superqueens => (2 * size + down, Some(4 * size + up)),
            Rules::Torus => (2 * size + down % size, Some(3 * size + up % size)),
            Rules::Regions => {
                let region = self.position.regions().map_or(0, |regions| regions.region(square));
                (2 * size + region, None)
            }
        };
        [Some(col), Some(size + row), Some(third), fourth].into_iter().flatten()
    }

    /// The squares that are neither closed nor attacked by a given queen, or `None` if one given queen attacks another.
    fn open(&self, position: &Position) -> Option<Vec<Square>> {
        let size = position.size() as u32;
        let mut taken = vec![false; self.count];
        let mut closed = vec![false; (size * size) as usize];
        for &square in position.closed() {
            closed[index(square, size as usize)] = true;
        }
        for &queen in position.given() {
            if self.through(queen).any(|line| taken[line]) || closed[index(queen, size as usize)] {
                return None;
            }
            for line in self.through(queen) {
                taken[line] = true;
            }
            for square in near(position, queen) {
                if position.given().binary_search(&square).is_ok() {
                    return None;
                }
                closed[index(square, size as usize)] = true;
            }
        }
        let is_open = |square: &Square| {
            !closed[index(*square, size as usize)] && !self.through(*square).any(|line| taken[line])
        };
        Some(Square::all(size as usize).filter(is_open).collect())
    }
}

/// The squares that a queen attacks in addition to its lines: a knight's move away, or diagonally adjacent.
fn near(position: &Position, square: Square) -> impl Iterator<Item = Square> + use<> {
    let moves: &[(i64, i64)] = match position.rules() {
        Rules::Queens | Rules::Torus => &[],
        Rules::Superqueens => {
            &[(1, 2), (1, -2), (2, 1), (2, -1), (-1, 2), (-1, -2), (-2, 1), (-2, -1)]
        }
        Rules::Regions => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
    };
    let size = position.size() as i64;
    moves.iter().filter_map(move |&(across, up)| {
        let (col, row) = (i64::from(square.col) + across, i64::from(square.row) + up);
        let on_board = (0..size).contains(&col) && (0..size).contains(&row);
        on_board.then(|| Square::new(col as u32, row as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn a_million_open_squares_are_the_limit() {
        let stopped = AtomicBool::new(true);
        let find = |size| find(&Position::new(size).unwrap(), &stopped);
        assert_eq!(find(1000), Err(Error::Stopped));
        let end = find(1001);
        let refused = matches!(&end, Err(Error::Backend(BackendError::Unsupported { reason, .. }))
            if reason == "it supports at most 1000000 open squares, found 1002001");
        assert!(refused, "{end:?}");
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
        // One poll for the squares, one per line, and the others by the solver.
        let polls = 1 + Lines::of(&position).count;
        assert_eq!(find(&position, &After((polls + 1).into())), Err(Error::Stopped));
    }

    #[test]
    fn superqueens_attack_eight_more_squares_and_regions_four() {
        let near = |text: &str, name: &str| {
            let near = near(&text.parse().unwrap(), name.parse().unwrap());
            let mut names: Vec<String> = near.map(|square| square.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(near("size:8 rules:superqueens", "D4"), "B3 B5 C2 C6 E2 E6 F3 F5");
        assert_eq!(near("size:8 rules:superqueens", "A1"), "B3 C2");
        let regions = "size:4 rules:regions regions:AABB/ACBB/ACDD/CCDD";
        assert_eq!(near(regions, "B2"), "A1 A3 C1 C3");
        assert_eq!(near(regions, "D4"), "C3");
        assert_eq!(near("size:8", "D4"), "");
    }
}
