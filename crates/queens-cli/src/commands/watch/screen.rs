//! Draws the animation: the board, a panel with the state of the search next to or below it, a timeline and the keys.
//!
//! The board is drawn with the largest squares that leave room for the panel: 6 x 3, 4 x 2 or 2 x 1 cells, which all look
//! square, or 1 x 1 if nothing else fits. Every mark has its own symbol, so that no information depends on colour alone.

mod arrangement;
mod marks;

use super::app::{App, Found, Playing};
use crate::support::report::grouped;
use arrangement::{Arrangement, LIST_HEIGHT, SMALL, TINY, arrange, extent, label_width};
use marks::Marks;
use queens::Square;
use queens::study::trace::Step;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget};
use std::cmp::Ordering;

/// The animation as a widget.
pub struct Screen<'a> {
    /// What to draw.
    pub app: &'a App,
    /// Whether to use colours.
    pub color: bool,
}

/// The keys in the bottom line, the most important first: a narrow screen shows only the first ones.
const KEYS: [(&str, &str); 9] = [
    ("space", "play"),
    ("q", "quit"),
    ("?", "help"),
    ("←→", "step"),
    ("↑↓", "speed"),
    ("s", "solution"),
    ("m", "method"),
    ("n", "board"),
    ("g G", "start, end"),
];

const HELP: [(&str, &str); 18] = [
    ("space", "play, pause"),
    ("→ l", "one step forward"),
    ("← h", "one step back"),
    ("PgDn shift+→", "100 steps forward"),
    ("PgUp shift+←", "100 steps back"),
    ("↑ +", "faster"),
    ("↓ -", "slower"),
    ("s", "play to the next solution"),
    ("s s", "jump to the next solution"),
    ("g Home", "go to the start"),
    ("G End", "go to the end"),
    ("m M", "next, previous method"),
    ("n >", "larger board"),
    ("N <", "smaller board"),
    ("q Esc Ctrl-C", "quit"),
    ("", ""),
    ("♛ queen", "× rejected"),
    ("· attacked", "○ removed"),
];

impl Widget for Screen<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        // Larger squares are preferred to the timeline and to the margins. (margin above, lines below, least height)
        let frames = [(0, 1, 0), (0, 2, 12), (1, 3, 20)].into_iter();
        let arranged =
            frames.filter(|&(_, _, least)| area.height >= least).filter_map(|(above, below, _)| {
                let height = area.height.checked_sub(above + below)?;
                let middle = Rect { y: area.y + above, height, ..area };
                Some((below, arrange(middle, self.app.size())?))
            });
        let Some((below, arrangement)) = arranged.max_by_key(|(_, found)| found.scale.width) else {
            return self.draw_too_small(area, buf);
        };
        self.draw_board(arrangement, buf);
        self.draw_panel(arrangement.panel, buf);
        let line = |from_bottom: u16| Rect::new(area.x, area.bottom() - from_bottom, area.width, 1);
        if below > 1 {
            self.draw_timeline(inner(line(2)), buf);
        }
        self.draw_keys(inner(line(1)), buf);
        if self.app.help {
            self.draw_help(area, buf);
        }
    }
}

/// A line without its first and its last cell.
fn inner(line: Rect) -> Rect {
    Rect { x: line.x + 1, width: line.width.saturating_sub(2), ..line }
}

impl Screen<'_> {
    /// A text colour of the terminal's palette, or no colour if colours are off.
    fn ink(&self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn bold(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn draw_too_small(&self, area: Rect, buf: &mut Buffer) {
        let (width, height) = extent(self.app.size(), TINY);
        // Two more lines: the last step and the keys.
        let needs = format!("N = {} needs {} x {} cells", self.app.size(), width, height + 2);
        let texts = [format!("terminal too small: {needs}"), needs, "too small".to_string()];
        let fits = |text: &&String| text.len() <= usize::from(area.width);
        let text = texts.iter().find(fits).unwrap_or(&texts[2]);
        buf.set_stringn(area.x, area.y, text, area.width.into(), Style::new());
    }

    fn draw_board(&self, Arrangement { scale, board, .. }: Arrangement, buf: &mut Buffer) {
        let size = self.app.size();
        let marks = Marks::new(self.app);
        let labels = usize::from(label_width(size)) - 1;
        for row in 0..size {
            let top = board.y + (size - 1 - row) as u16 * scale.height;
            let label = format!("{:>labels$}", row + 1);
            buf.set_string(board.x, top + (scale.height - 1) / 2, label, self.dim());
            for (col, column) in marks.columns.iter().enumerate() {
                let left = board.x + label_width(size) + col as u16 * scale.width;
                let style = column[row].style((row + col) % 2 == 1, self.color);
                for (line, text) in column[row].symbol(scale).iter().enumerate() {
                    buf.set_string(left, top + line as u16, text, style);
                }
            }
        }
        for col in 0..size {
            let name = Square::column_name(col as u32);
            // A square of one cell has room for the last letter only.
            let name = if scale == TINY { &name[name.len() - 1..] } else { &name };
            let left = board.x + label_width(size) + col as u16 * scale.width;
            let style = match (marks.dead[col], self.color) {
                (true, true) => self.ink(Color::Red).add_modifier(Modifier::BOLD),
                (true, false) => Style::new().add_modifier(Modifier::REVERSED),
                (false, _) => self.dim(),
            };
            let indent = scale.width.saturating_sub(name.len() as u16) / 2;
            let indent = if scale == SMALL { 0 } else { indent };
            buf.set_string(left + indent, board.bottom() - 1, name, style);
        }
    }

    fn draw_panel(&self, panel: Rect, buf: &mut Buffer) {
        let width = usize::from(panel.width);
        if panel.height == 1 {
            let line = format!("{} {}", self.step_number(), self.app.words());
            buf.set_stringn(panel.x, panel.y, cut(&line, width), width, Style::new());
            return;
        }
        let mut lines = self.panel_lines(width);
        let mut list = self.solution_lines(width);
        let height = usize::from(panel.height);
        // A low panel omits first the empty lines, then the idea of the method, then the list of solutions.
        if lines.len() + list.len().min(LIST_HEIGHT) > height {
            lines.retain(|line| line.width() > 0);
            list.retain(|line| line.width() > 0);
        }
        if lines.len() > height {
            lines.drain(1..1 + wrap(self.app.method().info().idea, width).len());
        }
        // A heading needs a line below it.
        if lines.len() + 2 <= height {
            lines.extend(list);
        }
        Paragraph::new(lines).render(panel, buf);
    }

    fn panel_lines(&self, width: usize) -> Vec<Line<'_>> {
        let app = self.app;
        let mut lines = vec![Line::from(vec![
            Span::styled(app.method().name(), self.bold()),
            Span::raw(format!("  N = {}", app.size())),
        ])];
        let idea = wrap(app.method().info().idea, width);
        lines.extend(idea.into_iter().map(|text| Line::styled(text, self.dim())));
        lines.push(Line::default());
        lines.push(Line::raw(cut(&format!("step {}", self.step_number()), width)));
        lines.push(Line::styled(cut(&app.words(), width), self.words_style()));
        lines.push(Line::default());
        let state = app.state();
        let row = |name: &'static str, value: String| {
            let space = width.min(26).saturating_sub(name.len());
            Line::from(vec![Span::styled(name, self.dim()), Span::raw(format!("{value:>space$}"))])
        };
        lines.push(row("placements", grouped(state.placements)));
        let rejected = if app.has_queue() { "dropped" } else { "rejected" };
        lines.push(row(rejected, grouped(state.rejects)));
        lines.push(row("depth", format!("{} of {}", app.queens().len(), app.size())));
        lines.push(row("solutions", grouped(state.solutions)));
        if app.has_queue() {
            lines.push(row("queue", grouped(state.queued as u64)));
        }
        lines.push(Line::default());
        lines.push(row("speed", format!("{} steps/s", grouped(app.speed))));
        lines.push(match app.playing {
            Playing::No => Line::styled("❚❚ paused", self.dim()),
            Playing::On => Line::styled("▶ playing", self.ink(Color::Green)),
            Playing::ToSolution => Line::styled("▶ to next solution", self.ink(Color::Green)),
        });
        lines
    }

    /// The solutions found most recently, the newest first, under a heading.
    fn solution_lines(&self, width: usize) -> Vec<Line<'_>> {
        let found = self.app.found_here();
        let digits = found.len().to_string().len();
        let line = |(place, found): (usize, &Found)| {
            let rows: Vec<String> = found.rows.iter().map(u8::to_string).collect();
            let text = format!("{:>digits$}  {}", place + 1, rows.join(" "));
            let here = found.step == self.app.position();
            let style = if here { self.ink(Color::Green) } else { Style::new() };
            Line::styled(cut(&text, width), style)
        };
        let heading = if found.is_empty() { "no solution yet" } else { "latest solutions" };
        let heading = [Line::default(), Line::styled(heading, self.dim())];
        heading.into_iter().chain(found.iter().enumerate().rev().take(8).map(line)).collect()
    }

    fn step_number(&self) -> String {
        let position = grouped(self.app.position());
        match self.app.length() {
            Some(length) => format!("{position} of {}", grouped(length)),
            None => position,
        }
    }

    fn words_style(&self) -> Style {
        let color = match self.app.last_step() {
            Some(Step::Place { .. }) => Color::Yellow,
            Some(Step::Reject { .. } | Step::Remove { .. }) => Color::Red,
            Some(Step::Solution { .. }) => Color::Green,
            _ => Color::Reset,
        };
        self.ink(color).add_modifier(Modifier::BOLD)
    }

    /// A line from the first step to the last, with a knob at the current one and marks at the solutions found.
    fn draw_timeline(&self, line: Rect, buf: &mut Buffer) {
        let (Some(length), true) = (self.app.length(), line.width > 1) else { return };
        let cell = |step: u64| {
            let last = u128::from(line.width - 1);
            (u128::from(step) * last / u128::from(length.max(1))) as u16
        };
        let mut solved = vec![false; line.width.into()];
        for found in &self.app.found {
            solved[usize::from(cell(found.step))] = true;
        }
        let knob = cell(self.app.position());
        for (x, solved) in (0..line.width).zip(solved) {
            let (text, style) = match (x.cmp(&knob), solved) {
                (Ordering::Equal, _) => ("●", self.bold()),
                (Ordering::Less, true) => ("╋", self.ink(Color::Green)),
                (Ordering::Less, false) => ("━", Style::new()),
                (Ordering::Greater, true) => ("┼", self.ink(Color::Green)),
                (Ordering::Greater, false) => ("─", self.dim()),
            };
            buf.set_string(line.x + x, line.y, text, style);
        }
    }

    /// The keys, or why the last key had no effect.
    fn draw_keys(&self, line: Rect, buf: &mut Buffer) {
        if let Some(message) = self.app.message.as_deref() {
            let style = self.ink(Color::Yellow).add_modifier(Modifier::BOLD);
            buf.set_stringn(line.x, line.y, message, line.width.into(), style);
            return;
        }
        let mut x = line.x;
        for (key, what) in KEYS {
            let width = (key.chars().count() + 1 + what.chars().count()) as u16;
            if x + width > line.right() {
                break;
            }
            buf.set_string(x, line.y, key, self.bold());
            buf.set_string(x + width - what.len() as u16, line.y, what, self.dim());
            x += width + 3;
        }
    }

    fn draw_help(&self, area: Rect, buf: &mut Buffer) {
        let lines = HELP.map(|(keys, what)| {
            Line::from(vec![Span::styled(format!(" {keys:<14}"), self.bold()), Span::raw(what)])
        });
        let (width, height) = (44.min(area.width), (HELP.len() as u16 + 2).min(area.height));
        let x = area.x + (area.width - width) / 2;
        let popup = Rect::new(x, area.y + (area.height - height) / 2, width, height);
        Clear.render(popup, buf);
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .title(" keys ")
            .title_bottom(Line::from(" press any key to close ").right_aligned());
        Paragraph::new(lines.to_vec()).block(block).render(popup, buf);
    }
}

/// The text in at most `width` cells; an ellipsis marks what was cut off.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The text broken into lines of at most `width` cells.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests;
