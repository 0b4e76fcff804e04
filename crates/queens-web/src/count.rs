//! Count: plans a count, runs its jobs, and adds up the results of jobs.
//!
//! The workers of a page are a backend. Each has a session with the same plan, runs the jobs that it receives and returns their
//! results. One session adds up the results and checks their residues. With the GPU as well: see [`crate::gpu`].

use crate::answer::{Answer, Page, count, from_text, line, reply};
use crate::gpu::WebGpu;
use queens::{
    Backend, Count, Error, Inline, JobResult, Method, Plan, Processor, Request, Sink, Total,
    published as known,
};
use queens_results::{CountResult, MethodResult};
use serde::{Deserialize, Serialize};

/// What counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Device {
    /// The workers of the page.
    #[default]
    Cpu,
    /// The GPU of the browser.
    Gpu,
}

impl Device {
    /// The largest board that is counted in a browser.
    fn largest(self) -> usize {
        match self {
            Self::Cpu => 18,
            Self::Gpu => 24,
        }
    }
}

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
pub(crate) struct CountRequest {
    n: usize,
    method: Option<String>,
    #[serde(default)]
    device: Device,
}

/// The current plan, and the sum of the results that have been added.
pub(crate) struct Counting {
    request: CountRequest,
    plan: Plan,
    total: Total,
    /// Whether the result of each job has been added.
    added: Vec<bool>,
}

/// The plan of a count, as the page shows it.
#[derive(Serialize)]
struct Planned<'a> {
    n: usize,
    method: &'a str,
    jobs: u64,
    /// What runs the jobs.
    device: Device,
    published: Option<Published>,
}

impl CountRequest {
    fn request(&self) -> Result<Request, String> {
        let (n, largest) = (self.n, self.device.largest());
        if n > largest {
            let on = match self.device {
                Device::Cpu => "in a browser",
                Device::Gpu => "on the GPU of a browser",
            };
            return Err(format!("N = {n} takes too long {on}; the maximum is {largest}"));
        }
        let request = Request::count(n).map_err(line)?;
        Ok(match &self.method {
            Some(name) => request.method(name.parse().map_err(line)?),
            None => request,
        })
    }

    fn counting(self) -> Result<Counting, String> {
        let request = self.request()?;
        let plan = match self.device {
            Device::Cpu => request.plan(),
            Device::Gpu => request.plan_for(&WebGpu),
        };
        let plan = plan.map_err(line)?;
        let (total, added) = (Total::new(&plan), vec![false; plan.jobs() as usize]);
        Ok(Counting { request: self, plan, total, added })
    }

    /// The plan: the current one, if it is for this request.
    pub(crate) fn plan(self, counting: &mut Option<Counting>) -> Result<&Plan, String> {
        if counting.as_ref().is_none_or(|known| known.request != self) {
            *counting = Some(self.counting()?);
        }
        Ok(&current(counting)?.plan)
    }

    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let device = self.device;
        let plan = &counting.insert(self.counting()?).plan;
        let (n, method, jobs) = (plan.size(), plan.name(), plan.jobs());
        let device = if WebGpu::runs(plan) { device } else { Device::Cpu };
        reply(Planned { n, method, jobs, device, published: Published::of(n) })
    }
}

/// The result of a job. The page passes it from the session that ran the job to the session that adds up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Posted {
    job: u64,
    #[serde(deserialize_with = "from_text")]
    solutions: u64,
    residue_1: u64,
    residue_2: u64,
}

/// The results of jobs.
#[derive(Default, Serialize)]
pub(crate) struct Post(Vec<Posted>);

impl Sink for Post {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        let Count { solutions, residues: [residue_1, residue_2] } = result.count;
        self.0.push(Posted { job, solutions, residue_1, residue_2 });
        Ok(())
    }
}

/// Runs jobs of a plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    of: CountRequest,
    jobs: Vec<u64>,
}

impl Run {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let plan = self.of.plan(counting)?;
        let mut post = Post::default();
        Inline.run(plan, &self.jobs, &mut post, &Page).map_err(line)?;
        reply(post)
    }
}

/// Adds results to the sum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Take {
    results: Vec<Posted>,
}

/// The sum of the results added until now.
#[derive(Serialize)]
struct Sum {
    jobs: u64,
    solutions: u128,
    done: bool,
}

fn current(counting: &mut Option<Counting>) -> Result<&mut Counting, String> {
    counting.as_mut().ok_or_else(|| "no count is running".to_string())
}

impl Take {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let counting = current(counting)?;
        for Posted { job, solutions, residue_1, residue_2 } in self.results {
            // In WebAssembly usize has 32 bits: a larger job number must not be truncated to a valid one.
            let place = usize::try_from(job).ok();
            let missing =
                place.and_then(|place| counting.added.get_mut(place)).filter(|added| !**added);
            let added = missing.ok_or_else(|| {
                format!("job {job} is not part of this plan, or was added before")
            })?;
            let residues = [residue_1, residue_2];
            let result = JobResult::new(Count { solutions, residues });
            counting.total.add(job, &result).map_err(line)?;
            *added = true;
        }
        let Total { solutions, jobs, .. } = counting.total;
        reply(Sum { jobs, solutions, done: jobs == counting.plan.jobs() })
    }
}

/// Ends a count whose jobs have all been added. `seconds` is the time that the workers of the page took.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finish {
    seconds: f64,
}

impl Finish {
    pub(crate) fn answer(self, counting: &mut Option<Counting>) -> Answer {
        let Counting { plan, total, .. } = current(counting)?;
        if total.jobs != plan.jobs() {
            return Err(format!("only {} of {} jobs have results", total.jobs, plan.jobs()));
        }
        reply(CountResult::new(plan, total, self.seconds))
    }
}

/// Counts in this session by one method, for the race and the charts of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Measure {
    n: usize,
    method: String,
    /// Whether to collect statistics, which takes longer.
    statistics: bool,
}

impl Measure {
    pub(crate) fn answer(self) -> Answer {
        let counted = CountRequest { n: self.n, method: Some(self.method), device: Device::Cpu };
        let request = counted.request()?;
        let request = if self.statistics { request.statistics() } else { request };
        reply(count(&request.plan().map_err(line)?)?)
    }
}
