//! Playing: positions looked at, explained and finished; puzzles made.

use crate::desk::{Answer, Page, exact, line};
use queens::puzzle::Puzzle;
use queens::solve::{End, Reason, Refutation, Solve, Step, Unit, explain, refute};
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
    let regions = position.regions().map(|regions| {
        let row =
            |row| (0..position.size() as u32).map(move |col| regions.name(Square::new(col, row)));
        (0..position.size() as u32).rev().map(|r| row(r).collect::<String>()).collect::<Vec<_>>()
    });
    json!({
        "size": position.size(),
        "rules": position.rules().name(),
        "given": position.given(),
        "closed": position.closed(),
        "regions": regions,
        "short": position.to_short(),
    })
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

/// The squares that the reason speaks of.
fn because(step: &Step, position: &Position) -> Vec<Square> {
    let of = |units: &[Unit]| {
        let within = |square: &Square| units.iter().any(|unit| holds(unit, *square, position));
        Square::all(position.size()).filter(within).collect::<Vec<_>>()
    };
    match &step.reason {
        Reason::Only(unit) | Reason::Guess(unit, _) => of(&[*unit]),
        Reason::AllAttack(_, open) => open.clone(),
        Reason::Within(_, line) => of(&[*line]),
        Reason::Sets(units, _) => of(units),
        Reason::Suppose(forced, unit) => {
            let mut squares = of(&[*unit]);
            squares.extend(forced);
            squares
        }
    }
}

fn holds(unit: &Unit, square: Square, position: &Position) -> bool {
    let size = position.size() as u32;
    match *unit {
        Unit::Column(col) => square.col == col,
        Unit::Row(row) => square.row == row,
        Unit::Region(name) => {
            position.regions().is_some_and(|regions| regions.name(square) == name)
        }
        Unit::Rising(row) => (square.row + size - square.col) % size == row,
        Unit::Falling(row) => (square.row + square.col) % size == row,
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
