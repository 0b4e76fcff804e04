//! Compiled kernels, kept in the user's cache. The cache is best effort: kernels that cannot be read from it are compiled again.

use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

/// Bytes of a hash at the end of a file.
const HASH: usize = 8;

fn hash_of(code: &[u8]) -> [u8; HASH] {
    let mut hasher = DefaultHasher::new();
    code.hash(&mut hasher);
    hasher.finish().to_le_bytes()
}

/// The file of compiled kernels: one per source, architecture and set of options.
pub(super) struct Key {
    path: Option<PathBuf>,
}

impl Key {
    pub(super) fn new(arch: &str, options: &[String], source: &str) -> Self {
        let base = choose_base_strategy().ok();
        Self::inside(base.map(|base| base.cache_dir().join("queens")), arch, options, source)
    }

    fn inside(folder: Option<PathBuf>, arch: &str, options: &[String], source: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (options, source).hash(&mut hasher);
        let name = format!("kernels-{arch}-{:016x}.cubin", hasher.finish());
        Self { path: folder.map(|folder| folder.join(name)) }
    }

    pub(super) fn read(&self) -> Option<Vec<u8>> {
        let mut code = fs::read(self.path.as_ref()?).ok()?;
        let hash = code.split_off(code.len().checked_sub(HASH)?);
        // The driver does not receive the length of the code, so the code must be complete.
        (!code.is_empty() && hash == hash_of(&code)).then_some(code)
    }

    /// Writes the code; after an interruption there is the complete file or none.
    pub(super) fn write(&self, code: &[u8]) {
        let Some(path) = &self.path else { return };
        let Some(folder) = path.parent() else { return };
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(code)?;
            file.write_all(&hash_of(code))?;
            file.as_file().sync_all()?;
            file.persist(path)?;
            Ok(())
        };
        // Without a cache the next run compiles again.
        let _ = write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_found_again_under_its_source_and_options_only() {
        let folder = tempfile::tempdir().unwrap();
        let key = |arch: &str, option: &str, source: &str| {
            Key::inside(Some(folder.path().join("new")), arch, &[option.to_string()], source)
        };
        assert_eq!(key("sm_90", "-a", "x").read(), None);
        key("sm_90", "-a", "x").write(b"code");
        assert_eq!(key("sm_90", "-a", "x").read(), Some(b"code".to_vec()));
        for other in [key("sm_80", "-a", "x"), key("sm_90", "-b", "x"), key("sm_90", "-a", "y")] {
            assert_eq!(other.read(), None);
        }
    }

    #[test]
    fn code_that_is_damaged_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let key = Key::inside(Some(folder.path().to_path_buf()), "sm_90", &[], "x");
        key.write(b"some code");
        let path = key.path.clone().unwrap();
        let whole = fs::read(&path).unwrap();
        for len in 0..whole.len() {
            fs::write(&path, &whole[..len]).unwrap();
            assert_eq!(key.read(), None, "{len} bytes");
        }
        for bit in 0..8 * whole.len() {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, damaged).unwrap();
            assert_eq!(key.read(), None, "bit {bit}");
        }
        fs::write(&path, whole).unwrap();
        assert_eq!(key.read(), Some(b"some code".to_vec()));
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let key = Key::inside(Some(file.path().join("below")), "sm_90", &[], "x");
        key.write(b"code");
        assert_eq!(key.read(), None);
        Key { path: None }.write(b"code");
    }
}
