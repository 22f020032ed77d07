//! Whether a text is a legal move of a position, what that move does, or exactly why it is none.

use boardgame::{Color, Game, MoveError, MoveStyle, Refusal};
use serde::Serialize;

use crate::describe::{Describe, MoveDetails, OutcomeDetails, ROUTE_STATES, as_text};

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

/// Whether a text is a legal move now, what it does, or exactly why it is not legal.
pub(crate) fn explain<P: Describe>(
    game: &Game<P>,
    text: &str,
    style: MoveStyle,
) -> Result<Explanation, MoveError> {
    let position = game.position();
    let mut explanation = Explanation {
        fen: position.to_fen(),
        turn: position.turn(),
        text: text.to_owned(),
        legal: false,
        effect: None,
        reasons: Vec::new(),
        over: None,
    };
    match position.explain_move(text, style) {
        Ok(mv) => {
            explanation.legal = true;
            explanation.over = game.outcome().map(OutcomeDetails::from);
            explanation.effect = Some(effect(game, mv, explanation.over.is_some()));
        }
        Err(refusal) => explanation.reasons = reasons_of(refusal)?,
    }
    Ok(explanation)
}

/// What a legal move does.
fn effect<P: Describe>(game: &Game<P>, mv: P::Move, is_over: bool) -> Effect {
    let position = game.position();
    let deed = position.deed(mv);
    let text = position.write_move(mv, MoveStyle::Record);
    let details = position.describe_move(mv, text, &mut { ROUTE_STATES });
    let mut after = game.clone();
    after.play_unchecked(mv);
    let (gives_check, fen) = (after.position().in_check(), after.position().to_fen());
    let outcome = after.outcome().map(OutcomeDetails::from);
    let text = effect_text(deed.text, gives_check, outcome.as_ref().filter(|_| !is_over));
    Effect { details, captured: deed.captured, becomes: deed.becomes, gives_check, fen, outcome, text }
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
