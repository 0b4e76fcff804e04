//! The header of a ledger: its plan, or a shard of the plan.

use crate::record::PlanHash;
use queens::engines::{Counts, ENGINES, Statistic};
use queens::{BackendError, Error, Method, Plan, Queens, Request, Rotation, Rules, Weight};
use queens_results::ProblemNames;
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

/// What the jobs of a ledger count on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The method that cuts the board into jobs, or the engine by other rules, for symmetric solutions and for another number of
    /// queens than N.
    pub method: Method,
    /// The rules.
    pub rules: Rules,
    /// The rotation, if only solutions symmetric under it are counted.
    pub only: Option<Rotation>,
    /// The number of queens.
    pub queens: Queens,
}

impl Counted {
    /// Whether all solutions by the rules of queens are counted, so that a method can be chosen.
    pub fn by_method(&self) -> bool {
        *self == Self::by(self.method)
    }

    /// The names of what is counted.
    pub fn names(&self) -> ProblemNames {
        ProblemNames::new(self.rules, self.queens, self.only)
    }

    /// All solutions by the rules of queens.
    fn by(method: Method) -> Self {
        Self { method, rules: Rules::Queens, only: None, queens: Queens::Full }
    }

    /// The request for these solutions of a board of this size.
    fn request(&self, size: usize) -> Result<Request, Error> {
        let request = Request::count(size)?.rules(self.rules).queens(self.queens);
        let request = self.only.map_or(request.clone(), |rotation| request.only(rotation));
        Ok(if self.by_method() { request.method(self.method) } else { request })
    }

    /// What is counted as ledgers store it: the method or engine, then the number of queens, or the rules and the rotation of
    /// symmetric solutions. Examples: `cross`, `exactly 8`, `torus`, `symmetric queens 180`. These texts are part of the ledger
    /// format and must never change.
    fn text(&self) -> String {
        let Self { method, rules, only, queens } = self;
        match (queens, only) {
            (Queens::Full, None) => method.to_string(),
            (Queens::Full, Some(rotation)) => format!("{method} {rules} {rotation}"),
            (queens, _) => format!("{method} {queens}"),
        }
    }

    /// Reads the text of [`text`](Self::text). The method is `known` if it has the right name, otherwise one of the library.
    pub(crate) fn read(text: &str, known: Option<Method>) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let known = known.filter(|known| known.name() == words[0]);
        let engine = || ENGINES.iter().find(|info| info.name == words[0]);
        let method = known.or_else(|| engine().map(|info| Method::new(info)))?;
        let all = Self::by(method);
        let counted = match (words.as_slice(), method.info().counts) {
            ([_], Counts::All) => all,
            ([_], Counts::Rules(rules)) if rules != Rules::Regions => Self { rules, ..all },
            ([_, rules, rotation], Counts::Symmetric) => {
                let only = Rotation::ALL.into_iter().find(|only| only.name() == *rotation)?;
                Self { rules: rules.parse().ok()?, only: Some(only), ..all }
            }
            ([_, queens], counts) => {
                let queens = queens.parse().ok().filter(|&queens| Counts::of(queens) == counts)?;
                Self { queens, ..all }
            }
            _ => return None,
        };
        // One text for one thing, so that no two ledgers of a plan differ.
        (counted.text() == text).then_some(counted)
    }
}

/// The plan of a ledger, and its shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The size of the board.
    pub size: usize,
    /// What is counted.
    pub counted: Counted,
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
    /// The header for a plan that counts an empty board.
    pub fn new(plan: &Plan, shard: Option<Shard>) -> Result<Self, Error> {
        let board = plan.board();
        if board.regions().is_some() || !board.is_empty() || plan.tally() {
            let reason = "it saves only counts of all solutions, or of all symmetric ones, of an empty board without regions";
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
            counted: Counted {
                method,
                rules: plan.rules(),
                only: plan.only(),
                queens: plan.queens(),
            },
            statistics: plan.statistics(),
            version: Plan::VERSION,
            jobs: plan.jobs(),
            hash: hash(plan)?,
            shard,
        })
    }

    /// Makes the plan again.
    pub fn plan(&self) -> Result<Plan, Error> {
        let request = self.counted.request(self.size)?;
        if self.statistics { request.statistics().plan() } else { request.plan() }
    }

    /// The text of what is counted, as ledgers and certificates have it.
    pub(crate) fn method_text(&self) -> String {
        self.counted.text()
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
        let only = |header: &Self| {
            header.counted.only.map_or("none".to_string(), |rotation| rotation.to_string())
        };
        let (own, others) = (&self.counted, &other.counted);
        let fields: [(&'static str, String, String); 9] = [
            ("N", self.size.to_string(), other.size.to_string()),
            ("the set of rules", own.rules.to_string(), others.rules.to_string()),
            ("the symmetry", only(self), only(other)),
            ("the number of queens", own.queens.to_string(), others.queens.to_string()),
            ("the method", own.method.to_string(), others.method.to_string()),
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
    // The first ledgers had neither other numbers of queens nor other rules, and their hashes must stay the same.
    if plan.queens() != Queens::Full {
        hash.update(format!(" queens {}", plan.queens()));
    }
    if plan.rules() != Rules::Queens {
        hash.update(format!(" rules {}", plan.rules()));
    }
    if let Some(rotation) = plan.only() {
        hash.update(format!(" only {rotation}"));
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
        Weight::LeastEdges => "LeastEdges".to_string(),
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
        let whole = Header::new(&plan, None).unwrap();
        assert!(whole.has(plan.jobs() - 1) && !whole.has(plan.jobs()));
        assert_eq!(whole.own_jobs(), plan.jobs());
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
            assert_eq!(Counted::read(&one.method_text(), None), Some(one.counted));
            assert_eq!(Header::new(&one.plan().unwrap(), None).unwrap(), *one);
        }
        for wrong in ["", "exactly", "exactly N", "exactly x", "exactly 8 ", "none 8", "maximal"] {
            assert_eq!(Counted::read(wrong, None), None, "{wrong}");
        }
        let full = header(Queens::Exactly(9));
        assert!(full.counted.by_method());
        assert_eq!(full.method_text(), full.counted.method.to_string());
    }

    #[test]
    fn headers_of_other_rules_and_of_symmetric_solutions_differ_and_are_read_back() {
        let header = |rules, only: Option<Rotation>| {
            let request = Request::count(12).unwrap().rules(rules);
            let plan = only.map_or(request.clone(), |only| request.only(only)).plan().unwrap();
            Header::new(&plan, None).unwrap()
        };
        let mut all: Vec<Header> =
            [Rules::Torus, Rules::Superqueens, Rules::Semiqueens, Rules::Reflecting]
                .map(|rules| header(rules, None))
                .into();
        for only in Rotation::ALL {
            all.extend([Rules::Queens, Rules::Superqueens].map(|rules| header(rules, Some(only))));
        }
        for (at, one) in all.iter().enumerate() {
            for other in &all[..at] {
                let what = one.difference(other).unwrap().0;
                assert!(["the set of rules", "the symmetry"].contains(&what), "{what}");
                assert_ne!(one.hash, other.hash);
            }
            assert_eq!(Counted::read(&one.method_text(), None), Some(one.counted));
            assert_eq!(Header::new(&one.plan().unwrap(), None).unwrap(), *one);
        }
        let texts = ["torus", "semiqueens", "symmetric queens 180", "symmetric superqueens 90"];
        assert!(texts.iter().all(|text| all.iter().any(|one| one.method_text() == *text)));
        for wrong in [
            "regions",
            "symmetric",
            "symmetric 180",
            "symmetric queens",
            "symmetric queens 270",
            "symmetric kings 90",
            "symmetric queens 180 ",
            "torus 180",
            "torus queens",
            "levels",
            "cross queens 180",
        ] {
            assert_eq!(Counted::read(wrong, None), None, "{wrong}");
        }
        // These rules have no symmetric solutions that are counted, so there is no such plan.
        let torus = Counted::read("symmetric torus 180", None).unwrap();
        assert!(Header { counted: torus, ..all[0].clone() }.plan().is_err());
    }
}
