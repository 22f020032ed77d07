//! Explains why an input line cannot be played.

use damier::MoveStyle;

use crate::play::dialogue::{Dialogue, sentence};

impl Dialogue {
    pub(super) fn refused_hops(&self, trail: &[String], error: &str) -> String {
        // The sign decides which explanation is given: a piece that can be picked must capture if all moves do.
        let is_picked = self.sitting.hops(&trail[..1]).is_ok();
        let must_capture =
            self.sitting.legal_moves(MoveStyle::Record).iter().all(|mv| mv.contains(['x', ':']));
        let is_capture = is_picked && must_capture && !self.sitting.id().is_chess();
        let sign = if is_capture || trail.len() > 2 { "x" } else { "-" };
        let explained = (trail.len() > 1).then(|| self.reasons(&trail.join(sign))).flatten();
        let hint = if self.trail().is_empty() { "" } else { " Undo puts the piece back." };
        format!("{}{hint}", explained.unwrap_or_else(|| sentence(error)))
    }

    /// Explains why a text is not a legal move, and suggests the nearest one.
    pub(super) fn refusal(&self, text: &str) -> String {
        let shown: String = text.chars().take(40).collect();
        let Some(reasons) = self.reasons(text) else {
            return format!("{shown:?} is neither a move nor a command; help lists the commands.");
        };
        match record::nearest_move(text, self.sitting.legal_moves(MoveStyle::Record)) {
            Some(nearest) => format!("{reasons} Did you mean {nearest}?"),
            None => reasons,
        }
    }

    /// The rules that a move breaks; `None` if the text is not a move.
    fn reasons(&self, text: &str) -> Option<String> {
        let styles = [MoveStyle::Record, MoveStyle::Protocol].into_iter();
        let mut explained = styles
            .filter_map(|style| self.sitting.game().explain(text, style).ok())
            .filter(|explanation| !explanation.reasons.is_empty());
        let explanation = explained.next()?;
        let reasons = explanation.reasons.iter().map(|reason| {
            let article = reason.article.map_or_else(String::new, |article| format!(" ({article})"));
            format!("{}{article}", reason.text)
        });
        let reasons: Vec<String> = reasons.collect();
        let is_ambiguous = explanation.reasons.iter().any(|reason| reason.code == "ambiguous");
        let what = if is_ambiguous { "ambiguous" } else { "not legal" };
        Some(format!("{} is {what}: {}.", explanation.text, reasons.join("; ")))
    }
}
