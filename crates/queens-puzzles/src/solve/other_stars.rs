//! The number of stars with which a position has a solution, or exactly one, if it was read with a wrong one.

use super::few_solutions;
use crate::{Error, Position};
use queens::Control;

/// The search with another number of stars gives up after this many steps: a fraction of a second.
const MAX_STEPS: u64 = 1 << 13;

/// The number of stars with which a position with regions has a solution, other than its own. For positions without a solution,
/// whose text does not say how many queens each row, column and region has.
///
/// The numbers near that of the position are tried first. The result is `None` if short searches find no solution. It is also `None` if
/// the position has several stars and the given queens are the reason: without them, there is a solution with its stars.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::other_stars;
/// let rows: Vec<String> = "ABCDEFGH".chars().map(|name| name.to_string().repeat(8)).collect();
/// let position: Position = format!("size:8 regions:{} stars:3", rows.join("/")).parse()?;
/// assert_eq!(other_stars(&position, &Never)?, Some(2));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn other_stars(position: &Position, control: &dyn Control) -> Result<Option<usize>, Error> {
    let one = |position: &Position| few_solutions(position, 1, MAX_STEPS, control);
    if position.stars() > 1 && one(&position.without_given())? == Some(1) {
        return Ok(None);
    }
    Ok(with_one_solution(position, 1, MAX_STEPS, control)?.map(|other| other.stars()))
}

/// The position with another number of stars with which it has exactly one solution, if solutions are counted up to this limit. `None` if
/// searches of this many steps each find no such number.
pub(crate) fn with_one_solution(
    position: &Position,
    limit: usize,
    steps: u64,
    control: &dyn Control,
) -> Result<Option<Position>, Error> {
    for other in with_other_stars(position) {
        if few_solutions(&other, limit, steps, control)? == Some(1) {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// The position with other numbers of stars, those near its own first. Without regions there is one queen per row, and so none.
fn with_other_stars(position: &Position) -> impl Iterator<Item = Position> + use<'_> {
    let (size, own) = (position.size(), position.stars());
    // A block of two by two squares holds at most one queen.
    let fits = |stars: &usize| size * stars <= size.div_ceil(2).pow(2);
    let mut others: Vec<usize> =
        (1..=size).take_while(fits).filter(|&stars| stars != own).collect();
    others.sort_by_key(|stars| stars.abs_diff(own));
    others.into_iter().map_while(|stars| position.clone().with_stars(stars).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::Never;

    #[test]
    fn other_numbers_of_stars_need_regions_and_a_solution() {
        let rows = |size: usize, more: &str| {
            let rows = ('A'..).take(size).map(|name| name.to_string().repeat(size));
            let regions = rows.collect::<Vec<_>>().join("/");
            format!("size:{size} regions:{regions} {more}").parse::<Position>().unwrap()
        };
        let other = |position: &Position| other_stars(position, &Never).unwrap();
        assert_eq!(other(&rows(9, "stars:1")), Some(2));
        assert_eq!(other(&rows(8, "stars:4")), Some(2));
        assert_eq!(other(&rows(6, "stars:2")), Some(1));
        // Wrong queens, not a wrong number of stars.
        assert_eq!(other(&rows(8, "stars:2 given:A1,A3,A5")), None);
        assert_eq!(other(&rows(6, "")), None);
        assert_eq!(other(&rows(0, "")), None);
        assert_eq!(other(&"size:12".parse().unwrap()), None);
        assert_eq!(other(&"size:12 rules:torus".parse().unwrap()), None);
    }
}
