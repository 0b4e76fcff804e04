//! Drawings as the pages of a PDF file.
//!
//! The texts are in Helvetica, which every reader of PDF files has, so no font is embedded.
//! Opacities are ignored: they are for boards on a screen.

use crate::Error;
use crate::canvas::{Anchor, Canvas, Path, Point, Rect, Segment, Shape, Text};
use crate::palette::Colour;
use crate::svg;
use pdf_writer::types::{ActionType, AnnotationType, LineCapStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Ref, Str, TextStr};

const REGULAR: Name = Name(b"F1");
const BOLD: Name = Name(b"F2");

/// Numbers of the objects of the file, from 1.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// A PDF file with these pages, which are measured in points.
pub(super) fn file(title: &str, pages: &[Canvas]) -> Result<Vec<u8>, Error> {
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
    for (canvas, &id) in pages.iter().zip(&page_numbers) {
        let shapes = canvas.flat();
        let mut content = Content::new();
        for (shape, origin, scale) in &shapes {
            // Coordinates count from the bottom.
            let place = |(x, y): Point| {
                (short(origin.0 + x * scale), short(canvas.height - origin.1 - y * scale))
            };
            match shape {
                Shape::Path(path) => draw(&mut content, path, place, *scale),
                Shape::Text(text) => write(&mut content, text, place(text.at))?,
                _ => {}
            }
        }
        let links: Vec<(&Rect, &str)> = shapes
            .iter()
            .filter_map(|(shape, ..)| match shape {
                Shape::Link { rect, address } => Some((rect, address.as_str())),
                _ => None,
            })
            .collect();
        let link_numbers: Vec<Ref> = links.iter().map(|_| numbers.next()).collect();
        let content_number = numbers.next();
        let mut written = pdf.page(id);
        written.parent(tree);
        let (width, height) = (canvas.width as f32, canvas.height as f32);
        written.media_box(pdf_writer::Rect::new(0.0, 0.0, width, height));
        written.contents(content_number);
        if !link_numbers.is_empty() {
            written.annotations(link_numbers.iter().copied());
        }
        written.resources().fonts().pair(REGULAR, regular).pair(BOLD, bold);
        written.finish();
        for ((Rect { x, y, width, height }, address), &id) in links.iter().zip(&link_numbers) {
            let mut annotation = pdf.annotation(id);
            let (left, bottom) = (*x as f32, (canvas.height - y - height) as f32);
            let (right, top) = (left + *width as f32, bottom + *height as f32);
            annotation.subtype(AnnotationType::Link);
            annotation.rect(pdf_writer::Rect::new(left, bottom, right, top));
            annotation.border(0.0, 0.0, 0.0, None);
            let mut action = annotation.action();
            action.action_type(ActionType::Uri).uri(Str(address.as_bytes()));
        }
        pdf.stream(content_number, &content.finish());
    }
    Ok(pdf.finish())
}

fn draw(content: &mut Content, path: &Path, place: impl Fn(Point) -> (f32, f32), scale: f64) {
    if let Some(colour) = path.fill {
        let [red, green, blue] = parts(colour);
        content.set_fill_rgb(red, green, blue);
    }
    if let Some(stroke) = path.stroke {
        let [red, green, blue] = parts(stroke.colour);
        content.set_stroke_rgb(red, green, blue).set_line_width(short(stroke.width * scale));
        content.set_line_cap(match stroke.has_square_ends {
            true => LineCapStyle::ProjectingSquareCap,
            false => LineCapStyle::ButtCap,
        });
        let dashes = stroke.dashes.map(|(dash, gap)| [dash, gap].map(|x| (x * scale) as f32));
        content.set_dash_pattern(dashes.into_iter().flatten(), 0.0);
    }
    for segment in &path.outline {
        match *segment {
            Segment::Move(to) => content.move_to(place(to).0, place(to).1),
            Segment::Line(to) => content.line_to(place(to).0, place(to).1),
            Segment::Curve(one, two, to) => {
                let [one, two, to] = [one, two, to].map(&place);
                content.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1)
            }
            Segment::Close => content.close_path(),
        };
    }
    match (path.fill, path.stroke) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        _ => content.stroke(),
    };
}

fn write(content: &mut Content, text: &Text, (x, y): (f32, f32)) -> Result<(), Error> {
    let width = helvetica(&text.text, text.size) as f32;
    let left = match text.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let [red, green, blue] = parts(text.colour);
    content.set_fill_rgb(red, green, blue).begin_text();
    content.set_font(if text.is_bold { BOLD } else { REGULAR }, short(text.size));
    content.next_line(short(left.into()), y);
    content.show(Str(&encoded(&text.text)?)).end_text();
    Ok(())
}

/// The width of a text. It is exact for page numbers and seeds; all other texts start at their points.
fn helvetica(text: &str, size: f64) -> f64 {
    let of = |letter: char| match letter {
        ' ' | '/' => 278.0,
        's' => 500.0,
        _ => 556.0,
    };
    text.chars().map(of).sum::<f64>() * size / 1000.0
}

fn parts(colour: Colour) -> [f32; 3] {
    colour.map(|part| f32::from(part) / 255.0)
}

/// A coordinate rounded to a hundredth of a point, so that it has few digits.
fn short(value: f64) -> f32 {
    svg::short(value) as f32
}

/// A text in the encoding of the fonts, WinAnsi.
fn encoded(text: &str) -> Result<Vec<u8>, Error> {
    // The letters from 0x80 to 0x9f. A blank is not used.
    const OTHERS: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
    let byte = |letter: char| match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => Ok(u32::from(letter) as u8),
        _ => match OTHERS.chars().position(|other| other == letter) {
            Some(place) => Ok(0x80 + place as u8),
            None => Err(Error::SheetLetter { letter }),
        },
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
}
