//! Positions: solvers against the definition and against each other, explanations and puzzles against all solutions.

#[path = "../../queens/tests/common/mod.rs"]
mod common;
#[path = "common/random.rs"]
mod random;

use common::up_to;
use proptest::prelude::*;
use queens::{Never, Request, Rules, Solution, Square};
use queens_puzzles::Position;
use queens_puzzles::solve::{
    Case, End, Explanation, Refutation, Solve, Solver, Unit, explain, refute,
};
#[cfg(feature = "sat")]
use random::{blocked, half_solvable};
use random::{by_definition, compatible, every, positions};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn has(rows: &[u32], square: Square) -> bool {
    rows[square.col as usize] == square.row
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(2000, 300) as u32))]

    #[test]
    fn solvers_find_the_solutions_of_the_definition(position in positions(1..=7, 1..=1)) {
        let all = by_definition(&position);
        prop_assert_eq!(every(&position), all.clone());
        for &solver in Solver::ALL {
            let found = Solve::of(&position).by(solver).find(&Never).unwrap();
            prop_assert_eq!(found.is_some(), !all.is_empty(), "{}", solver);
            if let Some(solution) = found {
                prop_assert!(all.iter().any(|rows| rows == solution.rows()), "{}", solver);
            }
        }
        let limited = Solve::of(&position).count(2, &Never).unwrap();
        prop_assert_eq!(limited, all.len().min(2) as u128);
    }

    #[test]
    fn the_checker_accepts_the_solutions_of_the_definition(
        position in positions(1..=6, 1..=1),
        place in any::<prop::sample::Index>(),
        change in prop::option::of((any::<prop::sample::Index>(), 0..7_u32)),
    ) {
        // A solution of the position or of the empty board, in some cases with one queen moved.
        let all = by_definition(&position);
        let bare = Position::new(position.size()).unwrap();
        let some = if all.is_empty() { by_definition(&bare) } else { all.clone() };
        prop_assume!(!some.is_empty());
        let mut rows = some[place.index(some.len())].clone();
        if let Some((col, row)) = change {
            let col = col.index(rows.len());
            rows[col] = row;
        }
        prop_assert_eq!(position.check(&rows).is_ok(), all.contains(&rows));
    }

    #[test]
    fn the_engines_count_what_the_search_finds(position in positions(1..=8, 1..=1)) {
        if let Some(board) = position.board() {
            let total = Request::on(board).run().unwrap();
            prop_assert_eq!(total.solutions, every(&position).len() as u128);
        }
    }

    #[test]
    fn steps_of_an_explanation_hold_for_every_solution(position in positions(1..=7, 1..=1)) {
        let all = by_definition(&position);
        let explanation = explain(&position, &Never).unwrap();
        check_explanation(&explanation, &all)?;
    }

    #[test]
    fn refuted_positions_have_no_solution_and_the_named_queens_are_minimal(position in positions(1..=6, 1..=1)) {
        prop_assume!(by_definition(&position).is_empty());
        let reason = refute(&position, &Never).unwrap().unwrap();
        check_reason(&position, &reason, &|position| by_definition(position).is_empty());
    }
}

/// Checks that the named queens, with the closed squares and the regions, rule out every solution, that none of them can be left
/// out, and that what the reason says is true.
fn check_reason(position: &Position, reason: &Refutation, fails: &dyn Fn(&Position) -> bool) {
    let with =
        |queens: &[Square]| position.without_given().with_given(queens.iter().copied()).unwrap();
    let queens = reason.queens();
    assert!(queens.iter().all(|queen| position.given().contains(queen)), "{reason}");
    let text = position.to_text();
    let named = match reason {
        Refutation::Explained(..) => with(position.given()),
        _ => with(&queens),
    };
    assert!(fails(&named), "{reason}\n{text}");
    let fewer = |place: usize| {
        let mut fewer = queens.clone();
        fewer.remove(place);
        fewer
    };
    // What the reason says about the board with these given queens.
    let is_true = |queens: &[Square]| match reason {
        Refutation::Empty { unit, .. } => open_on(&with(queens), *unit, &[]).is_empty(),
        Refutation::Crowded { units, lines, .. } => {
            let open = units.iter().flat_map(|unit| open_on(&with(queens), *unit, &[]));
            let room = |square| lines.iter().any(|line| on_unit(position, *line, square));
            lines.len() < units.len() && open.into_iter().all(room)
        }
        Refutation::Forced { forced, unit, .. } => {
            are_forced(&with(queens), forced, &[])
                && open_on(&with(queens), *unit, forced).is_empty()
        }
        Refutation::Cases { forced, unit, cases, .. } => {
            let position = with(queens);
            let open = open_on(&position, *unit, forced);
            let fails = |case: &Case| {
                let before = [&forced[..], &[case.queen]].concat();
                let all = [&before[..], &case.forced].concat();
                let is_empty = open_on(&position, case.unit, &all).is_empty();
                are_forced(&position, &case.forced, &before) && is_empty
            };
            let is_case = |square: &Square| cases.iter().any(|case| case.queen == *square);
            are_forced(&position, forced, &[])
                && open.iter().all(is_case)
                && cases.iter().all(fails)
        }
        Refutation::TooMany { unit, .. } => {
            let on_unit = queens.iter().filter(|queen| on_unit(position, *unit, **queen));
            on_unit.count() > position.stars()
        }
        Refutation::Together(_) => fails(&with(queens)),
        _ => true,
    };
    assert!(is_true(&queens), "{reason}\n{text}");
    if !matches!(
        reason,
        Refutation::Attack(..) | Refutation::Forced { .. } | Refutation::Cases { .. }
    ) {
        assert!((0..queens.len()).all(|place| !is_true(&fewer(place))), "{reason}\n{text}");
    }
}

/// Whether each of these queens, after those before it, is on the only open square of some unit.
fn are_forced(position: &Position, forced: &[Square], before: &[Square]) -> bool {
    let is_forced = |place: usize| {
        let before = [before, &forced[..place]].concat();
        let open = |unit| open_on(position, unit, &before);
        let is_only = |unit| open(unit).iter().all(|square| *square == forced[place]);
        units_of(position, forced[place]).into_iter().any(is_only)
    };
    (0..forced.len()).all(is_forced)
}

fn on_unit(position: &Position, unit: Unit, square: Square) -> bool {
    let size = position.size() as u32;
    match unit {
        Unit::Column(col) => square.col == col,
        Unit::Row(row) => square.row == row,
        Unit::Region(number) => {
            let regions = position.regions().unwrap();
            regions.number(regions.region(square)) == number
        }
        Unit::Rising(row) => (row + square.col) % size == square.row,
        Unit::Falling(row) => (square.row + square.col) % size == row,
    }
}

fn units_of(position: &Position, square: Square) -> Vec<Unit> {
    let size = position.size() as u32;
    let mut units = vec![Unit::Column(square.col), Unit::Row(square.row)];
    match position.rules() {
        Rules::Queens | Rules::Superqueens => {}
        Rules::Regions => {
            let regions = position.regions().unwrap();
            units.push(Unit::Region(regions.number(regions.region(square))));
        }
        Rules::Torus => {
            units.push(Unit::Rising((square.row + size - square.col) % size));
            units.push(Unit::Falling((square.row + square.col) % size));
        }
        rules => panic!("a position has the rules {rules}"),
    }
    units
}

/// The squares of a unit that are neither closed nor attacked by a given queen or by one of these queens.
fn open_on(position: &Position, unit: Unit, queens: &[Square]) -> Vec<Square> {
    let mut squares = Square::all(position.size()).collect::<Vec<_>>();
    squares.retain(|&square| {
        let attacks = |queen: &Square| *queen == square || position.attacks(*queen, square);
        let attacked = position.given().iter().chain(queens).any(attacks);
        on_unit(position, unit, square) && !position.is_closed(square) && !attacked
    });
    squares
}

#[test]
fn reasons_for_larger_boards_are_true() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let sizes = [(12, 6), (20, 11), (32, 20), (44, 29), (60, 42), (100, 75), (200, 164)];
    for (seed, (size, queens)) in
        (0..up_to(60, 12) as u64).flat_map(|seed| sizes.map(|s| (seed, s)))
    {
        let position = compatible(size, queens, seed);
        if Solve::of(&position).find(&Never).unwrap().is_some() {
            continue;
        }
        let reason = refute(&position, &Never).unwrap();
        let kind = match &reason {
            None => "none",
            Some(Refutation::Empty { .. }) => "empty",
            Some(Refutation::Crowded { .. }) => "crowded",
            Some(Refutation::Forced { .. }) => "forced",
            Some(Refutation::Cases { .. }) => "cases",
            Some(Refutation::Together(_)) => "together",
            Some(_) => "other",
        };
        *kinds.entry(kind).or_default() += 1;
        if let Some(reason) = reason {
            let fails = |position: &Position| {
                Solve::of(position).by(*Solver::ALL.last().unwrap()).find(&Never).unwrap().is_none()
            };
            check_reason(&position, &reason, &fails);
        }
    }
    println!("{kinds:?}");
    for kind in ["empty", "crowded", "forced", "cases", "together"] {
        assert!(kinds.contains_key(kind), "{kinds:?}");
    }
}

/// Before the first guess every placed queen is in all solutions, and every closed square is in none.
fn check_explanation(explanation: &Explanation, all: &[Vec<u32>]) -> Result<(), TestCaseError> {
    let before = explanation.steps.iter().take_while(|step| step.rule() != "guess");
    for step in before {
        prop_assert!(step.queen.iter().all(|&q| all.iter().all(|rows| has(rows, q))), "{step}");
        prop_assert!(step.closed.iter().all(|&s| !all.iter().any(|rows| has(rows, s))), "{step}");
    }
    match &explanation.end {
        End::Solved(solution) => prop_assert!(all.iter().any(|rows| rows == solution.rows())),
        _ => prop_assert!(all.is_empty()),
    }
    let other = explanation.other.as_ref().map(Solution::rows);
    prop_assert_eq!(other.is_some(), all.len() > 1);
    if let (Some(other), End::Solved(solution)) = (other, &explanation.end) {
        prop_assert!(explanation.guesses(), "several solutions without a guess");
        prop_assert!(all.iter().any(|rows| rows == other) && other != solution.rows());
    }
    Ok(())
}

#[cfg(feature = "sat")]
#[test]
fn both_solvers_agree_on_blocked_boards() {
    let boards = up_to(1000, 100);
    let mut solved = 0;
    for seed in 0..boards as u64 {
        let size = 20 + (seed % 21) as usize;
        let position = blocked(size, half_solvable(size), seed);
        let [one, other] = [Solver::Domains, Solver::Sat]
            .map(|solver| Solve::of(&position).by(solver).find(&Never).unwrap());
        assert_eq!(one.is_some(), other.is_some(), "N = {size}, seed {seed}");
        for solution in [&one, &other].into_iter().flatten() {
            assert!(position.check(solution.rows()).is_ok(), "N = {size}, seed {seed}");
        }
        solved += usize::from(one.is_some());
    }
    println!("{solved} of {boards} blocked boards have a solution");
    assert!((boards / 3..=2 * boards / 3).contains(&solved), "{solved} of {boards}");
}

/// A control that stops after a minute.
struct Minute(Instant);

impl queens::Control for Minute {
    fn stopped(&self) -> bool {
        self.0.elapsed() > Duration::from_secs(60)
    }
}

#[test]
fn completions_of_a_thousand_queens_are_found_within_a_minute() {
    let seeds = up_to(100, 5) as u64;
    let mut ended = 0;
    for seed in 0..seeds {
        let position = compatible(1000, 300, seed);
        match Solve::of(&position).find(&Minute(Instant::now())) {
            Ok(Some(solution)) => {
                assert!(position.check(solution.rows()).is_ok());
                ended += 1;
            }
            Ok(None) => ended += 1,
            Err(error) => println!("seed {seed}: not within a minute: {error}"),
        }
    }
    println!("{ended} of {seeds} completions were solved or refuted within a minute");
    assert!(ended * 100 >= seeds * 95, "{ended} of {seeds}");
}
