//! Why a move is legal or not, in words.

use boardgame::MoveStyle;
use catalog::ReasonDetails;

use crate::line::Line;

/// What a legal move at the end of a line does, or exactly why a text is none.
pub(crate) fn explain(line: &Line, text: &str, style: MoveStyle) -> String {
    let moves = line.moves(MoveStyle::Record);
    match line.game().explain_at(&line.place(&moves), text, style) {
        Ok(explanation) => match explanation.effect {
            Some(effect) => format!("legal: {}", effect.text),
            None => {
                let reasons: Vec<String> = explanation.reasons.iter().map(with_article).collect();
                reasons.join("; ")
            }
        },
        Err(error) => error.to_string(),
    }
}

fn with_article(reason: &ReasonDetails) -> String {
    match reason.article {
        Some(article) => format!("{} ({article})", reason.text),
        None => reason.text.clone(),
    }
}
