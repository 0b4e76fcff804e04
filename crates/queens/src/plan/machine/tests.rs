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
    assert!(matches!(reason, Some(Error::Backend(BackendError::Unsupported { .. }))), "{reason:?}");
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
