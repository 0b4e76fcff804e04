//! `queens count`: counts solutions.

use crate::args::Count;
use crate::support::counting::{check_threads, count, count_into};
use crate::support::device::{self, Counter};
use crate::support::failure::{Failure, say};
use crate::support::ledger;
use crate::support::output::Output;
use crate::support::progress::Progress;
use crate::support::report::quantity;
use crate::support::writer::{Column, Page, Readable, Writer, fields};
use queens::{
    Board, Classes, DoubleCheck, Error, JobByJob, Plan, Queens, Request, Rotation, Rules, Threads,
    Total, sampling,
};
use queens_results::{CountResult, ShardResult};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The number of jobs that a double check recounts by plain backtracking.
const SAMPLE: u64 = 8;
/// The number of jobs of a GPU's count that the CPU recounts.
const GPU_SAMPLE: u64 = 16;
/// Up to this size one thread counts the symmetric solutions in milliseconds.
const QUICK_SYMMETRY: usize = 20;

pub(crate) fn run(options: &Count) -> Result<ExitCode, Failure> {
    check_options(options)?;
    let largest = options.sizes.last();
    Board::new(largest).map_err(|error| {
        let is_plain = options.rules == Rules::Queens && options.queens == Queens::Full;
        match is_plain && largest <= sampling::MAX_SIZE {
            true => {
                Failure::bad(format!("{error}; 'queens estimate {largest}' estimates the number"))
            }
            false => error.into(),
        }
    })?;
    if options.ledger.is_some() && options.sizes.iter().count() != 1 {
        return Err(Failure::bad("--ledger needs a single N, not a range"));
    }
    let backend = device::open(&options.machine)?;
    let mut out = Output::standard();
    let mut counting = Counting { options, backend, writer: Writer::new(options.format, &mut out) };
    match &options.ledger {
        Some(path) => counting.in_ledger(path)?,
        None => counting.all_sizes()?,
    }
    counting.writer.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// With rules other than `queens` or another number of queens than N, there is no choice of methods, and only the solutions are
/// counted. The options about symmetry are allowed where symmetric solutions can be counted.
fn check_options(options: &Count) -> Result<(), Failure> {
    let symmetry = [
        (options.fundamental, "--fundamental"),
        (options.symmetry, "--symmetry"),
        (options.only.is_some(), "--only"),
    ];
    let search = [
        (options.method.0.is_some(), "--method"),
        (options.placements, "--placements"),
        (options.by_first, "--by-first"),
    ];
    let queens = [(options.queens != Queens::Full, "--queens")];
    let used = |others: &[(bool, &'static str)]| {
        others.iter().find(|(used, _)| *used).map(|&(_, name)| name)
    };
    if options.rules != Rules::Queens {
        let by_symmetry = Classes::known_for(options.rules);
        let symmetry = if by_symmetry { [].as_slice() } else { &symmetry };
        let others = used(&[&search[..], symmetry].concat());
        if let Some(name) = others.or_else(|| used(&queens)) {
            let rules = options.rules;
            return Err(Failure::bad(format!(
                "{name} cannot be used with --rules {rules}: leave it out, or use --rules queens"
            )));
        }
    }
    if options.queens != Queens::Full {
        let symmetry = used(&symmetry).filter(|_| options.queens != Queens::WithPawn);
        if let Some(name) = used(&search).or(symmetry) {
            let queens = options.queens;
            return Err(Failure::bad(format!(
                "{name} cannot be used with --queens {queens}: leave one of them out"
            )));
        }
    }
    Ok(())
}

/// A count: its options, its devices, and the writer of its results.
struct Counting<'a> {
    options: &'a Count,
    backend: Counter,
    writer: Writer<'a>,
}

impl Counting<'_> {
    /// Counts the boards one after the other.
    fn all_sizes(&mut self) -> Result<(), Failure> {
        let plans = plans(self.options, &self.backend)?;
        for plan in &plans {
            self.writer.expect(&CountResult::new(plan, &Total::new(plan), 0.0))?;
        }
        for plan in plans {
            let start = Instant::now();
            let found = count_into(kept(self.options, &plan), &plan, &self.backend)?;
            self.finish(&plan, &found, start)?;
        }
        Ok(())
    }

    /// Counts into a ledger.
    fn in_ledger(&mut self, path: &Path) -> Result<(), Failure> {
        let (options, start) = (self.options, Instant::now());
        let request = request(options, options.sizes.last())?;
        let (plan, mut ledger) = ledger::open(options, path, &request, &self.backend)?;
        let kept = kept(options, &plan);
        let found = ledger::count(kept, &plan, &mut ledger, &self.backend, options)?;
        let Some(shard) = ledger.header().shard else {
            return self.finish(&plan, &found, start);
        };
        let seconds = start.elapsed().as_secs_f64();
        let result = ShardResult::new(&plan, shard.to_string(), &found.total, seconds);
        Ok(self.writer.write_now(&result)?)
    }

    /// Prints the result, then checks it.
    fn finish(&mut self, plan: &Plan, found: &JobByJob, start: Instant) -> Result<(), Failure> {
        let classes = classes(self.options, plan, &found.total, self.backend.cpu())?;
        let mut result = CountResult::new(plan, &found.total, start.elapsed().as_secs_f64());
        if let Some(classes) = &classes {
            if self.options.fundamental {
                result = result.with_fundamental(classes);
            }
            if self.options.symmetry {
                result = result.with_symmetry(classes);
            }
        }
        self.writer.write_now(&result)?;
        check(plan, &found.total, classes)?;
        if self.options.double_check {
            double_check(plan, found, &self.backend)?;
        }
        Ok(())
    }
}

/// The sink with what the command needs of each result.
fn kept(options: &Count, plan: &Plan) -> JobByJob {
    if options.double_check { JobByJob::new(plan) } else { JobByJob::without_counts(plan) }
}

/// Makes all plans in advance, so that an invalid one is reported before the first is run.
fn plans(options: &Count, backend: &Counter) -> Result<Vec<Plan>, Failure> {
    let mut plans = Vec::new();
    for size in options.sizes.iter() {
        let plan = device::plan(backend, &request(options, size)?, options.method.0)?;
        check_threads(options.machine.threads, &plan)?;
        plans.push(plan);
    }
    Ok(plans)
}

/// The request without its method.
fn request(options: &Count, size: usize) -> Result<Request, Failure> {
    let mut request = Request::on(Board::new(size)?);
    request = request.rules(options.rules).queens(options.queens);
    if let Some(rotation) = options.only {
        request = request.only(rotation);
    }
    if options.placements {
        request = request.statistics();
    }
    if options.by_level {
        request = request.by_level();
    }
    if options.by_first {
        request = request.tally();
    }
    Ok(request)
}

/// Counts the symmetric solutions if they are requested or take little time.
fn classes(
    options: &Count,
    plan: &Plan,
    total: &Total,
    backend: &Threads,
) -> Result<Option<Classes>, Failure> {
    let size = plan.size();
    let requested = options.fundamental || options.symmetry;
    if !plan.has_classes() || !(requested || size <= Classes::QUICK) {
        return Ok(None);
    }
    let one = Threads::new(1)?;
    // To start more threads would take longer than to count.
    let backend = if size <= QUICK_SYMMETRY { &one } else { backend };
    let fixed = |rotation| -> Result<u128, Failure> {
        Ok(count(&plan.symmetric(rotation)?, backend)?.solutions)
    };
    let (by_180, by_90) = (fixed(Rotation::By180)?, fixed(Rotation::By90)?);
    Ok(Some(Classes { size, all: total.solutions, by_180, by_90 }))
}

/// Counts everything again with another method, and reports what was compared.
fn double_check(plan: &Plan, found: &JobByJob, backend: &Counter) -> Result<(), Failure> {
    if device::gpus(backend, plan).is_some() {
        return compare_with_cpu(plan, found, backend.cpu());
    }
    let jobs = plan.by_other_engine().map_or(0, |other| other.jobs());
    let progress = Progress::new(format!("N = {}, double check", plan.size()), jobs);
    let checked = plan.double_check(found, SAMPLE, backend.cpu(), &progress);
    drop(progress);
    let (size, name) = (plan.size(), plan.name());
    if checked == Err(Error::Stopped) {
        let message = format!("interrupted: N = {size} was counted but not double-checked");
        return Err(Failure::Interrupted(Some(message)));
    }
    let DoubleCheck { other, recounted } = checked?;
    let by = match other {
        Some(other) => format!("'{other}' and '{name}' agree"),
        None => {
            format!("no other method counts this board, so only a sample of '{name}' was checked")
        }
    };
    let (jobs, all) = (recounted.len(), quantity(plan.jobs(), "job"));
    let recount = plan.recounted_by();
    say(&format!("N = {size}: {by}; {jobs} of {all} recounted by {recount}"));
    Ok(())
}

/// Recounts a sample of a GPU's jobs on the CPU.
fn compare_with_cpu(plan: &Plan, found: &JobByJob, cpu: &Threads) -> Result<(), Failure> {
    let (size, all) = (plan.size(), plan.jobs());
    let jobs = random_jobs(all, GPU_SAMPLE);
    let progress =
        Progress::of_some(format!("N = {size}, double check on the CPU"), all, jobs.len());
    let compared = plan.compare(found, &jobs, cpu, "the CPU", &progress);
    drop(progress);
    if compared == Err(Error::Stopped) {
        let message = format!("interrupted: N = {size} was counted but not double-checked");
        return Err(Failure::Interrupted(Some(message)));
    }
    compared?;
    let (jobs, all) = (jobs.len(), quantity(all, "job"));
    say(&format!("N = {size}: GPU and CPU agree on {jobs} of {all}, chosen at random"));
    Ok(())
}

/// At most `most` random jobs, different at every call: one from each of `most` equal parts.
fn random_jobs(all: u64, most: u64) -> Vec<u64> {
    let parts = most.min(all);
    let within = |part: u64| {
        let (start, end) = (part * all / parts, (part + 1) * all / parts);
        // Every `RandomState` has other random keys.
        start + RandomState::new().hash_one(part) % (end - start)
    };
    (0..parts).map(within).collect()
}

/// Compares a count with the published number, if there is one, and with the symmetric counts.
fn check(plan: &Plan, total: &Total, classes: Option<Classes>) -> Result<(), Failure> {
    plan.check_published(total.solutions)?;
    Ok(classes.map_or(Ok(()), |classes| plan.check_classes(&classes))?)
}

/// The fields that are on the first line of the text, or not shown.
const HEAD: [&str; 7] = ["n", "rules", "queens", "only", "method", "solutions", "seconds"];

/// Names and values of what was requested in addition to the count.
fn extras(result: &CountResult) -> impl Iterator<Item = (String, String)> {
    let fields = fields(result).unwrap_or_default().into_iter();
    fields.filter(|(key, _)| !HEAD.contains(&key.as_str()))
}

impl Readable for CountResult {
    const AT_ONCE: bool = true;

    fn columns(&self, _page: Page) -> Vec<Column> {
        let head = [
            Column::right("N", self.n),
            Column::right("solutions", self.solutions),
            Column::right("seconds", format!("{:.6}", self.seconds)),
        ];
        let extras = extras(self).map(|(key, cell)| Column::right(key, cell));
        head.into_iter().chain(extras).collect()
    }

    fn text(&self, page: Page) -> Option<String> {
        let mut text = format!("{}: {}\n", self.n, self.solutions);
        for (key, value) in extras(self) {
            text += &format!("   {}: {value}\n", key.replace('_', " "));
        }
        (page == Page::Terminal).then_some(text)
    }
}

impl Readable for ShardResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        vec![
            Column::right("N", self.n),
            Column::left("shard", &self.shard),
            Column::right("jobs", self.jobs),
            Column::right("solutions", self.solutions),
            Column::right("seconds", format!("{:.6}", self.seconds)),
        ]
    }

    fn text(&self, page: Page) -> Option<String> {
        let Self { n, shard, .. } = self;
        let [jobs, solutions] = [quantity(self.jobs, "job"), quantity(self.solutions, "solution")];
        let text = format!("{n}: shard {shard} finished: {jobs}, {solutions}\n");
        (page == Page::Terminal).then_some(text)
    }
}
