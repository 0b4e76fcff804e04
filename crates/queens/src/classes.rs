//! The number of solutions up to symmetry, from three counts.

use crate::known::{published_classes, published_for};
use crate::{
    Backend, CheckError, Control, CountOf, Error, Plan, Problem, Queens, Request, Rotation, Rules,
};

/// The number of solutions of an empty board, and the numbers of those symmetric under rotations.
///
/// For N >= 2 no reflection maps a solution to itself. By Burnside's lemma the number of solutions that differ by more
/// than a symmetry is therefore (Q + R180 + 2 R90) / 8.
///
/// ```
/// use queens::Classes;
/// let eight = Classes { size: 8, all: 92, by_180: 4, by_90: 0 };
/// assert_eq!((eight.fundamental(), eight.check()), (12, Ok(())));
/// assert!(Classes { all: 93, ..eight }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The size of the board.
    pub size: usize,
    /// The number of all solutions, Q.
    pub all: u128,
    /// The number of solutions symmetric under the rotation by 180 degrees, R180.
    pub by_180: u128,
    /// The number of solutions symmetric under the rotation by 90 degrees, R90. R180 includes them.
    pub by_90: u128,
}

impl Classes {
    /// The number of solutions that differ by more than a rotation or reflection.
    pub fn fundamental(&self) -> u128 {
        match self.size {
            // The one solution is its own image under all symmetries.
            0 | 1 => self.all,
            _ => (self.all + self.by_180 + 2 * self.by_90) / 8,
        }
    }

    /// Checks the counts: solutions without symmetry come in classes of eight, those symmetric only under 180 degrees
    /// in classes of four, those symmetric under 90 degrees in classes of two.
    pub fn check(&self) -> Result<(), Error> {
        let parts = self.all.checked_sub(self.by_180).zip(self.by_180.checked_sub(self.by_90));
        let fits = parts.is_some_and(|(none, by_180_only)| {
            none.is_multiple_of(8) && by_180_only.is_multiple_of(4) && self.by_90.is_multiple_of(2)
        });
        if fits || self.size < 2 {
            return Ok(());
        }
        let Self { size, all, by_180, by_90 } = *self;
        Err(Error::Check(CheckError::NotSymmetric {
            size,
            all,
            symmetric: [(Rotation::By180, by_180), (Rotation::By90, by_90)],
        }))
    }
}

impl Classes {
    /// Up to this size the symmetric solutions take a negligible part of the time of a count, so they are always counted as a
    /// check.
    pub const QUICK: usize = 24;

    /// Whether the symmetric solutions by these rules can be counted.
    ///
    /// ```
    /// use queens::{Classes, Rules};
    /// assert!(Classes::known_for(Rules::Superqueens));
    /// assert!(!Classes::known_for(Rules::Torus));
    /// ```
    pub fn known_for(rules: Rules) -> bool {
        matches!(rules, Rules::Queens | Rules::Superqueens)
    }

    /// Counts the symmetric solutions of a plan that has this number of solutions in all.
    pub fn count(
        plan: &Plan,
        all: u128,
        backend: &dyn Backend,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let size = plan.size();
        let fixed = |rotation| -> Result<u128, Error> {
            Ok(plan.symmetric(rotation)?.run(backend, control)?.solutions)
        };
        Ok(Self { size, all, by_180: fixed(Rotation::By180)?, by_90: fixed(Rotation::By90)? })
    }
}

impl Plan {
    /// Whether the number of solutions up to symmetry follows from the symmetric counts: for all solutions of an empty board
    /// with N queens or superqueens, or with N + 1 queens and a pawn.
    pub fn has_classes(&self) -> bool {
        let Problem { board, rules, only, queens } = self.problem();
        let numbers = [Queens::Full, Queens::WithPawn];
        board.is_empty() && Classes::known_for(*rules) && only.is_none() && numbers.contains(queens)
    }

    /// The plan that counts only the solutions symmetric under a rotation.
    pub fn symmetric(&self, rotation: Rotation) -> Result<Self, Error> {
        Request::of(self.problem().clone()).only(rotation).plan()
    }

    /// Checks counts by symmetry, and compares the numbers of symmetric solutions and of solutions up to symmetry with the
    /// published ones, if there are any.
    pub fn check_classes(&self, classes: &Classes) -> Result<(), Error> {
        classes.check()?;
        for (rotation, counted) in
            [(Rotation::By180, classes.by_180), (Rotation::By90, classes.by_90)]
        {
            let symmetric = Problem { only: Some(rotation), ..self.problem().clone() };
            self.compare_published(
                counted,
                published_for(&symmetric),
                CountOf::Symmetric(rotation),
            )?;
        }
        let published = published_classes(self.problem());
        self.compare_published(classes.fundamental(), published, CountOf::Classes)
    }

    fn compare_published(
        &self,
        counted: u128,
        published: Option<u128>,
        of: CountOf,
    ) -> Result<(), Error> {
        match published {
            Some(published) if published != counted => {
                let (size, name) = (self.size(), self.name());
                Err(Error::Check(CheckError::NotPublished { size, name, counted, of, published }))
            }
            _ => Ok(()),
        }
    }

    /// The published number that the sum of all jobs must equal, if there is one.
    pub fn published(&self) -> Option<u128> {
        published_for(self.problem())
    }

    /// Compares the sum of all jobs with the published number, if there is one.
    ///
    /// ```
    /// use queens::Request;
    /// let plan = Request::count(8)?.plan()?;
    /// assert_eq!(plan.check_published(92), Ok(()));
    /// let error = plan.check_published(100).unwrap_err();
    /// assert_eq!(error.to_string(), "N = 8: method 'stacked' counted 100 solutions, published: 92");
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn check_published(&self, solutions: u128) -> Result<(), Error> {
        let of = self.only().map_or(CountOf::Solutions, CountOf::Symmetric);
        self.compare_published(solutions, self.published(), of)
    }

    /// Checks the sum of all jobs: compares it with the published number and, up to N = 24, with the numbers of symmetric
    /// solutions, which a backend counts.
    pub fn check_total(
        &self,
        solutions: u128,
        backend: &dyn Backend,
        control: &dyn Control,
    ) -> Result<(), Error> {
        self.check_published(solutions)?;
        if !self.has_classes() || self.size() > Classes::QUICK {
            return Ok(());
        }
        self.check_classes(&Classes::count(self, solutions, backend, control)?)
    }
}
