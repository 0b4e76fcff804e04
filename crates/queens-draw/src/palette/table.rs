//! The colours of regions. Written by `node web/palette.mjs`, which explains how they are chosen.

use super::Colour;

/// The colours on light pages.
pub(super) const LIGHT: [Colour; 20] = [
    [0xd2, 0x9b, 0xa9],
    [0xb8, 0x99, 0xff],
    [0xdc, 0xe5, 0xfe],
    [0xd3, 0xd8, 0x3a],
    [0x7c, 0xba, 0x63],
    [0x83, 0xd3, 0xdc],
    [0xfa, 0x8f, 0x1a],
    [0x9f, 0xff, 0xb3],
    [0x3c, 0xbe, 0xcf],
    [0x4a, 0xf3, 0xd1],
    [0xfa, 0xff, 0x6a],
    [0xb1, 0xc8, 0xa9],
    [0xf0, 0xe4, 0x7b],
    [0xac, 0xe3, 0xa7],
    [0xfb, 0xba, 0xff],
    [0xd3, 0xac, 0xff],
    [0xdd, 0xfe, 0xf7],
    [0xd2, 0xc0, 0x4c],
    [0xff, 0xba, 0x7d],
    [0xf0, 0x9d, 0x81],
];

/// The colours on dark pages.
pub(super) const DARK: [Colour; 20] = [
    [0x8a, 0x13, 0x04],
    [0x1e, 0x02, 0x62],
    [0xa9, 0x43, 0x00],
    [0x63, 0x26, 0x65],
    [0x37, 0x47, 0xab],
    [0x39, 0x0f, 0x00],
    [0x64, 0x5e, 0x88],
    [0x28, 0x4d, 0x36],
    [0x80, 0x5a, 0x50],
    [0x81, 0x38, 0x5e],
    [0x29, 0x13, 0x36],
    [0x4e, 0x25, 0x8c],
    [0x46, 0x1d, 0x49],
    [0x61, 0x42, 0x85],
    [0x33, 0x62, 0xae],
    [0x39, 0x35, 0x35],
    [0x6a, 0x08, 0x01],
    [0x19, 0x6f, 0x06],
    [0x36, 0x0e, 0x79],
    [0x4d, 0x0e, 0x1d],
];

/// The distances of each colour from those before it, in thousandths: the smallest one over both themes and all kinds of colour
/// vision.
#[rustfmt::skip]
pub(super) const DISTANCES: [&[u8]; 20] = [
    &[],
    &[87],
    &[90, 165],
    &[116, 86, 85],
    &[79, 81, 200, 117],
    &[80, 116, 80, 142, 101],
    &[88, 174, 148, 96, 72, 198],
    &[75, 145, 76, 81, 79, 107, 125],
    &[67, 69, 77, 127, 71, 68, 75, 83],
    &[74, 158, 63, 66, 132, 66, 68, 65, 70],
    &[157, 67, 63, 93, 191, 69, 198, 88, 224, 147],
    &[64, 75, 111, 65, 64, 61, 122, 67, 83, 66, 139],
    &[134, 63, 70, 58, 149, 80, 154, 61, 171, 104, 59, 92],
    &[125, 136, 71, 61, 65, 72, 61, 57, 87, 55, 116, 59, 62],
    &[116, 110, 57, 65, 56, 54, 63, 133, 74, 60, 118, 109, 62, 70],
    &[66, 52, 118, 68, 124, 57, 147, 55, 67, 86, 93, 56, 55, 106, 54],
    &[61, 179, 53, 84, 215, 61, 184, 64, 150, 70, 61, 134, 101, 105, 117, 70],
    &[55, 94, 55, 53, 55, 139, 50, 95, 63, 100, 138, 77, 84, 87, 54, 52, 131],
    &[78, 55, 132, 53, 56, 124, 86, 84, 132, 105, 87, 56, 68, 50, 60, 60, 149, 49],
    &[58, 134, 160, 106, 52, 51, 54, 96, 107, 114, 61, 52, 62, 85, 117, 51, 58, 64, 61],
];
