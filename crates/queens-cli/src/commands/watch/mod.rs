//! `queens watch`: a search animated in the terminal.
//!
//! [`app`] is the model, [`screen`] draws it, [`svg`] makes a picture of what was drawn; here is the loop between
//! the keys, the clock and the screen, and the care that the terminal is left as it was found.

mod app;
mod screen;
mod svg;

use crate::args::Watch;
use crate::support::failure::{EXIT_INTERRUPTED, Failure};
use crate::support::interrupt::STOP;
use crate::support::output::{ending, write_all};
use app::{App, Outcome, Playing};
use queens::report::grouped;
use queens::study::animation::Animation;
use queens::study::trace::Trace;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui::{DefaultTerminal, Frame};
use screen::Screen;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Between two frames while it plays.
const FRAME: Duration = Duration::from_millis(25);
/// Between two looks at the stop flag while it stands.
const REST: Duration = Duration::from_millis(100);
/// The cells of a picture.
const PICTURE: Rect = Rect::new(0, 0, 100, 30);

/// How long a wait for keys may go on after it was asked to stop.
const PATIENCE: Duration = Duration::from_secs(1);

/// Animates the search until a key ends it, or draws one picture of it.
pub(crate) fn run(options: &Watch) -> Result<ExitCode, Failure> {
    let mut app = start(options)?;
    if let Some(path) = &options.output {
        return animate_to(path, options);
    }
    if let Some(path) = &options.picture {
        write_all(Some(path), picture(&app).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if options.from.is_none() {
        app.play(Playing::On);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::bad(
            "watch needs a terminal; 'queens trace METHOD N' writes the same steps to a pipe",
        ));
    }
    leave_a_terminal_that_hangs();
    match in_terminal(app) {
        Ok(Outcome::Quit) => Ok(ExitCode::SUCCESS),
        Ok(Outcome::Interrupted) => Err(Failure::Interrupted(None)),
        Err(error) => Err(Failure::bad(format!("the terminal cannot be drawn on: {error}"))),
    }
}

fn in_terminal(app: App) -> io::Result<Outcome> {
    // Made first and so dropped last, also when an error or a panic leads out.
    let _restore = Restore;
    animate(ratatui::try_init()?, app)
}

/// A terminal that is closed can leave the wait for keys without an end. It also asks to stop, and that is seen here.
fn leave_a_terminal_that_hangs() {
    std::thread::spawn(|| {
        while !STOP.load(Ordering::Relaxed) {
            std::thread::sleep(REST);
        }
        std::thread::sleep(PATIENCE);
        drop(Restore);
        std::process::exit(EXIT_INTERRUPTED.into());
    });
}

/// A picture of the screen as SVG.
fn picture(app: &App) -> String {
    let mut buffer = Buffer::empty(PICTURE);
    Screen { app, color: true }.render(PICTURE, &mut buffer);
    svg::picture(&buffer)
}

/// Writes an animated picture of the search.
fn animate_to(path: &Path, options: &Watch) -> Result<ExitCode, Failure> {
    if ending(path) != "svg" {
        let path = path.display();
        return Err(Failure::bad(format!("{path}: an animated picture must be FILE.svg")));
    }
    let trace = Trace::new(options.method, options.size)?;
    let animation = Animation::new(trace).from(options.from.unwrap_or(0)).steps(options.steps);
    let svg = animation.speed(options.speed as f64).svg();
    write_all(Some(path), svg.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn start(options: &Watch) -> Result<App, Failure> {
    let mut app = App::new(options.method, options.size, options.speed)?;
    let from = options.from.unwrap_or(0);
    if from > app.reach() {
        let (from, reach) = (grouped(from), grouped(app.reach()));
        let method = options.method;
        return Err(Failure::bad(format!("step {from} is too far: {method} goes to step {reach}")));
    }
    app.seek(from);
    Ok(app)
}

fn animate(mut terminal: DefaultTerminal, mut app: App) -> io::Result<Outcome> {
    // https://no-color.org: any value but the empty one.
    let color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut last = Instant::now();
    loop {
        let draw = |frame: &mut Frame| {
            frame.render_widget(Screen { app: &app, color }, frame.area());
        };
        terminal.draw(draw)?;
        let wait = if app.playing() == Playing::No { REST } else { FRAME };
        if let Some(outcome) = keys_within(wait, &mut app)? {
            return Ok(outcome);
        }
        let now = Instant::now();
        app.tick(now - last);
        last = now;
    }
}

/// Hands the keys of a frame to the model. While it stands, the first key ends the wait, so that it is answered at once.
fn keys_within(wait: Duration, app: &mut App) -> io::Result<Option<Outcome>> {
    let end = Instant::now() + wait;
    loop {
        if STOP.load(Ordering::Relaxed) {
            return Ok(Some(Outcome::Interrupted));
        }
        if !event::poll(end.saturating_duration_since(Instant::now()))? {
            return Ok(None);
        }
        // A change of size needs no more than the next frame.
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && let Some(outcome) = app.press(key)
        {
            return Ok(Some(outcome));
        }
        if app.playing() == Playing::No && !event::poll(Duration::ZERO)? {
            return Ok(None);
        }
    }
}

/// Leaves the terminal as it was found.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        // There is nobody left to tell if this fails. The panic hook has done the first part already, and done twice it
        // would move the cursor over the panic's message.
        if !std::thread::panicking() {
            let _ = ratatui::try_restore();
        }
        let _ = execute!(io::stdout(), cursor::Show);
    }
}
