//! Positions of games as records for training.

use std::io::{self, Write};

use boardgame::{Color, Position};
use catalog::chess::{Chess, Chess960, ChessPosition, Mode, Move};
use catalog::draughts::AnyDraughts;
use catalog::{Describe, Family, GameId};
use network::{Features, Observed, PositionRecord};
use rustc_hash::FxHashSet;

use crate::error::SelfPlayError;
use crate::game_code::{decode, result_code};
use crate::game_file::GameFile;
use crate::random::mixed;
use crate::self_play_game::{SelfPlayGame, start_position};

/// Which positions to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFilter {
    /// Also positions where the side to move captures, or is in check.
    pub loud: bool,
    /// The largest score, in hundredths; `None` for all but forced wins.
    pub most_score: Option<i32>,
    /// At most this many plies after the last irreversible move.
    pub most_quiet_plies: Option<u32>,
    /// Also positions that look the same to a network as an earlier one.
    pub repeats: bool,
    /// Positions with this many pieces or fewer are limited.
    pub few_pieces: usize,
    /// The most positions of a game with few pieces.
    pub most_few: u32,
}

impl ExportFilter {
    /// What is usually kept of a game.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        let is_draughts = game.variant().is_some();
        Self {
            loud: false,
            most_score: None,
            most_quiet_plies: is_draughts.then_some(16),
            repeats: false,
            few_pieces: 8,
            most_few: 16,
        }
    }
}

/// What became of the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportCounts {
    /// Games.
    pub games: u64,
    /// Positions that were searched.
    pub searched: u64,
    /// Positions that were kept.
    pub kept: u64,
    /// Left out: the side to move captures or is in check.
    pub loud: u64,
    /// Left out: decided.
    pub decided: u64,
    /// Left out: too long after an irreversible move.
    pub stale: u64,
    /// Left out: too many of the game with few pieces.
    pub few: u64,
    /// Left out: repeats.
    pub repeated: u64,
}

/// Writes positions of games as records.
pub struct Exporter<W> {
    game: GameId,
    filter: ExportFilter,
    out: W,
    counts: ExportCounts,
    seen: FxHashSet<u64>,
}

impl<W: Write> Exporter<W> {
    /// Begins with the header of the records.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn new(game: GameId, filter: ExportFilter, mut out: W) -> io::Result<Self> {
        out.write_all(&PositionRecord::header(&features(game)))?;
        Ok(Self { game, filter, out, counts: ExportCounts::default(), seen: FxHashSet::default() })
    }

    /// What became of the positions so far.
    #[must_use]
    pub fn counts(&self) -> ExportCounts {
        self.counts
    }

    /// The output, to finish it.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Adds the games of a file. `watch` hears after each block and may stop with false.
    ///
    /// # Errors
    ///
    /// The file is damaged, or the output cannot be written.
    pub fn add(
        &mut self,
        file: &mut GameFile,
        watch: &mut dyn FnMut(&ExportCounts) -> bool,
    ) -> Result<(), ExportError> {
        match self.game.family() {
            Family::Chess => self.add_games::<Chess>((), file, watch),
            Family::Chess960 => self.add_games::<Chess960>((), file, watch),
            Family::Draughts(variant) => self.add_games::<AnyDraughts>(variant, file, watch),
        }
    }

    fn add_games<P: Quiet>(
        &mut self,
        rules: P::Rules,
        file: &mut GameFile,
        watch: &mut dyn FnMut(&ExportCounts) -> bool,
    ) -> Result<(), ExportError> {
        let mut records = Vec::new();
        while let Some(block) = file.next_block()? {
            for stored in &block.games {
                let game = decode::<P>(self.game, rules, stored);
                let game = game.ok_or_else(|| file.not_a_game())?;
                self.add_game(rules, &game, &mut records);
            }
            self.out.write_all(&records).map_err(ExportError::Output)?;
            records.clear();
            if !watch(&self.counts) {
                break;
            }
        }
        Ok(())
    }

    fn add_game<P: Quiet>(&mut self, rules: P::Rules, game: &SelfPlayGame<P>, records: &mut Vec<u8>) {
        let start = start_position::<P>(self.game, rules, game.start).expect("the game was decoded");
        let number = self.counts.games as u32;
        self.counts.games += 1;
        let (mut quiet_plies, mut few) = (0, 0);
        game.for_each_ply(start, |position, mv, score| {
            if let Some(score) = score {
                self.add_position(position, mv, score, (quiet_plies, &mut few), |view, score| {
                    let result = result_code(game.outcome);
                    let result = if position.turn() == Color::White { result } else { 2 - result };
                    PositionRecord { view, score, result, game: number }.write(records);
                });
            }
            quiet_plies = if position.is_irreversible(mv) { 0 } else { quiet_plies + 1 };
        });
    }

    /// Keeps a position if it passes all filters. `state` has the plies since an irreversible move, and how many positions of
    /// the game with few pieces are kept.
    fn add_position<P: Quiet>(
        &mut self,
        position: &P,
        mv: P::Move,
        score: i32,
        (quiet_plies, few): (u32, &mut u32),
        keep: impl FnOnce(Vec<u64>, i16),
    ) {
        let (filter, counts) = (&self.filter, &mut self.counts);
        counts.searched += 1;
        let own = if position.turn() == Color::White { score } else { -score };
        if own.abs() >= DECIDED || filter.most_score.is_some_and(|most| own.abs() > most) {
            counts.decided += 1;
            return;
        }
        if !filter.loud && !position.is_quiet(mv) {
            counts.loud += 1;
            return;
        }
        if filter.most_quiet_plies.is_some_and(|most| quiet_plies > most) {
            counts.stale += 1;
            return;
        }
        let view = position.own_view();
        let pieces: u32 = view.iter().map(|word| word.count_ones()).sum();
        let is_few = pieces as usize <= filter.few_pieces;
        if is_few && *few >= filter.most_few {
            counts.few += 1;
            return;
        }
        let key = view.iter().fold(0, |key, &word| mixed(key ^ word));
        if !self.seen.insert(key) && !filter.repeats {
            counts.repeated += 1;
            return;
        }
        *few += u32::from(is_few);
        counts.kept += 1;
        keep(view, own as i16);
    }
}

/// Scores from here on are forced wins.
const DECIDED: i32 = search::Score::mate_in(2 * search::MAX_PLY).centipawns();

/// Why positions cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] SelfPlayError),
    /// The records cannot be written.
    #[error("cannot write the records: {0}")]
    Output(io::Error),
}

/// What a network sees of a game.
#[must_use]
pub fn features(game: GameId) -> Features {
    match game.family() {
        Family::Chess | Family::Chess960 => Chess::features(()),
        Family::Draughts(variant) => AnyDraughts::features(variant),
    }
}

/// A position that may be quiet: one that a search evaluates as it is.
trait Quiet: Describe + Observed {
    /// Whether it is quiet if this is its best move.
    fn is_quiet(&self, best: Self::Move) -> bool;
}

impl<M: Mode> Quiet for ChessPosition<M>
where
    Self: Describe + Position<Move = Move>,
{
    fn is_quiet(&self, best: Move) -> bool {
        !self.is_check() && !self.is_capture(best) && best.promotion_role().is_none()
    }
}

impl Quiet for AnyDraughts {
    fn is_quiet(&self, _: Self::Move) -> bool {
        !self.must_capture()
    }
}
