//! Inline mode: `@bot russian 5+3 white` in any chat offers invitations, and finished games to share.

use std::sync::Arc;

use catalog::GameId;
use serde_json::{Value, json};
use table::TimeControl;

use crate::api::InlineQuery;
use crate::bot::{Bot, Trouble};
use crate::handle::Reader;
use crate::invitation::{Invitation, Opponent, WantedSide, read_clock};
use crate::invites::{Audience, buttons, html};
use crate::language::Language;
use crate::menus::all_games;
use crate::reply::Reply;
use crate::shared_game;
use crate::words::{clock_name, game_name, game_title};

/// The most results; Telegram takes 50.
const MOST_RESULTS: usize = 20;

/// What somebody types after the name of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wish {
    games: Vec<GameId>,
    opponent: Opponent,
    side: WantedSide,
    clock: Option<TimeControl>,
}

/// Answers an inline query with invitations, then with finished games to share.
pub(crate) async fn answer(bot: &Arc<Bot>, query: &InlineQuery) -> Result<Vec<Reply>, Trouble> {
    let reader = Reader::meet(bot, &query.from, false).await?;
    if let Some(game) = shared_game::named(&query.query) {
        let shared = shared_game::results(bot, &reader, Some(game), &[]).await?;
        return Ok(vec![Reply::inline(&query.id, shared)]);
    }
    let wish = read(&query.query, reader.language);
    let audience = match query.chat_type.as_deref() {
        Some("private" | "sender") => Audience::One,
        _ => Audience::Many,
    };
    let mut random = [0; 4];
    // Without random numbers the id of the query still makes each invitation different.
    if getrandom::fill(&mut random).is_err() {
        random = (query.id.bytes().map(u32::from).sum::<u32>()).to_le_bytes();
    }
    let nonce = u32::from_le_bytes(random);
    let results = wish.games.iter().take(MOST_RESULTS).map(|&game| {
        let Wish { opponent, side, clock, .. } = wish;
        let invitation = Invitation { inviter: reader.id, game, opponent, side, clock, nonce };
        result(bot, &reader, &invitation, audience)
    });
    let mut results: Vec<Value> = results.collect();
    results.extend(shared_game::results(bot, &reader, None, &wish.games).await?);
    Ok(vec![Reply::inline(&query.id, results)])
}

fn result(bot: &Bot, reader: &Reader, invitation: &Invitation, audience: Audience) -> Value {
    let language = reader.language;
    let token = invitation.sign(&bot.token);
    let side = match invitation.side {
        WantedSide::White => language.text("side.white"),
        WantedSide::Black => language.text("side.black"),
        WantedSide::Random => language.text("side.random"),
    };
    let mut about = format!("{side} · {}", clock_name(language, invitation.clock));
    if let Opponent::Engine(level) = invitation.opponent {
        about = format!("{} · {about}", language.fill("player.engine", &[("level", &level.to_string())]));
    }
    json!({
        "type": "article",
        "id": token,
        "title": game_title(language, invitation.game),
        "description": about,
        "input_message_content": {
            "message_text": html(language, invitation, &reader.person.name),
            "parse_mode": "HTML",
            "link_preview_options": { "is_disabled": true },
        },
        "reply_markup": buttons(language, invitation, &token, audience),
    })
}

/// Reads what somebody typed; what is not understood filters the games.
fn read(query: &str, language: Language) -> Wish {
    let mut wish =
        Wish { games: Vec::new(), opponent: Opponent::Friend, side: WantedSide::Random, clock: None };
    let mut words = Vec::new();
    for word in query.split_whitespace().take(10) {
        let word = word.to_lowercase();
        if let Some(side) = read_side(&word, language) {
            wish.side = side;
        } else if let Some(level) = word.parse().ok().filter(|level| (1..=10).contains(level)) {
            wish.opponent = Opponent::Engine(level);
        } else if let Some(clock) = read_clock(&word).filter(|_| word.contains(['+', 'd', '/'])) {
            wish.clock = Some(clock);
        } else {
            words.push(word);
        }
    }
    let all = all_games();
    let fits = |game: &GameId| {
        let names =
            [game.name(), game_name(language, *game), game_title(language, *game), game.about().title]
                .map(str::to_lowercase);
        words.iter().all(|word| names.iter().any(|name| name.contains(word.as_str())))
    };
    wish.games = all.iter().copied().filter(fits).collect();
    if wish.games.is_empty() {
        wish.games = all;
    }
    let exact = game_named(&words.join(" ")).or_else(|| game_named(words.first()?));
    if let Some(exact) = exact {
        wish.games.retain(|&game| game != exact);
        wish.games.insert(0, exact);
    }
    wish
}

fn read_side(word: &str, language: Language) -> Option<WantedSide> {
    let own = |text: &str| text.to_lowercase().contains(word) && word.chars().count() > 2;
    match word {
        "w" | "white" => Some(WantedSide::White),
        "b" | "black" => Some(WantedSide::Black),
        "r" | "random" => Some(WantedSide::Random),
        _ if own(language.text("color.white")) => Some(WantedSide::White),
        _ if own(language.text("color.black")) => Some(WantedSide::Black),
        _ => None,
    }
}

/// The game of a name in any language.
pub(crate) fn game_named(text: &str) -> Option<GameId> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return None;
    }
    let is_named = |language: Language, game: GameId| {
        [game_name(language, game), game_title(language, game)].iter().any(|name| name.to_lowercase() == text)
    };
    let named = |game: &GameId| Language::ALL.iter().any(|&language| is_named(language, *game));
    // The catalog knows other names, such as `shashki`.
    text.parse().ok().or_else(|| GameId::ALL.iter().copied().find(named))
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::{game_named, read};
    use crate::invitation::{Opponent, WantedSide, read_clock};
    use crate::language::Language;

    #[test]
    fn wishes_are_read() {
        let wish = read("russian 5+3 white", Language::En);
        assert_eq!(
            (wish.games[0], wish.clock, wish.side),
            (GameId::Russian, read_clock("5+3"), WantedSide::White)
        );
        assert_eq!(wish.opponent, Opponent::Friend);
        let wish = read("Шахматы 7", Language::Ru);
        assert_eq!((wish.games[0], wish.opponent), (GameId::Chess, Opponent::Engine(7)));
        assert_eq!(read("", Language::En).games.len(), GameId::ALL.len());
        assert_eq!(read("no such game", Language::En).games.len(), GameId::ALL.len());
        assert_eq!(read("inter", Language::En).games[0], GameId::International);
        // Other names, and several words.
        assert_eq!(read("frc 3", Language::En).games[0], GameId::Chess960);
        assert_eq!(read("турецькі шашки 5+3", Language::Uk).games, [GameId::Turkish]);
        assert_eq!(read("dammen", Language::Nl).games[0], GameId::International);
    }

    #[test]
    fn games_have_names_in_every_language() {
        assert_eq!(game_named("Шахматы"), Some(GameId::Chess));
        assert_eq!(game_named(" canadian "), Some(GameId::Canadian));
        for (text, game) in [
            ("Russian draughts", GameId::Russian),
            ("русские шашки", GameId::Russian),
            ("shashki", GameId::Russian),
            ("Шашки", GameId::Russian),
            ("dammen", GameId::International),
            ("Dames internationales", GameId::International),
            ("checkers", GameId::English),
        ] {
            assert_eq!(game_named(text), Some(game), "{text}");
        }
        assert_eq!(game_named(""), None);
        assert_eq!(game_named("go"), None);
    }
}
