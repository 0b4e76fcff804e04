//! What the tests of audits and sessions share.

use queens::{Method, Never, Plan, Request, published};
use queens_ledger::{AuditShare, Ledger, Provenance, Verdict, verify};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The size of the board of these tests.
pub const SIZE: usize = 12;

/// The plan of these tests.
pub fn plan() -> Plan {
    Request::count(SIZE).unwrap().method(Method::CROSS).plan().unwrap()
}

/// What records contain about a device.
pub fn provenance(device: &str) -> Provenance {
    let [device, engine, program] = [device, "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

/// A temporary folder, and a path in it.
pub fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q12.db");
    (folder, path)
}

/// Every job is audited.
pub fn all() -> AuditShare {
    AuditShare::new(1.0).unwrap()
}

/// Asserts that the ledger is complete and right, and that its audits agree.
pub fn assert_verified(path: &Path) {
    let verdict = verify(path, 4, 1, &Never).unwrap();
    let Verdict::Verified(checked) = verdict else { panic!("{verdict:?}") };
    assert_eq!(Some(checked.sums.solutions), published(SIZE));
    Ledger::open(path).unwrap().check_audits().unwrap();
}
