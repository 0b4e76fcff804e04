//! The record of a finished job and its binary layout.
//!
//! ```text
//!   version  1     job  8     solutions  8     residues  4 + 4     placements  1 + 8     microseconds  8
//!   finished 8     session 8  device, engine, program  2 + n each  checksum  16
//! ```
//!
//! The numbers are sizes in bytes. Values are little-endian. The checksum covers everything before it and the hash of the
//! plan, so a record of another plan has a wrong checksum.

use queens::Count;
use sha2::{Digest, Sha256};

/// The version of the layout.
const VERSION: u8 = 1;
/// The size of the checksum in bytes.
const CHECKSUM: usize = 16;

/// The hash that identifies a plan.
pub type PlanHash = [u8; 32];

/// The result of a job and how it was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the job in the plan.
    pub job: u64,
    /// The weighted number of solutions, with its residues.
    pub count: Count,
    /// The number of queens placed, if they were counted.
    pub placements: Option<u64>,
    /// The time that it took.
    pub microseconds: u64,
    /// When it was finished: milliseconds since 1970.
    pub finished: u64,
    /// The session of the ledger that counted it.
    pub session: u64,
    /// The device that counted it.
    pub device: String,
    /// The engine that counted it.
    pub engine: String,
    /// The program and its version.
    pub program: String,
}

impl Record {
    /// The bytes of the record, for a ledger of this plan.
    pub fn encode(&self, plan: &PlanHash) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let mut number = |number: u64| bytes.extend(number.to_le_bytes());
        number(self.job);
        number(self.count.solutions);
        for residue in self.count.residues {
            bytes.extend((residue as u32).to_le_bytes());
        }
        bytes.push(self.placements.is_some().into());
        let numbers =
            [self.placements.unwrap_or(0), self.microseconds, self.finished, self.session];
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        for text in [&self.device, &self.engine, &self.program] {
            // A longer text is cut off between two characters.
            let most = text.len().min(u16::MAX.into());
            let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            let text = &text.as_bytes()[..end];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text);
        }
        Self::sealed(bytes, plan)
    }

    /// Any bytes with their checksum appended.
    fn sealed(mut bytes: Vec<u8>, plan: &PlanHash) -> Vec<u8> {
        let checksum = checksum(&bytes, plan);
        bytes.extend(checksum);
        bytes
    }

    /// Decodes a record of a ledger of this plan, or says what is wrong with the bytes.
    pub fn decode(bytes: &[u8], plan: &PlanHash) -> Result<Self, &'static str> {
        let split = bytes.len().checked_sub(CHECKSUM).ok_or("truncated record")?;
        let (body, sum) = bytes.split_at(split);
        if checksum(body, plan) != sum {
            return Err("checksum mismatch");
        }
        let mut reader = Reader(body);
        if reader.take::<1>()? != [VERSION] {
            return Err("unknown record version");
        }
        let job = reader.number()?;
        let solutions = reader.number()?;
        let residues = [reader.small()?, reader.small()?];
        let counted = match reader.take::<1>()? {
            [0] => false,
            [1] => true,
            _ => return Err("invalid flag in the record"),
        };
        let placements = reader.number()?;
        let record = Self {
            job,
            count: Count { solutions, residues },
            placements: counted.then_some(placements),
            microseconds: reader.number()?,
            finished: reader.number()?,
            session: reader.number()?,
            device: reader.text()?,
            engine: reader.text()?,
            program: reader.text()?,
        };
        match (reader.0.is_empty(), record.count.is_consistent(), counted || placements == 0) {
            (true, true, true) => Ok(record),
            (_, false, _) => {
                Err("count and checksum residues disagree; overflow or hardware error")
            }
            _ => Err("unexpected bytes in the record"),
        }
    }

    /// Whether another record has the same job and the same result.
    pub fn agrees(&self, other: &Self) -> bool {
        let result = |record: &Self| (record.job, record.count, record.placements);
        result(self) == result(other)
    }
}

fn checksum(body: &[u8], plan: &PlanHash) -> [u8; CHECKSUM] {
    let hash = Sha256::new().chain_update(b"queens record").chain_update(plan).chain_update(body);
    let mut sum = [0; CHECKSUM];
    sum.copy_from_slice(&hash.finalize()[..CHECKSUM]);
    sum
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let (taken, rest) = self.0.split_first_chunk().ok_or("truncated record")?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u64, &'static str> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn small(&mut self) -> Result<u64, &'static str> {
        Ok(u32::from_le_bytes(self.take()?).into())
    }

    fn text(&mut self) -> Result<String, &'static str> {
        let len = u16::from_le_bytes(self.take()?).into();
        let (text, rest) = self.0.split_at_checked(len).ok_or("truncated record")?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| "invalid UTF-8 in the record")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        pub(crate) fn records()(
            job: u64, solutions: u64, placements: Option<u64>, microseconds: u64, finished: u64,
            session: u64, device in ".{0,30}", engine in ".{0,30}", program in ".{0,30}",
        ) -> Record {
            let mut count = Count::default();
            count.add(solutions, 1).unwrap();
            Record { job, count, placements, microseconds, finished, session, device, engine, program }
        }
    }

    proptest! {
        #[test]
        fn records_decode_to_what_was_encoded(record in records(), plan: PlanHash) {
            prop_assert_eq!(Record::decode(&record.encode(&plan), &plan), Ok(record));
        }

        #[test]
        fn any_bytes_that_are_sealed_are_refused_or_encoded_back(
            record in records(), plan: PlanHash, changes: Vec<(usize, u8)>, cut in 0usize..40,
        ) {
            let mut bytes = record.encode(&plan);
            bytes.truncate(bytes.len() - CHECKSUM);
            for (place, byte) in changes {
                let place = place % bytes.len();
                bytes[place] = byte;
            }
            for len in [bytes.len(), bytes.len() - cut] {
                let sealed = Record::sealed(bytes[..len].to_vec(), &plan);
                if let Ok(record) = Record::decode(&sealed, &plan) {
                    prop_assert_eq!(record.encode(&plan), sealed);
                }
            }
        }

        #[test]
        fn a_record_of_another_plan_is_refused(record in records(), plan: PlanHash, bit in 0usize..256) {
            let mut other = plan;
            other[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Record::decode(&record.encode(&plan), &other).is_err());
        }

        #[test]
        fn any_flipped_bit_or_missing_byte_is_detected(record in records(), plan: PlanHash) {
            let bytes = record.encode(&plan);
            for bit in 0..8 * bytes.len() {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                prop_assert!(Record::decode(&flipped, &plan).is_err(), "bit {}", bit);
            }
            for len in 0..bytes.len() {
                prop_assert!(Record::decode(&bytes[..len], &plan).is_err(), "{} bytes", len);
            }
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_letter() {
        let mut record = crate::tests::record(1, 8, &"é".repeat(50_000));
        let decoded = Record::decode(&record.encode(&[0; 32]), &[0; 32]).unwrap();
        record.device = "é".repeat(32_767);
        assert_eq!(decoded, record);
    }
}
