//! Work on several threads.

use crate::{BackendError, Error};
use std::panic::resume_unwind;
use std::sync::RwLock;
use std::thread;

const POISONED: &str = "no thread panics while it holds the lock";

/// Runs the same work on each of some threads; one thread is the calling one. The result is the error of one of them, if there is
/// one.
///
/// If a thread cannot be started, that is the error, and no thread does any work.
pub fn on_threads<E: From<Error> + Send>(
    threads: usize,
    work: impl Fn() -> Result<(), E> + Sync,
) -> Result<(), E> {
    if threads <= 1 {
        return work();
    }
    let all_started = RwLock::new(false);
    let run = || {
        // Waits until all threads have started.
        let all_started = *all_started.read().expect(POISONED);
        if all_started { work() } else { Ok(()) }
    };
    thread::scope(|scope| {
        let mut gate = all_started.write().expect(POISONED);
        let start = |_| thread::Builder::new().spawn_scoped(scope, run);
        let workers = (0..threads).map(start).collect::<Result<Vec<_>, _>>();
        *gate = workers.is_ok();
        drop(gate);
        let workers = workers.map_err(|error| {
            let reason = error.to_string();
            E::from(Error::Backend(BackendError::Threads { threads, reason }))
        })?;
        let end = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        workers.into_iter().map(end).fold(Ok(()), Result::and)
    })
}
