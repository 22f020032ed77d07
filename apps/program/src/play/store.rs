//! Saves games after every move, so that a crash loses nothing. Finished games stay in the store.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use catalog::GameId;
use files::{Compression, Output};

use crate::complain;
use crate::play::dialogue::Dialogue;
use crate::play::game_file::{GameFile, Summary};

/// The most games in the store; above it, the least recently changed ones are removed. The help names this number.
const MOST_GAMES: usize = 1000;

/// The most bytes of a game file; this program writes no larger ones.
const LARGEST_FILE: u64 = 1 << 20;

/// How long to wait for another program's lock.
const PATIENCE: Duration = Duration::from_secs(2);

/// The folder of saved games: one file per game, named by its number.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    /// The number and the text of the current game's file.
    file: Option<(u64, String)>,
    /// Tells other programs that the current game is open here.
    mark: Option<OpenMark>,
}

/// A locked file beside a game file, which says that a program has the game open. The lock ends with the program.
struct OpenMark {
    number: u64,
    path: PathBuf,
    _locked: File,
}

impl Drop for OpenMark {
    fn drop(&mut self) {
        // A mark that is left behind is not locked, so it means nothing.
        let _ = fs::remove_file(&self.path);
    }
}

/// A saved game.
pub(crate) struct Found {
    pub(crate) number: u64,
    text: String,
    pub(crate) file: GameFile,
    pub(crate) summary: Summary,
}

/// An unfinished game, ready to continue.
pub(crate) struct Unfinished {
    found: Found,
    dialogue: Dialogue,
    /// A more recent game that another program has open.
    pub(crate) open_elsewhere: Option<u64>,
}

impl Store {
    /// Opens the user's store.
    pub(crate) fn open() -> Self {
        let folder = folder();
        if let Some(folder) = &folder
            && let Err(error) = adopt(folder)
        {
            complain(&format!("cannot move unfinished games to {}: {error}", folder.display()));
        }
        Self { folder, file: None, mark: None }
    }

    /// Saves the current game, or removes its file if all moves were taken back.
    pub(crate) fn save(&mut self, dialogue: &Dialogue) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let is_worth = dialogue.sitting.is_worth_saving();
        if !is_worth && self.file.is_none() {
            return Ok(());
        }
        let text = serde_json::to_string(&GameFile::of(dialogue)).context("cannot write JSON")?;
        if is_worth && self.file.as_ref().is_some_and(|(_, held)| *held == text) {
            return Ok(());
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let _lock = lock(folder).with_context(|| format!("cannot lock {}", folder.display()))?;
        // If another program has changed the file, leave it alone and write a new one.
        let own = self.file.as_ref().filter(|(number, held)| holds(&path_of(folder, *number), held));
        if !is_worth {
            if let Some((number, _)) = own {
                remove(&path_of(folder, *number))?;
            }
            self.file = None;
            self.mark = None;
            return Ok(());
        }
        let number = match own {
            Some((number, _)) => *number,
            None => {
                forget_oldest(folder);
                next_number(folder)
            }
        };
        let path = path_of(folder, number);
        write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        self.file = Some((number, text));
        self.mark_open();
        Ok(())
    }

    /// Gives the next game a file of its own.
    pub(crate) fn begin(&mut self) {
        self.file = None;
        self.mark = None;
    }

    /// The number of the current game, if it is saved.
    pub(crate) fn number(&self) -> Option<u64> {
        self.file.as_ref().map(|(number, _)| *number)
    }

    /// All games by number. Reports and skips unreadable files.
    pub(crate) fn list(&self) -> Vec<Found> {
        let mut games: Vec<Found> = self.files_by_age().into_iter().filter_map(read_or_complain).collect();
        games.sort_by_key(|game| game.number);
        games
    }

    /// Finds a game by its number.
    pub(crate) fn find(&self, number: u64) -> anyhow::Result<Found> {
        let path = self.file_of(number)?;
        read(&path).with_context(|| unreadable(&path))
    }

    /// Deletes a file by its number, readable or not.
    pub(crate) fn delete(&self, number: u64) -> anyhow::Result<()> {
        let path = self.file_of(number)?;
        let folder = path.parent().unwrap_or(&path);
        let _lock = lock(folder).with_context(|| format!("cannot lock {}", folder.display()))?;
        remove(&path)
    }

    /// Finds a file by its number, readable or not.
    pub(crate) fn file_of(&self, number: u64) -> anyhow::Result<PathBuf> {
        let path = self.folder.as_deref().map(|folder| path_of(folder, number));
        path.filter(|path| path.symlink_metadata().is_ok())
            .with_context(|| format!("there is no saved game {number}; damier games --played lists them"))
    }

    /// The last unfinished game, of any or of one kind, that no other program has open. Reports and skips unreadable
    /// files. The error is the number of a game that another program has open, if there is one.
    pub(crate) fn newest(&self, game: Option<GameId>) -> Result<Unfinished, Option<u64>> {
        let found = self.files_by_age().into_iter().rev().filter_map(read_or_complain);
        let mut unfinished = found
            .filter(|found| !found.file.is_finished() && game.is_none_or(|game| game == found.summary.game));
        let mut open_elsewhere = None;
        let newest = unfinished.find_map(|found| match found.file.dialogue() {
            Ok(_) if self.is_open_elsewhere(found.number) => {
                open_elsewhere.get_or_insert(found.number);
                None
            }
            Ok(dialogue) => Some(Unfinished { found, dialogue, open_elsewhere }),
            Err(error) => {
                complain(&format!("{}: {error:#}", unreadable(&self.file_of(found.number).ok()?)));
                None
            }
        });
        newest.ok_or(open_elsewhere)
    }

    /// Finds an unfinished game by its number; it must be of this kind, if one is given.
    pub(crate) fn unfinished(&self, number: u64, game: Option<GameId>) -> anyhow::Result<Unfinished> {
        let found = self.find(number)?;
        if let Some(game) = game.filter(|game| *game != found.summary.game) {
            bail!("game {number} is {}, not {game}", found.summary.game);
        }
        if found.file.is_finished() {
            bail!("game {number} is over; damier games --played {number} shows it");
        }
        if self.is_open_elsewhere(number) {
            bail!("game {number} is open in another program");
        }
        let dialogue = found.file.dialogue().with_context(|| format!("cannot resume game {number}"))?;
        Ok(Unfinished { found, dialogue, open_elsewhere: None })
    }

    /// Continues an unfinished game.
    pub(crate) fn resume(&mut self, unfinished: Unfinished) -> Dialogue {
        self.file = Some((unfinished.found.number, unfinished.found.text));
        self.mark_open();
        unfinished.dialogue
    }

    /// Marks the current game as open.
    fn mark_open(&mut self) {
        let (Some(folder), Some(number)) = (&self.folder, self.number()) else { return };
        if self.mark.as_ref().is_some_and(|mark| mark.number == number) {
            return;
        }
        let path = mark_of(folder, number);
        // Without a mark, the game is still safe: a program never overwrites what another has saved.
        let locked = File::options().create(true).append(true).open(&path).ok();
        let locked = locked.filter(|file| file.try_lock().is_ok());
        self.mark = locked.map(|locked| OpenMark { number, path, _locked: locked });
    }

    /// Whether another program has a game open.
    pub(crate) fn is_open_elsewhere(&self, number: u64) -> bool {
        let is_own = self.mark.as_ref().is_some_and(|mark| mark.number == number);
        let mark = self.folder.as_deref().and_then(|folder| File::open(mark_of(folder, number)).ok());
        !is_own && mark.is_some_and(|mark| matches!(mark.try_lock(), Err(TryLockError::WouldBlock)))
    }

    fn files_by_age(&self) -> Vec<PathBuf> {
        self.folder.as_deref().map(files_by_age).unwrap_or_default()
    }
}

impl Unfinished {
    /// A short description: `Chess, 12 moves played`.
    pub(crate) fn title(&self) -> String {
        self.found.summary.title()
    }

    /// The number of the game.
    pub(crate) fn number(&self) -> u64 {
        self.found.number
    }
}

/// The state folder of XDG or Windows.
fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = of("XDG_STATE_HOME")
        .or_else(|| of("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| of("HOME").map(|home| home.join(".local/state")));
    Some(state?.join("damier").join("games"))
}

/// Moves games that earlier versions saved in the folder `unfinished`.
fn adopt(folder: &Path) -> io::Result<()> {
    let earlier = folder.with_file_name("unfinished");
    let files = files_by_age(&earlier);
    if files.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let _lock = lock(folder)?;
    for file in files {
        fs::rename(file, path_of(folder, next_number(folder)))?;
    }
    // Fails if other files are left, which are not ours.
    let _ = fs::remove_dir(&earlier);
    Ok(())
}

/// Locks the folder while the returned file lives, unless the file system has no locks.
fn lock(folder: &Path) -> io::Result<File> {
    let file = File::options().create(true).append(true).open(folder.join(".lock"))?;
    let pause = Duration::from_millis(10);
    for _ in 0..PATIENCE.as_millis() / pause.as_millis() {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(pause),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, "another program holds the lock for too long"))
}

fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number}.json"))
}

/// The file that marks a game as open.
fn mark_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!(".{number}.open"))
}

/// The number in the name of a file.
fn number_of_file(path: &Path) -> Option<u64> {
    let stem = path.file_stem()?.to_str()?;
    stem.parse().ok().filter(|number: &u64| number.to_string() == stem)
}

/// An unused number above all others.
fn next_number(folder: &Path) -> u64 {
    let last = files_by_age(folder).iter().filter_map(|path| number_of_file(path)).max();
    last.unwrap_or(0).saturating_add(1)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut output = Output::create(path, Compression::None)?;
    output.write_all(text.as_bytes())?;
    output.finish()
}

fn remove(path: &Path) -> anyhow::Result<()> {
    fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))
}

/// Whether a file still holds what was written to it.
fn holds(path: &Path, text: &str) -> bool {
    fs::metadata(path).is_ok_and(|data| data.len() == text.len() as u64)
        && fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// Reads a game file; reports an unreadable one.
fn read_or_complain(path: PathBuf) -> Option<Found> {
    let found = read(&path);
    if let Err(error) = &found {
        complain(&format!("{}: {error:#}", unreadable(&path)));
    }
    found.ok()
}

fn unreadable(path: &Path) -> String {
    format!("cannot read the saved game {}", path.display())
}

/// Reads a game file.
fn read(path: &Path) -> anyhow::Result<Found> {
    let number = number_of_file(path).context("its name is not a number")?;
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        bail!("it is not a file");
    }
    if metadata.len() > LARGEST_FILE {
        bail!("it has {} bytes, expected at most {LARGEST_FILE}", metadata.len());
    }
    let text = fs::read_to_string(path)?;
    let file = GameFile::read(&text)?;
    let summary = file.summary()?;
    Ok(Found { number, text, file, summary })
}

/// The game files, the most recently written last.
fn files_by_age(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let dated = paths.filter(is_game).filter_map(|path| {
        let written = fs::symlink_metadata(&path).ok()?.modified().ok()?;
        Some((written, path))
    });
    let mut dated: Vec<_> = dated.collect();
    dated.sort();
    dated.into_iter().map(|(_, path)| path).collect()
}

/// Removes the oldest games to make room for one more.
fn forget_oldest(folder: &Path) {
    let files = files_by_age(folder);
    let surplus = (files.len() + 1).saturating_sub(MOST_GAMES);
    for path in files.iter().filter(|path| number_of_file(path).is_some()).take(surplus) {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(path);
    }
}
