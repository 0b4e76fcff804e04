//! The real binary in a terminal made for the test: progress lines fit into its width and are erased at the end, tables fit,
//! and a command that reads from the terminal says how to end the input.
#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long to wait for a screen. Only a machine under heavy load needs that long.
const TIMEOUT: Duration = Duration::from_secs(60);
const ROWS: u16 = 10;

/// The command in its own terminal.
struct Run {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    reader: JoinHandle<()>,
}

impl Run {
    fn start(line: &str, columns: u16) -> Self {
        Self::start_with("xterm-256color", line, columns)
    }

    fn start_with(terminal: &str, line: &str, columns: u16) -> Self {
        let size = PtySize { rows: ROWS, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_queens"));
        command.args(line.split_whitespace());
        command.env("TERM", terminal);
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = Arc::new(Mutex::new(vt100::Parser::new(ROWS, columns, 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..read]);
            }
        });
        Self { master: pair.master, child, parser, reader }
    }

    /// The lines of the screen that are not empty.
    fn lines(&self) -> Vec<String> {
        let text = self.parser.lock().unwrap().screen().contents();
        text.lines().map(|line| line.trim_end().to_string()).filter(|l| !l.is_empty()).collect()
    }

    /// Waits for a screen that meets a condition.
    fn wait(&self, what: &str, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let end = Instant::now() + TIMEOUT;
        loop {
            let lines = self.lines();
            if wanted(&lines) {
                return lines;
            }
            assert!(Instant::now() < end, "no {what} in {lines:#?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Returns the exit code and what is left on the screen.
    fn end(mut self) -> (u32, Vec<String>) {
        let end = Instant::now() + TIMEOUT;
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            if Instant::now() > end {
                self.child.kill().unwrap();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let Self { master, parser, reader, .. } = self;
        // All output is read when the last handle of the terminal is closed.
        drop(master);
        reader.join().unwrap();
        let text = parser.lock().unwrap().screen().contents();
        (code, text.lines().map(|line| line.trim_end().to_string()).collect())
    }
}

#[test]
fn a_line_fits_and_an_interrupt_erases_it() {
    for columns in [80, 40, 20] {
        for (line, label, message) in [
            ("count 27 --threads 1", "N = 27", "queens: interrupted at N = 27"),
            ("find 40 --first", "searching", "queens: interrupted"),
        ] {
            let run = Run::start(line, columns);
            let is_shown = |lines: &[String]| lines.last().is_some_and(|l| l.contains(label));
            run.wait(label, is_shown);
            // It is redrawn several times per second. A line that wraps would leave its start behind.
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(1200) {
                let lines = run.lines();
                let shown = lines.iter().filter(|line| !line.is_empty()).count();
                assert!(shown <= 1, "queens {line} on {columns} columns: {lines:#?}");
                std::thread::sleep(Duration::from_millis(10));
            }
            let mut keys = run.master.take_writer().unwrap();
            keys.write_all(b"\x03").unwrap();
            let (code, lines) = run.end();
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
    let run = Run::start("count 14 --method bitset", 40);
    run.wait("line", |lines| lines.last().is_some_and(|line| line.starts_with("N = 14 [")));
    let (code, lines) = run.end();
    assert_eq!((code, lines.join("|").as_str()), (0, "14: 365596"));
}

#[test]
fn a_message_is_printed_above_the_line() {
    let run = Run::start("compare 14 --methods arrays,bitset --runs 1 --limit 1 --format csv", 60);
    run.wait("line", |lines| {
        // It names the method that runs.
        lines.last().is_some_and(|line| line.contains("comparing: N = 14, arrays, elapsed"))
    });
    let (code, lines) = run.end();
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
    let run = Run::start_with("dumb", "count 14 --method bitset", 40);
    let (code, lines) = run.end();
    assert_eq!((code, lines.join("|").as_str()), (0, "14: 365596"));
    // No escape sequences either.
    for (terminal, has_colours) in [("dumb", false), ("xterm-256color", true)] {
        let run = Run::start_with(terminal, "completions --help", 80);
        run.wait("help", |lines| lines.iter().any(|line| line.contains("Print version")));
        let parser = Arc::clone(&run.parser);
        run.end();
        let parser = parser.lock().unwrap();
        let screen = parser.screen();
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
        let run = Run::start(line, 120);
        run.wait("message", |lines| {
            lines.iter().any(|l| l == "queens: reading from the terminal; end with Ctrl-D")
        });
        run.master.take_writer().unwrap().write_all(input.as_bytes()).unwrap();
        let (_, lines) = run.end();
        assert!(lines.last().is_some_and(|last| last.starts_with(expected)), "{line}: {lines:#?}");
    }
}

/// No line of a table wraps: the terminal would show more lines than the table has.
#[test]
fn tables_fit_the_terminal() {
    let heads = ["N", "method", "solutions", "placements", "best", "median", "ratio"];
    let run = Run::start("compare 8 --methods arrays,dancing-links --runs 1", 80);
    let (_, lines) = run.end();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), heads, "{lines:#?}");
    assert_eq!(lines.len(), 3, "{lines:#?}");
    // On a narrow terminal, the columns are printed one after the other, each time with the method.
    let run = Run::start("compare 8 --methods arrays,dancing-links --runs 1", 44);
    let (_, lines) = run.end();
    assert_eq!(lines.len(), 7, "{lines:#?}");
    let first = |line: usize| lines[line].split_whitespace().next();
    assert_eq!(
        [first(0), first(1), first(4), first(5)],
        [Some("N"), Some("8"), Some("N"), Some("8")]
    );
    assert_eq!(lines.iter().filter(|line| line.contains("dancing-links")).count(), 2);
    let run = Run::start("methods", 80);
    let (_, lines) = run.end();
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
    let size = PtySize { rows: ROWS, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_queens")]);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().unwrap();
    let mut parser = vt100::Parser::new(ROWS, 80, 0);
    let (mut bytes, mut was_shown) = ([0; 256], false);
    while let Ok(read @ 1..) = output.read(&mut bytes) {
        parser.process(&bytes[..read]);
        was_shown |= parser.screen().contents().contains("N = 14 [");
    }
    assert_eq!(child.wait().unwrap().exit_code(), 2);
    assert!(was_shown);
    let text = parser.screen().contents();
    assert_eq!(
        text.trim_end(),
        "queens: cannot write standard output: No space left on device (os error 28)"
    );
}
