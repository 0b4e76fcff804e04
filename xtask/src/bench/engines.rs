//! `cargo xtask bench engines`: time and memory of the counting engines.

use super::Context;
use super::measure::{Program, in_turn};
use super::program::Count;
use super::result::{Engine, Figures};
use anyhow::Result;
use std::collections::HashMap;

/// Measure time and memory of the counting engines
#[derive(clap::Args)]
pub struct Options {
    /// The sizes of the boards
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "16,17,18,19,20,21")]
    sizes: Vec<u32>,
    /// The methods to measure
    #[arg(long, value_name = "M,M", value_delimiter = ',', default_value = "join,cross")]
    methods: Vec<String>,
    /// The numbers of threads
    #[arg(long, value_name = "T,T", value_delimiter = ',', default_value = "1")]
    threads: Vec<u32>,
    /// The vector instructions to force, each in turn (default: the widest)
    #[arg(long, value_name = "SET,SET", value_delimiter = ',')]
    simd: Vec<String>,
    /// Leave out runs that would take longer than this, estimated from the size before
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    limit: f64,
}

/// How many times longer a count takes when the board grows by one, at most: measured 8.9 for `join` from N = 19 to 20.
const GROWTH: f64 = 9.0;

/// A method with a number of threads and vector instructions.
type Setting<'a> = (&'a str, u32, Option<&'a str>);

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let rounds = context.rounds(7);
    let mut rows: Vec<Engine> = Vec::new();
    let mut last: HashMap<Setting<'_>, (u32, f64)> = HashMap::new();
    for &n in &options.sizes {
        let short_enough = |setting: &Setting<'_>| {
            last.get(setting).is_none_or(|&(size, seconds)| {
                seconds * GROWTH.powi(n.saturating_sub(size) as i32) <= options.limit
            })
        };
        let settings: Vec<Setting<'_>> =
            settings(options).into_iter().filter(short_enough).collect();
        let program = |&(method, threads, simd): &Setting<'_>| {
            context.queens.count(Count { n, method: Some(method), threads, simd })
        };
        let mut programs: Vec<Program> = settings.iter().map(program).collect::<Result<_>>()?;
        in_turn(&format!("N = {n}"), &mut programs, rounds)?;
        for (setting, program) in settings.into_iter().zip(programs) {
            let (time, (method, threads, simd)) = (program.times()?, setting);
            last.insert(setting, (n, time.best_seconds));
            let (method, simd) = (method.to_string(), simd.map(str::to_string));
            let peak_memory_bytes = program.peak_memory();
            rows.push(Engine { n, method, threads, simd, time, peak_memory_bytes });
        }
        context.keep(Figures::Engines(rows.clone()))?;
    }
    Ok(Figures::Engines(rows))
}

fn settings(options: &Options) -> Vec<Setting<'_>> {
    let sets: Vec<Option<&str>> = match &options.simd[..] {
        [] => vec![None],
        named => named.iter().map(|simd| Some(simd.as_str())).collect(),
    };
    let mut settings = Vec::new();
    for &threads in &options.threads {
        for method in &options.methods {
            settings.extend(sets.iter().map(|&simd| (method.as_str(), threads, simd)));
        }
    }
    settings
}
