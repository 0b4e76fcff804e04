use super::*;

#[test]
fn dot_and_svg_are_drawn() {
    let dot = printed("tree 4");
    assert!(dot.starts_with("digraph"), "{dot}");
    let svg = printed("tree 4 --format svg");
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!(printed("tree 4 --depth 99"), dot);
}

#[test]
fn a_tree_too_large_to_draw_is_refused() {
    assert!(refused("tree 12").contains("smaller depth"));
    assert!(refused("tree 4 --output tree.png").contains("FILE.svg, FILE.dot or FILE.gv"));
    assert!(printed("tree 12 --depth 2").contains("digraph"));
}
