//! `queens count`: counts solutions.

mod ledger;

use crate::support::counting::{check_threads, count, count_into};
use crate::support::device::{self, Counter};
use crate::support::failure::{Failure, say};
use crate::support::options::Machine;
use crate::support::output::Output;
use crate::support::progress::Progress;
use crate::support::report::quantity;
use crate::support::sizes::Sizes;
use crate::support::values::{Choice, ChoiceName, plain_rules, queens_number, rotation};
use crate::support::writer::{Column, Format, Page, Readable, Writer};
use clap::Args;
use queens::{
    Board, Classes, DoubleCheck, Error, JobByJob, Plan, Queens, Request, Rotation, Rules, Threads,
    Total, sampling,
};
use queens_ledger::{AuditShare, Shard};
use queens_results::{CountResult, ShardResult};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Count all solutions
///
/// Prints one line per N as soon as it is counted. If the number of solutions is published, the count is checked against
/// it. An interrupted count is lost unless --ledger saves it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens count 8                                # prints 8: 92
  queens count 8..14 --format csv               # one row per N
  queens count 8 --placements                   # also the 2056 placements of plain backtracking
  queens count 8 --placements --by-level        # also the placements in each column
  queens count 8 --method breadth --placements  # also the statistics of another method
  queens count 1..12 --fundamental --symmetry   # also solutions up to symmetry
  queens count 16 --double-check                # count again with a second method
  queens count 26 --only 180                    # only solutions symmetric under 180 degrees
  queens count 13 --rules torus                 # diagonals wrap around the edges
  queens count 9..12 --queens 8                 # 8 queens on larger boards
  queens count 8 --queens maximal               # queens to which none can be added
  queens count 22 --device gpu                  # on the fastest GPU
  queens count 17 --placements --by-level --device gpu
  queens count 20 --ledger q20.db               # run the same command again to resume
  queens count 20 --ledger q20.db --audit 5%    # count some jobs twice to find wrong devices
  queens count 20 --method cross --ledger 3.db --shard 3/8  # one of 8 parts")]
pub(crate) struct Options {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    sizes: Sizes,

    /// Counting method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    method: Choice,

    /// Also count the queens placed, and other statistics of the method
    ///
    /// With --method, prints the statistics of that method. Without, counts the placements of plain backtracking (bitmask):
    /// every queen that the search places, including the last queen of each solution.
    #[arg(long)]
    placements: bool,

    /// With --placements: also count the queens placed in each column by plain backtracking
    ///
    /// Without --method, only half of the board is searched and the counts are doubled. --method bitmask searches the whole
    /// board, divided into different jobs. Not available with other methods, --by-first, --only, --rules and --ledger.
    #[arg(long, requires = "placements", conflicts_with_all = ["by_first", "only", "ledger", "shard"])]
    by_level: bool,

    /// Also count fundamental solutions, those that differ by more than rotation or reflection
    #[arg(long)]
    fundamental: bool,

    /// Also count solutions unchanged by a rotation of 90 degrees, of 180 degrees only, and by none
    #[arg(long)]
    symmetry: bool,

    /// Also count solutions by the row of the queen in the first column
    #[arg(long)]
    by_first: bool,

    /// Count only solutions symmetric under a rotation by 180 or 90 degrees
    #[arg(long, value_name = "DEGREES", value_parser = rotation)]
    #[arg(conflicts_with_all = ["method", "placements", "fundamental", "symmetry", "by_first"])]
    only: Option<Rotation>,

    /// Attack rules
    ///
    /// On a torus, diagonals wrap around the edges. A superqueen also attacks as a knight does; --only, --fundamental and
    /// --symmetry are available for it. A semi-queen attacks along rows, columns and rising diagonals. Diagonals of reflecting
    /// queens are reflected at a line next to the first column.
    #[arg(long, value_name = "RULES", default_value = "queens", value_parser = plain_rules())]
    rules: Rules,

    /// Number of queens: a number, any, maximal or with-pawn [default: N]
    ///
    /// No two queens may attack each other. With 'any', every number of queens is counted, including none. With 'maximal', the
    /// queens occupy or attack every square, so that none can be added. With 'with-pawn', N + 1 queens and a pawn are placed; the
    /// pawn blocks the lines between queens.
    #[arg(
        long,
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value = "N",
        hide_default_value = true
    )]
    #[arg(value_parser = queens_number(), hide_possible_values = true)]
    queens: Queens,

    /// Count again with another method
    ///
    /// Counts everything again with a different method, and a sample of the jobs by plain backtracking. For a
    /// count on GPUs, the CPU recounts a sample of the jobs.
    #[arg(long, conflicts_with_all = ["placements", "by_first"])]
    double_check: bool,

    /// Save the result of every job in this file; run the same command again to resume
    ///
    /// After an interrupt or a crash, the same command counts only the jobs that are missing. 'queens ledger' inspects the
    /// file, 'queens verify' checks it.
    #[arg(long, value_name = "FILE", conflicts_with = "by_first")]
    ledger: Option<PathBuf>,

    /// Count only shard I of K, every K-th job; needs --ledger and, where methods can be chosen, --method
    ///
    /// Each shard has its own ledger and can be counted on a different machine. 'queens ledger merge' merges them. All shards
    /// must use the same method. With --rules, --only and --queens there is one engine, and --method cannot be used.
    #[arg(long, value_name = "I/K", requires = "ledger")]
    // The last one conflicts with --ledger, and clap does not check `requires` then.
    #[arg(conflicts_with_all = ["double_check", "fundamental", "symmetry", "by_first"])]
    shard: Option<Shard>,

    /// Count this share of all jobs twice while the run continues [default: 5%]; needs --ledger
    ///
    /// Jobs are selected at random. The CPU counts the jobs of a GPU again. The portable code of the same method counts the jobs
    /// of the CPU again. If two counts differ, plain backtracking (bitmask) decides, and the results of the wrong device are
    /// withdrawn. The CPU counts the jobs of a wrong GPU; if the CPU is wrong, the run ends with exit code 1. Not available with
    /// --placements.
    #[arg(long, value_name = "SHARE", requires = "ledger", conflicts_with = "placements")]
    #[arg(allow_negative_numbers = true)]
    #[arg(num_args = 0..=1, default_missing_value = "5%")]
    audit: Option<AuditShare>,

    #[command(flatten)]
    machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The number of jobs that a double check recounts by plain backtracking.
const SAMPLE: u64 = 8;
/// The number of jobs of a GPU's count that the CPU recounts.
const GPU_SAMPLE: u64 = 16;
/// Up to this size one thread counts the symmetric solutions in milliseconds.
const QUICK_SYMMETRY: usize = 20;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
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
    Ok(())
}

/// With rules other than `queens` or another number of queens than N, there is no choice of methods, and only the solutions are
/// counted. The options about symmetry are allowed where symmetric solutions can be counted.
fn check_options(options: &Options) -> Result<(), Failure> {
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
    options: &'a Options,
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
fn kept(options: &Options, plan: &Plan) -> JobByJob {
    if options.double_check { JobByJob::new(plan) } else { JobByJob::without_counts(plan) }
}

/// Makes all plans in advance, so that an invalid one is reported before the first is run.
fn plans(options: &Options, backend: &Counter) -> Result<Vec<Plan>, Failure> {
    let mut plans = Vec::new();
    for size in options.sizes.iter() {
        let plan = device::plan(backend, &request(options, size)?, options.method.0)?;
        check_threads(options.machine.threads, &plan)?;
        plans.push(plan);
    }
    Ok(plans)
}

/// The request without its method.
fn request(options: &Options, size: usize) -> Result<Request, Failure> {
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
    options: &Options,
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

/// Names and values of what was requested in addition to the count.
fn extras(result: &CountResult) -> impl Iterator<Item = (&'static str, String)> {
    let number = |number: Option<u128>| number.map(|number| number.to_string());
    let list = |numbers: &Option<Vec<u64>>| {
        let texts = numbers.as_ref()?.iter().map(u64::to_string);
        Some(texts.collect::<Vec<_>>().join(" "))
    };
    let all = [
        ("placements", number(result.placements)),
        ("by_level", list(&result.by_level)),
        ("rejects", number(result.rejects)),
        ("dequeues", number(result.dequeues)),
        ("dropped", number(result.dropped)),
        ("queue_peak", number(result.queue_peak)),
        ("raw", number(result.raw)),
        ("fundamental", number(result.fundamental)),
        ("fixed_by_90", number(result.fixed_by_90)),
        ("fixed_by_180_only", number(result.fixed_by_180_only)),
        ("fixed_by_none", number(result.fixed_by_none)),
        ("by_first", list(&result.by_first)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?)))
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
