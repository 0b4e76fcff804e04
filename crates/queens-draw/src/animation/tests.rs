use super::*;
use queens::Method;
use roxmltree::Document;
use std::collections::{BTreeMap, BTreeSet};

/// The times in percent at which each animation changes, and the opacity from then on.
fn keyframes(style: &str) -> BTreeMap<String, Vec<(f64, u8)>> {
    let mut animations = BTreeMap::new();
    for line in style.lines().filter_map(|line| line.strip_prefix("@keyframes ")) {
        let (name, changes) = line.split_once('{').unwrap();
        let change = |text: &str| {
            let (percent, opacity) = text.split_once("%{opacity:")?;
            Some((percent.parse().unwrap(), opacity.parse().unwrap()))
        };
        let changes = changes.split('}').filter_map(change).collect();
        animations.insert(name.to_string(), changes);
    }
    animations
}

/// The class and square or text of every mark that is visible at a time.
fn visible(document: &Document<'_>, percent: f64) -> BTreeSet<(String, String)> {
    let style = document.descendants().find(|node| node.has_tag_name("style")).unwrap();
    let animations = keyframes(style.text().unwrap());
    let marks = document.descendants().filter(|node| node.attribute("class") == Some("m"));
    let is_visible = |node: &roxmltree::Node<'_, '_>| {
        let name = node.attribute("style").unwrap().strip_prefix("animation-name:").unwrap();
        let before = animations[name].iter().rfind(|(time, _)| *time <= percent);
        before.is_some_and(|(_, opacity)| *opacity == 1)
    };
    marks
        .filter(is_visible)
        .map(|mark| {
            let element = mark.first_element_child().unwrap();
            let class = element.attribute("class").unwrap().to_string();
            let shown = element.attribute("data-square").or(element.text()).unwrap();
            (class, shown.to_string())
        })
        .collect()
}

#[test]
fn every_step_shows_the_board_that_the_player_reaches() {
    for (method, from) in [(Method::BITMASK, 0), (Method::ARRAYS, 90), (Method::BREADTH, 0)] {
        let trace = Trace::new(method, 5).unwrap();
        let animation = Animation::new(trace.clone()).from(from).steps(60).speed(4.0);
        let svg = animation.svg();
        let document = Document::parse(&svg).unwrap();
        let frames = animation.frames();
        assert_eq!(frames.len(), 61);
        let total: f64 = frames.iter().map(|frame| frame.seconds).sum();
        let mut player = Player::new(trace);
        let mut time = 0.0;
        for (number, frame) in frames.iter().enumerate() {
            player.seek(from + number as u64);
            // In the middle of the frame.
            let shown = visible(&document, (time + frame.seconds / 2.0) / total * 100.0);
            time += frame.seconds;
            let of = |class: &str| {
                let marks = shown.iter().filter(|(name, _)| name == class);
                marks.map(|(_, text)| text.clone()).collect::<BTreeSet<_>>()
            };
            let squares = (0..).zip(&player.state().queens);
            let queens: BTreeSet<Square> =
                squares.filter_map(|(col, row)| Some(Square::new(col, (*row)?.into()))).collect();
            let named = |square: &Square| square.to_string();
            assert_eq!(of("queen"), queens.iter().map(named).collect(), "{method} {number}");
            if of("found").is_empty() && of("tried").is_empty() {
                let attacked = |square: &Square| {
                    !queens.contains(square) && queens.iter().any(|queen| queen.attacks(*square))
                };
                let expected: BTreeSet<String> =
                    Square::all(5).filter(attacked).map(|square| named(&square)).collect();
                assert_eq!(of("attacked"), expected, "{method} {number}");
            }
            let is_solution = matches!(player.last_step(), Some(Step::Solution { .. }));
            assert_eq!(!of("found").is_empty(), number > 0 && is_solution);
        }
    }
}

#[test]
fn without_animation_the_first_solution_is_shown() {
    let svg = Animation::new(Trace::new(Method::BITMASK, 6).unwrap()).svg();
    let document = Document::parse(&svg).unwrap();
    let still = document.descendants().filter(|node| node.attribute("opacity") == Some("1"));
    let queens: Vec<String> = still
        .filter_map(|mark| mark.first_element_child())
        .filter(|element| element.attribute("class") == Some("queen"))
        .map(|queen| queen.attribute("data-square").unwrap().to_string())
        .collect();
    assert_eq!(queens.len(), 6);
    assert!(queens.contains(&"A2".to_string()) && queens.contains(&"F5".to_string()));
}

#[test]
fn every_size_has_an_animation() {
    for size in 0..=4 {
        let trace = Trace::new(Method::BITMASK, size).unwrap();
        let svg = Animation::new(trace).svg();
        assert!(Document::parse(&svg).is_ok(), "{size}");
    }
    let trace = Trace::new(Method::BITMASK, 32).unwrap();
    assert!(Document::parse(&Animation::new(trace).steps(20).svg()).is_ok());
}

#[test]
fn the_number_of_steps_is_limited() {
    let trace = Trace::new(Method::BITMASK, 12).unwrap();
    assert_eq!(Animation::new(trace).steps(usize::MAX).frames().len(), Animation::MAX_STEPS + 1);
}
