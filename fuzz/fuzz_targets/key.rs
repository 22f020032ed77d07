//! Keys: the same after any detour through a text, different where the repetition rule sees a difference.
//! And all that holds in every position.
#![no_main]

use boardgame::testing::check_history;
use boardgame::{Color, Game, Notation, Position, PositionExt};
use draughts::{Draughts, Setup, Variant};
use fuzz::{Bytes, Check, check_invariants, legal_moves, path, run};
use libfuzzer_sys::fuzz_target;

struct Key;

impl Check for Key {
    fn check<V: Variant>(mut bytes: Bytes<'_>) {
        let path = path::<V>(&mut bytes);
        check_repetition(&path);
        let Some(position) = path.last() else { return };
        check_rebuilt(position);
        check_difference(position, &mut bytes);
        check_invariants(position);
    }
}

/// The key of a position rebuilt from its texts is its key.
fn check_rebuilt<V: Variant>(position: &Draughts<V>) {
    let fen = position.to_fen_with_counters(1);
    let rebuilt = Draughts::<V>::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(rebuilt.repeats(position), "{fen}");
    assert_eq!(rebuilt.key(), position.key(), "{fen}");
    // The plain text has no king moves in a row, which only Frisian rules compare.
    let plain = Draughts::<V>::from_fen(&position.to_fen()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(plain.repeats(position), plain.key() == position.key(), "{fen}");
    assert!(plain.repeats(position) || V::RULES.king_run_limit.is_some(), "{fen}");
    assert_eq!(Setup::from(position).position().as_ref(), Ok(position), "{fen}");
}

/// Equal keys mean equal positions, among neighbors: successors, and the same pieces but one.
fn check_difference<V: Variant>(position: &Draughts<V>, bytes: &mut Bytes<'_>) {
    let mut neighbors = vec![*position];
    if let Some(list) = legal_moves(position) {
        neighbors.extend(list.iter().map(|&mv| position.after(mv)));
    }
    let mut setup = Setup::from(position);
    setup.turn = !position.turn();
    neighbors.extend(setup.position());
    setup.turn = position.turn();
    let square = bytes.square::<V>();
    let others = [position.pieces(Color::White).first(), position.pieces(Color::Black).first(), None];
    for other in others.map(|first| first.and_then(|first| position.piece_at(first))) {
        setup.set(square, other);
        neighbors.extend(setup.position());
    }
    neighbors.sort_unstable_by_key(Draughts::key);
    for pair in neighbors.windows(2) {
        assert_eq!(pair[0].key() == pair[1].key(), pair[0].repeats(&pair[1]), "{pair:?}");
    }
}

/// The count of repetitions, which goes by key and stops at irreversible moves, misses nothing.
fn check_repetition<V: Variant>(path: &[Draughts<V>]) {
    let Some((&start, rest)) = path.split_first() else { return };
    let mut game = Game::new(start);
    for next in rest {
        let list = legal_moves(game.position()).expect("a move was made");
        let mv = list.iter().find(|&&mv| game.position().after(mv) == *next).expect("it was made by a move");
        game.play_on(*mv).expect("it is legal");
        check_history(&game);
    }
}

fuzz_target!(|data: &[u8]| run::<Key>(data));
