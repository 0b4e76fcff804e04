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
fn a_random_seed_is_printed() {
    let message = ended("estimate 4 --samples 2").2;
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
fn large_boards_have_logarithms() {
    let large = estimate("300 --samples 2 --seed 1");
    assert!(large["estimate"].is_null() && large["published"].is_null());
    assert!((480.0..500.0).contains(&large["log10_estimate"].as_f64().unwrap()), "{large}");
    assert!(printed("estimate 300 --samples 2 --seed 1").contains("e49"));
}
