//! Invitations: shown, accepted, declined, canceled, each by the right people only.

use std::sync::Arc;

use server::NewTable;
use store::{Keep, Note};
use table::Seat;

use crate::api::{Button, ChosenInlineResult, Keyboard, Place};
use crate::bot::{Bot, Trouble};
use crate::callback::{Callback, InvitationAnswer};
use crate::chat_game::{ChatGame, Target};
use crate::handle::Reader;
use crate::invitation::{Invitation, Opponent, WantedSide};
use crate::language::Language;
use crate::reply::Reply;
use crate::words::{clock_name, escaped, game_name};

/// Invitations that were declined or canceled.
const SPACE: &str = "telegram.invitation";

/// The messages with links, by the games that they begin.
const SHARED: &str = "telegram.shared";

/// A line for the one who tapped, and messages.
type Answer = (String, Vec<Reply>);

/// Where an invitation stands: that decides who may decline it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// One other person reads it.
    One,
    /// Many people read it: nobody may decline for all.
    Many,
}

/// The buttons of an invitation.
pub(crate) fn buttons(
    language: Language,
    invitation: &Invitation,
    token: &str,
    audience: Audience,
) -> Keyboard {
    let button =
        |text, answer| Button::data(text, Callback::Invitation { answer, token: token.to_owned() }.write());
    let mut keyboard = Keyboard::default();
    if matches!(invitation.opponent, Opponent::Engine(_)) {
        keyboard.row(vec![button(language.text("button.start"), InvitationAnswer::Accept)]);
        return keyboard;
    }
    let mut row = vec![button(language.text("button.accept"), InvitationAnswer::Accept)];
    if audience == Audience::One {
        row.push(button(language.text("button.decline"), InvitationAnswer::Decline));
    }
    keyboard.row(row);
    keyboard.row(vec![button(language.text("button.cancel"), InvitationAnswer::Cancel)]);
    keyboard
}

/// The text of an invitation.
pub(crate) fn html(language: Language, invitation: &Invitation, inviter: &str) -> String {
    let side = match invitation.side {
        WantedSide::White => language.text("side.white"),
        WantedSide::Black => language.text("side.black"),
        WantedSide::Random => language.text("side.random"),
    };
    let values = [
        ("name", escaped(inviter)),
        ("game", escaped(game_name(language, invitation.game))),
        ("side", side.to_owned()),
        ("clock", clock_name(language, invitation.clock)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    match invitation.opponent {
        Opponent::Friend => language.fill("invite.text", &values),
        Opponent::Engine(level) => {
            let level = level.to_string();
            let values: Vec<_> = values.into_iter().chain([("level", level.as_str())]).collect();
            language.fill("invite.engine", &values)
        }
    }
}

/// A game with an engine that was chosen in an inline query begins at once.
pub(crate) async fn chosen(bot: &Arc<Bot>, chosen: &ChosenInlineResult) -> Result<Vec<Reply>, Trouble> {
    let reader = Reader::meet(bot, &chosen.from, false).await?;
    let invitation = Invitation::read(&chosen.result_id, &bot.token);
    if let (Some(invitation), Some(inline)) = (invitation, &chosen.inline_message_id)
        && matches!(invitation.opponent, Opponent::Engine(_))
        && invitation.inviter == reader.id
    {
        let place = Place::Inline(inline.clone());
        return Ok(answered(bot, &reader, &place, InvitationAnswer::Accept, &chosen.result_id).await?.1);
    }
    Ok(Vec::new())
}

/// Somebody answers an invitation.
pub(crate) async fn answered(
    bot: &Arc<Bot>,
    reader: &Reader,
    place: &Place,
    answer: InvitationAnswer,
    token: &str,
) -> Result<Answer, Trouble> {
    let language = reader.language;
    let say = |text: &str| Ok((text.to_owned(), Vec::new()));
    let Some(invitation) = Invitation::read(token, &bot.token) else { return say(language.text("say.late")) };
    let id = id_of(bot, token, place);
    if bot.book.find(&id).await?.is_some() {
        // The message may not show it yet.
        bot.refresh(&id).await;
        return say(language.text("invite.begun"));
    }
    if bot.games.store().note(SPACE, &id).await?.is_some() {
        return say(language.text("invite.closed"));
    }
    let is_own = reader.id == invitation.inviter;
    let is_with_engine = matches!(invitation.opponent, Opponent::Engine(_));
    match answer {
        InvitationAnswer::Cancel if !is_own => say(language.text("invite.not_yours")),
        InvitationAnswer::Decline if is_own => say(language.text("invite.yours")),
        InvitationAnswer::Accept if !is_own && is_with_engine => say(language.text("invite.not_yours")),
        InvitationAnswer::Accept if is_own && !is_with_engine => say(language.text("invite.yours")),
        InvitationAnswer::Accept => begin(bot, reader, place, &invitation, &id).await,
        InvitationAnswer::Decline | InvitationAnswer::Cancel => {
            let notes = vec![Note::new(SPACE, &id, reader.id.to_string())];
            bot.games.store().keep(Keep { notes, ..Keep::default() }).await?;
            close(bot, reader, place, &invitation, answer, &id).await
        }
    }
}

/// The game that an invitation begins. A link may be answered in several chats, but begins one game.
fn id_of(bot: &Bot, token: &str, place: &Place) -> String {
    let inline = match place {
        Place::Inline(inline) => inline.as_str(),
        Place::Chat { .. } => "",
    };
    bot.token.game_id(token, inline)
}

/// Remembers the message with the link of an invitation: it changes when somebody answers.
pub(crate) async fn remember_link(bot: &Bot, token: &str, place: &Place) -> Result<(), Trouble> {
    let text = serde_json::to_string(place).unwrap_or_default();
    let notes = vec![Note::new(SHARED, &bot.token.game_id(token, ""), text)];
    Ok(bot.games.store().keep(Keep { notes, ..Keep::default() }).await?)
}

/// The message with the link of an invitation, if it is another one than this.
async fn linked(bot: &Bot, id: &str, here: &Place) -> Result<Option<Place>, Trouble> {
    let note = bot.games.store().note(SHARED, id).await?;
    let place: Option<Place> = note.and_then(|note| serde_json::from_str(&note).ok());
    if place.is_some() {
        let notes = vec![Note::forgotten(SHARED, id)];
        bot.games.store().keep(Keep { notes, ..Keep::default() }).await?;
    }
    Ok(place.filter(|place| place != here))
}

/// The invitation is over: the message says so, and the one who invited hears of it.
async fn close(
    bot: &Arc<Bot>,
    reader: &Reader,
    place: &Place,
    invitation: &Invitation,
    answer: InvitationAnswer,
    id: &str,
) -> Result<Answer, Trouble> {
    let inviter = bot.people.find(invitation.inviter).await?;
    let language = inviter.language();
    let text = |language: Language| {
        let name = escaped(&reader.person.name);
        let key: &[(&str, &str)] = &[("name", &name)];
        match answer {
            InvitationAnswer::Cancel => language.fill("invite.canceled", key),
            _ => language.fill("invite.declined", key),
        }
    };
    let terms = html(language, invitation, &inviter.name);
    let html = format!("{terms}\n\n{}", text(language));
    let mut replies = vec![Reply::edit(place, &html, &Keyboard::default())];
    if let Some(shared) = linked(bot, id, place).await? {
        replies.push(Reply::edit(&shared, &html, &Keyboard::default()));
    }
    let is_elsewhere = matches!(place, Place::Chat { chat, .. } if *chat != invitation.inviter && *chat > 0);
    if answer == InvitationAnswer::Decline && is_elsewhere && inviter.has_chat {
        replies.push(Reply::text(invitation.inviter, &text(language), &Keyboard::default()));
    }
    Ok((String::new(), replies))
}

/// Begins the game of an invitation. Everything is done once, however often the update comes.
pub(crate) async fn begin(
    bot: &Arc<Bot>,
    reader: &Reader,
    place: &Place,
    invitation: &Invitation,
    id: &str,
) -> Result<Answer, Trouble> {
    let inviter = bot.people.find(invitation.inviter).await?;
    let own = invitation.inviter_side(id);
    let mut people = [None, None];
    people[own as usize] = Some(invitation.inviter);
    let mut seats = [Seat::Person; 2];
    match invitation.opponent {
        Opponent::Friend => people[!own as usize] = Some(reader.id),
        Opponent::Engine(level) => seats[!own as usize] = Seat::Engine { level },
    }
    let name = |user: i64| if user == reader.id { reader.person.name.clone() } else { inviter.name.clone() };
    let new = NewTable {
        id: id.to_owned(),
        game: invitation.game.start(),
        seats,
        names: people.map(|user| user.map(name)),
        tokens: people.map(|user| user.map(|user| bot.token.seat(id, user))),
        time: invitation.clock,
    };
    bot.games.begin(new).await.map_err(Trouble::from)?;
    let language = inviter.language();
    let targets = targets(place, people);
    let is_new_message = targets.iter().all(|target| target.chat().is_some());
    bot.book.add(id, ChatGame::new(id, language, people, targets)).await?;
    for user in people.into_iter().flatten() {
        bot.people.change(user, |person| person.put_first(id)).await?;
    }
    bot.refresh(id).await;
    let mut replies = Vec::new();
    if is_new_message {
        let begun = language.text("invite.begun");
        let terms = html(language, invitation, &inviter.name);
        let html = format!("{terms}\n\n{begun}");
        replies.push(Reply::edit(place, &html, &Keyboard::default()));
        if let Some(shared) = linked(bot, id, place).await? {
            replies.push(Reply::edit(&shared, &html, &Keyboard::default()));
        }
    }
    Ok((String::new(), replies))
}

/// Where a game is shown: in the inline message, in the group, or in the chats of its players.
fn targets(place: &Place, people: [Option<i64>; 2]) -> Vec<Target> {
    match place {
        Place::Inline(inline) => vec![Target::Inline { id: inline.clone() }],
        Place::Chat { chat, .. } if *chat < 0 => vec![Target::Group { chat: *chat, message: None }],
        Place::Chat { .. } => {
            people.into_iter().flatten().map(|user| Target::Private { user, message: None }).collect()
        }
    }
}

/// An invitation that came by a link.
pub(crate) async fn show(bot: &Arc<Bot>, reader: &Reader, token: &str) -> Result<Vec<Reply>, Trouble> {
    let language = reader.language;
    let text = |text: &str| Ok(vec![Reply::text(reader.id, text, &Keyboard::default())]);
    let Some(invitation) = Invitation::read(token, &bot.token) else {
        return text(language.text("invite.closed"));
    };
    let id = bot.token.game_id(token, "");
    if let Some(chat) = bot.book.find(&id).await? {
        return match chat.side_of(reader.id) {
            Some(_) => crate::handle::show_privately(bot, &id, reader.id).await,
            None => text(language.text("invite.begun")),
        };
    }
    if bot.games.store().note(SPACE, &id).await?.is_some() {
        return text(language.text("invite.closed"));
    }
    if reader.id == invitation.inviter {
        return text(language.text("invite.yours"));
    }
    let inviter = bot.people.find(invitation.inviter).await?;
    let mut keyboard = buttons(language, &invitation, token, Audience::One);
    // Who reads this cannot cancel it.
    keyboard.inline_keyboard.truncate(1);
    Ok(vec![Reply::text(reader.id, &html(language, &invitation, &inviter.name), &keyboard)])
}
