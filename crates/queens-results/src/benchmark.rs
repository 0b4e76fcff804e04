//! The results of `queens bench`.

use super::rounded;
use queens::Plan;
use queens::study::compare::median;
use serde::{Deserialize, Serialize};

/// The speed of a method on this machine: `queens bench`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchmarkResult {
    /// The version of the program.
    pub version: String,
    /// The version of the division into jobs.
    pub plan_version: u32,
    /// The name of the CPU or of the GPUs.
    pub device: String,
    /// The number of cores of the CPU; null on GPUs.
    pub cores: Option<usize>,
    /// The vector instructions; null on GPUs.
    pub simd: Option<String>,
    /// The method.
    pub method: String,
    /// The size of the board.
    pub n: usize,
    /// The number of threads; null on GPUs.
    pub threads: Option<usize>,
    /// The number of runs.
    pub runs: usize,
    /// The time of the fastest run.
    pub best_seconds: f64,
    /// The median time of the runs.
    pub median_seconds: f64,
    /// The time of the slowest run.
    pub slowest_seconds: f64,
    /// The number of solutions.
    pub solutions: u128,
    /// Solutions per second in the fastest run.
    pub solutions_per_second: u64,
    /// The number of queens placed, if the method places them one by one; for `cross` on a GPU, in the second phase only.
    pub placements: Option<u64>,
    /// Placements per second in the fastest run.
    pub placements_per_second: Option<u64>,
    /// The speedup over one thread; null on GPUs.
    pub speedup: Option<f64>,
    /// The time of the first phase of `cross` on a GPU.
    pub phase_first_seconds: Option<f64>,
    /// The time of the second phase of `cross` on a GPU for jobs without gaps.
    pub phase_second_seconds: Option<f64>,
    /// The time of the second phase of `cross` on a GPU for jobs with gaps.
    pub phase_gaps_seconds: Option<f64>,
}

impl BenchmarkResult {
    /// The result of at least one run of a plan: the seconds of each, the solutions and placements.
    pub fn new(
        plan: &Plan,
        device: String,
        seconds: &[f64],
        (solutions, placements): (u128, Option<u64>),
    ) -> Self {
        let mut sorted = seconds.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (best_seconds, slowest_seconds) = (sorted[0], sorted[sorted.len() - 1]);
        let per_second = |count: f64| (count / best_seconds) as u64;
        Self {
            version: env!("CARGO_PKG_VERSION").to_string(),
            plan_version: Plan::VERSION,
            device,
            method: plan.name().to_string(),
            n: plan.size(),
            runs: sorted.len(),
            best_seconds: rounded(best_seconds, 9),
            median_seconds: rounded(median(&sorted), 9),
            slowest_seconds: rounded(slowest_seconds, 9),
            solutions,
            solutions_per_second: per_second(solutions as f64),
            placements,
            placements_per_second: placements.map(|count| per_second(count as f64)),
            ..Self::default()
        }
    }

    /// Adds the number of threads and cores and the vector instructions of a CPU.
    pub fn on_threads(self, threads: usize, cores: usize, simd: queens::Simd) -> Self {
        let simd = Some(simd.name().to_string());
        Self { cores: Some(cores), simd, threads: Some(threads), ..self }
    }

    /// Adds the seconds of the three phases of `cross` on a GPU.
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
    use queens::{Request, Simd};

    fn keys(result: &BenchmarkResult) -> Vec<String> {
        let value = serde_json::to_value(result).unwrap();
        value.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn cpus_and_gpus_have_the_same_keys() {
        let plan = Request::count(8).unwrap().plan().unwrap();
        let new = || BenchmarkResult::new(&plan, "X".into(), &[2.0, 0.5, 1.5], (92, Some(1000)));
        let (cpu, gpu) =
            (new().on_threads(2, 4, Simd::Portable), new().with_phases([0.1, 0.2, 0.3]));
        assert_eq!(keys(&cpu), keys(&gpu));
        assert_eq!(
            (cpu.runs, cpu.best_seconds, cpu.median_seconds, cpu.slowest_seconds),
            (3, 0.5, 1.5, 2.0)
        );
        assert_eq!((cpu.solutions_per_second, cpu.placements_per_second), (184, Some(2000)));
        assert_eq!((cpu.threads, cpu.cores, cpu.phase_first_seconds), (Some(2), Some(4), None));
        assert_eq!((gpu.threads, gpu.cores, gpu.phase_gaps_seconds), (None, None, Some(0.3)));
        let text = serde_json::to_string(&gpu).unwrap();
        assert_eq!(serde_json::from_str::<BenchmarkResult>(&text).unwrap(), gpu);
    }
}
