//! Animated GIF files of a search.
//!
//! Every frame is made of the same few pictures: squares with their marks, digits, and a line of text. They are drawn once, side by
//! side on a *sheet*, and copied into the frames. The command paints the sheet as a PNG picture, the page writes it as SVG and
//! paints it in the browser. So the encoder needs neither a painter nor a font, and both write the same frames.
//!
//! ```text
//!   ┌──┬──┬──┬──┬──┬──┬──┬──┬──┬──┐
//!   │  │ ·│ ×│ ♛│ ♛│  │ ·│ ×│ ♛│ ♛│   the five looks of a light and of a dark square
//!   ├──┴──┴──┴──┴──┴──┴──┴──┴──┴──┤
//!   │ Bit masks, N = 8            │   the line below the board
//!   ├─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─────────┤
//!   │0│1│2│3│4│5│6│7│8│9│         │   the digits of the number of steps
//!   └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─────────┘
//! ```
//!
//! A frame contains only the rectangle that differs from the frame before it. Browsers show at most 50 frames per second, so at a
//! higher speed a frame shows several steps.
//!
//! Work: O(pixels) per frame.  Memory: two frames and the sheet.  Range: as for the animation; files of up to [`Gif::MAX_BYTES`].
//! Checked: a decoder of the same crate returns the frames, and each square has the look of the state that the player reaches.

use super::{Animation, Frame, Look, MARKS};
use crate::Error;
use crate::board::{CELL, DARK, GREY, INK, LIGHT, define};
use crate::canvas::{Canvas, Element, Path, Rect, Text, text_width};
use ::gif::{DisposalMethod, Encoder, Repeat};
use queens::Square;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The width of the board in pixels that is aimed at.
const BOARD_PIXELS: u32 = 480;
/// The looks in the order of the sheet.
const LOOKS: [Look; 5] = [Look::Empty, Look::Attacked, Look::Tried, Look::Queen, Look::Found];

/// The height of the line below the board, in units of the drawing.
const LINE: f64 = 36.0;
/// The width of a digit, in units of the drawing.
const DIGIT: f64 = 12.0;
/// The shortest time of a frame that browsers respect, in hundredths of a second.
const SHORTEST: u64 = 2;

/// An animated GIF file that is being written.
pub struct Gif {
    frames: Vec<Frame>,
    /// The frames that are written next, as places in `frames` and times in hundredths of a second.
    queue: std::vec::IntoIter<(usize, u16)>,
    total: usize,
    size: u32,
    digits: u32,
    sheet: Sheet,
    /// The pixels of the last frame; empty before the first one.
    shown: Vec<u8>,
    encoder: Option<Encoder<Vec<u8>>>,
    bytes: usize,
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gif {{ {} of {} frames }}", self.total - self.queue.len(), self.total)
    }
}

/// The sheet in colours of a palette.
struct Sheet {
    /// The side of a square in pixels.
    cell: u32,
    width: u32,
    /// The number of the colour white.
    white: u8,
    pixels: Vec<u8>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy)]
struct Area {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Animation {
    /// The pictures of which the frames of the GIF file are made. Paint it with a width of [`sheet_width`](Self::sheet_width)
    /// pixels.
    pub fn sheet(&self) -> Canvas {
        let size = self.trace.size();
        let (width, height) = (sheet_columns(size) * CELL, CELL + 2.0 * LINE);
        let mut canvas = Canvas::new("The parts of an animation", width, height);
        define(&mut canvas, &["queen", "attacked", "tried", "found"]);
        let looks = [LIGHT, DARK].into_iter().flat_map(|shade| LOOKS.map(|look| (shade, look)));
        for (place, (shade, look)) in looks.enumerate() {
            let x = place as f64 * CELL;
            let square = Path::rects([Rect { x, y: 0.0, width: CELL, height: CELL }]);
            canvas.add(square.filled(shade));
            for (mark, _) in MARKS.iter().filter(|(_, looks)| looks.contains(&look)) {
                canvas.add(Element::symbol(*mark, (x, 0.0), 1.0));
            }
        }
        let room = size as f64 * CELL - (f64::from(self.digits()) + 1.0) * DIGIT - 8.0;
        let title = self.trace.method().info().title();
        let lines = [format!("{title}, N = {size}"), format!("N = {size}")];
        let fitting = lines.iter().find_map(|line| {
            let font = (20.0 * room / text_width(line, 20.0)).min(20.0);
            (font >= 12.0).then_some((line, font))
        });
        if let Some((line, font)) = fitting {
            canvas.add(Text::new(line, (6.0, CELL + LINE / 2.0 + font * 0.36), font, GREY));
        }
        for digit in 0..10 {
            let at = ((f64::from(digit) + 0.5) * DIGIT, CELL + LINE * 1.5 + 7.0);
            canvas.add(Text::new(digit.to_string(), at, 19.0, INK).middle());
        }
        canvas
    }

    /// The width of the sheet in pixels.
    pub fn sheet_width(&self) -> u32 {
        sheet_columns(self.trace.size()) as u32 * cell(self.trace.size())
    }

    /// Starts the GIF file. `pixels` are those of the painted [`sheet`](Self::sheet), four bytes each: red, green, blue, opacity.
    pub fn gif(&self, pixels: &[u8]) -> Result<Gif, Error> {
        let size = self.trace.size();
        let (cell, width) = (cell(size), self.sheet_width());
        let height = cell * 5 / 2;
        if pixels.len() != (width * height * 4) as usize {
            let reason = format!("expected {width} x {height} pixels, not {} bytes", pixels.len());
            return Err(Error::Picture { reason });
        }
        let (palette, pixels) = indexed(pixels);
        let side = side(size as u32, cell);
        let (across, down) = (side as u16, (side + cell * 3 / 4) as u16);
        let mut encoder = Encoder::new(Vec::new(), across, down, &palette).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let frames = self.frames();
        let times = self.times(&frames);
        Ok(Gif {
            digits: self.digits(),
            total: times.len(),
            queue: times.into_iter(),
            frames,
            size: size as u32,
            // The corner of the sheet has no marks.
            sheet: Sheet { cell, width, white: pixels.last().copied().unwrap_or(0), pixels },
            shown: Vec::new(),
            encoder: Some(encoder),
            bytes: 0,
        })
    }

    /// The complete GIF file.
    ///
    /// ```
    /// use queens::{Method, Never};
    /// use queens::study::trace::Trace;
    /// use queens_draw::animation::Animation;
    ///
    /// let animation = Animation::new(Trace::new(Method::BITMASK, 4)?).steps(20);
    /// let file = animation.gif_file(&Never)?;
    /// assert!(file.starts_with(b"GIF89a"));
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn gif_file(&self, control: &dyn queens::Control) -> Result<Vec<u8>, Error> {
        let sheet = crate::png::pixels(&self.sheet(), self.sheet_width())?;
        let mut gif = self.gif(&sheet)?;
        let mut file = Vec::new();
        while gif.frames_left() > 0 {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            file.extend(gif.write(50)?);
        }
        Ok(file)
    }

    /// The frames of the GIF file, as places in `frames`, with their times in hundredths of a second.
    fn times(&self, frames: &[Frame]) -> Vec<(usize, u16)> {
        let usual = ((100.0 / self.speed).round() as u64).max(SHORTEST);
        let stride = ((self.speed * usual as f64 / 100.0).round() as usize).max(1);
        let mut places: Vec<usize> = (0..frames.len()).step_by(stride).collect();
        if places.last() != Some(&(frames.len() - 1)) {
            places.push(frames.len() - 1);
        }
        let time = |place: usize| {
            let held = (frames[place].seconds * 100.0).round() as u64;
            // A frame that is held longer shows a solution or is the last one.
            let is_held = frames[place].seconds > 1.0 / self.speed;
            let time = if is_held { held } else { usual };
            (place, time.clamp(SHORTEST, u16::MAX.into()) as u16)
        };
        places.into_iter().map(time).collect()
    }

    /// The number of digits of the last step.
    fn digits(&self) -> u32 {
        self.from.saturating_add(self.steps as u64).max(1).ilog10() + 1
    }
}

/// The number of squares that fit side by side on the sheet.
fn sheet_columns(size: usize) -> f64 {
    size.max(2 * LOOKS.len()) as f64
}

/// The side of a square in pixels, a multiple of 4, so that lines and digits are whole pixels too.
fn cell(size: usize) -> u32 {
    (BOARD_PIXELS / size.max(1) as u32).clamp(16, 96) / 4 * 4
}

/// The side of the board in pixels. A picture has at least one pixel, so the board of size 0 takes the place of a square.
fn side(size: u32, cell: u32) -> u32 {
    size.max(1) * cell
}

fn failed(error: ::gif::EncodingError) -> Error {
    Error::Picture { reason: error.to_string() }
}

/// A palette of at most 256 colours, and the colour of each pixel. If there are more colours, all are rounded.
fn indexed(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    for dropped_bits in 0..8 {
        let most = 255_u32 >> dropped_bits;
        let rounded = |value: u8| ((u32::from(value) >> dropped_bits) * 255 / most) as u8;
        let colour = |pixel: &[u8]| [rounded(pixel[0]), rounded(pixel[1]), rounded(pixel[2])];
        let mut places: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        for pixel in pixels.chunks_exact(4) {
            places.insert(colour(pixel), 0);
            if places.len() > 256 {
                break;
            }
        }
        if places.len() <= 256 {
            for (number, place) in places.values_mut().enumerate() {
                *place = number as u8;
            }
            let indices = pixels.chunks_exact(4).map(|pixel| places[&colour(pixel)]).collect();
            return (places.keys().flatten().copied().collect(), indices);
        }
    }
    unreachable!("eight colours remain if seven bits are dropped")
}

impl Gif {
    /// The largest size of a file in bytes.
    pub const MAX_BYTES: usize = 50_000_000;

    /// The number of frames.
    pub fn frames(&self) -> usize {
        self.total
    }

    /// The number of frames that are not written yet.
    pub fn frames_left(&self) -> usize {
        self.queue.len()
    }

    /// The bytes of up to `frames` more frames. The last ones include the end of the file.
    pub fn write(&mut self, frames: usize) -> Result<Vec<u8>, Error> {
        let Some(mut encoder) = self.encoder.take() else {
            return Ok(Vec::new());
        };
        for _ in 0..frames {
            let Some((place, time)) = self.queue.next() else { break };
            let picture = self.picture(&self.frames[place]);
            let frame = self.changed(&picture, time);
            encoder.write_frame(&frame).map_err(failed)?;
            self.shown = picture;
        }
        let bytes = if self.queue.len() == 0 {
            encoder.into_inner().map_err(failed)?
        } else {
            let bytes = std::mem::take(encoder.get_mut());
            self.encoder = Some(encoder);
            bytes
        };
        self.bytes += bytes.len();
        if self.bytes > Self::MAX_BYTES {
            let limit = Self::MAX_BYTES / 1_000_000;
            return Err(Error::AnimationTooLarge { limit });
        }
        Ok(bytes)
    }

    fn width(&self) -> u32 {
        side(self.size, self.sheet.cell)
    }

    fn height(&self) -> u32 {
        self.width() + self.sheet.cell * 3 / 4
    }

    /// All pixels of a frame.
    fn picture(&self, frame: &Frame) -> Vec<u8> {
        let (cell, side) = (self.sheet.cell, self.width());
        let mut pixels = vec![self.sheet.white; (side * self.height()) as usize];
        for square in Square::all(self.size as usize) {
            let shade = if (square.col + square.row).is_multiple_of(2) { LOOKS.len() } else { 0 };
            let x = (shade + frame.look(square) as usize) as u32 * cell;
            let to = (square.col * cell, (self.size - 1 - square.row) * cell);
            self.copy(Area { x, y: 0, width: cell, height: cell }, &mut pixels, to);
        }
        let (line, digit) = (cell * 3 / 4, cell / 4);
        self.copy(Area { x: 0, y: cell, width: side, height: line }, &mut pixels, (0, side));
        let mut rest = frame.step;
        for place in 1..=self.digits {
            let from =
                Area { x: (rest % 10) as u32 * digit, y: cell + line, width: digit, height: line };
            // A board of size 1 has no room for many digits.
            if let Some(x) = side.checked_sub(place * digit + digit / 2) {
                self.copy(from, &mut pixels, (x, side));
            }
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        pixels
    }

    /// Copies an area of the sheet to a place of a frame.
    fn copy(&self, from: Area, pixels: &mut [u8], (x, y): (u32, u32)) {
        for line in 0..from.height {
            let start = ((from.y + line) * self.sheet.width + from.x) as usize;
            let end = start + from.width as usize;
            let to = ((y + line) * self.width() + x) as usize;
            pixels[to..to + from.width as usize].copy_from_slice(&self.sheet.pixels[start..end]);
        }
    }

    /// The rectangle of a picture that differs from the frame before it, as a frame.
    fn changed(&self, picture: &[u8], delay: u16) -> ::gif::Frame<'static> {
        let width = self.width() as usize;
        let differs = |place: usize| self.shown.get(place) != picture.get(place);
        let row_differs = |row: &usize| (row * width..(row + 1) * width).any(differs);
        let rows = 0..self.height() as usize;
        let (top, bottom) = (rows.clone().find(row_differs), rows.rev().find(row_differs));
        // A frame has at least one pixel.
        let (top, bottom) = (top.unwrap_or(0), bottom.unwrap_or(0));
        let col_differs = |col: &usize| (top..=bottom).any(|row| differs(row * width + col));
        let left = (0..width).find(col_differs).unwrap_or(0);
        let right = (0..width).rev().find(col_differs).unwrap_or(0);
        let rows = (top..=bottom).map(|row| &picture[row * width + left..=row * width + right]);
        let buffer: Vec<u8> = rows.flatten().copied().collect();
        ::gif::Frame {
            delay,
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: Cow::Owned(buffer),
            dispose: DisposalMethod::Keep,
            ..::gif::Frame::default()
        }
    }
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;
    use ::gif::{ColorOutput, DecodeOptions};
    use queens::study::trace::{Player, Trace};
    use queens::{Method, Never};

    /// The colours of all pixels.
    type Colours = Vec<[u8; 4]>;

    /// The width and the complete pictures of a file, with their times.
    fn decoded(file: &[u8]) -> (u32, Vec<(Colours, u16)>) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = vec![[0; 4]; width * height];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (place, colour) in frame.buffer.chunks_exact(4).enumerate() {
                let across = usize::from(frame.left) + place % usize::from(frame.width);
                let down = usize::from(frame.top) + place / usize::from(frame.width);
                canvas[down * width + across] = colour.try_into().unwrap();
            }
            pictures.push((canvas.clone(), frame.delay));
        }
        (width as u32, pictures)
    }

    #[test]
    fn every_frame_shows_the_board_that_the_player_reaches() {
        for (method, size, from) in [
            (Method::ARRAYS, 4, 0),
            (Method::BREADTH, 5, 90),
            (Method::BITMASK, 1, 0),
            (Method::BITMASK, 0, 0),
        ] {
            let trace = Trace::new(method, size).unwrap();
            let animation = Animation::new(trace.clone()).from(from).steps(40).speed(4.0);
            let file = animation.gif_file(&Never).unwrap();
            let (width, pictures) = decoded(&file);
            let frames = animation.frames();
            assert_eq!(pictures.len(), frames.len());
            let cell = cell(size);
            assert_eq!(width, size.max(1) as u32 * cell);
            if size == 0 {
                assert!(pictures.iter().all(|(picture, _)| picture[0] == [255; 4]));
            }
            let mut player = Player::new(trace);
            // The first square that was seen with each look and shade.
            let mut seen: BTreeMap<(bool, u8), Vec<[u8; 4]>> = BTreeMap::new();
            for (number, ((picture, _), frame)) in pictures.iter().zip(&frames).enumerate() {
                player.seek(from + number as u64);
                for square in Square::all(size) {
                    let queens = &player.state().queens;
                    let has_queen = queens[square.col as usize].map(u32::from) == Some(square.row);
                    let look = frame.look(square);
                    assert_eq!(has_queen, matches!(look, Look::Queen | Look::Found));
                    let (x, y) = (square.col * cell, (size as u32 - 1 - square.row) * cell);
                    let rows =
                        (y..y + cell).flat_map(|y| (x..x + cell).map(move |x| y * width + x));
                    let colours: Vec<_> = rows.map(|place| picture[place as usize]).collect();
                    let key = ((square.col + square.row).is_multiple_of(2), look as u8);
                    let first = seen.entry(key).or_insert_with(|| colours.clone());
                    assert!(*first == colours, "{method} step {number}: {square} is not {look:?}");
                }
            }
            let looks: Vec<_> = seen.values().collect();
            for (place, look) in looks.iter().enumerate() {
                assert!(!looks[..place].contains(look), "two looks have the same picture");
            }
        }
    }

    #[test]
    fn the_number_of_steps_is_below_the_board() {
        let trace = Trace::new(Method::BITMASK, 6).unwrap();
        let file = Animation::new(trace).steps(12).gif_file(&Never).unwrap();
        let (width, pictures) = decoded(&file);
        let line = |number: usize| pictures[number].0[(width * width) as usize..].to_vec();
        let numbers: Vec<_> = (0..=12).map(line).collect();
        for (place, one) in numbers.iter().enumerate() {
            assert!(!numbers[..place].contains(one), "step {place} has no number of its own");
        }
    }

    #[test]
    fn fast_animations_skip_steps_and_hold_the_last_frame() {
        let trace = Trace::new(Method::BITMASK, 6).unwrap();
        let times = |speed, steps| {
            let animation = Animation::new(trace.clone()).steps(steps).speed(speed);
            animation.times(&animation.frames())
        };
        let slow = times(10.0, 20);
        assert_eq!(slow.len(), 21);
        assert!(slow[..20].iter().all(|&(_, time)| time == 10) && slow[20].1 == 250);
        let fast = times(1000.0, 101);
        let places: Vec<usize> = fast.iter().map(|&(place, _)| place).collect();
        assert_eq!(places, [0, 20, 40, 60, 80, 100, 101]);
        assert_eq!(fast[1].1, 2);
    }

    #[test]
    fn wrong_pixels_are_an_error() {
        let animation = Animation::new(Trace::new(Method::BITMASK, 4).unwrap());
        assert!(matches!(animation.gif(&[0; 16]), Err(Error::Picture { .. })));
    }

    #[test]
    fn all_colours_are_kept_if_they_fit() {
        let pixels: Vec<u8> = (0..=255_u8).flat_map(|value| [value, 0, 255 - value, 255]).collect();
        let (palette, indices) = indexed(&pixels);
        for (pixel, &index) in pixels.chunks_exact(4).zip(&indices) {
            assert_eq!(pixel[..3], palette[3 * usize::from(index)..][..3]);
        }
        let many: Vec<u8> =
            (0..4096_u32).flat_map(|value| [value as u8, (value >> 4) as u8, 0, 255]).collect();
        assert!(indexed(&many).0.len() <= 3 * 256);
    }
}
