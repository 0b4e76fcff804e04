//! Counts with residues, which detect errors.

/// A number of solutions with its residues modulo two primes.
///
/// The residues are accumulated separately from the number, so that an overflow or a flipped bit is detected.
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
    /// The number of solutions, each multiplied by its weight.
    pub solutions: u64,
    /// The residues of the number modulo [`Count::MODULI`].
    pub residues: [u64; 2],
}

impl Count {
    /// The two largest primes below 2^32.
    pub const MODULI: [u64; 2] = [4_294_967_291, 4_294_967_279];

    /// Adds `found` solutions that count `weight` times each. Returns `None` if the sum does not fit into 64 bits.
    pub fn add(&mut self, found: u64, weight: u64) -> Option<()> {
        for (residue, modulus) in self.residues.iter_mut().zip(Self::MODULI) {
            *residue = (*residue + (found % modulus) * (weight % modulus) % modulus) % modulus;
        }
        self.solutions = self.solutions.checked_add(found.checked_mul(weight)?)?;
        Some(())
    }

    /// Whether the residues are those of the number.
    pub fn is_consistent(&self) -> bool {
        let residues = Self::MODULI.map(|modulus| self.solutions % modulus);
        self.residues == residues
    }
}
