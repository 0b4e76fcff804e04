//! Boards that follow each other in a text are read back in every format.

#[path = "common/positions.rs"]
mod arbitrary;
#[path = "common/examples.rs"]
mod examples;

use arbitrary::positions;
use examples::examples;
use proptest::prelude::*;
use queens::{Rules, Solution, solutions};
use queens_draw::Drawing;
use queens_puzzles::position::{Entry, Reader, Written};
use queens_puzzles::{Error, Position, PositionError};

/// The boards of a text that arrives in pieces of this length, and the error at its end.
fn read_in(text: &str, piece: usize) -> (Vec<(usize, Written)>, Option<String>) {
    let mut reader = Reader::default();
    let mut found = Vec::new();
    for piece in text.as_bytes().chunks(piece.max(1)) {
        reader.push(piece);
    }
    reader.end();
    while let Some(entry) = reader.next_entry() {
        match entry {
            Ok(Entry { line, queens }) => found.push((line, queens)),
            Err(error) => return (found, Some(error.to_string())),
        }
    }
    (found, None)
}

fn read(text: &str) -> Vec<(usize, Written)> {
    let (found, error) = read_in(text, text.len());
    assert_eq!(error, None, "{text}");
    found
}

/// The line and the short form of each board.
fn short(text: &str) -> Vec<(usize, String)> {
    let position = |(line, queens): (usize, Written)| (line, queens.position().unwrap().to_short());
    read(text).into_iter().map(position).collect()
}

fn error(text: &str) -> String {
    read_in(text, text.len()).1.expect(text)
}

#[test]
fn boards_in_different_formats_follow_each_other() {
    let four = "size:4 given:A2,B4,C1,D3".to_string();
    let text = "2 4 1 3\r\n\n1: 2 4 1 3\nA2 b4,C1, D3\n[2,4,1,3]\n[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]\n\
        .Q..\n...Q\nQ...\n..Q.\n\n⬜👑⬜⬛\n⬛⬜⬛👑\n👑⬛⬜⬛\n⬛⬜👑⬜\n2:\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\n3:\n\
        4 · ♛ · ·\n3 · · · ♛\n2 ♛ · · ·\n1 · · ♛ ·\n  A B C D\n\ntotal: 3 solutions\n\
        {\"size\":4,\n\"given\":[\"A2\",\"B4\",\n\"C1\",\"D3\"]}\nsize:4 given:A2,B4,C1,D3\n\
        #/play?n=4&q=A2,B4,C1,D3\n{\"n\":4,\"rules\":\"queens\",\"unique\":false,\"solution\":[2,4,1,3],\"other\":[3,1,4,2]}\n\
        2,4,1,3\nletting n = 4\nletting init = [[0,2],[1,0],[2,3],[3,1]]";
    let lines = [1, 3, 4, 5, 6, 7, 12, 17, 23, 30, 33, 34, 35, 36, 37];
    let expected: Vec<(usize, String)> = lines.iter().map(|&line| (line, four.clone())).collect();
    let mut found = short(text);
    // An instance of CSPLib counts rows from the top.
    let last = found.last_mut().unwrap();
    assert!(last.1.starts_with("size:4 given:"), "{}", last.1);
    last.1 = four.clone();
    assert_eq!(found, expected);
    for piece in 1..40 {
        assert_eq!(read_in(text, piece), (read(text), None), "pieces of {piece}");
    }
}

#[test]
fn boards_without_empty_lines_between_them_are_separate() {
    let board = ".Q..\n...Q\nQ...\n..Q.\n";
    let drawn =
        solutions(4).unwrap().map(|solution| Drawing::from(&solution).text()).collect::<String>();
    assert_eq!(short(&board.repeat(3)).len(), 3);
    for list in ["2 4 1 3\n", "A2 B4 C1 D3\n", "3 1 4 2\n2 4 1 3\n3 1 4 2\n2 4 1 3\n3 1 4 2\n"] {
        let lists = list.lines().count();
        assert_eq!(short(&format!("{list}{board}")).len(), lists + 1);
        assert_eq!(short(&format!("{list}{drawn}{list}")).len(), 2 * lists + 2);
    }
    assert_eq!(read(&drawn).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 6]);
}

#[test]
fn one_number_or_square_per_line_is_one_list() {
    let rows = read("2\n4\n1\n3\n");
    assert_eq!(rows, [(1, Written::Rows(vec![1, 3, 0, 2]))]);
    assert_eq!(short("A2\nB4\nC1\nD3\n"), [(1, "size:4 given:A2,B4,C1,D3".to_string())]);
    let long: String = (1..=1000).map(|row| format!("{row}\n")).collect();
    assert_eq!(read(&long), [(1, Written::Rows((0..1000).collect()))]);
}

#[test]
fn lines_of_numbers_are_regions_if_they_cannot_be_solutions() {
    assert_eq!(short("1 1 2\n1 3 2\n3 3 2"), [(1, "size:3 regions:112/132/332".to_string())]);
    assert_eq!(short("112\n132\n332"), [(1, "size:3 regions:112/132/332".to_string())]);
    assert_eq!(short("...\n.Q.\n...\n\n1 1 2\n1 3 2\n3 3 2").len(), 1);
    // As many solutions as rows, one of them wrong.
    let lists = read(
        "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n2 4 6 8 3 1 7 5\n\
        2 5 7 1 3 8 6 4\n2 5 7 4 1 8 6 3\n2 6 1 7 4 8 3 3",
    );
    assert_eq!(lists.len(), 8);
    assert_eq!(lists[7], (8, Written::Rows(vec![1, 5, 0, 6, 3, 7, 2, 2])));
    assert_eq!(read("[[1,2,2],[1,3,2]]").len(), 2);
    assert_eq!(short("[[1,1,2],[1,3,2],[3,3,2]]"), [(1, "size:3 regions:AAB/ACB/CCB".to_string())]);
}

#[test]
fn regions_belong_to_the_board_before_or_after_them() {
    let pair = "Q..\n...\n...\n\nAAB\nACB\nCCB\n";
    let expected = "size:3 given:A3 regions:AAB/ACB/CCB".to_string();
    assert_eq!(short(pair), [(1, expected.clone())]);
    assert_eq!(short("AAB\nACB\nCCB\n\n\n\nQ..\n...\n..."), [(1, expected.clone())]);
    assert_eq!(short(&format!("{pair}\n{pair}")), [(1, expected.clone()), (9, expected)]);
    // Puzzles, and boards with the marks of regions.
    let puzzles = "AAB\nACB\nCCB\n\nABB\nACC\nACC\n";
    assert_eq!(short(puzzles).len(), 2);
    assert_eq!(short("0Q0\n00Q\nQ00\n\n00Q\nQ00\n0Q0\n").len(), 2);
    assert_eq!(short("rules: torus\n\n.Q.\n...\n...\n\nstars: 1\n...\n...\n...\n").len(), 2);
}

#[test]
fn the_board_of_size_0_has_no_rows() {
    for text in [
        "\n",
        " \n",
        "[]",
        "1: \n",
        "1:\n \n\ntotal: 1 solution\n",
        "1:\n\n\ntotal: 1 solution\n",
        "size:0",
    ] {
        assert_eq!(short(text), [(short(text)[0].0, "size:0".to_string())], "{text:?}");
    }
    for text in ["  |  \n", "1:   |  \n", "[[],[]]\n", "1:\n   |   \n\ntotal: 1 pair\n"] {
        assert_eq!(short(text).len(), 2, "{text:?}");
    }
    assert!(read("").is_empty());
}

#[test]
fn errors_name_the_line_and_the_character() {
    for (text, expected) in examples("boards") {
        let error = error(&text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let mut reader = Reader::default();
    reader.push(b"2 4 1 3\n\xff\n1 2\n");
    assert!(reader.next_entry().unwrap().is_ok());
    let error = reader.next_entry().unwrap().unwrap_err().to_string();
    assert_eq!(error, "line 2, column 1: not UTF-8: expected a text");
    reader.end();
    assert!(reader.next_entry().is_none());
}

#[test]
fn a_long_list_is_read_in_pieces() {
    let rows: Vec<u32> = (0..200_000).collect();
    let list = |open: &str, between: &str, close: &str| {
        let numbers: Vec<String> = rows.iter().map(|row| (row + 1).to_string()).collect();
        format!("{open}{}{close}\n2 4 1 3\n", numbers.join(between))
    };
    for text in [list("", " ", ""), list("", ",", ""), list("[", ",", "]")] {
        for piece in [1000, 1 << 16, 1 << 20, 1 << 24] {
            let (found, error) = read_in(&text, piece);
            assert_eq!(error, None);
            assert_eq!(
                found,
                [(1, Written::Rows(rows.clone())), (2, Written::Rows(vec![1, 3, 0, 2]))]
            );
        }
    }
    let wrong = list("", " ", "").replace(" 150000 ", " 15x ");
    let error = read_in(&wrong, 1000).1.unwrap();
    assert!(
        error.starts_with("line 1, column ") && error.contains("'15x' is not a row"),
        "{error}"
    );
}

/// All texts of solutions, as `queens find`, `list` and `draw` print them.
fn texts(solution: &Solution) -> Vec<String> {
    let json = |value: &dyn Fn() -> String| format!("{}\n", value());
    vec![
        format!("{solution}\n"),
        format!("1: {solution}\n"),
        format!("{}\n", solution.to_string().replace(' ', ",")),
        format!("{}\n", solution.square_names()),
        format!("1:\n{}\n", solution.grid()),
        format!("1:\n{}\n", Drawing::from(solution).text()),
        format!("{}\n", solution.leetcode().join("\n")),
        json(&|| serde_json::to_string(&queens_results::SolutionRows::from(solution)).unwrap()),
        json(&|| serde_json::to_string(&solution.leetcode()).unwrap()),
        format!("{}\n", Drawing::from(solution).attacks(true).text()),
    ]
}

#[test]
fn every_solution_is_read_back_in_every_format() {
    for size in (0..=9).chain([27]) {
        let all: Vec<Solution> = solutions(size).unwrap().take(100).collect();
        let formats = all.first().map_or(0, |first| texts(first).len());
        for format in 0..formats {
            // Squares of the board of size 0 have no text, as an empty drawn board.
            let text: String = all.iter().map(|solution| texts(solution)[format].clone()).collect();
            let (found, error) = read_in(&text, 7);
            assert_eq!(error, None, "{text}");
            let back: Vec<Solution> = found
                .into_iter()
                .map(|(_, queens)| queens.solution(Rules::Queens).unwrap())
                .collect();
            assert_eq!(back, all, "{text}");
        }
    }
}

proptest! {
    #[test]
    fn positions_in_all_formats_are_read_back(
        all in prop::collection::vec((positions(), 0..5_usize), 1..6), piece in 1..200_usize,
    ) {
        let all: Vec<_> = all.into_iter().filter(|(position, format)| {
            position.size() > 0 || *format < 3
        }).collect();
        let text: String = all.iter().map(|(position, format)| match format {
            0 => position.to_short() + "\n",
            1 => position.to_json() + "\n",
            2 => position.to_link() + "\n",
            // After a number, so that regions alone do not belong to the board before.
            3 => format!("7:\n{}\n", position.to_text()),
            _ => format!("7:\n{}\n", Drawing::from(position).text()),
        }).collect();
        let (found, error) = read_in(&text, piece);
        prop_assert_eq!(error, None, "{}", text);
        prop_assert_eq!(found.len(), all.len(), "{}", text);
        for ((_, queens), (position, format)) in found.into_iter().zip(all) {
            let back = queens.position().unwrap();
            match format {
                // A picture has numbers instead of the names of the regions.
                4 => prop_assert_eq!(Drawing::from(&back).text(), Drawing::from(&position).text()),
                _ => prop_assert_eq!(back, position, "{}", text),
            }
        }
    }

    #[test]
    fn any_text_is_read_or_has_an_error_inside_it(text in "(?s)[Q.#0-9A-C \n:|,\\[\\]{}]{0,60}|(?s).{0,60}", piece in 1..9_usize) {
        let mut reader = Reader::default();
        for piece in text.as_bytes().chunks(piece) {
            reader.push(piece);
        }
        reader.end();
        prop_assert_eq!(read_in(&text, piece), read_in(&text, text.len()));
        let mut before = 0;
        while let Some(entry) = reader.next_entry() {
            match entry {
                Ok(entry) => {
                    prop_assert!(entry.line >= before);
                    before = entry.line;
                }
                Err(Error::Position(PositionError::Parse { line, column, reason })) => {
                    let length = text.split('\n').nth(line - 1).map(|line| line.chars().count());
                    prop_assert!(length.is_some_and(|length| (1..=length + 1).contains(&column)), "{reason}");
                    prop_assert!(reader.next_entry().is_none());
                }
                Err(other) => panic!("{other:?} does not say where in {text:?}"),
            }
        }
    }
}
