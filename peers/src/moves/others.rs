//! The same by others.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Outcome, Position, Role, Square,
};

/// shakmaty: texts are added to the output without any in between, which is the fastest it offers.
pub(crate) fn shakmaty(fen: &str, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let mut moves = position.legal_moves();
    let rank = |square: Square| (square.file(), square.rank());
    moves.sort_by_key(|mv| {
        let promotion = mv.promotion().map_or(' ', Role::char);
        (mv.from().map(rank), rank(end(*mv)), promotion)
    });
    bytes.extend(b"{\"fen\":\"");
    Fen::from_position(&position, EnPassantMode::Legal).append_ascii_to(bytes);
    bytes.extend(b"\",\"turn\":\"");
    bytes.extend(if position.turn() == Color::White { "white" } else { "black" }.as_bytes());
    bytes.extend(b"\",\"in_check\":");
    bytes.extend(if position.is_check() { "true" } else { "false" }.as_bytes());
    bytes.extend(format!(",\"count\":{},\"legal_moves\":[", moves.len()).as_bytes());
    for (index, mv) in moves.iter().enumerate() {
        if index > 0 {
            bytes.push(b',');
        }
        write_move(&position, *mv, bytes);
    }
    bytes.extend(b"],\"outcome\":");
    bytes.extend(outcome(&position).as_bytes());
    bytes.extend(b",\"claims\":[]}\n");
    Ok(())
}

fn write_move(position: &Chess, mv: Move, bytes: &mut Vec<u8>) {
    let (from, to) = (mv.from().unwrap_or(Square::A1), end(mv));
    bytes.extend(b"{\"move\":\"");
    SanPlus::from_move(position.clone(), mv).append_ascii_to(bytes);
    bytes.extend(b"\",\"from\":\"");
    from.append_ascii_to(bytes);
    bytes.extend(b"\",\"to\":\"");
    to.append_ascii_to(bytes);
    bytes.extend(b"\",\"captured\":[");
    if mv.is_capture() {
        let taken = if mv.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
        bytes.push(b'"');
        taken.append_ascii_to(bytes);
        bytes.push(b'"');
    }
    bytes.extend(b"],\"path\":[\"");
    from.append_ascii_to(bytes);
    bytes.extend(b"\",\"");
    to.append_ascii_to(bytes);
    bytes.extend(b"\"]");
    if let Some(role) = mv.promotion() {
        bytes.extend(b",\"promotion\":\"");
        bytes.extend(role_name(role).as_bytes());
        bytes.push(b'"');
    }
    bytes.extend(b",\"uci\":\"");
    mv.to_uci(CastlingMode::Standard).append_ascii_to(bytes);
    bytes.extend(b"\"}");
}

/// Where the piece of a move ends; in castling the king.
fn end(mv: Move) -> Square {
    match mv.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), mv.to().rank()),
        None => mv.to(),
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn outcome(position: &Chess) -> &'static str {
    match position.outcome() {
        Outcome::Unknown => "null",
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => {
            "{\"result\":\"white_wins\",\"reason\":\"checkmate\"}"
        }
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => {
            "{\"result\":\"black_wins\",\"reason\":\"checkmate\"}"
        }
        Outcome::Known(KnownOutcome::Draw) if position.is_stalemate() => {
            "{\"result\":\"draw\",\"reason\":\"stalemate\"}"
        }
        Outcome::Known(KnownOutcome::Draw) => "{\"result\":\"draw\",\"reason\":\"insufficient_material\"}",
    }
}
