//! Coloured regions of a board.

use super::Square;
use crate::{BoardError, Error};

/// Coloured regions: the region of each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The region of each square, column by column.
    of: Vec<u16>,
    names: Vec<char>,
    /// The number of each region.
    numbers: Vec<u16>,
    size: usize,
}

impl Regions {
    /// The regions of a board from their names, the top row first. A name is a letter or digit.
    pub fn new(rows: &[Vec<char>]) -> Result<Self, Error> {
        let size = rows.len();
        let mut regions =
            Self { of: vec![0; size * size], names: Vec::new(), numbers: Vec::new(), size };
        for (row, names) in rows.iter().rev().enumerate() {
            if names.len() != size {
                return Err(Error::Board(BoardError::WrongSize {
                    queens: names.len(),
                    size,
                    expected: size,
                }));
            }
            for (col, name) in names.iter().enumerate() {
                if !name.is_ascii_alphanumeric() {
                    return Err(Error::Board(BoardError::BadRegion { name: *name }));
                }
                let known = regions.names.iter().position(|known| known == name);
                let region = known.unwrap_or(regions.names.len());
                if region == size {
                    return Err(Error::Board(BoardError::WrongRegions { size, regions: size + 1 }));
                }
                if known.is_none() {
                    regions.names.push(*name);
                }
                regions.of[col * size + row] = region as u16;
            }
        }
        let mut order = Vec::new();
        for name in rows.iter().flatten() {
            if !order.contains(name) {
                order.push(*name);
            }
        }
        let number = |name: &char| order.iter().position(|other| other == name).unwrap_or(0);
        regions.numbers = regions.names.iter().map(|name| number(name) as u16 + 1).collect();
        Ok(regions)
    }

    /// The number by which sentences and pictures refer to a region: from 1, in the order in which the regions appear from the top
    /// left. The letters of files are not used for this, because columns have letters too.
    ///
    /// ```
    /// use queens::Regions;
    /// let regions = Regions::new(&["CCBB", "CABB", "CADD", "AADD"].map(|row| row.chars().collect()))?;
    /// assert_eq!(regions.number(regions.region("A4".parse()?)), 1);
    /// assert_eq!(regions.number(regions.region("D1".parse()?)), 4);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn number(&self, region: usize) -> usize {
        self.numbers[region].into()
    }

    /// The region of a square, counted from 0.
    pub fn region(&self, square: Square) -> usize {
        usize::from(self.of[square.col as usize * self.size + square.row as usize])
    }

    /// The name of the region of a square.
    pub fn name(&self, square: Square) -> char {
        self.names[self.region(square)]
    }

    /// The names of the regions.
    pub fn names(&self) -> &[char] {
        &self.names
    }

    /// Checks that these are the regions of a board of this size.
    pub fn check(&self, size: usize) -> Result<(), Error> {
        if self.size == size && self.names.len() == size {
            return Ok(());
        }
        Err(Error::Board(BoardError::WrongRegions { size, regions: self.names.len() }))
    }

    /// Checks that a board of this size has room for this number of queens per row, which may not be adjacent.
    pub fn check_stars(size: usize, stars: usize) -> Result<(), Error> {
        let most = size.div_ceil(2).max(1);
        if (1..=most).contains(&stars) {
            return Ok(());
        }
        Err(Error::Board(BoardError::WrongStars { size, stars, most }))
    }
}
