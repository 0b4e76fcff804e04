//! Decodes picture files: PNG, JPEG, WebP and GIF (its first picture).
//!
//! A JPEG file is rotated as its EXIF data say. The format is recognised by the first bytes. The size of the picture is checked before memory is allocated for it.

use super::{Pixels, check_size};
use crate::{Error, PictureError};
use std::fmt::Display;
use std::io::Cursor;

/// Files are untrusted: a decoder may use this much memory in addition to the picture.
const WORK_BYTES: usize = 1 << 28;

/// A decoded picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    width: u32,
    height: u32,
    /// Red, green and blue, and the opacity if the length is four bytes per pixel.
    bytes: Vec<u8>,
}

impl Decoded {
    /// The pixels, for [`read`](super::read).
    pub fn pixels(&self) -> Result<Pixels<'_>, Error> {
        let pixels = check_size(self.width, self.height)?;
        match self.bytes.len() as u64 == 3 * pixels {
            true => Pixels::rgb(self.width, self.height, &self.bytes),
            false => Pixels::rgba(self.width, self.height, &self.bytes),
        }
    }

    /// The bytes of the pixels: three per pixel, or four with the opacity.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }
}

/// Decodes the contents of a PNG, JPEG, WebP or GIF file.
///
/// ```
/// use queens_puzzles::picture::decode;
/// let error = decode(b"size:8 given:A1").unwrap_err();
/// assert_eq!(error.to_string(), "cannot decode the picture: expected a PNG, JPEG, WebP or GIF file");
/// ```
pub fn decode(file: &[u8]) -> Result<Decoded, Error> {
    match file {
        [0x89, b'P', b'N', b'G', ..] => decode_png(file),
        [0xff, 0xd8, 0xff, ..] => decode_jpeg(file),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => decode_webp(file),
        [b'G', b'I', b'F', b'8', ..] => decode_gif(file),
        _ => Err(failed("expected a PNG, JPEG, WebP or GIF file")),
    }
}

fn failed(reason: impl Display) -> Error {
    // Decoders quote bytes of the file; the message is one line.
    let reason = reason.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    PictureError::Decode { reason }.into()
}

fn decode_png(file: &[u8]) -> Result<Decoded, Error> {
    let limits = png::Limits { bytes: WORK_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(failed)?;
    let (width, height) = reader.info().size();
    check_size(width, height)?;
    let length = reader.output_buffer_size().ok_or_else(|| failed("the picture is too large"))?;
    let mut bytes = vec![0; length];
    let frame = reader.next_frame(&mut bytes).map_err(failed)?;
    bytes.truncate(frame.buffer_size());
    let bytes = match frame.color_type {
        png::ColorType::Rgb | png::ColorType::Rgba => bytes,
        png::ColorType::GrayscaleAlpha => bytes
            .as_chunks()
            .0
            .iter()
            .flat_map(|&[grey, opacity]| [grey, grey, grey, opacity])
            .collect(),
        png::ColorType::Grayscale => bytes.iter().flat_map(|&grey| [grey; 3]).collect(),
        png::ColorType::Indexed => return Err(failed("the palette is missing")),
    };
    Ok(Decoded { width, height, bytes })
}

fn decode_jpeg(file: &[u8]) -> Result<Decoded, Error> {
    use zune_jpeg::JpegDecoder;
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(failed)?;
    let about = decoder.info().ok_or_else(|| failed("the header is missing"))?;
    let (width, height) = (u32::from(about.width), u32::from(about.height));
    check_size(width, height)?;
    let bytes = decoder.decode().map_err(failed)?;
    let turn = decoder.exif().and_then(|exif| orientation(exif)).unwrap_or(1);
    Ok(oriented(Decoded { width, height, bytes }, turn))
}

/// The orientation in the first directory of EXIF data, from 1 (upright) to 8.
///
/// Reference: TIFF 6.0, section 2: a header with the byte order, and directories of entries of 12 bytes.
fn orientation(exif: &[u8]) -> Option<u8> {
    const ORIENTATION: u32 = 0x0112;
    let is_little = exif.starts_with(b"II");
    let number = |at: usize, length: usize| {
        let bytes = exif.get(at..at.checked_add(length)?)?;
        let add = |number: u32, &byte: &u8| number << 8 | u32::from(byte);
        Some(match is_little {
            true => bytes.iter().rev().fold(0, add),
            false => bytes.iter().fold(0, add),
        })
    };
    let directory = number(4, 4)? as usize;
    let entries = number(directory, 2)? as usize;
    let entry = (0..entries)
        .map(|entry| directory + 2 + 12 * entry)
        .take_while(|&at| at < exif.len())
        .find(|&at| number(at, 2) == Some(ORIENTATION))?;
    u8::try_from(number(entry + 8, 2)?).ok().filter(|turn| (1..=8).contains(turn))
}

/// The displayed picture, rotated or reflected. It has three bytes per pixel.
fn oriented(picture: Decoded, turn: u8) -> Decoded {
    if turn == 1 {
        return picture;
    }
    let (width, height) = (picture.width as usize, picture.height as usize);
    let is_sideways = turn >= 5;
    let (columns, rows) = if is_sideways { (height, width) } else { (width, height) };
    let mut bytes = Vec::with_capacity(picture.bytes.len());
    for y in 0..rows {
        for x in 0..columns {
            let (x, y) = match turn {
                2 => (width - 1 - x, y),
                3 => (width - 1 - x, height - 1 - y),
                4 => (x, height - 1 - y),
                5 => (y, x),
                6 => (y, height - 1 - x),
                7 => (width - 1 - y, height - 1 - x),
                _ => (width - 1 - y, x),
            };
            bytes.extend_from_slice(&picture.bytes[(y * width + x) * 3..][..3]);
        }
    }
    Decoded { width: columns as u32, height: rows as u32, bytes }
}

fn decode_webp(file: &[u8]) -> Result<Decoded, Error> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file)).map_err(failed)?;
    decoder.set_memory_limit(WORK_BYTES);
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let length = decoder.output_buffer_size().ok_or_else(|| failed("the picture is too large"))?;
    let mut bytes = vec![0; length];
    decoder.read_image(&mut bytes).map_err(failed)?;
    Ok(Decoded { width, height, bytes })
}

fn decode_gif(file: &[u8]) -> Result<Decoded, Error> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let most = std::num::NonZeroU64::new(WORK_BYTES as u64).expect("not zero");
    options.set_memory_limit(gif::MemoryLimit::Bytes(most));
    let mut decoder = options.read_info(Cursor::new(file)).map_err(failed)?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let pixels = check_size(width, height)?;
    let frame = decoder.read_next_frame().map_err(failed)?;
    let frame = frame.ok_or_else(|| failed("the file has no picture"))?;
    // The frame may cover a part of the picture only; the rest is transparent.
    let mut bytes = vec![0; pixels as usize * 4];
    let (left, top) = (usize::from(frame.left) * 4, usize::from(frame.top));
    let length = usize::from(frame.width) * 4;
    if length > 0 {
        for (row, line) in frame.buffer.chunks_exact(length).enumerate() {
            let start = (top + row) * width as usize * 4 + left;
            if let Some(place) = bytes.get_mut(start..start + length) {
                place.copy_from_slice(line);
            }
        }
    }
    Ok(Decoded { width, height, bytes })
}
