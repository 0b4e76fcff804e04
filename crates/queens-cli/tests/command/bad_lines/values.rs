//! Which values are bad for which kind of option.

use super::definition::{CliOption, Takes};
use std::ffi::OsString;

/// The kind of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name of a list.
    Name,
    /// A list of names or squares.
    List,
    /// A whole number.
    Whole,
    /// A number of seconds, or a part of 1.
    Real,
    /// A day of the calendar.
    Day,
    /// One part of several, I/K.
    Shard,
    /// An IP address.
    Address,
    /// A file to read.
    Input,
    /// A file to write, in any format.
    Output,
    /// A picture to write, whose format is that of the extension.
    Picture,
    /// A picture or an animation to write, whose format is that of the extension.
    Animation,
    /// A folder to write to.
    Folder,
    /// A title of a sheet.
    Title,
    /// The address of the web page.
    PageAddress,
}

/// The kinds of the options with a value that completions do not list.
const KINDS: [(&str, Kind); 44] = [
    ("only", Kind::Name),
    ("simd", Kind::Name),
    ("methods", Kind::List),
    ("given", Kind::List),
    ("threads", Kind::Whole),
    ("limit", Kind::Whole),
    ("compare limit", Kind::Real),
    ("seed", Kind::Whole),
    ("size", Kind::Whole),
    ("first", Kind::Whole),
    ("job", Kind::Whole),
    ("width", Kind::Whole),
    ("from", Kind::Whole),
    ("speed", Kind::Whole),
    ("steps", Kind::Whole),
    ("depth", Kind::Whole),
    ("runs", Kind::Whole),
    ("port", Kind::Whole),
    ("sample", Kind::Whole),
    ("audit", Kind::Real),
    ("seconds", Kind::Real),
    ("day", Kind::Day),
    ("samples", Kind::Whole),
    ("error", Kind::Real),
    ("shard", Kind::Shard),
    ("host", Kind::Address),
    ("position", Kind::Input),
    ("folder", Kind::Input),
    ("certificate", Kind::Input),
    ("plan-of", Kind::Input),
    ("ledger", Kind::Output),
    ("out", Kind::Output),
    ("picture", Kind::Output),
    ("output", Kind::Output),
    ("draw output", Kind::Picture),
    ("watch output", Kind::Animation),
    ("plot", Kind::Picture),
    ("man output", Kind::Folder),
    ("count", Kind::Whole),
    ("stars", Kind::Whole),
    ("singles", Kind::Whole),
    ("per-page", Kind::Whole),
    ("title", Kind::Title),
    ("link", Kind::PageAddress),
];

/// The kind of an option with a value. An option that is not in the table fails the test, so that none is forgotten.
fn kind(option: &CliOption) -> Kind {
    if option.takes == Takes::Choice {
        return Kind::Name;
    }
    let CliOption { command, name, .. } = option;
    let find = |name: &str| KINDS.iter().find(|(known, _)| *known == name);
    let kind = find(&format!("{command} {name}")).or_else(|| find(name));
    kind.unwrap_or_else(|| panic!("add the kind of --{name} ('queens {command}') to KINDS")).1
}

/// Values that are wrong for an option, whatever the other options are.
pub(super) fn bad(option: &CliOption) -> Vec<OsString> {
    let text: &[&str] = match kind(option) {
        Kind::Name => &["", " ", "nonsense", "TEXT", "-", "cpu,cpu", "x\n\u{1b}[31my", "\u{202e}é"],
        Kind::List => &["", ",", "nonsense", "A1,,B3", "1,-3", "x\n\u{1b}[31my"],
        Kind::Whole => &WHOLE,
        Kind::Real => &["", " ", "-1", "NaN", "inf", "1,5", "1e999", "ten", "0x1", "\u{1b}[2J"],
        Kind::Day => &[
            "",
            " ",
            "tomorrow",
            "15.11.2026",
            "2026-11",
            "2026-13-01",
            "2026-02-29",
            "2026-11-00",
            "-2026-11-15",
            "2026-11-15T00:00",
            "\u{1b}[2J",
        ],
        Kind::Shard => &["", "0", "0/0", "0/4", "5/4", "1/", "/4", "1/4/4", "-1/4", "a/b", "1/1e3"],
        Kind::Address => {
            &["", "localhost", "1.2.3", "1.2.3.4.5", "256.0.0.1", ":::", "127.0.0.1:80"]
        }
        Kind::Input => &["", "missing.txt", "folder", "empty", "garbage", "file/below", "letters"],
        Kind::Output => &["", "missing/out", "folder", "file/below", "folder/"],
        Kind::Picture => {
            &["", "missing/p.svg", "picture.gif", "picture", ".svg", "folder.svg", "file/below.svg"]
        }
        Kind::Animation => {
            &["", "missing/p.svg", "picture.bmp", "picture", ".svg", "folder.svg", "file/below.gif"]
        }
        Kind::Title => &["\n", "x\n\u{1b}[31my", "\u{202e}é", "♛"],
        Kind::PageAddress => &[
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "https://a b",
            "https://example.org/#/play",
            "javascript:alert(1)",
            "https://é",
        ],
        Kind::Folder => &["", "missing", "file", "file/below"],
    };
    let mut values: Vec<OsString> = text.iter().map(OsString::from).collect();
    values.push(long(kind(option)).into());
    #[cfg(unix)]
    if !matches!(kind(option), Kind::Output | Kind::Folder) {
        use std::os::unix::ffi::OsStringExt;
        values.push(OsString::from_vec(b"8\xff\xfe".to_vec()));
    }
    values
}

/// A value that is much too long.
fn long(kind: Kind) -> String {
    match kind {
        Kind::Picture | Kind::Animation => format!("{}.svg", "p".repeat(5000)),
        _ => "9".repeat(10_000),
    }
}

/// Texts that are not whole numbers.
pub(super) const WHOLE: [&str; 16] = [
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e3",
    "0x8",
    "NaN",
    "inf",
    "8 ",
    "٨",
    "８",
    "eight",
    "8\n8",
    "\u{1b}[2J",
    "99999999999999999999999999999",
];
