//! Reports what the parser of arguments says: the help, the version, or one line about invalid arguments.

use super::failure::{EXIT_BAD_REQUEST, Failure, say};
use super::output::Output;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the help, the version, or one line about invalid arguments.
pub(crate) fn report(mut error: clap::Error) -> ExitCode {
    let is_missing = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    // 'queens' alone asks for the help.
    if !error.use_stderr() || is_missing && std::env::args_os().len() < 2 {
        return match print_help(&error) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::from(error).report(),
        };
    }
    let command = command(&error.render().to_string());
    if is_missing {
        say(&format!("missing command; '{command} --help' lists the commands"));
    } else {
        remove_unrelated(&mut error);
        let tip = match error.kind() {
            ErrorKind::InvalidSubcommand => format!("; '{command} --help' lists the commands"),
            ErrorKind::UnknownArgument => format!("; '{command} --help' lists the options"),
            ErrorKind::MissingRequiredArgument => format!("; '{command} --help' has examples"),
            _ => String::new(),
        };
        say(&format!("{}{tip}", one_line(&error.render().to_string())));
    }
    ExitCode::from(EXIT_BAD_REQUEST)
}

/// The command whose usage a message shows: `queens puzzle new`.
fn command(message: &str) -> String {
    let usage = message.lines().find_map(|line| line.trim_start().strip_prefix("Usage: "));
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let words: Vec<&str> = usage.unwrap_or("queens").split(' ').take_while(is_name).collect();
    words.join(" ")
}

/// Prints the requested help or version, with colours on a terminal that shows them.
fn print_help(error: &clap::Error) -> io::Result<()> {
    let text = error.render();
    let mut out = Output::standard();
    if out.takes_colour() {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    out.flush()
}

/// Removes suggestions that differ too much from what was typed: clap suggests 'completions' for 'plot'.
fn remove_unrelated(error: &mut clap::Error) {
    for (typed, suggested) in [
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        let Some(ContextValue::String(typed)) = error.get(typed).cloned() else { continue };
        let kept = match error.remove(suggested) {
            Some(ContextValue::String(one)) if is_similar(&typed, &one) => {
                ContextValue::String(one)
            }
            Some(ContextValue::Strings(mut all)) => {
                all.retain(|one| is_similar(&typed, one));
                ContextValue::Strings(all)
            }
            _ => continue,
        };
        if !matches!(&kept, ContextValue::Strings(all) if all.is_empty()) {
            error.insert(suggested, kept);
        }
    }
}

/// Whether one in three letters differs at most, or one text is the start of the other.
fn is_similar(typed: &str, name: &str) -> bool {
    let [typed, name] = [typed, name].map(|text| text.trim_start_matches('-'));
    let longer = typed.chars().count().max(name.len());
    let is_start = typed.len() >= 2 && (name.starts_with(typed) || typed.starts_with(name));
    // Much longer texts are not similar, and comparing them takes long.
    longer < 40 && (is_start || strsim::damerau_levenshtein(typed, name) <= longer / 3)
}

/// The message of an argument error on one line, without the usage that follows it.
fn one_line(message: &str) -> String {
    let parts = message.split("\n\n").take_while(|part| !part.trim_start().starts_with("Usage:"));
    let line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> =
        parts.map(line).filter(|l| !l.is_empty() && !l.starts_with("For more")).collect();
    lines.join("; ").trim_start_matches("error: ").to_string()
}
