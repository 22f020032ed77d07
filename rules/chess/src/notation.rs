//! The notations of this crate behind the shared traits.

use boardgame::{
    Countable, FenError, MoveError, MoveStyle, Notation, Outcome, Position, Reading, Reason, RecordNotation,
};

use crate::fen::CastlingField;
use crate::mode::Mode;
use crate::moves::Move;
use crate::position::ChessPosition;
use crate::setup::Setup;
use crate::square::Square;

impl<M: Mode> Notation for ChessPosition<M> {
    /// Reads FEN, X-FEN or Shredder-FEN.
    ///
    /// ```
    /// use boardgame::{Notation, PositionExt};
    /// use damier_chess::Chess;
    ///
    /// // No pawn can capture on e3 en passant, so the field is dropped.
    /// let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// assert_eq!(Chess::from_fen(text)?.to_fen(), text.replace("e3", "-"));
    ///
    /// let error = Chess::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "impossible position: no black king, expected one king of each color");
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    ///
    /// Lenient reading accepts any number of pieces, pawns and checkers.
    fn read_fen((): (), fen: &str, reading: Reading) -> Result<Self, FenError> {
        let setup = Setup::from_fen(fen)?;
        Ok(match reading {
            Reading::Strict => setup.position()?,
            Reading::Lenient => setup.position_lenient()?,
        })
    }

    fn to_fen(&self) -> String {
        self.write_fen(if M::CHESS960 { CastlingField::Files } else { CastlingField::Outermost })
    }

    /// Reads UCI, or short or long algebraic notation.
    ///
    /// ```
    /// use boardgame::{MoveStyle, Notation, PositionExt};
    /// use damier_chess::Chess;
    ///
    /// let start = Chess::start();
    /// let mv = start.read_move("Nf3", MoveStyle::Record)?;
    /// assert_eq!(start.read_move("Ng1-f3", MoveStyle::Record)?, mv);
    /// assert_eq!(start.read_move("g1f3", MoveStyle::Protocol)?, mv);
    ///
    /// let error = start.read_move("Ke2", MoveStyle::Record).unwrap_err();
    /// assert_eq!(error.to_string(), r#"illegal move "Ke2": e2 is occupied by your own pawn (FIDE 3.1)"#);
    /// # Ok::<(), boardgame::MoveError>(())
    /// ```
    fn read_move(&self, text: &str, style: MoveStyle) -> Result<Move, MoveError> {
        self.explain(text, style)
            .map_err(|refusal| refusal.into_move_error(|reason| reason.with_article(M::CHESS960)))
    }

    fn write_move(&self, mv: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Protocol => Self::write_uci(mv),
            _ if mv == Move::NULL => "--".to_owned(),
            MoveStyle::Record => self.write_san(mv),
            MoveStyle::Full => self.write_long_san(mv),
        }
    }

    /// The board with FEN letters, `.` for empty squares, and ranks and files at the edges.
    fn diagram(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            text.push_str(&format!("  {} ", rank + 1));
            for file in 0..8 {
                text.push(' ');
                text.push(self.piece_at(Square::at(file, rank)).map_or('.', |piece| piece.letter()));
            }
            text.push('\n');
        }
        text.push_str("     a b c d e f g h\n");
        text
    }
}

impl<M: Mode> RecordNotation for ChessPosition<M> {
    #[inline]
    fn play_text(&mut self, text: &str, style: MoveStyle) -> Result<Move, MoveError> {
        if style != MoveStyle::Protocol
            && let Some((mv, _)) = self.play_plain_san(text.as_bytes())
        {
            return Ok(mv);
        }
        self.play_long_text(text, style)
    }

    #[inline]
    fn play_record(&mut self, text: &str) -> Result<(Move, bool), MoveError> {
        match self.play_plain_san(text.as_bytes()) {
            Some(played) => Ok(played),
            None => Ok((self.play_long_text(text, MoveStyle::Record)?, false)),
        }
    }

    fn is_standard_text(&self, mv: Move, text: &str) -> bool {
        // The standard has no null moves.
        mv != Move::NULL
            && self
                .is_standard_plain_san(mv, text.as_bytes())
                .unwrap_or_else(|| self.is_standard_san(mv, text))
    }

    /// A player who is in check cannot pass.
    ///
    /// ```
    /// use boardgame::{MoveStyle, Notation, PositionExt, RecordNotation};
    /// use damier_chess::{Chess, Move};
    ///
    /// let mut position = Chess::start();
    /// assert_eq!(position.null_move(), Some(Move::NULL));
    /// assert_eq!(position.write_move(Move::NULL, MoveStyle::Record), "--");
    /// assert_eq!(position.write_move(Move::NULL, MoveStyle::Protocol), "0000");
    /// position.play_noted(Move::NULL);
    /// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    /// ```
    fn null_move(&self) -> Option<Move> {
        (!self.is_check()).then_some(Move::NULL)
    }

    fn play_noted(&mut self, mv: Move) {
        if mv != Move::NULL {
            self.play_unchecked(mv);
        } else if let Some(next) = self.after_null_move() {
            *self = next;
        }
    }

    #[inline]
    fn check_mark(&self) -> &'static str {
        match self.is_check_by_rays() {
            true if !self.has_safe_king_step() && self.count_legal() == 0 => "#",
            true => "+",
            false => "",
        }
    }

    #[inline]
    fn outcome_with_moves(&self) -> Option<(Outcome, Reason)> {
        crate::outcome::with_moves(self)
    }
}

impl<M: Mode> ChessPosition<M> {
    /// Reads castling, promotions, en passant and unusual spellings, and reports all errors.
    #[cold]
    fn play_long_text(&mut self, text: &str, style: MoveStyle) -> Result<Move, MoveError> {
        let mv = self.read_move(text, style)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}
