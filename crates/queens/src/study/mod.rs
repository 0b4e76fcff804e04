//! Tools for students and teachers: comparisons of methods, the placement table, searches step by step and as trees.

pub mod compare;
pub mod placement_table;
pub mod trace;
pub mod tree;
