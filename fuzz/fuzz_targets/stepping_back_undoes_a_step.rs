//! Any method and any way through its trace: the state is that after the first steps, however it was reached.
#![no_main]

use libfuzzer_sys::{arbitrary, fuzz_target};
use queens::Method;
use queens::study::trace::{Player, State, Trace};

#[derive(arbitrary::Arbitrary, Debug)]
enum Move {
    Forward,
    Back,
    Seek(u16),
}

fuzz_target!(|input: (u8, u8, Vec<Move>)| {
    let (method, size, moves) = input;
    let searches: Vec<_> = Method::searches().collect();
    let method = searches[usize::from(method) % searches.len()];
    // Boards of size 7 have more steps than the player's first window.
    let trace = Trace::new(method, usize::from(size % 8)).unwrap();
    let steps = trace.steps(0, usize::MAX);
    let mut player = Player::new(trace.clone());
    for moved in moves.into_iter().take(16) {
        let before = player.position() as usize;
        let position = match moved {
            Move::Forward => before + 1,
            Move::Back => before.saturating_sub(1),
            Move::Seek(position) => position.into(),
        };
        match moved {
            Move::Forward => assert_eq!(player.forward(), before < steps.len()),
            Move::Back => assert_eq!(player.back(), before > 0),
            Move::Seek(position) => player.seek(position.into()),
        }
        let position = position.min(steps.len());
        let mut state = State::new(trace.size());
        steps[..position].iter().for_each(|step| state.apply(step));
        assert_eq!((player.position(), player.state()), (position as u64, &state));
        assert_eq!(player.last_step(), position.checked_sub(1).map(|last| &steps[last]));
    }
});
