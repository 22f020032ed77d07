//! A game in progress, chosen at run time.

use std::fmt;

use boardgame::view::{BoardView, PieceView, Point, PositionView};
use boardgame::{
    Color, DrawCounter, Game, MoveError, MoveList, MoveStyle, Outcome, PlayError, Reading, Reason, TooComplex,
};
use serde::{Deserialize, Serialize};

use crate::describe::{ClaimDetails, Describe, PositionDetails, ROUTE_STATES, all_claims};
use crate::explain::{self, Explanation};
use crate::games::{GameId, Task};
use crate::hops::{HopError, Hops};
use crate::position_text::{OpenError, PositionText, PositionTextError, read_any_style};
use crate::routes::{self, MoveRoute, PlyDetails};

/// A game in progress, chosen at run time: its history, its position with the legal moves, and its outcome.
///
/// Everything that shows, referees or serves games by name uses this type. Create one with [`GameId::start`],
/// [`GameId::at`] or [`GameId::game_at`]; copy it with [`Clone`]; store it as a [`SavedGame`].
/// A move is a number: its index in [`legal_moves`](Self::legal_moves).
///
/// ```
/// use boardgame::MoveStyle;
/// use damier_catalog::GameId;
///
/// let mut game = GameId::International.at("W:W32:B19,27,28")?;
/// assert_eq!(game.legal_moves(MoveStyle::Full), ["32x23x14"]);
/// let mv = game.find("32x14")?;
/// game.play(mv)?;
/// assert_eq!(game.fen(), "B:W14:B27");
/// assert!(game.undo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// Which game it is.
    fn id(&self) -> GameId;

    /// The current position, in standard form.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Color;

    /// A hash of what the repetition rule compares.
    fn key(&self) -> u64;

    /// Whether the side to move is in check; `None` in games without check.
    fn in_check(&self) -> Option<bool>;

    /// The board with its pieces.
    fn board(&self) -> BoardView;

    /// The pieces with their points on the board.
    fn pieces(&self) -> Vec<(Point, PieceView)>;

    /// The position as data, to be drawn: the board, the last move and, if requested, the legal moves.
    fn view(&self, with_legal_moves: bool) -> PositionView;

    /// The board as text.
    fn diagram(&self) -> String;

    /// The number of legal moves.
    fn count_legal(&self) -> usize;

    /// The legal moves as text. The index of a move in this list is its number.
    fn legal_moves(&self, style: MoveStyle) -> Vec<String>;

    /// The text of one legal move; `None` if there is no move with this number.
    fn move_text(&self, index: usize, style: MoveStyle) -> Option<String>;

    /// The number of routes of each legal move: a capture can often be made in several ways.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] if the routes cannot be counted within the work limit.
    fn routes(&self) -> Result<Vec<u64>, TooComplex>;

    /// The routes of all legal moves as points of the board, in the order of the moves. At most [`MAX_ROUTES`] of a move are
    /// listed; less work than [`describe`](Self::describe).
    ///
    /// [`MAX_ROUTES`]: crate::MAX_ROUTES
    fn legal_routes(&self) -> Vec<MoveRoute>;

    /// Finds a legal move by its text, in record or protocol notation.
    ///
    /// # Errors
    ///
    /// The text is not a legal move, or is ambiguous.
    fn find(&self, text: &str) -> Result<usize, MoveError>;

    /// Finds a legal move by its text in one notation. Hub and PDN use the same signs with different meanings.
    ///
    /// # Errors
    ///
    /// The text is not a legal move, or is ambiguous.
    fn find_in(&self, text: &str, style: MoveStyle) -> Result<usize, MoveError>;

    /// The position and its legal moves as data.
    fn describe(&self) -> PositionDetails;

    /// Explains what a legal move does, or why a move is illegal.
    ///
    /// # Errors
    ///
    /// The text is not a move.
    fn explain(&self, text: &str, style: MoveStyle) -> Result<Explanation, MoveError>;

    /// Follows one piece over these squares, starting with its own, and lists where it can go next.
    ///
    /// # Errors
    ///
    /// [`HopError`] says what is wrong with the last square.
    fn hops(&self, squares: &[String]) -> Result<Hops, HopError>;

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] if the game has ended, [`PlayError::Illegal`] if there is no move with this number,
    /// [`PlayError::TooComplex`] if the moves after it cannot be listed. The game is unchanged.
    fn play(&mut self, index: usize) -> Result<(), PlayError>;

    /// Plays a legal move even if the game has ended, for analysis.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play), but never [`PlayError::Over`].
    fn play_on(&mut self, index: usize) -> Result<(), PlayError>;

    /// Plays a legal move, given by its text in one notation.
    ///
    /// # Errors
    ///
    /// The game has ended, or the text is not a legal move.
    fn play_text(&mut self, text: &str, style: MoveStyle) -> Result<(), MoveError> {
        if let Some((outcome, reason)) = self.outcome() {
            return Err(MoveError::Over { outcome, reason });
        }
        let index = self.find_in(text, style)?;
        self.play_on(index).map_err(|error| MoveError::from_play(error, text))
    }

    /// A copy of the game after one more legal move, even if the game has ended.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] if the moves after it cannot be listed.
    ///
    /// # Panics
    ///
    /// If there is no move with this number.
    fn after(&self, index: usize) -> Result<Box<dyn AnyGame>, TooComplex> {
        let mut next = self.clone_game();
        match next.play_on(index) {
            Err(PlayError::TooComplex(error)) => Err(error),
            played => {
                played.expect("a legal move can be played on");
                Ok(next)
            }
        }
    }

    /// Takes back the last move; returns whether there was one.
    fn undo(&mut self) -> bool;

    /// The number of moves played.
    fn plies(&self) -> usize;

    /// The moves so far.
    fn moves(&self, style: MoveStyle) -> Vec<String>;

    /// The moves after the first `skipped` ones, each with the board after it.
    fn plies_since(&self, skipped: usize) -> Vec<PlyDetails>;

    /// The position that the game began with.
    fn start_fen(&self) -> String;

    /// The side that moved first.
    fn start_turn(&self) -> Color;

    /// How the game ended and why, if it has.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// The draws that the player to move may claim now.
    fn claims(&self) -> Vec<Reason>;

    /// The draws that the player to move may claim with a move not yet made.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play).
    fn claims_with(&self, index: usize) -> Result<Vec<Reason>, PlayError>;

    /// All draws that the player to move may claim: first those of the current position, then those with a move not yet
    /// made. Empty if the game is over.
    fn all_claims(&self) -> Vec<ClaimDetails>;

    /// The counters of the draw rules, the nearest draw first.
    fn counters(&self) -> Vec<DrawCounter>;

    /// Whether a side can still win by some series of moves. If not, the game is a draw when the opponent runs out of
    /// time (FIDE 6.9).
    fn can_win(&self, color: Color) -> bool;

    /// The game in storable form: its start position and moves.
    fn save(&self) -> SavedGame;

    /// A copy of the game.
    fn clone_game(&self) -> Box<dyn AnyGame>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_game()
    }
}

/// A game in storable form: its start position and moves.
///
/// ```
/// use damier_catalog::{GameId, SavedGame};
///
/// let mut game = GameId::Russian.start();
/// game.play(game.find("c3-d4")?)?;
/// let saved: SavedGame = game.save();
/// assert_eq!(saved.moves, ["c3-d4"]);
/// assert_eq!(saved.restore()?.fen(), game.fen());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The name of the game.
    pub game: String,
    /// The position it began with; `None` for the usual start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Whether to accept a position that no game can reach.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lenient: bool,
    /// The moves in the notation of records.
    pub moves: Vec<String>,
}

impl SavedGame {
    /// Restores the game by replaying its moves.
    ///
    /// # Errors
    ///
    /// The name, the position or a move is wrong.
    pub fn restore(&self) -> Result<Box<dyn AnyGame>, OpenError> {
        let id: GameId = self.game.parse()?;
        let reading = if self.is_lenient { Reading::Lenient } else { Reading::Strict };
        id.game_at(&PositionText { reading, fen: self.fen.as_deref(), moves: &self.moves })
    }
}

impl GameId {
    /// A game at its start position.
    #[must_use]
    pub fn start(self) -> Box<dyn AnyGame> {
        self.game_at(&PositionText::default()).expect("the moves at the start can be listed")
    }

    /// A game that begins with a position.
    ///
    /// # Errors
    ///
    /// The text is not a position of the game, or its legal moves cannot be listed.
    pub fn at(self, fen: &str) -> Result<Box<dyn AnyGame>, OpenError> {
        self.game_at(&PositionText::at(fen))
    }

    /// A game after the moves of a place.
    ///
    /// ```
    /// use damier_catalog::{GameId, PositionText};
    ///
    /// let moves = PositionText::split_moves("1. f3 e5 2. g4 Qh4#");
    /// let game = GameId::Chess.game_at(&PositionText { moves: &moves, ..PositionText::default() })?;
    /// let (outcome, reason) = game.outcome().expect("mate");
    /// assert_eq!(format!("{outcome}, {reason}"), "black_wins, checkmate (FIDE 5.1.1)");
    /// # Ok::<(), damier_catalog::OpenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The position or a move is wrong, or the legal moves cannot be listed.
    pub fn game_at(self, place: &PositionText<'_>) -> Result<Box<dyn AnyGame>, OpenError> {
        self.run(Begin { id: self, place })
    }
}

impl GameId {
    /// The position of these texts as it is shown, without its legal moves: also one whose moves cannot be listed.
    ///
    /// # Errors
    ///
    /// The texts do not describe a position of the game.
    pub fn view_at(self, text: &PositionText<'_>) -> Result<PositionView, PositionTextError> {
        self.run(View(text))
    }
}

struct View<'a>(&'a PositionText<'a>);

impl Task for View<'_> {
    type Output = Result<PositionView, PositionTextError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(view(&self.0.game::<P>(rules)?, &[]))
    }
}

fn view<P: Describe>(game: &Game<P>, legal: &[P::Move]) -> PositionView {
    let position = game.position();
    let mut states = ROUTE_STATES;
    let legal_moves = legal.iter().map(|&mv| position.path(mv, &mut states)).collect();
    let last = game.positions().nth_back(1).zip(game.moves().last());
    PositionView {
        fen: position.to_fen(),
        turn: position.turn(),
        board: position.board(),
        last_move: last.map(|(before, &mv)| before.path(mv, &mut states)).unwrap_or_default(),
        legal_moves,
    }
}

struct Begin<'a> {
    id: GameId,
    place: &'a PositionText<'a>,
}

impl Task for Begin<'_> {
    type Output = Result<Box<dyn AnyGame>, OpenError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let game = self.place.game::<P>(rules)?;
        let legal = list(game.position())?;
        Ok(Box::new(Playing { id: self.id, reading: self.place.reading, game, legal }))
    }
}

/// A game in progress with the legal moves of its position.
#[derive(Clone, Debug)]
struct Playing<P: Describe> {
    id: GameId,
    reading: Reading,
    game: Game<P>,
    legal: Vec<P::Move>,
}

fn list<P: Describe>(position: &P) -> Result<Vec<P::Move>, TooComplex> {
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list)?;
    Ok(list.to_vec())
}

impl<P: Describe> Playing<P> {
    fn number_of(&self, mv: P::Move) -> usize {
        self.legal.iter().position(|&legal| legal == mv).expect("a move that is read is a legal one")
    }

    fn mv(&self, index: usize) -> Result<P::Move, PlayError> {
        self.legal.get(index).copied().ok_or(PlayError::Illegal)
    }
}

impl<P: Describe> AnyGame for Playing<P> {
    fn id(&self) -> GameId {
        self.id
    }

    fn fen(&self) -> String {
        self.game.position().to_fen()
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn in_check(&self) -> Option<bool> {
        self.game.position().in_check()
    }

    fn board(&self) -> BoardView {
        self.game.position().board()
    }

    fn pieces(&self) -> Vec<(Point, PieceView)> {
        self.game.position().pieces()
    }

    fn view(&self, with_legal_moves: bool) -> PositionView {
        view(&self.game, if with_legal_moves { &self.legal } else { &[] })
    }

    fn diagram(&self) -> String {
        self.game.position().diagram()
    }

    fn count_legal(&self) -> usize {
        self.legal.len()
    }

    fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        self.game.position().write_moves(&self.legal, style)
    }

    fn move_text(&self, index: usize, style: MoveStyle) -> Option<String> {
        self.legal.get(index).map(|&mv| self.game.position().write_move(mv, style))
    }

    fn routes(&self) -> Result<Vec<u64>, TooComplex> {
        let mut work = P::ROUTE_WORK;
        let position = self.game.position();
        self.legal.iter().map(|&mv| position.count_routes_within(mv, &mut work)).collect()
    }

    fn legal_routes(&self) -> Vec<MoveRoute> {
        routes::legal_routes(self.game.position(), &self.legal)
    }

    fn find(&self, text: &str) -> Result<usize, MoveError> {
        read_any_style(self.game.position(), text).map(|mv| self.number_of(mv))
    }

    fn find_in(&self, text: &str, style: MoveStyle) -> Result<usize, MoveError> {
        self.game.position().read_move(text, style).map(|mv| self.number_of(mv))
    }

    fn describe(&self) -> PositionDetails {
        PositionDetails::of(&self.game, &self.legal)
    }

    fn explain(&self, text: &str, style: MoveStyle) -> Result<Explanation, MoveError> {
        explain::explain(&self.game, text, style)
    }

    fn hops(&self, squares: &[String]) -> Result<Hops, HopError> {
        self.game.position().hops(squares)
    }

    fn play(&mut self, index: usize) -> Result<(), PlayError> {
        match self.game.outcome() {
            Some((outcome, reason)) => Err(PlayError::Over { outcome, reason }),
            None => self.play_on(index),
        }
    }

    fn play_on(&mut self, index: usize) -> Result<(), PlayError> {
        let mv = self.mv(index)?;
        self.game.play_unchecked(mv);
        match list(self.game.position()) {
            Ok(legal) => self.legal = legal,
            Err(error) => {
                self.game.undo();
                return Err(error.into());
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.game.undo().is_some();
        if is_undone {
            self.legal = list(self.game.position()).expect("they were listed before");
        }
        is_undone
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn moves(&self, style: MoveStyle) -> Vec<String> {
        let played = self.game.positions().zip(self.game.moves());
        played.map(|(position, &mv)| position.write_move(mv, style)).collect()
    }

    fn plies_since(&self, skipped: usize) -> Vec<PlyDetails> {
        routes::plies_since(&self.game, skipped)
    }

    fn start_fen(&self) -> String {
        self.game.start().to_fen()
    }

    fn start_turn(&self) -> Color {
        self.game.start().turn()
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.game.outcome()
    }

    fn claims(&self) -> Vec<Reason> {
        self.game.claims()
    }

    fn claims_with(&self, index: usize) -> Result<Vec<Reason>, PlayError> {
        self.game.claims_with(self.mv(index)?)
    }

    fn all_claims(&self) -> Vec<ClaimDetails> {
        all_claims(&self.game, &self.legal, &|index| {
            self.game.position().write_move(self.legal[index], MoveStyle::Record)
        })
    }

    fn counters(&self) -> Vec<DrawCounter> {
        let mut counters = self.game.position().draw_counters();
        counters.extend(self.game.repetition_counters());
        counters.sort_by_key(|counter| (counter.plies_left(), counter.must_be_claimed));
        counters
    }

    fn can_win(&self, color: Color) -> bool {
        self.game.position().can_win(color)
    }

    fn save(&self) -> SavedGame {
        let start = self.game.start();
        let is_usual = *start == P::start_of(start.rules());
        SavedGame {
            game: self.id.name().to_owned(),
            fen: (!is_usual).then(|| start.to_fen()),
            is_lenient: self.reading == Reading::Lenient,
            moves: self.moves(MoveStyle::Record),
        }
    }

    fn clone_game(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
