//! Runs a plan and shows its progress.

use super::failure::Failure;
use super::progress::Progress;
use crate::support::report::quantity;
use queens::engines::ThreadUse;
use queens::{Backend, Error, JobByJob, Method, Plan, RequestError, Total};

/// Checks that the plan can run on this number of threads.
pub(crate) fn check_threads(threads: Option<usize>, plan: &Plan) -> Result<(), Failure> {
    match (threads, plan.threads()) {
        (Some(2..), ThreadUse::One) | (Some(_), ThreadUse::OnePerFirstQueen) => {
            Err(Error::Request(RequestError::ThreadsFixed {
                method: Method::new(plan.engine().info()),
            })
            .into())
        }
        _ => Ok(()),
    }
}

/// Runs a plan and shows its progress.
pub(crate) fn count(plan: &Plan, backend: &dyn Backend) -> Result<Total, Failure> {
    Ok(count_into(JobByJob::without_counts(plan), plan, backend)?.total)
}

/// Runs a plan into a sink and shows its progress. The message of an interrupt says how many jobs are finished.
pub(crate) fn count_into(
    mut found: JobByJob,
    plan: &Plan,
    backend: &dyn Backend,
) -> Result<JobByJob, Failure> {
    let progress = Progress::new(format!("N = {}", plan.size()), plan.jobs());
    let end = plan.run_into(backend, &mut found, &progress);
    drop(progress);
    if end == Err(Error::Stopped) {
        return Err(Failure::Interrupted(Some(format!(
            "interrupted at N = {}: {} of {} finished, which have {}",
            plan.size(),
            found.total.jobs,
            quantity(plan.jobs(), "job"),
            quantity(found.total.solutions, "solution")
        ))));
    }
    end?;
    Ok(found)
}
