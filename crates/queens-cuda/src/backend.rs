//! The backend: devices opened and tested, and jobs shared out among them.

use crate::compile::Flavour;
use crate::device::{Device, DeviceInfo, Unavailable};
use crate::run::{How, Measured, run_work};
use crate::work::{self, SMALLEST, Work};
use queens::{
    Backend, Control, Error, Inline, JobResult, Method, Never, Plan, Request, Sink, Total,
    published,
};
use std::sync::Mutex;

/// Several devices take this many portions of the jobs each, one after the other.
const PORTIONS: usize = 16;

/// The backend that counts on NVIDIA GPUs.
pub struct Cuda {
    devices: Vec<Device>,
    how: How,
    measured: Mutex<Measured>,
}

impl Cuda {
    /// The smallest board that is counted on a device; smaller ones are on the CPU, in no time.
    pub const SMALLEST: usize = SMALLEST;

    /// Opens these devices, counted from 0, and lets each count something known.
    pub fn open(devices: &[usize]) -> Result<Self, Unavailable> {
        Self::with(devices, Flavour::default())
    }

    /// The same with kernels that also count the steps of the second phase, which makes them slower.
    pub fn counting_steps(devices: &[usize]) -> Result<Self, Unavailable> {
        Self::with(devices, Flavour { steps: true })
    }

    /// From now on the phases run one after the other, and each is timed.
    pub fn timed(self) -> Self {
        Self { how: How { timed: true, ..self.how }, ..self }
    }

    /// From now on a run holds at most twice so many bytes of states on a device, at least a page.
    pub fn room(self, bytes: usize) -> Self {
        Self { how: How { room: bytes, ..self.how }, ..self }
    }

    fn with(devices: &[usize], flavour: Flavour) -> Result<Self, Unavailable> {
        if devices.is_empty() {
            return Err(Unavailable::Device("none is asked for".to_string()));
        }
        let open = |&device: &usize| {
            let device = Device::open(device, flavour)?;
            self_test(&device)?;
            Ok(device)
        };
        let devices = devices.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { devices, how: How::default(), measured: Mutex::default() })
    }

    /// The bytes of the devices' memory that a run holds, about.
    pub fn memory(&self) -> usize {
        self.devices.iter().map(|device| 2 * self.how.room_bytes(device).unwrap_or(0)).sum()
    }

    /// The devices.
    pub fn devices(&self) -> impl Iterator<Item = &DeviceInfo> {
        self.devices.iter().map(|device| &device.info)
    }

    /// What they did so far.
    pub fn measured(&self) -> Measured {
        *self.measured.lock().expect("nobody panics with it")
    }
}

/// Counts on a device what is known, so that every kernel is used: solutions, and queens set.
fn self_test(device: &Device) -> Result<(), Unavailable> {
    let number = device.info.device;
    let count = |request: Request, marked: bool| -> Result<Total, Error> {
        let plan = request.plan()?;
        let mut total = Total::new(&plan);
        let mut work = Work::new(&plan, &plan.all_jobs())?;
        if !marked {
            work.without_marks();
        }
        let finished = &mut |id, result| total.finished(id, result);
        run_work(device, &work, How::default(), finished, &Never)?;
        Ok(total)
    };
    let fails = |error: Error| match error {
        Error::Backend { reason, .. } => Unavailable::Failed { device: number, reason },
        error => Unavailable::Failed { device: number, reason: error.to_string() },
    };
    let compare = |what, counted, right| match counted == right {
        true => Ok(()),
        false => Err(Unavailable::Wrong { device: number, what, counted, right }),
    };
    let cross = |size| Request::count(size).map(|request| request.method(Method::CROSS));
    for (what, size, marked) in [("Q(12)", 12, true), ("Q(13)", 13, false)] {
        let counted = cross(size).and_then(|request| count(request, marked)).map_err(fails)?;
        compare(what, counted.solutions, published(size).expect("it is known"))?;
    }
    let plain = Request::count(10).map(|request| request.method(Method::BITMASK).statistics());
    let total = plain.and_then(|request| count(request, true)).map_err(fails)?;
    compare("Q(10)", total.solutions, published(10).expect("it is known"))?;
    let placements = total.statistics.unwrap_or_default().placements;
    // A319283(10) - 1
    compare("the number of placements for N = 10", placements.into(), 35_538)
}

/// The control of one of several devices: what stops one of them stops all.
struct Together<'a> {
    control: &'a dyn Control,
    failure: &'a Mutex<Option<Error>>,
}

impl Together<'_> {
    fn failed(&self) -> bool {
        self.failure.lock().expect("nobody panics with it").is_some()
    }
}

impl Control for Together<'_> {
    fn stopped(&self) -> bool {
        self.failed() || self.control.stopped()
    }

    fn begun(&self, job: u64) {
        self.control.begun(job);
    }
}

impl Backend for Cuda {
    fn check(&self, plan: &Plan) -> Result<(), Error> {
        work::check(plan)
    }

    fn fastest_method(&self) -> Option<Method> {
        Some(Method::CROSS)
    }

    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        work::check(plan)?;
        if plan.size() < SMALLEST {
            return Inline.run(plan, jobs, sink, control);
        }
        let work = Work::new(plan, jobs)?;
        let sink = Mutex::new(sink);
        let finished = |id: u64, result: JobResult| {
            control.progress(id, 1.0);
            sink.lock().expect("no sink panics").finished(id, result)
        };
        let run = |device: &Device, work: &Work, control: &dyn Control| {
            let finished = &mut |id, result| finished(id, result);
            let measured = run_work(device, work, self.how, finished, control)?;
            self.measured.lock().expect("nobody panics with it").add(&measured);
            Ok(())
        };
        if let [device] = &self.devices[..] {
            return run(device, &work, control);
        }
        let portion = work.jobs.len().div_ceil(self.devices.len() * PORTIONS).max(1);
        let portions = Mutex::new(work.portions(portion).into_iter());
        let failure = Mutex::new(None);
        let together = Together { control, failure: &failure };
        std::thread::scope(|scope| {
            for device in &self.devices {
                let (portions, together, run) = (&portions, &together, &run);
                scope.spawn(move || {
                    let next = || portions.lock().expect("nobody panics with it").next();
                    while !together.failed()
                        && let Some(work) = next()
                    {
                        if let Err(error) = run(device, &work, together) {
                            let mut first = together.failure.lock().expect("nobody panics with it");
                            first.get_or_insert(error);
                        }
                    }
                });
            }
        });
        failure.into_inner().expect("nobody panics with it").map_or(Ok(()), Err)
    }
}
