//! Several files of games in one.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use crate::BLOCK_GAMES;
use crate::block::Block;
use crate::error::SelfPlayError;
use crate::finished_game::FinishedGame;
use crate::game_file::GameFile;
use crate::header::{FileHeader, GameSource};
use crate::random::mixed;

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Games that were read.
    pub read: u64,
    /// Games that were written.
    pub kept: u64,
    /// Games that were left out: an earlier one had the same moves.
    pub repeated: u64,
}

/// Why files cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file cannot be read.
    #[error(transparent)]
    Games(#[from] SelfPlayError),
    /// The output cannot be written.
    #[error("cannot write the games: {0}")]
    Output(io::Error),
}

/// Writes the games of files of one game to one file. `watch` hears after each block and may stop with false.
///
/// # Errors
///
/// A file is damaged, or the output cannot be written.
///
/// # Panics
///
/// If there are no files, or they hold different games.
pub fn merge(
    files: &mut [GameFile],
    out: &mut dyn Write,
    watch: &mut dyn FnMut(&MergeCounts) -> bool,
) -> Result<MergeCounts, MergeError> {
    let game = files.first().expect("at least one file").game();
    assert!(files.iter().all(|file| file.game() == game), "files of one game");
    let mut sources: Vec<GameSource> = Vec::new();
    let numbers = files.iter().map(|file| {
        let number = |source: &GameSource| {
            sources.iter().position(|known| known == source).unwrap_or_else(|| {
                sources.push(source.clone());
                sources.len() - 1
            }) as u32
        };
        file.header().sources.iter().map(number).collect()
    });
    let numbers: Vec<Vec<u32>> = numbers.collect();
    let rules = files[0].header().rules;
    out.write_all(&FileHeader::new(game, rules, true, sources).to_bytes()).map_err(MergeError::Output)?;
    let mut merger = Merger { out, block: None, counts: MergeCounts::default(), seen: FxHashSet::default() };
    for (file, numbers) in files.iter_mut().zip(numbers) {
        while let Some(block) = file.next_block()? {
            for stored in block.games {
                let read = FinishedGame::read(game, stored).ok_or_else(|| file.not_a_game())?;
                merger.add(numbers[block.source as usize], read)?;
            }
            if !watch(&merger.counts) {
                return Ok(merger.counts);
            }
        }
    }
    merger.flush()?;
    Ok(merger.counts)
}

struct Merger<'a> {
    out: &'a mut dyn Write,
    block: Option<Block>,
    counts: MergeCounts,
    /// The hashes of the games so far.
    seen: FxHashSet<u64>,
}

impl Merger<'_> {
    fn add(&mut self, source: u32, game: FinishedGame) -> Result<(), MergeError> {
        self.counts.read += 1;
        // Games with the same searched positions have the same moves between them.
        let hash = game.searched.iter().fold(mixed(game.opening), |hash, &key| mixed(hash ^ key));
        if !self.seen.insert(hash) {
            self.counts.repeated += 1;
            return Ok(());
        }
        let number = game.stored.number;
        let fits = |block: &Block| {
            let last = block.games.last().map_or(0, |last| last.number);
            block.source == source && number > last && u64::from(block.played) < BLOCK_GAMES
        };
        if !self.block.as_ref().is_some_and(fits) {
            self.flush()?;
        }
        let block =
            self.block.get_or_insert_with(|| Block { source, first: number, played: 0, games: Vec::new() });
        block.played += 1;
        block.games.push(game.stored);
        self.counts.kept += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), MergeError> {
        match self.block.take() {
            Some(block) => self.out.write_all(&block.to_bytes()).map_err(MergeError::Output),
            None => Ok(()),
        }
    }
}
