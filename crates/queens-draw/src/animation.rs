//! Animated pictures of a search: an SVG file that plays the steps of a trace in a loop.
//!
//! Every mark that is ever shown (a queen on a square, an attacked square, a digit of a counter) is drawn once. A CSS animation
//! switches its opacity at the steps where it appears or disappears, so the size of the file grows with the number of changes. Marks
//! that change at the same steps share one animation. Where animations are off, as for readers who prefer reduced motion, the
//! picture shows the first solution.
//!
//! Work: O(N^2) per step.  Memory: one bit per step for each mark.  Range: N <= 32, at most [`Animation::MAX_STEPS`] steps.
//! Checked: the marks that are visible at each step are those of the state that [`Player`] reaches.

#[cfg(feature = "gif")]
mod gif;

#[cfg(feature = "gif")]
pub use gif::Gif;

use crate::board::{DARK, GREEN, GREY, Grid, INK, LIGHT, define};
use crate::canvas::{Canvas, Element, Point, Text, text_width};
use crate::svg::short;
use queens::Square;
use queens::study::trace::{Player, Step, Trace};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An animated picture of some steps of a search.
///
/// ```
/// use queens::Method;
/// use queens::study::trace::Trace;
/// use queens_draw::animation::Animation;
///
/// let trace = Trace::new(Method::BITMASK, 6)?;
/// let svg = Animation::new(trace).steps(100).speed(5.0).svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("@keyframes"));
/// # Ok::<(), queens_draw::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    trace: Trace,
    from: u64,
    steps: usize,
    speed: f64,
}

/// How long a solution stays on the board, in seconds.
const SOLUTION_SECONDS: f64 = 1.5;
/// How long the last board stays before the animation starts again, in seconds.
const END_SECONDS: f64 = 2.5;
/// The width of the panel next to the board.
const PANEL: f64 = 250.0;
/// The font size of the panel.
const FONT: f64 = 17.0;
/// The width of a digit in the panel. Digits have fixed positions, because each is a mark of its own.
const DIGIT_WIDTH: f64 = 11.0;

impl Animation {
    /// The largest number of steps in one animation. Files grow by about 0.3 kB per step.
    pub const MAX_STEPS: usize = 5000;

    /// An animation of the first 300 steps, five per second.
    pub fn new(trace: Trace) -> Self {
        Self { trace, from: 0, steps: 300, speed: 5.0 }
    }

    /// Starts at the state after this number of steps.
    pub fn from(self, from: u64) -> Self {
        Self { from, ..self }
    }

    /// Shows this number of steps, at most [`MAX_STEPS`](Self::MAX_STEPS), or fewer if the search ends earlier.
    pub fn steps(self, steps: usize) -> Self {
        Self { steps: steps.min(Self::MAX_STEPS), ..self }
    }

    /// Shows this number of steps per second. Values that are not positive are ignored.
    pub fn speed(self, speed: f64) -> Self {
        if speed > 0.0 { Self { speed, ..self } } else { self }
    }

    /// The animation as an SVG file.
    pub fn svg(&self) -> String {
        let frames = self.frames();
        let size = self.trace.size();
        let grid = Grid::labelled(size);
        let panel = grid.right() + 1.5 * FONT;
        let method = self.trace.method().info().title();
        let title = format!("{method}: the search on a board of size {size}, step by step");
        let height = grid.end().max(FONT * 13.0);
        let mut canvas = Canvas::new(title, (panel + PANEL).ceil(), height.ceil());
        define(&mut canvas, &["queen", "attacked", "tried", "found"]);
        canvas.elements.extend(grid.squares(LIGHT, DARK));
        let mut marks = Marks::new(&frames);
        for square in Square::all(size) {
            for (name, looks) in MARKS {
                let mark = Element::symbol(name, grid.corner(square), 1.0);
                let mark = mark.with("class", name).with("data-square", square);
                marks.add(mark, |frame| looks.contains(&frame.look(square)));
            }
        }
        let mut y = grid.top + FONT;
        let heading = FONT * 1.15 * (PANEL / text_width(method, FONT * 1.15)).min(1.0);
        canvas.add(Text::new(method, (panel, y), heading, INK).bold(true));
        y += 1.6 * FONT;
        canvas.add(Text::new(format!("N = {size}"), (panel, y), FONT, GREY));
        y += 2.0 * FONT;
        let counters: [(&str, Counter); 3] = [
            ("step", |frame| frame.step),
            ("placements", |frame| frame.placements),
            ("solutions", |frame| frame.solutions),
        ];
        for (name, value) in counters {
            canvas.add(Text::new(name, (panel, y), FONT, GREY));
            marks.number((panel + PANEL - 2.0 * FONT, y), name, value);
            y += 1.6 * FONT;
        }
        y += 0.6 * FONT;
        marks.captions((panel, y));
        y += 1.9 * FONT;
        marks.solutions((panel, y), grid.bottom());
        // A single frame is a picture that does not move.
        if frames.len() > 1 {
            canvas.style = marks.style();
        }
        canvas.elements.extend(marks.elements);
        canvas.elements.extend(grid.labels());
        canvas.svg()
    }

    /// The boards that are shown, one per step, and the one before the first step.
    fn frames(&self) -> Vec<Frame> {
        let mut player = Player::new(self.trace.clone());
        player.seek(self.from);
        let last = player.last_step().cloned();
        let mut frames = vec![Frame::new(&player, last, 1.0 / self.speed)];
        while frames.len() <= self.steps && player.forward() {
            let step = player.last_step().cloned();
            frames.push(Frame::new(&player, step, 1.0 / self.speed));
        }
        if let Some(last) = frames.last_mut() {
            last.seconds = last.seconds.max(END_SECONDS);
        }
        frames
    }
}

/// How a square looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Empty,
    Attacked,
    Tried,
    Queen,
    Found,
}

/// The marks of squares, and the looks that have them.
const MARKS: [(&str, &[Look]); 4] = [
    ("found", &[Look::Found]),
    ("attacked", &[Look::Attacked]),
    ("tried", &[Look::Tried]),
    ("queen", &[Look::Queen, Look::Found]),
];

/// Reads a counter of a frame.
type Counter = fn(&Frame) -> u64;

/// What is visible during one step.
struct Frame {
    seconds: f64,
    queens: Vec<Square>,
    tried: Option<Square>,
    solved: bool,
    step: u64,
    placements: u64,
    solutions: u64,
    caption: String,
}

impl Frame {
    fn new(player: &Player, step: Option<Step>, seconds: f64) -> Self {
        let state = player.state();
        let queen =
            |(col, row): (usize, &Option<u8>)| row.map(|row| Square::new(col as u32, row.into()));
        let solved = matches!(step, Some(Step::Solution { .. }));
        let tried = match step {
            Some(Step::Reject { square }) => Some(square),
            _ => None,
        };
        Self {
            seconds: if solved { seconds.max(SOLUTION_SECONDS) } else { seconds },
            queens: state.queens.iter().enumerate().filter_map(queen).collect(),
            tried,
            solved,
            step: player.position(),
            placements: state.placements,
            solutions: state.solutions,
            caption: step.as_ref().map_or(String::new(), caption),
        }
    }

    fn look(&self, square: Square) -> Look {
        if self.queens.contains(&square) {
            if self.solved { Look::Found } else { Look::Queen }
        } else if self.tried == Some(square) {
            Look::Tried
        } else if !self.solved && self.queens.iter().any(|queen| queen.attacks(square)) {
            Look::Attacked
        } else {
            Look::Empty
        }
    }
}

/// A step in words.
fn caption(step: &Step) -> String {
    let list = |rows: &[u8]| rows.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    match step {
        Step::Place { square } => format!("place a queen on {square}"),
        Step::Remove { square } => format!("remove the queen from {square}"),
        Step::Reject { square } => format!("{square} does not work"),
        Step::Enqueue { .. } => "add this state to the queue".to_string(),
        Step::Dequeue { .. } => "take the next state".to_string(),
        Step::Solution { rows } => format!("solution {}", list(rows)),
        Step::Duplicate { .. } => "found before".to_string(),
    }
}

/// The elements of the picture that appear and disappear, and their animations.
struct Marks<'a> {
    frames: &'a [Frame],
    /// The frame that is shown where animations are off.
    still: usize,
    elements: Vec<Element>,
    /// The number of each animation, by the frames in which its marks are visible.
    animations: BTreeMap<Vec<bool>, usize>,
}

impl<'a> Marks<'a> {
    fn new(frames: &'a [Frame]) -> Self {
        let solution = frames.iter().position(|frame| frame.solved);
        let still = solution.unwrap_or(frames.len() - 1);
        Self { frames, still, elements: Vec::new(), animations: BTreeMap::new() }
    }

    /// An element that is visible in some frames.
    fn add(&mut self, element: impl Into<Element>, shown: impl Fn(&Frame) -> bool) {
        let shown: Vec<bool> = self.frames.iter().map(shown).collect();
        if shown.iter().all(|shown| !shown) {
            return;
        }
        let opacity = u8::from(shown[self.still]);
        let next = self.animations.len();
        let animation = *self.animations.entry(shown).or_insert(next);
        let mark = Element::group((0.0, 0.0), vec![element.into()]).with("class", "m");
        let mark = mark.with("style", format!("animation-name:a{animation}"));
        self.elements.push(mark.with("opacity", opacity));
    }

    /// A counter that ends at `(x, y)`, digit by digit.
    fn number(&mut self, (x, y): Point, name: &str, value: impl Fn(&Frame) -> u64) {
        let largest = self.frames.iter().map(&value).max().unwrap_or(0);
        for place in 0..largest.to_string().len() as u32 {
            let power = 10_u64.pow(place);
            let at = (x - f64::from(place) * DIGIT_WIDTH, y);
            for digit in 0..10 {
                let text = Text::new(digit.to_string(), at, FONT, INK).end();
                let is_leading = |number: u64| number < power && place > 0;
                self.add(Element::from(text).with("class", name), |frame| {
                    let number = value(frame);
                    !is_leading(number) && number / power % 10 == digit
                });
            }
        }
    }

    /// The caption of each step at one place.
    fn captions(&mut self, at: Point) {
        let frames = self.frames;
        let mut captions: Vec<&str> = frames.iter().map(|frame| &frame.caption[..]).collect();
        captions.sort_unstable();
        captions.dedup();
        for caption in captions.into_iter().filter(|caption| !caption.is_empty()) {
            let colour = if caption.starts_with("solution") { GREEN } else { INK };
            let text = Element::from(Text::new(caption, at, FONT * 0.85, colour));
            self.add(text.with("class", "caption"), |frame| frame.caption == caption);
        }
    }

    /// The solutions found, each from the step that finds it, in as many lines as fit above `bottom`.
    fn solutions(&mut self, (x, y): Point, bottom: f64) {
        let found = self.frames.iter().filter(|frame| frame.solved);
        let found: Vec<(u64, String)> =
            found.map(|frame| (frame.solutions, frame.caption.replace("solution ", ""))).collect();
        let lines = ((bottom - y) / (1.4 * FONT)).max(0.0) as usize;
        for (line, (number, rows)) in found.into_iter().take(lines).enumerate() {
            let at = (x, y + line as f64 * 1.4 * FONT);
            let text = Element::from(Text::new(rows, at, FONT * 0.85, GREEN));
            self.add(text.with("class", "listed"), |frame| frame.solutions >= number);
        }
    }

    /// The animations as CSS.
    fn style(&self) -> String {
        let total: f64 = self.frames.iter().map(|frame| frame.seconds).sum();
        let mut style = format!(
            "<style>.m{{animation-duration:{}s;animation-timing-function:step-end;animation-iteration-count:infinite}}\n\
             @media(prefers-reduced-motion:reduce){{.m{{animation:none!important}}}}\n",
            short(total)
        );
        for (shown, number) in &self.animations {
            let _ = write!(style, "@keyframes a{number}{{");
            let (mut time, mut last) = (0.0, None);
            for (frame, &shown) in self.frames.iter().zip(shown) {
                if last != Some(shown) {
                    let percent = (time / total * 1e6_f64).round() / 1e4;
                    let _ = write!(style, "{percent}%{{opacity:{}}}", u8::from(shown));
                    last = Some(shown);
                }
                time += frame.seconds;
            }
            style += "}\n";
        }
        style + "</style>\n"
    }
}

#[cfg(test)]
mod tests;
