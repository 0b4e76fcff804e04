//! Object literals of JavaScript as JSON: `const level = { size: 8, given: ['A1'], };`.
//!
//! Keys without quotes, quotes of all kinds, commas after the last item, comments, a declaration before the object and a semicolon
//! after it are translated. Everything else is unchanged, and JSON refuses what it does not know.

use super::parse::is_declaration;

/// An object as JSON, and where its bytes come from.
pub(super) struct Translated {
    pub(super) json: String,
    /// The byte offset in the original of each byte, and of the end.
    offsets: Vec<usize>,
}

impl Translated {
    /// The byte offset in the original of a byte of the JSON.
    pub(super) fn original(&self, byte: usize) -> usize {
        self.offsets[byte.min(self.json.len())]
    }
}

/// Translates an object.
pub(super) fn translated(text: &str) -> Translated {
    let mut writer =
        Writer { text, at: 0, json: String::with_capacity(text.len()), offsets: Vec::new() };
    writer.declaration();
    writer.values();
    let Writer { json, mut offsets, .. } = writer;
    offsets.push(text.len());
    Translated { json, offsets }
}

struct Writer<'a> {
    text: &'a str,
    at: usize,
    json: String,
    offsets: Vec<usize>,
}

impl Writer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, letter: char, offset: usize) {
        self.json.push(letter);
        self.offsets.resize(self.json.len(), offset);
    }

    /// Moves a character to the JSON.
    fn keep(&mut self) {
        if let Some(letter) = self.rest().chars().next() {
            self.push(letter, self.at);
            self.at += letter.len_utf8();
        }
    }

    /// Skips line comments and `const level =`.
    fn declaration(&mut self) {
        while self.rest().trim_start().starts_with("//") {
            self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        }
        let first = self.rest().split_whitespace().next().unwrap_or_default();
        if is_declaration(first) {
            self.at += self.rest().find('{').unwrap_or(0);
        }
    }

    fn values(&mut self) {
        while let Some(letter) = self.rest().chars().next() {
            match letter {
                '"' | '\'' | '`' => self.string(letter),
                '/' if self.rest().starts_with("//") => {
                    let end = self.rest().find('\n').unwrap_or(self.rest().len());
                    self.at += end;
                }
                '/' if self.rest().starts_with("/*") => {
                    let end = self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
                    self.at += end;
                }
                ']' | '}' => {
                    self.drop_comma();
                    self.keep();
                }
                ';' if self.rest()[1..].trim().is_empty() => self.at += 1,
                _ if letter.is_alphabetic() || matches!(letter, '_' | '$') => self.word(),
                // A number may have letters, as in 1e5.
                _ if letter.is_ascii_digit() => {
                    while self.rest().starts_with(|next: char| next.is_alphanumeric()) {
                        self.keep();
                    }
                }
                _ => self.keep(),
            }
        }
    }

    /// A name: a key if a colon follows.
    fn word(&mut self) {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let end = self.rest().find(|letter| !is_part(letter)).unwrap_or(self.rest().len());
        let is_key = self.rest()[end..].trim_start().starts_with(':');
        let last = self.at + end;
        if is_key {
            self.push('"', self.at);
        }
        while self.at < last {
            self.keep();
        }
        if is_key {
            self.push('"', last);
        }
    }

    fn string(&mut self, quote: char) {
        self.push('"', self.at);
        self.at += 1;
        while let Some(letter) = self.rest().chars().next() {
            match letter {
                _ if letter == quote => {
                    self.push('"', self.at);
                    self.at += 1;
                    return;
                }
                '"' => {
                    self.push('\\', self.at);
                    self.keep();
                }
                // JSON has no escape for other quotes.
                '\\' if self.rest()[1..].starts_with(['\'', '`']) => {
                    self.at += 1;
                    self.keep();
                }
                '\\' => {
                    self.keep();
                    self.keep();
                }
                _ => self.keep(),
            }
        }
    }

    /// Removes the comma after the last item.
    fn drop_comma(&mut self) {
        let kept = self.json.trim_end();
        if kept.ends_with(',') {
            let comma = kept.len() - 1;
            self.json.remove(comma);
            self.offsets.remove(comma);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::translated;
    use crate::Position;
    use crate::position::Format;
    use crate::position::parse::tests::parses_or_points_inside;
    use proptest::prelude::*;

    #[test]
    fn objects_of_javascript_are_read() {
        for text in [
            "{size: 4, given: ['A2'], closed: [`D4`],}",
            "const level = {size: 4, // the board\n  'given': [\"A2\",], /* one */ closed: ['D4'] };",
            "export default {\n size : 4,\n given: ['A2'],\n closed: ['D4'],\n seed: 5,\n};\n",
        ] {
            assert_eq!(Format::of(text), Format::Json, "{text}");
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_short(), "size:4 given:A2 closed:D4", "{text}");
        }
        let regions = "let level = {size: 2, regions: [[0, 1], [0, 1,],]}";
        assert_eq!(regions.parse::<Position>().unwrap().to_short(), "size:2 regions:AB/AB");
    }

    #[test]
    fn errors_point_into_the_original() {
        for (text, expected) in [
            ("{size: 4,\n  given: ['Z9']}", "line 2, column 14: square Z9 is not on a board"),
            ("{size: 4,\n  queens: 5}", "line 2, column 9: unknown key 'queens'"),
            ("{size: 4, given: [A1]}", "line 1, column 19: expected value"),
        ] {
            let refused = text.parse::<Position>().unwrap_err().to_string();
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r#"(const a = )?\{[a-c:;,'"`{}\[\]/*\\ \n0-9é]{0,30}"#) {
            parses_or_points_inside(Format::Json, &text);
            let translated = translated(&text);
            prop_assert!((0..=translated.json.len()).all(|byte| translated.original(byte) <= text.len()));
        }
    }
}
