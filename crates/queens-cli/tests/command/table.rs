use super::*;

/// The rows of the table in Walker's README.
const WALKER: &str = "
    |  1 |                       1 |               1 |               1 |              1 |
    |  2 |                      12 |               2 |               1 |              0 |
    |  3 |                     504 |               5 |               3 |              0 |
    |  4 |                  43,680 |              16 |               8 |              2 |
    |  5 |               6,375,600 |              53 |              27 |             10 |
    |  6 |  1.402 × 10<sup>9</sup> |             152 |              76 |              4 |
    |  7 | 4.329 × 10<sup>11</sup> |             551 |             276 |             40 |
    |  8 | 1.785 × 10<sup>14</sup> |           2,056 |           1,028 |             92 |
    |  9 | 9.467 × 10<sup>16</sup> |           8,393 |           4,197 |            352 |
    | 10 | 6.282 × 10<sup>19</sup> |          35,538 |          17,769 |            724 |
    | 11 | 5.096 × 10<sup>22</sup> |         166,925 |          83,463 |          2,680 |
    | 12 | 4.963 × 10<sup>25</sup> |         856,188 |         428,094 |         14,200 |
    | 13 | 5.714 × 10<sup>28</sup> |       4,674,889 |       2,337,445 |         73,712 |
    | 14 | 7.676 × 10<sup>31</sup> |      27,358,552 |      13,679,276 |        365,596 |
    | 15 | 1.190 × 10<sup>35</sup> |     171,129,071 |      85,564,536 |      2,279,184 |";

fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

#[test]
fn markdown_has_the_rows_of_walkers_readme() {
    let rows: Vec<_> = WALKER.lines().skip(1).map(cells).collect();
    let text = printed("table 1..15 --format markdown");
    let printed: Vec<_> = text.lines().skip(2).map(cells).collect();
    assert_eq!(printed, rows);
}

#[test]
fn text_writes_powers_plainly() {
    let text = printed("table 6");
    assert!(text.contains(" 1.402e9 "), "{text}");
}

#[test]
fn csv_is_exact() {
    let expected = "n,naive,plain,symmetric,solutions,choose,power,factorial\n\
        8,178462987637760,2056,1028,92,4426165368,16777216,40320\n";
    assert_eq!(printed("table 8 --wide --format csv"), expected);
}

#[test]
fn json_is_exact_from_0() {
    let text = printed("table 0..9 --wide --format json --threads 2");
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(text.lines().count(), 10);
    assert_eq!(last["naive"].to_string(), "94670977328928000");
    assert_eq!((&last["plain"], &last["symmetric"]), (&8393.into(), &4197.into()));
}
