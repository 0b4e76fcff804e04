use super::*;

#[test]
fn methods_are_one_line_each() {
    let text = printed("methods");
    assert_eq!(text.lines().count(), 1 + 17 + 2);
    assert!(text.lines().last().unwrap().contains("cross and join up to N = 28"));
    let json = printed("methods --format json");
    let join = json.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
    let join = join.into_iter().find(|object| object["method"] == "join").unwrap();
    assert_eq!((&join["max_n"], &join["lists"]), (&28.into(), &false.into()));
    assert_eq!(json.lines().count(), 17);
}

#[test]
fn the_command_alone_prints_the_help() {
    let output = queens("");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed("-h"));
}

#[test]
fn a_tip_names_the_help_of_the_command() {
    for (line, tip) in [
        ("x", "'queens --help' lists the commands"),
        ("puzzle", "missing command; 'queens puzzle --help' lists the commands"),
        ("puzzle x", "'queens puzzle --help' lists the commands"),
        ("puzzle new --sed 3", "'--seed'; 'queens puzzle new --help' lists the options"),
        ("count 8 --zzz", "'queens count --help' lists the options"),
        ("ledger status", "'queens ledger status --help' has examples"),
    ] {
        let error = refused(line);
        assert!(error.ends_with(&format!("{tip}\n")), "{line}: {error}");
    }
}

#[test]
fn a_request_of_another_command_names_it() {
    for (line, tip) in [
        ("count 40", "boards go from 0 to 32; 'queens estimate 40' estimates the number"),
        ("solve 8", "there is no file '8'; the empty board of size 8 is size:8"),
        ("export 8", "the empty board of size 8 is size:8"),
        ("solve board.PNG", "'queens puzzle read board.PNG' reads the position in it"),
        ("draw 8", "the empty board of size 8 is size:8"),
    ] {
        let error = refused(line);
        assert!(error.ends_with(&format!("{tip}\n")), "{line}: {error}");
    }
    // There is nothing to estimate here.
    assert!(refused("count 40 --rules torus").ends_with("boards go from 0 to 32\n"));
    assert!(refused("count 10001").ends_with("boards go from 0 to 32\n"));
    assert!(refused("draw 8 9").contains("row 8"));
}

#[test]
fn the_board_of_size_0_is_animated() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("w.gif", "GIF89a"), ("w.svg", "<svg")] {
        let path = folder.path().join(name);
        printed(&format!("watch 0 --output {}", path.display()));
        assert!(fs::read(path).unwrap().starts_with(start.as_bytes()), "{name}");
    }
}

#[test]
fn help_is_short_and_long_and_has_examples() {
    let commands = [
        "count", "estimate", "table", "list", "draw", "export", "tree", "trace", "watch", "serve",
        "compare", "man",
    ];
    for command in commands {
        let (short, long) =
            (printed(&format!("{command} -h")), printed(&format!("{command} --help")));
        assert!(short.contains("Example") && long.contains("Example"), "{command}");
        assert!(long.len() >= short.len());
    }
    assert!(printed("--version").starts_with("queens 0."));
}

#[test]
fn messages_are_one_line_without_control_characters() {
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
