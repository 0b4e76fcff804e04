//! The examples of the pages: shell and Python blocks are run, other commands are parsed.
//!
//! - `console`: the lines after `$ COMMAND` are its exact output on stdout. `...` stands for any lines, or for any text within a line.
//! - `sh`: every line must succeed. `# exit code 1` at the end of a line demands that exit code instead, in both kinds of block.
//! - `python`: a script, or a session with `>>>`, which must print what it shows. The blocks of a page share their names.
//! - `LANGUAGE no-run: REASON`: not run; its commands must still exist.
//!
//! Each page has a temporary folder, in which its shell blocks run in order, then its Python blocks.

use super::commands::{Call, Checker, calls};
use super::pages::{Block, Finding, Page};
use anyhow::{Context, Result};
use regex_lite::Regex;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a command or a Python block may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Languages whose blocks are data or are tested elsewhere.
const NOT_TESTED_HERE: [&str; 12] = [
    "text",
    "json",
    "toml",
    "yaml",
    "csv",
    "rust",
    "js",
    "javascript",
    "c",
    "cuda",
    "mermaid",
    "powershell",
];

/// What the examples are run with.
pub struct Runner {
    checker: Checker,
    /// The variable PATH, with the command first.
    search_path: OsString,
    /// Python with the package installed.
    python: Option<PathBuf>,
}

/// What became of the examples of a page.
#[derive(Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    /// Blocks that are not run, and why.
    pub skipped: Vec<String>,
    /// How many commands and Python blocks were run.
    pub run: usize,
    pub time: Duration,
}

impl Runner {
    /// `programs` is a folder with the command; Python blocks are skipped without a `python`.
    pub fn new(programs: &Path, python: Option<PathBuf>) -> Result<Self> {
        let python_folder = python.as_deref().and_then(Path::parent).map(Path::to_path_buf);
        let others = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(programs.to_path_buf()).chain(python_folder);
        let search_path = std::env::join_paths(folders.chain(std::env::split_paths(&others)))?;
        Ok(Self { checker: Checker::new(programs.join("queens")), search_path, python })
    }

    /// Runs all examples of a page.
    pub fn run_page(&self, page: &Page) -> Result<Report> {
        let start = Instant::now();
        let folder = tempfile::tempdir().context("no temporary folder for the examples")?;
        let mut report = Report::default();
        for block in &page.blocks {
            match (block.language(), block.no_run()) {
                ("", _) => report.findings.push(page.finding(
                    block.line,
                    "the code block names no language; 'text' is for what is none",
                )),
                (_, Some("")) => {
                    report.findings.push(page.finding(block.line, "'no-run:' without a reason"));
                }
                ("sh" | "console", Some(reason)) => {
                    self.parse_only(page, block, &mut report);
                    report.skipped.push(format!("{}:{}: {reason}", page.path, block.line));
                }
                ("sh" | "console", None) => {
                    self.run_shell(page, block, folder.path(), &mut report)?
                }
                ("python", None) => {}
                (_, Some(reason)) => {
                    report.skipped.push(format!("{}:{}: {reason}", page.path, block.line));
                }
                (language, None) if NOT_TESTED_HERE.contains(&language) => {}
                (language, None) => report.findings.push(page.finding(
                    block.line,
                    format!(
                        "blocks of '{language}' are not tested: use sh, console, python or text"
                    ),
                )),
            }
        }
        self.run_python(page, folder.path(), &mut report)?;
        for span in &page.spans {
            let is_command = ["queens ", "cargo xtask ", "cargo run "];
            if is_command.iter().any(|start| span.text.starts_with(start)) {
                self.check_calls(page, span.line, &span.text, &mut report);
            }
        }
        report.time = start.elapsed();
        Ok(report)
    }

    fn parse_only(&self, page: &Page, block: &Block, report: &mut Report) {
        for command in shell_commands(block) {
            self.check_calls(page, command.line, &command.text, report);
        }
    }

    /// Checks that the commands of a line exist, and returns its calls.
    fn check_calls(&self, page: &Page, line: usize, text: &str, report: &mut Report) -> Vec<Call> {
        let Some(calls) = calls(text) else {
            report.findings.push(page.finding(line, format!("unclosed quotation mark: {text}")));
            return Vec::new();
        };
        let problems = calls.iter().filter_map(|call| self.checker.problem(call));
        report.findings.extend(problems.map(|text| page.finding(line, text)));
        calls
    }

    fn run_shell(
        &self,
        page: &Page,
        block: &Block,
        folder: &Path,
        report: &mut Report,
    ) -> Result<()> {
        for command in shell_commands(block) {
            let calls = self.check_calls(page, command.line, &command.text, report);
            if calls.is_empty() || !calls.iter().all(Call::is_run) {
                continue;
            }
            let needs_python = calls.iter().any(|call| call.program.starts_with("python"));
            if needs_python && self.python.is_none() {
                report
                    .skipped
                    .push(format!("{}:{}: needs the Python package", page.path, command.line));
                continue;
            }
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(&command.text);
            let ended = self.run(shell, folder, LIMIT)?;
            report.run += 1;
            if let Some(problem) = command.problem(&ended) {
                let text = format!("$ {}\n{}", command.text, indent(&problem));
                report.findings.push(page.finding(command.line, text));
            }
        }
        Ok(())
    }

    fn run_python(&self, page: &Page, folder: &Path, report: &mut Report) -> Result<()> {
        let is_run = |block: &&Block| block.language() == "python" && block.no_run().is_none();
        let blocks: Vec<&Block> = page.blocks.iter().filter(is_run).collect();
        let Some(first) = blocks.first() else { return Ok(()) };
        let Some(python) = &self.python else {
            let text = format!("{}:{}: needs the Python package", page.path, first.line);
            report.skipped.push(text);
            return Ok(());
        };
        let scripts = tempfile::tempdir()?;
        let driver = scripts.path().join("blocks.py");
        fs::write(&driver, include_str!("blocks.py"))?;
        let mut command = Command::new(python);
        command.arg(&driver).arg(&page.path);
        for block in &blocks {
            let file = scripts.path().join(format!("{}.py", block.line));
            fs::write(&file, &block.text)?;
            command.arg(format!("{}:{}", block.line, file.display()));
        }
        let ended = self.run(command, folder, LIMIT * blocks.len() as u32)?;
        report.run += blocks.len();
        if ended.code != Some(0) {
            let line = ended.stdout.lines().rev().find_map(|line| line.strip_prefix('@'));
            let line = line.and_then(|line| line.parse().ok()).unwrap_or(first.line);
            let text = format!("Python block fails\n{}", indent(&ended.to_string()));
            report.findings.push(page.finding(line, text));
        }
        Ok(())
    }

    /// Runs a command in a folder that is also its home, with nothing on stdin.
    fn run(&self, mut command: Command, folder: &Path, limit: Duration) -> Result<Ended> {
        let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command.current_dir(folder).env("PATH", &self.search_path).env("HOME", folder);
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start = Instant::now();
        let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
        let code = loop {
            if let Some(status) = child.try_wait()? {
                break status.code();
            }
            if start.elapsed() > limit {
                // The whole group: the shell's commands would outlive the shell.
                let group = format!("-{}", child.id());
                let _ = Command::new("kill").args(["-9", "--", &group]).status();
                child.wait()?;
                break None;
            }
            thread::sleep(Duration::from_millis(5));
        };
        Ok(Ended { code, stdout: text(&mut stdout)?, stderr: text(&mut stderr)? })
    }
}

fn text(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn indent(text: &str) -> String {
    const LINES: usize = 40;
    let lines: Vec<String> = text.lines().take(LINES).map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// How a command ended. It has no code if it was stopped, by a signal or because its time was over.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.code {
            Some(code) => write!(f, "exit code {code}")?,
            None => write!(f, "stopped: took more than {} s, or crashed", LIMIT.as_secs())?,
        }
        for text in [&self.stdout, &self.stderr] {
            if !text.is_empty() {
                write!(f, "\n{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

/// A command of a shell block.
#[derive(Debug, PartialEq, Eq)]
struct ShellCommand {
    line: usize,
    text: String,
    /// The lines that it prints; `None` if they are not shown.
    output: Option<Vec<String>>,
}

impl ShellCommand {
    /// The exit code that it must have.
    fn code(&self) -> i32 {
        let comment = Regex::new(r"#.*\bexit code (\d+)$").expect("a valid pattern");
        comment.captures(&self.text).and_then(|found| found[1].parse().ok()).unwrap_or(0)
    }

    /// What differs from the page.
    fn problem(&self, ended: &Ended) -> Option<String> {
        if ended.code != Some(self.code()) {
            return Some(format!("expected exit code {}, found {ended}", self.code()));
        }
        let expected: Vec<&str> = self.output.as_ref()?.iter().map(String::as_str).collect();
        let found: Vec<&str> = ended.stdout.lines().map(str::trim_end).collect();
        (!lines_match(&expected, &found))
            .then(|| format!("expected\n{}\nfound\n{}", expected.join("\n"), found.join("\n")))
    }
}

/// The commands of a block of the language `sh` or `console`. A command continues on the next line after `\`, and up to the end of its
/// here-document.
fn shell_commands(block: &Block) -> Vec<ShellCommand> {
    let is_console = block.language() == "console";
    let mut commands: Vec<ShellCommand> = Vec::new();
    let mut is_open = false;
    for (line, text) in (block.line..).zip(block.text.lines()) {
        let text = text.trim_end();
        if is_open {
            let command = commands.last_mut().expect("an open command");
            let part = if is_console { text.strip_prefix("> ").unwrap_or(text) } else { text };
            command.text = format!("{}\n{part}", command.text);
            is_open = continues(&command.text);
        } else if is_console && !text.starts_with("$ ") {
            if let Some(command) = commands.last_mut() {
                command.output.get_or_insert_default().push(text.to_string());
            }
        } else {
            let text = text.strip_prefix("$ ").unwrap_or(text).trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            is_open = continues(text);
            let output = is_console.then(Vec::new);
            commands.push(ShellCommand { line, text: text.to_string(), output });
        }
    }
    for output in commands.iter_mut().filter_map(|command| command.output.as_mut()) {
        while output.last().is_some_and(String::is_empty) {
            output.pop();
        }
    }
    commands
}

/// Whether a command is not complete.
fn continues(text: &str) -> bool {
    let start = Regex::new(r#"<<-?\s*['"]?(\w+)['"]?"#).expect("a valid pattern");
    match start.captures(text) {
        Some(found) => !text.lines().skip(1).any(|line| line == &found[1]),
        None => text.ends_with('\\'),
    }
}

/// Whether lines are as expected, where the line `...` stands for any lines.
fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match (expected.split_first(), found.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => {
            (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]))
        }
        (Some((line, expected)), Some((text, found))) => {
            line_matches(line, text) && lines_match(expected, found)
        }
        _ => false,
    }
}

/// Whether a line is as expected, where `...` stands for any text.
fn line_matches(expected: &str, found: &str) -> bool {
    let Some((start, mut rest)) = expected.split_once("...") else { return expected == found };
    let Some(mut found) = found.strip_prefix(start) else { return false };
    while let Some((middle, next)) = rest.split_once("...") {
        let Some(place) = found.find(middle) else { return false };
        (found, rest) = (&found[place + middle.len()..], next);
    }
    found.ends_with(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(info: &str, text: &str) -> Block {
        Block { line: 3, info: info.to_string(), text: text.to_string() }
    }

    #[test]
    fn commands_are_separated_and_keep_their_output() {
        let found =
            shell_commands(&block("console", "$ queens count 4\n4: 2\n$ a \\\n> b\n\n$ c\n"));
        let command = |line, text: &str, output: &[&str]| ShellCommand {
            line,
            text: text.to_string(),
            output: Some(output.iter().map(ToString::to_string).collect()),
        };
        let expected = [
            command(3, "queens count 4", &["4: 2"]),
            command(5, "a \\\nb", &[]),
            command(8, "c", &[]),
        ];
        assert_eq!(found, expected);
        let text =
            "# a comment\nqueens a  # does a\n\ncat > f <<'END'\nQ.\n\nEND\nqueens b \\\n  c\n";
        let found = shell_commands(&block("sh", text));
        let texts: Vec<(usize, &str)> =
            found.iter().map(|it| (it.line, it.text.as_str())).collect();
        let document = "cat > f <<'END'\nQ.\n\nEND";
        assert_eq!(texts, [(4, "queens a  # does a"), (6, document), (10, "queens b \\\n  c")]);
        assert!(found.iter().all(|command| command.output.is_none()));
    }

    #[test]
    fn three_dots_stand_for_any_lines_or_text() {
        let matches = |expected: &str, found: &str| {
            let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_string).collect() };
            let (expected, found) = (lines(expected), lines(found));
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            lines_match(&expected, &found)
        };
        assert!(matches("a\nb", "a\nb") && !matches("a\nb", "a") && !matches("a", "a\nb"));
        assert!(matches("a\n...\nd", "a\nb\nc\nd") && matches("a\n...", "a"));
        assert!(!matches("a\n...\nd", "a\nb\nc"));
        assert!(
            matches("8: 92 in ... s", "8: 92 in 0.01 s")
                && !matches("8: 92 in ... s", "8: 91 in 1 s")
        );
        assert!(matches("a...b...c", "a1b2c") && !matches("a...b...c", "a12c"));
    }

    #[cfg(unix)]
    mod running {
        use super::*;
        use std::os::unix::fs::PermissionsExt;

        /// A command `queens` that prints its arguments, and fails if the first is `fail`.
        fn runner() -> (tempfile::TempDir, Runner) {
            let folder = tempfile::tempdir().unwrap();
            let program = folder.path().join("queens");
            let script = "#!/bin/sh\nfor last; do :; done\n[ \"$last\" = --help ] && exit 0\n\
                          echo \"$@\"\n[ \"$1\" = read ] && cat\n[ \"$1\" != fail ]\n";
            fs::write(&program, script).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            let runner = Runner::new(folder.path(), None).unwrap();
            (folder, runner)
        }

        fn findings(text: &str) -> Vec<String> {
            let (_folder, runner) = runner();
            let report = runner.run_page(&Page::parse("a.md", text)).unwrap();
            report.findings.iter().map(Finding::to_string).collect()
        }

        #[test]
        fn right_examples_pass() {
            let right = [
                "```console\n$ queens count 4\ncount 4\n```",
                "```sh\nqueens count 4 > f\ngrep count f\nqueens fail  # exit code 1\n```",
                "```sh\nqueens read  # exit code 1 if stdin is open\n```",
                "```sh\ncargo build --no-such-option && false\n```",
                "```sh no-run: fails\nqueens fail\n```",
                "```text\n$ false\n```",
            ];
            for text in right {
                assert_eq!(findings(text), [""; 0], "{text}");
            }
        }

        #[test]
        fn wrong_examples_are_found() {
            let wrong = [
                (
                    "```console\n$ queens count 4\ncount 5\n```",
                    "expected\n    count 5\n    found\n    count 4",
                ),
                ("```sh\nqueens fail\n```", "expected exit code 0, found exit code 1"),
                (
                    "```sh\nqueens count  # exit code 1\n```",
                    "expected exit code 1, found exit code 0",
                ),
                ("```sh\ncargo xtask no-such-task\n```", "unrecognized subcommand"),
                ("```sh no-run: long\ncargo xtask no-such-task\n```", "unrecognized subcommand"),
                ("Try `cargo xtask no-such-task`.", "unrecognized subcommand"),
                ("```sh\nqueens 'count\n```", "unclosed quotation mark"),
                ("```sh no-run:\nqueens\n```", "without a reason"),
                ("```\nqueens\n```", "names no language"),
                ("```bash\nqueens\n```", "are not tested"),
            ];
            for (text, expected) in wrong {
                let found = findings(text);
                assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
            }
        }

        #[test]
        fn blocks_that_are_not_run_are_listed() {
            let (_folder, runner) = runner();
            let text = "```sh no-run: needs a GPU\nqueens fail\n```\n\n```python\nx\n```\n";
            let report = runner.run_page(&Page::parse("a.md", text)).unwrap();
            assert_eq!(report.skipped, ["a.md:2: needs a GPU", "a.md:6: needs the Python package"]);
            assert_eq!(report.run, 0);
        }

        #[test]
        fn a_command_that_takes_too_long_is_stopped_with_its_children() {
            let (folder, runner) = runner();
            let mut shell = Command::new("sh");
            shell.arg("-c").arg("sh -c 'sleep 1; touch late' | cat");
            let ended = runner.run(shell, folder.path(), Duration::from_millis(100)).unwrap();
            assert_eq!(ended.code, None);
            thread::sleep(Duration::from_millis(1500));
            assert!(!folder.path().join("late").exists());
        }

        #[test]
        fn python_blocks_share_names_and_report_their_line() {
            let python = ["/usr/bin/python3", "/usr/local/bin/python3"].map(PathBuf::from);
            let Some(python) = python.into_iter().find(|path| path.exists()) else {
                println!("skipped: no Python");
                return;
            };
            let (folder, _) = runner();
            let runner = Runner::new(folder.path(), Some(python)).unwrap();
            let run = |text: &str| {
                let report = runner.run_page(&Page::parse("a.md", text)).unwrap();
                report.findings.iter().map(Finding::to_string).collect::<Vec<_>>()
            };
            let right = "```python\nx = 4\n```\n\n```python\n>>> x + 1\n5\n>>> y = x\n```\n\n```python\nassert y == 4\n```";
            assert_eq!(run(right), [""; 0]);
            let raises = run("# Top\n\n```python\nx = 4\nraise ValueError(x)\n```");
            assert!(raises[0].starts_with("a.md:4: Python block fails"), "{raises:?}");
            assert!(raises[0].contains("\"a.md\", line 5"), "{raises:?}");
            let differs = run("```python\n>>> 2 + 2\n5\n```");
            assert!(
                differs[0].starts_with("a.md:2: ") && differs[0].contains("Got:"),
                "{differs:?}"
            );
        }
    }
}
