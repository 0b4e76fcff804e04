//! The `queens` command.
fn main() {}
