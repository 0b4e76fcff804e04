//! Region puzzles in pictures. The page and the package pass decoded pixels, so the module contains no decoder.

use crate::answer::{Answer, answered, line, reply};
use queens_puzzles::picture::{Pixels, read};
use queens_results::PictureResult;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    ReadPicture(ReadPicture),
}

/// Answers the question that reads a picture. The page loads its module only when a picture is opened.
#[derive(Default)]
pub struct PictureReader {}

impl PictureReader {
    /// Answers a question. Question and answer are JSON; the pixels are attached as bytes.
    pub fn answer_with(&mut self, question: &str, attachment: &[u8]) -> String {
        answered(question, |Question::ReadPicture(read)| read.answer(attachment))
    }
}

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
