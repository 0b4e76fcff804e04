use super::*;

#[test]
fn rows_are_in_lexicographic_order() {
    let text = printed("list 8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 92);
    assert_eq!((lines[0], lines[91]), ("1 5 8 6 3 7 2 4", "8 4 1 3 6 2 7 5"));
    assert!(lines.is_sorted());
}

#[test]
fn every_format_prints_the_same_board() {
    assert_eq!(printed("list 8 --limit 1 --format squares"), "A1 B5 C8 D6 E3 F7 G2 H4\n");
    assert_eq!(printed("list 4 --format numbered"), "1: 2 4 1 3\n2: 3 1 4 2\n");
    assert_eq!(printed("list 4 --format json"), "[2,4,1,3]\n[3,1,4,2]\n");
    let leetcode = printed("list 4 --limit 1 --format leetcode");
    assert_eq!(leetcode, "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]\n");
    let grid = printed("list 4 --limit 1 --format grid");
    assert_eq!(grid, "1:\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n\ntotal: 1 solution\n");
    let board = printed("list 4 --limit 1 --format board");
    assert!(board.starts_with("1:\n4 · ♛ · ·\n3 · · · ♛\n"), "{board}");
}

#[test]
fn fundamental_leaves_one_of_each_class() {
    assert_eq!(printed("list 8 --fundamental").lines().count(), 12);
    assert_eq!(printed("list 6 --fundamental"), "2 4 6 1 3 5\n");
}

#[test]
fn mirror_prints_each_pair_once() {
    assert_eq!(printed("list 4 --mirror"), "2 4 1 3  |  3 1 4 2\n");
    assert_eq!(printed("list 8 --mirror").lines().count(), 46);
    let board = printed("list 4 --mirror --format board");
    assert!(board.contains("4 · ♛ · ·  |  4 · · ♛ ·\n"), "{board}");
}

#[test]
fn the_board_of_size_0_is_its_own_mirror_image() {
    assert_eq!(printed("list 0 --mirror"), "  |  \n");
    assert_eq!(printed("list 0 --mirror --format json"), "[[],[]]\n");
}

#[test]
fn a_line_has_a_hundred_dots() {
    let text = printed("list 9 --dots");
    let lengths: Vec<usize> = text.lines().map(str::len).collect();
    assert_eq!(lengths, [100, 100, 100, 52]);
    assert_eq!(printed("list 3 --dots"), "");
}

#[test]
fn small_boards_are_right() {
    let lines: Vec<String> = (0..4).map(|n| printed(&format!("list {n}"))).collect();
    assert_eq!(lines, ["\n", "1\n", "", ""]);
}

#[test]
fn half_board_methods_list_each_solution_and_then_its_mirror_image() {
    let lines = "2 4 6 1 3 5\n5 3 1 6 4 2\n3 6 2 5 1 4\n4 1 5 2 6 3\n";
    assert_eq!(printed("list 6 --method stacked"), lines);
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.txt");
    assert_eq!(printed(&format!("list 6 --output {}", file.display())), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 6"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    // A replaced file keeps its permissions, a link its target.
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        printed(&format!("list 5 --output {}", file.display()));
        assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 5"));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let link = folder.path().join("link.txt");
        symlink(&file, &link).unwrap();
        printed(&format!("list 4 --output {}", link.display()));
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 4"));
        fs::remove_file(link).unwrap();
    }

    // So does a hard link.
    let other = folder.path().join("other.txt");
    fs::hard_link(&file, &other).unwrap();
    printed(&format!("list 7 --output {}", other.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), printed("list 7"));
    fs::remove_file(other).unwrap();

    let nowhere = folder.path().join("no").join("where.txt");
    let error = refused(&format!("list 6 --output {}", nowhere.display()));
    assert!(error.contains(&nowhere.display().to_string()), "{error}");
    let error = refused(&format!("list 6 --output {}", folder.path().display()));
    assert!(error.contains("cannot write"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_null_device_is_not_replaced() {
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    assert_eq!(printed(&format!("list 6 --output {null}")), "");
    assert_eq!(fs::read(null).unwrap(), b"");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let program = assert_cmd::cargo::cargo_bin("queens");
    for line in ["list 14", "trace arrays 12", "list 12 --format board"] {
        let mut child = std::process::Command::new(&program)
            .args(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        // The reader is closed now.
        let status = child.wait().unwrap();
        let mut errors = String::new();
        child.stderr.unwrap().read_to_string(&mut errors).unwrap();
        assert!(status.success() && errors.is_empty(), "queens {line}: {status} {errors}");
        assert!(!first.is_empty());
    }
}
