//! The self-test of a device: counts of solutions and of placed queens that are known.

use crate::Finished;
use crate::work::{UnitSize, Work};
use queens::{Error, Method, Plan, Request, Total, published};

/// The placements of plain backtracking in each column for N = 10, row 10 of A319284.
const LEVELS_OF_10: [u64; 10] = [10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724];

/// A number that a device counted wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {counted}, expected {right}")]
pub struct Wrong {
    what: String,
    counted: u128,
    right: u128,
}

/// Compares counts of a device with known ones. Every kernel is used. The result is the first number that is wrong.
pub(super) fn self_test(
    units: UnitSize,
    run: &mut dyn FnMut(&Work, &mut Finished<'_>) -> Result<(), Error>,
) -> Result<Option<Wrong>, Error> {
    // The size of the board that is counted by the kernels without the marker bit.
    let without_marks = match units {
        UnitSize::Warp => 13,
        UnitSize::Lane => 11,
    };
    let mut count = |plan: &Plan, is_marked: bool| {
        let mut total = Total::new(plan);
        let mut work = Work::new(plan, &plan.all_jobs(), units, "the self-test")?;
        if !is_marked {
            work.without_marks();
        }
        run(&work, &mut |job, result| total.add(job, &result))?;
        Ok::<_, Error>(total)
    };
    let mut compared = Vec::new();
    let mut compare = |what: String, counted: u128, right: u128| {
        compared.push(Wrong { what, counted, right });
    };
    let q = |size: usize| (format!("Q({size})"), published(size).unwrap_or_default());
    for (size, is_marked) in [(12, true), (without_marks, false)] {
        let plan = Request::count(size)?.method(Method::CROSS).plan()?;
        let (what, right) = q(size);
        compare(what, count(&plan, is_marked)?.solutions, right);
    }
    let plan = Request::count(10)?.method(Method::BITMASK).statistics().plan()?;
    let total = count(&plan, true)?;
    let (what, right) = q(10);
    compare(what, total.solutions, right);
    let placements = total.statistics.unwrap_or_default().placements;
    // A319283(10) - 1
    compare("the number of placements for N = 10".to_string(), placements.into(), 35_538);
    let levels = count(&Request::count(10)?.by_level().plan()?, true)?.by_level.unwrap_or_default();
    let columns = "the number of columns for N = 10".to_string();
    compare(columns, levels.len() as u128, LEVELS_OF_10.len() as u128);
    for (column, (counted, right)) in levels.into_iter().zip(LEVELS_OF_10).enumerate() {
        let what = format!("the number of placements in column {} for N = 10", column + 1);
        compare(what, counted.into(), right.into());
    }
    Ok(compared.into_iter().find(|Wrong { counted, right, .. }| counted != right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::twin;

    /// The twin as a device, which forgets the first job of the count with this number.
    fn tested(forgotten: Option<usize>) -> Option<String> {
        let mut counts = 0..;
        let mut run = |work: &Work, finished: &mut Finished<'_>| {
            let forgets = counts.next() == forgotten;
            for counted in twin::run_work(work)?.into_iter().skip(usize::from(forgets)) {
                finished(counted.job, counted.result)?;
            }
            Ok(())
        };
        let wrong = self_test(UnitSize::Warp, &mut run).unwrap();
        wrong.map(|wrong| wrong.what)
    }

    #[test]
    fn a_wrong_count_of_every_kind_is_found() {
        assert_eq!(tested(None), None);
        let column = "the number of placements in column 1 for N = 10";
        for (count, what) in ["Q(12)", "Q(13)", "Q(10)", column].into_iter().enumerate() {
            assert_eq!(tested(Some(count)).as_deref(), Some(what));
        }
        assert_eq!(tested(Some(4)), None);
    }
}
