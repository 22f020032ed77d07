//! Positions that know their variant, or only its movement, by type against those that know it at run time: all say
//! the same along random games, in a variant of each kind. All other tests use positions of the last sort.

use boardgame::testing::Random;
use boardgame::{
    Countable, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, PositionExt, Reason,
};
use damier_draughts::variants::{Brazilian, Canadian, Frisian, International, Italian, Russian, Turkish};
use damier_draughts::{AnyDraughts, AnyVariant, Direction, Draughts, Move, Ruleset, Setup, Square, Variant};

use crate::common::{at, start, times};
use crate::variants::{FRISIAN, LOSING, RUSSIAN};

/// What a position says, without its type.
#[derive(PartialEq, Debug)]
struct Facts {
    position: AnyDraughts,
    texts: [String; 2],
    key: u64,
    outcome: Option<(Outcome, Reason)>,
    count: usize,
    count_of_successors: u64,
    has_legal_move: bool,
    must_capture: bool,
    moves: Vec<Move<u128>>,
    /// Those made hop by hop, and the pieces that can be picked for them.
    walked: (Vec<Square>, Vec<Move<u128>>),
    successors: Vec<AnyDraughts>,
    /// The neighbors of free squares.
    neighbors: [Vec<Square>; 8],
}

/// What a position says of a move, without its type.
#[derive(PartialEq, Debug)]
struct MoveFacts {
    texts: [String; 3],
    read: [Result<Move<u128>, MoveError>; 3],
    routes: usize,
    is_irreversible: bool,
}

fn legal_moves<V: Ruleset>(position: &Draughts<V>) -> Vec<Move<V::Word>> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list.to_vec()
}

fn facts<V: Ruleset>(position: &Draughts<V>) -> Facts {
    let walk = position.begin_move().expect("games stay simple");
    let walked = walk.moves().expect("games stay simple");
    let mut successors = Vec::new();
    position.for_each_successor(|next| successors.push(next.any()));
    Facts {
        position: position.any(),
        texts: [position.to_fen(), position.to_fen_with_counters(1)],
        key: position.key(),
        outcome: position.outcome(),
        count: position.count_legal(),
        count_of_successors: position.count_legal_of_successors(),
        has_legal_move: position.has_legal_move(),
        must_capture: position.must_capture(),
        moves: legal_moves(position).into_iter().map(Move::convert).collect(),
        walked: (walk.movable().into_iter().collect(), walked.into_iter().map(Move::convert).collect()),
        successors: sorted(successors),
        neighbors: Direction::ALL
            .map(|direction| position.neighbors(position.empty_squares(), direction).into_iter().collect()),
    }
}

/// Successors come in any order.
fn sorted(mut successors: Vec<AnyDraughts>) -> Vec<AnyDraughts> {
    successors.sort_by_cached_key(|position| position.to_fen_with_counters(1));
    successors
}

fn move_facts<V: Ruleset>(position: &Draughts<V>, mv: Move<V::Word>) -> MoveFacts {
    let styles = [MoveStyle::Record, MoveStyle::Full, MoveStyle::Protocol];
    MoveFacts {
        texts: styles.map(|style| position.write_move(mv, style)),
        read: styles
            .map(|style| position.read_move(&position.write_move(mv, style), style).map(Move::convert)),
        routes: position.count_routes(mv),
        is_irreversible: position.is_irreversible(mv),
    }
}

/// Plays the same moves on both positions.
fn compare_game<V: Variant>(mut typed: Draughts<V>, mut any: AnyDraughts, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..150 {
        assert_eq!(facts(&typed), facts(&any));
        assert!(any.fixed::<V>() == Some(typed), "{any:?}");
        let (moves, any_moves) = (legal_moves(&typed), legal_moves(&any));
        if moves.is_empty() {
            return;
        }
        let choice = random.below(moves.len());
        let said = move_facts(&any, any_moves[choice]);
        assert_eq!(move_facts(&typed, moves[choice]), said);
        assert!(said.read.iter().all(|read| *read == Ok(any_moves[choice])), "{said:?}");
        typed.play(moves[choice]);
        any.play(any_moves[choice]);
    }
}

/// Compares games from the start and from an ending with kings.
fn check<V: Variant>(ending: &str) {
    let variant = AnyVariant::of::<V>();
    let typed = Draughts::<V>::from_fen(ending).expect(ending);
    for seed in 0..times(20) as u64 {
        compare_game(Draughts::<V>::start(), start(variant), seed);
        compare_game(typed, at(variant, ending), seed);
    }
}

#[test]
fn types_and_values_say_the_same() {
    check::<International>("W:W36,K49,K50:BK1,K6,15");
    check::<Canadian>("W:W61,K71,K72:BK1,K2,12");
    check::<Frisian>("W:WK47,K48,36:BK3,K4,15");
    check::<Russian>("W:WKc1,Ke1,a3:BKd8,Kf8,h6");
    check::<Italian>("W:W24,25,K30,K31:BK2,K3,8,9");
    check::<Turkish>("W:Wa3,Kc1,a2:Bh6,h7,Kg8");
}

/// Losing draughts moves like international draughts and ends otherwise.
#[test]
fn movement_by_type_says_the_same() {
    for seed in 0..times(20) as u64 {
        let mut any = start(LOSING);
        let mut typed = any.moving_like::<International>().expect("it moves alike");
        let mut random = Random::new(seed);
        for _ in 0..150 {
            assert_eq!(facts(&typed), facts(&any));
            let moves = legal_moves(&typed);
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            assert_eq!(move_facts(&typed, mv), move_facts(&any, mv.convert()));
            typed.play(mv);
            any.play(mv.convert());
        }
    }
}

#[test]
fn setups_by_type_are_read_as_positions() {
    let fen = "W:WK47,K48,36:BK3,K4,15";
    let setup = Setup::<Frisian>::from_fen(fen).expect(fen);
    assert_eq!(setup.position(), Ok(Draughts::from_fen(fen).expect(fen)));
    assert_eq!(setup.position().map(|position| position.any()), Ok(at(FRISIAN, fen)));
    assert_eq!(Setup::<Frisian>::from_hub(&setup.to_hub()), Ok(setup));
}

#[test]
fn a_position_takes_no_type_but_its_own() {
    assert!(start(RUSSIAN).fixed::<Russian>() == Some(Draughts::start()));
    assert!(start(RUSSIAN).fixed::<Brazilian>().is_none());
    assert!(start(RUSSIAN).moving_like::<Brazilian>().is_none());
}
