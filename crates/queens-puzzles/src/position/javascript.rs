//! The notation of JSON and JavaScript: blanks, comments, strings, lists and values.
//!
//! Quotes of all kinds, commas after the last item and comments are allowed everywhere. Values are not built: functions read them or
//! move over them, so that a text needs little memory besides itself, and deep nesting no stack.

use super::parse::Cursor;
use crate::Error;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 64;

/// The characters of a string.
pub(super) struct Text {
    /// The byte offset of the opening quote.
    pub(super) start: usize,
    /// The byte offset of the closing quote.
    pub(super) end: usize,
    /// The byte offset and the character of each letter. Offsets that do not fit would need a text of 4 GiB.
    pub(super) letters: Vec<(u32, char)>,
}

/// Moves over blanks and comments.
pub(super) fn skip(cursor: &mut Cursor) -> Result<(), Error> {
    loop {
        cursor.take_while(char::is_whitespace);
        if !skip_comment(cursor)? {
            return Ok(());
        }
    }
}

/// Moves over a comment, if there is one.
fn skip_comment(cursor: &mut Cursor) -> Result<bool, Error> {
    let start = cursor.offset();
    if cursor.eat_text("//") {
        cursor.take_while(|letter| letter != '\n');
        return Ok(true);
    }
    if !cursor.eat_text("/*") {
        return Ok(false);
    }
    loop {
        cursor.take_while(|letter| letter != '*');
        if cursor.eat_text("*/") {
            return Ok(true);
        }
        if cursor.next().is_none() {
            return Err(cursor.back_to(start).error("comment without end: expected */"));
        }
    }
}

/// Reads a string.
pub(super) fn string(cursor: &mut Cursor) -> Result<Text, Error> {
    let mut text = Text { start: cursor.offset(), end: 0, letters: Vec::new() };
    let quote = cursor.next();
    loop {
        text.end = cursor.offset();
        let letter = match cursor.next() {
            end if end.is_some() && end == quote => return Ok(text),
            None => return Err(without_end(cursor, text.start)),
            Some('\n') if quote != Some('`') => return Err(without_end(cursor, text.start)),
            Some('$') if quote == Some('`') && cursor.peek() == Some('{') => {
                return Err(cursor.back_to(text.end).error(SUBSTITUTION));
            }
            Some('\\') => {
                let unknown = || cursor.back_to(text.end).error("unknown escape in a string");
                let mut after = cursor.back_to(cursor.offset());
                let letter = escaped(&mut after).ok_or_else(unknown)?;
                *cursor = after;
                letter
            }
            Some(letter) => letter,
        };
        text.letters.push((u32::try_from(text.end).unwrap_or(u32::MAX), letter));
    }
}

/// Why a template string cannot be read.
const SUBSTITUTION: &str = "a string with ${...} is not supported: expected its value";

fn without_end(cursor: &Cursor, start: usize) -> Error {
    cursor.back_to(start).error("string without end: expected a quote in the same line")
}

/// The character that is written after a backslash.
fn escaped(cursor: &mut Cursor) -> Option<char> {
    match cursor.next()? {
        letter @ ('"' | '\'' | '`' | '\\' | '/') => Some(letter),
        'n' | 't' | 'r' | 'b' | 'f' => Some(' '),
        'u' => {
            let digits: Option<String> = (0..4).map(|_| cursor.next()).collect();
            let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
        }
        _ => None,
    }
}

/// Reads the items of a list after its opening bracket, and the closing bracket.
pub(super) fn list<'a>(
    cursor: &mut Cursor<'a>,
    close: char,
    mut item: impl FnMut(&mut Cursor<'a>) -> Result<(), Error>,
) -> Result<(), Error> {
    loop {
        skip(cursor)?;
        if cursor.eat(close) {
            return Ok(());
        }
        item(cursor)?;
        end_of_item(cursor, close)?;
        cursor.eat(',');
    }
}

/// Moves to the comma or the closing bracket after an item.
pub(super) fn end_of_item(cursor: &mut Cursor, close: char) -> Result<(), Error> {
    skip(cursor)?;
    match cursor.peek() {
        Some(next) if next == ',' || next == close => Ok(()),
        _ => Err(cursor.unexpected(&format!("',' or '{close}'"))),
    }
}

/// Reads a keyword or a name.
pub(super) fn word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'))
}

/// Where a value in the source ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At a comma, a semicolon or a closing bracket.
    Comma,
    /// There, and at the end of the line.
    Line,
}

/// Moves over a value of any kind, such as `[1, 2]`, `"text"`, `colours.red` or `-1`.
pub(super) fn skip_value(cursor: &mut Cursor, end: End) -> Result<(), Error> {
    skip(cursor)?;
    let start = cursor.offset();
    let mut nesting = Nesting::default();
    loop {
        if nesting.closers.is_empty() {
            if end == End::Line {
                cursor.take_while(|letter| letter.is_whitespace() && letter != '\n');
                if skip_comment(cursor)? {
                    continue;
                }
            } else {
                skip(cursor)?;
            }
            if matches!(cursor.peek(), None | Some(',' | ';' | ']' | '}' | ')' | '\n')) {
                break;
            }
        }
        nesting.step(cursor)?;
    }
    if cursor.offset() == start { Err(cursor.unexpected("a value")) } else { Ok(()) }
}

/// Moves over an array or an object.
pub(super) fn skip_brackets(cursor: &mut Cursor) -> Result<(), Error> {
    let mut nesting = Nesting::default();
    nesting.step(cursor)?;
    while !nesting.closers.is_empty() {
        nesting.step(cursor)?;
    }
    Ok(())
}

/// The brackets that are open.
#[derive(Default)]
struct Nesting {
    closers: Vec<char>,
}

impl Nesting {
    /// Moves over a comment, a string, a bracket or another character.
    fn step(&mut self, cursor: &mut Cursor) -> Result<(), Error> {
        skip(cursor)?;
        let close = match cursor.peek() {
            Some('"' | '\'' | '`') => return skip_string(cursor),
            Some('[') => Some(']'),
            Some('{') => Some('}'),
            Some('(') => Some(')'),
            Some(']' | '}' | ')') | None => None,
            Some(_) => {
                cursor.next();
                return Ok(());
            }
        };
        match close {
            Some(_) if self.closers.len() == MAX_DEPTH => {
                Err(cursor.error(format!("more than {MAX_DEPTH} nested brackets")))
            }
            Some(close) => {
                self.closers.push(close);
                cursor.next();
                Ok(())
            }
            None => match self.closers.pop() {
                Some(wanted) if cursor.eat(wanted) => Ok(()),
                Some(wanted) => Err(cursor.unexpected(&format!("'{wanted}'"))),
                None => Err(cursor.unexpected("a value")),
            },
        }
    }
}

/// Moves over a string. Its escapes may be any.
fn skip_string(cursor: &mut Cursor) -> Result<(), Error> {
    let start = cursor.offset();
    let quote = cursor.next();
    loop {
        let place = cursor.offset();
        match cursor.next() {
            end if end.is_some() && end == quote => return Ok(()),
            None => return Err(without_end(cursor, start)),
            Some('\n') if quote != Some('`') => return Err(without_end(cursor, start)),
            Some('$') if quote == Some('`') && cursor.peek() == Some('{') => {
                return Err(cursor.back_to(place).error(SUBSTITUTION));
            }
            Some('\\') => {
                cursor.next();
            }
            Some(_) => {}
        }
    }
}
