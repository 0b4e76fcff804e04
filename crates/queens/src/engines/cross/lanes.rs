//! The inner loops, written once for all instruction sets, in the operations of a [`Vector`].
//!
//! A round places one queen in every lane, passes on the children, and replaces the states that have no row left to try
//! by waiting ones:
//!
//! ```text
//!   places  6 0 4 8      after one queen each   2 0 0 0       replaced      2 7 1 5
//!   state   a · b c  -->                        a · b c  -->                a d e f     <-- d e f g h ... waiting
//!                        live children          · · B C       packed        B C         --> next column
//! ```
//!
//! Nothing in a round branches on a state. The places of a waiting state are computed from its masks when it enters a
//! lane, which is cheaper than moving a fourth word. A few vectors are processed alternately, so that one computes
//! while another waits for its states.

use super::drain::{
    AT_WORK, CAPACITY, Counts, DOWN, FAR_DOWN, FAR_UP, FREE, LEFT_WORDS, Level, Pass, ROOM, Side,
    UP,
};
use super::expand::Step;
use super::vector::Vector;

/// Implements [`Kernel`](super::drain::Kernel) by these loops, compiled with vector instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! compiled {
    ($vector:ty, $features:literal) => {
        const _: () = {
            use super::drain::{Counts, Kernel, Level, Pass, Side};
            use super::{expand::Step, lanes};

            #[target_feature(enable = $features)]
            fn place(
                vector: $vector,
                side: Side,
                here: &mut Level,
                next: &mut Level,
                pass: &Pass,
            ) -> u64 {
                lanes::pass(vector, side, here, next, pass)
            }

            #[target_feature(enable = $features)]
            fn end(vector: $vector, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
                lanes::finish(vector, here, last, flush)
            }

            impl Kernel for $vector {
                fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 {
                    // SAFETY: the value proves that the CPU has the features.
                    unsafe { place(*self, side, here, next, pass) }
                }

                fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
                    // SAFETY: as above.
                    unsafe { end(*self, here, last, flush) }
                }
            }
        };
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use compiled;

/// See [`Kernel::pass`](super::drain::Kernel::pass).
#[inline(always)]
pub(super) fn pass<V: Vector>(
    vector: V,
    side: Side,
    here: &mut Level,
    next: &mut Level,
    pass: &Pass,
) -> u64 {
    let (open, flush) = (pass.here.open, pass.flush);
    let placements;
    match side {
        Side::Left => {
            let mut children = Append::<V, LEFT_WORDS>::new(vector, pass, next);
            placements = sweep::<V, _, LEFT_WORDS>(vector, here, &mut children, open, flush);
            next.end = children.end;
        }
        Side::LastLeft => {
            let mut children = Append::<V, RIGHT_WORDS>::new(vector, pass, next);
            placements = sweep::<V, _, LEFT_WORDS>(vector, here, &mut children, open, flush);
            next.end = children.end;
        }
        Side::Right => {
            let mut children = Append::<V, RIGHT_WORDS>::new(vector, pass, next);
            placements = sweep::<V, _, RIGHT_WORDS>(vector, here, &mut children, open, flush);
            next.end = children.end;
        }
    }
    placements
}

/// The first words of the states of a level.
#[inline(always)]
fn first_words<const N: usize>(level: &mut Level) -> [&mut [u32; ROOM]; N] {
    let mut words = level.words.iter_mut();
    std::array::from_fn(|_| &mut words.next().expect("a level has five words").0)
}

/// See [`Kernel::finish`](super::drain::Kernel::finish).
#[inline(always)]
pub(super) fn finish<V: Vector>(
    vector: V,
    here: &mut Level,
    last: &[Step; 3],
    flush: bool,
) -> Counts {
    let splat = |word: fn(&Step) -> u32| last.map(|step| vector.splat(word(&step)));
    let (open, shift) = (splat(|step| step.open), splat(|step| step.shift));
    let mut children = LastTwo::<V> { open, shift, counts: Counts::default() };
    let placements = sweep::<V, _, RIGHT_WORDS>(vector, here, &mut children, last[0].open, flush);
    let Counts { solutions, placements: last } = children.counts;
    Counts { solutions, placements: placements + last }
}

/// The words of a state in the right half.
const RIGHT_WORDS: usize = 3;

/// Receives the children of states with `N` words.
trait Children<V: Vector, const N: usize> {
    fn is_full(&self) -> bool;

    /// Receives one child of each state, that with `queen`; if some lanes are idle, only the lanes in `busy` count.
    fn take(&mut self, vector: V, words: &[V::Word; N], queen: V::Word, busy: Option<V::Mask>);
}

/// The states in the lanes of one vector, and the rows that are left to try in each.
#[derive(Clone, Copy)]
struct Work<V: Vector, const N: usize> {
    words: [V::Word; N],
    places: V::Word,
}

/// The waiting states of a column, from `start` on.
struct Waiting<'a, V: Vector, const N: usize> {
    words: [&'a mut [u32; ROOM]; N],
    start: usize,
    open: V::Word,
}

impl<V: Vector, const N: usize> Waiting<'_, V, N> {
    /// Replaces the states without places by waiting ones; returns the number of replaced states.
    #[inline(always)]
    fn refill(&self, vector: V, work: &mut Work<V, N>) -> usize {
        let done = vector.is_empty(work.places);
        let fresh = std::array::from_fn(|i| vector.load(&self.words[i][..], self.start));
        work.words = vector.replace(done, work.words, fresh);
        let [free, up, down, ..] = work.words[..] else { unreachable!() };
        let places = vector.and(vector.minus(free, vector.or(up, down)), self.open);
        work.places = vector.select(done, places, work.places);
        vector.count(done)
    }
}

/// Places queens until too few states are waiting to keep all lanes busy, or with `flush` until none is left; returns
/// the number of placed queens.
#[inline(always)]
fn sweep<V: Vector, C: Children<V, N>, const N: usize>(
    vector: V,
    here: &mut Level,
    children: &mut C,
    open: u32,
    flush: bool,
) -> u64 {
    const { assert!(V::LANES * V::STREAMS <= AT_WORK) };
    const { assert!(CAPACITY + V::LANES * (V::STREAMS + 1) <= ROOM) };
    match V::STREAMS {
        1 => sweep_streams::<V, C, N, 1>(vector, here, children, open, flush),
        2 => sweep_streams::<V, C, N, 2>(vector, here, children, open, flush),
        3 => sweep_streams::<V, C, N, 3>(vector, here, children, open, flush),
        4 => sweep_streams::<V, C, N, 4>(vector, here, children, open, flush),
        _ => unreachable!(),
    }
}

#[inline(always)]
fn sweep_streams<V: Vector, C: Children<V, N>, const N: usize, const STREAMS: usize>(
    vector: V,
    here: &mut Level,
    children: &mut C,
    open: u32,
    flush: bool,
) -> u64 {
    let Level { words, at_work, start, end } = here;
    let mut words = words.iter_mut();
    let mut waiting = Waiting::<V, N> {
        words: std::array::from_fn(|_| &mut words.next().expect("as many as words").0),
        start: *start,
        open: vector.splat(open),
    };
    let mut streams: [Work<V, N>; STREAMS] = std::array::from_fn(|i| {
        let load = |word: usize| vector.load(&at_work[word], i * V::LANES);
        Work { words: std::array::from_fn(load), places: load(LEFT_WORDS) }
    });
    let round = V::LANES * STREAMS;
    let mut placements = 0;

    if *end - waiting.start >= round {
        for work in &mut streams {
            waiting.start += waiting.refill(vector, work);
        }
        while *end - waiting.start >= round && !children.is_full() {
            for work in &mut streams {
                let rest = vector.drop_lowest(work.places);
                let queen = vector.xor(work.places, rest);
                children.take(vector, &work.words, queen, None);
                work.places = rest;
                waiting.start += waiting.refill(vector, work);
            }
            placements += round as u64;
        }
    }

    if flush {
        // A copy, because the loop over the busy vectors would prevent the vectors above from being kept in registers.
        let mut last = streams;
        waiting.words[FREE][*end..*end + V::LANES].fill(0);
        let mut idle = false;
        while !idle && !children.is_full() {
            idle = true;
            for work in &mut last {
                let busy = V::LANES - vector.count(vector.is_empty(work.places));
                if busy == 0 && waiting.start == *end {
                    continue;
                }
                idle = false;
                placements += busy as u64;
                let rest = vector.drop_lowest(work.places);
                let queen = vector.xor(work.places, rest);
                children.take(vector, &work.words, queen, Some(vector.meet(queen, queen)));
                work.places = rest;
                waiting.start = (*end).min(waiting.start + waiting.refill(vector, work));
            }
        }
        streams = last;
    }

    *start = waiting.start;
    if !children.is_full() {
        for word in &mut waiting.words {
            word.copy_within(*start..*end, 0);
        }
        (*start, *end) = (0, *end - *start);
    }
    for (i, work) in streams.iter().enumerate() {
        let mut store = |word: usize, value| vector.store(&mut at_work[word], i * V::LANES, value);
        (0..N).for_each(|word| store(word, work.words[word]));
        store(LEFT_WORDS, work.places);
    }
    placements
}

/// Appends children to the next column: what these share, and where they are stored.
struct Append<'a, V: Vector, const N: usize> {
    shift: V::Word,
    far: V::Word,
    next_open: V::Word,
    next_shift: V::Word,
    after_open: V::Word,
    words: [&'a mut [u32; ROOM]; N],
    end: usize,
}

impl<'a, V: Vector, const N: usize> Append<'a, V, N> {
    #[inline(always)]
    fn new(vector: V, pass: &Pass, next: &'a mut Level) -> Self {
        Self {
            shift: vector.splat(pass.here.shift),
            far: vector.splat(pass.here.far),
            next_open: vector.splat(pass.next.open),
            next_shift: vector.splat(pass.next.shift),
            after_open: vector.splat(pass.after.open),
            end: next.end,
            words: first_words(next),
        }
    }

    /// Up and down in the next column of the same half, after placing a queen.
    #[inline(always)]
    fn near(&self, vector: V, words: &[V::Word], queen: V::Word) -> [V::Word; 2] {
        [
            vector.shift_up(vector.or(words[UP], queen), self.shift),
            vector.shift_down(vector.or(words[DOWN], queen), self.shift),
        ]
    }

    /// Up and down in the first column of the right half, after placing a queen.
    #[inline(always)]
    fn far(&self, vector: V, words: &[V::Word; LEFT_WORDS], queen: V::Word) -> [V::Word; 2] {
        [
            vector.or(words[FAR_UP], vector.shift_up(queen, self.far)),
            vector.or(words[FAR_DOWN], vector.shift_down(queen, self.far)),
        ]
    }

    /// Appends the children that have a place in the next column and, in the right half, also in the column after it.
    #[inline(always)]
    fn append(&mut self, vector: V, child: [V::Word; N], busy: Option<V::Mask>) {
        let places = vector.minus(child[FREE], vector.or(child[UP], child[DOWN]));
        let live = vector.meet(places, self.next_open);
        let live = busy.map_or(live, |busy| vector.both(live, busy));
        let live = if N == RIGHT_WORDS {
            let up = vector.shift_up(child[UP], self.next_shift);
            let down = vector.shift_down(child[DOWN], self.next_shift);
            let places = vector.minus(child[FREE], vector.or(up, down));
            vector.both(live, vector.meet(places, self.after_open))
        } else {
            live
        };
        let packed = vector.pack(live, child);
        for (words, word) in self.words.iter_mut().zip(packed) {
            vector.store(&mut words[..], self.end, word);
        }
        self.end += vector.count(live);
    }
}

/// Children in the left half.
impl<V: Vector> Children<V, LEFT_WORDS> for Append<'_, V, LEFT_WORDS> {
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.end >= CAPACITY
    }

    #[inline(always)]
    fn take(
        &mut self,
        vector: V,
        words: &[V::Word; LEFT_WORDS],
        queen: V::Word,
        busy: Option<V::Mask>,
    ) {
        let [up, down] = self.near(vector, words, queen);
        let [far_up, far_down] = self.far(vector, words, queen);
        let child = [vector.xor(words[FREE], queen), up, down, far_up, far_down];
        self.append(vector, child, busy);
    }
}

/// Children of the last left column, which are in the first right one.
impl<V: Vector> Children<V, LEFT_WORDS> for Append<'_, V, RIGHT_WORDS> {
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.end >= CAPACITY
    }

    #[inline(always)]
    fn take(
        &mut self,
        vector: V,
        words: &[V::Word; LEFT_WORDS],
        queen: V::Word,
        busy: Option<V::Mask>,
    ) {
        let [up, down] = self.far(vector, words, queen);
        self.append(vector, [vector.xor(words[FREE], queen), up, down], busy);
    }
}

/// Children in the right half.
impl<V: Vector> Children<V, RIGHT_WORDS> for Append<'_, V, RIGHT_WORDS> {
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.end >= CAPACITY
    }

    #[inline(always)]
    fn take(
        &mut self,
        vector: V,
        words: &[V::Word; RIGHT_WORDS],
        queen: V::Word,
        busy: Option<V::Mask>,
    ) {
        let [up, down] = self.near(vector, words, queen);
        self.append(vector, [vector.xor(words[FREE], queen), up, down], busy);
    }
}

/// Counts the solutions of children that have two rows left for two columns, in one order or the other.
struct LastTwo<V: Vector> {
    open: [V::Word; 3],
    shift: [V::Word; 3],
    counts: Counts,
}

impl<V: Vector> Children<V, RIGHT_WORDS> for LastTwo<V> {
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }

    #[inline(always)]
    fn take(
        &mut self,
        vector: V,
        words: &[V::Word; RIGHT_WORDS],
        queen: V::Word,
        busy: Option<V::Mask>,
    ) {
        let free = vector.xor(words[FREE], queen);
        let up = vector.shift_up(vector.or(words[UP], queen), self.shift[0]);
        let down = vector.shift_down(vector.or(words[DOWN], queen), self.shift[0]);
        let here = vector.and(vector.minus(free, vector.or(up, down)), self.open[1]);
        let (up, down) =
            (vector.shift_up(up, self.shift[1]), vector.shift_down(down, self.shift[1]));
        let there = vector.and(vector.minus(free, vector.or(up, down)), self.open[2]);
        let high = vector.drop_lowest(free);
        let low = vector.xor(free, high);
        let attacking = vector.meet(free, vector.shift_up(free, self.shift[1]));
        let only_busy = |mask| busy.map_or(mask, |busy| vector.both(mask, busy));
        let low_here = only_busy(vector.meet(here, low));
        let high_here = only_busy(vector.meet(here, high));
        let low_first = vector.except(vector.both(low_here, vector.meet(there, high)), attacking);
        let high_first = vector.except(vector.both(high_here, vector.meet(there, low)), attacking);
        let solutions = vector.count_both(low_first, high_first) as u64;
        let placements = vector.count_both(low_here, high_here) as u64;
        self.counts.solutions += solutions;
        self.counts.placements += placements + solutions;
    }
}
