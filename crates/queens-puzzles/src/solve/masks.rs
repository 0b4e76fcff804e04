//! Solving a position with few open squares on one mask, with stronger conclusions than `domains`.
//!
//! The open squares are numbered, and a mask has one bit for each. Every square has the mask of the squares that it attacks. If
//! every open square of a unit attacks a square, that square is closed: a queen there would leave the unit without an open
//! square. A unit with one open square is a special case: its queen closes what it attacks. This is repeated while the number
//! of open squares of some unit changes (arc consistency, with units as variables and their open squares as values). A unit
//! without an open square is a dead end.
//!
//! Each step takes a unit with the smallest quotient of open squares and past dead ends (`dom/wdeg`), and places a queen on one of
//! its open squares; if that fails, the square is closed and the step is repeated.
//!
//! Work: a step copies the mask and the numbers of open squares, and combines a few masks per unit with few open squares.
//! Memory: the square of the number of open squares, in bits.  Range: 4096 open squares.
//! Checked against `domains`, the satisfiability solver and the definition.
//! References: Mackworth, "Consistency in networks of relations", Artificial Intelligence 8, 1977; Boussemart, Hemery, Lecoutre,
//! Sais, "Boosting systematic search by weighting constraints", ECAI 2004.

use super::domains::Outcome;
use super::{kinds_of_units, units_of};
use crate::Position;
use crate::position::never_in_positions;
use queens::{Rules, Square};
use rand::{Rng, RngExt};

/// The largest number of open squares; the masks then take two megabytes.
pub(super) const MAX_SQUARES: usize = 4096;

/// The state of the search.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    size: usize,
    given: Vec<Square>,
    squares: Vec<Square>,
    /// The number of words of a mask.
    words: usize,
    /// For each square: the mask of the squares that it attacks.
    attacks: Vec<u64>,
    /// The squares of all units, unit by unit; those of a unit begin at its entry of `starts`.
    members: Vec<u16>,
    starts: Vec<u32>,
    /// The units of all squares, square by square, and how many each square has.
    units: Vec<u16>,
    per_square: usize,
    /// Units with more open squares have no square that all of them attack.
    most_attacked: u16,
    /// The mask of the open squares, and the number of open squares of each unit.
    open: Vec<u64>,
    left: Vec<u16>,
    /// The number of times that each unit was a dead end.
    failures: Vec<u32>,
    /// Units with few open squares, whose number has changed.
    changed: Vec<u16>,
    is_changed: Vec<bool>,
    common: Vec<u64>,
    /// The queens that were placed by choice, and the state before each of them.
    chosen: Vec<u16>,
    masks: Vec<u64>,
    lefts: Vec<u16>,
    dead: bool,
    steps: u64,
}

impl Masks {
    /// The state before the first step. The squares are those that are neither closed nor attacked by a given queen. Given
    /// queens do not attack each other. `None` for several stars, which this search does not support.
    pub(super) fn new(position: &Position, squares: Vec<Square>) -> Option<Self> {
        if position.stars() > 1 {
            return None;
        }
        let (count, words) = (squares.len(), squares.len().div_ceil(64));
        let mut attacks = vec![0; count * words];
        for (one, &square) in squares.iter().enumerate() {
            for (other, &target) in squares.iter().enumerate() {
                if one != other && position.attacks(square, target) {
                    attacks[one * words + other / 64] |= 1 << (other % 64);
                }
            }
        }
        let size = position.size();
        let sets = units(position, &squares);
        let per_square = kinds_of_units(position.rules());
        let mut units = vec![0; count * per_square];
        let mut filled = vec![0; count];
        let (mut members, mut starts) = (Vec::new(), vec![0]);
        for (unit, set) in sets.iter().enumerate() {
            for &square in set {
                units[usize::from(square) * per_square + filled[usize::from(square)]] = unit as u16;
                filled[usize::from(square)] += 1;
            }
            members.extend(set);
            starts.push(members.len() as u32);
        }
        let mut open = vec![!0; words];
        if let Some(last) = open.last_mut() {
            *last = !0 >> (64 * words - count);
        }
        let mut search = Self {
            size,
            given: position.given().to_vec(),
            squares,
            words,
            attacks,
            members,
            starts,
            units,
            per_square,
            most_attacked: match position.rules() {
                // In a line of another kind, a queen attacks one square per line through it.
                Rules::Queens | Rules::Torus => 3,
                Rules::Superqueens => 5,
                Rules::Regions => u16::MAX,
                Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
            },
            open,
            left: sets.iter().map(|set| set.len() as u16).collect(),
            failures: vec![1; sets.len()],
            changed: Vec::new(),
            is_changed: vec![false; sets.len()],
            common: vec![0; words],
            chosen: Vec::new(),
            masks: Vec::new(),
            lefts: Vec::new(),
            dead: sets.iter().any(Vec::is_empty),
            steps: 0,
        };
        for unit in 0..sets.len() {
            search.note(unit);
        }
        search.propagate();
        Some(search)
    }

    /// Continues until a solution is found, or for at most this many steps. Ties are broken at random.
    pub(super) fn advance(&mut self, limit: u64, random: &mut dyn Rng) -> Outcome {
        let end = self.steps.saturating_add(limit);
        loop {
            while self.dead {
                if !self.retreat() {
                    return Outcome::Exhausted;
                }
            }
            if self.steps >= end {
                return Outcome::Limit;
            }
            let Some(square) = self.choose(random) else {
                return Outcome::Solution;
            };
            self.steps += 1;
            self.chosen.push(square);
            self.masks.extend(&self.open);
            self.lefts.extend(&self.left);
            self.place_queen(usize::from(square));
        }
    }

    /// Returns to the given queens but keeps the numbers of dead ends, and the squares that were closed before the first choice.
    pub(super) fn restart(&mut self) {
        if !self.chosen.is_empty() {
            self.return_to(0);
        }
    }

    /// The row of the queen in each column, once a solution is found: its squares are the open ones.
    pub(super) fn rows(&self) -> Vec<u32> {
        let is_open = |at: &usize| self.open[at / 64] >> (at % 64) & 1 == 1;
        let placed = (0..self.squares.len()).filter(is_open).map(|at| self.squares[at]);
        let mut rows = vec![0; self.size];
        for queen in placed.chain(self.given.iter().copied()) {
            rows[queen.col as usize] = queen.row;
        }
        rows
    }

    #[cfg(test)]
    pub(super) fn is_open_square(&self, square: Square) -> bool {
        let at = self.squares.iter().position(|&other| other == square);
        at.is_some_and(|at| self.open[at / 64] >> (at % 64) & 1 == 1)
    }

    /// Takes back the last chosen queen and closes its square. Returns whether there was one.
    fn retreat(&mut self) -> bool {
        let Some(&square) = self.chosen.last() else {
            return false;
        };
        self.return_to(self.chosen.len() - 1);
        self.close(usize::from(square) / 64, 1 << (square % 64));
        self.propagate();
        true
    }

    /// Restores the state before a chosen queen.
    fn return_to(&mut self, place: usize) {
        self.open.copy_from_slice(&self.masks[place * self.words..(place + 1) * self.words]);
        let units = self.left.len();
        self.left.copy_from_slice(&self.lefts[place * units..(place + 1) * units]);
        self.masks.truncate(place * self.words);
        self.lefts.truncate(place * units);
        self.chosen.truncate(place);
        self.dead = false;
    }

    /// An open square of the unit that is most likely to fail, or `None` if every unit has its queen.
    fn choose(&self, random: &mut dyn Rng) -> Option<u16> {
        let mut best: Option<(u32, u32, usize)> = None;
        let mut ties = 0;
        for (unit, (&left, &failures)) in self.left.iter().zip(&self.failures).enumerate() {
            let left = u32::from(left);
            if left < 2 {
                continue;
            }
            let (ours, theirs) = match best {
                // Compares left / failures without a division.
                Some((best_left, best_failures, _)) => (
                    u64::from(left) * u64::from(best_failures),
                    u64::from(best_left) * u64::from(failures),
                ),
                None => (0, 1),
            };
            if ours > theirs {
                continue;
            }
            ties = if ours < theirs { 1 } else { ties + 1 };
            if ties == 1 || random.random_range(0..ties) == 0 {
                best = Some((left, failures, unit));
            }
        }
        let (left, _, unit) = best?;
        let skipped = random.random_range(0..left) as usize;
        self.open_members(unit).nth(skipped)
    }

    fn open_members(&self, unit: usize) -> impl Iterator<Item = u16> + '_ {
        let members = &self.members[self.starts[unit] as usize..self.starts[unit + 1] as usize];
        let is_open = |at: u16| self.open[usize::from(at) / 64] >> (at % 64) & 1 == 1;
        members.iter().copied().filter(move |&at| is_open(at))
    }

    fn place_queen(&mut self, square: usize) {
        for word in 0..self.words {
            let closed = self.attacks[square * self.words + word] & self.open[word];
            if !self.dead {
                self.close(word, closed);
            }
        }
        self.propagate();
    }

    /// Remembers that the number of open squares of a unit has changed, if that may have consequences.
    fn note(&mut self, unit: usize) {
        if self.left[unit] <= self.most_attacked && !self.is_changed[unit] {
            self.is_changed[unit] = true;
            self.changed.push(unit as u16);
        }
    }

    /// Closes open squares of one word, until a unit has no open square.
    fn close(&mut self, word: usize, mut closed: u64) {
        self.open[word] ^= closed;
        while closed != 0 {
            let square = 64 * word + closed.trailing_zeros() as usize;
            closed &= closed - 1;
            for at in square * self.per_square..(square + 1) * self.per_square {
                let unit = usize::from(self.units[at]);
                self.left[unit] -= 1;
                if self.left[unit] == 0 {
                    self.failures[unit] = self.failures[unit].saturating_add(1);
                    self.dead = true;
                    return;
                }
                self.note(unit);
            }
        }
    }

    /// Closes squares that all open squares of a unit attack, as long as there are any.
    fn propagate(&mut self) {
        while let Some(unit) = self.changed.pop() {
            self.is_changed[usize::from(unit)] = false;
            if self.dead {
                continue;
            }
            let mut common = std::mem::take(&mut self.common);
            common.copy_from_slice(&self.open);
            for square in self.open_members(usize::from(unit)) {
                let start = usize::from(square) * self.words;
                let attacks = &self.attacks[start..start + self.words];
                common.iter_mut().zip(attacks).for_each(|(word, attacks)| *word &= attacks);
            }
            for (word, &closed) in common.iter().enumerate() {
                if closed != 0 && !self.dead {
                    self.close(word, closed);
                }
            }
            self.common = common;
        }
    }
}

/// The numbers of the squares of each unit that has no given queen.
fn units(position: &Position, squares: &[Square]) -> Vec<Vec<u16>> {
    let count = kinds_of_units(position.rules()) * position.size();
    let mut sets = vec![Vec::new(); count];
    let mut has_queen = vec![false; count];
    for &queen in position.given() {
        units_of(position, queen).into_iter().for_each(|unit| has_queen[unit] = true);
    }
    for (&square, number) in squares.iter().zip(0..) {
        units_of(position, square).into_iter().for_each(|unit| sets[unit].push(number));
    }
    let sets = sets.into_iter().zip(has_queen);
    sets.filter(|(_, has_queen)| !has_queen).map(|(set, _)| set).collect()
}
