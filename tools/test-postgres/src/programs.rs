//! Where PostgreSQL is installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const EXAMPLE: &str = "/usr/lib/postgresql/15/bin";

/// The folder of the newest installation, or the one that the search path knows. Debian keeps them off the path.
pub(crate) fn find() -> Option<PathBuf> {
    let mut installed: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, folder)| is_complete(folder))
        .collect();
    installed.sort();
    let on_path = || env::split_paths(&env::var_os("PATH")?).find(|folder| is_complete(folder));
    installed.pop().map(|(_, folder)| folder).or_else(on_path)
}

fn is_complete(folder: &Path) -> bool {
    ["initdb", "postgres", "createdb", "pg_isready"].iter().all(|program| folder.join(program).is_file())
}
