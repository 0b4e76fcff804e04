//! Random positions, for unit tests and integration tests.

use super::Position;
use proptest::prelude::*;
use queens::{Regions, Rules, Square};

/// The names that regions can have.
const NAMES: &str = "0Q1xXqAZaz23456789BCDEFGHIJKLMNOPRSTUVWYbcdefghijklmnoprstuvwy";

/// Regions of a board chosen by these numbers. Each region has at least one square.
fn regions(size: usize, choices: &[usize]) -> Regions {
    let names: Vec<char> = NAMES.chars().take(size).collect();
    let name = |square: usize| match square.checked_sub(size * size - size) {
        Some(last) => names[last],
        None => names[choices[square % choices.len()] % size],
    };
    let row = |row: usize| (0..size).map(|col| name(row * size + col)).collect();
    Regions::new(&(0..size).map(row).collect::<Vec<Vec<char>>>()).unwrap()
}

/// Random positions of small boards with all features.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let marks = prop::collection::vec(0_u8..8, 144);
    let choices = prop::collection::vec(any::<usize>(), 1..40);
    let rules = prop::option::of(prop::sample::select(Rules::ALL.to_vec()));
    let stars = 1_usize..4;
    (0_usize..13, marks, any::<bool>(), choices, rules, stars).prop_map(
        |(size, marks, coloured, choices, rules, stars)| {
            let squares = |mark: u8| {
                let all = (0..size).flat_map(|c| (0..size).map(move |r| (c, r)));
                let all = all.filter(|&(c, r)| marks[c * 12 + r] == mark);
                all.map(|(c, r)| Square::new(c as u32, r as u32)).collect::<Vec<_>>()
            };
            let position = Position::new(size).unwrap();
            let position = position.with_given(squares(0)).unwrap();
            let mut position = position.with_closed(squares(1)).unwrap();
            if coloured {
                position = position.with_regions(regions(size, &choices)).unwrap();
            }
            let position = match rules.filter(|&rules| coloured || rules != Rules::Regions) {
                Some(rules) => position.with_rules(rules).unwrap(),
                None => position,
            };
            position.clone().with_stars(stars).unwrap_or(position)
        },
    )
}
