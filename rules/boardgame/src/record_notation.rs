use crate::{MoveError, MoveStyle, Notation, Outcome, Reason};

/// What game records write besides plain moves, with answers that are right for games without such things.
pub trait RecordNotation: Notation {
    /// Reads a move and plays it: the way through a game record. After an error the position is as it was.
    /// Override where both together are cheaper.
    fn play_text(&mut self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveError> {
        let mv = self.read_move(text, style)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Like [`play_text`](Self::play_text) for the text of a record, and tells whether this is surely the one of the
    /// standard; if not, [`is_standard_text`](Self::is_standard_text) tells. Override where both together are cheaper.
    fn play_record(&mut self, text: &str) -> Result<(Self::Move, bool), MoveError> {
        Ok((self.play_text(text, MoveStyle::Record)?, false))
    }

    /// Whether a text that was read as this move is one that the standard writes: that of
    /// [`write_move`](Self::write_move), whatever it says of check, see [`check_mark`](Self::check_mark). Override where
    /// that is known without writing the move, or where the standard has several texts.
    fn is_standard_text(&self, mv: Self::Move, text: &str) -> bool {
        self.write_move(mv, MoveStyle::Record) == text
    }

    /// The move that stands for a pass where records may have one, as in variations of chess: no rule allows it, and
    /// [`legal_moves`](Position::legal_moves) never lists it. `None` in games without one, and where nobody can pass.
    /// Play it with [`play_noted`](Self::play_noted).
    fn null_move(&self) -> Option<Self::Move> {
        None
    }

    /// Plays a legal move, or a [null move](Self::null_move): what a record notes. Override where there are any.
    fn play_noted(&mut self, mv: Self::Move) {
        self.play_unchecked(mv);
    }

    /// The mark at the end of the text of a move that leads to this position: `+` or `#` in chess, nothing in
    /// games without check.
    fn check_mark(&self) -> &'static str {
        ""
    }

    /// The [outcome](crate::Position::outcome) of a position that is known to have a legal move. Override where that is
    /// cheaper.
    fn outcome_with_moves(&self) -> Option<(Outcome, Reason)> {
        self.outcome()
    }
}
