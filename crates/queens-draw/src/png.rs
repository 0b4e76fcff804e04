//! PNG pictures, painted from the shapes of a drawing.
//!
//! The font DejaVu Sans is compiled in, so a picture looks the same on every machine, even without
//! installed fonts.
//!
//! Work: O(pixels).  Memory: four bytes per pixel.

use crate::Error;
use crate::canvas::{Anchor, Canvas, Path, Segment, Shape, Text};
use crate::palette::Colour;
use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

/// The largest number of pixels of a picture, which take half a gigabyte of memory.
const MAX_PIXELS: u64 = 1 << 27;

/// The drawing as a file of this width in pixels. The height follows from the drawing.
pub(super) fn file(canvas: &Canvas, width: u32) -> Result<Vec<u8>, Error> {
    painted(canvas, width)?.encode_png().map_err(|error| failed(error.to_string()))
}

/// The pixels of a drawing, four bytes each: red, green, blue, opacity.
#[cfg(feature = "gif")]
pub(crate) fn pixels(canvas: &Canvas, width: u32) -> Result<Vec<u8>, Error> {
    Ok(painted(canvas, width)?.take())
}

fn failed(reason: String) -> Error {
    Error::Picture { reason }
}

fn painted(canvas: &Canvas, width: u32) -> Result<Pixmap, Error> {
    let height = (canvas.height * f64::from(width) / canvas.width).ceil().max(1.0) as u32;
    let mut pixmap = Some(u64::from(width) * u64::from(height))
        .filter(|&pixels| pixels <= MAX_PIXELS)
        .and_then(|_| Pixmap::new(width, height))
        .ok_or_else(|| failed(format!("{width} x {height} pixels: expected 1 to {MAX_PIXELS}")))?;
    let font =
        Face::parse(dejavu::sans::regular(), 0).map_err(|error| failed(error.to_string()))?;
    let [red, green, blue] = canvas.ground;
    pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    let scale = (f64::from(width) / canvas.width) as f32;
    for (shape, (x, y), factor) in canvas.flat() {
        let place = Transform::from_scale(scale, scale).pre_translate(x as f32, y as f32);
        let place = place.pre_scale(factor as f32, factor as f32);
        match shape {
            Shape::Path(path) => draw(&mut pixmap, path, place),
            Shape::Text(text) => write(&mut pixmap, &font, text, place),
            _ => {}
        }
    }
    Ok(pixmap)
}

fn draw(pixmap: &mut Pixmap, path: &Path, place: Transform) {
    let Some(outline) = outline(&path.outline) else { return };
    if let Some(colour) = path.fill {
        let paint = paint(colour, path.opacity);
        pixmap.fill_path(&outline, &paint, FillRule::Winding, place, None);
    }
    if let Some(stroke) = &path.stroke {
        let dashes = |(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0);
        let pen = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_cap: if stroke.has_square_ends { LineCap::Square } else { LineCap::Butt },
            dash: stroke.dashes.and_then(dashes),
            ..Default::default()
        };
        pixmap.stroke_path(&outline, &paint(stroke.colour, path.opacity), &pen, place, None);
    }
}

fn write(pixmap: &mut Pixmap, font: &Face, text: &Text, place: Transform) {
    let mut line = Line { outline: PathBuilder::new(), x: 0.0 };
    for letter in text.text.chars() {
        let glyph = font.glyph_index(letter).unwrap_or_default();
        font.outline_glyph(glyph, &mut line);
        line.x += f32::from(font.glyph_hor_advance(glyph).unwrap_or_default());
    }
    let start = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -line.x / 2.0,
        Anchor::End => -line.x,
    };
    let Some(outline) = line.outline.finish() else { return };
    let angle = if text.is_upright { -90.0 } else { 0.0 };
    let place = place.pre_translate(text.at.0 as f32, text.at.1 as f32);
    // In a font the y-axis goes up.
    let scale = text.size as f32 / f32::from(font.units_per_em());
    let place = place.pre_concat(Transform::from_rotate(angle)).pre_scale(scale, -scale);
    let (paint, place) = (paint(text.colour, 1.0), place.pre_translate(start, 0.0));
    pixmap.fill_path(&outline, &paint, FillRule::Winding, place, None);
}

fn paint([red, green, blue]: Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn outline(segments: &[Segment]) -> Option<tiny_skia::Path> {
    let mut outline = PathBuilder::new();
    let point = |(x, y): (f64, f64)| (x as f32, y as f32);
    for segment in segments {
        match *segment {
            Segment::Move(to) => outline.move_to(point(to).0, point(to).1),
            Segment::Line(to) => outline.line_to(point(to).0, point(to).1),
            Segment::Curve(one, two, to) => {
                let [one, two, to] = [one, two, to].map(point);
                outline.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
            }
            Segment::Close => outline.close(),
        }
    }
    outline.finish()
}

/// The outlines of the letters of a line, in units of the font.
struct Line {
    outline: PathBuilder,
    /// Where the next letter starts.
    x: f32,
}

impl OutlineBuilder for Line {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.outline.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.outline.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.outline.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.outline.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Drawing;

    /// The number of dark pixels of a picture of 400 pixels.
    fn dark(canvas: &Canvas) -> usize {
        let pixmap = Pixmap::decode_png(&canvas.png(400).unwrap()).unwrap();
        pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count()
    }

    #[test]
    fn a_picture_has_the_requested_width() {
        for width in [1, 64, 1000] {
            let png = Drawing::new(5).canvas().png(width).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
            assert_eq!(png[16..20], width.to_be_bytes());
        }
    }

    #[test]
    fn letters_are_painted() {
        for text in ["A1 µ", "ÄÖß", "10⁷", "Łódź"] {
            let mut canvas = Canvas::new("letters", 400.0, 100.0);
            canvas.add(Text::new(text, (200.0, 70.0), 60.0, [0; 3]).middle());
            assert!(dark(&canvas) > 500, "{text}");
        }
    }

    #[test]
    fn the_names_of_rows_and_columns_are_painted() {
        let canvas = Drawing::new(8).canvas();
        let mut without = canvas.clone();
        without.elements.retain(|element| !matches!(element.shape, Shape::Text(_)));
        assert!(dark(&canvas) > dark(&without) + 300);
    }

    #[test]
    fn a_picture_without_pixels_or_with_too_many_is_an_error() {
        for width in [0, u32::MAX] {
            let error = Drawing::new(1).canvas().png(width);
            assert!(matches!(error, Err(Error::Picture { .. })), "{width}");
        }
    }
}
