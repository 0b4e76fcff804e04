//! A board as shapes.

use super::page::{Colour, Point, Rect, Shape};
use crate::palette;
use queens::{Regions, Rules, Square};
use queens_puzzles::Position;

/// Black for everything that must be seen on every printer.
pub(super) const INK: Colour = [0x1e, 0x2a, 0x38];
/// Less important letters and the lines inside a region.
pub(super) const GREY: Colour = [0x5c, 0x6b, 0x7a];
const THIN: Colour = [0x9a, 0xa5, 0xb1];
const CLOSED: Colour = [0xb4, 0xbc, 0xc4];
/// The dark squares of a board without regions, in colour and without.
const DARK: Colour = [0xd5, 0xe0, 0xeb];
const DARK_GREY: Colour = [0xe6, 0xe6, 0xe6];

/// The board of a position with this side length at a point, with more queens if it is solved.
pub(super) fn shapes(
    position: &Position,
    queens: impl IntoIterator<Item = Square>,
    (left, top): Point,
    side: f64,
    is_monochrome: bool,
) -> Vec<Shape> {
    let size = position.size() as u32;
    // Half of the line around the board is outside its squares.
    let border = border_width(side / f64::from(size.max(1)));
    let (left, top, side) = (left + border / 2.0, top + border / 2.0, side - border);
    let cell = side / f64::from(size.max(1));
    let regions = position.regions().filter(|_| position.rules() == Rules::Regions);
    let corner =
        |col: u32, row: u32| (left + f64::from(col) * cell, top + f64::from(size - 1 - row) * cell);
    let square = |col: u32, row: u32, cols: u32| {
        let (x, y) = corner(col, row);
        Rect { x, y, width: f64::from(cols) * cell, height: cell }
    };
    let mut shapes = Vec::new();
    match regions {
        Some(regions) if !is_monochrome => shapes.extend(coloured(regions, size, square)),
        Some(_) => {}
        None => {
            let dark = Square::all(size as usize).filter(|s| (s.col + s.row).is_multiple_of(2));
            let rects = dark.map(|s| square(s.col, s.row, 1)).collect();
            shapes
                .push(Shape::Area { colour: if is_monochrome { DARK_GREY } else { DARK }, rects });
        }
    }
    if !position.closed().is_empty() {
        let rects = position.closed().iter().map(|s| square(s.col, s.row, 1)).collect();
        shapes.push(Shape::Area { colour: CLOSED, rects });
        let cross = position.closed().iter().flat_map(|s| {
            let (x, y) = corner(s.col, s.row);
            let (near, far) = (cell * 0.25, cell * 0.75);
            [[(x + near, y + near), (x + far, y + far)], [(x + near, y + far), (x + far, y + near)]]
        });
        shapes.push(Shape::Lines { colour: GREY, width: cell * 0.06, lines: cross.collect() });
    }
    let (right, bottom) = (left + side, top + side);
    let inner = (1..size).map(|line| f64::from(line) * cell);
    let grid = inner.flat_map(|at| {
        [[(left + at, top), (left + at, bottom)], [(left, top + at), (right, top + at)]]
    });
    let lines: Vec<_> = grid.collect();
    if !lines.is_empty() {
        shapes.push(Shape::Lines { colour: THIN, width: 0.4, lines });
    }
    let mut thick = vec![
        [(left, top), (right, top)],
        [(left, bottom), (right, bottom)],
        [(left, top), (left, bottom)],
        [(right, top), (right, bottom)],
    ];
    thick.extend(regions.into_iter().flat_map(|regions| borders(regions, size, corner, cell)));
    shapes.push(Shape::Lines { colour: INK, width: border, lines: thick });
    let mut squares: Vec<Square> = position.given().iter().copied().chain(queens).collect();
    squares.sort_unstable();
    squares.dedup();
    if !squares.is_empty() {
        let corners = squares.iter().map(|s| corner(s.col, s.row)).collect();
        shapes.push(Shape::Queens { side: cell, corners });
    }
    shapes
}

/// The width of the lines between regions and around the board.
fn border_width(cell: f64) -> f64 {
    (cell * 0.075).clamp(0.8, 2.2)
}

/// The squares of each region in its colour. Squares next to each other in a row are one rectangle.
fn coloured(regions: &Regions, size: u32, square: impl Fn(u32, u32, u32) -> Rect) -> Vec<Shape> {
    let mut areas: Vec<Vec<Rect>> = vec![Vec::new(); regions.names().len()];
    for row in 0..size {
        let mut start = 0;
        while start < size {
            let region = regions.region(Square::new(start, row));
            let is_other = |&col: &u32| regions.region(Square::new(col, row)) != region;
            let end = (start..size).find(is_other).unwrap_or(size);
            areas[region].push(square(start, row, end - start));
            start = end;
        }
    }
    let colours = palette::assigned(regions);
    let area = |(region, rects)| Shape::Area { colour: palette::light(colours[region]), rects };
    areas.into_iter().enumerate().map(area).collect()
}

/// The lines between squares of different regions.
fn borders(
    regions: &Regions,
    size: u32,
    corner: impl Fn(u32, u32) -> Point,
    cell: f64,
) -> Vec<[Point; 2]> {
    let mut lines = Vec::new();
    for square in Square::all(size as usize) {
        let Square { col, row } = square;
        let (x, y) = corner(col, row);
        let differs = |other: Square| regions.region(square) != regions.region(other);
        if col + 1 < size && differs(Square::new(col + 1, row)) {
            lines.push([(x + cell, y), (x + cell, y + cell)]);
        }
        if row + 1 < size && differs(Square::new(col, row + 1)) {
            lines.push([(x, y), (x + cell, y)]);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_of_a_region_cover_its_area_once() {
        let position: Position = "AABB\nACBB\nACDD\nCCDD".parse().unwrap();
        let shapes = shapes(&position, [], (10.0, 20.0), 40.0, false);
        let mut covered = 0.0;
        for shape in &shapes {
            if let Shape::Area { rects, .. } = shape {
                covered += rects.iter().map(|rect| rect.width * rect.height).sum::<f64>();
            }
        }
        let inside = 40.0 - border_width(10.0);
        assert!((covered - inside * inside).abs() < 1e-9, "{covered}");
        let plain = super::shapes(&position, [], (10.0, 20.0), 40.0, true);
        assert!(!plain.iter().any(|shape| matches!(shape, Shape::Area { .. })));
        // Four lines around the board, and one for each pair of adjacent squares in different regions.
        let borders =
            |shapes: &[Shape]| match shapes.iter().rev().find(|s| matches!(s, Shape::Lines { .. }))
            {
                Some(Shape::Lines { lines, .. }) => lines.len(),
                _ => 0,
            };
        let squares: Vec<Square> = Square::all(4).collect();
        let near = |a: &Square, b: &Square| a.col.abs_diff(b.col) + a.row.abs_diff(b.row) == 1;
        let regions = position.regions().unwrap();
        let pairs = squares.iter().flat_map(|a| squares.iter().map(move |b| (a, b)));
        let different = pairs
            .filter(|(a, b)| a < b && near(a, b) && regions.region(**a) != regions.region(**b));
        assert_eq!(borders(&plain), 4 + different.count());
    }
}
