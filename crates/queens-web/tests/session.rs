//! The session answers the questions of the page.

use proptest::prelude::*;
use queens::{Method, Request, Rules, Solution, published};
use queens_results::{CountResult, SolutionRows};
use queens_web::{PictureReader, Session};
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
        let steps = number.min(6000);
        let range = json!({ "n": small, "method": method, "from": number, "steps": steps, "speed": size });
        let questions = [
            json!({ "watch": { "method": method, "n": small, "step": number.min(5000) } }),
            json!({ "length": { "method": method, "n": size, "limit": number.min(1000) } }),
            json!({ "next-solution": { "method": method, "n": size, "step": number.min(100), "within": 1000 } }),
            json!({ "tree": { "method": method, "n": small } }),
            json!({ "animation": range }),
            json!({ "gif-sheet": range }),
            json!({ "gif-start": range }),
            json!({ "gif-frames": { "frames": number as u32 } }),
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
            let found = ask(&mut session, next).unwrap();
            assert_eq!(found["ended"], false);
            // One step less than needed: nothing is found, but the search has not ended.
            if let Some(short) = (found["step"].as_u64().unwrap() - step).checked_sub(1) {
                let near =
                    json!({ "method": method.name(), "n": 6, "step": step, "within": short });
                let near = ask(&mut session, json!({ "next-solution": near })).unwrap();
                assert_eq!(near, json!({ "step": null, "ended": false }), "{method}");
            }
            step = found["step"].as_u64().unwrap();
            let state = watched(&mut session, method, 6, step);
            assert_eq!(
                (&state["solutions"], &state["last"]["step"]),
                (&json!(solutions), &json!("solution"))
            );
        }
        let next = json!({ "next-solution": { "method": method.name(), "n": 6, "step": step, "within": 100_000 } });
        assert_eq!(
            ask(&mut session, next).unwrap(),
            json!({ "step": null, "ended": true }),
            "{method}"
        );
    }
}

#[test]
fn the_tree_leads_to_the_boards_of_its_nodes() {
    let mut session = Session::default();
    for method in [Method::BITMASK, Method::BREADTH, Method::DANCING_LINKS] {
        let tree = asked(json!({ "tree": { "method": method.name(), "n": 5 } }));
        let list = |name: &str| tree[name].as_array().unwrap().clone();
        let nodes = list("parents").len();
        assert!(["squares", "fates", "steps", "ends"].iter().all(|name| list(name).len() == nodes));
        assert_eq!(list("visits").len(), list("visited").len());
        for node in 0..nodes {
            let state = watched(&mut session, method, 5, tree["steps"][node].as_u64().unwrap());
            let path = std::iter::successors(Some(node), |&node| {
                tree["parents"][node].as_u64().map(|parent| parent as usize)
            });
            let mut squares: Vec<_> = path
                .filter_map(|node| tree["squares"][node].as_str().map(str::to_string))
                .collect();
            squares.sort();
            let rows = state["queens"].as_array().unwrap().iter().zip('A'..);
            let queens: Vec<String> =
                rows.filter_map(|(row, col)| Some(format!("{col}{}", row.as_u64()? + 1))).collect();
            assert_eq!(squares, queens, "{method}, node {node}");
        }
    }
    assert_eq!(asked(json!({ "tree": { "method": "bitmask", "n": 10 } })), Value::Null);
}

#[test]
fn a_gif_file_is_written_in_parts() {
    let range = json!({ "method": "arrays", "n": 4, "from": 2, "steps": 30, "speed": 5.0 });
    let mut session = Session::default();
    let sheet = ask(&mut session, json!({ "gif-sheet": range })).unwrap();
    let width = sheet["width"].as_u64().unwrap();
    assert!(sheet["svg"].as_str().unwrap().starts_with("<svg "));
    // The pixels are 10 squares wide and two and a half high.
    let pixels = vec![200; (width * (width / 10 * 5 / 2) * 4) as usize];
    let start = json!({ "gif-start": range }).to_string();
    assert_eq!(session.answer_with(&start, &pixels), r#"{"ok":{"frames":31}}"#);
    let mut left = Vec::new();
    loop {
        let part = ask(&mut session, json!({ "gif-frames": { "frames": 20 } })).unwrap();
        assert!(!part["bytes"].as_str().unwrap().is_empty());
        left.push(part["left"].as_u64().unwrap());
        if left.last() == Some(&0) {
            break;
        }
    }
    assert_eq!(left, [11, 0]);
    assert!(session.answer_with(&start, &pixels[1..]).contains("error"));
    let long = json!({ "method": "arrays", "n": 4, "from": 0, "steps": 5001, "speed": 5.0 });
    assert_eq!(
        refused(json!({ "animation": long })),
        "5001 steps are too many for a file; the limit is 5000"
    );
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
        ("hello", "line 1, column 6: 1 row of length 5"),
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
    for (rules, size, stars, seed, difficulty) in [
        (Rules::Regions, 7, 1, 1, Some("easy")),
        (Rules::Regions, 7, 1, 2, Some("medium")),
        (Rules::Regions, 7, 1, 3, Some("hard")),
        (Rules::Regions, 8, 2, 1, None),
        (Rules::Regions, 9, 2, 2, None),
        (Rules::Queens, 7, 1, 4, Some("easy")),
    ] {
        let mut session = Session::default();
        let make = json!({ "puzzle": {
            "rules": rules.name(), "n": size, "seed": seed, "difficulty": difficulty, "stars": stars,
        } });
        let puzzle = ask(&mut session, make).unwrap();
        assert!(difficulty.is_none_or(|difficulty| puzzle["difficulty"] == difficulty));
        let position: queens_puzzles::Position = puzzle.to_string().parse().unwrap();
        let (mut queens, mut crossed) = (position.clone(), Vec::<String>::new());
        assert_eq!(position.stars(), stars);
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

/// A Star Battle with two stars and exactly one solution.
const TWO_STARS: &str = "size:8 stars:2 regions:AABBBBGG/AABBBEEG/AABBBEGG/CFFBBEGG/CFFFBHHG/CFFHHHHH/CCFFHHDH/CCCFDDDD";

#[test]
fn positions_with_two_stars_are_read_evaluated_and_solved() {
    let parts = asked(json!({ "read": { "text": TWO_STARS } }));
    assert_eq!((&parts["stars"], &parts["short"]), (&json!(2), &json!(TWO_STARS)));
    assert_eq!(asked(json!({ "read": { "text": "size:8" } }))["stars"], 1);

    let look = |given: &str| {
        asked(json!({ "look": { "position": format!("{TWO_STARS} given:{given}") } }))
    };
    // Two queens in one column are right, also if one attacks the other by the rules of one star.
    let state = look("A2,A4");
    assert_eq!((&state["conflicts"], &state["done"]), (&json!([]), &json!(false)));
    assert_eq!(state["attacked"][0], 0b1111_0101, "column A is full, its queens are not ruled out");
    assert_eq!(state["attacked"][1], 0b0001_1111, "next to the queens");
    assert_eq!(look("A2,A4,A6")["conflicts"], json!(["A2", "A4", "A6"]));
    assert_eq!(look("A2,B3")["conflicts"], json!(["A2", "B3"]));
    assert_eq!(look("A8,B6,D8")["conflicts"], json!([]));
    assert_eq!(look("A6,A8,B6")["conflicts"], json!(["A6", "A8", "B6"]), "region A, and adjacent");

    let solved = asked(json!({ "solve": { "position": TWO_STARS, "seed": 1 } }));
    let SolutionRows(rows) = read(solved["solution"].clone());
    let position: queens_puzzles::Position = TWO_STARS.parse().unwrap();
    let rows: Vec<u32> = rows.iter().map(|row| row - 1).collect();
    let filled = position.filled(&position.check(&rows).unwrap()).to_short();
    assert_eq!(asked(json!({ "look": { "position": filled } }))["done"], true);
    assert_eq!(asked(json!({ "hint": { "position": filled, "crossed": [] } }))["kind"], "done");
    let count = asked(json!({ "solutions": { "position": TWO_STARS, "limit": 10 } }));
    assert_eq!((&count["solutions"], &count["stars"]), (&json!(1), &json!(2)));
    let wrong = json!({ "hint": { "position": format!("{TWO_STARS} given:A1"), "crossed": [] } });
    assert_eq!(asked(wrong)["kind"], "wrong");
    assert!(refused(json!({ "read": { "text": "size:8 stars:2" } })).contains("regions"));
}

#[test]
fn solutions_are_counted_by_square_at_once_or_job_by_job() {
    let mut session = Session::default();
    for position in
        ["size:8", "size:7 given:A1", "size:8 given:A1,B2", "size:1", "size:7 rules:torus"]
    {
        let plan = asked(json!({ "by-square-plan": { "position": position } }));
        assert_eq!(plan["quick"], true, "{position}");
        let at_once = asked(json!({ "by-square-total": { "position": position, "results": [] } }));
        let jobs = 0..plan["jobs"].as_u64().unwrap();
        let results: Vec<Value> = jobs
            .map(|job| {
                ask(&mut session, json!({ "by-square-run": { "position": position, "job": job } }))
                    .unwrap()
            })
            .collect();
        let total = json!({ "by-square-total": { "position": position, "results": results } });
        assert_eq!(asked(total), at_once, "{position}");
        assert_eq!(
            asked(json!({ "remaining": { "position": position } }))["solutions"],
            at_once["solutions"]
        );
    }
    let eight = asked(json!({ "by-square-total": { "position": "size:8", "results": [] } }));
    assert_eq!(eight["by_square"][7], json!([4, 8, 16, 18, 18, 16, 8, 4]), "row 1");
    assert_eq!(eight["solutions"], 92);
    // An empty board that cannot be counted in reasonable time has a published number.
    assert_eq!(
        asked(json!({ "remaining": { "position": "size:20" } }))["solutions"],
        39_029_188_884_u64
    );

    let run = |job| json!({ "by-square-run": { "position": "size:4", "job": job } });
    let (one, other) = (asked(run(0)), asked(run(1)));
    let total = |results: &[&Value]| {
        refused(json!({ "by-square-total": { "position": "size:4", "results": results } }))
    };
    assert_eq!(total(&[&one, &other]), "6 of 8 jobs have no result");
    assert!(total(&[&one, &one]).contains("job 0"));
    assert!(total(&[&json!({ "job": 0, "counts": ["1"] })]).contains("job 0 has no valid result"));
    assert_eq!(refused(run(8)), "there is no job 8; the jobs are 0 to 7");
    // A board of 20 takes too long to be counted at once.
    assert!(
        refused(json!({ "by-square-total": { "position": "size:20", "results": [] } }))
            .contains("no result")
    );
}

#[test]
fn the_first_hint_on_an_empty_board_says_where_to_start() {
    let hint = asked(json!({ "hint": { "position": "size:8", "crossed": [] } }));
    assert_eq!((&hint["kind"], &hint["step"]["queen"]), (&json!("step"), &json!("D1")));
    let text = hint["step"]["text"].as_str().unwrap();
    assert!(
        text.contains("of the 92 solutions, 18 have a queen on D1, only 4 in the corner A1"),
        "{text}"
    );
    assert_eq!(hint["because"], json!(["D1", "A1", "D4"]));
    // Later hints are deductions.
    let next = asked(json!({ "hint": { "position": "size:8 given:D1", "crossed": [] } }));
    assert!(!next["step"]["text"].as_str().unwrap().contains("solutions"), "{next}");
}

#[test]
fn regions_have_different_colours_in_the_order_of_their_numbers() {
    let text = "size:4 regions:CCBB/CABB/CADD/AADD";
    let colours = asked(json!({ "read": { "text": text } }))["colours"].clone();
    let mut sorted: Vec<u64> = read(colours);
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 1, 2, 3]);
    assert_eq!(asked(json!({ "read": { "text": "size:4" } }))["colours"], Value::Null);
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
    assert_eq!(shown["svg"], queens_draw::Drawing::from(&solution).svg());
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

/// The pixels of a board of 4 x 4 squares of 20 pixels, in the colours of four regions, as RGBA.
fn board_pixels() -> Vec<u8> {
    let colours = [[200, 40, 40], [40, 160, 60], [60, 80, 200], [230, 200, 60]];
    let pixel = |at: usize| {
        let (x, y) = (at % 80, at / 80);
        let line = x % 20 == 0 || y % 20 == 0;
        let [red, green, blue] = if line { [0; 3] } else { colours[x / 40 + y / 40 * 2] };
        [red, green, blue, 255]
    };
    (0..80 * 80).flat_map(pixel).collect()
}

/// The pixels are attached to the question, and the answer is the result of `queens puzzle read`.
#[test]
fn a_puzzle_is_read_from_pixels() {
    let pixels = board_pixels();
    let question = |width: u32, height: u32| {
        json!({ "read-picture": { "width": width, "height": height } }).to_string()
    };
    let mut reader = PictureReader::default();
    let read = queens_puzzles::picture::read(
        &queens_puzzles::picture::Pixels::rgba(80, 80, &pixels).unwrap(),
    );
    let expected = queens_results::PictureResult::from(&read.unwrap());
    assert_eq!(expected.regions, ["AABB", "AABB", "CCDD", "CCDD"]);
    let answer = reader.answer_with(&question(80, 80), &pixels);
    assert_eq!(answer, format!(r#"{{"ok":{}}}"#, serde_json::to_string(&expected).unwrap()));
    // Without pixels, with too few, and with too many.
    for (width, height, pixels) in [(80, 80, &[][..]), (81, 80, &pixels), (79, 80, &pixels)] {
        let answer = reader.answer_with(&question(width, height), pixels);
        assert!(answer.contains("pixels has"), "{answer}");
    }
    for (width, height) in [(0, 0), (0, 5), (u32::MAX, u32::MAX)] {
        let answer = reader.answer_with(&question(width, height), &[]);
        assert!(answer.contains("expected 1 to 67108864 pixels"), "{answer}");
    }
}

#[test]
fn a_local_search_can_be_shown_at_any_step() {
    let at = |session: &mut Session, n: usize, seed: u64, start: &str, step: usize| {
        let question =
            json!({ "local-search": { "n": n, "seed": seed, "start": start, "step": step } });
        ask(session, question).unwrap()
    };
    let mut session = Session::default();
    for (n, start) in [(4, "shuffled"), (50, "few-attacks"), (1000, "shuffled")] {
        let mut one_by_one = Vec::new();
        loop {
            let state = at(&mut session, n, 3, start, one_by_one.len());
            let history: Vec<u64> = read(state["history"].clone());
            assert_eq!(history.len(), one_by_one.len() + 1);
            assert_eq!(state["solved"], json!(history.last() == Some(&0)));
            assert_eq!(state["attacked"].as_array().unwrap().is_empty(), state["solved"] == true);
            one_by_one.push(state.clone());
            if state["solved"] == true {
                let rows: Vec<u32> = read(state["queens"].clone());
                assert!(Solution::new(rows).is_ok());
                break;
            }
        }
        // Back, forward, and beyond the end.
        let last = one_by_one.len() - 1;
        for step in [last / 2, 0, last / 3, last] {
            assert_eq!(at(&mut session, n, 3, start, step), one_by_one[step], "step {step}");
        }
        assert_eq!(at(&mut session, n, 3, start, last + 10), one_by_one[last]);
        assert_ne!(at(&mut session, n, 4, start, 0), one_by_one[0]);
    }
}

#[test]
fn a_local_search_has_limits() {
    let question = |n: usize, step: usize| json!({ "local-search": { "n": n, "seed": 1, "start": "shuffled", "step": step } });
    for n in [0, 1, 2, 3, 1001] {
        let error = refused(question(n, 0));
        assert_eq!(error, format!("N = {n} cannot be searched here; the range is 4 to 1000"));
    }
    assert!(refused(question(8, 100_001)).contains("the maximum is 100000"));
    assert!(
        refused(json!({ "local-search": { "n": 8, "seed": 1, "start": "x", "step": 0 } }))
            .contains("few-attacks")
    );
}
