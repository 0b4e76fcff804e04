//! The certificate of a ledger, by which two runs of a plan can be compared.

use crate::error::Error;
use crate::header::{Header, hex};
use crate::store::{Ledger, Sums};
use sha2::{Digest, Sha256};
use std::fmt;

/// A plan, the sums over its finished jobs, and a hash over the results of all jobs in order. All complete and correct runs
/// of a plan have the same certificate, on any machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The plan.
    pub header: Header,
    /// The sums over the finished jobs.
    pub sums: Sums,
    /// SHA-256 over the job, its solutions and its placements (all bits 1 if they are not counted) of each finished job, as
    /// little-endian numbers of 64 bits.
    pub root: [u8; 32],
}

impl Ledger {
    /// The certificate of the finished jobs.
    pub fn certificate(&self) -> Result<Certificate, Error> {
        let mut root = Sha256::new();
        self.each(|record| {
            let placements = record.placements.unwrap_or(u64::MAX);
            for number in [record.job, record.count.solutions, placements] {
                root.update(number.to_le_bytes());
            }
            Ok(())
        })?;
        let sums = Sums { microseconds: 0, ..self.sums()? };
        Ok(Certificate { header: self.header().clone(), sums, root: root.finalize().into() })
    }
}

impl Certificate {
    /// Whether every job of the plan is finished and there are no conflicts.
    pub fn is_complete(&self) -> bool {
        self.sums.jobs == self.header.jobs && self.sums.conflicts == 0
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { size, version, jobs, hash, .. } = &self.header;
        let method = self.header.method_text();
        let Sums { jobs: done, solutions, placements, .. } = &self.sums;
        writeln!(f, "queens certificate 1")?;
        writeln!(f, "size       {size}")?;
        writeln!(f, "method     {method}")?;
        writeln!(f, "plan       version {version}, {}", hex(hash))?;
        writeln!(f, "jobs       {done} of {jobs}")?;
        writeln!(f, "solutions  {solutions}")?;
        if let Some(placements) = placements {
            writeln!(f, "placements {placements}")?;
        }
        writeln!(f, "root       {}", hex(&self.root))
    }
}
