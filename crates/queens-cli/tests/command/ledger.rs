use super::*;
use queens::{Backend, Method, Never, Request};
use queens_ledger::{Ledger, Provenance, Record, Runner};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(crate) fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

pub(crate) fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

/// Creates a ledger of a count with 'cross' and runs its jobs on a backend.
pub(crate) fn run(path: &Path, size: usize, backend: &dyn Backend, provenance: &Provenance) {
    run_by(Method::CROSS, path, size, backend, provenance);
}

pub(crate) fn run_by(
    method: Method,
    path: &Path,
    size: usize,
    backend: &dyn Backend,
    provenance: &Provenance,
) {
    let plan = Request::count(size).unwrap().method(method).plan().unwrap();
    let by = Runner { backend, provenance };
    let mut ledger = Ledger::create(path, &plan, None, provenance).unwrap();
    // Some backends stop.
    let _ = ledger.run(by, by, &Never);
}

/// The names of the files in a folder.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn records(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    Ledger::open(path)
        .unwrap()
        .each(|record| {
            records.push(record);
            Ok(())
        })
        .unwrap();
    records
}

#[test]
fn a_count_into_a_ledger_is_a_count() {
    let (_folder, path) = place("q12.db");
    let shown = path.display();
    let line = format!("count 12 --ledger {shown}");
    assert_eq!(printed(&line), "12: 14200\n");
    // The second time there are no missing jobs, and nothing is written.
    assert_eq!(printed(&format!("{line} --fundamental")), "12: 14200\n   fundamental: 1787\n");

    let status = printed(&format!("ledger status {shown} --format json"));
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["finished"], &status["jobs"]), (&status["jobs"], &status["plan_jobs"]));
    assert_eq!((&status["solutions"], &status["sessions"]), (&14200.into(), &1.into()));
    assert!(printed(&format!("ledger status {shown}")).contains("plan version"));
    let verified = printed(&format!("verify {shown} --sample 2"));
    assert!(verified.contains("verified: N = 12") && verified.contains("2 jobs recounted"));
    let verified = printed(&format!("verify {shown} --sample 2 --format json"));
    let verified: serde_json::Value = serde_json::from_str(&verified).unwrap();
    assert_eq!((&verified["outcome"], &verified["n"]), (&"verified".into(), &12.into()));
    assert_eq!(verified["recounted"].as_array().unwrap().len(), 2);
    let export = printed(&format!("ledger export {shown}"));
    assert!(export.starts_with("job,solutions,residue_1,residue_2,placements,seconds,finished,"));
    assert_eq!(export.lines().count() as u64, status["jobs"].as_u64().unwrap() + 1);
    assert!(printed(&format!("ledger show {shown} --job 3")).lines().count() == 2);
    let certificate = printed(&format!("ledger export {shown} --certificate"));
    assert!(certificate.contains("solutions  14200\n") && certificate.contains("root "));
}

#[test]
fn a_ledger_is_verified_against_a_certificate() {
    let (folder, path) = place("c10.db");
    let ledger = path.display();
    let file = folder.path().join("certificate");
    let line = format!("verify {ledger} --sample 1 --certificate {}", file.display());
    printed(&format!("count 10 --ledger {ledger}"));
    let certificate = printed(&format!("ledger export {ledger} --certificate"));
    std::fs::write(&file, &certificate).unwrap();
    assert!(printed(&line).contains("verified: N = 10"));
    std::fs::write(&file, certificate.replace("solutions  724", "solutions  725")).unwrap();
    let wrong = queens(&line);
    let reason = "wrong: the ledger has 'solutions 724', the certificate has 'solutions 725'";
    assert!(String::from_utf8_lossy(&wrong.stdout).contains(reason), "{wrong:?}");
    assert_eq!(wrong.status.code(), Some(1));
    std::fs::write(&file, "724").unwrap();
    let other = queens(&line);
    let message = "is not a certificate: its first line is not 'queens certificate 1'\n";
    assert!(
        String::from_utf8_lossy(&other.stderr).ends_with(message) && other.stdout.is_empty(),
        "{other:?}"
    );
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn placements_go_into_a_ledger() {
    let (_folder, path) = place("p10.db");
    let line = format!("count 10 --placements --ledger {}", path.display());
    assert_eq!(printed(&line), "10: 724\n   placements: 35538\n");
    assert_eq!(printed(&line), "10: 724\n   placements: 35538\n");
}

#[test]
fn a_ledger_of_another_count_is_rejected_with_what_differs() {
    let (_folder, path) = place("q11.db");
    let shown = path.display();
    printed(&format!("count 11 --method cross --ledger {shown}"));
    let cases = [
        ("count 12", "N is 11 in the ledger, 12 in this run"),
        ("count 11 --method join", "the method is cross in the ledger, join in this run"),
        (
            "count 11 --placements",
            "the number of placements is not counted in the ledger, counted in this run",
        ),
        ("count 11 --shard 1/2", "the shard is none in the ledger, 1/2 in this run"),
    ];
    for (line, what) in cases {
        let error = refused(&format!("{line} --ledger {shown}"));
        assert!(error.contains(what), "{error}");
    }
    // Without --method, the method is that of the ledger.
    assert_eq!(printed(&format!("count 11 --ledger {shown}")), "11: 2680\n");
    for line in [
        "count 8..9 --ledger x.db",
        "count 8 --shard 1/2",
        "count 8 --ledger x.db --shard 3/2",
        "count 8 --ledger x.db --shard 1/2",
    ] {
        refused(line);
    }
    let missing = path.with_file_name("none.db");
    for command in ["ledger status", "ledger show", "ledger export", "verify"] {
        assert!(refused(&format!("{command} {}", missing.display())).contains("none.db"));
    }
    assert!(!missing.exists());
    fs::write(&missing, "something else").unwrap();
    assert!(refused(&format!("count 8 --ledger {}", missing.display())).contains("not a ledger"));
    assert_eq!(fs::read(&missing).unwrap(), b"something else");
}

#[test]
fn shards_are_counted_separately_and_merged() {
    let (folder, out) = place("all.db");
    let shards: Vec<String> = (1..=3)
        .map(|i| {
            let path = folder.path().join(format!("{i}.db")).display().to_string();
            let line = printed(&format!("count 12 --method cross --ledger {path} --shard {i}/3"));
            assert!(line.starts_with(&format!("12: shard {i}/3 finished: ")), "{line}");
            path
        })
        .collect();
    let two = folder.path().join("two.db");
    let merged = printed(&format!("ledger merge {} {} {}", two.display(), shards[0], shards[2]));
    let status = |line: &str| -> Vec<serde_json::Value> {
        let lines = printed(&format!("ledger status {line} --format json"));
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let sums = status(&two.display().to_string());
    let [finished, solutions] = ["finished", "solutions"].map(|key| sums[0][key].to_string());
    let line = format!(
        "{}: incomplete: {finished} of 342 jobs, {solutions} solutions; 0 dupl",
        two.display()
    );
    assert!(merged.starts_with(&line), "{merged}");
    // A total of shards counts each job once. There is none of one ledger, or of different plans.
    let total = status(&format!("{} {} {}", shards[0], shards[1], two.display()));
    assert_eq!((total.len(), &total[3]["ledger"]), (4, &"total".into()));
    let expected = [("jobs", 342), ("finished", 342), ("solutions", 14200), ("sessions", 2)];
    for (key, value) in expected {
        assert_eq!(total[3][key], value, "{key}: {}", total[3]);
    }
    assert_eq!(total[3]["remaining_seconds"], serde_json::Value::Null);
    let csv = printed(&format!("ledger status {} --format csv", shards.join(" ")));
    assert_eq!(csv.lines().filter(|line| line.starts_with("total,12,cross,")).count(), 1, "{csv}");
    assert_eq!(status(&shards[0]).len(), 1);
    let incomplete = queens(&format!("verify {}", two.display()));
    assert_eq!(incomplete.status.code(), Some(1));
    assert!(String::from_utf8(incomplete.stdout).unwrap().contains("incomplete: "));
    // The missing jobs can be counted into it.
    assert_eq!(printed(&format!("count 12 --ledger {}", two.display())), "12: 14200\n");
    printed(&format!("ledger merge {} {}", out.display(), shards.join(" ")));
    let certificate =
        |path: &Path| printed(&format!("ledger export {} --certificate", path.display()));
    assert_eq!(certificate(&out), certificate(&two));
    assert!(printed(&format!("verify {} --sample all", out.display())).contains("verified"));
    assert!(refused(&format!("ledger merge {} {}", out.display(), shards[0])).contains("exists"));
}

#[test]
fn other_numbers_of_queens_have_ledgers_and_shards() {
    for (size, queens, solutions) in
        [(10, "7", 2_119_176), (8, "any", 118_969), (8, "maximal", 10_188), (9, "with-pawn", 396)]
    {
        let (folder, out) = place("all.db");
        let count = format!("count {size} --queens {queens}");
        let shards = [1, 2].map(|i| {
            let path = folder.path().join(format!("{i}.db")).display().to_string();
            let line = printed(&format!("{count} --ledger {path} --shard {i}/2"));
            assert!(line.starts_with(&format!("{size}: shard {i}/2 finished: ")), "{line}");
            path
        });
        let shown = out.display();
        printed(&format!("ledger merge {shown} {} {}", shards[0], shards[1]));
        // There are no missing jobs.
        assert_eq!(printed(&format!("{count} --ledger {shown}")), format!("{size}: {solutions}\n"));
        let verified = printed(&format!("verify {shown} --sample 9"));
        let start = format!("{shown}: verified: N = {size}, queens: {queens}, ");
        assert!(verified.starts_with(&start), "{verified}");
        assert!(verified.contains("; 9 jobs recounted square by square"), "{verified}");
        let status = printed(&format!("ledger status {shown} --format json"));
        let status: serde_json::Value = serde_json::from_str(&status).unwrap();
        assert_eq!((&status["queens"], &status["finished"]), (&queens.into(), &status["jobs"]));
        let certificate = printed(&format!("ledger export {shown} --certificate"));
        assert!(certificate.contains(&format!("\nqueens     {queens}\n")), "{certificate}");
        let shard = printed(&format!("verify {} --sample 1", shards[0]));
        assert!(shard.contains(&format!("queens: {queens}, shard: 1/2, ")), "{shard}");
        assert!(shard.contains("; 1 job recounted square by square"), "{shard}");
        let error = refused(&format!("count {size} --queens 3 --ledger {shown}"));
        let what = format!("the number of queens is {queens} in the ledger, 3 in this run");
        assert!(error.contains(&what), "{error}");
        let error = refused(&format!("count {size} --ledger {shown}"));
        let what = format!("the number of queens is {queens} in the ledger, N in this run");
        assert!(error.contains(&what), "{error}");
    }
}

#[test]
fn a_damaged_ledger_is_wrong_and_not_resumed() {
    let (_folder, path) = place("q10.db");
    let shown = path.display();
    printed(&format!("count 10 --method cross --ledger {shown}"));
    let mut bytes = fs::read(&path).unwrap();
    let record = records(&path)[7].encode(&Ledger::open(&path).unwrap().header().hash);
    // SQLite may have left copies in unused space.
    let places = bytes.windows(record.len()).enumerate().filter(|(_, window)| *window == record);
    let places: Vec<usize> = places.map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[at + 10] ^= 1);
    fs::write(&path, bytes).unwrap();
    let output = queens(&format!("verify {shown}"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("wrong: job 7: checksum mismatch"));
    let output = queens(&format!("count 10 --ledger {shown}"));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("damaged: job 7: checksum mismatch; 'queens ledger repair' "),
        "{errors}"
    );
    // The repaired ledger lacks the job, and the same count counts it again.
    let new = path.with_file_name("new.db").display().to_string();
    let text = printed(&format!("ledger repair {shown} {new}"));
    let jobs = records(Path::new(&new)).len() + 1;
    assert_eq!(text, format!("{new}: {} of {jobs} jobs kept, 1 lost: 7\n", jobs - 1));
    assert_eq!(printed(&format!("count 10 --ledger {new}")), "10: 724\n");
    assert!(printed(&format!("verify {new}")).contains(": verified: N = 10, "));
    assert!(refused(&format!("ledger repair {shown} {new}")).contains("the file already exists"));
}

mod killed {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    const THREADS: u64 = 2;

    /// Takes some seconds for N = 17, half a minute for 18.
    fn command(path: &Path, size: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
        command.args(["count", size, "--method", "cross", "--simd", "portable", "--threads", "2"]);
        command.arg("--ledger").arg(path);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[test]
    fn a_second_process_can_read_but_not_write_while_the_first_counts() {
        let (_folder, path) = place("q17.db");
        let mut first = command(&path, "17").spawn().unwrap();
        while !path.exists() || Ledger::open(&path).is_err() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(refused(&format!("count 17 --ledger {}", path.display())).contains("in use"));
        assert!(printed(&format!("ledger status {}", path.display())).contains("cross"));
        first.kill().unwrap();
        first.wait().unwrap();
        // The lock is released with the process.
        drop(Ledger::resume(&path).unwrap());
    }

    /// A run that is killed at different times loses no finished job and repeats only the running ones.
    #[test]
    fn kills_lose_nothing_and_repeat_only_running_jobs() {
        let (_folder, path) = place("killed.db");
        let (kills, size, total) = match std::env::var_os("QUEENS_LONG") {
            Some(_) => (100, "18", "666090624"),
            None => (20, "17", "95815104"),
        };
        let mut before: Vec<Record> = Vec::new();
        let mut attempts_before = 0;
        let mut running = 0;
        let mut hit = 0;
        for kill in 0..kills {
            let mut child = command(&path, size).spawn().unwrap();
            // From the first milliseconds, in which the ledger is created, to a few hundred.
            std::thread::sleep(Duration::from_millis(2 + kill * kill * 7919 % 350));
            let ended = child.try_wait().unwrap().is_some();
            child.kill().unwrap();
            child.wait().unwrap();
            if ended {
                break;
            }
            hit += 1;
            let Ok(ledger) = Ledger::open(&path) else {
                assert!(before.is_empty(), "a ledger that was there can be opened");
                continue;
            };
            let now = records(&path);
            assert!(
                before.iter().all(|record| now
                    .binary_search_by_key(&record.job, |r| r.job)
                    .is_ok_and(|i| now[i] == *record)),
                "kill {kill}: a finished job is lost or changed"
            );
            let attempts = ledger.status().unwrap().attempts;
            let open = (attempts - attempts_before) - (now.len() - before.len()) as u64;
            assert!(open <= THREADS, "kill {kill}: {open} jobs were running");
            running += open;
            (before, attempts_before) = (now, attempts);
        }
        assert!(hit >= kills / 2, "only {hit} kills hit the run");
        let output = command(&path, size).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{size}: {total}\n"));
        let ledger = Ledger::open(&path).unwrap();
        assert_eq!(ledger.status().unwrap().attempts - ledger.header().jobs, running);
        let line = format!("verify {} --sample 0", path.display());
        assert!(printed(&line).contains(&format!("checked: N = {size}")));
    }

    /// A limit on the file size simulates a full disk.
    #[cfg(unix)]
    #[test]
    fn a_full_disk_ends_the_run_and_keeps_what_is_finished() {
        let (_folder, path) = place("q14.db");
        let line = "trap '' XFSZ; ulimit -f $1; exec \"$2\" count 14 --method cross --threads 1 --ledger \"$3\"";
        // In blocks of 512 bytes: room for the tables and some hundred records.
        let limited = |blocks: &str| {
            let program = env!("CARGO_BIN_EXE_queens");
            let mut shell = Command::new("sh");
            shell.args(["-c", line, "sh", blocks, program]).arg(&path).output().unwrap()
        };
        let output = limited("140");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.lines().count() == 1 && errors.contains("jobs saved in"), "{errors}");
        let kept = records(&path).len();
        assert_eq!(printed(&format!("count 14 --ledger {}", path.display())), "14: 365596\n");
        assert!(kept < records(&path).len());
        let checked = printed(&format!("verify {} --sample 0", path.display()));
        assert!(checked.contains(": checked: N = 14,"), "{checked}");
        // Without room for the tables there is no ledger at all.
        let (_folder, path) = place("none.db");
        let mut shell = Command::new("sh");
        let output = shell
            .args(["-c", line, "sh", "4", env!("CARGO_BIN_EXE_queens")])
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(!path.exists());
    }
}

#[test]
fn a_plan_without_jobs_is_audited_in_words() {
    let (_folder, path) = place("none.db");
    let output = queens(&format!("count 2 --method cross --ledger {} --audit 5%", path.display()));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "queens: N = 2: there are no jobs, so none was counted twice\n");
}

#[test]
fn a_share_below_zero_names_the_shares_that_are_allowed() {
    let error = refused("count 10 --method cross --ledger x.db --audit -1");
    assert!(error.contains("'-1'") && error.contains("from 0 to 1 or in percent"), "{error}");
}
