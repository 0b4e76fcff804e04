use super::*;

#[test]
fn the_last_step_is_known_after_seeking_to_any_position() {
    let trace = Trace::new(Method::BITMASK, 5).unwrap();
    let steps = trace.steps(0, usize::MAX);
    let start = Player::new(trace);
    for position in 0..6000 {
        let mut player = start.clone();
        // As if the trace were longer than the first window and its end unknown.
        player.window.steps.truncate(3);
        player.window.length = None;
        player.length = None;
        player.seek(position);
        let taken = position.min(steps.len() as u64);
        assert_eq!(player.position(), taken, "sought {position}");
        assert_eq!(player.last_step(), steps[..taken as usize].last(), "sought {position}");
    }
}
