//! What students and teachers look at: methods compared, placements tabulated, searches step by step and as trees.

pub mod compare;
pub mod placement_table;
pub mod trace;
pub mod tree;
