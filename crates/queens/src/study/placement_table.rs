//! The placement table: how many queens each way of searching sets.
//!
//! For each N the naive count (N^2)! / (N^2 - N)!, the placements of the plain search, those of the search over half of the
//! board, and the solutions. The last three are counted, not looked up.
//! Reference: James Walker's table of the number of queens placed.

use crate::report::{Table, grouped};
use crate::{Error, Method, Plan, Request, Total};
use num_bigint::BigUint;

/// One row of the placement table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The size of the board.
    pub size: usize,
    /// Placements of the plain search.
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
            return Err(Error::Disagree {
                size,
                first: (Method::STACKED.name(), solutions),
                second: (Method::BITMASK.name(), again),
            }
            .into());
        }
        Ok(Self { size, plain, symmetric, solutions })
    }

    /// The exact cells of the row, in the order of [`headings`].
    pub fn exact(&self, wide: bool) -> Vec<String> {
        let mut cells = vec![self.size.to_string(), naive(self.size).to_string()];
        cells.extend([
            self.plain.to_string(),
            self.symmetric.to_string(),
            self.solutions.to_string(),
        ]);
        if wide {
            cells.extend(wider(self.size).map(|number| number.to_string()));
        }
        cells
    }

    /// The cells of the row as people read them, numbers beyond reading as `1.402 x 10^9`.
    pub fn readable(&self, wide: bool, notation: Notation) -> Vec<String> {
        let mut cells = vec![self.size.to_string(), short(&naive(self.size), 9, notation)];
        cells.extend([grouped(self.plain), grouped(self.symmetric), grouped(self.solutions)]);
        if wide {
            cells.extend(wider(self.size).map(|number| short(&number, 12, notation)));
        }
        cells
    }
}

/// How powers of ten are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `1.402 x 10^9`
    Plain,
    /// `1.402 × 10<sup>9</sup>`
    Markdown,
}

/// The headings as people read them.
pub fn headings(wide: bool) -> Vec<&'static str> {
    let mut heads = vec!["N", "naive", "plain", "symmetric", "solutions"];
    if wide {
        heads.extend(["C(N^2, N)", "N^N", "N!"]);
    }
    heads
}

/// The names of the columns in CSV and JSON.
pub fn keys(wide: bool) -> Vec<&'static str> {
    let mut keys = vec!["n", "naive", "plain", "symmetric", "solutions"];
    if wide {
        keys.extend(["choose", "power", "factorial"]);
    }
    keys
}

/// The rows as a table for people.
pub fn table(rows: &[Row], wide: bool, notation: Notation) -> Table {
    let mut table = Table::new(headings(wide));
    for row in rows {
        table.push(row.readable(wide, notation));
    }
    table
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

fn wider(size: usize) -> [BigUint; 3] {
    [choose(size), power(size), factorial(size)]
}

fn product(factors: impl Iterator<Item = usize>) -> BigUint {
    factors.map(BigUint::from).product()
}

/// The number in full if it has at most `digits` digits, otherwise rounded to four.
fn short(number: &BigUint, digits: usize, notation: Notation) -> String {
    let text = number.to_string();
    if text.len() <= digits {
        return grouped(text);
    }
    let mut power = text.len() - 1;
    // Five digits, the last one decides; rounding up may add a digit.
    let five: u32 = text[..5].parse().expect("digits");
    let mut four = (five + 5) / 10;
    if four == 10_000 {
        four = 1_000;
        power += 1;
    }
    let (whole, fraction) = (four / 1000, four % 1000);
    match notation {
        Notation::Plain => format!("{whole}.{fraction:03} x 10^{power}"),
        Notation::Markdown => format!("{whole}.{fraction:03} × 10<sup>{power}</sup>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_four_digits() {
        let cases = [
            ("123456789", "123,456,789"),
            ("1402410240", "1.402 x 10^9"),
            ("178462987637760", "1.785 x 10^14"),
            ("9999500000", "1.000 x 10^10"),
            ("9999499999", "9.999 x 10^9"),
        ];
        for (number, text) in cases {
            let number: BigUint = number.parse().unwrap();
            assert_eq!(short(&number, 9, Notation::Plain), text);
        }
    }

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
