//! `n_queens.count`.

use crate::run::{Size, bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::{Backend, Error, Method, Plan, Request, Rules, Threads, Total};
use queens_cuda::{Cuda, Device};
use std::collections::BTreeMap;
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

/// How many solutions, and how they were counted.
#[pyclass(frozen, eq, get_all, module = "n_queens")]
#[derive(PartialEq)]
pub(crate) struct Count {
    /// The size of the board.
    n: usize,
    /// The number of solutions, exact.
    solutions: u128,
    /// What counted them.
    method: String,
    /// How long the engine took.
    seconds: f64,
    /// The jobs that the work was cut into.
    jobs: u64,
    /// The statistics of the method, if they were asked for.
    statistics: Option<BTreeMap<String, u128>>,
}

impl Count {
    pub(crate) fn of(plan: &Plan, total: &Total, seconds: f64) -> Self {
        let statistics = total.statistics.map(|statistics| {
            let value = |s: &queens::methods::Statistic| s.value(&statistics, total.solutions);
            let all = plan.method().info().statistics.iter();
            all.map(|statistic| (statistic.name.to_string(), value(statistic))).collect()
        });
        Self {
            n: plan.size(),
            solutions: total.solutions,
            method: plan.name().to_string(),
            seconds,
            jobs: plan.jobs(),
            statistics,
        }
    }
}

/// What makes a count anew.
type Fields = (usize, u128, String, f64, u64, Option<BTreeMap<String, u128>>);

#[pymethods]
impl Count {
    #[new]
    fn new(
        n: usize,
        solutions: u128,
        method: String,
        seconds: f64,
        jobs: u64,
        statistics: Option<BTreeMap<String, u128>>,
    ) -> Self {
        Self { n, solutions, method, seconds, jobs, statistics }
    }

    fn __getnewargs__(&self) -> Fields {
        let Self { n, solutions, method, seconds, jobs, statistics } = self;
        (*n, *solutions, method.clone(), *seconds, *jobs, statistics.clone())
    }

    fn __int__(&self) -> u128 {
        self.solutions
    }

    fn __repr__(&self) -> String {
        let Self { n, solutions, method, seconds, .. } = self;
        let statistics = self.statistics.iter().flatten();
        let statistics: String =
            statistics.map(|(name, value)| format!(", {name}={value}")).collect();
        format!(
            "Count(n={n}, solutions={solutions}, method='{method}', seconds={seconds:.6}{statistics})"
        )
    }
}

/// Counts the solutions of the empty board.
#[pyfunction]
#[pyo3(signature = (n, *, method=None, threads=None, device="cpu", rules="queens", statistics=false))]
pub(crate) fn count(
    py: Python<'_>,
    n: Size,
    method: Option<&str>,
    threads: Option<usize>,
    device: &str,
    rules: &str,
    statistics: bool,
) -> PyResult<Count> {
    let rules: Rules = rules.parse().map_err(|error| of_library(&error))?;
    let (plan, backend) = (request(n.0, method, statistics)?, Counter::new(device, threads)?);
    let request = plan.rules(rules);
    interruptible(py, |stop| {
        let plan = backend.plan(&request, method.is_some())?;
        let mut total = Total::new(&plan);
        let start = Instant::now();
        backend.run(&plan, &plan.all_jobs(), &mut total, stop)?;
        Ok(Count::of(&plan, &total, start.elapsed().as_secs_f64()))
    })
}

/// A request by the name of a method, if one is given.
pub(crate) fn request(n: usize, method: Option<&str>, statistics: bool) -> PyResult<Request> {
    let request = Request::count(n).map_err(|error| of_library(&error))?;
    let request = match method.filter(|&name| name != "auto") {
        Some(name) => {
            let method: Method = name.parse().map_err(|error| of_library(&error))?;
            request.method(method)
        }
        None => request,
    };
    Ok(if statistics { request.statistics() } else { request })
}

/// What runs jobs: threads of this machine, or its GPUs.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    threads: Threads,
    device: Device,
}

/// Opened devices stay open: opening one takes a fifth of a second.
static OPENED: Mutex<Option<(Device, Cuda)>> = Mutex::new(None);

impl Counter {
    pub(crate) fn new(device: &str, threads: Option<usize>) -> PyResult<Self> {
        let device: Device =
            device.parse().map_err(|allowed| bad(format!("device '{device}': {allowed}")))?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = Threads::new(threads.unwrap_or_else(cores));
        Ok(Self { threads: threads.map_err(|error| of_library(&error))?, device })
    }

    /// The plan that is fastest here; a GPU's is the cross, where it does what is asked for.
    pub(crate) fn plan(&self, request: &Request, named: bool) -> Result<Plan, Error> {
        let cross = || request.clone().method(Method::Cross).plan().ok();
        let on_gpu = !named && self.device != Device::Cpu;
        let cross = on_gpu.then(cross).flatten().filter(|plan| Cuda::check(plan).is_ok());
        cross.map_or_else(|| request.plan(), Ok)
    }
}

impl Backend for Counter {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn queens::Sink,
        control: &dyn queens::Control,
    ) -> Result<(), Error> {
        let unavailable = |reason: queens_cuda::Unavailable| Error::Unsupported {
            backend: "the CUDA backend",
            reason: reason.to_string(),
        };
        let all = || queens_cuda::devices().map(|devices| (0..devices.len()).collect());
        let devices = match &self.device {
            Device::Cpu => return self.threads.run(plan, jobs, sink, control),
            Device::Auto | Device::Cuda(None) => all(),
            Device::Cuda(Some(devices)) => Ok(devices.clone()),
        };
        if self.device == Device::Auto && Cuda::check(plan).is_err() {
            return self.threads.run(plan, jobs, sink, control);
        }
        // One run at a time on a device; who waits can be stopped.
        let mut opened = loop {
            match OPENED.try_lock() {
                Ok(opened) => break opened,
                Err(TryLockError::Poisoned(opened)) => break opened.into_inner(),
                Err(TryLockError::WouldBlock) if control.stopped() => return Err(Error::Stopped),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if opened.as_ref().is_none_or(|(device, _)| *device != self.device) {
            *opened = None;
            match devices.and_then(|devices: Vec<usize>| Cuda::open(&devices)) {
                Ok(cuda) => *opened = Some((self.device.clone(), cuda)),
                Err(_) if self.device == Device::Auto => {
                    drop(opened);
                    return self.threads.run(plan, jobs, sink, control);
                }
                Err(reason) => return Err(unavailable(reason)),
            }
        }
        let (_, cuda) = opened.as_ref().expect("it was opened");
        cuda.run(plan, jobs, sink, control)
    }
}
