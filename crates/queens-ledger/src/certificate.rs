//! The certificate of a ledger, by which two runs of a plan can be compared.

use crate::error::Error;
use crate::header::{Header, hex};
use crate::store::{Ledger, Sums};
use queens_results::ProblemNames;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The first line.
const TITLE: &str = "queens certificate 1";

/// A certificate is shorter than this number of bytes.
const MOST_BYTES: u64 = 4096;

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

    /// The first line in which this certificate differs from the lines of another one, and that other line.
    pub(crate) fn difference(&self, other: &[String]) -> Option<String> {
        let text = self.to_string();
        let (mut own, mut others) = (text.lines().map(words), other.iter());
        loop {
            match (own.next(), others.next()) {
                (None, None) => return None,
                (own, other) if own.as_ref() == other => {}
                (own, other) => {
                    let shown = |line: Option<&String>| {
                        line.map_or("no line".to_string(), |line| format!("'{line}'"))
                    };
                    return Some(format!(
                        "the ledger has {}, the certificate has {}",
                        shown(own.as_ref()),
                        shown(other)
                    ));
                }
            }
        }
    }
}

/// A line with its words separated by single spaces, as copies of a certificate may have it.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of a certificate in a file, each with single spaces between its words, without empty lines.
pub(crate) fn read(path: &Path) -> Result<Vec<String>, Error> {
    let not = |reason: &str| Error::NotACertificate {
        path: path.display().to_string(),
        reason: reason.to_string(),
    };
    let fails = |error: std::io::Error| Error::File {
        path: path.display().to_string(),
        reason: error.to_string(),
    };
    if !std::fs::metadata(path).map_err(fails)?.is_file() {
        return Err(not("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(fails)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(fails)?;
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if first.trim_ascii() != TITLE.as_bytes() {
        return Err(not(&format!("its first line is not '{TITLE}'")));
    }
    if bytes.len() as u64 == MOST_BYTES {
        return Err(not(&format!("it has {MOST_BYTES} bytes or more")));
    }
    let text = str::from_utf8(&bytes).map_err(|_| not("it is not UTF-8 text"))?;
    Ok(text.lines().map(words).filter(|line| !line.is_empty()).collect())
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { size, version, jobs, hash, .. } = &self.header;
        let method = self.header.counted.method.name();
        let ProblemNames { rules, queens, only } = self.header.counted.names();
        let Sums { jobs: done, solutions, placements, .. } = &self.sums;
        writeln!(f, "{TITLE}")?;
        writeln!(f, "size       {size}")?;
        writeln!(f, "method     {method}")?;
        for (name, value) in [("rules", rules), ("queens", queens), ("only", only)] {
            if let Some(value) = value {
                writeln!(f, "{name:<10} {value}")?;
            }
        }
        writeln!(f, "plan       version {version}, {}", hex(hash))?;
        writeln!(f, "jobs       {done} of {jobs}")?;
        writeln!(f, "solutions  {solutions}")?;
        if let Some(placements) = placements {
            writeln!(f, "placements {placements}")?;
        }
        writeln!(f, "root       {}", hex(&self.root))
    }
}
