//! The game on the table: what was played, what was taken back, and how it ended.

use std::time::{SystemTime, UNIX_EPOCH};

use boardgame::MoveError;
use boardgame::view::PositionView;
use catalog::{AnyGame, GameId, HopError, Hops, OpenError, Place};
use damier::{Color, MoveStyle, Reading, Reason};
use record::Tags;

use crate::lines::MoveNumber;
use crate::play::ending::{Act, Ending};

/// A game that is being played.
pub(crate) struct Table {
    id: GameId,
    reading: Reading,
    /// The position it began with; none for the start of the game.
    start: Option<String>,
    first_number: MoveNumber,
    game: Box<dyn AnyGame>,
    /// The moves so far in the notation of records.
    moves: Vec<String>,
    /// The moves that were taken back, the next one last.
    undone: Vec<String>,
    ending: Option<Ending>,
    /// Whether somebody has done something since the game was put up.
    is_touched: bool,
    /// When it began, in seconds since 1970.
    pub(crate) began: u64,
    /// Tags of the record that the game came from.
    pub(crate) tags: Tags,
}

impl Table {
    /// The game at a place.
    pub(crate) fn new(id: GameId, place: &Place<'_>) -> Result<Self, OpenError> {
        let game = id.game_at(place)?;
        Ok(Self {
            id,
            reading: place.reading,
            start: place.fen.map(str::to_owned),
            first_number: MoveNumber::of(id, &game.start_fen(), game.start_turn()),
            moves: game.moves(MoveStyle::Record),
            game,
            undone: Vec::new(),
            ending: None,
            is_touched: false,
            began: now(),
            tags: Tags::default(),
        })
    }

    pub(crate) fn id(&self) -> GameId {
        self.id
    }

    /// Where the game is, for the catalog.
    pub(crate) fn place(&self) -> Place<'_> {
        Place { reading: self.reading, fen: self.start.as_deref(), moves: &self.moves }
    }

    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.turn()
    }

    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(crate) fn undone(&self) -> &[String] {
        &self.undone
    }

    /// Whether there is something that should not get lost.
    pub(crate) fn is_worth_keeping(&self) -> bool {
        self.is_touched && !(self.moves.is_empty() && self.undone.is_empty())
    }

    /// The number of the next move.
    pub(crate) fn number(&self) -> MoveNumber {
        self.first_number.after(self.moves.len())
    }

    /// All moves with their numbers.
    pub(crate) fn score_sheet(&self) -> String {
        self.first_number.line(&self.moves)
    }

    /// The last move with its number.
    pub(crate) fn last_move(&self) -> Option<String> {
        let last = self.moves.last()?;
        Some(format!("{} {last}", self.first_number.after(self.moves.len() - 1).text()))
    }

    /// The legal moves in a notation.
    pub(crate) fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        self.game.legal_moves(style)
    }

    /// The draws that the player to move may claim.
    pub(crate) fn claims(&self) -> Vec<Reason> {
        self.game.claims()
    }

    /// How the game ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending.or_else(|| self.game.outcome().map(|(outcome, reason)| Ending::Rules(outcome, reason)))
    }

    /// Plays a legal move, given by its place in the list.
    pub(crate) fn play(&mut self, index: usize) -> Result<(), MoveError> {
        let text = self.game.legal_moves(MoveStyle::Record).swap_remove(index);
        self.game.play(index).map_err(|error| MoveError::from_play(error, &text))?;
        if self.undone.pop_if(|next| *next == text).is_none() {
            self.undone.clear();
        }
        self.moves.push(text);
        self.is_touched = true;
        Ok(())
    }

    /// Takes back how the players ended the game or else the last move; tells whether there was anything.
    pub(crate) fn undo(&mut self) -> bool {
        self.is_touched = true;
        if self.ending.take().is_some() {
            return true;
        }
        let Some(last) = self.moves.pop() else { return false };
        self.game.undo();
        self.undone.push(last);
        true
    }

    /// Plays a move again that was taken back; tells whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(next) = self.undone.last() else { return false };
        let index = self.game.find_in(next, MoveStyle::Record);
        index.and_then(|index| self.play(index)).is_ok()
    }

    /// Sets the moves that were taken back, the next one last.
    pub(crate) fn set_undone(&mut self, undone: Vec<String>) {
        self.undone = undone;
        self.is_touched = true;
    }

    /// The player to move claims a draw.
    pub(crate) fn claim(&mut self, claimant: Color, reason: Reason) {
        self.ending = Some(Ending::Claim(claimant, reason));
        self.is_touched = true;
    }

    /// The players end the game.
    pub(crate) fn end(&mut self, act: Act) {
        self.ending = Some(Ending::Players(act));
        self.is_touched = true;
    }

    /// The position as it is shown.
    pub(crate) fn view(&self) -> PositionView {
        self.game.view(false)
    }

    /// The hops of a piece over these squares.
    pub(crate) fn hops(&self, squares: &[String]) -> Result<Hops, HopError> {
        self.game.hops(squares)
    }
}

/// Now, in seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
