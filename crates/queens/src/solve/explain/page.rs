//! The state of an explanation, as a person would keep it on paper, and the rules that give the next step.

use super::{Reason, Step, Unit};
use crate::solve::Solve;
use crate::{Control, Error, Position, Rules, Square};
use std::ops::RangeInclusive;

/// The largest sets of lines that rule 3 looks at.
const LARGEST_SET: usize = 4;

/// The unchanging part: the position, its units with their squares, and the units of each square.
pub(super) struct Layout<'a> {
    position: &'a Position,
    units: Vec<(Unit, Vec<Square>)>,
    through: Vec<Vec<usize>>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let size = position.size();
        let through = vec![Vec::new(); size * size];
        let mut layout = Self { position, units: Vec::new(), through };
        if let Some(regions) = position.regions().filter(|_| position.rules() == Rules::Regions) {
            for &name in regions.names() {
                layout.add(Unit::Region(name), |square| regions.name(*square) == name);
            }
        }
        let lines = size as u32;
        for line in 0..lines {
            layout.add(Unit::Row(line), |square| square.row == line);
        }
        for line in 0..lines {
            layout.add(Unit::Column(line), |square| square.col == line);
        }
        if position.rules() == Rules::Torus {
            for line in 0..lines {
                let on = |square: &Square| (square.row + lines - square.col) % lines == line;
                layout.add(Unit::Rising(line), on);
            }
            for line in 0..lines {
                layout.add(Unit::Falling(line), |square| (square.row + square.col) % lines == line);
            }
        }
        layout
    }

    fn add(&mut self, name: Unit, has: impl Fn(&Square) -> bool) {
        let size = self.position.size();
        let squares: Vec<Square> = Square::all(size).filter(has).collect();
        for square in &squares {
            self.through[square.col as usize * size + square.row as usize].push(self.units.len());
        }
        self.units.push((name, squares));
    }
}

/// The changing part: open squares, queens, and which units have their queen.
#[derive(Clone)]
pub(super) struct Page<'a> {
    layout: &'a Layout<'a>,
    open: Vec<bool>,
    pub(super) queens: Vec<Square>,
    settled: Vec<bool>,
}

impl<'a> Page<'a> {
    pub(super) fn new(layout: &'a Layout<'a>) -> Self {
        let position = layout.position;
        let open = Square::all(position.size()).map(|square| !position.is_closed(square)).collect();
        let settled = vec![false; layout.units.len()];
        let mut page = Self { layout, open, queens: Vec::new(), settled };
        for &queen in position.given() {
            page.place(queen);
        }
        page
    }

    fn index(&self, square: Square) -> usize {
        square.col as usize * self.layout.position.size() + square.row as usize
    }

    pub(super) fn unit(&self, unit: usize) -> Unit {
        self.layout.units[unit].0
    }

    /// The open squares of a unit.
    fn left(&self, unit: usize) -> Vec<Square> {
        let squares = self.layout.units[unit].1.iter().copied();
        squares.filter(|&square| self.open[self.index(square)]).collect()
    }

    fn open_squares(&self) -> Vec<Square> {
        let squares = Square::all(self.layout.position.size());
        squares.filter(|&square| self.open[self.index(square)]).collect()
    }

    /// The units without a queen, with their open squares, the fewest first.
    fn unsettled(&self) -> Vec<(usize, Vec<Square>)> {
        let units = (0..self.layout.units.len()).filter(|&unit| !self.settled[unit]);
        let mut units: Vec<_> = units.map(|unit| (unit, self.left(unit))).collect();
        units.sort_by_key(|(_, left)| left.len());
        units
    }

    fn place(&mut self, queen: Square) {
        for unit in self.layout.through[self.index(queen)].clone() {
            self.settled[unit] = true;
        }
        for square in self.open_squares() {
            let index = self.index(square);
            self.open[index] = square != queen && !self.layout.position.attacks(square, queen);
        }
        self.queens.push(queen);
    }

    pub(super) fn take(&mut self, step: &Step) {
        for &square in &step.closed {
            let index = self.index(square);
            self.open[index] = false;
        }
        if let Some(queen) = step.queen {
            self.place(queen);
        }
    }

    /// A unit that has neither a queen nor an open square.
    pub(super) fn empty(&self) -> Option<usize> {
        let has_open = |&square: &Square| self.open[self.index(square)];
        (0..self.layout.units.len())
            .find(|&unit| !self.settled[unit] && !self.layout.units[unit].1.iter().any(has_open))
    }

    pub(super) fn only(&self) -> Option<Step> {
        let (unit, left) = self.unsettled().into_iter().find(|(_, left)| left.len() == 1)?;
        let reason = Reason::Only(self.unit(unit));
        Some(Step { reason, queen: Some(left[0]), closed: Vec::new() })
    }

    pub(super) fn within(&self) -> Option<Step> {
        self.unsettled().into_iter().find_map(|(unit, left)| {
            let holds = |line: usize| {
                left.iter().all(|s| self.layout.through[self.index(*s)].contains(&line))
            };
            let lines =
                self.layout.through[self.index(left[0])].iter().filter(|&&line| line != unit);
            let mut lines = lines.copied().filter(|&line| holds(line));
            lines.find_map(|line| {
                let mut closed = self.left(line);
                closed.retain(|square| !left.contains(square));
                let reason = Reason::Within(self.unit(unit), self.unit(line));
                (!closed.is_empty()).then_some(Step { reason, queen: None, closed })
            })
        })
    }

    pub(super) fn all_attack(&self, lengths: RangeInclusive<usize>) -> Option<Step> {
        let open = self.open_squares();
        let mut units =
            self.unsettled().into_iter().filter(|(_, left)| lengths.contains(&left.len()));
        units.find_map(|(unit, left)| {
            let attacks = |square: Square| {
                move |&from: &Square| from != square && self.layout.position.attacks(from, square)
            };
            let closed = open.iter().copied().filter(|&square| left.iter().all(attacks(square)));
            let closed: Vec<Square> = closed.collect();
            let reason = Reason::AllAttack(self.unit(unit), left);
            (!closed.is_empty()).then_some(Step { reason, queen: None, closed })
        })
    }

    pub(super) fn sets(&self) -> Option<Step> {
        let units = self.unsettled();
        let kind = |unit: usize| std::mem::discriminant(&self.unit(unit));
        let mut distinct = Vec::new();
        for (unit, _) in &units {
            if !distinct.contains(&kind(*unit)) {
                distinct.push(kind(*unit));
            }
        }
        for count in 2..=LARGEST_SET {
            for &from in &distinct {
                let of_kind: Vec<&(usize, Vec<Square>)> =
                    units.iter().filter(|(unit, _)| kind(*unit) == from).collect();
                for &to in distinct.iter().filter(|&&to| to != from) {
                    // For each unit the units of the other kind that its squares lie in.
                    let lines = |left: &[Square]| {
                        let through =
                            left.iter().flat_map(|&s| &self.layout.through[self.index(s)]);
                        let mut lines: Vec<usize> =
                            through.copied().filter(|&unit| kind(unit) == to).collect();
                        lines.sort_unstable();
                        lines.dedup();
                        lines
                    };
                    let few: Vec<(usize, Vec<usize>)> = of_kind
                        .iter()
                        .map(|(unit, left)| (*unit, lines(left)))
                        .filter(|(_, lines)| lines.len() <= count)
                        .collect();
                    if let Some(step) = self.set_among(&few, count, &mut Vec::new(), &[]) {
                        return Some(step);
                    }
                }
            }
        }
        None
    }

    /// A set of `count` units whose open squares lie in `count` lines and that closes a square. Some units are already chosen.
    fn set_among(
        &self,
        units: &[(usize, Vec<usize>)],
        count: usize,
        chosen: &mut Vec<usize>,
        lines: &[usize],
    ) -> Option<Step> {
        if chosen.len() == count {
            let has = |of: &[usize], square: Square| {
                self.layout.through[self.index(square)].iter().any(|unit| of.contains(unit))
            };
            let open = self.open_squares().into_iter();
            let closed: Vec<Square> =
                open.filter(|&square| has(lines, square) && !has(chosen, square)).collect();
            let mut units = chosen.clone();
            units.sort_unstable();
            let names = |units: &[usize]| units.iter().map(|&unit| self.unit(unit)).collect();
            let reason = Reason::Sets(names(&units), names(lines));
            return (!closed.is_empty()).then_some(Step { reason, queen: None, closed });
        }
        for (place, (unit, more)) in units.iter().enumerate() {
            let mut all = lines.to_vec();
            all.extend(more);
            all.sort_unstable();
            all.dedup();
            if all.len() > count {
                continue;
            }
            chosen.push(*unit);
            let step = self.set_among(&units[place + 1..], count, chosen, &all);
            chosen.pop();
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// Closes the square on which a supposed queen fails after the fewest forced queens.
    pub(super) fn suppose(&self, control: &dyn Control) -> Result<Option<Step>, Error> {
        let mut best: Option<(Square, Vec<Square>, Unit)> = None;
        for square in self.open_squares() {
            if control.stopped() {
                return Err(Error::Stopped);
            }
            let mut page = self.clone();
            page.place(square);
            let mut forced = Vec::new();
            let most = best.as_ref().map_or(usize::MAX, |(_, forced, _)| forced.len());
            while forced.len() < most {
                if let Some(unit) = page.empty() {
                    best = Some((square, forced, page.unit(unit)));
                    break;
                }
                let Some(Step { queen: Some(queen), .. }) = page.only() else {
                    break;
                };
                page.place(queen);
                forced.push(queen);
            }
        }
        Ok(best.map(|(square, forced, unit)| {
            let reason = Reason::Suppose(forced, unit);
            Step { reason, queen: None, closed: vec![square] }
        }))
    }

    /// Places a queen of a solution, in the unit with the fewest open squares.
    pub(super) fn guess(&self, control: &dyn Control) -> Result<Option<Step>, Error> {
        let position = self.layout.position.clone();
        let current = position.with_given(self.queens.iter().copied())?;
        let Some(solution) = Solve::of(&current).find(control)? else {
            return Ok(None);
        };
        let units = self.unsettled();
        let (unit, left) = units.first().expect("not all queens are placed");
        let queen = left.iter().find(|&&square| solution.rows()[square.col as usize] == square.row);
        let queen = *queen.expect("no rule closes a square of a solution");
        let reason = Reason::Guess(self.unit(*unit), left.clone());
        Ok(Some(Step { reason, queen: Some(queen), closed: Vec::new() }))
    }
}
