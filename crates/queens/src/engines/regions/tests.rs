//! Tests of the engine for regions.

use super::endings::Endings;
use super::state::{Needs, Partial, Rest};
use super::table::Table;
use super::*;
use crate::{Never, Plan, Regions, Request};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::sync::atomic::AtomicBool;

/// The board of a position in short form: `size:4 regions:AABB/ACBB/ACDD/CCDD stars:1 given:A1 closed:B3`.
fn board(text: &str) -> Board {
    let value = |key: &str| {
        let mut values = text.split_whitespace().filter_map(move |word| word.strip_prefix(key));
        values.next().into_iter()
    };
    let squares = |key: &'static str| {
        value(key).flat_map(|names| names.split(',')).map(|name| name.parse::<Square>().unwrap())
    };
    let rows = value("regions:").flat_map(|rows| rows.split('/'));
    let regions = Regions::new(&rows.map(|row| row.chars().collect()).collect::<Vec<_>>());
    let stars = value("stars:").next().map_or(1, |stars| stars.parse().unwrap());
    let board = Board::new(value("size:").next().unwrap().parse().unwrap()).unwrap();
    let board = board.with_regions(regions.unwrap(), stars).unwrap();
    let board = squares("closed:").fold(board, |board, square| board.with_closed(square).unwrap());
    board.with_queens(squares("given:")).unwrap()
}

fn plan(text: &str) -> Plan {
    Request::on(board(text)).plan().unwrap()
}

/// The position in which every row is a region.
fn rows(size: usize, more: &str) -> String {
    let names = ('A'..).take(size).map(|name| name.to_string().repeat(size));
    let regions = names.collect::<Vec<_>>().join("/");
    format!("size:{size} rules:regions regions:{regions} {more}")
}

fn total(plan: &Plan) -> u64 {
    (0..plan.jobs()).map(|job| plan.run_job(job, &Never).unwrap().count.solutions).sum()
}

#[test]
fn every_job_counts_what_plain_backtracking_counts() {
    let corners = "size:8 rules:regions regions:AAAABBBB/AAAABBBB/CCCCDDDD/CCCCDDDD/EEEEFFFF/EEEEFFFF/GGGGHHHH/GGGGHHHH";
    for text in [
        rows(1, ""),
        rows(4, ""),
        rows(8, ""),
        rows(8, "stars:2"),
        rows(9, "stars:2 given:B2,E7 closed:D4,D5"),
        rows(7, "given:D4 closed:A1"),
        corners.to_string(),
        format!("{corners} stars:2"),
        format!("{corners} stars:2 given:A8"),
        format!("{corners} stars:3"),
    ] {
        let plan = plan(&text);
        for job in 0..plan.jobs() {
            let found = plan.run_job(job, &Never).unwrap().count.solutions;
            assert_eq!(found, plan.recount(job, &Never).unwrap(), "{text}: job {job}");
        }
    }
}

#[test]
fn jobs_that_end_within_a_line_are_recounted_too() {
    let plan = plan(&rows(12, "stars:3 closed:A1"));
    let engine = plan.engine_as::<RegionBoard>().unwrap();
    assert!(engine.starts.iter().all(|start| start.len() % 3 != 0));
    for job in plan.sample(20) {
        let found = plan.run_job(job, &Never).unwrap().count.solutions;
        assert_eq!(found, plan.recount(job, &Never).unwrap(), "job {job}");
    }
}

#[test]
fn rows_as_regions_have_the_published_numbers() {
    // A002464: permutations without neighbouring numbers next to each other.
    let published = [1, 1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479_306, 5_296_790, 63_779_034];
    for (size, number) in published.into_iter().enumerate().skip(1) {
        assert_eq!(total(&plan(&rows(size, ""))), number, "N = {size}");
    }
}

#[test]
fn a_table_grows_and_an_entry_replaces_another_one() {
    let mut table = Table::<1>::new();
    let rest = |number| Rest { needs: Needs { crossings: [number], regions: [1] }, near: 0 };
    for number in 0..20_000 {
        table.keep(3, &rest(number), u64::from(number));
        assert_eq!(table.get(3, &rest(number)), Some(number.into()));
        assert_eq!(table.get(4, &rest(number)), None);
    }
    assert!(table.memory() > 4096 * 24, "{} bytes", table.memory());
    let kept: Vec<u32> = (0..20_000).filter(|&n| table.get(3, &rest(n)).is_some()).collect();
    assert!((2_000..20_000).contains(&kept.len()), "{} entries", kept.len());
    assert!(kept.iter().all(|&number| table.get(3, &rest(number)) == Some(number.into())));
}

#[test]
fn lines_go_in_the_direction_that_cuts_fewer_regions() {
    let by_columns = |text: &str| plan(text).engine_as::<RegionBoard>().unwrap().lines.columns;
    assert!(!by_columns(&rows(8, "")));
    let columns = ["ABCDEFGH"; 8].join("/");
    assert!(by_columns(&format!("size:8 rules:regions regions:{columns}")));
}

#[test]
fn queens_that_do_not_fit_need_no_search() {
    assert_eq!(plan(&rows(7, "stars:3")).jobs(), 0);
    assert_eq!(plan(&rows(4, "stars:2")).jobs(), 0);
}

#[test]
fn a_control_stops_a_job() {
    let plan = plan(&rows(20, ""));
    assert_eq!(plan.run_job(0, &AtomicBool::new(true)), Err(Error::Stopped));
}

#[test]
fn a_count_that_does_not_fit_into_64_bits_is_an_error() {
    let plan = plan(&rows(9, ""));
    let engine = plan.engine_as::<RegionBoard>().unwrap();
    let shared = Shared::new();
    let mut worker = RegionWorker::<1>::new(engine, &shared);
    let partial =
        engine.starts[0].iter().fold(Partial::empty(&engine.lines), |partial, crossing| {
            Partial::with_queen(partial, 1 << crossing, &engine.lines).unwrap()
        });
    worker.table.keep(partial.line, &partial.rest, u64::MAX);
    let overflow = Error::Check(CheckError::Overflow { job: 0 });
    assert_eq!(worker.run(0, &Never), Err(overflow));
}

/// Random regions: every square in any region, or regions that grow from one square each.
fn random_regions(size: usize, connected: bool, random: &mut Pcg64) -> String {
    let mut region: Vec<Option<usize>> = vec![None; size * size];
    let mut squares: Vec<usize> = (0..size * size).collect();
    squares.shuffle(random);
    if connected {
        squares.iter().take(size).enumerate().for_each(|(number, &at)| region[at] = Some(number));
        while region.contains(&None) {
            let at = random.random_range(0..size * size);
            let (row, col) = (at / size, at % size);
            let near = [
                (row, col.wrapping_sub(1)),
                (row, col + 1),
                (row.wrapping_sub(1), col),
                (row + 1, col),
            ];
            let near = near.into_iter().filter(|&(row, col)| row < size && col < size);
            let near: Vec<usize> = near.filter_map(|(row, col)| region[row * size + col]).collect();
            region[at] = region[at].or_else(|| near.choose(random).copied());
        }
    } else {
        squares.iter().enumerate().for_each(|(number, &at)| region[at] = Some(number % size));
    }
    let name = |region: &Option<usize>| char::from(b'A' + region.unwrap() as u8);
    let rows = region.chunks(size).map(|row| row.iter().map(name).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn endings_of_every_length_give_the_same_count() {
    let mut random = Pcg64::seed_from_u64(2);
    for given in ["", " given:D5", " given:B9 closed:A1"] {
        for connected in [false, true] {
            let regions = random_regions(9, connected, &mut random);
            let text = format!("size:9 rules:regions regions:{regions}{given}");
            let plan = plan(&text);
            let engine = plan.engine_as::<RegionBoard>().unwrap();
            let expected = total(&plan);
            let mut endings = Some(Endings::<1>::new(&engine.reverse));
            while let Some(now) = endings {
                let mut rests = Vec::new();
                states(&engine.lines, Partial::empty(&engine.lines), now.line, &mut rests);
                let found = now.count(&mut rests, &mut Vec::new());
                assert_eq!(found, expected, "{text}: endings from line {}", now.line);
                assert!(rests.is_empty());
                let can_grow = now.cost_of_deeper().is_some();
                endings =
                    if can_grow { now.deeper(&engine.reverse, &Never).ok().unwrap() } else { None };
            }
        }
    }
}

/// All states before a line.
fn states(lines: &Lines, partial: Partial<1>, line: usize, rests: &mut Vec<Rest<1>>) {
    if partial.line == line {
        return rests.push(partial.rest);
    }
    partial.fill_line(lines, &mut |_, next| states(lines, next, line, rests));
}

#[test]
fn a_long_search_looks_up_more_lines_and_forgets_them() {
    let mut random = Pcg64::seed_from_u64(3);
    let regions = random_regions(12, false, &mut random);
    let plan = plan(&format!("size:12 rules:regions regions:{regions}"));
    let engine = plan.engine_as::<RegionBoard>().unwrap();
    let AnyEndings::One(shared) = &engine.endings else { panic!("one star") };
    let mut worker = RegionWorker::new(engine, shared);
    let begin = worker.bytes();
    let first: Vec<_> = (0..plan.jobs()).map(|job| worker.run(job, &Never).unwrap()).collect();
    assert!(worker.bytes() > 10 * begin, "{begin} bytes at first, then {}", worker.bytes());
    // Another worker begins with what the first one has made.
    let mut other = RegionWorker::new(engine, shared);
    assert!(other.bytes() > 10 * begin, "{} bytes", other.bytes());
    engine.forget();
    assert_eq!(RegionWorker::new(engine, shared).bytes(), begin);
    for (job, first) in first.into_iter().enumerate().step_by(7) {
        assert_eq!(other.run(job as u64, &Never).unwrap(), first, "job {job}");
    }
}
