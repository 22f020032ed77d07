//! Keys of chess positions: the same after any detour through a text, different where the repetition rule
//! sees a difference.
#![no_main]

use boardgame::testing::check_history;
use boardgame::{Game, Position, PositionExt};
use chess::{Bitboard, CastlingField, ChessPosition, Mode, Setup};
use fuzz::Bytes;
use fuzz::chess::{Check, legal_moves, path, run};
use libfuzzer_sys::fuzz_target;

struct Key;

impl Check for Key {
    fn check<M: Mode>(mut bytes: Bytes<'_>) {
        let path = path::<M>(&mut bytes);
        check_repetition(&path);
        let Some(position) = path.last() else { return };
        check_rebuilt(position);
        check_difference(position, &mut bytes);
    }
}

/// The key of a position rebuilt from its texts is its key.
fn check_rebuilt<M: Mode>(position: &ChessPosition<M>) {
    for field in [CastlingField::Outermost, CastlingField::Files] {
        let fen = position.write_fen(field);
        let rebuilt = ChessPosition::<M>::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(rebuilt, *position, "{fen}");
        assert_eq!(rebuilt.key(), position.key(), "{fen}");
    }
}

/// Equal keys mean equal positions, among neighbors: successors, the turn passed, fewer rights, one piece
/// more or less.
fn check_difference<M: Mode>(position: &ChessPosition<M>, bytes: &mut Bytes<'_>) {
    let mut neighbors = vec![*position];
    neighbors.extend(legal_moves(position).iter().map(|&mv| position.after(mv)));
    neighbors.extend(position.after_null_move());
    let mut setup = Setup::from(position);
    for rook in position.castling_rooks() {
        setup.castling = position.castling_rooks() & !Bitboard::of(rook);
        neighbors.extend(setup.position());
    }
    setup.castling = position.castling_rooks();
    setup.en_passant = None;
    neighbors.extend(setup.position());
    let (square, other) = (bytes.square64(), bytes.square64());
    setup.set(square, setup.piece_at(other));
    neighbors.extend(setup.position());
    setup.set(square, None);
    neighbors.extend(setup.position());
    neighbors.sort_unstable_by_key(ChessPosition::key);
    for pair in neighbors.windows(2) {
        assert_eq!(pair[0].key() == pair[1].key(), pair[0].repeats(&pair[1]), "{pair:?}");
    }
}

/// The count of repetitions, which goes by key and stops at irreversible moves, misses nothing.
fn check_repetition<M: Mode>(path: &[ChessPosition<M>]) {
    let Some((&start, rest)) = path.split_first() else { return };
    let mut game = Game::new(start);
    for next in rest {
        let list = legal_moves(game.position());
        let mv = list.iter().find(|&&mv| game.position().after(mv) == *next).expect("it was made by a move");
        game.play_on(*mv).expect("it is legal");
        check_history(&game);
    }
}

fuzz_target!(|data: &[u8]| run::<Key>(data));
