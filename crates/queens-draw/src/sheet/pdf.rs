//! Pages as a PDF file.
//!
//! The texts are in Helvetica, which every reader of PDF files has, so no font is embedded. Coordinates count from the bottom.

use super::font::helvetica;
use super::page::{Anchor, Colour, Page, Rect, Shape};
use crate::Error;
use crate::svg::{self, CELL};
use pdf_writer::types::{ActionType, AnnotationType, LineCapStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Ref, Str, TextStr};

const REGULAR: Name = Name(b"F1");
const BOLD: Name = Name(b"F2");

/// The queen of `draw::svg::QUEEN` as lines and cubic curves, because a PDF has no arcs. A test compares the two.
const QUEEN: &str = "M11.5 34 L8 18.4 C6.61 18.45 5.39 17.51 5.07 16.16 C4.76 14.81 5.44 13.43 6.71 12.86 \
    C7.97 12.29 9.46 12.69 10.26 13.82 C11.07 14.96 10.96 16.5 10 17.5 L16 26.8 L16.6 13.5 \
    C15.3 13.09 14.46 11.83 14.58 10.47 C14.71 9.11 15.76 8.03 17.11 7.86 C18.47 7.69 19.75 8.48 20.21 9.77 \
    C20.66 11.05 20.16 12.48 19 13.2 L22.6 26 L23 11.7 C21.68 11.22 20.9 9.85 21.14 8.47 \
    C21.39 7.09 22.59 6.08 24 6.08 C25.41 6.08 26.61 7.09 26.86 8.47 C27.1 9.85 26.32 11.22 25 11.7 \
    L25.4 26 L29 13.2 C27.84 12.48 27.34 11.05 27.79 9.77 C28.25 8.48 29.53 7.69 30.89 7.86 \
    C32.24 8.03 33.29 9.11 33.42 10.47 C33.54 11.83 32.7 13.09 31.4 13.5 L32 26.8 L38 17.5 \
    C37.04 16.5 36.93 14.96 37.74 13.82 C38.54 12.69 40.03 12.29 41.29 12.86 \
    C42.56 13.43 43.24 14.81 42.93 16.16 C42.61 17.51 41.39 18.45 40 18.4 L36.5 34 \
    C28.17 31.6 19.83 31.6 11.5 34 Z M11.9 35.6 C19.97 33.27 28.03 33.27 36.1 35.6 L35.5 38.4 \
    C27.83 36.27 20.17 36.27 12.5 38.4 Z M11 40.2 C19.67 37.8 28.33 37.8 37 40.2 L37.8 43.4 L10.2 43.4 Z";

/// Numbers of the objects of the file, from 1.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// A PDF file with these pages.
pub(super) fn file(title: &str, pages: &[Page]) -> Result<Vec<u8>, Error> {
    let mut numbers = Numbers(0);
    let [catalog, tree, info, regular, bold] = [(); 5].map(|()| numbers.next());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("queens"));
    let page_numbers: Vec<Ref> = pages.iter().map(|_| numbers.next()).collect();
    pdf.pages(tree).kids(page_numbers.iter().copied()).count(pages.len() as i32);
    for (id, name) in [(regular, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
        let mut font = pdf.type1_font(id);
        font.base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (page, &id) in pages.iter().zip(&page_numbers) {
        let links = || page.shapes().filter(|shape| matches!(shape, Shape::Link { .. }));
        let link_numbers: Vec<Ref> = links().map(|_| numbers.next()).collect();
        let content = numbers.next();
        let mut written = pdf.page(id);
        written.parent(tree);
        let (width, height) = (page.width as f32, page.height as f32);
        written.media_box(pdf_writer::Rect::new(0.0, 0.0, width, height));
        written.contents(content);
        if !link_numbers.is_empty() {
            written.annotations(link_numbers.iter().copied());
        }
        written.resources().fonts().pair(REGULAR, regular).pair(BOLD, bold);
        written.finish();
        for (shape, &id) in links().zip(&link_numbers) {
            if let Shape::Link { rect, address } = shape {
                let mut annotation = pdf.annotation(id);
                let Rect { x, y, width, height } = *rect;
                let (left, bottom) = (x as f32, (page.height - y - height) as f32);
                let (right, top) = (left + width as f32, bottom + height as f32);
                annotation.subtype(AnnotationType::Link);
                annotation.rect(pdf_writer::Rect::new(left, bottom, right, top));
                annotation.border(0.0, 0.0, 0.0, None);
                let mut action = annotation.action();
                action.action_type(ActionType::Uri).uri(Str(address.as_bytes()));
            }
        }
        let mut drawn = Content::new();
        for shape in page.shapes() {
            draw(&mut drawn, shape, page.height)?;
        }
        pdf.stream(content, &drawn.finish());
    }
    Ok(pdf.finish())
}

fn fill(content: &mut Content, colour: Colour) {
    let [red, green, blue] = colour.map(|part| f32::from(part) / 255.0);
    content.set_fill_rgb(red, green, blue);
}

/// A coordinate rounded to a hundredth of a point, so that it has few digits.
fn short(value: f64) -> f32 {
    svg::short(value) as f32
}

/// Draws a shape on a page of this height.
fn draw(content: &mut Content, shape: &Shape, page: f64) -> Result<(), Error> {
    match shape {
        Shape::Area { colour, rects } => {
            fill(content, *colour);
            for &Rect { x, y, width, height } in rects {
                let bottom = page - y - height;
                content.rect(short(x), short(bottom), short(width), short(height));
            }
            content.fill_nonzero();
        }
        Shape::Lines { colour, width, lines } => {
            let [red, green, blue] = colour.map(|part| f32::from(part) / 255.0);
            content.set_stroke_rgb(red, green, blue);
            content.set_line_width(short(*width)).set_line_cap(LineCapStyle::ProjectingSquareCap);
            for &[(x1, y1), (x2, y2)] in lines {
                content.move_to(short(x1), short(page - y1));
                content.line_to(short(x2), short(page - y2));
            }
            content.stroke();
        }
        Shape::Queens { side, corners } => {
            fill(content, super::board::INK);
            let scale = side / CELL;
            for &(x, y) in corners {
                queen(content, |(dx, dy)| (short(x + dx * scale), short(page - y - dy * scale)));
            }
            content.fill_nonzero();
        }
        Shape::Text { text, at: (x, y), anchor, size, is_bold, colour } => {
            let width = helvetica(text, *size, *is_bold);
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            fill(content, *colour);
            content.begin_text();
            content.set_font(if *is_bold { BOLD } else { REGULAR }, short(*size));
            content.next_line(short(left), short(page - y));
            content.show(Str(&encoded(text)?));
            content.end_text();
        }
        Shape::Link { .. } => {}
    }
    Ok(())
}

/// Adds the outline of a queen whose points are placed by a function.
fn queen(content: &mut Content, place: impl Fn((f64, f64)) -> (f32, f32)) {
    let mut words = QUEEN.split_whitespace();
    while let Some(word) = words.next() {
        let (command, first) = word.split_at(1);
        let mut point = |first: Option<&str>| {
            let mut number = |word: Option<&str>| {
                word.or_else(|| words.next()).and_then(|word| word.parse().ok()).unwrap_or(0.0)
            };
            place((number(first), number(None)))
        };
        match command {
            "M" => {
                let (x, y) = point(Some(first));
                content.move_to(x, y);
            }
            "L" => {
                let (x, y) = point(Some(first));
                content.line_to(x, y);
            }
            "C" => {
                let [one, two, end] = [point(Some(first)), point(None), point(None)];
                content.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
            }
            _ => {
                content.close_path();
            }
        }
    }
}

/// A text in the encoding of the fonts, WinAnsi.
fn encoded(text: &str) -> Result<Vec<u8>, Error> {
    let byte = |letter: char| match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => Ok(u32::from(letter) as u8),
        '€' => Ok(0x80),
        '‚' => Ok(0x82),
        '„' => Ok(0x84),
        '…' => Ok(0x85),
        'Š' => Ok(0x8a),
        'Œ' => Ok(0x8c),
        'Ž' => Ok(0x8e),
        '‘' => Ok(0x91),
        '’' => Ok(0x92),
        '“' => Ok(0x93),
        '”' => Ok(0x94),
        '•' => Ok(0x95),
        '–' => Ok(0x96),
        '—' => Ok(0x97),
        'š' => Ok(0x9a),
        'œ' => Ok(0x9c),
        'ž' => Ok(0x9e),
        'Ÿ' => Ok(0x9f),
        _ => Err(Error::SheetLetter { letter }),
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_western_europe_are_encoded() {
        assert_eq!(encoded("Année – “1”").unwrap(), b"Ann\xe9e \x96 \x931\x94");
        let error = encoded("Łódź").unwrap_err();
        assert!(error.to_string().starts_with("'Ł' cannot be printed"), "{error}");
        assert!(encoded("a\nb").is_err());
    }

    /// The two outlines of a queen cover the same pixels, except for a few at their edges.
    #[cfg(feature = "png")]
    #[test]
    fn the_queen_is_that_of_other_drawings() {
        use resvg::tiny_skia::Pixmap;
        let pixels = |path: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\"><path d=\"{path}\"/></svg>"
            );
            Pixmap::decode_png(&crate::png::render(&svg, 480).unwrap()).unwrap()
        };
        let (arcs, curves) = (pixels(crate::svg::QUEEN), pixels(QUEEN));
        let pairs = || arcs.pixels().iter().zip(curves.pixels());
        assert!(pairs().filter(|(one, _)| one.alpha() > 128).count() > 50_000);
        let different = pairs().filter(|(one, other)| one.alpha().abs_diff(other.alpha()) > 128);
        assert!(different.count() < 60);
    }
}
