//! Sets of rows, of columns and of diagonals, each in one 64-bit word.
//!
//! The operators are those of sets: `|` is union, `&` intersection, `-` difference. Sets of different kinds have different
//! types. Bit numbers count from 0; 64 bits hold the 63 diagonals of a 32 x 32 board.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

macro_rules! set_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(u64);

        impl $name {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set of the members `0..n`.
            #[inline]
            pub const fn first(n: usize) -> Self {
                if n >= 64 { Self(u64::MAX) } else { Self((1 << n) - 1) }
            }

            /// The set with one member.
            #[inline]
            pub const fn only(member: usize) -> Self {
                Self(1 << member)
            }

            /// The set whose members are the 1-bits of `bits`.
            #[inline]
            pub const fn from_bits(bits: u64) -> Self {
                Self(bits)
            }

            /// The set as a number: member `i` is bit `i`.
            #[inline]
            pub const fn bits(self) -> u64 {
                self.0
            }

            /// Whether `member` belongs to the set.
            #[inline]
            pub const fn contains(self, member: usize) -> bool {
                self.0 >> member & 1 != 0
            }

            /// Whether the set has no member.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The set of the smallest member only. It is empty if the set is empty.
            #[inline]
            pub const fn lowest(self) -> Self {
                Self(self.0 & self.0.wrapping_neg())
            }

            /// Removes the smallest member and returns it as a set, which is empty if the set was empty.
            #[inline]
            pub const fn take_lowest(&mut self) -> Self {
                let lowest = self.lowest();
                self.0 &= self.0.wrapping_sub(1);
                lowest
            }

            /// The smallest member, or 64 if the set is empty.
            #[inline]
            pub const fn smallest(self) -> usize {
                self.0.trailing_zeros() as usize
            }

            /// The set with every member increased by one.
            #[inline]
            pub const fn up(self) -> Self {
                Self(self.0 << 1)
            }

            /// The set with every member decreased by one. Member 0 is removed.
            #[inline]
            pub const fn down(self) -> Self {
                Self(self.0 >> 1)
            }

            /// The members in ascending order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = usize> {
                let mut rest = self;
                std::iter::from_fn(move || {
                    let lowest = rest.take_lowest();
                    (!lowest.is_empty()).then(|| lowest.smallest())
                })
            }
        }

        impl BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }

        impl FromIterator<usize> for $name {
            fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
                members.into_iter().fold(Self::EMPTY, |set, member| set | Self::only(member))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

set_type! {
    /// A set of rows.
    ///
    /// ```
    /// use queens::Rows;
    /// let closed: Rows = [0, 5, 7].into_iter().collect();
    /// let free = Rows::first(8) - closed;
    /// assert_eq!(free.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 6]);
    /// assert_eq!(free.lowest(), Rows::only(1));
    /// ```
    Rows
}

set_type! {
    /// A set of columns.
    ///
    /// ```
    /// use queens::Columns;
    /// let taken: Columns = [0, 5, 7].into_iter().collect();
    /// assert_eq!(taken.bits(), 161);
    /// ```
    Columns
}

set_type! {
    /// A set of diagonals of one direction, numbered `row + col` or `row - col + size - 1`.
    Diagonals
}
