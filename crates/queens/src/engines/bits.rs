//! The bits of a mask, which most engines try one after the other.

use std::ops::{BitAnd, BitXor, Sub};

/// The bits of a mask, each as a mask, from the lowest to the highest.
#[inline(always)]
pub(super) fn bits<T>(mask: T) -> impl Iterator<Item = T>
where
    T: Copy + PartialEq + From<u8> + BitAnd<Output = T> + BitXor<Output = T> + Sub<Output = T>,
{
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == T::from(0) {
            return None;
        }
        let others = rest & (rest - T::from(1));
        let lowest = rest ^ others;
        rest = others;
        Some(lowest)
    })
}
