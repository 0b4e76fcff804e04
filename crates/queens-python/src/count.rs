//! `n_queens.count`.

use crate::run::{Size, bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::{Backend, BackendError, Error, Machine, Method, Plan, Request, Rules, Threads, Total};
use queens_cuda::{Cuda, DeviceChoice, Unavailable};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
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
        let named = |(name, value): (&str, u128)| (name.to_string(), value);
        let statistics = plan.named_statistics(total);
        let statistics = statistics.map(|all| all.into_iter().map(named).collect());
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
#[allow(clippy::too_many_arguments)] // Python's keyword arguments.
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
    let request = request(n.0, method, statistics)?.rules(rules);
    let choice = Choice::new(device, threads)?;
    interruptible(py, |stop| {
        let machine = choice.machine()?;
        let (plan, _) = machine.plan(&request)?;
        let start = Instant::now();
        let total = plan.run(&machine, stop)?;
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

/// What is to run jobs: threads of this machine, or its GPUs.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    threads: Threads,
    device: DeviceChoice,
}

/// Opened GPUs stay open: opening one takes a fifth of a second.
static OPENED: Mutex<Option<(Vec<usize>, Arc<Cuda>)>> = Mutex::new(None);

impl Choice {
    pub(crate) fn new(device: &str, threads: Option<usize>) -> PyResult<Self> {
        let device: DeviceChoice =
            device.parse().map_err(|allowed| bad(format!("device '{device}': {allowed}")))?;
        let threads = Threads::new(threads.unwrap_or_else(cores));
        Ok(Self { threads: threads.map_err(|error| of_library(&error))?, device })
    }

    /// The machine that was chosen, with its GPUs opened.
    pub(crate) fn machine(&self) -> Result<Machine<SharedGpus>, Error> {
        match self.device.machine(self.threads, SharedGpus::open) {
            Ok((machine, _)) => Ok(machine),
            Err(reason) => Err(Error::Backend(BackendError::Unsupported {
                backend: "the CUDA backend",
                reason: reason.to_string(),
            })),
        }
    }
}

/// The number of cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// GPUs that all threads of the interpreter use, one run at a time.
#[derive(Clone)]
pub(crate) struct SharedGpus(Arc<Cuda>);

/// Held during a run on GPUs.
static RUNNING: Mutex<()> = Mutex::new(());

impl SharedGpus {
    fn open(devices: &[usize]) -> Result<Self, Unavailable> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cuda)) = opened.as_ref().filter(|(numbers, _)| numbers == devices) {
            return Ok(Self(Arc::clone(cuda)));
        }
        *opened = None;
        let cuda = Arc::new(Cuda::open(devices)?);
        *opened = Some((devices.to_vec(), Arc::clone(&cuda)));
        Ok(Self(cuda))
    }
}

impl Backend for SharedGpus {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn queens::Sink,
        control: &dyn queens::Control,
    ) -> Result<(), Error> {
        // A thread that waits can be stopped.
        let _running = loop {
            match RUNNING.try_lock() {
                Ok(running) => break running,
                Err(TryLockError::Poisoned(running)) => break running.into_inner(),
                Err(TryLockError::WouldBlock) if control.stopped() => return Err(Error::Stopped),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        self.0.run(plan, jobs, sink, control)
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        self.0.check(plan)
    }

    fn fastest_method(&self) -> Option<Method> {
        self.0.fastest_method()
    }
}
