//! Progress lines fit into the width of the terminal and are erased at the end, tables fit, and a command that reads from the
//! terminal says how to end the input.

use super::*;

const ROWS: u16 = 10;

fn start(line: &str, columns: u16) -> Terminal {
    Terminal::start(line, (columns, ROWS))
}

/// The code and the lines at the end.
fn end(run: Terminal) -> (u32, Vec<String>) {
    let end = run.end();
    (end.code, end.lines())
}

#[test]
fn a_line_fits_and_an_interrupt_erases_it() {
    for columns in [80, 40, 20] {
        for (line, label, message) in [
            ("count 27 --threads 1", "N = 27", "queens: interrupted at N = 27"),
            ("find 40 --first", "searching", "queens: interrupted"),
        ] {
            let mut run = start(line, columns);
            run.see(label);
            // It is redrawn several times per second. A line that wraps would leave its start behind.
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(1200) {
                let lines = run.screen().contents();
                let shown = lines.lines().filter(|line| !line.trim().is_empty()).count();
                assert!(shown <= 1, "queens {line} on {columns} columns: {lines}");
                std::thread::sleep(Duration::from_millis(10));
            }
            run.press("\x03");
            let (code, lines) = end(run);
            assert_eq!(code, 130);
            // The terminal itself may show the key, and it wraps the message.
            let text = lines.concat();
            let text = text.trim_start_matches("^C");
            assert!(text.starts_with(message), "{columns} columns: {lines:#?}");
            assert!(!text.contains("elapsed") && !text.contains('%'), "{lines:#?}");
        }
    }
}

#[test]
fn a_line_is_erased_at_the_end() {
    let run = start("count 14 --method bitset", 40);
    run.see("N = 14 [");
    let (code, lines) = end(run);
    assert_eq!((code, lines.join("|").as_str()), (0, "14: 365596"));
}

#[test]
fn a_message_is_printed_above_the_line() {
    let run = start("compare 14 --methods arrays,bitset --runs 1 --limit 1 --format csv", 60);
    // It names the method that runs.
    run.see("comparing: N = 14, arrays, elapsed");
    let (code, lines) = end(run);
    assert_eq!(code, 0);
    let text = lines.join("\n");
    assert!(!text.contains("elapsed"), "{text}");
    assert!(
        lines.iter().any(|line| line.starts_with("queens: arrays skipped at N = 14")),
        "{text}"
    );
}

#[test]
fn a_terminal_that_cannot_erase_shows_no_line() {
    let run = Terminal::start_with(("TERM", "dumb"), "count 14 --method bitset", (40, ROWS));
    let (code, lines) = end(run);
    assert_eq!((code, lines.join("|").as_str()), (0, "14: 365596"));
    // No escape sequences either.
    for (terminal, has_colours) in [("dumb", false), ("xterm-256color", true)] {
        let variable = ("TERM", terminal);
        let run = Terminal::start_with(variable, "completions --help", (80, ROWS));
        let screen = &run.end().screen;
        assert!(screen.contents().contains("Print version"));
        let cells = (0..ROWS).flat_map(|row| (0..80).map(move |col| screen.cell(row, col)));
        let is_bold = cells.flatten().any(|cell| cell.bold() || cell.underline());
        assert_eq!(is_bold, has_colours, "{terminal}");
    }
}

#[test]
fn input_from_the_terminal_says_how_to_end() {
    for (line, input, expected) in [
        ("check -", "2 4 1 3\r\x04", "4 queens, none attacks another"),
        ("solve", "size:1\r\x04", "Q"),
        ("check -", "\x04", "queens: standard input: no queens found"),
        ("puzzle read -", "\x04", "queens: standard input: cannot decode the picture"),
    ] {
        let mut run = start(line, 120);
        run.see("queens: reading from the terminal; end with Ctrl-D");
        run.press(input);
        let (_, lines) = end(run);
        assert!(lines.last().is_some_and(|last| last.starts_with(expected)), "{line}: {lines:#?}");
    }
}

/// No line of a table wraps: the terminal would show more lines than the table has.
#[test]
fn tables_fit_the_terminal() {
    let heads = ["N", "method", "solutions", "placements", "best", "median", "ratio"];
    let run = start("compare 8 --methods arrays,dancing-links --runs 1", 80);
    let (_, lines) = end(run);
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), heads, "{lines:#?}");
    assert_eq!(lines.len(), 3, "{lines:#?}");
    // On a narrow terminal, the columns are printed one after the other, each time with the method.
    let run = start("compare 8 --methods arrays,dancing-links --runs 1", 44);
    let (_, lines) = end(run);
    assert_eq!(lines.len(), 7, "{lines:#?}");
    let first = |line: usize| lines[line].split_whitespace().next();
    assert_eq!(
        [first(0), first(1), first(4), first(5)],
        [Some("N"), Some("8"), Some("N"), Some("8")]
    );
    assert_eq!(lines.iter().filter(|line| line.contains("dancing-links")).count(), 2);
    let run = start("methods", 80);
    let (_, lines) = end(run);
    // Ten lines are visible.
    assert!(lines.iter().any(|line| line.starts_with("join ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with(&" ".repeat(30))), "{lines:#?}");
}

#[test]
fn an_error_erases_the_line() {
    // The count is printed to a full disk, after the progress line.
    let script = "exec \"$0\" count 14 --method bitset >/dev/full";
    if !std::path::Path::new("/dev/full").exists() {
        return println!("skipped: this system has no /dev/full");
    }
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", script, BINARY]);
    let run = Terminal::spawn(command, (80, ROWS));
    run.see("N = 14 [");
    let (code, lines) = end(run);
    let line = "queens: cannot write standard output: No space left on device (os error 28)";
    assert_eq!((code, lines.join("|").as_str()), (2, line));
}
