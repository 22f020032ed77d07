//! What commands about one position share: the game, and the position in it.

use std::ffi::OsStr;

use catalog::{GameId, Place, UnknownGame};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use damier::Reading;

/// The game and the position of a command line.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The game; "damier games" lists them all.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: GameId,
    #[command(flatten)]
    place: PlaceArguments,
}

/// The position of a command line, in a game that is named elsewhere.
#[derive(Args)]
pub(crate) struct PlaceArguments {
    /// The position; "startpos", or nothing, for the start of the game.
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    position: Option<String>,
    /// The position, as an option.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    fen: Option<String>,
    /// Moves to play first: "e4 e5 Nf3", "32-28 19-23".
    #[arg(long, value_name = "MOVES", value_parser = split_moves, allow_hyphen_values = true)]
    moves: Option<Moves>,
    /// Accept positions with more pieces than a side can have, and in chess more checkers, as analysis may
    /// need them.
    #[arg(long)]
    lenient: bool,
}

/// The moves of a command line. A type of its own, since several values would mean a repeated option.
#[derive(Clone)]
struct Moves(Vec<String>);

impl PositionArguments {
    /// Where the position is to be found.
    pub(crate) fn place(&self) -> Place<'_> {
        self.place.place()
    }
}

impl PlaceArguments {
    /// Where the position is to be found.
    pub(crate) fn place(&self) -> Place<'_> {
        let fen = self.position.as_deref().or(self.fen.as_deref());
        let reading = if self.lenient { Reading::Lenient } else { Reading::Strict };
        Place { reading, fen, moves: self.moves.as_ref().map_or(&[], |moves| &moves.0) }
    }
}

/// Reads the name of a game; shells complete it.
#[derive(Clone)]
pub(crate) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = GameId;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<GameId, clap::Error> {
        find_game.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let games = GameId::playable().map(GameId::about);
        Some(Box::new(games.map(|about| PossibleValue::new(about.name).help(about.title))))
    }
}

/// The game of a name.
pub(crate) fn find_game(name: &str) -> Result<GameId, String> {
    name.parse().map_err(|error: UnknownGame| {
        let stop = if error.nearest.is_some() { "" } else { ";" };
        format!("{error}{stop} \"damier games\" lists all games")
    })
}

#[expect(clippy::unnecessary_wraps, reason = "the command line wants a parser that may fail")]
fn split_moves(text: &str) -> Result<Moves, std::convert::Infallible> {
    Ok(Moves(Place::split_moves(text)))
}
