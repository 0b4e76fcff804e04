//! Puzzles in pictures.

use crate::results::Typed;
use crate::run::of_library;
use pyo3::prelude::*;
use queens_puzzles::picture::{decode, read};
use queens_results::PictureResult;

/// Reads the region puzzle in a picture: a screenshot or another rendered board, not a photo.
///
/// Args:
///     picture (bytes): The contents of a PNG, JPEG, WebP or GIF file, of up to 64 megapixels.
///
/// Returns:
///     PictureResult: The position, the crosses, a confidence and warnings.
///
/// Raises:
///     ValueError: If the file cannot be decoded, or no puzzle is found in it. The message says why.
///
/// Example:
///     >>> import n_queens as queens
///     >>> queens.read_picture(b"text")
///     Traceback (most recent call last):
///     ...
///     ValueError: cannot decode the picture: expected a PNG, JPEG, WebP or GIF file
#[pyfunction]
pub(crate) fn read_picture(py: Python<'_>, picture: Vec<u8>) -> PyResult<Typed<PictureResult>> {
    let reading = py.detach(|| decode(&picture).and_then(|decoded| read(&decoded.pixels()?)));
    let reading = reading.map_err(of_library)?;
    Ok(Typed(PictureResult::from(&reading)))
}
