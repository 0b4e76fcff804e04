//! Which values are bad for which option.

use super::definition::{CliOption, Takes};
use std::ffi::OsString;

/// Values between bars that are not names of a list.
const NAME: &str = "| |nonsense|TEXT|-|cpu,cpu|x\n\u{1b}[31my|\u{202e}é";
/// Texts that are not whole numbers.
pub(super) const WHOLE: &str =
    "| |-1|+1|1.5|1e3|0x8|NaN|inf|8 |٨|８|eight|8\n8|\u{1b}[2J|99999999999999999999999999999";
/// Texts that are not a number of seconds, or a part of 1.
const REAL: &str = "| |-1|NaN|inf|1,5|1e999|ten|0x1|\u{1b}[2J";
/// Files that cannot be written, in any format.
const OUTPUT: &str = "|missing/out|folder|file/below|folder/";
const FOLDER: &str = "|missing|file|file/below";

/// The options with a value that completions do not list, and values that are wrong whatever the other options are.
const BAD: [(&str, &str); 14] = [
    ("only simd", NAME),
    ("methods given", "|,|nonsense|A1,,B3|1,-3|x\n\u{1b}[31my"),
    (
        "threads limit seed size first job width from speed steps depth runs port sample samples \
         count stars singles per-page",
        WHOLE,
    ),
    ("compare/limit audit seconds error", REAL),
    (
        "day",
        "| |tomorrow|15.11.2026|2026-11|2026-13-01|2026-02-29|2026-11-00|-2026-11-15|\
         2026-11-15T00:00|\u{1b}[2J",
    ),
    ("shard", "|0|0/0|0/4|5/4|1/|/4|1/4/4|-1/4|a/b|1/1e3"),
    ("host", "|localhost|1.2.3|1.2.3.4.5|256.0.0.1|:::|127.0.0.1:80"),
    ("position folder certificate plan-of", "|missing.txt|folder|empty|garbage|file/below|letters"),
    ("ledger out picture output", OUTPUT),
    ("draw/output plot", "|missing/p.svg|picture.gif|picture|.svg|folder.svg|file/below.svg"),
    ("watch/output", "|missing/p.svg|picture.bmp|picture|.svg|folder.svg|file/below.gif"),
    ("man/output", FOLDER),
    ("title", "\n|x\n\u{1b}[31my|\u{202e}é|♛"),
    (
        "link",
        "|example.org|ftp://example.org|https://|https://a b|https://example.org/#/play|\
         javascript:alert(1)|https://é",
    ),
];

/// Values that are wrong for an option. An option that is not in the table fails the test, so that none is forgotten.
pub(super) fn bad(option: &CliOption) -> Vec<OsString> {
    let CliOption { command, name, takes } = option;
    let find = |name: &str| {
        BAD.iter().find(|(names, _)| names.split_whitespace().any(|known| known == name))
    };
    let bad = match find(&format!("{command}/{name}")).or_else(|| find(name)) {
        _ if *takes == Takes::Choice => NAME,
        Some((_, bad)) => bad,
        None => panic!("add --{name} ('queens {command}') to BAD"),
    };
    // A value that is much too long.
    let long = match bad.contains(".svg") {
        true => format!("{}.svg", "p".repeat(5000)),
        false => "9".repeat(10_000),
    };
    let mut values: Vec<OsString> = bad.split('|').map(OsString::from).collect();
    values.push(long.into());
    #[cfg(unix)]
    if bad != OUTPUT && bad != FOLDER {
        use std::os::unix::ffi::OsStringExt;
        values.push(OsString::from_vec(b"8\xff\xfe".to_vec()));
    }
    values
}
