//! The portable code of every method and the board types, on boards that an interpreter can count.
//!
//! The long tests (`cargo xtask test rust --long`) run this file and the unit tests of `board/` under Miri, which reports
//! undefined behaviour such as reading uninitialised memory. Miri is about a thousand times slower than compiled code, so the
//! boards are small. Vector code is not run: under Miri only `Simd::Portable` is available.

mod common;

/// A module, so that a name selects these tests together with those of `board/`.
mod portable {
    use super::common::known;
    use queens::{
        Board, Inline, JobByJob, Method, Never, Request, Simd, Solution, Symmetry, solutions,
    };
    use std::collections::BTreeSet;

    fn count(request: Request) -> u128 {
        request.run().unwrap().solutions
    }

    #[test]
    fn miri_runs_portable_code_only() {
        assert!(Simd::available().any(|simd| simd == Simd::Portable));
        if cfg!(miri) {
            assert_eq!(Simd::available().collect::<Vec<_>>(), [Simd::Portable]);
        }
    }

    #[test]
    fn every_method_counts_small_boards() {
        for method in Method::all() {
            // The engines also on boards with all kinds of jobs, of odd and even size.
            let is_engine = [Method::CROSS, Method::JOIN].contains(&method);
            let largest = match (is_engine, cfg!(miri)) {
                (false, true) => 5,
                (true, false) => 11,
                _ => 8,
            };
            for size in 0..=largest {
                let found = count(Request::count(size).unwrap().method(method));
                assert_eq!(found, known("solutions", size), "{method} N = {size}");
            }
        }
    }

    #[test]
    fn cross_counts_boards_with_given_queens_and_closed_squares() {
        let board = Board::new(8).unwrap().with_queen("A1".parse().unwrap()).unwrap();
        assert_eq!(count(Request::on(board.clone()).method(Method::CROSS)), 4);
        let closed = board.with_closed("B5".parse().unwrap()).unwrap();
        let plain = count(Request::on(closed.clone()).method(Method::BITMASK));
        assert!(plain < 4);
        assert_eq!(count(Request::on(closed).method(Method::CROSS)), plain);
    }

    #[cfg(feature = "threads")]
    #[test]
    fn threads_count_every_job_as_one_thread_does() {
        for (method, size) in [(Method::BITMASK, 6), (Method::CROSS, 7), (Method::JOIN, 6)] {
            let plan = Request::count(size).unwrap().method(method).plan().unwrap();
            let (mut alone, mut shared) = (JobByJob::new(&plan), JobByJob::new(&plan));
            plan.run_into(&Inline, &mut alone, &Never).unwrap();
            let threads = queens::Threads::new(2).unwrap();
            plan.run_into(&threads, &mut shared, &Never).unwrap();
            assert_eq!(shared.counts, alone.counts, "{method} N = {size}");
        }
    }

    #[test]
    fn solutions_of_small_boards_form_orbits() {
        for size in 0..=6 {
            let all: BTreeSet<Solution> = solutions(size).unwrap().collect();
            assert_eq!(all.len() as u128, known("solutions", size), "N = {size}");
            let canonical: Vec<&Solution> = all.iter().filter(|one| one.is_canonical()).collect();
            let orbits: BTreeSet<Solution> = canonical.iter().flat_map(|one| one.orbit()).collect();
            assert_eq!(orbits, all, "N = {size}");
            for solution in &all {
                for symmetry in Symmetry::ALL {
                    let image = solution.image(symmetry);
                    assert_eq!(&image.image(symmetry.inverse()), solution);
                    assert!(all.contains(&image));
                }
            }
        }
    }
}
