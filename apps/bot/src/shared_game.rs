//! Finished games that people share in other chats: a board of buttons with its viewer, in a message of inline mode.
//!
//! Nothing is remembered of such a message. Its buttons name the game and the ply, and a tap draws it anew.

use std::sync::Arc;

use boardgame::Color;
use catalog::GameId;
use serde_json::{Value, json};
use server::Snapshot;

use crate::api::Place;
use crate::board::{Content, Look, shared};
use crate::bot::{Bot, Trouble};
use crate::chat_game::{ChatGame, Screen, Target};
use crate::handle::{Reader, look};
use crate::reply::Reply;
use crate::token::is_game_id;
use crate::words::{ending_text, game_title, player_name};

/// The most games in one answer: each comes with a board of up to 80 buttons.
const MOST_RESULTS: usize = 5;

/// The inline query that shares a game.
pub(crate) fn query(id: &str) -> String {
    format!("#{id}")
}

/// The game that an inline query names.
pub(crate) fn named(query: &str) -> Option<&str> {
    query.trim().strip_prefix('#').filter(|id| is_game_id(id))
}

/// The finished games of a person as results of an inline query, the newest first: one, or those of some kinds.
pub(crate) async fn results(
    bot: &Arc<Bot>,
    reader: &Reader,
    one: Option<&str>,
    kinds: &[GameId],
) -> Result<Vec<Value>, Trouble> {
    let mut results = Vec::new();
    for id in reader.person.games.iter().filter(|id| one.is_none_or(|one| one == id.as_str())) {
        if results.len() == MOST_RESULTS {
            break;
        }
        let (Some(chat), Some(game)) = (bot.book.find(id).await?, look(bot, id).await?) else { continue };
        let is_wanted = one.is_some() || kinds.contains(&game.table.game().id());
        if is_wanted && chat.side_of(reader.id).is_some() {
            results.extend(result(bot, reader, id, &chat, &game));
        }
    }
    Ok(results)
}

/// A result; `None` if the game is not over.
fn result(bot: &Bot, reader: &Reader, id: &str, chat: &ChatGame, game: &Snapshot) -> Option<Value> {
    let language = reader.language;
    let ending = game.table.ending()?;
    let names = [Color::White, Color::Black].map(|color| player_name(language, game, color));
    let Content { html, keyboard, .. } = content(bot, id, chat, game, "", None);
    Some(json!({
        "type": "article",
        "id": format!("g{id}"),
        "title": format!("🏁 {} · {}", game_title(language, game.table.game().id()), names.join(" – ")),
        "description": ending_text(language, game, ending),
        "input_message_content": {
            "message_text": html,
            "parse_mode": "HTML",
            "link_preview_options": { "is_disabled": true },
        },
        "reply_markup": keyboard,
    }))
}

/// Shows another position in a message that shares a game.
pub(crate) fn view(bot: &Bot, id: &str, chat: &ChatGame, game: &Snapshot, inline: &str, ply: usize) -> Reply {
    let Content { html, keyboard, .. } = content(bot, id, chat, game, inline, Some(ply));
    Reply::edit(&Place::Inline(inline.to_owned()), &html, &keyboard)
}

fn content(
    bot: &Bot,
    id: &str,
    chat: &ChatGame,
    game: &Snapshot,
    inline: &str,
    viewed: Option<usize>,
) -> Content {
    let screen = Screen { viewed, ..Screen::new(Target::Inline { id: inline.to_owned() }) };
    shared(Look { id, chat, game, now: bot.games.now(), links: &*bot.site }, &screen)
}

#[cfg(test)]
mod tests {
    use super::{named, query};

    #[test]
    fn queries_name_games() {
        assert_eq!(named(&query("AbCdEfGhIj0")), Some("AbCdEfGhIj0"));
        for other in ["", "#", "#short", "AbCdEfGhIj0", "#AbCdEfGhIj0 x", "russian 5+3"] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
