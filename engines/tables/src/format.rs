//! The files: see `docs/tables.md` for the bytes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::draughts::Rules;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::coding::{BLOCK, Compressed, Decoder, MOST_TOKENS, REPEAT_TOKENS};
use crate::error::TableError;
use crate::index::{PlacementNumbering, SquareSets};
use crate::mapped_file::MappedFile;
use crate::material::Material;

const MAGIC: &[u8; 8] = b"DAMTABLE";
const VERSION: u16 = 1;
/// The most positions that a file can hold.
pub(crate) const MOST_POSITIONS: u64 = u32::MAX as u64;
const NAME_LENGTH: usize = 20;
const HEADER: usize = 64;
const CHECKSUM: usize = 32;

/// What a file says of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Win, draw or loss.
    Wdl,
    /// Plies to the next capture or promotion, or to the end of the game, in positions that are won or lost.
    Dtc,
}

impl Metric {
    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtc => "dtc",
        }
    }
}

/// The file of some material in the folder of its game.
#[must_use]
pub fn file_of(folder: &Path, material: Material, metric: Metric) -> PathBuf {
    folder.join(format!("{material}.{}", metric.extension()))
}

/// A number that changes with every rule on which values depend.
#[must_use]
pub fn rules_hash(rules: &Rules) -> u64 {
    let movement = format!(
        "{:?} {:?} {:?} {:?} {:?} {} {:?} {} {:?} {:?} {} {:?}",
        (rules.board.columns, rules.board.rows, rules.board.full),
        rules.man_moves,
        rules.man_captures,
        rules.king_moves,
        rules.king_captures,
        rules.flying_kings,
        rules.landing,
        rules.men_take_kings,
        rules.precedence,
        rules.removal,
        rules.reversal,
        rules.promotion,
    );
    let endings = format!(
        "{:?} {} {} {:?}",
        rules.blocked, rules.first_king_wins, rules.last_piece_loses, rules.draws.endings
    );
    let digest = Sha256::digest(format!("{movement} {endings}"));
    u64::from_le_bytes(digest[..8].try_into().expect("eight bytes"))
}

/// One file, ready to be probed.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    bytes: MappedFile,
    decoder: Decoder,
    positions: u64,
    offsets: usize,
    data: usize,
    end: usize,
}

/// Writes a file: complete or absent.
pub(crate) fn write(
    path: &Path,
    rules: &Rules,
    material: Material,
    metric: Metric,
    positions: u64,
    row: &Compressed,
) -> Result<u64, TableError> {
    let symbols = row.lengths.len() - REPEAT_TOKENS;
    let mut bytes =
        Vec::with_capacity(HEADER + row.lengths.len() + 4 * row.offsets.len() + row.data.len() + 64);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([metric as u8, 0]);
    bytes.extend([material.men[0], material.men[1], material.kings[0], material.kings[1]]);
    bytes.extend(rules_hash(rules).to_le_bytes());
    bytes.extend(positions.to_le_bytes());
    bytes.extend((BLOCK as u32).to_le_bytes());
    bytes.extend((symbols as u32).to_le_bytes());
    bytes.extend((row.data.len() as u32).to_le_bytes());
    let mut name = [0; NAME_LENGTH];
    name.iter_mut().zip(rules.name.bytes()).for_each(|(place, byte)| *place = byte);
    bytes.extend(name);
    bytes.extend(&row.lengths);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    row.offsets.iter().for_each(|offset| bytes.extend(offset.to_le_bytes()));
    bytes.extend(&row.data);
    let checksum = Sha256::digest(&bytes);
    bytes.extend(checksum);
    let io = |source| TableError::io(path, source);
    let folder = path.parent().unwrap_or(Path::new("."));
    // Errors of a temporary file name it, too: only the kind tells nothing twice.
    let mut file = unfinished_file(folder).map_err(|error| io(error.kind().into()))?;
    file.as_file_mut().write_all(&bytes).map_err(io)?;
    file.as_file().sync_all().map_err(io)?;
    file.persist(path).map_err(|error| io(error.error))?;
    Ok(bytes.len() as u64)
}

/// A file that is removed unless it gets its name. Everybody may read it whom the user's mask for new files lets: a
/// server may run as another user.
pub(crate) fn unfinished_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// How the names of unfinished files begin.
pub(crate) const PARTIAL: &str = ".partial-";

impl TableFile {
    /// Opens a file and checks its header and size, not its contents.
    pub(crate) fn open(
        path: &Path,
        rules: &Rules,
        material: Material,
        metric: Metric,
    ) -> Result<Self, TableError> {
        let bytes = MappedFile::open(path).map_err(|source| TableError::io(path, source))?;
        let broken = |what| TableError::Broken { path: path.to_path_buf(), what };
        let foreign = |what| TableError::Foreign { path: path.to_path_buf(), what };
        if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
            return Err(foreign("is not a table: move it away"));
        }
        let header = bytes.get(..HEADER).ok_or(broken("is shorter than a header: build it again"))?;
        let number = |at: usize, length: usize| {
            header[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        match number(8, 2) {
            version if version > u64::from(VERSION) => {
                return Err(foreign("was built by a newer version: use that version or another folder"));
            }
            version if version < u64::from(VERSION) => {
                return Err(broken("was built by an older version: build it again"));
            }
            _ => {}
        }
        if number(16, 8) != rules_hash(rules) {
            return Err(broken("was built for other rules: build it again"));
        }
        let expected = [material.men[0], material.men[1], material.kings[0], material.kings[1]];
        if header[10] != metric as u8 || header[12..16] != expected {
            return Err(broken("holds other material than its name says: build it again"));
        }
        let (positions, symbols) = (number(24, 8), number(36, 4) as usize);
        let indices = PlacementNumbering::<u128>::new(SquareSets::new(rules), material).len();
        if number(32, 4) != BLOCK as u64 || symbols + REPEAT_TOKENS > MOST_TOKENS || positions != indices {
            return Err(broken("has impossible sizes: build it again"));
        }
        let blocks = positions.div_ceil(BLOCK as u64) as usize;
        let offsets = (HEADER + symbols + REPEAT_TOKENS).next_multiple_of(4);
        let data = offsets + 4 * blocks;
        let end = data + number(40, 4) as usize;
        if bytes.len() != end + CHECKSUM {
            return Err(broken("has the wrong size: build it again"));
        }
        let lengths = &bytes[HEADER..HEADER + symbols + REPEAT_TOKENS];
        let decoder = Decoder::new(symbols, lengths).ok_or(broken("has no code: build it again"))?;
        Ok(Self { path: path.to_path_buf(), bytes, decoder, positions, offsets, data, end })
    }

    /// Checks the contents.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let (content, checksum) = self.bytes.split_at(self.end);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(self.broken("has a wrong checksum: build it again"));
        }
        Ok(())
    }

    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The symbol at an index.
    #[inline]
    pub(crate) fn at(&self, index: u64) -> Result<u16, TableError> {
        let block = self.block((index / BLOCK as u64) as usize);
        let symbol = block.and_then(|block| self.decoder.symbol_at(block, index as usize % BLOCK));
        symbol.ok_or_else(|| self.broken("has a broken block: build it again"))
    }

    /// All symbols.
    pub(crate) fn symbols(&self) -> Result<Vec<u16>, TableError> {
        let mut all = Vec::with_capacity(self.positions as usize);
        while (all.len() as u64) < self.positions {
            let places = BLOCK.min((self.positions - all.len() as u64) as usize);
            let block = self.block(all.len() / BLOCK).and_then(|block| self.decoder.symbols(block, places));
            all.extend(block.ok_or_else(|| self.broken("has a broken block: build it again"))?);
        }
        Ok(all)
    }

    #[inline(always)]
    fn block(&self, number: usize) -> Option<&[u8]> {
        let at = self.offsets + 4 * number;
        let offset = u32::from_le_bytes(self.bytes.get(at..at + 4)?.try_into().ok()?);
        self.bytes.get(self.data + offset as usize..self.end)
    }

    fn broken(&self, what: &'static str) -> TableError {
        TableError::Broken { path: self.path.clone(), what }
    }
}
