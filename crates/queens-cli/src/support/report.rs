//! Tables of results as text or Markdown, and numbers as people read them.

pub(crate) use queens::report::{duration, quantity};

/// A table of text cells with a heading row.
///
/// Columns are right-aligned, except for those that [`left`](Self::left) makes left-aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    head: Vec<String>,
    left: Vec<bool>,
    rows: Vec<Vec<String>>,
}

/// The narrowest column whose text is wrapped.
const NARROWEST: usize = 24;

impl Table {
    /// Creates an empty table with this heading.
    pub(crate) fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        let head: Vec<String> = head.into_iter().map(Into::into).collect();
        Self { left: vec![false; head.len()], head, rows: Vec::new() }
    }

    /// Aligns a column, counted from 0, to the left.
    pub(crate) fn left(mut self, column: usize) -> Self {
        self.left[column] = true;
        self
    }

    /// Adds a row. Its cells are made [`plain`].
    ///
    /// # Panics
    ///
    /// If the row does not have as many cells as the heading.
    pub(crate) fn push<T: Into<String>>(&mut self, row: impl IntoIterator<Item = T>) {
        let row: Vec<String> = row.into_iter().map(|cell| plain(&cell.into())).collect();
        assert_eq!(row.len(), self.head.len(), "a row has as many cells as the heading");
        self.rows.push(row);
    }

    /// The table with aligned columns, for a terminal.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        let lines = std::iter::once(&self.head).chain(&self.rows);
        lines
            .map(|line| self.aligned(line, &widths).join("  ").trim_end().to_string() + "\n")
            .collect()
    }

    /// The table for a terminal of this many columns. If the table is wider, the last column is wrapped if it has text. Otherwise
    /// the columns are printed in several tables, each with the first column, or the first two if the second has names.
    pub(crate) fn text_within(&self, columns: usize) -> String {
        let widths = self.widths();
        let used = |places: &[usize]| {
            places.iter().map(|&place| widths[place] + 2).sum::<usize>().saturating_sub(2)
        };
        let all: Vec<usize> = (0..widths.len()).collect();
        let Some((&last, others)) = all.split_last().filter(|_| used(&all) > columns) else {
            return self.text();
        };
        let rest = columns.saturating_sub(used(others) + 2);
        if self.left[last] && rest >= NARROWEST {
            return self.wrapped(rest).text();
        }
        let keys = if widths.len() > 1 && !self.left[0] && self.left[1] { 2 } else { 1 };
        let mut blocks = vec![all[..keys].to_vec()];
        for &place in &all[keys..] {
            let block = &mut blocks.last_mut().expect("there is a block");
            if block.len() > keys && used(&[block.as_slice(), &[place]].concat()) > columns {
                blocks.push([&all[..keys], &[place]].concat());
            } else {
                block.push(place);
            }
        }
        let texts: Vec<String> = blocks.iter().map(|block| self.only(block).text()).collect();
        texts.join("\n")
    }

    /// The table with some of its columns.
    fn only(&self, places: &[usize]) -> Self {
        let cells = |line: &Vec<String>| places.iter().map(|&place| line[place].clone()).collect();
        Self {
            head: cells(&self.head),
            left: places.iter().map(|&place| self.left[place]).collect(),
            rows: self.rows.iter().map(cells).collect(),
        }
    }

    /// The table with lines of at most `columns` columns in its last column. Longer words are not divided.
    fn wrapped(&self, columns: usize) -> Self {
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut lines = vec![String::new()];
            for word in row.last().map_or("", String::as_str).split_whitespace() {
                let line = lines.last_mut().expect("there is a line");
                if line.is_empty() {
                    line.push_str(word);
                } else if line.chars().count() + 1 + word.chars().count() <= columns {
                    *line += &format!(" {word}");
                } else {
                    lines.push(word.to_string());
                }
            }
            for (number, line) in lines.into_iter().enumerate() {
                let mut cells = match number {
                    0 => row.clone(),
                    _ => vec![String::new(); row.len()],
                };
                if let Some(last) = cells.last_mut() {
                    *last = line;
                }
                rows.push(cells);
            }
        }
        Self { rows, ..self.clone() }
    }

    /// The table as Markdown, with aligned columns.
    pub(crate) fn markdown(&self) -> String {
        let widths = self.widths();
        let line = |cells: &[String]| format!("| {} |\n", self.aligned(cells, &widths).join(" | "));
        let rule = |(&width, &left): (&usize, &bool)| match left {
            true => format!(":{}", "-".repeat(width + 1)),
            false => format!("{}:", "-".repeat(width + 1)),
        };
        let rules: Vec<String> = widths.iter().zip(&self.left).map(rule).collect();
        let rule = format!("|{}|\n", rules.join("|"));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.head) + &rule + &rows
    }

    fn widths(&self) -> Vec<usize> {
        let cells =
            |column: usize| std::iter::once(&self.head).chain(&self.rows).map(move |r| &r[column]);
        let width = |column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
        (0..self.head.len()).map(width).collect()
    }

    fn aligned(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let align = |column: usize| {
            let (cell, width) = (&cells[column], widths[column]);
            if self.left[column] { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        };
        (0..cells.len()).map(align).collect()
    }
}

/// The text as one line that cannot act on a terminal: control characters, and characters that change the direction of text
/// or break lines, are replaced by escapes.
pub(crate) fn plain(text: &str) -> String {
    let acts = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match acts(c) {
            true => line.extend(c.escape_default()),
            false => line.push(c),
        }
    }
    line
}

/// A whole number with its digits in groups of three: `6,375,600`.
pub(crate) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A range of seconds in one suitable unit, with two significant digits: `8.4 to 11 h`.
pub(crate) fn duration_range(low: f64, high: f64) -> String {
    const UNITS: [(&str, f64); 7] = [
        ("years", 365.25 * 86_400.0),
        ("days", 86_400.0),
        ("h", 3600.0),
        ("min", 60.0),
        ("s", 1.0),
        ("ms", 1e-3),
        ("us", 1e-6),
    ];
    // In the unit of which the upper end is at least two.
    let fits = |&&(_, unit): &&(&str, f64)| high >= 2.0 * unit;
    let (name, unit) = UNITS.iter().find(fits).unwrap_or(&UNITS[UNITS.len() - 1]);
    format!("{} to {} {name}", two_digits(low / unit), two_digits(high / unit))
}

/// A number with two significant digits, and groups of digits if it is large.
fn two_digits(value: f64) -> String {
    match value {
        ..0.995 => format!("{value:.2}"),
        ..9.95 => format!("{value:.1}"),
        ..99.5 => format!("{value:.0}"),
        _ => {
            let unit = 10f64.powf((value * 1.005).log10().floor() - 1.0);
            grouped(((value / unit).round() * unit).round() as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_as_text_and_as_markdown() {
        let mut table = Table::new(["N", "solutions"]);
        table.push(["8", "92"]);
        assert_eq!(table.text(), "N  solutions\n8         92\n");
        assert_eq!(table.markdown(), "| N | solutions |\n|--:|----------:|\n| 8 |        92 |\n");
    }

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped() {
        assert_eq!(plain("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
    }

    #[test]
    fn a_table_fits_or_has_only_a_key_and_one_column() {
        let heads = ["N", "method", "solutions", "placements", "best", "median", "ratio"];
        let mut table = Table::new(heads).left(1);
        table.push(["8", "dancing-links", "92", "2056", "1.25 ms", "1.25 ms", "1.00x"]);
        table.push(["14", "arrays", "365,596", "27,358,552", "1.25 s", "1.25 s", "1.00x"]);
        for columns in 0..100 {
            let text = table.text_within(columns);
            for block in text.split("\n\n") {
                let lines: Vec<&str> = block.lines().collect();
                let widest = lines.iter().map(|line| line.chars().count()).max().unwrap();
                let heads = lines[0].split_whitespace().count();
                assert!(widest <= columns || heads == 3, "{columns}: {text}");
                assert!(lines[1].contains("dancing-links") && lines[2].contains("arrays"));
            }
            for cell in ["27,358,552", "1.25 s", "median"] {
                assert!(text.contains(cell), "{columns}: {text}");
            }
        }
        assert_eq!(table.text_within(99), table.text());
    }

    #[test]
    fn a_last_column_of_text_is_wrapped() {
        let mut table = Table::new(["method", "idea"]).left(0).left(1);
        table.push(["arrays", "one flag for each row and each diagonal of the board"]);
        table.push(["join", ""]);
        let text = table.text_within(34);
        let expected = "method  idea\n\
                        arrays  one flag for each row and\n\
                        \u{20}       each diagonal of the board\n\
                        join\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn digits_are_grouped_from_the_right() {
        let cases = [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (6_375_600, "6,375,600")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn ranges_have_two_digits_and_one_unit() {
        let cases = [
            ((30_240.0, 39_600.0), "8.4 to 11 h"),
            ((0.0443, 0.0561), "44 to 56 ms"),
            ((100.0, 130.0), "1.7 to 2.2 min"),
            ((95.0, 118.0), "95 to 120 s"),
            ((1.2e6, 1.75e6), "14 to 20 days"),
            ((1.26e11, 1.58e11), "4,000 to 5,000 years"),
            ((0.0, 1e-6), "0.00 to 1.0 us"),
        ];
        for ((low, high), text) in cases {
            assert_eq!(duration_range(low, high), text);
        }
    }
}
