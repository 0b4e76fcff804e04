//! Plans and their jobs, which run here or anywhere.

use crate::count::{Choice, request};
use crate::run::{Size, interruptible, of_library};
use pyo3::prelude::*;
use queens::{Backend, Control, Error, JobResult, RequestError, Sink};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

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

    /// So many jobs, spread evenly over the plan.
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

/// What makes a plan anew: the size, the method, whether steps are counted; and its version and jobs, to tell whether it is the same.
type Named = (usize, &'static str, bool, u32, u64);

/// The plan of a count; without a method that of the fastest.
#[pyfunction]
#[pyo3(signature = (n, *, method=None, statistics=false))]
pub(crate) fn plan(n: Size, method: Option<&str>, statistics: bool) -> PyResult<Plan> {
    let inner = request(n.0, method, statistics)?.plan().map_err(|error| of_library(&error))?;
    Ok(Plan { inner })
}

/// What a job found: its number, solutions, their two remainders, queens set if they were counted, seconds.
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

/// Hears when jobs are begun.
struct Timer<'a> {
    stop: &'a AtomicBool,
    begun: Mutex<HashMap<u64, Instant>>,
}

impl Control for Timer<'_> {
    fn stopped(&self) -> bool {
        self.stop.stopped()
    }

    fn begun(&self, job: u64) {
        self.begun.lock().expect("nobody panics with it").insert(job, Instant::now());
    }
}

struct Collected<'a, 'b> {
    found: Vec<Found>,
    timer: &'a Timer<'b>,
}

impl Sink for Collected<'_, '_> {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        let begun = self.timer.begun.lock().expect("nobody panics with it").remove(&job);
        let seconds = begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let placements = result.statistics.map(|statistics| statistics.placements);
        let [one, other] = result.count.residues;
        self.found.push((job, result.count.solutions, (one, other), placements, seconds));
        Ok(())
    }
}
