use crate::{MoveError, MoveStyle, Notation, Outcome, Reason};

/// Features of game records beyond plain moves, with defaults for games that lack them.
pub trait RecordNotation: Notation {
    /// Reads a move and plays it, as when replaying a record. After an error the position is unchanged.
    /// Override if doing both together is cheaper.
    fn play_text(&mut self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveError> {
        let mv = self.read_move(text, style)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Like [`play_text`](Self::play_text) in record notation. Also returns whether the text is known to be in standard
    /// form; if false, ask [`is_standard_text`](Self::is_standard_text). Override if doing both together is cheaper.
    fn play_record(&mut self, text: &str) -> Result<(Self::Move, bool), MoveError> {
        Ok((self.play_text(text, MoveStyle::Record)?, false))
    }

    /// Whether a text that was read as this move is in standard form: that of [`write_move`](Notation::write_move),
    /// ignoring the [check mark](Self::check_mark). Override if this is known without writing the move, or if the
    /// standard has several forms.
    fn is_standard_text(&self, mv: Self::Move, text: &str) -> bool {
        self.write_move(mv, MoveStyle::Record) == text
    }

    /// The null move: a pass in a record, as in chess variations. It is never legal, and
    /// [`legal_moves`](crate::PositionExt::legal_moves) never lists it. `None` in games and positions without one.
    /// Play it with [`play_noted`](Self::play_noted).
    fn null_move(&self) -> Option<Self::Move> {
        None
    }

    /// Plays a legal move or a [null move](Self::null_move) of a record. Override in games with null moves.
    fn play_noted(&mut self, mv: Self::Move) {
        self.play_unchecked(mv);
    }

    /// The mark after a move that leads to this position: `+` or `#` in chess, empty in games without check.
    fn check_mark(&self) -> &'static str {
        ""
    }

    /// The [outcome](crate::Position::outcome) of a position that is known to have a legal move. Override where that is
    /// cheaper.
    fn outcome_with_moves(&self) -> Option<(Outcome, Reason)> {
        self.outcome()
    }
}
