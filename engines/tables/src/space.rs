//! Free space on a disk.

use std::path::Path;

/// The bytes that can be written to the file system of a folder; `None` where the system does not say.
#[cfg(unix)]
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let status = rustix::fs::statvfs(folder).ok()?;
    Some(status.f_bavail.saturating_mul(status.f_frsize))
}

/// The bytes that can be written to the file system of a folder; `None` where the system does not say.
#[cfg(not(unix))]
pub(crate) fn free_space(_: &Path) -> Option<u64> {
    None
}
