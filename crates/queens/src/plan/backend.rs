//! Backends, which run the jobs of a plan.

use super::{Plan, Processor, Sink};
use crate::engines::EngineWorker;
use crate::job::{Control, Event, JobResult};
use crate::{BackendError, Error, Method, Resources, Simd};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs jobs of a plan and passes each result to a sink.
///
/// [`Inline`] runs jobs on the calling thread, `Threads` on a pool of threads. Implement it to run jobs elsewhere:
///
/// ```
/// use queens::{Backend, Control, Error, Inline, Never, Plan, Request, Sink};
///
/// /// Runs the jobs in reverse order, as another machine might.
/// struct Reversed;
///
/// impl Backend for Reversed {
///     fn run(&self, plan: &Plan, jobs: &[u64], sink: &mut dyn Sink, control: &dyn Control) -> Result<(), Error> {
///         let reversed: Vec<u64> = jobs.iter().rev().copied().collect();
///         Inline.run(plan, &reversed, sink, control)
///     }
/// }
///
/// let plan = Request::count(10)?.plan()?;
/// assert_eq!(plan.run(&Reversed, &Never)?.solutions, 724);
/// # Ok::<(), queens::Error>(())
/// ```
pub trait Backend {
    /// Runs these jobs in any order. Every finished job reaches the sink, even if the control stops the others.
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error>;

    /// Checks whether the backend supports a plan.
    fn check(&self, _plan: &Plan) -> Result<(), Error> {
        Ok(())
    }

    /// The fastest method on this backend, if it is not the one that is fastest on a CPU.
    fn fastest_method(&self) -> Option<Method> {
        None
    }

    /// What it has for a run. The fastest method depends on it.
    fn resources(&self) -> Resources {
        Resources::default()
    }
}

/// The backend that runs one job after the other on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inline;

impl Backend for Inline {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        run_inline(plan, jobs, self.resources().simd, sink, control)
    }
}

fn run_inline(
    plan: &Plan,
    jobs: &[u64],
    simd: Simd,
    sink: &mut dyn Sink,
    control: &dyn Control,
) -> Result<(), Error> {
    let mut worker = None;
    for &job in jobs {
        let result = run_job(plan, &mut worker, simd, job, control)?;
        control.event(Event::Progress(job, 1.0));
        sink.finished(job, result, Processor::Cpu)?;
    }
    Ok(())
}

/// Runs one job with the existing worker or a new one. A panic becomes an error of the job, and its worker is dropped.
fn run_job<'a>(
    plan: &'a Plan,
    worker: &mut Option<Box<dyn EngineWorker + 'a>>,
    simd: Simd,
    job: u64,
    control: &dyn Control,
) -> Result<JobResult, Error> {
    plan.check_job(job)?;
    control.event(Event::Begun(job));
    let run = || worker.get_or_insert_with(|| plan.worker(simd)).run(job, control);
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        *worker = None;
        let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Error::Backend(BackendError::Panicked {
            job,
            reason: text.unwrap_or_else(|| "unknown reason".to_string()),
        }))
    })
}

#[cfg(feature = "threads")]
pub use threads::Threads;

#[cfg(feature = "threads")]
mod threads {
    use super::*;
    use crate::engines::ThreadUse;
    use crate::job::on_threads;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The backend that runs jobs on a pool of threads of this machine.
    ///
    /// ```
    /// use queens::{Never, Request, Threads};
    /// let threads = Threads::new(2)?;
    /// let plan = Request::count(12)?.plan_for(&threads)?;
    /// assert_eq!(plan.run(&threads, &Never)?.solutions, 14_200);
    /// # Ok::<(), queens::Error>(())
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct Threads(Resources);

    impl Threads {
        /// The largest number of threads.
        pub const LIMIT: usize = 1024;

        /// A backend with this many threads, 1 to [`Threads::LIMIT`].
        pub fn new(threads: usize) -> Result<Self, Error> {
            if (1..=Self::LIMIT).contains(&threads) {
                Ok(Self(Resources { threads, ..Resources::default() }))
            } else {
                Err(Error::Request(crate::RequestError::BadThreads { threads, limit: Self::LIMIT }))
            }
        }
    }

    impl Threads {
        /// Uses these vector instructions instead of the widest.
        ///
        /// # Panics
        ///
        /// If this CPU does not support them.
        pub fn with_simd(mut self, simd: Simd) -> Self {
            assert!(simd.is_available(), "this CPU does not support {simd}");
            self.0.simd = simd;
            self
        }

        /// Chooses a method that needs at most about this number of bytes, if the request has none.
        ///
        /// ```
        /// use queens::{Method, Request, Threads};
        /// let method = |threads: Threads| Request::count(19)?.plan_for(&threads).map(|plan| plan.method());
        /// let threads = Threads::new(2)?;
        /// assert_eq!(method(threads)?, Some(Method::JOIN));
        /// assert_eq!(method(threads.with_memory(100_000_000))?, Some(Method::CROSS));
        /// # Ok::<(), queens::Error>(())
        /// ```
        pub fn with_memory(mut self, bytes: u64) -> Self {
            self.0.memory = bytes;
            self
        }
    }

    impl Backend for Threads {
        fn run(
            &self,
            plan: &Plan,
            jobs: &[u64],
            sink: &mut dyn Sink,
            control: &dyn Control,
        ) -> Result<(), Error> {
            let threads = match plan.threads() {
                ThreadUse::One => 1,
                ThreadUse::Any => self.0.threads,
                ThreadUse::OnePerFirstQueen => jobs.len().max(1),
            };
            if threads == 1 {
                return super::run_inline(plan, jobs, self.0.simd, sink, control);
            }
            // Each thread takes the next job when it is free. Nothing is stored per job: the largest plans have fifty million.
            let next = AtomicUsize::new(0);
            let outcome = Mutex::new((sink, Ok(())));
            on_threads(threads, || {
                let mut worker = None;
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if outcome.lock().expect("no job panics here").1.is_err() {
                        break;
                    }
                    let result = run_job(plan, &mut worker, self.0.simd, job, control);
                    if result.is_ok() {
                        control.event(Event::Progress(job, 1.0));
                    }
                    let (sink, end) = &mut *outcome.lock().expect("no job panics here");
                    if let Err(error) =
                        result.and_then(|result| sink.finished(job, result, Processor::Cpu))
                        && end.is_ok()
                    {
                        *end = Err(error);
                    }
                }
                Ok::<(), Error>(())
            })?;
            outcome.into_inner().expect("no job panics here").1
        }

        fn resources(&self) -> Resources {
            self.0
        }
    }
}
