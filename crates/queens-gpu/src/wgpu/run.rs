//! A run on a device: the passes of some work, in batches.

use super::device::{Gpu, SubmittedBatch};
use crate::devices::{self, Measured, Options};
use crate::wgsl::{Limits, Pass};
use crate::work::Work;
use crate::{DeviceKind, Finished};
use queens::{Control, Error};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often the host checks whether a batch has ended.
const POLL_INTERVAL: Duration = Duration::from_micros(200);

/// After a batch of this time, or before the first, no batch is submitted in advance.
const LONG_BATCH_SECONDS: f64 = 0.2;

impl devices::Gpu for Gpu {
    fn run(
        &mut self,
        work: &Work,
        options: &Options,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<Measured, Error> {
        let limits = self.limits(options);
        let mut measured = Measured::default();
        for mut pass in Pass::of_work(work.clone(), &limits) {
            run_pass(self, &mut pass, options, &mut measured, finished, control)?;
            let (parents, gapped) = pass.parents();
            measured.parents[usize::from(gapped)] += parents;
        }
        Ok(measured)
    }

    fn memory(&self, options: &Options) -> usize {
        self.limits(options).memory_bytes() as usize
    }
}

impl Gpu {
    fn limits(&self, options: &Options) -> Limits {
        let bytes = options.buffer_bytes.unwrap_or(u64::MAX).min(self.buffer_bytes);
        Limits::new(self.kind, bytes, self.subgroup_size)
    }
}

fn run_pass(
    gpu: &mut Gpu,
    pass: &mut Pass,
    options: &Options,
    measured: &mut Measured,
    finished: &mut Finished<'_>,
    control: &dyn Control,
) -> Result<(), Error> {
    if control.stopped() {
        return Err(Error::Stopped);
    }
    let mut prepared = gpu.prepare(pass)?;
    let mut ended = Instant::now();
    let mut seconds = f64::INFINITY;
    let mut batch = gpu.submit(&mut prepared, pass);
    loop {
        // The next batch is submitted before this one is read, so that the device does not wait for the host. A device that is too
        // slow for that would not stop soon, and software waits for a batch before it accepts the next one.
        let ahead = seconds < LONG_BATCH_SECONDS && gpu.kind != DeviceKind::Software;
        let next = ahead.then(|| gpu.submit(&mut prepared, pass));
        wait(gpu, &batch, control)?;
        let started = ended.max(batch.submitted);
        ended = Instant::now();
        seconds = ended.duration_since(started).as_secs_f64();
        measured.batches += 1;
        measured.longest_batch_seconds = measured.longest_batch_seconds.max(seconds);
        let counts = gpu.read(&batch)?;
        if pass.batch_ended(&counts, seconds, finished, control)? {
            return Ok(());
        }
        lose(gpu, options);
        batch = next.unwrap_or_else(|| gpu.submit(&mut prepared, pass));
    }
}

/// Waits for the end of a batch.
fn wait(gpu: &Gpu, batch: &SubmittedBatch, control: &dyn Control) -> Result<(), Error> {
    loop {
        gpu.poll()?;
        if batch.is_done() {
            return Ok(());
        }
        if control.stopped() {
            return Err(Error::Stopped);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Loses the device after the number of batches that a test has chosen.
fn lose(gpu: &Gpu, options: &Options) {
    let last = |left: u64| left.checked_sub(1);
    if options.lost_after.fetch_update(Ordering::Relaxed, Ordering::Relaxed, last) == Ok(1) {
        gpu.destroy();
    }
}
