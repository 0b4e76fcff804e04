//! Random queens for a puzzle with regions: the same number in each row and column, none touching another.

use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// A search that takes more steps than this for each column starts again with other random numbers.
const STEPS_PER_COLUMN: usize = 50;

/// The rows of the queens of each column, ascending. There must be such queens.
pub(super) fn queens_apart(size: usize, stars: usize, random: &mut Pcg64) -> Vec<Vec<u32>> {
    loop {
        let mut search =
            Search { size, stars, left: vec![stars; size], columns: Vec::new(), steps: 0 };
        if search.fill(random) {
            return search.columns;
        }
    }
}

struct Search {
    size: usize,
    stars: usize,
    /// The number of queens that each row misses.
    left: Vec<usize>,
    columns: Vec<Vec<u32>>,
    steps: usize,
}

impl Search {
    /// Fills the next columns. Returns whether all columns are filled.
    fn fill(&mut self, random: &mut Pcg64) -> bool {
        if self.columns.len() == self.size {
            return true;
        }
        let columns_left = self.size - self.columns.len();
        // A row has a queen in at most every second of the remaining columns.
        if self.left.iter().any(|&left| left > columns_left.div_ceil(2)) {
            return false;
        }
        let before = self.columns.last().cloned().unwrap_or_default();
        let mut rows: Vec<u32> = (0..self.size as u32).collect();
        rows.retain(|&row| {
            self.left[row as usize] > 0 && before.iter().all(|other| other.abs_diff(row) > 1)
        });
        rows.shuffle(random);
        self.column(&rows, Vec::new(), random)
    }

    /// Adds queens of a column from these rows, then fills the next columns.
    fn column(&mut self, rows: &[u32], chosen: Vec<u32>, random: &mut Pcg64) -> bool {
        self.steps += 1;
        if self.steps > STEPS_PER_COLUMN * self.size {
            return false;
        }
        if chosen.len() == self.stars {
            chosen.iter().for_each(|&row| self.left[row as usize] -= 1);
            let mut column = chosen.clone();
            column.sort_unstable();
            self.columns.push(column);
            if self.fill(random) {
                return true;
            }
            self.columns.pop();
            chosen.iter().for_each(|&row| self.left[row as usize] += 1);
            return false;
        }
        for (place, &row) in rows.iter().enumerate() {
            if chosen.iter().all(|other| other.abs_diff(row) > 1) {
                let mut more = chosen.clone();
                more.push(row);
                if self.column(&rows[place + 1..], more, random) {
                    return true;
                }
            }
        }
        false
    }
}
