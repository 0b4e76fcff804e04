//! Plans and their jobs, which run here or on other machines.

use crate::count::request;
use crate::device::{Choice, cores};
use crate::results::Typed;
use crate::run::{Size, bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::engines::ThreadUse;
use queens::estimate::Estimate;
use queens::results::PlanResult;
use queens::{Backend, Control, Error, JobResult, RequestError, Simd, Sink};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The jobs that are timed first on a GPU are enough for this many threads, so that they fill it.
const GPU_THREADS: usize = 64;

/// The work of a count as numbered jobs: pure data, the same on every machine.
#[pyclass(frozen, eq, module = "n_queens")]
#[derive(Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) inner: queens::Plan,
}

#[pymethods]
impl Plan {
    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.inner.name()
    }

    #[getter]
    fn jobs(&self) -> u64 {
        self.inner.jobs()
    }

    #[getter]
    fn statistics(&self) -> bool {
        self.inner.statistics()
    }

    #[classattr]
    const VERSION: u32 = queens::Plan::VERSION;

    /// The time and memory that the count needs on this machine, estimated by running jobs for about this many seconds.
    /// Threads beyond the cores of this machine are taken to be as fast as those it has.
    #[pyo3(signature = (*, threads=None, device="cpu", seconds=1.0))]
    fn estimate(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        device: &str,
        seconds: f64,
    ) -> PyResult<Typed<PlanResult>> {
        if seconds.is_nan() || seconds <= 0.0 {
            return Err(bad(format!("seconds={seconds}: jobs run for more than 0 seconds")));
        }
        let plan = &self.inner;
        let planned = match plan.threads() {
            ThreadUse::One => 1,
            ThreadUse::Any => threads.unwrap_or_else(cores),
            ThreadUse::OnePerFirstQueen => cores(),
        };
        // What was asked for is checked, what this machine has is used.
        Choice::new(device, threads)?;
        let here = planned.min(cores());
        let choice = Choice::new(device, Some(here))?;
        let start = Instant::now();
        let clock = || start.elapsed().as_secs_f64();
        let result = interruptible(py, |stop| {
            let machine = choice.machine()?;
            let estimate = |threads| Estimate::of(plan, &machine, threads, seconds, &clock, stop);
            if let Some(gpus) = machine.accelerates(plan) {
                return Ok(PlanResult::new(plan, &estimate(GPU_THREADS)?, gpus.memory(), None));
            }
            let mut estimate = estimate(here)?;
            estimate.seconds *= here as f64 / planned as f64;
            let result = PlanResult::new(plan, &estimate, estimate.memory(planned), None);
            Ok(result.on_threads(planned, Simd::best()))
        })?;
        Ok(Typed(result))
    }

    /// At most this many jobs, spread evenly over the plan.
    fn sample(&self, most: u64) -> Vec<u64> {
        self.inner.sample(most)
    }

    fn __len__(&self) -> usize {
        self.inner.jobs() as usize
    }

    fn __repr__(&self) -> String {
        let (n, method, jobs) = (self.n(), self.method(), self.jobs());
        format!("Plan(n={n}, method='{method}', jobs={jobs})")
    }

    fn __reduce__(slf: PyRef<'_, Self>) -> PyResult<(Bound<'_, PyAny>, Named)> {
        let make = slf.py().import("n_queens")?.getattr("_restored_plan")?;
        Ok((make, (slf.n(), slf.method(), slf.statistics(), Self::VERSION, slf.jobs())))
    }
}

/// What a plan is made from again: the size, the method, whether steps are counted; its version and jobs tell whether it is the same.
type Named = (usize, &'static str, bool, u32, u64);

/// The plan of a count, by the fastest method unless one is named.
#[pyfunction]
#[pyo3(signature = (n, *, method=None, statistics=false))]
pub(crate) fn plan(n: Size, method: Option<&str>, statistics: bool) -> PyResult<Plan> {
    let inner = request(n.0, method, statistics)?.plan().map_err(|error| of_library(&error))?;
    Ok(Plan { inner })
}

/// What a job found: its number, solutions, their two remainders, queens placed if they were counted, seconds.
pub(crate) type Found = (u64, u64, (u64, u64), Option<u64>, f64);

/// Runs some jobs of a plan, on one thread unless more are asked for.
#[pyfunction]
#[pyo3(signature = (plan, ids, *, threads=1, device="cpu"))]
pub(crate) fn run_jobs(
    py: Python<'_>,
    plan: PyRef<'_, Plan>,
    ids: Vec<u64>,
    threads: usize,
    device: &str,
) -> PyResult<Vec<Found>> {
    let choice = Choice::new(device, Some(threads))?;
    let plan = plan.inner.clone();
    if let Some(&job) = ids.iter().find(|&&job| job >= plan.jobs()) {
        return Err(of_library(&Error::Request(RequestError::NoSuchJob {
            job,
            jobs: plan.jobs(),
        })));
    }
    interruptible(py, |stop| {
        let timer = Timer { stop, begun: Mutex::default() };
        let mut kept = Collected { found: Vec::new(), timer: &timer };
        choice.machine()?.run(&plan, &ids, &mut kept, &timer)?;
        Ok(kept.found)
    })
}

/// Records when jobs are started.
struct Timer<'a> {
    stop: &'a AtomicBool,
    begun: Mutex<HashMap<u64, Instant>>,
}

impl Control for Timer<'_> {
    fn stopped(&self) -> bool {
        self.stop.stopped()
    }

    fn begun(&self, job: u64) {
        self.begun.lock().expect("no holder of the lock panics").insert(job, Instant::now());
    }
}

struct Collected<'a, 'b> {
    found: Vec<Found>,
    timer: &'a Timer<'b>,
}

impl Sink for Collected<'_, '_> {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        let begun = self.timer.begun.lock().expect("no holder of the lock panics").remove(&job);
        let seconds = begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let placements = result.statistics.map(|statistics| statistics.placements);
        let [one, other] = result.count.residues;
        self.found.push((job, result.count.solutions, (one, other), placements, seconds));
        Ok(())
    }
}
