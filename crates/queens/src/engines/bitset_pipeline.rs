//! The immutable board of `bitset`, written as a pipeline: filter, map, sum.
//!
//! The columns are filtered by `ok`, each is mapped to the count of the board with a queen there, and the counts are summed. The
//! items of the sum are `Result`s, so it ends early when the search is stopped.
//!
//! Work, memory and range: as `bitset`.
//! Checked against `bitset`: the same placements in the same order.
//! Reference: the streams and pipelines of John Hurst's comparison; docs/methods.md#bit-sets

use super::bitset::BitBoard;
use super::search::{SearchMethod, info};
use super::{EngineInfo, Method};
use crate::observe::Record;
use crate::{Board, Observer, Stopped};

/// The method `bitset-pipeline`.
pub(crate) struct BitsetPipeline;

impl Method {
    /// The immutable board of `bitset` as a pipeline: filter, map, sum.
    pub const BITSET_PIPELINE: Self = Self::new(&BitsetPipeline::INFO);
}

impl SearchMethod for BitsetPipeline {
    const INFO: EngineInfo = EngineInfo {
        name: "bitset-pipeline",
        title: "Bit sets as a pipeline",
        idea: "bitset as a pipeline: filter, map, sum",
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        solve(&BitBoard::new(size), &mut Record::new(size, observer))
    }
}

fn solve<O: Observer>(board: &BitBoard, record: &mut Record<'_, O>) -> Result<u64, Stopped> {
    if board.full() {
        return if record.solution().is_break() { Err(Stopped) } else { Ok(1) };
    }
    (0..board.size)
        .filter(|&col| board.ok(col))
        .map(|col| {
            if record.place(board.row, col).is_break() {
                return Err(Stopped);
            }
            let count = solve(&board.place(col), record);
            record.remove(board.row, col);
            count
        })
        .sum()
}
