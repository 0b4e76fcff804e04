//! Positions with regions and stars: every way to solve and count them against plain recursion.

#[path = "../../queens/tests/common/mod.rs"]
mod common;

use common::up_to;
use proptest::prelude::*;
use queens::{Inline, JobByJob, Never, Regions, Square};
use queens_puzzles::solve::{Solve, Solver, refute};
use queens_puzzles::{Error, Position};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::sync::atomic::AtomicBool;

/// Positions in the style of the published games, written for this test, each with its number of solutions.
const LEVELS: &str = include_str!("data/levels.txt");

/// A position as arrays, for recursion over its squares. It shares no code with the library.
struct Plain {
    size: usize,
    stars: usize,
    /// For each square, row by row: its region, whether it is closed, whether it has a given queen.
    region: Vec<usize>,
    closed: Vec<bool>,
    given: Vec<bool>,
}

impl Plain {
    fn of(position: &Position) -> Self {
        let size = position.size();
        let square = |i: usize| Square::new((i % size) as u32, (i / size) as u32);
        let squares = || (0..size * size).map(square);
        let regions = position.regions().unwrap();
        Self {
            size,
            stars: position.stars(),
            region: squares().map(|square| regions.region(square)).collect(),
            closed: squares().map(|square| position.closed().contains(&square)).collect(),
            given: squares().map(|square| position.given().contains(&square)).collect(),
        }
    }

    /// All solutions, as the rows of the queens column by column, sorted.
    fn solutions(&self) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let lines = || vec![0; self.size];
        self.extend(0, &mut Vec::new(), &mut [lines(), lines(), lines()], &mut found);
        found.sort();
        found
    }

    /// Decides about the squares from this one on. `filled` has the numbers of queens of each row, column and region.
    fn extend(
        &self,
        square: usize,
        queens: &mut Vec<usize>,
        filled: &mut [Vec<usize>; 3],
        found: &mut Vec<Vec<u32>>,
    ) {
        let (size, stars) = (self.size, self.stars);
        // A row that was left must have its queens.
        if square > 0 && square.is_multiple_of(size) && filled[0][square / size - 1] != stars {
            return;
        }
        if square == size * size {
            if filled.iter().flatten().all(|&queens| queens == stars) {
                let mut squares: Vec<(usize, usize)> =
                    queens.iter().map(|&queen| (queen % size, queen / size)).collect();
                squares.sort();
                found.push(squares.iter().map(|&(_, row)| row as u32).collect());
            }
            return;
        }
        let lines = [square / size, square % size, self.region[square]];
        let near = |&queen: &usize| {
            (queen / size).abs_diff(lines[0]) <= 1 && (queen % size).abs_diff(lines[1]) <= 1
        };
        let has_room = (0..3).all(|line| filled[line][lines[line]] < stars);
        if has_room && !self.closed[square] && !queens.iter().any(near) {
            (0..3).for_each(|line| filled[line][lines[line]] += 1);
            queens.push(square);
            self.extend(square + 1, queens, filled, found);
            queens.pop();
            (0..3).for_each(|line| filled[line][lines[line]] -= 1);
        }
        if !self.given[square] {
            self.extend(square + 1, queens, filled, found);
        }
    }

    /// The number of solutions, row by row on masks: quicker than `solutions`, and as simple.
    fn count(&self) -> u64 {
        let mut needs = [vec![self.stars; self.size], vec![self.stars; self.size]];
        self.count_row((0, 0), self.stars, 0, 0, &mut needs)
    }

    /// Counts from a column of a row on. `needs` has the missing queens of each column and region.
    fn count_row(
        &self,
        (row, col): (usize, usize),
        left: usize,
        before: u32,
        queens: u32,
        needs: &mut [Vec<usize>; 2],
    ) -> u64 {
        let size = self.size;
        if row == size {
            return 1;
        }
        if left == 0 {
            // Given queens in the rest of the row would be too many.
            let rest = row * size + col.min(size)..(row + 1) * size;
            if self.given[rest].contains(&true) {
                return 0;
            }
            return self.count_row((row + 1, 0), self.stars, queens, 0, needs);
        }
        let mut found = 0;
        for col in col..size {
            let square = row * size + col;
            let region = self.region[square];
            let near = (before << 1 | before | before >> 1) >> col & 1 == 1;
            if !self.closed[square] && !near && needs[0][col] > 0 && needs[1][region] > 0 {
                needs[0][col] -= 1;
                needs[1][region] -= 1;
                found += self.count_row((row, col + 2), left - 1, before, queens | 1 << col, needs)
                    * u64::from(col + 1 >= size || !self.given[square + 1]);
                needs[0][col] += 1;
                needs[1][region] += 1;
            }
            if self.given[square] {
                break;
            }
        }
        found
    }
}

/// A placement by the rules without regions, if the random search finds one: the columns of the queens, row by row.
fn placement(size: usize, stars: usize, random: &mut Pcg64) -> Option<Vec<Vec<usize>>> {
    let patterns: Vec<Vec<usize>> = (0..1_u32 << size)
        .filter(|row| row.count_ones() as usize == stars && row & row << 1 == 0)
        .map(|row| (0..size).filter(|col| row >> col & 1 == 1).collect())
        .collect();
    fn extend(
        rows: &mut Vec<Vec<usize>>,
        size: usize,
        stars: usize,
        patterns: &[Vec<usize>],
        random: &mut Pcg64,
    ) -> bool {
        if rows.len() == size {
            return true;
        }
        let mut order: Vec<&Vec<usize>> = patterns.iter().collect();
        order.shuffle(random);
        for pattern in order {
            let has_room =
                |col: &usize| rows.iter().flatten().filter(|c| *c == col).count() < stars;
            let near = |col: &usize| {
                rows.last().is_some_and(|row| row.iter().any(|c| c.abs_diff(*col) <= 1))
            };
            if pattern.iter().all(|col| has_room(col) && !near(col)) {
                rows.push(pattern.clone());
                if extend(rows, size, stars, patterns, random) {
                    return true;
                }
                rows.pop();
            }
        }
        false
    }
    let mut rows = Vec::new();
    extend(&mut rows, size, stars, &patterns, random).then_some(rows)
}

/// Random regions. If there is a placement, its queens are in the right number of each region.
fn regions(size: usize, stars: usize, random: &mut Pcg64) -> Regions {
    let mut names: Vec<usize> = (0..size * size).map(|square| square % size).collect();
    names.shuffle(random);
    if let Some(rows) = placement(size, stars, random).filter(|_| random.random_bool(0.8)) {
        // Most squares take the region of a queen near them, so that there are few solutions.
        let mut queens: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, cols)| cols.iter().map(move |&col| (row, col)))
            .collect();
        if random.random_bool(0.5) {
            queens.shuffle(random);
        }
        for (square, name) in names.iter_mut().enumerate() {
            let far = |&(row, col): &(usize, usize)| {
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
            let found = Plain::of(&position).solutions();
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

fn every(position: &Position) -> Vec<Vec<u32>> {
    let mut every = Solve::of(position).every();
    let mut found = Vec::new();
    while let Some(solution) = every.next(&Never).unwrap() {
        found.push(solution.rows().to_vec());
    }
    assert_eq!(every.next(&Never), Ok(None), "an exhausted search stays exhausted");
    found.sort();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(2000, 300) as u32))]

    #[test]
    fn solvers_and_engines_agree_with_recursion_over_squares(position in positions(), seed in 0..9_u64) {
        let all = Plain::of(&position).solutions();
        let number = all.len() as u128;
        prop_assert_eq!(u128::from(Plain::of(&position).count()), number);
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
            prop_assert_eq!(found.total.solutions, Plain::of(&position).solutions().len() as u128);
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
        assert_eq!(Plain::of(position).count(), *number, "{position:?}");
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
