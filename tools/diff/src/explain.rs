//! Why a move is legal or not, in words.

use boardgame::{MoveError, MoveStyle};
use catalog::{Explanation, ReasonDetails};

use crate::compare::Style;
use crate::editable_position::EditablePosition;
use crate::routes::routes;
use crate::test_position::TestPosition;

/// What a legal move does, or why a text is not a legal move.
pub(crate) fn explain(line: &TestPosition, text: &str, style: MoveStyle) -> String {
    in_words(&explanation(line, text, style))
}

/// Why a text of an engine is not a legal move. A Hub capture does not give its route, so the broken rule may show only
/// on a plausible route to its end.
pub(crate) fn explain_extra(line: &TestPosition, text: &str, style: Style) -> String {
    let plain = explanation(line, text, style.into());
    let is_understood = plain.as_ref().is_ok_and(|plain| breaks_one_of(plain, WHOLE_CAPTURES));
    if style == Style::Protocol && !is_understood && !line.game().is_chess() {
        let asked =
            routes_of(line, text).into_iter().map(|route| explanation(line, &route, MoveStyle::Record));
        let is_telling = |found: &Explanation| !found.legal && !breaks_one_of(found, VAGUE);
        if let Some(found) = asked.flatten().find(is_telling) {
            return in_words(&Ok(found));
        }
    }
    in_words(&plain)
}

/// Reasons given only for captures that can be followed to the end.
const WHOLE_CAPTURES: &[&str] = &["game_over", "outranked", "must_go_on", "must_land_on"];

/// Reasons that do not name the rule that the route breaks.
const VAGUE: &[&str] = &[
    "unexplained",
    "no_legal_capture",
    "cannot_capture",
    "no_capture_to",
    "other_pieces",
    "nothing_to_take",
    "not_on_a_line",
];

fn breaks_one_of(explanation: &Explanation, codes: &[&str]) -> bool {
    explanation.reasons.first().is_some_and(|reason| codes.contains(&reason.code))
}

/// The plausible routes of a capture of several pieces, as records write them.
fn routes_of(line: &TestPosition, text: &str) -> Vec<String> {
    let Some(position) = EditablePosition::read(line.game(), &line.position().fen()) else {
        return Vec::new();
    };
    let places: Option<Vec<usize>> = text.split('x').map(|number| position.place_of(number)).collect();
    let Some([from, to, taken @ ..]) = places.as_deref() else { return Vec::new() };
    if taken.len() < 2 {
        return Vec::new();
    }
    let record = |route: Vec<usize>| {
        let names: Vec<&str> = route.iter().map(|&place| position.squares()[place].name.as_str()).collect();
        let is_algebraic = names[0].starts_with(|c: char| c.is_ascii_lowercase());
        names.join(if is_algebraic { ":" } else { "x" })
    };
    routes(&position, *from, *to, taken).into_iter().map(record).collect()
}

fn explanation(line: &TestPosition, text: &str, style: MoveStyle) -> Result<Explanation, MoveError> {
    line.position().explain(text, style)
}

fn in_words(explanation: &Result<Explanation, MoveError>) -> String {
    match explanation {
        Ok(Explanation { effect: Some(effect), .. }) => format!("legal: {}", effect.text),
        Ok(Explanation { reasons, .. }) => reasons.iter().map(with_article).collect::<Vec<_>>().join("; "),
        Err(error) => error.to_string(),
    }
}

fn with_article(reason: &ReasonDetails) -> String {
    match reason.article {
        Some(article) => format!("{} ({article})", reason.text),
        None => reason.text.clone(),
    }
}
