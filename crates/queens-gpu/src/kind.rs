//! Kinds of GPUs.

/// The kind of a GPU, the fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the memory of the CPU.
    Integrated,
    /// A GPU of a virtual machine.
    Virtual,
    /// A GPU whose kind is unknown: the driver does not say it, and no browser does.
    Other,
    /// A program that runs on the CPU, for tests. The CPU itself counts faster.
    Software,
}
