//! Which games have tables in a folder.

use std::path::Path;

use catalog::GameId;

use crate::error::TableError;
use crate::tables::Tables;

/// The games that have tables in a folder.
///
/// # Errors
///
/// [`TableError`] if the folder or one of its files cannot be read, is damaged, or was built for other rules.
pub fn games_in(folder: &Path) -> Result<Vec<GameId>, TableError> {
    std::fs::read_dir(folder).map_err(|source| TableError::io(folder, source))?;
    let mut games = Vec::new();
    for &game in GameId::ALL.iter().filter(|game| !game.is_chess()) {
        if Tables::open(game, folder)?.pieces() > 0 {
            games.push(game);
        }
    }
    Ok(games)
}
