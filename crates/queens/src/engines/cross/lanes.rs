//! The inner loops, written once for all vectors: which instructions they become is up to a [`Vector`].
//!
//! A round sets one queen in every lane, hands the children on and replaces the states that have no place left by ones that wait:
//!
//! ```text
//!   places  6 0 4 8      after a queen each     2 0 0 0       replaced      2 7 1 5
//!   state   a · b c  -->                        a · b c  -->                a d e f     <-- d e f g h ... wait
//!                        children, live ones    · · B C       packed        B C         --> next column
//! ```
//!
//! Nothing in it branches on a state. The places of a state that waits are read off its masks when it is taken up, which is cheaper than moving
//! a fourth word. A few vectors work side by side, so that one computes while another waits for its states.

use super::drain::{
    AT_WORK, CAPACITY, Counts, DOWN, FAR_DOWN, FAR_UP, FREE, Kernel, LEFT_WORDS, Level, Pass, ROOM,
    Side, UP,
};
use super::expand::Step;

/// Vectors of 32-bit words and what is done with them. A value of the type is the proof that the CPU can do it.
pub(super) trait Vector: Copy {
    /// Words in a vector.
    const LANES: usize;
    /// Vectors that work side by side.
    const STREAMS: usize;
    /// A vector.
    type Word: Copy;
    /// A choice of lanes.
    type Mask: Copy;

    fn splat(self, value: u32) -> Self::Word;
    fn load(self, words: &[u32], at: usize) -> Self::Word;
    fn store(self, words: &mut [u32], at: usize, word: Self::Word);
    fn and(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `a` without `b`.
    fn minus(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn or(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn xor(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn shift_up(self, a: Self::Word, by: Self::Word) -> Self::Word;
    fn shift_down(self, a: Self::Word, by: Self::Word) -> Self::Word;
    /// Every lane without its lowest bit.
    fn drop_lowest(self, a: Self::Word) -> Self::Word;
    fn is_empty(self, a: Self::Word) -> Self::Mask;
    /// The lanes in which the words meet.
    fn meet(self, a: Self::Word, b: Self::Word) -> Self::Mask;
    /// The lanes in both masks.
    fn both(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The lanes of `a` that are not in `b`.
    fn except(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn count(self, mask: Self::Mask) -> usize;
    /// The lanes in `a` and those in `b`; a lane in both counts twice.
    #[inline(always)]
    fn count_both(self, a: Self::Mask, b: Self::Mask) -> usize {
        self.count(a) + self.count(b)
    }
    fn select(self, mask: Self::Mask, yes: Self::Word, no: Self::Word) -> Self::Word;
    /// Moves the chosen lanes to the front, in order; the others are of no account.
    fn pack<const N: usize>(self, mask: Self::Mask, words: [Self::Word; N]) -> [Self::Word; N];
    /// Puts the first lanes of `fresh` into the chosen lanes of `words`, in order.
    fn replace<const N: usize>(
        self,
        mask: Self::Mask,
        words: [Self::Word; N],
        fresh: [Self::Word; N],
    ) -> [Self::Word; N];
}

/// One word a vector: plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Vector for Portable {
    const LANES: usize = 1;
    const STREAMS: usize = 2;
    type Word = u32;
    type Mask = bool;

    #[inline(always)]
    fn splat(self, value: u32) -> u32 {
        value
    }
    #[inline(always)]
    fn load(self, words: &[u32], at: usize) -> u32 {
        words[at]
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], at: usize, word: u32) {
        words[at] = word;
    }
    #[inline(always)]
    fn and(self, a: u32, b: u32) -> u32 {
        a & b
    }
    #[inline(always)]
    fn minus(self, a: u32, b: u32) -> u32 {
        a & !b
    }
    #[inline(always)]
    fn or(self, a: u32, b: u32) -> u32 {
        a | b
    }
    #[inline(always)]
    fn xor(self, a: u32, b: u32) -> u32 {
        a ^ b
    }
    #[inline(always)]
    fn shift_up(self, a: u32, by: u32) -> u32 {
        a.wrapping_shl(by)
    }
    #[inline(always)]
    fn shift_down(self, a: u32, by: u32) -> u32 {
        a.wrapping_shr(by)
    }
    #[inline(always)]
    fn drop_lowest(self, a: u32) -> u32 {
        a & a.wrapping_sub(1)
    }
    #[inline(always)]
    fn is_empty(self, a: u32) -> bool {
        a == 0
    }
    #[inline(always)]
    fn meet(self, a: u32, b: u32) -> bool {
        a & b != 0
    }
    #[inline(always)]
    fn both(self, a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn except(self, a: bool, b: bool) -> bool {
        a & !b
    }
    #[inline(always)]
    fn count(self, mask: bool) -> usize {
        mask.into()
    }
    #[inline(always)]
    fn select(self, mask: bool, yes: u32, no: u32) -> u32 {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn pack<const N: usize>(self, _mask: bool, words: [u32; N]) -> [u32; N] {
        words
    }
    #[inline(always)]
    fn replace<const N: usize>(self, mask: bool, words: [u32; N], fresh: [u32; N]) -> [u32; N] {
        if mask { fresh } else { words }
    }
}

impl Kernel for Portable {
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64 {
        self::pass(*self, side, here, next, pass)
    }

    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts {
        self::finish(*self, here, last, flush)
    }
}

/// See [`Kernel::pass`].
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
        Side::Turn => {
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

/// See [`Kernel::finish`].
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

/// What becomes of the children of states with `N` words.
trait Children<V: Vector, const N: usize> {
    fn is_full(&self) -> bool;

    /// Takes the children of states with one queen each, those of the chosen lanes if lanes idle.
    fn take(&mut self, vector: V, words: &[V::Word; N], queen: V::Word, busy: Option<V::Mask>);
}

/// States at work in one vector, and the places they have left.
#[derive(Clone, Copy)]
struct Work<V: Vector, const N: usize> {
    words: [V::Word; N],
    places: V::Word,
}

/// The states that wait for a column, as a round sees them.
struct Waiting<'a, V: Vector, const N: usize> {
    words: [&'a mut [u32; ROOM]; N],
    start: usize,
    open: V::Word,
}

impl<V: Vector, const N: usize> Waiting<'_, V, N> {
    /// Replaces the states without places by ones that wait; gives the number of those wanted.
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

/// Sets queens until too few states wait to keep all lanes busy, or until none is left; gives their number.
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
        // A copy, because the loop over those that are not idle would keep the vectors above out of registers.
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

/// The children that go on in a column: what the states of theirs share, and where they are appended.
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

    /// Up and down after a queen, in the next column of the same half.
    #[inline(always)]
    fn near(&self, vector: V, words: &[V::Word], queen: V::Word) -> [V::Word; 2] {
        [
            vector.shift_up(vector.or(words[UP], queen), self.shift),
            vector.shift_down(vector.or(words[DOWN], queen), self.shift),
        ]
    }

    /// The diagonals after a queen, in the first column of the right half.
    #[inline(always)]
    fn far(&self, vector: V, words: &[V::Word; LEFT_WORDS], queen: V::Word) -> [V::Word; 2] {
        [
            vector.or(words[FAR_UP], vector.shift_up(queen, self.far)),
            vector.or(words[FAR_DOWN], vector.shift_down(queen, self.far)),
        ]
    }

    /// Appends the children that have a place in the next column; in the right half, also in the one after it.
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

/// The children in the same left half.
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

/// The children of the last left column, in the first right one.
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

/// The children in the same right half.
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

/// Children with two rows left for two columns: the rows in one order or in the other.
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
