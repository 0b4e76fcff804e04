//! The bits that a queen sets in the masks of its half-board and of its quarter. The header of `mod.rs` has a drawing
//! of the former.

/// The half of the rows that contains a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The first rows.
    Lower,
    /// The last rows.
    Upper,
}

/// The half of the columns that contains a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The first columns, counted from the edge.
    West,
    /// The last columns, counted from the edge.
    East,
}

/// The diagonals of a queen, or of several, that matter to the rest of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// The occupied diagonals that have squares in both quarters of the half, one bit each.
    pub(super) shared: u32,
    /// The occupied diagonals that cross the middle line, one bit each; the diagonals nearest to the centre have the
    /// lowest bits.
    pub(super) crossing: u64,
    /// Whether a queen is on a main diagonal. Never set on boards of odd size, where the symmetry does not depend on it.
    pub(super) main: bool,
}

impl Marks {
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            shared: self.shared | other.shared,
            crossing: self.crossing | other.crossing,
            main: self.main | other.main,
        }
    }
}

/// The marks of every square, for one position of the queen in the middle row.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) size: usize,
    /// Rows of a half, and columns of a side.
    pub(super) half: usize,
    /// The number of bits of a mask: the diagonals that cross the middle line, except the two that the queen of the middle row
    /// occupies or, on boards of even size, the main diagonals.
    pub(super) bits: u32,
    squares: Vec<Marks>,
    forbidden: [Diagonals; 2],
}

/// Diagonals of the whole board, with row 0 at the bottom: rising ones by `row - col + size`, falling ones by `row + col`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Diagonals {
    pub(super) falling: u64,
    pub(super) rising: u64,
}

impl Diagonals {
    pub(super) fn with(self, size: usize, row: usize, col: usize) -> Self {
        Self {
            falling: self.falling | 1 << (row + col),
            rising: self.rising | 1 << (row + size - col),
        }
    }
}

impl Layout {
    /// The layout of a board. `middle` is the distance of the middle row's queen west of the centre, on a board of odd size.
    pub(super) fn new(size: usize, middle: Option<usize>) -> Self {
        let half = size / 2;
        let taken = -(middle.unwrap_or(0) as i32);
        let reach = half as i32 - 1;
        // A diagonal is named by its distance from the main diagonal of the same direction.
        let lines = || (-reach..=reach).filter(|&away| away != taken);
        let rising = lines().map(|d| (true, d));
        let mut order: Vec<_> = rising.chain(lines().map(|s| (false, s))).collect();
        order.sort_by_key(|(_, away)| away.abs());
        let bit_of =
            |line| order.iter().position(|&other| other == line).map_or(0, |bit| 1_u64 << bit);
        let mut squares = Vec::new();
        for row in 0..size {
            for col in 0..size {
                let (d, s) = away(size, row, col);
                let crossing = bit_of((true, d)) | bit_of((false, s));
                let main = middle.is_none() && (d == 0 || s == 0);
                squares.push(Marks { shared: shared(size, row, col), crossing, main });
            }
        }
        let forbidden = match middle {
            Some(west) => [Diagonals::default().with(size, half, half - west); 2],
            // Of each solution and its images, those are counted whose upper half has no queen on a main diagonal.
            None => [Diagonals::default(), main_diagonals(size)],
        };
        Self { size, half, bits: order.len() as u32, squares, forbidden }
    }

    pub(super) fn marks(&self, row: usize, col: usize) -> Marks {
        self.squares[row * self.size + col]
    }

    pub(super) fn forbidden(&self, half: Half) -> Diagonals {
        self.forbidden[half as usize]
    }

    /// The first row of a half.
    pub(super) fn first_row(&self, half: Half) -> usize {
        match half {
            Half::Lower => 0,
            Half::Upper => self.size - self.half,
        }
    }

    /// The columns of a side that are in `set`, which counts them from the edge.
    pub(super) fn columns(&self, side: Side, set: u32) -> impl Iterator<Item = usize> {
        let (half, size) = (self.half, self.size);
        (0..half).filter(move |&i| set >> i & 1 == 1).map(move |i| match side {
            Side::West => i,
            Side::East => size - 1 - i,
        })
    }
}

/// The distance of a square from the rising and from the falling main diagonal.
fn away(size: usize, row: usize, col: usize) -> (i32, i32) {
    let (row, col) = (row as i32, col as i32);
    (col - row, col + row + 1 - size as i32)
}

/// The diagonals through a square that have squares on both sides of its half. The middle column belongs to the west.
fn shared(size: usize, row: usize, col: usize) -> u32 {
    let (rising, falling) = away(size, row, col);
    let (n, h) = (size as i32, size as i32 / 2);
    let (inward, outward) = (1 - h..0, n - 2 * h + 1..n - h);
    let (rises, falls) = if row < size / 2 { (outward, inward) } else { (inward, outward) };
    let rise = if rises.contains(&rising) { 1 << (rising - rises.start) } else { 0 };
    let fall = if falls.contains(&falling) { 1 << (h - 1 + falling - falls.start) } else { 0 };
    rise | fall
}

fn main_diagonals(size: usize) -> Diagonals {
    Diagonals { falling: 1 << (size - 1), rising: 1 << size }
}
