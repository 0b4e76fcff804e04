//! Tools that the tasks need and cargo does not fetch: how each one is found, installed, or named where it is missing.
//!
//! What rustup can add is added. System packages are installed only where nobody else depends on the system as it is: as root with
//! apt, as in a container or on a CI machine. Elsewhere the person decides, and is told the command.

use crate::command::{Line, root};
use anyhow::{Context, Result, bail};
use std::env;
use std::fmt;
use std::path::PathBuf;

/// The Rust target of the page and of the npm package.
pub const WEB_TARGET: &str = "wasm32-unknown-unknown";

/// A tool that a part of the tests needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// The standard library for another target than this machine.
    Target(&'static str),
    /// A nightly compiler, which fuzzing needs.
    Nightly,
    /// Node 20.10 or later, and npm.
    Node,
    /// Chromium or Chrome.
    Chromium,
    /// Python 3.10 or later with virtual environments.
    Python,
    /// A linker and an emulator for 64-bit ARM Linux.
    ArmEmulator,
}

/// How packages are installed on a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Installer {
    Apt,
    Brew,
    Winget,
}

impl Installer {
    /// The installer of this system; `None` for Linux distributions without apt.
    fn of_this_system() -> Option<Self> {
        match env::consts::OS {
            "macos" => Some(Self::Brew),
            "windows" => Some(Self::Winget),
            _ => Line::new("apt-get --version").succeeds().then_some(Self::Apt),
        }
    }

    fn command(self, packages: &str) -> Line {
        let install = match self {
            Self::Apt => "apt-get install --yes --no-install-recommends",
            Self::Brew => "brew install",
            Self::Winget => "winget install",
        };
        Line::new(install).words(packages)
    }
}

impl Tool {
    /// Whether it is installed.
    pub fn is_installed(self) -> bool {
        match self {
            Self::Rustfmt => Line::new("cargo fmt --version").succeeds(),
            Self::Clippy => Line::new("cargo clippy --version").succeeds(),
            Self::Target(target) => has_target(target),
            Self::Nightly => Line::new("rustup run nightly cargo --version").succeeds(),
            Self::Node => {
                let recent = "const [a, b] = process.versions.node.split('.').map(Number); \
                              process.exit(a > 20 || a === 20 && b >= 10 ? 0 : 1)";
                Line::new("node -e").word(recent).succeeds() && npm().word("--version").succeeds()
            }
            Self::Chromium => chromium().is_ok(),
            Self::Python => python().is_some(),
            Self::ArmEmulator => {
                Line::new("aarch64-linux-gnu-gcc --version").succeeds()
                    && Line::new("qemu-aarch64-static --version").succeeds()
            }
        }
    }

    /// Makes sure that it is installed, and says what is done to that end.
    pub fn provide(self) -> Result<(), Missing> {
        if self.is_installed() {
            return Ok(());
        }
        for line in self.install_lines() {
            println!("== installing {self}: {line}");
            if line.run().is_err() {
                break;
            }
        }
        if self.is_installed() { Ok(()) } else { Err(Missing(self)) }
    }

    /// What rustup is told to add, where it is a matter of rustup.
    fn rustup(self) -> Option<String> {
        match self {
            Self::Rustfmt => Some("component add rustfmt".to_string()),
            Self::Clippy => Some("component add clippy".to_string()),
            Self::Target(target) => Some(format!("target add {target}")),
            Self::Nightly => Some("toolchain install nightly --profile minimal".to_string()),
            _ => None,
        }
    }

    /// The names of its packages.
    fn packages(self, installer: Installer) -> Option<&'static str> {
        match (self, installer) {
            (Self::Node, Installer::Apt) => Some("nodejs npm"),
            (Self::Node, Installer::Brew) => Some("node"),
            (Self::Node, Installer::Winget) => Some("OpenJS.NodeJS.LTS"),
            (Self::Chromium, Installer::Apt) => Some("chromium"),
            (Self::Chromium, Installer::Brew) => Some("--cask google-chrome"),
            (Self::Chromium, Installer::Winget) => Some("Google.Chrome"),
            (Self::Python, Installer::Apt) => Some("python3 python3-venv"),
            (Self::Python, Installer::Brew) => Some("python"),
            (Self::Python, Installer::Winget) => Some("Python.Python.3.13"),
            (Self::ArmEmulator, Installer::Apt) => {
                Some("gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static")
            }
            _ => None,
        }
    }

    /// The commands that install it here without asking anyone; none where that is not allowed.
    fn install_lines(self) -> Vec<Line> {
        match self.rustup() {
            // A whole toolchain is for the person to decide.
            Some(_) if self == Self::Nightly => Vec::new(),
            Some(words) => match Line::new("rustup --version").succeeds() {
                true => vec![Line::new("rustup").words(&words)],
                false => Vec::new(),
            },
            None if is_root() => self.apt_lines(),
            None => Vec::new(),
        }
    }

    /// The commands that install it on Debian and its relatives.
    fn apt_lines(self) -> Vec<Line> {
        let Some(packages) = self.packages(Installer::Apt) else { return Vec::new() };
        if Installer::of_this_system() != Some(Installer::Apt) {
            return Vec::new();
        }
        let install = Installer::Apt.command(packages);
        vec![
            Line::new("apt-get update --quiet"),
            install.variable("DEBIAN_FRONTEND", "noninteractive"),
        ]
    }

    /// What a person types to install it.
    fn hint(self) -> String {
        if let Some(words) = self.rustup() {
            return format!("rustup {words}");
        }
        match Installer::of_this_system() {
            Some(installer) => match self.packages(installer) {
                Some(packages) => {
                    let sudo = if installer == Installer::Apt { "sudo " } else { "" };
                    format!("{sudo}{}", installer.command(packages))
                }
                None => "not available on this system".to_string(),
            },
            None => "install it with your system's package manager".to_string(),
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rustfmt => f.write_str("rustfmt"),
            Self::Clippy => f.write_str("clippy"),
            Self::Target(target) => write!(f, "the Rust target {target}"),
            Self::Nightly => f.write_str("a nightly Rust compiler"),
            Self::Node => f.write_str("Node 20.10 or later with npm"),
            Self::Chromium => f.write_str("Chromium or Chrome"),
            Self::Python => f.write_str("Python 3.10 or later with venv"),
            Self::ArmEmulator => f.write_str("a linker and an emulator for 64-bit ARM"),
        }
    }
}

/// A tool that is not installed and could not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing(pub Tool);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing ({})", self.0, self.0.hint())?;
        if self.0 == Tool::Chromium {
            f.write_str("; QUEENS_CHROMIUM can name another browser")?;
        }
        Ok(())
    }
}

impl std::error::Error for Missing {}

/// npm, which is a script on Windows.
pub fn npm() -> Line {
    Line::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// The Python that virtual environments are made with.
pub fn python() -> Option<Line> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let names = ["python3", "python"];
    names.map(Line::new).into_iter().find(|python| python.clone().word("-c").word(check).succeeds())
}

/// The browser that the tests use: the one that QUEENS_CHROMIUM names, or the one of the system.
pub fn chromium() -> Result<PathBuf> {
    let runs = |path: &PathBuf| {
        // Chrome for Windows opens a window when it is asked for its version.
        cfg!(windows) && path.is_file() || Line::new("").path(path).word("--version").succeeds()
    };
    if let Some(named) = env::var_os("QUEENS_CHROMIUM").map(PathBuf::from) {
        if !runs(&named) {
            bail!("QUEENS_CHROMIUM names '{}', which does not run", named.display());
        }
        return Ok(named);
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let on_path = names.into_iter().filter_map(on_path);
    let in_place = [
        ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", ""),
        ("/Applications/Chromium.app/Contents/MacOS/Chromium", ""),
        ("Google/Chrome/Application/chrome.exe", "ProgramFiles"),
        ("Google/Chrome/Application/chrome.exe", "LOCALAPPDATA"),
    ];
    let in_place = in_place.into_iter().filter_map(|(path, folder)| match folder {
        "" => Some(PathBuf::from(path)),
        folder => Some(PathBuf::from(env::var_os(folder)?).join(path)),
    });
    on_path
        .chain(in_place.filter(|path| path.is_file()))
        .find(runs)
        .context("no Chromium or Chrome")
}

/// The program that this name starts.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Whether the compiler of this project has the standard library of a target.
fn has_target(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = std::process::Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .current_dir(root())
        .output();
    let Ok(output) = asked else { return false };
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let mut files = folder.read_dir().into_iter().flatten().flatten();
    files.any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
}

fn is_root() -> bool {
    let output = Line::new("id -u").command().output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Tool; 8] = [
        Tool::Rustfmt,
        Tool::Clippy,
        Tool::Target(WEB_TARGET),
        Tool::Nightly,
        Tool::Node,
        Tool::Chromium,
        Tool::Python,
        Tool::ArmEmulator,
    ];

    #[test]
    fn a_missing_tool_is_named_with_the_command_that_installs_it() {
        let target = Missing(Tool::Target(WEB_TARGET)).to_string();
        assert_eq!(
            target,
            "the Rust target wasm32-unknown-unknown is missing (rustup target add wasm32-unknown-unknown)"
        );
        assert!(ALL.iter().all(|&tool| !Missing(tool).to_string().contains("()")));
    }

    #[test]
    fn every_tool_comes_from_rustup_or_debian() {
        for tool in ALL {
            assert!(tool.rustup().is_some() != tool.packages(Installer::Apt).is_some(), "{tool}");
        }
    }

    #[test]
    fn this_compiler_has_its_own_target_and_no_invented_one() {
        assert!(has_target(env!("QUEENS_HOST")));
        assert!(!has_target("pdp11-dec-unix"));
    }
}
