//! Explanations of known positions, and the names and sentences of their parts.

use super::*;
use crate::SolveError;
use queens::Never;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/explanations.txt");
const KNOWN: &str = include_str!("../../../tests/data/explanations.txt");

/// The positions of the file. Together they need every rule.
const POSITIONS: [&str; 11] = [
    "size:1",
    "size:4 closed:C4",
    "size:6 closed:A1,B3",
    "size:8 given:A1,C2",
    "size:8 given:A1",
    "size:8 given:A1,B2",
    "size:16",
    "size:5 rules:regions regions:AABBB/ACCBB/ACDDB/EEEDD/EEEDD",
    "size:6 rules:torus",
    "size:7 rules:torus given:A1",
    "size:6 rules:superqueens",
];

fn end(end: &End) -> String {
    match end {
        End::Solved(solution) => format!("solution: {solution}"),
        End::GivenAttack(one, other) => format!("{one} and {other} attack each other"),
        End::TooMany(unit) => format!("{unit} has too many queens"),
        End::Empty(unit) => format!("{unit} has no open square"),
        End::NoSolution => "no solution".to_string(),
    }
}

/// `QUEENS_WRITE_EXPLANATIONS=1 cargo test -p queens --lib explain` writes the file again.
#[test]
fn known_positions_are_explained_by_the_simplest_rules() {
    let mut text = String::new();
    for position in POSITIONS {
        let explanation = explain(&position.parse().unwrap(), &Never).unwrap();
        writeln!(text, "{position}").unwrap();
        for step in &explanation.steps {
            writeln!(text, "  {}, {}, {}: {step}", step.rule(), step.weight(), step.difficulty())
                .unwrap();
        }
        let difficulty = explanation.difficulty();
        writeln!(text, "  {}; {difficulty}, {}", end(&explanation.end), explanation.score())
            .unwrap();
        if let Some(other) = &explanation.other {
            writeln!(text, "  another solution: {other}").unwrap();
        }
        let guesses = explanation.steps.iter().any(|step| step.rule() == "guess");
        assert_eq!(explanation.guesses(), guesses);
    }
    if std::env::var_os("QUEENS_WRITE_EXPLANATIONS").is_some() {
        return std::fs::write(FILE, text).unwrap();
    }
    for (line, known) in text.lines().zip(KNOWN.lines()) {
        assert_eq!(line, known);
    }
    assert_eq!(text.lines().count(), KNOWN.lines().count());
}

/// Regions around random centres: one centre is the queen of each column, so that there is a solution with one star.
fn random_layout(stars: usize, random: &mut Pcg64) -> Layout<SMALL_WORDS> {
    let size = 2 * random.random_range(3..=6) + 1;
    let centres: Vec<(i32, i32, i32)> = (0..size as i32)
        .map(|col| (col, 2 * col % size as i32, random.random_range(0..4)))
        .collect();
    Layout::with_regions(size, stars, |square| {
        let (col, row) = (square.col as i32, square.row as i32);
        let far = |&(x, y, more): &(i32, i32, i32)| match (x - col).abs() + (y - row).abs() {
            0 => -1,
            far => far + more,
        };
        (0..size).min_by_key(|&region| far(&centres[region])).unwrap()
    })
}

#[test]
fn the_order_of_the_moves_does_not_change_where_they_end() {
    let mut random = Pcg64::seed_from_u64(1);
    let (mut closed, mut ended) = (0, 0);
    for number in 0..400 {
        let (stars, with_sets) = (1 + number % 8 / 6, number % 2 == 1);
        let layout = random_layout(stars, &mut random);
        let mut single = Page::empty_board(&layout);
        while let Some(found) = if with_sets { single.direct() } else { single.simple() } {
            single.take(&found);
        }
        let mut turns = Page::empty_board(&layout);
        turns.settle(with_sets);
        // Without a solution, moves may end anywhere.
        assert_eq!(single.empty().is_some(), turns.empty().is_some(), "{number}");
        if single.empty().is_some() {
            assert_eq!(stars, 2);
            continue;
        }
        assert_eq!((single.open, single.queens), (turns.open, turns.queens), "{number}");
        if stars == 1 {
            let mut closure = Closure::empty_board(&layout);
            assert!(closure.settle(with_sets));
            let page = closure.page();
            assert_eq!((single.open, single.queens), (page.open, page.queens), "{number}");
            assert_eq!(single.missing, page.missing, "{number}");
            closure.close_all_failing(&Never).unwrap();
            close_all_failing(&mut turns, &Never).unwrap();
            assert_eq!(closure.page().queens, turns.queens, "{number}");
            assert_eq!(closure.open, turns.open, "{number}");
            closed += usize::from(page.open != Page::empty_board(&layout).open);
            ended += usize::from(turns.open != single.open);
        }
    }
    assert!(closed > 20 && ended > 20, "{closed} {ended}");
}

#[test]
fn difficulties_are_read_by_the_names_that_they_print() {
    for (difficulty, name) in Difficulty::ALL.into_iter().zip(["easy", "medium", "hard", "expert"])
    {
        assert_eq!((difficulty.name(), difficulty.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(difficulty));
    }
    let unknown = Error::Solve(SolveError::UnknownDifficulty { name: "mild".into() });
    assert_eq!("mild".parse::<Difficulty>(), Err(unknown));
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn a_step_is_as_hard_as_the_number_of_its_lines_and_open_squares() {
    let weight = |reason| SolveStep { reason, queen: None, closed: squares("A1") }.weight();
    let row = Unit::Row;
    let attack = |open: &str| weight(Reason::AllAttack { unit: row(0), open: squares(open) });
    let sets = |count: u32| {
        let (units, lines) =
            ((0..count).map(row).collect(), (0..count).map(Unit::Column).collect());
        weight(Reason::Sets { units, lines, missing: count as usize })
    };
    let suppose = |chain: usize| {
        let only = SolveStep {
            reason: Reason::Only { unit: row(0), missing: 1 },
            queen: Some(Square::new(0, 0)),
            closed: Vec::new(),
        };
        weight(Reason::Suppose { chain: vec![only; chain], unit: row(0), missing: 1 })
    };
    let guess = weight(Reason::Guess { unit: row(0), open: squares("A1 B1") });
    let weights = [attack("B1 C1"), attack("B1 C1 D1"), sets(2), sets(3), sets(4)];
    assert_eq!(weights, [3, 4, 6, 8, 10]);
    assert_eq!([suppose(0), suppose(3), suppose(30), guess], [10, 13, 20, 40]);
    assert_eq!(Difficulty::of_weight(guess), Difficulty::Expert);
}

#[test]
fn the_score_is_that_of_the_hardest_step_and_of_all_steps_per_queen() {
    let explanation = explain(&"size:4 closed:C4".parse().unwrap(), &Never).unwrap();
    let weights: Vec<u32> = explanation.steps.iter().map(SolveStep::weight).collect();
    assert_eq!(weights, [4, 3, 1, 1, 1, 1]);
    assert_eq!(explanation.score(), 10 * 4 + 10 * 11 / 4);
}

#[test]
fn the_difficulties_are_ranges_of_scores() {
    for difficulty in Difficulty::ALL {
        assert_eq!(Difficulty::of_score(difficulty.least_score()), difficulty);
    }
    for (easier, harder) in Difficulty::ALL.into_iter().zip(Difficulty::ALL.into_iter().skip(1)) {
        assert_eq!(Difficulty::of_score(harder.least_score() - 1), easier);
    }
    assert_eq!(Difficulty::of_score(u32::MAX), Difficulty::Expert);
    let distances = |score| Difficulty::ALL.map(|difficulty| difficulty.distance(score));
    assert_eq!(distances(69), [0, 1, 41, 131]);
    assert_eq!(distances(110), [41, 1, 0, 90]);
    assert_eq!(distances(250), [181, 141, 51, 0]);
}

#[test]
fn the_largest_position_that_is_explained_has_size_64() {
    let closed = |size: usize| {
        let column = (0..size as u32).map(|row| Square::new(0, row));
        Position::new(size).unwrap().with_closed(column).unwrap()
    };
    let explained = explain(&closed(MAX_EXPLAINED), &Never).unwrap();
    assert_eq!(explained.end, End::Empty(Unit::Column(0)));
    let too_large = Error::from(BoardError::BoardTooLarge { size: 65, limit: 64 });
    assert_eq!(explain(&closed(65), &Never), Err(too_large));
}
