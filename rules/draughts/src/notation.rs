//! The notations of this crate behind the shared traits.

use boardgame::{FenError, MoveError, MoveStyle, Notation, Outcome, Reading, Reason, RecordNotation};

use crate::move_text::{is_same_text, is_short_text};
use crate::position::{Draughts, Move};
use crate::ruleset::Ruleset;
use crate::setup::Setup;

impl<V: Ruleset> Notation for Draughts<V> {
    /// Reads a position.
    ///
    /// ```
    /// use boardgame::{Notation, PositionExt};
    /// use damier_draughts::Draughts;
    /// use damier_draughts::variants::{International, Russian};
    ///
    /// let position = Draughts::<International>::from_fen("B:B1-20:W31-50")?;
    /// assert!(position.to_fen().starts_with("B:W31,32,33"));
    ///
    /// let error = Draughts::<Russian>::from_fen("W:Wb1:Bh8").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"no square "b1" on this board, expected the playing squares from a1 to h8, or 1 to 32"#,
    /// );
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    ///
    /// Lenient reading accepts any number of pieces:
    ///
    /// ```
    /// use boardgame::PositionExt;
    /// use damier_draughts::{Draughts, variants::English};
    ///
    /// let thirteen = "W:W20-32:B1-12";
    /// assert!(Draughts::<English>::from_fen(thirteen).is_err());
    /// assert!(Draughts::<English>::from_fen_lenient(thirteen).is_ok());
    /// ```
    fn read_fen(rules: V::Handle, fen: &str, reading: Reading) -> Result<Self, FenError> {
        let setup = Setup::read_fen(rules, fen)?;
        Ok(match reading {
            Reading::Strict => setup.position()?,
            Reading::Lenient => setup.position_lenient()?,
        })
    }

    fn to_fen(&self) -> String {
        self.write_fen()
    }

    /// Reads a move of this position.
    ///
    /// ```
    /// use boardgame::{MoveStyle, Notation, PositionExt, Reading, RecordNotation};
    /// use damier_draughts::Draughts;
    /// use damier_draughts::variants::International;
    ///
    /// let position = Draughts::<International>::from_fen("W:W28:B1,14,23")?;
    /// let short = position.read_move("28x10", MoveStyle::Record)?;
    /// assert_eq!(position.read_move("28x19x10", MoveStyle::Record)?, short);
    /// // Hub names the captured squares instead of the route.
    /// assert_eq!(position.read_move("28x10x14x23", MoveStyle::Protocol)?, short);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn read_move(&self, text: &str, style: MoveStyle) -> Result<Move<V::Word>, MoveError> {
        self.explain(text, style)
            .map_err(|refusal| refusal.into_move_error(|reason| reason.with_article(self.rules())))
    }

    fn write_move(&self, mv: Move<V::Word>, style: MoveStyle) -> String {
        let (any, mv) = (self.any(), mv.convert());
        match style {
            MoveStyle::Protocol => any.write_hub_move(mv),
            MoveStyle::Record => any.write_pdn_move(mv),
            MoveStyle::Full => any.write_pdn_route(mv),
        }
    }

    fn write_moves(&self, list: &[Move<V::Word>], style: MoveStyle) -> Vec<String> {
        match style {
            MoveStyle::Record => {
                let list: Vec<_> = list.iter().map(|mv| mv.convert()).collect();
                self.any().write_pdn_moves(&list)
            }
            _ => list.iter().map(|&mv| self.write_move(mv, style)).collect(),
        }
    }

    fn diagram(&self) -> String {
        self.any().draw()
    }
}

impl<V: Ruleset> RecordNotation for Draughts<V> {
    fn play_record(&mut self, text: &str) -> Result<(Move<V::Word>, bool), MoveError> {
        Ok((self.play_text(text, MoveStyle::Record)?, is_short_text(self.rules(), text)))
    }

    /// Every sign of a capture is standard.
    fn is_standard_text(&self, mv: Move<V::Word>, text: &str) -> bool {
        let has_right_sign = text.contains('-') != mv.is_capture();
        has_right_sign
            && (is_short_text(self.rules(), text)
                || is_same_text(&self.any().write_pdn_move(mv.convert()), text))
    }

    fn outcome_with_moves(&self) -> Option<(Outcome, Reason)> {
        self.outcome_of_pieces().or_else(|| self.outcome_of_counters())
    }
}
