//! The confidence intervals of estimates contain the published numbers as often as they should.

use queens::sampling::{CONFIDENCE, Goal, Run, Sampler};
use queens::{Never, published};
use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

/// The goals of the experiment, and their names in its table.
const GOALS: [(Goal, &str); 3] = [
    (Goal::Samples(16), "16 samples"),
    (Goal::Samples(64), "64 samples"),
    (Goal::Error(0.2), "`--error 20%`"),
];
/// The most standard deviations by which a share may differ from 95%. With exact intervals, one of the 63 shares of a run differs by
/// more with a probability of 0.4%.
const DEVIATIONS: f64 = 4.0;
/// The number of seeds that a thread takes at a time.
const CHUNK: u64 = 25;

/// Some seeds of a cell of the table: a size and the index of a goal.
struct Part {
    size: usize,
    goal: usize,
    seeds: Range<u64>,
}

/// What a part found.
#[derive(Clone, Copy, Default)]
struct Found {
    /// The number of seeds whose interval contains the published number.
    inside: u64,
    samples: u64,
    seconds: f64,
}

impl Part {
    fn run(&self) -> Found {
        let truth = (published(self.size).expect("a published number") as f64).log10();
        let goal = GOALS[self.goal].0;
        let start = Instant::now();
        let mut found = Found::default();
        for seed in self.seeds.clone() {
            let run = Run { goal, threads: 1, limit: None, control: &Never };
            let estimate = Sampler::new(self.size, seed).unwrap().run(&run).unwrap();
            let (low, high) = estimate.log10_interval().unwrap();
            found.inside += u64::from((low..=high).contains(&truth));
            found.samples += estimate.samples;
        }
        found.seconds = start.elapsed().as_secs_f64();
        found
    }
}

/// The number of seeds: `QUEENS_SEEDS`, or a default.
fn seeds(default: u64) -> u64 {
    let Some(text) = std::env::var_os("QUEENS_SEEDS") else { return default };
    let number = text.to_str().and_then(|text| text.parse().ok()).filter(|&seeds| seeds > 0);
    number.unwrap_or_else(|| panic!("QUEENS_SEEDS={text:?}: allowed are integers from 1 on"))
}

/// Fails if a share of intervals differs from 95% by more than [`DEVIATIONS`].
fn check(name: &str, inside: u64, intervals: u64) {
    let share = inside as f64 / intervals as f64;
    let allowed = DEVIATIONS * (CONFIDENCE * (1.0 - CONFIDENCE) / intervals as f64).sqrt();
    assert!(
        (share - CONFIDENCE).abs() <= allowed + 1e-9,
        "{name}: {inside} of {intervals} intervals contain the published number, allowed are {:.1}% to {:.1}%",
        100.0 * (CONFIDENCE - allowed),
        100.0 * (CONFIDENCE + allowed).min(1.0)
    );
}

/// With `QUEENS_LONG=1`, the experiment of docs/results.md#do-the-intervals-hold: `QUEENS_SEEDS` seeds (100 by default) for each of
/// N = 8 to 27 and each goal. With 1,000 seeds, the share of a size must be from 92.2% to 97.8%, and that of all sizes from 94.4% to
/// 95.6%. Without `QUEENS_LONG`, some seeds of some sizes.
///
/// The seeds are 0, 1, 2 and so on, so every run has the same result.
#[test]
fn intervals_contain_95_percent_of_the_published_numbers() {
    let long = std::env::var_os("QUEENS_LONG").is_some();
    let (sizes, goals, seeds): (Vec<usize>, Vec<usize>, u64) = match long {
        true => ((8..=27).collect(), vec![0, 1, 2], seeds(100)),
        false => (vec![8, 11, 13, 16, 19], vec![0, 2], seeds(25)),
    };
    // The slowest parts first, so that all threads end at about the same time.
    let chunks = |goal: usize, size: usize| {
        (0..seeds).step_by(CHUNK as usize).map(move |first| Part {
            size,
            goal,
            seeds: first..seeds.min(first + CHUNK),
        })
    };
    let parts: Vec<Part> = sizes
        .iter()
        .rev()
        .flat_map(|&size| goals.iter().rev().map(move |&goal| (goal, size)))
        .flat_map(|(goal, size)| chunks(goal, size))
        .collect();
    let queue = Mutex::new(parts.iter());
    let found = Mutex::new(vec![]);
    let work = || {
        while let Some(part) = { queue.lock().unwrap().next() } {
            let result = part.run();
            found.lock().unwrap().push(((part.size, part.goal), result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let found = found.into_inner().unwrap();
    let sum = |is_of: &dyn Fn(usize, usize) -> bool| {
        let mut sum = Found::default();
        for (_, part) in found.iter().filter(|((size, goal), _)| is_of(*size, *goal)) {
            sum.inside += part.inside;
            sum.samples += part.samples;
            sum.seconds += part.seconds;
        }
        sum
    };

    // The tables of docs/results.md.
    for sizes in sizes.chunks(10) {
        let row = |head: &str, cell: &dyn Fn(usize) -> String| {
            let cells: Vec<String> = sizes.iter().map(|&size| cell(size)).collect();
            println!("| {head} | {} |", cells.join(" | "));
        };
        row("N", &|size| size.to_string());
        println!("|--|{}", "--:|".repeat(sizes.len()));
        for &goal in &goals {
            let inside = |size: usize| sum(&|s, g| (s, g) == (size, goal)).inside;
            row(GOALS[goal].1, &|size| inside(size).to_string());
        }
        row("samples per second and core", &|size| {
            let all = sum(&|s, _| s == size);
            format!("{:.0}", all.samples as f64 / all.seconds)
        });
        println!();
    }
    let intervals = seeds * sizes.len() as u64;
    for &goal in &goals {
        let all = sum(&|_, g| g == goal);
        let (name, share) = (GOALS[goal].1, 100.0 * all.inside as f64 / intervals as f64);
        let samples = all.samples as f64 / intervals as f64;
        println!("{name}: {} of {intervals}, {share:.2}%; {samples:.1} samples each", all.inside);
    }
    println!("{:.0} core seconds", sum(&|_, _| true).seconds);

    for &goal in &goals {
        let name = GOALS[goal].1;
        for &size in &sizes {
            let cell = sum(&|s, g| (s, g) == (size, goal));
            check(&format!("N = {size}, {name}"), cell.inside, seeds);
        }
        check(name, sum(&|_, g| g == goal).inside, intervals);
    }
}
