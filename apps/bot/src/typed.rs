//! What people type: commands, and moves in any notation.

use std::sync::Arc;

use catalog::GameId;

use crate::api::{Button, Keyboard, Message, Place};
use crate::bot::{Bot, Trouble};
use crate::callback::{Callback, Menu};
use crate::handle::{Reader, carry_out, look, show_privately};
use crate::inline_query::game_named;
use crate::language::Language;
use crate::play::{Decision, Say, decide_text};
use crate::reply::Reply;
use crate::rule_texts::translated;
use crate::words::{escaped, game_name, game_title, player_name};
use crate::{invites, menus};

/// The longest text that can be a move.
const LONGEST_MOVE: usize = study::LONGEST_MOVE;

/// The most games of a list.
const MOST_LISTED: usize = 8;

/// The longest message of Telegram, with room for the end.
const LONGEST_TEXT: usize = 3_900;

/// Handles a message.
pub(crate) async fn message(bot: &Arc<Bot>, key: &str, message: &Message) -> Result<Vec<Reply>, Trouble> {
    let (Some(from), Some(text)) = (&message.from, &message.text) else { return Ok(Vec::new()) };
    if from.is_bot || message.via_bot.is_some() {
        return Ok(Vec::new());
    }
    let is_private = message.chat.is_private();
    let reader = Reader::meet(bot, from, is_private).await?;
    let text = text.trim();
    let key = format!("{key}-{}-{}", message.chat.id.unsigned_abs(), message.message_id);
    match read_command(text, bot.me.username.as_deref()) {
        Some(Some((command, rest))) => run(bot, &key, &reader, message, command, rest).await,
        // A command for another bot.
        Some(None) => Ok(Vec::new()),
        None if is_private || answers_board(message).is_some() => {
            typed_move(bot, &key, &reader, message, text).await
        }
        None => Ok(Vec::new()),
    }
}

/// The command and what follows; `Some(None)` if it is for another bot.
fn read_command<'t>(text: &'t str, own_name: Option<&str>) -> Option<Option<(&'t str, &'t str)>> {
    let text = text.strip_prefix('/')?;
    let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match command.split_once('@') {
        Some((command, name)) => {
            let is_own = own_name.is_some_and(|own| own.eq_ignore_ascii_case(name));
            Some(is_own.then_some((command, rest.trim())))
        }
        None => Some(Some((command, rest.trim()))),
    }
}

async fn run(
    bot: &Arc<Bot>,
    key: &str,
    reader: &Reader,
    message: &Message,
    command: &str,
    rest: &str,
) -> Result<Vec<Reply>, Trouble> {
    let (chat, language) = (message.chat.id, reader.language);
    let text = |html: &str| Ok(vec![Reply::text(chat, html, &Keyboard::default())]);
    match command.to_ascii_lowercase().as_str() {
        "start" => match rest.split_at_checked(1) {
            Some(("i", token)) if message.chat.is_private() => invites::show(bot, reader, token).await,
            _ => Ok(vec![help(bot, reader, chat)]),
        },
        "help" => Ok(vec![help(bot, reader, chat)]),
        "play" | "new" => {
            let menu = game_named(rest).map_or(Menu::Games { page: 0 }, Menu::Opponent);
            let (html, keyboard) = menus::step(language, reader.id, &menu);
            Ok(vec![Reply::text(chat, &html, &keyboard)])
        }
        "games" => games(bot, reader, chat).await,
        "rules" => match game_named(rest) {
            Some(game) => Ok(vec![rules(language, chat, game)]),
            None => Ok(vec![rules_list(language, chat)]),
        },
        "language" => match Language::of_code(rest).filter(|_| !rest.is_empty()) {
            Some(chosen) => {
                set_language(bot, reader, chosen).await?;
                text(chosen.text("language.set"))
            }
            None => Ok(vec![languages(language, chat)]),
        },
        "move" => typed_move(bot, key, reader, message, rest).await,
        _ if message.chat.is_private() => text(language.text("say.unknown_command")),
        _ => Ok(Vec::new()),
    }
}

fn help(bot: &Bot, reader: &Reader, chat: i64) -> Reply {
    let language = reader.language;
    let name = bot.me.username.as_deref().unwrap_or_default();
    let html = language.fill("help.text", &[("bot", name), ("games", &GameId::ALL.len().to_string())]);
    let mut keyboard = Keyboard::default();
    let menu = Callback::Menu { user: reader.id, menu: Menu::Games { page: 0 } };
    keyboard.row(vec![Button::data(language.text("button.play"), menu.write())]);
    keyboard.row(vec![Button::switch(language.text("button.invite"), String::new())]);
    Reply::text(chat, &html, &keyboard)
}

/// The games of a person, each with a button that shows it.
async fn games(bot: &Arc<Bot>, reader: &Reader, chat: i64) -> Result<Vec<Reply>, Trouble> {
    let language = reader.language;
    let mut keyboard = Keyboard::default();
    for id in reader.person.games.iter().take(MOST_LISTED) {
        let Some(game) = look(bot, id).await? else { continue };
        let table = &game.table;
        let mark = match (table.ending(), bot.book.find(id).await?.and_then(|chat| chat.side_of(reader.id))) {
            (Some(_), _) => "🏁",
            (None, Some(side)) if table.game().turn() == side => "▶",
            _ => "⏳",
        };
        let names = [boardgame::Color::White, boardgame::Color::Black]
            .map(|color| player_name(language, &game, color));
        let text = format!("{mark} {} · {}", game_name(language, table.game().id()), names.join(" – "));
        keyboard.row(vec![Button::data(text, Callback::Open(id.clone()).write())]);
    }
    let html = match keyboard.inline_keyboard.is_empty() {
        true => language.text("games.none"),
        false => language.text("games.list"),
    };
    Ok(vec![Reply::text(chat, html, &keyboard)])
}

/// The bot may not write to people who never pressed Start.
pub(crate) fn start_first(bot: &Bot, language: Language) -> String {
    language.fill("say.start_first", &[("bot", bot.me.username.as_deref().unwrap_or_default())])
}

/// Shows a game of the reader in the reader's own chat.
pub(crate) async fn open(bot: &Arc<Bot>, reader: &Reader, id: &str) -> Result<(String, Vec<Reply>), Trouble> {
    let chat = bot.book.find(id).await?;
    let is_player = chat.is_some_and(|chat| chat.side_of(reader.id).is_some());
    if !is_player {
        return Ok((reader.language.text("say.watching").to_owned(), Vec::new()));
    }
    if !reader.person.has_chat {
        return Ok((start_first(bot, reader.language), Vec::new()));
    }
    bot.people.change(reader.id, |person| person.put_first(id)).await?;
    Ok((String::new(), show_privately(bot, id, reader.id).await?))
}

fn rules_list(language: Language, chat: i64) -> Reply {
    let mut keyboard = Keyboard::default();
    let button = |game: GameId| Button::data(game_name(language, game), Callback::Rules(game).write());
    keyboard.rows(menus::all_games().into_iter().map(button).collect(), 2);
    Reply::text(chat, language.text("rules.which"), &keyboard)
}

/// The rules of a game, in place of the list.
pub(crate) fn rules_of(reader: &Reader, place: &Place, game: GameId) -> Vec<Reply> {
    match place {
        Place::Chat { chat, .. } => vec![rules(reader.language, *chat, game)],
        Place::Inline(_) => Vec::new(),
    }
}

fn rules(language: Language, chat: i64, game: GameId) -> Reply {
    let rules = study::rules(game);
    let mut html = format!("<b>{}</b>\n", escaped(game_title(language, game)));
    for rule in &rules.rules {
        let article =
            rule.article.map_or_else(String::new, |article| format!(" <i>({})</i>", escaped(article)));
        let text = translated(language, &rule.text).unwrap_or_else(|| rule.text.clone());
        let line = format!("\n• {}{article}", escaped(&text));
        if html.chars().count() + line.chars().count() > LONGEST_TEXT {
            html.push_str("\n…");
            break;
        }
        html.push_str(&line);
    }
    Reply::text(chat, &html, &Keyboard::default())
}

fn languages(language: Language, chat: i64) -> Reply {
    let mut keyboard = Keyboard::default();
    let button = |language: Language| {
        Button::data(language.name(), Callback::Language(language.code().to_owned()).write())
    };
    keyboard.rows(Language::ALL.map(button).to_vec(), 2);
    Reply::text(chat, language.text("language.which"), &keyboard)
}

/// Somebody taps a language.
pub(crate) async fn language_chosen(
    bot: &Arc<Bot>,
    reader: &Reader,
    place: &Place,
    code: &str,
) -> Result<(String, Vec<Reply>), Trouble> {
    let Some(language) = Language::of_code(code) else {
        return Ok((reader.language.text("say.late").to_owned(), Vec::new()));
    };
    set_language(bot, reader, language).await?;
    let text = language.text("language.set");
    let is_own = matches!(place, Place::Chat { chat, .. } if *chat == reader.id);
    let replies = if is_own { vec![Reply::edit(place, text, &Keyboard::default())] } else { Vec::new() };
    Ok((text.to_owned(), replies))
}

/// Sets the language of a person, and of the game that the person plays against an engine.
async fn set_language(bot: &Arc<Bot>, reader: &Reader, language: Language) -> Result<(), Trouble> {
    bot.people.change(reader.id, |person| person.language = Some(language)).await?;
    let Some(id) = reader.person.games.first() else { return Ok(()) };
    let changed = bot.book.change(id, |chat| {
        let is_alone = chat.people.iter().flatten().all(|&user| user == reader.id);
        if is_alone && chat.language != language {
            chat.language = language;
            chat.version += 1;
        }
        is_alone
    });
    if changed.await?.unwrap_or(false) {
        bot.refresh(id).await;
    }
    Ok(())
}

/// The game whose board a message answers.
fn answers_board(message: &Message) -> Option<String> {
    let markup = message.reply_to_message.as_ref()?.reply_markup.as_ref()?;
    let data = markup.inline_keyboard.iter().flatten().filter_map(|button| button.callback_data.as_deref());
    data.into_iter().find_map(Callback::game_of)
}

/// The game that a typed move is about: among the person's games that go on, the one whose board stands lowest in the
/// chat. In a chat of one's own it may also be one that is shown elsewhere.
async fn game_here(bot: &Bot, reader: &Reader, message: &Message) -> Result<Option<String>, Trouble> {
    let mut lowest = None;
    for id in &reader.person.games {
        let Some(number) = bot.book.find(id).await?.and_then(|game| game.message_in(message.chat.id)) else {
            continue;
        };
        let goes_on =
            bot.book.is_live(id) && look(bot, id).await?.is_some_and(|game| game.table.ending().is_none());
        lowest = lowest.max(Some((goes_on, number, id)));
    }
    let last = reader.person.games.first().filter(|_| message.chat.is_private());
    Ok(lowest.map(|(.., id)| id).or(last).cloned())
}

/// A move, in any notation, in the game that the message answers or in one that the chat shows.
async fn typed_move(
    bot: &Arc<Bot>,
    key: &str,
    reader: &Reader,
    message: &Message,
    text: &str,
) -> Result<Vec<Reply>, Trouble> {
    let language = reader.language;
    let answer = |html: &str| Ok(vec![Reply::text(message.chat.id, html, &Keyboard::default())]);
    let id = match answers_board(message) {
        Some(id) => Some(id),
        None => game_here(bot, reader, message).await?,
    };
    let Some(id) = id else { return answer(language.text("say.no_game")) };
    let (Some(chat), Some(game)) = (bot.book.find(&id).await?, look(bot, &id).await?) else {
        return answer(language.text("say.no_game"));
    };
    if text.is_empty() || text.len() > LONGEST_MOVE {
        return answer(language.text("say.not_a_move"));
    }
    let decision = decide_text(reader.id, text, &chat, &game, language);
    let was_refused = matches!(decision, Decision::Say(_));
    match carry_out(bot, key, reader, &id, &chat, &game, decision).await? {
        Say::Nothing => Ok(Vec::new()),
        // Repeated after a crash: the move was made.
        Say::Late if !was_refused => Ok(Vec::new()),
        say => answer(&escaped(&say.text(language))),
    }
}

#[cfg(test)]
mod tests {
    use super::read_command;

    #[test]
    fn commands_are_read() {
        assert_eq!(read_command("/play  chess ", Some("bot")), Some(Some(("play", "chess"))));
        assert_eq!(read_command("/play@Bot", Some("bot")), Some(Some(("play", ""))));
        assert_eq!(read_command("/play@other", Some("bot")), Some(None));
        assert_eq!(read_command("c3-d4", Some("bot")), None);
        assert_eq!(read_command("/", Some("bot")), Some(Some(("", ""))));
    }
}
