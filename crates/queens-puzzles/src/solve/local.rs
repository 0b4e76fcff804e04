//! Reasons without a search: what a person can see on the board of a position that has no solution.
//!
//! - *Empty*: a unit has no open square.
//! - *Crowded*: the open squares of some units lie in fewer lines of another kind, for example those of three rows in two columns.
//!   Found by a matching of units and lines (Hall's theorem), and reduced until every smaller set of the units has room.
//! - *Forced*: queens on the only open squares of some units, one after the other, leave a unit without an open square.
//! - *Cases*: after some forced queens a unit has two or three open squares, and a queen on each of them leaves a unit without an
//!   open square, possibly after further forced queens.
//!
//! Each reason names given queens that suffice for it: together with the closed squares they close all squares that it needs to
//! be closed. They are chosen greedily, and for these squares none of them can be left out.
//!
//! Work: a queen attacks O(N) squares; a matching visits every open square per augmentation.  Range: [`MAX_REFUTED`].
//! Checked: the named queens alone have no solution by a search, and what the reason says about the board is true with them.

use super::{Case, Refutation, Unit, kinds_of_units, units_of};
use crate::{Error, Position};
use queens::{Control, Rules, Square};

/// The largest size of a position for which reasons are sought.
pub(super) const MAX_REFUTED: usize = 1000;

/// Reasons with more units, or more forced queens, are too long for a person.
const MAX_UNITS: usize = 4;
const MAX_FORCED: usize = 8;

/// Units with more open squares are not examined case by case.
const MAX_CASES: u32 = 3;

/// The search for forced queens ends here; most of them are not needed.
const MAX_TRIED: usize = 64;

/// A short reason that a person can see, or `None`. Given queens do not attack each other.
pub(super) fn reason(
    position: &Position,
    control: &dyn Control,
) -> Result<Option<Refutation>, Error> {
    let mut local = Local::new(position);
    for &queen in position.given() {
        local.place(queen);
        if control.stopped() {
            return Err(queens::Stopped.into());
        }
    }
    if let Some(reason) = local.empty() {
        return Ok(Some(reason));
    }
    if let Some(reason) = local.crowded(control)? {
        return Ok(Some(reason));
    }
    local.forced(control)
}

/// A short reason by cases, or `None`. Given queens do not attack each other.
pub(super) fn cases(
    position: &Position,
    control: &dyn Control,
) -> Result<Option<Refutation>, Error> {
    let mut local = Local::new(position);
    position.given().iter().for_each(|&queen| local.place(queen));
    local.cases(control)
}

/// Queens that are forced, one after the other, each with the unit of which its square is the only open one.
type Chain = Vec<(usize, Square)>;

/// A possible queen of a unit, the queens that it forces, and the unit that is then without an open square.
#[derive(Clone)]
struct Branch {
    queen: Square,
    chain: Chain,
    end: usize,
}

/// A board with the queens that are placed. Units are numbered: columns, rows, then regions or the diagonals of a torus.
struct Local<'a> {
    position: &'a Position,
    size: usize,
    /// The squares of each region.
    regions: Vec<Vec<Square>>,
    /// For each square: the number of causes why it is closed.
    closed: Vec<u32>,
    /// For each unit: the number of open squares, and whether it has a queen.
    left: Vec<u32>,
    settled: Vec<bool>,
}

impl<'a> Local<'a> {
    /// The board without queens.
    fn new(position: &'a Position) -> Self {
        let size = position.size();
        let mut regions = Vec::new();
        let kinds = kinds_of_units(position.rules());
        if let Some(coloured) = position.regions().filter(|_| kinds == 3) {
            regions = vec![Vec::new(); size];
            Square::all(size).for_each(|square| regions[coloured.region(square)].push(square));
        }
        let mut local = Self {
            position,
            size,
            regions,
            closed: vec![0; size * size],
            left: vec![0; kinds * size],
            settled: vec![false; kinds * size],
        };
        for unit in 0..local.left.len() {
            local.left[unit] = local.squares(unit).len() as u32;
        }
        position.closed().iter().for_each(|&square| local.close(square));
        local
    }

    fn index(&self, square: Square) -> usize {
        square.col as usize * self.size + square.row as usize
    }

    fn is_open(&self, square: Square) -> bool {
        self.closed[self.index(square)] == 0
    }

    /// The units of a square.
    fn through(&self, square: Square) -> Vec<usize> {
        units_of(self.position, square)
    }

    fn squares(&self, unit: usize) -> Vec<Square> {
        let (size, line) = (self.size, unit % self.size);
        let on = |col: usize, row: usize| Square::new(col as u32, row as u32);
        match unit / size {
            0 => (0..size).map(|row| on(line, row)).collect(),
            1 => (0..size).map(|col| on(col, line)).collect(),
            2 if self.position.rules() == Rules::Regions => self.regions[line].clone(),
            2 => (0..size).map(|col| on(col, (line + col) % size)).collect(),
            _ => (0..size).map(|col| on(col, (line + size - col) % size)).collect(),
        }
    }

    fn name(&self, unit: usize) -> Unit {
        let line = (unit % self.size) as u32;
        match unit / self.size {
            0 => Unit::Column(line),
            1 => Unit::Row(line),
            2 if self.position.rules() == Rules::Regions => {
                let regions = self.position.regions();
                Unit::Region(regions.map_or(0, |regions| regions.number(line as usize)))
            }
            2 => Unit::Rising(line),
            _ => Unit::Falling(line),
        }
    }

    /// The squares that a queen attacks.
    fn attacked(&self, queen: Square) -> Vec<Square> {
        let size = self.size as i64;
        let mut squares: Vec<Square> = self.squares(queen.col as usize);
        for col in 0..self.size as u32 {
            let (far, row) = (i64::from(col.abs_diff(queen.col)), i64::from(queen.row));
            let rows = [row, row + far, row - far, row + far - size, row - far + size];
            // A knight's move or a diagonal neighbour.
            let near = [row + 3 - far, row - 3 + far, row + 1, row - 1];
            let near = if far <= 2 { &near[..] } else { &[] };
            for &row in rows.iter().chain(near).filter(|row| (0..size).contains(*row)) {
                squares.push(Square::new(col, row as u32));
            }
        }
        if self.position.rules() == Rules::Regions {
            self.through(queen)[2..].iter().for_each(|&unit| squares.extend(self.squares(unit)));
        }
        squares.retain(|&square| square != queen && self.position.attacks(queen, square));
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn close(&mut self, square: Square) {
        let index = self.index(square);
        self.closed[index] += 1;
        if self.closed[index] == 1 {
            self.through(square).into_iter().for_each(|unit| self.left[unit] -= 1);
        }
    }

    fn open(&mut self, square: Square) {
        let index = self.index(square);
        self.closed[index] -= 1;
        if self.closed[index] == 0 {
            self.through(square).into_iter().for_each(|unit| self.left[unit] += 1);
        }
    }

    fn place(&mut self, queen: Square) {
        self.through(queen).into_iter().for_each(|unit| self.settled[unit] = true);
        self.close(queen);
        self.attacked(queen).into_iter().for_each(|square| self.close(square));
    }

    /// Takes back a queen.
    fn remove(&mut self, queen: Square) {
        self.through(queen).into_iter().for_each(|unit| self.settled[unit] = false);
        self.open(queen);
        self.attacked(queen).into_iter().for_each(|square| self.open(square));
    }

    /// Given queens that attack all of these squares that are not closed. None of them can be left out.
    fn attackers(&self, squares: &[Square]) -> Vec<Square> {
        let given = self.position.given();
        let squares = squares.iter().filter(|square| !self.position.is_closed(**square));
        let mut uncovered: Vec<Square> = squares.copied().collect();
        uncovered.sort_unstable();
        uncovered.dedup();
        let all = uncovered.clone();
        let attacks = |queen: Square, square: Square| self.position.attacks(queen, square);
        let mut chosen: Vec<Square> = Vec::new();
        while !uncovered.is_empty() {
            let covers = |queen: &Square| uncovered.iter().filter(|s| attacks(*queen, **s)).count();
            // Of equally good queens the first one.
            let Some(&queen) = given.iter().rev().max_by_key(|queen| covers(queen)) else {
                break;
            };
            uncovered.retain(|&square| !attacks(queen, square));
            chosen.push(queen);
        }
        for place in (0..chosen.len()).rev() {
            let mut others = chosen.clone();
            others.remove(place);
            if all.iter().all(|&square| others.iter().any(|&queen| attacks(queen, square))) {
                chosen = others;
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// The units that have neither a queen nor an open square.
    fn empty_units(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.left.len()).filter(|&unit| !self.settled[unit] && self.left[unit] == 0)
    }

    /// The unit without an open square for which the fewest given queens suffice.
    fn empty(&self) -> Option<Refutation> {
        let reasons = self.empty_units().map(|unit| (self.attackers(&self.squares(unit)), unit));
        let (queens, unit) = reasons.min_by_key(|(queens, _)| queens.len())?;
        Some(Refutation::Empty { unit: self.name(unit), queens })
    }

    fn crowded(&self, control: &dyn Control) -> Result<Option<Refutation>, Error> {
        let kinds = self.left.len() / self.size.max(1);
        let mut best: Option<(Vec<usize>, Vec<usize>)> = None;
        for (of, into) in (0..kinds).flat_map(|of| (0..kinds).map(move |into| (of, into))) {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            let units = of * self.size..(of + 1) * self.size;
            let units: Vec<usize> = units.filter(|&unit| !self.settled[unit]).collect();
            let lines = |unit: usize| {
                let open = self.squares(unit).into_iter().filter(|&square| self.is_open(square));
                let mut lines: Vec<usize> = open.map(|square| self.through(square)[into]).collect();
                lines.sort_unstable();
                lines.dedup();
                lines
            };
            let lines: Vec<Vec<usize>> = units.iter().map(|&unit| lines(unit)).collect();
            let Some((few, room)) = crowd(&lines).filter(|_| of != into) else {
                continue;
            };
            let few: Vec<usize> = few.into_iter().map(|place| units[place]).collect();
            if best.as_ref().is_none_or(|(best, _)| few.len() < best.len()) {
                best = Some((few, room));
            }
        }
        Ok(best.filter(|(units, _)| units.len() <= MAX_UNITS).map(|(units, lines)| {
            let mut needed: Vec<Square> = units.iter().flat_map(|&u| self.squares(u)).collect();
            needed.retain(|&square| !self.through(square).iter().any(|unit| lines.contains(unit)));
            let queens = self.attackers(&needed);
            let names = |units: Vec<usize>| units.into_iter().map(|unit| self.name(unit)).collect();
            Refutation::Crowded { units: names(units), lines: names(lines), queens }
        }))
    }

    /// Places forced queens until a unit has no open square, which is returned, or none is forced.
    fn follow(&mut self) -> (Chain, Option<usize>) {
        let mut chain = Vec::new();
        loop {
            if let Some(unit) = self.empty_units().next() {
                return (chain, Some(unit));
            }
            let only = (0..self.left.len()).find(|&u| !self.settled[u] && self.left[u] == 1);
            let Some(unit) = only.filter(|_| chain.len() < MAX_TRIED) else {
                return (chain, None);
            };
            let square = self.open_squares(unit)[0];
            chain.push((unit, square));
            self.place(square);
        }
    }

    fn open_squares(&self, unit: usize) -> Vec<Square> {
        let mut squares = self.squares(unit);
        squares.retain(|&square| self.is_open(square));
        squares
    }

    fn remove_all(&mut self, chain: &Chain) {
        chain.iter().for_each(|&(_, square)| self.remove(square));
    }

    fn forced(&mut self, control: &dyn Control) -> Result<Option<Refutation>, Error> {
        let (chain, end) = self.follow();
        self.remove_all(&chain);
        let Some(end) = end else {
            return Ok(None);
        };
        let chain = shortened(chain, control, |chain| self.is_chain(chain, end))?;
        if chain.len() > MAX_FORCED {
            return Ok(None);
        }
        let queens = self.attackers(&self.needed(&[], &chain, end));
        let forced = squares_of(&chain);
        Ok(Some(Refutation::Forced { forced, unit: self.name(end), queens }))
    }

    fn cases(&mut self, control: &dyn Control) -> Result<Option<Refutation>, Error> {
        let (chain, end) = self.follow();
        let mut best: Option<(usize, Vec<Branch>)> = None;
        let length = |branches: &[Branch]| branches.iter().map(|b| b.chain.len()).sum::<usize>();
        for unit in (0..self.left.len()).filter(|_| end.is_none()) {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            if self.settled[unit] || !(2..=MAX_CASES).contains(&self.left[unit]) {
                continue;
            }
            let squares = self.open_squares(unit);
            let branches = squares.into_iter().map(|queen| self.branch(queen, control));
            if let Some(branches) = branches.collect::<Result<Option<Vec<Branch>>, Error>>()?
                && best.as_ref().is_none_or(|(_, best)| length(&branches) < length(best))
            {
                best = Some((unit, branches));
            }
        }
        self.remove_all(&chain);
        let Some((unit, branches)) = best else {
            return Ok(None);
        };
        let chain = shortened(chain, control, |chain| self.is_split(chain, unit, &branches))?;
        if chain.len() + length(&branches) > MAX_FORCED {
            return Ok(None);
        }
        let before = squares_of(&chain);
        let mut needed = self.needed(&[], &chain, unit);
        needed.retain(|square| !branches.iter().any(|branch| branch.queen == *square));
        for branch in &branches {
            let before = [&before[..], &[branch.queen]].concat();
            needed.extend(self.needed(&before, &branch.chain, branch.end));
        }
        let case = |branch: &Branch| Case {
            queen: branch.queen,
            forced: squares_of(&branch.chain),
            unit: self.name(branch.end),
        };
        Ok(Some(Refutation::Cases {
            forced: before,
            unit: self.name(unit),
            cases: branches.iter().map(case).collect(),
            queens: self.attackers(&needed),
        }))
    }

    /// What a queen forces, if that leaves a unit without an open square.
    fn branch(&mut self, queen: Square, control: &dyn Control) -> Result<Option<Branch>, Error> {
        self.place(queen);
        let (chain, end) = self.follow();
        self.remove_all(&chain);
        let branch = end.map(|end| {
            let chain = shortened(chain, control, |chain| self.is_chain(chain, end))?;
            Ok(Branch { queen, chain, end })
        });
        self.remove(queen);
        branch.transpose()
    }

    /// Whether these queens are forced, and then leave to the unit only the squares of these branches, which all fail.
    fn is_split(&mut self, chain: &Chain, unit: usize, branches: &[Branch]) -> bool {
        self.holds_after(chain, |local| {
            let is_left = !local.settled[unit] && local.left[unit] as usize == branches.len();
            let fails = |branch: &Branch| {
                if !local.is_open(branch.queen) {
                    return false;
                }
                local.place(branch.queen);
                let fails = local.is_chain(&branch.chain, branch.end);
                local.remove(branch.queen);
                fails
            };
            is_left && branches.iter().all(fails)
        })
    }

    /// The squares that given queens must close: those of the units of a chain and of its last unit, without the forced queens and
    /// what they and the queens before them attack.
    fn needed(&self, before: &[Square], chain: &Chain, end: usize) -> Vec<Square> {
        let mut queens = before.to_vec();
        let mut needed = Vec::new();
        for &(unit, only) in chain.iter().chain(&[(end, Square::new(u32::MAX, u32::MAX))]) {
            let mut squares = self.squares(unit);
            squares.retain(|&square| {
                let attacks = |&queen: &Square| self.position.attacks(queen, square);
                square != only && !queens.iter().any(attacks)
            });
            needed.extend(squares);
            queens.push(only);
        }
        needed
    }

    /// Whether these queens are forced, and then leave the last unit without an open square.
    fn is_chain(&mut self, chain: &Chain, end: usize) -> bool {
        self.holds_after(chain, |local| !local.settled[end] && local.left[end] == 0)
    }

    /// Whether each of these squares is the only open one of its unit after the squares before it have queens, and whether the board
    /// with all these queens is as required.
    fn holds_after(&mut self, chain: &Chain, required: impl FnOnce(&mut Self) -> bool) -> bool {
        let mut placed = 0;
        let are_forced = chain.iter().all(|&(unit, square)| {
            let only = !self.settled[unit] && self.left[unit] == 1 && self.is_open(square);
            if only {
                self.place(square);
                placed += 1;
            }
            only
        });
        let holds = are_forced && required(self);
        chain[..placed].iter().for_each(|&(_, square)| self.remove(square));
        holds
    }
}

fn squares_of(chain: &Chain) -> Vec<Square> {
    chain.iter().map(|&(_, square)| square).collect()
}

/// A chain without the queens that are not needed.
fn shortened(
    mut chain: Chain,
    control: &dyn Control,
    mut holds: impl FnMut(&Chain) -> bool,
) -> Result<Chain, Error> {
    for place in (0..chain.len()).rev() {
        if control.stopped() {
            return Err(queens::Stopped.into());
        }
        let mut shorter = chain.clone();
        shorter.remove(place);
        if holds(&shorter) {
            chain = shorter;
        }
    }
    Ok(chain)
}

/// The smallest set that is found of units with fewer lines than units, and their lines. Every smaller set of these units has
/// enough lines.
fn crowd(lines: &[Vec<usize>]) -> Option<(Vec<usize>, Vec<usize>)> {
    let all: Vec<usize> = (0..lines.len()).collect();
    let mut units = without_room(&all, lines)?;
    let mut place = 0;
    while place < units.len() {
        let mut fewer = units.clone();
        fewer.remove(place);
        match without_room(&fewer, lines) {
            Some(smaller) => (units, place) = (smaller, 0),
            None => place += 1,
        }
    }
    let mut room: Vec<usize> = units.iter().flat_map(|&unit| lines[unit].clone()).collect();
    room.sort_unstable();
    room.dedup();
    Some((units, room))
}

/// Some of these units that together have fewer lines than units, by a maximum matching of units and lines.
fn without_room(units: &[usize], lines: &[Vec<usize>]) -> Option<Vec<usize>> {
    let count = lines.iter().flatten().max().map_or(0, |&line| line + 1);
    // For each line, the unit that it is matched with.
    let mut partner: Vec<Option<usize>> = vec![None; count];
    let mut smallest: Option<Vec<usize>> = None;
    for &unit in units {
        // A breadth-first search along alternating paths, and from where each line was reached.
        let mut reached = vec![unit];
        let mut from: Vec<Option<usize>> = vec![None; count];
        let mut free = None;
        let mut place = 0;
        'paths: while place < reached.len() {
            let unit = reached[place];
            place += 1;
            for &line in &lines[unit] {
                if from[line].is_none() {
                    from[line] = Some(unit);
                    match partner[line] {
                        Some(other) => reached.push(other),
                        None => {
                            free = Some(line);
                            break 'paths;
                        }
                    }
                }
            }
        }
        let Some(mut line) = free else {
            reached.sort_unstable();
            if smallest.as_ref().is_none_or(|smallest| reached.len() < smallest.len()) {
                smallest = Some(reached);
            }
            continue;
        };
        // Each unit on the path takes the line that was reached from it.
        while let Some(taker) = from[line] {
            let before = partner.iter().position(|&unit| unit == Some(taker));
            partner[line] = Some(taker);
            match before {
                Some(before) => line = before,
                None => break,
            }
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_crowd_has_fewer_lines_than_units_and_every_smaller_one_has_enough(
            lines in prop::collection::vec(prop::collection::btree_set(0..6_usize, 0..4), 0..7),
        ) {
            let lines: Vec<Vec<usize>> =
                lines.into_iter().map(|lines| lines.into_iter().collect()).collect();
            let room = |set: u32| {
                let of = (0..lines.len()).filter(|unit| set >> unit & 1 == 1);
                let mut room: Vec<usize> = of.flat_map(|unit| lines[unit].clone()).collect();
                room.sort_unstable();
                room.dedup();
                room
            };
            let crowded = |set: u32| room(set).len() < set.count_ones() as usize;
            match crowd(&lines) {
                None => prop_assert!(!(0..1 << lines.len()).any(crowded)),
                Some((units, few)) => {
                    let set = units.iter().map(|unit| 1 << unit).sum();
                    prop_assert!(crowded(set));
                    prop_assert_eq!(room(set), few);
                    let smaller = (0..set).filter(|smaller| smaller & set == *smaller);
                    prop_assert!(!smaller.into_iter().any(crowded));
                }
            }
        }
    }
}
