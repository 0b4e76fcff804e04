use super::*;
use crate::BoardError;
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
fn the_fate_of_a_node_follows_from_its_board() {
    for depth in [2, 4, 5, 6, 9] {
        let tree = Tree::new(6, Some(depth)).unwrap();
        for node in &tree.nodes {
            let board = (0..).zip(&node.rows).fold(Board::new(6).unwrap(), |board, (col, &row)| {
                board.with_queen(Square::new(col, u32::from(row))).unwrap()
            });
            let fate = match board.open().get(node.rows.len()) {
                None => Fate::Solution,
                Some(free) if free.is_empty() => Fate::DeadEnd,
                Some(_) => Fate::Continues,
            };
            assert_eq!(node.fate, fate, "{:?} down to {depth}", node.rows);
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
            let last = &mut last[node.rows.len()];
            assert!(slot - *last >= 1.0, "{size}: {:?}", node.rows);
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
        let queens: usize = tree.nodes.iter().map(|node| node.rows.len()).sum();
        assert_eq!(document.descendants().filter(|n| n.has_tag_name("circle")).count(), queens);
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
        assert_eq!(dot.matches(GREEN).count(), tree.solutions());
        assert_eq!(dot.matches(RED).count(), tree.dead_ends());
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
