//! What the bot remembers of a game: who plays, in which language, and which messages show it.

use boardgame::Color;
use serde::{Deserialize, Serialize};

use crate::api::Place;
use crate::language::Language;

/// What the bot remembers of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChatGame {
    pub(crate) language: Language,
    /// The people, by color; nobody where an engine plays.
    pub(crate) people: [Option<i64>; 2],
    /// The first of the games that follow each other as rematches: seat tokens belong to it.
    pub(crate) first: String,
    /// The messages that show the game.
    pub(crate) screens: Vec<Screen>,
    /// Moves to choose from, at this ply: promotions, captures with the same ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) choice: Option<Choice>,
    /// The player who asked to resign and must confirm it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) resigning: Option<Color>,
    /// Counts changes of this note that boards show.
    #[serde(default)]
    pub(crate) version: u64,
}

/// Moves to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Choice {
    pub(crate) ply: usize,
    /// The ids of paths.
    pub(crate) paths: Vec<String>,
}

/// A message that shows a game, or will show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Screen {
    pub(crate) target: Target,
    /// The state that it shows: the last event and the version of the note.
    #[serde(default)]
    pub(crate) shown: (u64, u64),
    /// After the end: the ply that somebody looks at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) viewed: Option<usize>,
    /// A new message is under way. After a kill nobody knows whether it arrived: then another one takes its place.
    #[serde(default)]
    pub(crate) is_sending: bool,
    /// Nothing can be shown there any more.
    #[serde(default)]
    pub(crate) is_dead: bool,
}

/// Where a game is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Target {
    /// A picture in a person's own chat with the bot.
    Private {
        user: i64,
        #[serde(default)]
        message: Option<i64>,
    },
    /// A picture in a group.
    Group {
        chat: i64,
        #[serde(default)]
        message: Option<i64>,
    },
    /// A board of buttons in a message that was sent through the bot.
    Inline { id: String },
}

impl Target {
    /// The message, once it is there.
    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Self::Private { user: chat, message } | Self::Group { chat, message } => {
                message.map(|message| Place::Chat { chat: *chat, message })
            }
            Self::Inline { id } => Some(Place::Inline(id.clone())),
        }
    }

    /// The chat, if messages can be sent there.
    pub(crate) fn chat(&self) -> Option<i64> {
        match self {
            Self::Private { user: chat, .. } | Self::Group { chat, .. } => Some(*chat),
            Self::Inline { .. } => None,
        }
    }

    pub(crate) fn set_message(&mut self, new: Option<i64>) {
        match self {
            Self::Private { message, .. } | Self::Group { message, .. } => *message = new,
            Self::Inline { .. } => {}
        }
    }
}

impl Screen {
    pub(crate) fn new(target: Target) -> Self {
        Self { target, shown: (0, 0), viewed: None, is_sending: false, is_dead: false }
    }
}

impl ChatGame {
    pub(crate) fn new(
        first: &str,
        language: Language,
        people: [Option<i64>; 2],
        targets: Vec<Target>,
    ) -> Self {
        let screens = targets.into_iter().map(Screen::new).collect();
        let first = first.to_owned();
        Self { language, people, first, screens, choice: None, resigning: None, version: 1 }
    }

    /// The sides that a person plays.
    pub(crate) fn side_of(&self, user: i64) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&color| self.people[color as usize] == Some(user))
    }

    /// The screen of a message.
    pub(crate) fn screen_at(&self, place: &Place) -> Option<usize> {
        self.screens.iter().position(|screen| screen.target.place().as_ref() == Some(place))
    }

    /// The message that shows the game in a chat.
    pub(crate) fn message_in(&self, chat: i64) -> Option<i64> {
        let message = |screen: &Screen| match screen.target.place() {
            Some(Place::Chat { chat: own, message }) if own == chat => Some(message),
            _ => None,
        };
        self.screens.iter().find_map(message)
    }

    /// Drops the open choice and the open resignation of a player who has done something else. Those of the other
    /// player stay.
    pub(crate) fn put_aside(&mut self, by: Color, turn: Color) {
        let (chooses, resigns) = (self.choice.is_some() && by == turn, self.resigning == Some(by));
        if chooses {
            self.choice = None;
        }
        if resigns {
            self.resigning = None;
        }
        self.version += u64::from(chooses || resigns);
    }

    /// Whether a message is above the one that shows the game in its chat: Telegram numbers the messages of a chat.
    pub(crate) fn is_outdated(&self, place: &Place) -> bool {
        let Place::Chat { chat, message } = place else { return false };
        self.message_in(*chat).is_some_and(|newest| *message < newest)
    }

    /// What the bot must remember of the rematch.
    pub(crate) fn rematch(&self) -> Self {
        let [white, black] = self.people;
        let mut targets: Vec<Target> = self.screens.iter().map(|screen| screen.target.clone()).collect();
        targets.iter_mut().for_each(|target| target.set_message(None));
        Self::new(&self.first, self.language, [black, white], targets)
    }
}

#[cfg(test)]
mod tests {
    use boardgame::Color;

    use super::{ChatGame, Choice, Target};
    use crate::api::Place;
    use crate::language::Language;

    fn game() -> ChatGame {
        let targets = vec![
            Target::Private { user: 7, message: Some(70) },
            Target::Group { chat: -5, message: None },
            Target::Inline { id: "abc".into() },
        ];
        ChatGame::new("AAAAAAAAAAA", Language::Uk, [Some(7), Some(8)], targets)
    }

    #[test]
    fn notes_come_back() {
        let text = serde_json::to_string(&game()).unwrap();
        assert_eq!(serde_json::from_str::<ChatGame>(&text).unwrap(), game());
    }

    #[test]
    fn people_have_sides() {
        let game = game();
        assert_eq!(
            (game.side_of(7), game.side_of(8), game.side_of(9)),
            (Some(Color::White), Some(Color::Black), None)
        );
        assert_eq!(game.screen_at(&Place::Chat { chat: 7, message: 70 }), Some(0));
        assert_eq!(game.screen_at(&Place::Chat { chat: 7, message: 71 }), None);
        assert_eq!(game.screen_at(&Place::Inline("abc".into())), Some(2));
    }

    #[test]
    fn boards_above_the_newest_are_outdated() {
        let game = game();
        let at = |chat, message| game.is_outdated(&Place::Chat { chat, message });
        assert!(at(7, 69));
        // The newest one, and one that is on its way to be noted.
        assert!(!at(7, 70) && !at(7, 71));
        // Chats whose board is not known, and inline messages.
        assert!(!at(-5, 1) && !at(8, 1) && !game.is_outdated(&Place::Inline("other".into())));
    }

    #[test]
    fn questions_to_a_player_outlive_what_the_other_does() {
        let mut game = game();
        let choice = Choice { ply: 0, paths: vec!["1".into()] };
        (game.choice, game.resigning) = (Some(choice), Some(Color::White));
        let asked = game.clone();
        // White is to move and chooses: Black offers a draw.
        game.put_aside(Color::Black, Color::White);
        assert_eq!(game, asked);
        game.put_aside(Color::White, Color::White);
        assert_eq!((&game.choice, game.resigning, game.version), (&None, None, asked.version + 1));
        // Black moves: White may still confirm.
        game.resigning = Some(Color::White);
        game.put_aside(Color::Black, Color::Black);
        assert_eq!(game.resigning, Some(Color::White));
    }

    #[test]
    fn a_rematch_changes_colors_and_messages() {
        let next = game().rematch();
        assert_eq!((next.people, next.first.as_str()), ([Some(8), Some(7)], "AAAAAAAAAAA"));
        assert_eq!(next.screens[0].target, Target::Private { user: 7, message: None });
        assert_eq!(next.screens[2].target, Target::Inline { id: "abc".into() });
    }
}
