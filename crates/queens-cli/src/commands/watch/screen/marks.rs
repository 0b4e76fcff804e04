//! The mark on each square: its symbol and its colours.

use super::super::app::App;
use super::arrangement::{LARGE, MEDIUM, SMALL, Scale};
use queens::Square;
use queens::study::trace::Step;
use ratatui::style::{Color, Modifier, Style};

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Attacked,
    Queen,
    /// The queen just placed.
    Tried,
    /// The square just rejected because it is attacked.
    Rejected,
    /// The last queen of a state that was just dropped.
    Dropped,
    /// The square from which a queen was just removed.
    Removed,
    /// A queen of the solution just found.
    Solved,
    /// A queen of a solution that was found before.
    Again,
}

impl Mark {
    /// The symbol, line by line, in the size of a square.
    pub(super) fn symbol(self, scale: Scale) -> &'static [&'static str] {
        use Mark::*;
        let symbols: [&[&str]; 4] = match self {
            Free => [&["      "; 3], &["    "; 2], &["  "], &[" "]],
            Attacked => [&["      ", "  ··  ", "      "], &[" .. ", "    "], &["· "], &["·"]],
            Queen | Tried | Dropped | Solved | Again => {
                [&["▗ ▗▖ ▖", "▐▙██▟▌", " ▀▀▀▀ "], &["▗▗▖▖", "▝██▘"], &["♛ "], &["♛"]]
            }
            Rejected => [&[" ▄  ▄ ", "  ██  ", " ▀  ▀ "], &[" ╲╱ ", " ╱╲ "], &["× "], &["×"]],
            Removed => [&[" ╭──╮ ", " │  │ ", " ╰──╯ "], &[" ╭╮ ", " ╰╯ "], &["○ "], &["○"]],
        };
        match scale {
            LARGE => symbols[0],
            MEDIUM => symbols[1],
            SMALL => symbols[2],
            _ => symbols[3],
        }
    }

    pub(super) fn style(self, light: bool, color: bool) -> Style {
        use Mark::*;
        if !color {
            return match self {
                Tried | Rejected | Dropped | Solved => {
                    Style::new().add_modifier(Modifier::REVERSED)
                }
                Attacked => Style::new().add_modifier(Modifier::DIM),
                _ => Style::new(),
            };
        }
        // From the 256-colour palette: more terminals support it than 24-bit colour.
        let either = |on_light, on_dark| Color::Indexed(if light { on_light } else { on_dark });
        let ground = either(180, 137);
        let (ink, ground) = match self {
            Free | Queen => (Color::Indexed(16), ground),
            Attacked => (either(137, 180), ground),
            Tried => (Color::Indexed(16), either(221, 220)),
            Rejected | Dropped => (Color::Indexed(231), either(167, 160)),
            Removed => (Color::Indexed(124), ground),
            Solved => (Color::Indexed(16), either(114, 71)),
            Again => (Color::Indexed(16), either(110, 67)),
        };
        Style::new().fg(ink).bg(ground)
    }
}

/// The marks of the board by column, and which columns have neither a queen nor a free square.
pub(super) struct Marks {
    pub(super) columns: Vec<Vec<Mark>>,
    pub(super) dead: Vec<bool>,
}

impl Marks {
    pub(super) fn new(app: &App) -> Self {
        let size = app.size();
        let queens = app.queens();
        let attacked =
            |square: Square| queens.iter().any(|queen| *queen == square || queen.attacks(square));
        let mut columns = vec![vec![Mark::Free; size]; size];
        for (col, marks) in columns.iter_mut().enumerate() {
            for (row, mark) in marks.iter_mut().enumerate() {
                if attacked(Square::new(col as u32, row as u32)) {
                    *mark = Mark::Attacked;
                }
            }
        }
        let dead = |marks: &Vec<Mark>| !marks.contains(&Mark::Free);
        let mut dead: Vec<bool> = columns.iter().map(dead).collect();
        let queen_mark = match app.last_step() {
            Some(Step::Solution { .. }) => Mark::Solved,
            Some(Step::Duplicate { .. }) => Mark::Again,
            _ => Mark::Queen,
        };
        for queen in &queens {
            columns[queen.col as usize][queen.row as usize] = queen_mark;
            dead[queen.col as usize] = false;
        }
        let last = match app.last_step() {
            Some(Step::Place { square }) => Some((square, Mark::Tried)),
            Some(Step::Remove { square }) => Some((square, Mark::Removed)),
            Some(Step::Reject { square }) if queens.contains(square) => {
                Some((square, Mark::Dropped))
            }
            Some(Step::Reject { square }) => Some((square, Mark::Rejected)),
            _ => None,
        };
        if let Some((square, mark)) = last {
            columns[square.col as usize][square.row as usize] = mark;
        }
        Self { columns, dead }
    }
}
