//! A picture in memory: opaque, and not larger than needed.

use super::Pixels;
use std::ops::Range;

/// Larger pictures are scaled down by a whole factor. A screen of 4K has fewer pixels.
const ENOUGH_PIXELS: usize = 10_000_000;

/// A colour: red, green and blue from 0 to 255.
pub(super) type Colour = [f32; 3];

/// An opaque picture.
pub(super) struct Image {
    pub(super) width: usize,
    pub(super) height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Image {
    /// The picture on white, scaled down if it is very large.
    pub(super) fn new(pixels: &Pixels<'_>) -> Self {
        let mut factor = 1;
        while (pixels.width / factor) * (pixels.height / factor) > ENOUGH_PIXELS {
            factor += 1;
        }
        let (width, height) = (pixels.width / factor, pixels.height / factor);
        let mut scaled = Vec::with_capacity(width * height);
        let area = (factor * factor) as u32;
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0_u32; 3];
                for row in y * factor..(y + 1) * factor {
                    for col in x * factor..(x + 1) * factor {
                        let at = (row * pixels.width + col) * pixels.channels;
                        let pixel = &pixels.bytes[at..at + pixels.channels];
                        let opacity = pixel.get(3).map_or(255, |&opacity| u32::from(opacity));
                        for (sum, &value) in sum.iter_mut().zip(pixel) {
                            *sum += (u32::from(value) * opacity + 255 * (255 - opacity)) / 255;
                        }
                    }
                }
                scaled.push(sum.map(|sum| (sum / area) as u8));
            }
        }
        Self { width, height, pixels: scaled }
    }

    /// The picture with rows and columns exchanged.
    pub(super) fn transposed(&self) -> Self {
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for x in 0..self.width {
            pixels.extend((0..self.height).map(|y| self.pixels[y * self.width + x]));
        }
        Self { width: self.height, height: self.width, pixels }
    }

    /// The part of the picture inside a rectangle.
    pub(super) fn cropped(&self, columns: Range<usize>, rows: Range<usize>) -> Self {
        let pixels = rows.clone().flat_map(|y| &self.row(y)[columns.clone()]).copied().collect();
        Self { width: columns.len(), height: rows.len(), pixels }
    }

    /// The pixels of a row.
    pub(super) fn row(&self, y: usize) -> &[[u8; 3]] {
        &self.pixels[y * self.width..(y + 1) * self.width]
    }

    /// The colour at a place, which is moved into the picture if it is outside.
    pub(super) fn at(&self, x: f64, y: f64) -> Colour {
        let inside = |value: f64, length: usize| (value.max(0.0) as usize).min(length - 1);
        let pixel = self.pixels[inside(y, self.height) * self.width + inside(x, self.width)];
        pixel.map(f32::from)
    }

    /// The mean colours of the pixel columns from `left` on, over rows spread evenly from `top` to `bottom`.
    pub(super) fn profile(&self, left: usize, length: usize, top: f64, bottom: f64) -> Vec<Colour> {
        /// Enough rows to average the noise out.
        const MAX_ROWS: f64 = 24.0;
        let rows = (bottom - top).round().clamp(1.0, MAX_ROWS) as usize;
        let mut profile = vec![[0.0; 3]; length];
        for row in 0..rows {
            let y = top + (bottom - top) * (row as f64 + 0.5) / rows as f64;
            let row = self.row((y.max(0.0) as usize).min(self.height - 1));
            for (sum, pixel) in profile.iter_mut().zip(&row[left..left + length]) {
                for (sum, value) in sum.iter_mut().zip(pixel) {
                    *sum += f32::from(*value);
                }
            }
        }
        for colour in &mut profile {
            *colour = colour.map(|sum| sum / rows as f32);
        }
        profile
    }
}

/// The distance of two colours.
pub(super) fn distance(one: Colour, other: Colour) -> f32 {
    let square = |channel: usize| (one[channel] - other[channel]).powi(2);
    (square(0) + square(1) + square(2)).sqrt()
}

/// The largest difference of two colours in one channel.
pub(super) fn contrast(one: Colour, other: Colour) -> f32 {
    let difference = |channel: usize| (one[channel] - other[channel]).abs();
    difference(0).max(difference(1)).max(difference(2))
}

/// The brightness of a colour, from 0 to 255.
pub(super) fn brightness([red, green, blue]: Colour) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}
