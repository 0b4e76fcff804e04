//! Tests of all formats: examples, random positions, and random texts.

pub(in super::super) use super::super::arbitrary::positions;
use super::*;
use examples::examples;
use proptest::prelude::*;

#[path = "../../../tests/common/examples.rs"]
mod examples;

/// The position of a text, or `None` if it is an error. The error must have a place inside the text and one line.
fn parses_or_points_inside(format: Format, text: &str) -> Option<Position> {
    match format.parse(text) {
        Ok(position) => Some(position),
        Err(Error::Position(PositionError::Parse { line, column, reason })) => {
            let length = text.split('\n').nth(line - 1).map(|line| line.chars().count());
            assert!(length.is_some_and(|length| (1..=length + 1).contains(&column)), "{text:?}");
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
            None
        }
        Err(other) => panic!("{other:?} does not say where in {text:?}"),
    }
}

/// The error message for a text.
fn refused(format: Format, text: &str) -> String {
    parses_or_points_inside(format, text);
    format.parse(text).unwrap_err().to_string()
}

#[test]
fn examples_are_read_or_refused() {
    const GRID: &str = "[['A','A','B','B'],['A','C','B','B'],['A','C','D','D'],['C','C','D','D']]";
    for (kind, format) in [
        ("text", Some(Format::Text)),
        ("short", Some(Format::Short)),
        ("json", Some(Format::Json)),
        ("module", None),
        ("array", Some(Format::Array)),
        ("csplib", Some(Format::Csplib)),
        ("link", Some(Format::Link)),
    ] {
        for (text, expected) in examples(kind) {
            let text = text.replace("GRID", GRID);
            let format = format.unwrap_or(Format::of(&text));
            if expected.starts_with("line ") {
                let refused = refused(format, &text);
                assert!(refused.starts_with(expected), "{text}\n{refused}\n{expected}");
                continue;
            }
            assert_eq!(Format::of(&text), format, "{text}");
            for position in [format.parse(&text), text.parse()] {
                let position = position.unwrap_or_else(|error| panic!("{text}\n{error}"));
                assert_eq!(position.to_short(), expected, "{text}");
            }
        }
    }
}

#[test]
fn positions_are_printed_in_all_formats() {
    let short = "size:2 rules:torus given:A1 closed:B1 regions:AB/AB";
    let position: Position = short.parse().unwrap();
    assert_eq!(position.to_text(), "rules: torus\n..\nQ#\n\nAB\nAB\n");
    let json = r#"{"size":2,"rules":"torus","given":["A1"],"closed":["B1"],"regions":["AB","AB"]}"#;
    assert_eq!(position.to_json(), json);
    assert_eq!(position.to_leetcode(), ["..", "Q."]);
    assert_eq!(position.to_link(), format!("#/play?p={}", short.replace(' ', "+")));
}

#[test]
fn formats_are_recognised_by_their_first_words() {
    for (text, format) in [
        (" \n {\"size\": 1}", Format::Json),
        ("\u{feff}{", Format::Json),
        ("[[\"Q\"]]", Format::Array),
        ("// level 1\n[[0]]", Format::Array),
        ("https://example.org/#/play?n=8", Format::Link),
        ("#.\n..", Format::Text),
        ("rules:torus\nsize:8", Format::Short),
        ("sise:8 given:a1", Format::Short),
        ("8 given:a1", Format::Short),
        ("size:8 given=a1", Format::Short),
        ("letting n be 8", Format::Csplib),
        ("$ size:8 is too small\nn = 10", Format::Csplib),
        ("", Format::Text),
        ("stars: 2\n\n.Q\n..", Format::Text),
        ("stars:2\nsize:8", Format::Short),
        ("rules:torus\n.Q\n..", Format::Text),
        ("be\nbe", Format::Text),
        ("letting\nabcdefg", Format::Text),
        ("let\nlet\nlet", Format::Text),
        ("Q :", Format::Text),
    ] {
        assert_eq!(Format::of(text), format, "{text:?}");
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let expected = Position::new(1).unwrap();
    for text in [".", "size:1", "{\"size\":1}", "[\".\"]", "n = 1", "#/play?n=1"] {
        assert_eq!(format!("\u{feff}{text}").parse(), Ok(expected.clone()), "{text}");
    }
}

#[test]
fn places_are_counted_in_characters_from_1() {
    let place = |offset| match error("äö\n\nü", offset, "") {
        Error::Position(PositionError::Parse { line, column, .. }) => (line, column),
        _ => (0, 0),
    };
    assert_eq!([0, 1, 2, 4].map(place), [(1, 1), (1, 1), (1, 2), (1, 3)]);
    assert_eq!([5, 6, 8, 99].map(place), [(2, 1), (3, 1), (3, 2), (3, 2)]);
}

#[test]
fn long_texts_have_short_messages() {
    let long = "1".repeat(100_000);
    let wide = ".".repeat(5001);
    let many = (0..63).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (format, text, expected) in [
        (Format::Short, format!("size:{long}"), "is too large"),
        (Format::Short, format!("size:8 given:a{long}"), "is not a square"),
        (Format::Short, format!("size:8 {long}:a1"), "unknown key"),
        (Format::Short, format!("size:8 rules:{long}"), "unknown rules"),
        (Format::Csplib, format!("n = {long}"), "is too large"),
        (Format::Csplib, format!("n = 8 init = [[0, {long}]]"), "is too large"),
        (Format::Json, format!("{{\"size\":8,\"given\":[\"\\n{long}\"]}}"), "is not a square"),
        (Format::Json, format!("{{\"size\":\"{long}\"}}"), "is not a size"),
        (Format::Json, format!("{{\"size\":8,\"{long}\":1}}"), "unknown key"),
        (Format::Json, format!("{{\"size\":1,\"given\":{}", "[".repeat(100_000)), "more than "),
        (Format::Json, format!("const a = {{ b: {}", "[".repeat(100_000)), "more than "),
        (Format::Json, format!("const a = {{ b: {} }}", "[{a:(".repeat(30)), "more than "),
        (Format::Json, format!("const a = {{ {} }}", "b: 1,".repeat(2000)), "more than "),
        (Format::Json, "const a = [];".repeat(2000), "more than "),
        (Format::Array, "[".repeat(100_000), "unexpected '['"),
        (Format::Array, format!("[[{many}]]"), "region 62 is one too many"),
        (Format::Array, format!("[\"{wide}\"]"), "line 1, column 5003: N = 5001 is too large"),
        (Format::Text, wide, "line 1, column 5001: N = 5001 is too large"),
        (Format::Text, ".\n".repeat(5001), "line 5001, column 1: more than 5000 rows"),
        (Format::Text, long, "N = 100000 is too large"),
    ] {
        let refused = refused(format, &text);
        assert!(refused.len() < 250 && refused.contains(expected), "{refused}");
    }
}

#[test]
fn an_array_may_have_62_regions() {
    let rows = (0..62).map(|row| format!("[{}]", vec![row.to_string(); 62].join(",")));
    let text = format!("[{}]", rows.collect::<Vec<_>>().join(","));
    let short = Format::Array.parse(&text).unwrap().to_short();
    assert!(short.ends_with(&format!("8/{}", "9".repeat(62))), "{short}");
}

#[test]
fn every_diagonal_of_csplib_agrees_with_its_definition() {
    let size = 5_i64;
    for (line, direction) in (0..2 * size - 1).flat_map(|d| [(d, 0), (d, 1)]) {
        let text = format!("n = {size} diags = [[{line}, {direction}]]");
        let position = Format::Csplib.parse(&text).unwrap();
        for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
            let on =
                if direction == 1 { row + col == line } else { row - col == line - (size - 1) };
            let square = Square::new(col as u32, row as u32);
            assert_eq!(position.is_closed(square), on, "{text} {square}");
        }
    }
}

/// The text of a position in a format that has no writer, or only one for a part of it: its given queens, closed squares or regions.
fn part(position: &Position, format: Format) -> (String, Position) {
    let bare = || Position::new(position.size()).unwrap();
    let given = bare().with_given(position.given().iter().copied()).unwrap();
    if format == Format::Array {
        return (serde_json::to_string(&[position.to_leetcode()]).unwrap(), given);
    }
    let pairs = |squares: &[Square], from: u32| {
        let pair = |square: &Square| format!("[{}, {}]", square.row + from, square.col + from);
        format!("[{}]", squares.iter().map(pair).collect::<Vec<_>>().join(", "))
    };
    let text = format!(
        "letting n = {}\nletting init = {}\nletting blocks = {}",
        position.size(),
        pairs(position.given(), 0),
        pairs(position.closed(), 1)
    );
    (text, given.with_closed(position.closed().iter().copied()).unwrap())
}

/// The regions of a position as an array with one item per square.
fn region_array(position: &Position, item: impl Fn(char) -> String) -> String {
    let rows = position.region_rows().unwrap();
    let row = |row: &String| format!("[{}]", row.chars().map(&item).collect::<Vec<_>>().join(","));
    format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(",\n"))
}

/// Texts that are almost positions, and their formats.
fn similar_texts() -> impl Strategy<Value = (Format, String)> {
    let texts = [
        (Format::Text, "(rules: ?[a-z]{0,11}\n)?[Q.#xaA ♛é\n]{0,30}"),
        (
            Format::Text,
            "(([Qx.A][Q.xA]\n){2}(\n[AB][Ax]\n[BQ]A)?|[AB][Ax]\n[BQ]A\n(\n[Qx.A][Q.xA]){2})",
        ),
        (
            Format::Short,
            "size:[0-3]( (rules:(torus|regions|é)|stars:[012]|given:[abA][12é](,[ab][12])?|closed:[abc][123]|\
             regions:[AB]{1,3}/[ABé]{2}/?|[a-z:,/ 0-9]{1,9})){0,4}",
        ),
        (Format::Json, r#"(const a = )?\{[a-c:;,'"`{}\[\]/*\\ \n0-9é]{0,30}"#),
        (
            Format::Json,
            r#"((import|const|a|=|export|default|module\.exports|size:|regions:|4|'AABB'|[{}\[\]:;,/*\n])( ?|\n)){0,16}"#,
        ),
        (
            Format::Array,
            "(const a ?=? ?)?\\[?\\[((\"[Q.#éAB ]{0,3}\"|[01]|\\[\"A\",'[ABé]'\\]|\\[[01],[01],?\\]),? ?){0,3}\\]?\\]?[\n\\];]?",
        ),
        (
            Format::Csplib,
            "(letting )?n (=|be) [0-9]{1,2}( (init|blocks|diags) ?= ?\\[(\\[[0-9], [01]\\],?){0,3}\\]){0,2}[\\]$é=\n]?",
        ),
        (
            Format::Link,
            "#/play\\?(p=(size:[0-4](\\+|%20)?(given:[AB%][1-3é])?|%..é)|n=[0-9é]{0,2})(&[qxpz]=([A-C][1-4],?|%4[0-9é]){0,3}){0,2}",
        ),
    ];
    let strategies = texts.map(|(format, regex)| {
        let text = prop::string::string_regex(regex).unwrap();
        text.prop_map(move |text| (format, text)).boxed()
    });
    prop::strategy::Union::new(strategies)
}

proptest! {
    #[test]
    fn every_position_is_read_back_in_every_format(position in positions(), base in "(https://[a-z]{1,9}\\.org/)?") {
        let mut texts = vec![
            (Format::Short, position.to_short(), position.clone()),
            (Format::Json, position.to_json(), position.clone()),
            (Format::Link, base + &position.to_link(), position.clone()),
        ];
        for format in [Format::Array, Format::Csplib] {
            let (text, part) = part(&position, format);
            texts.push((format, text, part));
        }
        if position.size() > 0 {
            texts.push((Format::Text, position.to_text(), position));
        }
        for (format, text, position) in texts {
            prop_assert_eq!(Format::of(&text), format, "{}", text);
            prop_assert_eq!(format.parse(&text), Ok(position.clone()), "{}", text);
            prop_assert_eq!(text.parse::<Position>(), Ok(position), "{}", text);
        }
    }

    #[test]
    fn regions_are_read_back_from_arrays(position in positions()) {
        let Some(regions) = position.regions().filter(|_| position.size() > 1) else {
            return Ok(());
        };
        let names = |name: char| format!("'{name}'");
        let letters = Format::Array.parse(&region_array(&position, names)).unwrap();
        // Names that are all marks are a board, as in the drawn form.
        if letters.regions().is_some() {
            prop_assert_eq!(letters.regions(), Some(regions));
        } else {
            prop_assert!(regions.names().iter().all(|name| "Qq0xX".contains(*name)));
        }
        let numbers = |name: char| u32::from(name).to_string();
        let read = Format::Array.parse(&region_array(&position, numbers)).unwrap();
        let read = read.regions().unwrap();
        for one in Square::all(position.size()) {
            prop_assert_eq!(read.region(one), regions.region(one));
        }
        let mut first_names: Vec<char> = position.region_rows().unwrap().concat().chars().collect();
        let mut seen = Vec::new();
        first_names.retain(|name| !seen.contains(name) && { seen.push(*name); true });
        let top = |name: &char| first_names.iter().position(|known| known == name).unwrap();
        let expected: Vec<char> =
            regions.names().iter().map(|name| char::from(b'A' + top(name) as u8)).collect();
        prop_assert_eq!(read.names(), &expected[..]);
    }

    #[test]
    fn damaged_positions_are_read_or_have_an_error_inside_them(
        position in positions(), place in any::<usize>(), change in any::<char>(), kept in any::<bool>(),
    ) {
        let mut text: Vec<char> = position.to_json().chars().collect();
        let place = place % text.len();
        text[place] = change;
        text.truncate(if kept { text.len() } else { place + 1 });
        parses_or_points_inside(Format::Json, &text.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_is_read_or_has_an_error_inside_it(text in "(?s).{0,60}") {
        parses_or_points_inside(Format::of(&text), &text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn similar_texts_are_read_or_have_an_error_inside_them((format, text) in similar_texts()) {
        if let Some(position) = parses_or_points_inside(format, &text) {
            prop_assert_eq!(Format::Short.parse(&position.to_short()), Ok(position));
        }
    }
}
