//! Where results are written: standard output, or a file that appears whole.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Standard output, or a file.
pub(crate) enum Output {
    /// A terminal: shown line by line.
    Terminal(LineWriter<io::Stdout>),
    /// A pipe.
    Pipe(BufWriter<io::Stdout>),
    /// A file, written beside its place and moved there at the end.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// Something that is no plain file, such as a device: written as it is.
    Device(BufWriter<File>),
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

    /// The file, or standard output if there is none. An unwritable file is found out now, before any work.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self::standard());
        };
        let refuse = |error| unwritable(path, error);
        if path.exists() {
            let file = File::options().write(true).open(path).map_err(refuse)?;
            if !file.metadata().map_err(refuse)?.is_file() {
                return Ok(Self::Device(BufWriter::new(file)));
            }
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: the umask takes away what it takes away.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(refuse)?;
        Ok(Self::File(BufWriter::new(file), path.to_path_buf()))
    }

    /// Everything is written: the file takes its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
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

/// The file cannot be written, and why; the file beside it that is written first is not named.
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
            Self::Device(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Terminal(out) => out.flush(),
            Self::Pipe(out) => out.flush(),
            Self::File(out, _) => out.flush(),
            Self::Device(out) => out.flush(),
        }
    }
}

/// Writes a whole file or standard output at once.
pub(crate) fn write_all(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::open(path)?;
    out.write_all(bytes)?;
    out.finish()
}

/// A picture's kind, by the ending of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Svg,
    Png,
}

/// The kind of picture that a file name asks for.
pub(crate) fn picture_kind(path: &Path) -> Result<PictureKind, Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match ending.as_str() {
        "svg" => Ok(PictureKind::Svg),
        "png" => Ok(PictureKind::Png),
        _ => Err(Failure::bad(format!("{}: a picture is FILE.svg or FILE.png", path.display()))),
    }
}

/// Writes an SVG picture as it is, or as PNG.
pub(crate) fn write_picture(path: &Path, svg: &str, width: u32) -> Result<(), Failure> {
    match picture_kind(path)? {
        PictureKind::Svg => write_all(Some(path), svg.as_bytes()),
        PictureKind::Png => write_all(Some(path), &queens::draw::png::render(svg, width)?),
    }
}
