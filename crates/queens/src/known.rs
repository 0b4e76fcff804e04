//! The published numbers of solutions. Counts are checked against them and never taken from them.

use crate::{Problem, Queens, Rotation, Rules};

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

/// Arrangements of 7 queens, N = 1..=20: OEIS A178721.
const SEVEN: [u128; 20] = [
    0,
    0,
    0,
    0,
    0,
    0,
    40,
    3_192,
    119_180,
    2_119_176,
    23_636_352,
    186_506_000,
    1_131_544_008,
    5_613_017_128,
    23_670_094_984,
    87_463_182_432,
    289_367_715_488,
    872_345_119_896,
    2_427_609_997_716,
    6_305_272_324_272,
];

/// Arrangements of 8 queens, N = 1..=17: OEIS A252593.
const EIGHT: [u128; 17] = [
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    92,
    13_848,
    636_524,
    14_803_480,
    207_667_564,
    2_008_758_532,
    14_752_426_528,
    87_154_016_752,
    432_539_436_508,
    1_858_901_487_620,
];

/// Arrangements of any number of queens, N = 0..=15: OEIS A287227.
const ANY: [u128; 16] = [
    1,
    2,
    5,
    18,
    87,
    462,
    2_635,
    16_870,
    118_969,
    915_442,
    7_535_369,
    66_807_234,
    633_443_407,
    6_354_135_838,
    67_480_769_839,
    754_734_433_310,
];

/// Maximal arrangements, N = 1..=15: OEIS A146303.
const MAXIMAL: [u128; 15] = [
    1,
    4,
    9,
    18,
    58,
    348,
    1_862,
    10_188,
    57_600,
    376_692,
    2_640_422,
    19_469_324,
    151_978_440,
    1_258_451_524,
    10_963_084_588,
];

/// Arrangements of N + 1 queens and a pawn up to symmetry, N = 1..=16: OEIS A103331.
const WITH_PAWN: [u128; 16] =
    [0, 0, 0, 0, 0, 2, 3, 16, 52, 286, 1_403, 8_214, 54_756, 389_833, 2_923_757, 22_932_960];

/// Solutions symmetric under 180 degrees, N = 1..=32: OEIS A032522.
const BY_180: [u128; 32] = [
    1,
    0,
    0,
    2,
    2,
    4,
    8,
    4,
    16,
    12,
    48,
    80,
    136,
    420,
    1_240,
    3_000,
    8_152,
    18_104,
    44_184,
    144_620,
    375_664,
    1_250_692,
    3_581_240,
    11_675_080,
    34_132_592,
    115_718_268,
    320_403_024,
    1_250_901_440,
    3_600_075_088,
    14_589_438_024,
    43_266_334_696,
    181_254_386_312,
];

/// Solutions symmetric under 90 degrees, N = 1..=32: OEIS A033148.
const BY_90: [u128; 32] = [
    1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3_328, 3_264, 0, 0,
    32_896, 43_776, 0, 0, 406_784,
];

/// Solutions for superqueens up to symmetry, N = 1..=26: OEIS A051224.
const SUPERQUEENS_CLASSES: [u128; 26] = [
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    6,
    22,
    239,
    653,
    4_089,
    25_411,
    166_463,
    1_115_871,
    8_062_150,
    61_984_976,
    497_236_090,
    4_261_538_564,
    38_352_532_487,
    360_400_504_834,
    3_518_014_210_402,
    35_752_764_285_788,
];

/// Solutions for superqueens symmetric under 90 degrees up to symmetry, N = 1..=21: OEIS A352661.
const SUPERQUEENS_BY_90: [u128; 21] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 12, 17, 0, 0, 60, 82];

/// Solutions for superqueens symmetric under 180 but not 90 degrees up to symmetry, N = 1..=21: OEIS A352662.
const SUPERQUEENS_BY_180_ONLY: [u128; 21] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 6, 11, 49, 79, 245, 498, 1_192, 3_798, 11_594];

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

/// Returns the published number of arrangements with this many queens on the empty board, or `None` if none is published.
///
/// ```
/// use queens::{Queens, published_with};
/// assert_eq!(published_with(Queens::Exactly(8), 9), Some(13_848));
/// assert_eq!(published_with(Queens::Exactly(3), 9), None);
/// ```
pub fn published_with(queens: Queens, size: usize) -> Option<u128> {
    let from_1 = |terms: &[u128]| terms.get(size.checked_sub(1)?).copied();
    match queens {
        Queens::Full => published(size),
        Queens::Exactly(7) => from_1(&SEVEN),
        Queens::Exactly(8) => from_1(&EIGHT),
        Queens::Any => ANY.get(size).copied(),
        Queens::Maximal => from_1(&MAXIMAL),
        Queens::Exactly(_) | Queens::WithPawn => None,
    }
}

/// Returns the published number of solutions symmetric under a rotation, by the rules of queens or superqueens, or `None` if none
/// is published. For superqueens the symmetry classes are published: those symmetric under 90 degrees have two solutions
/// each, those symmetric under 180 degrees only have four.
///
/// ```
/// use queens::{Rotation, Rules, published_symmetric};
/// assert_eq!(published_symmetric(Rules::Queens, Rotation::By180, 8), Some(4));
/// assert_eq!(published_symmetric(Rules::Torus, Rotation::By180, 8), None);
/// ```
pub fn published_symmetric(rules: Rules, rotation: Rotation, size: usize) -> Option<u128> {
    let at = |terms: &[u128]| terms.get(size.checked_sub(1)?).copied();
    match (rules, rotation) {
        (Rules::Queens, Rotation::By180) => at(&BY_180),
        (Rules::Queens, Rotation::By90) => at(&BY_90),
        // The one solution of the smallest board is a class of its own.
        (Rules::Superqueens, _) if size == 1 => Some(1),
        (Rules::Superqueens, Rotation::By180) => {
            Some(2 * at(&SUPERQUEENS_BY_90)? + 4 * at(&SUPERQUEENS_BY_180_ONLY)?)
        }
        (Rules::Superqueens, Rotation::By90) => Some(2 * at(&SUPERQUEENS_BY_90)?),
        _ => None,
    }
}

/// Returns the published number of solutions of a problem up to symmetry, or `None` if none is published or if it follows from
/// other published numbers that counts are compared with.
pub(crate) fn published_classes(problem: &Problem) -> Option<u128> {
    let Problem { board, rules, only, queens } = problem;
    let terms: &[u128] = match (rules, queens) {
        (Rules::Queens, Queens::WithPawn) => &WITH_PAWN,
        (Rules::Superqueens, Queens::Full) => &SUPERQUEENS_CLASSES,
        _ => return None,
    };
    let number = terms.get(board.size().checked_sub(1)?).copied();
    number.filter(|_| board.is_empty() && only.is_none())
}

/// The published number of solutions of a problem, or `None` if none is published.
pub(crate) fn published_for(problem: &Problem) -> Option<u128> {
    let Problem { board, rules, only, queens } = problem;
    let number = match (queens, only) {
        (Queens::Full, Some(rotation)) => published_symmetric(*rules, *rotation, board.size()),
        (Queens::Full, None) => published_by(*rules, board.size()),
        (queens, None) => published_with(*queens, board.size()),
        (_, Some(_)) => None,
    };
    number.filter(|_| board.is_empty())
}
