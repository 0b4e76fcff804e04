//! Modules of JavaScript and TypeScript: the array or object that such a file is about.
//!
//! ```text
//!   import { red, blue } from "../colours";                  skipped
//!   const level42 = { size: 8, colorRegions: [...], ... };   a value with a name
//!   export default level42;                                  says which value is meant
//! ```
//!
//! A text that is only an array or an object, as in JSON, is the simplest case.

use super::javascript::{End, skip, skip_brackets, skip_value, string, word};
use super::json;
use super::parse::{Cursor, excerpt};
use crate::Error;

/// The array or object of a text.
pub(super) struct Value {
    /// Its byte offset.
    pub(super) offset: usize,
    /// Whether it is part of a module, which has been read to its end.
    pub(super) in_module: bool,
}

/// A name, and the byte offset of its value.
struct Declared<'a> {
    name: &'a str,
    offset: usize,
}

/// What the statements of a module say.
#[derive(Default)]
struct Module<'a> {
    declared: Vec<Declared<'a>>,
    /// The name that is exported as default, and its byte offset.
    exported: Option<(usize, &'a str)>,
}

/// The most declarations of a module.
const MAX_DECLARED: usize = 1000;

/// Whether a text begins like a module.
pub(super) fn is_module(text: &str) -> bool {
    begins(text) && text.contains(['[', '{'])
}

/// Whether a text begins with a word or a comment of a module.
pub(super) fn begins(text: &str) -> bool {
    let first = text.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    matches!(first, "const" | "let" | "var" | "export" | "import" | "module.exports")
        || ["//", "/*", "\"use strict\"", "'use strict'"].iter().any(|&s| text.starts_with(s))
}

/// Whether the value of a text is an array. A text with an error is not.
pub(super) fn is_array(text: &str) -> bool {
    value(text).is_ok_and(|value| text[value.offset..].starts_with('['))
}

/// Finds the array or object.
pub(super) fn value(text: &str) -> Result<Value, Error> {
    let mut cursor = Cursor::new(text);
    skip(&mut cursor)?;
    if !cursor.peek().is_some_and(|first| first.is_alphabetic() || matches!(first, '"' | '\'')) {
        return Ok(Value { offset: cursor.offset(), in_module: false });
    }
    let mut module = Module::default();
    loop {
        skip(&mut cursor)?;
        if cursor.eat(';') {
            continue;
        }
        if cursor.peek().is_none() {
            break;
        }
        module.statement(&mut cursor)?;
        if module.declared.len() > MAX_DECLARED {
            return Err(cursor.error(format!("more than {MAX_DECLARED} declarations")));
        }
    }
    Ok(Value { offset: module.position(&cursor)?, in_module: true })
}

/// Reads what follows the only value of a text: nothing.
pub(super) fn end(cursor: &mut Cursor) -> Result<(), Error> {
    skip(cursor)?;
    cursor.eat(';');
    skip(cursor)?;
    match cursor.peek() {
        None => Ok(()),
        Some('[' | '{') => Err(cursor.error(
            "a second position begins here: expected one position; \
             if each line has one, give one line at a time",
        )),
        Some(_) => Err(cursor.unexpected("the end of the text")),
    }
}

/// What a module may contain, for messages.
const STATEMENTS: &str = "an array or object, const NAME = with one, import or export default";

impl<'a> Module<'a> {
    fn statement(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let start = cursor.offset();
        if let Some('"' | '\'') = cursor.peek() {
            // "use strict"
            return string(cursor).map(drop);
        }
        match word(cursor) {
            "import" => import(cursor),
            "const" | "let" | "var" => self.declaration(cursor),
            "module" if cursor.eat_text(".exports") => {
                skip(cursor)?;
                if !cursor.eat('=') {
                    return Err(cursor.unexpected("="));
                }
                self.export(cursor)
            }
            "export" => {
                skip(cursor)?;
                if cursor.peek() == Some('{') {
                    return skip_value(cursor, End::Line);
                }
                let start = cursor.offset();
                match word(cursor) {
                    "default" => self.export(cursor),
                    "const" | "let" | "var" => self.declaration(cursor),
                    _ => Err(cursor.back_to(start).unexpected(STATEMENTS)),
                }
            }
            _ => Err(cursor.back_to(start).unexpected(STATEMENTS)),
        }
    }

    /// Reads `NAME = VALUE` or, in TypeScript, `NAME: TYPE = VALUE`, and more of them after commas.
    fn declaration(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            skip(cursor)?;
            let name = word(cursor);
            if name.is_empty() {
                return Err(cursor.unexpected("a name"));
            }
            skip(cursor)?;
            if cursor.eat(':') {
                cursor.take_while(|letter| !matches!(letter, '=' | ';'));
            }
            if !cursor.eat('=') {
                return Err(cursor.unexpected("="));
            }
            self.value(cursor, name)?;
            skip(cursor)?;
            if !cursor.eat(',') {
                return Ok(());
            }
        }
    }

    /// Reads the value or the name that is exported.
    fn export(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        skip(cursor)?;
        let offset = cursor.offset();
        if let Some((_, other)) = self.exported {
            return Err(cursor
                .error(format!("second default export after '{}': expected one", excerpt(other))));
        }
        if matches!(cursor.peek(), Some('[' | '{')) {
            self.exported = Some((offset, "default"));
            return self.value(cursor, "default");
        }
        self.exported = Some((offset, word(cursor)));
        end_of_statement(cursor)
    }

    /// Reads a value, and remembers an array or an object.
    fn value(&mut self, cursor: &mut Cursor, name: &'a str) -> Result<(), Error> {
        skip(cursor)?;
        if !matches!(cursor.peek(), Some('[' | '{')) {
            return skip_value(cursor, End::Line);
        }
        self.declared.push(Declared { name, offset: cursor.offset() });
        skip_brackets(cursor)?;
        end_of_statement(cursor)
    }

    /// The byte offset of the value that the module is about.
    fn position(&self, cursor: &Cursor) -> Result<usize, Error> {
        if let Some((offset, name)) = self.exported {
            let found = self.declared.iter().find(|declared| declared.name == name);
            return found.map(|declared| declared.offset).ok_or_else(|| {
                let name = excerpt(name);
                let reason = format!("'{name}' is not an array or object of this file");
                cursor.back_to(offset).error(reason)
            });
        }
        let is_position = |declared: &&Declared| json::is_position(cursor.back_to(declared.offset));
        let positions = || self.declared.iter().filter(is_position);
        match (&self.declared[..], positions().nth(1)) {
            ([], _) => Err(cursor.unexpected("an array or object")),
            ([only], _) => Ok(only.offset),
            (_, Some(second)) => {
                let [first, last] = [positions().next().unwrap_or(second), second]
                    .map(|declared| excerpt(declared.name));
                Err(cursor.back_to(second.offset).error(format!(
                    "both '{first}' and '{last}' are positions: expected one, or export default NAME"
                )))
            }
            (declared, None) => {
                positions().next().map(|declared| declared.offset).ok_or_else(|| {
                    let reason = "none of the arrays and objects is a position";
                    cursor.back_to(declared[0].offset).error(reason)
                })
            }
        }
    }
}

/// Moves over the rest of `import { red } from "../colours"`.
fn import(cursor: &mut Cursor) -> Result<(), Error> {
    loop {
        skip(cursor)?;
        match cursor.peek() {
            Some('"' | '\'') => {
                string(cursor)?;
                return end_of_statement(cursor);
            }
            Some('{' | '}' | ',' | '*') => {
                cursor.next();
            }
            _ if word(cursor).is_empty() => {
                return Err(cursor.unexpected("the name of a module in quotes"));
            }
            _ => {}
        }
    }
}

/// Reads the end of a statement: a semicolon, or the end of the line. TypeScript may have `as TYPE` or `satisfies TYPE` before it.
fn end_of_statement(cursor: &mut Cursor) -> Result<(), Error> {
    cursor.take_while(|letter| letter.is_whitespace() && letter != '\n');
    let start = cursor.offset();
    match (cursor.peek(), word(cursor)) {
        (_, "as" | "satisfies") => {
            cursor.take_while(|letter| !matches!(letter, ';' | '\n'));
            Ok(())
        }
        (None | Some(';' | ',' | '\n' | '/'), _) => Ok(()),
        _ => Err(cursor.back_to(start).unexpected("';' or the end of the line")),
    }
}
