//! The file of a played game.

use anyhow::bail;
use catalog::GameId;
use record::{GameResult, Tags};
use serde::{Deserialize, Serialize};
use table::{Event, EventKind, Moment, Seat, Table};

use crate::commands::number_of;
use crate::play::dialogue::Dialogue;
use crate::play::early_game_file::EarlyGameFile;
use crate::play::sitting::Sitting;
use crate::terminal;

/// The contents of a file: the events at the table and the state that only a terminal needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameFile {
    events: Vec<Event>,
    /// The playing time so far, in milliseconds.
    now: u64,
    undone: Vec<String>,
    level: u8,
    time: Option<String>,
    is_flipped: bool,
    tags: Vec<(String, String)>,
    /// When the game began, in seconds since 1970.
    began: u64,
    /// The result, so that lists need not replay the game.
    result: Option<ResultText>,
}

/// The result of a game, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ResultText {
    score: String,
    text: String,
}

/// A game as lists show it. Its texts are safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) game: GameId,
    pub(crate) began: Option<u64>,
    pub(crate) white: String,
    pub(crate) black: String,
    /// The position it began with, unless it is the start position.
    pub(crate) fen: Option<String>,
    /// The moves in the notation of records.
    pub(crate) moves: Vec<String>,
    /// The score and the reason, if the game is over.
    pub(crate) result: Option<(String, String)>,
}

impl GameFile {
    /// Reads the text of a file written by this or an earlier version.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        serde_json::from_str(text).or_else(|error| match serde_json::from_str::<EarlyGameFile>(text) {
            Ok(before) => Ok(Self::of(&before.dialogue()?)),
            Err(_) => Err(error.into()),
        })
    }

    /// Captures the current state of a game.
    pub(crate) fn of(dialogue: &Dialogue) -> Self {
        let sitting = &dialogue.sitting;
        let style =
            if sitting.id().has_two_points() { record::ResultStyle::Two } else { record::ResultStyle::One };
        Self {
            events: sitting.table().events().to_vec(),
            now: sitting.now().0,
            undone: sitting.undone().to_vec(),
            level: dialogue.level,
            time: dialogue.time.map(|time| time.to_string()),
            is_flipped: dialogue.is_flipped,
            tags: sitting.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            began: sitting.began,
            result: sitting.ending().map(|ending| ResultText {
                score: GameResult::from(ending.outcome()).text(style).to_owned(),
                text: ending.to_string(),
            }),
        }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.result.is_some()
    }

    /// Rebuilds the game from its events.
    pub(crate) fn dialogue(&self) -> anyhow::Result<Dialogue> {
        let table = Table::rebuild(&self.events)?;
        if table.ending().is_some() != self.is_finished() {
            bail!("the events and the result do not agree");
        }
        if !(1..=10).contains(&self.level) {
            bail!("level {}, expected 1 to 10", self.level);
        }
        let time = self.time.as_deref().map(str::parse).transpose()?;
        let mut tags = Tags::default();
        for (name, value) in &self.tags {
            tags.set(name, value);
        }
        let last = self.events.last().map_or(0, |event| event.at.0);
        let now = Moment(self.now.max(last));
        let sitting = Sitting::resumed(table, now, self.undone.clone(), self.began, tags);
        let &Self { level, is_flipped, .. } = self;
        Ok(Dialogue { sitting, level, time, is_flipped, question: None, is_script: false })
    }

    /// Summarizes the game for lists.
    pub(crate) fn summary(&self) -> anyhow::Result<Summary> {
        let Some(EventKind::Begun { terms }) = self.events.first().map(|event| &event.kind) else {
            bail!("the events do not begin a game");
        };
        let mut seats = [terms.white, terms.black];
        let mut moves = terms.start.moves.clone();
        for event in &self.events {
            match &event.kind {
                EventKind::Moved { mv, .. } => moves.push(mv.clone()),
                EventKind::TakenBack { plies } => moves.truncate(moves.len().saturating_sub(*plies)),
                EventKind::Seated { side, seat } => seats[*side as usize] = *seat,
                _ => {}
            }
        }
        let player = |tag: &str, seat: Seat| {
            let named = self.tags.iter().find(|(name, value)| name == tag && !matches!(&**value, "" | "?"));
            match (named, seat) {
                (Some((_, name)), _) => shown(name),
                (None, Seat::Engine { level }) => format!("engine at level {level}"),
                (None, Seat::Person) => "person".to_owned(),
            }
        };
        Ok(Summary {
            game: terms.start.game.parse()?,
            began: Some(self.began),
            white: player("White", seats[0]),
            black: player("Black", seats[1]),
            fen: terms.start.fen.clone(),
            moves,
            result: self.result.as_ref().map(|result| (shown(&result.score), shown(&result.text))),
        })
    }
}

impl Summary {
    /// A short description: `Chess, 12 moves played`.
    pub(crate) fn title(&self) -> String {
        format!("{}, {} played", self.game.about().title, number_of(self.moves.len() as u64, "move"))
    }
}

/// Makes a text from a file short and safe to print.
fn shown(text: &str) -> String {
    terminal::shown(text).chars().take(LONGEST_NAME).collect()
}

/// The most characters of a name or reason to show.
const LONGEST_NAME: usize = 100;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier::Color;

    use super::*;
    use crate::play::dialogue::PlayOptions;
    use crate::play::sitting::Setup;

    fn played(game: GameId, time: Option<&str>, lines: &[(&str, u64)]) -> Dialogue {
        let time = time.map(|time| time.parse().expect("a time"));
        let options = PlayOptions::with_people(|_| true, 5, time);
        let mut dialogue = Dialogue::new(Setup::new(game.start()), options);
        dialogue.is_script = true;
        for (line, seconds) in lines {
            dialogue.hear(line, Duration::from_secs(*seconds));
        }
        dialogue
    }

    /// Every kind of ending survives writing and reading.
    #[test]
    fn files_preserve_endings() {
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "draw"].map(|line| (line, 0));
        for (time, lines, end) in [
            (None, &[("e4", 0)][..], None),
            (
                None,
                &[("f3", 0), ("e5", 0), ("g4", 0), ("Qh4", 0)],
                Some("Black wins: checkmate (FIDE 5.1.1)"),
            ),
            (None, &[("e4", 0), ("resign", 0)], Some("White wins: Black resigns")),
            (None, &[("e4", 0), ("draw", 0), ("e5", 0), ("draw", 0)], Some("Draw: by agreement")),
            (None, &knights, Some("Draw: threefold repetition (FIDE 9.2), claimed by White")),
            (Some("1+0"), &[("e4", 0), ("e5", 99)], Some("White wins: Black has no time left")),
        ] {
            let dialogue = played(GameId::Chess, time, lines);
            let text = serde_json::to_string(&GameFile::of(&dialogue)).expect("JSON");
            let file = GameFile::read(&text).expect("a game");
            assert_eq!(file.is_finished(), end.is_some());
            let again = file.dialogue().expect("a game");
            assert_eq!(again.sitting.ending(), dialogue.sitting.ending());
            assert_eq!(again.sitting.ending().map(ToString::to_string).as_deref(), end);
            assert_eq!(GameFile::of(&again), file);
            assert_eq!(file.summary().expect("a game").result.map(|(_, text)| text).as_deref(), end);
        }
    }

    /// Files also preserve hops, clocks and time used without a move.
    #[test]
    fn a_game_continues_where_it_stopped() {
        let dialogue = played(GameId::Chess, Some("5+0"), &[("e4", 10), ("g8", 20), ("help", 30)]);
        let again = GameFile::of(&dialogue).dialogue().expect("a game");
        assert_eq!(again.prompt(), "1... black g8> ");
        let left = |dialogue: &Dialogue| {
            Color::ALL.map(|color| dialogue.sitting.time_left(color).map(|left| left.as_secs()))
        };
        assert_eq!(left(&again), [Some(290), Some(250)]);
        assert_eq!(left(&again), left(&dialogue));
    }

    #[test]
    fn a_result_without_an_ending_is_refused() {
        let mut file = GameFile::of(&played(GameId::Chess, None, &[("e4", 0)]));
        file.result = Some(ResultText { score: "1-0".to_owned(), text: "White wins".to_owned() });
        assert!(file.dialogue().is_err());
    }

    #[test]
    fn names_from_files_are_safe_to_print() {
        let mut file = GameFile::of(&played(GameId::Russian, None, &[("c3-d4", 0)]));
        file.tags =
            vec![("White".to_owned(), "\x1b[2J\nEvil".to_owned()), ("Black".to_owned(), "?".to_owned())];
        let summary = file.summary().expect("a game");
        assert_eq!((&*summary.white, &*summary.black), ("\\u{1b}[2J\\nEvil", "person"));
    }

    /// Files of earlier versions hold moves and an ending instead of events.
    #[test]
    fn files_of_earlier_versions_are_read() {
        let before = |more: &str| {
            format!(
                r#"{{"game":"chess","fen":null,"is_lenient":false,"moves":["e4","e5"],"undone":[],
                "engine_plays_white":false,"engine_plays_black":true,"level":3,"is_flipped":false,"tags":[],
                "began":1790000000,{more}}}"#
            )
        };
        let clocks = r#""time":"5+0","clocks":{"white":{"secs":0,"nanos":0},"black":{"secs":200,"nanos":0},"increment":{"secs":0,"nanos":0}}"#;
        for (more, end) in [
            (r#""time":null,"clocks":null,"ending":null"#.to_owned(), None),
            (
                r#""time":null,"clocks":null,"ending":{"how":"resigned","side":"white"}"#.to_owned(),
                Some("Black wins: White resigns"),
            ),
            (r#""time":null,"clocks":null,"ending":{"how":"agreed"}"#.to_owned(), Some("Draw: by agreement")),
            (
                format!(r#"{clocks},"ending":{{"how":"out_of_time","side":"white"}}"#),
                Some("Black wins: White has no time left"),
            ),
        ] {
            let file = GameFile::read(&before(&more)).unwrap_or_else(|error| panic!("{error:#}: {more}"));
            let summary = file.summary().expect("a game");
            assert_eq!((summary.moves.len(), &*summary.black), (2, "engine at level 3"));
            assert_eq!(summary.result.map(|(_, text)| text).as_deref(), end);
            assert_eq!(file.dialogue().expect("a game").sitting.moves(), ["e4", "e5"]);
        }
    }

    /// A claim of earlier versions by the side to move, or with the last move.
    #[test]
    fn claims_of_earlier_versions_are_read() {
        for (by, name) in [("white", "White"), ("black", "Black")] {
            let text = format!(
                r#"{{"game":"chess","fen":null,"is_lenient":false,
                "moves":["Nf3","Nf6","Ng1","Ng8","Nf3","Nf6","Ng1","Ng8"],"undone":[],
                "engine_plays_white":false,"engine_plays_black":false,"level":3,"is_flipped":false,"tags":[],
                "time":null,"clocks":null,"ending":{{"how":"claim","by":"{by}","rule":"threefold_repetition"}}}}"#
            );
            let file = GameFile::read(&text).unwrap_or_else(|error| panic!("{error:#}"));
            let summary = file.summary().expect("a game");
            let end = format!("Draw: threefold repetition (FIDE 9.2), claimed by {name}");
            assert_eq!(summary.result.map(|(_, text)| text), Some(end));
            assert_eq!(summary.moves.len(), 8);
        }
    }
}
