//! Exploring: all solutions of a board as a list, and what there is to know of one.

use crate::answer::{Answer, Page, line, reply};
use queens::draw::Picture;
use queens::position::Format;
use queens::results::SolutionRows;
use queens::{Position, Solution, Symmetry, SymmetryClass, all_rows};
use serde::{Deserialize, Serialize};

/// The largest board whose solutions are listed: there are 365,596.
const LARGEST: usize = 14;

/// The most rows that one answer gives.
const MOST: usize = 1000;

/// The solutions of a board, or those of them that differ by more than symmetry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    n: usize,
    fundamental: bool,
}

/// The list at hand: the rows of each solution, counted from 0.
pub(crate) struct Listed {
    n: usize,
    rows: Vec<u8>,
}

/// The length of a list.
#[derive(Serialize)]
struct Length {
    count: usize,
}

impl Open {
    pub(crate) fn answer(self, listed: &mut Option<Listed>) -> Answer {
        let n = self.n;
        if !(1..=LARGEST).contains(&n) {
            return Err(format!("the solutions of N = {n} are not listed here: 1 to {LARGEST}"));
        }
        let mut rows = all_rows(n, 1, &Page).map_err(line)?;
        if self.fundamental {
            let canonical = |rows: &&[u8]| {
                let rows: Vec<u32> = rows.iter().map(|&row| row.into()).collect();
                Solution::new(rows).is_ok_and(|solution| solution.is_canonical())
            };
            rows = rows.chunks_exact(n).filter(canonical).flatten().copied().collect();
        }
        let count = rows.len() / n;
        *listed = Some(Listed { n, rows });
        reply(Length { count })
    }
}

impl Listed {
    fn at_hand(listed: &Option<Self>) -> Result<&Self, String> {
        listed.as_ref().ok_or_else(|| "no solutions are listed yet".to_string())
    }
}

/// Some solutions of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rows {
    from: usize,
    count: usize,
}

impl Rows {
    pub(crate) fn answer(self, listed: &Option<Listed>) -> Answer {
        let Listed { n, rows } = Listed::at_hand(listed)?;
        let solution =
            |rows: &[u8]| SolutionRows(rows.iter().map(|&row| u32::from(row) + 1).collect());
        let rows = rows.chunks_exact(*n).skip(self.from).take(self.count.min(MOST));
        reply(rows.map(solution).collect::<Vec<_>>())
    }
}

/// Where a solution is in the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    solution: SolutionRows,
}

/// A place in the list, if the solution is there.
#[derive(Serialize)]
struct Placed {
    place: Option<usize>,
}

impl Place {
    pub(crate) fn answer(self, listed: &Option<Listed>) -> Answer {
        let Listed { n, rows } = Listed::at_hand(listed)?;
        let from_0 = |&row: &u32| u8::try_from(row.checked_sub(1)?).ok();
        let wanted: Option<Vec<u8>> = self.solution.0.iter().map(from_0).collect();
        let place = wanted.and_then(|wanted| {
            let (mut low, mut high) = (0, rows.len() / n);
            while low < high {
                let middle = (low + high) / 2;
                let there = &rows[middle * n..(middle + 1) * n];
                if there < &wanted[..] { low = middle + 1 } else { high = middle }
            }
            rows.chunks_exact(*n).nth(low).filter(|rows| *rows == &wanted[..]).map(|_| low)
        });
        reply(Placed { place })
    }
}

/// A solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shown {
    solution: SolutionRows,
}

impl Shown {
    pub(crate) fn answer(self) -> Answer {
        let from_0 = |&row: &u32| row.checked_sub(1).ok_or("rows count from 1");
        let rows: Vec<u32> = self.solution.0.iter().map(from_0).collect::<Result<_, _>>()?;
        reply(SolutionInfo::from(&Solution::new(rows).map_err(line)?))
    }
}

/// What there is to know about a solution.
#[derive(Serialize)]
struct SolutionInfo {
    solution: SolutionRows,
    text: String,
    squares: String,
    leetcode: Vec<String>,
    symmetry_class: &'static str,
    /// The number of different images.
    orbit: usize,
    canonical: bool,
    /// The smallest of its images.
    smallest: SolutionRows,
    images: [Image; 8],
    svg: String,
}

/// The image of a solution under a symmetry.
#[derive(Serialize)]
struct Image {
    symmetry: &'static str,
    solution: SolutionRows,
}

impl From<&Solution> for SolutionInfo {
    fn from(solution: &Solution) -> Self {
        Self {
            solution: solution.into(),
            text: solution.to_string(),
            squares: solution.square_names(),
            leetcode: solution.leetcode(),
            symmetry_class: match solution.symmetry_class() {
                SymmetryClass::None => "none",
                SymmetryClass::Rotate180 => "180",
                SymmetryClass::Rotate90 => "90",
            },
            orbit: solution.orbit().len(),
            canonical: solution.is_canonical(),
            smallest: (&solution.canonical()).into(),
            images: Symmetry::ALL.map(|symmetry| Image {
                symmetry: symmetry_name(symmetry),
                solution: (&solution.image(symmetry)).into(),
            }),
            svg: Picture::from(solution).svg(),
        }
    }
}

fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "as it is",
        Symmetry::Rotate90 => "quarter turn right",
        Symmetry::Rotate180 => "half turn",
        Symmetry::Rotate270 => "quarter turn left",
        Symmetry::MirrorRows => "upside down",
        Symmetry::MirrorColumns => "left and right exchanged",
        Symmetry::Diagonal => "over the diagonal of A1",
        Symmetry::AntiDiagonal => "over the other diagonal",
    }
}

/// A text that may be a solution: rows, squares, or a board in one of the formats of positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    text: String,
}

/// The largest board that is checked.
const LARGEST_CHECKED: usize = 100;

impl Check {
    pub(crate) fn answer(self) -> Answer {
        let solution = self.solution()?;
        if solution.size() == 0 {
            return Err("a board without squares has nothing to show".to_string());
        }
        if solution.size() > LARGEST_CHECKED {
            let size = solution.size();
            return Err(format!(
                "right, but a board of {size} is too large to be shown: at most {LARGEST_CHECKED}"
            ));
        }
        reply(SolutionInfo::from(&solution))
    }

    fn solution(&self) -> Result<Solution, String> {
        let text = self.text.trim();
        if text.is_empty() {
            return Err(
                "there is nothing to check: paste rows (2 4 1 3), squares (A2 B4 C1 D3) or a board"
                    .to_string(),
            );
        }
        let board = matches!(
            Format::of(text),
            Format::Json | Format::Leetcode | Format::Short | Format::Csplib
        ) || text.lines().count() > 1 && text.contains(['Q', 'q', '♛', '.', '·']);
        if !board {
            // Brackets and commas, as a list in a program has them.
            let bare = text.trim_matches(['[', ']', '(', ')', '{', '}']);
            return bare.parse().map_err(line);
        }
        // A list of numbers looks like the form of LeetCode.
        if let Some(rows) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'))
            && !text.contains(['"', '\''])
        {
            return rows.parse().map_err(line);
        }
        let position: Position = text.parse().map_err(line)?;
        let size = position.size();
        if position.given().len() != size {
            let queens = position.given().len();
            let s = if queens == 1 { "" } else { "s" };
            return Err(format!("{queens} queen{s} on a board of {size}: a solution has {size}"));
        }
        if let Some((one, other)) = position.given_attack() {
            return Err(format!("the queens on {one} and {other} attack each other"));
        }
        // By the rules of queens, whatever those of the position are: that is what is listed here.
        let rows: Vec<u32> = position.given().iter().map(|queen| queen.row).collect();
        Solution::new(rows).map_err(line)
    }
}
