//! Code that several commands share.

pub(crate) mod arguments;
pub(crate) mod counting;
pub(crate) mod device;
pub(crate) mod failure;
pub(crate) mod interrupt;
pub(crate) mod ledger;
pub(crate) mod machine;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod seed;
pub(crate) mod sizes;
pub(crate) mod solution;
pub(crate) mod values;
pub(crate) mod writer;
