//! Blocks of games, each with its checksums.

use crate::bytes::{ByteReader, checksum, write_number};
use crate::game_code::EncodedGame;

/// Games with consecutive numbers that are stored together.
pub const BLOCK_GAMES: u64 = 32;

/// The bytes before the games of a block.
pub(crate) const BLOCK_HEADER: usize = 36;

const MARK: &[u8; 4] = b"GAME";

/// The most bytes of the games of a block.
pub(crate) const MOST_BLOCK: usize = 64 << 20;

/// Some games of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which source in the header of the file.
    pub source: u32,
    /// The number of the first game that was played.
    pub first: u64,
    /// Games that were played: those that are not here repeated the opening of an earlier one.
    pub played: u32,
    /// The games.
    pub games: Vec<EncodedGame>,
}

/// The fixed part of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockHeader {
    source: u32,
    first: u64,
    played: u32,
    games: u32,
    pub(crate) length: usize,
    pub(crate) sum: u32,
}

impl Block {
    /// The block as it stands in a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        let mut next = self.first;
        for game in &self.games {
            write_number(&mut payload, game.number - next);
            write_number(&mut payload, game.bytes.len() as u64);
            payload.extend(&game.bytes);
            next = game.number + 1;
        }
        let mut bytes = MARK.to_vec();
        bytes.extend(self.source.to_le_bytes());
        bytes.extend(self.first.to_le_bytes());
        bytes.extend(self.played.to_le_bytes());
        bytes.extend((self.games.len() as u32).to_le_bytes());
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(checksum(&payload).to_le_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// Reads a block as it stands in a file; `None` if the bytes are damaged or more than a block.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (header, payload) = bytes.split_first_chunk()?;
        let header = BlockHeader::read(header)?;
        let is_whole = payload.len() == header.length && checksum(payload) == header.sum;
        is_whole.then(|| Self::read(&header, payload)).flatten()
    }

    /// Reads the games after a header; `None` if they are invalid.
    pub(crate) fn read(header: &BlockHeader, payload: &[u8]) -> Option<Self> {
        let &BlockHeader { source, first, played, games, .. } = header;
        let mut reader = ByteReader(payload);
        let (mut read, mut next) = (Vec::new(), first);
        for _ in 0..games {
            let number = next.checked_add(reader.number()?)?;
            let length = usize::try_from(reader.number()?).ok()?;
            read.push(EncodedGame { number, bytes: reader.take(length)?.to_vec() });
            next = number.checked_add(1)?;
        }
        reader.is_empty().then_some(Self { source, first, played, games: read })
    }
}

impl BlockHeader {
    /// Reads the fixed part of a block; `None` if it is damaged.
    pub(crate) fn read(bytes: &[u8; BLOCK_HEADER]) -> Option<Self> {
        let (covered, sum) = bytes.split_at(BLOCK_HEADER - 4);
        let is_whole = ByteReader(sum).u32() == Some(checksum(covered));
        let mut reader = ByteReader(covered);
        let mark = reader.take(MARK.len())?;
        let (source, first, played) = (reader.u32()?, reader.u64()?, reader.u32()?);
        let (games, length, sum) = (reader.u32()?, reader.u32()? as usize, reader.u32()?);
        let is_good = is_whole && mark == MARK && games <= played && length <= MOST_BLOCK;
        is_good.then_some(Self { source, first, played, games, length, sum })
    }
}
