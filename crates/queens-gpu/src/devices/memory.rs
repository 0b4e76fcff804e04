//! The memory that this process may use.

use std::path::Path;

/// The bytes that this process may use: the memory of the machine, or less if a control group (containers, Slurm) or `ulimit -v` allows
/// less. Known on Linux; elsewhere there is no limit.
pub fn available_memory() -> u64 {
    allowed(&|path| std::fs::read_to_string(path).ok())
}

/// The same from the files of the system.
fn allowed(read: &dyn Fn(&Path) -> Option<String>) -> u64 {
    let file = |path: &str| read(Path::new(path)).unwrap_or_default();
    let kilobytes = |path, name| Some(1024 * number(field(&file(path), name)?)?);
    let machine = kilobytes("/proc/meminfo", "MemTotal:");
    let limits = file("/proc/self/limits");
    let address_space = field(&limits, "Max address space").and_then(number);
    // Allocators reserve address space for each thread.
    let free = |space: u64| {
        space.saturating_sub(kilobytes("/proc/self/status", "VmSize:").unwrap_or(0)) / 2
    };
    let groups = file("/proc/self/cgroup");
    let groups = groups.lines().flat_map(|line| group_limits(line, read));
    groups.chain(machine).chain(address_space.map(free)).min().unwrap_or(u64::MAX)
}

/// The limits of a control group and of those around it. In a container, its own may be the root.
fn group_limits(line: &str, read: &dyn Fn(&Path) -> Option<String>) -> Vec<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { return vec![] };
    let (root, limit) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        _ => return vec![],
    };
    let folders = Path::new(path.trim_start_matches('/')).ancestors();
    let limits = folders.filter_map(|folder| read(&Path::new(root).join(folder).join(limit)));
    limits.filter_map(|text| number(&text)).collect()
}

/// The text behind the name of a line.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name))
}

/// The first word, if it is a number: no limit is `max` or `unlimited`.
fn number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: (&str, &str) =
        ("/proc/meminfo", "MemTotal:       24000000 kB\nMemFree:        20000000 kB\n");
    const UNLIMITED: (&str, &str) = (
        "/proc/self/limits",
        "Limit                     Soft Limit           Hard Limit           Units\n\
         Max address space         unlimited            unlimited            bytes\n",
    );

    fn of(files: &[(&str, &str)]) -> u64 {
        allowed(&|path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            file.map(|(_, text)| text.to_string())
        })
    }

    #[test]
    fn the_smallest_limit_counts() {
        assert_eq!(of(&[]), u64::MAX);
        assert_eq!(of(&[MEMINFO, UNLIMITED]), 24_576_000_000);
        let limited = (
            "/proc/self/limits",
            "Max address space         163840000            unlimited            bytes\n",
        );
        let status = ("/proc/self/status", "Name:\tqueens\nVmSize:\t   10000 kB\n");
        assert_eq!(of(&[MEMINFO, limited, status]), (163_840_000 - 10_240_000) / 2);
    }

    #[test]
    fn a_control_group_limits_with_those_around_it() {
        let second = ("/proc/self/cgroup", "0::/jobs/one\n");
        let own = ("/sys/fs/cgroup/jobs/one/memory.max", "max\n");
        let around = ("/sys/fs/cgroup/jobs/memory.max", "500000000\n");
        assert_eq!(of(&[MEMINFO, second, own, around]), 500_000_000);
        // A container sees its own group as the root.
        let root = ("/sys/fs/cgroup/memory.max", "400000000\n");
        assert_eq!(of(&[MEMINFO, second, root]), 400_000_000);
        let first = ("/proc/self/cgroup", "4:memory:/a\n3:cpuset:/\n0::/\n");
        let limit = ("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "300000000\n");
        assert_eq!(of(&[MEMINFO, first, limit]), 300_000_000);
        assert_eq!(of(&[MEMINFO, ("/proc/self/cgroup", "nonsense\n")]), 24_576_000_000);
    }
}
