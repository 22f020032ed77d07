//! The commands that players send, and the side they act for.

use boardgame::Color;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use table::{Command, Table};
use utoipa::ToSchema;

use crate::errors::ApiError;

/// The side that a token plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    White,
    Black,
    /// One person plays both sides.
    Both,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl Side {
    /// The name in the API.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Both => "both",
        }
    }

    /// The color that acts: of a person who plays both sides the one given.
    pub(crate) fn color_or(self, color: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Both => color,
        }
    }
}

/// A command of a player. `ply` is the number of moves that the player has seen: a late command is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
#[schema(example = json!({"command": "move", "ply": 0, "move": "32-28"}))]
pub enum PlayerCommand {
    /// Make a move: give either its text or the id of its path.
    Move {
        /// How many moves the player has seen.
        ply: u32,
        /// The move in any unambiguous notation.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 200)]
        mv: Option<String>,
        /// The id of one of the legal paths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 32)]
        path: Option<String>,
    },
    /// Pick a piece, or hop with it.
    Hop {
        /// How many moves the player has seen.
        ply: u32,
        /// The square.
        #[schema(max_length = 8)]
        square: String,
    },
    /// Take the last hop back, or put the piece down.
    UndoHop {
        /// How many moves the player has seen.
        ply: u32,
    },
    /// Pick a piece instead of the one that is picked: its hops are taken back.
    Pick {
        /// How many moves the player has seen.
        ply: u32,
        /// The square of the piece.
        #[schema(max_length = 8)]
        square: String,
    },
    /// Offer a draw.
    OfferDraw {},
    /// Accept a draw.
    AcceptDraw {},
    /// Decline a draw.
    DeclineDraw {},
    /// Claim a draw that the rules give, now or after a move.
    ClaimDraw {
        /// How many moves the player has seen.
        ply: u32,
        /// The move after which the rules give the draw.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 200)]
        mv: Option<String>,
    },
    /// Resign.
    Resign {},
    /// Ask to take moves back.
    AskTakeback {
        /// How many moves the player has seen.
        ply: u32,
        /// The number of moves, counting both players.
        #[schema(minimum = 1)]
        plies: u32,
    },
    /// Let the opponent take moves back.
    AcceptTakeback {
        /// The number of moves that the opponent asked for.
        #[schema(minimum = 1)]
        plies: u32,
    },
    /// Do not let the opponent take moves back.
    DeclineTakeback {},
    /// Ask for another game with the colors changed, or accept it.
    OfferRematch {},
}

/// The identity of a command within its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IdentifiedCommand {
    /// The side that sent it.
    pub(crate) side: Side,
    /// The id in the store. Ids are unique for each side, so that nobody can block the commands of the opponent.
    pub(crate) key: String,
    /// A digest of what it asks for.
    pub(crate) content: String,
}

impl IdentifiedCommand {
    pub(crate) fn new(side: Side, id: &str, command: &PlayerCommand) -> Self {
        let text = serde_json::to_vec(command).expect("commands are plain data");
        let content = Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self { side, key: format!("{}:{id}", side.name()), content }
    }

    /// Checks that a command stored under the same id is this one.
    pub(crate) fn check_same(&self, stored: Option<&str>) -> Result<(), ApiError> {
        match stored {
            Some(content) if content != self.content => Err(ApiError::reused_id()),
            _ => Ok(()),
        }
    }
}

/// The meaning of a command at the table.
pub(crate) enum Meaning {
    Table(Command),
    Rematch { by: Color },
}

impl PlayerCommand {
    /// Translates the command of a side for this table.
    pub(crate) fn meaning(&self, side: Side, table: &Table) -> Result<Meaning, ApiError> {
        let game = table.game();
        let by = side.color_or(game.turn());
        // A person who plays both sides answers for the side that was asked.
        let answers = |asked: Option<Color>| side.color_or(asked.map_or(by, |asked| !asked));
        let answers_draw = || answers(table.draw_offer());
        let answers_takeback = || answers(table.takeback().map(|(by, _)| by));
        Ok(Meaning::Table(match self {
            Self::Move { ply, mv: Some(mv), path: None } => {
                Command::Move { by, ply: *ply as usize, mv: checked_move(mv)?.to_owned() }
            }
            Self::Move { ply, mv: None, path: Some(path) } => {
                // Path ids are valid for one ply only: a late one is refused by its ply.
                match *ply as usize == game.plies() {
                    true => move_by_path(table, by, path)?,
                    false => Command::Move { by, ply: *ply as usize, mv: String::new() },
                }
            }
            Self::Move { .. } => {
                return Err(ApiError::bad_field("command", "neither or both", "either move or path"));
            }
            Self::Hop { ply, square } => {
                let square = boardgame::text::shortened(square);
                Command::Hop { by, ply: *ply as usize, square }
            }
            Self::UndoHop { ply } => Command::UndoHop { by, ply: *ply as usize },
            Self::Pick { ply, square } => {
                let square = boardgame::text::shortened(square);
                Command::Pick { by, ply: *ply as usize, square }
            }
            Self::OfferDraw {} => Command::OfferDraw { by },
            Self::AcceptDraw {} => Command::AcceptDraw { by: answers_draw() },
            Self::DeclineDraw {} => Command::DeclineDraw { by: answers_draw() },
            Self::ClaimDraw { ply, mv } => {
                let with = mv.as_deref().map(checked_move).transpose()?;
                Command::ClaimDraw { by, ply: *ply as usize, with: with.map(str::to_owned) }
            }
            Self::Resign {} => Command::Resign { by },
            Self::AskTakeback { ply, plies } => {
                Command::AskTakeback { by, ply: *ply as usize, plies: *plies as usize }
            }
            Self::AcceptTakeback { plies } => {
                Command::AcceptTakeback { by: answers_takeback(), plies: *plies as usize }
            }
            Self::DeclineTakeback {} => Command::DeclineTakeback { by: answers_takeback() },
            Self::OfferRematch {} => return Ok(Meaning::Rematch { by }),
        }))
    }

    /// The text of the move that the command tries, for an explanation of why it is not legal.
    pub(crate) fn tried_move(&self) -> Option<&str> {
        match self {
            Self::Move { mv, .. } | Self::ClaimDraw { mv, .. } => mv.as_deref(),
            _ => None,
        }
    }
}

/// A move of reasonable length.
fn checked_move(text: &str) -> Result<&str, ApiError> {
    if text.len() <= study::LONGEST_MOVE {
        return Ok(text);
    }
    let most = format!("at most {} bytes", study::LONGEST_MOVE);
    Err(ApiError::bad_field("move", &format!("{} bytes", text.len()), &most))
}

/// The move that the id of a path names. Its first route is what everybody sees anyway.
fn move_by_path(table: &Table, by: Color, id: &str) -> Result<Command, ApiError> {
    let (game, ply) = (table.game(), table.game().plies());
    let command = if id.ends_with(".0") {
        study::move_by_path_id(game, id).map(|mv| Command::Move { by, ply, mv })
    } else {
        let route = study::legal_by_path_id(game, id);
        route.map(|route| Command::MoveAlong {
            by,
            ply,
            path: route.path.into_iter().map(str::to_owned).collect(),
        })
    };
    command.ok_or_else(|| ApiError::bad_field("path", id, "the id of a legal path of this position"))
}
