//! The results of `queens solve` and `queens puzzle`.

use super::SolutionRows;
use queens::{Solution, Square};
use queens_puzzles::Position;
use queens_puzzles::picture::Reading;
use queens_puzzles::puzzle::Puzzle;
use queens_puzzles::solve::{End, Explanation, SolveStep, SquareCounts};
use serde::{Deserialize, Serialize};

/// The number of solutions of a position: `queens solve --count`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionCount {
    /// The size of the board.
    pub n: usize,
    /// The rules: queens, torus, superqueens or regions.
    pub rules: String,
    /// The number of queens in each row, column and region. Absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// The number of solutions, or the limit.
    pub solutions: u128,
    /// Whether there are more than the limit.
    pub limited: bool,
    /// The number of solutions with a queen on each square: one list per row, the top row first. Only with `--by-square`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_square: Option<Vec<Vec<u64>>>,
}

impl PositionCount {
    /// The number of counted solutions of a position, and whether there are more.
    pub fn new(position: &Position, solutions: u128, limited: bool) -> Self {
        let (rules, stars) = (rules(position), position.stars_to_say());
        Self { n: position.size(), rules, stars, solutions, limited, by_square: None }
    }

    /// The counts of a position by square.
    pub fn by_square(position: &Position, counts: &SquareCounts) -> Self {
        let size = position.size() as u32;
        let row = |row: u32| (0..size).map(|col| counts.of(Square::new(col, row))).collect();
        let by_square = (0..size).rev().map(row).collect();
        let counted = Self::new(position, counts.solutions().into(), false);
        Self { by_square: Some(by_square), ..counted }
    }
}

fn rules(position: &Position) -> String {
    position.rules().name().to_string()
}

/// Whether a position has exactly one solution: `queens solve --unique`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UniqueResult {
    /// The size of the board.
    pub n: usize,
    /// The rules: queens, torus, superqueens or regions.
    pub rules: String,
    /// The number of queens in each row, column and region. Absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// Whether there is exactly one solution.
    pub unique: bool,
    /// A solution.
    pub solution: SolutionRows,
    /// Another solution, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<SolutionRows>,
}

impl UniqueResult {
    /// The result for a position with this solution, and another one if it exists.
    pub fn new(position: &Position, solution: &Solution, other: Option<&Solution>) -> Self {
        Self {
            n: position.size(),
            rules: rules(position),
            stars: position.stars_to_say(),
            unique: other.is_none(),
            solution: solution.into(),
            other: other.map(Into::into),
        }
    }
}

/// The steps by which a person can solve a position: `queens solve --explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplanationResult {
    /// The size of the board.
    pub n: usize,
    /// The rules: queens, torus, superqueens or regions.
    pub rules: String,
    /// The number of queens in each row, column and region. Absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// The steps.
    pub steps: Vec<ExplanationStep>,
    /// How hard the position is: easy, medium, hard or expert.
    pub difficulty: String,
    /// The difficulty as a number: 10 times the weight of the hardest step, and 10 times the sum of all weights divided by the
    /// number of queens of a solution.
    pub score: u32,
    /// Whether a step is a guess.
    pub guesses: bool,
    /// The solution, if there is one.
    pub solution: Option<SolutionRows>,
    /// Another solution, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<SolutionRows>,
}

impl ExplanationResult {
    /// The result of the explanation of a position.
    pub fn new(position: &Position, explanation: &Explanation) -> Self {
        Self {
            n: position.size(),
            rules: rules(position),
            stars: position.stars_to_say(),
            steps: explanation.steps.iter().map(Into::into).collect(),
            difficulty: explanation.difficulty().name().to_string(),
            score: explanation.score(),
            guesses: explanation.guesses(),
            solution: match &explanation.end {
                End::Solved(solution) => Some(solution.into()),
                _ => None,
            },
            other: explanation.other.as_ref().map(Into::into),
        }
    }
}

/// A step of an explanation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplanationStep {
    /// The name of the rule.
    pub rule: String,
    /// The square of the queen that is placed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub queen: Option<Square>,
    /// The squares that are closed, in addition to those that the queen attacks.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub closed: Vec<Square>,
    /// How hard the step is: easy, medium, hard or expert.
    pub difficulty: String,
    /// How hard the step is, as a number.
    pub weight: u32,
    /// The step as a sentence.
    pub text: String,
}

impl From<&SolveStep> for ExplanationStep {
    fn from(step: &SolveStep) -> Self {
        Self {
            rule: step.rule().to_string(),
            queen: step.queen,
            closed: step.closed.clone(),
            difficulty: step.difficulty().name().to_string(),
            weight: step.weight(),
            text: step.to_string(),
        }
    }
}

/// A puzzle with exactly one solution: `queens puzzle new`. `queens solve` accepts it as a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleResult {
    /// The size of the board, with the key that positions use.
    pub size: usize,
    /// The rules. Absent if they are `regions` on a board with regions, or `queens` on a board without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The number of queens in each row, column and region. Absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// The squares of the given queens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub given: Vec<Square>,
    /// The closed squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub closed: Vec<Square>,
    /// The regions, one letter per square, the top row first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<String>>,
    /// The only solution.
    pub solution: SolutionRows,
    /// How hard the puzzle is: easy, medium, hard or expert.
    pub difficulty: String,
    /// The difficulty as a number: see `ExplanationResult`.
    pub score: u32,
    /// The seed that made it.
    pub seed: u64,
}

impl From<&Puzzle> for PuzzleResult {
    fn from(puzzle: &Puzzle) -> Self {
        let position = &puzzle.position;
        Self {
            size: position.size(),
            rules: position.rules_to_say().map(|rules| rules.name().to_string()),
            stars: position.stars_to_say(),
            given: position.given().to_vec(),
            closed: position.closed().to_vec(),
            regions: position.region_rows(),
            solution: (&puzzle.solution).into(),
            difficulty: puzzle.difficulty.name().to_string(),
            score: puzzle.score,
            seed: puzzle.seed,
        }
    }
}

/// A position read from a picture: `queens puzzle read`. `queens solve` accepts it as a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureResult {
    /// The size of the board, with the key that positions use.
    pub size: usize,
    /// The number of queens in each row, column and region. Absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// The squares with a queen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub given: Vec<Square>,
    /// The closed squares: hatched ones, and crosses if they are to be closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub closed: Vec<Square>,
    /// The regions, one letter per square, the top row first.
    pub regions: Vec<String>,
    /// The squares with a cross or dot.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub crosses: Vec<Square>,
    /// How certain the reading is, from 0 to 1.
    pub confidence: f64,
    /// Whether the confidence is high. Otherwise compare the position with the picture: it may be wrong.
    pub certain: bool,
    /// What may be wrong, in words.
    pub warnings: Vec<String>,
}

impl From<&Reading> for PictureResult {
    fn from(reading: &Reading) -> Self {
        let position = &reading.position;
        Self {
            size: position.size(),
            stars: position.stars_to_say(),
            given: position.given().to_vec(),
            closed: position.closed().to_vec(),
            regions: position.region_rows().unwrap_or_default(),
            crosses: reading.crosses.clone(),
            confidence: reading.confidence,
            certain: reading.is_certain(),
            warnings: reading.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::{Never, Rules};
    use queens_puzzles::puzzle::PuzzleRequest;

    /// `PuzzleResult` and `Position::to_json` both write the position of a puzzle; keys and values must be the same.
    #[test]
    fn a_puzzle_is_its_position_with_a_solution_and_a_difficulty() {
        for (rules, size, stars) in
            [(Rules::Queens, 6, 1), (Rules::Regions, 6, 1), (Rules::Regions, 8, 2)]
        {
            let request = PuzzleRequest::new(size).rules(rules).stars(stars).seed(1);
            let puzzle = request.make(&Never).unwrap();
            let result = serde_json::to_string(&PuzzleResult::from(&puzzle)).unwrap();
            let position = puzzle.position.to_json();
            assert!(result.starts_with(&position[..position.len() - 1]), "{result} {position}");
            assert_eq!(result.parse::<Position>().unwrap(), puzzle.position);
            let read: PuzzleResult = serde_json::from_str(&result).unwrap();
            assert_eq!(read, PuzzleResult::from(&puzzle));
        }
    }

    #[test]
    fn an_explanation_is_read_back() {
        let stars = PuzzleRequest::new(8).stars(2).seed(1).make(&Never).unwrap();
        for position in ["size:5 given:a1".parse().unwrap(), stars.position] {
            let explanation = queens_puzzles::solve::explain(&position, &Never).unwrap();
            let result = ExplanationResult::new(&position, &explanation);
            assert_eq!(result.stars.unwrap_or(1), position.stars());
            let text = serde_json::to_string(&result).unwrap();
            assert_eq!(serde_json::from_str::<ExplanationResult>(&text).unwrap(), result);
        }
    }
}
