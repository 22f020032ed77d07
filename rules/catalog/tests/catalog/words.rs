//! Rules in words, and boards.

use boardgame::view::Point;
use damier_catalog::{GameId, PositionText, Source};

/// Each article names a source that has a title, each game has the main rules and some sources.
#[test]
fn one_row_is_not_told_as_rows() {
    let words = GameId::Frysk.rules_in_words();
    assert!(
        words
            .iter()
            .any(|rule| rule.text == "Each player starts with 5 men on the row nearest to the player.")
    );
    for game in GameId::ALL.iter().copied() {
        assert!(game.rules_in_words().iter().all(|rule| !rule.text.contains(" 1 rows")), "{game}");
    }
}

#[test]
fn every_game_has_its_rules_in_words() {
    for &game in GameId::ALL {
        let rules = game.rules_in_words();
        for topic in ["Board", "End", "Draws", "Notation"] {
            assert!(rules.iter().any(|rule| rule.topic == topic), "{game}: {topic}");
        }
        for rule in &rules {
            assert!(rule.text.ends_with('.'), "{game}: {}", rule.text);
            if let Some(article) = rule.article {
                assert!(Source::of_article(article).next().is_some(), "{game}: {article}");
            }
        }
        assert!(!Source::of_rules(&rules).is_empty(), "{game}");
    }
}

/// The words follow the constants: what differs in two games differs in their words.
#[test]
fn words_tell_variants_apart() {
    let says = |game: GameId, text: &str| game.rules_in_words().iter().any(|rule| rule.text.contains(text));
    let both = |text, yes, no| assert!(says(yes, text) && !says(no, text), "{text}");
    let men = |game: GameId| game.rules_in_words().into_iter().filter(|rule| rule.topic == "Men");
    let captures_backward = |game| men(game).any(|rule| rule.text.contains("forward or backward by jumping"));
    assert!(captures_backward(GameId::International) && !captures_backward(GameId::English));
    both("promoted to king at once", GameId::Russian, GameId::Brazilian);
    both("any distance", GameId::Russian, GameId::English);
    both("may not capture a king", GameId::Italian, GameId::English);
    both("kings against one king: drawn after 13 moves", GameId::Pool, GameId::English);
    both("cannot move wins", GameId::Losing, GameId::International);
    both("all 64 squares", GameId::Turkish, GameId::Russian);
    both("lower right corner", GameId::Spanish, GameId::Russian);
    both("first player to get a king wins", GameId::Breakthrough, GameId::International);
}

#[test]
fn no_two_games_have_the_same_rules_but_for_their_names() {
    let mut rules: Vec<_> = GameId::ALL.iter().copied().map(|game| (game.rules_in_words(), game)).collect();
    while let Some((rules_of_one, one)) = rules.pop() {
        for (others, other) in &rules {
            assert!(
                rules_of_one.iter().map(|rule| &rule.text).ne(others.iter().map(|rule| &rule.text)),
                "{one}, {other}"
            );
        }
    }
}

#[test]
fn boards_have_all_squares_and_pieces() {
    for &game in GameId::ALL {
        let about = game.about();
        let view = game.start().view(false);
        assert_eq!((view.board.columns, view.board.rows), (about.columns, about.rows), "{game}");
        let mut names: Vec<_> = view.board.squares.iter().map(|square| square.name.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), view.board.squares.len(), "{game}");
        let pieces = view.board.squares.iter().filter_map(|square| square.piece);
        let white = pieces.clone().filter(|piece| piece.color == boardgame::Color::White).count();
        assert_eq!(white * 2, pieces.count(), "{game}");
    }
}

/// The text of a game and the text of its diagram are the same, since both show the same board.
#[test]
fn boards_look_like_the_texts_of_games() {
    for &game in GameId::ALL {
        let view = game.start().view(false);
        let text = diagram::Diagram::showing(view, "").to_text(diagram::Charset::Ascii);
        assert_eq!(text, game.start().diagram(), "{game}");
    }
}

#[test]
fn the_last_move_and_legal_moves_are_shown() {
    let moves = PositionText::split_moves("32-28 19-23 28x19");
    let place = PositionText { moves: &moves, ..PositionText::default() };
    let view = GameId::International.game_at(&place).expect("a game").view(true);
    let names = |points: &[Point]| -> Vec<String> {
        points.iter().filter_map(|&point| view.board.at(point)).map(|square| square.name.clone()).collect()
    };
    assert_eq!(names(&view.last_move), ["28", "19"]);
    let mut arrows: Vec<_> = view.legal_moves.iter().map(|arrow| names(arrow)).collect();
    arrows.sort();
    assert_eq!(arrows, [["13", "24"], ["14", "23"]]);
}

#[test]
fn castling_is_the_way_of_the_king() {
    let view = GameId::Chess.at("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position").view(true);
    let castling = |column| vec![Point { column: 4, row: 7 }, Point { column, row: 7 }];
    assert!(view.legal_moves.iter().any(|arrow| *arrow == castling(6)));
    assert!(!view.legal_moves.iter().any(|arrow| *arrow == castling(7)));
}
