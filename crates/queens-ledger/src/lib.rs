//! Counts that last: a sink of the crate [`queens`] that keeps the result of every job in a file.
//!
//! ```
//! use queens::{Inline, Method, Never, Request};
//! use queens_ledger::{Runner, Ledger, Provenance};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("q10.db");
//! let plan = Request::count(10)?.method(Method::CROSS).plan()?;
//! let provenance = Provenance { device: "this CPU".into(), engine: "cross".into(), program: "an example".into() };
//!
//! let mut ledger = Ledger::create(&path, &plan, None, &provenance)?;
//! let by = Runner { backend: &Inline, provenance: &provenance };
//! let end = ledger.run(&plan, by, by, &Never)?;
//! assert!(end.failed.is_empty());
//! assert_eq!(ledger.sums()?.solutions, 724);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file is an SQLite database. It names the plan, and has a record for each finished job: its count, two remainders, the queens set if they
//! were counted, the time it took, who counted it and when, and a checksum over all that and the plan. What is shown as done is on the disk.
//! After a crash the same run resumes; it repeats what was running, and what was finished in the last second.
//!
//! - A ledger is for one plan: another board, method or cut is refused with what differs.
//! - One process at a time writes to a ledger; a second is refused. Reading is always possible.
//! - Several ledgers of the same plan, shards or not, [`merge()`]: equal results are one, different ones are kept as conflicts and never summed.
//! - [`verify()`] reads a ledger anew, without the engines: structure, checksums, remainders, sums; then a sample of jobs by plain backtracking.

mod certificate;
mod error;
mod header;
mod merge;
mod record;
mod recorder;
mod results;
mod store;
mod verify;

pub use certificate::Certificate;
pub use error::Error;
pub use header::{Header, Shard};
pub use merge::{Merged, merge};
pub use record::{PlanHash, Record};
pub use recorder::{Provenance, RunOutcome, Runner};
pub use store::{Conflict, Ledger, Sums};
pub use verify::{Checked, Verdict, verify};
