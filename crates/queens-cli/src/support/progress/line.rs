//! The text of a progress line. On a narrow terminal it leaves out, one after the other, the rate, the number of jobs, the
//! elapsed time, the bar and the remaining time.

use std::time::Duration;

/// The narrowest bar, without its brackets.
const MIN_BAR: usize = 6;
/// The symbols of a spinner, each for a quarter of a second.
const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// What a line shows.
#[derive(Clone, Copy)]
pub(super) struct Figures<'a> {
    pub(super) label: &'a str,
    /// What is counted: jobs, or runs.
    pub(super) unit: &'a str,
    pub(super) jobs: usize,
    pub(super) finished: usize,
    pub(super) elapsed: Duration,
    /// The finished part of the work, from 0 to 1.
    pub(super) done: f64,
}

/// A line of at most `width` columns with a bar.
pub(super) fn bar_line(figures: &Figures<'_>, width: usize) -> String {
    let Figures { label, unit, jobs, finished, elapsed, done } = *figures;
    let percent = Some(format!("{}%", (100.0 * done) as u64));
    // A single job has neither a number nor a rate.
    let number = (jobs != 1).then(|| format!("{finished}/{jobs} {unit}"));
    let rate = (jobs != 1).then(|| format!("{:.1}/s", finished as f64 / elapsed.as_secs_f64()));
    let time = Some(format!("elapsed {}", clock(elapsed)));
    // Too little is done to estimate the rest.
    let remaining = (done >= 0.001).then(|| elapsed.mul_f64((1.0 - done).max(0.0) / done));
    let remaining = remaining.map(|rest| format!("remaining {}", clock(rest)));
    let choices = [
        (true, [&percent, &number, &rate, &time, &remaining]),
        (true, [&percent, &number, &None, &time, &remaining]),
        (true, [&percent, &None, &None, &time, &remaining]),
        (true, [&percent, &None, &None, &None, &remaining]),
        (false, [&percent, &None, &None, &None, &remaining]),
        (false, [&percent, &None, &None, &None, &None]),
    ];
    for (has_bar, parts) in choices {
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        let text = parts.join(", ");
        // The label, the text, and a space between them.
        let used = columns(label) + 1 + columns(&text);
        match width.checked_sub(used) {
            // The brackets of the bar and another space.
            Some(free) if has_bar && free >= MIN_BAR + 3 => {
                return format!("{label} [{}] {text}", bar(done, free - 3));
            }
            Some(_) if !has_bar => return format!("{label} {text}"),
            _ => {}
        }
    }
    cut(label, width)
}

/// A line of at most `width` columns for work of unknown length.
pub(super) fn spinner_line(label: &str, elapsed: Duration, width: usize) -> String {
    let symbol = SPINNER[(elapsed.as_millis() / 250) as usize % SPINNER.len()];
    cut(&format!("{symbol} {label}, elapsed {}", clock(elapsed)), width)
}

/// A bar of `width` columns: `====>   `.
fn bar(done: f64, width: usize) -> String {
    let full = ((done * width as f64) as usize).min(width);
    let head = if full < width { ">" } else { "" };
    format!("{:<width$}", "=".repeat(full) + head)
}

/// The number of columns of a text. All characters of these lines are one column wide.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// The start of a text that fits.
fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

/// A duration as on a clock: `0:07`, `1:02:03`, `2d 03:04:05`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let seconds = seconds % 60;
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{days}d {hours:02}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURES: Figures<'_> = Figures {
        label: "N = 19",
        unit: "jobs",
        jobs: 1248,
        finished: 312,
        elapsed: Duration::from_secs(10),
        done: 0.25,
    };

    #[test]
    fn durations_are_shown_as_on_a_clock() {
        let cases = [(7, "0:07"), (75, "1:15"), (3723, "1:02:03"), (183_845, "2d 03:04:05")];
        for (seconds, text) in cases {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_line_has_what_fits() {
        for (width, text) in [
            (79, "N = 19 [==>       ] 25%, 312/1248 jobs, 31.2/s, elapsed 0:10, remaining 0:30"),
            (60, "N = 19 [=>    ] 25%, elapsed 0:10, remaining 0:30"),
            (39, "N = 19 [==>       ] 25%, remaining 0:30"),
            (30, "N = 19 25%, remaining 0:30"),
            (20, "N = 19 25%"),
            (4, "N = "),
        ] {
            let line = bar_line(&FIGURES, width);
            let (start, end) = text.split_once('>').unwrap_or((text, ""));
            let start = start.trim_end_matches('=');
            assert!(line.starts_with(start), "{width}: {line}");
            assert!(line.ends_with(end.trim_start()), "{width}: {line}");
        }
    }

    #[test]
    fn every_line_fits_and_a_bar_fills_it() {
        for done in [0.0, 0.0005, 0.25, 1.0] {
            for jobs in [1, 1248] {
                for width in 0..200 {
                    let line = bar_line(&Figures { done, jobs, ..FIGURES }, width);
                    assert!(columns(&line) <= width, "{width}: {line}");
                    assert!(!line.contains('[') || columns(&line) == width, "{width}: {line}");
                    let line = spinner_line("creating a puzzle", FIGURES.elapsed, width);
                    assert!(columns(&line) <= width, "{width}: {line}");
                }
            }
        }
        let line = bar_line(&Figures { done: 0.0, jobs: 1, ..FIGURES }, 79);
        assert!(
            line.starts_with("N = 19 [>  ") && line.ends_with("  ] 0%, elapsed 0:10"),
            "{line}"
        );
    }
}
