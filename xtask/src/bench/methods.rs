//! `cargo xtask bench`: how fast the methods are, as ratios of programs that took turns in one run.
//!
//! A time alone says as much of the machine as of the program. So every round runs each program once, and the
//! best of several rounds is compared. Whole processes are timed, start and end included, which is why small boards
//! measure little; every count printed is checked.

use crate::command::{Line, root, target};
use crate::engines;
use crate::ledger;
use crate::web;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use time::UtcDateTime;

/// Measure the methods against each other and against other programs.
///
/// Prints a table in Markdown. A missed bar is said and is no failure; a wrong count is.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    part: Option<Part>,
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

/// What else to measure.
#[derive(clap::Subcommand)]
enum Part {
    Engines(engines::Options),
    Ledger(ledger::Options),
    Web(web::BenchOptions),
}

/// Below this, starting the process is a part of the time that counts.
const SHORTEST: Duration = Duration::from_millis(200);

/// A program to measure.
struct Program {
    /// The command line in Markdown, with the program's name instead of its path.
    shown: String,
    line: Line,
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
    bar: Bar,
}

/// What a comparison asks for.
#[derive(Clone, Copy)]
enum Bar {
    /// Time by the other's time: at most this.
    Takes(f64),
    /// The other's time by ours: at least this.
    Faster(f64),
}

impl Bar {
    /// The ratio, the bar, and whether it holds.
    fn judge(self, measured: Duration, against: Duration) -> [String; 3] {
        let (measured, against) = (measured.as_secs_f64(), against.as_secs_f64());
        let (ratio, bar, holds) = match self {
            Self::Takes(bar) => {
                let ratio = measured / against;
                (format!("{ratio:.2} of its time"), format!("at most {bar}"), ratio <= bar)
            }
            Self::Faster(bar) => {
                let ratio = against / measured;
                (format!("{ratio:.2} times as fast"), format!("at least {bar}"), ratio >= bar)
            }
        };
        [ratio, bar, if holds { "holds" } else { "missed" }.to_string()]
    }
}

/// Builds the programs, runs them in turn and prints the table.
pub fn run(options: &Options) -> Result<()> {
    match &options.part {
        Some(Part::Engines(options)) => return engines::run(options),
        Some(Part::Ledger(options)) => return ledger::run(options),
        Some(Part::Web(options)) => return web::bench(options),
        None => {}
    }
    let size = options.size;
    let half = Half::count(size);
    let (mut programs, rows) = programs(options, half.solutions)?;
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

fn programs(options: &Options, solutions: u64) -> Result<(Vec<Program>, Vec<Row>)> {
    let mut programs = Vec::new();
    let mut add = |shown: String, line: Line, prints: Prints| {
        programs.push(Program { shown, line, prints, best: Duration::MAX });
        programs.len() - 1
    };
    let mut rows = Vec::new();
    let n = options.size;

    let build = Line::new("cargo build --release -p queens-cli");
    eprintln!("{build}");
    build.run()?;
    let queens = target()?.join("release").join(format!("queens{}", env::consts::EXE_SUFFIX));
    let mut queens = |arguments: &str| {
        let arguments = format!("count {n}{arguments} --threads 1");
        let mut line = Line::new("").path(&queens);
        for argument in arguments.split_whitespace() {
            line = line.word(argument);
        }
        add(format!("`queens {arguments}`"), line, Prints::Line(format!("{n}: {solutions}")))
    };
    let bitmask_half = queens(" --method bitmask-half");
    let arrays_half = queens(" --method arrays-half");
    let stacked = queens(" --method stacked");
    let default = options.against.is_some().then(|| queens(""));

    if let Some((line, shown)) = reference(n)? {
        let reference = add(shown, line, Prints::Line(solutions.to_string()));
        rows.push(Row { measured: bitmask_half, against: reference, bar: Bar::Takes(1.1) });
    }
    rows.push(Row { measured: stacked, against: arrays_half, bar: Bar::Faster(4.0) });
    if let (Some(measured), Some(program)) = (default, &options.against) {
        // A name alone is searched for as the shell does; a path is taken from where the command was typed.
        let path = fs::canonicalize(program).unwrap_or_else(|_| program.clone());
        let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
        let line = Line::new("").path(&path).word(n.to_string());
        let against = add(format!("`{name} {n}`"), line, Prints::Number(solutions.to_string()));
        rows.push(Row { measured, against, bar: Bar::Faster(1.0) });
    }
    Ok((programs, rows))
}

/// The reference in C, compiled; without a compiler, a line that says so and nothing.
fn reference(size: u32) -> Result<Option<(Line, String)>> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    if !Line::new(&compiler).word("--version").succeeds() {
        eprintln!("no C compiler ('{compiler}'): the recursion in C is left out");
        return Ok(None);
    }
    let folder = target()?.join("reference");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let program = folder.join(format!("recursion{}", env::consts::EXE_SUFFIX));
    let source = root().join("xtask").join("reference").join("recursion.c");
    let compile = Line::new(&compiler).word("-O2").word("-o").path(&program).path(&source);
    eprintln!("{compile}");
    compile.run()?;
    let shown = format!("`recursion {size}` (`{compiler} -O2`)");
    Ok(Some((Line::new("").path(&program).word(size.to_string()), shown)))
}

/// The time of one run, from start to end of the process, if it counts right.
fn time(program: &Program) -> Result<Duration> {
    let mut command = program.line.command();
    let start = Instant::now();
    let output = command.output().with_context(|| format!("cannot run: {}", program.line))?;
    let time = start.elapsed();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("failed ({}): {}\n{said}", output.status, program.line);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let (Prints::Line(right) | Prints::Number(right)) = &program.prints;
    if !program.prints.met_by(&text) {
        bail!("wrong count: {} printed '{}', right is '{right}'", program.line, text.trim_end());
    }
    Ok(time)
}

fn print_report(options: &Options, programs: &[Program], rows: &[Row], placements: u64) {
    println!(
        "N = {}, {placements} placements, best of {} rounds in turn, one thread; {}, {} UTC.",
        options.size,
        options.rounds,
        cpu(),
        UtcDateTime::now().date(),
    );
    println!();
    println!("| program | ns a placement | against | ns a placement | ratio | bar | |");
    println!("|---|--:|---|--:|---|---|---|");
    for row in rows {
        let (measured, against) = (&programs[row.measured], &programs[row.against]);
        let each = |program: &Program| program.best.as_nanos() as f64 / placements as f64;
        let [ratio, bar, verdict] = row.bar.judge(measured.best, against.best);
        let (ours, theirs) = (each(measured), each(against));
        let (measured, against) = (&measured.shown, &against.shown);
        println!(
            "| {measured} | {ours:.2} | {against} | {theirs:.2} | {ratio} | {bar} | {verdict} |"
        );
    }
    if programs.iter().any(|program| program.best < SHORTEST) {
        println!();
        println!(
            "Some runs took less than 0.2 s, of which starting is a part: a larger --size measures better."
        );
    }
}

/// The model of the processor, where the system says it.
pub fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, name)| name.trim()).to_string()
}

/// What a search over half of the board does and finds, counted here so that no program measured vouches for itself.
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
        // Those of the plain search are OEIS A319283, less one for the empty board.
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
    fn a_bar_holds_or_is_missed() {
        let (one, four) = (Duration::from_millis(250), Duration::from_millis(1000));
        assert_eq!(
            Bar::Faster(4.0).judge(one, four),
            ["4.00 times as fast", "at least 4", "holds"]
        );
        assert_eq!(Bar::Takes(1.1).judge(four, one), ["4.00 of its time", "at most 1.1", "missed"]);
    }
}
