//! One queen per column and row, with the conflicts on diagonals, and the random swaps that change them.

use crate::engines::Random;

/// The number of columns that are compared with one queen at a time: the bits of a mask.
pub(super) const WINDOW: usize = 64;

/// A queen: its column and row.
type Queen = (usize, usize);

/// The diagonals of one direction: the number of queens on each, and which of them have a queen.
#[derive(Clone, Debug)]
struct Diagonals {
    queens: Vec<u16>,
    taken: Vec<u64>,
}

impl Diagonals {
    fn new(size: usize) -> Self {
        // One more word, because a window may begin in the last one.
        Self { queens: vec![0; 2 * size], taken: vec![0; 2 * size / 64 + 2] }
    }

    /// Adds a queen and returns the number of new conflicts, 0 or 1.
    #[inline]
    fn add(&mut self, diagonal: usize) -> i32 {
        let queens = &mut self.queens[diagonal];
        *queens += 1;
        self.taken[diagonal / 64] |= 1 << (diagonal % 64);
        i32::from(*queens > 1)
    }

    /// Removes a queen and returns the number of conflicts that end, 0 or 1.
    #[inline]
    fn remove(&mut self, diagonal: usize) -> i32 {
        let queens = &mut self.queens[diagonal];
        *queens -= 1;
        let is_empty = *queens == 0;
        // Without a branch, which the CPU could not predict.
        self.taken[diagonal / 64] &= !(u64::from(is_empty) << (diagonal % 64));
        i32::from(!is_empty)
    }

    #[inline]
    fn is_taken(&self, diagonal: usize) -> bool {
        self.taken[diagonal / 64] >> (diagonal % 64) & 1 != 0
    }

    /// Which of the 64 diagonals from this one on have a queen.
    #[inline]
    fn window(&self, first: usize) -> u64 {
        let (word, shift) = (first / 64, first % 64);
        self.taken[word] >> shift | self.taken[word + 1] << 1 << (63 - shift)
    }
}

/// One queen per column and row. A diagonal with k queens has k - 1 conflicts, an empty one has none.
#[derive(Clone, Debug)]
pub(super) struct Queens {
    rows: Vec<u16>,
    up: Diagonals,
    down: Diagonals,
    conflicts: i32,
}

impl Queens {
    /// A random arrangement; all permutations are equally likely.
    pub(super) fn new(size: usize, random: &mut Random) -> Self {
        let mut rows: Vec<u16> = (0..size as u16).collect();
        for col in (1..size).rev() {
            rows.swap(col, random.below(col + 1));
        }
        Self::of(rows)
    }

    fn of(rows: Vec<u16>) -> Self {
        let (up, down) = (Diagonals::new(rows.len()), Diagonals::new(rows.len()));
        let mut queens = Self { rows, up, down, conflicts: 0 };
        for col in 0..queens.rows.len() {
            let (up, down) = queens.diagonals(col, queens.row(col));
            queens.conflicts += queens.up.add(up) + queens.down.add(down);
        }
        queens
    }

    /// The number of conflicts; 0 for a solution.
    pub(super) fn conflicts(&self) -> i32 {
        self.conflicts
    }

    #[inline]
    fn row(&self, col: usize) -> usize {
        usize::from(self.rows[col])
    }

    /// The rising and the falling diagonal of a square. Their numbers grow with the column, so the squares of a row form windows.
    #[inline]
    fn diagonals(&self, col: usize, row: usize) -> (usize, usize) {
        (col + self.rows.len() - 1 - row, col + row)
    }

    /// Tries to exchange the row of the queen in `col` with that of every queen in the columns `first..first + width`, one
    /// after the other. An exchange is accepted with probability `factor` to the power of the number of conflicts that it
    /// adds, regardless of those that it ends.
    ///
    /// This leaves the distribution with weight `factor` to the power of all conflicts unchanged: the product of the
    /// ratios of all diagonals, each limited to 1, is a valid acceptance probability (factorized Metropolis filter).
    ///
    /// A random mask has the columns in which one conflict may be added. In all others the squares of the first queen's row
    /// must be free, which one mask tells for the whole window.
    #[inline]
    pub(super) fn try_swaps(
        &mut self,
        col: usize,
        (first, width): (usize, usize),
        factor: f64,
        random: &mut Random,
    ) {
        let may_add = bernoulli(factor, random);
        let mut untried = u64::MAX >> (WINDOW - width);
        if (first..first + width).contains(&col) {
            untried &= !(1 << (col - first));
        }
        let mut row = self.row(col);
        let mut candidates = (self.free(first, row) | may_add) & untried;
        while candidates != 0 {
            let bit = candidates.trailing_zeros();
            candidates &= candidates - 1;
            let other = first + bit as usize;
            let other_row = self.row(other);
            if may_add >> bit & 1 == 0 {
                if !self.is_free(col, other_row)
                    || self.share_diagonal((col, row), (other, other_row))
                {
                    continue;
                }
            } else {
                let added = self.added((col, row), (other, other_row));
                if added > 1 && random.fraction() >= factor.powi(added - 1) {
                    continue;
                }
            }
            self.swap((col, row), (other, other_row));
            row = other_row;
            untried &= (u64::MAX << 1) << bit;
            candidates = (self.free(first, row) | may_add) & untried;
        }
    }

    /// The columns of a window whose squares in this row are on no diagonal of a queen.
    #[inline]
    fn free(&self, first: usize, row: usize) -> u64 {
        let (up, down) = self.diagonals(first, row);
        !(self.up.window(up) | self.down.window(down))
    }

    /// Whether a square is on no diagonal of a queen.
    #[inline]
    fn is_free(&self, col: usize, row: usize) -> bool {
        let (up, down) = self.diagonals(col, row);
        !(self.up.is_taken(up) | self.down.is_taken(down))
    }

    /// Whether two queens are on the same diagonal. If they exchange their rows, they are on the same diagonal of the other
    /// direction.
    #[inline]
    fn share_diagonal(&self, (a, row_a): Queen, (b, row_b): Queen) -> bool {
        (a + row_a == b + row_b) | (a + row_b == b + row_a)
    }

    /// The number of conflicts that an exchange of the rows of two queens adds. They leave their diagonals first, but no new
    /// square is on one of these.
    #[inline]
    fn added(&self, (a, row_a): Queen, (b, row_b): Queen) -> i32 {
        let ((up_a, down_a), (up_b, down_b)) = (self.diagonals(a, row_b), self.diagonals(b, row_a));
        let pair = |diagonals: &Diagonals, a: usize, b: usize| {
            let (taken_a, taken_b) = (diagonals.is_taken(a), diagonals.is_taken(b));
            // Two queens that come to the same empty diagonal are in conflict with each other.
            i32::from(taken_a) + i32::from(taken_b) + i32::from(a == b && !taken_a)
        };
        pair(&self.up, up_a, up_b) + pair(&self.down, down_a, down_b)
    }

    /// Exchanges the rows of two queens.
    #[inline]
    fn swap(&mut self, (a, row_a): Queen, (b, row_b): Queen) {
        for (col, row) in [(a, row_a), (b, row_b)] {
            let (up, down) = self.diagonals(col, row);
            self.conflicts -= self.up.remove(up) + self.down.remove(down);
        }
        for (col, row) in [(a, row_b), (b, row_a)] {
            let (up, down) = self.diagonals(col, row);
            self.conflicts += self.up.add(up) + self.down.add(down);
        }
        self.rows[a] = row_b as u16;
        self.rows[b] = row_a as u16;
    }
}

/// A mask in which each bit is set with this probability, independently of the others.
///
/// Each bit compares a random number with the probability, both in binary, from the first digit on. A random word gives one digit
/// of each. About eight words decide all bits.
#[inline]
fn bernoulli(probability: f64, random: &mut Random) -> u64 {
    let mut digits = (probability * 2_f64.powi(64)) as u64;
    let (mut set, mut undecided) = (0, u64::MAX);
    while undecided != 0 && digits != 0 {
        let word = random.bits();
        if digits >> 63 != 0 {
            set |= undecided & !word;
            undecided &= word;
        } else {
            undecided &= !word;
        }
        digits <<= 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conflicts, counted from the rows.
    fn conflicts(rows: &[u16]) -> i32 {
        let mut found = 0;
        for (a, &row_a) in rows.iter().enumerate() {
            let (row_a, before) = (i32::from(row_a), &rows[..a]);
            let on = |slope: i32| {
                before
                    .iter()
                    .enumerate()
                    .any(|(b, &row_b)| i32::from(row_b) - row_a == slope * (b as i32 - a as i32))
            };
            found += i32::from(on(1)) + i32::from(on(-1));
        }
        found
    }

    #[test]
    fn swaps_keep_a_permutation_and_its_conflicts() {
        for (size, factor) in [(4, 0.9), (5, 0.1), (8, 0.5), (64, 0.3), (65, 0.7), (130, 0.2)] {
            let mut random = Random::new(size as u64);
            let mut queens = Queens::new(size, &mut random);
            for _ in 0..200 {
                let first = random.below(size);
                let width = (size - first).min(WINDOW);
                let col = random.below(size);
                queens.try_swaps(col, (first, width), factor, &mut random);
                assert_eq!(queens.conflicts, conflicts(&queens.rows), "N = {size}");
                let fresh = Queens::of(queens.rows.clone());
                assert_eq!(fresh.up.taken, queens.up.taken);
                assert_eq!(fresh.down.queens, queens.down.queens);
            }
            let mut sorted = queens.rows.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..size as u16));
        }
    }

    #[test]
    fn a_swap_and_its_reverse_are_in_detailed_balance() {
        // All exchanges in some permutations: added(there) - added(back) is the change of all conflicts.
        for size in 2..=7_usize {
            let mut rows: Vec<u16> = (0..size as u16).collect();
            let mut random = Random::new(3);
            for _ in 0..300 {
                for (a, b) in (0..size).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    let mut queens = Queens::of(rows.clone());
                    let (row_a, row_b) = (queens.row(a), queens.row(b));
                    let before = queens.conflicts;
                    let there = queens.added((a, row_a), (b, row_b));
                    // The quick test for swaps that add nothing.
                    let fits = queens.is_free(b, row_a)
                        && queens.is_free(a, row_b)
                        && !queens.share_diagonal((a, row_a), (b, row_b));
                    assert_eq!(there == 0, fits, "{rows:?}");
                    queens.swap((a, row_a), (b, row_b));
                    let back = queens.added((a, row_b), (b, row_a));
                    assert_eq!(there - back, queens.conflicts - before, "{rows:?}");
                }
                rows = Queens::new(size, &mut random).rows;
            }
        }
    }

    #[test]
    fn a_factor_leaves_its_distribution_unchanged() {
        // From permutations with their exact probabilities, one round of swaps gives these probabilities again.
        const FACTOR: f64 = 0.4;
        const ROUNDS: u32 = 60_000;
        let mut random = Random::new(9);
        let mut all = vec![];
        let mut rows: Vec<u16> = (0..5).collect();
        permutations(&mut rows, 0, &mut all);
        let weights: Vec<f64> = all.iter().map(|rows| FACTOR.powi(conflicts(rows))).collect();
        let total: f64 = weights.iter().sum();
        let mut found = vec![0.0; all.len()];
        for _ in 0..ROUNDS {
            let mut at = random.fraction() * total;
            let chosen = weights.iter().position(|weight| {
                at -= weight;
                at < 0.0
            });
            let mut queens = Queens::of(all[chosen.unwrap_or(0)].clone());
            for col in 0..5 {
                queens.try_swaps(col, (0, 5), FACTOR, &mut random);
            }
            found[all.iter().position(|rows| *rows == queens.rows).unwrap()] += 1.0;
        }
        // 119 degrees of freedom: above 180 with a probability of 0.0003.
        let expected = weights.iter().map(|weight| weight / total * f64::from(ROUNDS));
        let square: f64 = found.iter().zip(expected).map(|(f, e)| (f - e) * (f - e) / e).sum();
        assert!(square < 180.0, "chi-square {square}");
    }

    fn permutations(rows: &mut Vec<u16>, from: usize, all: &mut Vec<Vec<u16>>) {
        if from == rows.len() {
            all.push(rows.clone());
        }
        for at in from..rows.len() {
            rows.swap(from, at);
            permutations(rows, from + 1, all);
            rows.swap(from, at);
        }
    }

    #[test]
    fn bits_are_set_with_their_probability() {
        let mut random = Random::new(1);
        for probability in [0.0, 0.001, 0.25, 0.3, 0.999, 1.0] {
            let words = 20_000;
            let set: u32 =
                (0..words).map(|_| bernoulli(probability, &mut random).count_ones()).sum();
            let all = f64::from(words * 64);
            let error = (probability * (1.0 - probability) / all).sqrt();
            let share = f64::from(set) / all;
            assert!((share - probability).abs() <= 5.0 * error + 1e-9, "{probability}: {share}");
        }
    }
}
