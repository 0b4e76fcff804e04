//! Backends: what runs the jobs of a plan.

use super::{Control, Plan, Sink};
use crate::Error;

/// Runs jobs of a plan and sends each result to a sink.
pub trait Backend {
    /// Runs these jobs, in any order; every finished job reaches the sink, also when the control stops the rest.
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error>;
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
        for &job in jobs {
            let result = plan.run_job(job, control)?;
            control.progress(job, 1.0);
            sink.finished(job, result)?;
        }
        Ok(())
    }
}

#[cfg(feature = "threads")]
pub use threads::Threads;

#[cfg(feature = "threads")]
mod threads {
    use super::*;
    use crate::methods::ThreadUse;
    use std::sync::Mutex;

    /// The backend that shares the jobs among threads of this machine.
    #[derive(Clone, Copy, Debug)]
    pub struct Threads {
        threads: usize,
    }

    impl Threads {
        /// The largest number of threads.
        pub const LIMIT: usize = 1024;

        /// This many threads, 1 to [`Threads::LIMIT`].
        pub fn new(threads: usize) -> Result<Self, Error> {
            if (1..=Self::LIMIT).contains(&threads) {
                Ok(Self { threads })
            } else {
                Err(Error::BadThreads { threads, limit: Self::LIMIT })
            }
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
            let threads = match plan.method().info().threads {
                ThreadUse::One => 1,
                ThreadUse::Any => self.threads,
                ThreadUse::OneAPlace => jobs.len().max(1),
            };
            if threads == 1 {
                return super::Inline.run(plan, jobs, sink, control);
            }
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
            let outcome = Mutex::new((sink, Ok(())));
            pool.in_place_scope(|scope| {
                for &job in jobs {
                    let outcome = &outcome;
                    scope.spawn(move |_| {
                        if outcome.lock().expect("no job panics here").1.is_err() {
                            return;
                        }
                        let result = plan.run_job(job, control);
                        if result.is_ok() {
                            control.progress(job, 1.0);
                        }
                        let (sink, end) = &mut *outcome.lock().expect("no job panics here");
                        if let Err(error) = result.and_then(|result| sink.finished(job, result))
                            && end.is_ok()
                        {
                            *end = Err(error);
                        }
                    });
                }
            });
            outcome.into_inner().expect("no job panics here").1
        }
    }
}
