//! `queens watch`, in a terminal and without one.

use super::*;
use std::process::{Command, Stdio};

/// Waits for the end, and checks that the terminal is restored.
fn end(watched: Terminal, code: u32) {
    let end = watched.end();
    assert_eq!((end.code, end.is_restored), (code, true));
    assert!(!end.screen.alternate_screen() && !end.screen.hide_cursor());
}

#[test]
fn keys_walk_through_the_search() {
    let mut watched = Terminal::start("watch 6 --from 0", (50, 15));
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
    end(watched, 0);
}

#[test]
fn it_plays_by_itself_to_the_end() {
    let mut watched = Terminal::start("watch 5 --speed 1000", (80, 24));
    watched.see("end of the search");
    watched.see("paused");
    watched.press("q");
    end(watched, 0);
}

#[test]
fn a_resized_terminal_is_drawn_again() {
    let mut watched = Terminal::start("watch 6 --from 1", (50, 15));
    watched.see("1 ♛ · · · · ·");
    watched.resize((100, 30));
    watched.see("▐▙██▟▌");
    watched.resize((10, 3));
    watched.see("too small");
    watched.resize((50, 15));
    watched.see("1 ♛ · · · · ·");
    watched.press("q");
    end(watched, 0);
}

#[test]
fn an_interrupt_restores_the_terminal() {
    let mut watched = Terminal::start("watch 20 --speed 100000", (80, 24));
    watched.see("playing");
    watched.press("\x03");
    end(watched, 130);
}

#[test]
fn a_termination_signal_restores_the_terminal() {
    let watched = Terminal::start("watch 8", (80, 24));
    watched.see("playing");
    let id = watched.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    end(watched, 130);
}

#[test]
fn closing_the_terminal_ends_it() {
    let pair = native_pty_system().openpty(size((80, 24))).unwrap();
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
    let is_coloured = |screen: &Screen| {
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |col| screen.cell(row, col)));
        let plain = vt100::Color::Default;
        cells.into_iter().any(|cell| cell.fgcolor() != plain || cell.bgcolor() != plain)
    };
    for (no_color, expected) in [("", true), ("1", false)] {
        let variable = ("NO_COLOR", no_color);
        let mut watched = Terminal::start_with(variable, "watch 8 --from 2", (80, 24));
        // The line of keys is drawn last.
        watched.see("s solution");
        watched.wait("other colours", |screen| is_coloured(screen) == expected);
        watched.press("q");
        end(watched, 0);
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
