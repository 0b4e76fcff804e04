use super::*;
use serde_json::Value;

/// The line of an estimate, without its time and number of threads.
fn estimate(line: &str) -> Value {
    let mut value: Value =
        serde_json::from_str(&printed(&format!("estimate {line} --format json"))).unwrap();
    let fields = value.as_object_mut().unwrap();
    let mut take = |name: &str| fields.remove(name).unwrap();
    let (seconds, threads) = (take("seconds").as_f64().unwrap(), take("threads").as_u64().unwrap());
    let speed = take("samples_per_second_per_thread").as_f64();
    match fields["samples"].as_f64().unwrap() {
        0.0 => assert_eq!(speed, None),
        samples => {
            let expected = samples / (seconds * threads as f64);
            assert!((speed.unwrap() - expected).abs() < 1e-2 * expected, "{expected}: {speed:?}");
        }
    }
    value
}

#[test]
fn an_estimate_has_an_interval_that_contains_the_published_number() {
    let text = printed("estimate 12 --samples 300 --seed 1");
    let heads = "N estimate 95% interval error log10 samples published";
    assert_eq!(
        text.lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" "),
        heads
    );
    assert!(text.lines().nth(1).unwrap().ends_with(" 14,200"), "{text}");
    let found = estimate("12 --samples 300 --seed 1");
    let number = |name: &str| found[name].as_f64().unwrap();
    assert!(number("low") < 14_200.0 && 14_200.0 < number("high"), "{found}");
    assert!(number("low") < number("estimate") && number("estimate") < number("high"));
    assert!((number("log10_estimate") - number("estimate").log10()).abs() < 1e-5);
    assert_eq!((&found["samples"], &found["seed"]), (&300.into(), &1.into()));
    assert_eq!((&found["confidence"], &found["published"]), (&0.95.into(), &14_200.into()));
}

#[test]
fn threads_do_not_change_an_estimate_and_seeds_do() {
    for goal in ["--samples 40", "--error 40%"] {
        let one = estimate(&format!("9 {goal} --seed 5 --threads 1"));
        assert_eq!(one, estimate(&format!("9 {goal} --seed 5 --threads 3")));
        assert_ne!(one, estimate(&format!("9 {goal} --seed 6")));
    }
    // Without a seed, the one that was used is printed.
    let output = queens("estimate 4 --samples 2");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("queens: random seed; repeat with --seed "), "{message}");
}

#[test]
fn an_error_and_a_time_end_the_samples() {
    assert!(estimate("8 --error 10% --seed 1")["error"].as_f64().unwrap() <= 0.1);
    // The time ends a run whose error would take years.
    let limited = estimate("6 --error 0.0001% --seconds 0.5 --seed 1");
    let samples = limited["samples"].as_u64().unwrap();
    assert_eq!(limited, estimate(&format!("6 --samples {samples} --seed 1")));
}

#[test]
fn small_boards_are_exact_and_large_ones_have_logarithms() {
    for (size, solutions) in [(0, 1.0), (1, 1.0), (2, 0.0), (3, 0.0)] {
        let exact = estimate(&format!("{size} --seed 1"));
        for name in ["low", "estimate", "high"] {
            assert_eq!(exact[name], solutions, "N = {size}");
        }
        assert_eq!((&exact["samples"], &exact["error"]), (&0.into(), &0.0.into()));
        assert_eq!(exact["log10_estimate"].is_null(), solutions == 0.0);
    }
    let large = estimate("300 --samples 2 --seed 1");
    assert!(large["estimate"].is_null() && large["published"].is_null());
    assert!((480.0..500.0).contains(&large["log10_estimate"].as_f64().unwrap()), "{large}");
    assert!(printed("estimate 300 --samples 2 --seed 1").contains("e49"));
}
