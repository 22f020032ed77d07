//! Levels: weaker, never absurd, and the same for the same seed.

use std::str::FromStr;

use catalog::{GameId, PositionText};
use damier_engine::{
    BestMove, Control, Info, Level, LevelError, Limits, Player, Score, SearchRequest, Strength, player,
};

/// The node limit of the strongest level here.
const NODES: u64 = 20_000;

fn best_move(player: &mut dyn Player, place: &PositionText<'_>, level: Level, seed: u64) -> BestMove<String> {
    player.clear();
    player.set_strength(Some(Strength { level, seed }));
    player.set_position(place).expect("a legal place");
    player.best_move(Limits::nodes(NODES))
}

/// The first moves of a game of a level with itself.
fn game(id: GameId, level: Level, seed: u64) -> Vec<String> {
    let mut player = player(id, 1, 1);
    player.set_strength(Some(Strength { level, seed }));
    let mut moves = Vec::new();
    for _ in 0..24 {
        player.set_position(&PositionText { moves: &moves, ..PositionText::default() }).expect("legal moves");
        moves.extend(player.best_move(Limits::nodes(NODES)).best);
    }
    moves
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for id in [GameId::Chess, GameId::Russian] {
        for level in [Level::WEAKEST, Level::try_from(6).expect("a level")] {
            assert_eq!(game(id, level, 7), game(id, level, 7), "{id} at level {level}");
            assert_ne!(game(id, level, 7), game(id, level, 8), "{id} at level {level}");
        }
    }
}

#[test]
fn the_strongest_level_depends_on_no_seed() {
    assert_eq!(game(GameId::Russian, Level::STRONGEST, 7), game(GameId::Russian, Level::STRONGEST, 8));
}

/// Checks that every level plays the one move, whatever the seed.
fn check_every_level(id: GameId, fen: &str, expected: &str) {
    let mut player = player(id, 1, 1);
    for level in Level::ALL {
        for seed in 0..10 {
            let found = best_move(&mut *player, &PositionText::at(fen), level, seed);
            assert_eq!(found.best.as_deref(), Some(expected), "level {level}, seed {seed}, {fen}");
        }
    }
}

#[test]
fn a_found_win_is_played_at_every_level() {
    check_every_level(GameId::Chess, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8");
    check_every_level(GameId::Chess, "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1");
    // The last man is blocked.
    check_every_level(GameId::International, "W:W46,47:B36", "46-41");
}

#[test]
fn a_hanging_queen_is_taken_at_every_level() {
    check_every_level(
        GameId::Chess,
        "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3",
        "c1g5",
    );
    check_every_level(GameId::Chess, "4k3/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1", "c3d5");
}

/// How often a level leaves a knight where a pawn takes it, of forty seeds.
fn knights_left(level: Level) -> usize {
    let mut player = player(GameId::Chess, 1, 1);
    let fen = "4k3/8/8/4p3/3N4/8/5PPP/6K1 w - - 0 1";
    let leaves = |seed: &u64| {
        let found = best_move(&mut *player, &PositionText::at(fen), level, *seed);
        !found.best.expect("a legal move").starts_with("d4")
    };
    (0..40).filter(leaves).count()
}

#[test]
fn only_the_weakest_levels_of_chess_leave_pieces_to_be_taken() {
    let weakest = knights_left(Level::WEAKEST);
    assert!((1..20).contains(&weakest), "{weakest} of 40");
    for &level in &Level::ALL[3..7] {
        assert_eq!(knights_left(level), 0, "level {level}");
    }
}

/// A move that loses at once is not played where another does not.
#[test]
fn no_level_walks_into_mate() {
    let mut player = player(GameId::Chess, 1, 1);
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    for level in Level::ALL {
        for seed in 0..10 {
            let best = best_move(&mut *player, &PositionText::at(fen), level, seed).best;
            let best = best.expect("a legal move");
            player
                .set_position(&PositionText {
                    fen: Some(fen),
                    moves: std::slice::from_ref(&best),
                    ..PositionText::default()
                })
                .expect("legal");
            assert!(!mates_at_once(&mut *player), "level {level}, seed {seed}: {best}");
        }
    }
}

/// Whether the side to move mates at once.
fn mates_at_once(player: &mut dyn Player) -> bool {
    player.set_strength(None);
    player.best_move(Limits::depth(2)).score == Score::mate_in(1)
}

#[test]
fn limits_of_the_caller_count_too() {
    let mut player = player(GameId::International, 1, 1);
    let level = Level::try_from(9).expect("a level");
    player.set_strength(Some(Strength { level, seed: 0 }));
    assert!(player.best_move(Limits::nodes(100)).nodes <= 100);
    // Without other limits the level ends the search, also the strongest one.
    player.clear();
    assert!(player.best_move(Limits::default()).nodes > 100);
    player.clear();
    player.set_strength(Some(Strength { level: Level::STRONGEST, seed: 0 }));
    assert!(player.best_move(Limits::default()).nodes > 100_000);
}

#[test]
fn as_many_variations_are_reported_as_requested() {
    let mut player = player(GameId::Chess, 1, 1);
    player.set_strength(Some(Strength { level: Level::WEAKEST, seed: 1 }));
    for multi_pv in [0, 1, 3] {
        let mut reported = 0;
        let request = SearchRequest { multi_pv, ..Limits::nodes(NODES).into() };
        let count = &mut |info: &Info<String>| reported = reported.max(info.multi_pv);
        player.search(&request, &Control::default(), count).expect("the request names no moves");
        assert_eq!(reported, multi_pv.max(1));
    }
}

#[test]
fn invalid_levels_are_reported() {
    for (text, error) in [
        ("0", "level 0, expected 1 to 10"),
        ("11", "level 11, expected 1 to 10"),
        ("300", "level 300, expected 1 to 10"),
        ("-1", "level \"-1\", expected a number from 1 to 10"),
        ("strong", "level \"strong\", expected a number from 1 to 10"),
        ("", "level \"\", expected a number from 1 to 10"),
    ] {
        assert_eq!(Level::from_str(text).expect_err(text).to_string(), error);
    }
    assert_eq!(Level::try_from(0), Err(LevelError::OutOfRange { found: 0 }));
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(level.number().try_into(), Ok(level));
    }
}

#[test]
fn ratings_rise_with_the_level() {
    assert!(Level::ALL.map(Level::elo).is_sorted_by(|weaker, stronger| weaker < stronger));
}
