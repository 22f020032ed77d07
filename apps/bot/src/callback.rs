//! The data of buttons: written and read here, side by side. At most 64 bytes.
//!
//! The data passes through the hands of strangers. It names a game and a ply, so that a late tap is recognized; only
//! the seats decide who may do what.

use catalog::GameId;

use crate::invitation::{Opponent, WantedSide};
use crate::token::is_game_id;

/// What a tap wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    /// Something in a game.
    Game {
        /// The id of the game.
        id: String,
        /// How many moves the board shows.
        ply: u32,
        /// What to do.
        action: Action,
    },
    /// A step of choosing a new game; only this person may do it.
    Menu { user: i64, menu: Menu },
    /// Something about an invitation, which is signed.
    Invitation { answer: InvitationAnswer, token: String },
    /// Choose the language of the person who taps.
    Language(String),
    /// The rules of a game.
    Rules(GameId),
    /// Show a game of the person who taps.
    Open(String),
    /// A button that only shows something.
    Nothing,
}

/// What to do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Tap a square, after this many hops.
    Tap {
        hops: u32,
        square: String,
    },
    /// Take the last hop back, of this many.
    UndoHop {
        hops: u32,
    },
    /// Make the move with this path.
    Choose {
        path: String,
    },
    /// Do not choose a move.
    Unchoose,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Claim a draw; with the move that makes it, by its number in the list of claims.
    Claim {
        number: u32,
    },
    /// Resign, as soon as that is confirmed.
    Resign,
    ConfirmResign,
    KeepPlaying,
    Takeback,
    AcceptTakeback,
    DeclineTakeback,
    Rematch,
    /// Show the board after the moves so far; `ply` tells how many.
    View,
    /// Send the record.
    Record,
    /// Set the language of the game to that of the person who taps.
    Speak,
}

/// The steps of choosing a game. What is chosen is in each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Menu {
    /// Which game, from this page of the list.
    Games {
        page: u32,
    },
    Opponent(GameId),
    Side(GameId, Opponent),
    Clock(GameId, Opponent, WantedSide),
    /// Everything is chosen; the clock is a time control or `-`.
    Done(GameId, Opponent, WantedSide, String),
}

/// What to do with an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InvitationAnswer {
    Accept,
    Decline,
    Cancel,
}

impl Callback {
    /// An action in a game.
    pub(crate) fn game(id: &str, ply: usize, action: Action) -> String {
        Self::Game { id: id.to_owned(), ply: ply as u32, action }.write()
    }

    /// Writes the data of a button.
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Game { id, ply, action } => {
                let (letter, rest) = action.write();
                format!("{letter}:{id}:{ply}{rest}")
            }
            Self::Menu { user, menu } => {
                let chosen = match menu {
                    Menu::Games { page } => format!("+{page}"),
                    Menu::Opponent(game) => game.name().to_owned(),
                    Menu::Side(game, opponent) => format!("{}:{}", game.name(), opponent.code()),
                    Menu::Clock(game, opponent, side) => {
                        format!("{}:{}:{}", game.name(), opponent.code(), side.code())
                    }
                    Menu::Done(game, opponent, side, clock) => {
                        format!("{}:{}:{}:{clock}", game.name(), opponent.code(), side.code())
                    }
                };
                format!("n:{user}:{chosen}")
            }
            Self::Invitation { answer, token } => {
                let letter = match answer {
                    InvitationAnswer::Accept => 'a',
                    InvitationAnswer::Decline => 'd',
                    InvitationAnswer::Cancel => 'c',
                };
                format!("i:{letter}:{token}")
            }
            Self::Language(code) => format!("l:{code}"),
            Self::Rules(game) => format!("?:{}", game.name()),
            Self::Open(id) => format!("o:{id}"),
            Self::Nothing => "-".to_owned(),
        }
    }

    /// Reads the data of a button; `None` if it is not ours.
    pub(crate) fn read(data: &str) -> Option<Self> {
        if data.len() > 64 {
            return None;
        }
        if data == "-" {
            return Some(Self::Nothing);
        }
        let (letter, rest) = data.split_once(':')?;
        let parts: Vec<&str> = rest.split(':').collect();
        match (letter, parts.as_slice()) {
            ("n", [user, chosen @ ..]) => {
                Some(Self::Menu { user: user.parse().ok()?, menu: Menu::read(chosen)? })
            }
            ("i", [answer, token]) => {
                let answer = match *answer {
                    "a" => InvitationAnswer::Accept,
                    "d" => InvitationAnswer::Decline,
                    "c" => InvitationAnswer::Cancel,
                    _ => return None,
                };
                Some(Self::Invitation { answer, token: (*token).to_owned() })
            }
            ("l", [code]) => Some(Self::Language((*code).to_owned())),
            ("?", [game]) => Some(Self::Rules(named(game)?)),
            ("o", [id]) => is_game_id(id).then(|| Self::Open((*id).to_owned())),
            (letter, [id, ply, rest @ ..]) if is_game_id(id) => {
                let action = Action::read(letter, rest)?;
                Some(Self::Game { id: (*id).to_owned(), ply: number(ply)?, action })
            }
            _ => None,
        }
    }

    /// The game that data of a button names.
    pub(crate) fn game_of(data: &str) -> Option<String> {
        match Self::read(data)? {
            Self::Game { id, .. } => Some(id),
            _ => None,
        }
    }
}

impl Action {
    fn write(&self) -> (&'static str, String) {
        let plain = |letter| (letter, String::new());
        match self {
            Self::Tap { hops, square } => ("t", format!(":{hops}:{square}")),
            Self::UndoHop { hops } => ("u", format!(":{hops}")),
            Self::Choose { path } => ("m", format!(":{path}")),
            Self::Unchoose => plain("M"),
            Self::OfferDraw => plain("d"),
            Self::AcceptDraw => plain("da"),
            Self::DeclineDraw => plain("dd"),
            Self::Claim { number } => ("c", format!(":{number}")),
            Self::Resign => plain("r"),
            Self::ConfirmResign => plain("ry"),
            Self::KeepPlaying => plain("rn"),
            Self::Takeback => plain("b"),
            Self::AcceptTakeback => plain("ba"),
            Self::DeclineTakeback => plain("bd"),
            Self::Rematch => plain("x"),
            Self::View => plain("v"),
            Self::Record => plain("p"),
            Self::Speak => plain("s"),
        }
    }

    fn read(letter: &str, rest: &[&str]) -> Option<Self> {
        Some(match (letter, rest) {
            ("t", [hops, square]) => {
                let is_square =
                    (1..=4).contains(&square.len()) && square.bytes().all(|b| b.is_ascii_alphanumeric());
                Self::Tap { hops: number(hops)?, square: is_square.then(|| (*square).to_owned())? }
            }
            ("u", [hops]) => Self::UndoHop { hops: number(hops)? },
            ("m", [path]) if path.len() <= 12 => Self::Choose { path: (*path).to_owned() },
            ("M", []) => Self::Unchoose,
            ("d", []) => Self::OfferDraw,
            ("da", []) => Self::AcceptDraw,
            ("dd", []) => Self::DeclineDraw,
            ("c", [claim]) => Self::Claim { number: number(claim)? },
            ("r", []) => Self::Resign,
            ("ry", []) => Self::ConfirmResign,
            ("rn", []) => Self::KeepPlaying,
            ("b", []) => Self::Takeback,
            ("ba", []) => Self::AcceptTakeback,
            ("bd", []) => Self::DeclineTakeback,
            ("x", []) => Self::Rematch,
            ("v", []) => Self::View,
            ("p", []) => Self::Record,
            ("s", []) => Self::Speak,
            _ => return None,
        })
    }
}

impl Menu {
    fn read(chosen: &[&str]) -> Option<Self> {
        Some(match chosen {
            [page] if page.starts_with('+') => Self::Games { page: number(&page[1..])? },
            [game] => Self::Opponent(named(game)?),
            [game, opponent] => Self::Side(named(game)?, Opponent::of_code(opponent)?),
            [game, opponent, side] => {
                Self::Clock(named(game)?, Opponent::of_code(opponent)?, WantedSide::of_code(side)?)
            }
            [game, opponent, side, clock] if clock.len() <= 10 => Self::Done(
                named(game)?,
                Opponent::of_code(opponent)?,
                WantedSide::of_code(side)?,
                (*clock).to_owned(),
            ),
            _ => return None,
        })
    }
}

fn named(name: &str) -> Option<GameId> {
    GameId::ALL.iter().copied().find(|game| game.name() == name)
}

/// A small number without a sign.
fn number(text: &str) -> Option<u32> {
    let is_plain = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::{Action, Callback, InvitationAnswer, Menu};
    use crate::invitation::{Opponent, WantedSide};

    fn check(callback: &Callback) {
        let data = callback.write();
        assert!((1..=64).contains(&data.len()), "{data}");
        assert_eq!(Callback::read(&data).as_ref(), Some(callback), "{data}");
    }

    #[test]
    fn what_is_written_is_read() {
        let tap = Action::Tap { hops: 99, square: "h10".into() };
        let choose = Action::Choose { path: "9999.9999".into() };
        let actions = [
            tap,
            Action::UndoHop { hops: 3 },
            choose,
            Action::Unchoose,
            Action::OfferDraw,
            Action::AcceptDraw,
            Action::DeclineDraw,
            Action::Claim { number: 12 },
            Action::Resign,
            Action::ConfirmResign,
            Action::KeepPlaying,
            Action::Takeback,
            Action::AcceptTakeback,
            Action::DeclineTakeback,
            Action::Rematch,
            Action::View,
            Action::Record,
            Action::Speak,
        ];
        for action in actions {
            check(&Callback::Game { id: "AbCdEfGhIj0".into(), ply: 999_999, action });
        }
        for &game in GameId::ALL {
            let (opponent, side) = (Opponent::Engine(10), WantedSide::Random);
            let menus = [
                Menu::Games { page: 4 },
                Menu::Opponent(game),
                Menu::Side(game, opponent),
                Menu::Clock(game, opponent, side),
                Menu::Done(game, Opponent::Friend, WantedSide::Black, "180+180".into()),
            ];
            for menu in menus {
                check(&Callback::Menu { user: 9_007_199_254_740_991, menu });
            }
            check(&Callback::Rules(game));
        }
        for answer in [InvitationAnswer::Accept, InvitationAnswer::Decline, InvitationAnswer::Cancel] {
            check(&Callback::Invitation { answer, token: "x".repeat(40) });
        }
        check(&Callback::Language("uk".into()));
        check(&Callback::Open("AbCdEfGhIj0".into()));
        check(&Callback::Nothing);
    }

    #[test]
    fn other_data_is_refused() {
        let long = "t:AbCdEfGhIj0:0:0:".to_owned() + &"a".repeat(60);
        for data in [
            "",
            ":",
            "t",
            "t:",
            "t:short:0:0:a1",
            "t:AbCdEfGhIj0:-1:0:a1",
            "t:AbCdEfGhIj0:+1:0:a1",
            "t:AbCdEfGhIj0:0:0:a1:x",
            "t:AbCdEfGhIj0:0:0:",
            "t:AbCdEfGhIj0:0:0:a'1",
            "t:AbCdEfGhIj0:9999999:0:a1",
            "m:AbCdEfGhIj0:0",
            "n:1:nothing",
            "n:x:chess",
            "n:1:chess:99",
            "n:1:chess:f:?",
            "i:z:abc",
            "o:short",
            "?:nothing",
            "zz:AbCdEfGhIj0:0",
            &long,
        ] {
            assert_eq!(Callback::read(data), None, "{data}");
        }
    }
}
