//! Counts through wgpu, on the first adapter. It may be software, so the boards are small.

use super::*;
use serde_json::Value;

/// The adapters, as `queens devices` lists them. Without one, says that the test is skipped.
fn adapters() -> Option<Vec<Value>> {
    let output = queens("devices --format json");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let devices = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let is_adapter = |device: &Value| device["device"].as_str().unwrap().starts_with("wgpu:");
    let adapters: Vec<Value> = devices.filter(is_adapter).collect();
    if adapters.is_empty() {
        assert!(std::env::var_os("QUEENS_WGPU").is_none(), "no adapter: {:?}", output.stderr);
        println!("skipped: wgpu finds no adapter here");
        return None;
    }
    Some(adapters)
}

/// Runs a command of which stderr is a single line, and returns it with stdout.
fn noticed(line: &str) -> (String, String) {
    let output = queens(line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.lines().count() == 1, "queens {line}: {errors}");
    (String::from_utf8(output.stdout).unwrap(), errors)
}

#[test]
fn adapters_are_listed_with_interface_and_kind() {
    let Some(adapters) = adapters() else { return };
    for (number, adapter) in adapters.iter().enumerate() {
        assert_eq!(adapter["device"], format!("wgpu:{number}"));
        assert!(["vulkan", "metal", "dx12"].contains(&adapter["api"].as_str().unwrap()));
        let kinds = ["discrete", "integrated", "virtual", "software", "other"];
        assert!(kinds.contains(&adapter["kind"].as_str().unwrap()), "{adapter}");
    }
    assert_eq!(adapters[0]["ready"], true, "{:?}", adapters[0]);
    assert!(adapters[0]["ready_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn an_adapter_counts_as_the_cpu_does() {
    if adapters().is_none() {
        return;
    }
    let counts = "8: 92\n9: 352\n10: 724\n11: 2680\n12: 14200\n";
    assert_eq!(printed("count 8..12 --device wgpu:0"), counts);
    let placements = "9: 352\n   placements: 8393\n10: 724\n   placements: 35538\n";
    assert_eq!(printed("count 9..10 --placements --device wgpu:0"), placements);
    for line in
        ["count 9..11 --placements --by-level", "count 10 --placements --by-level --method bitmask"]
    {
        assert_eq!(printed(&format!("{line} --device wgpu:0")), printed(line), "{line}");
    }
    assert_eq!(
        printed("count 10 --placements --method stacked --device wgpu:0"),
        printed("count 10 --placements --method stacked")
    );
    assert_eq!(printed("table 10 --device wgpu:0"), printed("table 10"));
}

#[test]
fn software_is_used_only_by_its_number() {
    let Some(adapters) = adapters() else { return };
    if adapters.iter().any(|adapter| adapter["kind"] != "software") {
        assert_eq!(printed("count 10 --device wgpu"), "10: 724\n");
        return;
    }
    for choice in ["wgpu", "wgpu:all"] {
        let error = refused(&format!("count 10 --device {choice}"));
        let expected = ["only the software adapter", "slower than the CPU", "wgpu:0 selects it"];
        assert!(expected.iter().all(|text| error.contains(text)), "{error}");
    }
    if cuda_is_missing() {
        let error = refused("count 10 --device gpu");
        assert!(error.contains("no NVIDIA driver") && error.contains("software"), "{error}");
        let (counts, notice) = noticed("count 10 --device auto");
        assert_eq!(counts, "10: 724\n");
        assert!(notice.starts_with("queens: counting on the CPU: no NVIDIA driver"), "{notice}");
    }
}

#[test]
fn what_an_adapter_cannot_do_is_refused() {
    let Some(adapters) = adapters() else { return };
    let error = refused("count 10 --device wgpu:999");
    let number = format!("this machine has {} adapter(s)", adapters.len());
    assert!(error.contains("no device wgpu:999") && error.contains(&number), "{error}");
    for options in ["--method join", "--by-first", "--only 180", "--rules torus"] {
        let error = refused(&format!("count 10 {options} --device wgpu:0"));
        assert!(error.contains("the wgpu backend cannot run this request"), "{options}: {error}");
    }
    assert!(refused("bench --size 10 --device wgpu:0").contains("expected 11 to 22"));
    let error = refused("count 9..10 --ledger q.db --device wgpu:0");
    assert!(error.contains("--ledger needs a single N"), "{error}");
}

#[test]
fn plans_and_benchmarks_name_the_adapter() {
    let Some(adapters) = adapters() else { return };
    let name = adapters[0]["name"].as_str().unwrap();
    // Whole counts, which take less than the time to measure on any machine.
    let text = printed("plan 11 --seconds 20 --device wgpu:0");
    assert!(text.contains(&format!("{name}, wgpu")) && text.contains("MB"), "{text}");
    // The CPU counts smaller boards.
    let text = printed("plan 9 --seconds 20 --device wgpu:0");
    assert!(!text.contains(name) && text.contains("threads"), "{text}");
    let text = printed("bench --size 11 --runs 1 --device wgpu:0");
    assert!(text.contains(name) && text.contains("all counts match"), "{text}");
    let after = text.lines().skip_while(|line| !line.starts_with("batches  ")).nth(1).unwrap();
    assert_eq!(after.split_whitespace().count(), 6, "{text}");
    let text = printed("bench --size 11 --runs 1 --device wgpu:0 --format json");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["method"], &lines[0]["solutions"]), (&"cross".into(), &2680.into()));
    assert_eq!((&lines[1]["method"], &lines[1]["placements"]), (&"bitmask".into(), &35538.into()));
    assert!(lines.iter().all(|line| line["device"] == name));
    // They are not measured.
    assert!(lines[0]["placements"].is_null() && lines[0]["phase_first_seconds"].is_null());
}

#[test]
fn a_double_check_compares_with_the_cpu() {
    if adapters().is_none() {
        return;
    }
    let (counts, notice) = noticed("count 11 --double-check --device wgpu:0");
    assert_eq!(counts, "11: 2680\n");
    assert!(notice.contains("N = 11: GPU and CPU agree on 16 of 181 jobs"), "{notice}");
}

#[test]
fn a_ledger_names_the_adapter_and_is_audited() {
    let Some(adapters) = adapters() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q12.db");
    let path = path.to_str().unwrap();
    let (counts, notice) =
        noticed(&format!("count 12 --ledger {path} --audit 10% --device wgpu:0"));
    assert_eq!(counts, "12: 14200\n");
    assert!(notice.contains("jobs") && notice.contains("were counted twice"), "{notice}");
    let records = printed(&format!("ledger show {path}"));
    let name = adapters[0]["name"].as_str().unwrap();
    let counted = records.lines().filter(|line| line.contains(name) && line.contains("cross wgpu"));
    assert_eq!(counted.count(), 342, "{records}");
    assert!(printed(&format!("verify {path}")).contains("verified: N = 12"));
}

#[cfg(unix)]
mod signals {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    fn started(line: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
        command.args(line.split_whitespace()).env(QUIET.0, QUIET.1);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a ledger has results, but not for longer than a minute.
    fn wait_for_results(path: &str) -> u64 {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(60) {
            let output = queens(&format!("ledger status {path} --format json"));
            if let Ok(status) = serde_json::from_slice::<Value>(&output.stdout)
                && status["finished"].as_u64() > Some(0)
            {
                return status["finished"].as_u64().unwrap();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("no job has finished in a minute");
    }

    #[test]
    fn a_killed_count_resumes_on_the_adapter_and_on_the_cpu() {
        if adapters().is_none() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q15.db");
        let path = path.to_str().unwrap();
        let line = format!("count 15 --ledger {path} --device wgpu:0");
        let mut child = started(&line);
        let finished = wait_for_results(path);
        child.kill().unwrap();
        child.wait().unwrap();
        println!("killed after {finished} jobs");
        let child = started(&line);
        std::thread::sleep(Duration::from_millis(700));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let ended = child.wait_with_output().unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        let is_interrupted = kill.success() && ended.status.code() == Some(130);
        assert!(is_interrupted || ended.status.success(), "{errors}");
        assert_eq!(printed(&format!("count 15 --ledger {path}")), "15: 2279184\n");
        assert!(printed(&format!("verify {path}")).contains("verified: N = 15"));
    }

    #[test]
    fn an_interrupt_ends_a_count_soon() {
        if adapters().is_none() {
            return;
        }
        for line in ["count 20 --device wgpu:0", "count 17 --placements --device wgpu:0"] {
            let mut child = started(line);
            std::thread::sleep(Duration::from_millis(2500));
            if child.try_wait().unwrap().is_some() {
                println!("skipped: 'queens {line}' takes less than three seconds here");
                continue;
            }
            let start = Instant::now();
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
            let ended = child.wait_with_output().unwrap();
            // It takes less than a second, except on a machine under heavy load.
            assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
            println!("{:.2} s after SIGINT: queens {line}", start.elapsed().as_secs_f64());
            let errors = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(ended.status.code(), Some(130), "{errors}");
            assert!(errors.starts_with("queens: interrupted"), "{errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
        }
    }
}
