//! Pictures of a search: frames and animations as SVG, and animated GIF files.
//!
//! A GIF file is made of a sheet of pictures that the page renders and attaches to a question. The bytes of the file are passed as
//! base64, some frames at a time, so that the page can show the progress.

use crate::answer::{Answer, line, reply};
use crate::watch::trace;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens_draw::animation::{Animation, Gif};
use serde::{Deserialize, Serialize};

/// Some steps of a search, starting at the state after `from` steps, at a speed in steps per second.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Range {
    method: String,
    n: usize,
    from: u64,
    steps: usize,
    speed: f64,
}

impl Range {
    fn animation(&self) -> Result<Animation, String> {
        if self.steps > Animation::MAX_STEPS {
            let most = Animation::MAX_STEPS;
            return Err(format!(
                "{} steps are too many for a file; the limit is {most}",
                self.steps
            ));
        }
        let trace = trace(&self.method, self.n)?;
        Ok(Animation::new(trace).from(self.from).steps(self.steps).speed(self.speed))
    }

    /// The steps as an animated SVG file. Without steps it is a picture of one state.
    pub(crate) fn svg(self) -> Answer {
        #[derive(Serialize)]
        struct Svg {
            svg: String,
        }
        reply(Svg { svg: self.animation()?.svg() })
    }

    /// The drawing that the page renders for the GIF file, and the width in pixels.
    pub(crate) fn sheet(self) -> Answer {
        #[derive(Serialize)]
        struct Sheet {
            svg: String,
            width: u32,
        }
        let animation = self.animation()?;
        reply(Sheet { svg: animation.sheet().svg(), width: animation.sheet_width() })
    }

    /// Starts the GIF file with the pixels of its sheet, four bytes each.
    pub(crate) fn start(self, pixels: &[u8], writing: &mut Option<Gif>) -> Answer {
        #[derive(Serialize)]
        struct Started {
            frames: usize,
        }
        let gif = self.animation()?.gif(pixels).map_err(line)?;
        let frames = gif.frames();
        *writing = Some(gif);
        reply(Started { frames })
    }
}

/// Writes up to `frames` more frames of the GIF file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frames {
    frames: usize,
}

impl Frames {
    pub(crate) fn answer(self, writing: &mut Option<Gif>) -> Answer {
        #[derive(Serialize)]
        struct Written {
            bytes: String,
            left: usize,
        }
        let Some(gif) = writing else {
            return Err("no GIF file was started".to_string());
        };
        let bytes = STANDARD.encode(gif.write(self.frames).map_err(line)?);
        reply(Written { bytes, left: gif.frames_left() })
    }
}
