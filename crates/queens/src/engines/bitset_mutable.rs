//! Three bit sets changed in place, without recursion.
//!
//! One board is filled and emptied in place. Placing a queen sets three bits, taking it back clears them. An array of the
//! queens' rows says where to continue.
//!
//! Work: N tests per placed queen.  Memory: three words, and one row per column.  Range: N <= 32.
//! Checked against `bitset`: the same steps in the same order.
//! Reference: the mutable style of John Hurst's comparison, and Sylvain Bugat's iterative bit flags;
//! docs/methods.md#bit-sets

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Statistic};
use crate::observe::{Flow, Record};
use crate::{Board, Diagonals, MAX_SIZE, Observer, Rows, Stopped};

/// The method `bitset-mutable`.
pub(crate) struct BitsetMutable;

impl Method {
    /// Three bit sets changed in place, without recursion.
    pub const BITSET_MUTABLE: Self = Self::new(&BitsetMutable::INFO);
}

impl SearchMethod for BitsetMutable {
    const INFO: EngineInfo = EngineInfo {
        name: "bitset-mutable",
        title: "Bit sets changed in place",
        idea: "64-bit sets changed in place, without recursion",
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut record = Record::new(size, observer);
        let flow = fill(size, &mut record);
        record.end(flow)
    }
}

fn fill<O: Observer>(size: usize, record: &mut Record<'_, O>) -> Flow {
    if size == 0 {
        return record.solution();
    }
    let (mut taken, mut rising, mut falling) = (Rows::EMPTY, Diagonals::EMPTY, Diagonals::EMPTY);
    let mut queens = [0; MAX_SIZE];
    let (mut col, mut row) = (0, 0);
    loop {
        let (up, down) = (col + size - 1 - row.min(size - 1), col + row);
        if row == size {
            if col == 0 {
                return Flow::Continue(());
            }
            col -= 1;
            row = queens[col];
        } else if taken.contains(row) || rising.contains(up) || falling.contains(down) {
            record.reject(col, row);
            row += 1;
            continue;
        } else {
            taken |= Rows::only(row);
            rising |= Diagonals::only(up);
            falling |= Diagonals::only(down);
            record.place(col, row)?;
            if col + 1 < size {
                queens[col] = row;
                col += 1;
                row = 0;
                continue;
            }
            record.solution()?;
        }
        taken -= Rows::only(row);
        rising -= Diagonals::only(col + size - 1 - row);
        falling -= Diagonals::only(col + row);
        record.remove(col, row);
        row += 1;
    }
}
