//! Starting an engine and detecting its protocol.

use std::str::FromStr;

use catalog::GameId;
use client::{EngineError, Settings};

use crate::opponent::{CommandOpponent, HubOpponent, Opponent, OpponentError, UciOpponent};
use crate::test_position::{Query, TestPosition};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Protocol {
    /// Detect it: UCI in chess and Hub in draughts, else a script.
    #[default]
    Auto,
    /// The protocol of chess engines.
    Uci,
    /// The protocol of draughts engines.
    Hub,
    /// The command line of this program.
    Damier,
    /// A command that is followed by depth, position and moves.
    Script,
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(match name {
            "auto" => Self::Auto,
            "uci" => Self::Uci,
            "hub" => Self::Hub,
            "damier" => Self::Damier,
            "script" => Self::Script,
            other => {
                return Err(format!("unknown protocol {other:?}, expected auto, uci, hub, damier or script"));
            }
        })
    }
}

/// Starts an engine.
///
/// # Errors
///
/// It cannot be started, or does not speak the protocol.
pub fn open_opponent(
    command: &str,
    protocol: Protocol,
    game: GameId,
    options: &[(String, String)],
    settings: &Settings,
) -> Result<Box<dyn Opponent>, OpponentError> {
    match protocol {
        Protocol::Uci => Ok(Box::new(UciOpponent::start(command, game, options, settings)?)),
        Protocol::Hub => Ok(Box::new(HubOpponent::start(command, game, options, settings)?)),
        Protocol::Damier => Ok(Box::new(CommandOpponent::damier(command, settings))),
        Protocol::Script => Ok(Box::new(CommandOpponent::script(command, settings))),
        Protocol::Auto if is_damier(command) => Ok(Box::new(CommandOpponent::damier(command, settings))),
        Protocol::Auto => {
            let first = if game.is_chess() { Protocol::Uci } else { Protocol::Hub };
            match open_opponent(command, first, game, options, settings) {
                Err(error) if may_be_script(&error) && options.is_empty() => {
                    try_script(command, game, settings).ok_or(error)
                }
                opened => opened,
            }
        }
    }
}

/// Whether the program of a command line is called `damier`.
fn is_damier(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    name == "damier" || name == "damier.exe"
}

/// Whether a failed handshake may come from a script.
fn may_be_script(error: &OpponentError) -> bool {
    matches!(
        error,
        OpponentError::Engine(
            EngineError::Exited { .. } | EngineError::ClosedPipe { .. } | EngineError::Hung { .. }
        )
    )
}

/// The command as a script, if it can count the moves of the start position.
fn try_script(command: &str, game: GameId, settings: &Settings) -> Option<Box<dyn Opponent>> {
    let mut script = CommandOpponent::script(command, settings);
    let answer = script.ask(&TestPosition::start(game).ok()?, Query::of_depth(1)).ok()?;
    (!answer.moves.is_empty()).then(|| Box::new(script) as Box<dyn Opponent>)
}
