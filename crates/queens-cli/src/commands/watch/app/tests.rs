use super::*;

fn app(method: Method, size: usize) -> App {
    App::new(method, size, 10).unwrap()
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        assert_eq!(app.press(KeyEvent::from(KeyCode::Char(key))), None);
    }
}

fn press_code(app: &mut App, code: KeyCode, modifiers: KeyModifiers) {
    assert_eq!(app.press(KeyEvent::new(code, modifiers)), None);
}

const SHOWN: [Method; 7] = [
    Method::ARRAYS,
    Method::BITSET_HALF,
    Method::BITMASK,
    Method::STACKED,
    Method::BREADTH,
    Method::TILES,
    Method::DANCING_LINKS,
];

#[test]
fn stepping_forward_and_back_restores_the_state() {
    for method in SHOWN {
        let mut app = app(method, 6);
        let mut seen = vec![(app.state().clone(), app.words(), app.found_here().to_vec())];
        for _ in 0..150 {
            press(&mut app, "l");
            seen.push((app.state().clone(), app.words(), app.found_here().to_vec()));
        }
        while let Some(then) = seen.pop() {
            assert_eq!(app.position(), seen.len() as u64, "{method}");
            assert_eq!((app.state().clone(), app.words(), app.found_here().to_vec()), then);
            press(&mut app, "h");
        }
        assert_eq!(app.position(), 0);
    }
}

#[test]
fn pages_are_a_hundred_steps() {
    let mut app = app(Method::ARRAYS, 8);
    press_code(&mut app, KeyCode::PageDown, KeyModifiers::NONE);
    press_code(&mut app, KeyCode::Right, KeyModifiers::SHIFT);
    assert_eq!(app.position(), 200);
    press_code(&mut app, KeyCode::PageUp, KeyModifiers::NONE);
    assert_eq!(app.position(), 100);
    press_code(&mut app, KeyCode::Left, KeyModifiers::SHIFT);
    press_code(&mut app, KeyCode::Left, KeyModifiers::SHIFT);
    assert_eq!(app.position(), 0);
}

#[test]
fn s_stops_exactly_at_every_solution() {
    for method in SHOWN {
        let mut app = app(method, 6);
        app.speed = MAX_SPEED;
        for number in 1..=4 {
            press(&mut app, "s");
            // A second press jumps there.
            if number % 2 == 0 {
                press(&mut app, "s");
            }
            while app.playing != Playing::No {
                app.tick(Duration::from_millis(20));
            }
            assert!(app.at_solution(), "{method}");
            assert_eq!(app.state().solutions, number, "{method}");
            assert_eq!(app.found_here().len() as u64, number, "{method}");
            assert_eq!(app.found_here().last().unwrap().step, app.position());
            assert_eq!(app.queens().len(), 6);
        }
        press(&mut app, "ss");
        assert_eq!(app.message.as_deref(), Some("no more solutions"), "{method}");
    }
}

#[test]
fn the_end_shows_every_solution_and_the_start_none() {
    for (method, size, solutions) in
        [(Method::ARRAYS, 8, 92), (Method::TILES, 6, 4), (Method::STACKED, 9, 352)]
    {
        let mut app = app(method, size);
        press(&mut app, "G");
        assert_eq!(Some(app.position()), app.length());
        assert_eq!(app.state().solutions, solutions);
        assert_eq!(app.found_here().len() as u64, solutions);
        press(&mut app, "g");
        assert_eq!((app.position(), app.found_here().len()), (0, 0));
        assert_eq!(app.state(), &State::new(size));
    }
}

#[test]
fn an_end_beyond_the_limit_gives_a_message() {
    let mut app = app(Method::BITMASK, 20);
    press(&mut app, "lllG");
    assert_eq!(app.position(), 3);
    assert_eq!(app.message.as_deref(), Some("the end is beyond the step limit, 20,000,000"));
    press(&mut app, "l");
    assert_eq!(app.message.as_deref(), None);
}

#[test]
fn the_step_limit_stops_the_animation_with_a_message() {
    let mut app = app(Method::BITMASK, 20);
    app.seek(u64::MAX);
    assert_eq!(app.position(), app.reach());
    press(&mut app, "l");
    assert_eq!(app.position(), app.reach());
    assert_eq!(app.message.as_deref(), Some("step limit reached: 20,000,000"));
}

#[test]
fn the_speed_stays_within_its_limits() {
    let mut app = app(Method::ARRAYS, 8);
    press(&mut app, &"+".repeat(50));
    assert_eq!(app.speed, MAX_SPEED);
    press(&mut app, &"-".repeat(50));
    assert_eq!(app.speed, MIN_SPEED);
    press(&mut app, "+");
    assert_eq!(app.speed, 2);
    // A speed between two of the table moves to its neighbours.
    app.speed = 30;
    press(&mut app, "+");
    assert_eq!(app.speed, 50);
    app.speed = 30;
    press(&mut app, "-");
    assert_eq!(app.speed, 20);
    assert_eq!(App::new(Method::ARRAYS, 8, 0).unwrap().speed, MIN_SPEED);
    assert_eq!(App::new(Method::ARRAYS, 8, u64::MAX).unwrap().speed, MAX_SPEED);
}

#[test]
fn elapsed_time_determines_the_steps() {
    let mut app = app(Method::ARRAYS, 8);
    press(&mut app, " ");
    for _ in 0..20 {
        app.tick(Duration::from_millis(50));
    }
    // Ten steps per second; the parts of a step are floating-point sums.
    assert!((9..=10).contains(&app.position()), "{}", app.position());
    // A suspended machine does not catch up.
    app.tick(Duration::from_secs(3600));
    assert!(app.position() <= 12);
    press(&mut app, " ");
    let position = app.position();
    app.tick(Duration::from_secs(1));
    assert_eq!(app.position(), position);
}

#[test]
fn playing_ends_at_the_end_and_starts_over() {
    let mut app = app(Method::ARRAYS, 4);
    app.speed = MAX_SPEED;
    press(&mut app, " ");
    app.tick(Duration::from_millis(100));
    assert_eq!((app.playing, Some(app.position())), (Playing::No, app.length()));
    press(&mut app, " ");
    assert_eq!((app.playing, app.position()), (Playing::On, 0));
}

#[test]
fn another_method_starts_over_with_the_same_board() {
    let mut app = app(Method::ARRAYS, 8);
    press(&mut app, "lll");
    for method in Method::searches().skip(1).chain(Method::searches().take(1)) {
        press(&mut app, "m");
        assert_eq!((app.method(), app.size(), app.position()), (method, 8, 0));
        assert!(app.found.is_empty());
    }
    press(&mut app, "M");
    assert_eq!(app.method(), Method::DANCING_LINKS);
    // Tiles and breadth do not accept N = 16.
    let mut app = App::new(Method::COLUMNS, 16, 10).unwrap();
    press(&mut app, "m");
    assert_eq!(app.method(), Method::DANCING_LINKS);
    press(&mut app, "M");
    assert_eq!(app.method(), Method::COLUMNS);
}

#[test]
fn the_board_grows_and_shrinks_within_the_method() {
    let mut app = app(Method::TILES, 12);
    press(&mut app, "ln");
    assert_eq!((app.size(), app.position()), (13, 0));
    press(&mut app, ">");
    assert_eq!((app.size(), app.message.as_deref()), (13, Some("tiles supports N up to 13")));
    press(&mut app, &"N<".repeat(7));
    assert_eq!((app.size(), app.message.as_deref()), (1, Some("smallest board: N = 1")));
}

#[test]
fn keys_that_end_the_animation_return_an_outcome() {
    let mut app = app(Method::ARRAYS, 4);
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(app.press(KeyEvent::from(KeyCode::Char('q'))), Some(Outcome::Quit));
    assert_eq!(app.press(KeyEvent::from(KeyCode::Esc)), Some(Outcome::Quit));
    assert_eq!(app.press(control('c')), Some(Outcome::Interrupted));
    assert_eq!(app.press(control('q')), None);
    // Any other key closes the help.
    press(&mut app, "?");
    assert!(app.help);
    assert_eq!(app.press(KeyEvent::from(KeyCode::Esc)), None);
    assert!(!app.help);
    press(&mut app, "?");
    assert_eq!(app.press(control('c')), Some(Outcome::Interrupted));
}

#[test]
fn steps_have_words() {
    let mut app = app(Method::ARRAYS, 8);
    assert_eq!(app.words(), "the empty board");
    press(&mut app, "l");
    assert_eq!(app.words(), "place A1");
    press(&mut app, "l");
    assert_eq!(app.words(), "reject B1: attacked from A1");
    let mut app = App::new(Method::BREADTH, 8, 10).unwrap();
    press(&mut app, "l");
    assert_eq!(app.words(), "dequeue: 0 in queue");
    press(&mut app, "ll");
    assert_eq!(app.words(), "enqueue: 1 in queue");
}

#[test]
fn the_mirror_image_is_shown_when_it_is_found() {
    let mut app = app(Method::BITMASK_HALF, 8);
    press(&mut app, "ssl");
    assert_eq!(app.words(), "solution 2");
    let rows = |app: &App| app.queens().iter().map(|queen| queen.row + 1).collect::<Vec<_>>();
    assert_eq!(rows(&app), [8, 4, 1, 3, 6, 2, 7, 5]);
    press(&mut app, "h");
    assert_eq!(rows(&app), [1, 5, 8, 6, 3, 7, 2, 4]);
}
