use super::font::widest;
use super::layout::Page;
use super::*;
use crate::canvas::{Anchor, Element, Point, Rect, Segment, Shape};
use proptest::prelude::*;
use queens::{Solution, Square};
use queens_puzzles::Position;
use queens_puzzles::solve::Difficulty;
use roxmltree::Document;

/// A board of size 4 with regions, and its solution.
fn coloured() -> (Position, Solution) {
    let position: Position = "BBBD\nABDD\nACCD\nACCC".parse().unwrap();
    let solution = position.check(&[1, 3, 0, 2]).unwrap();
    (position, solution)
}

/// A solved position of this size by the rules of queens, with some queens given.
fn solved(size: usize) -> (Position, Solution) {
    let solution = queens::find::random(size, 1, &queens::Never).unwrap().unwrap();
    let given: Vec<Square> = solution.squares().step_by(3).collect();
    (Position::new(size).unwrap().with_given(given).unwrap(), solution)
}

fn puzzle((position, solution): (Position, Solution), seed: u64, source: Source) -> SheetPuzzle {
    SheetPuzzle { position, solution, difficulty: Difficulty::Medium, seed, source }
}

fn command(seed: u64) -> Source {
    let request = PuzzleRequest::new(8).rules(queens::Rules::Queens).seed(seed);
    Source::Command(request.difficulty(Difficulty::Medium).command())
}

fn sheet(puzzles: usize, size: usize) -> Sheet {
    let solved = solved(size);
    let puzzles = (0..puzzles as u64).map(|seed| puzzle(solved.clone(), seed, command(seed)));
    Sheet::new(puzzles.collect())
}

fn around(points: impl IntoIterator<Item = Point>) -> Rect {
    let (mut least, mut most) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in points {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    Rect::between(least, most)
}

/// A rectangle that contains an element in every font that the writers use.
fn bounds(element: &Element) -> Rect {
    match &element.shape {
        Shape::Path(path) => {
            let points = path.outline.iter().filter_map(|segment| match *segment {
                Segment::Move(to) | Segment::Line(to) => Some(to),
                _ => None,
            });
            // The dashes of the dark squares are as wide as a square, but end at its sides.
            let pen = path.stroke.filter(|stroke| stroke.dashes.is_none());
            let half = pen.map_or(0.0, |pen| pen.width / 2.0);
            let Rect { x, y, width, height } = around(points);
            Rect::between((x - half, y - half), (x + width + half, y + height + half))
        }
        Shape::Symbol { at: (x, y), scale, .. } => {
            Rect { x: *x, y: *y, width: 48.0 * scale, height: 48.0 * scale }
        }
        Shape::Text(text) => {
            let ((x, y), size) = (text.at, text.size);
            let width = widest(&text.text, size, text.is_bold);
            let left = match text.anchor {
                Anchor::Start => x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            // Letters rise and fall by less than this.
            Rect { x: left, y: y - 0.95 * size, width, height: 1.2 * size }
        }
        Shape::Link { rect, .. } => *rect,
        Shape::Group { .. } => unreachable!("sheets have no groups"),
    }
}

fn is_inside(inner: Rect, outer: Rect) -> bool {
    let slack = 1e-6;
    inner.x >= outer.x - slack
        && inner.y >= outer.y - slack
        && inner.x + inner.width <= outer.x + outer.width + slack
        && inner.y + inner.height <= outer.y + outer.height + slack
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

/// Every shape is inside its block, every block inside the margins, and no two blocks overlap.
fn assert_tidy(page: &Page) {
    let (margin, foot) = (layout::MARGIN, layout::PAGE_NUMBER - 4.0);
    let inside = Rect::between((margin, margin), (page.width - margin, page.height - foot));
    for (place, block) in page.blocks.iter().enumerate() {
        assert!(is_inside(block.bounds, inside), "{:?}", block.bounds);
        for other in &page.blocks[..place] {
            assert!(!overlap(block.bounds, other.bounds), "{:?} {:?}", block.bounds, other.bounds);
        }
        for element in &block.elements {
            assert!(is_inside(bounds(element), block.bounds), "{element:?} in {:?}", block.bounds);
        }
        // The texts of a block do not overlap each other.
        let texts = block.elements.iter().filter(|text| matches!(text.shape, Shape::Text(_)));
        let boxes: Vec<Rect> = texts
            .map(|text| {
                let Rect { x, y, width, height } = bounds(text);
                // Lines may touch where letters rise and fall less than reserved.
                Rect { x, y: y + 0.15 * height, width, height: 0.7 * height }
            })
            .collect();
        for (place, one) in boxes.iter().enumerate() {
            assert!(!boxes[..place].iter().any(|other| overlap(*one, *other)), "{block:?}");
        }
    }
}

fn texts(page: &Canvas) -> Vec<&str> {
    let texts = page.elements.iter().map(|element| match &element.shape {
        Shape::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.flatten().collect()
}

/// The side lengths of the squares with queens, and their top left corners.
fn queens(page: &Canvas) -> Vec<(f64, Point)> {
    let queens = page.elements.iter().map(|element| match &element.shape {
        Shape::Symbol { name, at, scale } if name == "queen" => Some((48.0 * scale, *at)),
        _ => None,
    });
    queens.flatten().collect()
}

#[test]
fn pages_are_tidy_for_all_papers_and_numbers_of_puzzles() {
    for paper in Paper::ALL {
        for per_page in PER_PAGE {
            for puzzles in [1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 25] {
                let sheet = sheet(puzzles, 8).paper(paper).per_page(per_page).unwrap();
                let pages = layout::pages(&sheet).unwrap();
                assert_eq!(pages.len(), page_count(puzzles, per_page), "{puzzles} {per_page}");
                assert_eq!((pages[0].width, pages[0].height), paper.points());
                pages.iter().for_each(assert_tidy);
            }
        }
    }
}

#[test]
fn boards_of_all_sizes_fit() {
    for size in [1, 4, 5, 16, 32] {
        let sheet = sheet(9, size).per_page(9).unwrap();
        layout::pages(&sheet).unwrap().iter().for_each(assert_tidy);
    }
}

#[test]
fn every_puzzle_is_on_the_sheet_once_with_its_solution() {
    let sheet = sheet(14, 8).title("Class 5b").per_page(6).unwrap();
    let pages = sheet.pages().unwrap();
    assert_eq!(pages.len(), 3 + 2);
    let all: Vec<&str> = pages.iter().flat_map(texts).collect();
    for (place, seed) in (0..14).map(|seed| (seed + 1, format!("seed {seed}"))) {
        assert_eq!(all.iter().filter(|text| **text == place.to_string()).count(), 2, "{place}");
        assert_eq!(all.iter().filter(|text| **text == seed).count(), 1, "{seed}");
    }
    assert_eq!(all.iter().filter(|text| **text == "medium").count(), 14);
    for (place, page) in pages.iter().enumerate() {
        assert!(texts(page).contains(&format!("{} / 5", place + 1).as_str()));
        let title = if place < 3 { "Class 5b" } else { "Class 5b: solutions" };
        assert_eq!(texts(page)[0], title);
    }
    // Three of eight queens are given.
    assert_eq!(
        pages.iter().map(|page| queens(page).len()).collect::<Vec<_>>(),
        [18, 18, 6, 96, 16]
    );
}

#[test]
fn a_solution_has_its_queens_on_their_squares() {
    let (position, solution) = coloured();
    let sheet = Sheet::new(vec![puzzle((position, solution.clone()), 1, command(1))]);
    let pages = sheet.pages().unwrap();
    let found = queens(&pages[1]);
    assert_eq!((queens(&pages[0]).len(), found.len()), (0, 4));
    let left = found.iter().map(|(_, corner)| corner.0).fold(f64::MAX, f64::min);
    let bottom = found.iter().map(|(_, corner)| corner.1).fold(f64::MIN, f64::max);
    let square = |&(side, (x, y)): &(f64, Point)| {
        Square::new(((x - left) / side).round() as u32, ((bottom - y) / side).round() as u32)
    };
    let mut squares: Vec<Square> = found.iter().map(square).collect();
    squares.sort();
    assert_eq!(squares, solution.squares().collect::<Vec<_>>());
}

#[test]
fn the_rules_are_printed_once() {
    let text = |sheet: &Sheet| texts(&sheet.pages().unwrap()[0])[1..].join(" ");
    assert!(text(&sheet(2, 8)).starts_with("Place one queen in each row and column. No two"));
    let (position, solution) = coloured();
    let regions = Sheet::new(vec![puzzle((position, solution), 1, command(1))]);
    let rules = text(&regions);
    assert!(rules.starts_with("Place one queen in each row, column and region."), "{rules}");
    assert_eq!(rules.matches("Place").count(), 1);
}

#[test]
fn a_source_says_how_to_get_the_puzzle() {
    let source = |request: PuzzleRequest, page: Option<&str>| match SheetPuzzle::make(
        &request,
        page,
        &queens::Never,
    )
    .unwrap()
    {
        SheetPuzzle { source: Source::Command(text) | Source::Link(text), .. } => text,
    };
    let stars = PuzzleRequest::new(8).stars(2).seed(5).difficulty(Difficulty::Easy);
    let command = "queens puzzle new --size 8 --stars 2 --seed 5 --difficulty easy";
    assert_eq!(source(stars.clone(), None), command);
    // The link opens the puzzle of the command.
    let any = PuzzleRequest::new(6).seed(3);
    for request in [any.clone(), any.difficulty(Difficulty::Hard), stars] {
        let link = source(request.clone(), Some("https://example.org/"));
        assert!(link.starts_with("https://example.org/#/play?"), "{link}");
        let made = request.make(&queens::Never).unwrap();
        assert_eq!(queens_puzzles::puzzle::read(&link, &queens::Never), Ok(made.position));
    }
}

#[test]
fn links_can_be_clicked() {
    let link = "https://example.org/#/play?puzzle=regions&size=8&seed=5";
    let sheet = Sheet::new(vec![puzzle(coloured(), 5, Source::Link(link.to_string()))]);
    layout::pages(&sheet).unwrap().iter().for_each(assert_tidy);
    let svg = sheet.pages().unwrap()[0].svg();
    let document = Document::parse(&svg).unwrap();
    let mut links = document.descendants().filter_map(|node| node.attribute("href"));
    assert!(links.any(|address| address == link));
}

#[test]
fn pages_are_valid_svg() {
    for page in sheet(3, 8).title("<&\">").pages().unwrap() {
        let svg = page.svg();
        let document = Document::parse(&svg).unwrap();
        let uses = document.descendants().filter(|node| node.has_tag_name("use"));
        assert_eq!(uses.count(), queens(&page).len());
        let written: Vec<_> =
            document.descendants().filter(|node| node.has_tag_name("text")).collect();
        let expected = texts(&page);
        assert_eq!(written.iter().filter_map(|node| node.text()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn monochrome_sheets_have_only_greys() {
    let filled = |is_monochrome| {
        let sheet = Sheet::new(vec![puzzle(coloured(), 1, command(1))]).monochrome(is_monochrome);
        let is_filled =
            |element: &&Element| matches!(&element.shape, Shape::Path(path) if path.fill.is_some());
        sheet.pages().unwrap()[0].elements.iter().filter(is_filled).count()
    };
    assert_eq!((filled(true), filled(false)), (0, 4));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let error = |sheet: Sheet| sheet.pages().unwrap_err().to_string();
    assert_eq!(error(Sheet::new(Vec::new())), "0 puzzles on a sheet: expected 1 to 500");
    assert_eq!(error(sheet(501, 4)), "501 puzzles on a sheet: expected 1 to 500");
    assert_eq!(error(sheet(1, 33)), "N = 33 on a sheet: boards go from 1 to 32");
    let long = error(sheet(1, 4).title("W".repeat(60)));
    assert!(long.starts_with("a title of 60 letters is too long"), "{long}");
    let link = Source::Link("x".repeat(5000));
    let long = error(Sheet::new(vec![puzzle(coloured(), 1, link)]));
    assert!(long.starts_with("a link of 5000 letters is too long"), "{long}");
    let wrong = Sheet::new(Vec::new()).per_page(5).unwrap_err().to_string();
    assert_eq!(wrong, "5 puzzles per page: expected 1, 2, 4, 6 or 9");
    assert_eq!(
        "a5".parse::<Paper>().unwrap_err().to_string(),
        "unknown paper 'a5': expected a4 or letter"
    );
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_all_pages_and_texts() {
    let link = Source::Link("https://example.org/#/play?n=4".to_string());
    let mut puzzles = sheet(7, 8).puzzles;
    puzzles.push(puzzle(coloured(), 99, link));
    let sheet = Sheet::new(puzzles).title("Monday");
    let pdf = sheet.pdf().unwrap();
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(&pdf);
    assert_eq!(text.matches("/Type /Page\n").count(), 3);
    for page in sheet.pages().unwrap() {
        for line in texts(&page) {
            assert!(text.contains(&format!("({line}) Tj")), "{line}");
        }
    }
    assert!(text.contains("/URI (https://example.org/#/play?n=4)"));
    assert!(sheet.title("Łódź").pdf().is_err());
}

proptest! {
    #[test]
    fn pages_with_any_texts_are_tidy_or_an_error(
        title in "(?s).{0,40}", base in "[a-zA-Z:/.#?&=é]{0,200}", seed in any::<u64>(),
        per_page in prop::sample::select(PER_PAGE.to_vec()), paper in prop::sample::select(Paper::ALL.to_vec()),
    ) {
        let link = Source::Link(format!("{base}#/play?puzzle=regions&size=4&seed={seed}"));
        let sheet = Sheet::new(vec![puzzle(coloured(), seed, link)]);
        let sheet = sheet.title(title).paper(paper).per_page(per_page).unwrap();
        if let Ok(pages) = layout::pages(&sheet) {
            pages.iter().for_each(assert_tidy);
            for page in pages.into_iter().map(Page::canvas) {
                prop_assert!(Document::parse(&page.svg()).is_ok());
            }
        }
    }
}
