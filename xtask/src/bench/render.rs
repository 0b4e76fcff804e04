//! Saved results as Markdown: how they were measured in one line, and a table.

use super::known::solutions_of;
use super::result::{
    Command, Comparison, Completion, Device, DeviceCount, DeviceTime, Engine, Figures, Ledger,
    Levels, Machine, Method, Peer, PeerCount, Peers, Plain, Saved, Solver, Table, Target, Threads,
    Times,
};
use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// How much of the time of independent runs several threads should reach.
const THREADS_TARGET: f64 = 0.95;

/// How much longer the best run may take with a ledger.
const LEDGER_TARGET: f64 = 1.01;

/// A result: a table, and a line that says where, when and how it was measured. A view selects some of the rows or columns:
/// `short` for methods; `one-thread`, `all-threads` and `summary` for engines; `summary` for counts compared with peers. The
/// shorter views do not name the command.
pub fn page(saved: &Saved, view: Option<&str>) -> Result<String> {
    let note = saved.note.as_ref().map(|note| format!(" {note}")).unwrap_or_default();
    let with_command = !matches!(view, Some("short" | "summary"));
    Ok(format!("{}\n\n{}{note}", table(&saved.figures, view)?, measured(saved, with_command)))
}

/// Where, when and how it was measured.
pub fn measured(saved: &Saved, with_command: bool) -> String {
    let Saved { command, date, machine, version, commit, .. } = saved;
    let command = if with_command { format!(" with `{command}`") } else { String::new() };
    let commit = commit.as_ref().map(|hash| format!(", commit {hash}")).unwrap_or_default();
    let machine = machine_in_words(machine);
    format!("Measured on {date}{command} (version {version}{commit}) on: {machine}.")
}

fn machine_in_words(machine: &Machine) -> String {
    let Machine { cpu, cores, memory_bytes, gpu, os } = machine;
    let plural = if *cores == 1 { "" } else { "s" };
    let mut words = format!("{cpu}, {cores} core{plural}");
    if let Some(bytes) = memory_bytes {
        words += &format!(", {:.0} GiB memory", *bytes as f64 / f64::from(1 << 30));
    }
    if let Some(gpu) = gpu {
        words += &format!(", {gpu}");
    }
    words + ", " + os
}

fn table(figures: &Figures, view: Option<&str>) -> Result<String> {
    match (figures, view) {
        (Figures::Plain(plain), None) => Ok(plain_methods(plain)),
        (Figures::Methods(rows), None) => Ok(methods(rows, |_| true)),
        (Figures::Methods(rows), Some("short")) => Ok(methods(rows, |n| n % 2 == 0)),
        (Figures::Engines(rows), None) => engines(rows, |_| true),
        (Figures::Engines(rows), Some("one-thread")) => engines(rows, |row| row.threads == 1),
        (Figures::Engines(rows), Some("all-threads")) => {
            let most = rows.iter().map(|row| row.threads).max();
            engines(rows, |row| Some(row.threads) == most)
        }
        (Figures::Engines(rows), Some("summary")) => Ok(fastest_engines(rows)),
        (Figures::Threads(rows), None) => Ok(threads(rows)),
        (Figures::Commands(rows), None) => Ok(commands(rows)),
        (Figures::Ledger(ledger), None) => Ok(ledgers(ledger)),
        (Figures::Peers(peers), None) => Ok(all_peers(peers)),
        (Figures::Peers(peers), Some("summary")) => Ok(fastest_peers(&peers.counts)),
        (Figures::Devices(rows), None) => Ok(devices(rows)),
        (Figures::Table(table), None) => Ok(printed(table)),
        (_, Some(view)) => bail!("no view '{view}' of this result"),
    }
}

/// A table in Markdown. Columns whose name ends with `>` are aligned to the right.
fn markdown<C: AsRef<str>>(columns: &[C], rows: &[Vec<String>]) -> String {
    let names: Vec<&str> = columns.iter().map(|name| name.as_ref().trim_end_matches('>')).collect();
    let rule = |name: &C| if name.as_ref().ends_with('>') { "--:" } else { "---" };
    let rules: Vec<&str> = columns.iter().map(rule).collect();
    let mut text = format!("| {} |\n|{}|", names.join(" | "), rules.join("|"));
    for row in rows {
        text += &format!("\n| {} |", row.join(" | "));
    }
    text
}

fn plain_methods(plain: &Plain) -> String {
    let Plain { n, placements, rows } = plain;
    let each = |seconds: f64| format!("{:.2}", seconds * 1e9 / *placements as f64);
    let row = |row: &Comparison| {
        let (ours, theirs) = (row.time.best_seconds, row.against_time.best_seconds);
        let [ratio, target, met] = judge(row.target, ours, theirs);
        let [program, against] = [&row.program, &row.against].map(|shown| format!("`{shown}`"));
        vec![program, each(ours), against, each(theirs), ratio, target, met]
    };
    let columns = [
        "program",
        "ns per placement>",
        "compared with",
        "its ns per placement>",
        "ratio",
        "target",
        "result",
    ];
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    format!("N = {n}, {} placements.\n\n{}", thousands(*placements), markdown(&columns, &rows))
}

/// The ratio, the target, and whether it is met.
fn judge(target: Target, ours: f64, theirs: f64) -> [String; 3] {
    let (ratio, target, met) = match target {
        Target::AtMost(most) => {
            let ratio = ours / theirs;
            (format!("{ratio:.2} of its time"), format!("at most {most}"), ratio <= most)
        }
        Target::TimesAsFast(least) => {
            let ratio = theirs / ours;
            (format!("{ratio:.2} times as fast"), format!("at least {least}"), ratio >= least)
        }
    };
    [ratio, target, verdict(met)]
}

fn verdict(met: bool) -> String {
    if met { "met" } else { "missed" }.to_string()
}

/// One row per method, one column per size.
fn methods(rows: &[Method], is_shown: impl Fn(u32) -> bool) -> String {
    let mut sizes: Vec<u32> = rows.iter().map(|row| row.n).filter(|&n| is_shown(n)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.method.as_str()) {
            names.push(&row.method);
        }
    }
    let largest = sizes.last().copied().unwrap_or_default();
    let mut columns = vec!["method".to_string()];
    columns.extend(sizes.iter().map(|n| format!("N = {n}>")));
    columns.extend([format!("ns per solution at {largest}>"), format!("placements at {largest}>")]);
    let cells = |name: &str| {
        let find = |n: u32| rows.iter().find(|row| row.method == name && row.n == n);
        let time = |n: u32| find(n).map_or("-".to_string(), |row| duration(row.best_seconds));
        let mut cells = vec![format!("`{name}`")];
        cells.extend(sizes.iter().map(|&n| time(n)));
        let last = find(largest);
        let each = |row: &Method| significant(row.best_seconds * 1e9 / row.solutions as f64);
        cells.push(last.map_or("-".to_string(), each));
        cells.push(last.and_then(|row| row.placements).map_or("-".to_string(), thousands));
        cells
    };
    let rows: Vec<Vec<String>> = names.into_iter().map(cells).collect();
    markdown(&columns, &rows)
}

/// One row per measurement. Vector instructions are shown if any were chosen.
fn engines(rows: &[Engine], is_shown: impl Fn(&Engine) -> bool) -> Result<String> {
    let rows: Vec<&Engine> = rows.iter().filter(|row| is_shown(row)).collect();
    let with_simd = rows.iter().any(|row| row.simd.is_some());
    let line = |row: &&Engine| {
        let solutions = solutions_of(row.n)? as f64;
        let mut cells =
            vec![row.n.to_string(), format!("`{}`", row.method), row.threads.to_string()];
        if with_simd {
            cells.push(row.simd.clone().unwrap_or_else(|| "widest".to_string()));
        }
        cells.extend([
            duration(row.time.best_seconds),
            median(row.time),
            row.time.runs.to_string(),
            significant(row.time.best_seconds * 1e9 / solutions),
            row.peak_memory_bytes.map_or("-".to_string(), megabytes),
        ]);
        Ok(cells)
    };
    let mut columns = vec!["N>", "method", "threads>"];
    columns.extend(with_simd.then_some("vector instructions"));
    columns.extend(["best>", "median>", "runs>", "ns per solution>", "peak memory>"]);
    Ok(markdown(&columns, &rows.iter().map(line).collect::<Result<Vec<_>>>()?))
}

/// The fastest method with the widest vector instructions: one row per number of threads, one column per size.
fn fastest_engines(rows: &[Engine]) -> String {
    let mut best: BTreeMap<(u32, u32), f64> = BTreeMap::new();
    for row in rows {
        let seconds = best.entry((row.threads, row.n)).or_insert(f64::INFINITY);
        *seconds = seconds.min(row.time.best_seconds);
    }
    let mut sizes: Vec<u32> = best.keys().map(|&(_, n)| n).collect();
    let mut numbers: Vec<u32> = best.keys().map(|&(threads, _)| threads).collect();
    [&mut sizes, &mut numbers].into_iter().for_each(|numbers| {
        numbers.sort_unstable();
        numbers.dedup();
    });
    let mut columns = vec!["N".to_string()];
    columns.extend(sizes.iter().map(|n| format!("{n}>")));
    let line = |&threads: &u32| {
        let plural = if threads == 1 { "" } else { "s" };
        let mut cells = vec![format!("{threads} thread{plural}")];
        let cell = |n: &u32| best.get(&(threads, *n)).map_or("-".to_string(), |&s| duration(s));
        cells.extend(sizes.iter().map(cell));
        cells
    };
    markdown(&columns, &numbers.iter().map(line).collect::<Vec<_>>())
}

fn threads(rows: &[Threads]) -> String {
    let row = |row: &Threads| {
        let ratio = row.independent_seconds / row.time.best_seconds;
        vec![
            row.n.to_string(),
            format!("`{}`", row.method),
            row.threads.to_string(),
            duration(row.time.best_seconds),
            duration(row.independent_seconds),
            format!("{ratio:.2}"),
            format!("at least {THREADS_TARGET}"),
            verdict(ratio >= THREADS_TARGET),
        ]
    };
    let columns = [
        "N>",
        "method",
        "threads T>",
        "one run>",
        "independent runs, time divided by T>",
        "ratio>",
        "target",
        "result",
    ];
    markdown(&columns, &rows.iter().map(row).collect::<Vec<_>>())
}

fn commands(rows: &[Command]) -> String {
    let row = |row: &Command| {
        let Command { command, time, peak_memory_bytes } = row;
        vec![
            format!("`{command}`"),
            duration(time.best_seconds),
            median(*time),
            peak_memory_bytes.map_or("-".to_string(), megabytes),
        ]
    };
    let columns = ["command", "best>", "median>", "peak memory>"];
    markdown(&columns, &rows.iter().map(row).collect::<Vec<_>>())
}

fn ledgers(ledger: &Ledger) -> String {
    let Ledger { command, without, with } = ledger;
    let best = with.best_seconds / without.best_seconds;
    let ratio = match (with.median_seconds, without.median_seconds) {
        (Some(with), Some(without)) => format!("{best:.3}, {:.3}", with / without),
        _ => format!("{best:.3}"),
    };
    let times = [without, with].map(|time| [duration(time.best_seconds), median(*time)].join(", "));
    let [without, with] = times;
    let columns = [
        "command",
        "best, median>",
        "with `--ledger`: best, median>",
        "ratio: best, median>",
        "target",
        "result",
    ];
    let target = format!("at most {LEDGER_TARGET} by the best");
    let met = verdict(best <= LEDGER_TARGET);
    markdown(&columns, &[vec![format!("`{command}`"), without, with, ratio, target, met]])
}

fn all_peers(peers: &Peers) -> String {
    let Peers { counts, levels, completion } = peers;
    let mut parts = Vec::new();
    if !counts.is_empty() {
        parts.push(peer_counts(counts));
    }
    parts.extend(levels.as_ref().map(puzzle_levels));
    parts.extend(completion.as_ref().map(completions));
    parts.join("\n\n")
}

/// One row per count, one column per program.
fn peer_counts(counts: &[PeerCount]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for peer in counts.iter().flat_map(|count| &count.peers) {
        if !names.contains(&peer.name.as_str()) {
            names.push(&peer.name);
        }
    }
    let mut columns = vec!["N>".to_string(), "on".to_string(), "`queens`>".to_string()];
    columns.extend(names.iter().map(|name| format!("{name}>")));
    if !names.is_empty() {
        columns.push("speedup>".to_string());
    }
    let row = |count: &PeerCount| {
        let device = match count.device {
            Device::Threads(1) => "1 thread".to_string(),
            Device::Threads(threads) => format!("{threads} threads"),
            Device::Gpu => "GPU".to_string(),
        };
        let mut cells = vec![count.n.to_string(), device, duration(count.queens.time.best_seconds)];
        for name in &names {
            let peer = count.peers.iter().find(|peer| peer.name == *name);
            cells.push(peer.map_or("-".to_string(), |peer| duration(peer.time.best_seconds)));
        }
        if !names.is_empty() {
            cells.push(fastest(count).map_or("-".to_string(), |peer| speed_up(count, peer)));
        }
        cells
    };
    markdown(&columns, &counts.iter().map(row).collect::<Vec<_>>())
}

/// One row per count with the fastest other program.
fn fastest_peers(counts: &[PeerCount]) -> String {
    let row = |count: &PeerCount| {
        let [name, time, ratio] = match fastest(count) {
            Some(peer) => {
                [peer.name.clone(), duration(peer.time.best_seconds), speed_up(count, peer)]
            }
            None => ["-", "-", "-"].map(str::to_string),
        };
        let ours = duration(count.queens.time.best_seconds);
        vec![count.n.to_string(), device(count.device), ours, name, time, ratio]
    };
    let columns = ["N>", "on", "`queens`>", "fastest other program", "its time>", "speedup>"];
    markdown(&columns, &counts.iter().map(row).collect::<Vec<_>>())
}

fn fastest(count: &PeerCount) -> Option<&Peer> {
    let by_time =
        |one: &&Peer, other: &&Peer| one.time.best_seconds.total_cmp(&other.time.best_seconds);
    count.peers.iter().min_by(by_time)
}

fn speed_up(count: &PeerCount, peer: &Peer) -> String {
    format!("{}×", significant(peer.time.best_seconds / count.queens.time.best_seconds))
}

fn device(device: Device) -> String {
    match device {
        Device::Threads(1) => "1 thread".to_string(),
        Device::Threads(threads) => format!("{threads} threads"),
        Device::Gpu => "GPU".to_string(),
    }
}

/// One row per size, one column per device; the ratios are to the first device.
fn devices(rows: &[DeviceCount]) -> String {
    let names: Vec<&str> = match rows.first() {
        Some(row) => row.devices.iter().map(|time| time.device.as_str()).collect(),
        None => Vec::new(),
    };
    let mut columns = vec!["N>".to_string()];
    columns.extend(names.iter().map(|name| format!("`{name}`>")));
    columns.extend(names.iter().skip(1).map(|name| format!("`{name}` / `{}`>", names[0])));
    let line = |row: &DeviceCount| {
        let seconds = |time: &DeviceTime| time.time.best_seconds;
        let mut cells = vec![row.n.to_string()];
        cells.extend(row.devices.iter().map(|time| duration(seconds(time))));
        let ratio = |time: &DeviceTime| format!("{:.2}", seconds(time) / seconds(&row.devices[0]));
        cells.extend(row.devices.iter().skip(1).map(ratio));
        cells
    };
    markdown(&columns, &rows.iter().map(line).collect::<Vec<_>>())
}

fn puzzle_levels(levels: &Levels) -> String {
    let Levels { levels, right, median_seconds, worst_seconds } = *levels;
    let columns =
        ["published levels>", "number of solutions right>", "median time>", "worst time>"];
    let times = [duration(median_seconds), duration(worst_seconds)];
    markdown(&columns, &[[vec![levels.to_string(), right.to_string()], times.into()].concat()])
}

fn completions(completion: &Completion) -> String {
    let Completion { n, given, queens, cp_sat, limit_seconds } = completion;
    let row = |solver: &Solver| {
        let time =
            |seconds: Option<f64>| seconds.map_or(format!("more than {limit_seconds} s"), duration);
        vec![
            solver.name.clone(),
            format!("{} of {}", solver.solved, solver.positions),
            time(solver.time.map(|time| time.best_seconds)),
            time(solver.time.and_then(|time| time.median_seconds)),
        ]
    };
    let first = format!("N = {n}, {given} queens given");
    let columns = [first.as_str(), "solved>", "best>", "median>"];
    let rows: Vec<Vec<String>> = [queens].into_iter().chain(cp_sat).map(row).collect();
    markdown(&columns, &rows)
}

/// A table as it was printed. Columns of numbers are aligned to the right.
fn printed(table: &Table) -> String {
    let Table { columns, rows } = table;
    let is_number = |index: usize| {
        let mut cells =
            rows.iter().filter_map(|row| row.get(index)).filter(|cell| !cell.is_empty());
        cells.all(|cell| cell.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
    };
    let name = |(index, name): (usize, &String)| match is_number(index) {
        true => format!("{name}>"),
        false => name.clone(),
    };
    let columns: Vec<String> = columns.iter().enumerate().map(name).collect();
    markdown(&columns, rows)
}

fn median(times: Times) -> String {
    times.median_seconds.map_or("-".to_string(), duration)
}

/// Seconds in a unit in which the number is easy to read, with three significant digits.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{} µs", significant(s * 1e6)),
        s if s < 0.999_5 => format!("{} ms", significant(s * 1e3)),
        s => format!("{} s", significant(s)),
    }
}

/// A number with three significant digits, or all digits before the point if there are more.
pub fn significant(number: f64) -> String {
    let digits = match number.abs() {
        x if x < 9.995 => 2,
        x if x < 99.95 => 1,
        _ => 0,
    };
    match number.abs() {
        x if x > 0.0 && x < 0.995 => {
            format!("{number:.*}", (2 - x.log10().floor() as i32) as usize)
        }
        _ => format!("{number:.digits$}"),
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", significant(bytes as f64 / 1e6))
}

/// A number with commas between groups of three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(best_seconds: f64) -> Times {
        Times { best_seconds, median_seconds: Some(2.0 * best_seconds), runs: 3 }
    }

    #[test]
    fn numbers_are_easy_to_read() {
        let shown = [0.000_001_23, 0.012_34, 0.999_9, 1.0, 27.34, 261.4].map(duration);
        assert_eq!(shown, ["1.23 µs", "12.3 ms", "1.00 s", "1.00 s", "27.3 s", "261 s"]);
        assert_eq!([0.051_23, 3722.8, 0.0].map(significant), ["0.0512", "3723", "0.00"]);
        assert_eq!([1, 1234, 27_358_552].map(thousands), ["1", "1,234", "27,358,552"]);
        assert_eq!(megabytes(258_000_000), "258 MB");
    }

    #[test]
    fn a_target_is_met_or_missed() {
        assert_eq!(
            judge(Target::TimesAsFast(4.0), 0.25, 1.0),
            ["4.00 times as fast", "at least 4", "met"]
        );
        assert_eq!(
            judge(Target::AtMost(1.1), 1.0, 0.25),
            ["4.00 of its time", "at most 1.1", "missed"]
        );
    }

    #[test]
    fn peers_are_compared_with_the_fastest_of_them() {
        let queens =
            Command { command: "queens count 20".into(), time: time(2.0), peak_memory_bytes: None };
        let peer = |name: &str, seconds| Peer {
            name: name.into(),
            command: name.into(),
            time: time(seconds),
        };
        let count = PeerCount {
            n: 20,
            device: Device::Threads(16),
            queens,
            peers: vec![peer("a", 20.0), peer("b", 10.0)],
        };
        let gpu = PeerCount { device: Device::Gpu, peers: vec![], ..count.clone() };
        let summary = fastest_peers(&[count.clone(), gpu.clone()]);
        assert!(
            summary.ends_with(
                "| 20 | 16 threads | 2.00 s | b | 10.0 s | 5.00× |\n| 20 | GPU | 2.00 s | - | - | - |"
            ),
            "{summary}"
        );
        assert_eq!(
            peer_counts(&[count, gpu]),
            "| N | on | `queens` | a | b | speedup |\n|--:|---|--:|--:|--:|--:|\n\
             | 20 | 16 threads | 2.00 s | 20.0 s | 10.0 s | 5.00× |\n| 20 | GPU | 2.00 s | - | - | - |"
        );
    }

    #[test]
    fn devices_are_compared_with_the_first_one() {
        let device =
            |device: &str, seconds| DeviceTime { device: device.into(), time: time(seconds) };
        let row = |n, cuda, wgpu| DeviceCount {
            n,
            devices: vec![device("cuda", cuda), device("wgpu", wgpu)],
        };
        assert_eq!(
            devices(&[row(20, 0.5, 1.0), row(21, 4.0, 5.0)]),
            "| N | `cuda` | `wgpu` | `wgpu` / `cuda` |\n|--:|--:|--:|--:|\n\
             | 20 | 500 ms | 1.00 s | 2.00 |\n| 21 | 4.00 s | 5.00 s | 1.25 |"
        );
    }

    #[test]
    fn engines_are_shown_by_threads() {
        let row = |n, threads, seconds| Engine {
            n,
            method: "join".into(),
            threads,
            simd: None,
            time: time(seconds),
            peak_memory_bytes: Some(18_000_000),
        };
        let rows = Figures::Engines(vec![row(18, 1, 1.0), row(18, 16, 0.1), row(19, 16, 0.5)]);
        let one = table(&rows, Some("one-thread")).unwrap();
        assert!(
            one.ends_with("| 18 | `join` | 1 | 1.00 s | 2.00 s | 3 | 1.50 | 18.0 MB |"),
            "{one}"
        );
        let summary = table(&rows, Some("summary")).unwrap();
        assert!(
            summary.contains("| 1 thread | 1.00 s | - |\n| 16 threads | 100 ms | 500 ms |"),
            "{summary}"
        );
        assert!(table(&rows, Some("sideways")).is_err());
    }

    #[test]
    fn methods_have_a_row_each_and_a_column_for_each_size() {
        let row = |n, method: &str, seconds| Method {
            n,
            method: method.into(),
            solutions: 92,
            placements: Some(2056),
            best_seconds: seconds,
            median_seconds: seconds,
        };
        let rows = [row(8, "arrays", 0.001), row(9, "arrays", 0.005), row(8, "tiles", 0.002)];
        let all = methods(&rows, |_| true);
        assert!(all.contains("| `tiles` | 2.00 ms | - | - | - |"), "{all}");
        let short = methods(&rows, |n| n % 2 == 0);
        assert!(short.contains("| `arrays` | 1.00 ms | 10870 | 2,056 |"), "{short}");
    }
}
