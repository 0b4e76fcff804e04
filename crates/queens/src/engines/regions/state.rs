//! States: what the rest of the board still needs after some lines, and how a queen changes it.
//!
//! Needs are numbers in binary, one mask (*plane*) per digit, so that one queen per line takes one mask and two or three take two.

use super::super::bits::bits;
use super::lines::Lines;
use crate::MAX_SIZE;

/// The union of masks.
pub(super) fn any<const P: usize>(planes: &[u32; P]) -> u32 {
    planes.iter().fold(0, |all, plane| all | plane)
}

/// Numbers in binary, one mask per digit: subtracts one from the numbers in these places. They must not be zero.
fn take_one<const P: usize>(planes: &mut [u32; P], bits: u32) {
    let mut borrow = bits;
    for plane in planes {
        *plane ^= borrow;
        borrow &= *plane;
    }
}

/// Numbers in binary, one mask per digit.
fn planes<const P: usize>(numbers: &[u32]) -> [u32; P] {
    std::array::from_fn(|plane| {
        let bits = numbers.iter().enumerate();
        bits.fold(0, |mask, (place, number)| mask | (number >> plane & 1) << place)
    })
}

/// Numbers in binary, one mask per digit: the differences. None may be negative.
fn minus<const P: usize>(all: &[u32; P], some: &[u32; P]) -> [u32; P] {
    let mut borrow = 0;
    std::array::from_fn(|plane| {
        let (a, b) = (all[plane], some[plane]);
        let difference = a ^ b ^ borrow;
        borrow = !a & (b | borrow) | b & borrow;
        difference
    })
}

/// The number of queens that each crossing and each region needs, one mask per binary digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Needs<const P: usize> {
    pub(super) crossings: [u32; P],
    pub(super) regions: [u32; P],
}

impl<const P: usize> Needs<P> {
    /// No queens.
    pub(super) const NONE: Self = Self { crossings: [0; P], regions: [0; P] };

    /// The queens of the whole board that are not given.
    pub(super) fn of(lines: &Lines) -> Self {
        Self { crossings: planes(&lines.crossing_needs), regions: planes(&lines.region_needs) }
    }

    /// The needs without some of them.
    pub(super) fn minus(&self, some: &Self) -> Self {
        Self {
            crossings: minus(&self.crossings, &some.crossings),
            regions: minus(&self.regions, &some.regions),
        }
    }

    pub(super) fn hash(&self, start: u64) -> u64 {
        let pairs = self.crossings.iter().zip(&self.regions);
        pairs.fold(start, |hash, (&crossings, &regions)| {
            mix(hash, u64::from(crossings) << 32 | u64::from(regions))
        })
    }
}

/// Adds a word to a hash. Every bit of the result depends on every bit of the word.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product ^ product >> 64) as u64
}

/// What remains of the board after the first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest<const P: usize> {
    pub(super) needs: Needs<P>,
    /// The crossings of the next line that are next to a queen.
    pub(super) near: u32,
}

impl<const P: usize> Rest<P> {
    /// Equal states have equal masks: crossings of the next line that are closed anyway are not near.
    fn reduced(mut self, open: u32) -> Self {
        self.near &= open & any(&self.needs.crossings);
        self
    }

    pub(super) fn hash(&self, line: usize) -> u64 {
        self.needs.hash(mix(line as u64, u64::from(self.near)))
    }
}

/// The crossings of a line and those next to them.
pub(super) fn around(queens: u32) -> u32 {
    queens << 1 | queens | queens >> 1
}

/// A board with queens in the first lines and perhaps in a part of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial<const P: usize> {
    pub(super) line: usize,
    /// The number of queens that this line needs, the crossings that come after its last queen, and its queens.
    left: u32,
    after: u32,
    pub(super) queens: u32,
    /// The state; its `near` applies to this line.
    pub(super) rest: Rest<P>,
}

impl<const P: usize> Partial<P> {
    /// A board whose lines up to this one are full. Given queens may also fill the following lines.
    pub(super) fn before(line: usize, rest: Rest<P>, lines: &Lines) -> Self {
        let mut partial = Self { line, left: 0, after: 0, queens: 0, rest };
        partial.begin_line(lines);
        partial
    }

    /// The board without queens except for the given ones.
    pub(super) fn empty(lines: &Lines) -> Self {
        Self::before(0, Rest { needs: Needs::of(lines), near: 0 }, lines)
    }

    /// The crossings of the line for the next queen.
    #[inline]
    pub(super) fn open(&self, lines: &Lines) -> u32 {
        let open = lines.open_in_regions(self.line, any(&self.rest.needs.regions));
        open & self.after & any(&self.rest.needs.crossings) & !self.rest.near
    }

    /// Places a queen on an open crossing. The result is `None` if a crossing or region that ends in this line needs more queens.
    #[inline(always)]
    pub(super) fn with_queen(mut self, bit: u32, lines: &Lines) -> Option<Self> {
        let region = lines.region[self.line][bit.trailing_zeros() as usize % MAX_SIZE];
        take_one(&mut self.rest.needs.crossings, bit);
        take_one(&mut self.rest.needs.regions, region);
        self.queens |= bit;
        self.left -= 1;
        // The next queen of the line is not next to this one.
        self.after &= !(bit | (bit - 1) | bit << 1);
        if self.left == 0 {
            let missing = any(&self.rest.needs.crossings) & lines.crossings_ended[self.line]
                | any(&self.rest.needs.regions) & lines.ended[self.line];
            if missing != 0 {
                return None;
            }
            self.rest.near = around(self.queens);
            self.queens = 0;
            self.line += 1;
            self.begin_line(lines);
        }
        Some(self)
    }

    /// Continues at the next line that needs a queen. Given queens fill the others.
    #[inline(always)]
    fn begin_line(&mut self, lines: &Lines) {
        while self.line < lines.size && lines.need[self.line] == 0 {
            self.line += 1;
            self.rest.near = 0;
        }
        if self.line < lines.size {
            (self.left, self.after) = (lines.need[self.line], lines.open[self.line]);
            self.rest = self.rest.reduced(self.after);
        }
    }

    /// Whether no line has been begun but not filled.
    pub(super) fn is_between_lines(&self) -> bool {
        self.queens == 0
    }

    /// Calls `each` with every board that has this line full, and with the queens of the line.
    pub(super) fn fill_line(self, lines: &Lines, each: &mut impl FnMut(u32, Self)) {
        for bit in bits(self.open(lines)) {
            match self.with_queen(bit, lines) {
                Some(next) if next.is_between_lines() => each(self.queens | bit, next),
                Some(next) => next.fill_line(lines, each),
                None => {}
            }
        }
    }
}
