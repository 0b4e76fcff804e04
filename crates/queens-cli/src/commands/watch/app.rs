//! The model of the animation: where the player stands, whether it plays and how fast, and what each key does.
//!
//! Nothing here draws, reads a key or looks at a clock: keys and the time gone by are handed in.

use crate::args::{FASTEST, SLOWEST};
use crate::support::interrupt::STOP;
use queens::report::grouped;
use queens::study::trace::{Player, State, Step, Trace};
use queens::{Error, MAX_SIZE, Method, Square, observe::Flow};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// The speeds that the keys walk through, in steps per second.
const SPEEDS: [u64; 19] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
    200_000, 500_000, 1_000_000,
];
const _: () = assert!(SPEEDS[0] == SLOWEST && SPEEDS[SPEEDS.len() - 1] == FASTEST);

/// How many steps the page keys take.
const PAGE: u64 = 100;

/// The end is looked for up to here when a method starts: what is counted within the blink of an eye.
const GLANCE: u64 = 500_000;

/// The longest time that one frame makes up for: a machine that was asleep goes on, it does not catch up.
const LONGEST_FRAME: Duration = Duration::from_millis(200);

/// Whether the player moves by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playing {
    /// It stands.
    No,
    /// It goes on to the end.
    On,
    /// It goes on to the next solution.
    ToSolution,
}

/// How the animation was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By the key for it.
    Quit,
    /// By Ctrl-C or by the stop flag.
    Interrupted,
}

/// A solution and the step that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many steps were taken with it.
    pub step: u64,
    /// The row of the queen in each column, counted from 1.
    pub rows: Vec<u8>,
}

/// The animation.
pub struct App {
    player: Player,
    length: Option<u64>,
    playing: Playing,
    speed: u64,
    /// The part of a step that time has gone by for.
    owed: f64,
    /// Every solution within the first `scanned` steps.
    found: Vec<Found>,
    scanned: u64,
    message: Option<String>,
    help: bool,
}

impl App {
    /// The search of a method at its beginning, standing.
    pub fn new(method: Method, size: usize, speed: u64) -> Result<Self, Error> {
        let trace = Trace::new(method, size)?;
        let length = trace.length(GLANCE);
        Ok(Self {
            player: Player::new(trace),
            length,
            playing: Playing::No,
            speed: speed.clamp(SLOWEST, FASTEST),
            owed: 0.0,
            found: Vec::new(),
            scanned: 0,
            message: None,
            help: false,
        })
    }

    /// The method on show.
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

    /// How many steps were taken.
    pub fn position(&self) -> u64 {
        self.player.position()
    }

    /// The step that led here.
    pub fn last_step(&self) -> Option<&Step> {
        self.player.last_step()
    }

    /// How many steps there are, if that is known.
    pub fn length(&self) -> Option<u64> {
        self.length.or(self.player.length())
    }

    /// Whether it plays.
    pub fn playing(&self) -> Playing {
        self.playing
    }

    /// Steps per second.
    pub fn speed(&self) -> u64 {
        self.speed
    }

    /// What the last key could not do.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Whether the help is on show.
    pub fn help(&self) -> bool {
        self.help
    }

    /// Every solution seen so far, also those ahead of a player that went back.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The solutions behind the player, the last one last.
    pub fn found_here(&self) -> &[Found] {
        let behind = self.found.partition_point(|found| found.step <= self.position());
        &self.found[..behind]
    }

    /// Whether the method keeps its states in a queue.
    pub fn has_queue(&self) -> bool {
        self.method().info().statistics.iter().any(|statistic| statistic.name == "queue_peak")
    }

    /// The farthest step that is gone to. A player far from the beginning runs the search again for every window of
    /// steps: this is what takes a fraction of a second, and for the queues a tenth of a gigabyte.
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

    /// Does what the key stands for, and says whether that is to leave.
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

    /// Takes the steps that the time gone by is worth.
    pub fn tick(&mut self, elapsed: Duration) {
        if self.playing == Playing::No {
            return;
        }
        self.owed += elapsed.min(LONGEST_FRAME).as_secs_f64() * self.speed as f64;
        while self.owed >= 1.0 && self.playing != Playing::No {
            self.owed -= 1.0;
            let moved = self.forward();
            if !moved || (self.playing == Playing::ToSolution && self.at_solution()) {
                self.play(Playing::No);
            }
        }
    }

    /// Goes to the state after `step` steps, or to the end if there are fewer; not beyond the reach.
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

    /// Takes one step; `false`, with the reason as message, if there is none to take.
    fn forward(&mut self) -> bool {
        if self.position() == self.reach() && self.length() != Some(self.position()) {
            self.message = Some(format!("step {} is as far as this goes", grouped(self.reach())));
            return false;
        }
        if !self.player.forward() {
            self.length = self.length();
            self.message = Some("this is the end".to_string());
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

    /// Looks for the solutions within the first `step` steps.
    fn scan(&mut self, step: u64) {
        if step <= self.scanned {
            return;
        }
        let found = &mut self.found;
        // Once stopped there is no next frame to show what is missing; so below.
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

    /// Plays to the next solution; while it does, goes there at once.
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
                let why =
                    if too_far { "the next solution is too far" } else { "no more solutions" };
                self.message = Some(why.to_string());
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
                self.message = Some(format!("the end is too far: more than {reach} steps"));
            }
        }
    }

    fn faster(&mut self) {
        self.speed = *SPEEDS.iter().find(|&&speed| speed > self.speed).unwrap_or(&FASTEST);
    }

    fn slower(&mut self) {
        self.speed = *SPEEDS.iter().rfind(|&&speed| speed < self.speed).unwrap_or(&SLOWEST);
    }

    /// Goes on by some places in the table of methods, past those that do not take the board.
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
            self.message = Some("this is the smallest board".to_string());
        } else if size > largest && largest < MAX_SIZE {
            self.message = Some(format!("{} goes to N = {largest}", self.method()));
        } else if size > largest {
            self.message = Some("this is the largest board".to_string());
        } else {
            self.restart(self.method(), size);
        }
    }

    /// Begins another search, still playing if this one was.
    fn restart(&mut self, method: Method, size: usize) {
        match Self::new(method, size, self.speed) {
            Ok(app) => *self = Self { playing: self.playing, ..app },
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// The queens to show: those on the board, or those of the solution that the last step found. A search over half of
    /// the board finds the mirror image of what stands on it, too.
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
            Step::Remove { square } => format!("take back {square}"),
            Step::Reject { square } if self.has_queue() => {
                format!("drop {square}: it leaves a queen no square")
            }
            Step::Reject { square } => {
                match self.queens().into_iter().find(|queen| queen.attacks(*square)) {
                    Some(queen) => format!("reject {square}: attacked from {queen}"),
                    None => format!("reject {square}"),
                }
            }
            Step::Enqueue { queued } => format!("enqueue: {} waiting", grouped(*queued as u64)),
            Step::Dequeue { queued, .. } => {
                format!("dequeue: {} waiting", grouped(*queued as u64))
            }
            Step::Solution { .. } => format!("solution {}", grouped(self.state().solutions)),
            Step::Duplicate { .. } => "a solution found before".to_string(),
            // Steps may be added to the library.
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests;
