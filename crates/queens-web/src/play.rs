//! Playing: positions looked at, explained and finished; puzzles made.

use crate::answer::{Answer, Page, because, exact, line, parts};
use queens::puzzle::Puzzle;
use queens::solve::{End, Refutation, Solve, explain, refute};
use queens::{Position, Rules, Solution, Square};
use serde::Deserialize;
use serde_json::{Value, json};

/// The largest board that is played on.
const LARGEST: usize = 32;

fn position(text: &str) -> Result<Position, String> {
    let position: Position = text.parse().map_err(line)?;
    if !(1..=LARGEST).contains(&position.size()) {
        return Err(format!("a board of {} is not played on: 1 to {LARGEST}", position.size()));
    }
    Ok(position)
}

fn written(position: &Position) -> Value {
    let mut parts = parts(position);
    parts.insert("short".into(), position.to_short().into());
    parts.into()
}

/// A position in any format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    text: String,
}

impl Read {
    pub(crate) fn answer(self) -> Answer {
        Ok(written(&position(&self.text)?))
    }
}

/// What a position shows: attacked squares, queens that attack each other, whether it is done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    position: String,
}

impl Look {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let size = position.size();
        let hit = |square: Square| {
            position.given().iter().any(|&queen| queen != square && position.attacks(queen, square))
        };
        let mut attacked = vec![0_u32; size];
        for square in Square::all(size) {
            attacked[square.col as usize] |= u32::from(hit(square)) << square.row;
        }
        let fights: Vec<Square> =
            position.given().iter().copied().filter(|&queen| hit(queen)).collect();
        let done = position.given().len() == size && fights.is_empty();
        Ok(json!({ "attacked": attacked, "fights": fights, "done": done }))
    }
}

/// A step towards a solution and its reason; or what is wrong with what stands there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// What is fixed and the queens set, as one position.
    position: String,
    /// Squares that the player has crossed out.
    crossed: Vec<String>,
}

impl Hint {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let crossed: Vec<Square> =
            self.crossed.iter().map(|name| name.parse().map_err(line)).collect::<Result<_, _>>()?;
        let Some(solution) = Solve::of(&position).find(&Page).map_err(line)? else {
            return Ok(json!({ "kind": "wrong", "why": reason_of_none(&position)? }));
        };
        if position.given().len() == position.size() {
            return Ok(json!({ "kind": "done" }));
        }
        let noted = position.clone().with_closed(crossed.iter().copied()).map_err(line)?;
        if Solve::of(&noted).find(&Page).map_err(line)?.is_none() {
            let missed: Vec<Square> =
                solution.squares().filter(|square| crossed.contains(square)).collect();
            return Ok(json!({ "kind": "crossed", "squares": missed }));
        }
        let explanation = explain(&noted, &Page).map_err(line)?;
        let Some(step) = explanation.steps.first() else {
            return Ok(json!({ "kind": "wrong", "why": reason_of_end(&explanation.end) }));
        };
        Ok(json!({
            "kind": "step",
            "why": step.to_string(),
            "rule": step.rule(),
            "grade": step.grade().name(),
            "queen": step.queen,
            "closed": step.closed,
            "because": because(step, &noted),
        }))
    }
}

fn reason_of_end(end: &End) -> String {
    match end {
        End::Solved(_) => "nothing is left to do".to_string(),
        End::GivenAttack(one, other) => {
            format!("the queens on {one} and {other} attack each other")
        }
        End::Empty(unit) => format!("{unit} has no open square"),
        End::NoSolution => "there is no solution".to_string(),
    }
}

fn reason_of_none(position: &Position) -> Result<String, String> {
    let reason = refute(position, &Page).map_err(line)?;
    let list =
        |queens: &[Square]| queens.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
    Ok(match reason {
        // The player set them: nobody has given them.
        Some(Refutation::Attack(one, other)) => {
            format!("the queens on {one} and {other} attack each other")
        }
        Some(Refutation::Together(queens)) => match &queens[..] {
            [queen] => format!("no solution has a queen on {queen}"),
            queens => format!("no solution has queens on {} together", list(queens)),
        },
        Some(Refutation::Closed) => "the closed squares leave no solution".to_string(),
        Some(Refutation::Regions) => "the regions leave no solution".to_string(),
        Some(Refutation::Board) => "a board of this size has no solution".to_string(),
        Some(empty @ Refutation::Empty(..)) => empty.to_string(),
        None => "the search tried everything".to_string(),
    })
}

/// The position finished, or why it cannot be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finish {
    position: String,
    seed: u64,
}

impl Finish {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let found = Solve::of(&position).seed(self.seed).find(&Page).map_err(line)?;
        Ok(match found {
            Some(solution) => json!({ "queens": squares(&solution) }),
            None => json!({ "why": reason_of_none(&position)? }),
        })
    }
}

fn squares(solution: &Solution) -> Vec<Square> {
    solution.squares().collect()
}

/// How many solutions a position has, counted no further than the limit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solutions {
    position: String,
    limit: u32,
}

impl Solutions {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let count = Solve::of(&position).count(self.limit.into(), &Page).map_err(line)?;
        Ok(json!({ "count": exact(count), "all": count < self.limit.into() }))
    }
}

/// A new puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Make {
    rules: String,
    size: usize,
    seed: u64,
    grade: Option<String>,
}

impl Make {
    pub(crate) fn answer(self) -> Answer {
        let rules: Rules = self.rules.parse().map_err(line)?;
        let grade = self.grade.map(|name| name.parse()).transpose().map_err(line)?;
        let puzzle = Puzzle::new(rules, self.size, self.seed, grade, &Page).map_err(line)?;
        Ok(json!({ "position": written(&puzzle.position), "grade": puzzle.grade.name() }))
    }
}
