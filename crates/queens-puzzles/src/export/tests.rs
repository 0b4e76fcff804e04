//! Tests of exports: the text of a small position in every format.

use super::*;
use queens::Never;

fn text(position: &str, format: Format) -> String {
    Export::new(&position.parse().unwrap(), format, &Never).unwrap().to_string()
}

/// The text without its comments.
fn body(text: &str, mark: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(mark));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn formats_are_read_by_the_names_that_they_print() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "csv".parse::<Format>().unwrap_err().to_string();
    assert_eq!(error, "unknown format 'csv': expected cnf, opb, lp, mps, minizinc or qubo");
}

const TWO: &str = "size:2 closed:B2";

#[test]
fn comments_say_which_square_a_variable_is() {
    let cnf = text(TWO, Format::Cnf);
    assert!(
        cnf.starts_with("c N = 2, rules: queens, given queens: 0, closed squares: 1\n"),
        "{cnf}"
    );
    assert!(cnf.contains("c 1 q_1_1 A1\nc 2 q_1_2 A2\nc 3 q_2_1 B1\np cnf "), "{cnf}");
    let opb = text(TWO, Format::Opb);
    assert!(opb.starts_with("* #variable= 3 #constraint= 5\n"), "{opb}");
    assert!(opb.contains("* x1 q_1_1 A1\n* x2 q_1_2 A2\n* x3 q_2_1 B1\n"), "{opb}");
    for (format, mark) in [(Format::Lp, "\\"), (Format::Mps, "*"), (Format::Minizinc, "%")] {
        assert!(text(TWO, format).starts_with(&format!("{mark} N = 2, rules: queens")), "{format}");
    }
    let regions = text("size:1 regions:A", Format::Lp);
    assert!(regions.contains("rules: regions, queens per row, column and region: 1"), "{regions}");
}

#[test]
fn a_small_position_in_every_format() {
    assert_eq!(
        body(&text(TWO, Format::Cnf), "c"),
        "p cnf 3 7\n1 2 0\n-1 -2 0\n3 0\n1 3 0\n-1 -3 0\n2 0\n-2 -3 0\n"
    );
    assert_eq!(
        body(&text(TWO, Format::Opb), "*"),
        "+1 x1 +1 x2 = 1 ;\n+1 x3 = 1 ;\n+1 x1 +1 x3 = 1 ;\n+1 x2 = 1 ;\n-1 x2 -1 x3 >= -1 ;\n"
    );
    assert_eq!(
        body(&text(TWO, Format::Lp), "\\"),
        "Minimize\n obj:\nSubject To\n column_1: q_1_1 + q_1_2 = 1\n column_2: q_2_1 = 1\n \
         row_1: q_1_1 + q_2_1 = 1\n row_2: q_1_2 = 1\n falling_2: q_1_2 + q_2_1 <= 1\n\
         Binary\n q_1_1 q_1_2 q_2_1\nEnd\n"
    );
    assert_eq!(
        body(&text(TWO, Format::Mps), "*"),
        "NAME queens\nROWS\n N obj\n E column_1\n E column_2\n E row_1\n E row_2\n L falling_2\nCOLUMNS\n \
         q_1_1 column_1 1\n q_1_1 row_1 1\n q_1_2 column_1 1\n q_1_2 row_2 1\n q_1_2 falling_2 1\n \
         q_2_1 column_2 1\n q_2_1 row_1 1\n q_2_1 falling_2 1\nRHS\n RHS column_1 1\n RHS column_2 1\n \
         RHS row_1 1\n RHS row_2 1\n RHS falling_2 1\nBOUNDS\n BV BND q_1_1\n BV BND q_1_2\n BV BND q_2_1\n\
         ENDATA\n"
    );
    let minizinc = text(TWO, Format::Minizinc);
    for line in [
        "int: squares = 3;\n",
        "  \"A1\", % 1 q_1_1\n",
        "queens = [1, 1, 1, 1, ];\n",
        "exactly = [\n  {1, 2}, % column_1\n  {3}, % column_2\n",
        "at_most_one = [\n  {2, 3}, % falling_2\n];\n",
        "solve satisfy;\n",
    ] {
        assert!(minizinc.contains(line), "{line}:\n{minizinc}");
    }
    assert_eq!(
        text(TWO, Format::Qubo),
        "{\"comment\": \"N = 2, rules: queens, given queens: 0, closed squares: 1; minimum 0 exactly for solutions\",\n\
         \"variables\": [\"q_1_1\", \"q_1_2\", \"q_2_1\"],\n\"squares\": [\"A1\", \"A2\", \"B1\"],\n\
         \"constant\": 4,\n\"linear\": [-2, -2, -2],\n\"quadratic\": [\n[0, 1, 2],\n[0, 2, 2],\n[1, 2, 1]]}\n"
    );
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
