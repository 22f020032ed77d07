//! Games played through as they are read: every move is resolved against the legal ones and nothing is kept.

use std::io::Read;

use boardgame::RecordNotation;

use crate::error::{Fault, Location, RecordError};
use crate::game_replay::GameReplay;
use crate::games::ReadOptions;
use crate::reader::Reader;
use crate::repair::{Repair, RepairKind};
use crate::replay_board::{Played, ReplayBoard};
use crate::result::GameResult;
use crate::typed_board::TypedBoard;
use crate::visitor::{Flow, MoveText, Terminator, Visitor};

/// Sees the games of a record being played. Every method has a default that does nothing; `()` watches nothing.
///
/// ```
/// use std::collections::HashMap;
///
/// use boardgame::Position;
/// use chess::{Chess, Move};
/// use damier_record::{ReadOptions, Reader, Replay, Syntax, Watch};
///
/// /// How often each position comes up.
/// #[derive(Default)]
/// struct Book(HashMap<u64, usize>);
///
/// impl Watch<Chess> for Book {
///     fn played(&mut self, _: Move, position: &Chess) {
///         *self.0.entry(position.key()).or_default() += 1;
///     }
/// }
///
/// let text = "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 1-0\n\n1. Nf3 Nc6 2. e4 e5 *";
/// let mut reader = Reader::new(text.as_bytes(), Syntax::Pgn);
/// let mut replay = Replay::watched(ReadOptions::pgn(), Book::default());
/// while reader.read_game(&mut replay)? {}
/// // Both games come to the same position.
/// assert_eq!(replay.watch().0[&replay.position().key()], 2);
/// # Ok::<(), damier_record::RecordError>(())
/// ```
pub trait Watch<P: RecordNotation> {
    /// A tag.
    #[inline]
    fn tag(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }

    /// The moves begin, in this position.
    #[inline]
    fn begin_moves(&mut self, position: &P) {
        let _ = position;
    }

    /// A legal move was played; the position is the one after it.
    #[inline]
    fn played(&mut self, mv: P::Move, position: &P) {
        let _ = (mv, position);
    }

    /// A variation begins, which replaces the move before. Returns whether it is wanted; if not, its end is not
    /// reported either.
    #[inline]
    fn begin_variation(&mut self) -> Flow {
        Flow::Visit
    }

    /// The variation that began last ends.
    #[inline]
    fn end_variation(&mut self) {}

    /// Another position is set up inside the game.
    #[inline]
    fn set_up(&mut self, position: &P) {
        let _ = position;
    }
}

impl<P: RecordNotation> Watch<P> for () {}

/// A [`Visitor`] that plays every move, those of variations too, and keeps only the positions it needs for
/// that. It finds the same faults and makes the same repairs as [`read_games`](crate::read_games), but does not look
/// at the commands in comments.
///
/// [`replay_games`] is the short way to use it.
#[derive(Clone, Debug)]
pub struct Replay<P: RecordNotation, W = ()> {
    number: u64,
    place: Location,
    game: GameReplay,
    board: TypedBoard<P>,
    moves: u64,
    repairs: Vec<Repair>,
    watch: W,
}

impl<P: RecordNotation<Rules: Default>> Replay<P> {
    /// A replay without a watcher.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self::watched(options, ())
    }
}

impl<P: RecordNotation, W: Watch<P>> Replay<P, W> {
    /// A replay with a watcher.
    #[must_use]
    pub fn watched(options: ReadOptions, watch: W) -> Self
    where
        P::Rules: Default,
    {
        Self {
            number: 0,
            place: Location { line: 1, column: 1 },
            game: GameReplay::new(options),
            board: TypedBoard::new(P::Rules::default()),
            moves: 0,
            repairs: Vec::new(),
            watch,
        }
    }

    /// The current position of the line that is being read; after a game, its last one.
    #[must_use]
    pub fn position(&self) -> &P {
        self.board.position()
    }

    /// How many moves the game itself has so far.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.game.plies
    }

    /// How many moves have been played so far, in variations too.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The result by the tag, else by the end of the game.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.game.header.result()
    }

    /// What was repaired in the game so far.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The watcher.
    #[must_use]
    pub fn watch(&self) -> &W {
        &self.watch
    }

    /// The watcher, to change it.
    pub fn watch_mut(&mut self) -> &mut W {
        &mut self.watch
    }
}

impl<P: RecordNotation, W: Watch<P>> Visitor for Replay<P, W> {
    fn begin_game(&mut self, number: u64, place: Location) {
        self.forget_repairs_before(number);
        (self.number, self.place) = (number, place);
        self.game.begin_game();
        self.moves = 0;
        self.board.begin(None).expect("every game has a start");
    }

    fn tag(&mut self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        if !self.game.header.note(name, value, repairs) {
            return Ok(());
        }
        self.watch.tag(name, value);
        if name == "FEN" {
            self.game.begin_at(value, &mut self.board);
        }
        self.game.header.check_value(name, value, repairs)
    }

    fn end_tags(&mut self, repairs: &mut Vec<RepairKind>) -> Result<Flow, Fault> {
        self.game.end_tags(&self.board, repairs)?;
        self.watch.begin_moves(self.board.position());
        Ok(Flow::Visit)
    }

    #[inline]
    fn move_number(&mut self, text: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.board.check_number(text.as_str(), repairs);
        Ok(())
    }

    #[inline]
    fn mv(&mut self, text: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        match self.game.play(text.as_str(), &mut self.board, repairs) {
            Ok(Played::Nothing) => return Ok(()),
            Ok(_) => {}
            Err(fault) => return Err(*fault),
        }
        self.moves += 1;
        if let Some(mv) = self.board.last() {
            self.watch.played(mv, self.board.position());
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        let flow = self.watch.begin_variation();
        if flow == Flow::Visit {
            self.game.begin_variation(&mut self.board);
        }
        Ok(flow)
    }

    fn end_variation(&mut self) {
        if self.game.depth > 0 {
            self.game.end_variation(&mut self.board);
            self.watch.end_variation();
        }
    }

    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.board.set_up(fen, repairs)?;
        self.watch.set_up(self.board.position());
        Ok(())
    }

    fn end_game(&mut self, terminator: Terminator, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.game.end_game(terminator, &self.board, repairs)
    }

    fn repair(&mut self, repair: Repair) {
        self.forget_repairs_before(repair.game);
        repair.keep_in(&mut self.repairs);
    }
}

impl<P: RecordNotation, W> Replay<P, W> {
    /// Repairs of what stands before a game come before it begins.
    fn forget_repairs_before(&mut self, game: u64) {
        if self.repairs.last().is_some_and(|last| last.game != game) {
            self.repairs.clear();
        }
    }
}

/// Plays the games of a record through: the fast way to know that every move is legal. All of them are of the
/// game `P`. Memory does not grow with the file, nor with the length of a game.
///
/// ```
/// use boardgame::Notation;
/// use chess::Chess;
/// use damier_record::{ReadOptions, replay_games};
///
/// let text = "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 1-0\n\n1. d4 Nf4 *\n\n1. c4 *";
/// let mut games = replay_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
///
/// let first = games.next().unwrap()?;
/// assert_eq!((first.plies, first.moves), (4, 6));
/// assert!(first.position.to_fen().starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"));
///
/// let error = games.next().unwrap().unwrap_err();
/// assert!(error.to_string().starts_with("game 2, line 3, column 7: illegal move \"Nf4\""));
///
/// assert_eq!(games.next().unwrap()?.plies, 1);
/// assert!(games.next().is_none());
/// # Ok::<(), damier_record::RecordError>(())
/// ```
pub fn replay_games<P: RecordNotation<Rules: Default>, R: Read>(
    read: R,
    options: ReadOptions,
) -> Replays<P, R> {
    let reader = Reader::with_options(read, options);
    Replays { reader, replay: Replay::new(options) }
}

/// The games of a record, see [`replay_games`].
#[derive(Debug)]
pub struct Replays<P: RecordNotation, R> {
    reader: Reader<R>,
    replay: Replay<P>,
}

/// A game that was played through.
#[derive(Clone, Debug)]
pub struct Replayed<P> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub place: Location,
    /// How many moves the game itself has.
    pub plies: u64,
    /// How many moves were played, in variations too.
    pub moves: u64,
    /// The result by the tag, else by the end of the game.
    pub result: Option<GameResult>,
    /// The last position of the game itself.
    pub position: P,
    /// What was repaired in it.
    pub repairs: Vec<Repair>,
}

impl<P: RecordNotation, R> Replays<P, R> {
    /// Repairs that belong to no game: after the last one.
    #[must_use]
    pub fn repairs_after(&self) -> &[Repair] {
        &self.replay.repairs
    }
}

impl<P: RecordNotation, R: Read> Iterator for Replays<P, R> {
    type Item = Result<Replayed<P>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.reader.read_game(&mut self.replay);
        if read == Ok(false) {
            return None;
        }
        let repairs = std::mem::take(&mut self.replay.repairs);
        let Replay { number, place, moves, .. } = self.replay;
        let (plies, position, result) =
            (self.replay.plies(), self.replay.position().clone(), self.replay.result());
        Some(read.map(|_| Replayed { number, place, plies, moves, result, position, repairs }))
    }
}
