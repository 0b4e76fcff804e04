//! An engine of one's own, defined here and nowhere else, is planned, run on threads, recorded in a ledger and double-checked like
//! the built-in ones.

use queens::engines::{Engine, EngineInfo, EngineWorker, Statistic};
use queens::{
    Board, CheckError, Control, Count, Details, Error, Inline, JobByJob, JobResult, Machine,
    Method, Never, Plan, Problem, Request, RequestError, Simd, Square, Statistics, Subproblem,
    Threads, Weight,
};
use queens_ledger::{Ledger, Provenance, Runner};
use std::sync::Arc;

/// Tries all permutations by swapping, and is cut by the rows of the first two queens.
#[derive(Debug)]
struct Permutations {
    size: usize,
    firsts: Vec<[usize; 2]>,
}

static INFO: EngineInfo = EngineInfo {
    name: "permutations",
    idea: "all permutations by swapping, pruned by diagonals",
    max_n: 12,
    statistics: &[Statistic::PLACEMENTS],
    build: |problem| Arc::new(Permutations::new(problem)),
    ..EngineInfo::NEW
};

const PERMUTATIONS: Method = Method::new(&INFO);

impl Permutations {
    fn new(problem: &Problem) -> Self {
        let size = problem.board.size();
        let pairs = (0..size).flat_map(|one| (0..size).map(move |other| [one, other]));
        let firsts = pairs.filter(|[one, other]| one.abs_diff(*other) > 1).collect();
        Self { size, firsts }
    }

    fn extend(&self, rows: &mut Vec<usize>, placements: &mut u64) -> u64 {
        if rows.len() == self.size {
            return 1;
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
                found += self.extend(rows, placements);
                rows.pop();
            }
        }
        found
    }
}

impl Engine for Permutations {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.firsts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let rows = self.firsts[job as usize];
        let queens: Vec<Square> =
            (0..).zip(rows).map(|(col, row)| Square::new(col, row as u32)).collect();
        Ok(Subproblem::with_queens(&Board::new(self.size)?, &queens, Weight::Each(1)))
    }

    fn worker(&self, details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(Worker { engine: self, details })
    }
}

struct Worker<'a> {
    engine: &'a Permutations,
    details: Details,
}

impl EngineWorker for Worker<'_> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        let mut placements = 2;
        let mut rows = self.engine.firsts[job as usize].to_vec();
        let found = self.engine.extend(&mut rows, &mut placements);
        let mut count = Count::default();
        count.add(found, 1).ok_or(Error::Check(CheckError::Overflow { job }))?;
        let statistics = Statistics { placements, ..Statistics::default() };
        let statistics = self.details.statistics.then_some(statistics);
        Ok(JobResult { statistics, ..JobResult::new(count) })
    }
}

fn plan() -> Plan {
    Request::count(8).unwrap().method(PERMUTATIONS).plan().unwrap()
}

#[test]
fn it_is_planned_and_run_on_threads() {
    let plan = plan();
    assert_eq!((plan.name(), plan.jobs()), ("permutations", 42));
    for backend in [&Inline as &dyn queens::Backend, &Threads::new(3).unwrap()] {
        assert_eq!(plan.run(backend, &Never).unwrap().solutions, 92);
    }
    let machine = Machine::<Inline>::new(Threads::new(2).unwrap());
    let request = Request::count(8).unwrap().method(PERMUTATIONS).statistics();
    let (plan, _) = machine.plan(&request).unwrap();
    let total = plan.run(&machine, &Never).unwrap();
    let named = plan.named_statistics(&total).unwrap();
    assert_eq!(named, [("placements", total.statistics.unwrap().placements.into())]);
}

#[test]
fn what_its_row_does_not_promise_is_refused() {
    let given = Board::new(8).unwrap().with_queen("A1".parse().unwrap()).unwrap();
    let request = Request::on(given).method(PERMUTATIONS);
    assert_eq!(
        request.plan(),
        Err(Error::Request(RequestError::EmptyBoardOnly { method: PERMUTATIONS }))
    );
    let large = Request::count(13).unwrap().method(PERMUTATIONS);
    assert!(matches!(
        large.plan(),
        Err(Error::Request(RequestError::MethodTooSmall { size: 13, .. }))
    ));
    let sorted = Request::count(8).unwrap().method(PERMUTATIONS).tally();
    assert_eq!(
        sorted.plan(),
        Err(Error::Request(RequestError::CountsOnly { method: PERMUTATIONS }))
    );
}

#[test]
fn it_is_recorded_in_a_ledger_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.ledger");
    let [device, engine, program] = ["a test", "permutations", "tests"].map(String::from);
    let (plan, provenance) = (plan(), Provenance { device, engine, program });
    let by = Runner { backend: &Inline, provenance: &provenance };
    drop(Ledger::create(&path, &plan, None, &provenance).unwrap());
    let mut ledger = Ledger::resume_with(&path, &plan).unwrap();
    assert_eq!(ledger.missing().unwrap().len() as u64, plan.jobs());
    assert!(ledger.run(&plan, by, by, &Never).unwrap().failed.is_empty());
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
