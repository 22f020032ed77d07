//! Handles an update: finds out what it wants, does it, and answers.

use std::sync::Arc;

use boardgame::Color;
use server::{ErrorInfo, PlayerCommand, Snapshot};
use store::Received;

use crate::api::{CallbackQuery, Place, Update, User};
use crate::board::{Content, Look, content};
use crate::bot::{Bot, Trouble};
use crate::callback::{Action, Callback};
use crate::chat_game::{ChatGame, Screen, Target};
use crate::language::Language;
use crate::people::Person;
use crate::play::{Decision, Say, choice, decide};
use crate::reply::Reply;
use crate::words::{game_title, player_name};
use crate::{gallery, inline_query, invites, menus, shared_game, typed};

/// Somebody who did something.
pub(crate) struct Reader {
    pub(crate) id: i64,
    pub(crate) person: Person,
    pub(crate) language: Language,
}

/// Handles an update and returns the answers.
pub(crate) async fn update(bot: &Arc<Bot>, received: &Received) -> Result<Vec<Reply>, Trouble> {
    let update: Update = match serde_json::from_str(&received.body) {
        Ok(update) => update,
        Err(error) => {
            tracing::warn!(update = received.id, %error, "an update cannot be read");
            return Ok(Vec::new());
        }
    };
    let key = format!("telegram-{}", update.update_id);
    if let Some(query) = update.callback_query {
        return tapped(bot, &key, &query).await;
    }
    if let Some(message) = update.message {
        return typed::message(bot, &key, &message).await;
    }
    if let Some(query) = update.inline_query {
        return inline_query::answer(bot, &query).await;
    }
    if let Some(chosen) = update.chosen_inline_result {
        return invites::chosen(bot, &chosen).await;
    }
    Ok(Vec::new())
}

impl Reader {
    pub(crate) async fn meet(bot: &Bot, user: &User, has_chat: bool) -> Result<Self, Trouble> {
        let person = bot.people.met(user, has_chat).await?;
        let language = person.language();
        Ok(Self { id: user.id, person, language })
    }
}

/// Handles a tap. It gets exactly one answer.
async fn tapped(bot: &Arc<Bot>, key: &str, query: &CallbackQuery) -> Result<Vec<Reply>, Trouble> {
    let is_private = query.message.as_ref().is_some_and(|message| message.chat.is_private());
    let reader = Reader::meet(bot, &query.from, is_private).await?;
    let place = place_of(query);
    let callback = query.data.as_deref().and_then(Callback::read);
    let (Some(callback), Some(place)) = (callback, place) else {
        return Ok(vec![Reply::toast(&query.id, &Say::Late.text(reader.language), false)]);
    };
    let (text, mut replies) = match callback {
        Callback::Game { id, ply, action } => {
            // Query ids stay unique even when update numbers start again.
            let key = format!(
                "{key}-{}",
                query.id.chars().filter(char::is_ascii_alphanumeric).take(24).collect::<String>()
            );
            let (say, replies) = in_game(bot, &key, &reader, &place, &id, ply, &action).await?;
            (say.text(reader.language), replies)
        }
        Callback::Menu { user, menu } => menus::chosen(bot, &reader, &place, key, user, &menu).await?,
        Callback::Invitation { answer, token } => {
            invites::answered(bot, &reader, &place, answer, &token).await?
        }
        Callback::Language(code) => typed::language_chosen(bot, &reader, &place, &code).await?,
        Callback::Rules(game) => (String::new(), typed::rules_of(&reader, &place, game)),
        Callback::Open(id) => typed::open(bot, &reader, &id).await?,
        Callback::Nothing => (String::new(), Vec::new()),
    };
    replies.insert(0, Reply::toast(&query.id, &text, text.chars().count() > 60));
    Ok(replies)
}

/// The message whose button was tapped.
fn place_of(query: &CallbackQuery) -> Option<Place> {
    let inline = query.inline_message_id.clone().map(Place::Inline);
    let message = query.message.as_ref();
    inline
        .or_else(|| message.map(|message| Place::Chat { chat: message.chat.id, message: message.message_id }))
}

/// Handles a tap on the board of a game.
async fn in_game(
    bot: &Arc<Bot>,
    key: &str,
    reader: &Reader,
    place: &Place,
    id: &str,
    ply: u32,
    action: &Action,
) -> Result<(Say, Vec<Reply>), Trouble> {
    let (chat, game) = (bot.book.find(id).await?, look(bot, id).await?);
    let (Some(chat), Some(game)) = (chat, game) else { return Ok((Say::Late, Vec::new())) };
    if chat.is_outdated(place) {
        // A board that was not noted because the bot was killed, or one whose buttons could not be removed.
        return Ok((Say::Late, Vec::new()));
    }
    let decision = decide(reader.id, ply, action, &chat, &game);
    if let Decision::View(ply) = decision {
        return match (chat.screen_at(place), place) {
            (None, Place::Inline(inline)) => {
                Ok((Say::Nothing, vec![shared_game::view(bot, id, &chat, &game, inline, ply)]))
            }
            _ => {
                view(bot, id, &chat, place, ply).await?;
                Ok((Say::Nothing, Vec::new()))
            }
        };
    }
    if decision == Decision::Record {
        return record(bot, reader, id, (&chat, &game), place).await;
    }
    let say = carry_out(bot, key, reader, id, &chat, &game, decision).await?;
    Ok((say, Vec::new()))
}

/// Does what was decided.
pub(crate) async fn carry_out(
    bot: &Arc<Bot>,
    key: &str,
    reader: &Reader,
    id: &str,
    chat: &ChatGame,
    game: &Snapshot,
    decision: Decision,
) -> Result<Say, Trouble> {
    let Some(by) = chat.side_of(reader.id) else { return Ok(Say::Watching) };
    let changed = match decision {
        Decision::Command(command) => {
            clear(bot, id, chat, (by, game.table.game().turn())).await?;
            return run(bot, key, id, by, command).await;
        }
        Decision::Say(say) => return Ok(say),
        Decision::View(_) | Decision::Record => return Ok(Say::Nothing),
        Decision::Choose(paths) => {
            {
                let choice = choice(paths, game);
                bot.book.change(id, |chat| {
                    chat.choice = choice;
                    chat.version += 1;
                })
            }
            .await?
        }
        Decision::Resigning(is_asked) => {
            let change = |chat: &mut ChatGame| {
                chat.resigning = is_asked.then_some(by);
                chat.version += 1;
            };
            bot.book.change(id, change).await?
        }
        Decision::Speak => {
            let language = reader.language;
            let change = |chat: &mut ChatGame| {
                chat.language = language;
                chat.version += 1;
            };
            bot.book.change(id, change).await?
        }
    };
    if changed.is_some() {
        bot.refresh(id).await;
    }
    Ok(Say::Nothing)
}

/// Runs a command of a player, once: its key is that of the update.
async fn run(bot: &Arc<Bot>, key: &str, id: &str, by: Color, command: PlayerCommand) -> Result<Say, Trouble> {
    let is_offer = matches!(command, PlayerCommand::OfferDraw {} | PlayerCommand::OfferRematch {});
    match bot.games.command(id, by, key, command).await {
        Ok(_) => {
            if !bot.book.is_live(id) {
                bot.changed(id).await;
            }
            Ok(if is_offer { Say::OfferSent } else { Say::Nothing })
        }
        Err(error) if is_passing(&error) => Err(error.into()),
        Err(error) => Ok(Say::of_code(&error.code)),
    }
}

/// Whether the same command may succeed later.
fn is_passing(error: &ErrorInfo) -> bool {
    matches!(error.code.as_str(), "store" | "busy" | "unknown")
}

/// A game as it is now.
pub(crate) async fn look(bot: &Bot, id: &str) -> Result<Option<Snapshot>, Trouble> {
    bot.games.look(id).await.map_err(Trouble::from)
}

/// Drops a player's open choice and open resignation.
async fn clear(bot: &Arc<Bot>, id: &str, chat: &ChatGame, (by, turn): (Color, Color)) -> Result<(), Trouble> {
    let mut cleared = chat.clone();
    cleared.put_aside(by, turn);
    if cleared != *chat {
        bot.book.change(id, |chat| chat.put_aside(by, turn)).await?;
        bot.refresh(id).await;
    }
    Ok(())
}

/// Shows another position of a finished game in one message.
async fn view(bot: &Arc<Bot>, id: &str, chat: &ChatGame, place: &Place, ply: usize) -> Result<(), Trouble> {
    let Some(number) = chat.screen_at(place) else { return Ok(()) };
    let change = |chat: &mut ChatGame| {
        if let Some(screen) = chat.screens.get_mut(number) {
            (screen.viewed, screen.shown) = (Some(ply), (0, 0));
        }
    };
    bot.book.change(id, change).await?;
    bot.refresh(id).await;
    Ok(())
}

/// Sends the record into the chat of the board. If the board is an inline message, it goes to the reader, with a picture
/// of the last position: there was none yet.
async fn record(
    bot: &Arc<Bot>,
    reader: &Reader,
    id: &str,
    (chat_game, game): (&ChatGame, &Snapshot),
    place: &Place,
) -> Result<(Say, Vec<Reply>), Trouble> {
    let chat = match place {
        Place::Chat { chat, .. } => *chat,
        Place::Inline(_) if reader.person.has_chat => reader.id,
        Place::Inline(_) => return Ok((Say::Text(typed::start_first(bot, reader.language)), Vec::new())),
    };
    let text = match bot.games.record(id).await {
        Ok(text) => text,
        Err(error) if is_passing(&error) => return Err(error.into()),
        Err(error) => return Ok((Say::of_code(&error.code), Vec::new())),
    };
    let kind = game.table.game().id();
    let ending = if kind.is_chess() { "pgn" } else { "pdn" };
    let names = [Color::White, Color::Black]
        .map(|color| crate::words::escaped(&player_name(reader.language, game, color)));
    let caption = format!("{} · {}", game_title(reader.language, kind), names.join(" – "));
    let name = format!("damier-{}-{id}.{ending}", kind.name());
    let mut replies = vec![Reply::document(chat, &name, text.into_bytes(), &caption)];
    if matches!(place, Place::Inline(_)) {
        let screen = Screen::new(Target::Private { user: reader.id, message: None });
        let look = Look { id, chat: chat_game, game, now: bot.games.now(), links: &*bot.site };
        let Content { html, picture, .. } = content(look, &screen);
        if let Some(Ok(png)) = picture.map(|diagram| diagram.to_png(gallery::WIDTH)) {
            replies.insert(0, Reply::picture(chat, png, &html));
        }
    }
    Ok((Say::Nothing, replies))
}

/// Shows a game in a person's private chat, in a new message; the previous one loses its buttons.
pub(crate) async fn show_privately(bot: &Arc<Bot>, id: &str, user: i64) -> Result<Vec<Reply>, Trouble> {
    let change = |chat: &mut ChatGame| {
        let own = |screen: &&mut Screen| matches!(screen.target, Target::Private { user: other, .. } if other == user);
        match chat.screens.iter_mut().find(own) {
            Some(screen) => {
                let old = screen.target.place();
                screen.target.set_message(None);
                (screen.is_dead, screen.viewed) = (false, None);
                old
            }
            None => {
                chat.screens.push(Screen::new(Target::Private { user, message: None }));
                None
            }
        }
    };
    let old = bot.book.change(id, change).await?.flatten();
    bot.refresh(id).await;
    Ok(old.iter().map(Reply::remove_keyboard).collect())
}
