//! The file of a SQLite store: created for its owner alone, and used by one process at a time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::StoreError;

/// The right to use a file. The system takes it back when the process ends, however it ends.
#[derive(Clone)]
pub(super) struct Lock {
    _file: Arc<LockedFile>,
}

struct LockedFile(File);

impl Drop for LockedFile {
    /// Closing is not enough: a child process that another thread is just starting holds a copy of every open file.
    fn drop(&mut self) {
        // It only fails where there is nothing to unlock.
        let _ = self.0.unlock();
    }
}

/// Creates the file and its folder where they are missing, and takes the lock.
pub(super) fn prepare(address: &str) -> Result<(PathBuf, Lock), StoreError> {
    if address.is_empty() || address.contains("://") {
        let reason = format!("{address:?} is neither a file nor a postgres:// URL");
        return Err(StoreError::BadAddress { reason });
    }
    let given = Path::new(address);
    let path = create(given).map_err(|(path, source)| StoreError::CannotOpen { path, source })?;
    let lock_path = beside(&path, ".lock");
    let cannot_open = |source| StoreError::CannotOpen { path: lock_path.clone(), source };
    // The file stays when the lock is gone: deleting it would let two processes lock two files of one name.
    let file = private_file().create(true).open(&lock_path).map_err(cannot_open)?;
    match file.try_lock() {
        Ok(()) => Ok((path, Lock { _file: Arc::new(LockedFile(file)) })),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path }),
        Err(TryLockError::Error(source)) => Err(cannot_open(source)),
    }
}

/// Creates what is missing. Returns the real path, so that links to one file share one lock.
fn create(path: &Path) -> Result<PathBuf, (PathBuf, io::Error)> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    create_folder(folder).map_err(|error| (folder.to_owned(), error))?;
    if path.is_dir() {
        return Err((path.to_owned(), io::ErrorKind::IsADirectory.into()));
    }
    match private_file().create_new(true).open(path) {
        Ok(file) => {
            file.sync_all().and_then(|()| sync_folder(folder)).map_err(|error| (path.to_owned(), error))?
        }
        // SQLite would open a file that cannot be written all the same, and fail at the first game.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            private_file().open(path).map_err(|error| (path.to_owned(), error))?;
        }
        Err(error) => return Err((path.to_owned(), error)),
    }
    fs::canonicalize(path).map_err(|error| (path.to_owned(), error))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(unix)]
fn private_file() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    options
}

#[cfg(unix)]
fn create_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// A new name survives a power cut only once its folder is written.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child process that is just starting holds a copy of the lock's file, as here.
    #[test]
    fn a_lock_ends_while_copies_of_its_file_are_open() {
        let folder = std::env::temp_dir().join(format!("damier-lock-{}", std::process::id()));
        let address = folder.join("games.db");
        let address = address.to_str().expect("a temporary folder with a readable name");
        let (_, lock) = prepare(address).expect("nobody has it");
        let copy = lock._file.0.try_clone().expect("a second descriptor");
        assert!(matches!(prepare(address), Err(StoreError::InUse { .. })));
        drop(lock);
        assert!(prepare(address).is_ok());
        drop(copy);
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
