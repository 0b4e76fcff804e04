//! `solve`, `find`, `puzzle` and `check`.

use super::*;

/// The one line of a command that finds no solution.
fn failed(line: &str) -> String {
    let output = queens(line);
    assert_eq!(output.status.code(), Some(1), "queens {line}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("queens: ") && errors.lines().count() == 1, "{errors}");
    errors
}

const FOUR: &str = "..Q.\nQ...\n...Q\n.Q..\n";

/// The regions of a Star Battle with one solution.
const STARS: &str = "AABBBBGG/AABBBEEG/AABBBEGG/CFFBBEGG/CFFFBHHG/CFFHHHHH/CCFFHHDH/CCCFDDDD";

#[test]
fn a_position_may_have_several_queens_per_row() {
    let rows = "2 4 6 8 2 4 6 8 1 3 5 7 1 3 5 7\n";
    let position = format!("size:8 regions:{STARS}");
    for line in [format!("{position} stars:2"), format!("{position} --stars 2")] {
        assert_eq!(printed(&format!("solve {line} --format rows")), rows);
        assert_eq!(printed(&format!("solve {line} --method sat --format rows")), rows);
        assert_eq!(printed(&format!("solve {line} --all --format rows")), rows);
        assert_eq!(printed(&format!("solve {line} --unique --format rows")), rows);
        assert_eq!(printed(&format!("solve {line} --count")), "1\n");
        assert_eq!(printed(&format!("solve {line} --count --method domains")), "1\n");
    }
    assert_eq!(printed(&format!("solve {position} --count")), "271\n");
    assert!(refused("solve size:8 --stars 2").contains("2 stars need the rules 'regions'"));
    let refusal = refused(&format!("solve {position} --stars 5"));
    assert!(refusal.contains("a board of size 8 has 1 to 4 stars, not 5"), "{refusal}");
    let torus = printed(&format!("solve {position} stars:2 --rules queens --stars 1 --count"));
    assert_eq!(torus, "92\n");
}

#[test]
fn a_wrong_number_of_stars_is_recognised() {
    let position = format!("size:8 regions:{STARS}");
    let hint = "no solution with 3 queens per row, column and region; with stars:2 there is one";
    assert!(failed(&format!("solve {position} --stars 3")).contains(hint));
    assert!(failed(&format!("solve {position} --stars 3 --count")).contains(hint));
    // Both queens of column A of the solution with two stars.
    let hint = "no solution with one queen per row, column and region; with stars:2 there is one";
    assert!(failed(&format!("solve {position} given:A2,A4")).contains(hint));
}

#[test]
fn queens_are_checked_against_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stars.txt");
    fs::write(&path, STARS.replace('/', "\n")).unwrap();
    let line = format!("check --stars 2 --position {}", path.display());
    let solve = format!("solve --stars 2 {}", path.display());
    let right = "16 queens solve the position by the rules 'regions' with 2 stars\n";
    for format in ["rows", "squares", "grid"] {
        let solution = printed(&format!("{solve} --format {format}"));
        assert_eq!(with_input(&line, &solution).1, right, "{solution}");
    }
    let (code, out, error) = with_input(&line, "1 4 6 8 2 4 6 8 1 3 5 7 1 3 5 7");
    assert_eq!((code, out.as_str()), (1, ""));
    let rules =
        "queens: standard input: row 1 has 3 queens, expected 2; row 2 has 1 queen, expected 2\n";
    assert_eq!(error, rules);
    let (code, _, error) = with_input(&line, "1 4 6 8");
    assert!(
        code == 1 && error.contains("4 queens on a board of size 8: expected 16 queens"),
        "{error}"
    );
    for (input, reason) in [
        ("A1 A9", "square A9 is not on a board of size 8"),
        ("A1 9Z", "'9Z' is not a square"),
        ("Q", "a board of size 1, expected 8, the size of the position"),
        ("A1 9Z", "line 1, column 4: '9Z' is not a square"),
    ] {
        let (code, out, error) = with_input(&line, input);
        assert!(code == 2 && out.is_empty() && error.contains(reason), "{input}: {error}");
    }
    assert!(refused("check --position -").contains("standard input cannot be both"));
}

#[test]
fn a_star_battle_is_checked_and_drawn() {
    let regions = STARS.replace('/', "\n");
    let queens = printed(&format!("solve size:8 regions:{STARS} stars:2"));
    let solved = format!("{queens}\n{regions}\n");
    let right = "16 queens, none attacks another by the rules 'regions' with 2 stars\n";
    assert_eq!(with_input("check --stars 2", &solved).1, right);
    assert_eq!(with_input("check", &format!("stars: 2\n{solved}")).1, right);
    let (code, _, error) = with_input("check", &solved);
    let named =
        "16 queens on a board of size 8: expected 8 queens; column A has 2 queens, expected 1; ";
    assert!(code == 1 && error.contains(named) && error.ends_with("; and more\n"), "{error}");
    let (code, _, error) = with_input("check --stars 2", &solved.replacen('Q', ".", 1));
    assert!(code == 1 && error.contains("15 queens on a board of size 8: expected 16"), "{error}");
    let third = solved.replacen("Q.Q.....", "Q.Q.Q...", 1).replacen(".....Q.Q", ".......Q", 1);
    let (code, _, error) = with_input("check --stars 2", &third);
    assert!(code == 1 && error.contains("column E has 3 queens, expected 2"), "{error}");
    let (code, _, error) = with_input("check --stars 2", "1 3 5 2 4");
    assert!(code == 2 && error.contains("need a position with regions"), "{error}");
    let (_, drawn, _) = with_input("draw --stars 2", &solved);
    assert_eq!(drawn.matches('♛').count(), 16, "{drawn}");
    assert!(refused("draw --first 8 --stars 2").contains("--stars"));
}

#[test]
fn a_position_is_solved_in_every_form() {
    let forms = [
        "....\nQ...\n....\n....\n",
        "size:4 given:a3",
        r#"{"size": 4, "given": ["A3"]}"#,
        r#"["....", "Q...", "....", "...."]"#,
        "letting n = 4\nletting init = [[2, 0],]\n",
        "const board = [[\".\",\".\",\".\",\".\"],['Q','.','.','.'],['.','.','.','.',],['.','.','.','.']];",
        "https://example.org/#/play?n=4&q=A3",
        "#/play?p=size:4+given:A3\n",
    ];
    for form in forms {
        assert_eq!(with_input("solve", form), (0, FOUR.to_string(), String::new()), "{form}");
        assert_eq!(with_input("solve -", form).1, FOUR);
    }
    for form in forms {
        let marked = format!("\u{feff}{form}");
        assert_eq!(with_input("solve", &marked), (0, FOUR.to_string(), String::new()), "{form}");
    }
    assert_eq!(printed("solve size:4 given:a3"), FOUR);
    assert_eq!(printed("solve https://example.org/#/play?p=size:4+given:a3"), FOUR);
    assert_eq!(printed("solve #/play?n=4&q=A3"), FOUR);
    assert!(printed("draw #/play?n=4&q=A3").starts_with("4 · · · ·\n3 ♛"));
    let link = printed("puzzle new --size 6 --seed 2 --format link");
    assert!(link.starts_with("#/play?p=size:6+regions:"), "{link}");
    let text = printed("puzzle new --size 6 --seed 2");
    assert_eq!(with_input("solve", &link), with_input("solve", &text));
    let seed = "puzzle=regions&size=6&seed=2&difficulty=hard";
    let text = printed("puzzle new --size 6 --seed 2 --difficulty hard");
    assert_eq!(printed(&format!("solve #/play?{seed}")), with_input("solve", &text).1);
    let text = printed("puzzle new --day 2026-11-16");
    assert_eq!(printed("solve #/play?day=2026-11-16"), with_input("solve", &text).1);
    assert_eq!(text, printed("puzzle new --size 6 --seed 20261116 --difficulty easy"));
    assert!(refused("puzzle new --day 2026-11-31").contains("'2026-11-31' is not a date"));
    assert!(refused("puzzle new --day 2026-11-16 --size 8").contains("cannot be used with"));
    assert!(refused("solve #/play?puzzle=regions&size=3").contains("4 to 20"));
    assert!(refused("solve #/play?puzzle=regions&difficulty=x").contains("unknown difficulty 'x'"));
    assert_eq!(printed("solve size:4 given:a3 --format rows"), "3 1 4 2\n");
    assert_eq!(printed("solve size:4 given:a3 --format squares"), "A3 B1 C4 D2\n");
    assert_eq!(printed("solve size:4 given:a3 --format json"), "[3,1,4,2]\n");
    let leetcode = printed("solve size:4 given:a3 --format leetcode");
    assert_eq!(leetcode, "[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]\n");
    assert!(printed("solve size:4 given:a3 --format board").starts_with("4 · · ♛ ·\n"));
    let closed = FOUR.replace("...Q", "#..Q");
    for method in ["auto", "domains", "sat"] {
        assert_eq!(printed(&format!("solve size:4 closed:a2 --method {method}")), closed);
    }
}

#[test]
fn all_solutions_and_their_number() {
    let four = "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n";
    assert_eq!(printed("solve size:8 given:a1 --all --format rows"), four);
    let two: String = four.split_inclusive('\n').take(2).collect();
    assert_eq!(printed("solve size:8 given:a1 --limit 2 --format rows"), two);
    assert_eq!(printed("solve size:8 given:a1 --all --limit 0"), "");
    for method in ["", " --method domains", " --method bitmask", " --method cross"] {
        assert_eq!(printed(&format!("solve size:8 given:a1 --count{method}")), "4\n", "{method}");
    }
    assert_eq!(printed("solve size:8 --count --limit 10"), "more than 10\n");
    assert_eq!(printed("solve size:8 --count --limit 92"), "92\n");
    assert_eq!(queens("solve size:8 given:a1,b2 --count --method cross").stdout, b"0\n");
    assert_eq!(printed("solve size:17 --rules torus --count"), "140692\n");
    assert_eq!(queens("solve size:30 --rules torus --count").stdout, b"0\n");
    let json = printed("solve size:11 --rules torus --count --format json");
    assert_eq!(json, "{\"n\":11,\"rules\":\"torus\",\"solutions\":88,\"limited\":false}\n");
    assert_eq!(printed("solve size:10 --rules superqueens --all --format rows").lines().count(), 4);
    assert_eq!(printed("solve size:0"), "");
    assert_eq!(printed("solve size:0 --count"), "1\n");
}

#[test]
fn no_solution_has_a_reason() {
    let none = [
        ("solve size:3", "queens: no solution: the empty board of this size has no solution\n"),
        (
            "solve size:6 given:a1",
            "queens: no solution: the given queen on A1 rules out every solution\n",
        ),
        (
            "solve size:8 given:a1,b2",
            "queens: no solution: the given queens on A1 and B2 attack each other\n",
        ),
        ("solve size:4 closed:a1,a2,a3,a4", "queens: no solution: column A has no open square\n"),
        (
            "solve size:6 given:a1,b3,c5",
            "queens: no solution: row 6 has no open square, because of the given queens on A1, B3 and C5\n",
        ),
        (
            "solve size:4 closed:a2,a3",
            "queens: no solution: row 3 has no open square after 4 forced steps; --explain lists them\n",
        ),
        (
            "solve size:9 --rules torus",
            "queens: no solution: the empty board of this size has no solution\n",
        ),
    ];
    for (line, reason) in none {
        assert_eq!(failed(line), reason, "{line}");
        assert_eq!(failed(&format!("{line} --method domains")), reason, "{line}");
        assert_eq!(failed(&format!("{line} --method sat")), reason, "{line}");
        assert_eq!(failed(&format!("{line} --unique")), reason, "{line}");
        assert_eq!(queens(&format!("{line} --count")).stdout, b"0\n", "{line}");
    }
    assert!(failed("solve size:8 given:a1 --unique").starts_with("queens: not unique: "));
    assert_eq!(printed("solve size:4 given:a3 --unique --format rows"), "3 1 4 2\n");
}

#[test]
fn puzzles_are_explained_step_by_step() {
    let text = printed("puzzle new --size 7 --seed 4 --difficulty easy");
    assert_eq!(text, printed("puzzle new --size 7 --seed 4 --difficulty easy"));
    assert_ne!(text, printed("puzzle new --size 7 --seed 5 --difficulty easy"));
    let (code, steps, errors) = with_input("solve --explain", &text);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        steps.starts_with("  1. ") && steps.contains("\n\ndifficulty: easy (score "),
        "{steps}"
    );
    assert_eq!(steps.matches(". queen on ").count(), 7, "{steps}");
    assert!(!steps.contains("guess"), "{steps}");
    let (code, json, _) = with_input("solve --explain --format json", &text);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["difficulty"], &json["guesses"]), (0, &"easy".into(), &false.into()));
    let solution = with_input("solve --format json --unique", &text).1;
    let solution: serde_json::Value = serde_json::from_str(&solution).unwrap();
    assert_eq!(solution["solution"], json["solution"]);

    let made = printed("puzzle new --size 6 --seed 9 --rules queens --format json");
    assert_eq!(with_input("solve --unique", &made).0, 0);
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    let short = printed("puzzle new --size 6 --seed 9 --rules queens --format short");
    assert_eq!(with_input("solve --format json", &short).1, format!("{}\n", made["solution"]));
    let (_, text, _) = with_input("solve --explain", "size:8");
    assert!(text.starts_with("several solutions, for example "), "{text}");
    assert!(text.contains("guess: queen on") && text.ends_with("), with guessing\n"), "{text}");
    let (code, text, errors) = with_input("solve --explain", "size:4 given:a1");
    assert!(text.ends_with("no open square left: no solution\n"), "{text}");
    assert!(
        code == 1 && errors.contains("the given queen on A1 rules out every solution"),
        "{errors}"
    );
}

#[test]
fn a_hint_is_the_first_step_of_the_explanation() {
    let puzzle = printed("puzzle new --size 7 --seed 4 --difficulty easy");
    for position in [puzzle.as_str(), "size:8", "size:4 given:a2", "size:6 given:a2,b4"] {
        let (_, steps, _) = with_input("solve --explain", position);
        let first = steps.lines().find_map(|line| line.trim_start().strip_prefix("1. "));
        let hint = with_input("solve --hint", position);
        assert_eq!(hint, (0, format!("{}\n", first.unwrap()), String::new()), "{position}");
        let (_, all, _) = with_input("solve --explain --format json", position);
        let all: serde_json::Value = serde_json::from_str(&all).unwrap();
        let (_, hint, _) = with_input("solve --hint --format json", position);
        assert_eq!(hint, format!("{}\n", all["steps"][0]), "{position}");
    }
    let (code, hint, errors) = with_input("solve --hint", "size:4 given:a2,b4,c1,d3");
    assert_eq!((code, hint.as_str()), (0, ""));
    assert_eq!(errors, "queens: the position is solved\n");
    for format in ["grid", "json"] {
        let hint = with_input(&format!("solve --hint --format {format}"), "size:4 given:a1");
        assert!(hint.0 == 1 && hint.1.is_empty(), "{hint:?}");
        assert!(hint.2.starts_with("queens: no solution: "), "{hint:?}");
    }
}

#[test]
fn names_of_difficulties_and_today_may_have_capitals() {
    let line = "puzzle new --size 6 --seed 3 --difficulty";
    assert_eq!(printed(&format!("{line} Easy")), printed(&format!("{line} easy")));
    assert!(refused(&format!("{line} Easier")).contains("unknown difficulty 'Easier'"));
    assert!(refused("puzzle new --day tomorrow").contains("such as 2026-11-15, or today"));
    let seed = |day: &str, zone: &str| {
        let mut command = queens_command(&format!("puzzle new --day {day} --format json"));
        let output = command.env("TZ", zone).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["seed"].as_u64().unwrap()
    };
    let days = || {
        let now = time::OffsetDateTime::now_utc();
        [-12, 14].map(|hours| {
            let date = (now + time::Duration::hours(hours)).date();
            10_000 * date.year() as u64
                + 100 * u64::from(u8::from(date.month()))
                + u64::from(date.day())
        })
    };
    // The westernmost and the easternmost zone never have the same date. Only Unix reads the zone from the environment.
    let zones = if cfg!(unix) { ["WEST12", "EAST-14"] } else { [""; 2] };
    loop {
        let before = days();
        let found = [seed("today", zones[0]), seed("Today", zones[1])];
        if days() == before {
            let is_between = |seed: &u64| (before[0]..=before[1]).contains(seed);
            assert!(found.iter().all(is_between), "{found:?}, {before:?}");
            assert!(!cfg!(unix) || found == before, "{found:?}, {before:?}");
            break;
        }
    }
}

#[test]
fn several_puzzles_are_different_and_in_the_order_of_their_seeds() {
    let line = "puzzle new --size 6 --seed 9 --count 5 --format jsonl --threads";
    let made = printed(&format!("{line} 1"));
    assert_eq!(printed(&format!("{line} 3")), made);
    let puzzles = made.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let seeds: Vec<u64> = puzzles.map(|puzzle| puzzle["seed"].as_u64().unwrap()).collect();
    assert!(seeds.len() == 5 && seeds[0] >= 9 && seeds.is_sorted(), "{seeds:?}");
    let last = printed(&format!("puzzle new --size 6 --seed {} --format json", seeds[4]));
    assert_eq!(made.lines().last(), last.lines().next());
    let stars = printed("puzzle new --size 8 --stars 2 --seed 1 --difficulty medium");
    let (code, steps, _) = with_input("solve --explain", &stars);
    assert!(code == 0 && steps.contains("difficulty: medium"), "{steps}");
    assert!(refused("puzzle new --count 2 --output p.svg --seed 1").contains("one puzzle"));
}

#[test]
fn a_random_seed_is_printed() {
    let output = queens("puzzle new --size 6");
    let seed = String::from_utf8(output.stderr).unwrap();
    let seed = seed.trim().strip_prefix("queens: random seed; repeat with ").unwrap();
    assert_eq!(output.stdout, printed(&format!("puzzle new --size 6 {seed}")).into_bytes());
    let output = queens("find 40 --random");
    let seed = String::from_utf8(output.stderr).unwrap();
    let seed = seed.trim().strip_prefix("queens: random seed; repeat with ").unwrap();
    assert_eq!(output.stdout, printed(&format!("find 40 --random {seed}")).into_bytes());
}

#[test]
fn one_solution_of_any_size_is_found_and_checked() {
    assert_eq!(printed("find 8"), "2 4 6 8 3 1 7 5\n");
    assert_eq!(printed("find 1"), "1\n");
    assert_eq!(printed("find 0"), "\n");
    assert_eq!(printed("find 4 --format json"), "[2,4,1,3]\n");
    assert_eq!(printed("find 4 --format squares"), "A2 B4 C1 D3\n");
    assert_eq!(printed("find 4 --format grid"), ".Q..\n...Q\nQ...\n..Q.\n");
    assert_eq!(printed("find 8 --first"), "1 5 8 6 3 7 2 4\n");
    for line in ["find 2", "find 3", "find 3 --random --seed 1", "find 2 --first"] {
        assert!(failed(line).contains("has no solution"), "{line}");
    }
    for line in ["find 100000", "find 20000 --random --seed 3", "find 99999 --format json"] {
        let (code, said, errors) = with_input("check", &printed(line));
        assert_eq!((code, errors.as_str()), (0, ""), "{line}");
        assert!(said.ends_with("queens, none attacks another\n"), "{said}");
    }
    let one = printed("find 30 --random --seed 1");
    assert_eq!(one, printed("find 30 --random --seed 1"));
    assert_ne!(one, printed("find 30 --random --seed 2"));
}

#[test]
fn a_file_is_checked_and_a_pair_that_attacks_is_named() {
    let check = |line: &str, input: &str| with_input(line, input);
    assert_eq!(check("check", "2 4 1 3").1, "4 queens, none attacks another\n");
    assert_eq!(check("check", "A2 B4 C1 D3").1, "4 queens, none attacks another\n");
    assert_eq!(check("check", "1").1, "1 queen, none attacks another\n");
    let attack = (
        1,
        String::new(),
        "queens: standard input: the queens on B3 and C2 attack each other\n".into(),
    );
    assert_eq!(check("check", "1 3 2 4"), attack);
    assert_eq!(check("check --rules torus", "1 3 5 2 4").0, 0);
    assert_eq!(check("check --rules torus", "2 4 1 3").0, 1);
    assert_eq!(check("check --rules superqueens", "2 4 1 3").0, 1);
    assert_eq!(check("check", FOUR).1, "4 queens, none attacks another\n");
    assert_eq!(check("check", r#"["..Q.","Q...","...Q",".Q.."]"#).0, 0);
    assert!(
        check("check", "Q...\n....\n....\n....\n")
            .2
            .contains("1 queen on a board of size 4: expected 4 queens; ")
    );
    let forms = ["2 4 1 3", "[2,4,1,3]", "A2 B4 C1 D3", FOUR, r#"["..Q.","Q...","...Q",".Q.."]"#];
    for form in forms {
        let marked = format!("\u{feff}{form}");
        assert_eq!(check("check", &marked).1, "4 queens, none attacks another\n", "{form}");
    }
    let regions = ".Q..\n...Q\nQ...\n..Q.\n\nAABB\nABBB\nCCDD\nCDDD\n";
    assert!(check("check", regions).1.ends_with("by the rules 'regions'\n"));
    let twice = regions.replace("CCDD", "BCDD");
    assert!(
        check("check", &twice)
            .2
            .contains("region 2 has 2 queens, expected 1; region 3 has 0 queens"),
        "{}",
        check("check", &twice).2
    );
    for (input, reason) in [
        ("", "no queens"),
        ("2 0 1 3", "line 1, column 3: '0' is not a row"),
        ("2 4 x", "line 1, column 5: 'x' is not a row"),
        (
            "2 4 1 99999999999999999999999",
            "line 1, column 7: '99999999999999999999999' is not a row",
        ),
        ("2 4 1 9", "row 9 in column D: rows go from 1 to 4"),
        ("A2 B9", "square B9 is not on a board of size 2"),
    ] {
        let (code, out, errors) = check("check", input);
        assert_eq!((code, out.as_str()), (2, ""), "{input:?}");
        assert!(errors.starts_with("queens: standard input: "), "{input:?}: {errors}");
        assert!(errors.contains(reason) && errors.lines().count() == 1, "{input:?}: {errors}");
    }
}

#[test]
fn pictures_of_positions_have_their_regions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (puzzle, drawn, solved) = (path("p.txt"), path("p.svg"), path("s.svg"));
    printed(&format!("puzzle new --size 6 --seed 1 --output {puzzle}"));
    printed(&format!("draw {puzzle} --output {drawn}"));
    printed(&format!("solve {puzzle} --unique --output {solved}"));
    let regions =
        |file: &str| fs::read_to_string(file).unwrap().matches("class=\"region\"").count();
    let queens = |file: &str| fs::read_to_string(file).unwrap().matches("class=\"queen\"").count();
    // A path for each region.
    assert_eq!((regions(&drawn), queens(&drawn)), (6, 0));
    assert_eq!((regions(&solved), queens(&solved)), (6, 6));
    assert!(refused(&format!("solve {puzzle} --all --output {solved}")).contains("one solution"));
    let found = path("f.svg");
    printed(&format!("find 9 --output {found}"));
    assert_eq!(queens(&found), 9);
    printed(&format!("puzzle new --size 6 --seed 1 --output {found}"));
    assert_eq!(regions(&found), 6);
}

#[test]
fn an_existing_file_is_kept_if_there_is_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.txt").display().to_string();
    fs::write(&path, "old").unwrap();
    for line in ["solve size:3", "solve size:3 --all", "solve size:8 --unique", "find 3"] {
        failed(&format!("{line} --output {path}"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "{line}");
    }
    queens(&format!("solve size:3 --count --output {path}"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "0\n");
}

#[test]
fn invalid_positions_and_requests_fail_with_one_line() {
    let (code, out, errors) = with_input("solve", "....\n.z..\n....\n....\n");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        errors.starts_with("queens: standard input: line 2, column 2: unknown mark 'z'"),
        "{errors}"
    );
    for (line, reason) in [
        ("solve no-such-file", "cannot read no-such-file"),
        ("solve size:8 given:z9", "column 14: square Z9 is not on a board of size 8"),
        ("solve size:9999", "N = 9999 is too large"),
        ("solve size:4 --rules regions", "a board of size 4 needs 4 regions"),
        ("solve size:4 --rules knights", "unknown rules 'knights': expected queens, torus"),
        ("solve size:4 --method sta", "unknown method 'sta': expected auto, domains, sat"),
        ("solve size:4 --method cross", "method 'cross' needs --count"),
        ("solve size:4 --method sat --count", "method 'sat' finds only one solution"),
        ("solve size:4 --rules torus --count --method cross", "needs the rules 'queens'"),
        ("solve size:8 --count --limit 5 --method cross", "no --limit"),
        ("solve size:4 --all --count", "cannot be used with"),
        ("solve size:65 --explain", "--explain: N = 65 is too large"),
        ("solve a.txt b.txt", "expected one file, a position with size:N, or a list of queens"),
        ("solve given:a1", "size"),
        ("solve size:8 --unique --method domains", "--method cannot be used with --unique"),
        ("solve size:1200 --method sat", "at most 1000000 open squares, found 1440000"),
        ("find 4294967296", "from 0 to 4294967295"),
        ("find -1", "from 0 to 4294967295"),
        (
            "find 2000 --format board",
            "--format board: N = 2000 is too large to draw; the limit is N = 1000",
        ),
        (
            "find 2000 --output p.png",
            "--output p.png: N = 2000 is too large to draw; the limit is N = 1000",
        ),
        (
            "solve size:2000 --output p.svg",
            "--output p.svg: N = 2000 is too large to draw; the limit is N = 1000",
        ),
        ("find 8 --seed 1", "--random"),
        ("find 8 --random --first", "cannot be used with"),
        (
            "find 100000001 --random",
            "--random: N = 100000001 is too large: boards go from 0 to 100000000",
        ),
        ("find 6000 --first", "--first: N = 6000 is too large: boards go from 0 to 5000"),
        ("puzzle new --size 3 --seed 1", "has size 4 to 20, not 3"),
        ("puzzle new --size 8 --rules torus --seed 1", "no puzzles by the rules 'torus'"),
        (
            "puzzle new --size 8 --difficulty fiendish",
            "unknown difficulty 'fiendish': expected easy",
        ),
        ("count 8 --rules regions", "unknown rules 'regions'"),
        ("solve size:8 --rules reflecting", "unknown rules 'reflecting'"),
        (
            "count 8 --rules torus --method cross",
            "--method cannot be used with --rules torus: leave it out, or use --rules queens",
        ),
        (
            "solve size:4 regions:AABB/ACBB/ACDD/CCDD --count --method join",
            "--method join needs the rules 'queens', N up to 32 and no --limit, \
             here N = 4 and the rules 'regions': expected --method auto or domains",
        ),
        ("puzzle new --count 0", "'0' for '--count <NUM>': expected a whole number, 1 or more"),
        ("puzzle new --seed -1", "expected a whole number, 0 or more, below 2^64"),
        (
            "puzzle new --size 5 --output p.gif",
            "p.gif: unknown picture format; expected FILE.svg or FILE.png",
        ),
        ("solve size:1 rules:regions", "a board of size 1 needs 1 region, found 0"),
        ("solve size:2 regions:ПA/AA", "'П' is not a region: expected a letter or digit"),
        ("check no-such-file", "cannot read no-such-file"),
    ] {
        let said = refused(line);
        assert!(said.contains(reason), "queens {line}: {said}");
    }
}

#[test]
fn other_rules_are_counted() {
    for (line, expected) in [
        ("5..7 --rules torus", "5: 10\n6: 0\n7: 28\n"),
        ("0..6 --rules semiqueens", "0: 1\n1: 1\n2: 1\n3: 3\n4: 7\n5: 23\n6: 83\n"),
        ("10..11 --rules reflecting --simd portable", "10: 38\n11: 140\n"),
        ("20..21 --rules superqueens --only 180 --threads 2", "20: 15312\n21: 46540\n"),
        (
            "12 --rules superqueens --fundamental --symmetry",
            "12: 156\n   fundamental: 22\n   fixed by 90: 4\n   fixed by 180 only: 8\n   fixed by none: 144\n",
        ),
    ] {
        assert_eq!(printed(&format!("count {line}")), expected, "{line}");
    }
    for option in ["--only 180", "--fundamental", "--symmetry"] {
        let said = refused(&format!("count 8 --rules torus {option}"));
        assert!(said.contains("cannot be used with --rules torus"), "{said}");
    }
}

#[test]
fn other_rules_are_counted_into_ledgers_and_double_checked() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let ledger = at("s.db");
    let line = format!("count 12 --rules superqueens --ledger {ledger}");
    assert_eq!(printed(&line), "12: 156\n");
    // Again, with the numbers of symmetric solutions.
    assert_eq!(printed(&format!("{line} --fundamental")), "12: 156\n   fundamental: 22\n");
    let status = printed(&format!("ledger status {ledger} --format json"));
    assert!(status.contains(r#""rules":"superqueens","method":"superqueens""#), "{status}");
    let verified = printed(&format!("verify {ledger} --sample all"));
    assert!(verified.contains("verified: N = 12, rules: superqueens, "), "{verified}");
    for (other, what) in [
        ("count 12", "the set of rules"),
        ("count 12 --rules reflecting", "the set of rules"),
        ("count 12 --rules superqueens --only 180", "the symmetry"),
        ("count 12 --queens 5", "the set of rules"),
        ("count 13 --rules superqueens", "N"),
    ] {
        let said = refused(&format!("{other} --ledger {ledger}"));
        assert!(said.contains(&format!("{what} ")), "{other}: {said}");
    }
    for shard in [1, 2] {
        let ledger = at(&format!("{shard}.db"));
        let said = printed(&format!("count 16 --only 180 --shard {shard}/2 --ledger {ledger}"));
        assert!(said.starts_with(&format!("16: shard {shard}/2 finished: ")), "{said}");
    }
    let merged = at("merged.db");
    printed(&format!("ledger merge {merged} {} {}", at("1.db"), at("2.db")));
    let verified = printed(&format!("verify {merged}"));
    assert!(
        verified.contains("verified: N = 16, only: 180, ") && verified.contains(" 3000 solutions"),
        "{verified}"
    );
    for (line, counted) in [("9 --rules semiqueens", "9: 12657\n"), ("16 --only 180", "16: 3000\n")]
    {
        let output = queens(&format!("count {line} --double-check"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), counted, "{said}");
        assert!(said.contains("no other method counts this board"), "{said}");
        assert!(said.contains("recounted by a search square by square"), "{said}");
    }
    let plan = printed("plan 12 --rules superqueens --seconds 1 --format json");
    assert!(plan.contains(r#""rules":"superqueens","method":"superqueens""#), "{plan}");
    let plan = printed("plan 20 --only 180 --seconds 1 --format json");
    assert!(plan.contains(r#""only":"180","method":"symmetric""#), "{plan}");
}
