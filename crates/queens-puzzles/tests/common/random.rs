//! Random positions, and their solutions by the definition.
#![allow(dead_code)]

use proptest::prelude::*;
use queens::{Never, Regions, Rules, Square};
use queens_puzzles::Position;
use queens_puzzles::solve::Solve;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Random positions: any rules, any closed squares, a few given queens that may attack each other. With regions they may have several
/// stars.
pub fn positions(
    sizes: RangeInclusive<usize>,
    stars: RangeInclusive<usize>,
) -> impl Strategy<Value = Position> {
    let any = (sizes, prop::sample::select(Rules::ALL.to_vec()), any::<u64>());
    (any, 0..4_usize, 0..40_u32, stars).prop_map(|((size, rules, seed), given, closed, stars)| {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut squares: Vec<Square> = Square::all(size).collect();
        squares.shuffle(&mut random);
        let given: Vec<Square> = squares.drain(..given.min(size)).collect();
        squares.retain(|_| random.random_range(0..100) < closed);
        let position = Position::new(size).unwrap().with_given(given).unwrap();
        let position = position.with_closed(squares).unwrap();
        if rules != Rules::Regions {
            return position.with_rules(rules).unwrap();
        }
        let stars = if size < 3 { 1 } else { stars };
        let swaps = if random.random_bool(0.5) { size } else { size.pow(3) };
        position.with_regions(regions(size, swaps, &mut random)).unwrap().with_stars(stars).unwrap()
    })
}

/// As many regions as rows: the rows with this many pairs of squares exchanged.
fn regions(size: usize, swaps: usize, random: &mut Pcg64) -> Regions {
    let name = |square: usize| char::from(b'A' + (square / size) as u8);
    let mut names: Vec<char> = (0..size * size).map(name).collect();
    for _ in 0..swaps {
        let [one, other] = [(); 2].map(|()| random.random_range(0..size * size));
        names.swap(one, other);
    }
    Regions::new(&names.chunks(size.max(1)).map(<[char]>::to_vec).collect::<Vec<_>>()).unwrap()
}

/// A board of 8 or 9 rows with two stars, some closed squares and a few exchanged squares of regions.
pub fn two_stars(seed: u64) -> Position {
    let size = 8 + (seed % 2) as usize;
    let mut random = Pcg64::seed_from_u64(seed);
    let regions = regions(size, (seed % 3) as usize, &mut random);
    let closed = Square::all(size).filter(|_| random.random_bool(0.1));
    let position = Position::new(size).unwrap().with_closed(closed).unwrap();
    position.with_regions(regions).unwrap().with_stars(2).unwrap()
}

/// A board with this many open squares, chosen at random.
pub fn blocked(size: usize, open: usize, seed: u64) -> Position {
    let mut squares: Vec<Square> = Square::all(size).collect();
    squares.shuffle(&mut Pcg64::seed_from_u64(seed));
    Position::new(size).unwrap().with_closed(squares.drain(open..)).unwrap()
}

/// The number of open squares with which about half of the boards have a solution: measured, 6.4 per row for N = 20, 7 for N = 40.
pub fn half_solvable(size: usize) -> usize {
    size * (580 + 3 * size) / 100
}

/// Random queens that do not attack each other. If there is no room for the next one, it begins again.
pub fn compatible(size: usize, queens: usize, seed: u64) -> Position {
    let mut random = Pcg64::seed_from_u64(seed);
    let (mut given, mut taken, mut tries) = (Vec::new(), HashSet::new(), 0);
    while given.len() < queens {
        tries += 1;
        if tries > 1000 * size {
            (given, taken, tries) = (Vec::new(), HashSet::new(), 0);
        }
        let (col, row) = (random.random_range(0..size), random.random_range(0..size));
        let lines = [(0, col), (1, row), (2, row + size - col), (3, row + col)];
        if !lines.iter().any(|line| taken.contains(line)) {
            taken.extend(lines);
            given.push(Square::new(col as u32, row as u32));
        }
    }
    Position::new(size).unwrap().with_given(given).unwrap()
}

/// All solutions that the search finds, sorted.
pub fn every(position: &Position) -> Vec<Vec<u32>> {
    let mut every = Solve::of(position).every();
    let mut found = Vec::new();
    while let Some(solution) = every.next(&Never).unwrap() {
        found.push(solution.rows().to_vec());
    }
    assert_eq!(every.next(&Never), Ok(None), "an exhausted search stays exhausted");
    found.sort();
    found
}

/// All solutions by the definition: every set of queens per column, every pair of queens. With several stars, rows and regions are
/// counted by [`Position::check`].
pub fn by_definition(position: &Position) -> Vec<Vec<u32>> {
    fn extend(position: &Position, rows: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let (size, stars) = (position.size(), position.stars());
        if rows.len() == size * stars {
            let queens = |col: u32| &rows[col as usize * stars..][..stars];
            if position.given().iter().all(|given| queens(given.col).contains(&given.row))
                && (stars == 1 || position.check(rows).is_ok())
            {
                found.push(rows.clone());
            }
            return;
        }
        let col = (rows.len() / stars) as u32;
        let is_first = rows.len().is_multiple_of(stars);
        let from = if is_first { 0 } else { rows[rows.len() - 1] + 1 };
        for row in from..size as u32 {
            let here = Square::new(col, row);
            let queens = rows.iter().enumerate();
            let mut queens = queens.map(|(place, &r)| Square::new((place / stars) as u32, r));
            if position.is_closed(here) || queens.any(|queen| position.attacks(queen, here)) {
                continue;
            }
            rows.push(row);
            extend(position, rows, found);
            rows.pop();
        }
    }
    let mut found = Vec::new();
    extend(position, &mut Vec::new(), &mut found);
    found
}
