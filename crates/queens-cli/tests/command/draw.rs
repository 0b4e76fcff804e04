use super::*;

#[test]
fn the_worked_example_has_its_values() {
    let text = printed("draw --given A1,F2,H3 --size 8 --bits");
    for value in ["= 161", "= 577", "= 140", "bits 1, 2, 4", "1 ♛ · · · · · · ·"] {
        assert!(text.contains(value), "{value}: {text}");
    }
    assert_eq!(with_input("draw --bits", "size:8 given:A1,F2,H3").1, text);
}

#[test]
fn a_solution_is_drawn_from_rows_or_squares() {
    let board = printed("draw --first 8");
    assert_eq!(printed("draw 1 5 8 6 3 7 2 4"), board);
    assert_eq!(printed("draw 1,5,8,6,3,7,2,4"), board);
    assert_eq!(printed("draw A1 B5 C8 D6 E3 F7 G2 H4"), board);
    assert_eq!(printed("draw --given 1,5,8,6,3,7,2,4 --size 8"), board);
    assert_eq!(printed("draw --given 1,5 --size 8"), printed("draw --given A1,B5 --size 8"));
    assert_eq!(printed("draw 1 2 3 4"), printed("draw size:4 given:a1,b2,c3,d4"));
}

#[test]
fn pictures_are_written_by_the_name_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
    printed(&format!("draw --first 6 --attacks --output {}", svg.display()));
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    printed(&format!("draw --first 6 --output {} --width 300", png.display()));
    let bytes = fs::read(&png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..20], 300_u32.to_be_bytes());
}

#[test]
fn no_solution_is_exit_code_1() {
    for size in [2, 3] {
        let output = queens(&format!("draw --first {size}"));
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!("queens: N = {size} has no solution\n")
        );
    }
}

#[test]
fn invalid_boards_are_rejected() {
    let cases = [
        ("draw 1 9 2", "the queens: line 1: row 9 in column B: rows go from 1 to 3"),
        ("draw 2 4 x 3", "'x'"),
        ("draw A1 B3 C", "'C'"),
        ("draw --given 1,2 --size 8", "A1 and B2"),
        ("draw --given A1,A2 --size 8", "A1 and A2"),
        ("draw --given A1,A1 --size 8", "A1 and A1"),
        ("draw --given 1,9 --size 8", "'9' is not a row; expected 1 to 8"),
        ("draw --given A1,J9 --size 8", "J9"),
        ("draw no-such-file", "cannot read no-such-file"),
        ("draw --given 1,6,8", "--size"),
        ("draw", "standard input: no queens found; expected a board"),
        (
            "draw --first 33",
            "invalid value '33' for '--first <N>': expected a whole number from 0 to 32",
        ),
        (
            "draw --given 1 --size 10000",
            "invalid value '10000' for '--size <N>': expected a whole number from 0 to 1000",
        ),
        ("draw --job 1 --size 33", "--size: N = 33 is too large: boards go from 0 to 32"),
        ("draw --given 1,3 --size 1", "--given: 2 queens on a board with 1 column"),
        ("draw --first 8 --output board.gif", "FILE.svg or FILE.png"),
        ("draw --first 8 --output no/where.svg", "no/where.svg"),
    ];
    for (line, expected) in cases {
        let error = refused(line);
        assert!(error.contains(expected), "queens {line}: {error}");
    }
}
