//! The header of a ledger: its plan, or a shard of the plan.

use crate::record::PlanHash;
use queens::engines::{ENGINES, Statistic};
use queens::{BackendError, Error, Method, Plan, Queens, Request, Rules, Weight};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The number of jobs whose boards are part of the hash of a plan: if the cut changes, so do they.
const SAMPLE: u64 = 4;

/// A shard of a plan: every `of`-th job. `index` counts from 1.
///
/// ```
/// use queens_ledger::Shard;
///
/// let shard: Shard = "3/8".parse()?;
/// assert_eq!(shard, Shard { index: 3, of: 8 });
/// assert!(shard.has(2) && shard.has(10) && !shard.has(3));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// Whether a job belongs to the shard. Neighbouring jobs take similar time, so they belong to different shards.
    pub fn has(&self, job: u64) -> bool {
        job % self.of == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok());
        let parts = text
            .split_once('/')
            .and_then(|(index, of)| Some(Self { index: number(index)??, of: number(of)?? }));
        let is_valid = |shard: &Self| (1..=shard.of).contains(&shard.index) && shard.of <= 1 << 32;
        parts
            .filter(is_valid)
            .ok_or_else(|| "expected I/K with I from 1 to K, such as 3/8".to_string())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// The plan of a ledger, and its shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The size of the board.
    pub size: usize,
    /// The method that cuts it into jobs, or the engine if another number of queens than N is counted.
    pub method: Method,
    /// The number of queens.
    pub queens: Queens,
    /// Whether placements are counted.
    pub statistics: bool,
    /// The version of the cut.
    pub version: u32,
    /// The number of jobs of the whole plan.
    pub jobs: u64,
    /// The hash of these values and of the boards that some jobs count.
    pub hash: PlanHash,
    /// The shard, if the ledger is not for all jobs.
    pub shard: Option<Shard>,
}

impl Header {
    /// The header for a plan that counts all solutions of an empty board.
    pub fn new(plan: &Plan, shard: Option<Shard>) -> Result<Self, Error> {
        let counts_all = plan.rules() == Rules::Queens && plan.only().is_none();
        if !counts_all || !plan.board().is_empty() || plan.tally() {
            let reason =
                "it saves only counts of all solutions of an empty board by the rules 'queens'";
            return Err(Error::Backend(BackendError::Unsupported {
                backend: "a ledger",
                reason: reason.to_string(),
            }));
        }
        if plan.details().by_level {
            let reason = "it saves the placements of a job, but not by level".to_string();
            return Err(Error::Backend(BackendError::Unsupported { backend: "a ledger", reason }));
        }
        let method = Method::new(plan.engine().info());
        let others = |statistic: &Statistic| statistic.name != "placements";
        if plan.statistics() && method.info().statistics.iter().any(others) {
            let reason = format!(
                "it saves only the placements, but '{method}' has other statistics; use 'bitmask' or 'stacked'"
            );
            return Err(Error::Backend(BackendError::Unsupported { backend: "a ledger", reason }));
        }
        Ok(Self {
            size: plan.size(),
            method,
            queens: plan.queens(),
            statistics: plan.statistics(),
            version: Plan::VERSION,
            jobs: plan.jobs(),
            hash: hash(plan)?,
            shard,
        })
    }

    /// Makes the plan again.
    pub fn plan(&self) -> Result<Plan, Error> {
        let request = Request::count(self.size)?;
        let request = match self.queens {
            Queens::Full => request.method(self.method),
            queens => request.queens(queens),
        };
        if self.statistics { request.statistics().plan() } else { request.plan() }
    }

    /// The method and the number of queens, as ledgers store them: `cross`, `exactly 8`. These texts are part of the ledger
    /// format and must never change.
    pub(crate) fn method_text(&self) -> String {
        match self.queens {
            Queens::Full => self.method.to_string(),
            queens => format!("{} {queens}", self.method),
        }
    }

    /// Reads the text of [`method_text`](Self::method_text). The method is `known` if it has the right name, otherwise one of
    /// the library.
    pub(crate) fn read_method(text: &str, known: Option<Method>) -> Option<(Method, Queens)> {
        let Some((name, queens)) = text.split_once(' ') else {
            let method = known.filter(|known| known.name() == text);
            return Some((method.or_else(|| text.parse().ok())?, Queens::Full));
        };
        let info = ENGINES.iter().find(|info| info.name == name)?;
        let queens = queens.parse().ok().filter(|&queens| queens != Queens::Full)?;
        Some((Method::new(info), queens))
    }

    /// Whether a job belongs to the ledger.
    pub fn has(&self, job: u64) -> bool {
        job < self.jobs && self.shard.is_none_or(|shard| shard.has(job))
    }

    /// The number of jobs that belong to the ledger.
    pub fn own_jobs(&self) -> u64 {
        match self.shard {
            Some(Shard { index, of }) => (self.jobs + of - index) / of,
            None => self.jobs,
        }
    }

    /// The first difference to another header: what differs, and the two values. The shard is not compared.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let steps = |header: &Self| if header.statistics { "counted" } else { "not counted" };
        let fields: [(&'static str, String, String); 7] = [
            ("N", self.size.to_string(), other.size.to_string()),
            ("the number of queens", self.queens.to_string(), other.queens.to_string()),
            ("the method", self.method.to_string(), other.method.to_string()),
            ("the number of placements", steps(self).into(), steps(other).into()),
            ("the plan version", self.version.to_string(), other.version.to_string()),
            ("the number of jobs", self.jobs.to_string(), other.jobs.to_string()),
            ("the hash of the plan", hex(&self.hash), hex(&other.hash)),
        ];
        fields.into_iter().find(|(_, own, others)| own != others)
    }
}

/// The hash of a plan: its fields, and the boards and weights of a few jobs.
fn hash(plan: &Plan) -> Result<PlanHash, Error> {
    let mut hash = Sha256::new();
    hash.update(format!(
        "queens plan {} {} {} {} {}",
        Plan::VERSION,
        plan.size(),
        plan.name(),
        plan.statistics(),
        plan.jobs()
    ));
    // Plans of N queens have no such text, so that their hashes are those of earlier versions.
    if plan.queens() != Queens::Full {
        hash.update(format!(" queens {}", plan.queens()));
    }
    for job in plan.sample(SAMPLE) {
        for part in plan.subproblems(job)? {
            hash.update(format!("\n{job} {}", encoded(part.weight)));
            part.board.given().iter().for_each(|queen| hash.update(format!(" {queen}")));
            for rows in part.board.open() {
                let rows: Vec<String> = rows.iter().map(|row| row.to_string()).collect();
                hash.update(format!("|{}", rows.join(",")));
            }
        }
    }
    Ok(hash.finalize().into())
}

/// A weight in the hash of a plan. These texts are part of the ledger format and must never change.
fn encoded(weight: Weight) -> String {
    match weight {
        Weight::Each(weight) => format!("Each({weight})"),
        Weight::MainDiagonals([none, one, two]) => format!("MainDiagonals([{none}, {one}, {two}])"),
        Weight::Fixed(rotation, weight) => format!("Fixed({rotation}, {weight})"),
        Weight::Pawn(square, weight) => format!("Pawn({square}, {weight})"),
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_job_belongs_to_one_shard() {
        let plan = Request::count(12).unwrap().method(Method::CROSS).plan().unwrap();
        for of in [1, 2, 3, 7, 1000] {
            let headers: Vec<Header> = (1..=of)
                .map(|index| Header::new(&plan, Some(Shard { index, of })).unwrap())
                .collect();
            for job in 0..plan.jobs() {
                assert_eq!(headers.iter().filter(|header| header.has(job)).count(), 1);
            }
            for header in &headers {
                let own = (0..plan.jobs()).filter(|&job| header.has(job)).count() as u64;
                assert_eq!(header.own_jobs(), own, "{:?}", header.shard);
            }
        }
    }

    #[test]
    fn shards_parse_and_print() {
        let shard: Shard = "3/8".parse().unwrap();
        assert_eq!((shard, shard.to_string()), (Shard { index: 3, of: 8 }, "3/8".to_string()));
        for wrong in
            ["", "3", "0/8", "9/8", "a/b", "1/", "/1", "-1/2", "+1/2", "1/0", "1/99999999999"]
        {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn headers_report_what_differs() {
        let header = |size, method, statistics: bool| {
            let request = Request::count(size).unwrap().method(method);
            let request = if statistics { request.statistics() } else { request };
            Header::new(&request.plan().unwrap(), None).unwrap()
        };
        let one = header(12, Method::CROSS, false);
        assert_eq!(one.difference(&header(12, Method::CROSS, false)), None);
        assert_eq!(one.difference(&header(13, Method::CROSS, false)).unwrap().0, "N");
        assert_eq!(one.difference(&header(12, Method::JOIN, false)).unwrap().0, "the method");
        assert_eq!(
            one.difference(&header(12, Method::CROSS, true)).unwrap().0,
            "the number of placements"
        );
        assert_eq!(one.plan().unwrap().jobs(), one.jobs);
    }

    #[test]
    fn placements_by_level_are_refused() {
        let request = Request::count(9).unwrap().by_level();
        for request in [request.clone(), request.method(Method::BITMASK)] {
            let error = Header::new(&request.plan().unwrap(), None).unwrap_err().to_string();
            assert!(error.contains("not by level"), "{error}");
        }
    }

    #[test]
    fn headers_of_other_numbers_of_queens_differ_and_are_read_back() {
        let header = |queens| {
            let plan = Request::count(9).unwrap().queens(queens).plan().unwrap();
            Header::new(&plan, None).unwrap()
        };
        let all = [Queens::Exactly(7), Queens::Exactly(8), Queens::Any, Queens::Maximal];
        let all = all.into_iter().chain([Queens::WithPawn]).map(header).collect::<Vec<_>>();
        for (at, one) in all.iter().enumerate() {
            for other in &all[..at] {
                assert_eq!(one.difference(other).unwrap().0, "the number of queens");
                assert_ne!(one.hash, other.hash);
            }
            let read = Header::read_method(&one.method_text(), None).unwrap();
            assert_eq!(read, (one.method, one.queens));
            assert_eq!(Header::new(&one.plan().unwrap(), None).unwrap(), *one);
        }
        for wrong in ["", "exactly", "exactly N", "exactly x", "exactly 8 ", "none 8", "maximal"] {
            assert_eq!(Header::read_method(wrong, None), None, "{wrong}");
        }
        let full = header(Queens::Exactly(9));
        assert_eq!((full.queens, full.method_text()), (Queens::Full, full.method.to_string()));
    }
}
