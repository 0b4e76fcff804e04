use super::*;

/// Whether the driver is missing, so that the message about it can be tested.
fn no_driver() -> bool {
    let missing = cuda_is_missing();
    if !missing {
        println!("skipped: there is an NVIDIA driver here");
    }
    missing
}

/// Runs a command that finds no Vulkan driver.
fn without_vulkan(line: &str) -> Output {
    queens_command(line).env("VK_DRIVER_FILES", "/dev/null").output().unwrap()
}

/// Whether wgpu finds nothing if Vulkan is hidden: the build does not have it, or there is no other interface.
const WGPU_CAN_BE_HIDDEN: bool = !cfg!(feature = "wgpu") || cfg!(target_os = "linux");

/// Why wgpu is not used if it is hidden.
const NO_WGPU: &str = match cfg!(feature = "wgpu") {
    true => "no GPU found through Vulkan",
    false => "this build has no wgpu backend; build it with the feature wgpu",
};

#[test]
fn the_cpu_is_always_a_device() {
    let output = queens("devices");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let heads: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(heads, ["device", "name", "units", "memory", "ready"]);
    assert!(text.lines().nth(1).unwrap().starts_with("cpu "), "{text}");
    let output = queens("devices --format json");
    let first = String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_string();
    let cpu: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!((&cpu["device"], &cpu["ready"]), (&"cpu".into(), &true.into()));
}

#[test]
fn without_a_driver_commands_fail_with_one_line() {
    if !no_driver() {
        return;
    }
    let lines = [
        "count 8 --device cuda",
        "count 8 --device cuda:0,1",
        "count 8 --device cuda:all",
        "count 8 --placements --device cuda",
        "table 8 --device cuda",
        "plan 8 --device cuda",
        "bench --device cuda",
    ];
    for line in lines {
        let error = refused(line);
        assert!(error.contains("no NVIDIA driver: library"), "queens {line}: {error}");
    }
    let errors = String::from_utf8(queens("devices").stderr).unwrap();
    assert!(errors.starts_with("queens: no cuda devices: no NVIDIA driver: "), "{errors}");
}

#[test]
fn without_a_gpu_the_message_names_both_reasons() {
    if !WGPU_CAN_BE_HIDDEN || !no_driver() {
        return;
    }
    for line in ["count 8 --device gpu", "plan 12 --device gpu", "bench --device gpu"] {
        let error = one_refusal(line, without_vulkan(line));
        assert!(error.starts_with("queens: no NVIDIA driver: library"), "{error}");
        assert!(error.ends_with(&format!("; {NO_WGPU}\n")), "{error}");
    }
    for device in ["wgpu", "wgpu:0", "wgpu:0,1", "wgpu:all"] {
        let line = format!("count 12 --device {device}");
        assert_eq!(one_refusal(&line, without_vulkan(&line)), format!("queens: {NO_WGPU}\n"));
    }
    let errors = String::from_utf8(without_vulkan("devices").stderr).unwrap();
    let last = format!("queens: no wgpu devices: {NO_WGPU}");
    assert_eq!((errors.lines().count(), errors.lines().last()), (2, Some(&last[..])), "{errors}");
}

#[test]
fn without_a_gpu_auto_counts_on_the_cpu() {
    if !WGPU_CAN_BE_HIDDEN || !no_driver() {
        return;
    }
    let output = without_vulkan("count 8..10 --device auto");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "8: 92\n9: 352\n10: 724\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("queens: counting on the CPU: no NVIDIA driver: "), "{errors}");
    assert!(errors.ends_with(&format!("; {NO_WGPU}\n")) && errors.lines().count() == 1, "{errors}");
}

#[test]
fn invalid_devices_are_rejected() {
    let wrong =
        ["vulkan", "gpu:0", "cpu:0", "cuda:", "cuda:x", "cuda:+1", "cuda:0,,1", "wgpu:", "wgpu:-1"];
    for device in wrong {
        let error = refused(&format!("count 8 --device {device}"));
        assert!(error.contains(device) && error.contains("wgpu:0,1"), "{error}");
    }
    assert!(refused("count 8 --device cuda:1,1").contains("device 1 is given twice"));
    assert!(refused("count 8 --device wgpu:0,1,0").contains("device 0 is given twice"));
}

#[test]
fn shells_complete_the_names_of_devices() {
    let script = printed("completions bash");
    assert!(script.contains("\"cpu auto gpu cuda wgpu\""), "bash");
}

#[test]
fn the_cpu_can_be_named() {
    assert_eq!(printed("count 8 --device cpu"), "8: 92\n");
}
