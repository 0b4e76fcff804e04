use super::*;

#[test]
fn a_plan_has_jobs_memory_and_a_time() {
    let text = printed("plan 14 --method join");
    let heads: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(heads, ["N", "method", "jobs", "memory", "estimate", "took", "error"]);
    let last = text.lines().find(|line| line.starts_with("14")).unwrap();
    assert!(last.contains("join") && last.contains("256") && last.contains("MB"), "{text}");
    assert!(text.contains("plan version 1"), "{text}");
}

#[test]
fn estimates_of_smaller_boards_are_checked() {
    let text = printed("plan 13 --method cross --threads 1 --format json");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, checked) = lines.split_last().unwrap();
    assert_eq!((&last["n"], &last["seconds"]), (&13.into(), &serde_json::Value::Null));
    assert_eq!(checked.len(), 3);
    assert!(checked.iter().all(|line| line["seconds"].is_number() && line["error"].is_number()));
    assert!(lines.iter().all(|line| line["jobs"].as_u64() > Some(0)));
}

#[test]
fn csv_has_numbers() {
    for line in ["plan 9 --format csv", "bench --size 9 --runs 1 --format csv"] {
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
    assert!(text.starts_with("queens ") && text.contains("best of 1"), "{text}");
    assert!(text.contains("match the published numbers"), "{text}");
    let text = printed("bench --size 10 --runs 1 --threads 2 --format json --simd portable");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    assert!(lines.iter().all(|line| line["simd"] == "portable" && line["device"].is_string()));
    assert_eq!((&lines[2]["method"], &lines[2]["solutions"]), (&"cross".into(), &724.into()));
    assert_eq!(lines[5]["placements"], serde_json::Value::Null);
}
