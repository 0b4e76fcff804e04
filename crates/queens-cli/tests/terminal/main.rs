//! The real binary in a terminal made for the test.
#![cfg(unix)]

mod progress;
mod watch;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vt100::{Parser, Screen};

/// How long to wait for a screen. Only a machine under heavy load needs that long.
const TIMEOUT: Duration = Duration::from_secs(60);

const BINARY: &str = env!("CARGO_BIN_EXE_queens");

/// The command in its own terminal.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// Kept open, so that the state of the terminal can be read after the command has ended.
    slave: Option<Box<dyn SlavePty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    parser: Arc<Mutex<Parser>>,
    reader: Option<JoinHandle<()>>,
    before: String,
}

/// How a command ended, and what it left behind.
struct End {
    code: u32,
    screen: Screen,
    /// Whether the terminal has its settings again.
    is_restored: bool,
}

impl End {
    /// The lines of the screen.
    fn lines(&self) -> Vec<String> {
        self.screen.contents().lines().map(|line| line.trim_end().to_string()).collect()
    }
}

fn size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// The settings of the terminal, as text.
fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

impl Terminal {
    fn start(line: &str, screen: (u16, u16)) -> Self {
        Self::start_with(("NO_COLOR", ""), line, screen)
    }

    fn start_with(variable: (&str, &str), line: &str, screen: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new(BINARY);
        command.args(line.split_whitespace());
        command.env_remove("NO_COLOR");
        command.env("TERM", "xterm-256color");
        command.env(variable.0, variable.1);
        Self::spawn(command, screen)
    }

    fn spawn(command: CommandBuilder, (cols, rows): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size((cols, rows))).unwrap();
        let before = settings(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = Arc::new(Mutex::new(Parser::new(rows, cols, 0)));
        let keys = pair.master.take_writer().unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let screen = Arc::clone(&parser);
        let reader = Some(std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..read]);
            }
        }));
        let slave = Some(pair.slave);
        Self { master: pair.master, slave, child, keys, parser, reader, before }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn resize(&mut self, screen: (u16, u16)) {
        self.parser.lock().unwrap().screen_mut().set_size(screen.1, screen.0);
        self.master.resize(size(screen)).unwrap();
    }

    fn screen(&self) -> Screen {
        self.parser.lock().unwrap().screen().clone()
    }

    /// Waits until the screen meets a condition.
    fn wait(&self, what: &str, wanted: impl Fn(&Screen) -> bool) {
        let end = Instant::now() + TIMEOUT;
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return;
            }
            assert!(Instant::now() < end, "no {what} in\n{}", screen.contents());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn see(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits for the end.
    fn end(mut self) -> End {
        let end = Instant::now() + TIMEOUT;
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        let is_restored = settings(&*self.master) == self.before;
        // All output is read when the last handle of the terminal is closed.
        drop(self.slave.take());
        self.reader.take().unwrap().join().unwrap();
        End { code, screen: self.screen(), is_restored }
    }
}

impl Drop for Terminal {
    /// Leaves no process behind if a test fails.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
