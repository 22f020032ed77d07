//! Free space: on disks and in memory.

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

/// The bytes of memory that the system can give to programs; `None` where it does not say.
pub(crate) fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
