//! An engine that is defined outside the library can be planned, run on threads, recorded in a ledger and double-checked like
//! the engines of the library.

use crate::common::{create, place};
use queens::engines::{Engine, EngineInfo, EngineWorker, Statistic};
use queens::{
    Board, CheckError, Control, Count, Details, Error, Inline, JobByJob, JobResult, Machine,
    Method, Never, Plan, Problem, Request, RequestError, Simd, Square, Statistics, Subproblem,
    Threads, Weight,
};
use queens_ledger::Ledger;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Backtracking that compares each square with all queens placed, cut by the rows of the first two queens.
#[derive(Debug)]
struct Comparing {
    size: usize,
    firsts: Vec<Vec<usize>>,
}

static INFO: EngineInfo = EngineInfo {
    name: "comparing",
    idea: "each square compared with all queens placed",
    max_n: 12,
    statistics: &[Statistic::PLACEMENTS],
    build: |problem| Arc::new(Comparing::new(problem)),
    ..EngineInfo::NEW
};

const COMPARING: Method = Method::new(&INFO);

impl Comparing {
    fn new(problem: &Problem) -> Self {
        let size = problem.board.size();
        let pairs = (0..size).flat_map(|one| (0..size).map(move |other| vec![one, other]));
        let firsts = match size {
            0 | 1 => vec![vec![]],
            _ => pairs.filter(|rows| rows[0].abs_diff(rows[1]) > 1).collect(),
        };
        Self { size, firsts }
    }

    fn extend(
        &self,
        rows: &mut Vec<usize>,
        placements: &mut u64,
        control: &dyn Control,
    ) -> Result<u64, Error> {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        if rows.len() == self.size {
            return Ok(1);
        }
        let mut found = 0;
        for row in 0..self.size {
            let col = rows.len();
            let attacked = |(other, &taken): (usize, &usize)| {
                taken == row || taken.abs_diff(row) == col - other
            };
            if !rows.iter().enumerate().any(attacked) {
                *placements += 1;
                rows.push(row);
                found += self.extend(rows, placements, control)?;
                rows.pop();
            }
        }
        Ok(found)
    }
}

impl Engine for Comparing {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.firsts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let rows = &self.firsts[job as usize];
        let queens: Vec<Square> =
            (0..).zip(rows).map(|(col, &row)| Square::new(col, row as u32)).collect();
        Ok(Subproblem::with_queens(&Board::new(self.size)?, &queens, Weight::Each(1)))
    }

    fn worker(&self, details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(Worker { engine: self, details })
    }
}

struct Worker<'a> {
    engine: &'a Comparing,
    details: Details,
}

impl EngineWorker for Worker<'_> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let mut rows = self.engine.firsts[job as usize].clone();
        let mut placements = rows.len() as u64;
        let found = self.engine.extend(&mut rows, &mut placements, control)?;
        let mut count = Count::default();
        count.add(found, 1).ok_or(Error::Check(CheckError::Overflow { job }))?;
        let statistics = Statistics { placements, ..Statistics::default() };
        let statistics = self.details.statistics.then_some(statistics);
        Ok(JobResult { statistics, ..JobResult::new(count) })
    }
}

fn plan() -> Plan {
    Request::count(8).unwrap().method(COMPARING).plan().unwrap()
}

#[test]
fn it_is_planned_and_run_on_threads() {
    let plan = plan();
    assert_eq!((plan.name(), plan.jobs()), ("comparing", 42));
    for backend in [&Inline as &dyn queens::Backend, &Threads::new(3).unwrap()] {
        assert_eq!(plan.run(backend, &Never).unwrap().solutions, 92);
    }
    let machine = Machine::<Inline>::new(Threads::new(2).unwrap());
    let request = Request::count(8).unwrap().method(COMPARING).statistics();
    let (plan, _) = machine.plan(&request).unwrap();
    let total = plan.run(&machine, &Never).unwrap();
    let named = plan.named_statistics(&total).unwrap();
    assert_eq!(named, [("placements", total.statistics.unwrap().placements.into())]);
}

#[test]
fn it_counts_small_boards_and_stops() {
    for size in 0..=7 {
        let total = Request::count(size).unwrap().method(COMPARING).run().unwrap();
        assert_eq!(Some(total.solutions), queens::published(size), "N = {size}");
    }
    assert_eq!(plan().run(&Inline, &AtomicBool::new(true)), Err(Error::Stopped));
}

#[test]
fn unsupported_requests_are_rejected() {
    let given = Board::new(8).unwrap().with_queen("A1".parse().unwrap()).unwrap();
    let request = Request::on(given).method(COMPARING);
    assert_eq!(
        request.plan(),
        Err(Error::Request(RequestError::EmptyBoardOnly { method: COMPARING }))
    );
    let large = Request::count(13).unwrap().method(COMPARING);
    assert!(matches!(
        large.plan(),
        Err(Error::Request(RequestError::MethodTooSmall { size: 13, .. }))
    ));
    let sorted = Request::count(8).unwrap().method(COMPARING).tally();
    assert_eq!(sorted.plan(), Err(Error::Request(RequestError::CountsOnly { method: COMPARING })));
}

#[test]
fn it_is_recorded_in_a_ledger_and_resumed() {
    let (_folder, path) = place();
    let plan = plan();
    drop(create(&path, &plan));
    let mut ledger = Ledger::resume_with(&path, &plan).unwrap();
    assert_eq!(ledger.missing().unwrap().len() as u64, plan.jobs());
    assert!(crate::common::run(&mut ledger, &Inline).unwrap().failed.is_empty());
    assert_eq!(ledger.sums().unwrap().solutions, 92);
    drop(ledger);
    let ledger = Ledger::resume_with(&path, &plan).unwrap();
    assert!(ledger.missing().unwrap().is_empty());
    // A program that does not know the engine says so.
    assert!(Ledger::open(&path).is_err());
}

#[test]
fn it_is_double_checked() {
    let plan = plan();
    let mut found = JobByJob::new(&plan);
    plan.run_into(&Inline, &mut found, &Never).unwrap();
    let checked = plan.double_check(&found, 5, &Inline, &Never).unwrap();
    assert_eq!((checked.other, checked.recounted.len()), (Some(Method::CROSS), 5));
    // A wrong job is named.
    let job = checked.recounted[2];
    found.counts[job as usize] = found.counts[job as usize].map(|count| count + 1);
    let error = plan.double_check(&found, 5, &Inline, &Never).unwrap_err();
    assert!(
        matches!(error, Error::Check(CheckError::WrongJob { job: wrong, .. }) if wrong == job),
        "{error}"
    );
}
