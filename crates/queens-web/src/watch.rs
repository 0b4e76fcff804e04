//! Watch: the state of a search after any number of steps, and its search tree.

use crate::answer::{Answer, Page, line, reply};
use queens::observe::Flow;
use queens::study::trace::{Player, State, Step, Trace};
use queens::study::tree::{Fate, Tree};
use queens::{Error, Method, RequestError, Square};
use queens_results::TraceStep;
use serde::{Deserialize, Serialize};

/// The largest board that is watched.
const LARGEST: usize = 16;

/// The state of a search after `step` steps, or at its end if it has fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    method: String,
    n: usize,
    step: u64,
}

/// The search that was watched last.
pub(crate) struct Watching {
    player: Player,
}

/// A search after some of its steps.
#[derive(Serialize)]
struct SearchState<'a> {
    /// The number of steps.
    step: u64,
    /// The total number of steps, if the end has been reached before.
    length: Option<u64>,
    /// The row of the queen in each column.
    queens: &'a [Option<u8>],
    /// The rows of each column that are attacked or taken, as a set of bits.
    attacked: Vec<u32>,
    placements: u64,
    rejects: u64,
    solutions: u64,
    queued: usize,
    depth: usize,
    last: Option<TraceStep>,
}

pub(crate) fn trace(method: &str, n: usize) -> Result<Trace, String> {
    if !(1..=LARGEST).contains(&n) {
        return Err(format!("N = {n} cannot be watched; the range is 1 to {LARGEST}"));
    }
    let method: Method = method.parse().map_err(line)?;
    Trace::new(method, n).map_err(line)
}

impl Watch {
    pub(crate) fn answer(self, watching: &mut Option<Watching>) -> Answer {
        let trace = trace(&self.method, self.n)?;
        let same = |watching: &Watching| {
            let known = watching.player.trace();
            known.method() == trace.method() && known.size() == trace.size()
        };
        if !watching.as_ref().is_some_and(same) {
            *watching = Some(Watching { player: Player::new(trace) });
        }
        let Some(Watching { player }) = watching else {
            return Err("no search is being watched".to_string());
        };
        player.seek(self.step);
        let (step, state) = (player.position(), player.state());
        let last = player.last_step().cloned();
        reply(SearchState {
            step,
            length: player.length(),
            queens: &state.queens,
            attacked: attacked(state),
            placements: state.placements,
            rejects: state.rejects,
            solutions: state.solutions,
            queued: state.queued,
            depth: state.depth(),
            // Steps count from 0.
            last: last.map(|last| TraceStep::new(step - 1, last)),
        })
    }
}

/// The rows of each column that a queen of the state attacks or stands on, as a set of bits.
fn attacked(state: &State) -> Vec<u32> {
    let queens: Vec<Square> = (0..)
        .zip(&state.queens)
        .filter_map(|(col, queen)| queen.map(|row| Square::new(col, row.into())))
        .collect();
    let mut columns = vec![0; state.queens.len()];
    for square in Square::all(state.queens.len()) {
        let hit = queens.iter().any(|queen| queen.attacks(square) || *queen == square);
        columns[square.col as usize] |= u32::from(hit) << square.row;
    }
    columns
}

/// A number of steps, if it is known.
#[derive(Serialize)]
struct Steps {
    length: Option<u64>,
}

/// The number of steps of a search, if it is at most `limit`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Length {
    method: String,
    n: usize,
    limit: u64,
}

impl Length {
    pub(crate) fn answer(self) -> Answer {
        let trace = trace(&self.method, self.n)?;
        reply(Steps { length: trace.length(self.limit) })
    }
}

/// The number of steps up to the next solution, if one was found.
#[derive(Serialize)]
struct Found {
    step: Option<u64>,
    /// Whether the search ended before a solution was found: there are no more.
    ended: bool,
}

/// The next step after `step` that finds a solution, if it is at most `within` steps away.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextSolution {
    method: String,
    n: usize,
    step: u64,
    within: u64,
}

impl NextSolution {
    pub(crate) fn answer(self) -> Answer {
        let trace = trace(&self.method, self.n)?;
        let end = self.step.saturating_add(self.within);
        let (mut found, mut ended) = (None, true);
        // Steps count from 0: after the step with this number, one more was taken.
        let visit = |number: u64, step: Step| match step {
            _ if number >= end => {
                ended = false;
                Flow::Break(())
            }
            Step::Solution { .. } => {
                (found, ended) = (Some(number + 1), false);
                Flow::Break(())
            }
            _ => Flow::Continue(()),
        };
        trace.visit(self.step, &Page, visit).map_err(line)?;
        reply(Found { step: found, ended })
    }
}

/// The search tree of a method.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeOf {
    method: String,
    n: usize,
}

/// A search tree as lists with one element per node. The empty board is first, every node comes after its parent.
#[derive(Serialize)]
struct SearchTree {
    parents: Vec<Option<usize>>,
    /// The queen that a node adds to its parent.
    squares: Vec<Option<Square>>,
    fates: Vec<Fate>,
    /// The number of steps after which the node is reached.
    steps: Vec<u64>,
    /// The number of steps after which nothing below the node changes any more.
    ends: Vec<u64>,
    /// The way of the search: from each of these numbers of steps on, it is at the node of the same place in `visited`.
    visits: Vec<u64>,
    visited: Vec<usize>,
}

impl TreeOf {
    /// The tree, or null if it has too many nodes to be drawn.
    pub(crate) fn answer(self) -> Answer {
        let tree = match Tree::of(&trace(&self.method, self.n)?) {
            Ok(tree) => tree,
            Err(Error::Request(RequestError::TreeTooLarge { .. })) => {
                return reply(None::<SearchTree>);
            }
            Err(error) => return Err(line(error)),
        };
        let nodes = tree.node_list();
        reply(SearchTree {
            parents: nodes.iter().map(|node| node.parent).collect(),
            squares: nodes.iter().map(|node| node.queens.last().copied()).collect(),
            fates: nodes.iter().map(|node| node.fate).collect(),
            steps: nodes.iter().map(|node| node.step).collect(),
            ends: nodes.iter().map(|node| node.end).collect(),
            visits: tree.visits().iter().map(|visit| visit.step).collect(),
            visited: tree.visits().iter().map(|visit| visit.node).collect(),
        })
    }
}
