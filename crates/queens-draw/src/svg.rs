//! Drawings as SVG.
//!
//! Symbols are written once and referred to, so the size of a file grows with the number of queens, not with their outlines.

use crate::canvas::{Anchor, Canvas, Element, Path, Rect, Segment, Shape, Text};
use crate::palette::hex;
use std::fmt::Write;

/// The drawing as a file.
pub(super) fn file(canvas: &Canvas) -> String {
    let (width, height) = (short(canvas.width), short(canvas.height));
    let unit = if canvas.is_in_points { "pt" } else { "" };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}{unit}\" height=\"{height}{unit}\" role=\"img\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n{}<defs>\n",
        escape(&canvas.title),
        canvas.style
    );
    for (name, elements) in &canvas.symbols {
        let _ = writeln!(svg, "<g id=\"{name}\">{}</g>", written(elements));
    }
    let ground = hex(canvas.ground);
    let _ =
        writeln!(svg, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
    svg + &written(&canvas.elements) + "</svg>\n"
}

fn written(elements: &[Element]) -> String {
    elements.iter().map(element).collect()
}

/// An SVG element, on a line of its own.
fn element(Element { shape, attributes }: &Element) -> String {
    match shape {
        Shape::Path(path) => {
            format!("<path{attributes}{} d=\"{}\"/>\n", look(path), outline(&path.outline))
        }
        Shape::Text(text) => self::text(text, attributes),
        Shape::Symbol { name, at: (x, y), scale } => {
            let (x, y) = (short(*x), short(*y));
            // A scale has more digits than a coordinate, because the whole symbol is multiplied by it.
            let place = match (scale * 10_000.0).round() / 10_000.0 {
                1.0 => format!("x=\"{x}\" y=\"{y}\""),
                scale => format!("transform=\"translate({x} {y}) scale({scale})\""),
            };
            format!("<use{attributes} href=\"#{name}\" {place}/>\n")
        }
        Shape::Group { title, at: (x, y), elements } => {
            let (x, y) = (short(*x), short(*y));
            let place = match (x, y) {
                (0.0, 0.0) => String::new(),
                _ => format!(" transform=\"translate({x} {y})\""),
            };
            let title = match title.as_str() {
                "" => String::new(),
                title => format!("<title>{}</title>", escape(title)),
            };
            format!("<g{attributes}{place}>{title}{}</g>\n", written(elements).trim_end())
        }
        Shape::Link { rect: Rect { x, y, width, height }, address } => {
            let [x, y, width, height] = [x, y, width, height].map(|value| short(*value));
            let address = escape(address);
            format!(
                "<a href=\"{address}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                 fill-opacity=\"0\"/></a>\n"
            )
        }
    }
}

/// The attributes of the colours and lines of a path.
fn look(path: &Path) -> String {
    let mut look = match path.fill {
        Some(colour) => format!(" fill=\"{}\"", hex(colour)),
        None => " fill=\"none\"".to_string(),
    };
    if let Some(stroke) = path.stroke {
        let (colour, width) = (hex(stroke.colour), short(stroke.width));
        look += &format!(" stroke=\"{colour}\" stroke-width=\"{width}\"");
        look += if stroke.has_square_ends { " stroke-linecap=\"square\"" } else { "" };
        if let Some((dash, gap)) = stroke.dashes {
            look += &format!(" stroke-dasharray=\"{} {}\"", short(dash), short(gap));
        }
    }
    if path.opacity < 1.0 {
        look += &format!(" opacity=\"{}\"", path.opacity);
    }
    look
}

fn outline(segments: &[Segment]) -> String {
    let mut text = String::new();
    let mut last = (f64::NAN, f64::NAN);
    for segment in segments {
        let point = |(x, y): (f64, f64)| (short(x), short(y));
        let _ = match *segment {
            Segment::Move(to) => {
                last = point(to);
                write!(text, "M{} {}", last.0, last.1)
            }
            Segment::Line(to) => {
                let (before, (x, y)) = (last, point(to));
                last = (x, y);
                if y == before.1 {
                    write!(text, "H{x}")
                } else if x == before.0 {
                    write!(text, "V{y}")
                } else {
                    write!(text, "L{x} {y}")
                }
            }
            Segment::Curve(one, two, to) => {
                let [one, two] = [one, two].map(point);
                last = point(to);
                write!(text, "C{} {} {} {} {} {}", one.0, one.1, two.0, two.1, last.0, last.1)
            }
            Segment::Close => write!(text, "Z"),
        };
    }
    text
}

fn text(text: &Text, attributes: &str) -> String {
    let (x, y, size) = (short(text.at.0), short(text.at.1), short(text.size));
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if text.is_bold { " font-weight=\"bold\"" } else { "" };
    let rotation = match text.is_upright {
        true => format!(" transform=\"rotate(-90 {x} {y})\""),
        false => String::new(),
    };
    let (colour, letters) = (hex(text.colour), escape(&text.text));
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}{rotation}{attributes}>\
         {letters}</text>\n"
    )
}

/// A coordinate rounded to a hundredth.
pub(crate) fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Escapes text for an element or a quoted attribute. Characters that XML does not allow become the
/// replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    #[test]
    fn escaped_text_is_read_back_as_it_was() {
        let text = "a < b & \"c\" > 'd' ]]>";
        let element = format!("<t a=\"{0}\">{0}</t>", escape(text));
        let document = Document::parse(&element).unwrap();
        assert_eq!(document.root_element().text(), Some(text));
        assert_eq!(document.root_element().attribute("a"), Some(text));
        assert_eq!(escape("\u{1}\n"), "\u{fffd} ");
    }
}
