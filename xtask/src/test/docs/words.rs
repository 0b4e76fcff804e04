//! Words: the phrases of `xtask/words.csv` are not used in texts that people read.
//!
//! Each row of the table has a pattern, what to write instead, and examples that the pattern must and must not match. Whole files are
//! searched, comments, messages and names alike: lines are joined, so that a phrase is found across a line break, and `_` counts as a
//! space, so that it is found in names too. A blank line, and the change between comment and code, end a passage.

use super::pages::Finding;
use anyhow::{Context, Result, bail};
use regex_lite::Regex;
use std::path::Path;
use std::process::{Command, Stdio};

const TABLE: &str = "xtask/words.csv";

/// The table and the tests of the checks, which have to contain what must not be written.
const EXEMPT: [&str; 2] = [TABLE, "xtask/src/test/docs/"];

/// How the names of files with texts end.
const TEXTS: [&str; 23] = [
    ".md",
    ".rs",
    ".py",
    ".pyi",
    ".ts",
    ".tsx",
    ".mjs",
    ".css",
    ".html",
    ".cu",
    ".cuh",
    ".c",
    ".sh",
    ".toml",
    ".yml",
    ".yaml",
    ".cff",
    ".json",
    ".jsonc",
    ".ipynb",
    ".webmanifest",
    "Dockerfile",
    ".ci/run",
];

/// Whether the words of a file are checked.
pub fn is_checked(path: &str) -> bool {
    let is_downloaded = path.ends_with("package-lock.json");
    let is_exempt = EXEMPT.iter().any(|start| path.starts_with(start));
    TEXTS.iter().any(|end| path.ends_with(end)) && !is_downloaded && !is_exempt
}

/// A phrase that is not used.
struct Phrase {
    pattern: Regex,
    write: String,
}

/// All phrases.
pub struct Words(Vec<Phrase>);

impl Words {
    /// Reads the table.
    pub fn read() -> Result<Self> {
        Self::parse(include_str!("../../../words.csv"))
    }

    /// Parses a table, and tests each pattern with its examples.
    fn parse(table: &str) -> Result<Self> {
        let mut phrases = Vec::new();
        for row in csv::Reader::from_reader(table.as_bytes()).records() {
            let row = row?;
            let cells: Vec<&str> = row.iter().collect();
            let [pattern, write, wrong, right] = cells[..] else {
                bail!("{TABLE}: {} columns instead of 4", cells.len());
            };
            let regex =
                Regex::new(&format!("(?i){pattern}")).with_context(|| pattern.to_string())?;
            let matches = |text: &str| regex.is_match(&words_of("example.md", text).1);
            if let Some(text) = examples(wrong).find(|text| !matches(text)) {
                bail!("{TABLE}: the pattern {pattern} must match '{text}'");
            }
            if let Some(text) = examples(right).find(|text| matches(text)) {
                bail!("{TABLE}: the pattern {pattern} must not match '{text}'");
            }
            if write.is_empty() || examples(wrong).count() == 0 || examples(right).count() == 0 {
                bail!("{TABLE}: the row of {pattern} has an empty cell");
            }
            phrases.push(Phrase { pattern: regex, write: write.to_string() });
        }
        Ok(Self(phrases))
    }

    /// The phrases of the table that a text contains.
    pub fn check(&self, path: &str, text: &str) -> Vec<Finding> {
        let text = if path == "CHANGELOG.md" { &unreleased(text) } else { text };
        let mut findings = Vec::new();
        for passage in passages(path, text) {
            for phrase in &self.0 {
                for found in phrase.pattern.find_iter(&passage.text) {
                    findings.push(Finding {
                        path: path.to_string(),
                        line: passage.line_of(found.start()),
                        text: format!("'{}': write {}", found.as_str().trim(), phrase.write),
                    });
                }
            }
        }
        findings.sort();
        findings
    }
}

/// The examples of a cell.
fn examples(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(" | ").filter(|text| !text.is_empty())
}

/// The part of the CHANGELOG before the first released version, without code, which may be a name that was replaced.
fn unreleased(text: &str) -> String {
    let released = Regex::new(r"\n## \[?[0-9]").expect("a valid pattern");
    let text = released.find(text).map_or(text, |found| &text[..found.start()]);
    Regex::new("`[^`\n]*`").expect("a valid pattern").replace_all(text, "``").into_owned()
}

/// Lines that are read together.
#[derive(Default)]
struct Passage {
    text: String,
    /// Where each line begins, and its number.
    lines: Vec<(usize, usize)>,
}

impl Passage {
    fn line_of(&self, offset: usize) -> usize {
        let next = self.lines.partition_point(|(start, _)| *start <= offset);
        self.lines[next - 1].1
    }
}

/// Cuts a text into passages.
fn passages(path: &str, text: &str) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let mut last = None;
    for (number, line) in (1..).zip(text.lines()) {
        let (kind, words) = words_of(path, line);
        if words.is_empty() {
            last = None;
            continue;
        }
        if last != Some(kind) {
            passages.push(Passage::default());
        }
        last = Some(kind);
        let passage = passages.last_mut().expect("a passage has begun");
        if !passage.text.is_empty() {
            passage.text.push(' ');
        }
        passage.lines.push((passage.text.len(), number));
        passage.text.push_str(&words);
    }
    passages
}

/// Whether a line is a comment, and its text without marks of comments, lists and strings that continue on the next line.
fn words_of(path: &str, line: &str) -> (bool, String) {
    let line = line.trim();
    let marks: &[&str] = match path.rsplit('.').next().unwrap_or_default() {
        "md" => &[],
        "rs" | "ts" | "tsx" | "mjs" | "css" | "cu" | "cuh" | "c" | "jsonc" => {
            &["//!", "///", "//", "/**", "/*", "*/", "*"]
        }
        "json" | "ipynb" | "html" | "webmanifest" => &[],
        _ => &["#:", "#"],
    };
    let comment = marks.iter().find_map(|mark| line.strip_prefix(mark));
    let is_list_item = path.ends_with(".md") && line.starts_with("- ");
    let text = comment.unwrap_or(if is_list_item { &line[2..] } else { line });
    let text = text.trim_end_matches("*/");
    let mut text = text.trim();
    if let Some(start) = text.strip_suffix('+').or_else(|| text.strip_suffix('\\')) {
        text = start.trim_end().trim_end_matches(['"', '\'']).trim_end();
    }
    let text = text.trim_start_matches(['"', '\'', '`']);
    (comment.is_some(), text.replace('_', " "))
}

/// The help of the command and all its subcommands, and its man pages, each with a name.
pub fn help_texts(queens: &Path) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    let mut commands = vec![Vec::new()];
    while let Some(words) = commands.pop() {
        for option in ["-h", "--help"] {
            let text = output(queens, &[&words[..], &[option.to_string()]].concat())?;
            if option == "--help" {
                let names = subcommands(&text).into_iter().filter(|name| name != "help");
                commands.extend(names.map(|name| [&words[..], &[name]].concat()));
            }
            let name = [&["queens".to_string()], &words[..], &[option.to_string()]].concat();
            texts.push((name.join(" "), text));
        }
    }
    let folder = tempfile::tempdir()?;
    output(queens, &["man", "--output", &folder.path().display().to_string()].map(str::to_string))?;
    for entry in folder.path().read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        texts.push((format!("man page {name}"), plain_text(&std::fs::read_to_string(&path)?)));
    }
    texts.sort();
    Ok(texts)
}

fn output(program: &Path, arguments: &[String]) -> Result<String> {
    let name = || format!("{} {}", program.display(), arguments.join(" "));
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.with_context(name)?;
    anyhow::ensure!(output.status.success(), "{} fails ({})", name(), output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// The names under the heading `Commands:` of a help text.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| line.starts_with(' ') || line.is_empty());
    let name = Regex::new(r"^  ([a-z][a-z-]*)(?:  |$)").expect("a valid pattern");
    lines.filter_map(|line| Some(name.captures(line)?[1].to_string())).collect()
}

/// A man page without its marks.
fn plain_text(page: &str) -> String {
    let mark = Regex::new(r"\\f[A-Z]|(?m)^\.[A-Za-z]+ ?").expect("a valid pattern");
    mark.replace_all(page, "").replace("\\-", "-").replace("\\ ", " ").replace("\\", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_tested_with_its_examples() {
        assert!(Words::read().unwrap().0.len() >= 40);
        let problem = |row: &str| {
            let table = format!("pattern,write,wrong,right\n{row}\n");
            Words::parse(&table).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(problem("in vain,without success,tried in vain,tried"), "");
        assert!(problem("in vain,without success,tried,failed").contains("must match 'tried'"));
        assert!(problem("in,without,in vain,good | in time").contains("must not match 'in time'"));
        assert!(problem("in vain,without success,in vain,").contains("empty cell"));
        assert!(problem("in vain,without success,in vain").contains("3 fields"));
        assert!(problem("(,a,b,c").contains('('));
    }

    /// What one row suggests or allows, another must not refuse.
    #[test]
    fn what_is_right_for_one_pattern_is_right_for_all() {
        let words = Words::read().unwrap();
        let table = include_str!("../../../words.csv");
        for row in csv::Reader::from_reader(table.as_bytes()).records() {
            let row = row.unwrap();
            for text in examples(&row[3]).chain([&row[1]]) {
                assert_eq!(words.check("example.md", text), [], "'{text}'");
            }
        }
    }

    #[test]
    fn phrases_are_found_across_lines_and_in_names_with_the_line_of_their_beginning() {
        let words = Words::read().unwrap();
        let lines = |path: &str, text: &str| -> Vec<usize> {
            words.check(path, text).into_iter().map(|finding| finding.line).collect()
        };
        assert_eq!(lines("a.md", "One\n\n- two in\n  vain and\n"), [3]);
        assert_eq!(
            lines("a.rs", "//! one\n/// two in\n    /// vain\nfn tried_in_vain() {}"),
            [2, 4]
        );
        assert_eq!(lines("a.ts", "const text = \"tried in \" +\n  \"vain\";"), [1]);
        assert_eq!(lines("a.rs", "let text = \"tried in \\\n    vain\";"), [1]);
        assert_eq!(lines("a.py", "# tried in\n# vain"), [1]);
        assert_eq!(lines("docs/schema.json", "\"in_vain\": {"), [1]);
        // Two paragraphs, and a comment before code, are not one sentence.
        assert_eq!(lines("a.md", "in\n\nvain"), [0; 0]);
        assert_eq!(lines("a.rs", "// in\nvain()"), [0; 0]);
    }

    #[test]
    fn released_versions_and_the_table_are_not_checked() {
        let words = Words::read().unwrap();
        let text = "## Unreleased\n- in vain, `in_vain`\n\n## 0.1.0\n- in vain\n";
        assert_eq!(words.check("CHANGELOG.md", text).len(), 1);
        assert!(!is_checked(TABLE) && !is_checked("web/package-lock.json"));
        assert!(
            is_checked("docs/schema.json")
                && is_checked("web/src/app.tsx")
                && is_checked(".ci/run")
        );
    }

    #[test]
    fn subcommands_are_read_from_the_help() {
        let help = "About\n\nUsage: queens\n\nCommands:\n  count     Count\n            more\n  puzzle\n\nOptions:\n  -h  Help\n";
        assert_eq!(subcommands(help), ["count", "puzzle"]);
    }

    #[test]
    fn man_pages_lose_their_marks() {
        assert_eq!(
            plain_text(".SH NAME\nqueens \\- \\fBcount\\fR\n.br\n"),
            "NAME\nqueens - count\n\n"
        );
    }
}
