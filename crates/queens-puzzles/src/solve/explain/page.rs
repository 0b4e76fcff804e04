//! The state of an explanation, as a person would keep it on paper, and the rules that give the next step.

use super::layout::{Layout, Set};
use super::{Reason, SolveStep};
use crate::Position;
use queens::Square;

/// The largest number of units that the rule *sets* looks at.
pub(super) const MAX_SET: usize = 4;

/// The most queens of a unit for which all places are tried.
const MAX_PLACED: u8 = 3;

/// The changing part: open squares, queens, and how many queens each unit misses.
#[derive(Clone, Debug)]
pub(crate) struct Page<'a, const WORDS: usize> {
    pub(crate) layout: &'a Layout<WORDS>,
    pub(crate) open: Set<WORDS>,
    pub(crate) queens: Set<WORDS>,
    pub(crate) missing: Vec<u8>,
}

/// A conclusion of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Move<const WORDS: usize> {
    why: Why,
    queen: Option<usize>,
    closed: Set<WORDS>,
}

/// The rule of a move and its units.
#[derive(Clone, Debug)]
enum Why {
    Only(usize),
    Within(usize, usize),
    AllAttack(usize),
    NoRoom(usize),
    Sets(Vec<usize>, Vec<usize>),
}

impl<'a, const WORDS: usize> Page<'a, WORDS> {
    /// The page of a position before the first step.
    pub(crate) fn new(layout: &'a Layout<WORDS>, position: &Position) -> Self {
        let mut page = Self::empty_board(layout);
        for &square in position.closed() {
            page.open.remove(layout.index(square));
        }
        for &queen in position.given() {
            page.place(layout.index(queen));
        }
        page
    }

    /// The page without queens and closed squares.
    pub(crate) fn empty_board(layout: &'a Layout<WORDS>) -> Self {
        let mut open = Set::EMPTY;
        (0..layout.size * layout.size).for_each(|square| open.insert(square));
        let missing = vec![layout.stars; layout.units.len()];
        Self { layout, open, queens: Set::EMPTY, missing }
    }

    /// Whether all queens are placed.
    pub(crate) fn is_solved(&self) -> bool {
        self.missing.iter().all(|&missing| missing == 0)
    }

    /// The open squares of a unit.
    pub(crate) fn left(&self, unit: usize) -> Set<WORDS> {
        self.open.and(&self.layout.units[unit])
    }

    /// A unit with more queens than it may have. Only given queens can be too many.
    pub(crate) fn overfull(&self) -> Option<usize> {
        let most = usize::from(self.layout.stars);
        (0..self.missing.len()).find(|&unit| self.queens.common(&self.layout.units[unit]) > most)
    }

    pub(crate) fn place(&mut self, queen: usize) {
        self.queens.insert(queen);
        self.open.remove(queen);
        self.open = self.open.minus(&self.layout.touched[queen]);
        for unit in self.layout.through(queen) {
            self.missing[unit] = self.missing[unit].saturating_sub(1);
            if self.missing[unit] == 0 {
                self.open = self.open.minus(&self.layout.units[unit]);
            }
        }
    }

    /// The squares that a queen would close, with its own.
    fn reach(&self, queen: usize) -> Set<WORDS> {
        let mut reach = self.layout.touched[queen];
        reach.insert(queen);
        let full = self.layout.through(queen).filter(|&unit| self.missing[unit] <= 1);
        full.fold(reach, |reach, unit| reach.or(&self.layout.units[unit]))
    }

    /// Whether this many queens fit on some squares. The answer may be yes although they do not fit: lines that two of the queens
    /// complete together are not considered, and more than [`MAX_PLACED`] queens are not placed but only counted.
    fn fits(&self, mut squares: Set<WORDS>, queens: u8) -> bool {
        if queens <= 1 {
            return queens == 0 || !squares.is_empty();
        }
        let mut left = squares.len();
        if queens > MAX_PLACED {
            return left >= usize::from(queens);
        }
        for queen in squares.iter() {
            if left < usize::from(queens) {
                return false;
            }
            if self.fits(squares.minus(&self.reach(queen)), queens - 1) {
                return true;
            }
            squares.remove(queen);
            left -= 1;
        }
        false
    }

    /// A unit without room for the queens that it misses.
    pub(crate) fn empty(&self) -> Option<usize> {
        (0..self.missing.len()).find(|&unit| {
            let missing = self.missing[unit];
            missing > 0 && !self.fits(self.left(unit), missing)
        })
    }

    /// The units that miss queens and the number of their open squares, the fewest first.
    fn unsettled(&self) -> Vec<(usize, usize)> {
        let units = (0..self.missing.len()).filter(|&unit| self.missing[unit] > 0);
        let mut units: Vec<(usize, usize)> =
            units.map(|unit| (unit, self.open.common(&self.layout.units[unit]))).collect();
        units.sort_by_key(|&(_, left)| left);
        units
    }

    /// The next move by the rules that need a single unit: *only*, *within*, *all attack* and *no room*.
    pub(crate) fn simple(&self) -> Option<Move<WORDS>> {
        let units = self.unsettled();
        let is_full = |&&(unit, left): &&(usize, usize)| left == usize::from(self.missing[unit]);
        if let Some(&(unit, _)) = units.iter().find(is_full) {
            return self.only(unit);
        }
        let lines = |unit: usize| {
            self.layout
                .through(self.left(unit).iter().next()?)
                .find_map(|line| self.within(unit, line))
        };
        let mut within = units.iter().map(|&(unit, _)| unit);
        within.find_map(lines).or_else(|| units.iter().find_map(|&(unit, _)| self.attacked(unit)))
    }

    /// The next move by any rule except *suppose*.
    pub(crate) fn direct(&self) -> Option<Move<WORDS>> {
        self.simple().or_else(|| self.sets())
    }

    /// Takes all moves by the rules except *suppose*, with or without *sets*, in any order.
    pub(crate) fn settle(&mut self, with_sets: bool) {
        loop {
            self.settle_units();
            match if with_sets { self.sets() } else { None } {
                Some(found) => self.take(&found),
                None => return,
            }
        }
    }

    /// Takes all moves by the rules that need a single unit, in any order.
    pub(super) fn settle_units(&mut self) {
        let (mut unit, mut unchanged) = (0, 0);
        while unchanged < self.missing.len() {
            match self.of_unit(unit) {
                Some(found) => {
                    self.take(&found);
                    unchanged = 0;
                }
                None => {
                    unit = (unit + 1) % self.missing.len();
                    unchanged += 1;
                }
            }
        }
    }

    /// A move by a rule that needs this unit only.
    fn of_unit(&self, unit: usize) -> Option<Move<WORDS>> {
        if self.missing[unit] == 0 {
            return None;
        }
        let first = self.left(unit).iter().next()?;
        self.only(unit)
            .or_else(|| self.layout.through(first).find_map(|line| self.within(unit, line)))
            .or_else(|| self.attacked(unit))
    }

    fn only(&self, unit: usize) -> Option<Move<WORDS>> {
        let left = self.left(unit);
        let queen = left.iter().next()?;
        let full = left.len() == usize::from(self.missing[unit]);
        full.then_some(Move { why: Why::Only(unit), queen: Some(queen), closed: Set::EMPTY })
    }

    fn within(&self, unit: usize, line: usize) -> Option<Move<WORDS>> {
        let left = self.left(unit);
        if unit == line
            || self.missing[unit] != self.missing[line]
            || !left.is_within(&self.layout.units[line])
        {
            return None;
        }
        let closed = self.left(line).minus(&left);
        (!closed.is_empty()).then_some(Move { why: Why::Within(unit, line), queen: None, closed })
    }

    /// *All attack* with one star, *no room* with several.
    fn attacked(&self, unit: usize) -> Option<Move<WORDS>> {
        let left = self.left(unit);
        let (why, closed) = if self.layout.stars == 1 {
            let mut closed = self.open;
            for queen in left.iter() {
                closed = closed.and(&self.layout.attacked[queen]);
                if closed.is_empty() {
                    return None;
                }
            }
            (Why::AllAttack(unit), closed)
        } else {
            let mut closed = Set::EMPTY;
            for square in self.open.iter() {
                let rest = left.minus(&self.reach(square));
                if rest == left {
                    continue;
                }
                let missing = self.missing[unit] - u8::from(left.has(square));
                if !self.fits(rest, missing) {
                    closed.insert(square);
                }
            }
            (Why::NoRoom(unit), closed)
        };
        (!closed.is_empty()).then_some(Move { why, queen: None, closed })
    }

    fn sets(&self) -> Option<Move<WORDS>> {
        let units = self.unsettled();
        let kinds = self.layout.kinds;
        let fewest = if self.layout.stars == 1 { 2 } else { 1 };
        for count in fewest..=MAX_SET {
            for (from, to) in (0..kinds).flat_map(|from| (0..kinds).map(move |to| (from, to))) {
                if from == to {
                    continue;
                }
                // For each unit the lines that its open squares lie in, as bits.
                let most = count * usize::from(self.layout.stars);
                let of_kind = units.iter().filter(|&&(unit, _)| self.layout.kind(unit) == from);
                let few: Vec<(usize, u64)> = of_kind
                    .map(|&(unit, _)| (unit, self.lines(unit, to)))
                    .filter(|&(_, lines)| self.missing_in(lines, to) <= most)
                    .collect();
                let mut chosen = Vec::new();
                if let Some(found) = self.set_among(&few, count, to, &mut chosen, 0) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The lines of a kind that the open squares of a unit lie in, as bits.
    fn lines(&self, unit: usize, kind: usize) -> u64 {
        let left = self.left(unit);
        let line = |square| self.layout.through(square).nth(kind).unwrap_or(0) % self.layout.size;
        left.iter().fold(0, |lines, square| lines | 1 << line(square))
    }

    /// The number of queens that some lines of a kind miss.
    fn missing_in(&self, mut lines: u64, kind: usize) -> usize {
        let mut missing = 0;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            missing += usize::from(self.missing[kind * self.layout.size + line]);
            lines &= lines - 1;
        }
        missing
    }

    /// A set of `count` units whose open squares lie in lines that miss as many queens, and that closes a square. Some units are
    /// already chosen.
    fn set_among(
        &self,
        units: &[(usize, u64)],
        count: usize,
        kind: usize,
        chosen: &mut Vec<usize>,
        lines: u64,
    ) -> Option<Move<WORDS>> {
        if chosen.len() == count {
            return self.set_of(chosen, lines, kind);
        }
        let more = (count - chosen.len() - 1) * usize::from(self.layout.stars);
        for (place, &(unit, these)) in units.iter().enumerate() {
            let all = lines | these;
            let wanted: usize =
                chosen.iter().chain([&unit]).map(|&unit| usize::from(self.missing[unit])).sum();
            if self.missing_in(all, kind) > wanted + more {
                continue;
            }
            chosen.push(unit);
            let found = self.set_among(&units[place + 1..], count, kind, chosen, all);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn set_of(&self, chosen: &[usize], lines: u64, kind: usize) -> Option<Move<WORDS>> {
        let wanted: usize = chosen.iter().map(|&unit| usize::from(self.missing[unit])).sum();
        let size = self.layout.size;
        let lines: Vec<usize> = (0..size)
            .filter(|&line| lines >> line & 1 == 1)
            .map(|line| kind * size + line)
            .collect();
        let missing: usize = lines.iter().map(|&line| usize::from(self.missing[line])).sum();
        let all = |units: &[usize]| {
            units.iter().fold(Set::EMPTY, |all, &unit| all.or(&self.layout.units[unit]))
        };
        let closed = self.open.and(&all(&lines)).minus(&all(chosen));
        if missing != wanted || closed.is_empty() {
            return None;
        }
        let mut units = chosen.to_vec();
        units.sort_unstable();
        Some(Move { why: Why::Sets(units, lines), queen: None, closed })
    }

    /// The same conclusion from this page, which may have other open squares; `None` if the rule does not apply.
    pub(super) fn again(&self, found: &Move<WORDS>) -> Option<Move<WORDS>> {
        match found.why {
            Why::Only(unit) => self.only(unit).filter(|only| only.queen == found.queen),
            Why::Within(unit, line) => self.within(unit, line),
            Why::AllAttack(unit) | Why::NoRoom(unit) => self.attacked(unit),
            Why::Sets(..) => None,
        }
    }

    pub(crate) fn take(&mut self, found: &Move<WORDS>) {
        self.open = self.open.minus(&found.closed);
        if let Some(queen) = found.queen {
            self.place(queen);
        }
    }

    /// A move as a step, before it is taken.
    pub(crate) fn step(&self, found: &Move<WORDS>) -> SolveStep {
        let name = |unit: usize| self.layout.names[unit];
        let open = |unit: usize| self.layout.squares(&self.left(unit));
        let missing = |unit: usize| usize::from(self.missing[unit]);
        let reason = match &found.why {
            Why::Only(unit) => Reason::Only { unit: name(*unit), missing: missing(*unit) },
            Why::Within(unit, line) => Reason::Within {
                unit: name(*unit),
                open: open(*unit),
                line: name(*line),
                missing: missing(*unit),
            },
            Why::AllAttack(unit) => Reason::AllAttack { unit: name(*unit), open: open(*unit) },
            Why::NoRoom(unit) => {
                Reason::NoRoom { unit: name(*unit), open: open(*unit), missing: missing(*unit) }
            }
            Why::Sets(units, lines) => Reason::Sets {
                units: units.iter().map(|&unit| name(unit)).collect(),
                lines: lines.iter().map(|&line| name(line)).collect(),
                missing: units.iter().map(|&unit| missing(unit)).sum(),
            },
        };
        let queen = found.queen.map(|queen| self.layout.square(queen));
        SolveStep { reason, queen, closed: self.layout.squares(&found.closed) }
    }

    /// The unit that misses queens and has the fewest open squares.
    pub(crate) fn fewest(&self) -> Option<(usize, Vec<Square>)> {
        let (unit, _) = *self.unsettled().first()?;
        Some((unit, self.layout.squares(&self.left(unit))))
    }
}
