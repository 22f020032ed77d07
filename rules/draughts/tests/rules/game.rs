//! Games with their history, and the invariants that hold in every position of every variant.

use boardgame::testing::{Random, check_history, check_position, random_playout_from};
use boardgame::{
    Color, Game, MoveList, MoveStyle, Notation, Outcome, PlayError, Position, RecordNotation, Rule,
};
use damier_draughts::{AnyDraughts, AnyVariant};

use crate::common::{at, start};
use crate::variants::{BREAKTHROUGH, INTERNATIONAL, variants};

fn read(game: &Game<AnyDraughts>, text: &str) -> damier_draughts::Move<u128> {
    game.position().read_move(text, MoveStyle::Record).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_game_remembers_and_takes_back() {
    let mut game = Game::new(start(INTERNATIONAL));
    assert_eq!((game.undo(), game.occurrences()), (None, 1));
    for text in ["32-28", "18-23", "37-32"] {
        let mv = read(&game, text);
        game.play(mv).unwrap();
    }
    assert_eq!((game.moves().len(), game.positions().count()), (3, 4));
    assert_eq!(game.position().turn(), Color::Black);
    let last = game.moves()[2];
    assert_eq!(game.undo(), Some(last));
    assert_eq!(game.position(), game.positions().nth(2).unwrap());
    assert_eq!(game.start(), &start(INTERNATIONAL));
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Game::new(start(INTERNATIONAL));
    let mv = read(&game, "32-28");
    game.play(mv).unwrap();
    assert_eq!(game.play(mv), Err(PlayError::Illegal));
    assert_eq!(game.moves().len(), 1);
}

#[test]
fn a_finished_game_refuses_moves() {
    let start = at(INTERNATIONAL, "W:WK45,36,K47:BK3,K6,15");
    let mut game = Game::new(start);
    for text in ["45-50", "6-1", "50-45", "1-6", "45-50", "6-1", "50-45", "1-6"] {
        let mv = read(&game, text);
        game.play(mv).unwrap();
    }
    assert_eq!(game.occurrences(), 3);
    let (outcome, reason) = game.outcome().expect("drawn");
    assert_eq!((outcome, reason.rule, reason.article), (Outcome::Draw, Rule::Repetition, "FMJD 6.1"));
    let mv = read(&game, "45-50");
    let error = game.play(mv).unwrap_err();
    assert_eq!(error, PlayError::Over { outcome, reason });
    assert_eq!(error.to_string(), "the game is over: draw, threefold_repetition (FMJD 6.1)");
    // In analysis the players may go on.
    game.play_on(mv).unwrap();
    assert_eq!(game.moves().len(), 9);
}

/// With a legal move known, the result needs no list of moves.
#[test]
fn results_with_moves_are_those_of_pieces_and_counters() {
    for (variant, fen, name) in [
        (INTERNATIONAL, "W:W36,K46:BK5,15:H50", Some("25_move_rule")),
        (INTERNATIONAL, "W:W36,K46:BK5,15:H49", None),
        (BREAKTHROUGH, "B:WK1,32:B20", Some("first_king")),
    ] {
        let position = at(variant, fen);
        let found = position.outcome_with_moves();
        assert_eq!(found.map(|(_, reason)| reason.name), name, "{fen}");
        assert_eq!(found, position.outcome(), "{fen}");
    }
}

#[test]
fn a_position_after_a_capture_is_new() {
    // Black moves to and fro; the capture in between makes all positions new.
    let mut game = Game::new(at(INTERNATIONAL, "W:WK46,K50:BK5,14"));
    let mut list = MoveList::new();
    game.position().legal_moves_into(&mut list);
    let capture = *list.iter().find(|mv| mv.is_capture()).expect("a capture");
    assert!(Position::is_irreversible(game.position(), capture));
    game.play(capture).unwrap();
    assert_eq!(game.occurrences(), 1);
}

/// Random games: the invariants hold and repetition is never missed.
fn check_random_games(variant: AnyVariant) {
    for seed in 0..4 {
        random_playout_from(start(variant), seed, 200, |position| {
            check_position(position);
            let rebuilt = at(variant, &position.to_fen());
            assert!(rebuilt.repeats(position), "{}", position.to_fen());
        });
        check_repetition(variant, seed);
    }
}

/// A random game that goes back and forth where it can, so that positions come up again.
fn check_repetition(variant: AnyVariant, seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Game::new(start(variant));
    for _ in 0..150 {
        let mut list = MoveList::new();
        game.position().legal_moves_into(&mut list);
        if list.is_empty() {
            return;
        }
        let back = game.moves().iter().rev().nth(1).copied();
        let back = back.and_then(|before| {
            list.iter().find(|mv| mv.from() == before.to() && mv.to() == before.from()).copied()
        });
        let mv = back.unwrap_or_else(|| list[random.below(list.len())]);
        game.play_on(mv).expect("legal");
        check_history(&game);
    }
}

#[test]
fn invariants_hold_in_random_games() {
    variants().for_each(check_random_games);
}
