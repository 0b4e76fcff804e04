//! The questions of the npm package, one per function: `{"solve": {"position": "size:8 given:a1", "seed": "0"}}`.
//!
//! They have the limits of the library. The questions of the page have lower limits.

use crate::answer::{Answer, Page, Parts, answered, because, count, from_text, line, reply};
use crate::{count as counting, picture, play};
use queens::find::{Construction, random};
use queens::{BoardError, Error, Inline, Request, Rules, Solution, Solutions, Square};
use queens_draw::Drawing;
use queens_puzzles::Position;
use queens_puzzles::export::Export;
use queens_puzzles::puzzle::{self, PuzzleRequest};
use queens_puzzles::solve::{Every, Solve, explain, first, refute};
use queens_results::{ExplanationResult, PositionCount, PuzzleResult, SolutionRows};
use serde::{Deserialize, Serialize};

/// The largest board for `find`: passing the solution as JSON takes longer than finding it.
const LARGEST_FOUND: usize = 1_000_000;

/// The largest position that is drawn.
const LARGEST_DRAWN: usize = 100;

/// The maximum number of solutions in one answer.
const MOST: usize = 1000;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Methods(Methods),
    Count(Count),
    CountPosition(CountPosition),
    Find(Find),
    Parse(Parse),
    Format(Format),
    Solve(SolvePosition),
    Search(Search),
    Next(Next),
    Explain(Explain),
    Refute(Refute),
    Check(Check),
    Svg(Svg),
    Puzzle(Make),
    Export(ExportPosition),
    ReadPicture(picture::ReadPicture),
}

/// A running search for solutions.
enum Searching {
    /// On a board, in lexicographic order.
    Board { solutions: Box<Solutions>, fundamental: bool },
    /// On any other position, in the order of the search.
    Position(Box<Every>),
}

/// Answers the questions of the npm package. Between questions it keeps only a running search.
#[derive(Default)]
pub struct Package {
    searching: Option<Searching>,
}

impl Package {
    /// Answers a question. Question and answer are JSON.
    ///
    /// ```
    /// let mut package = queens_web::Package::default();
    /// assert_eq!(
    ///     package.answer(r#"{"solve": {"position": "size:4 given:b4", "seed": "0"}}"#),
    ///     r#"{"ok":{"solution":[2,4,1,3],"stars":1}}"#
    /// );
    /// ```
    pub fn answer(&mut self, question: &str) -> String {
        self.answer_with(question, &[])
    }

    /// Answers a question to which bytes are attached: the pixels of a picture.
    pub fn answer_with(&mut self, question: &str, attachment: &[u8]) -> String {
        answered(question, |question| match question {
            Question::Methods(Methods {}) => counting::methods(),
            Question::Count(count) => count.answer(),
            Question::CountPosition(count) => count.answer(),
            Question::Find(find) => find.answer(),
            Question::Parse(parse) => parse.answer(),
            Question::Format(format) => format.answer(),
            Question::Solve(solve) => solve.answer(),
            Question::Search(search) => search.answer(&mut self.searching),
            Question::Next(next) => next.answer(&mut self.searching),
            Question::Explain(explain) => explain.answer(),
            Question::Refute(refute) => refute.answer(),
            Question::Check(check) => check.answer(),
            Question::Svg(svg) => svg.answer(),
            Question::Puzzle(make) => make.answer(),
            Question::Export(export) => export.answer(),
            Question::ReadPicture(read) => read.answer(attachment),
        })
    }
}

/// Lists all methods.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Methods {}

fn position(text: &str) -> Result<Position, String> {
    puzzle::read(text, &Page).map_err(line)
}

/// Counts the solutions of the empty board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    n: usize,
    method: Option<String>,
    rules: Option<String>,
    statistics: bool,
}

impl Count {
    fn answer(self) -> Answer {
        let mut request = Request::count(self.n).map_err(line)?;
        if let Some(rules) = self.rules {
            request = request.rules(rules.parse().map_err(line)?);
        }
        if let Some(method) = self.method {
            request = request.method(method.parse().map_err(line)?);
        }
        let request = if self.statistics { request.statistics() } else { request };
        reply(count(&request.plan().map_err(line)?)?)
    }
}

/// Counts the solutions of a position, up to the limit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountPosition {
    position: String,
    limit: Option<u64>,
}

impl CountPosition {
    fn answer(self) -> Answer {
        let position = position(&self.position)?;
        reply(match self.limit {
            Some(limit) => play::limited(&position, limit.into())?,
            None => {
                let solutions = position.count(None, &Inline, &Page).map_err(line)?;
                PositionCount::new(&position, solutions, false)
            }
        })
    }
}

/// Finds one solution of the empty board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
enum Find {
    Formula {
        n: usize,
    },
    First {
        n: usize,
    },
    Random {
        n: usize,
        #[serde(deserialize_with = "from_text")]
        seed: u64,
    },
}

impl Find {
    fn answer(self) -> Answer {
        let (Self::Formula { n } | Self::First { n } | Self::Random { n, .. }) = self;
        if n > LARGEST_FOUND {
            return Err(line(Error::Board(BoardError::BoardTooLarge {
                size: n,
                limit: LARGEST_FOUND,
            })));
        }
        let found = match self {
            Self::Formula { .. } => Construction::new(n as u32)
                .map(|formula| Solution::new(formula.rows().collect::<Vec<_>>()))
                .transpose()
                .map_err(line),
            Self::First { .. } => first(n, &Page).map_err(line),
            Self::Random { seed, .. } => random(n, seed, &Page).map_err(line),
        };
        reply(found?.as_ref().map(SolutionRows::from))
    }
}

/// Parses a position in any format. `rules` replaces its rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parse {
    text: String,
    rules: Option<String>,
}

impl Parse {
    fn answer(self) -> Answer {
        let position = position(&self.text)?;
        let position = match self.rules {
            Some(rules) => position.with_rules(rules.parse().map_err(line)?).map_err(line)?,
            None => position,
        };
        reply(Parts::from(&position))
    }
}

/// Writes a position in one of the formats that have a writer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format {
    position: String,
    format: String,
}

impl Format {
    fn answer(self) -> Answer {
        let position = position(&self.position)?;
        reply(match self.format.as_str() {
            "text" => position.to_text(),
            "short" => position.to_short(),
            "json" => position.to_json(),
            "leetcode" => reply(position.to_leetcode())?,
            other => {
                return Err(format!(
                    "unknown format '{other}'; the formats are text, short, json, leetcode"
                ));
            }
        })
    }
}

/// A solution of a position, if there is one. Its rows are read by the number of queens per column.
#[derive(Serialize)]
struct Found {
    solution: Option<SolutionRows>,
    stars: usize,
}

/// Finds one solution of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolvePosition {
    position: String,
    #[serde(deserialize_with = "from_text")]
    seed: u64,
}

impl SolvePosition {
    fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let found = Solve::of(&position).seed(self.seed).find(&Page).map_err(line)?;
        reply(Found { solution: found.as_ref().map(Into::into), stars: position.stars() })
    }
}

/// The number of queens per column of the solutions that a search finds.
#[derive(Serialize)]
struct Started {
    stars: usize,
}

/// Starts a search for all solutions. Each [`Next`] continues it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    position: String,
    /// Only fundamental solutions.
    fundamental: bool,
}

impl Search {
    fn answer(self, searching: &mut Option<Searching>) -> Answer {
        let position = position(&self.position)?;
        let board = position.board();
        let empty = board.as_ref().is_some_and(|board| board.is_empty());
        let fundamental = self.fundamental;
        if fundamental && !empty {
            return Err("fundamental solutions are available only for empty boards with the rules of queens, up to N = 32".to_string());
        }
        *searching = Some(match board {
            Some(board) => Searching::Board {
                solutions: Box::new(Solutions::on(&board).map_err(line)?),
                fundamental,
            },
            None => Searching::Position(Box::new(Solve::of(&position).every())),
        });
        reply(Started { stars: position.stars() })
    }
}

/// Returns the next solutions of the search; fewer than `count` if there are no more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Next {
    count: usize,
}

impl Next {
    fn answer(self, searching: &mut Option<Searching>) -> Answer {
        let searching = searching.as_mut().ok_or("no search is running")?;
        let mut found = Vec::new();
        while found.len() < self.count.min(MOST) {
            let next = match searching {
                Searching::Board { solutions, fundamental } => {
                    solutions.find(|solution| !*fundamental || solution.is_canonical())
                }
                Searching::Position(every) => every.next(&Page).map_err(line)?,
            };
            let Some(solution) = next else { break };
            found.push(SolutionRows::from(&solution));
        }
        reply(found)
    }
}

/// An explanation, and for each step the squares that its reason refers to.
#[derive(Serialize)]
struct Explained {
    explanation: ExplanationResult,
    because: Vec<Vec<Square>>,
}

/// Explains how a person can solve a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Explain {
    position: String,
}

impl Explain {
    fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let explanation = explain(&position, &Page).map_err(line)?;
        reply(Explained {
            because: explanation.steps.iter().map(|step| because(step, &position)).collect(),
            explanation: ExplanationResult::new(&position, &explanation),
        })
    }
}

/// Finds the reason why a position has no solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refute {
    position: String,
}

impl Refute {
    fn answer(self) -> Answer {
        let reason = refute(&position(&self.position)?, &Page).map_err(line)?;
        reply(reason.map(|reason| reason.to_string()))
    }
}

/// Whether rows are a solution, and if not, the reason.
#[derive(Serialize)]
struct Checked {
    valid: bool,
    reason: Option<String>,
}

/// Checks whether rows, counted from 0, are a solution of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    position: String,
    rows: Vec<u32>,
}

impl Check {
    fn answer(self) -> Answer {
        let reason = position(&self.position)?.check(&self.rows).err().map(line);
        reply(Checked { valid: reason.is_none(), reason })
    }
}

/// Draws a position as SVG, optionally with a solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Svg {
    position: String,
    rows: Option<Vec<u32>>,
}

impl Svg {
    fn answer(self) -> Answer {
        let mut position = position(&self.position)?;
        let size = position.size();
        if size > LARGEST_DRAWN {
            return Err(format!(
                "N = {size} is too large for a picture; the maximum is {LARGEST_DRAWN}"
            ));
        }
        if let Some(rows) = self.rows {
            position = position.filled(&position.check(&rows).map_err(line)?);
        }
        reply(Drawing::from(&position).svg())
    }
}

/// Writes a position for another solver.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportPosition {
    position: String,
    format: String,
}

impl ExportPosition {
    fn answer(self) -> Answer {
        let format = self.format.parse().map_err(line)?;
        let export = Export::new(&position(&self.position)?, format, &Page).map_err(line)?;
        reply(export.to_string())
    }
}

/// Generates a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    n: usize,
    rules: String,
    #[serde(deserialize_with = "from_text")]
    seed: u64,
    difficulty: Option<String>,
    stars: Option<usize>,
    theme: Option<String>,
    singles: Option<usize>,
}

impl Make {
    fn answer(self) -> Answer {
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
