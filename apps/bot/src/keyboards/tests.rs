//! Boards and their buttons stay inside the limits of Telegram and show what they should.

use boardgame::Color;
use catalog::GameId;
use server::Snapshot;
use table::{Command, Moment, Seat, Table};

use crate::api::Keyboard;
use crate::board::{Content, Links, Look, content};
use crate::callback::{Action, Callback};
use crate::chat_game::{ChatGame, Choice, Screen, Target};
use crate::language::Language;
use crate::tap::{Tapped, jumped, next_squares, tapped};

struct Site;

impl Links for Site {
    fn page(&self, game: &str, seat: Option<(&str, i64)>) -> Option<String> {
        let seat = seat.map_or_else(String::new, |(_, user)| format!("#seat={user}"));
        Some(format!("https://example.org/game/{game}{seat}"))
    }
}

const ID: &str = "AbCdEfGhIj0";

fn snapshot(table: Table) -> Snapshot {
    let history = study::history(table.game()).into_iter().map(std::sync::Arc::new).collect();
    let names = [Some("Ann <3".to_owned()), Some("Bob".to_owned())];
    Snapshot { table, names, history, rematch_offer: None, next: None, seq: 1, created: 0 }
}

fn table(game: GameId, fen: Option<&str>) -> Table {
    let game = fen.map_or_else(|| game.start(), |fen| game.at(fen).unwrap());
    Table::sit_down(game, [Seat::Person; 2], None, Moment(0))
}

fn chat(language: Language, target: Target) -> ChatGame {
    ChatGame::new(ID, language, [Some(1), Some(2)], vec![target])
}

fn show(chat: &ChatGame, game: &Snapshot) -> Content {
    let look = Look { id: ID, chat, game, now: 0, links: &Site };
    content(look, &chat.screens[0])
}

fn inline() -> Target {
    Target::Inline { id: "inline".into() }
}

fn private(user: i64) -> Target {
    Target::Private { user, message: None }
}

fn rows(keyboard: &Keyboard) -> Vec<Vec<String>> {
    let text = |button: &crate::api::Button| button.text.clone();
    keyboard.inline_keyboard.iter().map(|row| row.iter().map(text).collect()).collect()
}

fn texts(keyboard: &Keyboard) -> Vec<String> {
    rows(keyboard).concat()
}

fn has(texts: &[String], text: &str) -> bool {
    texts.iter().any(|other| other == text)
}

/// What Telegram takes.
fn check(content: &Content) {
    let rows = &content.keyboard.inline_keyboard;
    assert!(rows.iter().all(|row| (1..=8).contains(&row.len())), "{rows:?}");
    assert!(rows.iter().flatten().count() <= 100);
    for button in rows.iter().flatten() {
        assert!(!button.text.is_empty());
        if let Some(data) = &button.callback_data {
            assert!((1..=64).contains(&data.len()) && Callback::read(data).is_some(), "{data}");
        }
    }
    assert!(serde_json::to_string(&content.keyboard).unwrap().len() < 10_000);
    assert!(content.html.chars().count() < 1_024, "{}", content.html);
}

/// The buttons below the board show their whole texts on a phone.
fn check_room(keyboard: &Keyboard) {
    for row in &keyboard.inline_keyboard {
        let is_square = |button: &crate::api::Button| {
            let callback = button.callback_data.as_deref().and_then(Callback::read);
            matches!(
                callback,
                Some(Callback::Game { action: Action::Tap { .. } | Action::View, .. } | Callback::Nothing)
            )
        };
        for button in row.iter().filter(|button| !is_square(button)) {
            assert!(button.text.chars().count() <= super::ROOM[row.len()], "{row:?}");
        }
    }
}

#[test]
fn buttons_show_their_whole_texts() {
    let mut offered = table(GameId::Russian, None);
    offered.handle(&Command::OfferDraw { by: Color::Black }, Moment(0)).unwrap();
    let mut engine =
        Table::sit_down(GameId::Russian.start(), [Seat::Person, Seat::Engine { level: 3 }], None, Moment(0));
    engine = played(engine, 4);
    let mut over = table(GameId::Russian, None);
    over.handle(&Command::Resign { by: Color::White }, Moment(0)).unwrap();
    let mut rematch = snapshot(over.clone());
    rematch.rematch_offer = Some(Color::White);
    let choice = table(GameId::International, Some("W:WK4:B13,20,32,37"));
    let paths: Vec<String> = study::legal(choice.game()).iter().map(|mv| mv.id.clone()).collect();
    for language in Language::ALL {
        for target in [inline(), private(1), private(2)] {
            let mut chat = chat(language, target);
            for game in [&offered, &engine, &over] {
                check_room(&show(&chat, &snapshot(game.clone())).keyboard);
            }
            check_room(&show(&chat, &rematch).keyboard);
            chat.choice = Some(Choice { ply: 0, paths: paths.clone() });
            check_room(&show(&chat, &snapshot(choice.clone())).keyboard);
            chat.resigning = Some(Color::White);
            check_room(&show(&chat, &snapshot(offered.clone())).keyboard);
        }
    }
}

/// A game some moves later.
fn played(mut table: Table, plies: usize) -> Table {
    for ply in 0..plies {
        let count = table.game().count_legal();
        if table.ending().is_some() || count == 0 {
            break;
        }
        let mv = table.game().legal_moves(boardgame::MoveStyle::Record).swap_remove((ply * 7) % count);
        let by = table.game().turn();
        table.handle(&Command::Move { by, ply, mv }, Moment(0)).unwrap();
    }
    table
}

#[test]
fn boards_of_all_games_stay_inside_the_limits() {
    for &game in GameId::ALL {
        let begun = table(game, None);
        let later = played(begun.clone(), 30);
        let mut over = later.clone();
        let _ = over.handle(&Command::Resign { by: Color::White }, Moment(0));
        for target in [inline(), private(1), private(2), Target::Group { chat: -5, message: None }] {
            for language in Language::ALL {
                let chat = chat(language, target.clone());
                for table in [&begun, &later, &over] {
                    check(&show(&chat, &snapshot(table.clone())));
                }
            }
        }
    }
}

#[test]
fn an_inline_board_has_the_playable_squares() {
    for (game, count, columns) in [
        (GameId::Russian, 8, 4),
        (GameId::International, 10, 5),
        (GameId::Canadian, 12, 6),
        (GameId::Chess, 8, 8),
    ] {
        let content = show(&chat(Language::En, inline()), &snapshot(table(game, None)));
        let board = &rows(&content.keyboard)[..count];
        assert!(board.iter().all(|row| row.len() == columns), "{game}");
        assert!(content.picture.is_none());
    }
}

#[test]
fn the_mover_sits_at_the_bottom() {
    let mut table = table(GameId::Russian, None);
    let board = chat(Language::En, inline());
    let content = show(&board, &snapshot(table.clone()));
    assert_eq!(rows(&content.keyboard)[7], ["⚪"; 4]);
    assert_eq!(rows(&content.keyboard)[4], ["b4", "d4", "f4", "h4"]);
    table.handle(&Command::Move { by: Color::White, ply: 0, mv: "c3-d4".into() }, Moment(0)).unwrap();
    let content = show(&board, &snapshot(table.clone()));
    assert_eq!(rows(&content.keyboard)[7], ["⚫"; 4]);
    assert_eq!(rows(&content.keyboard)[3], ["h4", "f4", "⚪", "b4"]);
    // In a private chat every player sits at the bottom.
    for (user, is_flipped) in [(1, false), (2, true)] {
        let own = chat(Language::En, private(user));
        assert_eq!(show(&own, &snapshot(table.clone())).picture.unwrap().is_flipped, is_flipped);
    }
}

#[test]
fn hops_targets_and_jumped_pieces_are_marked() {
    let mut table = table(GameId::International, Some("W:WK4,50:B13,20,32,37,44"));
    let hop = |table: &mut Table, square: &str| {
        let hop = Command::Hop { by: Color::White, ply: 0, square: square.into() };
        table.handle(&hop, Moment(0)).unwrap();
    };
    hop(&mut table, "4");
    let board = chat(Language::En, inline());
    let shown = texts(&show(&board, &snapshot(table.clone())).keyboard);
    assert!(has(&shown, "[⚪👑]"), "{shown:?}");
    assert!(shown.iter().filter(|text| text.starts_with("🟢")).count() > 1, "{shown:?}");
    let legal = study::legal(table.game());
    let hops = ["4".to_owned()];
    let first = next_squares(&legal, &hops);
    let square = first.into_iter().find(|square| tapped(&legal, &hops, square) == Tapped::Hop).unwrap();
    hop(&mut table, square);
    let shown = texts(&show(&board, &snapshot(table.clone())).keyboard);
    assert_eq!(shown.iter().filter(|text| text.starts_with('✖')).count(), 1, "{shown:?}");
    assert!(has(&shown, "↩ Undo") && has(&shown, "4"));
    let hops = table.hops().to_vec();
    let picture = show(&chat(Language::En, private(1)), &snapshot(table)).picture.unwrap();
    let names = |points: &[boardgame::view::Point]| {
        points.iter().map(|&point| picture.board.at(point).unwrap().name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&picture.marks), jumped(&legal, &hops));
    assert_eq!(names(&picture.last_move), next_squares(&legal, &hops));
    assert_eq!(names(&picture.arrows[0].points), hops);
}

#[test]
fn a_choice_shows_what_differs() {
    let table = table(GameId::International, Some("W:WK4:B13,20,32,37"));
    let legal = study::legal(table.game());
    let Tapped::Choose { paths } = tapped(&legal, &["4".to_owned()], "15") else { panic!("{legal:?}") };
    let mut own = chat(Language::En, private(1));
    own.choice = Some(Choice { ply: 0, paths: paths.clone() });
    let shown = texts(&show(&own, &snapshot(table.clone())).keyboard);
    let choices: std::collections::BTreeSet<_> = shown.iter().filter(|text| text.contains('✖')).collect();
    assert_eq!(choices.len(), paths.len(), "{shown:?}");
    // A choice made on an earlier board does not count.
    own.choice = Some(Choice { ply: 3, paths });
    assert!(!texts(&show(&own, &snapshot(table)).keyboard).iter().any(|text| text.contains('✖')));
}

#[test]
fn buttons_of_the_opponent_are_not_shown() {
    let mut table = table(GameId::Russian, None);
    table.handle(&Command::OfferDraw { by: Color::White }, Moment(0)).unwrap();
    let mut chat = chat(Language::En, private(1));
    chat.screens.push(Screen::new(private(2)));
    let game = snapshot(table);
    let look = Look { id: ID, chat: &chat, game: &game, now: 0, links: &Site };
    let [own, other] = [0, 1].map(|screen: usize| content(look, &chat.screens[screen]).keyboard);
    let accepts = |keyboard: &Keyboard| has(&texts(keyboard), "🤝 Accept the draw");
    assert!(!accepts(&own) && accepts(&other));
    let taps = |keyboard: &Keyboard| {
        keyboard.inline_keyboard.iter().flatten().any(|button| {
            let callback = button.callback_data.as_deref().and_then(Callback::read);
            matches!(callback, Some(Callback::Game { action: Action::Tap { .. }, .. }))
        })
    };
    assert!(taps(&own) && !taps(&other));
}

#[test]
fn names_are_escaped_in_texts() {
    let content = show(&chat(Language::En, inline()), &snapshot(table(GameId::Chess, None)));
    assert!(content.html.contains("Ann &lt;3") && !content.html.contains("<3"));
}

#[test]
fn links_to_seats_are_for_their_owners() {
    let game = snapshot(table(GameId::Chess, None));
    let link = |target| {
        let content = show(&chat(Language::En, target), &game);
        let mut buttons = content.keyboard.inline_keyboard.into_iter().flatten();
        buttons.find_map(|button| button.url).unwrap()
    };
    assert_eq!(link(private(2)), "https://example.org/game/AbCdEfGhIj0#seat=2");
    assert_eq!(link(inline()), "https://example.org/game/AbCdEfGhIj0");
}
