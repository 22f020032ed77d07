//! Names and other names of games.

use catalog::{GameId, Status};

#[test]
fn every_name_finds_its_game() {
    for &game in GameId::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert_eq!(game.name().to_uppercase().parse(), Ok(game));
        assert_eq!(game.to_string(), game.name());
        for alias in game.aliases() {
            assert_eq!(alias.parse(), Ok(game));
        }
    }
    assert_eq!(" Sri_Lankan ".parse(), Ok(GameId::SriLankan));
}

#[test]
fn no_name_is_used_twice() {
    let names = GameId::ALL.iter().flat_map(|game| game.aliases().chain([game.name()]));
    let mut names: Vec<_> = names.collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(names.iter().all(|name| *name == name.to_lowercase() && !name.contains(['_', ' '])));
}

#[test]
fn misspelled_names_find_the_nearest() {
    let nearest = |name: &str| name.parse::<GameId>().expect_err("no such game").nearest;
    assert_eq!(nearest("internatinal"), Some("international"));
    assert_eq!(nearest("rusian"), Some("russian"));
    let error = "chekers".parse::<GameId>().expect_err("no such game");
    assert_eq!((error.nearest, error.alias), (Some("english"), Some("checkers")));
    assert_eq!(error.to_string(), "unknown game \"chekers\", did you mean \"checkers\" (english)?");
    assert_eq!(nearest("go"), None);
    assert_eq!(nearest(""), None);
    let long = "x".repeat(1_000_000).parse::<GameId>().expect_err("no such game");
    assert!(long.nearest.is_none() && long.found.len() < 100);
}

#[test]
fn weak_sources_show_in_titles() {
    for game in GameId::playable() {
        let about = game.about();
        assert_ne!(about.status, Status::TestBoard);
        assert_eq!(about.status == Status::Experimental, about.title.contains("(experimental)"), "{game}");
    }
    assert!(GameId::ALL.len() > GameId::playable().count());
}
