//! Picture files: written as SVG or PNG, by the extension of the file name; read as PNG, JPEG, WebP or GIF, by their contents.

use super::failure::Failure;
use super::interrupt::ending_at_once;
use super::output::{Output, extension};
use super::position::{input_name, is_standard, say_how_to_end, unreadable};
use queens_draw::Canvas;
use queens_puzzles::picture::Reading;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The extensions of picture files that are read.
pub(super) const READABLE: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// The longest picture file that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// Reads the puzzle in a picture file, or in a picture on standard input.
pub(crate) fn read(path: &Path) -> Result<Reading, Failure> {
    let name = input_name(path);
    let bytes = ending_at_once(|| read_bytes(path))?;
    let decoded = queens_puzzles::picture::decode(&bytes);
    let reading = decoded.and_then(|decoded| queens_puzzles::picture::read(&decoded.pixels()?));
    reading.map_err(|error| Failure::bad(format!("{name}: {error}")))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let fails = |error: io::Error| unreadable(path, &error);
    let mut bytes = Vec::new();
    let input: Box<dyn Read> = match is_standard(path) {
        true => {
            say_how_to_end();
            Box::new(io::stdin().lock())
        }
        false => Box::new(File::open(path).map_err(fails)?),
    };
    input.take(LONGEST + 1).read_to_end(&mut bytes).map_err(fails)?;
    if bytes.len() as u64 > LONGEST {
        let (name, most) = (input_name(path), LONGEST >> 20);
        return Err(Failure::bad(format!(
            "{name}: longer than {most} MiB, the limit of a picture"
        )));
    }
    Ok(bytes)
}

/// The largest board that is drawn.
pub(crate) const LARGEST: usize = 1000;

/// Refuses a board that is too large to draw. `option` asks for the drawing.
pub(crate) fn check_size(option: &str, size: usize) -> Result<(), Failure> {
    if size <= LARGEST {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "{option}: N = {size} is too large to draw; the limit is N = {LARGEST}"
    )))
}

/// The default width of a picture in pixels.
pub(crate) const WIDTH: u32 = 800;

/// The extensions of pictures and pages in formats that are not written.
const OTHERS: [&str; 13] =
    ["gif", "jpg", "jpeg", "webp", "avif", "heic", "bmp", "tif", "tiff", "ico", "pdf", "ps", "eps"];

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureKind {
    Svg,
    Png,
}

/// The format of a picture by the extension of its file.
fn picture_kind(path: &Path) -> Result<PictureKind, Failure> {
    match extension(path).as_str() {
        "svg" => Ok(PictureKind::Svg),
        "png" => Ok(PictureKind::Png),
        _ => Err(Failure::bad(format!(
            "{}: unknown picture format; expected FILE.svg or FILE.png",
            path.display()
        ))),
    }
}

/// Refuses a file name that does not end like a picture.
pub(crate) fn check_kind(path: &Path) -> Result<(), Failure> {
    picture_kind(path).map(drop)
}

/// A picture to be written. Its format and its file are checked before any work.
pub(crate) struct PictureFile {
    kind: PictureKind,
    out: Output,
}

/// The option that names a picture file, with its value.
pub(crate) fn output_option(path: Option<&Path>) -> String {
    path.map_or("--output".to_string(), |path| format!("--output {}", path.display()))
}

impl PictureFile {
    /// Opens the file if its extension is that of a picture. Pictures in other formats than SVG and PNG are refused, because a text
    /// would be written to a file with that name.
    pub(crate) fn if_picture(path: Option<&Path>) -> Result<Option<Self>, Failure> {
        let is_picture = |path: &&Path| {
            matches!(extension(path).as_str(), "svg" | "png") || OTHERS.contains(&&*extension(path))
        };
        path.filter(is_picture).map(Self::open).transpose()
    }

    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self { kind: picture_kind(path)?, out: Output::open(Some(path))? })
    }

    /// Writes a drawing as SVG, or as a PNG picture of this width.
    pub(crate) fn write(mut self, canvas: &Canvas, width: u32) -> Result<(), Failure> {
        match self.kind {
            PictureKind::Svg => self.out.write_all(canvas.svg().as_bytes())?,
            PictureKind::Png => self.out.write_all(&canvas.png(width)?)?,
        }
        self.out.finish()
    }
}
