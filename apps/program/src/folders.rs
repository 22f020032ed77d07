//! Folders of the user.

use std::path::PathBuf;

use anyhow::bail;

/// The folder for data that stays, of XDG or Windows. `instead` says what to name if there is none.
pub(crate) fn data_folder(instead: &str) -> anyhow::Result<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = of("XDG_DATA_HOME")
        .or_else(|| of("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| of("HOME").map(|home| home.join(".local/share")));
    match folder {
        Some(folder) => Ok(folder.join("damier")),
        None => bail!("this user has no home folder; name {instead}"),
    }
}
