//! Drawings as shapes and texts, from which all writers make their files.
//!
//! Lengths are measured from the top left corner to the right and down. A [`Canvas`] is written as SVG ([`Canvas::svg`]), painted
//! as PNG (`Canvas::png`, feature `png`), or becomes a page of a PDF file (feature `pdf`).

#[cfg(feature = "png")]
use crate::Error;
use crate::palette::Colour;
use crate::svg;

/// A point: the distance from the left edge and from the top edge.
pub type Point = (f64, f64);

/// A rectangle with this top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    /// The rectangle between two corners.
    pub(crate) fn between((left, top): Point, (right, bottom): Point) -> Self {
        Self { x: left, y: top, width: right - left, height: bottom - top }
    }
}

/// A part of an outline, from the end of the part before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    /// To the start of a new part, without a line.
    Move(Point),
    Line(Point),
    /// A cubic Bézier curve with two control points.
    Curve(Point, Point, Point),
    /// A line to the start of the part.
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// Whether lines end half of their width beyond their ends.
    pub(crate) has_square_ends: bool,
    /// The lengths of dashes and of the gaps between them.
    pub(crate) dashes: Option<(f64, f64)>,
}

/// An outline, which is filled, drawn with a pen, or both.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub(crate) outline: Vec<Segment>,
    pub(crate) fill: Option<Colour>,
    pub(crate) stroke: Option<Stroke>,
    pub(crate) opacity: f64,
}

impl Path {
    pub(crate) fn new(outline: Vec<Segment>) -> Self {
        Self { outline, fill: None, stroke: None, opacity: 1.0 }
    }

    /// Rectangles.
    pub fn rects(rects: impl IntoIterator<Item = Rect>) -> Self {
        let sides = |Rect { x, y, width, height }| {
            let (right, bottom) = (x + width, y + height);
            let others = [(right, y), (right, bottom), (x, bottom)].map(Segment::Line);
            [Segment::Move((x, y))].into_iter().chain(others).chain([Segment::Close])
        };
        Self::new(rects.into_iter().flat_map(sides).collect())
    }

    /// Lines, each through two or more points.
    pub fn lines<L: IntoIterator<Item = Point>>(lines: impl IntoIterator<Item = L>) -> Self {
        let line = |points: L| {
            let mut points = points.into_iter();
            points.next().map(Segment::Move).into_iter().chain(points.map(Segment::Line))
        };
        Self::new(lines.into_iter().flat_map(line).collect())
    }

    /// A circle.
    pub fn circle((x, y): Point, radius: f64) -> Self {
        // Four curves with these control points differ from a circle by less than a thousandth of the radius.
        let (r, c) = (radius, radius * 0.5523);
        let curve = |[one, two, end]: [Point; 3]| Segment::Curve(one, two, end);
        let quarters = [
            [(x + r, y + c), (x + c, y + r), (x, y + r)],
            [(x - c, y + r), (x - r, y + c), (x - r, y)],
            [(x - r, y - c), (x - c, y - r), (x, y - r)],
            [(x + c, y - r), (x + r, y - c), (x + r, y)],
        ];
        let start = [Segment::Move((x + r, y))];
        Self::new(start.into_iter().chain(quarters.map(curve)).chain([Segment::Close]).collect())
    }

    /// An outline in the commands M, L, C and Z of SVG.
    pub(crate) fn parsed(text: &str) -> Self {
        let starts = text.match_indices(|c: char| c.is_ascii_uppercase()).map(|(at, _)| at);
        let ends = starts.clone().skip(1).chain([text.len()]);
        let segment = |(start, end): (usize, usize)| {
            let numbers = text[start + 1..end].split_whitespace().flat_map(str::parse::<f64>);
            match numbers.collect::<Vec<_>>()[..] {
                [x, y] if text[start..].starts_with('M') => Segment::Move((x, y)),
                [x, y] => Segment::Line((x, y)),
                [a, b, c, d, x, y] => Segment::Curve((a, b), (c, d), (x, y)),
                _ => Segment::Close,
            }
        };
        Self::new(starts.zip(ends).map(segment).collect())
    }

    /// Filled with this colour.
    pub fn filled(self, colour: Colour) -> Self {
        Self { fill: Some(colour), ..self }
    }

    /// With lines of this colour and width.
    pub fn drawn(self, colour: Colour, width: f64) -> Self {
        let stroke = Stroke { colour, width, has_square_ends: false, dashes: None };
        Self { stroke: Some(stroke), ..self }
    }

    pub(crate) fn dashed(mut self, dash: f64, gap: f64) -> Self {
        self.stroke = self.stroke.map(|stroke| Stroke { dashes: Some((dash, gap)), ..stroke });
        self
    }

    pub(crate) fn square_ends(mut self) -> Self {
        self.stroke = self.stroke.map(|stroke| Stroke { has_square_ends: true, ..stroke });
        self
    }

    pub(crate) fn opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub(crate) text: String,
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) colour: Colour,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
    pub(crate) is_upright: bool,
}

impl Text {
    /// A text whose baseline starts at a point.
    pub fn new(text: impl Into<String>, at: Point, size: f64, colour: Colour) -> Self {
        let (text, anchor) = (text.into(), Anchor::Start);
        Self { text, at, size, colour, anchor, is_bold: false, is_upright: false }
    }

    /// Centred at its point.
    pub(crate) fn middle(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    /// Ending at its point.
    pub(crate) fn end(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }

    /// In bold letters, or not. PNG pictures have no bold letters.
    pub fn bold(self, is_bold: bool) -> Self {
        Self { is_bold, ..self }
    }

    /// From bottom to top.
    pub(crate) fn upright(self) -> Self {
        Self { is_upright: true, ..self }
    }
}

/// An upper estimate of the width of a line of text.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Path(Path),
    Text(Text),
    /// A symbol of the canvas with its origin at a point, scaled.
    Symbol {
        name: String,
        at: Point,
        scale: f64,
    },
    /// Elements with their origin at a point. SVG shows the title while the pointer is over them.
    Group {
        title: String,
        at: Point,
        elements: Vec<Element>,
    },
    /// An area that opens an address when it is clicked, in SVG and PDF.
    Link {
        rect: Rect,
        address: String,
    },
}

/// Something on a canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub(crate) shape: Shape,
    /// Attributes of the SVG element.
    pub(crate) attributes: String,
}

impl From<Shape> for Element {
    fn from(shape: Shape) -> Self {
        Self { shape, attributes: String::new() }
    }
}

impl From<Path> for Element {
    fn from(path: Path) -> Self {
        Shape::Path(path).into()
    }
}

impl From<Text> for Element {
    fn from(text: Text) -> Self {
        Shape::Text(text).into()
    }
}

impl Element {
    /// A symbol of the canvas with its origin at a point, scaled.
    pub fn symbol(name: impl Into<String>, at: Point, scale: f64) -> Self {
        Shape::Symbol { name: name.into(), at, scale }.into()
    }

    /// Elements with their origin at a point.
    pub fn group(at: Point, elements: Vec<Element>) -> Self {
        Shape::Group { title: String::new(), at, elements }.into()
    }

    /// With an attribute of the SVG element. The other writers ignore it.
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.attributes += &format!(" {name}=\"{}\"", svg::escape(&value.to_string()));
        self
    }
}

/// A drawing of shapes and texts.
///
/// ```
/// use queens_draw::{Canvas, Path, Rect, Text};
/// let mut canvas = Canvas::new("A square", 100.0, 60.0);
/// canvas.add(Path::rects([Rect { x: 10.0, y: 10.0, width: 40.0, height: 40.0 }]).filled([200, 0, 0]));
/// canvas.add(Text::new("A1", (60.0, 40.0), 20.0, [0, 0, 0]));
/// assert!(canvas.svg().contains("fill=\"#c80000\" d=\"M10 10H50V50H10Z\""));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) ground: Colour,
    pub(crate) is_in_points: bool,
    pub(crate) style: String,
    pub(crate) symbols: Vec<(String, Vec<Element>)>,
    pub(crate) elements: Vec<Element>,
}

impl Canvas {
    /// A white area. Screen readers read the title.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        Self {
            title: title.into(),
            width,
            height,
            ground: [255; 3],
            is_in_points: false,
            style: String::new(),
            symbols: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// With another background.
    pub fn ground(self, ground: Colour) -> Self {
        Self { ground, ..self }
    }

    /// Adds an element above the others.
    pub fn add(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    /// Adds a symbol, for [`Element::symbol`], unless it has one with this name.
    pub fn define(&mut self, name: &str, elements: impl FnOnce() -> Vec<Element>) {
        if self.symbols.iter().all(|(other, _)| other != name) {
            self.symbols.push((name.to_string(), elements()));
        }
    }

    /// All shapes without groups and symbols, each with its origin and scale.
    #[cfg(any(feature = "pdf", feature = "png"))]
    pub(crate) fn flat(&self) -> Vec<(&Shape, Point, f64)> {
        let mut all = Vec::new();
        self.flatten(&self.elements, (0.0, 0.0), 1.0, &mut all);
        all
    }

    #[cfg(any(feature = "pdf", feature = "png"))]
    fn flatten<'a>(
        &'a self,
        elements: &'a [Element],
        origin: Point,
        scale: f64,
        all: &mut Vec<(&'a Shape, Point, f64)>,
    ) {
        let moved = |(x, y): &Point| (origin.0 + x * scale, origin.1 + y * scale);
        for Element { shape, .. } in elements {
            match shape {
                Shape::Group { at, elements, .. } => self.flatten(elements, moved(at), scale, all),
                Shape::Symbol { name, at, scale: factor } => {
                    let symbol = self.symbols.iter().find(|(other, _)| other == name);
                    let elements = symbol.map_or(&[][..], |(_, elements)| elements);
                    self.flatten(elements, moved(at), scale * factor, all);
                }
                _ => all.push((shape, origin, scale)),
            }
        }
    }

    /// The drawing as an SVG file, which scales to any size.
    pub fn svg(&self) -> String {
        svg::file(self)
    }

    /// The drawing as a PNG file of this width in pixels.
    ///
    /// It is an error if the picture has no pixels, or more than a hundred million.
    ///
    /// ```
    /// use queens::Solution;
    /// use queens_draw::Drawing;
    /// let solution: Solution = "2 4 1 3".parse()?;
    /// let png = Drawing::from(&solution).canvas().png(320)?;
    /// assert_eq!(&png[1..4], b"PNG");
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(&self, width: u32) -> Result<Vec<u8>, Error> {
        crate::png::file(self, width)
    }
}
