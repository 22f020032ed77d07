//! Which game the tags of a record give.

use catalog::{GameId, GameTags, TagsError};

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
    for id in GameId::playable().filter(|&id| id != GameId::Chess) {
        let tags = id.record_tags();
        let value = |name| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        assert_eq!(game(value("GameType"), value("Variant"), None), Ok(Some(id)));
    }
}
