//! The share of jobs that an audit counts again.

use std::fmt;
use std::str::FromStr;

/// The fraction of jobs that an audit counts again, from 0 to 1.
///
/// ```
/// use queens_ledger::AuditShare;
///
/// let share: AuditShare = "5%".parse()?;
/// assert_eq!((share, share.fraction()), (AuditShare::DEFAULT, 0.05));
/// assert!("5".parse::<AuditShare>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuditShare(f64);

impl AuditShare {
    /// One job in twenty.
    pub const DEFAULT: Self = Self(0.05);
    /// No audit.
    pub const NONE: Self = Self(0.0);

    /// A share from 0 to 1.
    pub fn new(fraction: f64) -> Option<Self> {
        (0.0..=1.0).contains(&fraction).then_some(Self(fraction))
    }

    /// The share as a number from 0 to 1.
    pub fn fraction(self) -> f64 {
        self.0
    }

    /// Whether the hash of a job is among this share of all hashes.
    pub(super) fn has(self, hash: u64) -> bool {
        // The upper 53 bits, which a float represents exactly.
        ((hash >> 11) as f64) < self.0 * (1_u64 << 53) as f64
    }
}

impl FromStr for AuditShare {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number, 100.0),
            None => (text, 1.0),
        };
        let digits = |number: &&str| number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let fraction = Some(number).filter(digits).and_then(|number| number.parse::<f64>().ok());
        fraction.and_then(|fraction| Self::new(fraction / unit)).ok_or_else(|| {
            "expected a share of all jobs from 0 to 1 or in percent, such as 0.05 or 5%".to_string()
        })
    }
}

impl fmt::Display for AuditShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", 100.0 * self.0)
    }
}
