//! The vector instructions that the engines `cross` and `join` use, chosen at run time.

use crate::{Error, RequestError};
use std::fmt;
use std::str::FromStr;

/// A set of vector instructions. The counts do not depend on it, only the speed.
///
/// ```
/// use queens::Simd;
/// assert!(Simd::available().any(|simd| simd == Simd::Portable));
/// println!("this CPU supports {}", Simd::best());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Simd {
    /// Plain Rust, for every CPU.
    Portable,
    /// NEON, on every 64-bit ARM CPU that runs a common operating system.
    Neon,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT, on most x86-64 CPUs since 2013.
    Avx2,
    /// AVX-512 (F, BW, VL, VPOPCNTDQ), on Intel server CPUs since 2019 and AMD CPUs since 2022.
    Avx512,
}

impl Simd {
    /// All sets, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Neon, Self::Avx2, Self::Avx512];

    /// Whether this CPU supports the set.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            // The interpreter Miri implements few of the instructions.
            _ if cfg!(miri) => false,
            // The tables of lanes assume little-endian vectors.
            #[cfg(target_arch = "aarch64")]
            Self::Neon => {
                cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("neon")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                std::is_x86_feature_detected!("avx2")
                    && std::is_x86_feature_detected!("bmi1")
                    && std::is_x86_feature_detected!("bmi2")
                    && std::is_x86_feature_detected!("lzcnt")
                    && std::is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512bw")
                    && std::is_x86_feature_detected!("avx512vl")
                    && std::is_x86_feature_detected!("avx512vpopcntdq")
            }
            _ => false,
        }
    }

    /// The sets that this CPU supports, the narrowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|simd| simd.is_available())
    }

    /// The widest set that this CPU supports.
    pub fn best() -> Self {
        Self::available().last().expect("portable code runs everywhere")
    }

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Simd {
    type Err = Error;

    /// Reads the name of a set that this CPU supports.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::available()
            .find(|simd| simd.name() == name)
            .ok_or_else(|| Error::Request(RequestError::UnknownSimd { name: name.to_string() }))
    }
}

/// Defines the proof that the CPU has a set of vector instructions: only a check makes a value.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! proof {
    ($name:ident) => {
        /// Proof that the CPU has the set of this name.
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            pub(crate) fn new() -> Option<Self> {
                Simd::$name.is_available().then_some(Self(()))
            }
        }
    };
}

#[cfg(target_arch = "aarch64")]
proof!(Neon);
#[cfg(target_arch = "x86_64")]
proof!(Avx2);
#[cfg(target_arch = "x86_64")]
proof!(Avx512);

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Every CPU with AVX-512 has AVX2.
    #[inline(always)]
    pub(crate) fn avx2(self) -> Avx2 {
        Avx2(())
    }
}

/// Defines methods that are a single expression each.
macro_rules! operations {
    ($($(#[$attribute:meta])*
    fn $name:ident($self:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;)*) => {
        $($(#[$attribute])*
        #[inline(always)]
        fn $name($self $(, $argument: $type)*) -> $result {
            $value
        })*
    };
}

/// The same with instructions that `self` proves the CPU to have. They must not take pointers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! instructions {
    ($($(#[$attribute:meta])*
    fn $name:ident($self:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;)*) => {
        $crate::simd::operations! {
            // SAFETY: `self` proves that the CPU has the instructions.
            $($(#[$attribute])*
            #[allow(unused_unsafe)]
            fn $name($self $(, $argument: $type)*) -> $result = unsafe { $value };)*
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use instructions;
pub(crate) use operations;

/// Runs a check with plain Rust and with every set of vector instructions that this CPU has.
#[cfg(test)]
macro_rules! every_set {
    ($check:ident ( $($argument:expr),* )) => {{
        $check(Portable, $($argument),*)?;
        #[cfg(target_arch = "aarch64")]
        if let Some(proof) = crate::simd::Neon::new() {
            $check(proof, $($argument),*)?;
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = crate::simd::Avx2::new() {
                $check(proof, $($argument),*)?;
            }
            if let Some(proof) = crate::simd::Avx512::new() {
                $check(proof, $($argument),*)?;
            }
        }
    }};
}

#[cfg(test)]
pub(crate) use every_set;
