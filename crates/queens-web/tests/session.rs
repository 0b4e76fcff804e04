//! The session answers the questions of the page.

use proptest::prelude::*;
use queens::results::{CountResult, SolutionRows};
use queens::{Method, Request, Rules, Solution, published};
use queens_web::Session;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn ask(session: &mut Session, question: Value) -> Result<Value, String> {
    let mut answer: Value = serde_json::from_str(&session.answer(&question.to_string())).unwrap();
    match answer.get_mut("ok") {
        Some(ok) => Ok(ok.take()),
        None => Err(answer["error"].as_str().unwrap().to_string()),
    }
}

fn asked(question: Value) -> Value {
    ask(&mut Session::default(), question.clone()).unwrap_or_else(|e| panic!("{question}: {e}"))
}

fn read<T: DeserializeOwned>(answer: Value) -> T {
    serde_json::from_value(answer).unwrap()
}

fn refused(question: Value) -> String {
    ask(&mut Session::default(), question.clone()).expect_err(&question.to_string())
}

/// Results of jobs as the page passes them on: counts are strings, because JavaScript numbers would be rounded.
fn posted(results: &Value) -> Value {
    let mut results = results.clone();
    for result in results.as_array_mut().unwrap() {
        result["solutions"] = json!(result["solutions"].to_string());
    }
    results
}

fn watched(session: &mut Session, method: Method, size: usize, step: u64) -> Value {
    let question = json!({ "watch": { "method": method.name(), "n": size, "step": step } });
    let mut state = ask(session, question).unwrap();
    // Depends on the steps that were visited before.
    state.as_object_mut().unwrap().remove("length");
    state
}

fn searches() -> impl Strategy<Value = Method> {
    prop::sample::select(Method::searches().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn stepping_back_from_any_step_gives_exactly_the_earlier_state(
        method in searches(),
        size in 1_usize..=9,
        jumps in prop::collection::vec(0_u64..60_000, 1..8),
    ) {
        let mut session = Session::default();
        for &step in &jumps {
            let there = watched(&mut session, method, size, step);
            let reached = there["step"].as_u64().unwrap();
            prop_assert!(reached <= step);
            if reached > 0 {
                let back = watched(&mut session, method, size, reached - 1);
                prop_assert_eq!(&back, &watched(&mut Session::default(), method, size, reached - 1));
                prop_assert_eq!(watched(&mut session, method, size, reached), there);
            }
        }
    }

    #[test]
    fn no_text_breaks_the_session(text in ".{0,200}") {
        let answer: Value = serde_json::from_str(&Session::default().answer(&text)).unwrap();
        prop_assert!(answer.get("error").is_some());
    }

    #[test]
    fn no_question_breaks_the_session(
        size in prop::sample::select(vec![0_usize, 1, 2, 3, 4, 5, 7, 14, 15, 16, 17, 19, 33]),
        number in prop::sample::select(vec![0_u64, 1, 3, 17, 1000, 1 << 32, u64::MAX]),
        method in prop::sample::select(vec!["arrays", "tiles", "breadth", "join", "cross", "stacked", "none", ""]),
        squares in "([A-F][0-7],?){0,5}",
    ) {
        let small = size.min(7);
        let position = format!("size:{small} given:{squares}");
        let of = json!({ "n": small, "method": method });
        let questions = [
            json!({ "watch": { "method": method, "n": small, "step": number.min(5000) } }),
            json!({ "length": { "method": method, "n": size, "limit": number.min(1000) } }),
            json!({ "next-solution": { "method": method, "n": size, "step": number.min(100), "within": 1000 } }),
            json!({ "look": { "position": position } }),
            json!({ "hint": { "position": position, "crossed": squares.split(',').collect::<Vec<_>>() } }),
            json!({ "solve": { "position": position, "seed": number } }),
            json!({ "solutions": { "position": position, "limit": number as u32 } }),
            json!({ "puzzle": { "rules": "regions", "n": small, "seed": number, "difficulty": null } }),
            json!({ "list": { "n": small, "fundamental": number == 0 } }),
            json!({ "rows": { "from": number as u32, "count": number as u32 } }),
            json!({ "place": { "solution": [0, size as u8] } }),
            json!({ "solution": { "solution": [size as u8, 1] } }),
            json!({ "plan": of }),
            json!({ "run": { "of": of, "jobs": [number] } }),
            json!({ "take": { "results": [{ "job": number, "solutions": "1", "residue_1": 1, "residue_2": 1 }] } }),
            json!({ "total": { "seconds": 1.0 } }),
            json!({ "measure": { "n": small, "method": method, "statistics": number == 0 } }),
            json!({ "gpu-start": {
                "of": { "n": size, "method": null, "device": "gpu" },
                "jobs": [number],
                "adapter": { "buffer_bytes": number, "subgroup_size": size, "software": number == 0 },
            } }),
            json!({ "gpu-pass": {} }),
            json!({ "gpu-batch": { "counts": [number as u32], "seconds": 0.1 } }),
            json!({ "gpu-less-memory": {} }),
        ];
        // One session for all questions, in both orders: no question may disturb a later one.
        let mut session = Session::default();
        for question in questions.iter().chain(questions.iter().rev()) {
            let answer: Value = serde_json::from_str(&session.answer(&question.to_string())).unwrap();
            prop_assert!(answer.get("error").is_some() != answer.get("ok").is_some(), "{question}");
            if let Some(error) = answer.get("error").and_then(Value::as_str) {
                prop_assert!(!error.is_empty() && !error.contains('\n'), "{question}: {error}");
                prop_assert!(!error.starts_with("invalid question"), "{question}: {error}");
            }
        }
    }

    #[test]
    fn no_position_breaks_the_session(text in "[a-dA-D0-9 ,:/.#Qsizegvnclodr\\n]{0,60}") {
        for name in ["read", "check"] {
            let answer = Session::default().answer(&json!({ name: { "text": text } }).to_string());
            let answer: Value = serde_json::from_str(&answer).unwrap();
            prop_assert!(answer.get("error").is_some() != answer.get("ok").is_some());
        }
    }
}

#[test]
fn a_search_is_watched_to_its_end_and_no_further() {
    let end = asked(json!({ "watch": { "method": "arrays", "n": 6, "step": 1_000_000 } }));
    assert_eq!(end["solutions"], 4);
    assert_eq!(end["step"], end["length"]);
    let length = asked(json!({ "length": { "method": "arrays", "n": 6, "limit": 1_000_000 } }));
    assert_eq!(length["length"], end["length"]);
    let short = asked(json!({ "length": { "method": "arrays", "n": 6, "limit": 10 } }));
    assert_eq!(short["length"], Value::Null);
}

#[test]
fn the_next_solution_is_the_next_step_that_finds_one() {
    let mut session = Session::default();
    for method in Method::searches() {
        let mut step = 0;
        for solutions in 1..=4 {
            let next = json!({ "next-solution": { "method": method.name(), "n": 6, "step": step, "within": 100_000 } });
            step = ask(&mut session, next).unwrap()["step"].as_u64().unwrap();
            let state = watched(&mut session, method, 6, step);
            assert_eq!(
                (&state["solutions"], &state["last"]["step"]),
                (&json!(solutions), &json!("solution"))
            );
        }
        let next = json!({ "next-solution": { "method": method.name(), "n": 6, "step": step, "within": 100_000 } });
        assert_eq!(ask(&mut session, next).unwrap()["step"], Value::Null, "{method}");
    }
}

#[test]
fn attacked_squares_are_those_of_the_definition() {
    let mut session = Session::default();
    for step in (0..1000).step_by(7) {
        let state = watched(&mut session, Method::ARRAYS, 7, step);
        let queens: Vec<Option<i64>> =
            state["queens"].as_array().unwrap().iter().map(Value::as_i64).collect();
        for col in 0..7_i64 {
            for row in 0..7_i64 {
                let hit = (0..).zip(&queens).any(|(c, queen)| {
                    queen
                        .is_some_and(|r| c == col || r == row || (c - col).abs() == (r - row).abs())
                });
                let attacked = state["attacked"][col as usize].as_u64().unwrap();
                assert_eq!(attacked >> row & 1 == 1, hit, "step {step}, {col} {row}");
            }
        }
    }
}

#[test]
fn jobs_run_in_any_session_sum_up_to_the_published_counts() {
    let largest = if std::env::var_os("QUEENS_LONG").is_some() { 15 } else { 12 };
    for size in 0..=largest {
        for info in Method::all().map(Method::info).filter(|info| size <= info.max_n) {
            if size > 9 && !["stacked", "cross", "join"].contains(&info.name) {
                continue;
            }
            let of = json!({ "n": size, "method": info.name });
            let (mut sum, mut one, mut two) =
                (Session::default(), Session::default(), Session::default());
            let plan = ask(&mut sum, json!({ "plan": of })).unwrap();
            let jobs = plan["jobs"].as_u64().unwrap();
            // A board without solutions may have no jobs, and is then done at once.
            let mut last = ask(&mut sum, json!({ "take": { "results": [] } })).unwrap();
            assert_eq!(last["done"], jobs == 0);
            for job in 0..jobs {
                let session = if job % 3 == 0 { &mut one } else { &mut two };
                let run = ask(session, json!({ "run": { "of": of, "jobs": [job] } })).unwrap();
                last = ask(&mut sum, json!({ "take": { "results": posted(&run) } })).unwrap();
                assert_eq!(last["done"], job + 1 == jobs);
            }
            assert_eq!(last["solutions"], json!(published(size).unwrap()), "{} {size}", info.name);
            let total: CountResult =
                read(ask(&mut sum, json!({ "total": { "seconds": 0.5 } })).unwrap());
            assert_eq!((total.n, &*total.method, total.seconds), (size, info.name, 0.5));
            assert_eq!(total.solutions, published(size).unwrap());
        }
    }
}

#[test]
fn a_result_is_added_once_and_only_if_its_residues_match() {
    let mut session = Session::default();
    let of = json!({ "n": 8, "method": "stacked" });
    ask(&mut session, json!({ "plan": of })).unwrap();
    let run = ask(&mut session, json!({ "run": { "of": of, "jobs": [1] } })).unwrap();
    let take = json!({ "take": { "results": posted(&run) } });
    ask(&mut session, take.clone()).unwrap();
    assert!(ask(&mut session, take.clone()).unwrap_err().contains("job 1"));
    let mut wrong = take.clone();
    wrong["take"]["results"][0]["job"] = json!(2);
    wrong["take"]["results"][0]["solutions"] = json!("17");
    assert!(ask(&mut session, wrong).unwrap_err().contains("job 2"));
    for job in [99, (1_u64 << 32) + 2] {
        let mut beyond = take.clone();
        beyond["take"]["results"][0]["job"] = json!(job);
        assert!(ask(&mut session, beyond).unwrap_err().contains(&format!("job {job}")));
    }
    // A job whose result was refused can be added later.
    let run = ask(&mut session, json!({ "run": { "of": of, "jobs": [2] } })).unwrap();
    assert!(ask(&mut session, json!({ "take": { "results": posted(&run) } })).is_ok());
    assert!(refused(json!({ "take": { "results": [] } })).contains("no count is running"));
    let unfinished = ask(&mut session, json!({ "total": { "seconds": 1.0 } })).unwrap_err();
    assert_eq!(unfinished, "only 2 of 4 jobs have results");
}

#[test]
fn a_race_counts_what_a_request_counts() {
    for info in Method::all().map(Method::info) {
        let question = json!({ "measure": { "n": 8, "method": info.name, "statistics": false } });
        assert_eq!(asked(question)["solutions"], 92);
        if info.statistics.is_empty() {
            continue;
        }
        let steps = json!({ "measure": { "n": 8, "method": info.name, "statistics": true } });
        let total =
            Request::count(8).unwrap().method(Method::new(info)).statistics().run().unwrap();
        let placements = total.statistics.unwrap().placements;
        assert_eq!(asked(steps)["placements"], placements, "{}", info.name);
    }
}

#[test]
fn the_list_is_complete_and_sorted() {
    let mut session = Session::default();
    assert!(ask(&mut session, json!({ "rows": { "from": 0, "count": 1 } })).is_err());
    for (size, all, fundamental) in
        [(1, 1, 1), (2, 0, 0), (3, 0, 0), (4, 2, 1), (8, 92, 12), (9, 352, 46)]
    {
        let list = |fundamental| json!({ "list": { "n": size, "fundamental": fundamental } });
        assert_eq!(ask(&mut session, list(true)).unwrap()["count"], fundamental);
        assert_eq!(ask(&mut session, list(false)).unwrap()["count"], all);
        let rows = ask(&mut session, json!({ "rows": { "from": 0, "count": 1000 } })).unwrap();
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), all);
        let solutions = queens::solutions(size).unwrap();
        for (place, (rows, solution)) in rows.iter().zip(solutions).enumerate() {
            assert_eq!(*rows, json!(SolutionRows::from(&solution)));
            assert_eq!(
                ask(&mut session, json!({ "place": { "solution": rows } })).unwrap()["place"],
                place
            );
        }
    }
    for none in [vec![1, 2, 3], vec![0; 9], vec![300; 9], Vec::new()] {
        let none = json!({ "place": { "solution": none } });
        assert_eq!(ask(&mut session, none).unwrap()["place"], Value::Null);
    }
    assert_eq!(
        ask(&mut session, json!({ "rows": { "from": 350, "count": 9 } }))
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert!(refused(json!({ "list": { "n": 15, "fundamental": false } })).contains("15"));
}

#[test]
fn a_solution_is_parsed_in_every_format() {
    let eight = [
        "1 5 8 6 3 7 2 4",
        "1,5,8,6,3,7,2,4",
        "[1, 5, 8, 6, 3, 7, 2, 4]",
        "A1 B5 C8 D6 E3 F7 G2 H4",
        r#"["..Q.....", ".....Q..", "...Q....", ".Q......", ".......Q", "....Q...", "......Q.", "Q......."]"#,
        "..Q.....\n.....Q..\n...Q....\n.Q......\n.......Q\n....Q...\n......Q.\nQ.......",
        "size:8 given:A1,B5,C8,D6,E3,F7,G2,H4",
    ];
    for text in eight {
        let shown = asked(json!({ "check": { "text": text } }));
        assert_eq!(
            (&shown["text"], &shown["symmetry_class"]),
            (&json!(eight[0]), &json!("none")),
            "{text}"
        );
        assert_eq!(shown["images"].as_array().unwrap().len(), 8);
    }
    for (text, reason) in [
        ("1 2 3 4", "A1 and B2 attack each other"),
        ("size:8 given:A1", "1 queen on a board of size 8"),
        ("", "the text is empty"),
        ("hello", "hello"),
        ("[]", "size 0"),
        // Valid by the rules of regions, but A1 and F6 attack each other.
        (
            "size:6 given:A1,B3,C5,D2,E4,F6 regions:ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF",
            "A1 and F6 attack each other",
        ),
        ("1 9 3", "9"),
    ] {
        let error = refused(json!({ "check": { "text": text } }));
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_position_is_evaluated_solved_and_explained() {
    let look = asked(json!({ "look": { "position": "size:4 given:A2,B4,C1,D3" } }));
    assert_eq!((&look["done"], &look["conflicts"]), (&json!(true), &json!([])));
    let look = asked(json!({ "look": { "position": "size:4 given:A1,B2" } }));
    assert_eq!((&look["done"], &look["conflicts"]), (&json!(false), &json!(["A1", "B2"])));

    let done = asked(json!({ "solve": { "position": "size:8 given:A1", "seed": 3 } }));
    let SolutionRows(rows) = read(done["solution"].clone());
    assert_eq!(rows[0], 1);
    assert!(Solution::new(rows.iter().map(|row| row - 1).collect::<Vec<_>>()).is_ok());
    let none = asked(json!({ "solve": { "position": "size:6 given:A1", "seed": 3 } }));
    assert_eq!(none["reason"], "no solution has a queen on A1");

    let ways =
        |limit| asked(json!({ "solutions": { "position": "size:8 given:A1", "limit": limit } }));
    let counted = |solutions, limited| json!({ "n": 8, "rules": "queens", "solutions": solutions, "limited": limited });
    assert_eq!((ways(100), ways(4)), (counted(4, false), counted(4, false)));
    assert_eq!(ways(3), counted(3, true));

    let hint = asked(json!({ "hint": { "position": "size:4 closed:C4", "crossed": [] } }));
    assert_eq!((&hint["kind"], &hint["step"]["closed"]), (&json!("step"), &json!(["B2", "D2"])));
    let next =
        asked(json!({ "hint": { "position": "size:4 closed:C4", "crossed": ["B2", "D2"] } }));
    assert_ne!(next["step"]["closed"], hint["step"]["closed"]);
    let wrong = asked(json!({ "hint": { "position": "size:4 given:A1", "crossed": [] } }));
    assert_eq!(wrong["kind"], "wrong");
    let crossed = asked(json!({ "hint": { "position": "size:4", "crossed": ["A2", "A3"] } }));
    assert_eq!(crossed["kind"], "crossed");
    let conflict = asked(json!({ "hint": { "position": "size:4 given:A1,B2", "crossed": [] } }));
    assert_eq!(conflict["reason"], "the queens on A1 and B2 attack each other");
    for size in ["0", "33"] {
        let look = json!({ "look": { "position": format!("size:{size}") } });
        assert!(refused(look).contains("1 to 32"));
    }
    for (position, why) in [
        ("size:2", "a board of this size has no solution"),
        ("size:8 given:A1,B3,C5,D2", "column F has no open square"),
    ] {
        let none = asked(json!({ "solve": { "position": position, "seed": 1 } }));
        assert!(none["reason"].as_str().unwrap().contains(why), "{position}: {none}");
    }
}

#[test]
fn following_hints_solves_every_puzzle() {
    for (rules, seed, difficulty) in [
        (Rules::Regions, 1, "easy"),
        (Rules::Regions, 2, "medium"),
        (Rules::Regions, 3, "hard"),
        (Rules::Queens, 4, "easy"),
    ] {
        let mut session = Session::default();
        let make = json!({ "puzzle": { "rules": rules.name(), "n": 7, "seed": seed, "difficulty": difficulty } });
        let puzzle = ask(&mut session, make).unwrap();
        assert_eq!(puzzle["difficulty"], difficulty);
        let position: queens::Position = puzzle.to_string().parse().unwrap();
        let (mut queens, mut crossed) = (position.clone(), Vec::<String>::new());
        for _ in 0..200 {
            let hint = json!({ "hint": { "position": queens.to_short(), "crossed": crossed } });
            let hint = ask(&mut session, hint).unwrap();
            if hint["kind"] == "done" {
                break;
            }
            assert_eq!(hint["kind"], "step", "{hint}");
            if let Some(queen) = hint["step"]["queen"].as_str() {
                queens = queens.with_given([queen.parse().unwrap()]).unwrap();
            }
            let closed =
                hint["step"]["closed"].as_array().unwrap().iter().filter_map(Value::as_str);
            crossed.extend(closed.map(str::to_string));
        }
        let look = ask(&mut session, json!({ "look": { "position": queens.to_short() } })).unwrap();
        assert_eq!(look["done"], true);
    }
}

#[test]
fn errors_are_one_line() {
    for (question, reason) in [
        (json!({ "watch": { "method": "bitmsk", "n": 8, "step": 0 } }), "did you mean 'bitmask'"),
        (json!({ "watch": { "method": "bitmask", "n": 17, "step": 0 } }), "1 to 16"),
        (json!({ "watch": { "method": "join", "n": 8, "step": 0 } }), "join"),
        (json!({ "watch": { "method": "tiles", "n": 14, "step": 0 } }), "tiles"),
        (json!({ "plan": { "n": 19, "method": null } }), "the maximum is 18"),
        (json!({ "puzzle": { "rules": "regions", "n": 21, "seed": 1, "difficulty": null } }), "21"),
        (json!({ "watch": { "method": "bitmask" } }), "missing field"),
        (json!({ "dance": {} }), "unknown variant"),
    ] {
        let error = refused(question);
        assert!(error.contains(reason) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn tables_and_pictures_are_those_of_the_library() {
    let solution: Solution = "2 4 1 3".parse().unwrap();
    let shown = asked(json!({ "solution": { "solution": [2, 4, 1, 3] } }));
    assert_eq!(shown["svg"], queens::draw::Picture::from(&solution).svg());
    let methods = asked(json!({ "methods": {} }));
    assert_eq!(methods.as_array().unwrap().len(), Method::all().count());
    let expected = json!({ "n": 27, "solutions": 234907967154122528_u64 });
    assert_eq!(asked(json!({ "published": {} }))[27], expected);
    for (rows, class) in
        [([2, 4, 1, 3].as_slice(), "90"), (&[1], "90"), (&[2, 4, 6, 1, 3, 5], "180")]
    {
        let shown = asked(json!({ "solution": { "solution": rows } }));
        assert_eq!(shown["symmetry_class"], class);
    }
    assert!(refused(json!({ "solution": { "solution": [0, 1] } })).contains("from 1"));
}
