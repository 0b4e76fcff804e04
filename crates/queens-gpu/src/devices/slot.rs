//! A device that may be opened again after it was lost.

use super::lost;
use queens::{BackendError, Error};
use std::sync::{Mutex, PoisonError};

/// An open device. If it can be opened again, a run that loses it closes it, and the next run opens it. It has one run at a time.
pub(super) struct DeviceSlot<D> {
    name: String,
    reopens: bool,
    open: Mutex<Option<D>>,
}

impl<D> DeviceSlot<D> {
    /// An open device, its name in errors, and whether it can be opened again.
    pub(super) fn new(name: String, device: D, reopens: bool) -> Self {
        Self { name, reopens, open: Mutex::new(Some(device)) }
    }

    /// Runs something on the device. If the run before has lost it, it is opened first; if that fails, it is still lost.
    pub(super) fn run<T>(
        &self,
        open: impl FnOnce() -> Result<D, String>,
        run: impl FnOnce(&mut D) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut slot = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut device = match slot.take() {
            Some(device) => device,
            None => open().map_err(|reason| lost(self.name.clone(), reason))?,
        };
        let end = run(&mut device);
        // A lost device is closed before it is opened again.
        if !self.reopens || !matches!(end, Err(Error::Backend(BackendError::Lost { .. }))) {
            *slot = Some(device);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::no_memory;
    use std::cell::RefCell;

    /// Writes down when it is closed.
    struct Device<'a>(&'a RefCell<Vec<&'static str>>);

    impl Drop for Device<'_> {
        fn drop(&mut self) {
            self.0.borrow_mut().push("closed");
        }
    }

    fn lost() -> Error {
        super::lost("device test:0".to_string(), "no answer".to_string())
    }

    fn failed() -> Error {
        no_memory("device test:0".to_string(), 1, "no answer")
    }

    /// Runs on the device; returns what happened to it.
    fn events(
        ends: &[Result<u32, Error>],
        reopens: bool,
        opens: bool,
    ) -> (Vec<Result<u32, Error>>, String) {
        let log = RefCell::default();
        let slot = DeviceSlot::new("device test:0".to_string(), Device(&log), reopens);
        let open = || {
            log.borrow_mut().push("opened");
            if opens { Ok(Device(&log)) } else { Err("no answer".to_string()) }
        };
        let run = |end: &Result<u32, Error>| {
            slot.run(open, |_| {
                log.borrow_mut().push("run");
                end.clone()
            })
        };
        let found = ends.iter().map(run).collect();
        let events = log.borrow().join(" ");
        (found, events)
    }

    #[test]
    fn only_a_lost_device_is_closed_and_opened_again() {
        let ends = [Ok(1), Err(Error::Stopped), Err(failed()), Err(lost()), Ok(2), Ok(3)];
        let (found, happened) = events(&ends, true, true);
        assert_eq!(found, ends);
        assert_eq!(happened, "run run run run closed opened run run");
        let (found, happened) = events(&ends, false, true);
        assert_eq!(found, ends);
        assert_eq!(happened, "run run run run run run");
    }

    #[test]
    fn a_device_that_does_not_open_is_still_lost_and_is_tried_again() {
        let (found, events) = events(&[Err(lost()), Ok(1), Ok(2)], true, false);
        assert_eq!(found, [Err(lost()), Err(lost()), Err(lost())]);
        assert_eq!(events, "run closed opened opened");
    }
}
