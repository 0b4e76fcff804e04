//! The placement table: how many queens each way of searching sets.
//!
//! For each N the naive count (N^2)! / (N^2 - N)!, the placements of plain backtracking, those of the search over half of the
//! board, and the solutions. The last three are counted, not looked up.
//! Reference: James Walker's table of the number of queens placed.

use crate::{CheckError, Error, Method, Plan, Request, Total};
use num_bigint::BigUint;

/// One row of the placement table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The size of the board.
    pub size: usize,
    /// Placements of plain backtracking.
    pub plain: u64,
    /// Placements of the search over half of the board.
    pub symmetric: u64,
    /// Solutions.
    pub solutions: u128,
}

impl Row {
    /// Counts the row by two searches, the plain one and the one over half of the board, and checks that they agree. `run`
    /// carries out a plan.
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

/// The placements of N distinct queens on any N squares, one after the other: (N^2)! / (N^2 - N)!.
///
/// ```
/// assert_eq!(queens::study::placement_table::naive(5).to_string(), "6375600");
/// ```
pub fn naive(size: usize) -> BigUint {
    let squares = size * size;
    product(squares - size + 1..=squares)
}

/// The ways to choose N of the N^2 squares: C(N^2, N).
///
/// ```
/// assert_eq!(queens::study::placement_table::choose(8).to_string(), "4426165368");
/// ```
pub fn choose(size: usize) -> BigUint {
    naive(size) / factorial(size)
}

/// The ways to put a queen into each column: N^N.
pub fn power(size: usize) -> BigUint {
    BigUint::from(size).pow(size as u32)
}

/// The ways to put a queen into each column and row: N!.
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
    fn small_boards_are_right() {
        let exact =
            |size| [naive(size), choose(size), power(size), factorial(size)].map(|n| n.to_string());
        assert_eq!(exact(0), ["1", "1", "1", "1"]);
        assert_eq!(exact(1), ["1", "1", "1", "1"]);
        assert_eq!(exact(2), ["12", "6", "4", "2"]);
        assert_eq!(exact(3), ["504", "84", "27", "6"]);
    }
}
