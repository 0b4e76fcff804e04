//! A run on a device: the passes of some work, in batches.

use crate::adapter::DeviceInfo;
use crate::device::{Gpu, SubmittedBatch};
use queens::gpu::wgsl::{Limits, Pass};
use queens::gpu::{DeviceKind, Finished, Work};
use queens::{Control, Error};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often the host checks whether a batch has ended.
const POLL_INTERVAL: Duration = Duration::from_micros(200);

/// After a batch of this time, or before the first, no batch is submitted in advance.
const LONG_BATCH_SECONDS: f64 = 0.2;

/// What the devices have done, over all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// The number of batches.
    pub batches: u64,
    /// States that the first phase produced, of jobs without and with gaps.
    pub parents: [u64; 2],
    /// The time of the longest batch.
    pub longest_batch_seconds: f64,
}

impl Measured {
    pub(crate) fn add(&mut self, other: &Self) {
        self.batches += other.batches;
        for i in 0..2 {
            self.parents[i] += other.parents[i];
        }
        self.longest_batch_seconds = self.longest_batch_seconds.max(other.longest_batch_seconds);
    }
}

/// The options of a run.
#[derive(Debug)]
pub(crate) struct RunOptions {
    /// The most bytes of a buffer.
    pub(crate) buffer_bytes: u64,
    /// The number of batches after which a device is lost; 0 is never.
    pub(crate) lost_after: AtomicU64,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { buffer_bytes: u64::MAX, lost_after: AtomicU64::new(0) }
    }
}

impl RunOptions {
    /// The limits of a device, with these options.
    pub(crate) fn limits(&self, info: &DeviceInfo) -> Limits {
        let DeviceInfo { kind, buffer_bytes, subgroup_size, .. } = *info;
        Limits::new(kind, buffer_bytes.min(self.buffer_bytes), subgroup_size)
    }
}

/// Runs work on a device and passes each result on.
pub(crate) fn run_work(
    gpu: &Gpu,
    work: &Work,
    options: &RunOptions,
    finished: &mut Finished<'_>,
    control: &dyn Control,
) -> Result<Measured, Error> {
    let limits = options.limits(&gpu.info);
    let mut measured = Measured::default();
    for mut pass in Pass::of_work(work.clone(), &limits) {
        run_pass(gpu, &mut pass, options, &mut measured, finished, control)?;
        let (parents, gapped) = pass.parents();
        measured.parents[usize::from(gapped)] += parents;
    }
    Ok(measured)
}

fn run_pass(
    gpu: &Gpu,
    pass: &mut Pass,
    options: &RunOptions,
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
        let ahead = seconds < LONG_BATCH_SECONDS && gpu.info.kind != DeviceKind::Software;
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
fn lose(gpu: &Gpu, options: &RunOptions) {
    let last = |left: u64| left.checked_sub(1);
    if options.lost_after.fetch_update(Ordering::Relaxed, Ordering::Relaxed, last) == Ok(1) {
        gpu.destroy();
    }
}
