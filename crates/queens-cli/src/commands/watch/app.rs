//! The model of the animation: the current step, whether it plays and how fast, and what each key does.
//!
//! The model does not draw, read keys or read a clock: keys and the elapsed time are passed in.

use super::{MAX_SPEED, MIN_SPEED};
use crate::support::interrupt::STOP;
use crate::support::report::grouped;
use queens::study::trace::{Player, State, Step, Trace};
use queens::{Error, MAX_SIZE, Method, Square, observe::Flow};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// The speeds that the keys select, in steps per second.
const SPEEDS: [u64; 19] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
    200_000, 500_000, 1_000_000,
];
const _: () = assert!(SPEEDS[0] == MIN_SPEED && SPEEDS[SPEEDS.len() - 1] == MAX_SPEED);

/// The number of steps that a page key takes.
const PAGE: u64 = 100;

/// A new search looks for its last step only up to this step: that many steps take a few milliseconds.
const MAX_SCANNED: u64 = 500_000;

/// The longest time that one frame advances: after the machine was suspended, the animation resumes without catching up.
const MAX_FRAME: Duration = Duration::from_millis(200);

/// Whether the animation is playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playing {
    /// Paused.
    No,
    /// Playing to the end.
    On,
    /// Playing to the next solution.
    ToSolution,
}

/// How the animation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By the quit key.
    Quit,
    /// By Ctrl-C or by the stop flag.
    Interrupted,
}

/// A solution and the step that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of steps taken, including the one that found it.
    pub step: u64,
    /// The row of the queen in each column, counted from 1.
    pub rows: Vec<u8>,
}

/// The animation.
pub struct App {
    player: Player,
    length: Option<u64>,
    pub playing: Playing,
    /// Steps per second.
    pub speed: u64,
    /// Steps that are due by the elapsed time but not yet taken; less than one between frames.
    owed: f64,
    /// Every solution within the first `scanned` steps, including those after the current step if the user went back.
    pub found: Vec<Found>,
    scanned: u64,
    /// Why the last key had no effect.
    pub message: Option<String>,
    /// Whether the help is shown.
    pub help: bool,
}

impl App {
    /// The search of a method, paused at its first step.
    pub fn new(method: Method, size: usize, speed: u64) -> Result<Self, Error> {
        let trace = Trace::new(method, size)?;
        let length = trace.length(MAX_SCANNED);
        Ok(Self {
            player: Player::new(trace),
            length,
            playing: Playing::No,
            speed: speed.clamp(MIN_SPEED, MAX_SPEED),
            owed: 0.0,
            found: Vec::new(),
            scanned: 0,
            message: None,
            help: false,
        })
    }

    /// The method shown.
    pub fn method(&self) -> Method {
        self.player.trace().method()
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.player.trace().size()
    }

    /// The board and the counters.
    pub fn state(&self) -> &State {
        self.player.state()
    }

    /// The number of steps taken.
    pub fn position(&self) -> u64 {
        self.player.position()
    }

    /// The step that led here.
    pub fn last_step(&self) -> Option<&Step> {
        self.player.last_step()
    }

    /// The total number of steps, if known.
    pub fn length(&self) -> Option<u64> {
        self.length.or(self.player.length())
    }

    /// The solutions up to the current step, the newest last.
    pub fn found_here(&self) -> &[Found] {
        let behind = self.found.partition_point(|found| found.step <= self.position());
        &self.found[..behind]
    }

    /// Whether the method keeps its states in a queue.
    pub fn has_queue(&self) -> bool {
        self.method().info().statistics.iter().any(|statistic| statistic.name == "queue_peak")
    }

    /// The last step that can be shown. Going back runs the search again from the start, so this limits the delay to a
    /// fraction of a second and the memory of methods with a queue to about 100 MB.
    pub fn reach(&self) -> u64 {
        match self.method().name() {
            "tiles" | "dancing-links" => 1_000_000,
            "breadth" => 2_000_000,
            _ => 20_000_000,
        }
    }

    /// Starts or stops playing.
    pub fn play(&mut self, playing: Playing) {
        self.playing = playing;
        self.owed = 0.0;
    }

    /// Handles a key. Returns an outcome if the key ends the animation.
    pub fn press(&mut self, key: KeyEvent) -> Option<Outcome> {
        use KeyCode::*;
        let held = |modifier| key.modifiers.contains(modifier);
        self.message = None;
        if held(KeyModifiers::CONTROL) {
            return (key.code == Char('c')).then_some(Outcome::Interrupted);
        }
        if self.help {
            self.help = false;
            return (key.code == Char('q')).then_some(Outcome::Quit);
        }
        match key.code {
            Char('q') | Esc => return Some(Outcome::Quit),
            Char('?') => self.help = true,
            Char(' ') => self.toggle(),
            Right if held(KeyModifiers::SHIFT) => self.walk_forward(PAGE),
            Left if held(KeyModifiers::SHIFT) => self.walk_back(PAGE),
            PageDown => self.walk_forward(PAGE),
            PageUp => self.walk_back(PAGE),
            Right | Char('l') => self.walk_forward(1),
            Left | Char('h') => self.walk_back(1),
            Up | Char('+' | '=') => self.faster(),
            Down | Char('-') => self.slower(),
            Char('s') => self.seek_solution(),
            Home | Char('g') => self.jump(0),
            End | Char('G') => self.seek_end(),
            Char('m') => self.change_method(1),
            Char('M') => self.change_method(Method::searches().count() - 1),
            Char('n' | '>') => self.resize(self.size() + 1),
            Char('N' | '<') => self.resize(self.size().saturating_sub(1)),
            _ => {}
        }
        None
    }

    /// Takes the steps that are due after the elapsed time.
    pub fn tick(&mut self, elapsed: Duration) {
        if self.playing == Playing::No {
            return;
        }
        self.owed += elapsed.min(MAX_FRAME).as_secs_f64() * self.speed as f64;
        while self.owed >= 1.0 && self.playing != Playing::No {
            self.owed -= 1.0;
            let moved = self.forward();
            if !moved || (self.playing == Playing::ToSolution && self.at_solution()) {
                self.play(Playing::No);
            }
        }
    }

    /// Goes to the state after `step` steps, or to the end if there are fewer; never beyond [`reach`](Self::reach).
    pub fn seek(&mut self, step: u64) {
        let step = self.length().map_or(step, |length| step.min(length)).min(self.reach());
        self.scan(step);
        self.player.seek(step);
        self.length = self.length();
    }

    fn toggle(&mut self) {
        let again = if self.playing == Playing::No { Playing::On } else { Playing::No };
        if again == Playing::On && self.length() == Some(self.position()) {
            self.seek(0);
        }
        self.play(again);
    }

    fn jump(&mut self, step: u64) {
        self.play(Playing::No);
        self.seek(step);
    }

    fn walk_forward(&mut self, steps: u64) {
        self.play(Playing::No);
        for _ in 0..steps {
            if !self.forward() {
                break;
            }
        }
    }

    fn walk_back(&mut self, steps: u64) {
        self.jump(self.position().saturating_sub(steps));
    }

    /// Takes one step. If there is none, returns `false` and sets the message.
    fn forward(&mut self) -> bool {
        if self.position() == self.reach() && self.length() != Some(self.position()) {
            self.message = Some(format!("step limit reached: {}", grouped(self.reach())));
            return false;
        }
        if !self.player.forward() {
            self.length = self.length();
            self.message = Some("end of the search".to_string());
            return false;
        }
        if self.position() > self.scanned {
            self.scanned = self.position();
            if let Some(Step::Solution { rows }) = self.player.last_step() {
                self.found.push(Found { step: self.scanned, rows: rows.clone() });
            }
        }
        true
    }

    fn at_solution(&self) -> bool {
        matches!(self.last_step(), Some(Step::Solution { .. }))
    }

    /// Finds the solutions within the first `step` steps.
    fn scan(&mut self, step: u64) {
        if step <= self.scanned {
            return;
        }
        let found = &mut self.found;
        // An error means that the stop flag is set: no further frame is drawn. The same holds below.
        let _ = self.player.trace().visit(self.scanned, &STOP, |number, next| {
            if number >= step {
                return Flow::Break(());
            }
            if let Step::Solution { rows } = next {
                found.push(Found { step: number + 1, rows });
            }
            Flow::Continue(())
        });
        self.scanned = step;
    }

    /// Plays to the next solution; if it already does, jumps there.
    fn seek_solution(&mut self) {
        if self.playing != Playing::ToSolution {
            return self.play(Playing::ToSolution);
        }
        let (here, reach) = (self.position(), self.reach());
        let mut next = None;
        let mut too_far = false;
        let _ = self.player.trace().visit(here, &STOP, |number, step| {
            too_far = number >= reach;
            if !too_far && matches!(step, Step::Solution { .. }) {
                next = Some(number + 1);
            }
            if next.is_some() || too_far { Flow::Break(()) } else { Flow::Continue(()) }
        });
        match next {
            Some(step) => self.jump(step),
            None => {
                self.play(Playing::No);
                self.message = Some(if too_far {
                    format!("no more solutions up to the step limit, {}", grouped(reach))
                } else {
                    "no more solutions".to_string()
                });
            }
        }
    }

    fn seek_end(&mut self) {
        let reach = self.reach();
        self.length = self.length().or_else(|| self.player.trace().length(reach));
        match self.length {
            Some(length) if length <= reach => self.jump(length),
            _ => {
                self.play(Playing::No);
                let reach = grouped(reach);
                self.message = Some(format!("the end is beyond the step limit, {reach}"));
            }
        }
    }

    fn faster(&mut self) {
        self.speed = *SPEEDS.iter().find(|&&speed| speed > self.speed).unwrap_or(&MAX_SPEED);
    }

    fn slower(&mut self) {
        self.speed = *SPEEDS.iter().rfind(|&&speed| speed < self.speed).unwrap_or(&MIN_SPEED);
    }

    /// Moves `places` rows forward in the table of methods, skipping methods that do not accept the board.
    fn change_method(&mut self, places: usize) {
        let all: Vec<_> = Method::searches().collect();
        let now = self.method();
        let mut place = all.iter().position(|&method| method == now).expect("a search");
        loop {
            place = (place + places) % all.len();
            if self.size() <= all[place].info().max_n {
                break;
            }
        }
        self.restart(all[place], self.size());
    }

    fn resize(&mut self, size: usize) {
        let largest = self.method().info().max_n;
        if size == 0 {
            self.message = Some("smallest board: N = 1".to_string());
        } else if size > largest && largest < MAX_SIZE {
            self.message = Some(format!("{} supports N up to {largest}", self.method()));
        } else if size > largest {
            self.message = Some(format!("largest board: N = {MAX_SIZE}"));
        } else {
            self.restart(self.method(), size);
        }
    }

    /// Starts another search, playing if this one was.
    fn restart(&mut self, method: Method, size: usize) {
        match Self::new(method, size, self.speed) {
            Ok(app) => *self = Self { playing: self.playing, ..app },
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// The queens to show: those on the board, or those of the solution that the last step found. They can differ: a
    /// half-board search also reports the mirror image of the queens on the board.
    pub fn queens(&self) -> Vec<Square> {
        let square = |col: usize, row: u8| Square::new(col as u32, row.into());
        match self.last_step() {
            Some(Step::Solution { rows } | Step::Duplicate { rows }) => {
                rows.iter().enumerate().map(|(col, &row)| square(col, row - 1)).collect()
            }
            _ => {
                let queens = self.state().queens.iter().enumerate();
                queens.filter_map(|(col, row)| row.map(|row| square(col, row))).collect()
            }
        }
    }

    /// The last step in words.
    pub fn words(&self) -> String {
        let Some(step) = self.last_step() else { return "the empty board".to_string() };
        match step {
            Step::Place { square } => format!("place {square}"),
            Step::Remove { square } => format!("remove {square}"),
            Step::Reject { square } if self.has_queue() => {
                format!("drop {square}: a queen has no square left")
            }
            Step::Reject { square } => {
                match self.queens().into_iter().find(|queen| queen.attacks(*square)) {
                    Some(queen) => format!("reject {square}: attacked from {queen}"),
                    None => format!("reject {square}"),
                }
            }
            Step::Enqueue { queued } => format!("enqueue: {} in queue", grouped(*queued as u64)),
            Step::Dequeue { queued, .. } => {
                format!("dequeue: {} in queue", grouped(*queued as u64))
            }
            Step::Solution { .. } => format!("solution {}", grouped(self.state().solutions)),
            Step::Duplicate { .. } => "duplicate solution".to_string(),
            // The library may add steps.
        }
    }
}

#[cfg(test)]
mod tests;
