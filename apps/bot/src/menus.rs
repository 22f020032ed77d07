//! Choosing a new game, step by step. What is chosen is in the buttons: nothing has to be remembered.

use std::sync::Arc;

use catalog::GameId;

use crate::api::{Button, Keyboard, Place};
use crate::bot::{Bot, Trouble};
use crate::callback::{Callback, InvitationAnswer, Menu};
use crate::handle::Reader;
use crate::invitation::{Invitation, Opponent, WantedSide, read_clock};
use crate::invites;
use crate::language::Language;
use crate::reply::Reply;
use crate::words::{clock_name, escaped, game_name, game_title};

/// Games on a page of the list.
const PAGE: usize = 10;

/// The clocks to choose from; `-` is no clock.
const CLOCKS: [&str; 8] = ["-", "1+1", "3+2", "5+3", "10+5", "15+10", "30+20", "60+30"];

/// The games, the popular ones first.
pub(crate) fn all_games() -> Vec<GameId> {
    let popular = study::popular();
    let others = GameId::ALL.iter().copied().filter(|game| !popular.contains(game));
    popular.iter().copied().chain(others).collect()
}

/// The text and the buttons of a step.
pub(crate) fn step(language: Language, user: i64, menu: &Menu) -> (String, Keyboard) {
    let mut keyboard = Keyboard::default();
    let button = |text: &str, menu: Menu| Button::data(text, Callback::Menu { user, menu }.write());
    let text = match menu {
        Menu::Games { page } => {
            let games = all_games();
            let last = (games.len() - 1) / PAGE;
            let page = (*page as usize).min(last);
            let shown = games.iter().skip(page * PAGE).take(PAGE);
            keyboard.rows(
                shown.map(|&game| button(game_name(language, game), Menu::Opponent(game))).collect(),
                2,
            );
            let to = |text, page: usize| button(text, Menu::Games { page: page as u32 });
            let mut row = Vec::new();
            if page > 0 {
                row.push(to("◀", page - 1));
            }
            if page < last {
                row.push(to("▶", page + 1));
            }
            keyboard.row(row);
            language.text("menu.game").to_owned()
        }
        Menu::Opponent(game) => {
            keyboard.row(vec![button(language.text("menu.friend"), Menu::Side(*game, Opponent::Friend))]);
            let level =
                |level: u8| button(&format!("🤖 {level}"), Menu::Side(*game, Opponent::Engine(level)));
            keyboard.rows((1..=10).map(level).collect(), 5);
            keyboard.row(vec![button(language.text("button.back"), Menu::Games { page: 0 })]);
            language.fill("menu.opponent", &[("game", &escaped(game_title(language, *game)))])
        }
        Menu::Side(game, opponent) => {
            let sides = WantedSide::ALL.map(|side| {
                let text = match side {
                    WantedSide::White => language.text("side.white"),
                    WantedSide::Black => language.text("side.black"),
                    WantedSide::Random => language.text("side.random"),
                };
                button(text, Menu::Clock(*game, *opponent, side))
            });
            keyboard.row(sides.to_vec());
            keyboard.row(vec![button(language.text("button.back"), Menu::Opponent(*game))]);
            language.fill("menu.side", &[("game", &escaped(game_title(language, *game)))])
        }
        Menu::Clock(game, opponent, side) | Menu::Done(game, opponent, side, _) => {
            let clocks = CLOCKS.map(|clock| {
                let text = clock_name(language, read_clock(clock));
                button(&text, Menu::Done(*game, *opponent, *side, clock.to_owned()))
            });
            keyboard.rows(clocks.to_vec(), 2);
            keyboard.row(vec![button(language.text("button.back"), Menu::Side(*game, *opponent))]);
            language.fill("menu.clock", &[("game", &escaped(game_title(language, *game)))])
        }
    };
    (text, keyboard)
}

/// Somebody taps a step.
pub(crate) async fn chosen(
    bot: &Arc<Bot>,
    reader: &Reader,
    place: &Place,
    key: &str,
    user: i64,
    menu: &Menu,
) -> Result<(String, Vec<Reply>), Trouble> {
    let language = reader.language;
    if user != reader.id {
        return Ok((language.text("menu.not_yours").to_owned(), Vec::new()));
    }
    let Menu::Done(game, opponent, side, clock) = menu else {
        let (text, keyboard) = step(language, user, menu);
        return Ok((String::new(), vec![Reply::edit(place, &text, &keyboard)]));
    };
    let clock = if clock == "-" { None } else { read_clock(clock) };
    let nonce = nonce_of(key, place);
    let invitation =
        Invitation { inviter: user, game: *game, opponent: *opponent, side: *side, clock, nonce };
    let token = invitation.sign(&bot.token);
    if matches!(opponent, Opponent::Engine(_)) {
        return invites::answered(bot, reader, place, InvitationAnswer::Accept, &token).await;
    }
    let html = invites::html(language, &invitation, &reader.person.name);
    let is_group = matches!(place, Place::Chat { chat, .. } if *chat < 0);
    if is_group {
        let keyboard = invites::buttons(language, &invitation, &token, invites::Audience::Many);
        return Ok((String::new(), vec![Reply::edit(place, &html, &keyboard)]));
    }
    invites::remember_link(bot, &token, place).await?;
    let link = format!("https://t.me/{}?start=i{token}", bot.me.username.as_deref().unwrap_or_default());
    let mut keyboard = Keyboard::default();
    let query = format!(
        "{} {} {}",
        game.name(),
        side.code(),
        clock.map_or_else(String::new, |clock| clock.to_string())
    );
    keyboard.row(vec![Button::switch(language.text("button.share"), query.trim().to_owned())]);
    let cancel = Callback::Invitation { answer: InvitationAnswer::Cancel, token };
    keyboard.row(vec![Button::data(language.text("button.cancel"), cancel.write())]);
    let text = format!("{html}\n\n{}\n{link}", language.text("invite.link"));
    Ok((String::new(), vec![Reply::edit(place, &text, &keyboard)]))
}

/// A number for this message and update: the same if the update comes again.
fn nonce_of(key: &str, place: &Place) -> u32 {
    let text = match place {
        Place::Chat { chat, message } => format!("{key} {chat} {message}"),
        Place::Inline(id) => format!("{key} {id}"),
    };
    // FNV-1a: it only has to differ.
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::{all_games, step};
    use crate::callback::{Callback, Menu};
    use crate::invitation::{Opponent, WantedSide};
    use crate::language::Language;

    #[test]
    fn every_game_is_on_one_page() {
        let mut games = all_games();
        games.sort_by_key(|game| game.name());
        let mut all = GameId::ALL.to_vec();
        all.sort_by_key(|game| game.name());
        assert_eq!(games, all);
    }

    #[test]
    fn buttons_lead_to_the_next_step() {
        let menus = [
            Menu::Games { page: 0 },
            Menu::Games { page: 99 },
            Menu::Opponent(GameId::Russian),
            Menu::Side(GameId::Russian, Opponent::Engine(3)),
            Menu::Clock(GameId::Russian, Opponent::Friend, WantedSide::Random),
        ];
        for menu in menus {
            for language in Language::ALL {
                let (text, keyboard) = step(language, 7, &menu);
                assert!(!text.is_empty());
                for button in keyboard.inline_keyboard.iter().flatten() {
                    let data = button.callback_data.as_deref().unwrap();
                    assert!(matches!(Callback::read(data), Some(Callback::Menu { user: 7, .. })), "{data}");
                }
            }
        }
    }
}
