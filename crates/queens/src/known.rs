//! The published numbers of solutions. Counts are checked against them and never taken from them.

use crate::Rules;

/// Solutions for N = 0..=27: OEIS A000170.
const PUBLISHED: [u128; 28] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// Solutions on a torus up to N = 34, for the sizes that have any: OEIS A007705.
const TORUS: [(usize, u128); 11] = [
    (1, 1),
    (5, 10),
    (7, 28),
    (11, 88),
    (13, 4_524),
    (17, 140_692),
    (19, 820_496),
    (23, 128_850_048),
    (25, 1_957_725_000),
    (29, 605_917_055_356),
    (31, 13_404_947_681_712),
];

/// Solutions for superqueens, N = 1..=26: OEIS A051223.
const SUPERQUEENS: [u128; 26] = [
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    4,
    44,
    156,
    1_876,
    5_180,
    32_516,
    202_900,
    1_330_622,
    8_924_976,
    64_492_432,
    495_864_256,
    3_977_841_852,
    34_092_182_276,
    306_819_842_212,
    2_883_202_816_808,
    28_144_109_776_812,
    286_022_102_245_804,
];

/// Solutions for semi-queens, N = 0..=21: OEIS A099152.
const SEMIQUEENS: [u128; 22] = [
    1,
    1,
    1,
    3,
    7,
    23,
    83,
    405,
    2_113,
    12_657,
    82_297,
    596_483,
    4_698_655,
    40_071_743,
    367_854_835,
    3_622_508_685,
    38_027_715_185,
    424_060_091_065,
    5_006_620_130_753,
    62_395_131_973_755,
    818_456_924_866_815,
    11_271_715_349_614_463,
];

/// Solutions for reflecting queens, N = 0..=23: OEIS A007631.
const REFLECTING: [u128; 24] = [
    1,
    1,
    0,
    0,
    2,
    4,
    0,
    2,
    10,
    32,
    38,
    140,
    496,
    1_186,
    3_178,
    16_792,
    82_038,
    289_566,
    1_139_874,
    5_914_118,
    33_800_010,
    142_337_180,
    721_286_448,
    4_384_569_864,
];

/// Returns the published number of solutions of the empty board by these rules, or `None` if none is published.
///
/// ```
/// use queens::{Rules, published_by};
/// assert_eq!(published_by(Rules::Torus, 13), Some(4524));
/// assert_eq!(published_by(Rules::Regions, 8), None);
/// ```
pub fn published_by(rules: Rules, size: usize) -> Option<u128> {
    match (rules, size) {
        (Rules::Queens, _) => published(size),
        (Rules::Torus, 1..=34) => {
            let known = TORUS.iter().find(|&&(n, _)| n == size);
            Some(known.map_or(0, |&(_, solutions)| solutions))
        }
        (Rules::Superqueens, 1..) => SUPERQUEENS.get(size - 1).copied(),
        (Rules::Semiqueens, _) => SEMIQUEENS.get(size).copied(),
        (Rules::Reflecting, _) => REFLECTING.get(size).copied(),
        _ => None,
    }
}

/// Returns the published number of solutions of the empty board, or `None` if none is published.
///
/// ```
/// assert_eq!(queens::published(8), Some(92));
/// assert_eq!(queens::published(28), None);
/// ```
pub fn published(size: usize) -> Option<u128> {
    PUBLISHED.get(size).copied()
}
