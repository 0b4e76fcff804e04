//! `cargo xtask bench peers`: `queens` and other programs that do the same, on one machine in one run.
//!
//! Nothing of the other programs is part of this project: their command lines are arguments.

use super::Context;
use super::measure::{Program, in_turn};
use super::program::{Count, Rival, existing};
use super::puzzles;
use super::result::{Command, Device, Figures, Peer, PeerCount, Peers};
use anyhow::Result;
use std::path::PathBuf;
use std::thread;

/// Measure `queens` against other programs that do the same
///
/// A program is written as NAME=COMMAND, or NAME@N,N=COMMAND to run it only for some sizes. In the command, the letter n
/// in braces stands for the size and {threads} for the number of threads. Its output must contain the count. Of several commands with the same name the fastest counts.
#[derive(clap::Args)]
pub struct Options {
    /// A program that counts on the CPU
    #[arg(long, value_name = "NAME=COMMAND")]
    cpu: Vec<Rival>,
    /// The sizes to count on one thread (default with --cpu: 16,17,18)
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    one_thread: Vec<u32>,
    /// The sizes to count on all threads (default with --cpu: 20)
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    all_threads: Vec<u32>,
    /// A program that counts on an NVIDIA GPU
    #[arg(long, value_name = "NAME=COMMAND")]
    gpu: Vec<Rival>,
    /// The sizes to count on the GPU (default with --gpu: 20,21,22,23)
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    gpu_sizes: Vec<u32>,
    /// A folder of region puzzles, one file each, whose solutions `queens solve --count` counts and
    /// compares with the published number: 1, or K for a file named NAME=K.txt
    #[arg(long, value_name = "FOLDER")]
    levels: Option<PathBuf>,
    /// A Python with OR-tools, whose CP-SAT completes the same boards of N = 1000 with 300 given queens
    #[arg(long, value_name = "PYTHON")]
    cp_sat: Option<String>,
    /// How many boards to complete
    #[arg(long, value_name = "K", default_value_t = 5)]
    completions: u32,
}

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let all = thread::available_parallelism().map_or(1, usize::from);
    let sizes = |given: &[u32], default: &[u32], rivals: &[Rival]| match given.is_empty() {
        true if rivals.is_empty() => Vec::new(),
        true => default.to_vec(),
        false => given.to_vec(),
    };
    let groups = [
        (Device::Threads(1), &options.cpu, sizes(&options.one_thread, &[16, 17, 18], &options.cpu)),
        (Device::Threads(all), &options.cpu, sizes(&options.all_threads, &[20], &options.cpu)),
        (Device::Gpu, &options.gpu, sizes(&options.gpu_sizes, &[20, 21, 22, 23], &options.gpu)),
    ];
    let mut peers = Peers::default();
    for (device, rivals, sizes) in groups {
        for n in sizes {
            peers.counts.push(count(context, n, device, rivals)?);
            context.keep(Figures::Peers(peers.clone()))?;
        }
    }
    if let Some(folder) = &options.levels {
        peers.levels = Some(puzzles::levels(context, &existing(folder)?)?);
    }
    if let Some(python) = &options.cp_sat {
        peers.completion = Some(puzzles::completion(context, python, options.completions)?);
    }
    Ok(Figures::Peers(peers))
}

/// One size on one device: `queens` and the others in turn.
fn count(context: &Context<'_>, n: u32, device: Device, rivals: &[Rival]) -> Result<PeerCount> {
    let (ours, threads) = match device {
        Device::Threads(threads) => {
            let count = Count { n, method: None, threads: threads as u32, simd: None };
            (context.queens.count(count)?, threads)
        }
        Device::Gpu => {
            let check = Count { n, method: None, threads: 1, simd: None }.check()?;
            (context.queens.program(&format!("count {n} --device cuda"), check), 1)
        }
    };
    let rivals: Vec<&Rival> = rivals.iter().filter(|rival| rival.takes(n)).collect();
    let mut programs = vec![ours];
    for rival in &rivals {
        programs.push(rival.program(n, threads)?);
    }
    in_turn(&format!("N = {n}"), &mut programs, context.rounds(3))?;
    let mut programs = programs.into_iter();
    let ours = programs.next().expect("queens is the first program");
    let peers = rivals.into_iter().zip(programs).map(|(rival, program)| peer(rival, &program));
    let queens = Command {
        command: ours.shown(),
        time: ours.times()?,
        peak_memory_bytes: ours.peak_memory(),
    };
    Ok(PeerCount { n, device, queens, peers: fastest(peers.collect::<Result<_>>()?) })
}

fn peer(rival: &Rival, program: &Program) -> Result<Peer> {
    let (name, command) = (rival.name.clone(), program.shown());
    Ok(Peer { name, command, time: program.times()? })
}

/// The fastest command of each name, in the order of the first ones.
fn fastest(peers: Vec<Peer>) -> Vec<Peer> {
    let mut kept: Vec<Peer> = Vec::new();
    for peer in peers {
        match kept.iter_mut().find(|other| other.name == peer.name) {
            None => kept.push(peer),
            Some(other) if peer.time.best_seconds < other.time.best_seconds => *other = peer,
            Some(_) => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::result::Times;

    #[test]
    fn of_commands_with_the_same_name_the_fastest_counts() {
        let peer = |name: &str, command: &str, best_seconds| Peer {
            name: name.to_string(),
            command: command.to_string(),
            time: Times { best_seconds, median_seconds: None, runs: 1 },
        };
        let peers = vec![peer("a", "avx2", 2.0), peer("b", "b", 3.0), peer("a", "avx512", 1.0)];
        let kept = fastest(peers);
        let shown: Vec<&str> = kept.iter().map(|peer| peer.command.as_str()).collect();
        assert_eq!(shown, ["avx512", "b"]);
    }
}
