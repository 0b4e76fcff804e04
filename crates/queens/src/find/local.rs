//! Local search: starts with one queen in every column and row, and exchanges rows until no queen attacks another.
//!
//! An attacked queen and a random other one exchange their rows if that reduces the number of attacks. Only diagonals can be
//! attacked, and the number of queens on each diagonal is known, so an exchange is tested in constant time. In the rare case that
//! a search has tested 200 exchanges per column, it starts again with other queens. [`LocalSearch`] makes one exchange at a time,
//! so that a caller can watch it; [`random()`](super::random()) runs it to its end.
//!
//! Work: linear on average.  Memory: 16 bytes per queen.  Range: as [`random()`](super::random()).
//! Checked: each exchange reduces the attacks, which are counted from the definition; the end is a solution.
//! Reference: Sosič, Gu, "Efficient local search with conflict minimization", IEEE Transactions on Knowledge and Data Engineering 6 (1994).

use super::{MAX_RANDOM, checked};
use crate::{BoardError, Control, Error, Solution};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The number of attempts to find a free row for a column before it takes any row.
const TRIES: usize = 64;

/// The search starts again if it has tested this many exchanges per column. Few searches that end take longer.
const TRIES_PER_COLUMN: usize = 200;

/// The control is polled after this many columns or exchanges.
const STOP_CHECK_INTERVAL: usize = 1 << 14;

/// How a [`LocalSearch`] places its queens at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In random rows, one queen in every row. On a large board about two thirds of the queens are attacked.
    Shuffled,
    /// In random order, each column takes a random unused row whose diagonals are free; a column that finds none in several attempts
    /// takes any unused row. Only a few dozen queens are attacked, on boards of any size.
    FewAttacks,
}

/// What a step of a [`LocalSearch`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalStep {
    /// Two columns exchanged their rows, and there are fewer attacks.
    Exchange([usize; 2]),
    /// The limit of tested exchanges was reached. All queens were placed again.
    Restart,
    /// No queen attacks another. Nothing was changed.
    Solved,
}

/// A search for one solution that makes one exchange at a time.
///
/// ```
/// use queens::find::{LocalSearch, LocalStep, Start};
/// use queens::{Never, Solution};
/// let mut search = LocalSearch::new(1000, 1, Start::Shuffled, &Never)?;
/// let mut attacks = search.attacks();
/// while let LocalStep::Exchange(_) = search.step(&Never)? {
///     assert!(search.attacks() < attacks);
///     attacks = search.attacks();
/// }
/// assert!(Solution::new(search.rows().to_vec()).is_ok());
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LocalSearch {
    placement: Placement,
    random: Pcg64,
    start: Start,
    /// Columns whose queens are attacked, or were attacked before an exchange.
    attacked: Vec<usize>,
    /// Tested exchanges since the start or the last restart, and of all earlier starts.
    tries: usize,
    earlier_tries: usize,
}

impl LocalSearch {
    /// Places the queens. The same seed gives the same search. On boards of sizes 2 and 3 the search never ends.
    pub fn new(size: usize, seed: u64, start: Start, control: &dyn Control) -> Result<Self, Error> {
        if size > MAX_RANDOM {
            return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_RANDOM }));
        }
        Self::from_random(size, Pcg64::seed_from_u64(seed), start, control)
    }

    pub(super) fn from_random(
        size: usize,
        mut random: Pcg64,
        start: Start,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let placement = Placement::new(size, start, &mut random, control)?;
        let attacked = placement.attacked(control)?;
        Ok(Self { placement, random, start, attacked, tries: 0, earlier_tries: 0 })
    }

    /// The row of the queen in each column.
    pub fn rows(&self) -> &[u32] {
        &self.placement.rows
    }

    /// Makes exchanges until there is a solution.
    pub fn solve(mut self, control: &dyn Control) -> Result<Solution, Error> {
        while self.step(control)? != LocalStep::Solved {}
        checked(self.placement.rows, control)
    }

    /// Whether another queen attacks the queen of a column.
    pub fn is_attacked(&self, col: usize) -> bool {
        self.placement.is_attacked(col)
    }

    /// The number of pairs of queens on a common diagonal. Work: linear.
    pub fn attacks(&self) -> u64 {
        let pairs = |&queens: &u8| u64::from(queens) * u64::from(queens.saturating_sub(1)) / 2;
        let Placement { rising, falling, .. } = &self.placement;
        rising.iter().chain(falling).map(pairs).sum()
    }

    /// The number of exchanges that were tested.
    pub fn tries(&self) -> usize {
        self.earlier_tries + self.tries
    }

    /// Tests exchanges until one reduces the number of attacks, and makes it.
    pub fn step(&mut self, control: &dyn Control) -> Result<LocalStep, Error> {
        let size = self.placement.rows.len();
        while let Some(&col) = self.attacked.last() {
            if !self.placement.is_attacked(col) {
                self.attacked.pop();
                continue;
            }
            self.tries += 1;
            if self.tries().is_multiple_of(STOP_CHECK_INTERVAL) && control.stopped() {
                return Err(Error::Stopped);
            }
            if self.tries > TRIES_PER_COLUMN * size {
                self.placement = Placement::new(size, self.start, &mut self.random, control)?;
                self.attacked = self.placement.attacked(control)?;
                self.earlier_tries += std::mem::take(&mut self.tries);
                return Ok(LocalStep::Restart);
            }
            let other = self.random.random_range(0..size);
            if other != col && self.placement.gain(col, other) > 0 {
                self.placement.exchange(col, other);
                self.attacked.push(other);
                return Ok(LocalStep::Exchange([col, other]));
            }
            if self.random.random_range(0..TRIES) == 0 {
                // Continue with another queen, so that one difficult queen does not block the rest.
                let place = self.random.random_range(0..self.attacked.len());
                let last = self.attacked.len() - 1;
                self.attacked.swap(place, last);
            }
        }
        Ok(LocalStep::Solved)
    }
}

/// One queen per column and row, and the number of queens on each diagonal.
#[derive(Clone, Debug)]
struct Placement {
    rows: Vec<u32>,
    rising: Vec<u8>,
    falling: Vec<u8>,
}

impl Placement {
    /// A random placement.
    fn new(
        size: usize,
        start: Start,
        random: &mut Pcg64,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let tries = match start {
            Start::Shuffled => 1,
            Start::FewAttacks => TRIES,
        };
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
            for _ in 0..tries {
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

    /// The columns whose queens are attacked.
    fn attacked(&self, control: &dyn Control) -> Result<Vec<usize>, Error> {
        let mut attacked = Vec::new();
        for col in 0..self.rows.len() {
            if col % STOP_CHECK_INTERVAL == 0 && control.stopped() {
                return Err(Error::Stopped);
            }
            if self.is_attacked(col) {
                attacked.push(col);
            }
        }
        Ok(attacked)
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
    use crate::{Never, Solution, Square};
    use std::collections::HashMap;

    /// The attacks by the definition: pairs of queens that attack each other, and the columns of these queens.
    fn attacks_of(rows: &[u32]) -> (u64, Vec<usize>) {
        let queens: Vec<Square> =
            (0..).zip(rows).map(|(col, &row)| Square::new(col, row)).collect();
        let attackers =
            |queen: &Square| queens.iter().filter(|other| other.attacks(*queen)).count();
        let counts: Vec<usize> = queens.iter().map(attackers).collect();
        let attacked = (0..rows.len()).filter(|&col| counts[col] > 0).collect();
        (counts.iter().sum::<usize>() as u64 / 2, attacked)
    }

    #[test]
    fn every_exchange_reduces_the_attacks_until_there_are_none() {
        for start in [Start::Shuffled, Start::FewAttacks] {
            for (size, seed) in (4..40).chain([100, 300]).zip(0..) {
                let mut search = LocalSearch::new(size, seed, start, &Never).unwrap();
                let mut before = attacks_of(search.rows()).0;
                loop {
                    let step = search.step(&Never).unwrap();
                    let (attacks, attacked) = attacks_of(search.rows());
                    assert_eq!(search.attacks(), attacks, "N = {size}");
                    let known: Vec<usize> =
                        (0..size).filter(|&col| search.is_attacked(col)).collect();
                    assert_eq!(known, attacked, "N = {size}");
                    match step {
                        LocalStep::Exchange(_) => assert!(attacks < before, "N = {size}"),
                        LocalStep::Restart => assert!(search.tries() > TRIES_PER_COLUMN * size),
                        LocalStep::Solved => break assert_eq!(attacks, 0),
                    }
                    before = attacks;
                }
                assert!(Solution::new(search.rows().to_vec()).is_ok(), "N = {size}");
                assert_eq!(search.step(&Never), Ok(LocalStep::Solved));
            }
        }
    }

    #[test]
    fn a_shuffled_start_has_more_attacks_and_takes_more_exchanges() {
        let exchanges = |start| {
            let mut search = LocalSearch::new(1000, 7, start, &Never).unwrap();
            let attacks = search.attacks();
            let mut steps = 0;
            while search.step(&Never).unwrap() != LocalStep::Solved {
                steps += 1;
            }
            (attacks, steps)
        };
        let (shuffled, few) = (exchanges(Start::Shuffled), exchanges(Start::FewAttacks));
        assert!(shuffled.0 > 400 && shuffled.1 > 200, "{shuffled:?}");
        assert!(few.0 < 100 && few.1 < shuffled.1, "{few:?}");
    }

    #[test]
    fn boards_of_all_small_sizes_are_accepted() {
        for size in [0, 1] {
            let mut search = LocalSearch::new(size, 1, Start::Shuffled, &Never).unwrap();
            assert_eq!(search.step(&Never), Ok(LocalStep::Solved));
        }
        for size in [2, 3] {
            let mut search = LocalSearch::new(size, 1, Start::Shuffled, &Never).unwrap();
            let mut steps = (0..20).map(|_| search.step(&Never).unwrap());
            assert!(steps.any(|step| step == LocalStep::Restart), "N = {size}");
            assert!(search.attacks() > 0);
        }
        let error = LocalSearch::new(MAX_RANDOM + 1, 1, Start::Shuffled, &Never).unwrap_err();
        assert!(error.to_string().contains("100000000"), "{error}");
    }

    #[test]
    fn local_search_finds_every_solution() {
        let mut random = Pcg64::seed_from_u64(1);
        let mut times: HashMap<Vec<u32>, u32> = HashMap::new();
        for _ in 0..20_000 {
            let start = Start::FewAttacks;
            let mut search = LocalSearch::from_random(8, random, start, &Never).unwrap();
            let ended = loop {
                match search.step(&Never).unwrap() {
                    LocalStep::Exchange(_) => {}
                    ended => break ended,
                }
            };
            if ended == LocalStep::Solved {
                *times.entry(search.rows().to_vec()).or_default() += 1;
            }
            random = search.random;
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
        let stopped = LocalSearch::new(100_000, 1, Start::Shuffled, &stop);
        assert!(matches!(stopped, Err(Error::Stopped)));
    }
}
