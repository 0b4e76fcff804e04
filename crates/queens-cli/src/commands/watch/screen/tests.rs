use super::marks::Mark;
use super::*;
use queens::Method;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

fn app(method: Method, size: usize, step: u64) -> App {
    let mut app = App::new(method, size, 10).unwrap();
    app.seek(step);
    app
}

fn drawn(app: &App, color: bool, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let draw = |frame: &mut ratatui::Frame| {
        frame.render_widget(Screen { app, color }, frame.area());
    };
    terminal.draw(draw).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let lines = buffer.content.chunks(buffer.area.width.into());
    let line = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_string()
    };
    lines.map(line).collect::<Vec<_>>().join("\n")
}

fn assert_shows(screen: &str, parts: &[&str]) {
    for part in parts {
        assert!(screen.contains(part), "no {part:?} in\n{screen}");
    }
}

#[test]
fn a_small_screen_shows_the_board_next_to_the_panel() {
    let screen = text(&drawn(&app(Method::ARRAYS, 8, 500), true, 40, 15));
    let expected = [
        "8 · · · ♛ · · · ·    arrays  N = 8",
        "7 · · · · · ♛ · ·    recursion on three",
        "6 · · ♛ · · · · ·    boolean arrays",
        "5 · · · · · · · ·    (Dijkstra)",
        "4 · ♛ · · · · · ·    step 500 of 17,868",
        "3 · · · · · · ♛ ·    reject H1: attacke…",
        "2 · · · · ♛ · · ·    placements       59",
        "1 ♛ · · · · · · ×    rejected        389",
        "  A B C D E F G H    depth        7 of 8",
        "                     solutions         0",
    ];
    assert_eq!(screen.lines().take(expected.len()).collect::<Vec<_>>(), expected);
    assert_shows(&screen, &["10 steps/s", "paused", "━●──", "space play   q quit"]);
}

#[test]
fn larger_screens_have_larger_squares_and_the_whole_panel() {
    let app = app(Method::BREADTH, 8, 902);
    let panel = [
        "breadth  N = 8",
        "breadth first, columns in two parity",
        "step 902 of 6,701",
        "place H3",
        "placements             277",
        "dropped                 10",
        "depth               4 of 8",
        "queue                  194",
        "speed           10 steps/s",
    ];
    let screen = text(&drawn(&app, true, 80, 24));
    assert_shows(&screen, &panel);
    assert_shows(&screen, &["▗▗▖▖", "▝██▘", "     A   B   C   D   E   F   G   H"]);
    let screen = text(&drawn(&app, true, 120, 40));
    assert_shows(&screen, &panel);
    assert_shows(&screen, &["▐▙██▟▌", "A     B     C     D     E     F     G     H"]);
    // Methods without a queue do not mention one.
    let screen = text(&drawn(&self::app(Method::BITMASK, 8, 902), true, 80, 24));
    assert!(!screen.contains("queue"), "{screen}");
}

#[test]
fn the_panel_goes_below_a_board_as_wide_as_the_screen() {
    let screen = text(&drawn(&app(Method::ARRAYS, 8, 2), true, 24, 30));
    let board = screen.find("A B C D E F G H").unwrap();
    assert!(screen.find("reject B1").unwrap() > board, "{screen}");
    assert_shows(&screen, &["placements", "depth"]);
}

#[test]
fn one_cell_per_square_is_the_last_resort() {
    let app = app(Method::ARRAYS, 8, 500);
    let screen = text(&drawn(&app, true, 10, 11));
    assert_shows(&screen, &["8 ···♛····", "1 ♛······×", "  ABCDEFGH", "500 of 17…"]);
    assert_eq!(text(&drawn(&app, true, 10, 3)).trim_end(), "too small");
    assert_eq!(text(&drawn(&app, true, 30, 3)).trim_end(), "N = 8 needs 10 x 11 cells");
    let long = "terminal too small: N = 8 needs 10 x 11 cells";
    assert_eq!(text(&drawn(&app, true, 60, 3)).trim_end(), long);
    // The stated size is sufficient and necessary.
    for size in [1, 4, 9, 10, 20, 27, 32] {
        let app = self::app(Method::BITMASK, size, 3);
        let (width, height) = extent(size, TINY);
        let fits = |width, height| text(&drawn(&app, true, width, height)).contains('A');
        assert!(fits(width, height + 2), "N = {size}");
        assert!(!fits(width - 1, height + 2) && !fits(width, height + 1), "N = {size}");
    }
}

#[test]
fn every_size_of_screen_and_board_is_drawn() {
    for size in [0, 1, 4, 8, 13, 32] {
        let mut app = app(Method::ARRAYS, size, 40);
        for _ in 0..2 {
            for width in (0..=130).step_by(13).chain([1, 2, 3]) {
                for height in (0..=60).step_by(4).chain([1, 2, 3]) {
                    drawn(&app, true, width, height);
                    drawn(&app, false, width, height);
                }
            }
            app.press(KeyEvent::from(KeyCode::Char('?')));
        }
    }
}

#[test]
fn marks_tell_steps_apart() {
    let mark = |app: &App, square: &str| {
        let square: Square = square.parse().unwrap();
        Marks::new(app).columns[square.col as usize][square.row as usize]
    };
    let first = app(Method::ARRAYS, 8, 1);
    assert_eq!(mark(&first, "A1"), Mark::Tried);
    assert_eq!(mark(&first, "C3"), Mark::Attacked);
    assert_eq!(mark(&first, "B3"), Mark::Free);
    let second = app(Method::ARRAYS, 8, 2);
    assert_eq!((mark(&second, "A1"), mark(&second, "B1")), (Mark::Queen, Mark::Rejected));
    let mut solved = app(Method::ARRAYS, 8, 0);
    for _ in 0..2 {
        solved.press(KeyEvent::from(KeyCode::Char('s')));
    }
    for square in "A1 B5 C8 D6 E3 F7 G2 H4".split(' ') {
        assert_eq!(mark(&solved, square), Mark::Solved);
    }
    assert_shows(
        &text(&drawn(&solved, true, 100, 30)),
        &["latest solutions", "1  1 5 8 6 3 7 2 4"],
    );
    solved.press(KeyEvent::from(KeyCode::Right));
    assert_eq!(mark(&solved, "H4"), Mark::Removed);
}

#[test]
fn a_column_without_a_free_square_is_marked() {
    let mut app = app(Method::BITMASK, 6, 0);
    let mut dead = Vec::new();
    while dead.is_empty() {
        app.press(KeyEvent::from(KeyCode::Right));
        let marks = Marks::new(&app);
        dead = (0..6).filter(|&col| marks.dead[col]).collect();
    }
    for &col in &dead {
        let queens = app.queens();
        assert!((0..6).all(|row| {
            let square = Square::new(col as u32, row);
            queens.iter().any(|queen| queen.attacks(square))
        }));
    }
}

#[test]
fn without_colour_no_cell_has_one() {
    let buffer = drawn(&app(Method::ARRAYS, 8, 1000), false, 100, 30);
    for cell in &buffer.content {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
}

#[test]
fn the_help_lies_over_the_board() {
    let mut app = app(Method::ARRAYS, 8, 1);
    app.press(KeyEvent::from(KeyCode::Char('?')));
    let screen = text(&drawn(&app, true, 80, 24));
    assert_shows(&screen, &["keys", "play to the next solution", "press any key to close"]);
}
