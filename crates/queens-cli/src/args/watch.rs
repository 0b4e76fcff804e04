//! The options of `queens watch`.

use super::values::{MethodName, size, whole, within};
use clap::Args as ClapArgs;
use queens::Method;
use queens_draw::animation::Animation;
use std::path::PathBuf;

/// The slowest speed, in steps per second.
pub(crate) const SLOWEST: u64 = 1;
/// The fastest speed, in steps per second.
pub(crate) const FASTEST: u64 = 1_000_000;

/// Animate a search in the terminal
///
/// Keys play, pause, step forward and back, and change the speed, the method and the board size. Press ? to list them. With
/// --output the search is written to a file as an animated picture instead.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens watch 8
  queens watch 6 --method breadth --speed 20
  queens watch 6 --method bitmask --output search.svg
  queens watch 8 --speed 20 --steps 1000 --output search.gif")]
pub(crate) struct Watch {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// Method to animate; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", default_value = "arrays")]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Method,

    /// Playback speed in steps per second
    #[arg(long, value_name = "NUM", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, SLOWEST..=FASTEST))]
    pub(crate) speed: u64,

    /// Start paused at this step [default: play from step 0]
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) from: Option<u64>,

    /// Write an animated picture to FILE.svg or FILE.gif instead of using the terminal
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Number of steps in the animated picture
    #[arg(long, value_name = "NUM", default_value_t = 300, requires = "output")]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(conflicts_with = "picture")]
    #[arg(allow_negative_numbers = true, value_parser = |text: &str| within(text, 1..=Animation::MAX_STEPS))]
    pub(crate) steps: usize,

    /// Write a picture of the screen to this file and exit
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "output")]
    pub(crate) picture: Option<PathBuf>,
}
