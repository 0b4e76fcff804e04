//! Independent verification of a ledger: it relies neither on the engine nor on the disk nor on who counted.

use crate::certificate::{self, Root};
use crate::error::Error;
use crate::header::Header;
use crate::open::stopping;
use crate::record::Record;
use crate::recount::recount;
use crate::store::{Ledger, Sums};
use queens::{Control, Event, Plan, Threads};
use queens_results::{ProblemNames, VerificationOutcome, VerificationResult};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// How a ledger is verified.
///
/// ```no_run
/// use queens::Never;
/// use queens_ledger::Verification;
/// use std::path::Path;
///
/// let verification = Verification { sample: 10, seed: 1, threads: 4, certificate: None };
/// println!("{:?}", verification.run(Path::new("q20.db"), &Never)?.outcome);
/// # Ok::<(), queens_ledger::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The number of jobs that are recounted.
    pub sample: u64,
    /// The seed that selects them.
    pub seed: u64,
    /// The number of threads that recount them; 0 for one per core.
    pub threads: usize,
    /// A file with the certificate that the ledger must have.
    pub certificate: Option<PathBuf>,
}

/// Verifies a ledger on all cores: checks its structure, checksums, residues and sums without running its engine, then recounts
/// a sample of its jobs by plain backtracking. The seed selects the sample. Returns an error if the file is not a ledger, or if
/// the control stops the verification.
pub fn verify(
    path: &Path,
    sample: u64,
    seed: u64,
    control: &dyn Control,
) -> Result<VerificationResult, Error> {
    Verification { sample, seed, ..Verification::default() }.run(path, control)
}

impl Verification {
    /// Verifies a ledger. The control learns which jobs are selected, and the progress of their recounts.
    pub fn run(&self, path: &Path, control: &dyn Control) -> Result<VerificationResult, Error> {
        let wrong = |reason: String| VerificationResult {
            ledger: path.display().to_string(),
            outcome: VerificationOutcome::Wrong,
            n: None,
            rules: None,
            queens: None,
            only: None,
            shard: None,
            jobs: None,
            finished: None,
            solutions: None,
            recounted: None,
            reason: Some(reason),
        };
        match self.checked(path, control) {
            Err(Error::Damaged { what, .. }) => Ok(wrong(what)),
            Err(Error::Count(error @ queens::Error::Check(_))) => Ok(wrong(error.to_string())),
            checked => checked,
        }
    }

    /// The result if nothing is wrong.
    fn checked(&self, path: &Path, control: &dyn Control) -> Result<VerificationResult, Error> {
        let Reading { header, plan, sums, counts } = self.read(path, control)?;
        let ledger = path.display().to_string();
        let damaged = |what| Err(Error::Damaged { path: ledger.clone(), what });
        let sample = selected(counts, self.sample, self.seed);
        let recounted: Vec<u64> = sample.iter().map(|&(job, _)| job).collect();
        control.event(Event::Selected(&recounted));
        recount(&plan, &sample, self.threads(), control)?;
        let conflicts = sums.conflicts;
        if conflicts > 0 {
            return damaged(format!("{conflicts} jobs have conflicting results"));
        }
        let jobs = header.own_jobs();
        let is_complete = sums.jobs == jobs;
        if is_complete && header.shard.is_none() {
            let threads = Threads::new(self.threads())?;
            let total = plan.check_total(sums.solutions, &threads, &Unseen(control));
            match total {
                Err(queens::Error::Check(error)) => {
                    return damaged(format!("the sum of all jobs is wrong: {error}"));
                }
                total => total?,
            }
        }
        let ProblemNames { rules, queens, only } = header.counted.names();
        Ok(VerificationResult {
            ledger,
            outcome: match is_complete {
                false => VerificationOutcome::Incomplete,
                true if recounted.is_empty() && jobs > 0 => VerificationOutcome::Checked,
                true => VerificationOutcome::Verified,
            },
            n: Some(header.size),
            rules,
            queens,
            only,
            shard: header.shard.map(|shard| shard.to_string()),
            jobs: Some(jobs),
            finished: Some(sums.jobs),
            solutions: Some(sums.solutions),
            recounted: Some(recounted),
            reason: None,
        })
    }

    /// The number of threads, at least 1.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// Reads the ledger once and checks what it contains.
    fn read(&self, path: &Path, control: &dyn Control) -> Result<Reading, Error> {
        let expected = self.certificate.as_deref().map(certificate::read).transpose()?;
        stopping(control, |stopped| {
            let ledger = Ledger::open_stoppable(path, stopped)?;
            let mut audits: BTreeMap<u64, Vec<Record>> = BTreeMap::new();
            ledger.each_audit(|record| {
                audits.entry(record.job).or_default().push(record);
                Ok(())
            })?;
            let (mut counts, mut root) = (Vec::new(), Root::default());
            let sums = ledger.each(|record| {
                let (job, counted) = (record.job, record.count.solutions);
                let of_job = audits.remove(&job).unwrap_or_default();
                if let Some(differing) = of_job.iter().find(|audit| !audit.agrees(&record)) {
                    let again = differing.count.solutions;
                    let what = format!("job {job}: the result is {counted}, an audit {again}");
                    return Err(ledger.damaged(what));
                }
                counts.push((job, counted));
                root.add(&record);
                Ok(())
            })?;
            if let Some((job, _)) = audits.first_key_value() {
                return Err(ledger.damaged(format!("job {job} has an audit but no result")));
            }
            ledger.withdrawn()?;
            // An incomplete ledger is reported as such.
            let is_complete = sums.jobs == ledger.header().own_jobs();
            if let Some(expected) = expected.filter(|_| is_complete) {
                let own = root.certificate(ledger.header(), &sums);
                let what = certificate::difference(&own, &expected);
                what.map_or(Ok(()), |what| Err(ledger.damaged(what)))?;
            }
            let (header, plan) = (ledger.header().clone(), ledger.plan().clone());
            Ok(Reading { header, plan, sums, counts })
        })
    }
}

/// What a ledger contains.
struct Reading {
    header: Header,
    plan: Plan,
    sums: Sums,
    /// The finished jobs, with their counts.
    counts: Vec<(u64, u64)>,
}

/// A control that does not see the jobs by which symmetric solutions are counted: they are not jobs of the ledger.
struct Unseen<'a>(&'a dyn Control);

impl Control for Unseen<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(_) = event {
            self.0.event(event);
        }
    }
}

/// At most `sample` of the jobs, selected by the seed, in their order.
fn selected(mut counts: Vec<(u64, u64)>, sample: u64, seed: u64) -> Vec<(u64, u64)> {
    let sample = usize::try_from(sample).unwrap_or(usize::MAX).min(counts.len());
    let mut state = seed;
    for i in 0..sample {
        let j = i + (random(&mut state) % (counts.len() - i) as u64) as usize;
        counts.swap(i, j);
    }
    counts.truncate(sample);
    counts.sort_unstable();
    counts
}

/// Steele, Lea and Flood's SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
