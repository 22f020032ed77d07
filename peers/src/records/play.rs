//! Games to fill files with: seeded random play that looks a little like real games.

use boardgame::testing::Random;
use boardgame::{Color, MoveList, Position, PositionExt};
use chess::{Bitboard, Chess, Move, Role};

/// The squares that pieces like to go to: c3 to f6.
const CENTER: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);

/// How a game chooses its moves.
pub(crate) trait Play: Position<Rules = ()> {
    /// A move among legal ones.
    fn choose(&self, list: &[Self::Move], random: &mut Random) -> Self::Move {
        list[random.below(list.len())]
    }
}

impl<V: draughts::Variant> Play for draughts::Draughts<V> {}

impl Play for Chess {
    /// The best of three by a rough guess: captures of large pieces, the center, castling, no walks of the king
    /// while there are queens. Without it games are nothing but rooks and kings that go to and fro.
    fn choose(&self, list: &[Move], random: &mut Random) -> Move {
        let tries = [(); 3].map(|()| list[random.below(list.len())]);
        let worth = |mv: &Move| {
            let taken = self.piece_at(mv.to()).filter(|piece| piece.color != self.turn());
            let role = self.piece_at(mv.from()).map(|piece| piece.role);
            let is_castling = mv.kind() == chess::MoveKind::Castling;
            let goes_out = role == Some(Role::King) && !self.role(Role::Queen).is_empty();
            2 * taken.map_or(0, |piece| value(piece.role))
                + i32::from(CENTER.contains(mv.to()))
                + 5 * i32::from(is_castling)
                - 3 * i32::from(goes_out && !is_castling)
        };
        let mut best = tries[0];
        for mv in &tries[1..] {
            if worth(mv) > worth(&best) {
                best = *mv;
            }
        }
        best
    }
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Plays a game of at most this many plies and gives its last position; `visit` sees each one with the move made in it.
pub(crate) fn play<P: Play>(plies: usize, random: &mut Random, mut visit: impl FnMut(&P, P::Move)) -> P {
    let mut position = P::start();
    let mut list = MoveList::new();
    for _ in 0..plies {
        position.legal_moves_into(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = position.choose(&list, random);
        visit(&position, mv);
        position.play_unchecked(mv);
    }
    position
}

/// Who moves first.
pub(crate) fn first<P: Position<Rules: Default>>() -> Color {
    P::start().turn()
}
