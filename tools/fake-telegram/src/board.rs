//! The boards of Damier's bot: what its buttons mean, and how people move with them.

use boardgame::Color;

use crate::fake::Fake;
use crate::keyboard::Action;
use crate::script::{Script, ScriptPly};
use crate::user::{Answer, User};
use crate::view::View;
use crate::world::{ChatId, Place, World};

/// Where a player looks at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The newest board of the game in a chat of the bot.
    Chat(ChatId),
    /// One message, such as one that was sent inline.
    Message(Place),
}

/// A player, and where the board is.
#[derive(Clone, Debug)]
pub struct PlayerSeat {
    /// The player.
    pub user: User,
    /// Where the player sees the board.
    pub spot: Spot,
}

/// A game between two scripted users.
#[derive(Clone, Debug)]
pub struct Match {
    /// The id of the game.
    pub id: String,
    /// White and Black.
    pub seats: [PlayerSeat; 2],
}

/// What a board lets its viewer do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardState {
    /// Squares can be tapped, after this many plies and hops.
    Squares {
        /// Moves so far.
        ply: usize,
        /// Squares of the move so far.
        hops: usize,
    },
    /// One of several moves must be chosen.
    Choice {
        /// Moves so far.
        ply: usize,
    },
    /// The game has ended.
    Over,
    /// Nothing: it is the opponent's turn.
    Watching,
}

/// A button of a board, read.
struct Read<'a> {
    action: &'a str,
    id: &'a str,
    ply: usize,
    rest: Vec<&'a str>,
}

fn read(data: &str) -> Option<Read<'_>> {
    let mut parts = data.split(':');
    let (action, id, ply) = (parts.next()?, parts.next()?, parts.next()?);
    // Menus and invitations look similar and are not about a game.
    if action == "n" || action == "i" || id.len() != 11 {
        return None;
    }
    Some(Read { action, id, ply: ply.parse().ok()?, rest: parts.collect() })
}

impl View {
    /// The id of the game that the buttons are about.
    #[must_use]
    pub fn game_id(&self) -> Option<&str> {
        self.callback_data().into_iter().find_map(|data| read(data).map(|read| read.id))
    }

    /// What the board lets its viewer do.
    #[must_use]
    pub fn state(&self) -> BoardState {
        let read: Vec<Read<'_>> = self.callback_data().into_iter().filter_map(read).collect();
        let of = |action: &str| read.iter().find(|read| read.action == action);
        if let Some(choice) = of("m") {
            return BoardState::Choice { ply: choice.ply };
        }
        let tap = of("t").and_then(|tap| Some((tap.ply, tap.rest.first()?.parse().ok()?)));
        match tap {
            Some((ply, hops)) => BoardState::Squares { ply, hops },
            None if of("x").is_some() => BoardState::Over,
            None => BoardState::Watching,
        }
    }

    /// The data of the button of a square.
    #[must_use]
    pub fn square(&self, square: &str) -> Option<&str> {
        let is_wanted = |data: &&str| {
            read(data).is_some_and(|read| read.action == "t" && read.rest.get(1) == Some(&square))
        };
        self.callback_data().into_iter().find(is_wanted)
    }

    /// The data of the button with an action, by the letter that the bot gives it: `d` offers a draw.
    #[must_use]
    pub fn action(&self, action: &str) -> Option<&str> {
        self.callback_data().into_iter().find(|data| read(data).is_some_and(|read| read.action == action))
    }
}

impl Match {
    /// The fake that the players use.
    #[must_use]
    pub fn fake(&self) -> &Fake {
        &self.seats[0].user.fake
    }

    /// The seat of a color.
    #[must_use]
    pub fn seat(&self, color: Color) -> &PlayerSeat {
        &self.seats[color as usize]
    }

    /// Waits until a player's board is as wanted.
    ///
    /// # Panics
    ///
    /// If it does not become so.
    pub fn waits_for(&self, color: Color, what: &str, wanted: impl Fn(&View) -> bool) -> View {
        let seat = self.seat(color);
        let what = format!("{what} on the board of {color:?}");
        seat.user.fake.wait(&what, |world| self.view_in(world, color).filter(|view| wanted(view)))
    }

    /// A player's board now.
    #[must_use]
    pub fn view(&self, color: Color) -> Option<View> {
        self.view_in(&self.seat(color).user.fake.inner.lock(), color)
    }

    fn view_in(&self, world: &World, color: Color) -> Option<View> {
        match &self.seat(color).spot {
            Spot::Message(place) => View::of(world, place),
            Spot::Chat(chat) => {
                let places = (Place::Chat(*chat, 0)..=Place::Chat(*chat, i64::MAX), ());
                let newest = world.messages.range(places.0).rev();
                newest
                    .filter(|(_, message)| message.sender.is_none())
                    .filter_map(|(place, _)| View::of(world, place))
                    .find(|view| view.game_id() == Some(&self.id))
            }
        }
    }

    /// Taps the button with an action on a player's board, by its letter.
    ///
    /// # Panics
    ///
    /// If there is no such button.
    pub fn acts(&self, color: Color, action: &str) -> Answer {
        let view =
            self.waits_for(color, &format!("the action {action:?}"), |view| view.action(action).is_some());
        let data = view.action(action).expect("found above");
        self.seat(color).user.presses(&view.place, data)
    }

    /// Plays a move as a person does: the piece, then each hop, then the choice if there is one. Waits until the board
    /// shows that the move is made.
    ///
    /// # Panics
    ///
    /// If the bot does not let the player do so.
    pub fn plays(&self, index: usize, ply: &ScriptPly) {
        let mut step = Step::new(index);
        while let Next::Press(place, data) = self.next(&mut step, ply) {
            self.seat(ply.by).user.presses(&place, &data);
        }
    }

    /// Waits until the mover's board shows the answer to the last tap, and says what to do next.
    ///
    /// # Panics
    ///
    /// If the board does not change, or lacks the button that the move needs.
    pub fn next(&self, step: &mut Step, ply: &ScriptPly) -> Next {
        let what = format!("{:?} to play {} at ply {}", ply.by, ply.full, step.index);
        self.fake().wait(&what, |world| match step.next(self.view_in(world, ply.by).as_ref(), ply) {
            Next::Wait => None,
            next => Some(next),
        })
    }

    /// Waits until the mover's board shows the answer to the last tap.
    pub fn wait_for_change(&self, step: &Step, ply: &ScriptPly) {
        self.next(&mut step.clone(), ply);
    }

    /// Plays the moves of a script from one ply to another.
    pub fn plays_script(&self, script: &Script, plies: std::ops::Range<usize>) {
        for index in plies {
            self.plays(index, &script.plies[index]);
        }
    }
}

/// What to do next to make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The board does not yet show the answer to the last tap.
    Wait,
    /// Tap this button of this message.
    Press(Place, String),
    /// The move is made.
    Done,
}

/// A move on its way, tap by tap.
#[derive(Clone, Debug)]
pub struct Step {
    index: usize,
    last: Option<BoardState>,
}

impl Step {
    /// The move after this many others.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self { index, last: None }
    }

    /// Whether a tap waits for its answer.
    #[must_use]
    pub fn has_tapped(&self) -> bool {
        self.last.is_some()
    }

    /// Looks at the mover's board and says what to do next.
    ///
    /// # Panics
    ///
    /// If the board lacks the button that the move needs.
    pub fn next(&mut self, view: Option<&View>, ply: &ScriptPly) -> Next {
        let Some(view) = view else { return Next::Wait };
        let state = view.state();
        if self.last.as_ref() == Some(&state) {
            return Next::Wait;
        }
        let data = match &state {
            BoardState::Squares { ply: shown, hops } if *shown == self.index => {
                let square = ply.path.get(*hops).unwrap_or_else(|| panic!("after {}\n{view}", ply.full));
                view.square(square).unwrap_or_else(|| panic!("no {square} for {}\n{view}", ply.full))
            }
            BoardState::Choice { ply: shown } if *shown == self.index => choice(view, ply),
            BoardState::Squares { ply: shown, .. } | BoardState::Choice { ply: shown } => {
                return if *shown > self.index { Next::Done } else { Next::Wait };
            }
            // The opponent's turn, after our move.
            BoardState::Over | BoardState::Watching => {
                return if self.last.is_some() { Next::Done } else { Next::Wait };
            }
        };
        let press = Next::Press(view.place.clone(), data.to_owned());
        self.last = Some(state);
        press
    }
}

/// The button of the move among several that share their ends: its text begins with the move as in records, and names
/// the captured squares where that is not enough.
fn choice<'a>(view: &'a View, ply: &ScriptPly) -> &'a str {
    let words = |text: &str| -> Vec<String> {
        let is_part = |c: char| !c.is_alphanumeric();
        text.split(is_part).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let choices = view.buttons().filter_map(|button| match &button.action {
        Action::Callback(data) if data.starts_with("m:") => Some((button.text.as_str(), data)),
        _ => None,
    });
    let score = |text: &str| {
        let rest = text.strip_prefix(&ply.text).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let found = words(rest.unwrap_or_default());
        let named = ply.captured.iter().filter(|square| found.contains(square)).count();
        (rest.is_some(), named, std::cmp::Reverse(found.len()))
    };
    let best = choices.max_by_key(|(text, _)| score(text)).filter(|(text, _)| score(text).0);
    best.map(|(_, data)| data.as_str()).unwrap_or_else(|| panic!("no choice for {}\n{view}", ply.text))
}
