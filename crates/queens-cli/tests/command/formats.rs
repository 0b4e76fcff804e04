//! What is printed is read: by `check`, `solve` and `draw`, in every format, one board after the other.

use super::*;

const LIST_FORMATS: [&str; 7] =
    ["rows", "numbered", "squares", "grid", "board", "json", "leetcode"];
const SOLVE_FORMATS: [&str; 6] = ["grid", "rows", "squares", "board", "json", "leetcode"];

fn checked(line: &str, input: &str) -> String {
    let (code, out, errors) = with_input(line, input);
    assert_eq!((code, errors.as_str()), (0, ""), "queens {line}: {input}");
    out
}

#[test]
fn every_printed_solution_is_checked_solved_and_drawn() {
    for size in (0..=12).filter(|size| ![2, 3].contains(size)) {
        let one = match size {
            1 => "1 queen, none attacks another\n".to_string(),
            size => format!("{size} queens, none attacks another\n"),
        };
        let rows = printed(&format!("find {size}"));
        for format in SOLVE_FORMATS {
            let text = printed(&format!("find {size} --format {format}"));
            // An empty drawn board has no text.
            if !text.is_empty() {
                assert_eq!(checked("check", &text), one, "find {size} --format {format}");
                assert_eq!(checked("solve --format rows", &text), rows, "{format}");
                assert_eq!(checked("draw", &text), checked("draw", &rows), "{format}");
            }
        }
        assert_eq!(checked("solve --format rows", &checked("draw --attacks", &rows)), rows);
    }
}

#[test]
fn every_printed_list_is_checked_solved_and_drawn() {
    for size in 0..=8 {
        let rows = printed(&format!("list {size}"));
        for (format, mirror) in LIST_FORMATS.iter().flat_map(|f| [(f, ""), (f, " --mirror")]) {
            let line = format!("list {size} --format {format}{mirror}");
            let text = printed(&line);
            if [2, 3].contains(&size) {
                let (code, _, errors) = with_input("check", &text);
                assert!(code == 2 && errors.contains("no queens found"), "{line}: {errors}");
                continue;
            }
            let said = checked("check", &text);
            // The only solution of these sizes is its own mirror image.
            let is_pair = size < 2 && !mirror.is_empty();
            let expected = match (size, is_pair) {
                (0, false) => "0 queens, none attacks another\n".to_string(),
                (1, false) => "1 queen, none attacks another\n".to_string(),
                (_, true) => "2 solutions, all valid\n".to_string(),
                _ => format!("{} solutions, all valid\n", rows.lines().count()),
            };
            assert_eq!(said, expected, "{line}");
            if mirror.is_empty() && size < 7 {
                assert_eq!(checked("solve --format rows", &text), rows, "{line}");
                let drawn = checked("draw", &text);
                assert_eq!(checked("solve --format rows", &drawn), rows, "{line}");
            }
        }
    }
}

#[test]
fn positions_by_all_rules_are_drawn_and_solved() {
    let stars = "regions:AABBBBGG/AABBBEEG/AABBBEGG/CFFBBEGG/CFFFBHHG/CFFHHHHH/CCFFHHDH/CCCFDDDD";
    for position in [
        "size:8 given:a1,b5 closed:d4".to_string(),
        "size:7 rules:torus given:a1".to_string(),
        "size:10 rules:superqueens".to_string(),
        format!("size:8 stars:2 {stars}"),
        format!("size:8 {stars} closed:h8"),
    ] {
        let drawn = printed(&format!("draw {position}"));
        let solution = printed(&format!("solve {position} --format rows"));
        assert_eq!(checked("solve --format rows", &drawn), solution, "{drawn}");
        assert_eq!(checked("draw", &drawn), drawn);
        let solved = printed(&format!("solve {position} --format board"));
        assert!(checked("check", &solved).contains("none attacks another"), "{solved}");
        let all = printed(&format!("solve {position} --limit 3 --format board"));
        assert_eq!(
            checked("solve --format rows", &all),
            printed(&format!("solve {position} --limit 3 --format rows"))
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("stars.txt").display().to_string();
    fs::write(&puzzle, format!("size:8 stars:2 {stars}")).unwrap();
    for format in SOLVE_FORMATS {
        let text = printed(&format!("solve {puzzle} --format {format}")).repeat(2);
        let said = checked(&format!("check --position {puzzle}"), &text);
        assert_eq!(
            said, "2 solutions, all solve the position by the rules 'regions' with 2 stars\n",
            "{format}"
        );
    }
    let puzzles = printed("puzzle new --size 5 --seed 1 --count 3");
    let solved = checked("solve --unique --format rows", &puzzles);
    assert_eq!(solved.lines().count(), 3, "{puzzles}");
    for format in ["short", "json", "link"] {
        let puzzles = printed(&format!("puzzle new --size 5 --seed 1 --count 3 --format {format}"));
        assert_eq!(checked("solve --unique --format rows", &puzzles), solved, "{format}");
    }
}

#[test]
fn the_first_wrong_solution_of_a_list_is_named() {
    let list = printed("list 8 --format board");
    let wrong = list.replacen("8 · · · ♛ · · · ·", "8 · ♛ · · · · · ·", 1);
    let (code, out, errors) = with_input("check", &wrong);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        errors.starts_with("queens: standard input: solution ") && errors.contains(", line "),
        "{errors}"
    );
    assert!(errors.contains("has 2 queens, expected 1"), "{errors}");
    let rows = printed("list 8").replace("4 2 7 3 6 8 5 1", "4 2 7 3 6 8 5 2");
    let (code, _, errors) = with_input("check", &rows);
    let line = rows.lines().position(|row| row == "4 2 7 3 6 8 5 2").unwrap() + 1;
    let expected = format!("queens: standard input: solution {line}, line {line}: the queens on ");
    assert!(code == 1 && errors.starts_with(&expected), "{errors}");
    let (code, _, errors) = with_input("check", "2 4 1 3\n2 4 z 3\n");
    let expected = "queens: standard input: line 2, column 5: 'z' is not a row";
    assert!(code == 2 && errors.starts_with(expected), "{errors}");
    let torus =
        checked("check --rules torus", &printed("solve size:7 --rules torus --all --format rows"));
    assert_eq!(torus, "28 solutions, all valid by the rules 'torus'\n");
    let (code, _, errors) = with_input("check --rules torus", &printed("list 7"));
    assert!(code == 1 && errors.contains(": solution "), "{errors}");
    let (code, out, errors) = with_input("solve --format rows", "2 4 1 3\n\nsize:3\n");
    assert_eq!((code, out.as_str()), (1, "2 4 1 3\n"));
    assert!(errors.starts_with("queens: standard input: line 3: no solution"), "{errors}");
    assert!(refused("check 1,2 --position size:4").contains("cannot read"), "a file");
}

#[test]
fn many_boards_are_drawn_into_numbered_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let list = printed("list 6");
    checked(&format!("draw --output {}", path("b.svg").display()), &list);
    for number in 1..=4 {
        let svg = fs::read_to_string(path(&format!("b-{number}.svg"))).unwrap();
        assert_eq!(svg.matches("class=\"queen\"").count(), 6);
    }
    assert!(!path("b.svg").exists() && !path("b-5.svg").exists());
    let drawn = checked("draw", &list);
    assert_eq!(drawn.matches("\n\n").count(), 3);
    let (code, _, errors) =
        with_input(&format!("solve --output {}", path("s.svg").display()), &list);
    assert!(code == 2 && errors.contains("a picture shows one solution"), "{errors}");
}

#[test]
fn a_dash_is_standard_output() {
    for line in [
        "find 8",
        "list 6",
        "list 4 --format json",
        "solve size:6",
        "solve size:6 --all --format rows",
        "draw --first 6",
        "export size:4 --format lp",
        "puzzle new --size 5 --seed 1",
        "man",
    ] {
        assert_eq!(printed(&format!("{line} --output -")), printed(line), "{line}");
        assert_eq!(printed(&format!("{line} -o -")), printed(line), "{line}");
    }
    assert!(refused("puzzle sheet --output -").contains("expected FILE.pdf, FILE.svg or FILE.png"));
}

/// Colours need a terminal, which `portable-pty` provides on Unix.
#[cfg(unix)]
#[test]
fn regions_have_colours_on_a_terminal_that_shows_them() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;
    let regions = "size:4 regions:AABB/ACBB/ACDD/CCDD";
    let shown = |line: &str, variable: (&str, &str)| {
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_queens"));
        command.args(line.split_whitespace());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env(variable.0, variable.1);
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut text = Vec::new();
        // On Linux, the end of a terminal is an error.
        let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut text);
        assert!(child.wait().unwrap().success());
        String::from_utf8(text).unwrap().replace("\r\n", "\n")
    };
    for line in [
        format!("draw {regions}"),
        format!("solve {regions}"),
        format!("solve {regions} --format board"),
    ] {
        let plain = printed(&line);
        let coloured = shown(&line, ("LANG", "C.UTF-8"));
        assert_eq!(coloured.matches("\x1b[38;5;16;48;5;").count(), 16, "{coloured}");
        let parts =
            coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
        let bare: String = parts.collect();
        assert_eq!(bare, plain);
        assert_eq!(shown(&line, ("NO_COLOR", "1")), plain);
        assert_eq!(shown(&line, ("TERM", "dumb")), plain);
    }
}
