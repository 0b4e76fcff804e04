//! Plans are the same in every build: the division into jobs, the boards of each job, and its results.
//!
//! `data/plans.csv` was written by the version that introduced it. A change of the division must change `Plan::VERSION` and the
//! file; `QUEENS_WRITE_PLANS=1 cargo test --test plans` writes it again.

use queens::{
    Board, Method, Never, Plan, Queens, Regions, Request, Rotation, Rules, Simd, Subproblem, Weight,
};
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/plans.csv");
const KNOWN: &str = include_str!("data/plans.csv");
/// The largest board whose plan is compared.
const LARGEST: usize = 20;
/// The largest board whose plan by `join` is compared: its jobs are cut differently from N = 25 on.
const LARGEST_JOIN: usize = 28;
/// Up to this size the boards of all jobs are compared, on larger boards those of some jobs.
const ALL_JOBS: usize = 12;
/// The number of jobs of a larger plan whose boards are compared.
const SAMPLE: u64 = 4;

/// The hash FNV-1a, which is the same on every platform.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |digest: u64, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// The plans that are compared, each with the largest size for which it is also run.
fn plans(size: usize) -> Vec<(String, Plan, usize)> {
    let request = || Request::count(size).unwrap();
    let mut plans = Vec::new();
    for info in Method::all().map(Method::info).filter(|info| size <= info.max_n) {
        let counted = if ["cross", "join"].contains(&info.name) { 13 } else { 8 };
        plans.push((info.name.to_string(), request().method(Method::new(info)), counted));
        if !info.statistics.is_empty() {
            let name = format!("{} statistics", info.name);
            plans.push((name, request().method(Method::new(info)).statistics(), counted.min(11)));
        }
    }
    plans.extend(
        Rotation::ALL
            .map(|rotation| (format!("symmetric {rotation}"), request().only(rotation), 14)),
    );
    plans.extend(Rotation::ALL.map(|rotation| {
        let request = request().rules(Rules::Superqueens).only(rotation);
        (format!("symmetric superqueens {rotation}"), request, 14)
    }));
    plans.push(("levels".to_string(), request().by_level(), 11));
    for rules in [Rules::Torus, Rules::Superqueens, Rules::Semiqueens, Rules::Reflecting] {
        plans.push((rules.to_string(), request().rules(rules), 11));
    }
    let names = ('A'..).take(size).map(|name| vec![name; size]);
    let regions = Regions::new(&names.collect::<Vec<_>>()).unwrap();
    for stars in (1..=2).filter(|&stars| stars == 1 || size >= 8) {
        let board = Board::new(size).unwrap().with_regions(regions.clone(), stars).unwrap();
        let name = format!("regions {stars}");
        plans.push((name, Request::on(board), if stars == 1 { 11 } else { 9 }));
    }
    for (queens, counted) in [
        (Queens::Exactly(1), 20),
        (Queens::Exactly(5), 10),
        (Queens::Any, 8),
        (Queens::Maximal, 8),
        (Queens::WithPawn, 9),
    ] {
        // With N queens it is another plan.
        let exactly =
            if queens == Queens::Exactly(size) { Queens::Exactly(size + 1) } else { queens };
        plans.push((format!("queens {exactly}"), request().queens(exactly), counted));
    }
    plans
        .into_iter()
        .map(|(name, request, counted)| (name, request.plan().unwrap(), counted))
        .collect()
}

fn weight(weight: Weight) -> String {
    match weight {
        Weight::Each(weight) => format!("{weight}"),
        Weight::MainDiagonals([none, one, two]) => format!("diagonals {none} {one} {two}"),
        Weight::Fixed(rotation, weight) => format!("fixed {rotation} {weight}"),
        Weight::Pawn(square, weight) => format!("pawn {square} {weight}"),
        Weight::LeastEdges => "least edges".to_string(),
    }
}

/// The boards of some jobs, as text.
fn boards(plan: &Plan) -> String {
    let mut text = String::new();
    let jobs = if plan.size() <= ALL_JOBS { plan.jobs() } else { SAMPLE };
    for job in plan.sample(jobs) {
        let Ok(subproblems) = plan.subproblems(job) else { return "none".to_string() };
        for Subproblem { board, weight: w } in subproblems {
            let mut given = board.given().to_vec();
            given.sort();
            write!(text, "{job}: {} {given:?}", weight(w)).unwrap();
            board
                .open()
                .iter()
                .for_each(|rows| write!(text, " {:?}", rows.iter().collect::<Vec<_>>()).unwrap());
        }
    }
    text
}

/// The results of all jobs, as text.
fn found(plan: &Plan) -> String {
    let mut text = String::new();
    let mut worker = plan.worker(Simd::best());
    for job in 0..plan.jobs() {
        let result = worker.run(job, &Never).unwrap();
        write!(text, "{job}: {} {:?};", result.count.solutions, result.count.residues).unwrap();
        if let Some(s) = result.statistics {
            let steps = [s.placements, s.rejects, s.dequeues, s.queue_peak, s.duplicates];
            write!(text, " {steps:?}").unwrap();
        }
    }
    text
}

#[test]
fn jobs_are_the_same_in_every_build() {
    let mut lines = "plan,n,version,jobs,boards,found\n".to_string();
    for size in 0..=LARGEST {
        for (name, plan, counted) in plans(size) {
            let boards = digest(&boards(&plan));
            let found = if size <= counted {
                format!("{:016x}", digest(&found(&plan)))
            } else {
                String::new()
            };
            let (version, jobs) = (Plan::VERSION, plan.jobs());
            writeln!(lines, "{name},{size},{version},{jobs},{boards:016x},{found}").unwrap();
        }
    }
    for size in LARGEST + 1..=LARGEST_JOIN {
        let plan = Request::count(size).unwrap().method(Method::JOIN).plan().unwrap();
        let (version, jobs, boards) = (Plan::VERSION, plan.jobs(), digest(&boards(&plan)));
        writeln!(lines, "join,{size},{version},{jobs},{boards:016x},").unwrap();
    }
    if std::env::var_os("QUEENS_WRITE_PLANS").is_some() {
        return std::fs::write(FILE, lines).unwrap();
    }
    for (line, known) in lines.lines().zip(KNOWN.lines()) {
        assert_eq!(line, known);
    }
    assert_eq!(lines.lines().count(), KNOWN.lines().count());
}
