//! PNG pictures, rendered from the SVG drawings.
//!
//! The font DejaVu Sans is compiled in, so a picture looks the same on every machine, even without
//! installed fonts.
//!
//! Work: O(pixels).  Memory: four bytes per pixel.

use crate::Error;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

const FAMILY: &str = "DejaVu Sans";

/// The largest number of pixels of a picture, which take half a gigabyte of memory.
const MAX_PIXELS: u64 = 1 << 27;

/// Renders an SVG drawing as a PNG file of the given width in pixels. The height follows from the
/// drawing.
///
/// ```
/// use queens::Solution;
/// /// let solution: Solution = "2 4 1 3".parse()?;
/// let svg = queens_draw::Picture::from(&solution).svg();
/// let png = queens_draw::png::render(&svg, 320)?;
/// assert_eq!(&png[1..4], b"PNG");
/// # Ok::<(), queens_draw::Error>(())
/// ```
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, Error> {
    pixmap(svg, width)?.encode_png().map_err(|error| failed(error.to_string()))
}

/// The pixels of an SVG drawing without transparent parts, four bytes each: red, green, blue, opacity.
#[cfg(feature = "gif")]
pub(crate) fn pixels(svg: &str, width: u32) -> Result<Vec<u8>, Error> {
    Ok(pixmap(svg, width)?.take())
}

fn failed(reason: String) -> Error {
    Error::Picture { reason }
}

fn pixmap(svg: &str, width: u32) -> Result<Pixmap, Error> {
    let mut options = Options { font_family: FAMILY.to_string(), ..Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);

    let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let mut pixmap = Some(u64::from(width) * u64::from(height))
        .filter(|&pixels| pixels <= MAX_PIXELS)
        .and_then(|_| Pixmap::new(width, height))
        .ok_or_else(|| failed(format!("{width} x {height} pixels: expected 1 to {MAX_PIXELS}")))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;

    fn pixels(svg: &str) -> Pixmap {
        Pixmap::decode_png(&render(svg, 400).unwrap()).unwrap()
    }

    fn dark(pixmap: &Pixmap) -> usize {
        pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count()
    }

    #[test]
    fn a_rendered_picture_has_the_requested_width() {
        for width in [1, 64, 1000] {
            let png = render(&Picture::new(5).svg(), width).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
            assert_eq!(png[16..20], width.to_be_bytes());
        }
    }

    #[test]
    fn letters_are_rendered_in_every_family() {
        for family in ["sans-serif", "monospace", "serif", "Nowhere To Be Found"] {
            let svg = |text| {
                format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 100\">\
                     <rect width=\"400\" height=\"100\" fill=\"#fff\"/>\
                     <text y=\"70\" font-size=\"60\" font-family=\"{family}\">{text}</text></svg>"
                )
            };
            assert_eq!(dark(&pixels(&svg(""))), 0);
            assert!(dark(&pixels(&svg("A1 µ"))) > 500, "{family}");
        }
    }

    #[test]
    fn the_names_of_rows_and_columns_are_rendered() {
        let svg = Picture::new(8).svg();
        let without = svg.lines().filter(|line| !line.starts_with("<text"));
        let without: Vec<&str> = without.collect();
        assert!(dark(&pixels(&svg)) > dark(&pixels(&without.join("\n"))) + 300);
    }

    #[test]
    fn an_invalid_drawing_or_width_is_an_error() {
        let svg = Picture::new(1).svg();
        for (svg, width) in [("no drawing", 100), (svg.as_str(), 0), (svg.as_str(), u32::MAX)] {
            assert!(matches!(render(svg, width), Err(Error::Picture { .. })), "{width}");
        }
    }
}
