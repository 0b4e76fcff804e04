//! The command line: one struct a command, help short (`-h`) and long (`--help`) at each option.

mod ledger;
mod puzzle;
mod values;

pub(crate) use ledger::{
    ExportFormat, Ledger, LedgerCommand, LedgerExport, LedgerMerge, LedgerShow, LedgerStatus,
    Verify,
};

pub(crate) use puzzle::{
    Check, Find, Puzzle, PuzzleCommand, PuzzleFormat, PuzzleNew, Solve, SolveFormat, SolveMethod,
};
pub(crate) use values::Choice;

use crate::format::Format;
use crate::sizes::Sizes;
use crate::watch::{FASTEST, SLOWEST};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use queens::{Method, Rules, Simd, Turn};
use queens_cuda::Device;
use queens_ledger::Shard;
use std::net::IpAddr;
use std::path::PathBuf;
use values::{
    ChoiceName, MethodName, address, plain_rules, seconds, simd, size, threads, whole, within,
};

/// The N-queens problem: count, list, find, solve, draw, watch and compare
///
/// Place N queens on an N x N board so that none attacks another.
/// Exit codes: 0 done; 1 no solution, or a check or a device failed; 2 bad request; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "queens", version, propagate_version = true)]
#[command(after_help = "Examples:
  queens count 8..14              how many solutions
  queens list 8                   all 92, one a line
  queens find 1000000             one solution of any size
  queens solve size:8 given:a1    finish a position; --explain says how
  queens draw --first 8           a board in the terminal
  queens watch 8 --method arrays  the search, animated
  queens serve --open             the page, in the browser
  queens compare 8..12            the methods side by side")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Count(Count),
    Table(Table),
    List(List),
    Find(Find),
    Solve(Solve),
    Puzzle(Puzzle),
    Check(Check),
    Draw(Draw),
    Tree(Tree),
    Trace(Trace),
    Watch(Watch),
    Serve(Serve),
    Compare(Compare),
    Plan(Plan),
    Bench(Bench),
    Ledger(Ledger),
    Verify(Verify),
    Devices(Devices),
    Methods(Methods),
    Completions(Completions),
    Man(Man),
}

/// Count the solutions
///
/// Prints a line for each N as soon as it is counted. Where a published number exists, the count is compared with it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens count 8                          8: 92
  queens count 8..14 --format csv         size,count,seconds
  queens count 8 --placements             the plain search's 2056 placements
  queens count 8 --method breadth --placements
  queens count 1..12 --fundamental --symmetry
  queens count 16 --double-check          twice by different ideas, and some jobs a third time
  queens count 26 --only 180              those that a half turn leaves as they are
  queens count 13 --rules torus           diagonals that go round
  queens count 22 --device cuda           on an NVIDIA GPU
  queens count 20 --ledger q20.db         interrupted or not, it can go on
  queens count 20 --method cross --ledger 3.db --shard 3/8")]
pub(crate) struct Count {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// The method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) method: Choice,

    /// Also count the queens set, and the method's other statistics
    ///
    /// The named method's own numbers; without --method those of the plain search, as the textbooks count:
    /// every queen that is set, the last one of a solution included.
    #[arg(long)]
    pub(crate) placements: bool,

    /// Also count the solutions that differ by more than a rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Also count how many a quarter turn, only a half turn, or no turn leaves as they are
    #[arg(long)]
    pub(crate) symmetry: bool,

    /// Also count by the column of the queen in the first row
    #[arg(long)]
    pub(crate) by_first: bool,

    /// Count only the solutions that a turn of so many degrees leaves as they are: 180 or 90
    #[arg(long, value_name = "TURN", value_parser = |text: &str| text.parse::<Turn>().map_err(|e| e.to_string()))]
    #[arg(conflicts_with_all = ["method", "placements", "fundamental", "symmetry", "by_first", "double_check"])]
    pub(crate) only: Option<Turn>,

    /// What queens attack: queens, torus (diagonals go round) or superqueens (also a knight's move)
    #[arg(long, value_name = "RULES", default_value = "queens", hide_default_value = true)]
    #[arg(value_parser = plain_rules(), hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// Count again by another idea, and a sample of the jobs by the plain search; of a GPU's count only a sample, by the CPU
    #[arg(long, conflicts_with_all = ["placements", "by_first"])]
    pub(crate) double_check: bool,

    /// Keep the result of every job in this file; the same command again goes on where it was
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "by_first"])]
    pub(crate) ledger: Option<PathBuf>,

    /// Only share I of K shares of the jobs, into its own ledger, with --method; 'queens ledger merge' joins them
    #[arg(long, value_name = "I/K", requires = "ledger")]
    #[arg(conflicts_with_all = ["double_check", "fundamental", "symmetry"])]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// What of the machine the engines use.
#[derive(Debug, ClapArgs)]
pub(crate) struct Machine {
    /// How many threads to use, where the method can (default: all cores)
    #[arg(short, long, value_name = "T", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// The vector instructions to use: portable, neon, avx2 or avx512 (default: the widest this CPU has)
    #[arg(long, value_name = "SET", value_parser = simd)]
    pub(crate) simd: Option<Simd>,

    /// What counts: cpu; cuda, cuda:0,1 or cuda:all for NVIDIA GPUs; auto for them if there are any
    ///
    /// On a GPU the method is 'cross'; placements are counted with 'bitmask' or 'stacked'. 'queens devices' lists what is
    /// there.
    #[arg(long, value_name = "DEVICE", default_value = "cpu", hide_default_value = true)]
    pub(crate) device: Device,
}

/// Print the placement table: naive, plain, half of the board, solutions
///
/// How many queens each way of searching sets. The last three columns are counted while you wait; csv and json are
/// exact, text and markdown shorten large numbers to 1.402 x 10^9.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens table 1..12
  queens table 1..15 --format markdown
  queens table 8 --wide --format csv      adds C(N^2,N), N^N and N!")]
pub(crate) struct Table {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// Add C(N^2, N), N^N and N!
    #[arg(long)]
    pub(crate) wide: bool,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// List the solutions
///
/// One at a time, as they are found, in constant memory (tiles and dancing-links collect and sort them first). A line
/// gives the row of the queen in each column, counted from 1: 1 5 8 6 3 7 2 4 stands for A1 B5 C8 D6 E3 F7 G2 H4.
/// No solution is an empty list, exit code 0.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens list 8                           92 lines in lexicographic order
  queens list 8 --fundamental             12 lines
  queens list 6 --format board --mirror   each beside its mirror image
  queens list 12 --limit 10 --format json
  queens list 14 --output all.txt")]
pub(crate) struct List {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// How each solution is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ListFormat,

    /// Stop after this many
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,

    /// Only one of those that are the same but for a rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Each solution beside its mirror image, each pair once
    #[arg(long)]
    pub(crate) mirror: bool,

    /// One dot a solution, 100 a line
    #[arg(long, conflicts_with_all = ["mirror", "format"])]
    pub(crate) dots: bool,

    /// The method, which decides the order; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Option<Method>,

    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a solution is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// The row in each column: 1 5 8 6 3 7 2 4
    #[default]
    Rows,
    /// The same with a running number
    Numbered,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// Rows of 0 and 1 with a running number and a total
    Grid,
    /// A chess board with a running number and a total
    Board,
    /// One JSON array of rows a line
    Json,
    /// One JSON array of strings a line, as in LeetCode's problem 51
    Leetcode,
}

/// Draw a full or partial board
///
/// In the terminal, or as a picture with --output.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens draw --first 8
  queens draw 1 5 8 6 3 7 2 4 --output board.png
  queens draw --given 1,6,8 --size 8 --bits --output bits.svg
  queens draw --position puzzle.txt --output puzzle.png
  queens draw --job 20 --method join --size 8   the first board that a job counts")]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub(crate) struct Draw {
    /// A solution: the row in each column (1 5 8 ...) or its squares (A1 B5 ...)
    #[arg(value_name = "SOLUTION", group = "what")]
    pub(crate) solution: Vec<String>,

    /// The first solution of this size
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true, value_parser = size)]
    pub(crate) first: Option<usize>,

    /// Given queens: their columns in the first rows (1,6,8), or their squares (A1,F2,H3)
    #[arg(long, value_name = "QUEENS", value_delimiter = ',', group = "what", requires = "size")]
    pub(crate) given: Vec<String>,

    /// A position: a file in any form that 'queens solve' reads, or - for standard input
    #[arg(long, value_name = "FILE|-", group = "what")]
    pub(crate) position: Option<String>,

    /// The first board of a job, as 'queens plan' counts them from 0
    #[arg(
        long,
        value_name = "JOB",
        group = "what",
        requires = "size",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) job: Option<u64>,

    /// The method whose job it is, or auto for the fastest
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, requires = "job")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Option<Choice>,

    /// The size of the board with the given queens, or of the job
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["first", "solution", "position"])]
    #[arg(value_parser = size)]
    pub(crate) size: Option<usize>,

    /// Add the three bit sets, their values and the free columns of the next row
    #[arg(long)]
    pub(crate) bits: bool,

    /// Mark the attacked squares
    #[arg(long)]
    pub(crate) attacks: bool,

    /// The picture to write: FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The width of a PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 16..=8192_u32))]
    pub(crate) width: u32,
}

/// Draw the search tree, a board at each node
///
/// The tree of the plain search, dead ends marked. It grows fast: 17 nodes for N = 4, 2057 for N = 8.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens tree 4 --format svg --output tree.svg
  queens tree 6 --depth 3 | dot -Tpng -o tree.png")]
pub(crate) struct Tree {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// How many queens deep to go (default: all)
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) depth: Option<usize>,

    /// Graphviz, or a picture (default: by the name of the file, otherwise dot)
    #[arg(long, value_enum)]
    pub(crate) format: Option<TreeFormat>,

    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How the tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// A Graphviz program
    Dot,
    /// A picture
    Svg,
}

/// Write the search step by step as JSON lines
///
/// Each line is one step: place, remove, reject, enqueue, dequeue, solution (or duplicate).
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens trace arrays 4
  queens trace breadth 8 --from 1000 --limit 20")]
pub(crate) struct Trace {
    /// The method; 'queens methods' lists them
    #[arg(value_name = "METHOD", value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Method,

    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// The first step to write, counted from 0
    #[arg(long, value_name = "STEP", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) from: u64,

    /// Stop after this many steps
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,
}

/// Watch the search in the terminal
///
/// Play, pause, step forward and back, faster and slower; press ? for the keys.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens watch 8
  queens watch 6 --method breadth --speed 20")]
pub(crate) struct Watch {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// The method; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", default_value = "arrays")]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Method,

    /// Steps a second
    #[arg(long, value_name = "STEPS", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, SLOWEST..=FASTEST))]
    pub(crate) speed: u64,

    /// The step to stand at; without it the search plays from the start
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) from: Option<u64>,

    /// Write a picture of the screen to this file instead
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) picture: Option<PathBuf>,
}

/// Serve the page for browsers
///
/// The page is compiled into this binary if 'cargo xtask web' built it before; it needs nothing from the network. Prints its
/// address once it can be loaded, and serves until it is interrupted (Ctrl-C), which is exit code 130. Only this machine can
/// load it, unless --host says otherwise.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens serve --open                     in the browser, until Ctrl-C
  queens serve --port 0                   at any port that is free
  queens serve --host 0.0.0.0             for every machine that can reach this one")]
pub(crate) struct Serve {
    /// The port, or 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 8017, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u16::MAX))]
    pub(crate) port: u16,

    /// The address to listen on; 0.0.0.0 or :: for all of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub(crate) host: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// Compare methods side by side
///
/// In each round every method runs once; the best round counts. 'ratio' is how many times as fast as the first method;
/// 'cap' is the most that one thread for each place of the first queen can gain on any number of cores. Methods run on
/// one thread, but for columns.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens compare 10
  queens compare 8..13 --methods arrays,bitmask,stacked --plot times.svg
  queens compare 12 --methods arrays-iterative,columns")]
pub(crate) struct Compare {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// The methods, the first of which the others are measured by (default: all)
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    pub(crate) methods: Vec<Method>,

    /// How often each runs
    #[arg(long, value_name = "K", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    pub(crate) runs: u32,

    /// Skip a method when one run takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) limit: f64,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Write a plot of time against N to this file: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

/// Plan a count: jobs, memory, the time it will take here
///
/// Times a sample of the jobs, on as many threads as the whole will have, and takes the others to be like them. Takes
/// some seconds. The same is done for smaller boards, which
/// are then counted in full: the last column says how far their estimates were off.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens plan 18
  queens plan 22 --threads 64
  queens plan 27 --method cross --format json")]
pub(crate) struct Plan {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// The method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) method: Choice,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Measure this machine
///
/// Counts fixed boards with fixed methods, first on one core, then on all: solutions and placements a second, best of
/// several runs after one to warm up. Every count is checked. On a GPU also the steps, and the time of each phase alone.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens bench
  queens bench --size 18 --runs 3
  queens bench --device cuda
  queens bench --format json")]
pub(crate) struct Bench {
    /// The size of the board (default: 16, on a GPU 20)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 8..=22_usize))]
    pub(crate) size: Option<usize>,

    /// How often each is run; the best counts
    #[arg(long, value_name = "K", default_value_t = 5, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    pub(crate) runs: u32,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// List the devices that can count, and try them
///
/// The CPU, and the NVIDIA GPUs that the driver finds. Each GPU is opened and counts something known: the last column is the
/// time that takes, or why it cannot be used.
#[derive(Debug, ClapArgs)]
pub(crate) struct Devices {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// List the methods: idea, range, statistics, threads
#[derive(Debug, ClapArgs)]
pub(crate) struct Methods {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Print the completions for a shell
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:
  queens completions bash > ~/.local/share/bash-completion/completions/queens")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Print the man page
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens man | man -l -
  queens man --output ~/.local/share/man/man1   one page a command")]
pub(crate) struct Man {
    /// Write a page for each command into this folder instead
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}
