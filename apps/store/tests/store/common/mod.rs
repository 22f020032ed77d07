//! Stores for tests, and the games that go into them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use damier_store::{Append, CommandKey, GameState, NewGame, Options, Store};
use test_postgres::TestPostgres;

/// Runs each test on each database.
macro_rules! suite {
    ($($name:ident)*) => {
        $crate::common::suite!(@on sqlite: $($name)*);
        $crate::common::suite!(@on memory: $($name)*);
        $crate::common::suite!(@on postgres: $($name)*);
    };
    (@on $place:ident: $($name:ident)*) => {
        mod $place {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    if let Some(place) = $crate::common::Place::$place() {
                        super::$name(place).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use suite;

/// Where a store is kept; a folder is deleted in the end.
pub(crate) enum Place {
    Memory,
    File(Folder),
    Postgres(String),
}

impl Place {
    pub(crate) fn memory() -> Option<Self> {
        Some(Self::Memory)
    }

    pub(crate) fn sqlite() -> Option<Self> {
        Some(Self::File(Folder::new()))
    }

    /// A fresh database of the one server of this test program.
    pub(crate) fn postgres() -> Option<Self> {
        static SERVER: OnceLock<Option<TestPostgres>> = OnceLock::new();
        let server = SERVER.get_or_init(TestPostgres::start).as_ref()?;
        Some(Self::Postgres(server.fresh_database()))
    }

    pub(crate) fn address(&self) -> String {
        match self {
            Self::Memory => ":memory:".to_owned(),
            Self::File(folder) => folder.file("games.db"),
            Self::Postgres(url) => url.clone(),
        }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.address()).await.expect("a store")
    }

    pub(crate) async fn open_with(&self, change: impl FnOnce(&mut Options)) -> Store {
        let mut options = Options::new();
        change(&mut options);
        Store::open_with(&self.address(), options).await.expect("a store")
    }
}

/// A folder that is deleted with its contents.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("damier-store-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder for temporary files");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn state() -> GameState {
    GameState { is_over: false, flag: None, summary: "{}".to_owned() }
}

/// A game with one event.
pub(crate) fn game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        kind: "russian".to_owned(),
        at: 1_000,
        events: vec!["begin".to_owned()],
        seats: [None, None],
        invite: None,
        listed: false,
        state: state(),
    }
}

/// One event more.
pub(crate) fn append(game: &str, expected: i64, event: &str) -> Append {
    Append {
        game: game.to_owned(),
        expected,
        at: 2_000,
        events: vec![event.to_owned()],
        command: None,
        seat: None,
        state: state(),
    }
}

pub(crate) fn command(id: &str) -> Option<CommandKey> {
    Some(CommandKey { id: id.to_owned(), actor: "white".to_owned(), content: id.to_owned() })
}
