//! Meet in the middle: the last lines filled in all ways, with equal results counted together.
//!
//! A search of the first lines does not continue below the line where the endings begin. It looks up the endings that take exactly
//! the crossings and regions that are left, and adds those whose first line fits the queens of the line before.
//!
//! The endings grow line by line from the last one upward. They are made on the same masks, with the lines in reverse order. If no two
//! states are equal, as with squares of regions scattered over the board, the first and the last half of the lines each have about
//! the square root of the number of states that a search of all lines visits.
//!
//! Work: one step per ending and queen; a lookup reads a bit of a filter, and an entry only if there probably is one.
//! Memory: at most [`MAX_BYTES`] for endings of 16 bytes (one star) to 40 bytes, and up to twice that while they are made.

use super::lines::Lines;
use super::state::{Needs, Partial, Rest, around};
use crate::Control;

/// The largest memory of endings, in bytes. More are not made. In a browser, every worker has its own endings.
const MAX_BYTES: usize = if cfg!(target_pointer_width = "64") { 96 << 20 } else { 24 << 20 };

/// Endings are made before the search while there are at most this many.
const FEW_ENDINGS: usize = 256;

/// The control is polled after this many endings.
const STOP_CHECK_INTERVAL: usize = 1 << 12;

/// Endings are sorted in this many parts.
const PARTS: usize = 64;

/// The bits of the filter per ending, at least.
const FILTER_BITS: usize = 16;

/// The last lines in all ways.
#[derive(Debug)]
pub(super) struct Endings<const P: usize> {
    /// The first line of the endings. It has queens that are not given.
    pub(super) line: usize,
    /// The same line in the reverse order, and the line that comes next there.
    from_end: usize,
    next: usize,
    /// The needs of the whole board.
    all: Needs<P>,
    /// The endings by the hash of their needs. Those with a hash that begins with the same bits are neighbours.
    endings: Vec<Ending<P>>,
    starts: Vec<u32>,
    filter: Vec<u64>,
    /// The number of endings per ending of the level before, at least 2.
    growth: usize,
    /// There are too many endings with one line more.
    is_last: bool,
}

/// A state after the last lines were filled, from the last line upward.
#[derive(Clone, Copy, Debug)]
struct Ending<const P: usize> {
    /// What the lines above must have.
    needs: Needs<P>,
    /// The queens of the first line.
    queens: u32,
    /// The number of ways to fill the lines.
    found: u32,
}

/// A rest that probably has endings.
#[derive(Clone)]
pub(super) struct Found<const P: usize> {
    needs: Needs<P>,
    near: u32,
    bucket: u32,
    /// The endings of the bucket.
    start: u32,
    end: u32,
}

impl<const P: usize> Found<P> {
    const NONE: Self = Self { needs: Needs::NONE, near: 0, bucket: 0, start: 0, end: 0 };
}

/// The control stopped the work.
pub(super) struct StoppedWork;

impl<const P: usize> Endings<P> {
    /// The endings of the last few lines. `reverse` has the lines in the reverse order.
    pub(super) fn new(reverse: &Lines) -> Self {
        let all = Needs::of(reverse);
        let begin = Partial::<P>::empty(reverse);
        let none = Ending { needs: all, queens: 0, found: 1 };
        let size = reverse.size;
        let mut endings = Self {
            // There is no line to look up yet, and none at all if every queen is given.
            line: usize::MAX,
            from_end: begin.line,
            next: begin.line,
            all,
            endings: vec![none],
            starts: Vec::new(),
            filter: Vec::new(),
            growth: 2,
            is_last: begin.line == size,
        };
        while endings.endings.len() <= FEW_ENDINGS && !endings.is_last {
            match endings.deeper(reverse, &crate::Never) {
                Ok(Some(deeper)) => endings = deeper,
                Ok(None) | Err(StoppedWork) => endings.is_last = true,
            }
        }
        endings
    }

    /// Whether the endings begin after this line, and at most a number of lines later.
    pub(super) fn begin_soon_after(&self, line: usize, lines: usize) -> bool {
        line < self.line && line + lines >= self.line
    }

    /// About the number of steps to make the endings with one line more, or `None` if there are too many.
    pub(super) fn cost_of_deeper(&self) -> Option<usize> {
        (!self.is_last).then(|| self.endings.len().saturating_mul(self.growth))
    }

    /// The endings with one line more, or `None` if there are too many.
    pub(super) fn deeper(
        &self,
        reverse: &Lines,
        control: &dyn Control,
    ) -> Result<Option<Self>, StoppedWork> {
        let size = reverse.size;
        let mut parts: Vec<Vec<Ending<P>>> = vec![Vec::new(); PARTS];
        let mut raw = 0;
        let mut next = self.next;
        // Lines full of given queens separate the queens of the lines around them.
        let is_adjacent = self.next == self.from_end + 1;
        for (number, ending) in self.endings.iter().enumerate() {
            if number % STOP_CHECK_INTERVAL == 0 && control.stopped() {
                return Err(StoppedWork);
            }
            let near = if is_adjacent { around(ending.queens) } else { 0 };
            let rest = Rest { needs: ending.needs, near };
            let partial = Partial::before(self.next, rest, reverse);
            partial.fill_line(reverse, &mut |queens, after| {
                next = after.line;
                let needs = after.rest.needs;
                let part = bucket(needs.hash(0), PARTS + 1);
                parts[part].push(Ending { needs, queens, found: ending.found });
                raw += 1;
            });
            if raw > MAX_BYTES / size_of::<Ending<P>>() {
                return Ok(None);
            }
        }
        let Some((endings, starts)) = merged(parts) else { return Ok(None) };
        let mut filter = vec![0; (endings.len() * FILTER_BITS / 64).next_power_of_two()];
        for ending in &endings {
            let (word, bit) = filter_bit(ending.needs.hash(0), filter.len());
            filter[word] |= 1 << bit;
        }
        Ok(Some(Self {
            line: size - 1 - self.next,
            from_end: self.next,
            next,
            all: self.all,
            growth: (raw / self.endings.len().max(1)).max(2),
            is_last: next >= size || endings.is_empty(),
            endings,
            starts,
            filter,
        }))
    }

    /// The number of endings that complete boards with these rests before the first line of the endings. The rests are removed.
    ///
    /// The memory of a place is read long before it is needed, so the accesses of many rests overlap.
    pub(super) fn count(&self, rests: &mut Vec<Rest<P>>, found: &mut Vec<Found<P>>) -> u64 {
        found.clear();
        found.resize(rests.len(), Found::NONE);
        let (mut kept, buckets) = (0, self.starts.len());
        for rest in rests.drain(..) {
            let needs = self.all.minus(&rest.needs);
            let hash = needs.hash(0);
            let (word, bit) = filter_bit(hash, self.filter.len());
            let bucket = bucket(hash, buckets) as u32;
            found[kept] = Found { needs, near: rest.near, bucket, ..Found::NONE };
            kept += (self.filter[word] >> bit & 1) as usize;
        }
        let mut touched = 0;
        for found in &mut found[..kept] {
            let bucket = found.bucket as usize;
            (found.start, found.end) = (self.starts[bucket], self.starts[bucket + 1]);
        }
        for found in &found[..kept] {
            touched ^= self.endings.get(found.start as usize).map_or(0, |ending| ending.queens);
        }
        std::hint::black_box(touched);
        let counts = found[..kept].iter().map(|found| {
            let fits =
                |ending: &Ending<P>| ending.needs == found.needs && ending.queens & found.near == 0;
            let endings = self.endings[found.start as usize..found.end as usize].iter();
            endings.map(|ending| u64::from(ending.found) * u64::from(fits(ending))).sum::<u64>()
        });
        counts.fold(0, u64::saturating_add)
    }

    /// The memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.endings.len() * size_of::<Ending<P>>() + 4 * self.starts.len() + 8 * self.filter.len()
    }
}

/// The word and the bit of the filter for a hash. The number of words is a power of two.
#[inline]
fn filter_bit(hash: u64, words: usize) -> (usize, u32) {
    ((hash >> 6) as usize & (words - 1), hash as u32 % 64)
}

/// The bucket of a hash. There is one start more than there are buckets.
#[inline]
fn bucket(hash: u64, starts: usize) -> usize {
    ((u128::from(hash) * (starts - 1) as u128) >> 64) as usize
}

/// The endings in buckets, equal ones counted together, and the starts of the buckets. `None` if a count has more than 32 bits.
///
/// The parts are sorted one by one, because the random accesses to one part stay in the cache.
fn merged<const P: usize>(parts: Vec<Vec<Ending<P>>>) -> Option<(Vec<Ending<P>>, Vec<u32>)> {
    let found: usize = parts.iter().map(Vec::len).sum();
    let buckets = (found / PARTS / 2).next_power_of_two();
    let (mut endings, mut starts) = (Vec::new(), Vec::with_capacity(PARTS * buckets + 1));
    let mut sorted = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        let place = |ending: &Ending<P>| {
            bucket(ending.needs.hash(0), PARTS * buckets + 1) - number * buckets
        };
        let mut ends = vec![0; buckets + 1];
        part.iter().for_each(|ending| ends[place(ending) + 1] += 1);
        for bucket in 0..buckets {
            ends[bucket + 1] += ends[bucket];
        }
        sorted.clone_from(&part);
        for ending in part {
            let end: &mut usize = &mut ends[place(&ending)];
            sorted[*end] = ending;
            *end += 1;
        }
        let mut start = 0;
        for &end in &ends[..buckets] {
            starts.push(endings.len() as u32);
            let bucket = &mut sorted[start..end];
            bucket.sort_unstable_by_key(|ending| (ending.needs, ending.queens));
            for same in bucket.chunk_by(|a, b| (a.needs, a.queens) == (b.needs, b.queens)) {
                let found = same.iter().try_fold(0, |sum: u32, one| sum.checked_add(one.found))?;
                endings.push(Ending { found, ..same[0] });
            }
            start = end;
        }
    }
    starts.push(endings.len() as u32);
    endings.shrink_to_fit();
    Some((endings, starts))
}
