//! The binary as a person uses it: what it prints, what it refuses, how it ends.

use assert_cmd::Command;
use std::fs;
use std::process::Output;

fn queens(line: &str) -> Output {
    let mut command = Command::cargo_bin("queens").unwrap();
    command.env_remove("NO_COLOR").args(line.split_whitespace()).output().unwrap()
}

/// What a command prints that must succeed.
fn printed(line: &str) -> String {
    let output = queens(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "queens {line}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line on stderr of a command that must be refused, with nothing on stdout.
fn refused(line: &str) -> String {
    let output = queens(line);
    assert_eq!(output.status.code(), Some(2), "queens {line}");
    assert!(output.stdout.is_empty(), "queens {line}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("queens: ") && errors.lines().count() == 1, "{errors}");
    errors
}

mod count {
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
    fn csv_rows_are_size_count_seconds() {
        let text = printed("count 6..8 --format csv");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines[0], ["size", "count", "seconds"]);
        assert_eq!(lines[3][..2], ["8", "92"]);
        assert!(lines[3][2].parse::<f64>().unwrap() >= 0.0);
    }

    #[test]
    fn json_is_an_object_a_line() {
        let text = printed("count 7..8 --method tiles --placements --by-first --format json");
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
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
            text.starts_with(
                "| size | count | seconds | fundamental |\n|--:|--:|--:|--:|\n| 4 | 2 |"
            )
        );
    }

    #[test]
    fn threads_do_not_change_the_answer() {
        for threads in 1..=3 {
            assert_eq!(
                printed(&format!("count 0..11 --threads {threads}")),
                printed("count 0..11")
            );
            let plain = format!("count 0..9 --placements --threads {threads}");
            assert_eq!(
                printed(&plain),
                printed("count 0..9 --placements --method bitmask-iterative")
            );
        }
    }

    #[test]
    fn vector_instructions_do_not_change_the_answer() {
        for simd in queens::Simd::available() {
            for method in ["auto", "cross", "join"] {
                let line = format!("count 0..12 --method {method} --simd {simd}");
                assert_eq!(printed(&line), printed("count 0..12 --method bitmask"), "{line}");
            }
        }
    }

    #[test]
    fn only_those_that_a_turn_leaves_as_they_are() {
        assert_eq!(printed("count 12..13 --only 180"), "12: 80\n13: 136\n");
        assert_eq!(printed("count 0..5 --only 90"), "0: 1\n1: 1\n2: 0\n3: 0\n4: 2\n5: 2\n");
        let text = printed("count 16 --only 90 --format json");
        let line: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&line["method"], &line["solutions"]), (&"symmetric".into(), &64.into()));
    }

    #[test]
    fn a_double_check_says_what_it_did() {
        for (method, other) in [("cross", "join"), ("join", "cross"), ("arrays", "cross")] {
            let output = queens(&format!("count 10 --method {method} --double-check"));
            assert!(output.status.success());
            assert_eq!(output.stdout, b"10: 724\n");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(&format!("'{other}' counts the same as '{method}'")), "{said}");
            assert!(said.contains("recounted by the plain search"), "{said}");
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
            ("count 16 --method breadth", "goes to 15: cross goes to 32"),
            ("count 25 --method join", "goes to 24: cross goes to 32"),
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
            ("plan 25 --method join", "goes to 24"),
            ("bench --size 7", "from 8 to 20"),
            ("bench --runs 0", "from 1 to 1000"),
            ("count 8 --method nonsense", "unknown method 'nonsense': did you mean"),
            ("count 8 --method bitmsk", "did you mean 'bitmask'?"),
            ("count 8 --threads 0", "from 1 to 1024"),
            (
                "count 8 --threads 2 --method arrays",
                "one thread; the number can be chosen for bitmask",
            ),
            ("count 8 --threads 2 --method columns", "one thread for each place"),
            ("count 1..99", "N = 99"),
            ("count 8 --method dancing", "did you mean 'dancing-links'?"),
            ("count 8 --method zzz", "did you mean"),
            ("", "a command is missing"),
            ("count 8 --format xml", "text, json, csv, markdown"),
            ("count 8 --methd arrays", "--method"),
            ("cuont 8", "count"),
        ];
        for (line, expected) in cases {
            let error = refused(line);
            assert!(error.contains(expected), "queens {line}: {error}");
        }
    }
}

mod plan_and_bench {
    use super::*;

    #[test]
    fn a_plan_has_jobs_memory_and_a_time() {
        let text = printed("plan 14 --method join");
        let heads: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
        assert_eq!(heads, ["N", "method", "jobs", "memory", "estimate", "took", "off"]);
        let last = text.lines().find(|line| line.starts_with("14")).unwrap();
        assert!(last.contains("join") && last.contains("256") && last.contains("MB"), "{text}");
        assert!(text.contains("plan version 1"), "{text}");
    }

    #[test]
    fn estimates_of_smaller_boards_are_held_against_the_truth() {
        let text = printed("plan 13 --method cross --threads 1 --format json");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (last, checked) = lines.split_last().unwrap();
        assert_eq!((&last["n"], &last["took_seconds"]), (&13.into(), &serde_json::Value::Null));
        assert_eq!(checked.len(), 3);
        assert!(
            checked.iter().all(|line| line["took_seconds"].is_number() && line["off"].is_number())
        );
        assert!(lines.iter().all(|line| line["jobs"].as_u64() > Some(0)));
    }

    #[test]
    fn csv_is_for_computing() {
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
        assert!(text.contains("are the published ones"), "{text}");
        let text = printed("bench --size 10 --runs 1 --threads 2 --format json --simd portable");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 6);
        assert!(lines.iter().all(|line| line["simd"] == "portable" && line["cpu"].is_string()));
        assert_eq!((&lines[2]["method"], &lines[2]["solutions"]), (&"cross".into(), &724.into()));
        assert_eq!(lines[5]["placements"], serde_json::Value::Null);
    }
}

mod table {
    use super::*;

    /// The rows of Walker's README, as it prints them.
    const WALKER: &str = "
        |  1 |                       1 |               1 |               1 |              1 |
        |  2 |                      12 |               2 |               1 |              0 |
        |  3 |                     504 |               5 |               3 |              0 |
        |  4 |                  43,680 |              16 |               8 |              2 |
        |  5 |               6,375,600 |              53 |              27 |             10 |
        |  6 |  1.402 × 10<sup>9</sup> |             152 |              76 |              4 |
        |  7 | 4.329 × 10<sup>11</sup> |             551 |             276 |             40 |
        |  8 | 1.785 × 10<sup>14</sup> |           2,056 |           1,028 |             92 |
        |  9 | 9.467 × 10<sup>16</sup> |           8,393 |           4,197 |            352 |
        | 10 | 6.282 × 10<sup>19</sup> |          35,538 |          17,769 |            724 |
        | 11 | 5.096 × 10<sup>22</sup> |         166,925 |          83,463 |          2,680 |
        | 12 | 4.963 × 10<sup>25</sup> |         856,188 |         428,094 |         14,200 |
        | 13 | 5.714 × 10<sup>28</sup> |       4,674,889 |       2,337,445 |         73,712 |
        | 14 | 7.676 × 10<sup>31</sup> |      27,358,552 |      13,679,276 |        365,596 |
        | 15 | 1.190 × 10<sup>35</sup> |     171,129,071 |      85,564,536 |      2,279,184 |";

    fn cells(line: &str) -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    }

    #[test]
    fn markdown_has_the_rows_of_walkers_readme() {
        let rows: Vec<_> = WALKER.lines().skip(1).map(cells).collect();
        let text = printed("table 1..15 --format markdown");
        let printed: Vec<_> = text.lines().skip(2).map(cells).collect();
        assert_eq!(printed, rows);
    }

    #[test]
    fn text_writes_powers_plainly() {
        let text = printed("table 6");
        assert!(text.contains(" 1.402 x 10^9 "), "{text}");
    }

    #[test]
    fn csv_is_exact() {
        let expected = "n,naive,plain,symmetric,solutions,choose,power,factorial\n\
            8,178462987637760,2056,1028,92,4426165368,16777216,40320\n";
        assert_eq!(printed("table 8 --wide --format csv"), expected);
    }

    #[test]
    fn json_is_exact_from_0() {
        let text = printed("table 0..9 --wide --format json --threads 2");
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(text.lines().count(), 10);
        assert_eq!(last["naive"].to_string(), "94670977328928000");
        assert_eq!((&last["plain"], &last["symmetric"]), (&8393.into(), &4197.into()));
    }
}

mod list {
    use super::*;

    #[test]
    fn rows_are_in_lexicographic_order() {
        let text = printed("list 8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 92);
        assert_eq!((lines[0], lines[91]), ("1 5 8 6 3 7 2 4", "8 4 1 3 6 2 7 5"));
        assert!(lines.is_sorted());
    }

    #[test]
    fn every_format_prints_the_same_board() {
        assert_eq!(printed("list 8 --limit 1 --format squares"), "A1 B5 C8 D6 E3 F7 G2 H4\n");
        assert_eq!(printed("list 4 --format numbered"), "1: 2 4 1 3\n2: 3 1 4 2\n");
        assert_eq!(printed("list 4 --format json"), "[2,4,1,3]\n[3,1,4,2]\n");
        let leetcode = printed("list 4 --limit 1 --format leetcode");
        assert_eq!(leetcode, "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]\n");
        let grid = printed("list 4 --limit 1 --format grid");
        assert_eq!(grid, "1:\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\ntotal: 1 solution\n");
        let board = printed("list 4 --limit 1 --format board");
        assert!(board.starts_with("1:\n4 · ♛ · ·\n3 · · · ♛\n"), "{board}");
    }

    #[test]
    fn fundamental_leaves_one_of_each_class() {
        assert_eq!(printed("list 8 --fundamental").lines().count(), 12);
        assert_eq!(printed("list 6 --fundamental"), "2 4 6 1 3 5\n");
    }

    #[test]
    fn mirror_prints_each_pair_once() {
        assert_eq!(printed("list 4 --mirror"), "2 4 1 3  |  3 1 4 2\n");
        assert_eq!(printed("list 8 --mirror").lines().count(), 46);
        let board = printed("list 4 --mirror --format board");
        assert!(board.contains("4 · ♛ · ·  |  4 · · ♛ ·\n"), "{board}");
    }

    #[test]
    fn the_board_of_size_0_is_its_own_mirror_image() {
        assert_eq!(printed("list 0 --mirror"), "  |  \n");
        assert_eq!(printed("list 0 --mirror --format json"), "[[],[]]\n");
    }

    #[test]
    fn dots_stand_a_hundred_on_a_line() {
        let text = printed("list 9 --dots");
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [100, 100, 100, 52]);
        assert_eq!(printed("list 3 --dots"), "");
    }

    #[test]
    fn small_boards_are_right() {
        let lines: Vec<String> = (0..4).map(|n| printed(&format!("list {n}"))).collect();
        assert_eq!(lines, ["\n", "1\n", "", ""]);
    }

    #[test]
    fn half_methods_give_each_solution_and_then_its_mirror() {
        let lines = "2 4 6 1 3 5\n5 3 1 6 4 2\n3 6 2 5 1 4\n4 1 5 2 6 3\n";
        assert_eq!(printed("list 6 --method stacked"), lines);
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.txt");
        assert_eq!(printed(&format!("list 6 --output {}", file.display())), "");
        assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 6"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

        // A file that is replaced keeps its permissions; a link goes on pointing at what it points at.
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
            printed(&format!("list 5 --output {}", file.display()));
            assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 5"));
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            let link = folder.path().join("link.txt");
            symlink(&file, &link).unwrap();
            printed(&format!("list 4 --output {}", link.display()));
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 4"));
            fs::remove_file(link).unwrap();
        }

        let nowhere = folder.path().join("no").join("where.txt");
        let error = refused(&format!("list 6 --output {}", nowhere.display()));
        assert!(error.contains(&nowhere.display().to_string()), "{error}");
        let error = refused(&format!("list 6 --output {}", folder.path().display()));
        assert!(error.contains("cannot write"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_closed_pipe_ends_quietly() {
        use std::io::{BufRead, BufReader, Read};
        use std::process::Stdio;
        let program = assert_cmd::cargo::cargo_bin("queens");
        for line in ["list 14", "trace arrays 12", "list 12 --format board"] {
            let mut child = std::process::Command::new(&program)
                .args(line.split_whitespace())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut first = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
            // The reader is gone now.
            let status = child.wait().unwrap();
            let mut errors = String::new();
            child.stderr.unwrap().read_to_string(&mut errors).unwrap();
            assert!(status.success() && errors.is_empty(), "queens {line}: {status} {errors}");
            assert!(!first.is_empty());
        }
    }
}

mod trace {
    use super::*;

    #[test]
    fn every_step_is_a_line() {
        let text = printed("trace bitmask 4 --limit 4");
        let place = |index, square| {
            format!("{{\"index\":{index},\"step\":\"place\",\"square\":\"{square}\"}}\n")
        };
        let remove = "{\"index\":2,\"step\":\"remove\",\"square\":\"B3\"}\n";
        assert_eq!(text, place(0, "A1") + &place(1, "B3") + remove + &place(3, "B4"));
    }

    #[test]
    fn a_trace_can_be_read_from_any_step() {
        for method in ["arrays", "stacked", "breadth", "tiles", "dancing-links"] {
            let all = printed(&format!("trace {method} 5"));
            let tail: String = all.lines().skip(40).take(7).map(|l| l.to_string() + "\n").collect();
            assert_eq!(printed(&format!("trace {method} 5 --from 40 --limit 7")), tail);
        }
    }

    #[test]
    fn all_kinds_of_steps_occur() {
        let text = printed("trace arrays 5") + &printed("trace tiles 6");
        for step in ["place", "remove", "reject", "enqueue", "dequeue", "solution", "duplicate"] {
            assert!(text.contains(&format!("\"step\":\"{step}\"")), "{step}");
        }
    }
}

mod draw {
    use super::*;

    #[test]
    fn the_worked_example_has_its_values() {
        let text = printed("draw --given 1,6,8 --size 8 --bits");
        for value in ["= 161", "= 577", "= 140", "bits 1, 2, 4", "1 ♛ · · · · · · ·"] {
            assert!(text.contains(value), "{value}: {text}");
        }
        assert_eq!(printed("draw --given A1,F2,H3 --size 8 --bits"), text);
    }

    #[test]
    fn a_solution_is_drawn_from_rows_or_squares() {
        let board = printed("draw --first 8");
        assert_eq!(printed("draw 1 5 8 6 3 7 2 4"), board);
        assert_eq!(printed("draw 1,5,8,6,3,7,2,4"), board);
        assert_eq!(printed("draw A1 B5 C8 D6 E3 F7 G2 H4"), board);
    }

    #[test]
    fn pictures_are_written_by_the_name_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
        printed(&format!("draw --first 6 --attacks --output {}", svg.display()));
        assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
        printed(&format!("draw --first 6 --output {} --width 300", png.display()));
        let bytes = fs::read(&png).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(bytes[16..20], 300_u32.to_be_bytes());
    }

    #[test]
    fn no_solution_is_exit_code_1() {
        for size in [2, 3] {
            let output = queens(&format!("draw --first {size}"));
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(
                String::from_utf8(output.stderr).unwrap(),
                format!("queens: N = {size} has no solution\n")
            );
        }
    }

    #[test]
    fn bad_boards_are_refused_by_name() {
        let cases = [
            ("draw 1 2 3 4", "A1 and B2"),
            ("draw 2 4 2 3", "A2 and C2"),
            ("draw 1 9 2", "row 9 in column B: rows go from 1 to 3"),
            ("draw 2 4 x 3", "'x'"),
            ("draw A1 B3 C", "'C'"),
            ("draw --given 1,2 --size 8", "A1 and B2"),
            ("draw --given A1,A2 --size 8", "A1 and A2"),
            ("draw --given A1,A1 --size 8", "A1 and A1"),
            ("draw --given 1,9 --size 8", "'9' is not a column: columns go from 1 to 8"),
            ("draw --given A1,J9 --size 8", "J9"),
            ("draw --given 1,6,8", "--size"),
            ("draw", "required"),
            ("draw --first 33", "from 0 to 32"),
            ("draw --first 8 --output board.gif", "FILE.svg or FILE.png"),
            ("draw --first 8 --output no/where.svg", "no/where.svg"),
        ];
        for (line, expected) in cases {
            let error = refused(line);
            assert!(error.contains(expected), "queens {line}: {error}");
        }
    }
}

mod tree {
    use super::*;

    #[test]
    fn dot_and_svg_are_drawn() {
        let dot = printed("tree 4");
        assert!(dot.starts_with("digraph"), "{dot}");
        let svg = printed("tree 4 --format svg");
        assert!(svg.starts_with("<svg"), "{svg}");
        assert_eq!(printed("tree 4 --depth 99"), dot);
    }

    #[test]
    fn a_tree_too_large_to_draw_is_refused() {
        assert!(refused("tree 12").contains("smaller depth"));
        assert!(refused("tree 4 --output tree.png").contains("FILE.svg, FILE.dot or FILE.gv"));
        assert!(printed("tree 12 --depth 2").contains("digraph"));
    }
}

mod compare {
    use super::*;

    #[test]
    fn methods_stand_side_by_side() {
        let text = printed("compare 6..8 --methods arrays,columns,tiles --runs 2 --format csv");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.len(), 1 + 3 * 3);
        assert_eq!(lines[7][..4], ["8", "arrays", "92", "2056"]);
        assert_eq!(lines[8][..4], ["8", "columns", "92", "1028"]);
    }

    #[test]
    fn the_cap_of_one_thread_a_column_is_shown_and_explained() {
        let text = printed("compare 12 --methods columns --runs 1");
        assert!(text.contains(" 5.67x\n"), "{text}");
        assert!(text.contains("at most 5.67x at N = 12 on any number of cores"), "{text}");
    }

    #[test]
    fn a_method_out_of_range_or_past_the_limit_is_skipped_with_a_line() {
        let output = queens("compare 14 --methods tiles,arrays --limit 0.001 --runs 1");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("tiles skipped at N = 14: goes to N = 13"), "{errors}");
        assert!(errors.contains("arrays skipped at N = 14: took over 1.00 ms"), "{errors}");
        assert!(output.status.success());
    }

    #[test]
    fn a_plot_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let plot = folder.path().join("times.svg");
        let line = "compare 5..7 --methods arrays,stacked --runs 1 --plot";
        printed(&format!("{line} {}", plot.display()));
        let svg = fs::read_to_string(plot).unwrap();
        assert!(svg.contains("arrays") && svg.contains("stacked"));
    }

    #[test]
    fn bad_requests_are_refused() {
        assert!(refused("compare 8 --methods arrays,nonsense").contains("'nonsense'"));
        assert!(refused("compare 8 --methods arrays,arrays").contains("twice"));
        assert!(refused("compare 8 --runs 0").contains("from 1 to 1000"));
        assert!(refused("compare 8 --limit 0").contains("above 0"));
        assert!(refused("compare 8 --plot times.txt").contains("FILE.svg or FILE.png"));
        assert!(refused("compare 8 --plot no/where.svg").contains("no/where.svg"));
    }
}

mod others {
    use super::*;

    #[test]
    fn methods_are_a_line_each() {
        let text = printed("methods");
        assert_eq!(text.lines().count(), 1 + 17 + 2);
        assert!(text.lines().last().unwrap().contains("then cross or join"));
        let json = printed("methods --format json");
        let join = json.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
        let join = join.into_iter().find(|object| object["method"] == "join").unwrap();
        assert_eq!((&join["max_n"], &join["lists"]), (&24.into(), &false.into()));
        assert_eq!(json.lines().count(), 17);
    }

    #[test]
    fn help_is_short_and_long_and_has_examples() {
        for command in
            ["count", "table", "list", "draw", "tree", "trace", "watch", "compare", "man"]
        {
            let (short, long) =
                (printed(&format!("{command} -h")), printed(&format!("{command} --help")));
            assert!(short.contains("Example") && long.contains("Example"), "{command}");
            assert!(long.len() >= short.len());
        }
        assert!(printed("--version").starts_with("queens 0."));
    }

    #[cfg(unix)]
    #[test]
    fn a_message_is_one_line_whatever_was_typed_and_whoever_listens() {
        let mut command = Command::cargo_bin("queens").unwrap();
        let output = command.args(["draw", "x\n\u{1b}[31my"]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1));
        assert!(!error.contains('\u{1b}'), "{error:?}");

        let program = assert_cmd::cargo::cargo_bin("queens");
        let mut command = std::process::Command::new(program);
        let full = fs::File::options().write(true).open("/dev/full");
        if let Ok(full) = full {
            assert_eq!(command.args(["count", "x"]).stderr(full).status().unwrap().code(), Some(2));
        }
    }

    #[test]
    fn completions_and_man_pages_are_written() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            assert!(printed(&format!("completions {shell}")).contains("queens"), "{shell}");
        }
        assert!(printed("man").contains(".TH queens 1"));
        let folder = tempfile::tempdir().unwrap();
        printed(&format!("man --output {}", folder.path().display()));
        let page = fs::read_to_string(folder.path().join("queens-count.1")).unwrap();
        assert!(page.contains(".TH queens-count 1"), "{page}");
    }
}

#[cfg(unix)]
mod interrupts {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    /// Starts the command, waits for its first line, interrupts it; gives its exit code and stderr.
    fn interrupted(line: &str) -> (Option<i32>, String) {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("queens"))
            .args(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        // Read on, as a person's terminal would.
        std::io::copy(&mut out, &mut std::io::sink()).unwrap();
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (child.wait().unwrap().code(), errors)
    }

    #[test]
    fn an_interrupted_count_says_what_is_done() {
        for method in
            ["auto", "cross", "join", "stacked", "arrays", "bitmask", "columns", "dancing-links"]
        {
            let (code, errors) = interrupted(&format!("count 1..22 --method {method}"));
            assert_eq!(code, Some(130), "{method}");
            assert!(errors.starts_with("queens: interrupted at N = "), "{errors}");
        }
    }

    #[test]
    fn an_interrupted_list_ends_cleanly() {
        let (code, errors) = interrupted("list 18");
        assert_eq!(code, Some(130));
        assert!(errors.starts_with("queens: interrupted after the first "), "{errors}");
        assert_eq!(
            interrupted("trace arrays 16"),
            (Some(130), "queens: interrupted\n".to_string())
        );
    }
}
