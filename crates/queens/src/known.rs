//! The published numbers of solutions, to check counts against.

/// Solutions for N = 0..=27: OEIS A000170. No count is ever read from here; it is compared with it.
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

/// The published number of solutions of the empty board, where there is one.
///
/// ```
/// assert_eq!(queens::published(8), Some(92));
/// assert_eq!(queens::published(28), None);
/// ```
pub fn published(size: usize) -> Option<u128> {
    PUBLISHED.get(size).copied()
}
