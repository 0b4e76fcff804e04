//! Pages in SVG.

use super::page::{Anchor, Colour, Page, Shape};
use crate::svg::{CELL, INK, QUEEN, Text, escape, short};

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Page {
    /// The page as an SVG file in its size on paper.
    pub fn svg(&self) -> String {
        let (width, height) = (short(self.width), short(self.height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}pt\" height=\"{height}pt\" role=\"img\" \
             font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
             <title>{}</title>\n\
             <defs><path id=\"queen\" fill=\"{INK}\" d=\"{QUEEN}\"/></defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            escape(&self.title)
        );
        self.shapes().for_each(|shape| svg += &element(shape));
        svg + "</svg>\n"
    }
}

/// The SVG element of a shape.
fn element(shape: &Shape) -> String {
    match shape {
        Shape::Area { colour, rects } => {
            let mut path = String::new();
            for rect in rects {
                let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(short);
                path += &format!("M{x} {y}h{width}v{height}h{}z", -width);
            }
            format!("<path fill=\"{}\" d=\"{path}\"/>\n", hex(*colour))
        }
        Shape::Lines { colour, width, lines } => {
            let mut path = String::new();
            for &[from, to] in lines {
                let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
                path += &format!("M{x1} {y1}L{x2} {y2}");
            }
            let (colour, width) = (hex(*colour), short(*width));
            format!(
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\" d=\"{path}\"/>\n"
            )
        }
        Shape::Queens { side, corners } => {
            // The side has more digits than a coordinate, because the whole drawing is multiplied by it.
            let scale = (side / CELL * 10_000.0).round() / 10_000.0;
            let queen = |&(x, y): &(f64, f64)| {
                let (x, y) = (short(x), short(y));
                format!(
                    "<use class=\"queen\" href=\"#queen\" transform=\"translate({x} {y}) scale({scale})\"/>\n"
                )
            };
            corners.iter().map(queen).collect()
        }
        Shape::Text { text, at, anchor, size, is_bold, colour } => {
            let line = Text::new(*at, *size, &hex(*colour));
            let line = match anchor {
                Anchor::Start => line,
                Anchor::Middle => line.middle(),
                Anchor::End => line.end(),
            };
            let line = if *is_bold { line.with("font-weight=\"bold\"") } else { line };
            line.of(text)
        }
        Shape::Link { rect, address } => {
            let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(short);
            format!(
                "<a href=\"{}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                 fill-opacity=\"0\"/></a>\n",
                escape(address)
            )
        }
    }
}
