//! One game at the terminal: the table, and the state that only a terminal needs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boardgame::view::PositionView;
use catalog::{AnyGame, GameId, HopError, Hops, PositionText};
use damier::{Color, MoveStyle, Reading};
use record::Tags;
use table::{Clocks, Command, Ending, Moment, Refusal, Seat, Table};

use crate::lines::MoveNumber;
use crate::play::clock::TimeOption;
use crate::play::dialogue::PlayOptions;

/// A game to start or continue.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) game: Box<dyn AnyGame>,
    /// When it began, in seconds since 1970.
    pub(crate) began: u64,
    /// The tags of the record that the game was loaded from.
    pub(crate) tags: Tags,
}

impl Setup {
    pub(crate) fn new(game: Box<dyn AnyGame>) -> Self {
        Self { game, began: seconds_since_1970(), tags: Tags::default() }
    }
}

/// One game played at the terminal, from sitting down to leaving. Time passes only in between.
pub(crate) struct Sitting {
    table: Table,
    now: Moment,
    first_number: MoveNumber,
    /// The moves so far in the notation of records.
    moves: Vec<String>,
    /// The moves taken back, the next one to redo last.
    undone: Vec<String>,
    /// Whether anything has happened since the game was set up.
    is_touched: bool,
    pub(crate) began: u64,
    pub(crate) tags: Tags,
}

impl Sitting {
    /// Starts a game.
    pub(crate) fn new(setup: Setup, options: &PlayOptions) -> Self {
        let time = options.time.and_then(TimeOption::clock);
        let Setup { game, began, tags } = setup;
        let table = Table::sit_down(game, options.seats, time, Moment(0));
        Self { is_touched: false, ..Self::resumed(table, Moment(0), Vec::new(), began, tags) }
    }

    /// Continues a saved game.
    pub(crate) fn resumed(table: Table, now: Moment, undone: Vec<String>, began: u64, tags: Tags) -> Self {
        let game = table.game();
        let first_number = MoveNumber::of(game.id(), &game.start_fen(), game.start_turn());
        let moves = game.moves(MoveStyle::Record);
        Self { table, now, first_number, moves, undone, is_touched: true, began, tags }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The players of White and Black.
    pub(crate) fn seats(&self) -> [Seat; 2] {
        [Color::White, Color::Black].map(|color| self.table.seat(color))
    }

    pub(crate) fn now(&self) -> Moment {
        self.now
    }

    pub(crate) fn game(&self) -> &dyn AnyGame {
        self.table.game()
    }

    pub(crate) fn id(&self) -> GameId {
        self.game().id()
    }

    pub(crate) fn turn(&self) -> Color {
        self.game().turn()
    }

    /// The start position and the moves, for an engine.
    pub(crate) fn place(&self) -> PositionText<'_> {
        let start = &self.table.terms().start;
        let reading = if start.is_lenient { Reading::Lenient } else { Reading::Strict };
        PositionText { reading, fen: start.fen.as_deref(), moves: &self.moves }
    }

    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(crate) fn undone(&self) -> &[String] {
        &self.undone
    }

    /// Whether the game should be saved.
    pub(crate) fn is_worth_saving(&self) -> bool {
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
        self.game().legal_moves(style)
    }

    /// How the game ended, if it has.
    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.table.ending()
    }

    /// The position as data, to be drawn.
    pub(crate) fn view(&self) -> PositionView {
        self.game().view(false)
    }

    /// The hops of a piece over these squares.
    pub(crate) fn hops(&self, squares: &[String]) -> Result<Hops, HopError> {
        self.game().hops(squares)
    }

    /// The squares of a move in progress, made hop by hop.
    pub(crate) fn trail(&self) -> &[String] {
        self.table.hops()
    }

    /// The clocks, if there are any.
    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.table.clocks()
    }

    /// The time that a side has left, if there are clocks.
    pub(crate) fn time_left(&self, color: Color) -> Option<Duration> {
        self.table.time_left(color, self.now)
    }

    /// Lets time pass; returns false if a flag falls.
    pub(crate) fn pass(&mut self, used: Duration) -> Result<bool, Refusal> {
        if self.ending().is_some() {
            return Ok(true);
        }
        let used = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
        self.now.0 = self.now.0.saturating_add(used);
        self.handle(&Command::CheckClocks)?;
        Ok(self.ending().is_none())
    }

    /// Runs a command at the table.
    pub(crate) fn handle(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = self.table.handle(command, self.now)?;
        if !events.is_empty() {
            self.is_touched = true;
            self.moves = self.table.game().moves(MoveStyle::Record);
        }
        Ok(())
    }

    /// Plays a legal move, given by its index in the list.
    pub(crate) fn play(&mut self, index: usize) -> Result<(), Refusal> {
        let text = self.game().legal_moves(MoveStyle::Record).swap_remove(index);
        self.handle(&Command::Move { by: self.turn(), ply: self.moves.len(), mv: text.clone() })?;
        if self.undone.pop_if(|next| *next == text).is_none() {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes back the ending if the players made it, otherwise the last move; returns whether there was either.
    pub(crate) fn take_back(&mut self) -> bool {
        if self.handle(&Command::Reopen).is_ok() {
            return true;
        }
        let Some(last) = self.moves.last().cloned() else { return false };
        let by = self.turn();
        let asked = self.handle(&Command::AskTakeback { by, ply: self.moves.len(), plies: 1 });
        let is_taken =
            asked.and_then(|()| self.handle(&Command::AcceptTakeback { by: !by, plies: 1 })).is_ok();
        if is_taken {
            self.undone.push(last);
        }
        is_taken
    }

    /// Replays the last move taken back; returns whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(next) = self.undone.last() else { return false };
        let index = self.game().find_in(next, MoveStyle::Record);
        index.is_ok_and(|index| self.play(index).is_ok())
    }

    /// Sets the moves that were taken back, the next one last.
    pub(crate) fn set_undone(&mut self, undone: Vec<String>) {
        self.undone = undone;
    }

    /// Takes back all hops of a move in progress.
    pub(crate) fn drop_hops(&mut self) {
        while self.undo_hop() {}
    }

    /// Takes back the last hop; returns whether there was one.
    pub(crate) fn undo_hop(&mut self) -> bool {
        self.handle(&Command::UndoHop { by: self.turn(), ply: self.moves.len() }).is_ok()
    }

    /// Replaces the hops so far with these.
    pub(crate) fn set_hops(&mut self, squares: &[String]) -> Result<(), Refusal> {
        let is_longer = squares.starts_with(self.trail());
        if !is_longer {
            self.drop_hops();
        }
        for square in &squares[self.trail().len()..] {
            let (by, ply, square) = (self.turn(), self.moves.len(), square.clone());
            self.handle(&Command::Hop { by, ply, square })?;
        }
        Ok(())
    }

    /// Sets the level of all engines at the table.
    pub(crate) fn set_level(&mut self, level: u8) -> Result<(), Refusal> {
        for side in Color::ALL {
            if matches!(self.table.seat(side), Seat::Engine { .. }) {
                self.handle(&Command::SetSeat { side, seat: Seat::Engine { level } })?;
            }
        }
        Ok(())
    }
}

/// The current time, in seconds since 1970.
fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
