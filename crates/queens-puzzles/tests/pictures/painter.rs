//! A painter of puzzles in the styles of other programs: lines, gaps, rounded corners, themes, marks, and a page around the board.
//!
//! It shares no code with the drawings of the library. Each pixel is the mean of 2 x 2 points, whose colours follow from geometry.

use queens_puzzles::picture::decode;
use rand::RngExt;
use rand_pcg::Pcg64;

pub type Rgb = [u8; 3];

/// What is painted on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Nothing,
    Queen,
    Cross,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueenShape {
    Crown,
    Star,
    Disc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossShape {
    SmallX,
    LargeX,
    Dot,
}

/// A puzzle and how it is painted. Lengths are in pixels, radii and gaps in squares.
#[derive(Clone, Debug)]
pub struct Painting {
    pub size: usize,
    /// Row by row, the top row first.
    pub regions: Vec<usize>,
    pub marks: Vec<Mark>,
    pub cell: f64,
    pub left: f64,
    pub top: f64,
    pub width: usize,
    pub height: usize,
    pub palette: Vec<Rgb>,
    pub page: Rgb,
    /// The colour of queens and crosses.
    pub mark: Rgb,
    pub thin_colour: Rgb,
    pub thick_colour: Rgb,
    pub thin: f64,
    pub thick: f64,
    pub frame: f64,
    pub gap: f64,
    pub radius: f64,
    pub board_radius: f64,
    pub queen: QueenShape,
    pub queen_size: f64,
    pub cross: CrossShape,
    /// Rectangles of the page: letters and buttons.
    pub page_parts: Vec<([f64; 4], Rgb)>,
}

/// A painted picture.
#[derive(Clone, Debug)]
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<u8>,
}

impl Painting {
    pub fn paint(&self) -> Canvas {
        const POINTS: usize = 2;
        let mut rgb = Vec::with_capacity(self.width * self.height * 3);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = [0_u32; 3];
                for point in 0..POINTS * POINTS {
                    let at = |pixel: usize, point: usize| {
                        pixel as f64 + (point as f64 + 0.5) / POINTS as f64
                    };
                    let colour = self.point(at(x, point % POINTS), at(y, point / POINTS));
                    for (sum, value) in sum.iter_mut().zip(colour) {
                        *sum += u32::from(value);
                    }
                }
                rgb.extend(sum.map(|sum| (sum / (POINTS * POINTS) as u32) as u8));
            }
        }
        let mut canvas = Canvas { width: self.width, height: self.height, rgb };
        for &([left, top, width, height], colour) in &self.page_parts {
            for y in top as usize..((top + height) as usize).min(self.height) {
                for x in left as usize..((left + width) as usize).min(self.width) {
                    canvas.rgb[(y * self.width + x) * 3..][..3].copy_from_slice(&colour);
                }
            }
        }
        canvas
    }

    fn point(&self, x: f64, y: f64) -> Rgb {
        let side = self.size as f64 * self.cell;
        let (bx, by) = (x - self.left, y - self.top);
        let outside = |value: f64| value < -self.frame || value >= side + self.frame;
        let rounded = rounded(
            (bx + self.frame) / (side + 2.0 * self.frame),
            (by + self.frame) / (side + 2.0 * self.frame),
            self.board_radius,
        );
        if outside(bx) || outside(by) || !rounded {
            return self.page;
        }
        if bx < 0.0 || by < 0.0 || bx >= side || by >= side {
            return self.thick_colour;
        }
        let (col, row) = ((bx / self.cell) as usize, (by / self.cell) as usize);
        let (col, row) = (col.min(self.size - 1), row.min(self.size - 1));
        let (u, v) = (bx / self.cell - col as f64, by / self.cell - row as f64);
        if let Some(colour) = self.line(col, row, u, v) {
            return colour;
        }
        let inner = 1.0 - self.gap;
        let (iu, iv) = ((u - self.gap / 2.0) / inner, (v - self.gap / 2.0) / inner);
        if !(0.0..1.0).contains(&iu)
            || !(0.0..1.0).contains(&iv)
            || !self::rounded(iu, iv, self.radius)
        {
            return if self.gap > 0.0 { self.page } else { self.thin_colour };
        }
        let at = row * self.size + col;
        let marked = match self.marks[at] {
            Mark::Nothing => false,
            Mark::Queen => self.in_queen((u - 0.5) / self.queen_size, (v - 0.5) / self.queen_size),
            Mark::Cross => self.in_cross(u - 0.5, v - 0.5),
        };
        if marked { self.mark } else { self.palette[self.regions[at]] }
    }

    /// The colour of the line at a place of a square, if there is one.
    fn line(&self, col: usize, row: usize, u: f64, v: f64) -> Option<Rgb> {
        let region = |col: usize, row: usize| {
            (col < self.size && row < self.size).then(|| self.regions[row * self.size + col])
        };
        let own = region(col, row);
        let differs = |dx: isize, dy: isize| {
            let other = region(col.wrapping_add_signed(dx), row.wrapping_add_signed(dy));
            other.is_some() && other != own
        };
        let (x, y) = (u * self.cell, v * self.cell);
        let near = [x, self.cell - x, y, self.cell - y];
        let neighbours = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        for (distance, (dx, dy)) in near.into_iter().zip(neighbours) {
            if distance < self.thick / 2.0 && differs(dx, dy) {
                return Some(self.thick_colour);
            }
        }
        // The corner, where a line of the neighbours ends.
        for (near_x, dx) in [(near[0], -1), (near[1], 1)] {
            for (near_y, dy) in [(near[2], -1), (near[3], 1)] {
                let corner = near_x < self.thick / 2.0 && near_y < self.thick / 2.0;
                if corner && differs(dx, dy) {
                    return Some(self.thick_colour);
                }
            }
        }
        let thin = near.into_iter().zip(neighbours).any(|(distance, (dx, dy))| {
            let inside = region(col.wrapping_add_signed(dx), row.wrapping_add_signed(dy)).is_some();
            distance < self.thin / 2.0 && inside
        });
        thin.then_some(self.thin_colour)
    }

    fn in_queen(&self, x: f64, y: f64) -> bool {
        let radius = (x * x + y * y).sqrt();
        match self.queen {
            QueenShape::Disc => radius < 0.5,
            QueenShape::Star => {
                // Five points: the distance to the border swings between two radii.
                let angle = (x.atan2(-y).rem_euclid(std::f64::consts::TAU / 5.0))
                    / (std::f64::consts::TAU / 5.0);
                let swing = (angle - 0.5).abs() * 2.0;
                radius < 0.2 + 0.3 * swing.powf(1.5)
            }
            QueenShape::Crown => {
                let base = y > 0.25 && y < 0.42 && x.abs() < 0.4;
                let teeth = (x.abs() * 5.0).rem_euclid(2.0);
                let height = 0.25 - 0.6 * (1.0 - (teeth - 1.0).abs()).max(0.15);
                base || x.abs() < 0.5 && y <= 0.26 && y > -height.abs() - 0.05
            }
        }
    }

    fn in_cross(&self, x: f64, y: f64) -> bool {
        let on_x = |reach: f64, stroke: f64| {
            x.abs() < reach && y.abs() < reach && (x.abs() - y.abs()).abs() < stroke
        };
        match self.cross {
            CrossShape::SmallX => on_x(0.15, 0.055),
            CrossShape::LargeX => on_x(0.3, 0.06),
            CrossShape::Dot => x * x + y * y < 0.11 * 0.11,
        }
    }
}

/// Whether a point of the unit square is inside rounded corners of this radius.
fn rounded(u: f64, v: f64, radius: f64) -> bool {
    let beyond = |value: f64| (radius - value).max(value - (1.0 - radius)).max(0.0);
    let (x, y) = (beyond(u), beyond(v));
    x == 0.0 || y == 0.0 || x * x + y * y <= radius * radius
}

/// Lines of letters: rectangles that look like strokes.
pub fn letters(
    random: &mut Pcg64,
    [left, top, width, height]: [f64; 4],
    colour: Rgb,
    parts: &mut Vec<([f64; 4], Rgb)>,
) {
    let mut x = left;
    while x + height * 0.6 < left + width {
        for _ in 0..random.random_range(1..4) {
            let part = match random.random_bool(0.5) {
                true => [x + random.random_range(0.0..0.4) * height, top, height * 0.13, height],
                false => {
                    [x, top + random.random_range(0.0..0.85) * height, height * 0.5, height * 0.13]
                }
            };
            parts.push((part, colour));
        }
        x += height * if random.random_bool(0.15) { 1.1 } else { 0.65 };
    }
}

impl Canvas {
    /// The pixels of a PNG file.
    pub fn of_png(png: &[u8]) -> Self {
        let decoded = decode(png).unwrap();
        let (width, height) = (decoded.width() as usize, decoded.height() as usize);
        let rgba = decoded.into_bytes();
        let rgb = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width, height, rgb }
    }

    /// Scaled by a factor, each pixel mixed from the four nearest ones.
    pub fn scaled(&self, factor: f64) -> Self {
        let (width, height) = (self.width as f64, self.height as f64);
        let size = ((width * factor) as usize, (height * factor) as usize);
        let place = |at: f64, length: f64| (at / factor).clamp(0.5, length - 0.5);
        self.warped(size, [0; 3], |x, y| (place(x, width), place(y, height)))
    }

    /// A picture of this size whose pixels are mixed from the four nearest ones at their places in this picture. Outside it
    /// has the colour `fill`.
    pub fn warped(
        &self,
        (width, height): (usize, usize),
        fill: Rgb,
        place: impl Fn(f64, f64) -> (f64, f64),
    ) -> Self {
        let pixel = |x: isize, y: isize| {
            let inside =
                (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
            if !inside {
                return fill;
            }
            let at = (y as usize * self.width + x as usize) * 3;
            [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
        };
        let mut rgb = Vec::with_capacity(width * height * 3);
        for at in 0..width * height {
            let (x, y) = place((at % width) as f64 + 0.5, (at / width) as f64 + 0.5);
            let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
            let (dx, dy) = (x - 0.5 - left, y - 0.5 - top);
            let (left, top) = (left as isize, top as isize);
            for channel in 0..3 {
                let value = |x: isize, y: isize| f64::from(pixel(left + x, top + y)[channel]);
                let above = value(0, 0) * (1.0 - dx) + value(1, 0) * dx;
                let below = value(0, 1) * (1.0 - dx) + value(1, 1) * dx;
                rgb.push((above * (1.0 - dy) + below * dy).round() as u8);
            }
        }
        Self { width, height, rgb }
    }

    /// The picture with a rectangle (left, top, width and height) in one colour.
    pub fn covered(&self, [left, top, width, height]: [f64; 4], colour: Rgb) -> Self {
        let mut covered = self.clone();
        let range = |from: f64, length: f64, most: usize| {
            let end = (from + length).round().clamp(0.0, most as f64) as usize;
            (from.round().max(0.0) as usize).min(end)..end
        };
        for y in range(top, height, self.height) {
            for x in range(left, width, self.width) {
                covered.rgb[(y * self.width + x) * 3..][..3].copy_from_slice(&colour);
            }
        }
        covered
    }

    /// Each pixel is the mean of those up to `reach` pixels away.
    pub fn blurred(&self, reach: usize) -> Self {
        let along = |rgb: &[u8], length: usize, step: usize, starts: &[usize]| {
            let mut blurred = rgb.to_vec();
            for start in starts {
                for at in 0..length {
                    let range = at.saturating_sub(reach)..(at + reach + 1).min(length);
                    let count = range.len() as u32;
                    let sum: u32 = range.map(|at| u32::from(rgb[start + at * step])).sum();
                    blurred[start + at * step] = (sum / count) as u8;
                }
            }
            blurred
        };
        let row = self.width * 3;
        let starts = |count: usize, step: usize| -> Vec<usize> {
            (0..count).flat_map(|at| (0..3).map(move |channel| at * step + channel)).collect()
        };
        let across = along(&self.rgb, self.width, 3, &starts(self.height, row));
        Self { rgb: along(&across, self.height, row, &starts(self.width, 3)), ..*self }
    }

    /// The picture with another one to its right, or below it. The rest has the colour `fill`.
    pub fn joined(&self, other: &Self, is_below: bool, fill: Rgb) -> Self {
        let (left, top) = if is_below { (0, self.height) } else { (self.width, 0) };
        let width = self.width.max(left + other.width);
        let height = self.height.max(top + other.height);
        let mut rgb = fill.repeat(width * height);
        for (canvas, left, top) in [(self, 0, 0), (other, left, top)] {
            for (y, row) in canvas.rgb.chunks_exact(canvas.width * 3).enumerate() {
                rgb[((top + y) * width + left) * 3..][..row.len()].copy_from_slice(row);
            }
        }
        Self { width, height, rgb }
    }

    /// The part of the picture inside a rectangle.
    pub fn cropped(&self, left: usize, top: usize, width: usize, height: usize) -> Self {
        let (width, height) = (width.min(self.width - left), height.min(self.height - top));
        let rows = (top..top + height).flat_map(|y| {
            &self.rgb[(y * self.width + left) * 3..(y * self.width + left + width) * 3]
        });
        Self { width, height, rgb: rows.copied().collect() }
    }

    /// The picture as a JPEG file of this quality.
    pub fn jpeg(&self, quality: u8) -> Vec<u8> {
        let mut file = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut file, quality);
        let (width, height) = (self.width as u16, self.height as u16);
        encoder.encode(&self.rgb, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
        file
    }
}
