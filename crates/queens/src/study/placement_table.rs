//! The placement table: the number of queens that each kind of search places.
//!
//! For each N: the naive count (N^2)! / (N^2 - N)!, the placements of plain backtracking, those of half-board search, and the
//! solutions. The last three are counted, not looked up.
//! Reference: James Walker's table of the number of queens placed.

use crate::{CheckError, Error, Method, Plan, Request, Total};
use num_bigint::BigUint;

/// A row of the placement table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The size of the board.
    pub size: usize,
    /// The placements of plain backtracking (`bitmask`).
    pub plain: u64,
    /// The placements of half-board search (`stacked`).
    pub symmetric: u64,
    /// The number of solutions.
    pub solutions: u128,
}

impl Row {
    /// Counts the row by plain backtracking and by half-board search, and checks that their totals agree. `run` runs a plan.
    ///
    /// ```
    /// use queens::study::placement_table::Row;
    /// use queens::{Error, Inline, Never};
    /// let row = Row::count(8, |plan| plan.run(&Inline, &Never))?;
    /// assert_eq!((row.plain, row.symmetric, row.solutions), (2056, 1028, 92));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn count<E: From<Error>>(
        size: usize,
        mut run: impl FnMut(&Plan) -> Result<Total, E>,
    ) -> Result<Self, E> {
        let mut count = |method| {
            let total = run(&Request::count(size)?.method(method).statistics().plan()?)?;
            Ok::<_, E>((total.solutions, total.statistics.unwrap_or_default().placements))
        };
        let (solutions, symmetric) = count(Method::STACKED)?;
        let (again, plain) = count(Method::BITMASK)?;
        if solutions != again {
            return Err(Error::Check(CheckError::Disagree {
                size,
                first: (Method::STACKED.name(), solutions),
                second: (Method::BITMASK.name(), again),
            })
            .into());
        }
        Ok(Self { size, plain, symmetric, solutions })
    }
}

/// The number of ways to place N distinct queens on any N squares: (N^2)! / (N^2 - N)!.
///
/// ```
/// assert_eq!(queens::study::placement_table::naive(5).to_string(), "6375600");
/// ```
pub fn naive(size: usize) -> BigUint {
    let squares = size * size;
    product(squares - size + 1..=squares)
}

/// The number of ways to choose N of the N^2 squares: C(N^2, N).
///
/// ```
/// assert_eq!(queens::study::placement_table::choose(8).to_string(), "4426165368");
/// ```
pub fn choose(size: usize) -> BigUint {
    naive(size) / factorial(size)
}

/// The number of ways to place one queen in each column: N^N.
pub fn power(size: usize) -> BigUint {
    BigUint::from(size).pow(size as u32)
}

/// The number of ways to place one queen in each column and row: N!.
pub fn factorial(size: usize) -> BigUint {
    product(1..=size)
}

fn product(factors: impl Iterator<Item = usize>) -> BigUint {
    factors.map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_small_boards_are_correct() {
        let exact =
            |size| [naive(size), choose(size), power(size), factorial(size)].map(|n| n.to_string());
        assert_eq!(exact(0), ["1", "1", "1", "1"]);
        assert_eq!(exact(1), ["1", "1", "1", "1"]);
        assert_eq!(exact(2), ["12", "6", "4", "2"]);
        assert_eq!(exact(3), ["504", "84", "27", "6"]);
    }
}
