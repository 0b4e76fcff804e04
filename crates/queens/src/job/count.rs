//! Counts with residues, which detect errors of the hardware.

/// A number of solutions with its residues modulo two primes.
///
/// Each number that is added changes the count and its residues separately. So a bit that flips in the count is detected if it flips
/// after the first number was added: while a job runs that adds many numbers, when the count is stored or sent, and when jobs are
/// added up.
///
/// `cross` adds a number for each few thousand states, `join` one for each set of columns. The other engines and GPUs count a job in
/// one counter and add it when the job is done: an error of that counter is not detected here. A second count of the job detects it
/// ([`Plan::double_check`](crate::Plan::double_check)). An overflow is an error of [`add`](Self::add).
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
