//! The puzzle of a day: the same for everyone.
//!
//! The date is the seed, and the day of the week sets size and difficulty: small and easy on Mondays, large and hard on Sundays.

use super::PuzzleRequest;
use crate::solve::Difficulty;
use crate::{Error, SolveError};
use std::fmt;
use std::str::FromStr;

/// A date of the Gregorian calendar, such as `2026-11-15`.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::puzzle::{Day, PuzzleRequest};
/// use queens_puzzles::solve::Difficulty;
/// let monday: Day = "2026-11-16".parse()?;
/// let puzzle = PuzzleRequest::of_day(monday).make(&Never)?;
/// assert_eq!((puzzle.position.size(), puzzle.difficulty), (6, Difficulty::Easy));
/// assert_eq!(puzzle.seed, 20261116);
/// assert!("2026-02-30".parse::<Day>().is_err());
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// The size and difficulty of the puzzle of each day of the week, Monday first.
    pub const WEEK: [(usize, Difficulty); 7] = [
        (6, Difficulty::Easy),
        (7, Difficulty::Easy),
        (7, Difficulty::Medium),
        (8, Difficulty::Medium),
        (8, Difficulty::Hard),
        (9, Difficulty::Hard),
        (10, Difficulty::Hard),
    ];

    /// The day of the week, counted from Monday = 0.
    fn weekday(self) -> usize {
        // Years begin in March, so that the leap day is the last day of a year.
        let year = self.year + u32::from(self.month > 2) + 399;
        let day_of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day;
        // 1 March of the year 0 is a Wednesday, and 400 years have a whole number of weeks.
        ((365 * year + year / 4 - year / 100 + year / 400 + day_of_year + 1) % 7) as usize
    }
}

/// The number of days of a month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = Error;

    /// Reads a date: four digits of the year, two of the month and two of the day.
    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |digits: &[u8]| {
            let all = digits.iter().all(u8::is_ascii_digit);
            all.then(|| {
                digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))
            })
        };
        let date = || {
            let &[ref year @ .., b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
                return None;
            };
            let year = number(year).filter(|_| year.len() == 4)?;
            let month = number(&[m1, m2]).filter(|month| (1..=12).contains(month))?;
            let day = number(&[d1, d2]).filter(|day| (1..=days(year, month)).contains(day))?;
            Some(Self { year, month, day })
        };
        date().ok_or_else(|| Error::Solve(SolveError::UnknownDay { text: text.to_string() }))
    }
}

impl PuzzleRequest {
    /// The puzzle of a day. The date is the seed, and the day of the week sets size and difficulty.
    pub fn of_day(day: Day) -> Self {
        let (size, difficulty) = Day::WEEK[day.weekday()];
        let seed = u64::from(10_000 * day.year + 100 * day.month + day.day);
        Self::new(size).seed(seed).difficulty(difficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekdays_follow_each_other() {
        let mut expected: Option<usize> = None;
        for year in (0..=9).chain(1890..=2110).chain(9990..=9999) {
            for month in 1..=12 {
                for day in 1..=days(year, month) {
                    let date = Day { year, month, day };
                    assert_eq!(date.to_string().parse(), Ok(date));
                    let gap = (month, day) == (1, 1) && matches!(year, 1890 | 9990);
                    if let Some(expected) = expected.filter(|_| !gap) {
                        assert_eq!(date.weekday(), expected, "{date}");
                    }
                    expected = Some((date.weekday() + 1) % 7);
                }
            }
        }
        // Counted from Monday = 0.
        for (text, weekday) in
            [("1969-07-20", 6), ("2000-01-01", 5), ("2026-11-18", 2), ("2000-02-29", 1)]
        {
            assert_eq!(text.parse::<Day>().unwrap().weekday(), weekday, "{text}");
        }
    }

    #[test]
    fn only_dates_are_read() {
        for text in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-01-32",
            "26-01-01",
            "02026-01-01",
            "2026-1-1",
            "2026/01/01",
            "2026-01-01T00:00",
            "٢٠٢٦-01-01",
            "-026-01-01",
            "1900-02-29",
        ] {
            let refused = text.parse::<Day>().unwrap_err().to_string();
            assert!(refused.starts_with(&format!("'{text}' is not a date: expected")), "{refused}");
        }
        assert!("2024-02-29".parse::<Day>().is_ok());
    }
}
