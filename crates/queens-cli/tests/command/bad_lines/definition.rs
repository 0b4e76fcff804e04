//! The options of every command, read from the shell completions that the binary generates from its own definition.

use crate::printed;

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CliOption {
    /// The words of the command: `count`, or `ledger show`.
    pub(super) command: String,
    /// The name without dashes.
    pub(super) name: String,
    pub(super) takes: Takes,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// It is a flag.
    Nothing,
    /// One of some names that the completions list.
    Choice,
    /// Any other value.
    Value,
}

/// All options of all commands, except `--help` and `--version`.
pub(super) fn options() -> Vec<CliOption> {
    let script = printed("completions fish");
    let lines = script.lines().filter_map(option);
    lines.filter(|option| !["help", "version"].contains(&option.name.as_str())).collect()
}

/// The option of a line such as
/// `complete -c queens -n "__fish_queens_using_subcommand count" -s t -l threads -d 'Number of ...' -r`.
fn option(line: &str) -> Option<CliOption> {
    let (_, rest) = line.split_once("__fish_queens_using_subcommand ")?;
    let (condition, rest) = rest.split_once('"')?;
    let command = match condition.split_once("; and ") {
        None => condition.to_string(),
        Some((command, inner)) => {
            let inner = inner.strip_prefix("__fish_seen_subcommand_from ")?;
            format!("{command} {inner}")
        }
    };
    let (_, rest) = rest.split_once(" -l ")?;
    let (name, rest) = rest.split_once(" -d '")?;
    // The description ends at the first quote that is not escaped.
    let end = rest.match_indices('\'').find(|(at, _)| !rest[..*at].ends_with('\\'))?.0;
    let takes = match &rest[end + 1..] {
        "" => Takes::Nothing,
        value if value.starts_with(" -r -f -a") => Takes::Choice,
        value if value.starts_with(" -r") => Takes::Value,
        other => panic!("unknown completion '{other}' of --{name}"),
    };
    Some(CliOption { command, name: name.to_string(), takes })
}

#[test]
fn the_definition_is_read() {
    let options = options();
    let find = |command: &str, name: &str| {
        options.iter().find(|o| o.command == command && o.name == name).map(|o| o.takes)
    };
    assert_eq!(find("count", "threads"), Some(Takes::Value));
    assert_eq!(find("count", "format"), Some(Takes::Choice));
    assert_eq!(find("count", "placements"), Some(Takes::Nothing));
    assert_eq!(find("puzzle new", "difficulty"), Some(Takes::Choice));
    assert_eq!(find("ledger show", "job"), Some(Takes::Value));
    assert!(options.len() > 90, "{}", options.len());
}
