//! Which game the tags of a record give.

use damier_catalog::{GameId, GameTags, TagsError};

fn game(
    game_type: Option<&str>,
    variant: Option<&str>,
    wanted: Option<GameId>,
) -> Result<Option<GameId>, TagsError> {
    GameTags { game_type, variant }.game(wanted)
}

#[test]
fn tags_of_files() {
    assert_eq!(game(None, None, None), Ok(None));
    assert_eq!(game(Some("20"), None, None), Ok(Some(GameId::International)));
    assert_eq!(game(Some("?"), Some("Standard"), None), Ok(None));
    assert_eq!(game(None, Some("Fischerandom"), None), Ok(Some(GameId::Chess960)));
    assert_eq!(game(None, Some("From Position"), None), Ok(None));
    assert_eq!(game(Some("99"), Some("fromPosition"), None), Ok(Some(GameId::International)));
    assert_eq!(game(Some("26"), Some("brazilian-cbd"), None), Ok(Some(GameId::BrazilianCbd)));
    // What Lidraughts and PlayStrategy write.
    for (variant, expected) in [
        ("American/English", GameId::English),
        ("English / American", GameId::English),
        ("International", GameId::International),
        ("International draughts", GameId::International),
        ("Frisian", GameId::Frisian),
        ("Frysk!", GameId::Frysk),
        ("Antidraughts", GameId::Losing),
        ("Anti-draughts", GameId::Losing),
        ("Breakthrough", GameId::Breakthrough),
        ("Russian", GameId::Russian),
        ("Brazilian", GameId::Brazilian),
        ("Pool Checkers", GameId::Pool),
        ("American Pool", GameId::Pool),
        ("Portuguese", GameId::Portuguese),
        ("Italian Draughts", GameId::Italian),
        ("American checkers", GameId::English),
    ] {
        assert_eq!(game(None, Some(variant), None), Ok(Some(expected)), "{variant}");
    }
    for ordinary in ["Standard", "From position", "fromPosition"] {
        assert_eq!(game(None, Some(ordinary), None), Ok(None));
    }
    for (game_type, variant, expected) in [
        ("21", "American/English", GameId::English),
        ("32", "English", GameId::English),
        ("27", "Pool", GameId::Pool),
        ("31", "Portuguese", GameId::Portuguese),
        ("97", "Frysk!", GameId::Frysk),
        ("98", "Antidraughts", GameId::Losing),
        ("40", "Frisian", GameId::Frisian),
    ] {
        assert_eq!(game(Some(game_type), Some(variant), None), Ok(Some(expected)), "{game_type} {variant}");
    }
    // Alone, those numbers are of the standard.
    assert_eq!(game(Some("27"), None, None), Ok(Some(GameId::Canadian)));
    assert_eq!(game(Some("31"), None, None), Ok(Some(GameId::Thai)));
    assert_eq!(game(Some("32"), None, None), Ok(Some(GameId::English)));
    let error = game(None, Some("Atomic"), None).expect_err("no rules for it");
    assert_eq!(error.to_string(), "unknown variant \"Atomic\"");
    let error = game(Some("999"), None, None).expect_err("no such type");
    assert!(error.to_string().starts_with("bad GameType \"999\": the number is \"999\""), "{error}");
}

#[test]
fn a_wanted_game_must_fit() {
    assert_eq!(game(None, None, Some(GameId::Killer)), Ok(Some(GameId::Killer)));
    assert_eq!(game(Some("26"), None, Some(GameId::BrazilianCbd)), Ok(Some(GameId::BrazilianCbd)));
    assert_eq!(game(Some("23"), None, Some(GameId::Jamaican)), Ok(Some(GameId::Jamaican)));
    let error = game(Some("20"), None, Some(GameId::Russian)).expect_err("another game");
    assert_eq!(error.to_string(), "bad GameType \"20\": the number is \"20\", expected 25 for russian");
    assert!(game(None, Some("Chess960"), Some(GameId::Chess)).is_err());
    assert!(game(Some("25"), Some("frisian"), None).is_err());
}

#[test]
fn every_game_is_told_by_its_own_tags() {
    for id in GameId::ALL.iter().copied().filter(|&id| id != GameId::Chess) {
        let tags = id.record_tags();
        let value = |name| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        assert_eq!(game(value("GameType"), value("Variant"), None), Ok(Some(id)));
    }
}
