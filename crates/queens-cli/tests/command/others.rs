use super::*;

#[test]
fn methods_are_one_line_each() {
    let text = printed("methods");
    assert_eq!(text.lines().count(), 1 + 17 + 2);
    assert!(text.lines().last().unwrap().contains("cross and join up to N = 24"));
    let json = printed("methods --format json");
    let join = json.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
    let join = join.into_iter().find(|object| object["method"] == "join").unwrap();
    assert_eq!((&join["max_n"], &join["lists"]), (&28.into(), &false.into()));
    assert_eq!(json.lines().count(), 17);
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
