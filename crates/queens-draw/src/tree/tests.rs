use super::*;
use roxmltree::Document;

#[test]
fn the_text_has_a_line_per_node() {
    for (size, depth) in [(0, None), (1, None), (3, None), (6, None), (8, Some(3))] {
        let tree = Tree::new(size, depth).unwrap();
        let text = TreeDrawing::of(&tree).text();
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
fn parents_are_above_the_middle_of_their_children_and_boards_do_not_overlap() {
    for size in 0..=6 {
        let tree = Tree::new(size, None).unwrap();
        let slots = TreeDrawing::of(&tree).slots();
        let mut last = vec![f64::NEG_INFINITY; size + 1];
        for (node, &slot) in tree.node_list().iter().zip(&slots) {
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
        let svg = TreeDrawing::of(&tree).svg();
        let document = Document::parse(&svg).unwrap();
        let of_class = |class| {
            let nodes = document.descendants();
            nodes.filter(|node| node.attribute("class") == Some(class)).count()
        };
        assert_eq!(of_class("solution"), tree.solutions());
        assert_eq!(of_class("dead-end"), tree.dead_ends());
        assert_eq!(of_class("board"), tree.nodes() - tree.solutions() - tree.dead_ends());
        let queens: usize = tree.node_list().iter().map(|node| node.queens.len()).sum();
        assert_eq!(of_class("queen"), queens);
    }
}

#[test]
fn the_graph_is_balanced_and_its_labels_are_well_formed() {
    for size in [0, 1, 2, 4, 5] {
        let tree = Tree::new(size, None).unwrap();
        let dot = TreeDrawing::of(&tree).dot();
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
