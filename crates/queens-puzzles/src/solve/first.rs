//! The lexicographically first solution.
//!
//! Plain backtracking would find it first, but can take very long: if the queens in the first columns leave no solution, it notices
//! only after it has tried all others. Here each column in turn takes the lowest row for which the solver by smallest domains finds
//! a solution. Each solution that it finds also shows that the next rows are possible, so most columns need one or two searches.
//!
//! Work: 0.5 s for N = 30, 2 s for N = 33, 37 s for N = 34.  Memory: O(N^2).  Range: N <= 5000, in practice about 35.
//! Checked against plain backtracking for N <= 26 (N <= 30 in `cargo xtask test --long`) and A141843 (rows of N = 4..12).

use super::Solve;
use crate::{Error, Position};
use queens::{Control, Solution, Square};

/// Finds the first solution of a size in lexicographic order, or `None` for the sizes 2 and 3, which have none.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::solve::first;
/// assert_eq!(first(8, &Never)?.unwrap().to_string(), "1 5 8 6 3 7 2 4");
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn first(size: usize, control: &dyn Control) -> Result<Option<Solution>, Error> {
    let empty = Position::new(size)?;
    let Some(mut best) = Solve::of(&empty).find(control)? else {
        return Ok(None);
    };
    let mut queens: Vec<Square> = Vec::new();
    for col in 0..size as u32 {
        for row in 0..best.rows()[col as usize] {
            let queen = Square::new(col, row);
            if queens.iter().any(|other| other.attacks(queen)) {
                continue;
            }
            let begun = queens.iter().copied().chain([queen]);
            let position = empty.clone().with_given(begun)?;
            if let Some(found) = Solve::of(&position).find(control)? {
                best = found;
                break;
            }
        }
        queens.push(Square::new(col, best.rows()[col as usize]));
    }
    Ok(Some(best))
}
