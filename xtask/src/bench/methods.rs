//! `cargo xtask bench`: the simple methods against each other, a recursion in C and another program; every count that they print is
//! checked. Starting a process takes part of the time, which is why small boards measure little.

use super::program::{Count, build, other};
use super::{cpu, verdict};
use crate::project::{root, target};
use crate::tools::succeeds;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use time::UtcDateTime;
use xshell::{Cmd, Shell, cmd};

/// What to measure.
#[derive(clap::Args)]
pub struct MethodOptions {
    /// Also measure this program, which takes N as its only argument and prints the count
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(4..=20))]
    size: u32,
    /// How many rounds to take the best of
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Below this, the start of the process is a considerable part of the time.
const SHORTEST: Duration = Duration::from_millis(200);

/// A program to measure.
struct Program<'sh> {
    /// The command line in Markdown, with the program's name instead of its path.
    shown: String,
    command: Cmd<'sh>,
    prints: Prints,
    best: Duration,
}

/// Where a program prints the count.
enum Prints {
    /// This line and nothing else.
    Line(String),
    /// This number, with whatever else.
    Number(String),
}

impl Prints {
    fn met_by(&self, output: &str) -> bool {
        match self {
            Self::Line(line) => output.trim_end() == line,
            Self::Number(number) => {
                output.split(|c: char| !c.is_ascii_digit()).any(|n| n == number)
            }
        }
    }
}

/// A row of the table: two programs and what their times should be to each other.
struct Row {
    measured: usize,
    against: usize,
    target: Target,
}

/// The ratio that a comparison should reach.
#[derive(Clone, Copy)]
enum Target {
    /// Time by the other's time: at most this.
    Takes(f64),
    /// The other's time by ours: at least this.
    Faster(f64),
}

impl Target {
    /// The ratio, the target, and whether it is met.
    fn judge(self, measured: Duration, against: Duration) -> [String; 3] {
        let (measured, against) = (measured.as_secs_f64(), against.as_secs_f64());
        let (ratio, target, met) = match self {
            Self::Takes(target) => {
                let ratio = measured / against;
                (format!("{ratio:.2} of its time"), format!("at most {target}"), ratio <= target)
            }
            Self::Faster(target) => {
                let ratio = against / measured;
                (format!("{ratio:.2} times as fast"), format!("at least {target}"), ratio >= target)
            }
        };
        [ratio, target, verdict(met).to_string()]
    }
}

/// Builds the programs, runs them in turn and prints the table.
pub fn run(sh: &Shell, options: &MethodOptions) -> Result<()> {
    let size = options.size;
    let half = Half::count(size);
    let (mut programs, rows) = programs(sh, options, half.solutions)?;
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        for program in &mut programs {
            let time = time(program)?;
            program.best = program.best.min(time);
        }
    }
    print_report(options, &programs, &rows, half.placements);
    Ok(())
}

fn programs<'sh>(
    sh: &'sh Shell,
    options: &MethodOptions,
    solutions: u64,
) -> Result<(Vec<Program<'sh>>, Vec<Row>)> {
    let mut programs = Vec::new();
    let mut add = |shown: String, command: Cmd<'sh>, prints: Prints| {
        programs.push(Program { shown, command, prints, best: Duration::MAX });
        programs.len() - 1
    };
    let mut rows = Vec::new();
    let size = options.size;

    let queens = build(sh)?;
    let mut queens = |method| {
        let count = Count { size, method, threads: 1, simd: None };
        let prints = Prints::Line(format!("{size}: {solutions}"));
        add(count.shown(), count.command(sh, &queens), prints)
    };
    let bitmask_half = queens(Some("bitmask-half"));
    let arrays_half = queens(Some("arrays-half"));
    let stacked = queens(Some("stacked"));
    let default = options.against.is_some().then(|| queens(None));

    if let Some((shown, command)) = reference(sh, size)? {
        let reference = add(shown, command, Prints::Line(solutions.to_string()));
        rows.push(Row { measured: bitmask_half, against: reference, target: Target::Takes(1.1) });
    }
    rows.push(Row { measured: stacked, against: arrays_half, target: Target::Faster(4.0) });
    if let (Some(measured), Some(program)) = (default, &options.against) {
        let (shown, command) = other(sh, program, size);
        let against = add(shown, command, Prints::Number(solutions.to_string()));
        rows.push(Row { measured, against, target: Target::Faster(1.0) });
    }
    Ok((programs, rows))
}

/// The reference in C, compiled; `None` without a compiler, which is reported.
fn reference(sh: &Shell, size: u32) -> Result<Option<(String, Cmd<'_>)>> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    if !succeeds(cmd!(sh, "{compiler} --version")) {
        eprintln!("no C compiler ('{compiler}'): the recursion in C is left out");
        return Ok(None);
    }
    let folder = target()?.join("reference");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let program = folder.join(format!("recursion{}", env::consts::EXE_SUFFIX));
    let source = root().join("xtask").join("reference").join("recursion.c");
    cmd!(sh, "{compiler} -O2 -o {program} {source}").run()?;
    let shown = format!("`recursion {size}` (`{compiler} -O2`)");
    Ok(Some((shown, sh.cmd(program).arg(size.to_string()))))
}

/// The time of one run, from start to end of the process, if it counts right.
fn time(program: &Program<'_>) -> Result<Duration> {
    let start = Instant::now();
    let output = program.command.output()?;
    let time = start.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let (Prints::Line(right) | Prints::Number(right)) = &program.prints;
    if !program.prints.met_by(&text) {
        let printed = text.trim_end();
        bail!("wrong count: {} printed '{printed}', right is '{right}'", program.command);
    }
    Ok(time)
}

fn print_report(options: &MethodOptions, programs: &[Program<'_>], rows: &[Row], placements: u64) {
    println!(
        "N = {}, {placements} placements, best of {} rounds in turn, one thread; {}, {} UTC.",
        options.size,
        options.rounds,
        cpu(),
        UtcDateTime::now().date(),
    );
    println!();
    println!("| program | ns per placement | against | ns per placement | ratio | target | |");
    println!("|---|--:|---|--:|---|---|---|");
    for row in rows {
        let (measured, against) = (&programs[row.measured], &programs[row.against]);
        let each = |program: &Program<'_>| program.best.as_nanos() as f64 / placements as f64;
        let [ratio, target, verdict] = row.target.judge(measured.best, against.best);
        let (ours, theirs) = (each(measured), each(against));
        let (measured, against) = (&measured.shown, &against.shown);
        println!(
            "| {measured} | {ours:.2} | {against} | {theirs:.2} | {ratio} | {target} | {verdict} |"
        );
    }
    if programs.iter().any(|program| program.best < SHORTEST) {
        println!();
        println!(
            "Some runs took less than 0.2 s, including the start of the process: a larger --size measures better."
        );
    }
}

/// What a search over half of the board does and finds, counted here, independently of the programs that are measured.
#[derive(Debug, PartialEq, Eq)]
struct Half {
    all: u32,
    placements: u64,
    solutions: u64,
}

impl Half {
    fn count(size: u32) -> Self {
        let mut half = Self { all: (1 << size) - 1, placements: 0, solutions: 0 };
        for first in 0..size.div_ceil(2) {
            let middle = size % 2 == 1 && first == size / 2;
            let second = if middle { (1 << first) - 1 } else { half.all };
            let queen = 1 << first;
            half.placements += 1;
            half.fill(second & !(queen | queen << 1 | queen >> 1), queen, queen << 1, queen >> 1);
        }
        half
    }

    fn fill(&mut self, mut free: u32, rows: u32, up: u32, down: u32) {
        if rows == self.all {
            self.solutions += 2;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free -= queen;
            self.placements += 1;
            let (rows, up, down) = (rows | queen, (up | queen) << 1, (down | queen) >> 1);
            self.fill(self.all & !(rows | up | down), rows, up, down);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_board_has_half_of_the_placements() {
        // Those of plain backtracking are OEIS A319283, less one for the empty board.
        for (size, plain, solutions) in [(4, 16, 2), (5, 53, 10), (8, 2056, 92), (9, 8393, 352)] {
            let half = Half::count(size);
            assert_eq!((half.placements, half.solutions), (u64::div_ceil(plain, 2), solutions));
        }
    }

    #[test]
    fn a_count_is_right_only_as_a_number_of_its_own() {
        let ours = Prints::Line("8: 92".to_string());
        assert!(ours.met_by("8: 92\n"));
        assert!(!ours.met_by("8: 921\n") && !ours.met_by("92"));
        let theirs = Prints::Number("92".to_string());
        assert!(theirs.met_by("N=8: 92 solutions") && theirs.met_by("92"));
        assert!(!theirs.met_by("192 solutions") && !theirs.met_by(""));
    }

    #[test]
    fn a_target_is_met_or_missed() {
        let (one, four) = (Duration::from_millis(250), Duration::from_millis(1000));
        assert_eq!(
            Target::Faster(4.0).judge(one, four),
            ["4.00 times as fast", "at least 4", "met"]
        );
        assert_eq!(
            Target::Takes(1.1).judge(four, one),
            ["4.00 of its time", "at most 1.1", "missed"]
        );
    }
}
