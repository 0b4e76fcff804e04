//! The certificate of a ledger: a text by which two runs of a plan can be compared.

use crate::error::Error;
use crate::header::{Header, hex};
use crate::record::Record;
use crate::store::{Ledger, Sums};
use queens_results::ProblemNames;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The first line.
const TITLE: &str = "queens certificate 1";

/// A certificate is shorter than this number of bytes.
const MOST_BYTES: u64 = 4096;

/// The hash over the results of all finished jobs in order: for each the job, its solutions and its placements (all bits 1 if they
/// are not counted), as little-endian numbers of 64 bits.
#[derive(Default)]
pub(crate) struct Root(Sha256);

impl Root {
    pub(crate) fn add(&mut self, record: &Record) {
        let placements = record.placements.unwrap_or(u64::MAX);
        for number in [record.job, record.count.solutions, placements] {
            self.0.update(number.to_le_bytes());
        }
    }

    /// The certificate of the results that were added.
    pub(crate) fn certificate(self, header: &Header, sums: &Sums) -> String {
        let Header { size, version, jobs, hash, .. } = header;
        let ProblemNames { rules, queens, only } = header.counted.names();
        let placements = sums.placements.map(|sum| sum.to_string());
        let lines = [
            ("size", Some(size.to_string())),
            ("method", Some(header.counted.method.name().to_string())),
            ("rules", rules),
            ("queens", queens),
            ("only", only),
            ("plan", Some(format!("version {version}, {}", hex(hash)))),
            ("jobs", Some(format!("{} of {jobs}", sums.jobs))),
            ("solutions", Some(sums.solutions.to_string())),
            ("placements", placements),
            ("root", Some(hex(&self.0.finalize()))),
        ];
        let mut text = format!("{TITLE}\n");
        for (name, value) in lines {
            if let Some(value) = value {
                writeln!(text, "{name:<10} {value}").expect("a string can be written");
            }
        }
        text
    }
}

impl Ledger {
    /// The certificate of the finished jobs: the plan, their sums, and a hash over their results. All complete and correct runs
    /// of a plan have the same certificate, on any machine.
    pub fn certificate(&self) -> Result<String, Error> {
        let mut root = Root::default();
        let sums = self.each(|record| {
            root.add(&record);
            Ok(())
        })?;
        Ok(root.certificate(self.header(), &sums))
    }
}

/// The first line in which a certificate differs from the lines of another one, and that other line.
pub(crate) fn difference(certificate: &str, other: &[String]) -> Option<String> {
    let (mut own, mut others) = (certificate.lines().map(words), other.iter());
    loop {
        match (own.next(), others.next()) {
            (None, None) => return None,
            (own, other) if own.as_ref() == other => {}
            (own, other) => {
                let shown = |line: Option<&String>| {
                    line.map_or("no line".to_string(), |line| format!("'{line}'"))
                };
                let [own, other] = [shown(own.as_ref()), shown(other)];
                return Some(format!("the ledger has {own}, the certificate has {other}"));
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
