//! Ledgers through the public interface.

mod audits;
mod common;
mod files;
mod laws;
mod lost;
mod own_engine;
mod runs;
mod sessions;
