use super::*;

/// Whether the driver is missing, so that the message about it can be tested.
fn no_driver() -> bool {
    let missing = queens_cuda::devices() == Err(queens_cuda::Unavailable::Driver);
    if !missing {
        println!("skipped: there is an NVIDIA driver here");
    }
    missing
}

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
    assert!(errors.starts_with("queens: no GPU: no NVIDIA driver: "), "{errors}");
    assert_eq!(errors.lines().count(), 1);
}

#[test]
fn without_a_driver_auto_counts_on_the_cpu() {
    if !no_driver() {
        return;
    }
    let output = queens("count 8..10 --device auto");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "8: 92\n9: 352\n10: 724\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("queens: counting on the CPU: no NVIDIA driver: "), "{errors}");
    assert_eq!(errors.lines().count(), 1);
}

#[test]
fn invalid_devices_are_rejected() {
    for device in ["gpu", "cuda:", "cuda:x", "cuda:+1", "cuda:0,,1"] {
        let error = refused(&format!("count 8 --device {device}"));
        assert!(error.contains(device) && error.contains("cuda:0,1"), "{error}");
    }
    assert!(refused("count 8 --device cuda:1,1").contains("device 1 is given twice"));
}

#[test]
fn the_cpu_can_be_named() {
    assert_eq!(printed("count 8 --device cpu"), "8: 92\n");
}
