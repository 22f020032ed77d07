//! Static exchange evaluation: what a move wins when all captures on its destination are played out.

use boardgame::{Color, Position};
use chess::{
    Bitboard, ChessPosition, Mode, Move, MoveKind, Role, Square, bishop_attacks, knight_attacks,
    pawn_attacks, rook_attacks,
};

/// The values of pieces in exchanges, by role. A king is never captured.
const VALUES: [i32; 6] = [100, 310, 330, 500, 950, 20_000];

pub(crate) fn value(role: Role) -> i32 {
    VALUES[role as usize]
}

/// What a move wins at once: the captured piece, and the gain of a promotion.
pub(crate) fn gain<M: Mode>(position: &ChessPosition<M>, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::EnPassant => VALUES[Role::Pawn as usize],
        MoveKind::Castling => 0,
        MoveKind::Plain | MoveKind::Promotion => {
            position.piece_at(mv.to()).map_or(0, |piece| value(piece.role))
        }
    };
    captured + mv.promotion_role().map_or(0, |role| value(role) - VALUES[Role::Pawn as usize])
}

/// Whether a move wins at least `threshold` when both sides keep capturing on its destination, least valuable attacker
/// first, for as long as that pays.
pub(crate) fn see_at_least<M: Mode>(position: &ChessPosition<M>, mv: Move, threshold: i32) -> bool {
    let won = gain(position, mv);
    if won < threshold || mv.kind() == MoveKind::Castling {
        return threshold <= won;
    }
    let mover = mv.promotion_role().or_else(|| position.piece_at(mv.from()).map(|piece| piece.role));
    let at_stake = mover.map_or(0, value);
    // Enough even if the moved piece is lost for nothing.
    let spare = won - threshold;
    at_stake <= spare || survives(position, mv, at_stake - spare)
}

/// Whether a quiet move gives check, directly or by discovery. Checks by a castling rook are not detected: they are rare.
pub(crate) fn gives_check<M: Mode>(position: &ChessPosition<M>, mv: Move) -> bool {
    let (from, to, turn) = (mv.from(), mv.to(), position.turn());
    let king = position.king(!turn);
    let all = position.pieces(Color::White) | position.pieces(Color::Black);
    let occupied = all & !Bitboard::of(from) | Bitboard::of(to);
    let Some(piece) = position.piece_at(from) else { return false };
    let direct = match piece.role {
        Role::Pawn => pawn_attacks(turn, to),
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

/// Plays out the captures on the destination. `cost` is by how much losing the moved piece for nothing would miss the
/// threshold; the result is whether the mover still reaches it.
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
    // Whether the mover reaches the threshold if nobody captures any more.
    let mut reaches = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & position.pieces(side);
        let cheapest =
            Role::ALL.into_iter().find_map(|role| Some((role, (own & position.role(role)).first()?)));
        let Some((role, square)) = cheapest else { return reaches };
        reaches = !reaches;
        if role == Role::King {
            // A king may not capture a defended piece.
            let is_defended = !(attackers & position.pieces(!side)).is_empty();
            return reaches != is_defended;
        }
        // If this side is fine even without the capturing piece, the other side need not go on.
        cost = value(role) - cost;
        if cost < i32::from(reaches) {
            return reaches;
        }
        occupied &= !Bitboard::of(square);
        // X-ray attackers behind the capturing piece join in.
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
    use boardgame::{MoveStyle, Notation, PositionExt};
    use chess::Chess;

    use super::*;

    /// The largest threshold that is reached is the value of the exchange.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let position = Chess::from_fen(fen).expect("a position");
        let mv = position.read_move(mv, MoveStyle::Protocol).expect("a move");
        (-1_000..=1_000)
            .rev()
            .step_by(5)
            .find(|&threshold| see_at_least(&position, mv, threshold))
            .expect("a value")
    }

    #[test]
    fn exchanges_are_played_out() {
        // Undefended.
        assert_eq!(exchange("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100);
        // Defended by a pawn.
        assert_eq!(exchange("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
        // A second rook behind the first.
        assert_eq!(exchange("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(exchange("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -400);
        // X-ray: a queen behind the bishop.
        assert_eq!(exchange("4k3/8/2n5/4p3/8/2B5/1Q6/4K3 w - - 0 1", "c3e5"), 80);
        // En passant opens the file behind the captured pawn.
        assert_eq!(exchange("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
        // Quiet moves into an attack.
        assert_eq!(exchange("4k3/8/8/2p5/8/8/8/3RK3 w - - 0 1", "d1d4"), -500);
        assert_eq!(exchange("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d4"), 0);
        // A king captures only what is undefended.
        assert_eq!(exchange("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(exchange("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), -400);
    }

    #[test]
    fn checks_are_seen_directly_and_by_discovery() {
        for (fen, mv, gives_check) in [
            ("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1", "a1a8", true),
            ("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1", "a1b1", false),
            // The knight opens the diagonal of a bishop or queen, the file of a rook or queen, or neither.
            ("4k3/8/2N5/8/B7/8/8/4K3 w - - 0 1", "c6b4", true),
            ("4k3/8/2N5/8/Q7/8/8/4K3 w - - 0 1", "c6b4", true),
            ("4k3/8/2N5/8/R7/8/8/4K3 w - - 0 1", "c6b4", false),
            ("4k3/8/4N3/8/4R3/8/8/4K3 w - - 0 1", "e6c5", true),
            ("4k3/8/4N3/8/4Q3/8/8/4K3 w - - 0 1", "e6c5", true),
            ("4k3/8/4N3/8/4B3/8/8/4K3 w - - 0 1", "e6c5", false),
            // A pawn that goes on along the file does not open it.
            ("4k3/8/8/4P3/4R3/8/8/4K3 w - - 0 1", "e5e6", false),
        ] {
            let position = Chess::from_fen(fen).expect(fen);
            let mv = position.read_move(mv, MoveStyle::Protocol).expect(mv);
            assert_eq!(super::gives_check(&position, mv), gives_check, "{fen}");
        }
    }
}
