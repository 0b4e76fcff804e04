//! `puzzle sheet`.

use super::*;
use std::path::Path;

/// Runs a command in a folder. Returns the names of its files afterwards, sorted.
fn files_after(folder: &Path, line: &str) -> Vec<String> {
    let output = queens_command(line).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.is_empty(), "queens {line}: {errors}");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_sheet_has_the_puzzles_that_puzzle_new_makes() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        "puzzle sheet --rules queens --count 3 --size 9 --seed 7 --difficulty easy --per-page 2";
    let names = files_after(folder.path(), &format!("{line} --output s.svg"));
    assert_eq!(names, ["s-1.svg", "s-2.svg", "s-3.svg"]);
    let page =
        |number: usize| fs::read_to_string(folder.path().join(format!("s-{number}.svg"))).unwrap();
    let mut given = [0, 0, 0];
    for (place, seed) in [7, 8, 9].into_iter().enumerate() {
        let command = format!("puzzle new --rules queens --size 9 --seed {seed} --difficulty easy");
        assert!(page(1 + place / 2).contains(&format!(">queens {command}<")), "{command}");
        given[place / 2] += printed(&command).matches('Q').count();
    }
    // Given queens on the pages of puzzles, all queens on the page of solutions.
    given[2] = 27;
    let queens = |number| page(number).matches("class=\"queen\"").count();
    assert_eq!([1, 2, 3].map(queens), given);
    // The same seed makes the same sheet.
    let again = tempfile::tempdir().unwrap();
    files_after(again.path(), &format!("{line} --output s.svg"));
    assert_eq!(fs::read_to_string(again.path().join("s-1.svg")).unwrap(), page(1));
}

#[test]
fn a_sheet_is_a_pdf_or_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let line = "puzzle sheet --count 2 --size 5 --seed 1 --paper letter --monochrome --title A";
    let names = files_after(folder.path(), &format!("{line} --output s.pdf"));
    assert_eq!(names, ["s.pdf"]);
    let pdf = fs::read(folder.path().join("s.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("(A: solutions) Tj") && text.contains("[0 0 612 792]"), "{text}");
    let output = queens_command(&format!("{line} --output s.png"));
    let output = { output }.current_dir(folder.path()).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "queens: 2 files written: s-1.png to s-2.png\n");
    let png = fs::read(folder.path().join("s-2.png")).unwrap();
    // 8.5 by 11 inches with 150 pixels each.
    assert_eq!(png[16..24], [1275_u32.to_be_bytes(), 1650_u32.to_be_bytes()].concat());
}

#[test]
fn links_on_a_sheet_lead_to_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let with = |options: &str| {
        let line = format!("puzzle sheet --count 1 --size 6 --link https://example.org/ {options}");
        files_after(folder.path(), &format!("{line} --output s.svg"));
        fs::read_to_string(folder.path().join("s-1.svg")).unwrap().replace("&amp;", "&")
    };
    let short = "href=\"https://example.org/#/play?puzzle=regions&size=6&seed=4&difficulty=hard\"";
    assert!(with("--seed 4 --difficulty hard").contains(short));
    // Without a difficulty, the link names the one that the puzzle has.
    let json = last_json("puzzle new --size 6 --seed 4 --format json");
    let difficulty = json["difficulty"].as_str().unwrap();
    assert!(with("--seed 4").contains(&short.replace("hard", difficulty)));
    // The page does not read larger seeds, so the link has the position.
    let large = "--seed 9007199254740992 --difficulty easy";
    let link = printed(&format!("puzzle new --size 6 {large} --format link"));
    assert!(with(large).contains(&format!("href=\"https://example.org/{}\"", link.trim())));
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &str| {
        let line = format!("puzzle sheet --size 5 --seed 1 {line}");
        let output = queens_command(&line).current_dir(folder.path()).output().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "queens {line}");
        one_refusal(&line, output)
    };
    let format = refused("--output s.txt");
    assert!(format.contains("s.txt: unknown format of a sheet; expected FILE.pdf"), "{format}");
    let title = refused("--count 1 --output s.pdf --title Łódź");
    assert!(title.contains("'Ł' cannot be printed in a PDF file"), "{title}");
    let title = refused(&format!("--count 1 --output s.pdf --title {}", "x".repeat(200)));
    assert!(
        title.contains("a title of 200 letters is too long for a sheet: this one may have"),
        "{title}"
    );
    let pages = refused("--count 200 --per-page 1 --output s.png");
    assert!(pages.contains("s.png: 217 pages; the limit is 100 pictures"), "{pages}");
    let link = format!("--count 1 --output s.pdf --link https://{}", "x".repeat(9000));
    assert!(refused(&link).contains("too long to be printed below a puzzle"));
}
