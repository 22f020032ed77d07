//! Games played through as they are read: every move is resolved against the legal ones and nothing is kept.

use std::io::Read;

use boardgame::{FenError, RecordNotation};

use crate::error::{Fault, Place, RecordError};
use crate::games::ReadOptions;
use crate::header::Header;
use crate::reader::Reader;
use crate::repair::Repair;
use crate::result::GameResult;
use crate::track::Track;
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

    /// A variation begins, which replaces the move before. Tells whether it is wanted; if not, its end is not
    /// told either.
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
pub struct Replay<P, W = ()> {
    options: ReadOptions,
    number: u64,
    place: Place,
    header: Header,
    /// Why the tag gives no position, or one that is written otherwise.
    bad_start: Option<FenError>,
    other_start: Option<Fault>,
    plies: u64,
    moves: u64,
    track: Track<P>,
    /// What open variations interrupt.
    outer: Vec<Track<P>>,
    repairs: Vec<Repair>,
    watch: W,
}

impl<P: RecordNotation<Rules: Default>> Replay<P> {
    /// One that nobody watches.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self::watched(options, ())
    }
}

impl<P: RecordNotation, W: Watch<P>> Replay<P, W> {
    /// One that is watched.
    #[must_use]
    pub fn watched(options: ReadOptions, watch: W) -> Self
    where
        P::Rules: Default,
    {
        Self {
            options,
            number: 0,
            place: Place { line: 1, column: 1 },
            header: Header::new(options),
            bad_start: None,
            other_start: None,
            plies: 0,
            moves: 0,
            track: Track::at_start(P::Rules::default()),
            outer: Vec::new(),
            repairs: Vec::new(),
            watch,
        }
    }

    /// The position where the line that is being read has come to; after a game, its last one.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.track.position
    }

    /// How many moves the game itself has so far.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// How many moves have been played so far, in variations too.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The result by the tag, else by the end of the game.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.header.result()
    }

    /// What was repaired in the game so far.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Who watches.
    #[must_use]
    pub fn watch(&self) -> &W {
        &self.watch
    }

    /// Who watches, to be changed.
    pub fn watch_mut(&mut self) -> &mut W {
        &mut self.watch
    }
}

impl<P: RecordNotation, W: Watch<P>> Visitor for Replay<P, W> {
    fn begin_game(&mut self, number: u64, place: Place) {
        self.forget_repairs_before(number);
        (self.number, self.place) = (number, place);
        self.header.clear();
        (self.plies, self.moves) = (0, 0);
        self.track = Track::at_start(self.track.position.rules());
        (self.bad_start, self.other_start) = (None, None);
        self.outer.clear();
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.header.note(name, value)?;
        self.watch.tag(name, value);
        if name == "FEN" {
            match Track::at(self.track.position.rules(), value) {
                Ok(track) => {
                    self.other_start = track.check_fen(value).err();
                    self.track = track;
                }
                Err(error) => self.bad_start = Some(error),
            }
        }
        self.header.check_value(name, value)
    }

    fn end_tags(&mut self) -> Result<Flow, Fault> {
        if let Some(error) = self.bad_start.take() {
            return Err(error.into());
        }
        self.watch.begin_moves(&self.track.position);
        let checked = self.header.check_all(self.options.results);
        Fault::of(self.other_start.take().into_iter().chain(checked.err()).collect()).map(|()| Flow::Visit)
    }

    #[inline]
    fn move_number(&mut self, text: MoveText<'_>) -> Result<(), Fault> {
        self.track.numbers.check(text.as_str())
    }

    #[inline]
    fn mv(&mut self, text: MoveText<'_>) -> Result<(), Fault> {
        let Some((mv, is_standard)) = self.track.play(text.as_str())? else { return Ok(()) };
        self.moves += 1;
        self.plies += u64::from(self.outer.is_empty());
        self.watch.played(mv, &self.track.position);
        let exact_moves = self.options.exact_moves;
        if is_standard && !exact_moves {
            return Ok(());
        }
        self.track.check_text(mv, text.as_str(), is_standard, exact_moves)
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        let flow = self.watch.begin_variation();
        if flow == Flow::Visit {
            let start = self.track.variation();
            self.outer.push(std::mem::replace(&mut self.track, start));
        }
        Ok(flow)
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.track = outer;
            self.watch.end_variation();
        }
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        let set_up = self.track.set_up(fen);
        if let Ok(()) | Err(Fault::NotTolerated(_)) = set_up {
            self.watch.set_up(&self.track.position);
        }
        set_up
    }

    fn end_game(&mut self, terminator: Terminator) -> Result<(), Fault> {
        self.header.end(terminator, self.plies, self.options.results)
    }

    fn repair(&mut self, repair: Repair) {
        self.forget_repairs_before(repair.game);
        repair.keep_in(&mut self.repairs);
    }
}

impl<P, W> Replay<P, W> {
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
/// use boardgame::RecordNotation;
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
pub struct Replays<P, R> {
    reader: Reader<R>,
    replay: Replay<P>,
}

/// A game that was played through.
#[derive(Clone, Debug)]
pub struct Replayed<P> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub place: Place,
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
        let Replay { number, place, plies, moves, ref track, ref header, .. } = self.replay;
        let (position, result) = (track.position.clone(), header.result());
        Some(read.map(|_| Replayed { number, place, plies, moves, result, position, repairs }))
    }
}
