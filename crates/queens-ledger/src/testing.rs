//! What the tests of several modules share.

use crate::record::Record;
use crate::recorder::Provenance;
use queens::{Count, Method, Plan, Request};

pub(crate) fn cross(size: usize) -> Plan {
    Request::count(size).unwrap().method(Method::CROSS).plan().unwrap()
}

pub(crate) fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

pub(crate) fn record(job: u64, solutions: u64, device: &str) -> Record {
    let mut count = Count::default();
    count.add(solutions, 1).unwrap();
    let Provenance { engine, program, .. } = provenance();
    let (finished, device) = (1000 * job, device.to_string());
    let (placements, microseconds, session) = (None, 9, 1);
    Record { job, count, placements, microseconds, finished, session, device, engine, program }
}
