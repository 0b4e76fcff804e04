//! Counts into a ledger: creates or resumes it, then runs the missing jobs.

use super::Options;
use crate::support::counting::check_threads;
use crate::support::device::{self, Counter};
use crate::support::failure::{Failure, say};
use crate::support::interrupt::STOP;
use crate::support::ledger::program;
use crate::support::machine::cpu_name;
use crate::support::progress::Progress;
use crate::support::report::quantity;
use queens::{
    Backend, Control, Error as CountError, JobByJob, JobResult, Plan, Request, Simd, Statistics,
    Threads,
};
use queens_ledger::{AuditShare, Auditor, Error, Ledger, Provenance, Runner, Shard};
use std::path::Path;

/// Opens the ledger of a count, or creates it. Without `--method`, an existing ledger determines the method.
pub(super) fn open(
    options: &Options,
    path: &Path,
    request: &Request,
    counter: &Counter,
) -> Result<(Plan, Ledger), Failure> {
    let method = options.method.0;
    if !Ledger::exists(path)? {
        if options.shard.is_some() && method.is_none() && request.problem().counts_all() {
            return Err(Failure::bad(
                "--shard needs --method: all shards must use the same method",
            ));
        }
        let plan = device::plan(counter, request, method)?;
        check_threads(options.machine.threads, &plan)?;
        let ledger =
            Ledger::create(path, &plan, options.shard, &provenance(&plan, counter, options))?;
        return Ok((plan, ledger));
    }
    let ledger = Ledger::resume_until(
        path,
        || STOP.stopped(),
        |there| {
            // Other rules, symmetric solutions and other numbers of queens have one engine each, which is not a method.
            let by_method = request.problem().counts_all() && there.counted.by_method();
            let method = method.or(by_method.then_some(there.counted.method));
            Ok(device::plan(counter, request, method)?)
        },
    )?;
    let plan = ledger.plan().clone();
    check_threads(options.machine.threads, &plan)?;
    if ledger.header().shard != options.shard {
        let shown = |shard: Option<Shard>| shard.map_or("none".into(), |shard| shard.to_string());
        let [there, here] = [ledger.header().shard, options.shard].map(shown);
        let (path, than) = (path.display().to_string(), "this run".to_string());
        return Err(Error::Differs { path, what: "the shard", there, here, than }.into());
    }
    Ok((plan, ledger))
}

/// The device, the engine and this program, as records name them.
fn provenance(plan: &Plan, counter: &Counter, options: &Options) -> Provenance {
    match device::gpus(counter, plan) {
        Some(gpus) => {
            let engine = format!("{} {}", plan.name(), gpus.devices().platform);
            Provenance { device: gpus.names().join(" + "), engine, program: program() }
        }
        None => cpu(plan, options),
    }
}

fn cpu(plan: &Plan, options: &Options) -> Provenance {
    let simd = options.machine.simd.unwrap_or_else(Simd::best);
    let engine = format!("{} {simd}", plan.name());
    Provenance { device: cpu_name(), engine, program: program() }
}

/// The backend that counts jobs again: for a GPU's jobs the CPU, for the CPU's jobs the same without vector instructions.
fn auditor_backend(plan: &Plan, counter: &Counter, options: &Options) -> Result<Threads, Failure> {
    let on_gpu = device::gpus(counter, plan).is_some();
    let simd = if on_gpu { options.machine.simd } else { Some(Simd::Portable) };
    Ok(device::cpu(options.machine.threads, simd)?)
}

/// The auditor as its records name it: another device than the CPU that counts.
fn audit_provenance(plan: &Plan, backend: &Threads) -> Provenance {
    let engine = format!("{} {}", plan.name(), backend.resources().simd);
    Provenance { device: format!("{} (audit)", cpu_name()), engine, program: program() }
}

/// Runs the missing jobs of a ledger, shows progress, and returns all results of the ledger.
pub(super) fn count(
    mut found: JobByJob,
    plan: &Plan,
    ledger: &mut Ledger,
    counter: &Counter,
    options: &Options,
) -> Result<JobByJob, Failure> {
    let (size, all) = (plan.size(), ledger.header().own_jobs());
    let missing = ledger.missing()?.len();
    let label = match ledger.header().shard {
        Some(shard) => format!("N = {size}, shard {shard}"),
        None => format!("N = {size}"),
    };
    let progress = Progress::of_some(label, plan.jobs(), missing);
    let backend: &dyn Backend = match device::gpus(counter, plan) {
        Some(gpus) => gpus,
        None => counter.cpu(),
    };
    let by = Runner { backend, provenance: &provenance(plan, counter, options) };
    let fallback = Runner { backend: counter.cpu(), provenance: &cpu(plan, options) };
    let end = match options.audit.filter(|&share| share != AuditShare::NONE) {
        None => ledger.run(by, fallback, &progress).map(|end| (end, None)),
        Some(share) => {
            let backend = auditor_backend(plan, counter, options)?;
            let auditor = Auditor {
                share,
                backend: &backend,
                provenance: &audit_provenance(plan, &backend),
                notify: &|notice| say(&notice.text),
            };
            let end = ledger.run_audited(by, fallback, &auditor, &progress);
            end.map(|(end, report)| (end, Some(report)))
        }
    };
    drop(progress);
    let shown = ledger.path().display().to_string();
    let resume = |ledger: &Ledger| {
        let saved = match ledger.sums() {
            Ok(sums) => format!("{} of {} saved in {shown}", sums.jobs, quantity(all, "job")),
            Err(_) => format!("finished jobs are saved in {shown}"),
        };
        format!("{saved}; run the same command again to resume")
    };
    match end {
        Err(Error::Count(CountError::Stopped)) => {
            let message = format!("interrupted at N = {size}: {}", resume(ledger));
            return Err(Failure::Interrupted(Some(message)));
        }
        Err(error @ Error::Unsaved { .. }) => {
            let message = format!("interrupted at N = {size}: {error}; {}", resume(ledger));
            return Err(Failure::Interrupted(Some(message)));
        }
        Err(error @ (Error::File { .. } | Error::Io { .. })) => {
            return Err(Failure::bad(format!("{error}; {}", resume(ledger))));
        }
        Err(error) => return Err(error.into()),
        Ok((end, _)) if !end.failed.is_empty() => {
            let failed: Vec<String> =
                end.failed.iter().map(|(job, what)| format!("job {job}: {what}")).collect();
            let failed = failed.join("; ");
            return Err(Failure::Failed(format!("failed twice: {failed}; {}", resume(ledger))));
        }
        Ok((_, Some(report))) => say(&format!("N = {size}: {report}")),
        Ok((_, None)) => {}
    }
    ledger.each(|record| {
        let placements = record.placements;
        let statistics =
            placements.map(|placements| Statistics { placements, ..Statistics::default() });
        let result = JobResult { statistics, ..JobResult::new(record.count) };
        Ok(found.add(record.job, &result)?)
    })?;
    Ok(found)
}
