//! How people begin games with Damier's bot.

use std::collections::BTreeSet;

use catalog::GameId;

use crate::board::{Match, PlayerSeat, Spot};
use crate::fake::Fake;
use crate::keyboard::Action;
use crate::user::{User, newest};
use crate::view::View;
use crate::world::{ChatId, Place};

impl Fake {
    /// Two people begin a game in their chats with the bot: one chooses, the other opens the link. The side is that of
    /// the inviter, `w` or `b`; the clock is as in `5+3`, or `-`.
    pub fn begin_direct(&self, game: GameId, inviter: &User, guest: &User, side: &str, clock: &str) -> Match {
        let before = self.games_in(inviter.chat());
        let menu = self.open_menu(inviter);
        inviter.presses(&menu, &format!("n:{}:{}:f:{side}:{clock}", inviter.id(), game.name()));
        let view = inviter.waits_until(&menu, "a link", |view| view.link().is_some());
        let invitation = guest.opens(&view.link().expect("found above"));
        let is_newer = |view: &View| view.place > invitation;
        let view = guest.waits_for(guest.chat(), "the invitation", |view| {
            is_newer(view) && (view.game_id().is_some() || view.accept().is_some())
        });
        if let Some(data) = view.accept() {
            guest.presses(&view.place, &data);
        }
        let seat = |user: &User| PlayerSeat { user: user.clone(), spot: Spot::Chat(user.chat()) };
        let mut seats = [seat(inviter), seat(guest)];
        if side == "b" {
            seats.reverse();
        }
        self.wait_for_boards(inviter.chat(), &before, seats)
    }

    /// Opens the menu of games in a user's chat with the bot.
    pub fn open_menu(&self, user: &User) -> Place {
        let typed = user.types(user.chat(), "/play");
        user.waits_for(user.chat(), "the menu", |view| {
            view.place > typed && view.callback_data().iter().any(|data| data.starts_with("n:"))
        })
        .place
    }

    /// A game in a group with the bot: one invites and plays White, another accepts.
    ///
    /// # Panics
    ///
    /// If the game does not begin.
    pub fn begin_in_group(&self, game: GameId, group: ChatId, white: &User, black: &User) -> Match {
        let before = self.games_in(group);
        let view = self.invite_in_group(game, group, white);
        black.presses(&view.place, &view.accept().expect("a button to accept"));
        let seat = |user: &User| PlayerSeat { user: user.clone(), spot: Spot::Chat(group) };
        self.wait_for_boards(group, &before, [seat(white), seat(black)])
    }

    /// Invites everybody in a group to a game as Black, and returns the invitation.
    pub fn invite_in_group(&self, game: GameId, group: ChatId, user: &User) -> View {
        let typed = user.types(group, &format!("/play {}", game.name()));
        let menu = user.waits_for(group, "the menu", |view| {
            view.place > typed && view.callback_data().iter().any(|data| data.starts_with("n:"))
        });
        user.presses(&menu.place, &format!("n:{}:{}:f:w:-", user.id(), game.name()));
        user.waits_until(&menu.place, "an invitation", |view| view.accept().is_some())
    }

    /// A game in a message that one sends with the bot's help to a chat without the bot.
    ///
    /// # Panics
    ///
    /// If the game does not begin.
    pub fn begin_inline(&self, game: GameId, white: &User, black: &User) -> Match {
        let chat = self.group("Without the bot", &[white, black], false);
        let place = self.invite_inline(&format!("{} white", game.name()), white, chat);
        let view = self.view(&place).expect("a message");
        black.presses(&place, &view.accept().expect("a button to accept"));
        let seat = |user: &User| PlayerSeat { user: user.clone(), spot: Spot::Message(place.clone()) };
        self.wait_for_boards(chat, &BTreeSet::new(), [seat(white), seat(black)])
    }

    /// Sends the first result of an inline query to a chat.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn invite_inline(&self, query: &str, user: &User, chat: ChatId) -> Place {
        let results = user.asks_inline(query);
        let result = results.first().unwrap_or_else(|| panic!("no result for {query:?}"));
        user.chooses(result, query, chat)
    }

    /// Waits until the board of a game that was not there before is shown to both.
    fn wait_for_boards(&self, chat: ChatId, before: &BTreeSet<String>, seats: [PlayerSeat; 2]) -> Match {
        let id = self.wait("the board", |world| {
            let views = newest(world, chat);
            let ids = views.iter().filter_map(View::game_id).find(|&id| !before.contains(id));
            ids.map(str::to_owned)
        });
        let table = Match { id, seats };
        for color in [boardgame::Color::White, boardgame::Color::Black] {
            table.waits_for(color, "the board", |view| view.game_id() == Some(&table.id));
        }
        table
    }

    fn games_in(&self, chat: ChatId) -> BTreeSet<String> {
        let views = newest(&self.inner.lock(), chat);
        views.iter().filter_map(View::game_id).map(str::to_owned).collect()
    }
}

impl View {
    /// The data of the button that accepts the invitation.
    #[must_use]
    pub fn accept(&self) -> Option<String> {
        self.invitation('a')
    }

    /// The data of a button of an invitation, by its letter: `a`ccept, `d`ecline, `c`ancel.
    #[must_use]
    pub fn invitation(&self, letter: char) -> Option<String> {
        let prefix = format!("i:{letter}:");
        self.callback_data().into_iter().find(|data| data.starts_with(&prefix)).map(str::to_owned)
    }

    /// The link to the bot in the message or on one of its buttons.
    #[must_use]
    pub fn link(&self) -> Option<String> {
        let of_button = self.buttons().find_map(|button| match &button.action {
            Action::Url(url) if url.contains("?start=") => Some(url.clone()),
            _ => None,
        });
        of_button.or_else(|| {
            let at = self.text.find("https://t.me/")?;
            let link = self.text[at..].split_whitespace().next()?;
            link.contains("?start=").then(|| link.to_owned())
        })
    }
}
