//! Exploring: all solutions of a board as a list, and what there is to know of one.

use crate::answer::{Answer, Page, line};
use queens::draw::Picture;
use queens::position::Format;
use queens::{Position, Solution, Symmetry, SymmetryClass, all_rows};
use serde::Deserialize;
use serde_json::{Value, json};

/// The largest board whose solutions are listed: there are 365,596.
const LARGEST: usize = 14;

/// The most rows that one answer gives.
const MOST: usize = 1000;

/// The solutions of a board, or those of them that differ by more than symmetry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    size: usize,
    fundamental: bool,
}

/// The list at hand.
pub(crate) struct Listed {
    size: usize,
    rows: Vec<u8>,
}

impl Open {
    pub(crate) fn answer(self, listed: &mut Option<Listed>) -> Answer {
        let size = self.size;
        if !(1..=LARGEST).contains(&size) {
            return Err(format!("the solutions of N = {size} are not listed here: 1 to {LARGEST}"));
        }
        let mut rows = all_rows(size, 1, &Page).map_err(line)?;
        if self.fundamental {
            let canonical = |rows: &&[u8]| solution(rows).is_ok_and(|s| s.is_canonical());
            rows = rows.chunks_exact(size).filter(canonical).flatten().copied().collect();
        }
        let count = rows.len() / size;
        *listed = Some(Listed { size, rows });
        Ok(json!({ "count": count }))
    }
}

fn solution(rows: &[u8]) -> Result<Solution, String> {
    Solution::new(rows.iter().map(|&row| row.into()).collect::<Vec<u32>>()).map_err(line)
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
        let Listed { size, rows } = Listed::at_hand(listed)?;
        let rows = rows.chunks_exact(*size).skip(self.from).take(self.count.min(MOST));
        Ok(json!({ "from": self.from, "rows": rows.collect::<Vec<_>>() }))
    }
}

/// Where a solution is in the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    rows: Vec<u8>,
}

impl Place {
    pub(crate) fn answer(self, listed: &Option<Listed>) -> Answer {
        let Listed { size, rows } = Listed::at_hand(listed)?;
        let (mut low, mut high) = (0, rows.len() / size);
        while low < high {
            let middle = (low + high) / 2;
            let there = &rows[middle * size..(middle + 1) * size];
            if there < &self.rows[..] { low = middle + 1 } else { high = middle }
        }
        let found = rows.chunks_exact(*size).nth(low).is_some_and(|rows| rows == &self.rows[..]);
        Ok(json!({ "place": found.then_some(low) }))
    }
}

/// A solution, by the row of the queen in each column, counted from 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shown {
    rows: Vec<u8>,
}

impl Shown {
    pub(crate) fn answer(self) -> Answer {
        Ok(shown(&solution(&self.rows)?))
    }
}

fn shown(solution: &Solution) -> Value {
    let images = Symmetry::ALL.map(|symmetry| {
        json!({ "symmetry": symmetry_name(symmetry), "rows": solution.image(symmetry).rows() })
    });
    let class = match solution.symmetry_class() {
        SymmetryClass::None => "none",
        SymmetryClass::Rotate180 => "half turn",
        SymmetryClass::Rotate90 => "quarter turn",
    };
    json!({
        "rows": solution.rows(),
        "text": solution.to_string(),
        "squares": solution.square_names(),
        "leetcode": solution.leetcode(),
        "class": class,
        "orbit": solution.orbit().len(),
        "canonical": solution.is_canonical(),
        "smallest": solution.canonical().rows(),
        "images": images,
        "svg": Picture::from(solution).svg(),
    })
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
        Ok(shown(&solution))
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
