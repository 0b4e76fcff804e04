//! Links of the web page to puzzles: by seed or by date. They have no position; the puzzle is made again.

use super::{Day, PuzzleRequest};
use crate::position::MAX_POSITION;
use crate::position::link::{self, Value};
use crate::position::parse::{self, excerpt};
use crate::solve::Difficulty;
use crate::{Error, Position};
use queens::{Control, Rules, Square};
use std::ops::RangeInclusive;

/// A link to a puzzle: `#/play?puzzle=regions&size=8&seed=5&difficulty=medium`, also with `stars=2`, or `#/play?day=2026-11-15`.
///
/// ```
/// use queens_puzzles::puzzle::{PuzzleLink, PuzzleRequest};
/// use queens_puzzles::solve::Difficulty;
/// let link = PuzzleLink::of("#/play?puzzle=regions&size=9&seed=5&q=A1")?.unwrap();
/// assert_eq!(link.request, PuzzleRequest::new(9).seed(5).difficulty(Difficulty::Easy));
/// assert_eq!(link.queens, ["A1".parse()?]);
///
/// let link = PuzzleLink::of("https://example.org/#/play?day=2026-11-15")?.unwrap();
/// assert_eq!(link.request, PuzzleRequest::of_day("2026-11-15".parse()?));
/// assert_eq!(PuzzleLink::of("#/play?n=8")?, None);
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleLink {
    /// What makes the puzzle again. Without the keys `size`, `seed` and `difficulty` they are 8, 1 and easy, as in the page.
    pub request: PuzzleRequest,
    /// The queens that the player has placed.
    pub queens: Vec<Square>,
}

impl PuzzleLink {
    /// The puzzle of a link, or `None` if the text is not a link to a puzzle. Every error is a
    /// [`PositionError::Parse`](crate::PositionError::Parse) with line and column.
    pub fn of(text: &str) -> Result<Option<Self>, Error> {
        let Some(values) = link::puzzle_values(text)? else { return Ok(None) };
        let [_, _, queens, _, rules, size, stars, seed, difficulty, day, _] = values;
        let rules = rules.map_or(Ok(Rules::Regions), |value| value.read(text, parse::rules))?;
        let size = size.map_or(Ok(8), |value| value.read(text, parse::size))?;
        let number = |value: Option<Value>, what: &str, range: RangeInclusive<u64>| {
            value
                .map_or(Ok(1), |value| value.read(text, |digits| link::number(digits, what, range)))
        };
        let stars = number(stars, "a number of stars", 1..=MAX_POSITION as u64)?;
        let seed = number(seed, "a seed", 0..=u64::MAX)?;
        let request = match day {
            Some(day) => PuzzleRequest::of_day(day.read(text, |day| excerpt(day).parse::<Day>())?),
            None => {
                let difficulty = difficulty.map_or(Ok(Difficulty::Easy), |value| {
                    value.read(text, |name| excerpt(name).parse())
                });
                let request = PuzzleRequest::new(size).rules(rules).stars(stars as usize);
                request.seed(seed).difficulty(difficulty?)
            }
        };
        let queens = link::squares(text, queens, request.size)?;
        Ok(Some(Self { request, queens: queens.into_iter().map(|(_, square)| square).collect() }))
    }

    /// Makes the puzzle, with the queens that the player has placed.
    pub fn position(self, control: &dyn Control) -> Result<Position, Error> {
        self.request.make(control)?.position.with_given(self.queens)
    }
}

/// The largest seed that the page reads: the largest whole number of JavaScript.
const MAX_LINK_SEED: u64 = (1 << 53) - 1;

impl PuzzleRequest {
    /// The command that makes the puzzle.
    ///
    /// ```
    /// use queens_puzzles::puzzle::PuzzleRequest;
    /// use queens_puzzles::solve::Difficulty;
    /// let request = PuzzleRequest::new(8).seed(5).stars(2).difficulty(Difficulty::Hard);
    /// let command = "queens puzzle new --size 8 --stars 2 --seed 5 --difficulty hard";
    /// assert_eq!(request.command(), command);
    /// ```
    pub fn command(&self) -> String {
        let Self { rules, size, stars, seed, difficulty, theme, singles } = self;
        let option = |name: &str, value: Option<String>| {
            value.map(|value| format!(" --{name} {value}")).unwrap_or_default()
        };
        let rules = option("rules", (*rules != Rules::Regions).then(|| rules.to_string()));
        let stars = option("stars", (*stars != 1).then(|| stars.to_string()));
        let difficulty = option("difficulty", difficulty.map(|name| name.to_string()));
        let theme = option("theme", theme.map(|name| name.to_string()));
        let singles = option("singles", singles.map(|most| most.to_string()));
        format!(
            "queens puzzle new{rules} --size {size}{stars} --seed {seed}{difficulty}{theme}{singles}"
        )
    }

    /// The link that makes the puzzle on the web page, without the address of the page; `None` if the page cannot make it.
    ///
    /// ```
    /// use queens_puzzles::puzzle::PuzzleRequest;
    /// use queens_puzzles::solve::Difficulty;
    /// let request = PuzzleRequest::new(8).seed(5).difficulty(Difficulty::Hard);
    /// let link = "#/play?puzzle=regions&size=8&seed=5&difficulty=hard";
    /// assert_eq!(request.to_link().as_deref(), Some(link));
    /// ```
    pub fn to_link(&self) -> Option<String> {
        let Self { rules, size, seed, .. } = self;
        let difficulty = self.difficulty?;
        let is_plain = self.stars == 1 && self.theme.is_none() && self.singles.is_none();
        (is_plain && *seed <= MAX_LINK_SEED).then(|| {
            format!("#/play?puzzle={rules}&size={size}&seed={seed}&difficulty={difficulty}")
        })
    }
}

/// Reads a position in any [`Format`](crate::position::Format). The puzzle of a link is made.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::puzzle::read;
/// assert_eq!(read("size:8 given:A1", &Never)?.size(), 8);
/// assert_eq!(read("#/play?day=2026-11-15", &Never)?.size(), 10);
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn read(text: &str, control: &dyn Control) -> Result<Position, Error> {
    match PuzzleLink::of(text)? {
        Some(link) => link.position(control),
        None => text.parse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Theme;
    use queens::Never;

    #[test]
    fn links_to_puzzles_are_requests() {
        let of = |text| PuzzleLink::of(text).unwrap();
        let link =
            of("https://example.org/#/play?puzzle=queens&size=12&seed=7&difficulty=hard&x=A1");
        let request = PuzzleRequest::new(12).rules(Rules::Queens).seed(7);
        let request = request.difficulty(Difficulty::Hard);
        assert_eq!(link, Some(PuzzleLink { request, queens: Vec::new() }));
        let stars = of("#/play?puzzle=regions&size=9&stars=2&seed=1&difficulty=easy").unwrap();
        let request = PuzzleRequest::new(9).stars(2).seed(1).difficulty(Difficulty::Easy);
        assert_eq!(stars.request, request);
        for text in ["#/play?n=8", "size:8", "Q...", "#/play?seed=5&n=4"] {
            assert_eq!(of(text), None, "{text}");
        }
        for (text, expected) in [
            ("#/play?puzzle=ludo", "line 1, column 15: unknown rules 'ludo'"),
            ("#/play?puzzle=regions&size=x", "line 1, column 28: 'x' is not a size"),
            ("#/play?puzzle=regions&seed=-1", "line 1, column 28: '-1' is not a seed: expected"),
            ("#/play?puzzle=regions&stars=0", "line 1, column 29: '0' is not a number of stars"),
            ("#/play?puzzle=regions&size=4&q=Z1", "line 1, column 32: square Z1 is not on a"),
            ("#/play?puzzle=regions&difficulty=no", "line 1, column 34: unknown difficulty 'no'"),
            ("#/play?day=2026-02-29", "line 1, column 12: '2026-02-29' is not a date: expected"),
            ("#/play?day=2026-11-16&q=G1", "line 1, column 25: square G1 is not on a board of"),
        ] {
            let refused = PuzzleLink::of(text).unwrap_err().to_string();
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    #[test]
    fn a_request_has_a_command_and_perhaps_a_link() {
        let queens = PuzzleRequest::new(9).rules(Rules::Queens).difficulty(Difficulty::Easy);
        let command = "queens puzzle new --rules queens --size 9 --seed 7 --difficulty easy";
        assert_eq!(queens.clone().seed(7).command(), command);
        let plain = PuzzleRequest::new(8).seed(5);
        assert_eq!(plain.command(), "queens puzzle new --size 8 --seed 5");
        let snakes = plain.clone().theme(Theme::Snakes).singles(1);
        let command = "queens puzzle new --size 8 --seed 5 --theme snakes --singles 1";
        assert_eq!(snakes.command(), command);

        let largest = queens.clone().seed(MAX_LINK_SEED);
        let link = largest.to_link().unwrap();
        assert_eq!(PuzzleLink::of(&link).unwrap().unwrap().request, largest);
        let hard = plain.difficulty(Difficulty::Hard);
        for none in [queens.seed(MAX_LINK_SEED + 1), snakes, hard.stars(2), PuzzleRequest::new(8)] {
            assert_eq!(none.to_link(), None, "{none:?}");
        }
    }

    #[test]
    fn marks_of_the_player_are_given_queens() {
        let puzzle = PuzzleRequest::of_day("2026-11-16".parse().unwrap()).make(&Never).unwrap();
        let queen = puzzle.solution.squares().next().unwrap();
        let read = read(&format!("#/play?day=2026-11-16&q={queen}"), &Never).unwrap();
        assert_eq!(read, puzzle.position.with_given([queen]).unwrap());
    }
}
