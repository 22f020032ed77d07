//! The `GameType` tags of PDN 3.0.

use std::collections::HashMap;

use damier_catalog::{GameId, SquareNames};

const TAGS: &[(GameId, &str)] = &[
    (GameId::International, "20,W,10,10,N2,0"),
    (GameId::English, "21,B,8,8,N1,0"),
    (GameId::Italian, "22,W,8,8,N2,1"),
    (GameId::Pool, "23,B,8,8,N1,0"),
    (GameId::UnifiedPool, "23,W,8,8,A0,0"),
    (GameId::Jamaican, "23,B,8,8,A1,1"),
    (GameId::Spanish, "24,W,8,8,N1,1"),
    (GameId::Russian, "25,W,8,8,A0,0"),
    (GameId::Brazilian, "26,W,8,8,A0,0"),
    (GameId::Canadian, "27,W,12,12,N2,0"),
    (GameId::Portuguese, "28,W,8,8,N1,1"),
    (GameId::Czech, "29,W,8,8,A0,0"),
    (GameId::Turkish, "30,W,8,8,A0,0"),
    (GameId::Thai, "31,B,8,8,N2,0"),
    (GameId::Frisian, "40,W,10,10,N2,0"),
    (GameId::Spantsiretti, "41,W,10,8,A0,0"),
    (GameId::Chess, "0,W,8,8,S0"),
    (GameId::Breakthrough, "96,W,10,10,N2,0"),
    (GameId::Frysk, "97,W,10,10,N2,0"),
    (GameId::Losing, "98,W,10,10,N2,0"),
];

#[test]
fn tags_of_the_standard() {
    for &(game, tag) in TAGS {
        assert_eq!(game.pdn_game_type().as_deref(), Some(tag), "{game}");
        assert_eq!(GameId::from_pdn_game_type(tag), Ok(game), "{tag}");
        let (number, _) = tag.split_once(',').expect("fields");
        let bare = GameId::from_pdn_game_type(number).expect("a number of the standard");
        // The number alone is that of the game with the most players.
        let is_pool = matches!(game, GameId::Jamaican | GameId::UnifiedPool) && bare == GameId::Pool;
        assert!(bare == game || is_pool, "{number}: {bare}");
    }
}

#[test]
fn no_two_games_write_the_same_tag() {
    let mut seen = HashMap::new();
    for game in GameId::ALL.iter().copied() {
        let Some(tag) = game.pdn_game_type() else { continue };
        if let Some(other) = seen.insert(tag.clone(), game) {
            // The same game with the draws of another federation.
            assert_eq!((other, game), (GameId::Brazilian, GameId::BrazilianCbd), "{tag}");
        }
    }
}

#[test]
fn tags_of_other_programs() {
    for (tag, game) in [
        ("43", GameId::Turkish),
        ("99", GameId::International),
        (" 20 , W , 10 , 10 , N2 , 0 ", GameId::International),
        ("20,w,10,10", GameId::International),
        // PlayOK, for games with the numbers of the standard.
        ("20,W,10,10,N1,0", GameId::International),
        // Numbers where the standard has letters.
        ("25,W,8,8,N2,0", GameId::Russian),
        ("23", GameId::Pool),
        ("23,B", GameId::Pool),
        ("23,W", GameId::UnifiedPool),
        // Letters where American pool has numbers.
        ("23,B,8,8,A0,0", GameId::Pool),
        ("23,W,8,8,N1,0", GameId::UnifiedPool),
        // Only Jamaican draughts is usually written so.
        ("23,B,8,8,A1", GameId::Jamaican),
    ] {
        assert_eq!(GameId::from_pdn_game_type(tag), Ok(game), "{tag:?}");
    }
}

#[test]
fn a_bad_tag_is_refused_with_its_field() {
    for (tag, expected) in [
        ("20,W,8,10,N2,0", "the width of the board is \"8\", expected 10 for international"),
        ("20,W,10,8,N2,0", "the height of the board is \"8\", expected 10 for international"),
        ("20,B,10,10,N2,0", "the first player is \"B\", expected W for international"),
        (
            "20,W,10,10,S2,0",
            "the notation is \"S2\", expected A or N and a corner from 0 to 3 for international",
        ),
        ("20,W,10,10,N4,0", "the notation is \"N4\", expected A, N or S and a corner from 0 to 3"),
        ("20,W,10,10,N,0", "the notation is \"N\", expected A, N or S and a corner from 0 to 3"),
        ("20,W,10,10,N2,1", "the invert flag is \"1\", expected 0 for international"),
        ("20,W,10,10,N2,2", "the invert flag is \"2\", expected 0 or 1"),
        ("20,W,10,10,N2,0,7", "the seventh field is \"7\", expected six fields"),
        ("0,W,8,8,A0", "the notation is \"A0\", expected S0 for chess"),
        ("999", "the number is \"999\", expected the number of a game such as 20, 21 or 25"),
        ("+20", "the number is \"+20\", expected a number"),
        ("x", "the number is \"x\", expected a number"),
        ("", "the number is \"\", expected a number"),
    ] {
        let error = GameId::from_pdn_game_type(tag).expect_err(tag);
        assert_eq!(error.to_string(), format!("bad GameType {tag:?}: {expected}"));
    }
    let long = GameId::from_pdn_game_type(&"9".repeat(100_000)).expect_err("no number");
    assert!(long.to_string().len() < 200);
}

/// The corners of the boards of the standard, in the words of its table: square 1 or a1 lies there.
#[test]
fn names_from_other_corners() {
    for (game, tag, pairs) in [
        // Turned around, mirrored top to bottom, and left to right.
        (GameId::International, "20,W,10,10,N1,0", [("1", "50"), ("32", "19"), ("46", "5")]),
        (GameId::International, "20,W,10,10,N0,0", [("1", "46"), ("6", "41"), ("50", "5")]),
        (GameId::International, "20,W,10,10,N3,0", [("1", "5"), ("6", "10"), ("46", "50")]),
        (GameId::International, "20,W,10,10,A0,0", [("a1", "46"), ("b2", "41"), ("j10", "5")]),
        // a1 is where Black, who starts, has the bottom right corner, as square 1 is.
        (GameId::English, "21,B,8,8,A1,0", [("b1", "1"), ("a2", "5"), ("h1", "4")]),
        (GameId::Russian, "25,W,8,8,N2,0", [("1", "b8"), ("29", "a1"), ("32", "g1")]),
        (GameId::Russian, "25,W,8,8,N0,0", [("1", "a1"), ("5", "b2"), ("32", "h8")]),
        (GameId::Italian, "22,W,8,8,A0,1", [("b1", "29"), ("a2", "25"), ("a8", "1")]),
        (GameId::Turkish, "30,W,8,8,N2,0", [("1", "a8"), ("8", "h8"), ("64", "h1")]),
        (GameId::Spantsiretti, "41,W,10,8,N0,0", [("1", "a1"), ("5", "i1"), ("40", "j8")]),
    ] {
        let names = SquareNames::of_game_type(game, tag).expect(tag).expect("other names");
        for (name, own) in pairs {
            let (text, own_text) = (format!("W:W{name}:B"), format!("W:W{own}:B"));
            assert_eq!(names.fen_to_own(&text).as_deref(), Some(&*own_text), "{tag}");
            assert_eq!(names.fen_from_own(&own_text), text, "{tag}");
        }
    }
}

#[test]
fn texts_with_unknown_names_are_not_translated() {
    let names = SquareNames::of_game_type(GameId::Russian, "25,W,8,8,N0,0").expect("a tag").expect("names");
    for text in ["c3-d4", "33-1", "0-1", "", "-", "1-", "x1", "1--5", "\u{e9}", "99999999999-1"] {
        assert_eq!(names.move_to_own(text), None, "{text:?}");
    }
    assert_eq!(names.move_to_own("09-14").as_deref(), Some("a3-d4"));
    assert_eq!(names.move_to_own("1014").as_deref(), Some("c3-d4"));
    for fen in ["W:Wc3:B", "W:W33:B", "W:W5-4:B1", "W:W1,:B", "W:WG1:B", "W:W1-:B"] {
        assert_eq!(names.fen_to_own(fen), None, "{fen}");
    }
    assert_eq!(names.fen_to_own("W:W:B1:H3:F4").as_deref(), Some("W:W:Ba1:H3:F4"));
    let names = SquareNames::of_game_type(GameId::English, "21,B,8,8,A1,0").expect("a tag").expect("names");
    assert_eq!(names.move_to_own("f3e4").as_deref(), Some("11-15"));
}
