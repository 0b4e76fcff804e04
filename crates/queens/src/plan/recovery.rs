//! How a run continues after its device was lost.

use crate::{BackendError, Error};

/// Decides how a run continues after its device was lost.
///
/// The CPU counts the jobs that the device had begun, because one of them may be the reason why it was lost. Then the device counts
/// the others. A device that is lost again before it has finished a job is not used again: the CPU counts the rest. This is what
/// happens after a faulty kernel on a CUDA device, which stays lost until the process ends.
/// [`Machine`](crate::Machine) runs plans in this way.
///
/// ```
/// use queens::{BackendError, Error, NextStep, Recovery};
///
/// let (backend, reason) = ("device wgpu:0 (a GPU)".to_string(), "reset by the driver".to_string());
/// let lost = Error::Backend(BackendError::Lost { backend, reason });
/// let mut recovery = Recovery::default();
/// let (next, warning) = recovery.after(&lost, 5, &[7, 8, 9], &[7]).unwrap();
/// assert_eq!(next, NextStep::CpuThenDevice(vec![7]));
/// assert_eq!(
///     warning,
///     "device wgpu:0 (a GPU) was lost: reset by the driver; counting 1 job again on the CPU"
/// );
/// let (next, warning) = recovery.after(&lost, 0, &[8, 9], &[]).unwrap();
/// assert_eq!(next, NextStep::Cpu);
/// assert_eq!(
///     warning,
///     "device wgpu:0 (a GPU) was lost: reset by the driver; the CPU counts the remaining 2 jobs; \
///      to use the device again, restart the program"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recovery {
    was_lost: bool,
}

/// What counts next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// The CPU counts these jobs, then the device counts the rest.
    CpuThenDevice(Vec<u64>),
    /// The CPU counts the rest.
    Cpu,
}

impl Recovery {
    /// What counts next after the device ended with this error, and a warning about it; nothing if the error is another one.
    /// `finished` is the number of jobs that the device finished in this attempt, `left` are the jobs without a result, and `begun`
    /// are those of them that the device had begun.
    pub fn after(
        &mut self,
        error: &Error,
        finished: usize,
        left: &[u64],
        begun: &[u64],
    ) -> Option<(NextStep, String)> {
        let is_lost = match error {
            Error::Backend(BackendError::Lost { .. }) => true,
            // A device that does not start again is still lost.
            Error::Backend(BackendError::Failed { .. }) => self.was_lost,
            _ => false,
        };
        if !is_lost {
            return None;
        }
        let is_useless = self.was_lost && finished == 0;
        self.was_lost = true;
        if is_useless {
            let warning = format!(
                "{error}; the CPU counts the remaining {}; to use the device again, restart the program",
                jobs(left.len())
            );
            return Some((NextStep::Cpu, warning));
        }
        let next = match begun.len() {
            0 => "trying it again".to_string(),
            number => format!("counting {} again on the CPU", jobs(number)),
        };
        Some((NextStep::CpuThenDevice(begun.to_vec()), format!("{error}; {next}")))
    }
}

/// A number of jobs in words.
fn jobs(number: usize) -> String {
    format!("{number} {}", if number == 1 { "job" } else { "jobs" })
}
