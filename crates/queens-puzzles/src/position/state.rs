//! The state of a position while a person plays it: which squares the given queens rule out, and whether they are a solution.

use super::Position;
use queens::Square;

impl Position {
    /// Whether the other given queens rule out a queen on this square: one of them attacks it or, with several stars, its row,
    /// column or region has all its queens already.
    ///
    /// A given queen that is ruled out breaks a rule: see [`conflicts`](Self::conflicts).
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// let rows: Vec<String> = "ABCDEFGH".chars().map(|name| name.to_string().repeat(8)).collect();
    /// let position: Position = rows.join("\n").parse()?;
    /// let position = position.with_stars(2)?.with_given(["A1".parse()?, "A3".parse()?])?;
    /// assert!(position.is_ruled_out("A8".parse()?), "column A has two queens");
    /// assert!(position.is_ruled_out("B4".parse()?), "next to A3");
    /// assert!(!position.is_ruled_out("C1".parse()?), "row 1 has one queen");
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn is_ruled_out(&self, square: Square) -> bool {
        let others = || self.given.iter().filter(|&&queen| queen != square);
        others().any(|&queen| self.attacks(queen, square))
            || self.stars > 1 && {
                let region = |square| self.regions.as_ref().map(|regions| regions.region(square));
                let full = |shared: &dyn Fn(&Square) -> bool| {
                    others().filter(|queen| shared(queen)).count() >= self.stars
                };
                full(&|queen| queen.col == square.col)
                    || full(&|queen| queen.row == square.row)
                    || full(&|queen| region(*queen) == region(square))
            }
    }

    /// The given queens that break a rule together with others: they attack each other or, with several stars, their row, column or
    /// region has too many queens.
    pub fn conflicts(&self) -> Vec<Square> {
        self.given.iter().copied().filter(|&queen| self.is_ruled_out(queen)).collect()
    }

    /// Whether the given queens are a solution.
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// assert!("size:4 given:A2,B4,C1,D3".parse::<Position>()?.is_solved());
    /// assert!(!"size:4 given:A2,B4,C1".parse::<Position>()?.is_solved());
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn is_solved(&self) -> bool {
        let columns = self.given.iter().enumerate();
        let in_place =
            columns.clone().all(|(place, queen)| queen.col as usize == place / self.stars);
        let rows: Vec<u32> = self.given.iter().map(|queen| queen.row).collect();
        in_place && self.check(&rows).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::arbitrary::positions;
    use proptest::prelude::*;
    use queens::Rules;

    /// The definition: each row, column and region has at most `stars` queens, and no two queens attack each other.
    fn breaks_a_rule(position: &Position, queen: Square) -> bool {
        let coloured = position.regions().filter(|_| position.rules() == Rules::Regions);
        let same = |other: &Square| match coloured {
            Some(regions) => [
                other.col == queen.col,
                other.row == queen.row,
                regions.name(*other) == regions.name(queen),
            ],
            None => [other.col == queen.col, other.row == queen.row, false],
        };
        let too_many = (0..3).any(|unit| {
            position.given().iter().filter(|other| same(other)[unit]).count() > position.stars()
        });
        let size = position.size();
        let attacks = |other: &Square| match position.rules() {
            Rules::Regions => queen != *other && queen.is_near(*other),
            rules => rules.attacks(queen, *other, size),
        };
        too_many || position.given().iter().any(attacks)
    }

    proptest! {
        #[test]
        fn conflicts_are_the_queens_that_break_a_rule(position in positions()) {
            let broken = |&queen: &Square| breaks_a_rule(&position, queen);
            let expected: Vec<Square> = position.given().iter().copied().filter(broken).collect();
            prop_assert_eq!(position.conflicts(), expected);
        }
    }

    #[test]
    fn a_solution_with_two_stars_is_recognised() {
        let text = "AABBBBGG\nAABBBEEG\nAABBBEGG\nCFFBBEGG\nCFFFBHHG\nCFFHHHHH\nCCFFHHDH\nCCCFDDDD";
        let position: Position = text.parse().unwrap();
        let position = position.with_stars(2).unwrap();
        let solution = crate::solve::Solve::of(&position).find(&queens::Never).unwrap().unwrap();
        let solved = position.filled(&solution);
        assert!(solved.is_solved() && solved.conflicts().is_empty());
        let queens: Vec<Square> = solution.squares().collect();
        for missing in 0..queens.len() {
            let mut queens = queens.clone();
            let square = queens.remove(missing);
            let position = position.clone().with_given(queens).unwrap();
            assert!(!position.is_solved() && position.conflicts().is_empty());
            assert!(!position.is_ruled_out(square));
            // In another row of the same column, so that the number of queens is right.
            for row in (0..8).filter(|&row| !solution.has_queen(Square::new(square.col, row))) {
                let moved = position.clone().with_given([Square::new(square.col, row)]).unwrap();
                assert!(!moved.is_solved() && !moved.conflicts().is_empty());
            }
        }
    }
}
