use super::*;
use crate::canvas::{Segment, Shape};
use queens::{Board, Solution, solutions};
use queens_puzzles::Position;
use roxmltree::Document;

/// The squares with a mark of this class.
fn marked(svg: &str, class: &str) -> Vec<Square> {
    let document = Document::parse(svg).unwrap();
    let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
    let mut squares: Vec<Square> =
        of_class.map(|node| node.attribute("data-square").unwrap().parse().unwrap()).collect();
    squares.sort();
    squares
}

fn all_squares(size: u32) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |col| (0..size).map(move |row| Square::new(col, row)))
}

/// A solution of an even size with size mod 6 not equal to 2.
fn staircase(size: u32) -> Solution {
    let half = size / 2;
    let row = |col| if col < half { 2 * col + 1 } else { 2 * (col - half) };
    Solution::new((0..size).map(row).collect::<Vec<_>>()).unwrap()
}

#[test]
fn every_queen_is_drawn_once_and_on_its_square() {
    for solution in solutions(6).unwrap().chain([staircase(28), staircase(196)]) {
        let svg = Drawing::from(&solution).svg();
        assert_eq!(marked(&svg, "queen"), solution.squares().collect::<Vec<_>>());
    }
}

#[test]
fn a_queen_is_drawn_in_its_column_and_row() {
    let queens = |svg: &str| {
        let document = Document::parse(svg).unwrap();
        let queen = document.descendants().find(|node| node.attribute("class") == Some("queen"));
        let place = |axis| queen.unwrap().attribute(axis).unwrap().parse::<f64>().unwrap();
        (place("x"), place("y"))
    };
    let at = |square: &str| queens(&Drawing::new(8).queens(square.parse()).unwrap().svg());
    let (a1, b1, a2) = (at("A1"), at("B1"), at("A2"));
    let moved = |to: (f64, f64)| ((to.0 - a1.0).round(), (to.1 - a1.1).round());
    assert_eq!((moved(b1), moved(a2)), ((CELL, 0.0), (0.0, -CELL)));
}

#[test]
fn a_square_is_marked_if_and_only_if_it_is_empty_and_attacked() {
    let board = Board::new(9).unwrap().with_queen("C4".parse().unwrap()).unwrap();
    let board = board.with_queen("H2".parse().unwrap()).unwrap();
    let board = board.with_closed("C9".parse().unwrap()).unwrap();
    let board = board.with_closed("A1".parse().unwrap()).unwrap();
    let attacked: Vec<Square> = all_squares(9)
        .filter(|square| board.given().iter().any(|queen| queen.attacks(*square)))
        .filter(|square| !board.closed().contains(square))
        .collect();
    let svg = Drawing::from(&board).attacks(true).svg();
    assert_eq!(marked(&svg, "attacked"), attacked);
    assert_eq!(marked(&svg, "closed").len(), 2);
    assert!(marked(&Drawing::from(&board).svg(), "attacked").is_empty());

    for col in 0..7 {
        let queen = Square::new(col, 0);
        let drawing = Drawing::new(7).queens([queen]).unwrap().attacks(true);
        let attacked: Vec<Square> = all_squares(7).filter(|s| s.attacks(queen)).collect();
        assert_eq!(marked(&drawing.svg(), "attacked"), attacked);
    }
}

#[test]
fn the_bit_sets_of_the_worked_example_are_drawn() {
    let queens = [(0, 0), (5, 1), (7, 2)].map(|(col, row)| Square::new(col, row));
    let svg = Drawing::new(8).queens(queens).unwrap().bits(true).unwrap().svg();
    let document = Document::parse(&svg).unwrap();
    let line = |class: &str| {
        let node = document.descendants().find(|node| node.attribute("class") == Some(class));
        node.unwrap().text().unwrap()
    };
    assert_eq!(line("cols"), "cols = 2⁰ + 2⁵ + 2⁷ = 161");
    assert_eq!(line("diag1"), "diag1 = 2⁰ + 2⁶ + 2⁹ = 577");
    assert_eq!(line("diag2"), "diag2 = 2² + 2³ + 2⁷ = 140");
    assert_eq!(line("free-columns"), "free in row 4: bits 1, 2, 4");
    let free = ["B4", "C4", "E4"].map(|square| square.parse().unwrap());
    assert_eq!(marked(&svg, "free"), free);
}

#[test]
fn pictures_of_all_sizes_are_well_formed_and_named() {
    for size in (0..=32).chain([33, 64, 65, 100, 1000]) {
        let drawing = Drawing::new(size);
        let drawing = if size <= 32 { drawing.bits(true).unwrap() } else { drawing };
        let svg = drawing.svg();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("role"), Some("img"));
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some(format!("An empty board of size {size}").as_str()));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{size}");
    }
}

#[test]
fn the_squares_of_a_region_cover_its_area_once_and_borders_are_between_regions() {
    let position: Position = "AABB\nACBB\nACDD\nCCDD".parse().unwrap();
    let regions = position.regions().unwrap();
    let grid = Grid { left: 10.0, top: 20.0, cell: 5.0, size: 4 };
    let mut covered = 0.0;
    for element in grid.regions(regions) {
        let Shape::Path(path) = element.shape else { panic!("{element:?}") };
        for rect in path.outline.chunks(5) {
            let [Segment::Move(from), _, Segment::Line(to), ..] = *rect else { panic!("{rect:?}") };
            covered += (to.0 - from.0) * (to.1 - from.1);
        }
    }
    assert_eq!(covered, 400.0);
    // One line around the board, and one for each pair of adjacent squares in different regions.
    let squares: Vec<Square> = Square::all(4).collect();
    let near = |a: &Square, b: &Square| a.col.abs_diff(b.col) + a.row.abs_diff(b.row) == 1;
    let pairs = squares.iter().flat_map(|a| squares.iter().map(move |b| (a, b)));
    let different =
        pairs.filter(|(a, b)| a < b && near(a, b) && regions.region(**a) != regions.region(**b));
    let borders = grid.borders(Some(regions)).outline;
    let lines = borders.iter().filter(|segment| matches!(segment, Segment::Move(_)));
    assert_eq!(lines.count(), 1 + different.count());
}

#[test]
fn names_of_lines_do_not_touch() {
    for size in [1, 8, 26, 27, 32, 64, 100, 200, 703, 2000] {
        let mut canvas = Canvas::new("labels", 1.0, 1.0);
        canvas.elements = Grid::labelled(size).labels();
        let svg = canvas.svg();
        let document = Document::parse(&svg).unwrap();
        let number = |node: roxmltree::Node, name: &str| -> f64 {
            node.attribute(name).unwrap().parse().unwrap()
        };
        let centred = |node: &roxmltree::Node| node.attribute("text-anchor") == Some("middle");
        let columns: Vec<_> = document.descendants().filter(centred).collect();
        assert!(!columns.is_empty(), "{size}");
        for pair in columns.windows(2) {
            // W, the widest letter, takes a whole letter size.
            let width = pair[1].text().unwrap().len() as f64 * number(pair[1], "font-size") * 0.75;
            assert!(number(pair[1], "x") - number(pair[0], "x") > width, "{size}");
        }
    }
}
