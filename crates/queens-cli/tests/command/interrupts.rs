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
    assert_eq!(interrupted("trace arrays 16"), (Some(130), "queens: interrupted\n".to_string()));
}
