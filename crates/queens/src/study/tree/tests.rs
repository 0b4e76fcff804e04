use super::*;
use crate::BoardError;
use crate::draw::board::{GREEN, RED};
use crate::draw::palette::hex;
use crate::study::trace::Player;
use roxmltree::Document;

#[test]
fn profiles_equal_the_published_ones() {
    let profiles: [&[usize]; 9] = [
        &[1],
        &[1, 1],
        &[1, 2, 0],
        &[1, 3, 2, 0],
        &[1, 4, 6, 4, 2],
        &[1, 5, 12, 14, 12, 10],
        &[1, 6, 20, 36, 46, 40, 4],
        &[1, 7, 30, 76, 140, 164, 94, 40],
        &[1, 8, 42, 140, 344, 568, 550, 312, 92],
    ];
    for (size, profile) in profiles.iter().enumerate() {
        assert_eq!(Tree::new(size, None).unwrap().profile(), *profile);
        for depth in 0..=size {
            let tree = Tree::new(size, Some(depth)).unwrap();
            assert_eq!(tree.profile(), profile[..=depth], "{size} down to {depth}");
        }
    }
}

#[test]
fn small_trees_have_the_known_dead_ends_and_solutions() {
    let ends = |size| {
        let tree = Tree::new(size, None).unwrap();
        (tree.nodes(), tree.dead_ends(), tree.solutions())
    };
    assert_eq!([0, 1, 2, 3, 4].map(ends), [(1, 0, 1), (2, 0, 1), (3, 2, 0), (6, 3, 0), (17, 4, 2)]);
}

#[test]
fn the_text_has_a_line_per_node() {
    for (size, depth) in [(0, None), (1, None), (3, None), (6, None), (8, Some(3))] {
        let tree = Tree::new(size, depth).unwrap();
        let text = tree.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), tree.nodes());
        let ends = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
        assert_eq!((ends("  dead end"), ends("  solution")), (tree.dead_ends(), tree.solutions()));
        // The column of a queen is its depth.
        for line in &lines[1..] {
            let at = line.chars().position(|c| c.is_ascii_uppercase()).unwrap();
            let column = line.chars().nth(at).unwrap() as usize - 'A' as usize;
            assert_eq!(at, 3 * (column + 1), "{line}");
        }
    }
}

#[test]
fn the_fate_of_a_node_follows_from_its_board() {
    for depth in [2, 4, 5, 6, 9] {
        let tree = Tree::new(6, Some(depth)).unwrap();
        for node in &tree.nodes {
            let board = node
                .queens
                .iter()
                .fold(Board::new(6).unwrap(), |board, &queen| board.with_queen(queen).unwrap());
            let fate = match board.open().get(node.queens.len()) {
                None => Fate::Solution,
                Some(free) if free.is_empty() => Fate::DeadEnd,
                Some(_) => Fate::Continues,
            };
            assert_eq!(node.fate, fate, "{:?} down to {depth}", node.queens);
        }
    }
}

#[test]
fn large_trees_are_errors_and_shallow_trees_of_large_boards_are_not() {
    assert_eq!(Tree::new(9, None).unwrap().nodes(), 8394);
    let error = Tree::new(10, None).unwrap_err();
    assert_eq!(
        error,
        Error::Draw(DrawError::TreeTooLarge { size: 10, depth: 10, limit: MAX_NODES })
    );
    assert_eq!(Tree::new(32, Some(2)).unwrap().profile(), [1, 32, 31 * 30]);
    assert!(matches!(Tree::new(33, Some(1)), Err(Error::Board(BoardError::BoardTooLarge { .. }))));
}

#[test]
fn parents_are_above_the_middle_of_their_children_and_boards_do_not_overlap() {
    for size in 0..=6 {
        let tree = Tree::new(size, None).unwrap();
        let slots = tree.slots();
        let mut last = vec![f64::NEG_INFINITY; size + 1];
        for (node, &slot) in tree.nodes.iter().zip(&slots) {
            let last = &mut last[node.queens.len()];
            assert!(slot - *last >= 1.0, "{size}: {:?}", node.queens);
            *last = slot;
            if !node.children.is_empty() {
                let ends = [node.children[0], node.children[node.children.len() - 1]];
                assert_eq!(2.0 * slot, slots[ends[0]] + slots[ends[1]]);
            }
        }
    }
}

#[test]
fn the_drawing_shows_every_board_and_every_queen() {
    for size in 0..=6 {
        let tree = Tree::new(size, None).unwrap();
        let svg = tree.svg();
        let document = Document::parse(&svg).unwrap();
        let of_class = |class| {
            let nodes = document.descendants();
            nodes.filter(|node| node.attribute("class") == Some(class)).count()
        };
        assert_eq!(of_class("solution"), tree.solutions());
        assert_eq!(of_class("dead-end"), tree.dead_ends());
        assert_eq!(of_class("board"), tree.nodes() - tree.solutions() - tree.dead_ends());
        let queens: usize = tree.nodes.iter().map(|node| node.queens.len()).sum();
        assert_eq!(of_class("queen"), queens);
    }
}

#[test]
fn the_graph_is_balanced_and_its_labels_are_well_formed() {
    for size in [0, 1, 2, 4, 5] {
        let tree = Tree::new(size, None).unwrap();
        let dot = tree.dot();
        for (open, close) in [('{', '}'), ('[', ']')] {
            assert_eq!(dot.matches(open).count(), dot.matches(close).count());
        }
        assert_eq!(dot.matches('"').count() % 2, 0);
        assert_eq!(dot.matches(" -> ").count(), tree.nodes() - 1);
        assert_eq!(dot.matches(&hex(GREEN)).count(), tree.solutions());
        assert_eq!(dot.matches(&hex(RED)).count(), tree.dead_ends());
        let labels = dot.lines().filter_map(|line| line.split_once("label=<"));
        let tables: Vec<&str> =
            labels.map(|(_, label)| label.strip_suffix(">];").unwrap()).collect();
        assert_eq!(tables.len(), if size == 0 { 0 } else { tree.nodes() });
        for table in tables {
            let document = Document::parse(table).unwrap();
            let cells = document.descendants().filter(|node| node.has_tag_name("td"));
            assert_eq!(cells.count(), size * size);
        }
    }
}

#[test]
fn the_tree_of_every_method_follows_its_trace() {
    for method in Method::all().filter(|method| method.info().lists()) {
        for size in 1..=6 {
            let trace = Trace::new(method, size).unwrap();
            let tree = Tree::of(&trace).unwrap();
            let mut player = Player::new(trace);
            let mut visits = tree.visits().iter().copied().peekable();
            let mut node = 0;
            loop {
                let position = player.position();
                while let Some(visit) = visits.next_if(|visit| visit.step <= position) {
                    node = visit.node;
                }
                let mut queens = tree.node_list()[node].queens.clone();
                queens.sort_unstable();
                let rows = player.state().queens.iter().enumerate();
                let board: Vec<Square> = rows
                    .filter_map(|(col, row)| Some(Square::new(col as u32, (*row)?.into())))
                    .collect();
                assert_eq!(queens, board, "{method}, N = {size}, step {position}");
                if !player.forward() {
                    break;
                }
            }
            assert_eq!(visits.next(), None);
            assert_eq!(tree.node_list()[0].end, player.position());
            assert_eq!(tree.nodes() as u64, player.state().placements + 1, "{method}, N = {size}");
        }
    }
}

#[test]
fn a_node_is_reached_when_its_queens_stand_and_left_after_all_nodes_below_it() {
    for method in [Method::BITMASK, Method::BREADTH, Method::TILES, Method::STACKED] {
        let trace = Trace::new(method, 6).unwrap();
        let tree = Tree::of(&trace).unwrap();
        let mut player = Player::new(trace.clone());
        let mut solutions = 0;
        for node in tree.node_list() {
            player.seek(node.step);
            assert_eq!(player.state().depth(), node.queens.len(), "{method}: {node:?}");
            let is_solution = matches!(player.last_step(), Some(Step::Solution { .. }));
            assert_eq!(is_solution, node.fate == Fate::Solution, "{method}: {node:?}");
            solutions += u64::from(is_solution);
            assert!(node.step <= node.end);
            for &child in &node.children {
                let child = &tree.node_list()[child];
                assert!(node.step < child.step && child.end <= node.end, "{method}: {node:?}");
            }
        }
        assert_eq!(tree.solutions() as u64, solutions);
    }
}
