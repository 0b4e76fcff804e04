use super::*;

#[test]
fn text_is_size_and_number() {
    assert_eq!(printed("count 8"), "8: 92\n");
    assert_eq!(printed("count 0..6"), "0: 1\n1: 1\n2: 0\n3: 0\n4: 2\n5: 10\n6: 4\n");
}

#[test]
fn extras_stand_below_the_number() {
    let text = printed("count 8 --placements --fundamental --symmetry --by-first");
    assert_eq!(
        text,
        "8: 92\n   placements: 2056\n   fundamental: 12\n   fixed by 90: 0\n   \
         fixed by 180 only: 4\n   fixed by none: 88\n   by first: 4 8 16 18 18 16 8 4\n"
    );
}

#[test]
fn placements_are_the_named_methods_own() {
    assert!(printed("count 8 --placements --method stacked").contains("placements: 1028\n"));
    let breadth = printed("count 8 --placements --method breadth");
    let steps = ["placements: 1866", "dequeues: 1103", "dropped: 672", "queue peak: 351"];
    assert!(steps.iter().all(|step| breadth.contains(step)), "{breadth}");
    assert!(printed("count 8 --placements --method tiles").contains("raw: 256\n"));
}

#[test]
fn csv_rows_are_n_method_solutions_seconds() {
    let text = printed("count 6..8 --format csv");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0], ["n", "method", "solutions", "seconds"]);
    assert_eq!(lines[3][..3], ["8", "stacked", "92"]);
    assert!(lines[3][3].parse::<f64>().unwrap() >= 0.0);
}

#[test]
fn json_is_one_object_per_line() {
    let last = last_json("count 7..8 --method tiles --placements --by-first --format json");
    assert_eq!(last["n"], 8);
    assert_eq!(last["method"], "tiles");
    assert_eq!(last["solutions"], 92);
    assert_eq!(last["placements"], 6401);
    assert_eq!(last["by_first"][3], 18);
    assert!(last["seconds"].is_number());
}

#[test]
fn markdown_is_a_table() {
    let text = printed("count 4..5 --fundamental --format markdown");
    assert!(
        text.starts_with("| N | solutions | seconds | fundamental |\n|--:|--:|--:|--:|\n| 4 | 2 |")
    );
}

#[test]
fn placements_are_counted_by_level() {
    assert_eq!(
        printed("count 8 --placements --by-level"),
        "8: 92\n   placements: 2056\n   by level: 8 42 140 344 568 550 312 92\n"
    );
    assert_eq!(
        printed("count 0..10 --placements --by-level --method bitmask"),
        printed("count 0..10 --placements --by-level")
    );
    let text = printed("count 0..2 --placements --by-level --format json");
    let levels = text.lines().map(|line| {
        let result: serde_json::Value = serde_json::from_str(line).unwrap();
        result["by_level"].to_string()
    });
    assert_eq!(levels.collect::<Vec<_>>(), ["[]", "[1]", "[2,0]"]);
    for (line, reason) in [
        ("count 8 --by-level", "--placements"),
        ("count 8 --placements --by-level --method arrays", "the method 'bitmask' or none"),
        ("count 8 --placements --by-level --method cross", "the method 'bitmask' or none"),
        ("count 8 --placements --by-level --ledger new.db", "--ledger"),
        ("count 8 --placements --by-level --rules torus", "--rules torus"),
    ] {
        let said = refused(line);
        assert!(said.contains(reason), "queens {line}: {said}");
    }
}

#[test]
fn only_symmetric_solutions_are_counted() {
    assert_eq!(printed("count 12..13 --only 180"), "12: 80\n13: 136\n");
    assert_eq!(printed("count 0..5 --only 90"), "0: 1\n1: 1\n2: 0\n3: 0\n4: 2\n5: 2\n");
    let line = last_json("count 16 --only 90 --format json");
    assert_eq!((&line["method"], &line["solutions"]), (&"symmetric".into(), &64.into()));
    assert_eq!(line["only"], "90");
}

#[test]
fn a_double_check_reports_what_it_compared() {
    for (method, other) in [("cross", "join"), ("join", "cross"), ("arrays", "cross")] {
        let output = queens(&format!("count 10 --method {method} --double-check"));
        assert!(output.status.success());
        assert_eq!(output.stdout, b"10: 724\n");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("'{other}' and '{method}' agree")), "{said}");
        assert!(said.contains("recounted by plain backtracking"), "{said}");
    }
}

#[test]
fn bad_requests_name_the_value_and_what_is_allowed() {
    let cases = [
        ("count", "<N|A..B>"),
        ("count x", "'x'"),
        ("count -5", "'-5'"),
        ("count 1.5", "from 0 to 32"),
        ("count 33", "from 0 to 32"),
        ("count 99999999999999999999", "from 0 to 32"),
        ("count 14..8", "'14..8'"),
        ("count 30..40", "N = 40"),
        ("count 16 --method breadth", "supports N up to 15; 'cross' supports N up to 32"),
        ("count 29 --method join", "supports N up to 28; 'cross' supports N up to 32"),
        ("count 8 --only 45", "'45'"),
        ("count 8 --only 90 --placements", "--only"),
        ("count 8 --only 180 --method join", "--only"),
        ("count 8 --simd sse9", "'sse9'"),
        ("count 8 --simd sse9", "portable"),
        ("count 8 --method join --placements", "no placements to count"),
        ("count 8 --method cross --by-first", "to list, sort or trace them use bitmask"),
        ("count 8 --double-check --placements", "--double-check"),
        ("list 8 --method join", "to list, sort or trace"),
        ("trace cross 8", "to list, sort or trace"),
        ("plan 33", "from 0 to 32"),
        ("plan 8 --method arrays --threads 4", "one thread"),
        ("plan 29 --method join", "supports N up to 28"),
        ("bench --size 7", "from 8 to 22"),
        ("bench --runs 0", "from 1 to 1000"),
        ("count 8 --method nonsense", "unknown method 'nonsense': expected arrays, arrays-half"),
        ("count 8 --method bitmsk", "did you mean 'bitmask'?"),
        ("count 8 --threads 0", "from 1 to 1024"),
        (
            "count 8 --threads 2 --method arrays",
            "one thread; the number of threads can be set for bitmask",
        ),
        ("count 8 --threads 2 --method columns", "one thread per row of the first queen"),
        ("count 1..99", "N = 99"),
        ("count 8 --method dancing", "did you mean 'dancing-links'?"),
        ("count 8 --method zzz", "unknown method 'zzz': expected arrays"),
        ("count 8 --method foo", "unknown method 'foo': expected arrays"),
        ("trace 4", "unknown method '4': expected arrays"),
        ("plot 8", "unrecognized subcommand 'plot'; 'queens --help' lists the commands"),
        ("version", "unrecognized subcommand 'version'; 'queens --help' lists the commands"),
        ("puzzle", "missing command; 'queens puzzle --help' lists"),
        ("count 8 --format xml", "text, json, csv, markdown"),
        ("count 8 --methd arrays", "--method"),
        ("cuont 8", "count"),
    ];
    for (line, expected) in cases {
        let error = refused(line);
        assert!(error.contains(expected), "queens {line}: {error}");
    }
}

#[test]
fn other_numbers_of_queens_are_counted() {
    assert_eq!(printed("count 7..10 --queens 8"), "7: 0\n8: 92\n9: 13848\n10: 636524\n");
    assert_eq!(printed("count 8 --queens N"), "8: 92\n");
    assert_eq!(printed("count 4 --queens any"), "4: 87\n");
    assert_eq!(printed("count 4 --queens maximal"), "4: 18\n");
    let pawn = printed("count 9 --queens with-pawn --fundamental --symmetry");
    let lines = ["9: 396", "fundamental: 52", "fixed by 90: 0", "fixed by 180 only: 20"];
    assert!(lines.iter().all(|line| pawn.contains(line)), "{pawn}");
    assert_eq!(printed("count 9 --queens with-pawn --only 180"), "9: 20\n");
    let json = last_json("count 9 --queens 8 --format json");
    assert_eq!((&json["queens"], &json["method"]), (&"8".into(), &"exactly".into()));
    let checked = queens("count 9 --queens 5 --double-check");
    let notice = String::from_utf8(checked.stderr).unwrap();
    assert!(checked.status.success() && notice.contains("jobs recounted"), "{notice}");
}

#[test]
fn options_that_other_numbers_of_queens_do_not_support_are_refused() {
    for (line, error) in [
        ("--queens 8 --method cross", "--method cannot be used with --queens 8"),
        ("--queens any --placements", "--placements cannot be used with --queens any"),
        ("--queens with-pawn --by-first", "--by-first cannot be used with --queens with-pawn"),
        ("--queens maximal --fundamental", "--fundamental cannot be used with --queens maximal"),
        ("--queens 8 --symmetry", "--symmetry cannot be used with --queens 8"),
        ("--queens any --only 90", "--only cannot be used with --queens any"),
        ("--queens 8 --rules torus", "--queens cannot be used with --rules torus"),
        ("--queens 1025", "expected 0 to 1024, N, any, maximal or with-pawn"),
        ("--queens -1", "unknown number of queens '-1'"),
        ("--queens some", "unknown number of queens 'some'"),
    ] {
        let refused = refused(&format!("count 9 {line}"));
        assert!(refused.contains(error), "{refused}");
    }
}
