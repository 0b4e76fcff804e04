//! Every kernel against the portable one, and joins cut and adjusted otherwise. The usual ones are checked in `tests/engines.rs`.

use super::jobs::Cut;
use super::kernel::Kernel;
use super::layout::{Half, Layout, Side};
use super::masks::{List, Masks};
use super::meet::Limits;
use super::pairing::{GROUPS, Paired, Quarters, batches};
use super::portable::Portable;
use super::quarters::{Builder, Quarter, ScalarQuarter, VectorQuarter};
use super::tables::{Chunks, Items, Tables};
use super::{ColumnSet, Join, Worker};
use crate::engines::{Engine, Random, WorkerCosts};
use crate::simd::every_set;
use crate::{Board, Method, Never, Request, Simd, Square, Subproblem, Threads, Weight, published};
use proptest::prelude::*;
use std::sync::Arc;
use std::time::Instant;

type Checked = Result<(), TestCaseError>;

fn masks_of(words: &[u64]) -> Masks {
    let mut masks = Masks::default();
    masks.reserve(words.len()).unwrap();
    for (i, &word) in words.iter().enumerate() {
        (masks.low[i], masks.high[i]) = (word as u32, (word >> 32) as u32);
    }
    masks
}

fn sorted<const WIDE: bool>(list: List<'_>) -> Vec<u64> {
    let mut words: Vec<_> = (0..list.low.len()).map(|i| list.mask::<WIDE>(i)).collect();
    words.sort_unstable();
    words
}

/// The half-boards of two quarters, by group; listed in batches of at most this many pairs of fillings.
fn paired<K: Kernel>(
    kernel: K,
    is_wide: bool,
    quarters: Quarters<'_>,
    wanted: [bool; GROUPS],
    most: u64,
) -> [Vec<u64>; GROUPS] {
    match is_wide {
        true => paired_of_width::<K, true>(kernel, quarters, wanted, most),
        false => paired_of_width::<K, false>(kernel, quarters, wanted, most),
    }
}

fn paired_of_width<K: Kernel, const WIDE: bool>(
    kernel: K,
    quarters: Quarters<'_>,
    wanted: [bool; GROUPS],
    most: u64,
) -> [Vec<u64>; GROUPS] {
    let (mut paired, mut all) = (Paired::default(), Vec::new());
    batches((quarters, wanted), most, &mut all);
    let mut groups: [Vec<u64>; GROUPS] = Default::default();
    for batch in all {
        paired.pair::<K, WIDE>(kernel, quarters, wanted, batch).unwrap();
        for (group, masks) in groups.iter_mut().enumerate() {
            masks.extend(sorted::<WIDE>(paired.list(group)));
        }
    }
    for masks in &mut groups {
        masks.sort_unstable();
    }
    groups
}

fn pairs_alike<K: Kernel>(kernel: K, layout: &Layout, quarters: Quarters<'_>) -> Checked {
    let all = [true; GROUPS];
    for wanted in [all, [true, false, false], [false, true, true]] {
        let is_wide = layout.bits > 32;
        let expected = paired(Portable, is_wide, quarters, wanted, u64::MAX);
        let found = paired(kernel, is_wide, quarters, wanted, u64::MAX);
        // Tiles are made of half-boards of the first group.
        for mask in &found[0] {
            prop_assert!(mask.count_ones() as usize + 1 >= layout.half, "a key may cover the mask");
        }
        prop_assert_eq!(&found, &paired(kernel, is_wide, quarters, wanted, 1000));
        prop_assert_eq!(found, expected);
    }
    Ok(())
}

/// The quarters are those of a half whose fillings have been found by trying all squares.
fn half_boards(layout: &Layout, scalar: Quarter, vector: Quarter) -> [Vec<u64>; GROUPS] {
    let columns: Vec<usize> = layout
        .columns(scalar.side, scalar.columns)
        .chain(layout.columns(vector.side, vector.columns))
        .collect();
    let mut groups: [Vec<u64>; GROUPS] = Default::default();
    let mut rows = vec![];
    fill(layout, &columns, &mut rows, &mut groups);
    for group in &mut groups {
        group.sort_unstable();
    }
    return groups;

    /// Tries every row of the lower half in each column.
    fn fill(
        layout: &Layout,
        columns: &[usize],
        rows: &mut Vec<usize>,
        groups: &mut [Vec<u64>; GROUPS],
    ) {
        let Some(&col) = columns.get(rows.len()) else {
            let marks = || rows.iter().zip(columns).map(|(&row, &col)| layout.marks(row, col));
            let on_main = marks().filter(|marks| marks.main).count();
            groups[on_main].push(marks().fold(0, |mask, marks| mask | marks.crossing));
            return;
        };
        for row in 0..layout.half {
            let attacked = rows
                .iter()
                .zip(columns)
                .any(|(&other, &at)| other == row || other.abs_diff(row) == at.abs_diff(col));
            if !attacked {
                rows.push(row);
                fill(layout, columns, rows, groups);
                rows.pop();
            }
        }
    }
}

fn parts_alike<K: Kernel, const WIDE: bool>(kernel: K, words: &[u64], bits: [u32; 2]) -> Checked {
    let masks = masks_of(words);
    let mut to: [Masks; 4] = std::array::from_fn(|_| masks_of(words));
    let ends = kernel.part::<WIDE>(masks.list(words.len() as u32), bits, &mut to);
    for (part, (to, end)) in to.iter().zip(ends).enumerate() {
        let value = |word: u64| (word >> bits[0] & 1 | (word >> bits[1] & 1) << 1) as usize;
        let mut expected: Vec<u64> = words.iter().copied().filter(|&w| value(w) == part).collect();
        expected.sort_unstable();
        prop_assert_eq!(sorted::<WIDE>(to.list(end)), expected);
    }
    Ok(())
}

fn parts_of_both_widths_alike<K: Kernel>(kernel: K, words: &[u64], bits: [u32; 2]) -> Checked {
    let narrow: Vec<u64> = words.iter().map(|word| word & 0xFFFF_FFFF).collect();
    parts_alike::<K, false>(kernel, &narrow, bits)?;
    parts_alike::<K, true>(kernel, words, bits)
}

/// The number of disjoint pairs of a tile and a list, without the bits of the key.
fn fitting<K: Kernel, const WIDE: bool>(
    kernel: K,
    tile: &[u64],
    list: &[u64],
    width: u32,
    key: u32,
) -> u64 {
    let (tile, masks) = (masks_of(tile), masks_of(list));
    let mut open = vec![kernel.all(); width as usize];
    kernel.open(&tile.low, &tile.high, &mut open);
    let outside = (0..width as usize).filter(|bit| u64::from(key) >> bit & 1 == 0);
    let open: Vec<_> = outside.map(|bit| open[bit]).collect();
    let chunks = Chunks::new(open.len() as u32);
    let mut tables = Tables::default();
    tables.resize(kernel, &chunks);
    tables.fill(kernel, &open);
    let mut items = Items::default();
    items.clear(&chunks);
    items.append::<WIDE>(kernel, masks.list(list.len() as u32), key).unwrap();
    assert!(items.len().is_multiple_of(4));
    let mut sum = kernel.zero();
    kernel.add(&mut sum, tables.lookup(&items), kernel.all());
    kernel.total(sum)
}

fn counts_right<K: Kernel>(kernel: K, tile: &[u64], list: &[u64], width: u32, key: u32) -> Checked {
    // A bit outside of the key: every half-board has one.
    let rest = u64::from((!key).trailing_zeros());
    let cut = |words: &[u64]| -> Vec<u64> {
        words
            .iter()
            .map(|word| word & ((1 << width) - 1) | u64::from(word % 3 == 0) << rest)
            .collect()
    };
    let (tile, list) = (cut(tile), cut(list));
    let tile: Vec<u64> = tile.into_iter().map(|word| word | 1 << rest).collect();
    let pairs = tile.iter().flat_map(|a| list.iter().map(move |b| a & b & !u64::from(key)));
    let expected = pairs.filter(|&met| met == 0).count() as u64;
    let found = if width > 32 {
        fitting::<K, true>(kernel, &tile, &list, width, key)
    } else {
        fitting::<K, false>(kernel, &tile, &list, width, key)
    };
    prop_assert_eq!(found, expected);
    Ok(())
}

/// Masks with few bits, so that some pairs are disjoint.
fn thin() -> impl Strategy<Value = u64> {
    (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b & 0xFF_FFFF_FFFF)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pairs_the_same_half_boards(
        size in 6_usize..=20,
        west in any::<u32>(),
        east in any::<u32>(),
        queens in any::<usize>(),
    ) {
        let half = size / 2;
        let middle = (size % 2 == 1).then_some(0);
        let layout = Layout::new(size, middle);
        let mut builder = Builder::new(half);
        let columns = |set: u32, queens: usize| {
            (0..half).map(|i| 1 << ((i + set as usize % half) % half)).take(queens).sum()
        };
        let queens = (half / 2).min(4) - queens % 2;
        let quarter = Quarter::new;
        let west = quarter(Half::Lower, Side::West, columns(west, queens));
        let east = quarter(Half::Lower, Side::East, columns(east, half - queens));
        let (mut scalar, mut vector) = (ScalarQuarter::default(), VectorQuarter::default());
        builder.scalar(&layout, west, &mut scalar).unwrap();
        builder.vector(&layout, east, &mut vector).unwrap();
        let quarters = Quarters { scalar: &scalar, vector: &vector };
        if middle.is_none() && size <= 12 {
            let expected = half_boards(&layout, west, east);
            let found = paired(Portable, false, quarters, [true; GROUPS], u64::MAX);
            prop_assert_eq!(found, expected);
        }
        every_set!(pairs_alike(&layout, quarters));
    }
}

proptest! {
    #[test]
    fn parts_the_same_masks(
        words in prop::collection::vec(any::<u64>(), 0..100),
        first in 0_u32..32,
        further in 1_u32..32,
    ) {
        every_set!(parts_of_both_widths_alike(&words, [first, (first + further) % 32]));
    }

    #[test]
    fn counts_the_same_pairs(
        tile in prop::collection::vec(thin(), 256),
        list in prop::collection::vec(thin(), 0..70),
        width in 8_u32..=40,
        key in any::<u32>(),
    ) {
        let key = key & (key >> 7) & (key >> 13) & 0xFF;
        let key = if key == 0xFF { 0 } else { key };
        every_set!(counts_right(&tile, &list, width, key));
    }
}

/// The sum of all jobs.
fn total(join: &Join, simd: Simd) -> u128 {
    let mut worker = join.worker(simd);
    (0..join.jobs()).map(|job| u128::from(count(&mut worker, job))).sum()
}

fn count(worker: &mut Worker<'_>, job: u64) -> u64 {
    let mut total = 0;
    let add = |count, weight| {
        total += count * weight;
        Ok(())
    };
    worker.run(job, &Never, add).expect("it is not stopped");
    total
}

/// Short lists in several batches, keys longer than the masks of some half-boards, and finer jobs: all that otherwise only
/// boards beyond N = 24 have.
#[test]
fn boards_joined_in_the_way_of_the_largest_have_the_published_totals() {
    let limits =
        |most_pairs, key_bits| Limits { most_pairs, key_bits: Some(key_bits), ..Limits::default() };
    for simd in Simd::available() {
        for size in 8..=13 {
            let half = size as u32 / 2;
            for (cut, limits) in [
                (Cut { edge: half, rows: 2 }, limits(100, 8)),
                (Cut { edge: 3, rows: 1 }, limits(1000, 12)),
                (Cut { edge: 0, rows: 0 }, limits(1, 6)),
            ] {
                let join = Join::with_limits(size, cut, limits);
                let found = total(&join, simd);
                assert_eq!(Some(found), published(size), "{size} {cut:?} {limits:?} {simd}");
            }
        }
    }
}

#[test]
fn jobs_of_every_cut_count_what_plain_backtracking_counts_on_their_boards() {
    for size in 7..=10 {
        let half = size as u32 / 2;
        for cut in [Cut { edge: 2, rows: 2 }, Cut { edge: half, rows: half }] {
            let join = Join::with_limits(size, cut, Limits::default());
            let plan = Request::count(size).unwrap().plan().unwrap().with_engine(Arc::new(join));
            let mut worker = plan.worker(Simd::best());
            for job in 0..plan.jobs() {
                let found = worker.run(job, &Never).unwrap().count.solutions;
                assert_eq!(found, plan.recount(job, &Never).unwrap(), "{size} {cut:?} job {job}");
            }
        }
    }
}

/// The weighted number of solutions of a board by the cross. Those with one or two queens on main diagonals follow from the
/// boards on which one of these diagonals, or both, are closed.
fn by_cross(of: &Subproblem) -> u64 {
    let threads =
        Threads::new(std::thread::available_parallelism().map_or(1, usize::from)).unwrap();
    let size = of.board.size();
    let solutions = |rising: bool, falling: bool| {
        let is_closed = |col, row| rising && col == row || falling && col + row == size - 1;
        let squares = (0..size).flat_map(|col| (0..size).map(move |row| (col, row)));
        let closed = squares.filter(|&(col, row)| is_closed(col, row));
        let board = closed.fold(of.board.clone(), |board: Board, (col, row)| {
            board.with_closed(Square::new(col as u32, row as u32)).expect("no queen is given")
        });
        let plan = Request::on(board).method(Method::CROSS).plan().unwrap();
        plan.run(&threads, &Never).unwrap().solutions as u64
    };
    match of.weight {
        Weight::Each(weight) => weight * solutions(false, false),
        Weight::MainDiagonals([none, one, two]) => {
            let off_both = solutions(true, true);
            let off_one = solutions(true, false) + solutions(false, true) - 2 * off_both;
            let on_both = solutions(false, false) - off_both - off_one;
            none * off_both + one * off_one + two * on_both
        }
        weight => panic!("the join has no weights {weight:?}"),
    }
}

#[test]
fn jobs_divide_the_sets_of_columns() {
    for size in 4..=28 {
        let join = Join::new(size);
        let mut random = Random::new(size as u64);
        for _ in 0..20 {
            let some = random.bits() % join.jobs();
            let whole = super::JoinJob { edge: None, rows: None, ..join.job(some) };
            let of_whole =
                |job: &super::JoinJob| super::JoinJob { edge: None, rows: None, ..*job } == whole;
            let first = (0..=some).rev().take_while(|&id| of_whole(&join.job(id))).last();
            let ids = (first.unwrap()..join.jobs()).take_while(|&id| of_whole(&join.job(id)));
            // Each of the jobs that differ only in rows has all sets of columns.
            let jobs = ids.map(|id| join.job(id));
            let jobs = jobs.filter(|job| job.rows.is_none_or(|rows| rows.set == 0));
            let mut found: Vec<u32> =
                jobs.flat_map(|job| join.sets(job)).map(|set| set.east).collect();
            found.sort_unstable();
            let all: Vec<u32> = join.sets(whole).iter().map(|set| set.east).collect();
            assert_eq!(found, all, "{size} {whole:?}");
        }
    }
}

/// Parts of jobs: one set of columns each, and of the lower half one set of rows in the west. The long tests compare larger ones.
#[test]
fn parts_of_jobs_of_the_largest_boards_count_what_the_cross_counts() {
    let is_long = std::env::var_os("QUEENS_LONG").is_some();
    let (wanted, west_queens) = if is_long { (25, 2..=14) } else { (3, 2..=4) };
    for size in 25..=28 {
        let half = size as u32 / 2;
        let cut = Cut { edge: half, rows: half };
        let join = Join::with_limits(size, cut, Limits::default());
        let mut worker = join.worker(Simd::best());
        let mut random = Random::new(size as u64);
        let (mut compared, mut positive) = (0, 0);
        while compared < wanted {
            let id = random.bits() % join.jobs();
            let job = join.job(id);
            // With the queen of the middle column, which is in the west.
            let queens = job.west.count_ones() + u32::from(job.middle.is_some_and(|away| away > 0));
            let rows = job.rows.map_or(0, |rows| rows.set.count_ones());
            if !west_queens.contains(&queens) || queens != rows || join.sets(job).is_empty() {
                continue;
            }
            let boards = Engine::subproblems(&join, id).unwrap();
            let expected: u64 = boards.iter().map(by_cross).sum();
            assert_eq!(count(&mut worker, id), expected, "{size} {job:?}");
            compared += 1;
            positive += u64::from(expected > 0);
        }
        assert!(2 * positive >= wanted, "{positive} of {wanted} parts of {size} have solutions");
    }
}

/// Fewer boards with the same solutions and weights: all sets of columns that differ only in `free` columns of the east make up one
/// board, on which these columns are open in both halves. Otherwise the sets are divided by the highest free column.
///
/// The sets have the same size and the same columns outside of `free`.
fn merged(of: &[(ColumnSet, Subproblem)], free: u32) -> Vec<Subproblem> {
    let Some((first, board)) = of.first() else {
        return Vec::new();
    };
    let inside = (first.east & free).count_ones();
    let all_sets = binomial(free.count_ones(), inside);
    if of.len() as u64 == all_sets && of.iter().all(|(set, _)| set.weights == first.weights) {
        let mut merged = Board::new(board.board.size()).unwrap();
        merged = merged.with_queens(board.board.given().iter().copied()).unwrap();
        let is_closed =
            |square: &&Square| of.iter().all(|(_, other)| other.board.closed().contains(square));
        for &square in board.board.closed().iter().filter(is_closed) {
            merged = merged.with_closed(square).unwrap();
        }
        return vec![Subproblem { board: merged, ..board.clone() }];
    }
    let highest = 1 << free.ilog2();
    let (with, without): (Vec<_>, Vec<_>) =
        of.iter().cloned().partition(|(set, _)| set.east & highest != 0);
    [with, without].iter().flat_map(|part| merged(part, free ^ highest)).collect()
}

fn binomial(of: u32, taken: u32) -> u64 {
    (0..u64::from(taken)).fold(1, |product, i| product * (u64::from(of) - i) / (i + 1))
}

/// The boards of a job, merged.
fn merged_boards(join: &Join, id: u64) -> Vec<Subproblem> {
    let job = join.job(id);
    let sets = join.sets(job).into_iter().zip(Engine::subproblems(join, id).unwrap());
    let at_edge = job.edge.map_or(0, |edge| edge.count);
    merged(&sets.collect::<Vec<_>>(), (1 << (join.size / 2)) - (1 << at_edge))
}

/// The merged boards have the solutions of the job, by the cross and by the join.
#[test]
fn merged_boards_have_the_solutions_of_their_job() {
    for size in [9, 10, 11, 12] {
        let half = size as u32 / 2;
        for cut in [Cut { edge: 0, rows: 0 }, Cut { edge: 2, rows: 2 }, Cut { edge: half, rows: 1 }]
        {
            let join = Join::with_limits(size, cut, Limits::default());
            let mut worker = join.worker(Simd::best());
            let mut random = Random::new(size as u64);
            let (mut left_out, mut solutions) = (0, 0);
            for _ in 0..30 {
                let id = random.bits() % join.jobs();
                let boards = merged_boards(&join, id);
                left_out += Engine::subproblems(&join, id).unwrap().len() - boards.len();
                let expected: u64 = boards.iter().map(by_cross).sum();
                assert_eq!(count(&mut worker, id), expected, "{size}: job {id}, {cut:?}");
                solutions += expected;
            }
            let is_one_set = cut.edge == half;
            assert!((left_out > 0 || is_one_set) && solutions > 0, "{size}: {cut:?}, {left_out}");
        }
    }
}

/// Whole jobs of N = 25 to 28 that were drawn at random: the first of each size in `docs/data/join-jobs.csv`, or as many as
/// `QUEENS_JOBS` says. `QUEENS_SIZE` selects one size. The file has the counts by the join and by plain backtracking on a GPU.
///
/// Runs only with `QUEENS_LONG=1`: a job takes minutes, most of them for the cross.
#[test]
fn recorded_jobs_of_the_largest_boards_count_what_the_cross_counts() {
    if std::env::var_os("QUEENS_LONG").is_none() {
        return;
    }
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<usize>().unwrap());
    let (wanted, only) = (number("QUEENS_JOBS").unwrap_or(1), number("QUEENS_SIZE"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data/join-jobs.csv");
    let recorded = std::fs::read_to_string(path).unwrap();
    let rows = recorded.lines().skip(1).map(|line| {
        let mut numbers = line.split(',').map_while(|text| text.parse::<u64>().ok());
        (numbers.next().unwrap() as usize, numbers.next().unwrap(), numbers.next().unwrap())
    });
    let rows: Vec<(usize, u64, u64)> = rows.collect();
    for size in (25..=28).filter(|&size| only.is_none_or(|only| only == size)) {
        let join = Join::new(size);
        let of_size = rows.iter().filter(|row| row.0 == size).take(wanted);
        let mut compared = 0;
        for &(_, id, solutions) in of_size {
            let start = Instant::now();
            assert_eq!(count(&mut join.worker(Simd::best()), id), solutions, "{size}: job {id}");
            let by_join = start.elapsed();
            let boards = merged_boards(&join, id);
            let found: u64 = boards.iter().map(by_cross).sum();
            assert_eq!(found, solutions, "{size}: job {id}, {:?}", join.job(id));
            let both = start.elapsed();
            println!("N = {size}, job {id}: {solutions}, join {by_join:.1?}, both {both:.1?}");
            compared += 1;
        }
        assert!(compared > 0, "no job of N = {size} is recorded, or QUEENS_JOBS is 0");
    }
}

/// The drawing in the header of the module.
#[test]
fn bits_are_those_of_the_drawing() {
    let header = include_str!("mod.rs");
    let rows: Vec<Vec<&str>> = header
        .lines()
        .skip_while(|line| !line.contains("A  B  C  D  E  F  G  H             A  B"))
        .skip(1)
        .take(8)
        .map(|line| line.trim_start_matches("//!").split_whitespace().collect())
        .collect();
    let layout = Layout::new(8, None);
    let bit = |drawn: &str| drawn.parse().map_or(0, |bit: u32| 1_u64 << bit);
    for (row, drawn) in (0..8).rev().zip(rows) {
        assert_eq!(drawn[0], (row + 1).to_string());
        for col in 0..8 {
            let expected = bit(drawn[1 + col]) | bit(drawn[9 + col]);
            assert_eq!(layout.marks(row, col).crossing, expected, "row {row}, column {col}");
            assert_eq!(layout.marks(row, col).main, row == col || row + col == 7);
        }
    }
    assert_eq!(layout.bits, 12);
}

#[test]
#[should_panic(expected = "chunks")]
fn items_are_looked_up_only_in_tables_of_their_chunks() {
    let (mut tables, mut items) = (Tables::default(), Items::default());
    tables.resize(Portable, &Chunks::new(12));
    items.clear(&Chunks::new(16));
    items.append::<false>(Portable, masks_of(&[0xFFFF]).list(1), 0).unwrap();
    tables.lookup(&items);
}

#[test]
#[should_panic(expected = "complementary")]
fn quarters_are_paired_only_if_their_rows_are_complementary() {
    let (layout, mut builder) = (Layout::new(12, None), Builder::new(6));
    let (mut scalar, mut vector) = (ScalarQuarter::default(), VectorQuarter::default());
    let quarter = |side, columns| Quarter::new(Half::Lower, side, columns);
    builder.scalar(&layout, quarter(Side::West, 0b11), &mut scalar).unwrap();
    builder.vector(&layout, quarter(Side::East, 0b111), &mut vector).unwrap();
    let quarters = Quarters { scalar: &scalar, vector: &vector };
    paired(Portable, false, quarters, [true; GROUPS], u64::MAX);
}

#[test]
fn workers_hold_no_more_memory_than_is_said_to_be_needed() {
    for size in 14..=17 {
        let join = Join::new(size);
        let mut worker = join.worker(Simd::best());
        for job in 0..join.jobs() {
            worker.run(job, &Never, |_, _| Ok(())).unwrap();
        }
        let held = [worker.shared_memory(), worker.memory()];
        for (held, megabytes) in held.into_iter().zip(super::memory::megabytes(size)) {
            assert!((held as u64) < 1_000_000 * megabytes, "N = {size}: {held} bytes");
        }
    }
}

/// An allocation that no machine can make is an error that names the bytes, and the list is unchanged.
#[test]
fn too_large_a_list_is_an_error() {
    let mut masks = masks_of(&[1, 2, 3]);
    let count = usize::MAX / 16;
    let error = crate::Error::from(masks.reserve(count).unwrap_err());
    let crate::Error::Backend(crate::BackendError::NoMemory { bytes }) = error else {
        panic!("{error:?}");
    };
    assert!(bytes >= 4 * count as u64, "{bytes}");
    assert_eq!(masks.mask::<true>(2), 3);
    assert!(masks.reserve(1000).is_ok());
}
