//! Counting: the plan of a count, its jobs run here, and the sum of jobs that were run anywhere.
//!
//! The workers of a page are a backend: each has a session with the same plan, runs the jobs that it receives and returns their
//! results. One session adds them up as every sink does and checks their remainders.

use crate::answer::{Answer, Page, count, from_text, line, reply};
use queens::results::{CountResult, MethodResult};
use queens::{
    Backend, Count, Error, Inline, JobResult, Method, Plan, Request, Sink, Total,
    published as known,
};
use serde::{Deserialize, Serialize};

/// The largest board that is counted in a browser.
const LARGEST: usize = 18;

/// The table of all methods.
pub(crate) fn methods() -> Answer {
    reply(Method::all().map(|method| MethodResult::from(method.info())).collect::<Vec<_>>())
}

/// A published number of solutions.
#[derive(Serialize)]
struct Published {
    n: usize,
    solutions: u128,
}

impl Published {
    fn of(n: usize) -> Option<Self> {
        known(n).map(|solutions| Self { n, solutions })
    }
}

/// The published numbers of solutions, from N = 0 on.
pub(crate) fn published() -> Answer {
    reply((0..).map_while(Published::of).collect::<Vec<_>>())
}

/// What to count.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    n: usize,
    method: Option<String>,
}

/// A plan at hand, and the sum of the results taken.
pub(crate) struct Counting {
    asked: Asked,
    plan: Plan,
    total: Total,
    taken: Vec<bool>,
}

/// What is going to be counted.
#[derive(Serialize)]
struct Planned<'a> {
    n: usize,
    method: &'a str,
    jobs: u64,
    published: Option<Published>,
}

impl Asked {
    fn request(&self) -> Result<Request, String> {
        let n = self.n;
        if n > LARGEST {
            return Err(format!("N = {n} takes too long in a browser: at most {LARGEST}"));
        }
        let request = Request::count(n).map_err(line)?;
        Ok(match &self.method {
            Some(name) => request.method(name.parse().map_err(line)?),
            None => request,
        })
    }

    fn counting(self) -> Result<Counting, String> {
        let plan = self.request()?.plan().map_err(line)?;
        let (total, taken) = (Total::new(&plan), vec![false; plan.jobs() as usize]);
        Ok(Counting { asked: self, plan, total, taken })
    }

    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let plan = &counting.insert(self.counting()?).plan;
        let (n, method, jobs) = (plan.size(), plan.name(), plan.jobs());
        reply(Planned { n, method, jobs, published: Published::of(n) })
    }
}

/// A result that one session computed, in the form in which the page passes it to the session that adds up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Posted {
    job: u64,
    #[serde(deserialize_with = "from_text")]
    solutions: u64,
    residue_1: u64,
    residue_2: u64,
}

struct Post(Vec<Posted>);

impl Sink for Post {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        let Count { solutions, residues: [residue_1, residue_2] } = result.count;
        self.0.push(Posted { job, solutions, residue_1, residue_2 });
        Ok(())
    }
}

/// Runs jobs of a plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    of: Asked,
    jobs: Vec<u64>,
}

impl Run {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let counting = match counting {
            Some(known) if known.asked == self.of => known,
            other => other.insert(self.of.counting()?),
        };
        let mut post = Post(Vec::new());
        Inline.run(&counting.plan, &self.jobs, &mut post, &Page).map_err(line)?;
        reply(post.0)
    }
}

/// Adds results to the sum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Take {
    results: Vec<Posted>,
}

/// The sum so far.
#[derive(Serialize)]
struct Sum {
    jobs: u64,
    solutions: u128,
    done: bool,
}

fn at_hand(counting: &mut Option<Counting>) -> Result<&mut Counting, String> {
    counting.as_mut().ok_or_else(|| "nothing is being counted".to_string())
}

impl Take {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let counting = at_hand(counting)?;
        for Posted { job, solutions, residue_1, residue_2 } in self.results {
            // A number beyond 32 bits is none of a module's, and must not become one.
            let place = usize::try_from(job).ok();
            let new =
                place.and_then(|place| counting.taken.get_mut(place)).filter(|taken| !**taken);
            let taken =
                new.ok_or_else(|| format!("job {job} is not of this plan, or was taken already"))?;
            let residues = [residue_1, residue_2];
            let result = JobResult::new(Count { solutions, residues });
            counting.total.finished(job, result).map_err(line)?;
            *taken = true;
        }
        let Total { solutions, jobs, .. } = counting.total;
        reply(Sum { jobs, solutions, done: jobs == counting.plan.jobs() })
    }
}

/// The result of a count whose jobs are all added up, and that took so long on the workers of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finished {
    seconds: f64,
}

impl Finished {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let Counting { plan, total, .. } = at_hand(counting)?;
        if total.jobs != plan.jobs() {
            return Err(format!("only {} of {} jobs came back", total.jobs, plan.jobs()));
        }
        reply(CountResult::new(plan, total, self.seconds))
    }
}

/// Counts here and now by one method: the racer of a race.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Measure {
    n: usize,
    method: String,
    /// Whether steps are counted too, which takes longer.
    statistics: bool,
}

impl Measure {
    pub(crate) fn answer(self) -> Answer {
        let asked = Asked { n: self.n, method: Some(self.method) };
        let request = asked.request()?;
        let request = if self.statistics { request.statistics() } else { request };
        reply(count(&request.plan().map_err(line)?)?)
    }
}
