//! A checker of proofs that shares no code with the solver: it reads the clauses and the proof as text, and adds a clause only if
//! unit propagation refutes its negation. It is stricter than DRAT: no RAT clauses, no deletion of unknown clauses.

use queens::observe::Flow;
use queens::{Never, Solution};
use queens_puzzles::Position;
use queens_puzzles::solve::prove;
use std::collections::HashMap;

/// The solution of a position, or the text of a proof.
pub fn proved(position: &Position) -> (Option<Solution>, String) {
    let mut proof = String::new();
    let found = prove(position, &Never, |step| {
        proof += &format!("{step}\n");
        Flow::Continue(())
    });
    (found.unwrap(), proof)
}

fn literals(line: &str) -> Vec<i32> {
    let mut literals: Vec<i32> =
        line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(literals.pop(), Some(0), "{line}");
    literals.sort_unstable();
    literals
}

/// Checks that a proof refutes the clauses. An error says what is wrong.
pub fn check(cnf: &str, proof: &str) -> Result<(), String> {
    let mut checker = Checker::default();
    for line in cnf.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        checker.add(literals(line));
    }
    for line in proof.lines() {
        if let Some(line) = line.strip_prefix("d ") {
            checker.delete(&literals(line)).ok_or(format!("{line} is unknown"))?;
            continue;
        }
        let clause = literals(line);
        if !checker.follows(&clause) {
            return Err(format!("{line} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        checker.add(clause);
    }
    Err("no empty clause".to_string())
}

/// Clauses with two watched literals each: the first two of a clause.
#[derive(Default)]
struct Checker {
    clauses: Vec<Vec<i32>>,
    /// The clauses that watch a literal. Deleted clauses are empty.
    watching: HashMap<i32, Vec<usize>>,
    /// Clauses of one literal.
    units: Vec<i32>,
    /// The numbers of the clauses with these sorted literals.
    by_literals: HashMap<Vec<i32>, Vec<usize>>,
}

impl Checker {
    fn add(&mut self, clause: Vec<i32>) {
        let number = self.clauses.len();
        match clause[..] {
            [] => panic!("an empty clause"),
            [unit] => self.units.push(unit),
            [one, other, ..] => {
                for literal in [one, other] {
                    self.watching.entry(literal).or_default().push(number);
                }
            }
        }
        self.by_literals.entry(clause.clone()).or_default().push(number);
        self.clauses.push(clause);
    }

    fn delete(&mut self, clause: &[i32]) -> Option<()> {
        let number = self.by_literals.get_mut(clause)?.pop()?;
        self.clauses[number].clear();
        Some(())
    }

    /// Whether unit propagation finds a contradiction if all literals of the clause are false.
    fn follows(&mut self, clause: &[i32]) -> bool {
        let mut values: HashMap<i32, bool> = HashMap::new();
        let mut queue: Vec<i32> = Vec::new();
        let set = |literal: i32, values: &mut HashMap<i32, bool>, queue: &mut Vec<i32>| {
            let value = literal > 0;
            match values.insert(literal.abs(), value) {
                Some(old) => old == value,
                None => {
                    queue.push(literal);
                    true
                }
            }
        };
        let start = clause.iter().map(|literal| -literal).chain(self.units.iter().copied());
        for literal in start.collect::<Vec<i32>>() {
            if !set(literal, &mut values, &mut queue) {
                return true;
            }
        }
        let is = |literal: i32, values: &HashMap<i32, bool>| {
            values.get(&literal.abs()).map(|&value| value == (literal > 0))
        };
        while let Some(literal) = queue.pop() {
            let watchers = self.watching.remove(&-literal).unwrap_or_default();
            let mut kept = Vec::new();
            let mut is_refuted = false;
            for number in watchers {
                let clause = &mut self.clauses[number];
                if clause.is_empty() {
                    continue;
                }
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                if is_refuted || is(clause[0], &values) == Some(true) {
                    kept.push(number);
                    continue;
                }
                match (2..clause.len()).find(|&place| is(clause[place], &values) != Some(false)) {
                    Some(place) => {
                        clause.swap(1, place);
                        self.watching.entry(clause[1]).or_default().push(number);
                    }
                    None => {
                        kept.push(number);
                        is_refuted = !set(clause[0], &mut values, &mut queue);
                    }
                }
            }
            self.watching.entry(-literal).or_default().extend(kept);
            if is_refuted {
                return true;
            }
        }
        false
    }
}
