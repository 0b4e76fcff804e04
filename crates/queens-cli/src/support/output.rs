//! Where results are written: standard output, or a file that is replaced atomically.
//!
//! Every error names the file of the user, or standard output: "cannot write board.svg: No space left on device".

use super::failure::Failure;
use super::interrupt::writing;
use super::progress::is_dumb;
use ratatui::crossterm::terminal;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, LineWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{error, fmt};
use tempfile::NamedTempFile;

/// Standard output, or a file.
pub(crate) struct Output {
    target: Target,
    /// What messages call it.
    name: String,
    has_text: bool,
}

enum Target {
    /// A terminal: flushed after every line.
    Terminal(LineWriter<Standard>),
    /// A pipe.
    Pipe(BufWriter<Standard>),
    /// A file: written to a temporary file in the same folder, which is renamed at the end.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a link, which must not be replaced: written in place.
    InPlace(BufWriter<File>),
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        let out = Standard(io::stdout());
        let target = if io::stdout().is_terminal() {
            Target::Terminal(LineWriter::new(out))
        } else {
            Target::Pipe(BufWriter::new(out))
        };
        Self { target, name: "standard output".to_string(), has_text: false }
    }

    /// The file, or standard output if there is none. A file that cannot be written is reported now, before any work.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file(path) else {
            return Ok(Self::standard());
        };
        let name = path.display().to_string();
        let target = open(path).map_err(|error| unwritable(&name, error))?;
        Ok(Self { target, name, has_text: false })
    }

    /// Whether anything was written.
    pub(crate) fn has_text(&self) -> bool {
        self.has_text
    }

    /// Whether it is a terminal that shows colours.
    pub(crate) fn takes_colour(&self) -> bool {
        matches!(self.target, Target::Terminal(_)) && wants_colour() && !is_dumb()
    }

    /// The number of columns, if it is a terminal.
    pub(crate) fn columns(&self) -> Option<usize> {
        let Target::Terminal(_) = self.target else { return None };
        terminal::size().ok().map(|(columns, _)| columns.into()).filter(|&columns| columns > 0)
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Flushes everything and puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let name = self.name;
        Ok(put_in_place(self.target).map_err(|error| unwritable(&name, error))?)
    }
}

/// Whether the user wants colours (https://no-color.org): the variable is not set to anything except the empty string.
pub(crate) fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Standard output. An interrupt ends the program even if a write blocks.
struct Standard(io::Stdout);

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        writing(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        writing(|| self.0.flush())
    }
}

fn open(path: &Path) -> io::Result<Target> {
    let mut builder = tempfile::Builder::new();
    // The default of new files, reduced by the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Opened instead of tested for existence: `NUL` on Windows can be written, but does not exist.
    match File::options().write(true).open(path) {
        Ok(file) if is_device(&file) || is_shared(path, &file) => {
            return Ok(Target::InPlace(BufWriter::new(file)));
        }
        Ok(file) => {
            builder.permissions(file.metadata()?.permissions());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    unfinished()
        .push(Unfinished { temporary: file.path().to_path_buf(), path: path.to_path_buf() });
    Ok(Target::File(BufWriter::new(file), path.to_path_buf()))
}

/// Ends a target that is flushed.
fn put_in_place(target: Target) -> io::Result<()> {
    match target {
        Target::Terminal(_) | Target::Pipe(_) => {}
        Target::InPlace(writer) => {
            let mut file = writer.get_ref();
            if !is_device(file) {
                let end = file.stream_position()?;
                file.set_len(end)?;
            }
        }
        Target::File(writer, path) => {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            let temporary = file.path().to_path_buf();
            file.persist(&path).map_err(|error| error.error)?;
            unfinished().retain(|file| file.temporary != temporary);
        }
    }
    Ok(())
}

/// The files that were opened and are not in their places.
static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

/// A file that was opened: what was written is in the temporary file.
struct Unfinished {
    temporary: PathBuf,
    path: PathBuf,
}

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of a program that ends without dropping them.
pub(crate) fn remove_unfinished() {
    for file in &*unfinished() {
        // A file that cannot be removed cannot be reported either: the program ends.
        let _ = std::fs::remove_file(&file.temporary);
    }
}

/// The end of the message of an interrupt: which files are not written.
pub(crate) fn not_written() -> String {
    match &unfinished()[..] {
        [] => String::new(),
        [Unfinished { path, .. }] => {
            let state = if path.exists() { "is unchanged" } else { "was not written" };
            format!("; {} {state}", path.display())
        }
        [first, .., last] => {
            let (first, last) = (first.path.display(), last.path.display());
            format!("; none of {first} to {last} was written")
        }
    }
}

/// Whether this is not a file on a disk, but a terminal, a pipe or the null device.
#[cfg(not(windows))]
fn is_device(file: &File) -> bool {
    !file.metadata().is_ok_and(|about| about.is_file())
}

/// Whether this is not a file on a disk, but a console, a pipe or the null device. `std` reports these as files, or has no
/// metadata of them.
#[cfg(windows)]
fn is_device(file: &File) -> bool {
    !winapi_util::file::typ(file).is_ok_and(|kind| kind.is_disk())
}

/// Whether the file has other names (links), which would still refer to the old file if it were replaced.
fn is_shared(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    let names = file.metadata().map_or(1, |about| std::os::unix::fs::MetadataExt::nlink(&about));
    #[cfg(windows)]
    let names = winapi_util::file::information(file).map_or(1, |about| about.number_of_links());
    path.is_symlink() || names > 1
}

/// An error with the name of what cannot be written.
#[derive(Debug)]
struct Unwritable {
    name: String,
    error: io::Error,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.error.to_string();
        // The user does not know the temporary file.
        let why = text.split(" at path ").next().unwrap_or(&text);
        write!(f, "cannot write {}: {why}", self.name)
    }
}

impl error::Error for Unwritable {}

/// The error with the name of what cannot be written.
fn unwritable(name: &str, error: io::Error) -> io::Error {
    let name = name.to_string();
    // Windows reports a closed pipe as ERROR_PIPE_NOT_CONNECTED, which has no `ErrorKind`.
    let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(233);
    let kind = if is_disconnected { ErrorKind::BrokenPipe } else { error.kind() };
    io::Error::new(kind, Unwritable { name, error })
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_text = true;
        let written = match &mut self.target {
            Target::Terminal(out) => out.write(bytes),
            Target::Pipe(out) => out.write(bytes),
            Target::File(out, ..) => out.write(bytes),
            Target::InPlace(out) => out.write(bytes),
        };
        written.map_err(|error| unwritable(&self.name, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.target {
            Target::Terminal(out) => out.flush(),
            Target::Pipe(out) => out.flush(),
            Target::File(out, ..) => out.flush(),
            Target::InPlace(out) => out.flush(),
        };
        flushed.map_err(|error| unwritable(&self.name, error))
    }
}

/// Writes bytes to a file, or to standard output if there is none.
pub(crate) fn write_all(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::open(path)?;
    out.write_all(bytes)?;
    out.finish()
}

/// The file of the option `--output`; `-` is standard output.
pub(crate) fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| *path != Path::new("-"))
}

/// The file of one of several pictures, with its number before the extension: `sheet-1.svg`.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}."));
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

/// The extension of a file name in lower case.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
