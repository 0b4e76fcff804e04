//! Learn: a local search for one solution of a large board, step by step.

use crate::answer::{Answer, Page, line, reply};
use queens::find::{LocalSearch, LocalStep, Start};
use serde::{Deserialize, Serialize};

/// The sizes of boards. Sizes 2 and 3 have no solution, and a smaller board has nothing to search.
const SIZES: std::ops::RangeInclusive<usize> = 4..=1000;

/// The number of steps after which the page must start another search. A search takes about N / 2 steps.
const MOST_STEPS: usize = 100_000;

/// The state of a search after `step` steps, or at its end if it has fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocalSearchAt {
    n: usize,
    seed: u64,
    start: StartName,
    step: usize,
}

/// Which search it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Of {
    n: usize,
    seed: u64,
    start: StartName,
}

/// How the queens are placed at the start.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StartName {
    Shuffled,
    FewAttacks,
}

/// The search that was shown last.
pub(crate) struct Searching {
    of: Of,
    search: LocalSearch,
    /// The columns of the last exchange.
    exchanged: Option<[usize; 2]>,
    solved: bool,
    /// The number of attacks at the start and after each step.
    history: Vec<u64>,
}

/// A search after some of its steps.
#[derive(Serialize)]
struct LocalSearchState<'a> {
    /// The number of steps.
    step: usize,
    /// The row of the queen in each column.
    queens: &'a [u32],
    /// The columns whose queens are attacked.
    attacked: Vec<usize>,
    /// The columns that exchanged their rows in the last step; null at the start and after a restart.
    exchanged: Option<[usize; 2]>,
    /// The number of exchanges that were tested.
    tries: usize,
    solved: bool,
    /// The number of attacking pairs at the start and after each step.
    history: &'a [u64],
}

impl Searching {
    fn new(of: Of) -> Result<Self, String> {
        let start = match of.start {
            StartName::Shuffled => Start::Shuffled,
            StartName::FewAttacks => Start::FewAttacks,
        };
        let search = LocalSearch::new(of.n, of.seed, start, &Page).map_err(line)?;
        let attacks = search.attacks();
        Ok(Self { of, search, exchanged: None, solved: attacks == 0, history: vec![attacks] })
    }

    fn steps(&self) -> usize {
        self.history.len() - 1
    }

    fn step(&mut self) -> Result<(), String> {
        self.exchanged = match self.search.step(&Page).map_err(line)? {
            LocalStep::Exchange(columns) => Some(columns),
            LocalStep::Restart | LocalStep::Solved => None,
        };
        let attacks = self.search.attacks();
        self.solved = attacks == 0;
        self.history.push(attacks);
        Ok(())
    }
}

impl LocalSearchAt {
    pub(crate) fn answer(self, searching: &mut Option<Searching>) -> Answer {
        let Self { n, seed, start, step } = self;
        let of = Of { n, seed, start };
        if !SIZES.contains(&of.n) {
            let (least, most) = (SIZES.start(), SIZES.end());
            return Err(format!(
                "N = {} cannot be searched here; the range is {least} to {most}",
                of.n
            ));
        }
        if step > MOST_STEPS {
            return Err(format!("step {step} is too far; the maximum is {MOST_STEPS}"));
        }
        let reusable = |searching: &Searching| searching.of == of && searching.steps() <= step;
        if !searching.as_ref().is_some_and(reusable) {
            *searching = Some(Searching::new(of)?);
        }
        let Some(searching) = searching else {
            return Err("no search is shown".to_string());
        };
        while searching.steps() < step && !searching.solved {
            searching.step()?;
        }
        let Searching { search, exchanged, solved, history, .. } = &*searching;
        reply(LocalSearchState {
            step: searching.steps(),
            queens: search.rows(),
            attacked: (0..of.n).filter(|&col| search.is_attacked(col)).collect(),
            exchanged: *exchanged,
            tries: search.tries(),
            solved: *solved,
            history,
        })
    }
}
