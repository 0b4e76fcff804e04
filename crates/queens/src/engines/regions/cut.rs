//! The division of a board with regions into jobs. A job fixes the first queens, and may end within a line: the following queens of
//! that line then come after the last one.

use super::super::bits::bits;
use super::lines::Lines;
use super::state::Partial;

/// The cut ends when there are this many jobs.
const ENOUGH_JOBS: usize = 512;

/// The crossings of the first queens of each job.
pub(super) fn cut<const P: usize>(lines: &Lines) -> Vec<Vec<u8>> {
    let begin = Partial::<P>::empty(lines);
    let mut partials = vec![(Vec::new(), begin)];
    partials.retain(|(_, partial)| !lines.is_hopeless(partial.line, &partial.rest));
    while partials.len() < ENOUGH_JOBS
        && partials.iter().any(|(_, partial)| partial.line < lines.size)
    {
        partials =
            partials.iter().flat_map(|(start, partial)| next(lines, start, partial)).collect();
    }
    partials.into_iter().map(|(start, _)| start).collect()
}

/// A partial board with one more queen, in all possible ways.
fn next<const P: usize>(
    lines: &Lines,
    start: &[u8],
    partial: &Partial<P>,
) -> Vec<(Vec<u8>, Partial<P>)> {
    let mut longer = Vec::new();
    for bit in bits(partial.open(lines)) {
        let Some(next) = partial.with_queen(bit, lines) else { continue };
        if next.is_between_lines() && lines.is_hopeless(next.line, &next.rest) {
            continue;
        }
        longer.push(([start, &[bit.trailing_zeros() as u8]].concat(), next));
    }
    longer
}
