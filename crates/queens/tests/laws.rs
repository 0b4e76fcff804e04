//! Laws that hold for every method, board, solution and set, tested on random ones.
//!
//! The same laws are fuzz targets in `fuzz/`. Counts are compared with the published ones, everything else with its definition.

mod common;

use common::known;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;
use queens::observe::Flow;
use queens::study::trace::{Player, State, Trace};
use queens::{
    Backend, Board, Columns, Control, Diagonals, Error, Inline, Method, Never, Plan, Request, Rows,
    Solution, Solutions, Square, Symmetry, Total, solutions,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

fn any_method() -> impl Strategy<Value = Method> {
    let searches: Vec<Method> = Method::searches().collect();
    select(searches)
}

fn any_symmetry() -> impl Strategy<Value = Symmetry> {
    select(&Symmetry::ALL[..])
}

/// A random solution of a board up to 8, or one of the eight images of a regular solution up to size 80.
fn any_solution() -> impl Strategy<Value = Solution> {
    let searched = (0usize..=8, any::<Index>()).prop_filter_map("no solution", |(size, which)| {
        let all: Vec<Solution> = solutions(size).unwrap().collect();
        (!all.is_empty()).then(|| which.get(&all).clone())
    });
    // Even rows, then odd rows: a solution unless size mod 6 is 2 or 3.
    let made = (4u32..=80).prop_filter_map("no solution by this rule", |size| {
        let rows = (1..size).step_by(2).chain((0..size).step_by(2)).collect::<Vec<u32>>();
        (size % 6 != 2 && size % 6 != 3).then(|| Solution::new(rows).unwrap())
    });
    (prop_oneof![searched, made], any_symmetry()).prop_map(|(one, symmetry)| one.image(symmetry))
}

fn listed(request: &Request) -> Vec<Solution> {
    let mut all = Vec::new();
    let visit = |solution| {
        all.push(solution);
        Flow::Continue(())
    };
    request.list(&Never, visit).unwrap();
    all
}

/// Whether no queen attacks another, by comparing every pair.
fn is_valid(solution: &Solution) -> bool {
    let queens: Vec<Square> = solution.squares().collect();
    let on_board = |line: u32| (line as usize) < solution.size();
    let pairs =
        queens.iter().enumerate().flat_map(|(i, a)| queens[..i].iter().map(move |b| (a, b)));
    queens.iter().all(|queen| on_board(queen.col) && on_board(queen.row))
        && pairs.clone().all(|(a, b)| a != b && !a.attacks(*b))
}

/// A control that stops a search at the n-th poll.
struct StopAfter {
    asks: AtomicU64,
    limit: u64,
}

impl StopAfter {
    fn new(limit: u64) -> Self {
        Self { asks: AtomicU64::new(0), limit }
    }

    fn has_stopped(&self) -> bool {
        self.asks.load(Ordering::Relaxed) > self.limit
    }
}

impl Control for StopAfter {
    fn stopped(&self) -> bool {
        self.asks.fetch_add(1, Ordering::Relaxed) >= self.limit
    }
}

/// A count either ends with its total before the n-th poll, or is stopped by it.
fn check_stopped(plan: &Plan, backend: &dyn Backend, limit: u64) -> Result<(), TestCaseError> {
    let control = StopAfter::new(limit);
    let mut total = Total::new(plan);
    match backend.run(plan, &plan.all_jobs(), &mut total, &control) {
        Ok(()) => {
            prop_assert!(!control.has_stopped());
            prop_assert_eq!(total.solutions, known("solutions", plan.size()));
        }
        Err(error) => {
            prop_assert!(control.has_stopped());
            prop_assert_eq!(error, Error::Stopped);
        }
    }
    Ok(())
}

/// The largest board that a method counts in a few milliseconds.
fn quick(method: Method) -> usize {
    match method.name() {
        "tiles" => 7,
        "breadth" | "dancing-links" => 9,
        "stacked" | "bitmask-half" | "bitmask" | "bitmask-iterative" => 12,
        _ => 10,
    }
}

macro_rules! set_laws {
    ($($name:ident: $set:ident),*) => {
        proptest! {
            $(#[test]
            fn $name(
                one in prop::collection::btree_set(0usize..64, 0..64),
                other in prop::collection::btree_set(0usize..64, 0..64),
                member in 0usize..64,
            ) {
                let set = |members: &BTreeSet<usize>| members.iter().copied().collect::<$set>();
                let members = |set: $set| set.iter().collect::<BTreeSet<usize>>();
                let (a, b) = (set(&one), set(&other));
                prop_assert_eq!(a.iter().collect::<Vec<_>>(), Vec::from_iter(one.clone()));
                prop_assert_eq!(members(a | b), &one | &other);
                prop_assert_eq!(members(a & b), &one & &other);
                prop_assert_eq!(members(a - b), &one - &other);
                prop_assert_eq!(a == b, one == other);
                prop_assert_eq!(a.contains(member), one.contains(&member));
                prop_assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
                prop_assert_eq!(a.smallest(), one.first().copied().unwrap_or(64));
                prop_assert_eq!(members(a.lowest()), one.first().copied().into_iter().collect());
                let moved = |by: isize| one.iter().filter_map(move |&m| m.checked_add_signed(by));
                prop_assert_eq!(members(a.up()), moved(1).filter(|&m| m < 64).collect());
                prop_assert_eq!(members(a.down()), moved(-1).collect());
                prop_assert_eq!(members($set::first(member)), (0..member).collect());
                prop_assert_eq!($set::from_bits(a.bits()), a);
                prop_assert_eq!(format!("{a:?}"), format!("{one:?}"));
                let (mut more, mut less) = (a, a);
                more |= b;
                less -= b;
                prop_assert_eq!((more, less), (a | b, a - b));
            })*
        }
    };
}

set_laws! {
    rows_are_a_set: Rows,
    columns_are_a_set: Columns,
    diagonals_are_a_set: Diagonals
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("failures"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn solutions_print_and_parse_back(
        solution in any_solution(),
        order in any::<[u8; 8]>(),
        between in select(&[" ", ",", ", ", "\t", " \n"][..]),
    ) {
        let text = solution.to_string();
        prop_assert_eq!(text.parse::<Solution>().unwrap(), solution.clone());
        prop_assert_eq!(text.replace(' ', between).parse::<Solution>().unwrap(), solution.clone());
        prop_assert_eq!(solution.square_names().parse::<Solution>().unwrap(), solution.clone());
        let mut names: Vec<String> = solution.squares().map(|s| s.to_string()).collect();
        names.sort_by_key(|name| name.bytes().map(|b| u64::from(order[usize::from(b) % 8])).sum::<u64>());
        let text = names.join(between).to_lowercase();
        prop_assert_eq!(text.parse::<Solution>().unwrap(), solution);
    }

    #[test]
    fn a_text_that_parses_is_a_valid_solution(text in "[1-6A-Fa-f ,+-]{0,16}|\\PC{0,16}") {
        if let Ok(solution) = text.parse::<Solution>() {
            prop_assert!(is_valid(&solution));
            prop_assert_eq!(solution.to_string().parse::<Solution>(), Ok(solution));
        }
    }

    #[test]
    fn a_list_of_rows_is_a_solution_if_and_only_if_no_queen_attacks_another(
        rows in (0u32..7).prop_flat_map(|n| prop::collection::vec(0..n + 1, n as usize)),
    ) {
        let size = rows.len();
        let square = |col: usize| Square::new(col as u32, rows[col]);
        let on_board = rows.iter().all(|&row| (row as usize) < size);
        let attack = (0..size).any(|a| (0..a).any(|b| square(a).attacks(square(b))));
        prop_assert_eq!(Solution::new(rows.clone()).is_ok(), on_board && !attack);
    }

    #[test]
    fn squares_print_and_parse_back(col: u32, row: u32, small in 0u32..1000) {
        let last = u32::MAX - small;
        for square in [Square::new(col, row), Square::new(small, last), Square::new(last, small)] {
            prop_assert_eq!(square.to_string().parse(), Ok(square));
            prop_assert_eq!(square.to_string().to_lowercase().parse(), Ok(square));
        }
    }

    #[test]
    fn symmetries_keep_solutions_valid(solution in any_solution(), symmetry in any_symmetry()) {
        let image = solution.image(symmetry);
        prop_assert!(is_valid(&image));
        prop_assert_eq!(image.image(symmetry.inverse()), solution.clone());
        prop_assert_eq!(image.canonical(), solution.canonical());
        prop_assert_eq!(image.orbit(), solution.orbit());
        prop_assert_eq!(image.symmetry_class(), solution.symmetry_class());
        prop_assert_eq!(solution.is_canonical(), solution == solution.canonical());
    }

    /// Queens of a solution and closed squares on other squares, or random squares.
    #[test]
    fn given_queens_filter_the_full_list(
        size in 0usize..=8,
        queens in prop::collection::vec((any::<Index>(), any::<Index>()), 0..4),
        closed in prop::collection::vec((any::<Index>(), any::<Index>()), 0..12),
        from_solution in any::<Option<Index>>(),
    ) {
        let all: Vec<Solution> = solutions(size).unwrap().collect();
        let kept = from_solution.filter(|_| !all.is_empty()).map(|which| which.get(&all).clone());
        let mut board = Board::new(size).unwrap();
        if size > 0 {
            for (col, row) in queens {
                let col = col.index(size);
                let row = kept.as_ref().map_or(row.index(size) as u32, |kept| kept.rows()[col]);
                board = board.clone().with_queen(Square::new(col as u32, row)).unwrap_or(board);
            }
            for (col, row) in closed {
                let square = Square::new(col.index(size) as u32, row.index(size) as u32);
                if kept.as_ref().is_none_or(|kept| kept.rows()[square.col as usize] != square.row) {
                    board = board.clone().with_closed(square).unwrap_or(board);
                }
            }
        }
        let has = |one: &Solution, square: &Square| one.rows()[square.col as usize] == square.row;
        let fits = |one: &&Solution| {
            board.given().iter().all(|square| has(one, square))
                && !board.closed().iter().any(|square| has(one, square))
        };
        let filtered: Vec<Solution> = all.iter().filter(fits).cloned().collect();
        prop_assert!(kept.is_none_or(|kept| filtered.contains(&kept)));
        prop_assert_eq!(Solutions::on(&board).unwrap().collect::<Vec<_>>(), filtered.clone());
        let request = Request::on(board.clone());
        prop_assert_eq!(request.run().unwrap().solutions, filtered.len() as u128);
        for info in Method::all().map(Method::info).filter(|info| info.takes_given_queens) {
            let request = request.clone().method(Method::new(info));
            prop_assert_eq!(request.run().unwrap().solutions, filtered.len() as u128, "{}", info.name);
            if info.lists() {
                prop_assert_eq!(listed(&request), filtered.clone(), "{}", info.name);
            }
        }
    }

    #[test]
    fn a_trace_from_any_step_is_the_tail_of_the_whole(
        method in any_method(),
        size in 0usize..=6,
        skip in any::<Index>(),
        take in 0usize..2000,
    ) {
        let trace = Trace::new(method, size).unwrap();
        let whole = trace.steps(0, usize::MAX);
        let skip = skip.index(whole.len() + 2);
        let tail: Vec<_> = whole.iter().skip(skip).take(take).cloned().collect();
        prop_assert_eq!(trace.steps(skip as u64, take), tail);
        prop_assert_eq!(trace.steps(skip as u64, usize::MAX), &whole[skip.min(whole.len())..]);
    }

    /// Boards of size 7 have more steps than the first window of a player.
    #[test]
    fn stepping_back_undoes_a_step(
        method in any_method(),
        size in 0usize..=7,
        seeks in prop::collection::vec(any::<Index>(), 1..6),
    ) {
        let trace = Trace::new(method, size).unwrap();
        let steps = trace.steps(0, usize::MAX);
        let state_after = |position: usize| {
            let mut state = State::new(size);
            steps[..position].iter().for_each(|step| state.apply(step));
            state
        };
        let mut player = Player::new(trace);
        for seek in seeks {
            let position = seek.index(steps.len() + 10);
            player.seek(position as u64);
            let position = position.min(steps.len());
            prop_assert_eq!(player.position(), position as u64);
            prop_assert_eq!(player.state(), &state_after(position));
            prop_assert_eq!(player.last_step(), position.checked_sub(1).map(|last| &steps[last]));
            prop_assert_eq!(player.forward(), position < steps.len());
            prop_assert_eq!(player.state(), &state_after((position + 1).min(steps.len())));
            if position < steps.len() {
                prop_assert!(player.back());
            }
            prop_assert_eq!(player.state(), &state_after(position));
            prop_assert_eq!(player.back(), position > 0);
            prop_assert_eq!(player.state(), &state_after(position.saturating_sub(1)));
        }
    }

    #[test]
    fn a_stopped_count_is_an_error(
        (method, size) in any_method().prop_flat_map(|method| (Just(method), 0..=quick(method))),
        limit in prop_oneof![0u64..12, 0u64..400],
    ) {
        let plan = Request::count(size).unwrap().method(method).plan().unwrap();
        check_stopped(&plan, &Inline, limit)?;
    }

    #[test]
    fn a_stopped_list_is_a_prefix_of_the_list(
        (method, size) in any_method().prop_flat_map(|method| (Just(method), 0..=quick(method).min(9))),
        limit in prop_oneof![0u64..12, 0u64..400],
    ) {
        let request = Request::count(size).unwrap().method(method);
        let whole = listed(&request);
        let control = StopAfter::new(limit);
        let mut part = Vec::new();
        let visit = |solution| {
            part.push(solution);
            Flow::Continue(())
        };
        let end = request.list(&control, visit);
        prop_assert_eq!(end, if control.has_stopped() { Err(Error::Stopped) } else { Ok(()) });
        prop_assert!(whole.starts_with(&part));
        prop_assert!(control.has_stopped() || part.len() == whole.len());
    }

    #[test]
    fn a_list_ended_by_its_visitor_is_a_prefix_of_the_list(
        method in any_method(),
        size in 0usize..=7,
        wanted in 1usize..50,
    ) {
        let request = Request::count(size).unwrap().method(method);
        let whole = listed(&request);
        let mut part = Vec::new();
        let visit = |solution| {
            part.push(solution);
            if part.len() == wanted { Flow::Break(()) } else { Flow::Continue(()) }
        };
        prop_assert_eq!(request.list(&Never, visit), Ok(()));
        prop_assert_eq!(part, whole.into_iter().take(wanted).collect::<Vec<_>>());
    }
}

#[cfg(feature = "threads")]
proptest! {
    #[test]
    fn a_count_stopped_on_threads_is_an_error(
        size in 0usize..=12,
        limit in 0u64..40,
        threads in 1usize..5,
    ) {
        let plan = Request::count(size).unwrap().plan().unwrap();
        check_stopped(&plan, &queens::Threads::new(threads).unwrap(), limit)?;
    }
}
