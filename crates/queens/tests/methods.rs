//! Every method against the next simpler one, the simplest against the definition, and all against published values.

mod common;

use common::{known, row, rows, sequence, up_to};
use queens::engines::{Order, search};
use queens::observe::Flow;
use queens::study::trace::{Step, Trace};
use queens::{
    Board, Method, Never, Observer, Request, RequestError, Solution, Square, Statistics, Total,
};

/// The largest board that a method counts in well under a second, or in the long tests in a few seconds.
fn quick(method: Method) -> usize {
    match method.name() {
        "tiles" => up_to(11, 9),
        "breadth" | "dancing-links" => up_to(13, 11),
        "stacked" | "bitmask-half" => up_to(16, 14),
        "bitmask" | "bitmask-iterative" => up_to(15, 13),
        _ => up_to(14, 12),
    }
}

fn listed(method: Method, size: usize) -> Vec<Solution> {
    let mut all = Vec::new();
    let visit = |solution| {
        all.push(solution);
        Flow::Continue(())
    };
    Request::count(size).unwrap().method(method).list(&Never, visit).unwrap();
    all
}

fn statistics(method: Method, size: usize) -> (u128, Statistics) {
    let total = Request::count(size).unwrap().method(method).statistics().run().unwrap();
    (total.solutions, total.statistics.unwrap())
}

/// Placements in each column, counted by an observer.
struct ByLevel(Vec<u64>);

impl Observer for ByLevel {
    #[inline]
    fn needs_rows(&self) -> bool {
        false
    }

    fn place(&mut self, col: usize, _row: usize) -> Flow {
        self.0[col] += 1;
        Flow::Continue(())
    }
}

#[test]
fn placements_by_level_are_those_of_plain_backtracking_and_the_published_ones() {
    for size in 0..=up_to(15, 13) {
        let total = Request::count(size).unwrap().by_level().run().unwrap();
        let whole = Request::count(size).unwrap().by_level().method(Method::BITMASK);
        assert_eq!(whole.run().unwrap().by_level, total.by_level, "N = {size}");
        let levels = total.by_level.unwrap();
        let (solutions, plain) = statistics(Method::BITMASK, size);
        assert_eq!(levels.iter().sum::<u64>(), plain.placements, "N = {size}");
        assert_eq!(total.statistics, Some(plain), "N = {size}");
        assert_eq!(total.solutions, solutions, "N = {size}");
        assert_eq!(levels.last().map_or(1, |&last| u128::from(last)), solutions, "N = {size}");
        if let Some((_, published)) = rows("tree_profiles").into_iter().find(|row| row.0 == size) {
            assert_eq!(levels, published[1..], "N = {size}");
        }
        if size <= 10 {
            let mut observer = ByLevel(vec![0; size]);
            search(Method::BITMASK, &Board::new(size).unwrap(), &mut observer).unwrap();
            assert_eq!(levels, observer.0, "N = {size}");
        }
    }
}

#[test]
fn placements_by_level_are_counted_on_empty_boards_with_bitmask_or_without_a_method() {
    let request = || Request::count(8).unwrap().by_level();
    let given = Board::new(8).unwrap().with_queens([Square::new(0, 0)]).unwrap();
    for request in [
        request().method(Method::STACKED),
        request().method(Method::CROSS),
        request().method(Method::BITMASK).tally(),
        request().tally(),
        request().only(queens::Rotation::By180),
        request().rules(queens::Rules::Torus),
        Request::on(given).by_level(),
    ] {
        assert_eq!(
            request.plan().err(),
            Some(queens::Error::Request(RequestError::ByLevelCounts)),
            "{request:?}"
        );
    }
    let total = request().method(Method::BITMASK).run().unwrap();
    assert_eq!(
        total,
        Total { jobs: 8, largest_job: total.largest_job, ..request().run().unwrap() }
    );
    let plan = request().plan().unwrap();
    let recounted: u64 = (0..plan.jobs()).map(|job| plan.recount(job, &Never).unwrap()).sum();
    assert_eq!(recounted, 92);
}

#[test]
fn the_simplest_method_finds_the_solutions_of_the_definition() {
    // All permutations of the rows, kept if no two queens attack each other.
    fn permutations(rows: &mut Vec<u32>, left: &mut Vec<u32>, keep: &mut Vec<Vec<u32>>) {
        if left.is_empty() {
            let square = |c: usize| Square::new(c as u32, rows[c]);
            let pairs = (0..rows.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            if !pairs.clone().any(|(a, b)| square(a).attacks(square(b))) {
                keep.push(rows.clone());
            }
        }
        for i in 0..left.len() {
            let row = left.remove(i);
            rows.push(row);
            permutations(rows, left, keep);
            rows.pop();
            left.insert(i, row);
        }
    }
    for size in 0..=7 {
        let mut by_definition = Vec::new();
        permutations(&mut Vec::new(), &mut (0..size as u32).collect(), &mut by_definition);
        let found: Vec<Vec<u32>> =
            listed(Method::ARRAYS, size).iter().map(|s| s.rows().to_vec()).collect();
        assert_eq!(found, by_definition, "N = {size}");
    }
}

#[test]
fn every_method_counts_the_published_totals_from_0() {
    for method in Method::all() {
        for (size, total) in sequence("solutions").into_iter().filter(|e| e.0 <= quick(method)) {
            let found = Request::count(size).unwrap().method(method).run().unwrap();
            assert_eq!(found.solutions, total, "{method} N = {size}");
        }
    }
}

#[test]
fn the_published_totals_of_the_library_are_those_of_the_data_file() {
    for (size, total) in sequence("solutions") {
        assert_eq!(queens::published(size), Some(total));
    }
    assert_eq!(queens::published(sequence("solutions").len()), None);
}

#[test]
fn the_list_is_as_long_as_the_count_and_in_order() {
    for size in 0..=up_to(13, 10) {
        let all: Vec<Solution> = queens::solutions(size).unwrap().collect();
        assert_eq!(all.len() as u128, known("solutions", size), "N = {size}");
        assert!(all.is_sorted_by(|one, next| one < next), "N = {size}");
    }
}

#[test]
fn every_method_lists_the_same_solutions_as_the_simplest() {
    for method in Method::searches() {
        for size in 0..=quick(method).min(9) {
            let plain = listed(Method::ARRAYS, size);
            let mut found = listed(method, size);
            match method.info().order.unwrap() {
                Order::Lexicographic => {}
                Order::Mirrored if size < 2 => {}
                Order::Mirrored => {
                    let firsts: Vec<_> = found.chunks(2).map(|pair| pair[0].clone()).collect();
                    assert!(firsts.is_sorted(), "{method} N = {size}");
                    assert!(found.chunks(2).all(|pair| pair[1] == pair[0].mirror()));
                    found.sort();
                }
                Order::AsFound => found.sort(),
            }
            assert_eq!(found, plain, "{method} N = {size}");
        }
    }
}

/// Methods that take the same steps in the same order, except for rejected squares.
#[test]
fn methods_of_one_family_take_the_same_steps() {
    let families: [(&[Method], bool); 3] = [
        (&[Method::ARRAYS, Method::ARRAYS_ITERATIVE, Method::BITSET, Method::BITSET_MUTABLE], true),
        (
            &[Method::ARRAYS, Method::BITSET_PIPELINE, Method::BITMASK, Method::BITMASK_ITERATIVE],
            false,
        ),
        (&[Method::ARRAYS_HALF, Method::BITMASK_HALF, Method::STACKED], false),
    ];
    for (family, with_rejects) in families {
        for size in 0..=7 {
            let steps = |method| {
                let mut steps = Trace::new(method, size).unwrap().steps(0, usize::MAX);
                steps.retain(|step| with_rejects || !matches!(step, Step::Reject { .. }));
                steps
            };
            for &method in &family[1..] {
                assert!(steps(method) == steps(family[0]), "{method} N = {size}");
            }
        }
    }
}

#[test]
fn placements_equal_those_of_the_published_tree() {
    for (size, nodes) in
        sequence("tree_nodes_with_root").into_iter().filter(|e| e.0 <= up_to(15, 12))
    {
        let plain = nodes - 1;
        let plain_methods = [Method::BITMASK, Method::BITSET_PIPELINE, Method::ARRAYS];
        let few = if size > 13 { 1 } else { 3 };
        for method in plain_methods.into_iter().take(few) {
            assert_eq!(u128::from(statistics(method, size).1.placements), plain, "{method} {size}");
        }
        for method in
            [Method::STACKED, Method::BITMASK_HALF, Method::ARRAYS_HALF].into_iter().take(few)
        {
            let half = statistics(method, size).1.placements;
            assert_eq!(u128::from(half), plain.div_ceil(2), "{method} {size}");
        }
    }
}

#[test]
fn breadth_takes_the_steps_of_thirds_program() {
    let (solutions, steps) = statistics(Method::BREADTH, 8);
    assert_eq!(solutions, 92);
    let found = (steps.placements, steps.dequeues, steps.rejects, steps.queue_peak);
    assert_eq!(found, (1866, 1103, 672, 351));
    assert_eq!(listed(Method::BREADTH, 8)[0].rows(), [5, 3, 6, 0, 7, 1, 4, 2]);
}

#[test]
fn tiles_takes_the_steps_of_thirds_program() {
    let (solutions, steps) = statistics(Method::TILES, 8);
    let raw = solutions + u128::from(steps.duplicates);
    assert_eq!((raw, solutions), (256, 92));
    assert_eq!((steps.placements, steps.dequeues, steps.queue_peak), (6401, 3942, 1275));
    for (size, raw, distinct) in [(9, 1056, 352), (10, 2180, 724)] {
        let (solutions, steps) = statistics(Method::TILES, size);
        assert_eq!((solutions + u128::from(steps.duplicates), solutions), (raw, distinct));
    }
}

#[test]
fn tallies_equal_the_published_ones() {
    for size in 0..=up_to(15, 14) {
        let total = Request::count(size).unwrap().tally().run().unwrap();
        let tally = total.tally.unwrap();
        let fundamental = if size == 0 { 1 } else { known("fundamental", size) };
        assert_eq!(u128::from(tally.fundamental), fundamental, "N = {size}");
        if size > 0 {
            assert_eq!(u128::from(tally.by_90), known("symmetric_90", size), "N = {size}");
            assert_eq!(u128::from(tally.by_90 + tally.by_180), known("symmetric_180", size));
        }
        assert_eq!(u128::from(tally.by_90 + tally.by_180 + tally.by_none), total.solutions);
    }
}

#[test]
fn solutions_by_first_queen_equal_the_published_ones() {
    for (size, by_first) in rows("first_row_column") {
        for method in Method::searches().filter(|&method| size <= quick(method)) {
            let total = Request::count(size).unwrap().method(method).tally().run().unwrap();
            assert_eq!(total.tally.unwrap().by_first, by_first, "{method} N = {size}");
        }
    }
    let half = row("first_row_column", "12_first_half");
    let by_first = Request::count(12).unwrap().tally().run().unwrap().tally.unwrap().by_first;
    assert_eq!(by_first[..6], half);
}

#[test]
fn the_first_solution_is_the_published_one() {
    for (size, first) in rows("lexicographically_first") {
        let found = queens::solutions(size).unwrap().next().unwrap();
        let found: Vec<u64> = found.rows().iter().map(|&row| u64::from(row) + 1).collect();
        assert_eq!(found, first, "N = {size}");
    }
}

#[test]
fn the_largest_job_limits_the_speedup_by_threads() {
    for (size, max_speedup) in [(12, "5.67"), (13, "6.52"), (14, "6.40")] {
        let request = Request::count(size).unwrap().method(Method::COLUMNS).statistics();
        assert_eq!(format!("{:.2}", request.run().unwrap().max_speedup().unwrap()), max_speedup);
    }
}

#[cfg(feature = "threads")]
#[test]
fn threads_count_what_one_thread_counts() {
    use queens::{Backend, Threads, Total};
    for method in [Method::STACKED, Method::COLUMNS, Method::BITMASK] {
        for size in 0..=11 {
            let request = Request::count(size).unwrap().method(method).statistics().tally();
            let plan = request.plan().unwrap();
            let mut total = Total::new(&plan);
            let threads = Threads::new(3).unwrap();
            threads.run(&plan, &plan.all_jobs(), &mut total, &Never).unwrap();
            assert_eq!(total, request.run().unwrap(), "{method} N = {size}");
        }
    }
}

#[test]
fn a_job_that_the_plan_does_not_have_is_an_error() {
    let cuts = [
        (Method::ARRAYS, 1),
        (Method::STACKED, 4),
        (Method::BITMASK, 8),
        (Method::CROSS, 30),
        (Method::JOIN, 44),
    ];
    for (method, jobs) in cuts {
        let plan = Request::count(8).unwrap().method(method).plan().unwrap();
        assert_eq!(plan.jobs(), jobs);
        assert!(plan.run_job(jobs - 1, &Never).is_ok());
        assert_eq!(
            plan.run_job(jobs, &Never),
            Err(queens::Error::Request(RequestError::NoSuchJob { job: jobs, jobs }))
        );
    }
}
