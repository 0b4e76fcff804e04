//! Several devices share the jobs of a run.

use super::work::Work;
use crate::{BackendError, Control, Error, Event, JobResult, Processor, Sink};
use std::sync::Mutex;

/// The number of portions of the jobs per device. A device that has finished one takes the next.
const PORTIONS_PER_DEVICE: usize = 16;

const POISONED: &str = "no thread panics while it holds the lock";

/// The control of each of several devices: a failure of one stops all.
struct SharedControl<'a> {
    control: &'a dyn Control,
    failure: Mutex<Option<Error>>,
}

impl SharedControl<'_> {
    fn failed(&self) -> bool {
        self.failure.lock().expect(POISONED).is_some()
    }

    fn fail(&self, error: Error) {
        self.failure.lock().expect(POISONED).get_or_insert(error);
    }
}

impl Control for SharedControl<'_> {
    fn stopped(&self) -> bool {
        self.failed() || self.control.stopped()
    }

    fn event(&self, event: Event<'_>) {
        self.control.event(event);
    }
}

/// Runs work on devices, each on a thread of its own, and passes the results to a sink. `run` runs work on one device and passes on
/// each result. A single device runs on the calling thread.
pub fn run_on_several<D: Sync>(
    devices: &[D],
    work: &Work,
    sink: &mut dyn Sink,
    control: &dyn Control,
    run: impl Fn(&D, &Work, &mut super::Finished<'_>, &dyn Control) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let sink = Mutex::new(sink);
    let finished = |id: u64, result: JobResult| {
        control.event(Event::Progress(id, 1.0));
        sink.lock().expect("no sink panics").finished(id, result, Processor::Accelerator)
    };
    if let [device] = devices {
        return run(device, work, &mut |id, result| finished(id, result), control);
    }
    let portion = work.jobs.len().div_ceil(devices.len().max(1) * PORTIONS_PER_DEVICE).max(1);
    let portions = Mutex::new(work.portions(portion).into_iter());
    let shared = SharedControl { control, failure: Mutex::new(None) };
    std::thread::scope(|scope| {
        for device in devices {
            let work = || {
                let next = || portions.lock().expect(POISONED).next();
                while !shared.failed()
                    && let Some(work) = next()
                {
                    let finished = &mut |id, result| finished(id, result);
                    if let Err(error) = run(device, &work, finished, &shared) {
                        shared.fail(error);
                    }
                }
            };
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                let (threads, reason) = (devices.len(), error.to_string());
                shared.fail(Error::Backend(BackendError::Threads { threads, reason }));
            }
        }
    });
    shared.failure.into_inner().expect(POISONED).map_or(Ok(()), Err)
}
