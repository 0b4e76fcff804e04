//! Pages as data: shapes and texts, measured in points from the top left corner.

use super::font;

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

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
    pub(super) fn between((left, top): Point, (right, bottom): Point) -> Self {
        Self { x: left, y: top, width: right - left, height: bottom - top }
    }

    /// The smallest rectangle that contains all of these.
    pub(super) fn around(rects: impl IntoIterator<Item = Self>) -> Option<Self> {
        rects.into_iter().reduce(|one, other| {
            let left_top = (one.x.min(other.x), one.y.min(other.y));
            let right = (one.x + one.width).max(other.x + other.width);
            let bottom = (one.y + one.height).max(other.y + other.height);
            Self::between(left_top, (right, bottom))
        })
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the line.
    Start,
    /// The middle of the line.
    Middle,
    /// The end of the line.
    End,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Filled rectangles.
    Area {
        /// The colour.
        colour: Colour,
        /// The rectangles.
        rects: Vec<Rect>,
    },
    /// Lines with square ends.
    Lines {
        /// The colour.
        colour: Colour,
        /// The width of the lines.
        width: f64,
        /// The ends of each line.
        lines: Vec<[Point; 2]>,
    },
    /// Queens.
    Queens {
        /// The side length of a square of the board.
        side: f64,
        /// The top left corners of their squares.
        corners: Vec<Point>,
    },
    /// A line of text.
    Text {
        /// The text.
        text: String,
        /// The point on its baseline.
        at: Point,
        /// The part of the text that is there.
        anchor: Anchor,
        /// The font size.
        size: f64,
        /// Whether it is bold.
        is_bold: bool,
        /// The colour.
        colour: Colour,
    },
    /// An area that opens an address when it is clicked.
    Link {
        /// The area.
        rect: Rect,
        /// The address.
        address: String,
    },
}

impl Shape {
    /// A rectangle that contains the shape in every font that the writers use.
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Area { rects, .. } => Rect::around(rects.iter().copied()),
            Self::Lines { width, lines, .. } => {
                let half = width / 2.0;
                Rect::around(lines.iter().map(|[(x1, y1), (x2, y2)]| {
                    let left_top = (x1.min(*x2) - half, y1.min(*y2) - half);
                    Rect::between(left_top, (x1.max(*x2) + half, y1.max(*y2) + half))
                }))
            }
            Self::Queens { side, corners } => {
                let square = |&(x, y): &Point| Rect { x, y, width: *side, height: *side };
                Rect::around(corners.iter().map(square))
            }
            Self::Text { text, at: (x, y), anchor, size, is_bold, .. } => {
                let width = font::widest(text, *size, *is_bold);
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                // Letters rise and fall by less than this.
                Some(Rect { x: left, y: y - 0.95 * size, width, height: 1.2 * size })
            }
            Self::Link { rect, .. } => Some(*rect),
        }
    }
}

/// A part of a page, such as a puzzle with its texts. All of its shapes are inside its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The area of the page that is reserved for it.
    pub bounds: Rect,
    /// What is drawn, in this order.
    pub shapes: Vec<Shape>,
}

/// A page of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The width in points.
    pub width: f64,
    /// The height in points.
    pub height: f64,
    /// What the page shows, for screen readers.
    pub title: String,
    /// Its parts, which do not overlap.
    pub blocks: Vec<Block>,
}

impl Page {
    /// All shapes of the page.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.blocks.iter().flat_map(|block| &block.shapes)
    }
}
