//! Where results are written: standard output, or a file that is replaced atomically.

use super::failure::Failure;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, LineWriter, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Standard output, or a file.
pub(crate) enum Output {
    /// A terminal: flushed after every line.
    Terminal(LineWriter<io::Stdout>),
    /// A pipe.
    Pipe(BufWriter<io::Stdout>),
    /// A file: written to a temporary file in the same folder, which is renamed at the end.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a link, which must not be replaced: written in place.
    InPlace(BufWriter<File>),
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        let stdout = io::stdout();
        if stdout.is_terminal() {
            Self::Terminal(LineWriter::new(stdout))
        } else {
            Self::Pipe(BufWriter::new(stdout))
        }
    }

    /// The file, or standard output if there is none. A file that cannot be written is reported now, before any work.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self::standard());
        };
        let refuse = |error| unwritable(path, error);
        let mut builder = tempfile::Builder::new();
        // The default of new files, reduced by the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Opened instead of tested for existence: `NUL` on Windows can be written, but does not exist.
        match File::options().write(true).open(path) {
            Ok(file) if is_device(&file) || is_shared(path, &file) => {
                return Ok(Self::InPlace(BufWriter::new(file)));
            }
            Ok(file) => {
                let about = file.metadata().map_err(refuse)?;
                builder.permissions(about.permissions());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(refuse(error)),
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(refuse)?;
        Ok(Self::File(BufWriter::new(file), path.to_path_buf()))
    }

    /// Flushes everything and puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Self::InPlace(writer) = &self {
            let file = writer.get_ref();
            if !is_device(file) {
                let end = (&*file).stream_position()?;
                file.set_len(end)?;
            }
        }
        if let Self::File(writer, path) = self {
            let refuse = |error: io::Error| {
                Failure::bad(format!("cannot write {}: {error}", path.display()))
            };
            let file = writer.into_inner().map_err(|error| refuse(error.into_error()))?;
            file.persist(&path).map_err(|error| refuse(error.error))?;
        }
        Ok(())
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

/// The error of a file that cannot be written. The temporary file is not mentioned.
fn unwritable(path: &Path, error: io::Error) -> Failure {
    let text = error.to_string();
    let why = text.split(" at path ").next().unwrap_or(&text);
    Failure::bad(format!("cannot write {}: {why}", path.display()))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Terminal(out) => out.write(bytes),
            Self::Pipe(out) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
            Self::InPlace(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Terminal(out) => out.flush(),
            Self::Pipe(out) => out.flush(),
            Self::File(out, _) => out.flush(),
            Self::InPlace(out) => out.flush(),
        }
    }
}

/// Writes bytes to a file, or to standard output if there is none.
pub(crate) fn write_all(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::open(path)?;
    out.write_all(bytes)?;
    out.finish()
}

/// The extension of a file name in lower case.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
