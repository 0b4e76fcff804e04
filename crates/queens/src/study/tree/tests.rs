use super::*;
use crate::BoardError;
use crate::study::trace::Player;

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
        Error::Request(RequestError::TreeTooLarge { size: 10, depth: 10, limit: MAX_NODES })
    );
    assert_eq!(Tree::new(32, Some(2)).unwrap().profile(), [1, 32, 31 * 30]);
    assert!(matches!(Tree::new(33, Some(1)), Err(Error::Board(BoardError::BoardTooLarge { .. }))));
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
