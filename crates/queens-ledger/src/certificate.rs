//! What two people's runs of a plan have in common.

use crate::error::Error;
use crate::header::{Header, hex};
use crate::store::{Ledger, Sums};
use sha2::{Digest, Sha256};
use std::fmt;

/// A plan, what was counted of it, and a hash over the results of all jobs in their order. Two complete runs of a plan have the same certificate,
/// whoever made them and on whatever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The plan.
    pub header: Header,
    /// The sums.
    pub sums: Sums,
    /// SHA-256 over job, solutions and placements (all ones if they are not counted) of each finished job, as little-endian numbers of
    /// 64 bits.
    pub root: [u8; 32],
}

impl Ledger {
    /// The certificate of what is finished.
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
    /// Whether every job of the whole plan is in it, and no two results contradict each other.
    pub fn is_complete(&self) -> bool {
        self.sums.jobs == self.header.jobs && self.sums.conflicts == 0
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { size, method, version, jobs, hash, .. } = &self.header;
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
