use super::*;

#[test]
fn a_plan_has_jobs_memory_and_a_range_of_time() {
    let text = printed("plan 14 --method join --seconds 0.5");
    let heads: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(heads, ["N", "method", "jobs", "memory", "estimate", "took", "error"]);
    let last = text.lines().find(|line| line.starts_with("14")).unwrap();
    assert!(last.contains("join") && last.contains("256") && last.contains("MB"), "{text}");
    assert!(last.contains(" to ") && last.contains("ms"), "{text}");
    assert!(text.contains("plan version 1") && text.contains("95% range from"), "{text}");
}

#[test]
fn the_time_to_measure_is_above_zero() {
    for seconds in ["0", "-1", "x", "inf"] {
        let error = refused(&format!("plan 8 --seconds {seconds}"));
        assert!(error.contains(seconds) && error.contains("above 0"), "{error}");
    }
}

/// In the long form, a count that would take longer than this is left out.
const LONGEST: f64 = 900.0;

#[test]
fn the_true_time_is_in_the_range() {
    let long = std::env::var_os("QUEENS_LONG").is_some();
    let mut cases: Vec<(usize, &str)> = vec![(17, "--seconds 0.2")];
    if long {
        cases.extend((19..=22).map(|size| (size, "--device cpu")));
    }
    if long && std::env::var_os("QUEENS_DEVICE").is_some() {
        cases.extend((18..=22).map(|size| (size, "--device cuda")));
        if cfg!(feature = "wgpu") {
            cases.extend((18..=22).map(|size| (size, "--device wgpu")));
        }
    }
    let json = |line: &str| -> serde_json::Value {
        serde_json::from_str(printed(line).lines().last().unwrap()).unwrap()
    };
    for (size, options) in cases {
        let mut attempts = Vec::new();
        // The speed of a busy machine changes from one second to the next, so one of several attempts must succeed.
        let inside = (0..5).any(|_| {
            let plan = json(&format!("plan {size} {options} --format json"));
            let number = |name: &str| plan[name].as_f64().unwrap();
            let (low, high) = (number("estimated_seconds_low"), number("estimated_seconds_high"));
            if low > LONGEST {
                println!("skipped: N = {size} would take {low:.0} seconds");
                return true;
            }
            let device = options.strip_prefix("--device ").unwrap_or("cpu");
            let count = json(&format!("count {size} --device {device} --format json"));
            let seconds = count["seconds"].as_f64().unwrap();
            attempts.push((low, seconds, high));
            (low..=high).contains(&seconds) && (size < 20 || high <= 1.5 * low)
        });
        assert!(inside, "N = {size} {options}: {attempts:?}");
    }
}

#[test]
fn estimates_of_smaller_boards_are_checked() {
    let lines = json("plan 13 --method cross --threads 1 --seconds 0.5 --format json");
    let (last, checked) = lines.split_last().unwrap();
    assert_eq!((&last["n"], &last["seconds"]), (&13.into(), &serde_json::Value::Null));
    assert_eq!(checked.len(), 3);
    assert!(checked.iter().all(|line| line["seconds"].is_number() && line["error"].is_number()));
    assert!(lines.iter().all(|line| line["jobs"].as_u64() > Some(0)));
}

#[test]
fn csv_has_numbers() {
    for line in ["plan 9 --seconds 1 --format csv", "bench --size 9 --runs 1 --format csv"] {
        let text = printed(line);
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let heads = lines.next().unwrap();
        let seconds = heads.iter().position(|head| head.ends_with("seconds")).unwrap();
        assert!(lines.all(|cells| cells[seconds].parse::<f64>().is_ok()), "{text}");
    }
}

#[test]
fn small_boards_have_plans() {
    for size in 0..4 {
        assert!(printed(&format!("plan {size}")).contains("plan version"));
    }
}

#[test]
fn a_bench_names_the_machine_and_checks_its_counts() {
    let text = printed("bench --size 10 --runs 1 --threads 2");
    assert!(text.starts_with("queens ") && text.contains(" cores, "), "{text}");
    assert!(text.contains("match the published numbers"), "{text}");
    let lines = json("bench --size 10 --runs 1 --threads 2 --format json --simd portable");
    assert_eq!(lines.len(), 6);
    assert!(lines.iter().all(|line| line["simd"] == "portable" && line["device"].is_string()));
    assert_eq!((&lines[2]["method"], &lines[2]["solutions"]), (&"cross".into(), &724.into()));
    assert_eq!(lines[5]["placements"], serde_json::Value::Null);
}

#[test]
fn a_fast_bench_repeats_its_runs_and_shows_their_spread() {
    let text = printed("bench --size 8 --threads 1");
    let heads = "method N threads runs best spread solutions/s placements/s speedup";
    let table: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(table[0].split_whitespace().collect::<Vec<_>>().join(" "), heads);
    assert!(table[1].contains('%'), "{text}");
    let json = printed("bench --size 8 --threads 1 --format json");
    for line in json.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| line[name].as_f64().unwrap();
        let (best, median) = (number("best_seconds"), number("median_seconds"));
        assert!(0.0 < best && best <= median && median <= number("slowest_seconds"), "{line}");
        // At least half a second, in runs of at most the slowest one.
        assert!(number("runs") * number("slowest_seconds") >= 0.499, "{line}");
        assert!(number("runs") >= 5.0, "{line}");
    }
    let json = printed("bench --size 8 --threads 1 --runs 3 --format json");
    assert!(json.lines().all(|line| line.contains("\"runs\":3,")), "{json}");
}

#[test]
fn other_numbers_of_queens_have_a_plan() {
    for (size, queens) in [(18, "6"), (13, "any"), (11, "maximal"), (14, "with-pawn")] {
        let line = last_json(&format!("plan {size} --queens {queens} --seconds 0.5 --format json"));
        assert_eq!((&line["n"], &line["queens"]), (&size.into(), &queens.into()));
        assert!(line["estimated_seconds_high"].as_f64().unwrap() > 0.0, "{line}");
    }
    assert!(refused("plan 9 --queens 8 --method cross").contains("without a method"));
}

#[test]
fn options_that_cannot_be_combined_are_refused_with_what_is_allowed() {
    for (line, allowed) in [
        ("plan 12 --rules reflecting --only 180", "by the rules 'queens' and 'superqueens'"),
        ("plan 12 --rules torus --only 90", "by the rules 'queens' and 'superqueens'"),
        ("count 8 --placements --by-level --method cross", "with the method 'bitmask' or none"),
    ] {
        let error = refused(line);
        assert!(error.contains(allowed), "{error}");
    }
}
