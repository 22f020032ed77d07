//! Games chosen at run time.

use boardgame::{Color, CounterUnit, MoveError, MoveStyle, Outcome, PlayError};
use damier_catalog::{AnyGame, GameId, OpenError, PositionText, SavedGame};

/// The game after these moves.
fn played(game: GameId, moves: &str) -> Box<dyn AnyGame> {
    let moves = PositionText::split_moves(moves);
    game.game_at(&PositionText { moves: &moves, ..PositionText::default() }).expect("legal moves")
}

#[test]
fn games_are_played_and_taken_back() {
    let mut game = GameId::Russian.start();
    assert_eq!((game.turn(), game.count_legal(), game.plies()), (Color::White, 7, 0));
    game.play_text("c3-d4", MoveStyle::Record).expect("legal");
    game.play(game.find("f6g5").expect("as engines write it")).expect("legal");
    assert_eq!(game.moves(MoveStyle::Record), ["c3-d4", "f6-g5"]);
    assert!(matches!(game.find("a1-b2"), Err(MoveError::Illegal { .. })));
    assert!(matches!(game.find("nonsense"), Err(MoveError::BadSyntax { .. })));
    assert_eq!(game.play(99), Err(PlayError::Illegal));
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!((game.fen(), game.start_fen()), (GameId::Russian.start().fen(), game.fen()));
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_game_that_is_over_says_so() {
    let mut game = GameId::Russian.at("B:Wb4,c3:Ba5").expect("a position");
    assert!(matches!(game.play(0), Err(PlayError::Over { outcome: Outcome::Win(Color::White), .. })));
    let error = game.play_text("a5-b6", MoveStyle::Record).unwrap_err();
    assert!(matches!(error, MoveError::Over { outcome: Outcome::Win(Color::White), .. }), "{error}");
}

/// Analysis goes on after a draw that nobody claimed.
#[test]
fn moves_after_the_end_are_played_on() {
    let mut game = GameId::Frisian.at("W:WK50:BK46").expect("a position");
    assert!(matches!(game.outcome(), Some((Outcome::Draw, _))));
    assert!(matches!(game.play(0), Err(PlayError::Over { .. })));
    game.play_on(0).expect("a legal move");
    assert_eq!(game.plies(), 1);
}

#[test]
fn a_copy_goes_its_own_way() {
    let game = GameId::Chess.start();
    let mut copy = game.clone();
    copy.play_text("e4", MoveStyle::Record).expect("legal");
    assert_eq!((game.plies(), copy.plies()), (0, 1));
    let after = game.after(game.find("e4").expect("legal")).expect("few moves");
    assert_eq!((after.fen(), after.key()), (copy.fen(), copy.key()));
}

#[test]
fn saved_games_come_back() {
    for &id in GameId::ALL {
        let mut game = id.start();
        for step in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            game.play(step * 7 % game.count_legal()).expect("a legal move");
        }
        let text = serde_json::to_string(&game.save()).expect("JSON");
        let saved: SavedGame = serde_json::from_str(&text).expect("a game");
        let again = saved.restore().expect("a game");
        assert_eq!(
            (again.fen(), again.moves(MoveStyle::Full)),
            (game.fen(), game.moves(MoveStyle::Full)),
            "{id}"
        );
        assert_eq!(again.save(), game.save());
    }
    let saved = GameId::Chess.at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position").save();
    assert_eq!(saved.fen.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    let unknown = SavedGame { game: "halma".to_owned(), ..saved.clone() };
    assert!(matches!(unknown.restore(), Err(OpenError::UnknownGame(_))));
    let illegal = SavedGame { moves: vec!["e5".to_owned()], ..saved };
    assert!(matches!(illegal.restore(), Err(OpenError::PositionText(_))));
}

/// The counters in words: rule, count and limit.
fn counters(game: &dyn AnyGame) -> Vec<(&'static str, u32, u32)> {
    game.counters().iter().map(|counter| (counter.reason.name, counter.count, counter.limit)).collect()
}

#[test]
fn counters_tell_how_near_a_draw_is() {
    let knights = played(GameId::Chess, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(
        counters(&*knights),
        [
            ("threefold_repetition", 2, 3),
            ("fivefold_repetition", 2, 5),
            ("fifty_moves", 4, 100),
            ("seventyfive_moves", 4, 150)
        ]
    );
    let counter = knights.counters()[2];
    assert_eq!(
        (counter.unit, counter.moves_left(), counter.must_be_claimed),
        (CounterUnit::Plies, Some(48), true)
    );
    assert_eq!(knights.counters()[0].moves_left(), None);

    // Three kings against one that holds the long diagonal: FMJD 6.
    let mut game = GameId::International.at("W:WK48,K49,K50:BK5").expect("a position");
    assert_eq!(
        counters(&*game),
        [
            ("threefold_repetition", 1, 3),
            ("long_diagonal_5_move_rule", 0, 10),
            ("16_move_rule", 0, 32),
            ("25_move_rule", 0, 50)
        ]
    );
    game.play_text("50-45", MoveStyle::Record).expect("legal");
    game.play_text("5-10", MoveStyle::Record).expect("legal");
    assert!(counters(&*game).contains(&("long_diagonal_5_move_rule", 2, 10)));
}

/// An occurrence takes four plies at least; a rule that another one replaces does not count.
#[test]
fn the_nearest_draw_comes_first() {
    let chess = GameId::Chess.at("4k3/8/8/8/8/8/8/R3K3 w - - 97 80").expect("a position");
    assert_eq!(counters(&*chess)[0], ("fifty_moves", 97, 100));
    let names = |fen| {
        counters(&*GameId::Russian.at(fen).expect("a position")).iter().map(|c| c.0).collect::<Vec<_>>()
    };
    assert!(names("W:WKa1,Kc1:BKh8,Kf8").iter().all(|name| *name != "15_move_rule"));
    assert!(names("W:WKa1,Kc1,Ke1,Kg1:BKh8,Kf8,Kd8,Kb8").contains(&"15_move_rule"));
}

/// Whatever counter reaches its limit first ends the game, and none ends it sooner.
#[test]
fn games_end_when_a_counter_is_full() {
    let mut ended = 0;
    for &id in GameId::ALL {
        for fen in ["W:WK1,K2,K3:BK32", "W:WK1,K3:BK32", "W:WK1,K2:BK31,K32"] {
            let Ok(mut game) = id.at(fen) else { continue };
            for step in 0..200 {
                let is_full = game
                    .counters()
                    .iter()
                    .any(|counter| !counter.must_be_claimed && counter.count >= counter.limit);
                match game.outcome() {
                    Some((Outcome::Draw, reason))
                        if game.counters().iter().any(|counter| counter.reason == reason) =>
                    {
                        assert!(is_full, "{id} {} {reason}", game.fen());
                        ended += 1;
                        break;
                    }
                    Some(_) => break,
                    None => assert!(!is_full, "{id} {}", game.fen()),
                }
                game.play(step * 13 % game.count_legal()).expect("a legal move");
            }
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn a_side_that_cannot_mate_cannot_win() {
    // White, Black: who can still win.
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", (true, false)),
        ("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", (true, true)),
        ("4k3/8/8/8/8/8/8/4KN1q w - - 0 1", (false, true)),
        ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", (false, false)),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", (true, true)),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", (true, true)),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", (true, false)),
    ] {
        let game = GameId::Chess.at(fen).expect("a position");
        assert_eq!((game.can_win(Color::White), game.can_win(Color::Black)), expected, "{fen}");
    }
    assert!(GameId::International.at("W:WK46:B5").expect("a position").can_win(Color::Black));
}
