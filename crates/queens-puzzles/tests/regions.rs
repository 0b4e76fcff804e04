//! Positions with regions and stars: every way to solve and count them against plain recursion.

#[path = "../../queens/tests/common/mod.rs"]
mod common;
#[path = "common/plain.rs"]
mod plain;
#[path = "common/random.rs"]
mod random;

use common::up_to;
use proptest::prelude::*;
use queens::{Inline, JobByJob, Never, Regions, Square};
use queens_puzzles::solve::{Solve, Solver, refute};
use queens_puzzles::{Error, Position};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use random::every;
use std::sync::atomic::AtomicBool;

/// Positions in the style of the published games, written for this test, each with its number of solutions.
const LEVELS: &str = include_str!("data/levels.txt");

/// A random placement by the rules without regions, if there is one: the squares of the queens, row by row.
fn placement(size: usize, stars: usize, seed: u64) -> Option<Vec<Square>> {
    let names = ('A'..).take(size).map(|name| vec![name; size]).collect::<Vec<_>>();
    let rows = Position::new(size).unwrap().with_regions(Regions::new(&names).unwrap()).unwrap();
    let rows = rows.with_stars(stars).unwrap();
    let mut queens: Vec<Square> =
        Solve::of(&rows).seed(seed).find(&Never).unwrap()?.squares().collect();
    queens.sort_by_key(|queen| queen.row);
    Some(queens)
}

/// Random regions. If there is a placement, its queens are in the right number of each region.
fn regions(size: usize, stars: usize, random: &mut Pcg64) -> Regions {
    let mut names: Vec<usize> = (0..size * size).map(|square| square % size).collect();
    names.shuffle(random);
    let placed = placement(size, stars, random.random());
    if let Some(mut queens) = placed.filter(|_| random.random_bool(0.8)) {
        // Most squares take the region of a queen near them, so that there are few solutions.
        if random.random_bool(0.5) {
            queens.shuffle(random);
        }
        for (square, name) in names.iter_mut().enumerate() {
            let far = |queen: &Square| {
                let (row, col) = (queen.row as usize, queen.col as usize);
                row.abs_diff(square / size) + col.abs_diff(square % size)
            };
            let nearest = queens.iter().map(far).min().unwrap();
            let near: Vec<usize> =
                (0..queens.len()).filter(|&i| far(&queens[i]) == nearest).collect();
            let queen = near.choose(random).unwrap();
            if nearest == 0 || random.random_bool(0.8) {
                *name = queen / stars;
            }
        }
    }
    // Every name occurs, because the queens of a placement have all of them.
    let name = |&name: &usize| char::from(b'A' + name as u8);
    let rows: Vec<Vec<char>> =
        names.chunks(size.max(1)).map(|row| row.iter().map(name).collect()).collect();
    Regions::new(&rows).unwrap()
}

/// Random positions with regions and up to three stars, some with given queens and closed squares.
fn positions() -> impl Strategy<Value = Position> {
    (0..=9_usize, 1..=3_usize, any::<u64>(), 0..3_usize, 0..20_u32).prop_map(
        |(size, stars, seed, given, closed)| {
            let mut random = Pcg64::seed_from_u64(seed);
            let stars = stars.min(size.div_ceil(2).max(1));
            let size = if stars == 1 { size.min(8) } else { size };
            let position = Position::new(size).unwrap();
            let position = position.with_regions(regions(size, stars, &mut random)).unwrap();
            let position = position.with_stars(stars).unwrap();
            let found = plain::solutions(&position, usize::MAX);
            let mut squares: Vec<Square> = Square::all(size).collect();
            squares.shuffle(&mut random);
            // Given queens of a solution, or any squares.
            let given: Vec<Square> = match found.choose(&mut random).filter(|_| random_bit(seed)) {
                Some(rows) => position.check(rows).unwrap().squares().take(given).collect(),
                None => squares.iter().copied().take(given).collect(),
            };
            squares
                .retain(|square| !given.contains(square) && random.random_range(0..100) < closed);
            position.with_given(given).unwrap().with_closed(squares).unwrap()
        },
    )
}

fn random_bit(seed: u64) -> bool {
    seed.count_ones().is_multiple_of(2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(2000, 300) as u32))]

    #[test]
    fn solvers_and_engines_agree_with_plain_recursion(position in positions(), seed in 0..9_u64) {
        let all = plain::solutions(&position, usize::MAX);
        let number = all.len() as u128;
        prop_assert_eq!(every(&position), all.clone());
        prop_assert_eq!(position.count(None, &Inline, &Never), Ok(number));
        prop_assert_eq!(position.count(Some(2), &Inline, &Never), Ok(number.min(2)));
        for &solver in Solver::ALL {
            let found = Solve::of(&position).by(solver).seed(seed).find(&Never).unwrap();
            prop_assert_eq!(found.is_some(), number > 0, "{}", solver);
            prop_assert!(found.is_none_or(|found| all.iter().any(|rows| rows == found.rows())));
        }
        if number > 0 && position.stars() > 1 {
            prop_assert_eq!(refute(&position, &Never), Ok(None));
        }
    }

    #[test]
    fn jobs_of_the_engine_are_what_plain_backtracking_counts(position in positions()) {
        if let Some(request) = position.request() {
            let plan = request.plan().unwrap();
            let mut found = JobByJob::new(&plan);
            plan.run_into(&Inline, &mut found, &Never).unwrap();
            let check = plan.double_check(&found, 5, &Inline, &Never).unwrap();
            prop_assert_eq!(check.recounted.len() as u64, plan.jobs().min(5));
            prop_assert_eq!(found.total.solutions, plain::solutions(&position, usize::MAX).len() as u128);
        }
    }
}

/// The levels: their numbers of solutions and their positions.
fn levels() -> Vec<(u64, Position)> {
    let lines = LEVELS.lines().filter(|line| !line.starts_with('#'));
    let level = |line: &str| {
        let (number, position) = line.split_once(' ').unwrap();
        (
            number.parse().unwrap(),
            position.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
        )
    };
    lines.map(level).collect()
}

#[test]
fn levels_have_their_numbers_of_solutions() {
    let levels = levels();
    assert!(levels.len() >= 300, "{}", levels.len());
    let with = |least: usize, most: usize| {
        levels.iter().filter(|(_, level)| (least..=most).contains(&level.stars())).count()
    };
    assert!(with(2, 2) >= 30 && with(3, 3) >= 3, "{} {}", with(2, 2), with(3, 3));
    for (number, position) in &levels {
        let wide = u128::from(*number);
        assert_eq!(plain::solutions(position, usize::MAX).len() as u64, *number, "{position:?}");
        assert_eq!(position.count(None, &Inline, &Never), Ok(wide), "{position:?}");
        let counted = position.request().unwrap().run().unwrap();
        assert_eq!(counted.solutions, wide, "{position:?}");
        let most = wide.min(3);
        assert_eq!(Solve::of(position).count(3, &Never), Ok(most), "{position:?}");
        for &solver in Solver::ALL {
            let found = Solve::of(position).by(solver).find(&Never).unwrap();
            assert_eq!(found.is_some(), *number > 0, "{solver}: {position:?}");
        }
    }
}

#[test]
fn too_many_given_queens_have_no_solution() {
    // Three given queens in one row of a board with two stars.
    let names = ('A'..='I').map(|name| vec![name; 9]).collect::<Vec<_>>();
    let board = Position::new(9).unwrap().with_regions(Regions::new(&names).unwrap()).unwrap();
    let board = board.with_stars(2).unwrap();
    let row = [0, 3, 6].map(|col| Square::new(col, 4));
    let position = board.with_given(row).unwrap();
    assert!(position.request().is_none());
    assert_eq!(position.count(None, &Inline, &Never), Ok(0));
    for &solver in Solver::ALL {
        assert_eq!(Solve::of(&position).by(solver).find(&Never), Ok(None), "{solver}");
    }
}

#[test]
fn a_stopped_search_for_stars_continues() {
    let row =
        |row: u8| (0..11_u8).map(move |col| char::from(b'A' + (2 * row + col + col / 3 * 3) % 11));
    let names: Vec<Vec<char>> = (0..11).map(|r| row(r).collect()).collect();
    let board = Position::new(11).unwrap().with_regions(Regions::new(&names).unwrap()).unwrap();
    let position = board.with_stars(2).unwrap();
    let stopped = AtomicBool::new(true);
    let mut every = Solve::of(&position).every();
    let (mut stops, mut found) = (0, Vec::new());
    while stops < 5 {
        match every.next(&stopped) {
            Ok(solution) => found.push(solution.expect("the search is long")),
            Err(error) => {
                assert_eq!(error, Error::from(queens::Stopped));
                stops += 1;
            }
        }
    }
    found.extend(every.next(&Never).unwrap());
    let mut again = Solve::of(&position).every();
    for solution in found {
        assert_eq!(again.next(&Never), Ok(Some(solution)));
    }
}
