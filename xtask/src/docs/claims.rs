//! The first lines of the README: why to use this program, with figures from the saved results.

use super::saved;
use crate::bench::render::duration;
use crate::bench::result::{Device, Figures, PeerCount, Peers};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The size whose time on one thread is shown.
const ONE_THREAD: u32 = 18;
/// The size whose time on a GPU is shown.
const ON_GPU: u32 = 21;

/// The section that compares with other programs.
const COMPARED: &str = "docs/benchmarks.md#compared-with-other-programs";

/// Three claims as a list.
pub fn claims(root: &Path) -> Result<String> {
    let cpu = Speed::of(&peers(root, "peers-cpu")?, ONE_THREAD, Device::Threads(1))?;
    let gpu = Speed::of(&peers(root, "peers-gpu")?, ON_GPU, Device::Gpu)?;
    let levels = peers(root, "peers-levels")?.levels.context("peers-levels.json has no levels")?;
    let completion = peers(root, "peers-completion")?.completion;
    let completion = completion.context("peers-completion.json has no completion")?;
    let completed = completion.queens.time.and_then(|time| time.median_seconds);
    let completed = completed.context("peers-completion.json has no median time")?;
    let (all, right) = (levels.levels, levels.right);
    let share = if all == right { format!("all {all}") } else { format!("{right} of {all}") };
    Ok(format!(
        "- **Fast.** It counts the solutions for N = {ONE_THREAD} in {} on one thread, {} as fast as the fastest\n  \
           other CPU program that we found, and for N = {ON_GPU} in {} on one NVIDIA H200, {} as fast as the\n  \
           fastest GPU program that we found ([measurements]({COMPARED})).\n\
         - **Exact.** Counts are compared with the published numbers, `--double-check` counts again with a\n  \
           different algorithm, and `queens verify` recounts a sample of a stored count. The number of queens\n  \
           that backtracking places for N = 20, 21 and 22 was, to our knowledge, first computed here\n  \
           ([results](docs/results.md)).\n\
         - **Good at puzzles.** It finds the right number of solutions for {share} levels published in\n  \
           [queens-game-linkedin](https://github.com/samimsu/queens-game-linkedin), in {} each (median),\n  \
           and completes a board of {} queens with {} given in {}\n  \
           ([measurements]({COMPARED})).",
        cpu.time,
        cpu.factor,
        gpu.time,
        gpu.factor,
        duration(levels.median_seconds),
        completion.n,
        completion.given,
        duration(completed),
    ))
}

fn peers(root: &Path, name: &str) -> Result<Peers> {
    match saved(root, name)?.figures {
        Figures::Peers(peers) => Ok(peers),
        _ => bail!("{name}.json has no figures of peers"),
    }
}

/// The time of `queens`, and how it compares with the fastest peer.
struct Speed {
    time: String,
    factor: String,
}

impl Speed {
    fn of(peers: &Peers, n: u32, device: Device) -> Result<Self> {
        let is_wanted = |count: &&PeerCount| count.n == n && count.device == device;
        let count = peers.counts.iter().find(is_wanted);
        let count = count.with_context(|| format!("no count of N = {n} with {device:?}"))?;
        let times = count.peers.iter().map(|peer| peer.time.best_seconds);
        let fastest =
            times.min_by(f64::total_cmp).with_context(|| format!("no peer at N = {n}"))?;
        let ours = count.queens.time.best_seconds;
        Ok(Self { time: duration(ours), factor: format!("{:.1} times", fastest / ours) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::result::{Command, Peer, Times};

    fn time(best_seconds: f64) -> Times {
        Times { best_seconds, median_seconds: None, runs: 1 }
    }

    #[test]
    fn the_factor_is_to_the_fastest_peer() {
        let peer = |name: &str, seconds| Peer {
            name: name.into(),
            command: name.into(),
            time: time(seconds),
        };
        let queens = Command { command: "queens".into(), time: time(2.0), peak_memory_bytes: None };
        let count = PeerCount {
            n: 18,
            device: Device::Gpu,
            queens,
            peers: vec![peer("slow", 30.0), peer("fast", 25.0)],
        };
        let peers = Peers { counts: vec![count], ..Peers::default() };
        let speed = Speed::of(&peers, 18, Device::Gpu).unwrap();
        assert_eq!((speed.time.as_str(), speed.factor.as_str()), ("2.00 s", "12.5 times"));
        assert!(Speed::of(&peers, 18, Device::Threads(1)).is_err());
        assert!(Speed::of(&peers, 19, Device::Gpu).is_err());
    }
}
