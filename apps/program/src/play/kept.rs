//! A game as its file holds it.

use anyhow::{Context, bail};
use catalog::{GameId, Place};
use damier::{Color, Reading};
use record::GameResult;
use serde::{Deserialize, Serialize};

use crate::commands::number_of;
use crate::play::clock::Clocks;
use crate::play::dialogue::{Dialogue, Seat, Terms};
use crate::play::ending::{Act, Ending};
use crate::play::table::Table;
use crate::terminal;

/// A game as its file holds it. What is optional was not written by earlier programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    game: String,
    fen: Option<String>,
    is_lenient: bool,
    moves: Vec<String>,
    undone: Vec<String>,
    engine_plays_white: bool,
    engine_plays_black: bool,
    level: u8,
    time: Option<String>,
    clocks: Option<Clocks>,
    is_flipped: bool,
    tags: Vec<(String, String)>,
    /// When the game began, in seconds since 1970.
    began: Option<u64>,
    ending: Option<KeptEnding>,
    /// The end for lists, which do not replay the game.
    result: Option<KeptResult>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
enum KeptEnding {
    Rules,
    Claim { by: KeptColor, rule: String },
    Resigned { side: KeptColor },
    Agreed,
    OutOfTime { side: KeptColor },
    OutOfTimeAgainstKing { side: KeptColor },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptColor {
    White,
    Black,
}

/// The result of a game, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptResult {
    score: String,
    text: String,
}

/// What a list tells about a game. Its texts can be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) game: GameId,
    pub(crate) began: Option<u64>,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) moves: usize,
    /// The score and the reason, where the game is over.
    pub(crate) result: Option<(String, String)>,
}

impl Kept {
    /// The game on the table as it is now.
    pub(crate) fn of(dialogue: &Dialogue) -> Self {
        let (table, terms) = (&dialogue.table, dialogue.terms);
        let place = table.place();
        let ending = table.ending();
        let style =
            if table.id().has_two_points() { record::ResultStyle::Two } else { record::ResultStyle::One };
        Self {
            game: table.id().name().to_owned(),
            fen: place.fen.map(str::to_owned),
            is_lenient: place.reading == Reading::Lenient,
            moves: table.moves().to_vec(),
            undone: table.undone().to_vec(),
            engine_plays_white: terms.white == Seat::Engine,
            engine_plays_black: terms.black == Seat::Engine,
            level: terms.level,
            time: terms.time.map(|time| time.to_string()),
            clocks: dialogue.clocks,
            is_flipped: dialogue.is_flipped,
            tags: table.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            began: Some(table.began),
            ending: ending.map(KeptEnding::from),
            result: ending.map(|ending| KeptResult {
                score: GameResult::from(ending.outcome()).text(style).to_owned(),
                text: ending.text(),
            }),
        }
    }

    /// Which game it is.
    pub(crate) fn game(&self) -> anyhow::Result<GameId> {
        Ok(self.game.parse()?)
    }

    /// The position it began with, if that is not the start of the game.
    pub(crate) fn fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    /// The moves in the notation of records.
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.ending.is_some()
    }

    /// The game back on a table; every move is played again.
    pub(crate) fn dialogue(&self) -> anyhow::Result<Dialogue> {
        let reading = if self.is_lenient { Reading::Lenient } else { Reading::Strict };
        let place = Place { reading, fen: self.fen.as_deref(), moves: &self.moves };
        let mut table = Table::new(self.game()?, &place)?;
        table.set_undone(self.undone.clone());
        for (name, value) in &self.tags {
            table.tags.set(name, value);
        }
        table.began = self.began.unwrap_or(table.began);
        if !(1..=10).contains(&self.level) {
            bail!("level {}, expected 1 to 10", self.level);
        }
        if let Some(ending) = &self.ending {
            ending.apply(&mut table)?;
        }
        let seat = |is_engine| if is_engine { Seat::Engine } else { Seat::Person };
        let terms = Terms {
            white: seat(self.engine_plays_white),
            black: seat(self.engine_plays_black),
            level: self.level,
            time: self.time.as_deref().map(str::parse).transpose()?,
        };
        let mut dialogue = Dialogue::new(table, terms);
        dialogue.set_clocks(self.clocks);
        dialogue.is_flipped = self.is_flipped;
        Ok(dialogue)
    }

    /// What a list tells about it.
    pub(crate) fn summary(&self) -> anyhow::Result<Summary> {
        let player = |tag: &str, is_engine: bool| {
            let named = self.tags.iter().find(|(name, value)| name == tag && !matches!(&**value, "" | "?"));
            match named {
                Some((_, name)) => shown(name),
                None if is_engine => format!("engine at level {}", self.level),
                None => "person".to_owned(),
            }
        };
        Ok(Summary {
            game: self.game()?,
            began: self.began,
            white: player("White", self.engine_plays_white),
            black: player("Black", self.engine_plays_black),
            moves: self.moves.len(),
            result: self.result.as_ref().map(|result| (shown(&result.score), shown(&result.text))),
        })
    }
}

impl Summary {
    /// What it is, for people: `Chess, 12 moves played`.
    pub(crate) fn title(&self) -> String {
        format!("{}, {} played", self.game.about().title, number_of(self.moves as u64, "move"))
    }
}

/// A text of a file as one short line.
fn shown(text: &str) -> String {
    terminal::shown(text).chars().take(LONGEST_NAME).collect()
}

/// Letters of a name or reason that are shown.
const LONGEST_NAME: usize = 100;

impl KeptEnding {
    /// Ends the game like that.
    fn apply(&self, table: &mut Table) -> anyhow::Result<()> {
        match self {
            Self::Rules if table.ending().is_none() => bail!("the moves do not end the game"),
            Self::Rules => {}
            Self::Claim { by, rule } => {
                let claims = table.claims();
                let claim = claims.iter().find(|reason| reason.name == rule);
                table.claim(
                    (*by).into(),
                    *claim.with_context(|| format!("no draw by {rule:?} can be claimed"))?,
                );
            }
            Self::Resigned { side } => table.end(Act::Resigned((*side).into())),
            Self::Agreed => table.end(Act::Agreed),
            Self::OutOfTime { side } => table.end(Act::OutOfTime((*side).into())),
            Self::OutOfTimeAgainstKing { side } => table.end(Act::OutOfTimeAgainstKing((*side).into())),
        }
        Ok(())
    }
}

impl From<Ending> for KeptEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Rules(..) => Self::Rules,
            Ending::Claim(color, reason) => Self::Claim { by: color.into(), rule: reason.name.to_owned() },
            Ending::Players(Act::Resigned(side)) => Self::Resigned { side: side.into() },
            Ending::Players(Act::Agreed) => Self::Agreed,
            Ending::Players(Act::OutOfTime(side)) => Self::OutOfTime { side: side.into() },
            Ending::Players(Act::OutOfTimeAgainstKing(side)) => {
                Self::OutOfTimeAgainstKing { side: side.into() }
            }
        }
    }
}

impl From<Color> for KeptColor {
    fn from(color: Color) -> Self {
        if color == Color::White { Self::White } else { Self::Black }
    }
}

impl From<KeptColor> for Color {
    fn from(color: KeptColor) -> Self {
        if color == KeptColor::White { Self::White } else { Self::Black }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn played(game: GameId, time: Option<&str>, lines: &[(&str, u64)]) -> Dialogue {
        let table = Table::new(game, &Place::default()).expect("a start");
        let time = time.map(|time| time.parse().expect("a time"));
        let terms = Terms { white: Seat::Person, black: Seat::Person, level: 5, time };
        let mut dialogue = Dialogue::new(table, terms);
        dialogue.is_script = true;
        for (line, seconds) in lines {
            dialogue.hear(line, Duration::from_secs(*seconds));
        }
        dialogue
    }

    /// Every kind of end comes back as it was, also out of its text.
    #[test]
    fn games_come_back_with_their_ends() {
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "draw"].map(|line| (line, 0));
        for (time, lines, end) in [
            (None, &[("e4", 0)][..], None),
            (
                None,
                &[("f3", 0), ("e5", 0), ("g4", 0), ("Qh4", 0)],
                Some("Black wins: checkmate (FIDE 5.1.1)"),
            ),
            (None, &[("e4", 0), ("resign", 0)], Some("White wins: Black resigns")),
            (None, &[("e4", 0), ("draw", 0), ("yes", 0)], Some("Draw: by agreement")),
            (None, &knights, Some("Draw: threefold repetition (FIDE 9.2), claimed by White")),
            (Some("1+0"), &[("e4", 0), ("e5", 99)], Some("White wins: Black has no time left")),
        ] {
            let dialogue = played(GameId::Chess, time, lines);
            let text = serde_json::to_string(&Kept::of(&dialogue)).expect("JSON");
            let kept: Kept = serde_json::from_str(&text).expect("a game");
            assert_eq!(kept.is_finished(), end.is_some());
            let again = kept.dialogue().expect("a game");
            assert_eq!(again.table.ending(), dialogue.table.ending());
            assert_eq!(again.table.ending().map(Ending::text).as_deref(), end);
            assert_eq!(Kept::of(&again), kept);
            assert_eq!(kept.summary().expect("a game").result.map(|(_, text)| text).as_deref(), end);
        }
    }

    #[test]
    fn an_end_that_the_moves_do_not_have_is_refused() {
        let mut kept = Kept::of(&played(GameId::Chess, None, &[("e4", 0)]));
        kept.ending = Some(KeptEnding::Rules);
        assert!(kept.dialogue().is_err());
        kept.ending =
            Some(KeptEnding::Claim { by: KeptColor::White, rule: "threefold_repetition".to_owned() });
        assert!(kept.dialogue().is_err());
    }

    #[test]
    fn names_of_files_can_be_printed() {
        let mut kept = Kept::of(&played(GameId::Russian, None, &[("c3-d4", 0)]));
        kept.tags =
            vec![("White".to_owned(), "\x1b[2J\nEvil".to_owned()), ("Black".to_owned(), "?".to_owned())];
        let summary = kept.summary().expect("a game");
        assert_eq!((&*summary.white, &*summary.black), ("\\u{1b}[2J\\nEvil", "person"));
    }
}
