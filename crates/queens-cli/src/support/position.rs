//! Reads positions from a file, standard input or the command line.

use super::failure::{Failure, say};
use super::interrupt::ending_at_once;
use super::output::extension;
use super::picture::READABLE;
use super::progress::Waiting;
use queens::{Rules, Square};
use queens_puzzles::position::{Entry, Reader};
use queens_puzzles::puzzle::PuzzleLink;
use queens_puzzles::{Error, Position};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The longest text of a position, in bytes. The largest boards need about half of it.
const MAX_TEXT: u64 = 1 << 29;

/// The boards in a file, on standard input or on the command line, one after the other.
pub(crate) struct Boards {
    /// What messages call the input.
    pub(crate) name: String,
    input: Box<dyn BufRead>,
    path: PathBuf,
    reader: Reader,
    is_open: bool,
}

impl Boards {
    /// The boards of one file, or of words: a list of queens, a position in short form, or a link to the page.
    pub(crate) fn of(words: &[String]) -> Result<Self, Failure> {
        let typed = |name: &str, text: String| Ok(Self::new(name, Box::new(Cursor::new(text))));
        match words {
            [link] if is_link(link) => typed("the link", made("the link", link)?),
            _ if words.iter().flat_map(|word| word.split_whitespace()).any(is_short) => {
                typed("the position", words.join(" "))
            }
            _ if are_queens(words) => typed("the queens", words.join(" ")),
            [file] => {
                check_name(file)?;
                Self::open(Path::new(file))
            }
            _ => {
                let given = words.join(" ");
                Err(Failure::bad(format!(
                    "'{given}': expected one file, a position with size:N, or a list of queens"
                )))
            }
        }
    }

    /// The boards of a file, or of standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let mut input = ending_at_once(|| open(path))?;
        if ending_at_once(|| begins_with_link(&mut *input))
            .map_err(|error| unreadable(path, &error))?
        {
            let text = ending_at_once(|| read_text(&mut *input, path))?;
            input = Box::new(Cursor::new(made(&input_name(path), &text)?));
        }
        Ok(Self { path: path.to_path_buf(), ..Self::new(&input_name(path), input) })
    }

    fn new(name: &str, input: Box<dyn BufRead>) -> Self {
        let path = PathBuf::new();
        Self { name: name.to_string(), input, path, reader: Reader::default(), is_open: true }
    }

    /// Reads the next piece of the input.
    fn fill(&mut self) -> Result<(), Failure> {
        let wrong = |error: io::Error| unreadable(&self.path, &error);
        let piece = ending_at_once(|| self.input.fill_buf()).map_err(wrong)?;
        let length = piece.len();
        self.reader.push(piece);
        self.input.consume(length);
        if length == 0 {
            self.is_open = false;
            self.reader.end();
        }
        Ok(())
    }

    /// The next position. Errors name its line.
    pub(crate) fn next_position(&mut self) -> Result<Option<(usize, Position)>, Failure> {
        let Some(Entry { line, queens }) = self.next().transpose()? else { return Ok(None) };
        let name = &self.name;
        let position = queens.position();
        Ok(Some((
            line,
            position.map_err(|error| Failure::bad(format!("{name}: line {line}: {error}")))?,
        )))
    }

    /// The failure of an input without boards.
    pub(crate) fn none(&self) -> Failure {
        let name = &self.name;
        Failure::bad(format!(
            "{name}: no queens found; expected a board, or the row of the queen in each column"
        ))
    }
}

impl Iterator for Boards {
    type Item = Result<Entry, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let name = &self.name;
            let wrong = |error: Error| Failure::bad(format!("{name}: {error}"));
            match self.reader.next_entry() {
                Some(entry) => return Some(entry.map_err(wrong)),
                None if !self.is_open => return None,
                None => {
                    if let Err(failure) = self.fill() {
                        self.is_open = false;
                        return Some(Err(failure));
                    }
                }
            }
        }
    }
}

/// The text with positions instead of the links to puzzles, one per line.
fn made(name: &str, text: &str) -> Result<String, Failure> {
    let mut positions = String::new();
    for (before, line) in text.lines().enumerate() {
        let link = PuzzleLink::of(line).map_err(|error| match before {
            0 => Failure::bad(format!("{name}: {error}")),
            _ => Failure::bad(format!("{name}: link {}: {error}", before + 1)),
        })?;
        match link {
            Some(link) => {
                positions += &link.position(&Waiting::new("creating a puzzle"))?.to_short();
            }
            None => positions += line,
        }
        positions.push('\n');
    }
    Ok(positions)
}

/// Whether an input begins with a link to the page.
fn begins_with_link(input: &mut dyn BufRead) -> io::Result<bool> {
    let start = input.fill_buf()?.trim_ascii_start();
    Ok([&b"#/"[..], b"http://", b"https://"].iter().any(|link| start.starts_with(link)))
}

/// Reads the only position of the words or of the file that they name.
pub(crate) fn read(words: &[String]) -> Result<Position, Failure> {
    let mut boards = Boards::of(words)?;
    let (_, position) = boards.next_position()?.ok_or_else(|| boards.none())?;
    match boards.next().transpose()? {
        Some(Entry { line, .. }) => Err(Failure::bad(format!(
            "{}: line {line}: a second board begins here: expected one",
            boards.name
        ))),
        None => Ok(position),
    }
}

/// Reads a position as [`read`] does, with other rules and another number of stars, where they are requested.
pub(crate) fn read_by(
    words: &[String],
    rules: Option<Rules>,
    stars: Option<usize>,
) -> Result<Position, Failure> {
    Ok(with(read(words)?, rules, stars)?)
}

/// The position with other rules and another number of stars, where they are requested.
pub(crate) fn with(
    position: Position,
    rules: Option<Rules>,
    stars: Option<usize>,
) -> Result<Position, Error> {
    // The rules of a position with several stars can change only together with the stars.
    let position = match (rules, stars) {
        (Some(_), Some(_)) => position.with_stars(1)?,
        _ => position,
    };
    let position = rules.map_or(Ok(position.clone()), |rules| position.with_rules(rules))?;
    stars.map_or(Ok(position.clone()), |stars| position.with_stars(stars))
}

/// Whether a word belongs to the short form.
fn is_short(word: &str) -> bool {
    let keys = ["size", "given", "closed", "rules", "stars", "regions"];
    word.split_once(':').is_some_and(|(key, _)| keys.contains(&key))
}

/// Whether words are a list of queens: rows or squares.
fn are_queens(words: &[String]) -> bool {
    let mut parts = words.iter().flat_map(|word| word.split([',', ' ']));
    let is_queen = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
            || word.parse::<Square>().is_ok()
    };
    let first = parts.next().unwrap_or_default();
    is_queen(first) && (parts.next().is_some() || matches!(first, "1" | "A1" | "a1"))
}

/// Whether a word is a link to the page.
fn is_link(word: &str) -> bool {
    word.starts_with("#/") || word.contains("://")
}

/// Opens a file or standard input and converts it to UTF-8 without a byte order mark.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let fails = |error: io::Error| unreadable(path, &error);
    if is_standard(path) {
        say_how_to_end();
        return as_utf8(io::stdin().lock()).map_err(fails);
    }
    let file = File::open(path).map_err(fails)?;
    as_utf8(BufReader::with_capacity(1 << 16, file)).map_err(fails)
}

/// Says how to end the input if a person types it.
pub(crate) fn say_how_to_end() {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z, Enter" } else { "Ctrl-D" };
        say(&format!("reading from the terminal; end with {end}"));
    }
}

/// Refuses a size or a picture in place of a position, and says what to type.
fn check_name(file: &str) -> Result<(), Failure> {
    let path = Path::new(file);
    if file.bytes().all(|byte| byte.is_ascii_digit()) && !path.exists() {
        return Err(Failure::bad(format!(
            "there is no file '{file}'; the empty board of size {file} is size:{file}"
        )));
    }
    if READABLE.contains(&&*extension(path)) {
        return Err(Failure::bad(format!(
            "{file} is a picture; 'queens puzzle read {file}' reads the position in it"
        )));
    }
    Ok(())
}

/// Skips the byte order mark of UTF-8 and decodes UTF-16. Both are written by editors and shells on Windows; `>` in
/// PowerShell 5 writes UTF-16.
fn as_utf8(mut input: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut head = Vec::new();
    input.by_ref().take(3).read_to_end(&mut head)?;
    let order: fn([u8; 2]) -> u16 = match head[..] {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [0xef, 0xbb, 0xbf] => return Ok(Box::new(input)),
        // The end of the input. To read again, a terminal needs another one.
        _ if head.len() < 3 => return Ok(Box::new(Cursor::new(head))),
        _ => return Ok(Box::new(Cursor::new(head).chain(input))),
    };
    input.read_to_end(&mut head)?;
    let (pairs, rest) = head[2..].as_chunks();
    let text = String::from_utf16(&pairs.iter().map(|&pair| order(pair)).collect::<Vec<u16>>());
    match text {
        Ok(text) if rest.is_empty() => Ok(Box::new(Cursor::new(text))),
        _ => Err(io::Error::new(ErrorKind::InvalidData, "invalid UTF-16")),
    }
}

/// Reads all text that is left.
fn read_text(input: &mut dyn BufRead, path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    input.take(MAX_TEXT + 1).read_to_string(&mut text).map_err(|error| unreadable(path, &error))?;
    if text.len() as u64 > MAX_TEXT {
        let (name, most) = (input_name(path), MAX_TEXT >> 20);
        return Err(Failure::bad(format!(
            "{name}: longer than {most} MiB, the limit of a position"
        )));
    }
    Ok(text)
}

/// The error of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("cannot read {}: {error}", input_name(path)))
}

/// Whether the path stands for standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What messages call the input.
pub(crate) fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_string() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as_utf8(bytes: &'static [u8]) -> io::Result<String> {
        let mut text = String::new();
        as_utf8(bytes)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn encodings_with_a_byte_order_mark_are_read() {
        for bytes in [
            b"Q.\r\n" as &[u8],
            b"\xef\xbb\xbfQ.\r\n",
            b"\xff\xfeQ\0.\0\r\0\n\0",
            b"\xfe\xff\0Q\0.\0\r\0\n",
        ] {
            assert_eq!(read_as_utf8(bytes).unwrap(), "Q.\r\n", "{bytes:x?}");
        }
        for short in [b"" as &[u8], b"1", b"12"] {
            assert_eq!(read_as_utf8(short).unwrap().as_bytes(), short);
        }
        assert_eq!(read_as_utf8("♛".as_bytes()).unwrap(), "♛");
        assert_eq!(read_as_utf8(b"\xff\xfe\x5b\x26").unwrap(), "♛");
    }

    #[test]
    fn broken_utf_16_is_refused() {
        // Half a unit, and half a pair.
        for bytes in [b"\xff\xfeQ\0." as &[u8], b"\xff\xfe\0\xd8Q\0", b"\xff\xfeQ"] {
            assert_eq!(read_as_utf8(bytes).unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }
}
