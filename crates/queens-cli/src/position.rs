//! Positions, from a file, standard input or the command line.

use crate::failure::{Failure, say};
use crate::interrupt::ending_at_once;
use queens::{Error, Position};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

/// Reads a position: words of its short form, or one name of a file.
pub(crate) fn read(words: &[String]) -> Result<Position, Failure> {
    let (name, text) = if words.iter().flat_map(|word| word.split_whitespace()).any(is_short) {
        ("the position".to_string(), words.join(" "))
    } else if let [file] = words {
        let path = Path::new(file);
        if is_standard(path) && io::stdin().is_terminal() {
            say("type a position, end it with Ctrl-D");
        }
        let mut text = String::new();
        let read = ending_at_once(|| {
            open(path)?.read_to_string(&mut text).map_err(|e| unreadable(path, &e))
        });
        read?;
        (input_name(path), text)
    } else {
        let given = words.join(" ");
        let wanted = "one file, or a position with size:N";
        return Err(Failure::bad(format!("'{given}': {wanted} is needed")));
    };
    text.parse().map_err(|error: Error| Failure::bad(format!("{name}: {error}")))
}

/// Whether a word belongs to the short form.
fn is_short(word: &str) -> bool {
    let keys = ["size", "given", "closed", "rules", "regions"];
    word.split_once(':').is_some_and(|(key, _)| keys.contains(&key))
}

/// Opens a file or standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// What to say of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("cannot read {}: {error}", input_name(path)))
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_string() } else { path.display().to_string() }
}
