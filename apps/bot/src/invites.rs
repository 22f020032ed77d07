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
use crate::words::{clock_name, escaped, game_title};

/// Invitations that were declined or canceled.
const SPACE: &str = "telegram.invitation";

/// The messages with links, by the games that they begin.
const SHARED: &str = "telegram.shared";

/// A line for the person who tapped, and messages.
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
        ("game", escaped(game_title(language, invitation.game))),
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
    let is_own = reader.id == invitation.inviter;
    if let Some(chat) = bot.book.find(&id).await? {
        // The messages may not show it yet: the bot was killed, or this is an old button.
        bot.refresh(&id).await;
        let replies = match chat.side_of(reader.id) {
            Some(_) => begun(bot, place, &invitation, &id).await?,
            None => Vec::new(),
        };
        return Ok((language.text("invite.begun").to_owned(), replies));
    }
    if let Some(note) = bot.games.store().note(SPACE, &id).await? {
        let closed = Closed::read(&note);
        let is_party = is_own || closed.is_some_and(|closed| closed.by == reader.id);
        let replies = match closed.filter(|_| is_party) {
            Some(closed) => closed.replies(bot, place, &invitation, &id).await?,
            None => Vec::new(),
        };
        return Ok((language.text("invite.closed").to_owned(), replies));
    }
    let is_with_engine = matches!(invitation.opponent, Opponent::Engine(_));
    match answer {
        InvitationAnswer::Cancel if !is_own => say(language.text("invite.not_yours")),
        InvitationAnswer::Decline if is_own => say(language.text("invite.yours")),
        InvitationAnswer::Accept if !is_own && is_with_engine => say(language.text("invite.not_yours")),
        InvitationAnswer::Accept if is_own && !is_with_engine => say(language.text("invite.yours")),
        InvitationAnswer::Accept => begin(bot, reader, place, &invitation, &id).await,
        InvitationAnswer::Decline | InvitationAnswer::Cancel => {
            let closed = Closed { by: reader.id, is_canceled: answer == InvitationAnswer::Cancel };
            let notes = vec![Note::new(SPACE, &id, closed.write())];
            bot.games.store().keep(Keep { notes, ..Keep::default() }).await?;
            let mut replies = closed.replies(bot, place, &invitation, &id).await?;
            replies.extend(closed.news(bot, place, &invitation).await?);
            Ok((String::new(), replies))
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

/// Who closed an invitation, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Closed {
    by: i64,
    is_canceled: bool,
}

impl Closed {
    fn write(self) -> String {
        format!("{} {}", if self.is_canceled { "canceled" } else { "declined" }, self.by)
    }

    fn read(note: &str) -> Option<Self> {
        let (how, by) = note.split_once(' ')?;
        Some(Self { by: by.parse().ok()?, is_canceled: how == "canceled" })
    }

    async fn line(self, bot: &Bot, language: Language) -> Result<String, Trouble> {
        let name = escaped(&bot.people.find(self.by).await?.name);
        let values: &[(&str, &str)] = &[("name", &name)];
        Ok(match self.is_canceled {
            true => language.fill("invite.canceled", values),
            false => language.fill("invite.declined", values),
        })
    }

    /// The messages of the invitation say that it is over.
    async fn replies(
        self,
        bot: &Bot,
        place: &Place,
        invitation: &Invitation,
        id: &str,
    ) -> Result<Vec<Reply>, Trouble> {
        let language = bot.people.find(invitation.inviter).await?.language();
        let line = self.line(bot, language).await?;
        settled(bot, place, invitation, id, &line).await
    }

    /// Tells the inviter in the private chat that somebody declined elsewhere.
    async fn news(self, bot: &Bot, place: &Place, invitation: &Invitation) -> Result<Option<Reply>, Trouble> {
        let inviter = bot.people.find(invitation.inviter).await?;
        let is_elsewhere =
            matches!(place, Place::Chat { chat, .. } if *chat != invitation.inviter && *chat > 0);
        if self.is_canceled || !is_elsewhere || !inviter.has_chat {
            return Ok(None);
        }
        let line = self.line(bot, inviter.language()).await?;
        Ok(Some(Reply::text(invitation.inviter, &line, &Keyboard::default())))
    }
}

/// The messages of an invitation that is settled: the one that was answered, and the one with the link. They lose
/// their buttons. An edit that is made again after a kill changes nothing.
async fn settled(
    bot: &Bot,
    place: &Place,
    invitation: &Invitation,
    id: &str,
    line: &str,
) -> Result<Vec<Reply>, Trouble> {
    let inviter = bot.people.find(invitation.inviter).await?;
    let terms = html(inviter.language(), invitation, &inviter.name);
    let html = format!("{terms}\n\n{line}");
    let note = bot.games.store().note(SHARED, id).await?;
    let linked: Option<Place> = note.and_then(|note| serde_json::from_str(&note).ok());
    let places = [Some(place), linked.as_ref().filter(|linked| *linked != place)];
    Ok(places.into_iter().flatten().map(|place| Reply::edit(place, &html, &Keyboard::default())).collect())
}

/// The messages of an invitation whose game has begun; an inline message shows the board instead.
async fn begun(bot: &Bot, place: &Place, invitation: &Invitation, id: &str) -> Result<Vec<Reply>, Trouble> {
    if matches!(place, Place::Inline(_)) {
        return Ok(Vec::new());
    }
    let language = bot.people.find(invitation.inviter).await?.language();
    settled(bot, place, invitation, id, language.text("invite.begun")).await
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
    bot.book.add(id, ChatGame::new(id, language, people, targets)).await?;
    for user in people.into_iter().flatten() {
        bot.people.change(user, |person| person.put_first(id)).await?;
    }
    bot.refresh(id).await;
    Ok((String::new(), begun(bot, place, invitation, id).await?))
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
    // The reader of this message cannot cancel it.
    keyboard.inline_keyboard.truncate(1);
    Ok(vec![Reply::text(reader.id, &html(language, &invitation, &inviter.name), &keyboard)])
}
