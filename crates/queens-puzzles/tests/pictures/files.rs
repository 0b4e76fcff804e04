//! Files of all formats and their variants, written by encoders or by hand.

use crate::painter::Canvas;
use crate::{painting, variants};
use queens_puzzles::Error;
use queens_puzzles::Position;
use queens_puzzles::picture::{decode, read};

/// Four regions without any symmetry, row by row.
const REGIONS: [usize; 16] = [0, 0, 0, 1, 0, 2, 1, 1, 3, 2, 2, 1, 3, 3, 3, 1];

/// A picture with different margins on all sides, and what is in it.
fn sample() -> (Canvas, Position) {
    let mut painting = painting(4, REGIONS.to_vec(), 24.0);
    (painting.left, painting.width) = (31.0, painting.width + 23);
    (painting.paint(), variants::position(4, &REGIONS, &[]))
}

fn assert_is_read(file: &[u8], expected: &Position, name: &str) {
    let reading = decode(file).and_then(|decoded| read(&decoded.pixels()?));
    let reading = reading.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(&reading.position, expected, "{name}");
    assert!(reading.is_certain(), "{name}: {:?}", reading.warnings);
}

fn jpeg(
    data: &[u8],
    (width, height): (usize, usize),
    colours: jpeg_encoder::ColorType,
    set: impl FnOnce(&mut jpeg_encoder::Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut file, 90);
    set(&mut encoder);
    encoder.encode(data, width as u16, height as u16, colours).unwrap();
    file
}

#[test]
fn jpeg_files_of_all_kinds_are_read() {
    use jpeg_encoder::ColorType;
    let (canvas, position) = sample();
    let size = (canvas.width, canvas.height);
    let progressive = jpeg(&canvas.rgb, size, ColorType::Rgb, |file| file.set_progressive(true));
    assert_is_read(&progressive, &position, "progressive");
    let cmyk: Vec<u8> = canvas
        .rgb
        .chunks_exact(3)
        .flat_map(|rgb| [255 - rgb[0], 255 - rgb[1], 255 - rgb[2], 0])
        .collect();
    for (name, colours) in [("CMYK", ColorType::Cmyk), ("YCCK", ColorType::CmykAsYcck)] {
        assert_is_read(&jpeg(&cmyk, size, colours, |_| {}), &position, name);
    }
}

/// EXIF data with an orientation, in either byte order.
fn exif(turn: u8, is_little: bool) -> Vec<u8> {
    let number = |value: u32, length: usize| match is_little {
        true => value.to_le_bytes()[..length].to_vec(),
        false => value.to_be_bytes()[4 - length..].to_vec(),
    };
    let mut data = if is_little { b"II".to_vec() } else { b"MM".to_vec() };
    data.extend([number(42, 2), number(8, 4), number(2, 2)].concat());
    // Two entries: the width, and the orientation.
    data.extend([number(0x0100, 2), number(4, 2), number(1, 4), number(640, 4)].concat());
    data.extend([number(0x0112, 2), number(3, 2), number(1, 4)].concat());
    data.extend([number(u32::from(turn), 2), number(0, 2), number(0, 4)].concat());
    data
}

#[test]
fn rotated_jpeg_files_are_read_as_they_are_displayed() {
    let (canvas, position) = sample();
    let (width, height) = (canvas.width, canvas.height);
    for turn in 1..=8 {
        // The picture is stored so that the rotation of the orientation restores it.
        let (columns, rows) = if turn >= 5 { (height, width) } else { (width, height) };
        let at = |x: usize, y: usize| match turn {
            1 => (x, y),
            2 => (width - 1 - x, y),
            3 => (width - 1 - x, height - 1 - y),
            4 => (x, height - 1 - y),
            5 => (y, x),
            6 => (width - 1 - y, x),
            7 => (width - 1 - y, height - 1 - x),
            _ => (y, height - 1 - x),
        };
        let pixel = |place: usize| {
            let (x, y) = at(place % columns, place / columns);
            canvas.rgb[(y * width + x) * 3..][..3].to_vec()
        };
        let stored: Vec<u8> = (0..columns * rows).flat_map(pixel).collect();
        for is_little in [true, false] {
            let data = exif(turn, is_little);
            let file = jpeg(&stored, (columns, rows), jpeg_encoder::ColorType::Rgb, |file| {
                file.add_exif_metadata(&data).unwrap();
            });
            assert_is_read(&file, &position, &format!("orientation {turn}"));
        }
    }
    // Damaged EXIF data are ignored.
    let whole = exif(6, true);
    for length in 0..whole.len() - 4 {
        let file = jpeg(&canvas.rgb, (width, height), jpeg_encoder::ColorType::Rgb, |file| {
            file.add_exif_metadata(&whole[..length]).unwrap();
        });
        assert!(decode(&file).is_ok(), "{length}");
    }
}

#[test]
fn webp_and_gif_files_are_read() {
    let (canvas, position) = sample();
    let (width, height) = (canvas.width, canvas.height);
    let mut webp = Vec::new();
    image_webp::WebPEncoder::new(&mut webp)
        .encode(&canvas.rgb, width as u32, height as u32, image_webp::ColorType::Rgb8)
        .unwrap();
    assert_is_read(&webp, &position, "WebP");
    let (palette, pixels) = indexed(&canvas);
    let mut gif = Vec::new();
    let mut encoder =
        gif::Encoder::new(&mut gif, width as u16, height as u16, palette.as_flattened()).unwrap();
    let frame = gif::Frame {
        width: width as u16,
        height: height as u16,
        buffer: pixels.into(),
        ..Default::default()
    };
    encoder.write_frame(&frame).unwrap();
    drop(encoder);
    assert_is_read(&gif, &position, "GIF");
}

/// The colours of a picture, and the number of the colour of each pixel.
fn indexed(canvas: &Canvas) -> (Vec<[u8; 3]>, Vec<u8>) {
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let (colours, _) = canvas.rgb.as_chunks::<3>();
    let number = |colour: &[u8; 3]| {
        let known = palette.iter().position(|other| other == colour).unwrap_or(palette.len());
        if known == palette.len() {
            palette.push(*colour);
        }
        u8::try_from(known).unwrap()
    };
    let pixels = colours.iter().map(number).collect();
    (palette, pixels)
}

fn png_file(
    canvas: &Canvas,
    colours: png::ColorType,
    depth: png::BitDepth,
    data: &[u8],
    set: impl FnOnce(&mut png::Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    set(&mut encoder);
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

#[test]
fn png_files_of_all_kinds_are_read() {
    use png::{BitDepth, ColorType};
    let (canvas, position) = sample();
    let deep: Vec<u8> = canvas.rgb.iter().flat_map(|&value| [value, 77]).collect();
    let file = png_file(&canvas, ColorType::Rgb, BitDepth::Sixteen, &deep, |_| {});
    assert_is_read(&file, &position, "16 bits");
    let grey: Vec<u8> = canvas.rgb.chunks_exact(3).map(|rgb| rgb[0]).collect();
    let file = png_file(&canvas, ColorType::Grayscale, BitDepth::Eight, &grey, |_| {});
    assert_is_read(&file, &position, "grey");
    // The white page is transparent, and black in the palette.
    let (mut palette, pixels) = indexed(&canvas);
    let page = palette.iter().position(|&colour| colour == [255; 3]).unwrap();
    palette[page] = [0; 3];
    let mut opacity = vec![255; palette.len()];
    opacity[page] = 0;
    let file = png_file(&canvas, ColorType::Indexed, BitDepth::Eight, &pixels, |file| {
        file.set_palette(palette.as_flattened().to_vec());
        file.set_trns(opacity);
    });
    assert_is_read(&file, &position, "palette with transparency");
    assert_is_read(&interlaced(&canvas), &position, "interlaced");
}

/// An interlaced PNG file (Adam7), without compression. The encoder cannot write it.
fn interlaced(canvas: &Canvas) -> Vec<u8> {
    const PASSES: [[usize; 4]; 7] = [
        [0, 8, 0, 8],
        [4, 8, 0, 8],
        [0, 4, 4, 8],
        [2, 4, 0, 4],
        [0, 2, 2, 4],
        [1, 2, 0, 2],
        [0, 1, 1, 2],
    ];
    let mut raw = Vec::new();
    for [left, across, top, down] in PASSES {
        for y in (top..canvas.height).step_by(down) {
            raw.push(0);
            for x in (left..canvas.width).step_by(across) {
                raw.extend(&canvas.rgb[(y * canvas.width + x) * 3..][..3]);
            }
        }
    }
    let mut data = vec![0x78, 0x01];
    let blocks = raw.chunks(65_535).count();
    for (number, block) in raw.chunks(65_535).enumerate() {
        data.push(u8::from(number + 1 == blocks));
        data.extend((block.len() as u16).to_le_bytes());
        data.extend((!(block.len() as u16)).to_le_bytes());
        data.extend(block);
    }
    let (mut low, mut high) = (1_u32, 0_u32);
    for &byte in &raw {
        low = (low + u32::from(byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    data.extend((high << 16 | low).to_be_bytes());
    let mut header = Vec::new();
    header.extend((canvas.width as u32).to_be_bytes());
    header.extend((canvas.height as u32).to_be_bytes());
    header.extend([8, 2, 0, 0, 1]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", header), (b"IDAT", data), (b"IEND", Vec::new())] {
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(crate::with_sum([name.as_slice(), &data].concat()));
    }
    file
}

/// Small files that claim to be huge are refused, by the decoder or by the limit of the library.
#[test]
fn huge_pictures_are_refused() {
    let (canvas, _) = sample();
    let mut jpeg_file = canvas.jpeg(80);
    let frame = jpeg_file.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg_file[frame + 5..frame + 9].fill(0xff);
    let mut gif_file = b"GIF89a".to_vec();
    gif_file.extend([0xff, 0xff, 0xff, 0xff, 0, 0, 0]);
    let mut webp = Vec::new();
    image_webp::WebPEncoder::new(&mut webp)
        .encode(&[0; 12], 2, 2, image_webp::ColorType::Rgb8)
        .unwrap();
    webp[21..24].fill(0xff);
    webp[24] |= 0x0f;
    for file in [jpeg_file, gif_file, webp] {
        let error = decode(&file).unwrap_err();
        assert!(matches!(error, Error::Picture(_)), "{error}");
    }
}
