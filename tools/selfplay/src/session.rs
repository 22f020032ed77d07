//! Games into a file: played, counted, and continued.

use std::ops::ControlFlow;
use std::path::Path;

use rustc_hash::FxHashSet;
use search::Control;

use crate::BLOCK_GAMES;
use crate::block::Block;
use crate::distinct::DistinctCounter;
use crate::error::SelfPlayError;
use crate::fingerprint::rules_fingerprint;
use crate::finished_game::FinishedGame;
use crate::game_code::EncodedGame;
use crate::game_file::{GameFileWriter, Tail};
use crate::generate::Generator;
use crate::header::FileHeader;

/// When a file has enough games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// After this many games were played.
    Games(u64),
    /// With the game that makes it this many searched positions.
    Positions(u64),
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Games that were played: the number of the next one.
    pub played: u64,
    /// Games that are stored.
    pub games: u64,
    /// Games that were left out, since an earlier one had the same position after the opening.
    pub repeated: u64,
    /// Plies of the stored games.
    pub plies: u64,
    /// Their searched positions.
    pub positions: u64,
    /// The distinct ones among these.
    pub distinct: DistinctCounter,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// A file that gets games.
#[derive(Debug)]
pub struct Session {
    generator: Generator,
    writer: GameFileWriter,
    totals: Totals,
    openings: FxHashSet<u64>,
    /// The games of the block that is not full.
    block: Block,
    /// Whether the block has games that the file has not.
    is_dirty: bool,
    tail: Option<Tail>,
}

impl Session {
    /// Makes a file; it must not exist.
    ///
    /// # Errors
    ///
    /// There is one, or it cannot be written.
    pub fn create(path: &Path, generator: Generator) -> Result<Self, SelfPlayError> {
        let writer = GameFileWriter::create(path, &header(&generator))?;
        Ok(Self::with(generator, writer))
    }

    /// Continues a file, or makes it if there is none.
    ///
    /// # Errors
    ///
    /// The file was made in another way, is damaged, or cannot be written.
    pub fn resume(path: &Path, generator: Generator) -> Result<Self, SelfPlayError> {
        let (game, mut blocks) = (generator.game(), Vec::new());
        let header = header(&generator);
        let mut count = Totals::default();
        let mut openings = FxHashSet::default();
        let (writer, tail) = GameFileWriter::resume(path, &header, |block| {
            let bad = |what| SelfPlayError::not_games(path, what);
            if block.first != count.played || blocks.last().is_some_and(|last: &Block| !last.is_full()) {
                return Err(bad("has blocks out of order"));
            }
            for stored in &block.games {
                let read = FinishedGame::read(game, stored.clone());
                let read = read.ok_or_else(|| bad("holds a game with moves that are not legal"))?;
                openings.insert(read.opening);
                count.add(&read);
            }
            count.played = block.first + u64::from(block.played);
            blocks.truncate(0);
            blocks.push(block);
            Ok(())
        })?;
        let mut session = Self::with(generator, writer);
        count.repeated = count.played - count.games;
        (session.totals, session.openings, session.tail) = (count, openings, tail);
        session.totals.bytes = session.writer.size();
        session.block = match blocks.pop() {
            // The file keeps it until the next block replaces it.
            Some(block) if !block.is_full() => block,
            _ => Block::empty(session.totals.played),
        };
        Ok(session)
    }

    fn with(generator: Generator, writer: GameFileWriter) -> Self {
        let totals = Totals { bytes: writer.size(), ..Totals::default() };
        let (openings, block) = (FxHashSet::default(), Block::empty(0));
        Self { generator, writer, totals, openings, block, is_dirty: false, tail: None }
    }

    /// The sequence of games.
    #[must_use]
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// What the file holds, with the games of the block that is not written yet.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The unfinished block that was cut from the file.
    #[must_use]
    pub fn tail(&self) -> Option<Tail> {
        self.tail
    }

    /// Whether the file has enough games.
    #[must_use]
    pub fn is_reached(&self, goal: Goal) -> bool {
        match goal {
            Goal::Games(games) => self.totals.played >= games,
            Goal::Positions(positions) => self.totals.positions >= positions,
        }
    }

    /// Plays games until there are enough, or until `control` stops them. `watch` hears after each game.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or a thread cannot be started.
    pub fn play(
        &mut self,
        goal: Goal,
        threads: usize,
        control: &Control,
        mut watch: impl FnMut(&Totals),
    ) -> Result<(), SelfPlayError> {
        if !self.is_reached(goal) {
            let end = if let Goal::Games(games) = goal { games } else { u64::MAX };
            let generator = self.generator.clone();
            generator.play(self.totals.played..end, threads, control, |game| {
                self.add(game)?;
                watch(&self.totals);
                let is_reached = self.is_reached(goal);
                Ok::<_, SelfPlayError>(if is_reached {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })?;
        }
        self.flush()
    }

    /// Adds the next game.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add(&mut self, game: FinishedGame) -> Result<(), SelfPlayError> {
        debug_assert_eq!(game.stored.number, self.totals.played);
        self.totals.played += 1;
        self.block.played += 1;
        self.is_dirty = true;
        if self.openings.insert(game.opening) {
            self.totals.add(&game);
            self.block.games.push(game.stored);
        } else {
            self.totals.repeated += 1;
        }
        if self.block.is_full() {
            self.flush()?;
            self.block = Block::empty(self.totals.played);
        }
        Ok(())
    }

    /// Adds the games of a block that follow those of the file, up to a goal: a block that another machine has played.
    ///
    /// # Errors
    ///
    /// The block holds other games, or the file cannot be written.
    pub fn add_block(&mut self, block: Block, goal: Goal) -> Result<(), SelfPlayError> {
        for stored in block.games {
            if stored.number < self.totals.played {
                continue;
            }
            if self.is_reached(goal) {
                return Ok(());
            }
            let is_next = stored.number == self.totals.played;
            let read = FinishedGame::read(self.generator.game(), stored).filter(|_| is_next);
            let number = self.totals.played;
            self.add(read.ok_or(SelfPlayError::BadGame { number })?)?;
        }
        Ok(())
    }

    /// Writes the games that the file has not.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn flush(&mut self) -> Result<(), SelfPlayError> {
        if std::mem::take(&mut self.is_dirty) {
            self.writer.put(&self.block)?;
            self.totals.bytes = self.writer.size();
        }
        Ok(())
    }
}

fn header(generator: &Generator) -> FileHeader {
    let game = generator.game();
    FileHeader::new(game, rules_fingerprint(game), false, vec![generator.source().clone()])
}

impl Block {
    fn empty(first: u64) -> Self {
        Self { source: 0, first, played: 0, games: Vec::<EncodedGame>::new() }
    }

    pub(crate) fn is_full(&self) -> bool {
        u64::from(self.played) >= BLOCK_GAMES
    }
}

impl Totals {
    fn add(&mut self, game: &FinishedGame) {
        self.games += 1;
        self.plies += game.plies as u64;
        self.positions += game.searched.len() as u64;
        game.searched.iter().for_each(|&key| self.distinct.add(key));
    }
}
