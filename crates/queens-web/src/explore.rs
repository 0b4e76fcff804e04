//! Explore: the list of all solutions of a board, and details of one solution.

use crate::answer::{Answer, Page, line, reply};
use queens::{Rules, Solution, Symmetry, SymmetryClass, all_rows};
use queens_draw::Drawing;
use queens_puzzles::position::Written;
use queens_results::SolutionRows;
use serde::{Deserialize, Serialize};

/// The largest board whose solutions are listed. It has 365,596.
const LARGEST: usize = 14;

/// The maximum number of solutions in one answer.
const MOST: usize = 1000;

/// Lists all solutions of a board, or only the fundamental ones.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    n: usize,
    fundamental: bool,
}

/// The current list: the rows of each solution, counted from 0.
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
            return Err(format!(
                "solutions for N = {n} are not listed; the range is 1 to {LARGEST}"
            ));
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
    fn current(listed: &Option<Self>) -> Result<&Self, String> {
        listed.as_ref().ok_or_else(|| "no solutions have been listed".to_string())
    }
}

/// Returns some solutions of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rows {
    from: usize,
    count: usize,
}

impl Rows {
    pub(crate) fn answer(self, listed: &Option<Listed>) -> Answer {
        let Listed { n, rows } = Listed::current(listed)?;
        let solution =
            |rows: &[u8]| SolutionRows(rows.iter().map(|&row| u32::from(row) + 1).collect());
        let rows = rows.chunks_exact(*n).skip(self.from).take(self.count.min(MOST));
        reply(rows.map(solution).collect::<Vec<_>>())
    }
}

/// Finds a solution in the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    solution: SolutionRows,
}

/// The index of a solution in the list, or none.
#[derive(Serialize)]
struct Placed {
    place: Option<usize>,
}

impl Place {
    pub(crate) fn answer(self, listed: &Option<Listed>) -> Answer {
        let Listed { n, rows } = Listed::current(listed)?;
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

/// Returns the details of a solution.
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

/// The details of a solution.
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
            svg: Drawing::from(solution).svg(),
        }
    }
}

/// The name of an image. Rotations are clockwise.
fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "original",
        Symmetry::Rotate90 => "rotated 90°",
        Symmetry::Rotate180 => "rotated 180°",
        Symmetry::Rotate270 => "rotated 270°",
        Symmetry::MirrorRows => "flipped vertically",
        Symmetry::MirrorColumns => "flipped horizontally",
        Symmetry::Diagonal => "flipped on the A1 diagonal",
        Symmetry::AntiDiagonal => "flipped on the other diagonal",
    }
}

/// Checks whether a text is a solution: rows, squares, or a board in one of the formats of positions.
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
            return Err("a board of size 0 cannot be shown".to_string());
        }
        if solution.size() > LARGEST_CHECKED {
            let size = solution.size();
            return Err(format!(
                "this is a solution, but N = {size} is too large to be shown; the maximum is {LARGEST_CHECKED}"
            ));
        }
        reply(SolutionInfo::from(&solution))
    }

    fn solution(&self) -> Result<Solution, String> {
        let text = self.text.trim();
        if text.is_empty() {
            return Err(
                "the text is empty; enter rows (2 4 1 3), squares (A2 B4 C1 D3) or a board"
                    .to_string(),
            );
        }
        // Lists may have the brackets of a programming language. Other boards are read by the rules of queens, even if they have
        // others: only these solutions are listed.
        let is_board = text.contains([':', '"', '\'']);
        let bare = if is_board { text } else { text.trim_matches(['(', ')', '{', '}']) };
        bare.parse().and_then(|queens: Written| queens.solution(Rules::Queens)).map_err(line)
    }
}
