//! More than a thousand bad command lines: each ends at once, with exit code 2 and one line on stderr, and writes nothing.

mod definition;
mod values;

use definition::{CliOption, Takes, options};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer means that a command hangs. They take milliseconds.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The longest message, in bytes.
const LONGEST: usize = 4200;

pub(crate) type Line = Vec<OsString>;

/// A line of words.
pub(crate) fn words(line: &str) -> Line {
    line.split_whitespace().map(OsString::from).collect()
}

/// A valid line of each command. An option with a bad value is added to it.
pub(crate) const VALID: [(&str, &str); 31] = [
    ("count", "count 4"),
    ("estimate", "estimate 4 --samples 2 --seed 1"),
    ("table", "table 4"),
    ("list", "list 4"),
    ("find", "find 8"),
    ("solve", "solve size:4"),
    ("puzzle new", "puzzle new --size 5 --seed 1"),
    ("puzzle sheet", "puzzle sheet --count 1 --size 5 --seed 1 --output sheet.pdf"),
    ("export", "export size:4"),
    ("puzzle read", "puzzle read board.png"),
    ("check", "check solution"),
    ("draw", "draw 2 4 1 3"),
    ("tree", "tree 4"),
    ("trace", "trace arrays 4"),
    ("watch", "watch 4 --output watch.svg"),
    ("serve", "serve --port 0 --folder page"),
    ("compare", "compare 4 --runs 1"),
    ("plan", "plan 4"),
    ("bench", "bench --size 8 --runs 1"),
    ("ledger", "ledger status q8.db"),
    ("ledger status", "ledger status q8.db"),
    ("ledger show", "ledger show q8.db"),
    ("ledger export", "ledger export q8.db"),
    ("ledger merge", "ledger merge merged.db q8.db"),
    ("ledger repair", "ledger repair q8.db repaired.db"),
    ("verify", "verify q8.db"),
    ("devices", "devices"),
    ("methods", "methods"),
    ("completions", "completions bash"),
    ("man", "man"),
    ("puzzle", "puzzle new --size 5 --seed 1"),
];

/// The files that the lines name.
pub(crate) fn prepare(folder: &Path) {
    let path = |name: &str| folder.join(name);
    fs::create_dir(path("folder")).unwrap();
    fs::create_dir(path("folder.svg")).unwrap();
    fs::create_dir(path("page")).unwrap();
    fs::write(path("page/index.html"), "").unwrap();
    fs::write(path("file"), "a file\n").unwrap();
    fs::write(path("empty"), "").unwrap();
    fs::write(path("letters"), "no board\n").unwrap();
    fs::write(path("garbage"), b"\x00\xff\xfe\x80\n\x1b[31m").unwrap();
    fs::write(path("solution"), "2 4 1 3\n").unwrap();
    for line in ["count 8 --ledger q8.db", "puzzle new --size 5 --seed 1 --output board.png"] {
        let made = run(folder, &words(line));
        assert_eq!(made.code, Some(0), "{}", made.errors);
    }
    let board = fs::read(path("board.png")).unwrap();
    fs::write(path("half.png"), &board[..board.len() / 2]).unwrap();
}

/// The names of the files in a folder.
pub(crate) fn files(folder: &Path) -> BTreeSet<OsString> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

/// How a command ended. Without a code it was killed: by a signal, or after the time limit.
struct Ended {
    code: Option<i32>,
    printed: usize,
    errors: String,
}

fn run(folder: &Path, line: &Line) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(line).current_dir(folder).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Read while it runs, because it could not print more than a pipe holds otherwise.
    let printed = read_all(child.stdout.take().unwrap());
    let errors = read_all(child.stderr.take().unwrap());
    let code = wait(&mut child);
    let (printed, errors) = (printed.join().unwrap(), errors.join().unwrap());
    Ended { code, printed: printed.len(), errors: String::from_utf8_lossy(&errors).into_owned() }
}

/// Reads everything on a thread of its own.
fn read_all(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Waits for the end, at most for the time limit.
fn wait(child: &mut Child) -> Option<i32> {
    let end = Instant::now() + TIMEOUT;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if Instant::now() > end {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What is wrong with the end of a bad line, if anything is.
fn complaint(ended: &Ended) -> Option<String> {
    let Ended { code, printed, errors } = ended;
    let text = errors.strip_suffix('\n').unwrap_or("no line");
    let fine = *code == Some(2)
        && *printed == 0
        && text.starts_with("queens: ")
        && text.len() > "queens: ".len() + 3
        && text.len() < LONGEST
        && !text.contains(|letter: char| letter.is_control());
    (!fine).then(|| format!("code {code:?}, {printed} bytes on stdout, stderr: {errors:?}"))
}

/// Lines with one bad option each.
fn bad_options(valid: &BTreeMap<&str, &str>) -> Vec<Line> {
    let mut lines = Vec::new();
    for option in options() {
        let CliOption { command, name, takes } = &option;
        let base = valid.get(command.as_str());
        let base = words(base.unwrap_or_else(|| panic!("add 'queens {command}' to VALID")));
        let flag = format!("--{name}");
        let with = |more: &[&str]| {
            let more = more.iter().map(OsString::from);
            base.iter().cloned().chain(more).collect::<Line>()
        };
        // A letter too many in the name.
        lines.push(with(&[&format!("{flag}q")]));
        if *takes == Takes::Nothing {
            lines.push(with(&[&format!("{flag}=yes")]));
            lines.push(with(&[&format!("{flag}=")]));
            lines.push(with(&[&flag, &flag]));
            continue;
        }
        // No value, and a value of another option in its place.
        lines.push(with(&[&flag]));
        lines.push(with(&[&flag, "--zzz"]));
        for value in values::bad(&option) {
            let mut line = with(&[&flag]);
            line.push(value);
            lines.push(line);
        }
    }
    lines
}

/// Lines with bad arguments without a name.
fn bad_arguments(valid: &BTreeMap<&str, &str>) -> Vec<Line> {
    let mut lines = Vec::new();
    for line in valid.values() {
        for more in ["--zzz", "-Z", "--=", "---", "--help=x", "--no-format", "-\u{7}"] {
            let mut line = words(line);
            line.push(more.into());
            lines.push(line);
        }
    }
    let sizes = ["33", "99999999", "8..4", "8..", "..8", "8...9", "4..33", "8-9", "[8]", "N"];
    let commands = "count|estimate|table|list|find|tree|watch|compare|plan|trace arrays";
    for command in commands.split('|') {
        for size in values::WHOLE.split('|').chain(sizes) {
            // These commands have no limit of 32, or list no range.
            if command == "find" && ["33", "99999999"].contains(&size) {
                continue;
            }
            if command == "estimate" && size == "33" {
                continue;
            }
            let mut line = words(command);
            line.push(size.into());
            lines.push(line);
        }
    }
    lines
}

/// Lines that are wrong in ways that no table has.
const OTHERS: &str = "
    count|count 8 9|count --|x|helpp|help x|-8|--|-|8|count count
    count 8 --fundamental --only 90|count 8 --by-first --ledger new.db|count 8 --by-level|count 8 --placements --by-level --ledger new.db|count 8 --shard 1/2|count 8 --shard 1/2 --only 90|count 8 --shard 1/2 --by-first
    count 8 --shard 1/2 --ledger new.db|count 8..9 --ledger new.db|count 8 --rules torus --method cross
    count 8 --rules torus --placements --ledger new.db|count 8 --method join --placements|count 29 --method join
    count 16 --method breadth|count 8 --threads 2 --method arrays|count 8 --double-check --placements
    count 9 --ledger q8.db|count 8 --method cross --ledger q8.db|count 8 --device cuda:0,0
    count 8 --device cuda:|count 8 --device cuda:x|count 8 --device gpu:0|count 8 --device cpu,cuda
    estimate|estimate 8 9|estimate 10001|estimate 8..9|estimate 8 --samples 1|estimate 8 --samples 9 --error 1%
    estimate 8 --error 0|estimate 8 --error 0%|estimate 8 --error 1%%|estimate 8 --seconds 0|estimate 8 --threads 0
    table|table 8 9|table 33|list|list 4 5|list 8 --method join|list 8 --dots --mirror
    list 8 --dots --format board|list 16 --method breadth|list 8 --output folder|find|find 8 9
    find 8 --seed 1|find 8 --first --seed 1|find 8 --random --first|find 6000 --first|find 100000001 --random
    find 1001 --format board|find 1001 --output p.png|find 8 --output missing/p.png
    solve|solve size:|solve size:x|solve size:5001|solve size:-1|solve size:4 size:4|solve size:4 given:z9
    solve size:4 given:a1 closed:a1|solve size:4 rules:x|solve size:4 --rules regions|solve size:65 --explain
    solve size:4 a1|solve solution empty|solve folder|solve missing|solve garbage|solve empty
    solve letters|solve size:4 --all --count|solve size:4 --hint --explain|solve size:4 --hint --limit 1|solve size:4 --hint --output p.svg|solve size:4 --hint --method sat|solve 8|solve board.png|solve size:4 --unique --limit 1|solve size:4 --method cross
    solve size:4 --method sat --all|solve size:4 --method sat --count|solve size:4 --unique --method sat
    solve size:1001 --output p.svg|solve size:4 --all --output p.svg|solve size:4 --output folder
    solve size:40 --count --method cross|solve size:4 regions:AB/AB|solve size:2 regions:AA/AA|puzzle|puzzle x
    puzzle new x|puzzle new --count 0|puzzle new --size 5 --output p.gif|solve size:4 --output p.JPG|puzzle new --size 3|puzzle new --size 21|puzzle new --stars 3|puzzle new --stars 2 --size 7|puzzle new --size 33 --rules queens
    export|export size:|export size:4 --rules regions|export missing|export folder|export empty|export garbage|export letters
    export size:4 --output folder|export size:1001|export size:190 --format qubo|export size:1001 --format drat
    puzzle sheet|puzzle sheet x|puzzle sheet --output s.gif|puzzle sheet --output s|puzzle sheet --output missing/s.pdf
    puzzle sheet --output missing/s.svg|puzzle sheet --size 3 --output s.pdf|puzzle sheet --size 21 --output s.png
    puzzle sheet --rules torus --output s.pdf|puzzle sheet --count 0 --output s.pdf|puzzle sheet --count 501 --output s.pdf
    puzzle sheet --per-page 3 --output s.pdf|puzzle sheet --count 300 --per-page 1 --output s.svg
    solve #/watch?n=8|solve #/play?q=A1|solve https://example.org/|solve #/play?day=2026-02-30|solve #/play?n=4&q=Z9
    puzzle read|puzzle read missing|puzzle read folder|puzzle read empty|puzzle read garbage|puzzle read half.png
    puzzle read board.png board.png|puzzle read board.png --format csv|puzzle read board.png --output folder
    puzzle new --rules torus|puzzle new --size 5 --output missing/p.svg|check missing|check folder|check empty
    check garbage|check letters|check file|check solution solution|check solution --position missing|check --position -|check solution --rules regions
    draw|draw x|draw 1 5|draw 1 3 x|draw 0|draw 5|draw A0|draw A1 A9|draw 2 4 1 3 --first 8|draw --first 33
    draw --given 1|draw --given 1 --size 1001|draw --given 9 --size 8|draw --given 1,2 --size 8
    draw --given A1,A1 --size 8|draw --given A1,I9 --size 8|draw --given 1,3,5 --size 2|draw --job 1
    draw --job 1 --size 33|draw --job 99999 --size 8|draw --job 0 --size 29 --method join|draw --first 8 --method join
    draw --first 8 --output p|draw --first 8 --output p.bmp|draw --first 8 --width 15 --output p.png
    draw --first 8 --width 8193 --output p.png|draw --given 1 --size 40 --bits|draw --given A2 --size 8 --bits
    draw missing|draw empty|draw solution --stars 3|draw solution --output p|tree|tree 33|tree 20|tree 8 9
    tree 4 --output tree.png|tree 4 --output folder|trace|trace 4|trace arrays|trace arrays 33|trace cross 8
    trace join 8|trace arrays 4 5|watch|watch 33 --output w.svg|watch 4|watch 4 --output w.bmp
    watch 4 --output w.svg --steps 0|watch 4 --steps 5|watch 4 --picture w.svg --steps 5|watch 4 --method cross --output w.svg
    watch 12 --from 99999999999 --output w.svg|watch 4 --output w.svg --speed 0|serve x|serve --port 65536
    serve --host example.org|serve --host 8.8.8.8 --port 0|compare|compare 33|compare 8 9|compare 8 --methods arrays,arrays
    compare 8 --methods arrays,nonsense|compare 8 --runs 0|compare 8 --limit 0|compare 4 --plot p.gif
    compare 4 --plot missing/p.svg|plan|plan 33|plan 8..9|plan 29 --method join|plan 8 --device gpu:0|plan 8 --device wgpu:0,0|plan 8 --method arrays --threads 2
    plan 12 --rules reflecting --only 180|plan 8 --rules torus --method cross|count 8 --placements --by-level --method cross|count 8 --ledger new.db --audit -1
    bench 8|bench --device cuda:|bench --device wgpu:all,0|bench --size 7|bench --size 23|bench --runs 0|bench --runs 1001|ledger|ledger x|ledger status
    ledger status missing|ledger status file|ledger status folder|ledger show|ledger show missing
    ledger show q8.db --job 9999|ledger export missing|ledger export file|ledger export q8.db --output folder
    ledger merge|ledger merge new.db|ledger merge new.db missing|ledger merge new.db file|verify|verify missing
    ledger repair|ledger repair q8.db|ledger repair missing new.db|ledger repair file new.db|ledger repair folder new.db
    ledger repair q8.db q8.db|ledger repair q8.db folder
    verify folder|verify q8.db q8.db|devices x|methods x|completions|completions csh|completions bash zsh
    man x|man --output missing|man --output file";

#[test]
fn a_thousand_bad_lines_end_with_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let valid = BTreeMap::from(VALID);
    let mut lines = bad_options(&valid);
    lines.extend(bad_arguments(&valid));
    let others = OTHERS.split(['|', '\n']).map(words);
    // 'queens' alone prints the help.
    lines.extend(others.filter(|line| !line.is_empty()));
    let lines: BTreeSet<Line> = lines.into_iter().collect();
    assert!(lines.len() >= 1000, "only {} lines", lines.len());

    let before = files(folder);
    let queue = Mutex::new(lines.iter());
    let complaints = Mutex::new(Vec::new());
    let work = || {
        while let Some(line) = { queue.lock().unwrap().next() } {
            if let Some(complaint) = complaint(&run(folder, line)) {
                complaints.lock().unwrap().push(format!("queens {line:?}: {complaint}"));
            }
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let complaints = complaints.into_inner().unwrap();
    let shown = complaints.iter().map(|text| text.chars().take(600).collect::<String>() + "\n");
    let (bad, all) = (complaints.len(), lines.len());
    assert!(bad == 0, "{bad} of {all} lines:\n{}", shown.take(60).collect::<String>());
    let left: Vec<_> = files(folder).difference(&before).cloned().collect();
    assert!(left.is_empty(), "left behind: {left:?}");
}

/// The lines to which bad options are added are valid, so that the added option is what is refused.
#[test]
fn the_lines_without_a_bad_option_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for (command, line) in VALID {
        // It serves until it is interrupted.
        if command != "serve" {
            let ended = run(folder.path(), &words(line));
            assert_eq!(ended.code, Some(0), "queens {line}: {}", ended.errors);
        }
    }
}
