//! Numbers as people read them.

/// A number of things: `1 job`, `2 jobs`.
///
/// ```
/// use queens::report::quantity;
/// assert_eq!([quantity(1, "job"), quantity(0, "job")], ["1 job", "0 jobs"]);
/// ```
pub fn quantity(number: impl ToString, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A number of seconds in a suitable unit: `1.25 s`, `3.40 ms`, `210.0 us`, `2:05 min`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 3600.0 => {
            format!("{:.0}:{:02.0} h", (s / 3600.0).floor(), (s % 3600.0 / 60.0).floor())
        }
        s if s >= 120.0 => format!("{:.0}:{:02.0} min", (s / 60.0).floor(), (s % 60.0).floor()),
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s if s >= 1e-6 => format!("{:.1} us", s * 1e6),
        s => format!("{:.0} ns", s * 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_printed_in_a_suitable_unit() {
        let cases = [
            (0.5, "500.00 ms"),
            (1.25, "1.25 s"),
            (125.0, "2:05 min"),
            (3725.0, "1:02 h"),
            (2e-5, "20.0 us"),
        ];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
