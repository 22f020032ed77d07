//! Files of games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use catalog::GameId;

use crate::block::{BLOCK_HEADER, Block, BlockHeader};
use crate::bytes::checksum;
use crate::error::SelfPlayError;
use crate::fingerprint::rules_fingerprint;
use crate::header::{FileHeader, GameSource, HeaderText};

/// Reads a file of games, block by block.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    reader: BufReader<File>,
    game: GameId,
    header: FileHeader,
    /// Where the next block begins.
    offset: u64,
    tail: Option<Tail>,
}

/// An unfinished block at the end of a file: its writer was killed, or still writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// Where it begins.
    pub offset: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

impl GameFile {
    /// Opens a file and checks that its game has the rules of this program.
    ///
    /// # Errors
    ///
    /// It cannot be read, is another kind of file, or was written with other rules.
    pub fn open(path: &Path) -> Result<Self, SelfPlayError> {
        let io = |error| SelfPlayError::io(path, error);
        let file = File::open(path).map_err(io)?;
        if file.metadata().map_err(io)?.is_dir() {
            return Err(SelfPlayError::not_games(path, "is a folder, expected a file of self-play games"));
        }
        Self::of_file(path, file)
    }

    fn of_file(path: &Path, file: File) -> Result<Self, SelfPlayError> {
        let io = |error| SelfPlayError::io(path, error);
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let (header, length) = match read_header(&mut reader).map_err(io)? {
            HeaderText::Complete(header, length) => (header, length),
            HeaderText::Cut => return Err(SelfPlayError::not_games(path, "ends within its header")),
            HeaderText::Bad(what) => return Err(SelfPlayError::not_games(path, what)),
        };
        let Ok(game) = header.game.parse::<GameId>() else {
            let what = format!("holds games of {:?}, which this version does not know", header.game);
            return Err(SelfPlayError::not_games(path, what));
        };
        if header.rules != rules_fingerprint(game) {
            return Err(SelfPlayError::OtherRules { path: path.to_owned(), game: game.name() });
        }
        Ok(Self { path: path.to_owned(), reader, game, header, offset: length as u64, tail: None })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    /// What the file says of itself.
    #[must_use]
    pub fn header(&self) -> &FileHeader {
        &self.header
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The unfinished block at the end, if there is one. Known when all blocks are read.
    #[must_use]
    pub fn tail(&self) -> Option<Tail> {
        self.tail
    }

    /// The bytes read so far.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The error for a stored game that cannot be decoded.
    pub(crate) fn not_a_game(&self) -> SelfPlayError {
        SelfPlayError::damaged(&self.path, self.offset, "a game before it has moves that are not legal")
    }

    /// The next block; `None` at the end.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is damaged.
    pub fn next_block(&mut self) -> Result<Option<Block>, SelfPlayError> {
        let mut bytes = [0; BLOCK_HEADER];
        let count = self.fill(&mut bytes)?;
        if count < bytes.len() {
            return Ok(self.end(count));
        }
        let damaged = |what| SelfPlayError::damaged(&self.path, self.offset, what);
        let header =
            BlockHeader::read(&bytes).ok_or_else(|| damaged("the checksum of a block's header differs"))?;
        let mut payload = vec![0; header.length];
        let count = self.fill(&mut payload)?;
        if count < payload.len() {
            return Ok(self.end(BLOCK_HEADER + count));
        }
        let damaged = |what| SelfPlayError::damaged(&self.path, self.offset, what);
        if header.sum != checksum(&payload) {
            return Err(damaged("the checksum of a block differs"));
        }
        let block = Block::read(&header, &payload).ok_or_else(|| damaged("a block holds no games"))?;
        if block.source as usize >= self.header.sources.len() {
            return Err(damaged("a block has no source"));
        }
        self.offset += (BLOCK_HEADER + payload.len()) as u64;
        Ok(Some(block))
    }

    /// Reads as much as there is.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, SelfPlayError> {
        fill(&mut self.reader, bytes).map_err(|error| SelfPlayError::io(&self.path, error))
    }

    fn end(&mut self, left: usize) -> Option<Block> {
        self.tail = (left > 0).then_some(Tail { offset: self.offset, bytes: left as u64 });
        None
    }
}

fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < bytes.len() {
        match reader.read(&mut bytes[count..]) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// Reads the header, and not a byte more.
fn read_header(reader: &mut impl Read) -> io::Result<HeaderText> {
    let mut bytes = vec![0; 12];
    let count = fill(reader, &mut bytes)?;
    bytes.truncate(count);
    if count == 12 && !matches!(FileHeader::read(&bytes), HeaderText::Bad(_)) {
        let length = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize;
        bytes.resize(12 + length + 4, 0);
        let count = fill(reader, &mut bytes[12..])?;
        bytes.truncate(12 + count);
    }
    Ok(FileHeader::read(&bytes))
}

/// Appends blocks to a file of games. No other process can write it meanwhile.
#[derive(Debug)]
pub struct GameFileWriter {
    path: PathBuf,
    file: File,
    /// Where the next block begins.
    offset: u64,
    size: u64,
}

impl Drop for GameFileWriter {
    /// Closing is not enough: a child process that another thread is just starting holds a copy of every open file.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl GameFileWriter {
    /// Makes a file; fails if there is one already.
    ///
    /// # Errors
    ///
    /// There is one, or it cannot be written.
    pub fn create(path: &Path, header: &FileHeader) -> Result<Self, SelfPlayError> {
        let io = |error| SelfPlayError::io(path, error);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(io)?;
        let mut writer = Self { path: path.to_owned(), file, offset: 0, size: 0 };
        writer.lock()?;
        writer.write(&header.to_bytes())?;
        Ok(writer)
    }

    fn lock(&self) -> Result<(), SelfPlayError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(SelfPlayError::Locked { path: self.path.clone() }),
            Err(TryLockError::Error(error)) => Err(SelfPlayError::io(&self.path, error)),
        }
    }

    /// Puts a block after all full blocks, and waits until the disk has it. A block that is not full is replaced by the
    /// next one, which holds its games too.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn put(&mut self, block: &Block) -> Result<(), SelfPlayError> {
        let offset = self.offset;
        self.write(&block.to_bytes())?;
        if !block.is_full() {
            self.offset = offset;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), SelfPlayError> {
        // First cut what is to be replaced: half of it after half of this would look like damage.
        let written = self.file.set_len(self.offset).and_then(|()| {
            self.file.seek(SeekFrom::Start(self.offset))?;
            self.file.write_all(bytes)?;
            self.file.sync_data()
        });
        written.map_err(|error| SelfPlayError::io(&self.path, error))?;
        self.offset += bytes.len() as u64;
        self.size = self.offset;
        Ok(())
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Opens a file to continue it: hands its blocks over, cuts an unfinished block at its end, and takes the last block
    /// back if it is not full, since more games go into it. Makes the file if there is none.
    ///
    /// # Errors
    ///
    /// The file was made in another way, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &FileHeader,
        mut visit: impl FnMut(Block) -> Result<(), SelfPlayError>,
    ) -> Result<(Self, Option<Tail>), SelfPlayError> {
        let io = |error| SelfPlayError::io(path, error);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, header)?, None));
            }
            file => file.map_err(io)?,
        };
        let mut writer = Self { path: path.to_owned(), file, offset: 0, size: 0 };
        writer.lock()?;
        let bytes = header.to_bytes();
        if is_cut_header(&mut writer.file, &bytes).map_err(io)? {
            writer.file.set_len(0).map_err(io)?;
            writer.write(&bytes)?;
            return Ok((writer, None));
        }
        let clone = writer.file.try_clone().map_err(io)?;
        let mut games = GameFile::of_file(path, clone)?;
        writer.offset = games.offset();
        check_same(path, games.header(), header)?;
        while let Some(block) = games.next_block()? {
            if block.is_full() {
                writer.offset = games.offset();
            }
            visit(block)?;
        }
        writer.size = games.offset();
        // What comes after it is played again.
        writer.file.set_len(writer.size).map_err(io)?;
        Ok((writer, games.tail()))
    }
}

/// Whether the file holds only a part of this header: its writer was killed at once.
fn is_cut_header(file: &mut File, header: &[u8]) -> io::Result<bool> {
    let mut bytes = vec![0; header.len()];
    file.seek(SeekFrom::Start(0))?;
    let count = fill(file, &mut bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(count < header.len() && header.starts_with(&bytes[..count]))
}

/// Checks that a file was made in the same way.
fn check_same(path: &Path, found: &FileHeader, expected: &FileHeader) -> Result<(), SelfPlayError> {
    if found.is_merged {
        return Err(SelfPlayError::not_games(path, "is merged from several files and cannot be continued"));
    }
    let differs = |what, found: String, expected: String| {
        let path = path.to_owned();
        if found == expected { Ok(()) } else { Err(SelfPlayError::Differs { path, what, found, expected }) }
    };
    differs("the game", found.game.clone(), expected.game.clone())?;
    let (found, expected) = (&found.sources[0], &expected.sources[0]);
    let GameSource { player, evaluation, tables, settings } = found;
    let json = |settings| serde_json::to_value(settings).expect("numbers");
    let (one, other) = (json(settings), json(&expected.settings));
    for what in SETTINGS {
        differs(what, one[what].to_string(), other[what].to_string())?;
    }
    differs("tables", tables.to_string(), expected.tables.to_string())?;
    differs("the evaluation", evaluation.clone(), expected.evaluation.clone())?;
    differs(
        "the fingerprint of evaluation and search",
        format!("{player:016x}"),
        format!("{:016x}", expected.player),
    )
}

/// The names of the settings.
const SETTINGS: &[&str] = &[
    "seed",
    "nodes",
    "vary",
    "hash",
    "least_opening",
    "most_opening",
    "opening_limit",
    "win_score",
    "win_plies",
    "draw_score",
    "draw_plies",
    "quiet_plies",
    "most_plies",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SelfPlaySettings;

    #[test]
    fn all_settings_are_compared() {
        let settings = serde_json::to_value(SelfPlaySettings::of(GameId::Chess)).expect("numbers");
        let fields = settings.as_object().expect("an object");
        assert!(
            fields.keys().all(|name| SETTINGS.contains(&name.as_str())) && fields.len() == SETTINGS.len()
        );
    }
}
