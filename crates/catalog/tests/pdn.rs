//! The `GameType` tags of PDN 3.0.

use std::collections::HashMap;

use catalog::GameId;

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
        assert_eq!(GameId::from_pdn_game_type(tag), Some(game), "{tag}");
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
        ("43", Some(GameId::Turkish)),
        ("99", Some(GameId::International)),
        (" 20 , W , 10 , 10 , N2 , 0 ", Some(GameId::International)),
        ("20,w,10,10", Some(GameId::International)),
        // Numbers where the standard has letters.
        ("25,W,8,8,N2,0", Some(GameId::Russian)),
        ("23", Some(GameId::Pool)),
        ("23,B", Some(GameId::Pool)),
        ("23,W", Some(GameId::UnifiedPool)),
        // Letters where American pool has numbers.
        ("23,B,8,8,A0,0", Some(GameId::Pool)),
        ("23,W,8,8,N1,0", Some(GameId::UnifiedPool)),
        ("23,W,8,8,A0,1", None),
        ("20,W,8,8,N2,0", None),
        ("999", None),
        ("", None),
        ("20,W,10,10,N2,0,7", None),
        ("x", None),
    ] {
        assert_eq!(GameId::from_pdn_game_type(tag), game, "{tag:?}");
    }
}
