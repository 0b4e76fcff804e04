//! Random positions, and their solutions by the definition.

use proptest::prelude::*;
use queens::{Regions, Rules, Square};
use queens_puzzles::Position;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Random positions: any rules, one or two stars, any closed squares, a few given queens that may attack each other.
pub fn positions(largest: usize) -> impl Strategy<Value = Position> {
    let any = (0..=largest, prop::sample::select(Rules::ALL.to_vec()), any::<u64>());
    (any, 0..4_usize, 0..40_u32, 1..=2_usize).prop_map(
        |((size, rules, seed), given, closed, stars)| {
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
            position.with_regions(regions(size, &mut random)).unwrap().with_stars(stars).unwrap()
        },
    )
}

/// As many regions as rows: in half of the cases of any shape, otherwise the rows with some squares exchanged.
fn regions(size: usize, random: &mut Pcg64) -> Regions {
    let mut names: Vec<char> =
        (0..size * size).map(|i| char::from(b'A' + (i / size.max(1)) as u8)).collect();
    if random.random_bool(0.5) {
        names.shuffle(random);
    } else {
        for _ in 0..size {
            let [one, other] = [(); 2].map(|()| random.random_range(0..size * size));
            names.swap(one, other);
        }
    }
    Regions::new(&names.chunks(size.max(1)).map(<[char]>::to_vec).collect::<Vec<_>>()).unwrap()
}

/// A board of 8 or 9 rows with two stars, some closed squares and a few exchanged squares of regions.
pub fn two_stars(seed: u64) -> Position {
    let size = 8 + (seed % 2) as usize;
    let mut random = Pcg64::seed_from_u64(seed);
    let mut names: Vec<char> =
        (0..size * size).map(|i| char::from(b'A' + (i / size) as u8)).collect();
    for _ in 0..seed % 3 {
        let [one, other] = [(); 2].map(|()| random.random_range(0..size * size));
        names.swap(one, other);
    }
    let regions = Regions::new(&names.chunks(size).map(<[char]>::to_vec).collect::<Vec<_>>());
    let closed = Square::all(size).filter(|_| random.random_bool(0.1));
    let position = Position::new(size).unwrap().with_closed(closed).unwrap();
    position.with_regions(regions.unwrap()).unwrap().with_stars(2).unwrap()
}

/// A board of 20 to 25 rows with so few open squares that about half of such boards have a solution.
#[cfg(feature = "sat")]
pub fn blocked(seed: u64) -> Position {
    let size = 20 + (seed % 6) as usize;
    let mut squares: Vec<Square> = Square::all(size).collect();
    squares.shuffle(&mut Pcg64::seed_from_u64(seed));
    Position::new(size)
        .unwrap()
        .with_closed(squares.drain(size * (580 + 3 * size) / 100..))
        .unwrap()
}

/// All solutions by the definition: every set of queens per column, checked by `Position::check`.
pub fn by_definition(position: &Position) -> Vec<Vec<u32>> {
    fn extend(position: &Position, rows: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let (size, stars) = (position.size(), position.stars());
        if rows.len() == size * stars {
            if position.check(rows).is_ok() {
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
