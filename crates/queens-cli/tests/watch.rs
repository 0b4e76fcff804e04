//! `queens watch` on the real binary: in a terminal made for the test, and without one.
#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long to wait for a screen. Only a machine under heavy load needs that long.
const TIMEOUT: Duration = Duration::from_secs(60);

const BINARY: &str = env!("CARGO_BIN_EXE_queens");

/// The command in its own terminal.
struct Watched {
    master: Box<dyn MasterPty + Send>,
    // Kept open, so that the state of the terminal can be read after the command has ended.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    before: String,
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Watched {
    fn start(args: &[&str], screen: (u16, u16)) -> Self {
        Self::start_with("NO_COLOR", "", args, screen)
    }

    fn start_with(variable: &str, value: &str, args: &[&str], (cols, rows): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let before = settings(&*pair.master);
        let mut command = CommandBuilder::new(BINARY);
        command.arg("watch");
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env(variable, value);
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = Arc::new(Mutex::new(vt100::Parser::new(rows, cols, 0)));
        let keys = pair.master.take_writer().unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..read]);
            }
        });
        Self { master: pair.master, _slave: pair.slave, child, keys, parser, before }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn resize(&mut self, cols: u16, rows: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(rows, cols);
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Waits until the screen meets a condition.
    fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + TIMEOUT;
        loop {
            let screen = self.parser.lock().unwrap().screen().clone();
            if wanted(&screen) {
                return;
            }
            assert!(Instant::now() < end, "no {what} in\n{}", screen.contents());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn see(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits for the end, and checks that the terminal is restored.
    fn end(mut self, code: u32) {
        let end = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.exit_code(), code);
        self.wait("end of the alternate screen", |screen| !screen.alternate_screen());
        self.wait("cursor", |screen| !screen.hide_cursor());
        assert_eq!(settings(&*self.master), self.before);
    }
}

impl Drop for Watched {
    /// Leaves no process behind if a test fails.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// The settings of the terminal, as text.
fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

#[test]
fn keys_walk_through_the_search() {
    let mut watched = Watched::start(&["6", "--from", "0"], (50, 15));
    watched.wait("alternate screen", |screen| screen.alternate_screen() && screen.hide_cursor());
    assert_ne!(settings(&*watched.master), watched.before);
    watched.see("the empty board");
    watched.see("  A B C D E F");
    watched.press("l");
    watched.see("place A1");
    watched.see("1 ♛ · · · · ·");
    watched.press("\x1b[C");
    watched.see("reject B1: attacked from");
    watched.see("1 ♛ × · · · ·");
    watched.press("h");
    watched.see("place A1");
    watched.press("ss");
    watched.see("2 4 6 1 3 5");
    watched.press("G");
    watched.see("solutions                4");
    watched.press("m");
    watched.see("arrays-half");
    watched.press("n");
    watched.see("N = 7");
    watched.press("q");
    watched.end(0);
}

#[test]
fn it_plays_by_itself_to_the_end() {
    let mut watched = Watched::start(&["5", "--speed", "1000"], (80, 24));
    watched.see("end of the search");
    watched.see("paused");
    watched.press("q");
    watched.end(0);
}

#[test]
fn a_resized_terminal_is_drawn_again() {
    let mut watched = Watched::start(&["6", "--from", "1"], (50, 15));
    watched.see("1 ♛ · · · · ·");
    watched.resize(100, 30);
    watched.see("▐▙██▟▌");
    watched.resize(10, 3);
    watched.see("too small");
    watched.resize(50, 15);
    watched.see("1 ♛ · · · · ·");
    watched.press("q");
    watched.end(0);
}

#[test]
fn an_interrupt_restores_the_terminal() {
    let mut watched = Watched::start(&["20", "--speed", "100000"], (80, 24));
    watched.see("playing");
    watched.press("\x03");
    watched.end(130);
}

#[test]
fn a_termination_signal_restores_the_terminal() {
    let watched = Watched::start(&["8"], (80, 24));
    watched.see("playing");
    let id = watched.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    watched.end(130);
}

#[test]
fn closing_the_terminal_ends_it() {
    let pair = native_pty_system().openpty(size(80, 24)).unwrap();
    let mut command = CommandBuilder::new(BINARY);
    command.args(["watch", "8"]);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut output = pair.master.try_clone_reader().unwrap();
    let mut drawn = Vec::new();
    while !String::from_utf8_lossy(&drawn).contains("playing") {
        let mut bytes = [0; 4096];
        let read = output.read(&mut bytes).unwrap();
        drawn.extend(&bytes[..read]);
    }
    drop((output, pair));
    let end = Instant::now() + TIMEOUT;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("it keeps running without a terminal");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn no_color_turns_colours_off() {
    let is_coloured = |screen: &vt100::Screen| {
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |col| screen.cell(row, col)));
        let plain = vt100::Color::Default;
        cells.into_iter().any(|cell| cell.fgcolor() != plain || cell.bgcolor() != plain)
    };
    for (no_color, expected) in [("", true), ("1", false)] {
        let args = ["8", "--from", "2"];
        let mut watched = Watched::start_with("NO_COLOR", no_color, &args, (80, 24));
        // The line of keys is drawn last.
        watched.see("s solution");
        watched.wait("other colours", |screen| is_coloured(screen) == expected);
        watched.press("q");
        watched.end(0);
    }
}

#[test]
fn without_a_terminal_it_fails_with_one_line() {
    let output = Command::new(BINARY).args(["watch", "6"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("watch needs a terminal"), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_picture_needs_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("watch.svg");
    let status = Command::new(BINARY)
        .args(["watch", "8", "--from", "1000", "--picture"])
        .arg(&path)
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains(">placements<"), "{svg}");
}

#[test]
fn an_animated_picture_needs_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str| {
        let mut command = Command::new(BINARY);
        command.args([
            "watch", "6", "--method", "bitmask", "--from", "20", "--steps", "40", "--output",
        ]);
        command.arg(folder.path().join(file)).stdin(Stdio::null()).output().unwrap()
    };
    let output = write("search.svg");
    assert!(output.status.success() && output.stdout.is_empty());
    let svg = std::fs::read_to_string(folder.path().join("search.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("@keyframes"), "{svg}");

    let output = write("search.png");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("search.png: an animated picture must be FILE.svg"), "{error}");
    assert!(!folder.path().join("search.png").exists());
}
