//! Region puzzles in pictures. The page and the package pass decoded pixels, so the module contains no decoder.

use crate::answer::{Answer, line, reply};
use queens::picture::{Pixels, read};
use queens::results::PictureResult;
use serde::Deserialize;

/// Reads the region puzzle in a picture. Its pixels, four bytes each (red, green, blue and opacity), are attached to the question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadPicture {
    width: u32,
    height: u32,
}

impl ReadPicture {
    pub(crate) fn answer(self, pixels: &[u8]) -> Answer {
        let pixels = Pixels::rgba(self.width, self.height, pixels).map_err(line)?;
        reply(PictureResult::from(&read(&pixels).map_err(line)?))
    }
}
