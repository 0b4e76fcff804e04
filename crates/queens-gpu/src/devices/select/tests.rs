use super::*;
use queens::{BackendError, Control, Error, Plan, Request, Sink};
use queens_results::DeviceResult;
use std::cell::RefCell;

/// A GPU that supports no plan, so that a machine shows whether it is optional.
struct Gpu;

impl Backend for Gpu {
    fn run(&self, plan: &Plan, _: &[u64], _: &mut dyn Sink, _: &dyn Control) -> Result<(), Error> {
        self.check(plan)
    }

    fn check(&self, _: &Plan) -> Result<(), Error> {
        let (backend, reason) = ("the test", String::new());
        Err(Error::Backend(BackendError::Unsupported { backend, reason }))
    }
}

/// Made-up drivers.
struct Found {
    cuda: Result<Vec<Device>, Unavailable>,
    wgpu: Result<Vec<Device>, Unavailable>,
}

fn devices(platform: Platform, api: &str, kinds: &[DeviceKind]) -> Vec<Device> {
    let device = |(number, &kind)| {
        let result = DeviceResult::new(format!("{platform}:{number}"), format!("GPU {number}"));
        let result = DeviceResult { api: Some(api.to_string()), ..result };
        Device { platform, number, kind, result }
    };
    kinds.iter().enumerate().map(device).collect()
}

fn vulkan(kinds: &[DeviceKind]) -> Vec<Device> {
    devices(Platform::Wgpu, "vulkan", kinds)
}

/// A machine with these GPUs of CUDA, or without a driver, and with these adapters, or built without wgpu.
fn found(cuda: usize, adapters: &[DeviceKind]) -> Found {
    let gpus = devices(Platform::Cuda, "cuda", &vec![DeviceKind::Discrete; cuda]);
    Found {
        cuda: if cuda > 0 { Ok(gpus) } else { Err(Unavailable::NoDriver) },
        wgpu: if adapters.is_empty() { Err(NOT_BUILT) } else { Ok(vulkan(adapters)) },
    }
}

/// How a choice ends: the devices that are opened and whether they are optional, and the notice.
#[derive(Debug, PartialEq)]
enum Outcome {
    Opened { tried: Vec<String>, optional: bool, notice: Option<String> },
    Cpu { tried: Vec<String>, notice: Option<String> },
    Refused(String),
}

/// Opens a choice. Devices with a name in `broken` cannot be opened.
fn outcome(choice: &str, found: &Found, broken: &[(&str, Unavailable)]) -> Outcome {
    let tried = RefCell::new(Vec::new());
    let open = |devices: &Devices| {
        tried.borrow_mut().push(devices.to_string());
        match broken.iter().find(|(name, _)| *name == devices.to_string()) {
            Some((_, reason)) => Err(reason.clone()),
            None => Ok(Gpu),
        }
    };
    let choice: DeviceChoice = choice.parse().unwrap();
    let drivers = |platform| match platform {
        Platform::Cuda => found.cuda.clone(),
        Platform::Wgpu => found.wgpu.clone(),
    };
    match choice.machine_with(&drivers, Threads::new(1).unwrap(), open) {
        Err(reason) => Outcome::Refused(reason.to_string()),
        Ok((machine, notice)) => {
            let (tried, notice) = (tried.take(), notice.map(|notice| notice.to_string()));
            match machine.accelerator() {
                None => Outcome::Cpu { tried, notice },
                Some(_) => {
                    let plan = Request::count(8).unwrap().plan().unwrap();
                    Outcome::Opened { tried, optional: machine.check(&plan).is_ok(), notice }
                }
            }
        }
    }
}

fn opened(devices: &str, optional: bool) -> Outcome {
    Outcome::Opened { tried: vec![devices.to_string()], optional, notice: None }
}

const NOT_BUILT: Unavailable = Unavailable::NotBuilt(Platform::Wgpu);
const NO_WGPU: &str = "this build has no wgpu backend; build it with the feature wgpu";
const SOFTWARE: &str = "wgpu finds no GPU, only the software adapter GPU 0, which is slower than the CPU; \
                        wgpu:0 selects it";

fn no_driver() -> String {
    Unavailable::NoDriver.to_string()
}

fn failed(device: &str) -> Unavailable {
    Unavailable::Failed(device.to_string(), "out of memory".to_string())
}

#[test]
fn the_cpu_opens_nothing() {
    let none = Outcome::Cpu { tried: vec![], notice: None };
    assert_eq!(outcome("cpu", &found(2, &[DeviceKind::Discrete]), &[]), none);
}

#[test]
fn cuda_is_used_where_there_is_cuda() {
    let both = found(2, &[DeviceKind::Discrete, DeviceKind::Discrete]);
    assert_eq!(outcome("gpu", &both, &[]), opened("cuda:0", false));
    assert_eq!(outcome("auto", &both, &[]), opened("cuda:0,1", true));
    assert_eq!(outcome("cuda", &both, &[]), opened("cuda:0", false));
    assert_eq!(outcome("cuda:all", &both, &[]), opened("cuda:0,1", false));
    assert_eq!(outcome("cuda:1", &both, &[]), opened("cuda:1", false));
    assert_eq!(outcome("wgpu", &both, &[]), opened("wgpu:0", false));
}

#[test]
fn the_fastest_adapter_is_the_first_of_the_fastest_kind() {
    use DeviceKind::{Discrete, Integrated, Other, Software, Virtual};
    let cases: [(&[DeviceKind], &str); 6] = [
        (&[Software, Integrated, Discrete, Discrete], "wgpu:2"),
        (&[Virtual, Integrated], "wgpu:1"),
        (&[Other, Virtual], "wgpu:1"),
        (&[Software, Other], "wgpu:1"),
        (&[Integrated, Integrated], "wgpu:0"),
        (&[Discrete], "wgpu:0"),
    ];
    for (kinds, fastest) in cases {
        let found = found(0, kinds);
        assert_eq!(outcome("wgpu", &found, &[]), opened(fastest, false), "{kinds:?}");
        assert_eq!(outcome("gpu", &found, &[]), opened(fastest, false), "{kinds:?}");
        assert_eq!(outcome("auto", &found, &[]), opened(fastest, true), "{kinds:?}");
    }
}

#[test]
fn software_is_used_only_by_its_number() {
    let software = found(0, &[DeviceKind::Software, DeviceKind::Software]);
    for choice in ["wgpu", "wgpu:all"] {
        assert_eq!(outcome(choice, &software, &[]), Outcome::Refused(SOFTWARE.to_string()));
    }
    let both = format!("{}; {SOFTWARE}", no_driver());
    assert_eq!(outcome("gpu", &software, &[]), Outcome::Refused(both.clone()));
    let notice = Some(format!("counting on the CPU: {both}"));
    assert_eq!(outcome("auto", &software, &[]), Outcome::Cpu { tried: vec![], notice });
    assert_eq!(outcome("wgpu:1", &software, &[]), opened("wgpu:1", false));
    let mixed = found(0, &[DeviceKind::Software, DeviceKind::Integrated, DeviceKind::Discrete]);
    assert_eq!(outcome("wgpu:all", &mixed, &[]), opened("wgpu:1,2", false));
    assert_eq!(outcome("wgpu:0,2", &mixed, &[]), opened("wgpu:0,2", false));
}

#[test]
fn a_gpu_with_two_apis_is_used_once() {
    let mut adapters = vulkan(&[
        DeviceKind::Integrated,
        DeviceKind::Discrete,
        DeviceKind::Integrated,
        DeviceKind::Discrete,
    ]);
    adapters[2..].iter_mut().for_each(|device| device.result.api = Some("dx12".to_string()));
    let windows = Found { wgpu: Ok(adapters), ..found(0, &[]) };
    assert_eq!(outcome("wgpu", &windows, &[]), opened("wgpu:1", false));
    assert_eq!(outcome("wgpu:all", &windows, &[]), opened("wgpu:0,1", false));
}

#[test]
fn a_build_without_wgpu_says_so() {
    let cuda_only = found(1, &[]);
    for choice in ["wgpu", "wgpu:all"] {
        assert_eq!(outcome(choice, &cuda_only, &[]), Outcome::Refused(NO_WGPU.to_string()));
    }
    assert_eq!(outcome("gpu", &cuda_only, &[]), opened("cuda:0", false));
    assert_eq!(outcome("auto", &cuda_only, &[]), opened("cuda:0", true));
    let none = found(0, &[]);
    let both = format!("{}; {NO_WGPU}", no_driver());
    assert_eq!(outcome("gpu", &none, &[]), Outcome::Refused(both.clone()));
    let notice = Some(format!("counting on the CPU: {both}"));
    assert_eq!(outcome("auto", &none, &[]), Outcome::Cpu { tried: vec![], notice });
    assert_eq!(outcome("cuda", &none, &[]), Outcome::Refused(no_driver()));
    assert_eq!(outcome("cuda:all", &none, &[]), Outcome::Refused(no_driver()));
}

/// A notice says why CUDA is not used if there is a GPU for it; without one there is nothing to say.
#[test]
fn wgpu_replaces_a_cuda_device_that_does_not_open() {
    let both = found(1, &[DeviceKind::Discrete]);
    let broken = [("cuda:0", failed("cuda:0"))];
    let tried = vec!["cuda:0".to_string(), "wgpu:0".to_string()];
    let text =
        "counting with wgpu instead of CUDA: device cuda:0 failed: out of memory".to_string();
    for (choice, optional) in [("gpu", false), ("auto", true)] {
        let (tried, notice) = (tried.clone(), Some(text.clone()));
        let expected = Outcome::Opened { tried, optional, notice };
        assert_eq!(outcome(choice, &both, &broken), expected);
    }
    let refused = Outcome::Refused("device cuda:0 failed: out of memory".to_string());
    assert_eq!(outcome("cuda", &both, &broken), refused);
    let no_gpu = Found { cuda: Err(Unavailable::NoGpu("the driver finds none".into())), ..both };
    assert_eq!(outcome("gpu", &no_gpu, &[]), opened("wgpu:0", false));
}

#[test]
fn if_neither_opens_both_reasons_are_given() {
    let both = found(1, &[DeviceKind::Discrete]);
    let broken = [("cuda:0", failed("cuda:0")), ("wgpu:0", failed("wgpu:0"))];
    let text =
        "device cuda:0 failed: out of memory; device wgpu:0 failed: out of memory".to_string();
    assert_eq!(outcome("gpu", &both, &broken), Outcome::Refused(text.clone()));
    let tried = vec!["cuda:0".to_string(), "wgpu:0".to_string()];
    let notice = Some(format!("counting on the CPU: {text}"));
    assert_eq!(outcome("auto", &both, &broken), Outcome::Cpu { tried, notice });
}

#[test]
fn a_device_that_fails_is_a_failure_and_a_missing_one_is_not() {
    let neither = |cuda: &Unavailable, wgpu: &Unavailable| {
        Unavailable::Neither(cuda.clone().into(), wgpu.clone().into())
    };
    let (failed, no_driver) = (failed("cuda:0"), Unavailable::NoDriver);
    for failure in [&failed, &neither(&failed, &NOT_BUILT), &neither(&no_driver, &failed)] {
        assert!(failure.is_failure(), "{failure}");
    }
    let software = Unavailable::OnlySoftware("wgpu:0".to_string(), String::new());
    for missing in [&no_driver, &NOT_BUILT, &software, &neither(&no_driver, &software)] {
        assert!(!missing.is_failure(), "{missing}");
    }
}
