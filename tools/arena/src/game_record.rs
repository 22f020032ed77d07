//! Finished games as PGN and PDN.

use std::fmt::Write;

use boardgame::{Color, Outcome};
use catalog::{AnyGame, PositionText};
use record::{GameResult, NodeId, ResultStyle, Termination, TextMove, TextPosition, TextTree, WriteOptions};

use crate::error::ArenaError;
use crate::plan::MatchPlan;
use crate::played_game::{EndingKind, FaultKind, PlayedGame, PlayedMove};

/// The ending of the names of files with records of a game.
#[must_use]
pub fn record_ending(game: catalog::GameId) -> &'static str {
    game.record_format().name()
}

/// A finished game as PGN or PDN, with an empty line at its end.
///
/// # Errors
///
/// The game does not fit the plan.
pub fn game_record(plan: &MatchPlan, game: &PlayedGame) -> Result<String, ArenaError> {
    let bad =
        |reason: String| ArenaError::BadRecord { number: game.pair * 2 + u64::from(game.game) + 1, reason };
    let begin = PositionText { fen: game.opening.fen.as_deref(), ..PositionText::default() };
    let start = plan.game.game_at(&begin).map_err(|error| bad(error.to_string()))?;
    let mut tree = tree(&*start, game).map_err(|error| bad(error.to_string()))?;
    tree.set_result(Some(GameResult::from(Outcome::from(game.result))));
    set_tags(&mut tree, plan, game);
    let options = match (plan.game.is_chess(), plan.game.has_two_points()) {
        (true, _) => WriteOptions::pgn(),
        (false, true) => WriteOptions::pdn(ResultStyle::Two),
        (false, false) => WriteOptions::pdn(ResultStyle::One),
    };
    options.to_text(&tree).map_err(|error| bad(error.to_string()))
}

/// The moves with what the engines said about them.
fn tree(start: &dyn AnyGame, game: &PlayedGame) -> Result<TextTree, record::EditError> {
    let is_start = start.save().fen.is_none();
    let mut tree = TextTree::new(TextPosition { fen: start.start_fen(), is_start });
    let first = start.id().about().first;
    let mut mover = start.start_turn();
    let mut node = NodeId::ROOT;
    let opening = game.opening.moves.iter().map(|text| (text, None));
    let played = game.moves.iter().map(|mv| (&mv.text, Some(mv)));
    for (text, mv) in opening.chain(played) {
        node = tree.add_played(node, TextMove { text: text.as_str().into(), is_second: mover != first })?;
        tree.add_comment(node, &mv.map_or_else(|| "book".to_owned(), comment));
        mover = !mover;
    }
    tree.add_comment(node, &ending(game));
    Ok(tree)
}

/// `+0.34/12 0.105s, n=12345`.
fn comment(mv: &PlayedMove) -> String {
    let mut text = String::new();
    if let Some(score) = mv.score {
        let _ = write!(text, "{score}/{} ", mv.depth.unwrap_or(0));
    }
    let _ = write!(text, "{:.3}s", mv.micros as f64 / 1e6);
    if let Some(nodes) = mv.nodes {
        let _ = write!(text, ", n={nodes}");
    }
    text
}

/// Why the game ended, in words.
fn ending(game: &PlayedGame) -> String {
    match &game.fault {
        Some(fault) => {
            let color = if game.engines[0] == fault.engine { Color::White } else { Color::Black };
            format!("{}, {color}: {}", game.ending, fault.text)
        }
        None => game.ending.to_string(),
    }
}

fn set_tags(tree: &mut TextTree, plan: &MatchPlan, game: &PlayedGame) {
    let tags = tree.tags_mut();
    let name = |color: Color| plan.engines[game.engines[color as usize]].name.as_str();
    let control = |color: Color| plan.time_of(game.engines[color as usize]).tag();
    tags.set("Event", &plan.title());
    tags.set("Date", &date(game.began));
    tags.set("Round", &format!("{}.{}", game.pair + 1, game.game + 1));
    tags.set("White", name(Color::White));
    tags.set("Black", name(Color::Black));
    tags.set("WhiteType", "program");
    tags.set("BlackType", "program");
    let (white, black) = (control(Color::White), control(Color::Black));
    if white == black {
        tags.set("TimeControl", &white);
    } else {
        tags.set("WhiteTimeControl", &white);
        tags.set("BlackTimeControl", &black);
    }
    if let Some(opening) = &game.opening.name {
        tags.set("Opening", opening);
    }
    let plies = game.opening.moves.len() + game.moves.len();
    tags.set("PlyCount", &plies.to_string());
    tags.set("Termination", termination(game).text());
    for (name, value) in plan.game.record_tags() {
        tags.set(name, &value);
    }
}

fn termination(game: &PlayedGame) -> Termination {
    match (game.ending.kind, game.fault.as_ref().map(|fault| fault.kind)) {
        (_, Some(FaultKind::TimeLoss)) => Termination::TimeForfeit,
        (_, Some(FaultKind::IllegalMove | FaultKind::Protocol)) => Termination::RulesInfraction,
        (_, Some(FaultKind::Crash | FaultKind::Hang)) => Termination::Abandoned,
        (EndingKind::Adjudication, None) => Termination::Adjudication,
        (_, None) => Termination::Normal,
    }
}

/// The date of a moment in milliseconds since 1970, in UTC (Hinnant, "chrono-compatible low-level date algorithms").
fn date(millis: i64) -> String {
    let days = millis.max(0) / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let (day, month) =
        (day_of_year - (153 * shifted + 2) / 5 + 1, if shifted < 10 { shifted + 3 } else { shifted - 9 });
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = 86_400_000;
        for (days, text) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_774, "2026.11.17"),
            (20_818, "2026.12.31"),
        ] {
            assert_eq!(date(days * day + day - 1), text);
        }
    }
}
