//! Ledgers that another process reads during a count.

use super::ledger::{place, provenance, records, run};
use super::*;
use queens::{Backend, Control, Error, Inline, Plan, Sink};
use queens_ledger::Ledger;
use rusqlite::Connection;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

/// The ledger that the process of [`reader`] reads.
const READS: &str = "QUEENS_TEST_READS";

/// The other process: reads a ledger and keeps its lock until its standard input ends.
#[test]
#[ignore = "the other process of the tests in this file"]
fn reader() {
    let Some(path) = std::env::var_os(READS) else { return };
    let other = Connection::open(path).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM results").unwrap();
    eprintln!("reading");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// Starts the other process and waits until it reads.
fn start_reader(path: &Path) -> Child {
    let name = format!("{}::reader", module_path!().split_once("::").unwrap().1);
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &name, "--ignored", "--nocapture"])
        .env(READS, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(next_line(&mut BufReader::new(child.stderr.take().unwrap())), "reading");
    child
}

/// Lets the other process end.
fn end_reader(mut child: Child) {
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

fn next_line(lines: &mut impl BufRead) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    line.trim_end().to_string()
}

/// Finishes one job, then stops.
struct OneJob;

impl Backend for OneJob {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        Inline.run(plan, &jobs[..1], sink, control)?;
        Err(Error::Stopped)
    }
}

/// A ledger with one result.
fn begun(path: &Path, size: usize) {
    run(path, size, &OneJob, &provenance());
}

fn count(path: &Path, size: &str) -> (Child, BufReader<ChildStderr>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(["count", size, "--threads", "1", "--simd", "portable", "--ledger"])
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let errors = BufReader::new(child.stderr.take().unwrap());
    (child, errors)
}

/// Waits until there is a write-ahead log.
#[cfg(unix)]
fn wait_for_log(ledger: &Path) -> PathBuf {
    let log = PathBuf::from(format!("{}-wal", ledger.display()));
    while !log.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    log
}

/// A reader that was there first keeps a run from using a log, as on a network file system.
#[test]
fn a_count_says_that_a_reader_keeps_it_from_saving_and_waits_for_it() {
    let (_folder, path) = place("q12.db");
    begun(&path, 12);
    let reader = start_reader(&path);
    let (child, mut errors) = count(&path, "12");
    let warning = next_line(&mut errors);
    let holder =
        if cfg!(target_os = "linux") { format!(" ({})", reader.id()) } else { String::new() };
    let what = format!("q12.db: cannot save: another process{holder} is reading or writing it; ");
    assert!(warning.contains(&what) && warning.contains("; not saved yet: "), "{warning}");
    assert_eq!(records(&path).len(), 1);
    end_reader(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "12: 14200\n");
    assert!(next_line(&mut errors).ends_with("q12.db: everything is saved again"));
    assert_eq!(next_line(&mut errors), "");
    assert_eq!(records(&path).len(), 342);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_count_that_cannot_save() {
    // One that counts, and one that has counted everything and waits.
    for size in ["17", "12"] {
        let (_folder, path) = place("q.db");
        begun(&path, size.parse().unwrap());
        let reader = start_reader(&path);
        let (mut child, mut errors) = count(&path, size);
        assert!(next_line(&mut errors).contains("cannot save"));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        // While the reader still holds its lock.
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let last = next_line(&mut errors);
        assert!(last.starts_with(&format!("queens: interrupted at N = {size}: ")), "{last}");
        assert!(last.contains(" cannot be saved: another process is reading"), "{last}");
        let saved = "q.db; run the same command again to resume";
        assert!(last.contains("; 1 of ") && last.ends_with(saved), "{last}");
        assert_eq!(next_line(&mut errors), "");
        end_reader(reader);
        assert_eq!(records(&path).len(), 1);
    }
}

/// While a count runs on a local disk, readers and the count do not wait for each other.
#[cfg(target_os = "linux")]
#[test]
fn a_count_does_not_wait_for_a_reader_that_comes_later() {
    let (_folder, path) = place("q16.db");
    let (child, mut errors) = count(&path, "16");
    let log = wait_for_log(&path);
    let reader = start_reader(&path);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "16: 14772512\n");
    assert_eq!(next_line(&mut errors), "");
    assert!(printed(&format!("verify {} --sample 0", path.display())).contains("checked: N = 16"));
    end_reader(reader);
    // The next one who opens the ledger makes it one file.
    assert!(printed(&format!("verify {} --sample 0", path.display())).contains("checked: N = 16"));
    assert!(!log.exists());
}

#[cfg(unix)]
#[test]
fn a_ledger_that_is_moved_during_a_count_is_reported() {
    let (folder, path) = place("q20.db");
    let moved = folder.path().join("moved.db");
    let (child, mut errors) = count(&path, "20");
    wait_for_log(&path);
    fs::rename(&path, &moved).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
    let error = next_line(&mut errors);
    let what = "q20.db: the file was moved or deleted during the run, which has ended";
    assert!(error.contains(what) && !error.contains("again"), "{error}");
    assert!(printed(&format!("ledger status {}", moved.display())).contains("join"));
}

#[cfg(unix)]
#[test]
fn two_counts_never_write_one_ledger() {
    let (folder, path) = place("q20.db");
    // Another name for the file would have another lock and another journal.
    begun(&path, 20);
    let other = folder.path().join("other.db");
    fs::hard_link(&path, &other).unwrap();
    for name in [&path, &other] {
        let error = refused(&format!("count 20 --ledger {}", name.display()));
        assert!(error.contains("the file has 2 names (hard links)"), "{error}");
    }
    fs::remove_file(other).unwrap();
    // Without its lock file, the first count ends when the second one has begun.
    let (first, mut errors) = count(&path, "20");
    while Ledger::open(&path).unwrap().status().unwrap().sessions < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    fs::remove_file(path.with_file_name("q20.db.lock")).unwrap();
    let (mut second, _) = count(&path, "20");
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(2));
    let error = next_line(&mut errors);
    assert!(error.contains("q20.db: another process has begun to write to it"), "{error}");
    assert_eq!(second.try_wait().unwrap(), None, "the second count continues");
    second.kill().unwrap();
    second.wait().unwrap();
}

/// A complete ledger that cannot be written, because its lock cannot be taken, is read.
#[test]
fn a_complete_ledger_is_only_read() {
    let (folder, path) = place("q10.db");
    let line = format!("count 10 --ledger {}", path.display());
    assert_eq!(printed(&line), "10: 724\n");
    fs::create_dir(folder.path().join("q10.db.lock")).unwrap();
    let before = fs::read(&path).unwrap();
    for read_only in [true, false] {
        for place in [folder.path(), &path] {
            let mut permissions = fs::metadata(place).unwrap().permissions();
            permissions.set_readonly(read_only);
            fs::set_permissions(place, permissions).unwrap();
        }
        assert_eq!(printed(&line), "10: 724\n");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(refused(&format!("{line} --audit")).contains(".lock"));
}
