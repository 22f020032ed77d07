//! Unfinished games, kept after each move so that nothing that ends the program loses one.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use catalog::{GameId, Place};
use damier::Reading;
use files::{Compression, Output};
use serde::{Deserialize, Serialize};

use crate::complain;
use crate::play::clock::Clocks;
use crate::play::dialogue::{Dialogue, Seat, Terms};
use crate::play::table::Table;

/// Games that are kept; the oldest are forgotten.
const MOST_GAMES: usize = 20;

/// A larger file was not written here.
const LARGEST_FILE: u64 = 1 << 20;

/// A game as its file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    game: String,
    fen: Option<String>,
    is_lenient: bool,
    moves: Vec<String>,
    undone: Vec<String>,
    engine_plays_white: bool,
    engine_plays_black: bool,
    level: u8,
    time: Option<String>,
    clocks: Option<Clocks>,
    is_flipped: bool,
    tags: Vec<(String, String)>,
}

/// Where unfinished games are kept.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    /// The file of the game on the table, and what it holds.
    file: Option<(PathBuf, String)>,
}

/// An unfinished game.
pub(crate) struct Unfinished {
    path: PathBuf,
    text: String,
    kept: Kept,
    pub(crate) game: GameId,
}

impl Store {
    /// The store of this user.
    pub(crate) fn open() -> Self {
        Self { folder: folder(), file: None }
    }

    /// Keeps the game on the table as it is now, or forgets it when it is over or not begun.
    pub(crate) fn keep(&mut self, dialogue: &Dialogue) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        // What another program made of the game since is not touched.
        let own = self.file.take().filter(|(path, held)| holds(path, held));
        if !dialogue.table.is_worth_keeping() {
            if let Some((path, _)) = own {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
            return Ok(());
        }
        let text = serde_json::to_string(&Kept::of(dialogue)).context("cannot write JSON")?;
        let path = match own {
            Some((path, held)) if held == text => {
                self.file = Some((path, held));
                return Ok(());
            }
            Some((path, _)) => path,
            None => {
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                forget_oldest(folder);
                folder.join(name_of_file())
            }
        };
        write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        self.file = Some((path, text));
        Ok(())
    }

    /// The next game gets a file of its own.
    pub(crate) fn begin(&mut self) {
        self.file = None;
    }

    /// Whether the game on the table is kept.
    pub(crate) fn has_kept(&self) -> bool {
        self.file.is_some()
    }

    /// The unfinished game that was played last, of any or of one kind. Files that are no game are named and passed
    /// over.
    pub(crate) fn newest(&self, game: Option<GameId>) -> Option<Unfinished> {
        let files = files_by_age(self.folder.as_deref()?).into_iter().rev();
        let mut games = files.filter_map(|path| {
            let game = read(&path);
            if let Err(error) = &game {
                complain(&format!("{} is no unfinished game: {error:#}", path.display()));
            }
            game.ok()
        });
        games.find(|found| game.is_none_or(|game| game == found.game))
    }

    /// Goes on with an unfinished game.
    pub(crate) fn resume(&mut self, unfinished: Unfinished) -> anyhow::Result<Dialogue> {
        let shown = unfinished.path.display().to_string();
        let dialogue = unfinished
            .kept
            .into_dialogue(unfinished.game)
            .with_context(|| format!("cannot resume {shown}"))?;
        self.file = Some((unfinished.path, unfinished.text));
        Ok(dialogue)
    }
}

impl Unfinished {
    /// What it is, for people: `chess, 12 moves played`.
    pub(crate) fn title(&self) -> String {
        let plies = self.kept.moves.len();
        let moves = if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") };
        format!("{}, {moves} played", self.game.about().title)
    }
}

impl Kept {
    fn of(dialogue: &Dialogue) -> Self {
        let (table, terms) = (&dialogue.table, dialogue.terms);
        let place = table.place();
        Self {
            game: table.id().name().to_owned(),
            fen: place.fen.map(str::to_owned),
            is_lenient: place.reading == Reading::Lenient,
            moves: table.moves().to_vec(),
            undone: table.undone().to_vec(),
            engine_plays_white: terms.white == Seat::Engine,
            engine_plays_black: terms.black == Seat::Engine,
            level: terms.level,
            time: terms.time.map(|time| time.to_string()),
            clocks: dialogue.clocks,
            is_flipped: dialogue.is_flipped,
            tags: table.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        }
    }

    fn into_dialogue(self, game: GameId) -> anyhow::Result<Dialogue> {
        let reading = if self.is_lenient { Reading::Lenient } else { Reading::Strict };
        let mut table = Table::new(game, &Place { reading, fen: self.fen.as_deref(), moves: &self.moves })?;
        table.set_undone(self.undone);
        for (name, value) in &self.tags {
            table.tags.set(name, value);
        }
        if !(1..=10).contains(&self.level) {
            bail!("level {}, expected 1 to 10", self.level);
        }
        let seat = |is_engine| if is_engine { Seat::Engine } else { Seat::Person };
        let terms = Terms {
            white: seat(self.engine_plays_white),
            black: seat(self.engine_plays_black),
            level: self.level,
            time: self.time.map(|time| time.parse()).transpose()?,
        };
        let mut dialogue = Dialogue::new(table, terms);
        dialogue.set_clocks(self.clocks);
        dialogue.is_flipped = self.is_flipped;
        Ok(dialogue)
    }
}

/// The folder for what programs remember, as XDG and Windows say.
fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = of("XDG_STATE_HOME")
        .or_else(|| of("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| of("HOME").map(|home| home.join(".local/state")));
    Some(state?.join("damier").join("unfinished"))
}

/// A name that no other game has: two programs may begin games at the same time.
fn name_of_file() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:013}-{}.json", since.as_millis(), std::process::id())
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut output = Output::create(path, Compression::None)?;
    output.write_all(text.as_bytes())?;
    output.finish()
}

/// Whether a file still holds what was written to it.
fn holds(path: &Path, text: &str) -> bool {
    fs::metadata(path).is_ok_and(|data| data.len() == text.len() as u64)
        && fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// The game of a file.
fn read(path: &Path) -> anyhow::Result<Unfinished> {
    let length = fs::metadata(path)?.len();
    if length > LARGEST_FILE {
        bail!("it has {length} bytes, expected at most {LARGEST_FILE}");
    }
    let text = fs::read_to_string(path)?;
    let kept: Kept = serde_json::from_str(&text)?;
    let game = kept.game.parse()?;
    Ok(Unfinished { path: path.to_owned(), text, kept, game })
}

/// The files of games, the one that was written last at the end.
fn files_by_age(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let dated = paths.filter(is_game).filter_map(|path| {
        let written = fs::metadata(&path).ok()?.modified().ok()?;
        Some((written, path))
    });
    let mut dated: Vec<_> = dated.collect();
    dated.sort();
    dated.into_iter().map(|(_, path)| path).collect()
}

fn forget_oldest(folder: &Path) {
    let files = files_by_age(folder);
    let surplus = (files.len() + 1).saturating_sub(MOST_GAMES);
    for path in files.iter().take(surplus) {
        // A file that cannot be removed is only in the way.
        let _ = fs::remove_file(path);
    }
}
