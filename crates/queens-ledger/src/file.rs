//! The file of a ledger in the file system: where it is, what kind of file it is, its lock, and the files next to it.
//!
//! Everything here happens before SQLite opens the file. The file itself is never opened here: on Unix, closing it would release
//! the locks of other connections of this process.

use crate::error::Error;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The number of symbolic links that are followed, as on Linux.
const MAX_LINKS: usize = 40;

/// The size of the smallest database in bytes.
const SMALLEST: u64 = 512;

/// A path as the user names it, and the file that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The path in messages.
    pub(crate) shown: PathBuf,
    /// The absolute path of the file, with symbolic links of the last part followed.
    pub(crate) real: PathBuf,
}

/// What a path stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// There is no file.
    Nothing,
    /// A regular file without content.
    Empty,
    /// A regular file of this many bytes.
    Bytes(u64),
}

impl Place {
    /// Follows symbolic links, also to a file that does not exist.
    pub(crate) fn new(shown: &Path) -> Result<Self, Error> {
        let place = |real| Self { shown: shown.to_path_buf(), real };
        let fails = |error: io::Error| place(shown.to_path_buf()).fails(&error);
        let mut real = shown.to_path_buf();
        for _ in 0..MAX_LINKS {
            match fs::symlink_metadata(&real) {
                Ok(found) if found.is_symlink() => {
                    let target = fs::read_link(&real).map_err(fails)?;
                    real = real.parent().unwrap_or(Path::new("")).join(target);
                }
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fails(error)),
                // An absolute path, because SQLite gives names such as ":memory:" and "file:x" a meaning.
                _ => return Ok(place(std::path::absolute(&real).map_err(fails)?)),
            }
        }
        Err(fails(io::Error::other("too many symbolic links, or links to each other")))
    }

    /// What is there. Anything other than a regular file is an error.
    pub(crate) fn found(&self) -> Result<Found, Error> {
        match fs::metadata(&self.real) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
            Err(error) => Err(self.fails(&error)),
            Ok(metadata) if !metadata.is_file() => Err(self.not_a_ledger(kind(&metadata))),
            Ok(metadata) if metadata.len() == 0 => Ok(Found::Empty),
            Ok(metadata) if metadata.len() < SMALLEST => {
                Err(self.not_a_ledger("not an SQLite database"))
            }
            Ok(metadata) => Ok(Found::Bytes(metadata.len())),
        }
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        self.shown.display().to_string()
    }

    pub(crate) fn not_a_ledger(&self, reason: impl Into<String>) -> Error {
        Error::NotALedger { path: self.name(), reason: reason.into() }
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged { path: self.name(), what: what.into() }
    }

    pub(crate) fn fails(&self, error: &io::Error) -> Error {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "no such file or folder".to_string(),
            _ => error.to_string(),
        };
        Error::File { path: self.name(), reason }
    }

    /// The path of the file next to it whose name has this ending.
    pub(crate) fn sibling(&self, ending: &str) -> PathBuf {
        sibling(&self.real, ending)
    }

    /// Checks the files that SQLite would read together with the ledger.
    ///
    /// SQLite applies the journal of a killed writer to the database. A forged journal could make the database huge, or delete
    /// another file that it names. A write-ahead log is never part of a ledger.
    pub(crate) fn check_siblings(&self) -> Result<(), Error> {
        for ending in ["-wal", "-shm"] {
            if fs::symlink_metadata(self.sibling(ending)).is_ok() {
                let what = format!("a file with the ending '{ending}' is next to it");
                return Err(self.not_a_ledger(format!("{what}, which a ledger never has")));
            }
        }
        let path = self.sibling("-journal");
        let Ok(metadata) = fs::symlink_metadata(&path) else { return Ok(()) };
        let forged = |what: &str| {
            self.not_a_ledger(format!("the file with the ending '-journal' next to it {what}"))
        };
        if !metadata.is_file() {
            return Err(forged("is not a regular file"));
        }
        let journal = read_journal(&path);
        // After the journal is read: a writer may be adding to the file, which never gets smaller.
        let len = fs::metadata(&self.real).map_err(|error| self.fails(&error))?.len();
        match journal {
            // A writer has removed it in the meantime, or only its user may read it, as SQLite will find too.
            Err(_) => Ok(()),
            // Not synchronised yet: SQLite does not apply it.
            Ok(None) => Ok(()),
            Ok(Some(journal)) if journal.names_others => Err(forged("names other files")),
            Ok(Some(journal)) if journal.database > len => Err(forged("is for a larger database")),
            // Each page of the database is in it at most once, with 8 bytes more.
            Ok(Some(journal)) if journal.len > 2 * journal.database + JOURNAL_MARGIN => {
                Err(forged("is too large"))
            }
            Ok(Some(_)) => Ok(()),
        }
    }

    /// Locks the ledger for writing. The lock is a separate file: on some systems a lock on the database would interfere with
    /// SQLite. It is the same file for every path of the ledger.
    pub(crate) fn lock(&self) -> Result<Lock, Error> {
        let fails = |error: io::Error| self.fails(&error);
        let real = match (fs::canonicalize(&self.real), self.real.parent(), self.real.file_name()) {
            (Ok(real), ..) => real,
            (Err(_), Some(folder), Some(name)) => {
                // Some drives on Windows, such as RAM disks, have no canonical paths.
                fs::canonicalize(folder)
                    .or_else(|_| std::path::absolute(folder))
                    .map_err(fails)?
                    .join(name)
            }
            _ => self.real.clone(),
        };
        let path = sibling(&real, ".lock");
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            let reason = "the file with the ending '.lock' next to it is not a regular file";
            return Err(Error::File { path: self.name(), reason: reason.to_string() });
        }
        match Lock::take(path) {
            Ok(Some(lock)) => Ok(lock),
            Ok(None) => Err(Error::InUse { path: self.name() }),
            Err(error) => Err(fails(error)),
        }
    }
}

/// A path with an ending appended to its name.
pub(crate) fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The kind of a file that is not a regular one.
fn kind(metadata: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "it is a pipe";
        }
        if kind.is_socket() {
            return "it is a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "it is a device";
        }
    }
    if metadata.is_dir() { "it is a folder" } else { "it is not a regular file" }
}

/// The headers of a journal, and what rounding adds.
const JOURNAL_MARGIN: u64 = 1 << 20;
/// The first bytes of a journal; with the name of a super-journal, also the last.
const JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// What a journal says about itself. The layout is part of SQLite's file format.
struct Journal {
    len: u64,
    /// The size of the database before the transaction, in bytes.
    database: u64,
    /// Whether it names a super-journal, which SQLite would delete.
    names_others: bool,
}

/// Reads a journal that SQLite would apply; `None` if it would not.
fn read_journal(path: &Path) -> io::Result<Option<Journal>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    let mut head = [0; 28];
    if len == 0 || file.read(&mut head[..1])? == 0 || head[0] == 0 {
        return Ok(None);
    }
    // A journal that is shorter than its header says nothing about pages.
    let _ = file.read(&mut head[1..])?;
    let number = |at: usize| u64::from(u32::from_be_bytes([0, 1, 2, 3].map(|i| head[at + i])));
    let mut tail = [0; 8];
    if len >= 8 {
        file.seek(SeekFrom::End(-8))?;
        file.read_exact(&mut tail)?;
    }
    let database = number(16) * number(24);
    Ok(Some(Journal { len, database, names_others: tail == JOURNAL_MAGIC }))
}

/// The lock of a writer. Its file is removed when the writer ends.
#[derive(Debug)]
pub(crate) struct Lock {
    #[cfg(not(windows))]
    path: PathBuf,
    _file: File,
}

#[cfg(not(windows))]
impl Lock {
    /// Takes the lock; `None` if another process holds it.
    fn take(path: PathBuf) -> io::Result<Option<Self>> {
        use std::fs::TryLockError;
        use std::os::unix::fs::MetadataExt;
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The holder before may have removed the file after it was opened here. Then another process may hold a lock on a
            // new file of this name.
            let own = file.metadata()?;
            let same = |there: Metadata| (there.dev(), there.ino()) == (own.dev(), own.ino());
            if fs::symlink_metadata(&path).is_ok_and(same) {
                return Ok(Some(Self { path, _file: file }));
            }
        }
    }
}

#[cfg(not(windows))]
impl Drop for Lock {
    fn drop(&mut self) {
        // Before the lock is released, so no other process can hold it. A file that remains does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(windows)]
impl Lock {
    /// Takes the lock; `None` if another process holds it. The system removes the file with its last handle, and no other
    /// process can open it before.
    fn take(path: PathBuf) -> io::Result<Option<Self>> {
        use std::os::windows::fs::OpenOptionsExt;
        const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
        const ERROR_ACCESS_DENIED: i32 = 5;
        const ERROR_SHARING_VIOLATION: i32 = 32;
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        let opened = options.share_mode(0).custom_flags(FILE_FLAG_DELETE_ON_CLOSE).open(&path);
        match opened {
            Ok(file) => Ok(Some(Self { _file: file })),
            Err(error) => match error.raw_os_error() {
                Some(ERROR_SHARING_VIOLATION) => Ok(None),
                // A file that is being removed.
                Some(ERROR_ACCESS_DENIED) if path.exists() => Ok(None),
                _ => Err(error),
            },
        }
    }
}
