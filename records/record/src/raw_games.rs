//! Reading games as texts.

use std::io::Read;

use crate::error::{Fault, Location, RecordError};
use crate::games::ReadOptions;
use crate::limits::LARGEST_GAME;
use crate::marks::Marks;
use crate::raw::RawGame;
use crate::raw_event::RawEvent;
use crate::reader::{Reader, ReaderMode};
use crate::repair::{Repair, RepairKind};
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// Reads games as texts, for files whose games differ.
pub fn read_raw_games<R: Read>(read: R, options: ReadOptions) -> RawGames<R> {
    let reader = Reader::with_options(read, options);
    RawGames {
        reader,
        collector: Collector { game: RawGame::new(options), at: START, size: 0 },
        broken: None,
    }
}

/// The games of a record as texts, see [`read_raw_games`].
#[derive(Debug)]
pub struct RawGames<R> {
    reader: Reader<R>,
    collector: Collector,
    broken: Option<RawGame>,
}

impl<R: Read> RawGames<R> {
    /// Whether the last game has ended and only white space follows it, see
    /// [`Reader::ends_between_games`].
    #[must_use]
    pub fn ends_between_games(&self) -> bool {
        self.reader.ends_between_games()
    }

    /// Repairs that belong to no game: after the last one.
    #[must_use]
    pub fn repairs_after(&self) -> &[Repair] {
        &self.collector.game.repairs
    }

    /// What was read of the last game, if it ended in an error. A comment without an end is one of its repairs too, since
    /// its moves may have an error before it, which counts then.
    pub fn take_broken(&mut self) -> Option<RawGame> {
        self.broken.take()
    }
}

impl<R: Read> Iterator for RawGames<R> {
    type Item = Result<RawGame, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.reader.read_game(&mut self.collector);
        if result == Ok(false) {
            return None;
        }
        let mut empty = RawGame::new(self.collector.game.options);
        // The next game is about as long.
        empty.events.reserve(self.collector.game.events.len().min(ROOM));
        let mut game = std::mem::replace(&mut self.collector.game, empty);
        self.broken = None;
        Some(match result {
            Ok(_) => Ok(game),
            Err(error) => {
                if error.fault.is_open_comment() && game.options.mode == ReaderMode::Tolerant {
                    let kind = RepairKind::OpenComment;
                    game.repairs.push(Repair { game: error.game, place: error.place, kind });
                }
                game.rest = self.reader.take_rest();
                // A second error of the same game comes without any of it.
                self.broken = Some(game).filter(|game| game.number == error.game);
                Err(error)
            }
        })
    }
}

/// The most events that room is made for before they are read.
const ROOM: usize = 1024;

const START: Location = Location { line: 1, column: 1 };

/// Writes down what it sees.
#[derive(Debug)]
struct Collector {
    game: RawGame,
    at: Location,
    /// The memory that the game takes, about.
    size: usize,
}

impl Collector {
    fn push(&mut self, event: RawEvent) {
        self.size = self.size.saturating_add(event.memory());
        // What is left out here is reported at the end of the game.
        if self.size <= LARGEST_GAME {
            self.game.events.push((self.at, event));
        }
    }
}

impl Visitor for Collector {
    const WANTS_PLACES: bool = true;
    const WANTS_COMMANDS: bool = true;

    fn place(&mut self, place: Location) {
        self.at = place;
    }

    fn begin_game(&mut self, number: u64, place: Location) {
        (self.game.number, self.game.place, self.at) = (number, place, place);
        self.size = 0;
    }

    fn tag(&mut self, name: &str, value: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.push(RawEvent::Tag(name.to_owned(), value.to_owned()));
        // The first of two counts, and the builder reports the second.
        if self.size <= LARGEST_GAME && self.game.tags.get(name).is_none() {
            self.game.tags.set(name, value);
        }
        Ok(())
    }

    fn end_tags(&mut self, _: &mut Vec<RepairKind>) -> Result<Flow, Fault> {
        self.game.tags_end = Some(self.at);
        Ok(Flow::Visit)
    }

    fn move_number(&mut self, text: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.push(RawEvent::Number(text.as_str().into()));
        Ok(())
    }

    fn mv(&mut self, mv: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.push(RawEvent::Move(mv.as_str().into()));
        Ok(())
    }

    fn marks(&mut self, marks: Marks) {
        self.push(RawEvent::Marks(marks));
    }

    fn comment(&mut self, text: &str, place: CommentPlace) {
        self.push(RawEvent::Comment(text.to_owned(), place));
    }

    fn nag(&mut self, nag: u8) {
        self.push(RawEvent::Nag(nag));
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        self.push(RawEvent::BeginVariation);
        Ok(Flow::Visit)
    }

    fn end_variation(&mut self) {
        self.push(RawEvent::EndVariation);
    }

    fn set_up(&mut self, fen: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.push(RawEvent::SetUp(fen.to_owned()));
        Ok(())
    }

    fn end_game(&mut self, terminator: Terminator, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        if self.size > LARGEST_GAME {
            return Err(Fault::TooMany { what: "bytes of memory for the game", limit: LARGEST_GAME });
        }
        self.push(RawEvent::End(terminator));
        Ok(())
    }

    fn repair(&mut self, repair: Repair) {
        repair.keep_in(&mut self.game.repairs);
    }
}
