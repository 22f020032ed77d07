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
                let (role, color) = (piece.role.name(), piece.color);
                format!("the {role} on {square} is {color}'s, and {} is to move", !color)
            }
            Self::NoSuchPiece { color, role } => format!("{color} has no {} that fits", role.name()),
            Self::StaysPut { square } => format!("the piece does not leave {square}"),
            Self::OwnPiece { square, role } => format!("{square} is occupied by the own {}", role.name()),
            Self::NotItsWay { role, from, to } => {
                format!("a {} does not move from {from} to {to}: {}", role.name(), way(role))
            }
            Self::NoneGoes { role, to } => format!("no {} goes to {to}: {}", role.name(), way(role)),
            Self::NotNamed { role, from, to } => {
                format!("the {} on {from} can go to {to}, and the text does not name it", role.name())
            }
            Self::Blocked { role, from, to, by } => {
                format!("the {} cannot go from {from} to {to}: {by} stands in the way", role.name())
            }
            Self::DoubleStep { from, to } => {
                format!("a pawn moves two squares only from where it started, not from {from} to {to}")
            }
            Self::PawnTakesNothing { from, to } => {
                format!(
                    "a pawn moves diagonally only to take, and from {from} there is nothing to take on {to}"
                )
            }
            Self::NothingToCapture { to } => format!("there is nothing to take on {to}"),
            Self::NoEnPassant { to } => format!("nothing is taken en passant on {to}"),
            Self::NotEnPassant { pawn, to } => {
                format!(
                    "the pawn on {pawn} has not just moved two squares, so it cannot be taken en passant on {to}"
                )
            }
            Self::PromotionMissing { to } => {
                format!(
                    "the pawn reaches {to}, and what it becomes is missing: queen, rook, bishop or knight"
                )
            }
            Self::NotAPawn { role } => format!("a {} is not promoted", role.name()),
            Self::NotLastRank { to } => {
                format!("a pawn is promoted on the last rank only, and {to} is not there")
            }
            Self::BadPromotion { role } => format!(
                "a pawn becomes a queen, rook, bishop or knight, {}",
                if role == Role::King { "not a king" } else { "and does not stay a pawn" }
            ),
            Self::Unexplained => "no legal move fits".to_owned(),
            _ => self.king_text(),
        }
    }

    /// Why the king forbids it.
    fn king_text(&self) -> String {
        match *self {
            Self::EnPassantExposes { pawn, king, by } => format!(
                "taking the pawn on {pawn} en passant opens the line between {by} and the king on {king}"
            ),
            Self::KingAttacked { from, to, by, through: true } => format!(
                "the king on {from} would stand on {to}, attacked by {by} through the square the king leaves"
            ),
            Self::KingAttacked { from, to, by, .. } => {
                format!("the king on {from} would stand on {to}, attacked by {by}")
            }
            Self::CastlingRightLost { color, short } => {
                let (side, color) = (if short { "kingside" } else { "queenside" }, color);
                format!("{color} has no right to castle {side}: king or rook has moved, or stands elsewhere")
            }
            Self::CastlingInCheck { king, by } => {
                format!("the king on {king} cannot castle out of check by {by}")
            }
            Self::CastlingAttacked { square, by, arrives } => {
                let verb = if arrives { "arrive on" } else { "pass over" };
                format!("castling, the king would {verb} {square}, attacked by {by}")
            }
            Self::CastlingBlocked { rook, by } => {
                format!("{by} stands in the way of castling with the rook on {rook}")
            }
            Self::CastlingExposes { rook, king, by } => format!(
                "when the rook on {rook} has left, {by} attacks the king on {king}: the rook shields it no longer"
            ),
            Self::CastlingWritten { king, rook } => {
                format!(
                    "castling with the rook on {rook} is written {}",
                    if rook > king { "O-O" } else { "O-O-O" }
                )
            }
            Self::Pinned { role, from, king, by } => {
                format!("the {} on {from} is pinned: it shields the king on {king} from {by}", role.name())
            }
            Self::StaysInCheck { king, by } => format!("the king on {king} would stay in check by {by}"),
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
const fn way(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "it goes one square ahead, two from where it started, and takes one square diagonally ahead"
        }
        Role::Knight => "it goes two squares straight and one aside",
        Role::Bishop => "it goes along diagonals",
        Role::Rook => "it goes along ranks and files",
        Role::Queen => "it goes along ranks, files and diagonals",
        Role::King => "it goes one square, or castles",
    }
}
