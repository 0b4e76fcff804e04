use super::*;

#[test]
fn text_dot_and_svg_are_drawn() {
    let text = printed("tree 4");
    assert!(text.starts_with("the empty board\n├─ A1\n│  ├─ B3  dead end\n"), "{text}");
    assert_eq!(printed("tree 4 --format text"), text);
    let dot = printed("tree 4 --format dot");
    assert!(dot.starts_with("digraph"), "{dot}");
    let svg = printed("tree 4 --format svg");
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!(printed("tree 4 --depth 99"), text);
    let folder = tempfile::tempdir().unwrap();
    for (name, expected) in [("t.txt", &text), ("t.gv", &dot), ("t.svg", &svg)] {
        let path = folder.path().join(name);
        printed(&format!("tree 4 --output {}", path.display()));
        assert_eq!(fs::read_to_string(path).unwrap(), *expected);
    }
}

#[test]
fn a_tree_too_large_to_draw_is_refused() {
    assert!(refused("tree 12").contains("smaller depth"));
    assert!(
        refused("tree 4 --output tree.png").contains("FILE.svg, FILE.txt, FILE.dot or FILE.gv")
    );
    assert!(printed("tree 12 --depth 2").contains("   └─ B10\n"));
}
