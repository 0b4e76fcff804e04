//! Every instruction set against the portable code, on random words and random states.

use super::drain::{Counts, Kernel, LEFT_WORDS, Level, Pass, Side};
use super::expand::{LeftState, State, Step};
use super::portable::Portable;
use super::vector::Vector;
use crate::simd::every_set;
use proptest::prelude::*;

type Checked = Result<(), TestCaseError>;

/// The number of words in the widest vector.
const MAX_LANES: usize = 16;
type Lanes = [u32; MAX_LANES];

/// The lanes of a vector.
fn lanes<V: Vector>(vector: V, word: V::Word) -> Vec<u32> {
    let mut lanes = [0; MAX_LANES];
    vector.store(&mut lanes, 0, word);
    lanes[..V::LANES].to_vec()
}

/// The lanes of a mask.
fn chosen<V: Vector>(vector: V, mask: V::Mask) -> Vec<bool> {
    let word = vector.select(mask, vector.splat(1), vector.splat(0));
    lanes(vector, word).into_iter().map(|lane| lane == 1).collect()
}

fn words_alike<V: Vector>(vector: V, a: &Lanes, b: &Lanes, by: u32) -> Checked {
    let (x, y, distance) = (vector.load(a, 0), vector.load(b, 0), vector.splat(by));
    let each = |op: &dyn Fn(u32, u32) -> u32| -> Vec<u32> {
        a.iter().zip(b).take(V::LANES).map(|(&a, &b)| op(a, b)).collect()
    };
    prop_assert_eq!(lanes(vector, distance), vec![by; V::LANES]);
    prop_assert_eq!(lanes(vector, vector.and(x, y)), each(&|a, b| Portable.and(a, b)));
    prop_assert_eq!(lanes(vector, vector.minus(x, y)), each(&|a, b| Portable.minus(a, b)));
    prop_assert_eq!(lanes(vector, vector.or(x, y)), each(&|a, b| Portable.or(a, b)));
    prop_assert_eq!(lanes(vector, vector.xor(x, y)), each(&|a, b| Portable.xor(a, b)));
    let up = lanes(vector, vector.shift_up(x, distance));
    prop_assert_eq!(up, each(&|a, _| Portable.shift_up(a, by)));
    let down = lanes(vector, vector.shift_down(x, distance));
    prop_assert_eq!(down, each(&|a, _| Portable.shift_down(a, by)));
    let rest = lanes(vector, vector.drop_lowest(x));
    prop_assert_eq!(rest, each(&|a, _| Portable.drop_lowest(a)));
    Ok(())
}

fn masks_alike<V: Vector>(vector: V, a: &Lanes, b: &Lanes) -> Checked {
    let (x, y) = (vector.load(a, 0), vector.load(b, 0));
    let pairs = || a.iter().zip(b).take(V::LANES);
    let (empty, meet) = (vector.is_empty(x), vector.meet(x, y));
    let is_empty: Vec<bool> = pairs().map(|(&a, _)| Portable.is_empty(a)).collect();
    let meets: Vec<bool> = pairs().map(|(&a, &b)| Portable.meet(a, b)).collect();
    prop_assert_eq!(&chosen(vector, empty), &is_empty);
    prop_assert_eq!(&chosen(vector, meet), &meets);

    let other = vector.is_empty(y);
    let is_other: Vec<bool> = pairs().map(|(_, &b)| Portable.is_empty(b)).collect();
    let with = |op: fn(bool, bool) -> bool| -> Vec<bool> {
        is_empty.iter().zip(&is_other).map(|(&a, &b)| op(a, b)).collect()
    };
    let count = |mask: &[bool]| mask.iter().filter(|&&lane| lane).count();
    prop_assert_eq!(chosen(vector, vector.both(empty, other)), with(|a, b| a & b));
    prop_assert_eq!(chosen(vector, vector.except(empty, other)), with(|a, b| a & !b));
    prop_assert_eq!(vector.count(empty), count(&is_empty));
    prop_assert_eq!(vector.count_both(empty, other), count(&is_empty) + count(&is_other));
    Ok(())
}

fn moves_alike<V: Vector>(vector: V, mask: &Lanes, a: &Lanes, b: &Lanes) -> Checked {
    let (x, y) = (vector.load(a, 0), vector.load(b, 0));
    let chosen: Vec<usize> = (0..V::LANES).filter(|&lane| mask[lane] == 0).collect();
    let mask = vector.is_empty(vector.load(mask, 0));
    let packed = vector.pack(mask, [x, y]).map(|word| lanes(vector, word));
    let replaced = lanes(vector, vector.replace(mask, [x], [y])[0]);
    let mut expected = a[..V::LANES].to_vec();
    for (rank, &lane) in chosen.iter().enumerate() {
        prop_assert_eq!((packed[0][rank], packed[1][rank]), (a[lane], b[lane]));
        expected[lane] = b[rank];
    }
    prop_assert_eq!(replaced, expected);
    Ok(())
}

/// The result of a pass: the children, sorted, and the number of placed queens.
#[derive(Debug, PartialEq, Eq)]
struct Passed {
    children: Vec<Vec<u32>>,
    placements: u64,
}

/// Splits the states into two batches, as the search does: the first pass may leave states in the lanes.
fn batches(states: &[LeftState]) -> [(&[LeftState], bool); 2] {
    let (first, second) = states.split_at(states.len() * 2 / 3);
    [(first, false), (second, true)]
}

fn passed(kernel: &impl Kernel, side: Side, states: &[LeftState], steps: &[Step; 3]) -> Passed {
    let (mut here, mut next) = (Level::new(), Level::new());
    let mut passed = Passed { children: Vec::new(), placements: 0 };
    let words = if side == Side::Left { LEFT_WORDS } else { 3 };
    for (states, flush) in batches(states) {
        states.iter().for_each(|&state| here.push(state));
        let pass = Pass { here: steps[0], next: steps[1], after: steps[2], flush };
        let mut full = true;
        while full {
            passed.placements += kernel.pass(side, &mut here, &mut next, &pass);
            full = next.is_full();
            let child = |at: usize| next.words[..words].iter().map(|word| word.0[at]).collect();
            passed.children.extend((next.start..next.end).map(child));
            (next.start, next.end) = (0, 0);
        }
    }
    passed.children.sort_unstable();
    passed
}

fn passes_alike<K: Kernel>(
    kernel: K,
    side: Side,
    states: &[LeftState],
    steps: &[Step; 3],
) -> Checked {
    let expected = passed(&Portable, side, states, steps);
    prop_assert_eq!(passed(&kernel, side, states, steps), expected);
    Ok(())
}

fn finished(kernel: &impl Kernel, states: &[LeftState], steps: &[Step; 3]) -> Counts {
    let mut here = Level::new();
    let mut counts = Counts::default();
    for (states, flush) in batches(states) {
        states.iter().for_each(|&state| here.push(state));
        let Counts { solutions, placements } = kernel.finish(&mut here, steps, flush);
        counts.solutions += solutions;
        counts.placements += placements;
    }
    counts
}

fn finishes_alike<K: Kernel>(kernel: K, states: &[LeftState], steps: &[Step; 3]) -> Checked {
    let expected = finished(&Portable, states, steps);
    prop_assert_eq!(finished(&kernel, states, steps), expected);
    Ok(())
}

/// The states in which a queen can be placed. A buffer contains no others, and the loops rely on it.
fn with_place(mut states: Vec<LeftState>, step: &Step) -> Vec<LeftState> {
    states.retain(|state| step.places(state.near) != 0);
    states
}

/// Words, many of them zero or with few bits.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(0),
        any::<u32>(),
        (any::<u32>(), any::<u32>(), any::<u32>()).prop_map(|(a, b, c)| a & b & c),
    ]
}

fn any_lanes() -> impl Strategy<Value = Lanes> {
    prop::array::uniform16(word())
}

fn state() -> impl Strategy<Value = LeftState> {
    prop::array::uniform5(word()).prop_map(|[taken, up, down, far_up, far_down]| {
        let near = State { free: !taken, up, down };
        LeftState { near, far_up, far_down }
    })
}

/// A state with three free rows, as in the last three columns.
fn last_state() -> impl Strategy<Value = LeftState> {
    (prop::array::uniform3(0_u32..32), word(), word()).prop_map(|(rows, up, down)| {
        let free = rows.iter().fold(0, |free, row| free | 1 << row);
        LeftState { near: State { free, up, down }, far_up: 0, far_down: 0 }
    })
}

fn step() -> impl Strategy<Value = Step> {
    (word(), 1_u32..32, 0_u32..32).prop_map(|(closed, shift, far)| Step {
        col: 0,
        open: !closed,
        shift,
        far,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_words(a in any_lanes(), b in any_lanes(), by in 0_u32..32) {
        every_set!(words_alike(&a, &b, by));
    }

    #[test]
    fn operations_on_masks(a in any_lanes(), b in any_lanes()) {
        every_set!(masks_alike(&a, &b));
    }

    #[test]
    fn operations_that_move_lanes(
        mask in any_lanes(),
        a in any::<Lanes>(),
        b in any::<Lanes>(),
    ) {
        every_set!(moves_alike(&mask, &a, &b));
    }

    #[test]
    fn passes(
        side in prop::sample::select(vec![Side::Left, Side::LastLeft, Side::Right]),
        states in prop::collection::vec(state(), 0..300),
        steps in prop::array::uniform3(step()),
    ) {
        let states = with_place(states, &steps[0]);
        every_set!(passes_alike(side, &states, &steps));
    }

    #[test]
    fn last_three_columns(
        states in prop::collection::vec(last_state(), 0..300),
        steps in prop::array::uniform3(step()),
    ) {
        let states = with_place(states, &steps[0]);
        every_set!(finishes_alike(&states, &steps));
    }
}
