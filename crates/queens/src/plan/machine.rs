//! Machines: the backends of a computer, and the choice between them.

use super::{Backend, Plan, Request, Sink, Threads};
use crate::job::Control;
use crate::{Error, Method, Simd};

/// The backends of a computer: the threads of its CPU, and optionally an accelerator. It chooses the one that runs a plan.
///
/// A required accelerator runs every plan, and a plan that it does not support is an error. With an optional accelerator,
/// the CPU runs the plans that the accelerator does not support.
///
/// ```
/// use queens::{Inline, Machine, Never, Request, Threads};
/// // A real accelerator would be `queens_cuda::Cuda`.
/// let machine = Machine::new(Threads::new(2)?).with_optional_accelerator(Inline);
/// let (plan, reason_for_cpu) = machine.plan(&Request::count(12)?)?;
/// assert_eq!(reason_for_cpu, None);
/// assert_eq!(plan.run(&machine, &Never)?.solutions, 14_200);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine<A> {
    cpu: Threads,
    accelerator: Option<A>,
    optional: bool,
}

impl<A: Backend> Machine<A> {
    /// A machine that runs plans on the threads of its CPU.
    pub fn new(cpu: Threads) -> Self {
        Self { cpu, accelerator: None, optional: false }
    }

    /// The machine with a required accelerator, which runs every plan.
    pub fn with_accelerator(self, accelerator: A) -> Self {
        Self { accelerator: Some(accelerator), optional: false, ..self }
    }

    /// The machine with an optional accelerator, which runs the plans that it supports.
    pub fn with_optional_accelerator(self, accelerator: A) -> Self {
        Self { accelerator: Some(accelerator), optional: true, ..self }
    }

    /// The threads of the CPU.
    pub fn cpu(&self) -> &Threads {
        &self.cpu
    }

    /// The accelerator, if there is one.
    pub fn accelerator(&self) -> Option<&A> {
        self.accelerator.as_ref()
    }

    /// The accelerator, if it runs the plan.
    pub fn accelerates(&self, plan: &Plan) -> Option<&A> {
        self.accelerator.as_ref().filter(|accelerator| accelerator.check(plan).is_ok())
    }

    /// Plans a request for the backend that will run it. Without a method the plan uses the fastest one on that backend. If an
    /// optional accelerator does not support the request, the reason is returned with the plan for the CPU.
    pub fn plan(&self, request: &Request) -> Result<(Plan, Option<Error>), Error> {
        let reason = match self.accelerator.as_ref().map(|one| request.plan_for(one)) {
            Some(Ok(plan)) => return Ok((plan, None)),
            Some(Err(reason)) if self.optional => Some(reason),
            Some(Err(error)) => return Err(error),
            None => None,
        };
        Ok((request.plan_for(&self.cpu)?, reason))
    }
}

impl<A: Backend> Backend for Machine<A> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        match &self.accelerator {
            Some(accelerator) if !self.optional || accelerator.check(plan).is_ok() => {
                accelerator.run(plan, jobs, sink, control)
            }
            _ => self.cpu.run(plan, jobs, sink, control),
        }
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        match &self.accelerator {
            Some(accelerator) if !self.optional => accelerator.check(plan),
            _ => Ok(()),
        }
    }

    fn fastest_method(&self) -> Option<Method> {
        self.accelerator.as_ref().and_then(Backend::fastest_method)
    }

    fn simd(&self) -> Simd {
        self.cpu.simd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BackendError, Inline, Never, Total};

    /// An accelerator that counts with `cross` only, without statistics.
    struct OnlyCross;

    impl Backend for OnlyCross {
        fn run(
            &self,
            plan: &Plan,
            jobs: &[u64],
            sink: &mut dyn Sink,
            control: &dyn Control,
        ) -> Result<(), Error> {
            self.check(plan)?;
            Inline.run(plan, jobs, sink, control)
        }

        fn check(&self, plan: &Plan) -> Result<(), Error> {
            match plan.method() {
                Some(method) if method == Method::CROSS && !plan.statistics() => Ok(()),
                _ => Err(Error::Backend(BackendError::Unsupported {
                    backend: "the test",
                    reason: plan.name().into(),
                })),
            }
        }

        fn fastest_method(&self) -> Option<Method> {
            Some(Method::CROSS)
        }
    }

    fn cpu() -> Threads {
        Threads::new(2).unwrap()
    }

    #[test]
    fn without_a_method_the_fastest_one_on_the_backend_is_used() {
        let request = Request::count(9).unwrap();
        let machine = Machine::new(cpu()).with_accelerator(OnlyCross);
        let (plan, reason) = machine.plan(&request).unwrap();
        assert_eq!((plan.method(), reason), (Some(Method::CROSS), None));
        let (plan, _) = Machine::<OnlyCross>::new(cpu()).plan(&request).unwrap();
        assert_eq!(plan.method(), Some(Method::STACKED));
    }

    #[test]
    fn the_cpu_runs_what_an_optional_accelerator_does_not_support() {
        let request = Request::count(9).unwrap().statistics();
        let machine = Machine::new(cpu()).with_optional_accelerator(OnlyCross);
        let (plan, reason) = machine.plan(&request).unwrap();
        assert!(
            matches!(reason, Some(Error::Backend(BackendError::Unsupported { .. }))),
            "{reason:?}"
        );
        assert!(machine.accelerates(&plan).is_none());
        let mut total = Total::new(&plan);
        plan.run_into(&machine, &mut total, &Never).unwrap();
        assert_eq!(total.solutions, 352);
    }

    #[test]
    fn a_required_accelerator_is_not_replaced_by_the_cpu() {
        let request = Request::count(9).unwrap().statistics();
        let machine = Machine::new(cpu()).with_accelerator(OnlyCross);
        assert!(matches!(
            machine.plan(&request),
            Err(Error::Backend(BackendError::Unsupported { .. }))
        ));
        let plan = request.plan().unwrap();
        assert!(plan.run(&machine, &Never).is_err());
    }

    #[test]
    fn a_machine_checks_plans_as_its_required_accelerator_does() {
        let plan = |request: Request| request.plan().unwrap();
        let supported = plan(Request::count(9).unwrap().method(Method::CROSS));
        let other = plan(Request::count(9).unwrap().method(Method::JOIN));
        let required = Machine::new(cpu()).with_accelerator(OnlyCross);
        assert!(required.check(&supported).is_ok() && required.check(&other).is_err());
        let optional = Machine::new(cpu()).with_optional_accelerator(OnlyCross);
        assert!(optional.check(&supported).is_ok() && optional.check(&other).is_ok());
        let none = Machine::<OnlyCross>::new(cpu());
        assert!(none.check(&supported).is_ok() && none.check(&other).is_ok());
        // The last choice holds.
        let again = optional.with_accelerator(OnlyCross);
        assert!(again.check(&other).is_err());
    }

    #[test]
    fn a_machine_names_its_accelerator_and_what_it_runs() {
        let plan = |method| Request::count(9).unwrap().method(method).plan().unwrap();
        let machine = Machine::new(cpu()).with_optional_accelerator(OnlyCross);
        assert!(machine.accelerator().is_some());
        assert!(machine.accelerates(&plan(Method::CROSS)).is_some());
        assert!(machine.accelerates(&plan(Method::JOIN)).is_none());
        assert_eq!(machine.fastest_method(), Some(Method::CROSS));
        let none = Machine::<OnlyCross>::new(cpu());
        assert!(none.accelerator().is_none() && none.accelerates(&plan(Method::CROSS)).is_none());
        assert_eq!(none.fastest_method(), None);
    }
}
