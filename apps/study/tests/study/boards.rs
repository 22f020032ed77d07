//! Boards, legal moves and histories as data, over all games.

use std::collections::HashSet;

use boardgame::Color;
use catalog::{AnyGame, GameId};
use damier_study::{
    Kind, board_text, fen_of_board, history, history_since, kinds, legal, move_by_path_id, ply, popular,
    position, rules,
};

use crate::common::{played, wander};

fn castling(fen: &str) -> Option<&str> {
    fen.split_whitespace().nth(2)
}

/// The route of every legal move, made square by square, is that move; its id finds it again.
fn check_legal(game: &dyn AnyGame) {
    let mut ids = HashSet::new();
    let listed = legal(game);
    for route in &listed {
        let path: Vec<String> = route.path.iter().map(|&square| square.to_owned()).collect();
        let hops = game.hops(&path).unwrap_or_else(|error| panic!("{} {route:?}: {error}", game.fen()));
        assert!(hops.moves.contains(&route.text), "{} {route:?}: {hops:?}", game.fen());
        let taken: HashSet<&str> = route.captured.iter().copied().collect();
        assert_eq!(taken.len(), route.captured.len(), "{} {route:?}", game.fen());
        assert_eq!(move_by_path_id(game, &route.id).as_ref(), Some(&route.text));
        assert!(ids.insert(route.id.clone()), "{route:?}");
    }
    let moves: HashSet<usize> = listed.iter().map(|route| route.number).collect();
    assert_eq!(moves.len(), game.count_legal(), "{}", game.fen());
}

/// A board text says the same as the position, both ways.
fn check_board(game: &dyn AnyGame) {
    let (text, fen) = (board_text(game), game.fen());
    let kind = Kind::of(game.id());
    for (square, letter) in kind.squares.iter().zip(text.chars()) {
        let board = game.board();
        let piece = board.find(&square.name).and_then(|square| square.piece);
        assert_eq!(piece.is_some(), letter != '.', "{fen} {}", square.name);
    }
    let again = game.id().at(&fen).expect("a position that was written");
    assert_eq!(board_text(&*again), text, "{fen}");
    let castling = castling(&fen).filter(|_| game.id().is_chess());
    let set_up = fen_of_board(game.id(), &text, game.turn(), castling);
    let set_up = set_up.unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    let set_up = game.id().at(&set_up).expect("a position that was set up");
    assert_eq!((board_text(&*set_up), set_up.turn()), (text, game.turn()), "{fen}");
    let mut pieces = (game.pieces(), set_up.pieces());
    pieces.0.sort_by_key(|(point, _)| *point);
    pieces.1.sort_by_key(|(point, _)| *point);
    assert_eq!(pieces.0, pieces.1, "{fen}");
}

#[test]
fn legal_moves_and_boards_of_all_games() {
    for &id in GameId::ALL {
        for seed in 0..3 {
            let game = wander(id, seed, 90, |game| {
                check_legal(game);
                check_board(game);
                let position = position(game);
                assert_eq!((position.game, position.ply), (id.name(), game.plies()));
                assert_eq!(position.legal.is_empty(), position.outcome.is_some(), "{}", position.fen);
            });
            check_history(&*game);
        }
    }
}

fn check_history(game: &dyn AnyGame) {
    let plies = history(game);
    assert_eq!(plies.len(), game.plies());
    assert_eq!(history_since(game, game.plies() / 2), plies[game.plies() / 2..]);
    let mut later = game.clone_game();
    for expected in plies.iter().rev() {
        assert_eq!(board_text(&*later), expected.board);
        assert_eq!(later.in_check().unwrap_or(false), expected.check);
        let mut before = later.clone_game();
        before.undo();
        let of_move =
            legal(&*before).into_iter().find(|route| route.text == expected.text).expect("it was legal");
        assert_eq!((&of_move.path, &of_move.captured), (&expected.path, &expected.captured));
        assert_eq!(ply(&*before, &*later), *expected);
        later = before;
    }
}

#[test]
fn kinds_describe_all_games() {
    assert_eq!(kinds().len(), GameId::ALL.len());
    for (kind, &id) in kinds().iter().zip(GameId::ALL) {
        assert_eq!((kind.name, Kind::of(id).name), (id.name(), id.name()));
        assert_eq!(kind.start, board_text(&*id.start()), "{id}");
        assert!(kind.about.chars().count() <= 90, "{}", kind.about);
        let names: HashSet<&str> = kind.squares.iter().map(|square| square.name.as_str()).collect();
        assert_eq!(names.len(), kind.squares.len(), "{id}");
        for (square, view) in kind.squares.iter().map(|square| (square, id.start().board())) {
            let found = view.find(&square.name).expect("a square of the board");
            assert_eq!(
                (found.point.column, found.point.row),
                (square.column, square.row),
                "{id} {}",
                square.name
            );
        }
        let rules = rules(id);
        assert!(!rules.rules.is_empty() && !rules.sources.is_empty(), "{id}");
    }
    let losing: Vec<&str> = kinds().iter().filter(|kind| kind.losing).map(|kind| kind.name).collect();
    assert_eq!(losing, ["losing", "poddavki"]);
    assert_eq!(popular()[0], GameId::Chess);
    let value = serde_json::to_value(Kind::of(GameId::Turkish)).expect("data");
    assert_eq!(value["checkered"], false);
    assert_eq!(value["first"], "white");
    assert_eq!(value["about"], "8 × 8 · straight lines, not diagonals · most pieces must be taken");
    assert_eq!(value.as_object().expect("an object").len(), 13);
}

#[test]
fn two_ways_around_the_same_pieces() {
    let game = GameId::International.at("W:W38:B22,23,32,33").expect("a position");
    let routes = legal(&*game);
    assert_eq!(routes.iter().map(|route| route.id.as_str()).collect::<Vec<_>>(), ["0.0", "0.1"]);
    assert_eq!(routes[0].path, ["38", "27", "18", "29", "38"]);
    assert_eq!(routes[1].path, ["38", "29", "18", "27", "38"]);
    assert_eq!((routes[0].text.as_str(), routes[1].text.as_str()), ("38x38", "38x38"));
    assert_eq!(routes[0].captured, ["32", "22", "23", "33"]);
}

#[test]
fn promotion_castling_and_en_passant() {
    let game = GameId::Chess.at("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    let routes = legal(&*game);
    let promotions: Vec<_> = routes.iter().filter(|route| route.path == ["a7", "a8"]).collect();
    assert!(promotions.is_empty(), "the rook is in the way");
    let castling = routes.iter().find(|route| route.text == "O-O").expect("legal");
    assert_eq!(castling.path, ["e1", "g1"]);
    let game = GameId::Chess.at("7k/P7/8/8/8/8/8/K7 w - - 0 1").expect("a position");
    let routes = legal(&*game);
    let becomes: HashSet<_> =
        routes.iter().filter(|route| route.path == ["a7", "a8"]).map(|route| route.promotion).collect();
    assert_eq!(becomes, HashSet::from(["queen", "rook", "bishop", "knight"].map(Some)));
    let game = played("chess", "e4 a6 e5 d5");
    let route = legal(&*game).into_iter().find(|route| route.text == "exd6").expect("legal");
    assert_eq!((route.path, route.captured), (vec!["e5", "d6"], vec!["d5"]));
    let game = GameId::Russian.at("W:Wa7:Bh8").expect("a position");
    assert_eq!(legal(&*game)[0].promotion, Some("king"));
}

#[test]
fn claims_counters_and_outcomes() {
    let game = played("chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let position = position(&*game);
    assert_eq!(position.claims.len(), 1, "{:?}", position.claims);
    assert_eq!(
        (position.claims[0].rule, position.claims[0].with.as_deref()),
        ("threefold_repetition", Some("Ng8"))
    );
    let value = serde_json::to_value(&position).expect("data");
    assert_eq!(value["claims"][0]["move"], "Ng8");
    assert_eq!(value["turn"], "black");
    assert_eq!(value["legal"][0]["move"], 0);
    assert!(value["legal"][0].get("promotion").is_none());
    assert_eq!(value["outcome"], serde_json::Value::Null);
    assert!(value["counters"][0]["plies_left"].is_u64());
    let mate = damier_study::position(&*played("chess", "f3 e5 g4 Qh4#"));
    let outcome = mate.outcome.expect("mate");
    assert_eq!(
        (outcome.winner, outcome.text.as_str()),
        (Some(Color::Black), "Black wins: checkmate (FIDE 5.1.1)")
    );
    assert!(mate.legal.is_empty() && mate.check);
}

/// What [`AnyGame::all_claims`] finds is what asking for each move finds.
#[test]
fn claims_with_moves_agree() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    for plies in 0..=12 {
        let moves: Vec<&str> = shuffle.split_whitespace().cycle().take(plies).collect();
        let game = played("chess", &moves.join(" "));
        let now = game.claims();
        let texts = game.legal_moves(boardgame::MoveStyle::Record);
        let mut expected: Vec<(&str, Option<String>)> =
            now.iter().map(|reason| (reason.name, None)).collect();
        for (index, text) in texts.iter().enumerate() {
            let mut after = game.clone_game();
            after.play(index).expect("legal");
            let with = after.claims();
            let others = with.iter().filter(|reason| !now.contains(reason));
            expected.extend(others.map(|reason| (reason.name, Some(text.clone()))));
        }
        let found: Vec<_> = game.all_claims().into_iter().map(|claim| (claim.rule, claim.with)).collect();
        assert_eq!(found, expected, "{plies}");
    }
}

#[test]
fn boards_that_cannot_be() {
    let start = &Kind::of(GameId::Chess).start;
    let long = "K".repeat(1_000);
    let bad = |game, board: &str, castling| {
        let error = fen_of_board(game, board, Color::White, castling).expect_err("not a position");
        (error.code(), error.field())
    };
    assert_eq!(bad(GameId::Chess, "", None), ("bad_field", "board"));
    assert_eq!(bad(GameId::Chess, &"é".repeat(32), None), ("bad_field", "board"));
    assert_eq!(bad(GameId::Chess, &".".repeat(64), None), ("bad_fen", "fen"));
    assert_eq!(bad(GameId::Chess, start, Some("xyz")), ("bad_field", "castling"));
    assert_eq!(bad(GameId::Chess, start, Some(&long)), ("bad_field", "castling"));
    assert_eq!(bad(GameId::International, &"w".repeat(50), None), ("bad_fen", "fen"));
    assert_eq!(bad(GameId::International, &"P".repeat(50), None), ("bad_field", "board"));
    assert_eq!(
        bad(GameId::International, &Kind::of(GameId::International).start, Some("KQ")),
        ("bad_field", "castling")
    );
    for id in ["", ".", "0", "0.", ".0", "0.0.0", "-1.0", "+1.0", "0.99", "99999.0", "0.99999999999", "é.0"]
    {
        assert_eq!(move_by_path_id(&*GameId::Chess.start(), id), None, "{id}");
    }
}
