//! Tables that several users of one process share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use catalog::GameId;

use crate::error::TableError;
use crate::tables::Tables;

type Opened = HashMap<(GameId, PathBuf), Weak<Tables>>;

static OPENED: LazyLock<Mutex<Opened>> = LazyLock::new(Mutex::default);

impl Tables {
    /// Like [`open`](Self::open), but all users of one folder in this process get the same tables, which stay open while one
    /// of them uses them.
    ///
    /// # Errors
    ///
    /// See [`open`](Self::open).
    pub fn shared(game: GameId, folder: &Path) -> Result<Arc<Self>, TableError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (game, folder.to_path_buf());
        if let Some(tables) = opened.get(&key).and_then(Weak::upgrade) {
            return Ok(tables);
        }
        let tables = Arc::new(Self::open(game, folder)?);
        opened.retain(|_, tables| tables.strong_count() > 0);
        opened.insert(key, Arc::downgrade(&tables));
        Ok(tables)
    }
}
