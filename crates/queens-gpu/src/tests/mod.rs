//! Plans of all kinds for the tests, and tests on a device.

use crate::work::{UnitSize, Work};
use queens::{Error, Method, Plan, Request};

#[cfg(feature = "devices")]
mod device;
#[cfg(feature = "wgpu")]
mod lost;

pub(crate) fn cross(size: usize) -> Plan {
    Request::count(size).unwrap().method(Method::CROSS).plan().unwrap()
}

/// A plan that counts placements.
pub(crate) fn plain(size: usize, method: Method) -> Plan {
    Request::count(size).unwrap().method(method).statistics().plan().unwrap()
}

/// The plans of placements by level: jobs of the first two queens, and jobs of the first queen.
pub(crate) fn plans_by_level(size: usize) -> [Plan; 2] {
    let request = Request::count(size).unwrap().by_level();
    [request.clone(), request.method(Method::BITMASK)].map(|request| request.plan().unwrap())
}

pub(crate) fn work_of(plan: &Plan, jobs: &[u64]) -> Result<Work, Error> {
    Work::new(plan, jobs, UnitSize::Warp, "the test")
}
