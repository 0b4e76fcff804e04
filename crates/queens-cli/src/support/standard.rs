//! Standard output, with an error if it is closed.
//!
//! A program that is started without standard output (`queens count 8 >&-`) must not lose its results in silence. The
//! runtime of Rust opens `/dev/null` in place of a closed descriptor before `main`, so every write succeeds. It opens it for
//! reading and writing, which no shell does for `>/dev/null`. Other programs do it for their children: Python for
//! `subprocess.DEVNULL`, and daemons for themselves. So on Linux, standard output counts as closed only if
//!
//! - it is `/dev/null`, opened for reading and writing, and
//! - the parent process has no standard output itself, or is a shell whose own standard output is something else.
//!
//! Elsewhere the output is lost, as with every program in Rust.

use super::interrupt::writing;
use std::io::{self, Write};

/// Standard output. An interrupt ends the program even if a write blocks.
pub(super) struct Standard {
    out: io::Stdout,
    is_closed: bool,
}

impl Standard {
    pub(super) fn new() -> Self {
        Self { out: io::stdout(), is_closed: is_closed() }
    }

    fn check(&self) -> io::Result<()> {
        match self.is_closed {
            true => Err(io::Error::other("it is closed")),
            false => Ok(()),
        }
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        writing(|| self.out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        writing(|| self.out.flush())
    }
}

/// Whether the program was started without standard output.
#[cfg(target_os = "linux")]
fn is_closed() -> bool {
    let parent = std::os::unix::process::parent_id().to_string();
    is_null_for_both("self") && !is_null_for_both(&parent) && {
        let has_none = linux::target(&parent).is_err_and(|e| e.kind() == io::ErrorKind::NotFound);
        has_none || linux::is_shell(&parent)
    }
}

#[cfg(not(target_os = "linux"))]
fn is_closed() -> bool {
    false
}

/// Whether the standard output of a process is `/dev/null`, opened for reading and writing.
#[cfg(target_os = "linux")]
fn is_null_for_both(process: &str) -> bool {
    linux::target(process).is_ok_and(|path| path == std::path::Path::new("/dev/null"))
        && linux::flags(process).is_some_and(|flags| flags & 0o3 == 0o2)
}

/// What `/proc` says about standard output. A process that may not be read, or a system without `/proc`, has no answers.
#[cfg(target_os = "linux")]
mod linux {
    use std::path::PathBuf;
    use std::{fs, io};

    /// The names of shells that can start a program with closed output.
    const SHELLS: [&str; 12] = [
        "ash", "bash", "busybox", "dash", "fish", "ksh", "ksh93", "mksh", "sh", "tcsh", "yash",
        "zsh",
    ];

    /// The file that it refers to.
    pub(super) fn target(process: &str) -> io::Result<PathBuf> {
        // The folder must be readable, so that a missing link is a closed descriptor.
        fs::read_dir(format!("/proc/{process}/fd"))?;
        fs::read_link(format!("/proc/{process}/fd/1"))
    }

    /// The flags it was opened with. The lowest two bits are the access: 0 to read, 1 to write, 2 both.
    pub(super) fn flags(process: &str) -> Option<u32> {
        let text = fs::read_to_string(format!("/proc/{process}/fdinfo/1")).ok()?;
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
        u32::from_str_radix(flags.trim(), 8).ok()
    }

    /// Whether the process is a shell.
    pub(super) fn is_shell(process: &str) -> bool {
        let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
        SHELLS.contains(&name.trim())
    }
}
