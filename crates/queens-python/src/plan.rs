//! Plans and their jobs, which run here or on other machines.

use crate::count::{QueensNumber, counting, request};
use crate::device::{Choice, cores};
use crate::results::Typed;
use crate::run::{Caller, Int, Size, bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::engines::ThreadUse;
use queens::estimate::{Estimate, Trial};
use queens::{
    Backend, Control, Error, Event, JobResult, Processor, Queens, Rules, Simd, Sink, Threads,
};
use queens_gpu::SMALLEST;
use queens_results::PlanResult;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

/// The work of a count as numbered jobs.
///
/// ``plan()`` makes one. A plan is data only: its jobs are the same on every machine. It can be
/// pickled and sent to other machines, whose version of the package must divide the work in the same
/// way (``VERSION``). ``len(plan)`` is the number of jobs.
///
/// Attributes:
///     VERSION (int): The version of the division into jobs. Plans of different versions cannot be
///         mixed.
///
/// Example:
///     >>> import n_queens as queens
///     >>> plan = queens.plan(12, method="cross")
///     >>> plan.n, plan.method, plan.statistics, plan.jobs == len(plan)
///     (12, 'cross', False, True)
///     >>> sum(result.solutions for result in queens.run_jobs(plan, range(plan.jobs)))
///     14200
#[pyclass(frozen, eq, module = "n_queens")]
#[derive(Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) inner: queens::Plan,
}

#[pymethods]
impl Plan {
    /// int: The size of the board.
    #[getter]
    fn n(&self) -> usize {
        self.inner.size()
    }

    /// str: The name of the method that counts.
    #[getter]
    fn method(&self) -> &'static str {
        self.inner.name()
    }

    /// str | None: The number of queens, such as ``"8"`` or ``"any"``. ``None`` if it is ``n``.
    #[getter]
    fn queens(&self) -> Option<String> {
        let queens = self.inner.queens();
        (queens != Queens::Full).then(|| queens.to_string())
    }

    /// Rules: What a queen attacks: ``"queens"``, ``"torus"`` and so on.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name()
    }

    /// Rotation | None: The rotation in degrees, if only solutions symmetric under it are counted.
    #[getter]
    fn only(&self) -> Option<&'static str> {
        self.inner.only().map(|rotation| rotation.name())
    }

    /// int: The number of jobs. Their ids are 0 to ``jobs - 1``.
    #[getter]
    fn jobs(&self) -> u64 {
        self.inner.jobs()
    }

    /// bool: Whether the jobs also count placements.
    #[getter]
    fn statistics(&self) -> bool {
        self.inner.statistics()
    }

    #[classattr]
    const VERSION: u32 = queens::Plan::VERSION;

    /// Estimates the time and memory of the count on this machine by running parts of its jobs.
    ///
    /// Args:
    ///     threads (int | None): Number of threads to plan for, 1 to 1024. Threads beyond the cores of
    ///         this machine are assumed to be as fast as its cores. Defaults to ``None``: one per
    ///         core.
    ///     device (str): Where to count, as for ``count``. Defaults to ``"cpu"``.
    ///     seconds (float): About how long to measure, above 0; a longer measurement gives a narrower
    ///         range. It may take twice as long. Defaults to ``5.0``.
    ///
    /// Returns:
    ///     PlanResult: The estimated time with a 95% range, the memory, and on what the estimate is
    ///     based.
    ///
    /// Raises:
    ///     ValueError: If an argument is out of range, or the device cannot count this.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> estimate = queens.plan(14).estimate(seconds=0.1)
    ///     >>> estimate.n, estimate.memory_bytes > 0
    ///     (14, True)
    ///     >>> 0 < estimate.estimated_seconds_low < estimate.estimated_seconds_high
    ///     True
    #[pyo3(signature = (*, threads=None, device="cpu", seconds=5.0))]
    fn estimate(
        &self,
        py: Python<'_>,
        threads: Option<Int>,
        device: &str,
        seconds: f64,
    ) -> PyResult<Typed<PlanResult>> {
        if seconds.is_nan() || seconds <= 0.0 {
            return Err(bad(format!("seconds={seconds}: allowed are numbers above 0")));
        }
        let threads = threads.map(threads_of).transpose()?;
        let plan = &self.inner;
        let planned = match plan.threads() {
            ThreadUse::One => 1,
            ThreadUse::Any => threads.unwrap_or_else(cores),
            ThreadUse::OnePerFirstQueen => cores(),
        };
        // The requested number of threads is checked; no more than the cores of this machine are used.
        Choice::new(device, threads)?;
        let here = planned.min(cores());
        let choice = Choice::new(device, Some(here))?;
        let machine = choice.machine(py)?;
        let start = Instant::now();
        let clock = || start.elapsed().as_secs_f64();
        let result = interruptible(py, |caller| {
            let (backend, clock, control): (&dyn Backend, _, _) = (&machine, &clock, caller);
            let estimate =
                |threads| Estimate::of(plan, &Trial { backend, threads, seconds, clock, control });
            // GPUs leave small boards to the CPU.
            let gpus = machine.accelerates(plan).filter(|_| plan.size() >= SMALLEST);
            if let Some(gpus) = gpus {
                return Ok::<_, queens::Error>(PlanResult::new(
                    plan,
                    &estimate(None)?,
                    gpus.memory(),
                    None,
                ));
            }
            let estimate = estimate(Some(here))?.faster(planned as f64 / here as f64);
            let result = PlanResult::new(plan, &estimate, estimate.memory(planned), None);
            Ok(result.on_threads(planned, Simd::best()))
        })?;
        Ok(Typed(result))
    }

    /// Returns the ids of some jobs, spread evenly over the plan.
    ///
    /// Args:
    ///     most (int): The largest number of jobs to return, 0 or more.
    ///
    /// Returns:
    ///     list[int]: The ids in ascending order.
    ///
    /// Raises:
    ///     ValueError: If ``most`` is negative.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> queens.plan(8, method="bitmask").sample(4)
    ///     [1, 3, 5, 7]
    fn sample(&self, most: Int) -> PyResult<Vec<u64>> {
        Ok(self.inner.sample(most.at_least("most", 0)?))
    }

    fn __len__(&self) -> usize {
        self.inner.jobs() as usize
    }

    fn __repr__(&self) -> String {
        let (n, method, jobs) = (self.n(), self.method(), self.jobs());
        let rules = (self.inner.rules() != Rules::Queens).then(|| self.rules().to_string());
        let only = self.only().map(str::to_string);
        let shown = |name: &str, value: Option<String>| {
            value.map(|value| format!(", {name}='{value}'")).unwrap_or_default()
        };
        format!(
            "Plan(n={n}{}{}{}, method='{method}', jobs={jobs})",
            shown("rules", rules),
            shown("queens", self.queens()),
            shown("only", only),
        )
    }

    fn __reduce__(slf: PyRef<'_, Self>) -> PyResult<(Bound<'_, PyAny>, Named)> {
        let make = slf.py().import("n_queens")?.getattr("_restored_plan")?;
        let (rules, only) = (slf.rules(), slf.only());
        let named = (slf.n(), slf.method(), slf.statistics(), Self::VERSION, slf.jobs());
        let (n, method, statistics, version, jobs) = named;
        Ok((make, (n, method, statistics, version, jobs, slf.queens(), rules, only)))
    }
}

/// What a pickled plan is restored from: the size, the method, whether placements are counted; its version and number of
/// jobs, which must be the same where it is restored; the number of queens, if it is not N; the rules, and the rotation of
/// symmetric solutions.
type Named =
    (usize, &'static str, bool, u32, u64, Option<String>, &'static str, Option<&'static str>);

/// Number of threads: 1 to 1024.
pub(crate) fn threads_of(threads: Int) -> PyResult<usize> {
    threads.within("threads", 1..=Threads::LIMIT as i128)
}

/// Plans a count: divides it into numbered jobs.
///
/// Args:
///     n (int): Size of the board, 0 to 32.
///     method (str | None): Name of a method, as in ``methods()``. Defaults to ``None``: the fastest
///         one on the CPU.
///     statistics (bool): Whether to also count placements. Defaults to ``False``.
///     queens (int | Queens | None): Number of queens, as for ``count``. Defaults to ``None``: ``n``.
///     rules (Rules): Attack rules, as for ``count``. Defaults to ``"queens"``.
///     only (Rotation | None): ``"180"`` or ``"90"`` to count only solutions symmetric under this rotation.
///         Defaults to ``None``: all solutions.
///
/// Returns:
///     Plan: The jobs, to be run by ``run_jobs`` here or on other machines.
///
/// Raises:
///     ValueError: If ``n`` is out of range, or the method is unknown or cannot count this.
///
/// Example:
///     >>> import n_queens as queens
///     >>> queens.plan(8, method="bitmask")
///     Plan(n=8, method='bitmask', jobs=8)
#[pyfunction]
#[pyo3(signature = (n, *, method=None, statistics=false, queens=None, rules="queens", only=None))]
pub(crate) fn plan(
    n: Size,
    method: Option<&str>,
    statistics: bool,
    queens: Option<QueensNumber>,
    rules: &str,
    only: Option<&str>,
) -> PyResult<Plan> {
    let request = request(n.0, method, statistics)?;
    let request = counting(request, rules, only, queens.as_ref())?;
    let inner = request.plan().map_err(of_library)?;
    Ok(Plan { inner })
}

/// What a job found: its id, the number of solutions, the two residues of that number, placements if they were counted,
/// seconds.
pub(crate) type Found = (u64, u64, (u64, u64), Option<u64>, f64);

/// Runs jobs of a plan: see `n_queens.run_jobs`.
#[pyfunction]
#[pyo3(
    signature = (plan, ids, *, threads=Int::Number(1), device="cpu"),
    text_signature = "(plan, ids, *, threads=1, device='cpu')"
)]
pub(crate) fn run_jobs(
    py: Python<'_>,
    plan: PyRef<'_, Plan>,
    ids: Vec<Int>,
    threads: Int,
    device: &str,
) -> PyResult<Vec<Found>> {
    let choice = Choice::new(device, Some(threads_of(threads)?))?;
    let plan = plan.inner.clone();
    let last = i128::from(plan.jobs()) - 1;
    let ids = ids.into_iter().map(|id| id.within("job", 0..=last));
    let ids: Vec<u64> = ids.collect::<PyResult<_>>()?;
    let machine = choice.machine(py)?;
    interruptible(py, |caller| {
        let timer = Timer { caller, begun: Mutex::default() };
        let mut kept = Collected { found: Vec::new(), timer: &timer };
        machine.run(&plan, &ids, &mut kept, &timer)?;
        Ok::<_, queens::Error>(kept.found)
    })
}

/// Records when jobs are started.
struct Timer<'a> {
    caller: &'a Caller,
    begun: Mutex<HashMap<u64, Instant>>,
}

impl Control for Timer<'_> {
    fn stopped(&self) -> bool {
        self.caller.stopped()
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Begun(job) = event {
            self.begun.lock().expect("no holder of the lock panics").insert(job, Instant::now());
        }
        self.caller.event(event);
    }
}

struct Collected<'a, 'b> {
    found: Vec<Found>,
    timer: &'a Timer<'b>,
}

impl Sink for Collected<'_, '_> {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        let begun = self.timer.begun.lock().expect("no holder of the lock panics").remove(&job);
        let seconds = begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let placements = result.statistics.map(|statistics| statistics.placements);
        let [one, other] = result.count.residues;
        self.found.push((job, result.count.solutions, (one, other), placements, seconds));
        Ok(())
    }
}
