//! Independent verification of a ledger: it relies neither on the engine nor on the disk nor on who counted.

use crate::error::Error;
use crate::store::{Ledger, Sums};
use queens::{CheckError, Control, published};
use std::path::Path;

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The size of the board.
    pub size: usize,
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
    /// All jobs are finished and correct as far as checked.
    Verified(Checked),
    /// The finished jobs are correct as far as checked, but jobs are missing.
    Incomplete(Checked),
    /// Something is wrong. The text says what and where.
    Wrong(String),
}

/// Verifies a ledger: checks its structure, checksums, residues and sums without running its engine, then recounts a sample of
/// its jobs by plain backtracking. The seed selects the sample. Returns an error if the file is not a ledger, or if the control
/// stops the verification.
pub fn verify(
    path: &Path,
    sample: u64,
    seed: u64,
    control: &dyn Control,
) -> Result<Verdict, Error> {
    let (checked, whole) = match check(path, sample, seed, control) {
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
    let Checked { size, sums, .. } = &checked;
    match published(*size).filter(|_| whole) {
        Some(right) if right != sums.solutions => {
            let counted = sums.solutions;
            Ok(Verdict::Wrong(format!("the sum is {counted} solutions, published: {right}")))
        }
        _ => Ok(Verdict::Verified(checked)),
    }
}

/// Checks what the ledger contains. The flag is whether it is for all jobs of the plan.
fn check(
    path: &Path,
    sample: u64,
    seed: u64,
    control: &dyn Control,
) -> Result<(Checked, bool), Error> {
    let ledger = Ledger::open(path)?;
    ledger.check_structure()?;
    let header = ledger.header();
    let sums = ledger.sums()?;
    ledger.conflicts()?;
    let mut counts = Vec::new();
    ledger.each(|record| {
        counts.push((record.job, record.count.solutions));
        Ok(())
    })?;
    let plan = header.plan()?;
    let mut recounted = Vec::new();
    for (job, counted) in selected(counts, sample, seed) {
        let again = plan.recount(job, control)?;
        if again != counted {
            return Err(Error::Count(queens::Error::Check(CheckError::WrongJob {
                size: header.size,
                job,
                name: plan.name(),
                counted,
                by: "plain backtracking",
                again,
            })));
        }
        recounted.push(job);
    }
    let checked = Checked { size: header.size, jobs: header.own_jobs(), sums, recounted };
    Ok((checked, header.shard.is_none()))
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
