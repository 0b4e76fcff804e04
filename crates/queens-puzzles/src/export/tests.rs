//! Tests of exports: the text of a small position in every format.

use super::*;
use queens::Never;

fn text(position: &str, format: Format) -> String {
    Export::new(&position.parse().unwrap(), format, &Never).unwrap().to_string()
}

#[test]
fn formats_are_read_by_the_names_that_they_print() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "csv".parse::<Format>().unwrap_err().to_string();
    assert_eq!(error, "unknown format 'csv': expected cnf, opb, lp, mps, minizinc or qubo");
}

/// `QUEENS_WRITE_EXPORTS=1 cargo test -p queens-puzzles --lib export` writes the file again.
#[test]
fn known_positions_are_exported_in_every_format() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exports.txt");
    let mut exported = String::new();
    for position in ["size:2 closed:B2", "size:1 regions:A"] {
        for format in Format::ALL {
            exported += &format!("== {position} as {format}\n{}", text(position, format));
        }
    }
    if std::env::var_os("QUEENS_WRITE_EXPORTS").is_some() {
        return std::fs::write(file, exported).unwrap();
    }
    let known = std::fs::read_to_string(file).unwrap();
    assert!(exported.lines().eq(known.lines()), "{exported}");
}

#[test]
fn lines_of_the_lp_format_are_short() {
    let long = text("size:60", Format::Lp);
    let longest = long.lines().map(str::len).max().unwrap();
    assert!(longest < 255, "{longest}");
}

#[test]
fn pairs_of_a_qubo_are_limited() {
    let export = |size| Export::new(&Position::new(size).unwrap(), Format::Qubo, &Never).map(drop);
    assert_eq!(export(180), Ok(()));
    let error = export(190).unwrap_err().to_string();
    let start = "format 'qubo' supports at most 10000000 pairs of squares on a line, found 1";
    assert!(error.starts_with(start), "{error}");
}
