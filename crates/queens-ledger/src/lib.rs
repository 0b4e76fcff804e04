//! Durable counts: saves the result of every job of a [`queens::Plan`] in a file, the ledger.
//!
//! ```
//! use queens::{Inline, Method, Never, Request};
//! use queens_results::VerificationOutcome;
//! use queens_ledger::{Ledger, Provenance, Runner, verify};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("q10.db");
//! let plan = Request::count(10)?.method(Method::CROSS).plan()?;
//! let provenance = Provenance { device: "this CPU".into(), engine: "cross".into(), program: "an example".into() };
//!
//! let mut ledger = Ledger::create(&path, &plan, None, &provenance)?;
//! let by = Runner { backend: &Inline, provenance: &provenance };
//! let end = ledger.run(by, by, &Never)?;
//! assert!(end.failed.is_empty());
//! assert_eq!(ledger.sums()?.solutions, 724);
//!
//! // Recounts 4 jobs by plain backtracking, selected by the seed 0.
//! assert_eq!(verify(&path, 4, 0, &Never)?.outcome, VerificationOutcome::Verified);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file is an SQLite database. It contains the plan and a record of each finished job: its count with two residues, the
//! number of queens placed if they were counted, the time it took, when it was counted and by what, and a checksum over all
//! this and the plan. A job is reported as finished only when its record is on the disk. After a crash, a run resumes: it
//! repeats the jobs that were running, and those that were finished in the last second.
//!
//! - A ledger belongs to one plan. A run with another board, method or cut fails with an error that says what differs.
//! - One process at a time can write to a ledger. Reading is always possible.
//! - [`merge()`] joins ledgers of the same plan, such as shards. Equal results are stored once; different results of a job
//!   are stored as conflicts and excluded from all sums.
//! - [`repair()`] writes what is intact in a damaged ledger into a new one, in which the lost jobs are missing.
//! - [`verify()`] checks a ledger without running its engine: structure, checksums, residues and sums. Then it recounts a
//!   sample of jobs by plain backtracking.

mod audit;
mod auditor;
mod certificate;
mod error;
mod event;
mod file;
mod fill;
mod header;
mod merge;
mod open;
mod record;
mod recorder;
mod recount;
mod repair;
mod results;
mod session;
mod store;
#[cfg(test)]
mod tests;
mod verify;
mod writer;

pub use audit::{AuditReport, AuditShare, Notice, NoticeKind};
pub use auditor::Auditor;
pub use error::Error;
pub use header::{Counted, Header, Shard};
pub use merge::merge;
pub use record::{PlanHash, Record};
pub use recorder::{Provenance, RunOutcome, Runner};
pub use repair::repair;
pub use results::{StatusTotal, date};
pub use session::{Answer, Session};
pub use store::{Ledger, Sums};
pub use verify::{Verification, verify};
