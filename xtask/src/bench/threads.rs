//! `cargo xtask bench threads`: what several threads gain, compared with independent runs on the same cores.

use super::Context;
use super::measure::{in_turn, together};
use super::program::Count;
use super::result::{Figures, Threads};
use anyhow::Result;

/// Measure one run on several threads against the same number of runs on one thread each
#[derive(clap::Args)]
pub struct Options {
    /// The sizes of the boards
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "18,19")]
    sizes: Vec<u32>,
    /// The methods to measure
    #[arg(long, value_name = "M,M", value_delimiter = ',', default_value = "join,cross")]
    methods: Vec<String>,
    /// The numbers of threads
    #[arg(long, value_name = "T,T", value_delimiter = ',', default_value = "8,16")]
    threads: Vec<u32>,
}

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let mut rows = Vec::new();
    for &n in &options.sizes {
        for method in &options.methods {
            for &threads in &options.threads {
                rows.push(compare(context, n, method, threads)?);
            }
        }
    }
    Ok(Figures::Threads(rows))
}

fn compare(context: &Context<'_>, n: u32, method: &str, threads: u32) -> Result<Threads> {
    let count =
        |threads| context.queens.count(Count { n, method: Some(method), threads, simd: None });
    let mut one = [count(threads)?];
    let independent = (0..threads).map(|_| count(1)).collect::<Result<Vec<_>>>()?;
    let mut independent_seconds = f64::INFINITY;
    for round in 1..=context.rounds(3) {
        in_turn(&format!("N = {n}, {method}, {threads} threads ({round})"), &mut one, 1)?;
        independent_seconds = independent_seconds.min(together(&independent)? / f64::from(threads));
    }
    let [one] = one;
    let time = one.times()?;
    Ok(Threads { n, method: method.to_string(), threads, time, independent_seconds })
}
