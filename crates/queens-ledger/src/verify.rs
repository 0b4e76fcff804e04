//! Independent verification of a ledger: it relies neither on the engine nor on the disk nor on who counted.

use crate::certificate;
use crate::error::Error;
use crate::file::Place;
use crate::header::{Counted, Shard};
use crate::open::stopping;
use crate::recount::recount;
use crate::store::{Ledger, Sums};
use queens::{CheckError, Control, Event, Plan, Threads};
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The size of the board.
    pub size: usize,
    /// What is counted.
    pub counted: Counted,
    /// The shard, if the ledger is for one.
    pub shard: Option<Shard>,
    /// The number of jobs that belong to the ledger.
    pub jobs: u64,
    /// The sums over the finished jobs.
    pub sums: Sums,
    /// The jobs that were recounted by plain backtracking.
    pub recounted: Vec<u64>,
}

/// The outcome of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All jobs are finished, and a sample was recounted without finding an error.
    Verified(Checked),
    /// All jobs are finished and no error was found, but no job was recounted.
    Checked(Checked),
    /// No error was found in the finished jobs, but jobs are missing.
    Incomplete(Checked),
    /// Something is wrong. The text says what and where.
    Wrong(String),
}

/// How a ledger is verified.
///
/// ```no_run
/// use queens::Never;
/// use queens_ledger::Verification;
/// use std::path::Path;
///
/// let verification = Verification { sample: 10, seed: 1, threads: 4, certificate: None };
/// println!("{:?}", verification.run(Path::new("q20.db"), &Never)?);
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
) -> Result<Verdict, Error> {
    Verification { sample, seed, ..Verification::default() }.run(path, control)
}

impl Verification {
    /// Verifies a ledger. The control learns which jobs are selected, and the progress of their recounts.
    pub fn run(&self, path: &Path, control: &dyn Control) -> Result<Verdict, Error> {
        let (checked, plan) = match self.check(path, control) {
            Err(Error::Damaged { what, .. }) => return Ok(Verdict::Wrong(what)),
            Err(Error::Count(error @ queens::Error::Check(CheckError::WrongJob { .. }))) => {
                return Ok(Verdict::Wrong(error.to_string()));
            }
            checked => checked?,
        };
        if checked.sums.conflicts > 0 {
            let conflicts = checked.sums.conflicts;
            return Ok(Verdict::Wrong(format!("{conflicts} jobs have conflicting results")));
        }
        if checked.sums.jobs < checked.jobs {
            return Ok(Verdict::Incomplete(checked));
        }
        if checked.shard.is_none() {
            let threads = Threads::new(self.threads())?;
            match plan.check_total(checked.sums.solutions, &threads, &Unseen(control)) {
                Err(error @ queens::Error::Check(_)) => {
                    return Ok(Verdict::Wrong(format!("the sum of all jobs is wrong: {error}")));
                }
                result => result?,
            }
        }
        match checked.recounted.is_empty() && checked.jobs > 0 {
            true => Ok(Verdict::Checked(checked)),
            false => Ok(Verdict::Verified(checked)),
        }
    }

    /// The number of threads, at least 1.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// Checks what the ledger contains. Also returns its plan.
    fn check(&self, path: &Path, control: &dyn Control) -> Result<(Checked, Plan), Error> {
        let expected = self.certificate.as_deref().map(certificate::read).transpose()?;
        let (header, sums, counts) = stopping(control, |stopped| {
            let ledger = Ledger::open_known(&Place::new(path)?, None, stopped)?;
            let sums = ledger.sums()?;
            ledger.check_audits()?;
            ledger.withdrawn()?;
            // An incomplete ledger is reported as such.
            if let Some(expected) = expected.filter(|_| sums.jobs == ledger.header().own_jobs()) {
                let path = path.display().to_string();
                let damaged = |what| Err(Error::Damaged { path, what });
                ledger.certificate()?.difference(&expected).map_or(Ok(()), damaged)?;
            }
            let mut counts = Vec::new();
            ledger.each(|record| {
                counts.push((record.job, record.count.solutions));
                Ok(())
            })?;
            Ok::<_, Error>((ledger.header().clone(), sums, counts))
        })?;
        let sample = selected(counts, self.sample, self.seed);
        let recounted: Vec<u64> = sample.iter().map(|&(job, _)| job).collect();
        control.event(Event::Selected(&recounted));
        let plan = header.plan()?;
        recount(&plan, &sample, self.threads(), control)?;
        let (size, counted, shard) = (header.size, header.counted, header.shard);
        let jobs = header.own_jobs();
        Ok((Checked { size, counted, shard, jobs, sums, recounted }, plan))
    }
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
