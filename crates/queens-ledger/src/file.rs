//! The file of a ledger in the file system: where it is, what kind of file it is, its lock, and the files next to it.
//!
//! The file itself is never opened here: on Unix, closing it would release the locks of other connections of this process.

use crate::error::Error;
use std::fs::{self, File, Metadata};
use std::io;
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

/// The files that SQLite reads together with a database, by the endings of their names: a rollback journal, a write-ahead log
/// and its index.
const SIBLINGS: [&str; 3] = ["-journal", "-wal", "-shm"];
/// The size in bytes that each of them may have. A log becomes large only while a reader keeps an old state of the ledger.
pub(crate) const SIBLING_SIZE: u64 = 1 << 30;

/// What identifies a file. It stays the same when the file is renamed, and another file at the same path has another.
#[cfg(unix)]
type FileId = (u64, u64);
/// Elsewhere an open file can be neither moved nor deleted, and this is whether it is a regular file.
#[cfg(not(unix))]
type FileId = bool;

/// The file of an open ledger.
pub(crate) struct LedgerFile {
    pub(crate) place: Place,
    id: FileId,
    /// Whether no other machine can read the file.
    pub(crate) is_local: bool,
    /// Held while this process can write.
    pub(crate) lock: Option<Lock>,
}

impl LedgerFile {
    pub(crate) fn new(place: &Place) -> Result<Self, Error> {
        let id = place.id().map_err(|error| place.fails(&error))?;
        Ok(Self { place: place.clone(), id, is_local: place.is_local(), lock: None })
    }

    /// Checks that the path still is that of the open file.
    pub(crate) fn check_unmoved(&self) -> Result<(), Error> {
        match self.place.id() {
            Ok(id) if id == self.id => Ok(()),
            _ => Err(Error::Moved { path: self.place.name() }),
        }
    }

    /// The other processes that hold locks on the file, if the system shows them.
    pub(crate) fn lock_holders(&self) -> Vec<u32> {
        #[cfg(target_os = "linux")]
        {
            let (device, inode) = self.id;
            let [major, minor] = [rustix::fs::major(device), rustix::fs::minor(device)];
            let file = format!("{major:02x}:{minor:02x}:{inode}");
            let holder = |line: &str| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let holder = words.get(4)?.parse().ok()?;
                (words.contains(&&*file) && holder != std::process::id()).then_some(holder)
            };
            let mut holders: Vec<u32> = fs::read_to_string("/proc/locks")
                .map_or_else(|_| Vec::new(), |locks| locks.lines().filter_map(holder).collect());
            holders.sort_unstable();
            holders.dedup();
            holders
        }
        #[cfg(not(target_os = "linux"))]
        Vec::new()
    }
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

    /// The size of the file in bytes, if there is one. Anything that cannot be a ledger is an error.
    pub(crate) fn found(&self) -> Result<Option<u64>, Error> {
        match fs::metadata(&self.real) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.fails(&error)),
            Ok(metadata) if !metadata.is_file() => Err(self.not_a_ledger(kind(&metadata))),
            Ok(metadata) if metadata.len() == 0 => {
                Err(self.not_a_ledger("the file is empty; to start a new ledger, delete it"))
            }
            Ok(metadata) if metadata.len() < SMALLEST => {
                Err(self.not_a_ledger("not an SQLite database"))
            }
            Ok(metadata) => Ok(Some(metadata.len())),
        }
    }

    #[cfg(unix)]
    fn id(&self) -> io::Result<FileId> {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(&self.real).map(|metadata| (metadata.dev(), metadata.ino()))
    }

    #[cfg(not(unix))]
    fn id(&self) -> io::Result<FileId> {
        fs::metadata(&self.real).map(|metadata| metadata.is_file())
    }

    /// Checks that the file has no other name. SQLite finds the journal of a database by its name, and so do writers the lock.
    pub(crate) fn check_only_name(&self) -> Result<(), Error> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let links = fs::metadata(&self.real).map_err(|error| self.fails(&error))?.nlink();
            if links > 1 {
                let reason = format!(
                    "the file has {links} names (hard links), so it cannot be written safely; copy it"
                );
                return Err(Error::File { path: self.name(), reason });
            }
        }
        Ok(())
    }

    /// Whether the file is known to be on a disk of this machine.
    fn is_local(&self) -> bool {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        {
            let kind = rustix::fs::statfs(&self.real).map(|found| found.f_type as u32);
            kind.is_ok_and(|kind| LOCAL_FILE_SYSTEMS.contains(&kind))
        }
        #[cfg(any(target_vendor = "apple", target_os = "freebsd"))]
        {
            const MNT_LOCAL: u64 = 0x1000;
            let flags = rustix::fs::statfs(&self.real).map(|found| found.f_flags as u64);
            flags.is_ok_and(|flags| flags & MNT_LOCAL != 0)
        }
        #[cfg(windows)]
        {
            use std::path::{Component, Prefix};
            // A drive letter of a network drive becomes the name of its server.
            let real = fs::canonicalize(&self.real).unwrap_or_default();
            let first = real.components().next();
            matches!(first, Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::VerbatimDisk(_)))
        }
        #[cfg(not(any(
            target_os = "linux",
            target_os = "android",
            target_vendor = "apple",
            target_os = "freebsd",
            windows
        )))]
        {
            false
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

    /// Checks the files that SQLite would read together with the ledger. What they change in it is checked like the ledger itself,
    /// so it matters only that SQLite does not wait for a pipe, read without end, or fill the disk.
    pub(crate) fn check_siblings(&self, is_local: bool) -> Result<(), Error> {
        for ending in SIBLINGS {
            let path = self.sibling(ending);
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            let refused = |what: &str| {
                let what = format!("the file with the ending '{ending}' next to it {what}");
                Err(self.not_a_ledger(what))
            };
            if !metadata.is_file() {
                return refused("is not a regular file");
            }
            if metadata.len() > SIBLING_SIZE {
                return refused("is too large");
            }
            if ending == "-wal" && !is_local {
                // Its index is shared memory, which machines do not share.
                let reason = format!(
                    "a file with the ending '{ending}' is next to it, so a count on the machine with the disk is writing to it \
                     or was killed; open it on that machine"
                );
                return Err(Error::File { path: self.name(), reason });
            }
        }
        Ok(())
    }

    /// Checks that nothing next to a file that does not exist would become a part of it.
    pub(crate) fn check_no_siblings(&self) -> Result<(), Error> {
        let has_content = |ending: &&&str| {
            fs::symlink_metadata(self.sibling(ending)).is_ok_and(|found| found.len() > 0)
        };
        let Some(ending) = SIBLINGS[..2].iter().find(has_content) else { return Ok(()) };
        let reason = format!(
            "a file with the ending '{ending}' is next to it, which belongs to another database"
        );
        Err(Error::File { path: self.name(), reason })
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

/// The file systems of Linux that only one machine mounts: ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS and bcachefs.
#[cfg(any(target_os = "linux", target_os = "android"))]
const LOCAL_FILE_SYSTEMS: [u32; 8] = [
    0xef53,
    0x5846_5342,
    0x9123_683e,
    0x0102_1994,
    0x794c_7630,
    0x2fc1_2fc1,
    0xf2f5_2010,
    0xca45_1a4e,
];

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
