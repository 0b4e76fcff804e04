//! The confidence intervals of estimates contain the published numbers as often as they should.

use queens::sampling::{Goal, Run, Sampler};
use queens::{Never, published};
use std::sync::Mutex;

/// The number of seeds whose interval contains the published number.
fn inside(size: usize, seeds: u64, goal: Goal) -> u64 {
    let truth = (published(size).expect("a published number") as f64).log10();
    let is_inside = |seed: &u64| {
        let run = Run { goal, threads: 1, limit: None, control: &Never };
        let estimate = Sampler::new(size, *seed).unwrap().run(&run).unwrap();
        let (low, high) = estimate.log10_interval().unwrap();
        (low..=high).contains(&truth)
    };
    (0..seeds).filter(is_inside).count() as u64
}

/// With `QUEENS_LONG=1`, the experiment of docs/results.md#estimates-of-qn: 100 seeds for each of N = 8 to 27. Otherwise, some
/// seeds of some sizes.
#[test]
fn intervals_contain_95_percent_of_the_published_numbers() {
    let long = std::env::var_os("QUEENS_LONG").is_some();
    let (sizes, seeds): (Vec<usize>, u64) =
        if long { ((8..=27).collect(), 100) } else { (vec![8, 11, 13, 16, 19], 20) };
    let goals = [Goal::Samples(16), Goal::Error(0.2)];
    let goals = if long { &goals[..] } else { &goals[1..] };
    println!("n,seeds,{}", if long { "16 samples,error 20%" } else { "error 20%" });
    // The sizes on some threads, and the results in order.
    let found: Vec<Mutex<Vec<u64>>> = sizes.iter().map(|_| Mutex::new(vec![])).collect();
    let queue = Mutex::new(sizes.iter().zip(&found));
    let work = || {
        while let Some((&size, found)) = { queue.lock().unwrap().next() } {
            *found.lock().unwrap() =
                goals.iter().map(|&goal| inside(size, seeds, goal)).collect::<Vec<u64>>();
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let mut sums = vec![0; goals.len()];
    for (size, found) in sizes.iter().zip(&found) {
        let found = found.lock().unwrap();
        println!(
            "{size},{seeds},{}",
            found.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
        );
        for (sum, &found) in sums.iter_mut().zip(&*found) {
            *sum += found;
            // Below this with a probability of about 1 in 10,000 if 95% are inside.
            assert!(found * 100 >= seeds * if long { 86 } else { 75 }, "N = {size}: {found}");
        }
    }
    let all = seeds * sizes.len() as u64;
    // With 2000 intervals the standard deviation is 0.5%, with 100 intervals 2.2%.
    let (least, most) = if long { (0.93, 0.97) } else { (0.88, 1.0) };
    for sum in sums {
        let share = sum as f64 / all as f64;
        println!("{sum} of {all}: {:.1}%", 100.0 * share);
        assert!((least..=most).contains(&share), "{sum} of {all}");
    }
}
