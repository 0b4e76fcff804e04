//! The questions of the npm package, in the form in which it asks them.

use proptest::prelude::*;
use queens::{Method, Solution, published};
use queens_puzzles::Position;
use queens_results::SolutionRows;
use queens_web::Package;
use serde_json::{Value, json};

fn ask(package: &mut Package, question: &Value) -> Result<Value, String> {
    let mut answer: Value = serde_json::from_str(&package.answer(&question.to_string())).unwrap();
    match answer.get_mut("ok") {
        Some(ok) => Ok(ok.take()),
        None => Err(answer["error"].as_str().unwrap().to_string()),
    }
}

fn asked(question: Value) -> Value {
    ask(&mut Package::default(), &question).unwrap_or_else(|e| panic!("{question}: {e}"))
}

fn refused(question: Value) -> String {
    ask(&mut Package::default(), &question).expect_err(&question.to_string())
}

/// All solutions, in batches of this size.
fn listed(position: &str, fundamental: bool, batch: usize) -> Vec<String> {
    let mut package = Package::default();
    let search = json!({ "search": { "position": position, "fundamental": fundamental } });
    ask(&mut package, &search).unwrap();
    let mut all: Vec<String> = Vec::new();
    loop {
        let next = ask(&mut package, &json!({ "next": { "count": batch } })).unwrap();
        let found: Vec<SolutionRows> = serde_json::from_value(next).unwrap();
        let text =
            |rows: &SolutionRows| rows.0.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        all.extend(found.iter().map(text));
        if found.len() < batch {
            return all;
        }
    }
}

proptest! {
    #[test]
    fn every_question_is_answered(
        n in prop::sample::select(vec![0_u64, 1, 2, 3, 4, 5, 7]),
        large in prop::sample::select(vec![33_u64, 101, 5001, 1_000_001, u64::from(u32::MAX)]),
        seed in prop::sample::select(vec!["0", "17", "18446744073709551615"]),
        name in prop::sample::select(vec!["arrays", "torus", "regions", "hard", "text", "none", ""]),
        squares in "([A-F][0-7],?){0,5}",
    ) {
        let position = format!("size:{n} given:{squares}");
        let questions = [
            json!({ "count": { "n": n, "method": name, "rules": null, "statistics": true } }),
            json!({ "count": { "n": large, "method": null, "rules": name, "statistics": false } }),
            json!({ "count-position": { "position": position, "limit": n } }),
            json!({ "find": { "kind": "random", "n": n, "seed": seed } }),
            json!({ "find": { "kind": "formula", "n": large.max(1_000_001) } }),
            json!({ "find": { "kind": "first", "n": n } }),
            json!({ "parse": { "text": position, "rules": name } }),
            json!({ "format": { "position": position, "format": name } }),
            json!({ "solve": { "position": position, "seed": seed } }),
            json!({ "search": { "position": position, "fundamental": n == 4 } }),
            json!({ "next": { "count": large } }),
            json!({ "explain": { "position": position } }),
            json!({ "refute": { "position": position } }),
            json!({ "check": { "position": position, "rows": [n, 1, 3] } }),
            json!({ "svg": { "position": position, "rows": null } }),
            json!({ "svg": { "position": format!("size:{}", large.max(101)), "rows": [1] } }),
            json!({ "puzzle": { "n": n, "rules": "regions", "seed": seed, "difficulty": null } }),
            json!({ "puzzle": { "n": large, "rules": name, "seed": seed, "difficulty": name } }),
        ];
        let mut package = Package::default();
        for question in questions.iter().chain(questions.iter().rev()) {
            if let Err(error) = ask(&mut package, question) {
                prop_assert!(!error.is_empty() && !error.contains('\n'), "{question}: {error}");
                prop_assert!(!error.starts_with("invalid question"), "{question}: {error}");
            }
        }
    }
}

#[test]
fn every_method_counts_the_published_values() {
    for n in 0..=10 {
        for method in Method::all().map(Method::info).filter(|info| n <= info.max_n) {
            let question = json!({ "count": { "n": n, "method": method.name, "rules": null, "statistics": false } });
            let count = asked(question);
            assert_eq!(count["solutions"], json!(published(n).unwrap()), "{n} {}", method.name);
        }
    }
}

#[test]
fn a_limit_does_not_change_the_count_below_it() {
    for position in [
        "size:7",
        "size:0",
        "size:8 given:a1",
        "size:8 given:a1,b2",
        "size:11 rules:torus",
        "size:12 rules:superqueens",
        "size:7 rules:torus closed:a1",
    ] {
        let count = |limit: Option<u64>| {
            let question = json!({ "count-position": { "position": position, "limit": limit } });
            asked(question)["solutions"].clone()
        };
        assert_eq!(count(None), count(Some(1 << 40)), "{position}");
        assert_eq!(count(Some(0)), 0, "{position}");
    }
}

#[test]
fn searches_list_every_solution_for_any_batch_size() {
    let all = listed("size:8", false, 1000);
    assert_eq!(all.len(), 92);
    assert!(all.is_sorted());
    for batch in [1, 4, 23, 92, 93] {
        assert_eq!(listed("size:8", false, batch), all);
    }
    assert_eq!(listed("size:8", true, 5).len(), 12);
    assert_eq!(listed("size:0", false, 5), [""]);
    assert_eq!(listed("size:3", false, 5), [""; 0]);
    // The solver for other positions finds the same solutions.
    let mut toroidal = listed("size:7 rules:torus", false, 3);
    toroidal.sort();
    let on_torus = |text: &&String| {
        let rows: Vec<u32> = text.parse::<Solution>().unwrap().rows().to_vec();
        Solution::by(queens::Rules::Torus, rows).is_ok()
    };
    let expected: Vec<String> =
        listed("size:7", false, 100).iter().filter(on_torus).cloned().collect();
    assert_eq!(toroidal, expected);
    let question = json!({ "search": { "position": "size:8 given:a1", "fundamental": true } });
    assert!(refused(question).contains("empty boards"));
    assert!(refused(json!({ "next": { "count": 1 } })).contains("no search"));
}

#[test]
fn every_format_round_trips() {
    let puzzle =
        asked(json!({ "puzzle": { "n": 7, "rules": "regions", "seed": "5", "difficulty": null } }));
    let position = puzzle.to_string();
    let parts = asked(json!({ "parse": { "text": position, "rules": null } }));
    assert_eq!((&parts["rules"], &parts["regions"]), (&json!("regions"), &puzzle["regions"]));
    for format in ["text", "short", "json"] {
        let text = asked(json!({ "format": { "position": position, "format": format } }));
        let parsed = asked(json!({ "parse": { "text": text, "rules": null } }));
        assert_eq!(parsed, parts, "{format}");
    }
    let text = asked(json!({ "format": { "position": "size:4 given:b4", "format": "leetcode" } }));
    assert_eq!(text, r#"[".Q..","....","....","...."]"#);
    assert!(text.as_str().unwrap().parse::<Position>().is_ok());
    let other = json!({ "format": { "position": "size:4", "format": "csplib" } });
    assert!(refused(other).contains("text, short, json, leetcode"));
}

#[test]
fn a_solution_is_checked_by_the_rules_of_its_position() {
    let check = |position: &str, rows: &[u32]| {
        asked(json!({ "check": { "position": position, "rows": rows } }))
    };
    assert_eq!(check("size:4", &[1, 3, 0, 2]), json!({ "valid": true, "reason": null }));
    assert_eq!(check("size:4 rules:torus", &[1, 3, 0, 2])["valid"], false);
    let given = check("size:4 given:a1", &[1, 3, 0, 2]);
    assert!(given["reason"].as_str().unwrap().contains("A1"), "{given}");
    assert_eq!(check("size:4", &[9, 9, 9, 9])["valid"], false);
}
