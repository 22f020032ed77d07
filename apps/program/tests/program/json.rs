//! The JSON of positions and moves: one shape in all games, as `docs/json.md` describes it.

use crate::common::output_of;
use damier::{GameId, MoveStyle};
use serde_json::{Value, json};

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&output_of(arguments)).expect("JSON")
}

/// The fields that moves of all games have.
const ALWAYS: [&str; 5] = ["move", "from", "to", "captured", "path"];

/// Checks the types of a move's fields.
#[track_caller]
fn check_shape(game: GameId, mv: &Value) {
    let fields = mv.as_object().expect("an object");
    let is_texts = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    for name in ALWAYS {
        let value = fields.get(name).unwrap_or_else(|| panic!("{game}: no {name} in {mv}"));
        let is_right = if ["captured", "path"].contains(&name) { is_texts(value) } else { value.is_string() };
        assert!(is_right, "{game}: {name} of {mv}");
    }
    let protocol = if game.is_chess() { "uci" } else { "hub" };
    assert!(fields.get(protocol).is_some_and(Value::is_string), "{game}: {mv}");
    for (name, value) in fields {
        let is_known = match name.as_str() {
            "promotion" => value.is_string(),
            "routes" => is_texts(value),
            "routes_count" => value.is_u64(),
            name => ALWAYS.contains(&name) || name == protocol,
        };
        assert!(is_known, "{game}: {name} of {mv}");
    }
}

/// Checks a move against the board before and after it, and its texts against each other.
fn check_meaning(game: GameId, fen: &str, mv: &Value) -> String {
    let text = |name: &str| mv[name].as_str().unwrap_or_default();
    let texts = |name: &str| -> Vec<&str> {
        mv[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let position = game.at(fen).expect("a position");
    let index = position.find_in(text("move"), MoveStyle::Record).expect("a move");
    let protocol = if game.is_chess() { text("uci") } else { text("hub") };
    assert_eq!(position.find_in(protocol, MoveStyle::Protocol), Ok(index), "{game} {fen}: {mv}");
    let after = position.after(index).expect("a position").fen();
    let boards = [fen, &after].map(|fen| game.at(fen).expect("a position").board());
    let color = |board: usize, name: &str| {
        let square = boards[board].find(name).unwrap_or_else(|| panic!("{game}: no square {name} of {mv}"));
        square.piece.map(|piece| piece.color)
    };
    let (own, path) = (position.turn(), texts("path"));
    assert_eq!((path.first(), path.last()), (Some(&text("from")), Some(&text("to"))), "{game} {fen}: {mv}");
    assert_eq!((color(0, text("from")), color(1, text("to"))), (Some(own), Some(own)), "{game} {fen}: {mv}");
    for taken in texts("captured") {
        assert_eq!(color(0, taken), Some(!own), "{game} {fen}: {mv}");
        // A chess piece stands where it captured.
        assert_ne!(color(1, taken), Some(!own), "{game} {fen}: {mv}");
    }
    if !game.is_chess() {
        assert!(
            path.len() == texts("captured").len().max(1) + 1 || texts("routes").is_empty(),
            "{game}: {mv}"
        );
        let signs = |text: &str| text.split(['x', ':']).map(str::to_owned).collect::<Vec<_>>();
        assert!(texts("routes").first().is_none_or(|route| signs(route) == path), "{game}: {mv}");
    }
    after
}

#[test]
fn moves_of_all_games_have_one_shape() {
    for game in GameId::ALL.iter().copied() {
        let mut fen = game.start().fen();
        let mut seed = 12345_u64;
        for _ in 0..25 {
            let details = game.at(&fen).expect("a position").describe();
            let value = serde_json::to_value(&details).expect("JSON");
            let moves = value["legal_moves"].as_array().expect("a list");
            moves.iter().for_each(|mv| check_shape(game, mv));
            assert!(value["claims"].is_array(), "{game}");
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let captures = moves.iter().filter(|mv| mv["captured"] != json!([])).count();
            let chosen = (seed >> 33) as usize % moves.len();
            // Captures are rare, so one of them is looked at wherever there are any.
            let capture = moves.iter().find(|mv| captures > 0 && mv["captured"] != json!([]));
            fen = check_meaning(game, &fen, capture.unwrap_or(&moves[chosen]));
        }
    }
}

#[test]
fn special_moves_of_chess_name_their_squares() {
    let find = |game: &str, fen: &str, text: &str| {
        let position = json_of(&["moves", game, fen, "--json"]);
        let moves = position["legal_moves"].as_array().expect("a list").clone();
        moves.into_iter().find(|mv| mv["move"] == text).unwrap_or_else(|| panic!("no {text} in {position}"))
    };
    let en_passant = find("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6");
    assert_eq!(
        en_passant,
        json!({"move": "exd6", "from": "e5", "to": "d6", "captured": ["d5"], "path": ["e5", "d6"], "uci": "e5d6"})
    );
    let promotion = find("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N");
    assert_eq!((&promotion["promotion"], &promotion["captured"]), (&json!("knight"), &json!(["d8"])));
    let castling = find("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    assert_eq!(
        castling,
        json!({"move": "O-O", "from": "e1", "to": "g1", "captured": [], "path": ["e1", "g1"], "uci": "e1g1"})
    );
    // In Chess960 UCI writes the king taking its rook, and the king may stay.
    let castling = find("chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O");
    assert_eq!(
        castling,
        json!({"move": "O-O", "from": "g1", "to": "g1", "captured": [], "path": ["g1", "g1"], "uci": "g1h1"})
    );
}

#[test]
fn other_commands_have_the_same_moves() {
    for (game, fen, text) in [
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6"),
        ("international", "W:W32:B19,27,28", "32x14"),
        ("russian", "W:Wg7:Ba7", "g7-f8"),
    ] {
        let position = json_of(&["moves", game, fen, "--json"]);
        let moves = position["legal_moves"].as_array().expect("a list");
        let expected = moves.iter().find(|mv| mv["move"] == text).expect("the move");
        let explained = json_of(&["explain", game, fen, text, "--json"]);
        assert_eq!(&explained["effect"]["details"], expected);
        let divided = json_of(&["perft", game, "1", fen, "--divide", "--json"]);
        let divided = divided["divide"].as_array().expect("a list");
        assert_eq!(divided.len(), moves.len());
        let mut counted = divided.iter().find(|mv| mv["move"] == text).expect("the move").clone();
        assert_eq!(counted.as_object_mut().and_then(|mv| mv.remove("nodes")), Some(json!(1)));
        assert_eq!(&counted, expected);
        let analysis = output_of(&["analyse", game, fen, "--depth", "1", "--json"]);
        let last: Value = serde_json::from_str(analysis.lines().last().expect("a line")).expect("JSON");
        assert!(moves.contains(&last["best"]), "{last}");
    }
}

#[test]
fn draws_that_may_be_claimed_are_listed() {
    let claims = |arguments: &[&str]| json_of(&[&["moves", "--json"], arguments].concat())["claims"].clone();
    assert_eq!(claims(&["chess"]), json!([]));
    let threefold = json!({"rule": "threefold_repetition", "article": "FIDE 9.2"});
    let twice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    assert_eq!(claims(&["chess", "--moves", twice]), json!([threefold]));
    // Before the last move it may be claimed with that move.
    let with = json!({"rule": "threefold_repetition", "article": "FIDE 9.2", "move": "Ng8"});
    assert_eq!(claims(&["chess", "--moves", &twice[..twice.len() - 4]]), json!([with]));
    assert_eq!(claims(&["chess", "--moves", &twice[..twice.len() - 8]]), json!([]));
    // The fifth repetition ends the game.
    assert_eq!(claims(&["chess", "--moves", &[twice, twice].join(" ")]), json!([]));

    let fifty = json!({"rule": "fifty_moves", "article": "FIDE 9.3"});
    assert_eq!(claims(&["7k/8/8/8/8/8/R7/K7 w - - 100 80"]), json!([fifty]));
    let with = claims(&["7k/8/8/8/8/8/R7/K7 w - - 99 80"]);
    let with = with.as_array().expect("a list");
    assert!(
        with.len() > 10
            && with.iter().all(|claim| claim["rule"] == "fifty_moves" && claim["move"].is_string())
    );
    assert_eq!(claims(&["7k/8/8/8/8/8/R7/K7 w - - 98 80"]), json!([]));
    // A capture starts the clock again, and mate goes before any claim.
    let with = claims(&["7k/R7/6K1/8/8/8/p7/8 w - - 99 80"]);
    let moves: Vec<_> = with.as_array().expect("a list").iter().map(|claim| claim["move"].clone()).collect();
    assert!(
        !moves.is_empty() && !moves.contains(&json!("Rxa2")) && !moves.contains(&json!("Ra8#")),
        "{moves:?}"
    );
    assert_eq!(claims(&["7k/8/8/8/8/8/R7/K7 w - - 150 99"]), json!([]));
    // Draughts draws end the game by themselves.
    let kings = "49-44 5-10 44-49 10-5 49-44 5-10 44-49 10-5";
    let position = json_of(&["moves", "international", "W:WK49:BK5,6", "--moves", kings, "--json"]);
    assert_eq!((&position["claims"], &position["outcome"]["result"]), (&json!([]), &json!("draw")));

    let text = output_of(&["moves", "chess", "--moves", twice]);
    assert!(
        text.contains("\nThe player to move may claim a draw: threefold repetition (FIDE 9.2).\n"),
        "{text}"
    );
    let text = output_of(&["moves", "chess", "--moves", &twice[..twice.len() - 4]]);
    assert!(
        text.contains("\nThe player to move may claim a draw with Ng8: threefold repetition (FIDE 9.2).\n")
    );
}
