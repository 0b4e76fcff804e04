//! Hostile files as ledgers: each command refuses each file at once, with one line, in little memory, and leaves nothing behind.

use super::ledger::{files, provenance, run};
use super::*;
use queens::Inline;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The size of the board of all hostile ledgers.
const SIZE: usize = 8;
/// The limit of the project is one second. A busy machine needs longer.
const LIMIT: Duration = Duration::from_secs(15);
/// The limit of the memory, where the system shows it.
const MEMORY_KB: u64 = 200 << 10;

/// How a hostile file is made, in a folder of its own, from a complete ledger. Returns its path if it is another.
type Make = fn(&Path) -> Option<PathBuf>;

/// The name, how it is made, the exit code, and a part of the message.
const CASES: &[(&str, Make, i32, &str)] = &[
    ("endless view", |at| sql(at, &endless_view("results")), 2, "the view 'results' is not part"),
    ("endless plan", |at| sql(at, &endless_view("plan")), 2, "the view 'plan' is not part"),
    ("view of conflicts", |at| sql(at, &endless_view("conflicts")), 2, "the view 'conflicts'"),
    ("trigger", |at| sql(at, TRIGGER), 2, "the trigger 'boom' is not part of a ledger"),
    ("extra table", |at| sql(at, "CREATE TABLE more (a)"), 2, "the table 'more' is not part"),
    ("extra index", |at| sql(at, "CREATE INDEX i ON attempts (job)"), 2, "the index 'i' is not"),
    ("slow index", |at| sql(at, SLOW_INDEX), 2, "the index 'slow' is not part of a ledger"),
    ("generated column", |at| sql(at, GENERATED), 2, "the table 'attempts' is not part"),
    ("other columns", |at| sql(at, OTHER_COLUMNS), 2, "the table 'sessions' is not part"),
    ("missing table", |at| sql(at, "DROP TABLE conflicts"), 2, "it has no table 'conflicts'"),
    ("full-text table", |at| virtual_table(at, "fts5(a)"), 2, "the table 'v' is not part"),
    ("tree table", |at| virtual_table(at, "rtree(a, b, c)"), 2, "the table 'v' is not part"),
    ("virtual plan", virtual_plan, 2, "the table 'plan' is not part"),
    ("name with escapes", |at| sql(at, "CREATE TABLE \"\u{1b}[2J\" (a)"), 2, "\\u{1b}[2J"),
    ("many tables", many_tables, 2, "schema"),
    ("long schema", long_schema, 1, "broken"),
    ("schema of other types", |at| schema(at, "sql = x'00ff'", "results"), 1, "broken"),
    ("table in another's page", |at| schema(at, "rootpage = 1", "attempts"), 1, "broken"),
    ("table beyond the end", |at| schema(at, "rootpage = 1000000", "results"), 1, "broken"),
    ("table without a page", |at| schema(at, "rootpage = 0", "results"), 1, "broken"),
    (
        "huge record",
        |at| sql(at, "UPDATE results SET record = zeroblob(50000000) WHERE job = 3"),
        2,
        "bytes",
    ),
    (
        "large record",
        |at| sql(at, "UPDATE results SET record = zeroblob(2000000) WHERE job = 3"),
        1,
        "too long",
    ),
    (
        "record of text",
        |at| sql(at, "UPDATE results SET record = 'text' WHERE job = 3"),
        1,
        "job 3",
    ),
    ("record of a number", |at| sql(at, "UPDATE results SET record = 7 WHERE job = 3"), 1, "job 3"),
    ("empty record", |at| sql(at, "UPDATE results SET record = x'' WHERE job = 3"), 1, "truncated"),
    ("negative job", |at| sql(at, "UPDATE results SET job = -1 WHERE job = 0"), 1, "job -1"),
    ("huge job", |at| sql(at, "UPDATE results SET job = 1 << 62 WHERE job = 0"), 1, "to job 0"),
    ("conflict of text", |at| sql(at, "INSERT INTO conflicts VALUES ('a', 1, 'b')"), 1, ""),
    ("no plan", |at| sql(at, "DELETE FROM plan"), 2, "no plan in it"),
    ("plan without checksum", |at| sql(at, "UPDATE plan SET jobs = 9"), 1, "checksum mismatch"),
    ("plan of text", |at| sql(at, "UPDATE plan SET size = 'many'"), 1, "'size' has the wrong type"),
    ("2^62 jobs", |at| plan(at, "jobs = 1 << 62"), 2, "4611686018427387904 in the ledger"),
    ("negative jobs", |at| plan(at, "jobs = -5"), 1, "invalid plan"),
    ("huge board", |at| plan(at, "size = 1000000000"), 2, "its plan is invalid"),
    ("negative board", |at| plan(at, "size = -1"), 1, "invalid plan"),
    (
        "board that tiles cannot count",
        |at| plan(at, "size = 30, method = 'tiles'"),
        2,
        "its plan is",
    ),
    ("unknown method", |at| plan(at, "method = 'none'"), 1, "invalid plan"),
    ("method with escapes", |at| plan(at, "method = char(27)"), 1, "invalid plan"),
    ("long method", |at| plan(at, "method = printf('%.*c', 5000000, 'm')"), 1, "too long"),
    ("long program", |at| plan(at, "program = printf('%.*c', 10000000, 'p')"), 1, "too long"),
    ("huge shard", |at| plan(at, "shard = '1/99999999999'"), 1, "invalid plan"),
    ("plan of a later version", |at| plan(at, "version = 9"), 2, "plan version is 9 in the ledger"),
    ("other application", |at| sql(at, "PRAGMA application_id = 1"), 2, "another application"),
    ("later format", |at| sql(at, "PRAGMA user_version = 99"), 2, "format version 99"),
    ("negative format", |at| sql(at, "PRAGMA user_version = -1"), 2, "format version -1"),
    ("journal of a terabyte", large_journal, 2, "is too large"),
    ("journal that is a pipe", |at| pipe(&named(at, "-journal")), 2, "not a regular file"),
    ("journal that is a link", linked_journal, 2, "not a regular file"),
    ("log of a terabyte", |at| extended(&named(at, "-wal")), 2, "is too large"),
    ("log that is a pipe", |at| pipe(&named(at, "-wal")), 2, "not a regular file"),
    ("index that is a pipe", |at| pipe(&named(at, "-shm")), 2, "not a regular file"),
    ("links to each other", cyclic_links, 2, "symbolic links"),
    ("pipe", |at| pipe(&fresh(at)), 2, "it is a pipe"),
    ("device", |_| Some("/dev/zero".into()), 2, "it is a device"),
    ("no device", |_| Some("/dev/null".into()), 2, "it is a device"),
    ("socket", socket, 2, "it is a socket"),
    ("folder", |at| fs::create_dir(fresh(at)).ok().and(None), 2, "it is a folder"),
    ("terabyte of zeros", |at| extended(&fresh(at)), 2, "not an SQLite database"),
    ("ledger in a terabyte", |at| extended(&ledger_in(at)), 2, "more than the"),
    ("database of a terabyte", terabyte, 2, "more than the"),
    ("page size of 1", |at| bytes(at, 16, &[0, 1]), 1, "broken"),
    ("page size of 3", |at| bytes(at, 16, &[0, 3]), 2, "not an SQLite database"),
    ("page size of 64 KB", |at| bytes(at, 16, &[1, 0]), 2, "not an SQLite database"),
    ("reserved bytes", |at| bytes(at, 20, &[255]), 1, "broken"),
    ("truncated", |at| truncated(at, 5000), 1, "broken"),
    ("header only", |at| truncated(at, 100), 2, "not an SQLite database"),
    ("half a header", |at| truncated(at, 50), 2, "not an SQLite database"),
    ("garbage", garbage, 2, "not an SQLite database"),
    ("garbage in all pages", garbage_pages, 1, "broken"),
    ("page that contains itself", |at| tree(at, Tree::Cycle), 1, "broken"),
    ("endless tree", |at| tree(at, Tree::Repeated), 1, "broken"),
];

const TRIGGER: &str = "CREATE TRIGGER boom AFTER INSERT ON sessions BEGIN DELETE FROM results; END";
const SLOW_INDEX: &str = "CREATE INDEX slow ON results (length(zeroblob(100000000)))
    WHERE job < 0";
const GENERATED: &str =
    "DROP TABLE attempts; CREATE TABLE attempts (session INTEGER NOT NULL, job INTEGER NOT NULL,
    begun INTEGER NOT NULL AS (length(zeroblob(100000000))))";
const OTHER_COLUMNS: &str =
    "DROP TABLE sessions; CREATE TABLE sessions (id INTEGER PRIMARY KEY, begun INTEGER)";

fn endless_view(name: &str) -> String {
    format!(
        "DROP TABLE {name}; CREATE VIEW {name} AS WITH RECURSIVE n (job) AS (SELECT 0 UNION ALL SELECT job + 1 FROM n)
         SELECT job, zeroblob(job) AS record, 1 AS id, job AS size FROM n"
    )
}

fn ledger_in(folder: &Path) -> PathBuf {
    folder.join("hostile.db")
}

/// The path of the ledger with an ending.
fn named(folder: &Path, ending: &str) -> PathBuf {
    folder.join(format!("hostile.db{ending}"))
}

/// The path of the ledger, which is removed.
fn fresh(folder: &Path) -> PathBuf {
    fs::remove_file(ledger_in(folder)).unwrap();
    ledger_in(folder)
}

/// Creates a complete ledger.
fn complete(path: &Path) {
    run(path, SIZE, &Inline, &provenance());
}

fn changed(folder: &Path) -> Connection {
    let connection = Connection::open(ledger_in(folder)).unwrap();
    // The log of a database in this mode is removed with its last connection.
    connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
    connection
}

fn sql(folder: &Path, statements: &str) -> Option<PathBuf> {
    changed(folder).execute_batch(statements).unwrap();
    None
}

/// Changes the row of a table in the schema.
fn schema(folder: &Path, change: &str, table: &str) -> Option<PathBuf> {
    let change = format!("UPDATE sqlite_schema SET {change} WHERE name = '{table}'");
    sql(folder, &format!("PRAGMA writable_schema = ON; {change}"))
}

/// Adds a virtual table, whether this SQLite has its module or not.
fn virtual_table(folder: &Path, module: &str) -> Option<PathBuf> {
    let row = format!("'table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING {module}'");
    sql(folder, &format!("PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ({row})"))
}

fn virtual_plan(folder: &Path) -> Option<PathBuf> {
    schema(folder, "rootpage = 0, sql = 'CREATE VIRTUAL TABLE plan USING dbstat'", "plan")
}

/// Changes the plan and its checksum.
fn plan(folder: &Path, change: &str) -> Option<PathBuf> {
    let connection = changed(folder);
    connection.execute_batch(&format!("UPDATE plan SET {change}")).unwrap();
    let text = connection.query_row(
        "SELECT 'queens header|' || size || '|' || method || '|' || iif(statistics, 'true', 'false') || '|' || version
         || '|' || jobs || '|' || shard || '|' || created || '|' || program || '|', hash FROM plan",
        [],
        |row| Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?)),
    );
    let (text, hash) = text.unwrap();
    let digest = Sha256::new().chain_update(text).chain_update(hash).finalize();
    connection.execute("UPDATE plan SET checksum = ?", params![&digest[..16]]).unwrap();
    None
}

fn many_tables(folder: &Path) -> Option<PathBuf> {
    let tables: String = (0..3000).map(|i| format!("CREATE TABLE t{i} (a);")).collect();
    sql(folder, &format!("BEGIN; {tables} COMMIT"))
}

fn long_schema(folder: &Path) -> Option<PathBuf> {
    let columns: Vec<String> =
        (0..1900).map(|i| format!("c{i} TEXT DEFAULT '{i:0>200}'")).collect();
    sql(folder, &format!("CREATE TABLE long ({})", columns.join(",")))
}

fn next_to(folder: &Path, ending: &str, content: &[u8]) -> Option<PathBuf> {
    fs::write(named(folder, ending), content).unwrap();
    None
}

/// The header of a journal that SQLite applies, for a database of this many pages.
fn journal(folder: &Path, pages: u32, page_size: u32) -> Option<PathBuf> {
    let mut bytes = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    for number in [0, 7, pages, 512, page_size] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.resize(512, 0);
    next_to(folder, "-journal", &bytes)
}

/// A journal that names another file, which SQLite would delete if it had the name of a journal of several databases.
fn super_journal(folder: &Path, victim: &Path) {
    journal(folder, 1, 4096);
    let name = victim.to_str().unwrap().as_bytes().to_vec();
    let sum: u32 = name.iter().map(|&byte| u32::from(byte)).sum();
    let mut bytes = fs::read(named(folder, "-journal")).unwrap();
    // The number of the page that does not exist, the name, its length, its sum, and the mark.
    bytes.extend((0x4000_0000_u32 / 4096 + 1).to_be_bytes());
    bytes.extend(&name);
    bytes.extend((name.len() as u32).to_be_bytes());
    bytes.extend(sum.to_be_bytes());
    bytes.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    next_to(folder, "-journal", &bytes);
}

fn large_journal(folder: &Path) -> Option<PathBuf> {
    journal(folder, 2, 4096);
    extended(&named(folder, "-journal"))
}

fn linked_journal(folder: &Path) -> Option<PathBuf> {
    fs::write(folder.join("other"), "precious").unwrap();
    symlink(folder.join("other"), named(folder, "-journal")).unwrap();
    None
}

fn cyclic_links(folder: &Path) -> Option<PathBuf> {
    let other = folder.join("other.db");
    symlink(&other, fresh(folder)).unwrap();
    symlink(ledger_in(folder), other).unwrap();
    None
}

fn pipe(path: &Path) -> Option<PathBuf> {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    None
}

fn socket(folder: &Path) -> Option<PathBuf> {
    // The socket remains when nobody listens.
    std::os::unix::net::UnixListener::bind(fresh(folder)).unwrap();
    None
}

/// Extends a file to a terabyte without content.
fn extended(path: &Path) -> Option<PathBuf> {
    let file = File::options().create(true).append(true).open(path).unwrap();
    file.set_len(1 << 40).unwrap();
    None
}

/// A ledger whose header claims a terabyte, which the file has.
fn terabyte(folder: &Path) -> Option<PathBuf> {
    let pages: u32 = (1_u64 << 40 >> 12) as u32;
    bytes(folder, 28, &pages.to_be_bytes());
    extended(&ledger_in(folder))
}

fn bytes(folder: &Path, at: u64, bytes: &[u8]) -> Option<PathBuf> {
    let file = File::options().write(true).open(ledger_in(folder)).unwrap();
    file.write_all_at(bytes, at).unwrap();
    None
}

fn truncated(folder: &Path, len: u64) -> Option<PathBuf> {
    File::options().write(true).open(ledger_in(folder)).unwrap().set_len(len).unwrap();
    None
}

/// Bytes that look random, always the same.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}

fn garbage(folder: &Path) -> Option<PathBuf> {
    fs::write(ledger_in(folder), noise(1 << 20)).unwrap();
    None
}

/// Garbage in all pages but the first, which has the schema, and the second, which has the plan.
fn garbage_pages(folder: &Path) -> Option<PathBuf> {
    let mut file = File::options().write(true).open(ledger_in(folder)).unwrap();
    let len = file.seek(SeekFrom::End(0)).unwrap() as usize;
    file.seek(SeekFrom::Start(2 * 4096)).unwrap();
    file.write_all(&noise(len - 2 * 4096)).unwrap();
    None
}

enum Tree {
    /// Children of a page are the page itself.
    Cycle,
    /// All children of each page are the same: millions of millions of rows in a few pages.
    Repeated,
}

/// Replaces the table of attempts by interior pages that point to the same page many times.
fn tree(folder: &Path, tree: Tree) -> Option<PathBuf> {
    let root: u32 = changed(folder)
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'attempts'", [], |row| {
            row.get(0)
        })
        .unwrap();
    let mut whole = fs::read(ledger_in(folder)).unwrap();
    let pages = (whole.len() / 4096) as u32;
    let levels = 12;
    let page = |child: u32| {
        let mut page = vec![0_u8; 4096];
        let cells = 300_u16;
        // An interior page of a table: kind, free block, cells, start of the content, fragments, rightmost child.
        page[0] = 5;
        page[3..5].copy_from_slice(&cells.to_be_bytes());
        page[5..7].copy_from_slice(&(4096 - 5 * cells).to_be_bytes());
        page[8..12].copy_from_slice(&child.to_be_bytes());
        for cell in 0..cells {
            let at = 4096 - 5 * (cell + 1);
            page[12 + 2 * cell as usize..][..2].copy_from_slice(&at.to_be_bytes());
            page[at as usize..][..4].copy_from_slice(&child.to_be_bytes());
            page[at as usize + 4] = 1;
        }
        page
    };
    let at = |page: u32| (page as usize - 1) * 4096;
    let leaf = whole[at(root)..][..4096].to_vec();
    match tree {
        Tree::Cycle => whole[at(root)..][..4096].copy_from_slice(&page(root)),
        Tree::Repeated => {
            whole[at(root)..][..4096].copy_from_slice(&page(pages + 1));
            for level in 1..levels {
                whole.extend(page(pages + level + 1));
            }
            whole.extend(leaf);
            let total = pages + levels;
            whole[28..32].copy_from_slice(&total.to_be_bytes());
        }
    }
    fs::write(ledger_in(folder), whole).unwrap();
    None
}

/// What a command did.
struct Ended {
    code: Option<i32>,
    /// What it printed on stdout and stderr.
    lines: String,
    /// The most memory that it used, if the system shows it.
    memory_kb: u64,
}

/// Runs a command with a limit on its time.
fn ended(arguments: &[&str]) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    let printed = folder.path().join("printed");
    let out = File::create(&printed).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out.try_clone().unwrap())
        .stderr(out)
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let start = Instant::now();
    let mut memory_kb = 0;
    loop {
        // The peak never falls, so the last look sees it.
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
        memory_kb = memory_kb.max(peak.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            let lines = String::from_utf8(fs::read(printed).unwrap()).unwrap();
            return Ended { code: status.code(), lines, memory_kb };
        }
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("queens {arguments:?} did not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn hostile_files_are_refused_by_every_command() {
    let source = tempfile::tempdir().unwrap();
    let sound = ledger_in(source.path());
    complete(&sound);
    let mut failures = Vec::new();
    for (name, make, code, message) in CASES {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(&sound, ledger_in(folder.path())).unwrap();
        let path = make(folder.path()).unwrap_or_else(|| ledger_in(folder.path()));
        let (path, out) = (path.to_str().unwrap(), folder.path().join("merged.db"));
        let out = out.to_str().unwrap();
        let before = files(folder.path());
        let commands: [&[&str]; 7] = [
            &["verify", path],
            &["ledger", "status", path],
            &["ledger", "show", path],
            &["ledger", "export", path],
            &["ledger", "export", path, "--certificate"],
            &["ledger", "merge", out, path, path],
            &["count", "8", "--ledger", path],
        ];
        for command in commands {
            let Ended { code: ended, lines, memory_kb } = ended(command);
            let mut expect = |law: bool, what: &str| {
                if !law {
                    failures.push(format!("{name}: queens {command:?}: {what}: {lines:?}"));
                }
            };
            expect(ended == Some(*code), &format!("exit code {ended:?} instead of {code}"));
            let line = lines.strip_suffix('\n').unwrap_or_default();
            expect(!line.is_empty() && line.len() < 1000, "one line");
            expect(!line.contains(char::is_control), "no control characters");
            // A count sees first that the plan is not that of its request.
            let differs = command[0] == "count" && line.contains("belongs to another count");
            expect(line.contains(message) || differs, message);
            let named = line.contains("hostile.db") || line.contains("/dev/");
            expect(named && !line.contains(".new"), "the file of the user is named");
            expect(!line.contains("malformed"), "no text of SQLite");
            expect(memory_kb < MEMORY_KB, &format!("{memory_kb} KB"));
            let after = files(folder.path());
            expect(after == before, &format!("files {before:?} became {after:?}"));
        }
        // A repair reads what it can, with the same limits.
        let Ended { code, lines, memory_kb } = ended(&["ledger", "repair", path, out]);
        let mut after = files(folder.path());
        after.retain(|file| code != Some(0) || file != "merged.db");
        let line = lines.strip_suffix('\n').unwrap_or_default();
        if !matches!(code, Some(0..=2)) || memory_kb >= MEMORY_KB || after != before {
            failures
                .push(format!("{name}: repair: {code:?}, {memory_kb} KB, {after:?}: {lines:?}"));
        }
        if line.is_empty() || line.len() >= 1000 || line.contains(char::is_control) {
            failures.push(format!("{name}: repair: {lines:?}"));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_journal_that_names_another_file_does_not_delete_it() {
    let folder = tempfile::tempdir().unwrap();
    complete(&ledger_in(folder.path()));
    let victim = folder.path().join("victim.txt");
    fs::write(&victim, "precious").unwrap();
    super_journal(folder.path(), &victim);
    let ledger = ledger_in(folder.path());
    let Ended { code, lines, .. } = ended(&["verify", ledger.to_str().unwrap()]);
    assert_eq!((code, lines.lines().count()), (Some(1), 1), "{lines}");
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
}

/// What is in a log is refused like what is in the file.
#[test]
fn a_hostile_log_is_refused_by_every_command() {
    let source = tempfile::tempdir().unwrap();
    complete(&ledger_in(source.path()));
    let changed = changed(source.path());
    changed.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").unwrap();
    changed.execute_batch(&endless_view("results")).unwrap();
    for command in ["verify", "ledger status", "ledger export", "count 8 --ledger"] {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["", "-wal"] {
            fs::copy(named(source.path(), ending), named(folder.path(), ending)).unwrap();
        }
        let path = ledger_in(folder.path());
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push(path.to_str().unwrap());
        let Ended { code, lines, memory_kb } = ended(&arguments);
        assert_eq!((code, lines.lines().count()), (Some(2), 1), "{command}: {lines}");
        assert!(lines.contains("the view 'results' is not part of a ledger"), "{lines}");
        assert!(memory_kb < MEMORY_KB, "{command}: {memory_kb} KB");
        assert_eq!(files(folder.path()), ["hostile.db"], "{command}");
    }
}
