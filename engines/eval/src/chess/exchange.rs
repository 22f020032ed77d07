//! What is left when all captures on one square are played out.

use boardgame::{Color, Position};
use chess::{
    Bitboard, ChessPosition, Mode, Move, MoveKind, Role, Square, bishop_attacks, knight_attacks, rook_attacks,
};

use super::pawns;

/// The worth of pieces in exchanges, by role. A king is never taken.
const WORTH: [i32; 6] = [100, 310, 330, 500, 950, 20_000];

pub(crate) fn worth(role: Role) -> i32 {
    WORTH[role as usize]
}

/// What a move takes at once: the captured piece, and what a pawn gains by promotion.
pub(crate) fn gain<M: Mode>(position: &ChessPosition<M>, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::EnPassant => WORTH[Role::Pawn as usize],
        MoveKind::Castling => 0,
        MoveKind::Plain | MoveKind::Promotion => {
            position.piece_at(mv.to()).map_or(0, |piece| worth(piece.role))
        }
    };
    captured + mv.promotion_role().map_or(0, |role| worth(role) - WORTH[Role::Pawn as usize])
}

/// Whether a move keeps at least `least` when both sides go on capturing on its square with their cheapest
/// piece for as long as that pays.
pub(crate) fn keeps<M: Mode>(position: &ChessPosition<M>, mv: Move, least: i32) -> bool {
    let won = gain(position, mv);
    if won < least || mv.kind() == MoveKind::Castling {
        return least <= won;
    }
    let mover = mv.promotion_role().or_else(|| position.piece_at(mv.from()).map(|piece| piece.role));
    let at_stake = mover.map_or(0, worth);
    // Even if the piece is lost for nothing.
    let spare = won - least;
    at_stake <= spare || survives(position, mv, at_stake - spare)
}

/// Whether a quiet move attacks the enemy king, by itself or by leaving a line. The rook of castling is left
/// out, since it hardly ever does.
pub(crate) fn gives_check<M: Mode>(position: &ChessPosition<M>, mv: Move) -> bool {
    let (from, to, turn) = (mv.from(), mv.to(), position.turn());
    let king = position.king(!turn);
    let all = position.pieces(Color::White) | position.pieces(Color::Black);
    let occupied = all & !Bitboard::of(from) | Bitboard::of(to);
    let Some(piece) = position.piece_at(from) else { return false };
    let direct = match piece.role {
        Role::Pawn => pawns::attacks(turn, to.into()),
        Role::Knight => knight_attacks(to),
        Role::Bishop => bishop_attacks(to, occupied),
        Role::Rook => rook_attacks(to, occupied),
        Role::Queen => bishop_attacks(to, occupied) | rook_attacks(to, occupied),
        Role::King => Bitboard::EMPTY,
    };
    if direct.contains(king) {
        return true;
    }
    let own = position.pieces(turn) & !Bitboard::of(from);
    let queens = position.role(Role::Queen);
    let diagonal = own & (position.role(Role::Bishop) | queens);
    let straight = own & (position.role(Role::Rook) | queens);
    bishop_attacks(king, all).contains(from) && !(bishop_attacks(king, occupied) & diagonal).is_empty()
        || rook_attacks(king, all).contains(from) && !(rook_attacks(king, occupied) & straight).is_empty()
}

/// Whether the mover is content although the piece that has just moved can be captured, when its loss for nothing
/// would cost it `cost` more than it can afford.
fn survives<M: Mode>(position: &ChessPosition<M>, mv: Move, mut cost: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let all = position.pieces(Color::White) | position.pieces(Color::Black);
    let mut occupied = all & !Bitboard::of(from) | Bitboard::of(to);
    if mv.kind() == MoveKind::EnPassant {
        occupied &= !Bitboard::of(Square::at(to.file(), from.rank()));
    }
    let diagonal = position.role(Role::Bishop) | position.role(Role::Queen);
    let straight = position.role(Role::Rook) | position.role(Role::Queen);
    let mut attackers = position.attackers(to, occupied);
    let mut side = position.turn();
    // Whether the mover is content if nobody captures any more.
    let mut is_content = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & position.pieces(side);
        let cheapest =
            Role::ALL.into_iter().find_map(|role| Some((role, (own & position.role(role)).first()?)));
        let Some((role, square)) = cheapest else { return is_content };
        is_content = !is_content;
        if role == Role::King {
            // A king may not capture what is still defended.
            let is_defended = !(attackers & position.pieces(!side)).is_empty();
            return is_content != is_defended;
        }
        // If even the loss of this piece leaves its side content, the other need not go on.
        cost = worth(role) - cost;
        if cost < i32::from(is_content) {
            return is_content;
        }
        occupied &= !Bitboard::of(square);
        // Pieces behind the one that captured join in.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
    }
}

#[cfg(test)]
mod tests {
    use boardgame::{MoveStyle, Notation};
    use chess::Chess;

    use super::*;

    /// The largest demand that is met is the value of the exchange.
    fn value(fen: &str, mv: &str) -> i32 {
        let position = Chess::from_fen(fen).expect("a position");
        let mv = position.read_move(mv, MoveStyle::Protocol).expect("a move");
        (-1_000..=1_000).rev().step_by(5).find(|&least| keeps(&position, mv, least)).expect("a value")
    }

    #[test]
    fn exchanges_are_played_out() {
        // Nothing defends.
        assert_eq!(value("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100);
        // A pawn does.
        assert_eq!(value("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
        // A second rook behind the first.
        assert_eq!(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -400);
        // A queen behind the bishop takes part.
        assert_eq!(value("4k3/8/2n5/4p3/8/2B5/1Q6/4K3 w - - 0 1", "c3e5"), 80);
        // En passant opens the file behind the captured pawn.
        assert_eq!(value("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
        // Quiet moves into an attack.
        assert_eq!(value("4k3/8/8/2p5/8/8/8/3RK3 w - - 0 1", "d1d4"), -500);
        assert_eq!(value("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d4"), 0);
        // A king takes only what is not defended.
        assert_eq!(value("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
    }
}
