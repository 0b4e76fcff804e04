//! Play: parses, evaluates, explains and solves positions, and generates puzzles.

use crate::answer::{Answer, Page, Parts, because, line, reply};
use queens::{Rules, Square};
use queens_draw::palette;
use queens_puzzles::Position;
use queens_puzzles::puzzle::{self, Day, PuzzleRequest};
use queens_puzzles::solve::{Difficulty, Refutation, Solve, first_queen, first_step, refute};
use queens_results::{ExplanationStep, PositionCount, PuzzleResult, SolutionRows};
use serde::{Deserialize, Serialize};

/// The largest board of the section.
const LARGEST: usize = 32;

pub(crate) fn position(text: &str) -> Result<Position, String> {
    let position = puzzle::read(text, &Page).map_err(line)?;
    if !(1..=LARGEST).contains(&position.size()) {
        return Err(format!(
            "N = {} is not supported here; the range is 1 to {LARGEST}",
            position.size()
        ));
    }
    Ok(position)
}

/// A position, with the one-line form that links contain.
#[derive(Serialize)]
struct Written {
    #[serde(flatten)]
    parts: Parts,
    short: String,
    /// The colour of each region, in the order in which the regions appear from the top left.
    colours: Option<Vec<usize>>,
}

/// Parses a position in any format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    text: String,
}

impl Read {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.text)?;
        let colours = position.regions().map(|regions| {
            let of = palette::assigned(regions);
            let mut order: Vec<usize> = (0..of.len()).collect();
            order.sort_by_key(|&region| regions.number(region));
            order.into_iter().map(|region| of[region]).collect()
        });
        let short = position.to_short();
        reply(Written { parts: Parts::from(&position), short, colours })
    }
}

/// The state of a position.
#[derive(Serialize)]
struct PositionState {
    /// The rows of each column where no further queen can be placed, as a set of bits: a queen attacks the square or, with several
    /// stars, its row, column or region has all its queens.
    attacked: Vec<u32>,
    /// Queens that break a rule together with others.
    conflicts: Vec<Square>,
    done: bool,
}

/// Evaluates a position: attacked squares, queens that break a rule, and whether it is solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    position: String,
}

impl Look {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let size = position.size();
        let mut attacked = vec![0_u32; size];
        for square in Square::all(size) {
            attacked[square.col as usize] |= u32::from(position.is_ruled_out(square)) << square.row;
        }
        let (conflicts, done) = (position.conflicts(), position.is_solved());
        reply(PositionState { attacked, conflicts, done })
    }
}

/// A hint.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Hinted {
    /// The position is solved.
    Done,
    /// There is no solution.
    Wrong { reason: String },
    /// Squares of a solution are crossed out.
    Crossed { squares: Vec<Square> },
    /// A step, and the squares that its reason refers to.
    Step { step: ExplanationStep, because: Vec<Square> },
}

/// Finds the next step towards a solution, or the reason why there is none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// The fixed position with the queens of the player.
    position: String,
    /// Squares that the player has crossed out.
    crossed: Vec<String>,
}

impl Hint {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let crossed: Vec<Square> =
            self.crossed.iter().map(|name| name.parse().map_err(line)).collect::<Result<_, _>>()?;
        reply(hint(&position, &crossed)?)
    }
}

fn hint(position: &Position, crossed: &[Square]) -> Result<Hinted, String> {
    let Some(solution) = Solve::of(position).find(&Page).map_err(line)? else {
        return Ok(Hinted::Wrong { reason: reason_of_none(position)? });
    };
    if position.is_solved() {
        return Ok(Hinted::Done);
    }
    if crossed.is_empty()
        && let Some(start) = first_queen(position, &Page).map_err(line)?
    {
        let squares = [start.best, start.corner, start.middle].map(|part| part.square);
        // No rule applies to an empty board: every first queen is a guess.
        let step = ExplanationStep {
            rule: "guess".to_string(),
            queen: Some(start.best.square),
            closed: Vec::new(),
            difficulty: Difficulty::Easy.name().to_string(),
            weight: 1,
            text: start.to_string(),
        };
        return Ok(Hinted::Step { step, because: squares.to_vec() });
    }
    let noted = position.clone().with_closed(crossed.iter().copied()).map_err(line)?;
    if Solve::of(&noted).find(&Page).map_err(line)?.is_none() {
        let squares = solution.squares().filter(|square| crossed.contains(square)).collect();
        return Ok(Hinted::Crossed { squares });
    }
    Ok(match first_step(&noted, &Page).map_err(line)? {
        Some(step) => Hinted::Step { because: because(&step, &noted), step: (&step).into() },
        None => Hinted::Wrong { reason: reason_of_none(&noted)? },
    })
}

fn reason_of_none(position: &Position) -> Result<String, String> {
    let reason = refute(position, &Page).map_err(line)?;
    let list =
        |queens: &[Square]| queens.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
    Ok(match reason {
        Some(Refutation::Together(queens)) => match &queens[..] {
            [queen] => format!("no solution has a queen on {queen}"),
            queens => format!("no solution has queens on {} together", list(queens)),
        },
        Some(Refutation::Closed) => "the closed squares leave no solution".to_string(),
        Some(Refutation::Regions) => "the regions leave no solution".to_string(),
        Some(Refutation::Board) => "a board of this size has no solution".to_string(),
        // Not "given queens": the player placed them.
        Some(visible) => visible.for_player(),
        None => "an exhaustive search found no solution".to_string(),
    })
}

/// A solution, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Ended {
    Solution(SolutionRows),
    Reason(String),
}

/// Solves a position, or finds the reason why it has no solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvePosition {
    position: String,
    seed: u64,
}

impl SolvePosition {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let found = Solve::of(&position).seed(self.seed).find(&Page).map_err(line)?;
        reply(match found {
            Some(solution) => Ended::Solution((&solution).into()),
            None => Ended::Reason(reason_of_none(&position)?),
        })
    }
}

/// Counts the solutions of a position, up to the limit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solutions {
    position: String,
    limit: u32,
}

impl Solutions {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        reply(limited(&position, self.limit.into())?)
    }
}

/// Counts the solutions of a position one by one, up to the limit.
pub(crate) fn limited(position: &Position, limit: u128) -> Result<PositionCount, String> {
    // One more than the limit, to know whether there are more.
    let count = Solve::of(position).count(limit.saturating_add(1), &Page).map_err(line)?;
    Ok(PositionCount::new(position, count.min(limit), count > limit))
}

/// Generates the puzzle of a day.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeOfDay {
    day: String,
}

impl MakeOfDay {
    pub(crate) fn answer(self) -> Answer {
        let day: Day = self.day.parse().map_err(line)?;
        let puzzle = PuzzleRequest::of_day(day).make(&Page).map_err(line)?;
        reply(PuzzleResult::from(&puzzle))
    }
}

/// Generates a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Make {
    rules: String,
    n: usize,
    seed: u64,
    difficulty: Option<String>,
    stars: Option<usize>,
    theme: Option<String>,
    singles: Option<usize>,
}

impl Make {
    pub(crate) fn answer(self) -> Answer {
        let rules: Rules = self.rules.parse().map_err(line)?;
        let difficulty = self.difficulty.map(|name| name.parse()).transpose().map_err(line)?;
        let theme = self.theme.map(|name| name.parse()).transpose().map_err(line)?;
        let request = PuzzleRequest::new(self.n).rules(rules).stars(self.stars.unwrap_or(1));
        let request =
            request.seed(self.seed).difficulty(difficulty).theme(theme).singles(self.singles);
        let puzzle = request.make(&Page).map_err(line)?;
        reply(PuzzleResult::from(&puzzle))
    }
}
