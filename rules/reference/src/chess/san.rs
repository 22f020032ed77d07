//! Algebraic notation (appendix C of the Laws) with English letters.

use super::board::{Role, Square};
use super::castling::Wing;
use super::moves::Move;
use super::position::Position;

/// The short text of a legal move, with `+` for check and `#` for mate.
pub fn san(position: &Position, mv: &Move) -> String {
    let text = match mv.wing() {
        // C.13
        Some(Wing::King) => "O-O".to_string(),
        Some(Wing::Queen) => "O-O-O".to_string(),
        None => unadorned(position, mv),
    };
    let next = position.play(mv);
    let sign = match (next.in_check(), next.moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        (false, _) => "",
    };
    text + sign
}

fn unadorned(position: &Position, mv: &Move) -> String {
    let role = mv.piece(position).map_or(Role::Pawn, |piece| piece.role);
    let takes = if mv.captures(position) { "x" } else { "" };
    if role == Role::Pawn {
        let file = if takes.is_empty() { String::new() } else { mv.from.file_letter().to_string() };
        let becomes = mv.promotion.map_or(String::new(), |role| format!("={}", capital(role)));
        return format!("{file}{takes}{}{becomes}", mv.to);
    }
    format!("{}{}{takes}{}", capital(role), told_apart(position, mv, role), mv.to)
}

/// C.10: the file, otherwise the rank, otherwise both, distinguish a piece from others of its kind that can go there.
fn told_apart(position: &Position, mv: &Move, role: Role) -> String {
    let rivals: Vec<Square> = position
        .moves()
        .iter()
        .filter(|other| other.to == mv.to && other.from != mv.from && other.rook.is_none())
        .filter(|other| other.piece(position).is_some_and(|piece| piece.role == role))
        .map(|other| other.from)
        .collect();
    let (file, rank) = (mv.from.file_letter(), mv.from.rank_digit());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file != mv.from.file) {
        file.to_string()
    } else if rivals.iter().all(|rival| rival.rank != mv.from.rank) {
        rank.to_string()
    } else {
        format!("{file}{rank}")
    }
}

fn capital(role: Role) -> char {
    role.letter().to_ascii_uppercase()
}
