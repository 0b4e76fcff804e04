//! Tools that the tasks need and cargo does not install: how to find each one, install it, or say that it is missing.
//!
//! Rust components and targets are installed with rustup. System packages are installed only as root with apt, as in a container or on a
//! CI machine, because installing them changes the system for everyone. Otherwise the command that installs the tool is printed.

use crate::step::Step;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use xshell::{Cmd, Shell, cmd};

/// The Rust target of the page and of the npm package.
pub const WEB_TARGET: &str = "wasm32-unknown-unknown";

/// A tool that a part of the tests needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// The standard library for another target.
    Target(&'static str),
    /// A nightly compiler, which fuzzing and Miri need.
    Nightly,
    /// Miri, a component of the nightly compiler.
    Miri,
    /// Node 20.10 or later, and npm.
    Node,
    /// Chromium or Chrome.
    Chromium,
    /// Python 3.10 or later with virtual environments.
    Python,
    /// A linker and an emulator for 64-bit ARM Linux.
    ArmEmulator,
    /// Mesa's software device for Vulkan, which stands for a GPU in the tests of wgpu on Linux.
    SoftwareGpu,
}

/// A package manager of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Installer {
    Apt,
    Brew,
    Winget,
}

impl Installer {
    /// The package manager of this system; `None` for Linux distributions without apt.
    fn of_this_system() -> Option<Self> {
        match env::consts::OS {
            "macos" => Some(Self::Brew),
            "windows" => Some(Self::Winget),
            _ => on_path("apt-get").map(|_| Self::Apt),
        }
    }

    /// The command that installs packages, as words.
    fn command(self, packages: &[&'static str]) -> Vec<&'static str> {
        let install: &[&str] = match self {
            Self::Apt => &["apt-get", "install", "--yes", "--no-install-recommends"],
            Self::Brew => &["brew", "install"],
            Self::Winget => &["winget", "install"],
        };
        [install, packages].concat()
    }
}

impl Tool {
    /// Whether it is installed.
    pub fn is_installed(self, sh: &Shell) -> bool {
        match self {
            Self::Rustfmt => succeeds(cmd!(sh, "cargo fmt --version")),
            Self::Clippy => succeeds(cmd!(sh, "cargo clippy --version")),
            Self::Target(target) => has_target(sh, target),
            Self::Nightly => succeeds(cmd!(sh, "rustup run nightly cargo --version")),
            Self::Miri => succeeds(cmd!(sh, "rustup run nightly cargo miri --version")),
            Self::Node => {
                let recent = "const [a, b] = process.versions.node.split('.').map(Number); \
                              process.exit(a > 20 || a === 20 && b >= 10 ? 0 : 1)";
                succeeds(cmd!(sh, "node -e {recent}")) && succeeds(npm(sh).arg("--version"))
            }
            Self::Chromium => chromium(sh).is_ok(),
            Self::Python => python(sh).is_some(),
            Self::ArmEmulator => {
                succeeds(cmd!(sh, "aarch64-linux-gnu-gcc --version"))
                    && succeeds(cmd!(sh, "qemu-aarch64-static --version"))
            }
            Self::SoftwareGpu => software_gpu().is_some(),
        }
    }

    /// Installs it if it is missing and may be installed. Prints the commands that it runs.
    pub fn provide(self, sh: &Shell) -> Result<(), Missing> {
        if self.is_installed(sh) {
            return Ok(());
        }
        for step in self.install_steps(sh) {
            if step.run().is_err() {
                break;
            }
        }
        if self.is_installed(sh) { Ok(()) } else { Err(Missing(self)) }
    }

    /// The arguments of rustup that install it; `None` if rustup does not provide it.
    fn rustup(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Rustfmt => Some(vec!["component", "add", "rustfmt"]),
            Self::Clippy => Some(vec!["component", "add", "clippy"]),
            Self::Target(target) => Some(vec!["target", "add", target]),
            Self::Nightly => Some(vec!["toolchain", "install", "nightly", "--profile", "minimal"]),
            // Miri compiles the standard library from source.
            Self::Miri => {
                Some(vec!["component", "add", "miri", "rust-src", "--toolchain", "nightly"])
            }
            _ => None,
        }
    }

    /// The names of its system packages.
    fn packages(self, installer: Installer) -> Option<&'static [&'static str]> {
        match (self, installer) {
            (Self::Node, Installer::Apt) => Some(&["nodejs", "npm"]),
            (Self::Node, Installer::Brew) => Some(&["node"]),
            (Self::Node, Installer::Winget) => Some(&["OpenJS.NodeJS.LTS"]),
            (Self::Chromium, Installer::Apt) => Some(&["chromium"]),
            (Self::Chromium, Installer::Brew) => Some(&["--cask", "google-chrome"]),
            (Self::Chromium, Installer::Winget) => Some(&["Google.Chrome"]),
            (Self::Python, Installer::Apt) => Some(&["python3", "python3-venv"]),
            (Self::Python, Installer::Brew) => Some(&["python"]),
            (Self::Python, Installer::Winget) => Some(&["Python.Python.3.13"]),
            (Self::ArmEmulator, Installer::Apt) => {
                Some(&["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user-static"])
            }
            (Self::SoftwareGpu, Installer::Apt) => Some(&["libvulkan1", "mesa-vulkan-drivers"]),
            _ => None,
        }
    }

    /// The steps that install it; none if it may not be installed automatically.
    fn install_steps(self, sh: &Shell) -> Vec<Step<'_>> {
        let name = format!("installing {self}");
        let Some(arguments) = self.rustup() else {
            return if is_root(sh) { self.apt_steps(sh, &name) } else { Vec::new() };
        };
        let allowed = match self {
            // A toolchain is large: the user decides.
            Self::Nightly => false,
            Self::Miri => Self::Nightly.is_installed(sh),
            _ => succeeds(cmd!(sh, "rustup --version")),
        };
        allowed.then(|| Step::new(name, cmd!(sh, "rustup {arguments...}"))).into_iter().collect()
    }

    /// The steps that install it with apt.
    fn apt_steps<'sh>(self, sh: &'sh Shell, name: &str) -> Vec<Step<'sh>> {
        let Some(packages) = self.packages(Installer::Apt) else { return Vec::new() };
        if Installer::of_this_system() != Some(Installer::Apt) {
            return Vec::new();
        }
        let install = Installer::Apt.command(packages);
        vec![
            Step::new(name, cmd!(sh, "apt-get update --quiet")),
            Step::new(name, sh.cmd(install[0]).args(&install[1..]))
                .variable("DEBIAN_FRONTEND", "noninteractive"),
        ]
    }

    /// The command that a user types to install it.
    fn hint(self) -> String {
        if let Some(arguments) = self.rustup() {
            return format!("rustup {}", arguments.join(" "));
        }
        match Installer::of_this_system() {
            Some(installer) => match self.packages(installer) {
                Some(packages) => {
                    let sudo = if installer == Installer::Apt { "sudo " } else { "" };
                    format!("{sudo}{}", installer.command(packages).join(" "))
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
            Self::Miri => f.write_str("Miri"),
            Self::Node => f.write_str("Node 20.10 or later with npm"),
            Self::Chromium => f.write_str("Chromium or Chrome"),
            Self::Python => f.write_str("Python 3.10 or later with venv"),
            Self::ArmEmulator => f.write_str("a linker and an emulator for 64-bit ARM"),
            Self::SoftwareGpu => f.write_str("Mesa's software device for Vulkan"),
        }
    }
}

/// A tool that is neither installed nor installable automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing(pub Tool);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing ({})", self.0, self.0.hint())?;
        if self.0 == Tool::Chromium {
            f.write_str("; to use another browser, set QUEENS_CHROMIUM to its path")?;
        }
        Ok(())
    }
}

impl std::error::Error for Missing {}

/// Whether a command succeeds. Its output is discarded.
pub fn succeeds(command: Cmd<'_>) -> bool {
    command.quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// The command npm, which is a script on Windows.
pub fn npm(sh: &Shell) -> Cmd<'_> {
    sh.cmd(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// A Python that can create virtual environments.
pub fn python(sh: &Shell) -> Option<Cmd<'_>> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let name =
        ["python3", "python"].into_iter().find(|name| succeeds(cmd!(sh, "{name} -c {check}")));
    name.map(|name| sh.cmd(name))
}

/// The browser for the tests: the path in QUEENS_CHROMIUM, or Chromium or Chrome from the system.
pub fn chromium(sh: &Shell) -> Result<PathBuf> {
    let runs = |path: &PathBuf| {
        // With `--version`, Chrome for Windows opens a window.
        cfg!(windows) && path.is_file() || succeeds(sh.cmd(path).arg("--version"))
    };
    if let Some(named) = env::var_os("QUEENS_CHROMIUM").map(PathBuf::from) {
        if !runs(&named) {
            bail!("QUEENS_CHROMIUM is '{}', which does not run", named.display());
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

/// The manifest of Mesa's software device for Vulkan, which the package of the driver contains.
fn software_gpu() -> Option<PathBuf> {
    let folders = ["/usr/share", "/usr/local/share", "/etc"].map(|folder| {
        let folder = PathBuf::from(folder).join("vulkan").join("icd.d");
        folder.read_dir().into_iter().flatten().flatten()
    });
    let mut names = [format!("lvp_icd.{}.json", env::consts::ARCH), "lvp_icd.json".to_string()]
        .map(OsString::from)
        .into_iter();
    let files: Vec<PathBuf> = folders.into_iter().flatten().map(|file| file.path()).collect();
    names.find_map(|name| files.iter().find(|file| file.file_name() == Some(&name)).cloned())
}

/// The variables for tests of wgpu: a missing adapter is an error, and there is one adapter, the software device. None if it is not
/// installed: then the tests run on the first adapter of the system, or say that they are skipped.
///
/// Mesa chooses between adapters by asking the desktop, which prints an error where there is none.
pub fn wgpu_variables() -> Vec<(&'static str, String)> {
    let Some(manifest) = software_gpu() else { return Vec::new() };
    let manifest = manifest.display().to_string();
    let one = || "1".to_string();
    vec![("QUEENS_WGPU", one()), ("VK_DRIVER_FILES", manifest), ("NODEVICE_SELECT", one())]
}

/// A command that leaves the processor to tests that run at the same time, where the system has `nice`.
pub fn low_priority<'sh>(sh: &'sh Shell, program: impl AsRef<OsStr>) -> Cmd<'sh> {
    match cfg!(unix) {
        true => cmd!(sh, "nice -n 10").arg(program),
        false => sh.cmd(program.as_ref()),
    }
}

/// The path of a program in the folders of PATH.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Whether the standard library of a target is installed.
fn has_target(sh: &Shell, target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = cmd!(sh, "{rustc} --print target-libdir --target {target}");
    let Ok(folder) = libraries.quiet().ignore_stderr().read() else { return false };
    let mut files = PathBuf::from(folder).read_dir().into_iter().flatten().flatten();
    files.any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
}

fn is_root(sh: &Shell) -> bool {
    cmd!(sh, "id -u").quiet().ignore_stderr().read().is_ok_and(|user| user == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Tool; 10] = [
        Tool::Rustfmt,
        Tool::Clippy,
        Tool::Target(WEB_TARGET),
        Tool::Nightly,
        Tool::Miri,
        Tool::Node,
        Tool::Chromium,
        Tool::Python,
        Tool::ArmEmulator,
        Tool::SoftwareGpu,
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
        let sh = Shell::new().unwrap();
        assert!(has_target(&sh, env!("QUEENS_HOST")));
        assert!(!has_target(&sh, "pdp11-dec-unix"));
    }
}
