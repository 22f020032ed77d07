//! The files that outputs are written to before they are complete.
//!
//! Such a file stands beside its final place as `.NAME.PID-N.partial` and is locked as long as its process lives. An
//! unlocked one was left by a process that was killed. The number in its name proves nothing: numbers of
//! processes are used again, and other machines have their own.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

const ENDING: &str = ".partial";

/// A new file beside another one, with an unused name. Those that dead processes left there are removed first.
pub(crate) fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let name = path.file_name().filter(|_| !is_folder);
    let name =
        name.ok_or_else(|| io::Error::new(io::ErrorKind::IsADirectory, "the name of a file is missing"))?;
    remove_abandoned(path, name);
    for attempt in 0..100 {
        let mut partial = prefix(name);
        partial.push(format!("{}-{attempt}{ENDING}", std::process::id()));
        let partial = path.with_file_name(partial);
        match File::options().write(true).create_new(true).open(&partial) {
            // Between the two steps another process may have removed it as abandoned.
            Ok(file) if lock(&file) == Lock::Elsewhere || !is_at(&file, &partial) => {}
            Ok(file) => return Ok((file, partial)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many unfinished files beside it"))
}

/// What the names of partial files begin with.
fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix
}

/// Removes the partial files of an output whose processes are dead. One that cannot be removed stays: it is in nobody's
/// way.
fn remove_abandoned(path: &Path, name: &OsStr) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_partial(&entry.file_name(), name) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(partial: &Path) {
    let Ok(file) = File::options().write(true).open(partial) else { return };
    if lock(&file) == Lock::Held && is_at(&file, partial) {
        let _ = fs::remove_file(partial);
    }
}

/// Whether a name is `.NAME.PID-N.partial`.
fn is_partial(found: &OsStr, name: &OsStr) -> bool {
    let prefix = prefix(name);
    let rest = found.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    let numbers = rest.and_then(|rest| rest.strip_suffix(ENDING.as_bytes()));
    let numbers = numbers.and_then(|numbers| str::from_utf8(numbers).ok());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let pair = numbers.and_then(|numbers| numbers.split_once('-'));
    pair.is_some_and(|(process, attempt)| is_number(process) && is_number(attempt))
}

/// Whether a file could be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    Held,
    /// Another process has it.
    Elsewhere,
    /// This file system knows no locks; nothing can be said about partial files on it.
    Unknown,
}

fn lock(file: &File) -> Lock {
    match file.try_lock() {
        Ok(()) => Lock::Held,
        Err(TryLockError::WouldBlock) => Lock::Elsewhere,
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// Whether an open file is still the one of a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let open = file.metadata().map(identity);
    let named = fs::symlink_metadata(path).map(identity);
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Elsewhere an open file cannot be removed without a trace.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_partial_files_are_theirs() {
        let is_one = |found: &str| is_partial(OsStr::new(found), OsStr::new("games.pgn"));
        assert!(is_one(".games.pgn.12345-0.partial") && is_one(".games.pgn.1-99.partial"));
        for other in [
            "games.pgn",
            ".games.pgn.partial",
            ".games.pgn.1-.partial",
            ".games.pgn.-1.partial",
            ".games.pgn.1-2.partial~",
            ".games.pgn.1-2-3.partial",
            ".games.pgn.x-2.partial",
            "games.pgn.1-2.partial",
            ".other.pgn.1-2.partial",
            ".games.pgn.gz.1-2.partial",
        ] {
            assert!(!is_one(other), "{other}");
        }
    }
}
