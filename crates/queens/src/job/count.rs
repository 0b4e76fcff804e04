//! Counts that show when they are wrong.

/// A number of solutions, and what it leaves when divided by two primes. The remainders are accumulated apart from the sum, so
/// that an overflow or a flipped bit in one of the three shows.
///
/// ```
/// use queens::Count;
/// let mut count = Count::default();
/// count.add(11, 8).unwrap();
/// count.add(1, 4).unwrap();
/// assert_eq!((count.solutions, count.is_consistent()), (92, true));
/// assert!(!Count { solutions: 93, ..count }.is_consistent());
/// assert!(count.add(u64::MAX, 2).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Solutions, with those that stand for several counted as often.
    pub solutions: u64,
    /// The remainders by [`Count::MODULI`].
    pub residues: [u64; 2],
}

impl Count {
    /// The two largest primes below 2^32.
    pub const MODULI: [u64; 2] = [4_294_967_291, 4_294_967_279];

    /// Adds solutions with the weight of each. None if the sum does not fit 64 bits.
    pub fn add(&mut self, found: u64, weight: u64) -> Option<()> {
        for (residue, modulus) in self.residues.iter_mut().zip(Self::MODULI) {
            *residue = (*residue + (found % modulus) * (weight % modulus) % modulus) % modulus;
        }
        self.solutions = self.solutions.checked_add(found.checked_mul(weight)?)?;
        Some(())
    }

    /// Whether the remainders are those of the sum.
    pub fn is_consistent(&self) -> bool {
        let residues = Self::MODULI.map(|modulus| self.solutions % modulus);
        self.residues == residues
    }
}
