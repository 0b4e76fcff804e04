//! Counting: the plan of a count, its jobs run here, and the sum of jobs that were run anywhere.
//!
//! The workers of a page are a backend: each has a session with the same plan, runs the jobs that it receives and returns their
//! results. One session adds them up as every sink does and checks their remainders.

use crate::answer::{Answer, Page, exact, line, steps};
use queens::{
    Backend, Count, Error, Inline, JobResult, Method, Plan, Request, Sink, Total,
    published as known,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The largest board that is counted in a browser.
const LARGEST: usize = 18;

/// The table of all methods.
pub(crate) fn methods() -> Value {
    let row = |info: &queens::engines::EngineInfo| {
        json!({
            "name": info.name,
            "about": info.idea,
            "max": info.max_n,
            "visits": info.lists(),
            "statistics": info.statistics.iter().map(|s| s.name).collect::<Vec<_>>(),
        })
    };
    Method::all().map(Method::info).map(row).collect()
}

/// The published numbers of solutions, from N = 0 on.
pub(crate) fn published() -> Value {
    (0..).map_while(known).map(exact).collect()
}

/// What to count.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    size: usize,
    method: Option<String>,
}

/// A plan at hand, and the sum of the results taken.
pub(crate) struct Counting {
    asked: Asked,
    plan: Plan,
    total: Total,
    taken: Vec<bool>,
}

impl Asked {
    fn request(&self) -> Result<Request, String> {
        if self.size > LARGEST {
            return Err(format!(
                "N = {} takes too long in a browser: at most {LARGEST}",
                self.size
            ));
        }
        let request = Request::count(self.size).map_err(line)?;
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
        let new = counting.insert(self.counting()?);
        let published = known(new.plan.size()).map(exact);
        Ok(json!({ "method": new.plan.name(), "jobs": new.plan.jobs(), "published": published }))
    }
}

/// A result that one session computed, in the form in which the page passes it to the session that adds up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Posted {
    job: u64,
    /// Text, because it may be beyond 2^53.
    solutions: String,
    residues: [u64; 2],
}

struct Post(Vec<Posted>);

impl Sink for Post {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        let Count { solutions, residues } = result.count;
        self.0.push(Posted { job, solutions: solutions.to_string(), residues });
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
        Ok(json!({ "results": post.0 }))
    }
}

/// Adds results to the sum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Take {
    results: Vec<Posted>,
}

impl Take {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let counting = counting.as_mut().ok_or("nothing is being counted")?;
        for Posted { job, solutions, residues } in self.results {
            // A number beyond 32 bits is none of a module's, and must not become one.
            let place = usize::try_from(job).ok();
            let new =
                place.and_then(|place| counting.taken.get_mut(place)).filter(|taken| !**taken);
            let taken =
                new.ok_or_else(|| format!("job {job} is not of this plan, or was taken already"))?;
            let solutions =
                solutions.parse().map_err(|_| format!("job {job}: '{solutions}' is no count"))?;
            let result = JobResult::new(Count { solutions, residues });
            counting.total.finished(job, result).map_err(line)?;
            *taken = true;
        }
        let Total { solutions, jobs, .. } = counting.total;
        Ok(
            json!({ "jobs": jobs, "solutions": exact(solutions), "done": jobs == counting.plan.jobs() }),
        )
    }
}

/// Counts here and now by one method: the racer of a race.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Measure {
    size: usize,
    method: String,
    /// Whether steps are counted too, which takes longer.
    statistics: bool,
}

impl Measure {
    pub(crate) fn answer(self) -> Answer {
        let asked = Asked { size: self.size, method: Some(self.method) };
        let request = asked.request()?;
        let request = if self.statistics { request.statistics() } else { request };
        let plan = request.plan().map_err(line)?;
        let total = plan.run(&Inline, &Page).map_err(line)?;
        let jobs = plan.jobs();
        Ok(json!({
            "solutions": exact(total.solutions),
            "jobs": jobs,
            "statistics": steps(&plan, &total),
        }))
    }
}
