//! What an audit reports: notices during the run, and a summary.

use super::AuditShare;
use queens::report::quantity;
use std::fmt;

/// What the user of a run must know, or do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub kind: NoticeKind,
    /// The worker that it is about.
    pub worker: String,
    /// What happened, in one line.
    pub text: String,
    /// The jobs that must be counted again.
    pub jobs: Vec<u64>,
}

/// The kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoticeKind {
    /// An answer was rejected as a whole, because it is incomplete or contradicts itself.
    BadAnswer,
    /// Two counts of a job differ. Further counts will decide.
    Disagreement,
    /// A worker is wrong: it is excluded, and its results are withdrawn.
    WrongWorker,
    /// An answer of an excluded worker was ignored.
    Ignored,
}

impl NoticeKind {
    /// The name of the kind, such as `wrong_worker`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BadAnswer => "bad_answer",
            Self::Disagreement => "disagreement",
            Self::WrongWorker => "wrong_worker",
            Self::Ignored => "ignored",
        }
    }
}

/// The fraction of its jobs in which a worker is assumed to be wrong.
pub(super) const WRONG: f64 = 0.01;

/// How much of a run was audited.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditReport {
    /// The number of results.
    pub jobs: u64,
    /// The number of results that another worker confirmed.
    pub audited: u64,
    /// The share that was requested.
    pub share: AuditShare,
    /// The number of workers whose results are kept.
    pub workers: u64,
    /// The workers that were wrong or could not count.
    pub excluded: Vec<String>,
    /// An upper bound for the probability that a worker that is wrong in 1% of its jobs was not noticed: 0.99 to the power of the
    /// number of its counts that were compared with another one, for the worker that has the fewest.
    pub missed_chance: f64,
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { jobs, audited, workers, excluded, missed_chance, .. } = self;
        if *jobs == 0 {
            return f.write_str("there are no jobs, so none was counted twice");
        }
        let part = 100.0 * *audited as f64 / (*jobs).max(1) as f64;
        let jobs = quantity(jobs, "job");
        let were = if *audited == 1 { "was" } else { "were" };
        write!(f, "{audited} of {jobs} ({part:.1}%) {were} counted twice; ")?;
        let worker = if *workers > 1 { "a worker" } else { "the worker" };
        // Rounded up: it is an upper bound.
        let missed = (100.0 * missed_chance).ceil();
        write!(
            f,
            "if {worker} was wrong in 1% of its jobs, the chance that this was missed is at most {missed}%"
        )?;
        match excluded.len() {
            0 => Ok(()),
            1 => write!(f, "; 1 worker was excluded"),
            many => write!(f, "; {many} workers were excluded"),
        }
    }
}
