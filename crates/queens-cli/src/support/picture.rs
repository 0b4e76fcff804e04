//! Pictures that are written to files: SVG or PNG, by the ending of the name.

use super::failure::Failure;
use super::output::{Output, ending};
use std::io::Write;
use std::path::Path;

/// The largest board that is drawn.
pub(crate) const LARGEST: usize = 1000;

/// The width of a picture in pixels, where nobody asks for another.
pub(crate) const WIDTH: u32 = 800;

/// A picture's kind, by the ending of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureKind {
    Svg,
    Png,
}

/// The kind of picture that a file name asks for.
fn picture_kind(path: &Path) -> Result<PictureKind, Failure> {
    match ending(path).as_str() {
        "svg" => Ok(PictureKind::Svg),
        "png" => Ok(PictureKind::Png),
        _ => Err(Failure::bad(format!("{}: a picture is FILE.svg or FILE.png", path.display()))),
    }
}

/// A picture to be written: its kind and its file, both found to be right before any work.
pub(crate) struct PictureFile {
    kind: PictureKind,
    out: Output,
}

impl PictureFile {
    /// The picture that a file name asks for, if it does.
    pub(crate) fn asked_for(path: Option<&Path>) -> Result<Option<Self>, Failure> {
        let is_picture = |path: &&Path| matches!(ending(path).as_str(), "svg" | "png");
        path.filter(is_picture).map(Self::open).transpose()
    }

    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self { kind: picture_kind(path)?, out: Output::open(Some(path))? })
    }

    /// Writes an SVG picture as it is, or as PNG of this width.
    pub(crate) fn write(mut self, svg: &str, width: u32) -> Result<(), Failure> {
        match self.kind {
            PictureKind::Svg => self.out.write_all(svg.as_bytes())?,
            PictureKind::Png => self.out.write_all(&queens::draw::png::render(svg, width)?)?,
        }
        self.out.finish()
    }
}
