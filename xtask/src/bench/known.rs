//! Published values, as part of this program, so that it can run where the project is not.

use anyhow::{Context, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Known {
    solutions: Sequence,
    tree_nodes_with_root: Sequence,
}

/// The values of a sequence from N = 0 on.
#[derive(Deserialize)]
struct Sequence {
    values: Vec<String>,
}

impl Sequence {
    fn numbers(&self) -> Result<Vec<u128>> {
        self.values.iter().map(|value| value.parse().with_context(|| value.clone())).collect()
    }

    fn at(&self, n: u32) -> Result<u128> {
        let value = self.values.get(n as usize);
        Ok(value.with_context(|| format!("no published value for N = {n}"))?.parse()?)
    }
}

fn known() -> Result<Known> {
    Ok(serde_json::from_str(include_str!("../../../crates/queens/data/known.json"))?)
}

/// The numbers of solutions from N = 0 on: OEIS A000170.
pub fn solutions() -> Result<Vec<u128>> {
    known()?.solutions.numbers()
}

/// The number of solutions.
pub fn solutions_of(n: u32) -> Result<u128> {
    known()?.solutions.at(n)
}

/// The placements of a half-board search: half of those of plain backtracking, which are OEIS A319283 minus one for the empty board.
pub fn half_placements(n: u32) -> Result<u64> {
    let plain = known()?.tree_nodes_with_root.at(n)? - 1;
    Ok(plain.div_ceil(2).try_into()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        assert_eq!(solutions_of(8).unwrap(), 92);
        assert_eq!(solutions().unwrap()[27], 234_907_967_154_122_528);
        assert!(solutions_of(99).is_err());
        assert_eq!(half_placements(8).unwrap(), 1028);
        assert_eq!(half_placements(15).unwrap(), 85_564_536);
    }
}
