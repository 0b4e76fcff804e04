//! Ledgers as files: links, locks, empty files, stored text, jobs that are not there, and interrupts.

#[cfg(unix)]
use super::ledger::records;
use super::ledger::{files, place, provenance, run, run_by};
use super::*;
use queens::{Backend, Control, Count, Error, JobResult, Method, Plan, Processor, Sink};
use queens_ledger::{Ledger, Provenance};

/// Finishes each job at once, with an invented count.
struct Invented;

impl Backend for Invented {
    fn run(
        &self,
        _: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        _: &dyn Control,
    ) -> Result<(), Error> {
        let mut count = Count::default();
        count.add(1, 1).unwrap();
        jobs.iter().try_for_each(|&job| sink.finished(job, JobResult::new(count), Processor::Cpu))
    }
}

#[test]
fn nothing_remains_next_to_a_finished_ledger() {
    let (folder, path) = place("q10.db");
    let (folder, shown) = (folder.path(), path.display());
    // Left by a run that was killed.
    fs::write(folder.join("q10.db.lock"), "").unwrap();
    assert_eq!(printed(&format!("count 10 --ledger {shown}")), "10: 724\n");
    assert_eq!(files(folder), ["q10.db"]);
    refused(&format!("count 11 --ledger {shown}"));
    printed(&format!("ledger merge {0}.all {0} {0}", shown));
    refused(&format!("ledger merge {0}.all {0}", shown));
    printed(&format!("verify {shown}"));
    assert_eq!(files(folder), ["q10.db", "q10.db.all"]);
}

#[test]
fn an_empty_file_is_not_a_ledger_and_is_not_overwritten() {
    let (folder, path) = place("q9.db");
    let shown = path.display();
    printed(&format!("count 9 --ledger {shown}"));
    // By another program, or by a file system after a power failure.
    fs::write(&path, "").unwrap();
    for command in ["verify", "ledger status", "ledger show", "ledger export", "count 9 --ledger"] {
        let error = refused(&format!("{command} {shown}"));
        let reason = "q9.db is not a ledger: the file is empty; to start a new ledger, delete it\n";
        assert!(error.ends_with(reason), "{error}");
    }
    assert_eq!(files(folder.path()), ["q9.db"]);
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    fs::remove_file(&path).unwrap();
    // A journal or a log next to it is not that of a new ledger, unless it is empty.
    for ending in ["-journal", "-wal"] {
        let other = path.with_file_name(format!("q9.db{ending}"));
        fs::write(&other, "of another database").unwrap();
        let error = refused(&format!("count 9 --ledger {shown}"));
        assert!(error.contains(&format!("'{ending}' is next to it")), "{error}");
        fs::write(&other, "").unwrap();
    }
    assert_eq!(printed(&format!("count 9 --ledger {shown}")), "9: 352\n");
}

#[cfg(unix)]
#[test]
fn a_ledger_is_written_where_its_link_points() {
    use std::os::unix::fs::symlink;
    let (folder, link) = place("link.db");
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let real = below.join("q9.db");
    // A relative link to a link to a file that does not exist.
    symlink("below/second.db", &link).unwrap();
    symlink(&real, below.join("second.db")).unwrap();
    assert_eq!(printed(&format!("count 9 --ledger {}", link.display())), "9: 352\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(files(&below), ["q9.db", "second.db"]);
    assert_eq!(records(&real), records(&link));
    assert_eq!(printed(&format!("count 9 --ledger {}", link.display())), "9: 352\n");
    assert_eq!(Ledger::open(&real).unwrap().status().unwrap().sessions, 1);
    // The lock is that of the file.
    let results = rusqlite::Connection::open(&real).unwrap();
    results.execute_batch("DELETE FROM results WHERE job = 0").unwrap();
    drop(results);
    let resumed = Ledger::resume(&real).unwrap();
    assert!(refused(&format!("count 9 --ledger {}", link.display())).contains("in use"));
    drop(resumed);
    assert_eq!(files(folder.path()), ["below", "link.db"]);
    // In a folder that does not exist.
    let lost = folder.path().join("lost.db");
    symlink(folder.path().join("none").join("q9.db"), &lost).unwrap();
    assert!(refused(&format!("count 9 --ledger {}", lost.display())).contains("lost.db: no such"));
}

#[test]
fn stored_text_never_acts_on_the_terminal() {
    let (_folder, path) = place("q8.db");
    let shown = path.display();
    let hostile = |text: &str| format!("{text}\u{1b}]0;title\u{7}\u{9b}2J\r\u{202e}\u{7f}end");
    let [device, engine, program] = ["device", "engine", "program"].map(hostile);
    run(&path, 8, &Invented, &Provenance { device, engine, program });
    for command in ["ledger show", "ledger export", "ledger export --format json", "ledger status"]
    {
        let text = printed(&format!("{command} {shown}"));
        let acting =
            |c: char| c != '\n' && (c.is_control() || c == '\u{202e}' && !command.contains("json"));
        assert!(!text.contains(acting), "{command}: {text:?}");
        assert_eq!(text.contains("end"), command != "ledger status", "{command}: {text:?}");
    }
    let json = printed(&format!("ledger export {shown} --format json"));
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["device"], hostile("device"));
}

#[test]
fn jobs_that_a_ledger_does_not_have_are_errors() {
    let (folder, path) = place("q12.db");
    let shown = path.display();
    printed(&format!("count 12 --method cross --ledger {shown} --shard 1/3"));
    let jobs = Ledger::open(&path).unwrap().header().jobs;
    let error = refused(&format!("ledger show {shown} --job {jobs}"));
    assert!(error.contains(&format!("no job {jobs}: the plan has {jobs} jobs")), "{error}");
    let error = refused(&format!("ledger show {shown} --job 4"));
    assert!(
        error.contains("job 4 belongs to shard 2/3, but") && error.contains("for shard 1/3"),
        "{error}"
    );
    assert_eq!(printed(&format!("ledger show {shown} --job 3")).lines().count(), 2);
    let merged = folder.path().join("merged.db");
    printed(&format!("ledger merge {} {shown}", merged.display()));
    let output = queens(&format!("ledger show {} --job 4", merged.display()));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, format!("queens: job 4 is not finished in {}\n", merged.display()));
}

#[test]
fn a_merge_says_which_ledger_differs_from_which() {
    let (folder, out) = place("out.db");
    let paths = ["a.db", "b.db"].map(|name| folder.path().join(name).display().to_string());
    printed(&format!("count 9 --method cross --ledger {}", paths[0]));
    printed(&format!("count 10 --method cross --ledger {}", paths[1]));
    let error = refused(&format!("ledger merge {} {} {}", out.display(), paths[0], paths[1]));
    let [a, b] = &paths;
    let what = format!("queens: {b} belongs to another count: N is 10 in the ledger, 9 in {a}\n");
    assert_eq!(error, what);
}

/// A recount that would take hours ends soon after a signal.
#[cfg(unix)]
#[test]
fn a_verification_can_be_interrupted() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let (_folder, path) = place("q26.db");
    run_by(Method::BITMASK, &path, 26, &Invented, &provenance());
    for (signal, threads) in [("-INT", "1"), ("-TERM", "3")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
            .args(["verify", "--threads", threads, "--sample", "1"])
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "the recount takes hours");
        let start = Instant::now();
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "queens: interrupted\n");
        // Within one second; a busy machine needs longer.
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    }
}
