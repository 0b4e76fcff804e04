//! Which machine this is, as far as the system says.

use super::result::Machine;
use std::env;
use std::fs;
use std::process::Command;
use std::thread;

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let os = value(&read("/etc/os-release"), "PRETTY_NAME=").map(|name| name.replace('"', ""));
        Self {
            cpu: value(&read("/proc/cpuinfo"), "model name")
                .unwrap_or_else(|| "unknown".to_string()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: value(&read("/proc/meminfo"), "MemTotal:").and_then(|text| bytes(&text)),
            gpu: gpu(),
            os: os.unwrap_or_else(|| env::consts::OS.to_string()),
        }
    }
}

/// What follows a key in the first line that begins with it, without a colon.
fn value(text: &str, key: &str) -> Option<String> {
    let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(rest.trim_start_matches([':', ' ', '\t']).trim().to_string())
}

/// A number of kilobytes as the kernel writes it: `8 kB`.
pub fn bytes(text: &str) -> Option<u64> {
    let number: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
    Some(number * 1024)
}

/// The names of the NVIDIA GPUs.
fn gpu() -> Option<String> {
    let query = ["--query-gpu=name,driver_version", "--format=csv,noheader"];
    let output = Command::new("nvidia-smi").args(query).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (name, driver) = lines.first()?.split_once(", ")?;
    let number = lines.len();
    output.status.success().then(|| format!("{number} x {name}, driver {driver}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_the_kernel_writes_them() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC 9654\nmodel name\t: other\n";
        assert_eq!(value(text, "model name").as_deref(), Some("AMD EPYC 9654"));
        assert_eq!(value(text, "missing"), None);
        assert_eq!(bytes("   16 kB"), Some(16384));
        assert_eq!(bytes("sixteen"), None);
    }
}
