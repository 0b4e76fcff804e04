//! Measurements of machines.

use super::rounded;
use crate::Plan;
use serde::{Deserialize, Serialize};

/// A method on this machine, measured: `queens bench`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct BenchmarkResult {
    /// The version of the program.
    pub version: String,
    /// The version of the division into jobs.
    pub plan_version: u32,
    /// The name of the CPU or of the GPUs.
    pub device: String,
    /// The cores of the CPU; none on GPUs.
    pub cores: Option<usize>,
    /// The vector instructions; none on GPUs.
    pub simd: Option<String>,
    /// The method.
    pub method: String,
    /// The size of the board.
    pub n: usize,
    /// The threads; none on GPUs.
    pub threads: Option<usize>,
    /// The number of runs.
    pub runs: u32,
    /// The best of the runs.
    pub best_seconds: f64,
    /// The number of solutions.
    pub solutions: u128,
    /// Solutions per second of the best run.
    pub solutions_per_second: u64,
    /// Queens placed, if the method places them one by one; by `cross` on a GPU those of the second phase.
    pub placements: Option<u64>,
    /// Queens placed per second of the best run.
    pub placements_per_second: Option<u64>,
    /// How many times as fast as on one thread; none on GPUs.
    pub speedup: Option<f64>,
    /// The time of the first phase of `cross` alone, on a GPU.
    pub phase_first_seconds: Option<f64>,
    /// The time of the second phase alone, on a GPU.
    pub phase_second_seconds: Option<f64>,
    /// The time of the second phase over boards with gaps alone, on a GPU.
    pub phase_gaps_seconds: Option<f64>,
}

impl BenchmarkResult {
    /// The best of several runs of a plan, and what was counted.
    pub fn new(
        plan: &Plan,
        device: String,
        (runs, best_seconds): (u32, f64),
        (solutions, placements): (u128, Option<u64>),
    ) -> Self {
        let per_second = |count: f64| (count / best_seconds) as u64;
        Self {
            version: env!("CARGO_PKG_VERSION").to_string(),
            plan_version: Plan::VERSION,
            device,
            cores: None,
            simd: None,
            method: plan.name().to_string(),
            n: plan.size(),
            threads: None,
            runs,
            best_seconds: rounded(best_seconds, 9),
            solutions,
            solutions_per_second: per_second(solutions as f64),
            placements,
            placements_per_second: placements.map(|count| per_second(count as f64)),
            speedup: None,
            phase_first_seconds: None,
            phase_second_seconds: None,
            phase_gaps_seconds: None,
        }
    }

    /// On this many threads of a CPU with this many cores and these vector instructions.
    pub fn on_threads(self, threads: usize, cores: usize, simd: crate::Simd) -> Self {
        let simd = Some(simd.name().to_string());
        Self { cores: Some(cores), simd, threads: Some(threads), ..self }
    }

    /// With the seconds of the three phases of `cross` on a GPU.
    pub fn with_phases(self, [first, second, gaps]: [f64; 3]) -> Self {
        Self {
            phase_first_seconds: Some(rounded(first, 6)),
            phase_second_seconds: Some(rounded(second, 6)),
            phase_gaps_seconds: Some(rounded(gaps, 6)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, Simd};

    fn keys(result: &BenchmarkResult) -> Vec<String> {
        let value = serde_json::to_value(result).unwrap();
        value.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn cpus_and_gpus_have_the_same_keys() {
        let plan = Request::count(8).unwrap().plan().unwrap();
        let new = || BenchmarkResult::new(&plan, "X".into(), (3, 0.5), (92, Some(1000)));
        let (cpu, gpu) =
            (new().on_threads(2, 4, Simd::Portable), new().with_phases([0.1, 0.2, 0.3]));
        assert_eq!(keys(&cpu), keys(&gpu));
        assert_eq!((cpu.solutions_per_second, cpu.placements_per_second), (184, Some(2000)));
        assert_eq!((cpu.threads, cpu.cores, cpu.phase_first_seconds), (Some(2), Some(4), None));
        assert_eq!((gpu.threads, gpu.cores, gpu.phase_gaps_seconds), (None, None, Some(0.3)));
        let text = serde_json::to_string(&gpu).unwrap();
        assert_eq!(serde_json::from_str::<BenchmarkResult>(&text).unwrap(), gpu);
    }
}
