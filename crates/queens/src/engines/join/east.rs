//! The quarters of the east, which many jobs use: built when first needed, and kept for all workers.

use super::layout::{Half, Layout};
use super::memory::NoMemory;
use super::pairing::Quarters;
use super::quarters::{Builder, Quarter, ScalarQuarter, VectorQuarter};
use std::sync::OnceLock;

/// Up to this number of rows of a half, quarters are kept.
///
/// On small boards building them again for each job would be most of the work: N = 18 takes 0.85 CPU seconds with kept
/// quarters and 2.20 without (`queens count 18 --method join --simd avx512 --threads 1`, best of 3, Zen 4, 2026-11-16).
/// On large boards building is little of the work and they are large: at N = 22 it is part of 12% of the time, and
/// keeping them would take 0.8 GB (`queens plan 22`).
const MAX_KEPT_HALF: usize = 10;
/// The quarters of the east for one position of the queen in the middle row.
#[derive(Debug)]
pub(super) struct East {
    pub(super) layout: Layout,
    /// By the columns of each quarter; empty if quarters are not kept.
    lower: Vec<Kept>,
    upper: Vec<Kept>,
}

/// A quarter that is built when it is first needed, if the memory suffices.
type Kept = OnceLock<Result<Built, NoMemory>>;

/// A quarter. For a set of columns and a half it is always of the same kind, because that depends on the number of queens.
#[derive(Debug)]
enum Built {
    Scalar(ScalarQuarter),
    Vector(VectorQuarter),
}

impl Built {
    fn memory(&self) -> usize {
        match self {
            Self::Scalar(quarter) => quarter.memory(),
            Self::Vector(quarter) => quarter.memory(),
        }
    }
}

impl East {
    pub(super) fn new(size: usize, middle: Option<usize>) -> Self {
        let half = size / 2;
        let kept = if half <= MAX_KEPT_HALF { 1 << half } else { 0 };
        let none = || (0..kept).map(|_| OnceLock::new()).collect();
        Self { layout: Layout::new(size, middle), lower: none(), upper: none() }
    }

    /// Whether quarters are kept.
    pub(super) fn is_kept(&self) -> bool {
        !self.lower.is_empty()
    }

    fn kept(&self, quarter: Quarter) -> Option<&Kept> {
        let quarters = match quarter.half {
            Half::Lower => &self.lower,
            Half::Upper => &self.upper,
        };
        quarters.get(quarter.columns as usize)
    }

    /// Two quarters, if they have been built already.
    pub(super) fn ready(&self, scalar: Quarter, vector: Quarter) -> Option<Quarters<'_>> {
        let built = |quarter| self.kept(quarter)?.get()?.as_ref().ok();
        match (built(scalar)?, built(vector)?) {
            (Built::Scalar(scalar), Built::Vector(vector)) => Some(Quarters { scalar, vector }),
            _ => unreachable!("a quarter is always of the same kind"),
        }
    }

    /// Two quarters, built if necessary; `None` if quarters are not kept.
    pub(super) fn built(
        &self,
        builder: &mut Builder,
        scalar: Quarter,
        vector: Quarter,
    ) -> Result<Option<Quarters<'_>>, NoMemory> {
        let (Some(first), Some(second)) = (self.kept(scalar), self.kept(vector)) else {
            return Ok(None);
        };
        let first = first.get_or_init(|| {
            let mut built = ScalarQuarter::default();
            builder.scalar(&self.layout, scalar, &mut built)?;
            Ok(Built::Scalar(built))
        });
        first.as_ref().map_err(|&error| error)?;
        let second = second.get_or_init(|| {
            let mut built = VectorQuarter::default();
            builder.vector(&self.layout, vector, &mut built)?;
            Ok(Built::Vector(built))
        });
        second.as_ref().map_err(|&error| error)?;
        Ok(self.ready(scalar, vector))
    }

    /// The bytes of all quarters once they are built, estimated from those that have been built.
    pub(super) fn expected_memory(&self) -> usize {
        let built = self.lower.iter().chain(&self.upper).filter_map(OnceLock::get);
        let (mut count, mut bytes) = (0, 0);
        for quarter in built.flatten() {
            count += 1;
            bytes += quarter.memory();
        }
        bytes.checked_div(count).unwrap_or(0) * self.lower.len()
    }
}
