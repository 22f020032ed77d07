//! Explains what a legal move does, or why a move is illegal.

use boardgame::{Color, Game, MoveError, MoveRefusal, MoveStyle};
use serde::Serialize;

use crate::describe::{Describe, MoveDetails, OutcomeDetails, ROUTE_STATES, as_text};

/// The explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    #[serde(serialize_with = "as_text")]
    pub turn: Color,
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is a legal move.
    pub legal: bool,
    /// What a legal move does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Why it is illegal: the broken rules, in the order in which they apply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonDetails>,
    /// The draw that has already ended the game, if there is one.
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
    /// Whether it gives check; `None` in games without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gives_check: Option<bool>,
    /// The position after it.
    pub fen: String,
    /// How it ends the game, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeDetails>,
    /// The effect in words.
    pub text: String,
}

/// One rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonDetails {
    /// The name of the reason.
    pub code: &'static str,
    /// The article that states the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'static str>,
    /// The reason in words, without the article.
    pub text: String,
    /// The squares it names.
    pub squares: Vec<String>,
}

/// What a move does by itself, without regard to the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAction {
    /// What happens, in words: `the man on 28 goes to 10 and takes 23 and 14`.
    pub text: String,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// What the piece becomes.
    pub becomes: Option<&'static str>,
}

/// Explains what a legal move does, or why a move is illegal.
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
    let action = position.move_action(mv);
    let text = position.write_move(mv, MoveStyle::Record);
    let details = position.describe_move(mv, text, &mut { ROUTE_STATES });
    let mut after = game.clone();
    after.play_unchecked(mv);
    let (gives_check, fen) = (after.position().in_check(), after.position().to_fen());
    let outcome = after.outcome().map(OutcomeDetails::from);
    let text = effect_text(action.text, gives_check, outcome.as_ref().filter(|_| !is_over));
    Effect { details, captured: action.captured, becomes: action.becomes, gives_check, fen, outcome, text }
}

/// What a move does, and its consequences.
fn effect_text(action: String, gives_check: Option<bool>, ends: Option<&OutcomeDetails>) -> String {
    match ends {
        Some(end) => format!("{action}; the game ends: {}", end.text()),
        None if gives_check == Some(true) => format!("{action}; check"),
        None => action,
    }
}

/// The reasons of a refusal. Ambiguity is a reason; a text that is not a move is an error.
fn reasons_of(refusal: MoveRefusal<ReasonDetails>) -> Result<Vec<ReasonDetails>, MoveError> {
    match refusal {
        MoveRefusal::Illegal { reasons, .. } => Ok(reasons),
        MoveRefusal::Text(MoveError::Ambiguous { candidates, .. }) => {
            let text = format!("it fits several legal moves: {}", candidates.join(", "));
            Ok(vec![ReasonDetails { code: "ambiguous", article: None, text, squares: Vec::new() }])
        }
        MoveRefusal::Text(error) => Err(error),
        _ => Ok(Vec::new()),
    }
}
