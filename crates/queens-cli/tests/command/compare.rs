use super::*;

#[test]
fn methods_are_compared() {
    let text = printed("compare 6..8 --methods arrays,columns,tiles --runs 2 --format csv");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 1 + 3 * 3);
    assert_eq!(lines[7][..4], ["8", "arrays", "92", "2056"]);
    assert_eq!(lines[8][..4], ["8", "columns", "92", "1028"]);
}

#[test]
fn the_cap_of_one_thread_per_first_queen_is_shown_and_explained() {
    let text = printed("compare 12 --methods columns --runs 1");
    assert!(!text.contains("max speedup"), "{text}");
    assert!(text.contains("at most 5.67x at N = 12 on any number of cores"), "{text}");
}

#[test]
fn methods_beyond_a_limit_are_skipped_with_a_message() {
    let (code, _, errors) = ended("compare 14 --methods tiles,arrays --limit 0.001 --runs 1");
    assert!(errors.contains("tiles skipped at N = 14: supports N up to 13"), "{errors}");
    assert!(errors.contains("arrays skipped at N = 14: took more than 1.00 ms"), "{errors}");
    assert_eq!(code, 0);
}

#[test]
fn a_plot_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("times.svg");
    let line = "compare 5..7 --methods arrays,stacked --runs 1 --plot";
    printed(&format!("{line} {}", plot.display()));
    let svg = fs::read_to_string(plot).unwrap();
    assert!(svg.contains("arrays") && svg.contains("stacked"));
}

#[test]
fn bad_requests_are_refused() {
    assert!(refused("compare 8 --methods arrays,nonsense").contains("'nonsense'"));
    assert!(refused("compare 8 --methods arrays,arrays").contains("twice"));
    assert!(refused("compare 8 --runs 0").contains("from 1 to 1000"));
    assert!(refused("compare 8 --limit 0").contains("above 0"));
    assert!(refused("compare 8 --plot times.txt").contains("FILE.svg or FILE.png"));
    assert!(refused("compare 8 --plot no/where.svg").contains("no/where.svg"));
}
