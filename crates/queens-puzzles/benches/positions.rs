//! Times for positions: completions, blocked boards, excluded diagonals, puzzles. `cargo bench -p queens-puzzles --features sat`.

use queens::find;
use queens::report::duration;
use queens::{Never, Square};
use queens_puzzles::Position;
use queens_puzzles::puzzle::PuzzleRequest;
use queens_puzzles::solve::{self, Difficulty, Solve, Solver};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use random::{blocked, compatible, half_solvable};
use std::time::Instant;

#[path = "../tests/common/random.rs"]
mod random;

fn main() {
    random_solutions();
    first_solutions();
    completions();
    // The satisfiability solver takes minutes for some blocked boards larger than 40.
    for (size, boards, solvers) in [
        (20, 50, Solver::ALL),
        (30, 50, Solver::ALL),
        (40, 50, Solver::ALL),
        (48, 50, &[Solver::Domains]),
        (56, 20, &[Solver::Domains]),
    ] {
        let open = half_solvable(size);
        let label = format!("blocked, N = {size}, {open} open squares");
        solved(&label, boards, solvers, |seed| blocked(size, open, seed));
    }
    solved("empty board, N = 200", 1, Solver::ALL, |_| Position::new(200).unwrap());
    // The satisfiability solver takes minutes for boards larger than 18.
    for (size, solvers) in [(18, Solver::ALL), (20, &[Solver::Domains]), (22, &[Solver::Domains])] {
        solved(&format!("{size} excluded diagonals, N = {size}"), 20, solvers, |seed| {
            excluded(size, size as usize, seed)
        });
    }
    puzzles();
}

/// The best, the median and the worst of some times.
fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let [best, median, worst] =
        [0, times.len() / 2, times.len() - 1].map(|place| duration(times[place]));
    format!("best {best}, median {median}, worst {worst}")
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn random_solutions() {
    for size in [1_000, 100_000, 1_000_000, 10_000_000] {
        let times = (0..3).map(|seed| seconds(|| drop(find::random(size, seed, &Never).unwrap())));
        println!("random solution, N = {size}: {}", spread(times.collect()));
    }
}

fn first_solutions() {
    let times = (4..=30).map(|size| seconds(|| drop(solve::first(size, &Never).unwrap())));
    println!("first solution, N = 4..=30: {}", spread(times.collect()));
}

/// Random compatible queens, with an increasing number of given queens. Of the smaller boards about half have a solution.
fn completions() {
    for (size, given) in [(1000, 300), (1000, 500), (1000, 700), (56, 39), (100, 76), (200, 168)] {
        let label = format!("completion, N = {size}, {given} given");
        solved(&label, 20, &[Solver::Domains], |seed| compatible(size, given, seed));
    }
}

fn solved(label: &str, boards: u64, solvers: &[Solver], board: impl Fn(u64) -> Position) {
    for &solver in solvers {
        let mut found = 0;
        let mut times = Vec::new();
        for seed in 0..boards {
            let position = board(seed);
            let mut solution = None;
            let mut time =
                || seconds(|| solution = Solve::of(&position).by(solver).find(&Never).unwrap());
            let first = time();
            // Short times are the best of three, because other programs disturb them most.
            times.push(if first < 0.1 { first.min(time()).min(time()) } else { first });
            found += u64::from(solution.is_some());
        }
        println!("{label}: '{solver}' {found} of {boards} solvable; {}", spread(times));
    }
}

/// Closes random diagonals as long as every row and column keeps four open squares: CSPLib's hard instances of problem 79.
fn excluded(size: u32, diagonals: usize, seed: u64) -> Position {
    let mut random = Pcg64::seed_from_u64(seed);
    let lines =
        |square: &Square| [square.row + square.col, 2 * size + square.row + size - square.col];
    let mut order: Vec<u32> = (0..4 * size).collect();
    order.shuffle(&mut random);
    let mut closed: Vec<Square> = Vec::new();
    let mut taken = 0;
    for diagonal in order {
        let on = |square: &Square| lines(square).contains(&diagonal);
        let mut more = closed.clone();
        more.extend(Square::all(size as usize).filter(on));
        more.sort_unstable();
        more.dedup();
        let open =
            |of: &dyn Fn(&Square) -> bool| size as usize - more.iter().filter(|s| of(s)).count();
        let kept =
            (0..size).all(|line| open(&|s| s.row == line) >= 4 && open(&|s| s.col == line) >= 4);
        if kept && more.len() > closed.len() && taken < diagonals {
            closed = more;
            taken += 1;
        }
    }
    Position::new(size as usize).unwrap().with_closed(closed).unwrap()
}

fn puzzles() {
    for size in [8, 12, 16, 20] {
        for difficulty in Difficulty::ALL {
            let request = PuzzleRequest::new(size).difficulty(difficulty);
            let make = |seed| drop(request.clone().seed(seed).make(&Never).unwrap());
            let times = (0..20).map(|seed| seconds(|| make(seed)));
            println!("puzzle with regions, N = {size}, {difficulty}: {}", spread(times.collect()));
        }
    }
}
