//! The reasons in words.

use crate::explain::{Illegal, Placed};
use crate::piece::Role;
use crate::square::Square;

impl Illegal {
    /// The reason in words.
    #[must_use]
    pub fn text(&self) -> String {
        match *self {
            Self::GameOver { outcome, reason } => {
                let words = |text: &str| text.replace('_', " ");
                format!("the game is over: {}, {}", words(&outcome.to_string()), words(reason.name))
            }
            Self::NoPiece { square } => format!("there is no piece on {square}"),
            Self::NotYours { square, piece } => {
                let (owner, turn) = (piece.color.name(), (!piece.color).name());
                format!("the {} on {square} belongs to {owner}; {turn} is to move", piece.role.name())
            }
            Self::NoSuchPiece { color, role } => {
                format!("{} has no matching {}", color.name(), role.name())
            }
            Self::StaysPut { square } => format!("the move starts and ends on {square}"),
            Self::OwnPiece { square, role } => format!("{square} is occupied by your own {}", role.name()),
            Self::NotItsWay { role, from, to } => {
                format!("a {} cannot move from {from} to {to}: {}", role.name(), movement(role))
            }
            Self::NoneGoes { role, to } => format!("no {} can reach {to}: {}", role.name(), movement(role)),
            Self::NotNamed { role, from, to } => {
                format!("the {} on {from} can reach {to}, but the move does not identify it", role.name())
            }
            Self::Blocked { role, from, to, by } => {
                format!("the {} cannot move from {from} to {to}: {by} is in the way", role.name())
            }
            Self::DoubleStep { from, to } => {
                format!("a pawn can move two squares only from its starting square, not from {from} to {to}")
            }
            Self::PawnTakesNothing { from, to } => {
                format!("the pawn on {from} can move diagonally only to capture, and {to} is empty")
            }
            Self::NothingToCapture { to } => format!("there is nothing to capture on {to}"),
            Self::NoEnPassant { to } => format!("there is nothing to capture en passant on {to}"),
            Self::NotEnPassant { pawn, to } => {
                format!(
                    "the pawn on {pawn} did not just move two squares, so it cannot be captured en passant on {to}"
                )
            }
            Self::PromotionMissing { to } => format!(
                "the pawn reaches {to}, but the move does not say what it promotes to: queen, rook, bishop or knight"
            ),
            Self::NotAPawn { role } => format!("a {} cannot promote", role.name()),
            Self::NotLastRank { to } => {
                format!("a pawn promotes only on the last rank, and {to} is not on it")
            }
            Self::BadPromotion { role } => format!(
                "a pawn promotes to a queen, rook, bishop or knight{}",
                if role == Role::King { ", not to a king" } else { " and cannot stay a pawn" }
            ),
            Self::Unexplained => "no legal move matches".to_owned(),
            _ => self.king_text(),
        }
    }

    /// The reasons that concern the king: checks, pins and castling.
    fn king_text(&self) -> String {
        match *self {
            Self::EnPassantExposes { pawn, king, by } => {
                format!("capturing the pawn on {pawn} en passant would expose the king on {king} to {by}")
            }
            Self::KingAttacked { from, to, by, through: true } => {
                format!("the king on {from} cannot move to {to}: {by} attacks {to} through {from}")
            }
            Self::KingAttacked { from, to, by, .. } => {
                format!("the king on {from} cannot move to {to}: {by} attacks {to}")
            }
            Self::CastlingRightLost { color, short } => {
                let (player, side) = (color.name(), if short { "kingside" } else { "queenside" });
                format!("{player} may not castle {side}: the king or the rook has moved or is not in place")
            }
            Self::CastlingInCheck { king, by } => {
                format!("the king on {king} cannot castle while in check from {by}")
            }
            Self::CastlingAttacked { square, by, arrives } => {
                let direction = if arrives { "to" } else { "through" };
                format!("the king cannot castle {direction} {square}: {by} attacks {square}")
            }
            Self::CastlingBlocked { rook, by } => format!("{by} blocks castling with the rook on {rook}"),
            Self::CastlingExposes { rook, king, by } => {
                format!("castling takes the rook off {rook} and exposes the king on {king} to {by}")
            }
            Self::CastlingWritten { king, rook } => {
                let text = if rook > king { "O-O" } else { "O-O-O" };
                format!("write castling with the rook on {rook} as {text}")
            }
            Self::Pinned { role, from, king, by } => {
                format!("the {} on {from} is pinned to the king on {king} by {by}", role.name())
            }
            Self::StaysInCheck { king, by } => {
                format!("the king on {king} would still be in check from {by}")
            }
            Self::DoubleCheck { king, first, second } => {
                format!("{first} and {second} both check the king on {king}: only the king can move")
            }
            _ => String::new(),
        }
    }

    /// The reason in words, with its article.
    #[must_use]
    pub fn with_article(&self, chess960: bool) -> String {
        let text = self.text();
        self.article(chess960).map_or_else(|| text.clone(), |article| format!("{text} ({article})"))
    }

    /// The squares that the reason names.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            Self::NoPiece { square }
            | Self::NotYours { square, .. }
            | Self::StaysPut { square }
            | Self::OwnPiece { square, .. } => vec![square],
            Self::NotItsWay { from, to, .. }
            | Self::NotNamed { from, to, .. }
            | Self::DoubleStep { from, to }
            | Self::PawnTakesNothing { from, to } => vec![from, to],
            Self::NotEnPassant { pawn, to } => vec![pawn, to],
            Self::PromotionMissing { to }
            | Self::NotLastRank { to }
            | Self::NoneGoes { to, .. }
            | Self::NothingToCapture { to }
            | Self::NoEnPassant { to } => vec![to],
            Self::Blocked { by, .. } => vec![by.square],
            Self::EnPassantExposes { pawn, king, by } => vec![pawn, king, by.square],
            Self::KingAttacked { from, to, by, .. } => vec![from, to, by.square],
            Self::CastlingInCheck { king, by } | Self::StaysInCheck { king, by } => vec![king, by.square],
            Self::CastlingAttacked { square, by, .. } => vec![square, by.square],
            Self::CastlingBlocked { rook, by } => vec![rook, by.square],
            Self::CastlingExposes { rook, king, by } => vec![rook, king, by.square],
            Self::CastlingWritten { king, rook } => vec![king, rook],
            Self::Pinned { from, king, by, .. } => vec![from, king, by.square],
            Self::DoubleCheck { king, first, second } => vec![king, first.square, second.square],
            Self::GameOver { .. }
            | Self::NoSuchPiece { .. }
            | Self::NotAPawn { .. }
            | Self::BadPromotion { .. }
            | Self::CastlingRightLost { .. }
            | Self::Unexplained => Vec::new(),
        }
    }
}

impl std::fmt::Display for Placed {
    /// `the rook on e1`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the {} on {}", self.piece.role.name(), self.square)
    }
}

/// How a piece moves, in words.
const fn movement(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "it moves one square forward, or two from its starting square, and captures one square diagonally forward"
        }
        Role::Knight => "it moves two squares along a rank or file and one square at a right angle",
        Role::Bishop => "it moves along diagonals",
        Role::Rook => "it moves along ranks and files",
        Role::Queen => "it moves along ranks, files and diagonals",
        Role::King => "it moves one square, or castles",
    }
}
