//! Names and other names of games.

use damier_catalog::{GameId, Status};

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
    assert_eq!("frysk!".parse(), Ok(GameId::Frysk));
}

#[test]
fn words_of_many_languages_name_a_game() {
    for (name, game) in [
        ("dammen", GameId::International),
        ("Dames", GameId::International),
        ("draughts", GameId::International),
        ("10x10", GameId::International),
        ("damas", GameId::Spanish),
        ("dama", GameId::Italian),
        ("dáma", GameId::Czech),
        ("DÁMA", GameId::Czech),
        ("shashki", GameId::Russian),
        ("шашки", GameId::Russian),
        ("Русские шашки", GameId::Russian),
        ("checkers", GameId::English),
        ("12x12", GameId::Canadian),
    ] {
        assert_eq!(name.parse(), Ok(game), "{name}");
    }
}

#[test]
fn titles_name_their_games() {
    for &game in GameId::ALL {
        let title = game.about().title;
        assert_eq!(title.parse(), Ok(game), "{title}");
        assert_eq!(title.to_uppercase().parse(), Ok(game), "{title}");
        let before = title.split('(').next().unwrap_or_default();
        assert_eq!(before.parse(), Ok(game), "{before}");
    }
    assert_eq!("American Checkers".parse(), Ok(GameId::English));
    assert_eq!("russian losing draughts".parse(), Ok(GameId::Poddavki));
    assert_eq!("makhos".parse(), Ok(GameId::Thai));
    for no_title in ["experimental", "(experimental)", "draughts (experimental)"] {
        assert!(no_title.parse::<GameId>().is_err(), "{no_title}");
    }
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
    for game in GameId::ALL {
        let about = game.about();
        assert_ne!(about.status, Status::TestBoard);
        assert_eq!(about.status == Status::Experimental, about.title.contains("(experimental)"), "{game}");
    }
}
