//! `export`.

use super::*;

#[test]
fn a_position_is_written_in_every_format() {
    for (format, start) in [
        ("cnf", "c N = 4, rules: queens, given queens: 1, closed squares: 0\n"),
        ("opb", "* #variable= 7 #constraint= 11\n"),
        ("lp", "\\ N = 4,"),
        ("mps", "* N = 4,"),
        ("minizinc", "% N = 4,"),
        ("qubo", "{\"comment\": \"N = 4,"),
    ] {
        let text = printed(&format!("export size:4 given:a2 --format {format}"));
        assert!(text.starts_with(start), "{format}: {text}");
        assert!(text.contains("q_1_2"), "{format}: {text}");
    }
    assert_eq!(printed("export size:4"), printed("export size:4 --format cnf"));
    let torus = printed("export size:5 --rules torus --format lp");
    assert!(torus.contains("rules: torus") && torus.contains(" rising_5: "), "{torus}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.lp");
    printed(&format!("export size:4 --format lp --output {}", path.display()));
    assert_eq!(fs::read_to_string(path).unwrap(), printed("export size:4 --format lp"));
}

#[test]
fn a_proof_is_written_if_there_is_no_solution() {
    let proof = printed("export size:6 given:a1 --format drat");
    assert_eq!(proof.lines().last(), Some("0"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a1.drat");
    printed(&format!("export size:6 given:a1 --format drat --output {}", path.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), proof);

    let line = format!("export size:4 given:a2 --format drat --output {}", path.display());
    let output = queens(&line);
    let error = "queens: there is no proof, because the position has a solution: A2 B4 C1 D3\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), error);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(fs::read_to_string(&path).unwrap(), proof, "an existing file is kept");
    let error = ended("export size:0 --format drat").2;
    assert!(error.ends_with("has a solution: the board without squares\n"), "{error}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn positions_that_are_too_large_are_refused() {
    for format in ["cnf", "opb", "lp", "mps", "minizinc", "qubo", "drat"] {
        let error = refused(&format!("export size:1001 --format {format}"));
        assert!(error.contains("at most 1000000 open squares, found 1002001"), "{error}");
    }
    let error = refused("export size:200 --format qubo");
    assert!(error.contains("format 'qubo' supports at most 10000000 pairs of squares"), "{error}");
}
