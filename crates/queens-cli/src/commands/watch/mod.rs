//! `queens watch`: a search animated in the terminal.
//!
//! [`app`] is the model, [`screen`] draws it, [`svg`] turns the drawn screen into a picture. This file has the loop that
//! reads keys, advances the model by the elapsed time and draws; it also restores the terminal at the end.

mod app;
mod screen;
mod svg;

use crate::support::failure::Failure;
use crate::support::interrupt::{self, STOP};
use crate::support::output::{extension, wants_colour, write_all};
use crate::support::report::grouped;
use crate::support::values::{MethodName, size, whole, within};
use app::{App, Outcome, Playing};
use clap::Args;
use queens::study::trace::Trace;
use queens::{Control, Method};
use queens_draw::animation::Animation;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui::{DefaultTerminal, Frame};
use screen::Screen;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The slowest speed, in steps per second.
const MIN_SPEED: u64 = 1;
/// The fastest speed, in steps per second.
const MAX_SPEED: u64 = 1_000_000;

/// Animate a search in the terminal
///
/// Keys play, pause, step forward and back, and change the speed, the method and the board size. Press ? to list them. With
/// --output the search is written to a file as an animated picture instead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens watch 8
  queens watch 6 --method breadth --speed 20
  queens watch 6 --method bitmask --output search.svg
  queens watch 8 --speed 20 --steps 1000 --output search.gif")]
pub(crate) struct Options {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    size: usize,

    /// Method to animate; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", default_value = "arrays")]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    method: Method,

    /// Playback speed in steps per second
    #[arg(long, value_name = "NUM", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, MIN_SPEED..=MAX_SPEED))]
    speed: u64,

    /// Start paused at this step [default: play from step 0]
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, value_parser = whole::<u64>)]
    from: Option<u64>,

    /// Write an animated picture to FILE.svg or FILE.gif instead of using the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Number of steps in the animated picture
    #[arg(long, value_name = "NUM", default_value_t = 300, requires = "output")]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(conflicts_with = "picture")]
    #[arg(allow_negative_numbers = true, value_parser = |text: &str| within(text, 1..=Animation::MAX_STEPS))]
    steps: usize,

    /// Write a picture of the screen to this file and exit
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "output")]
    picture: Option<PathBuf>,
}

/// Time between two frames while the search plays.
const FRAME: Duration = Duration::from_millis(25);
/// Time between two checks of the stop flag while the search is paused.
const REST: Duration = Duration::from_millis(100);
/// The size of a picture in cells.
const PICTURE: Rect = Rect::new(0, 0, 100, 30);

/// Animates the search until a key ends it, or writes one picture of it.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut app = start(options)?;
    if let Some(path) = &options.output {
        return animate_to(path, options);
    }
    if let Some(path) = &options.picture {
        write_all(Some(path), picture(&app).as_bytes())?;
        return Ok(());
    }
    if options.from.is_none() {
        app.play(Playing::On);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::bad(
            "watch needs a terminal; 'queens trace METHOD N' prints the same steps as JSON lines",
        ));
    }
    interrupt::at_end(|| drop(Restore));
    match in_terminal(app) {
        Ok(Outcome::Quit) => Ok(()),
        Ok(Outcome::Interrupted) => Err(Failure::Interrupted(None)),
        Err(error) => Err(Failure::bad(format!("cannot draw on the terminal: {error}"))),
    }
}

fn in_terminal(app: App) -> io::Result<Outcome> {
    // Created first, so dropped last, also after an error or a panic.
    let _restore = Restore;
    animate(ratatui::try_init()?, app)
}

/// The screen as SVG.
fn picture(app: &App) -> String {
    let mut buffer = Buffer::empty(PICTURE);
    Screen { app, color: true }.render(PICTURE, &mut buffer);
    svg::picture(&buffer)
}

/// Writes an animated picture of the search.
fn animate_to(path: &Path, options: &Options) -> Result<(), Failure> {
    let trace = Trace::new(options.method, options.size)?;
    let animation = Animation::new(trace).from(options.from.unwrap_or(0)).steps(options.steps);
    let animation = animation.speed(options.speed as f64);
    let file = match extension(path).as_str() {
        "svg" => animation.svg().into_bytes(),
        "gif" => animation.gif_file(&STOP)?,
        _ => {
            let path = path.display();
            return Err(Failure::bad(format!(
                "{path}: an animated picture must be FILE.svg or FILE.gif"
            )));
        }
    };
    write_all(Some(path), &file)
}

fn start(options: &Options) -> Result<App, Failure> {
    let mut app = App::new(options.method, options.size, options.speed)?;
    let from = options.from.unwrap_or(0);
    if from > app.reach() {
        let (from, reach) = (grouped(from), grouped(app.reach()));
        let method = options.method;
        return Err(Failure::bad(format!(
            "step {from} is beyond the limit for '{method}', {reach}"
        )));
    }
    app.seek(from);
    Ok(app)
}

fn animate(mut terminal: DefaultTerminal, mut app: App) -> io::Result<Outcome> {
    let color = wants_colour();
    let mut last = Instant::now();
    loop {
        let draw = |frame: &mut Frame| {
            frame.render_widget(Screen { app: &app, color }, frame.area());
        };
        terminal.draw(draw)?;
        let wait = if app.playing == Playing::No { REST } else { FRAME };
        if let Some(outcome) = keys_within(wait, &mut app)? {
            return Ok(outcome);
        }
        let now = Instant::now();
        app.tick(now - last);
        last = now;
    }
}

/// Passes the keys of a frame to the model. While paused, the first key ends the wait, so that it takes effect at once.
fn keys_within(wait: Duration, app: &mut App) -> io::Result<Option<Outcome>> {
    let end = Instant::now() + wait;
    loop {
        if STOP.stopped() {
            return Ok(Some(Outcome::Interrupted));
        }
        if !event::poll(end.saturating_duration_since(Instant::now()))? {
            return Ok(None);
        }
        // A resize needs no handling: the next frame reads the new size.
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && let Some(outcome) = app.press(key)
        {
            return Ok(Some(outcome));
        }
        if app.playing == Playing::No && !event::poll(Duration::ZERO)? {
            return Ok(None);
        }
    }
}

/// Restores the terminal when dropped.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        // Errors are ignored: nothing can be shown anymore. After a panic, the panic hook has already restored the screen;
        // restoring it again would move the cursor over the panic message.
        if !std::thread::panicking() {
            let _ = ratatui::try_restore();
        }
        let _ = execute!(io::stdout(), cursor::Show);
    }
}
