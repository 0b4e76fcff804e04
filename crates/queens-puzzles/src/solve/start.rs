//! A first hint for an empty board: what a queen attacks, and which squares are good to start with.

use super::{BySquare, SquareCounts};
use crate::{Error, Position};
use queens::{Control, Rules, Square};
use std::fmt;

/// Beyond this size the counts take too long for a hint.
const MAX_COUNTED: usize = 12;

/// A suggestion for the first queen of an empty board, with the numbers behind it. Its text explains it to a person.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::first_queen;
/// let start = first_queen(&Position::new(8)?, &Never)?.unwrap();
/// assert_eq!((start.best.square.to_string(), start.best.solutions), ("D1".to_string(), Some(18)));
/// assert_eq!((start.corner.solutions, start.corner.attacked), (Some(4), 21));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstQueen {
    /// The number of solutions of the empty board, if it was counted.
    pub solutions: Option<u64>,
    /// The suggested square: the one with most solutions. Of several, one at an edge, where a queen attacks fewer squares.
    pub best: FirstSquare,
    /// The corner A1.
    pub corner: FirstSquare,
    /// A square in the middle.
    pub middle: FirstSquare,
}

/// A square of an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstSquare {
    /// The square.
    pub square: Square,
    /// The number of other squares that a queen there attacks.
    pub attacked: usize,
    /// The number of solutions with a queen there, if they were counted.
    pub solutions: Option<u64>,
}

/// Suggests the first queen of an empty board by the rules of queens, from size 4 on; `None` for other positions.
///
/// Up to size 12 the solutions are counted by square. On larger boards the suggestion is a square next to the middle of an edge.
pub fn first_queen(
    position: &Position,
    control: &dyn Control,
) -> Result<Option<FirstQueen>, Error> {
    let size = position.size();
    let is_empty = position.given().is_empty() && position.closed().is_empty();
    if position.rules() != Rules::Queens || !is_empty || size < 4 {
        return Ok(None);
    }
    let counts = match size {
        ..=MAX_COUNTED => Some(BySquare::of(position).run(1, control)?),
        _ => None,
    };
    let at = |square: Square| FirstSquare {
        square,
        attacked: Square::all(size).filter(|other| square.attacks(*other)).count(),
        solutions: counts.as_ref().map(|counts| counts.of(square)),
    };
    let half = (size as u32 - 1) / 2;
    let solutions = counts.as_ref().map(SquareCounts::solutions);
    let edge = (0..=half).map(|col| at(Square::new(col, 0)));
    let all = edge.chain(Square::all(size).filter(|s| s.row > 0 && s.row <= half).map(at));
    let best = match counts {
        // The first of several, so an edge comes first.
        Some(_) => {
            all.reduce(|best, next| if next.solutions > best.solutions { next } else { best })
        }
        None => Some(at(Square::new(half, 0))),
    };
    let (corner, middle) = (at(Square::new(0, 0)), at(Square::new(half, half)));
    Ok(Some(FirstQueen { solutions, best: best.unwrap_or(corner), corner, middle }))
}

impl fmt::Display for FirstQueen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { best, corner, middle, .. } = self;
        write!(
            f,
            "queen on {}: a queen attacks its row, its column and both diagonals, {} squares from {} and {} from {} in the middle",
            best.square, best.attacked, best.square, middle.attacked, middle.square
        )?;
        let numbers = (self.solutions, best.solutions, corner.solutions, middle.solutions);
        let (Some(all), Some(most), Some(in_corner), Some(in_middle)) = numbers else {
            return f.write_str(", so a start at the edge leaves more squares open");
        };
        write!(f, "; of the {all} solutions, {most} have a queen on {}", best.square)?;
        if corner.square != best.square {
            let few = if in_corner == 0 { "none".to_string() } else { format!("only {in_corner}") };
            write!(f, ", {few} in the corner {}", corner.square)?;
        }
        if middle.square != best.square {
            write!(f, ", {in_middle} on {}", middle.square)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::{Never, solutions};

    #[test]
    fn the_numbers_are_those_of_the_list() {
        for size in 4..=9 {
            let start = first_queen(&Position::new(size).unwrap(), &Never).unwrap().unwrap();
            let all: Vec<_> = solutions(size).unwrap().collect();
            assert_eq!(start.solutions, Some(all.len() as u64));
            let with = |square| all.iter().filter(|s| s.has_queen(square)).count() as u64;
            for part in [start.best, start.corner, start.middle] {
                assert_eq!(part.solutions, Some(with(part.square)), "N = {size}");
            }
            assert!(Square::all(size).all(|square| Some(with(square)) <= start.best.solutions));
        }
        let text = first_queen(&Position::new(8).unwrap(), &Never).unwrap().unwrap().to_string();
        assert_eq!(
            text,
            "queen on D1: a queen attacks its row, its column and both diagonals, 21 squares from D1 and 27 from D4 in the middle; of \
             the 92 solutions, 18 have a queen on D1, only 4 in the corner A1, 8 on D4"
        );
    }

    #[test]
    fn only_empty_boards_have_a_first_queen() {
        for text in ["size:3", "size:8 given:A1", "size:8 closed:A1", "size:8 rules:torus"] {
            assert_eq!(first_queen(&text.parse().unwrap(), &Never).unwrap(), None, "{text}");
        }
        let large = first_queen(&Position::new(13).unwrap(), &Never).unwrap().unwrap();
        assert!(
            large.to_string().ends_with("leaves more squares open") && large.solutions.is_none()
        );
    }
}
