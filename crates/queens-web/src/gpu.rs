//! Count on the GPU of the browser.
//!
//! The page runs the kernels with WebGPU. A session makes them, reads the counts of each batch and returns the results of jobs, which
//! the page passes to the session that adds up, as it does with those of its workers. How a host runs a pass: [`queens_gpu::wgsl`].

use crate::answer::{Answer, Page, line, reply};
use crate::count::{CountRequest, Counting, Post};
use queens::{Backend, BackendError, Control, Error, Inline, Method, Plan, Processor, Sink};
use queens_gpu::wgsl::{CLEARED_BYTES, Limits, Pass};
use queens_gpu::{DeviceKind, SMALLEST};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The name in errors.
const BACKEND: &str = "WebGPU";

/// The GPU of the browser, with the workers for boards that are too small for it and for jobs of a GPU that was lost.
pub(crate) struct WebGpu;

impl WebGpu {
    /// Whether the GPU runs a plan. Boards that are too small for it are counted by the workers.
    pub(crate) fn runs(plan: &Plan) -> bool {
        plan.size() >= SMALLEST
    }
}

impl Backend for WebGpu {
    fn check(&self, plan: &Plan) -> Result<(), Error> {
        queens_gpu::check(plan, BACKEND)
    }

    fn fastest_method(&self) -> Option<Method> {
        Some(Method::CROSS)
    }

    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        Inline.run(plan, jobs, sink, control)
    }
}

/// The passes that are not complete. The first of them is running.
pub(crate) type Passes = VecDeque<Pass>;

/// What the browser says about a GPU.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Adapter {
    /// The bytes of the largest storage buffer.
    buffer_bytes: u64,
    /// The most lanes that are executed together; 0 if it is unknown.
    subgroup_size: u32,
    /// Whether it is a program that runs on the CPU.
    software: bool,
}

/// A pass, as the page runs it.
#[derive(Serialize)]
struct PassInfo {
    source: String,
    jobs: Vec<u32>,
    buffer_bytes: [u64; 5],
    cleared_bytes: u64,
    groups: [u32; 2],
    parameters: [u32; 8],
}

/// The pass to run, or null after the last one.
pub(crate) fn pass(passes: &Passes) -> Answer {
    reply(passes.front().map(|pass| PassInfo {
        source: pass.source(),
        jobs: pass.jobs(),
        buffer_bytes: pass.buffer_bytes(),
        cleared_bytes: CLEARED_BYTES,
        groups: pass.groups(),
        parameters: pass.parameters(),
    }))
}

fn running(passes: &mut Passes) -> Result<&mut Pass, String> {
    passes.front_mut().ok_or_else(|| "no pass is running on the GPU".to_string())
}

/// Starts to count jobs of a plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    of: CountRequest,
    jobs: Vec<u64>,
    adapter: Adapter,
}

impl Start {
    pub(crate) fn answer(self, counting: &mut Option<Counting>, passes: &mut Passes) -> Answer {
        passes.clear();
        let plan = self.of.plan(counting)?;
        let Adapter { buffer_bytes, subgroup_size, software } = self.adapter;
        let kind = if software { DeviceKind::Software } else { DeviceKind::Other };
        let limits = Limits::new(kind, buffer_bytes, subgroup_size);
        passes.extend(Pass::all(plan, &self.jobs, &limits, BACKEND).map_err(line)?);
        pass(passes)
    }
}

/// Halves the memory of the pass, because the GPU has too little.
pub(crate) fn use_less_memory(passes: &mut Passes) -> Answer {
    if !running(passes)?.use_less_memory() {
        return Err("the GPU has too little memory".to_string());
    }
    pass(passes)
}

/// Reads the counts of a batch. `seconds` is the time that it took.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    counts: Vec<u32>,
    seconds: f64,
}

/// The results of jobs that a batch has completed.
#[derive(Serialize)]
struct Batched {
    results: Post,
    /// The parameters of the next batch, or null if the pass is complete.
    parameters: Option<[u32; 8]>,
}

impl Batch {
    pub(crate) fn answer(self, passes: &mut Passes) -> Answer {
        let pass = running(passes)?;
        let expected = pass.buffer_bytes()[4] / 4;
        if self.counts.len() as u64 != expected {
            let length = self.counts.len();
            return Err(format!("a batch has {expected} counts; {length} were read"));
        }
        let mut results = Post::default();
        let finished = &mut |job, result| results.finished(job, result, Processor::Accelerator);
        let complete = pass.batch_ended(&self.counts, self.seconds, finished, &Page);
        let complete = complete.map_err(|error| match error {
            Error::Backend(BackendError::Lost { reason, .. }) => reason,
            error => line(error),
        })?;
        let parameters = (!complete).then(|| pass.parameters());
        if complete {
            passes.pop_front();
        }
        reply(Batched { results, parameters })
    }
}
