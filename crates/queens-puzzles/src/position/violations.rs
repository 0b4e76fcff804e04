//! Everything that is wrong with queens on a position.
//!
//! Like [`Position::check`], this shares no code with the searches. Work: O(q log q) for q queens, and O(N) for the lines.

use super::Position;
use crate::{Error, PositionError};
use queens::{BoardError, Regions, Rules, Square};

impl Position {
    /// The violated rules, at most this number: lines and regions with a wrong number of queens, pairs that attack each other
    /// otherwise, closed squares, and given queens that are missing. Without any, the queens are a solution. It is an error if a
    /// queen is not on the board.
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// use queens::Square;
    /// let position: Position = "size:4 given:A2 closed:D3".parse()?;
    /// let names = ["A2", "B4", "C1", "D4"];
    /// let queens = names.map(|name| name.parse::<Square>().unwrap());
    /// let wrong: Vec<String> =
    ///     position.violations(&queens, 10)?.iter().map(ToString::to_string).collect();
    /// assert_eq!(wrong, ["row 3 has 0 queens, expected 1", "row 4 has 2 queens, expected 1"]);
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn violations(&self, queens: &[Square], limit: usize) -> Result<Vec<Error>, Error> {
        let (size, expected) = (self.size, self.size * self.stars);
        let is_off = |square: &&Square| square.col.max(square.row) as usize >= size;
        if let Some(&square) = queens.iter().find(is_off) {
            return Err(Error::from(BoardError::OffBoard { square, size }));
        }
        let mut sorted = queens.to_vec();
        sorted.sort_unstable();
        let total = (queens.len() != expected).then_some(Error::from(BoardError::WrongSize {
            queens: queens.len(),
            size,
            expected,
        }));
        let missing = self.given.iter().filter(|given| sorted.binary_search(given).is_err());
        let missing =
            missing.map(|&square| Error::Position(PositionError::MissingGiven { square }));
        let closed = sorted.iter().filter(|&&queen| self.is_closed(queen));
        let closed = closed.map(|&square| Error::Position(PositionError::OnClosed { square }));
        let twice =
            sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| (pair[0], pair[1]));
        let pairs = twice.chain(self.on_diagonals(&sorted)).chain(self.near(&sorted));
        let pairs = pairs.map(|(first, second)| Error::from(BoardError::Attack { first, second }));
        let all = total.into_iter().chain(missing).chain(closed);
        let all = all.chain(self.wrong_numbers(&sorted)).chain(pairs);
        let mut found: Vec<Error> = Vec::new();
        for wrong in all {
            if found.len() == limit {
                break;
            }
            // Two diagonals of a torus can have the same pair.
            if !found.contains(&wrong) {
                found.push(wrong);
            }
        }
        Ok(found)
    }

    /// The columns, rows and regions with a wrong number of queens.
    fn wrong_numbers(&self, queens: &[Square]) -> impl Iterator<Item = Error> {
        let count = |unit: &dyn Fn(Square) -> usize| {
            let mut counts = vec![0; self.size];
            queens.iter().for_each(|&queen| counts[unit(queen)] += 1);
            counts
        };
        let expected = self.stars;
        let wrong = move |counts: Vec<usize>, name: &dyn Fn(usize) -> String| -> Vec<Error> {
            let wrong = counts.into_iter().enumerate().filter(|&(_, queens)| queens != expected);
            let wrong = wrong.map(|(unit, queens)| {
                let what = name(unit);
                Error::from(BoardError::WrongNumber { what, queens, expected })
            });
            wrong.collect()
        };
        let column = |unit: usize| format!("column {}", Square::column_name(unit as u32));
        let columns = wrong(count(&|queen| queen.col as usize), &column);
        let rows = wrong(count(&|queen| queen.row as usize), &|row| format!("row {}", row + 1));
        let coloured = self.regions.as_ref().filter(|_| self.rules == Rules::Regions);
        let regions = coloured.map_or(Vec::new(), |regions: &Regions| {
            // In the order of their numbers.
            let places: Vec<usize> =
                (0..self.size).map(|region| regions.number(region) - 1).collect();
            let name = |place: usize| format!("region {}", place + 1);
            wrong(count(&|queen| places[regions.region(queen)]), &name)
        });
        columns.into_iter().chain(rows).chain(regions)
    }

    /// Pairs of neighbours on the diagonals that have several queens.
    fn on_diagonals(&self, queens: &[Square]) -> impl Iterator<Item = (Square, Square)> {
        let size = self.size;
        let torus = self.rules == Rules::Torus;
        let on_lines = move |queens: &[Square], line: &dyn Fn(usize, usize) -> usize| {
            let mut last: Vec<Option<Square>> = vec![None; 2 * size];
            let mut pairs = Vec::new();
            for &queen in queens {
                let line = line(queen.col as usize, queen.row as usize);
                let line = if torus { line % size } else { line };
                pairs.extend(last[line].replace(queen).map(|before| (before, queen)));
            }
            pairs
        };
        let queens = if self.rules == Rules::Regions { &[] } else { queens };
        let rising = on_lines(queens, &|col, row| row + size - col);
        let falling = on_lines(queens, &|col, row| row + col);
        rising.into_iter().chain(falling).filter(|(first, second)| first != second)
    }

    /// Pairs of adjacent queens in a position with regions, and of superqueens a knight's move apart.
    fn near(&self, queens: &[Square]) -> impl Iterator<Item = (Square, Square)> {
        // Neighbours in a line are too many queens of that line, if it has one star.
        let steps: &[(u32, i64)] = match self.rules {
            Rules::Regions if self.stars == 1 => &[(1, -1), (1, 1)],
            Rules::Regions => &[(0, 1), (1, -1), (1, 0), (1, 1)],
            Rules::Superqueens => &[(1, -2), (1, 2), (2, -1), (2, 1)],
            _ => &[],
        };
        queens.iter().flat_map(move |&queen| {
            steps.iter().filter_map(move |&(cols, rows)| {
                let row = u32::try_from(i64::from(queen.row) + rows).ok()?;
                let other = Square::new(queen.col + cols, row);
                queens.binary_search(&other).is_ok().then_some((queen, other))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::position::parse::tests::positions;
    use proptest::prelude::*;
    use queens::Square;

    #[test]
    fn every_violated_rule_is_named() {
        let known = include_str!("../../tests/data/violations.txt");
        let mut lines = known.lines().peekable();
        while let Some(line) = lines.next() {
            let (position, queens) = line.split_once(" with").unwrap();
            let position: Position = position.parse().unwrap();
            let queens = queens.split_whitespace().map(|name| name.parse().unwrap());
            let found = position.violations(&queens.collect::<Vec<Square>>(), 100).unwrap();
            let found: Vec<String> = found.iter().map(|error| format!("  {error}")).collect();
            let expected = std::iter::from_fn(|| lines.next_if(|line| line.starts_with(' ')));
            assert_eq!(found, expected.collect::<Vec<_>>(), "{line}");
        }
    }

    #[test]
    fn the_list_ends_at_the_limit_and_squares_off_the_board_are_errors() {
        let position: Position = "size:8".parse().unwrap();
        assert_eq!(position.violations(&[], 5).unwrap().len(), 5);
        let error = position.violations(&[Square::new(0, 8)], 5).unwrap_err();
        assert_eq!(error.to_string(), "square A9 is not on a board of size 8");
    }

    proptest! {
        #[test]
        fn queens_are_a_solution_if_and_only_if_no_rule_is_violated(
            position in positions(), rows in prop::collection::vec(0_u32..12, 36), own in any::<bool>(),
        ) {
            let (size, stars) = (position.size(), position.stars());
            let mut rows: Vec<u32> = rows.into_iter().take(size * stars).map(|row| row % size.max(1) as u32).collect();
            prop_assume!(rows.len() == size * stars);
            // Half of the cases are solutions.
            if own && size < 9 && let Ok(Some(solution)) = crate::solve::Solve::of(&position).find(&queens::Never) {
                rows = solution.rows().to_vec();
            }
            let squares: Vec<Square> = rows.iter().enumerate()
                .map(|(queen, &row)| Square::new((queen / stars) as u32, row)).collect();
            rows.chunks_mut(stars).for_each(<[u32]>::sort_unstable);
            let violations = position.violations(&squares, 1).unwrap();
            prop_assert_eq!(position.check(&rows).is_ok(), violations.is_empty(), "{:?}", violations);
        }
    }
}
