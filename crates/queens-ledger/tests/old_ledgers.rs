//! Ledgers written by version 0.1.0 are read, verified and resumed by every later version.

use queens::Never;
use queens_ledger::{Ledger, Verdict, verify};
use std::path::Path;

const LEDGERS: [(&str, u64, u128); 3] = [
    ("bitmask-10.ledger", 10, 724),
    ("cross-12.ledger", 342, 14200),
    ("join-14.ledger", 256, 365_596),
];

#[test]
fn old_ledgers_verify() {
    for (name, jobs, solutions) in LEDGERS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        std::fs::copy(source, &path).unwrap();
        let Verdict::Verified(checked) = verify(&path, 4, 1, &Never).unwrap() else {
            panic!("{name} does not verify");
        };
        assert_eq!((checked.jobs, checked.sums.solutions), (jobs, solutions), "{name}");
        assert_eq!(checked.recounted.len(), 4, "{name}");
        let ledger = Ledger::resume(&path).unwrap();
        assert_eq!(ledger.header().plan().unwrap().jobs(), jobs, "{name}");
        assert!(ledger.missing().unwrap().is_empty(), "{name}");
    }
}
