//! What a move does, or why it is illegal.

use boardgame::MoveStyle;
use catalog::{AnyGame, Effect, ReasonDetails};
use serde::Serialize;

use crate::error::StudyError;
use crate::open::LONGEST_MOVE;

/// The explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Whether it is a legal move.
    pub legal: bool,
    /// The explanation in one sentence.
    pub text: String,
    /// Why it is illegal: the broken rules, in the order in which they apply.
    pub reasons: Vec<ReasonDetails>,
    /// What a legal move does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
}

/// Explains what a move does in the current position, or why it is illegal.
///
/// ```
/// use catalog::GameId;
///
/// let game = GameId::International.at("W:W32:B19,27,28")?;
/// let explained = damier_study::explain(&*game, "32x21")?;
/// assert!(!explained.legal);
/// assert_eq!((explained.reasons[0].code, explained.reasons[0].article), ("outranked", Some("FMJD 4.13")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The text is not a move.
pub fn explain(game: &dyn AnyGame, text: &str) -> Result<Explained, StudyError> {
    StudyError::check_length("move", text.len(), LONGEST_MOVE)?;
    let explanation = game.explain(text, MoveStyle::Record)?;
    let sentence = match (&explanation.effect, explanation.reasons.first()) {
        (Some(effect), _) => format!("{} is legal: {}.", effect.details.text(), effect.text),
        (None, Some(reason)) => {
            let article = reason.article.map_or_else(String::new, |article| format!(" ({article})"));
            format!("{} is not legal: {}{article}.", explanation.text, reason.text)
        }
        (None, None) => format!("{} is not legal.", explanation.text),
    };
    Ok(Explained {
        legal: explanation.legal,
        text: sentence,
        reasons: explanation.reasons,
        effect: explanation.effect,
    })
}
