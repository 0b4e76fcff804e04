//! A solution at random.
//!
//! Up to [`UNIFORM_TO`] every solution has the same probability: a random index is chosen, and the list of solutions is read up to
//! it. Larger boards use local search. In random order each column takes a random free row whose diagonals are free; a column that
//! finds none in several attempts takes any row. Then attacked queens exchange rows with others as long as that reduces the number
//! of attacks. Every solution is possible, but not equally likely (measured in docs/engines.md#random-solutions).
//!
//! Work: linear, 0.2 us per queen for N = 10^6 and 0.5 us for 10^7, limited by memory.  Memory: 16 bytes per queen.  Range: N <= 10^8.
//! Checked: every result is a solution, and different seeds give different solutions.
//! Reference: Sosič, Gu, "Efficient local search with conflict minimization", IEEE Transactions on Knowledge and Data Engineering 6 (1994).

use super::checked;
use crate::{BoardError, Control, Error, Solution, solutions};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The largest board that [`random()`] accepts.
pub const MAX_RANDOM: usize = 100_000_000;

/// The largest board on which [`random()`] returns every solution with the same probability.
pub const UNIFORM_TO: usize = 13;

/// The number of attempts to find a free row for a column before it takes any row.
const TRIES: usize = 64;

/// The control is polled after this many columns or exchanges.
const STOP_CHECK_INTERVAL: usize = 1 << 14;

/// Finds a random solution, the same for the same seed, or `None` for the sizes 2 and 3, which have none.
///
/// ```
/// use queens::{Never, find};
/// let one = find::random(100, 1, &Never)?.unwrap();
/// assert_eq!(find::random(100, 1, &Never)?, Some(one.clone()));
/// assert_ne!(find::random(100, 2, &Never)?, Some(one));
/// # Ok::<(), queens::Error>(())
/// ```
pub fn random(size: usize, seed: u64, control: &dyn Control) -> Result<Option<Solution>, Error> {
    if size > MAX_RANDOM {
        return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_RANDOM }));
    }
    let mut random = Pcg64::seed_from_u64(seed);
    if size <= UNIFORM_TO {
        let count = solutions(size)?.count();
        return Ok((count > 0)
            .then(|| random.random_range(0..count))
            .and_then(|place| solutions(size).ok()?.nth(place)));
    }
    loop {
        let mut placement = Placement::random(size, &mut random, control)?;
        if placement.repair(&mut random, control)? {
            return checked(placement.rows, control).map(Some);
        }
    }
}

/// One queen per column and row, and the number of queens on each diagonal.
struct Placement {
    rows: Vec<u32>,
    rising: Vec<u8>,
    falling: Vec<u8>,
}

impl Placement {
    /// A random placement with few attacks.
    fn random(size: usize, random: &mut Pcg64, control: &dyn Control) -> Result<Self, Error> {
        let mut free: Vec<u32> = (0..size as u32).collect();
        let mut columns = free.clone();
        let mut placement =
            Self { rows: vec![0; size], rising: vec![0; 2 * size], falling: vec![0; 2 * size] };
        while !columns.is_empty() {
            if columns.len().is_multiple_of(STOP_CHECK_INTERVAL) && control.stopped() {
                return Err(Error::Stopped);
            }
            let col = columns.swap_remove(random.random_range(0..columns.len())) as usize;
            let mut place = 0;
            for _ in 0..TRIES {
                place = random.random_range(0..free.len());
                let [rising, falling] = placement.diagonals(col, free[place]);
                if placement.rising[rising] + placement.falling[falling] == 0 {
                    break;
                }
            }
            placement.rows[col] = free.swap_remove(place);
            placement.put(col, 1);
        }
        Ok(placement)
    }

    /// Exchanges rows until no queen attacks another. Returns false in the rare case that it gives up.
    fn repair(&mut self, random: &mut Pcg64, control: &dyn Control) -> Result<bool, Error> {
        let size = self.rows.len();
        let mut attacked: Vec<usize> = Vec::new();
        for col in 0..size {
            if col % STOP_CHECK_INTERVAL == 0 && control.stopped() {
                return Err(Error::Stopped);
            }
            if self.is_attacked(col) {
                attacked.push(col);
            }
        }
        let mut tries = 0;
        while let Some(&col) = attacked.last() {
            if !self.is_attacked(col) {
                attacked.pop();
                continue;
            }
            tries += 1;
            if tries % STOP_CHECK_INTERVAL == 0 && control.stopped() {
                return Err(Error::Stopped);
            }
            if tries > 100 * size + STOP_CHECK_INTERVAL {
                return Ok(false);
            }
            let other = random.random_range(0..size);
            if other != col && self.gain(col, other) > 0 {
                self.exchange(col, other);
                attacked.push(other);
            } else if random.random_range(0..TRIES) == 0 {
                // Continue with another queen, so that one difficult queen does not block the rest.
                let place = random.random_range(0..attacked.len());
                let last = attacked.len() - 1;
                attacked.swap(place, last);
            }
        }
        Ok(true)
    }

    fn diagonals(&self, col: usize, row: u32) -> [usize; 2] {
        let (size, row) = (self.rows.len(), row as usize);
        [row + size - 1 - col, row + col]
    }

    /// Adds a number to the queens on the two diagonals of a column's queen.
    fn put(&mut self, col: usize, queens: i8) {
        let [rising, falling] = self.diagonals(col, self.rows[col]);
        for count in [&mut self.rising[rising], &mut self.falling[falling]] {
            *count = count.saturating_add_signed(queens);
        }
    }

    fn is_attacked(&self, col: usize) -> bool {
        let [rising, falling] = self.diagonals(col, self.rows[col]);
        self.rising[rising] > 1 || self.falling[falling] > 1
    }

    /// The number of attacks that disappear if two columns exchange their rows.
    fn gain(&mut self, one: usize, other: usize) -> i32 {
        let before = self.attacks([one, other]);
        self.exchange(one, other);
        let after = self.attacks([one, other]);
        self.exchange(one, other);
        before - after
    }

    /// The number of other queens on the diagonals of two queens.
    fn attacks(&mut self, columns: [usize; 2]) -> i32 {
        let mut sum = 0;
        // The queens are removed one after the other, so that an attack between the two counts once.
        for col in columns {
            let [rising, falling] = self.diagonals(col, self.rows[col]);
            self.put(col, -1);
            sum += i32::from(self.rising[rising]) + i32::from(self.falling[falling]);
        }
        for col in columns {
            self.put(col, 1);
        }
        sum
    }

    fn exchange(&mut self, one: usize, other: usize) {
        for col in [one, other] {
            self.put(col, -1);
        }
        self.rows.swap(one, other);
        for col in [one, other] {
            self.put(col, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;
    use std::collections::HashMap;

    #[test]
    fn every_size_and_seed_gives_a_solution() {
        for size in (0..200).chain([1000, 5000]) {
            let found = random(size, size as u64, &Never).unwrap();
            assert_eq!(found.is_some(), !(2..=3).contains(&size), "N = {size}");
        }
    }

    #[test]
    fn seeds_give_different_solutions() {
        let found = |seed| random(50, seed, &Never).unwrap().unwrap();
        let mut all: Vec<Solution> = (0..200).map(found).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 200);
    }

    #[test]
    fn small_solutions_are_equally_likely() {
        // 92 solutions, 100 times each on average: chi-square with 91 degrees of freedom is above 150 once in 10,000.
        let mut times: HashMap<Solution, f64> = HashMap::new();
        for seed in 0..9200 {
            *times.entry(random(8, seed, &Never).unwrap().unwrap()).or_default() += 1.0;
        }
        assert_eq!(times.len(), 92);
        let chi_square: f64 = times.values().map(|n| (n - 100.0) * (n - 100.0) / 100.0).sum();
        assert!(chi_square < 150.0, "{chi_square}");
    }

    #[test]
    fn local_search_finds_every_solution() {
        let mut random = Pcg64::seed_from_u64(1);
        let mut times: HashMap<Vec<u32>, u32> = HashMap::new();
        for _ in 0..20_000 {
            let mut placement = Placement::random(8, &mut random, &Never).unwrap();
            if placement.repair(&mut random, &Never).unwrap() {
                *times.entry(placement.rows).or_default() += 1;
            }
        }
        assert_eq!(times.len(), 92);
        let (least, most) = (times.values().min().unwrap(), times.values().max().unwrap());
        println!(
            "20,000 random solutions of N = 8: each of the 92 was found {least} to {most} times"
        );
    }

    #[test]
    fn the_control_stops_the_search() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        assert_eq!(random(100_000, 1, &stop), Err(Error::Stopped));
    }
}
