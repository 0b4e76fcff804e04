//! Ctrl-C and SIGTERM: every command ends within a second, with exit code 130 and one line.

use super::bad_lines::{files, words};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// When a command is interrupted. All of them run longer.
const WAIT: Duration = Duration::from_millis(400);
/// How long a command may take to end. It takes less than a second, except on a machine under heavy load.
const END: Duration = Duration::from_secs(8);

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
struct Ended {
    code: Option<i32>,
    errors: String,
}

/// Sends a signal to a command and waits for its end.
fn end(mut child: Child, signal: &str, line: &str) -> Ended {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let start = Instant::now();
    assert!(kill.success());
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > END {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("queens {line}: still running {END:?} after {signal}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("{:.2} s after {signal}: queens {line}", start.elapsed().as_secs_f64());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    Ended { code: child.wait().unwrap().code(), errors }
}

/// Starts the command, waits for its first line, and interrupts it.
fn interrupted(line: &str) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(words(line))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    // Read the rest, as a terminal does.
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let ended = end(child, "-INT", line);
    reader.join().unwrap().unwrap();
    ended
}

/// Starts the command in a folder, and interrupts it later. Standard input is empty and stays open until the end.
fn interrupted_after(folder: &Path, line: &str, stdout: Stdio, signal: &str) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(words(line))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _stdin = child.stdin.take();
    // Nobody reads it: a write blocks as soon as the pipe is full.
    let _stdout = child.stdout.take();
    std::thread::sleep(WAIT);
    end(child, signal, line)
}

#[test]
fn an_interrupted_count_reports_finished_jobs() {
    for method in
        ["auto", "cross", "join", "stacked", "arrays", "bitmask", "columns", "dancing-links"]
    {
        let Ended { code, errors } = interrupted(&format!("count 1..22 --method {method}"));
        assert_eq!(code, Some(130), "{method}");
        assert!(errors.starts_with("queens: interrupted at N = "), "{errors}");
    }
}

/// Lines that run for a long time in every command, or wait for something that does not come.
const LONG: &str = "
    count 24 --threads 1|count 28 --method join|count 25 --rules torus|count 32 --only 180
    count 20 --placements --threads 1|count 22 --method bitmask|count 18 --by-first --threads 1|count 22 --placements --by-level
    count 24 --rules semiqueens|count 28 --rules reflecting|count 32 --rules superqueens --only 180
    estimate 10000 --seed 1|estimate 8 --error 0.0001% --seed 1|estimate 1000 --seconds 1000 --seed 1
    count 32 --queens 12|count 32 --queens any|count 32 --queens maximal|count 26 --queens with-pawn
    table 18..20 --threads 1|list 15 --method dancing-links|list 24 --fundamental --dots
    find 36 --first|find 4000000000|find 4000000000 --output big.txt|find 100000000 --random --seed 1
    solve|solve -|solve size:26 closed:a1 --rules superqueens --count|solve size:1000 --method sat
    solve size:22 --all --format board|solve size:5000 --count|solve size:20 --count --method arrays
    solve fifo|puzzle new --size 20 --seed 1 --count 1000 --difficulty expert|check|check fifo|check fifo --rules torus
    export -|export fifo|export size:4 --output drain|export size:18 --rules torus --format drat
    draw -|draw - --output p.svg|draw fifo
    draw --given 1 --size 1000 --width 8192 --output p.png|find 8 --output drain|list 4 --output drain
    trace arrays 20|trace breadth 14|trace arrays 20 --from 99999999999999
    compare 18 --methods arrays --limit 1000|plan 28 --threads 1|bench --size 22 --runs 1000 --threads 1";

#[test]
fn every_command_ends_soon_after_an_interrupt_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Nobody writes to the first and reads from the second.
    let pipes = ["fifo", "drain"].map(|name| folder.join(name));
    let made = Command::new("mkfifo").args(&pipes).status().unwrap();
    assert!(made.success());
    let before = files(folder);
    let lines = LONG.split(['|', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let queue = Mutex::new(lines.enumerate());
    let work = || {
        while let Some((number, line)) = { queue.lock().unwrap().next() } {
            let signal = if number % 2 == 0 { "-INT" } else { "-TERM" };
            let Ended { code, errors } = interrupted_after(folder, line, Stdio::null(), signal);
            assert_eq!(code, Some(130), "{line}: {errors}");
            let one_line = errors.lines().count() == 1 && errors.starts_with("queens: interrupted");
            assert!(one_line, "{line}: {errors}");
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    assert_eq!(files(folder), before);
}

/// A reader that has stopped, such as a pager, blocks the command inside a write.
#[test]
fn an_interrupt_ends_a_blocked_write() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["list 14", "trace arrays 14", "find 10000000", "solve size:14 --all"] {
        let ended = interrupted_after(folder.path(), line, Stdio::piped(), "-INT");
        let errors = "queens: interrupted\n".to_string();
        assert_eq!(ended, Ended { code: Some(130), errors }, "{line}");
    }
}

#[test]
fn an_interrupted_list_of_a_position_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.txt");
    let line = "solve size:20 --all --format rows --output some.txt";
    let Ended { code, errors } = interrupted_after(folder.path(), line, Stdio::null(), "-INT");
    assert_eq!(code, Some(130));
    let printed = std::fs::read_to_string(&path).unwrap().lines().count();
    assert!(errors.contains(&format!("after {printed} solutions, saved in ")), "{errors}");
}

/// Files are complete or as they were, and the message says so.
#[test]
fn an_interrupt_names_the_files_that_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("old.txt"), "old").unwrap();
    std::fs::write(folder.join("old.pdf"), "old").unwrap();
    let before = files(folder);
    let sheet = "puzzle sheet --size 20 --count 100 --difficulty expert --seed 1 --output";
    for (line, message) in [
        ("solve size:60 --explain --output old.txt", "interrupted; old.txt is unchanged"),
        ("find 4000000000 --output new.txt", "interrupted; new.txt was not written"),
        (&format!("{sheet} old.pdf"), "interrupted; old.pdf is unchanged"),
        (&format!("{sheet} s.svg"), "interrupted; none of s-1.svg to s-26.svg was written"),
        (
            "draw --given 1 --size 1000 --width 8192 --output p.png",
            "interrupted; p.png was not written",
        ),
    ] {
        let Ended { code, errors } = interrupted_after(folder, line, Stdio::null(), "-INT");
        assert_eq!((code, errors), (Some(130), format!("queens: {message}\n")), "{line}");
        assert_eq!(files(folder), before, "{line}");
    }
    for name in ["old.txt", "old.pdf"] {
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), "old");
    }
}

#[test]
fn an_interrupted_list_ends_cleanly() {
    let Ended { code, errors } = interrupted("list 18");
    assert_eq!(code, Some(130));
    assert!(errors.starts_with("queens: interrupted after "), "{errors}");
    let ended = Ended { code: Some(130), errors: "queens: interrupted\n".to_string() };
    assert_eq!(interrupted("trace arrays 16"), ended);
}
