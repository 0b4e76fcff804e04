//! The charts of the documents.

use super::chart::{Chart, Series};
use super::{Generated, saved};
use crate::bench::known::{solutions, solutions_of};
use crate::bench::result::{Engine, Figures, Method, Saved};
use anyhow::{Result, bail};
use std::path::Path;

/// The methods in the chart of costs: one for each idea.
const METHODS: [&str; 6] = ["arrays", "breadth", "dancing-links", "bitmask", "cross", "join"];

pub fn all(root: &Path) -> Result<Vec<Generated>> {
    let picture = |name: &str, chart: Chart| Generated {
        path: Path::new("docs").join("images").join(name),
        text: chart.svg(),
    };
    let (methods, engines) = (saved(root, "methods")?, saved(root, "engines")?);
    Ok(vec![picture("growth.svg", growth()?), picture("cost.svg", cost(&methods, &engines)?)])
}

/// The number of solutions against the size.
fn growth() -> Result<Chart> {
    let values = solutions()?;
    let points = values.iter().enumerate().skip(4).map(|(n, &value)| (n as f64, value as f64));
    Ok(Chart {
        title: "Number of solutions".into(),
        subtitle: format!(
            "Q(N) for N = 4 to {}, OEIS A000170; logarithmic scale",
            values.len() - 1
        ),
        x_label: "N".into(),
        y_label: "solutions".into(),
        series: vec![Series { name: "Q(N)".into(), points: points.collect(), dashed: false }],
        power: |power| format!("10{}", superscript(power)),
    })
}

fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

/// Nanoseconds per solution against the size: the methods on small boards, and the engines also on larger ones.
fn cost(methods: &Saved, engines: &Saved) -> Result<Chart> {
    let (Figures::Methods(small), Figures::Engines(large)) = (&methods.figures, &engines.figures)
    else {
        bail!("methods.json or engines.json is a result of another benchmark");
    };
    let mut series: Vec<Series> =
        METHODS.into_iter().map(|name| method(name, small, large)).collect();
    let most = large.iter().map(|row| row.threads).max().unwrap_or(1);
    if most > 1 {
        series.push(Series {
            name: format!("join, {most} threads"),
            points: engine("join", most, 0, large)?,
            dashed: true,
        });
    }
    let machine = |saved: &Saved| {
        format!("{}, {} cores, {}", saved.machine.cpu, saved.machine.cores, saved.date)
    };
    let mut subtitle = machine(methods);
    if machine(engines) != subtitle {
        subtitle += &format!("; from N = {} on {}", 1 + largest(small), machine(engines));
    }
    Ok(Chart {
        title: "Time per solution".into(),
        subtitle,
        x_label: "N".into(),
        y_label: "time per solution, one thread".into(),
        series,
        power: |power| match power {
            3.. => format!("{} µs", 10i32.pow(power as u32 - 3)),
            0..3 => format!("{} ns", 10i32.pow(power as u32)),
            _ => format!("{} ps", 10f64.powi(power + 3)),
        },
    })
}

fn largest(rows: &[Method]) -> u32 {
    rows.iter().map(|row| row.n).max().unwrap_or_default()
}

fn method(name: &str, small: &[Method], large: &[Engine]) -> Series {
    let rows = small.iter().filter(|row| row.method == name);
    let each = |row: &Method| (f64::from(row.n), row.best_seconds * 1e9 / row.solutions as f64);
    let mut points: Vec<(f64, f64)> = rows.map(each).collect();
    points.extend(engine(name, 1, largest(small), large).unwrap_or_default());
    Series { name: name.to_string(), points, dashed: false }
}

/// The times of an engine with the widest vector instructions on boards larger than a size.
fn engine(name: &str, threads: u32, above: u32, rows: &[Engine]) -> Result<Vec<(f64, f64)>> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let is_meant = |row: &&Engine| row.method == name && row.threads == threads && row.n > above;
    for row in rows.iter().filter(is_meant) {
        let (n, each) =
            (f64::from(row.n), row.time.best_seconds * 1e9 / solutions_of(row.n)? as f64);
        match points.iter_mut().find(|point| point.0 == n) {
            Some(point) => point.1 = point.1.min(each),
            None => points.push((n, each)),
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_written_small() {
        assert_eq!(superscript(17), "¹⁷");
        assert_eq!(superscript(-3), "⁻³");
    }

    #[test]
    fn the_number_of_solutions_grows_to_the_largest_known_board() {
        let svg = growth().unwrap().svg();
        assert_eq!(svg.matches("<circle").count(), 24);
        assert!(svg.contains("10¹⁸"));
    }
}
