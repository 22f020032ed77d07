//! Who runs the server.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// An account other than our own.
pub(crate) struct Account {
    pub(crate) user: u32,
    pub(crate) group: u32,
}

impl Account {
    /// The account `postgres` if we are root, as whom the server refuses to run.
    pub(crate) fn for_server() -> Option<Self> {
        let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        let accounts = fs::read_to_string("/etc/passwd").ok()?;
        let line = accounts.lines().find(|line| line.starts_with("postgres:"))?;
        let mut fields = line.split(':').skip(2);
        let (user, group) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        is_root.then_some(Self { user, group })
    }

    pub(crate) fn use_for(&self, command: &mut Command) {
        command.uid(self.user).gid(self.group);
    }
}
