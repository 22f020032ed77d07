//! Whether a text is a legal move of a position, what that move does, or exactly why it is none.

use boardgame::{Color, MoveError, MoveStyle, Refusal};
use serde::Serialize;
use thiserror::Error;

use crate::describe::{Describe, MoveDetails, OutcomeDetails, ROUTE_STATES, as_text};
use crate::games::{GameId, Task};
use crate::place::{Place, PlaceError};

/// What there is to say about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    #[serde(serialize_with = "as_text")]
    pub turn: Color,
    /// The text that was asked about.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is a legal move.
    pub legal: bool,
    /// What a legal move does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Why it is not legal: the first rule that it breaks first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonDetails>,
    /// How the game has already ended, though there are moves left: by a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<OutcomeDetails>,
}

/// What a legal move does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The move as data.
    pub details: MoveDetails,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// What the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<&'static str>,
    /// Whether it gives check, in games that know check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gives_check: Option<bool>,
    /// The position after it.
    pub fen: String,
    /// How it ends the game, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeDetails>,
    /// The same in words.
    pub text: String,
}

/// One rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonDetails {
    /// The name of the reason.
    pub code: &'static str,
    /// Where the rule is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'static str>,
    /// The reason in words, without the article.
    pub text: String,
    /// The squares it names.
    pub squares: Vec<String>,
}

/// What a move does by itself, before anything is known about the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// What happens, in words: `the man on 28 goes to 10 and takes 23 and 14`.
    pub text: String,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// What the piece becomes.
    pub becomes: Option<&'static str>,
}

/// Why a move cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// There is no such place in a game.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The text is no move, or the legal moves cannot be listed.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl GameId {
    /// Whether a text is a legal move of the position of a FEN, what it does, or exactly why it is not legal.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// let explanation = GameId::International.explain("W:W32:B19,27,28", "32x21")?;
    /// assert!(!explanation.legal);
    /// assert_eq!(explanation.reasons[0].code, "outranked");
    /// assert_eq!(explanation.reasons[0].article, Some("FMJD 4.13"));
    /// # Ok::<(), damier_catalog::ExplainError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ExplainError`] if there is no such position or the text is not a move.
    pub fn explain(self, fen: &str, text: &str) -> Result<Explanation, ExplainError> {
        self.explain_at(&Place::at(fen), text, MoveStyle::Record)
    }

    /// The same at a place in a game, for a move in this style: in draughts [`MoveStyle::Protocol`] means Hub,
    /// where `28x10x14x23` names the captured squares.
    ///
    /// # Errors
    ///
    /// As [`explain`](Self::explain).
    pub fn explain_at(
        self,
        place: &Place<'_>,
        text: &str,
        style: MoveStyle,
    ) -> Result<Explanation, ExplainError> {
        self.run(ExplainMove { place, text, style })
    }
}

struct ExplainMove<'a> {
    place: &'a Place<'a>,
    text: &'a str,
    style: MoveStyle,
}

impl Task for ExplainMove<'_> {
    type Output = Result<Explanation, ExplainError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let mut game = self.place.game::<P>(rules)?;
        let position = game.position().clone();
        let mut explanation = Explanation {
            fen: position.to_fen(),
            turn: position.turn(),
            text: self.text.to_owned(),
            legal: false,
            effect: None,
            reasons: Vec::new(),
            over: None,
        };
        match position.explain_move(self.text, self.style) {
            Ok(mv) => {
                explanation.legal = true;
                explanation.over = game.outcome().map(OutcomeDetails::from);
                let deed = position.deed(mv);
                let text = position.write_move(mv, MoveStyle::Record);
                let details = position.describe_move(mv, text, &mut { ROUTE_STATES });
                // A listed move can always be played.
                let _ = game.play_on(mv);
                let (check, fen) = (game.position().in_check(), game.position().to_fen());
                let outcome = game.outcome().map(OutcomeDetails::from);
                let ends = outcome.as_ref().filter(|_| explanation.over.is_none());
                let text = effect_text(deed.text, check, ends);
                let (captured, becomes) = (deed.captured, deed.becomes);
                explanation.effect =
                    Some(Effect { details, captured, becomes, gives_check: check, fen, outcome, text });
            }
            Err(refusal) => explanation.reasons = reasons_of(refusal)?,
        }
        Ok(explanation)
    }
}

/// What a move does, with what follows from it.
fn effect_text(deed: String, gives_check: Option<bool>, ends: Option<&OutcomeDetails>) -> String {
    match ends {
        Some(end) => format!("{deed}; the game ends: {}", end.text()),
        None if gives_check == Some(true) => format!("{deed}; check"),
        None => deed,
    }
}

/// The reasons of a refusal. That a text fits several moves is one; that it is no move is an error.
fn reasons_of(refusal: Refusal<ReasonDetails>) -> Result<Vec<ReasonDetails>, MoveError> {
    match refusal {
        Refusal::Illegal { reasons, .. } => Ok(reasons),
        Refusal::Text(MoveError::Ambiguous { candidates, .. }) => {
            let text = format!("it fits several legal moves: {}", candidates.join(", "));
            Ok(vec![ReasonDetails { code: "ambiguous", article: None, text, squares: Vec::new() }])
        }
        Refusal::Text(error) => Err(error),
        _ => Ok(Vec::new()),
    }
}
