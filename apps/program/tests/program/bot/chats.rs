//! Which game a typed move is about, and what people get in which chat.

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{BoardState, Match, View};

use super::support::Scene;

fn turn(table: &Match, color: Color, ply: usize) -> View {
    table.waits_for(color, "the turn", |view| view.state() == BoardState::Squares { ply, hops: 0 })
}

/// `/move` needs no reply: it is about the game of this group.
#[test]
fn moves_are_typed_in_groups() {
    let scene = Scene::start("typed-group");
    let [ann, bob, eve] = scene.people();
    let group = scene.fake.group("Club", &[&ann, &bob, &eve], true);
    let table = scene.fake.begin_in_group(GameId::Russian, group, &ann, &bob);
    // A game that begins later in another chat is not meant.
    let other = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    ann.types(group, "/move c3-d4");
    let board = turn(&table, Color::Black, 1);
    bob.replies(&board.place, "d6-c5");
    turn(&table, Color::White, 2);
    assert_eq!(
        other.view(Color::White).map(|view| view.state()),
        Some(BoardState::Squares { ply: 0, hops: 0 })
    );
    // Who plays no game there is told so.
    let typed = eve.types(group, "/move b2-c3");
    let answer = eve.waits_for(group, "an answer", |view| view.place > typed && view.game_id().is_none());
    assert!(answer.text.contains("/play"), "{answer}");
    scene.finish();
}

/// A typed move is about the board that stands lowest in the chat, not about the game that began last.
#[test]
fn typed_moves_are_about_the_lowest_board() {
    let scene = Scene::start("typed-lowest");
    let [ann, bob, eve] = scene.people();
    let first = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let second = scene.fake.begin_direct(GameId::Russian, &ann, &eve, "w", "-");
    // Ann brings the board of the first game down; one in another chat begins after that.
    ann.types(ann.chat(), "/games");
    let open = format!("o:{}", first.id);
    let list = ann.waits_for(ann.chat(), "her games", |view| view.callback_data().contains(&open.as_str()));
    ann.presses(&list.place, &open);
    ann.waits_for(ann.chat(), "the board", |view| {
        view.place > list.place && view.game_id() == Some(first.id.as_str())
    });
    let inline = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    ann.types(ann.chat(), "c3-d4");
    turn(&first, Color::Black, 1);
    // The first game is over: then the other board is meant.
    first.acts(Color::Black, "r");
    first.acts(Color::Black, "ry");
    first.waits_for(Color::White, "the end", |view| view.state() == BoardState::Over);
    ann.types(ann.chat(), "e3-f4");
    turn(&second, Color::Black, 1);
    let view = inline.view(Color::White).expect("a board");
    assert_eq!(view.state(), BoardState::Squares { ply: 0, hops: 0 });
    scene.finish();
}

/// The bot cannot write first: somebody who never pressed Start is told to.
#[test]
fn a_board_needs_a_chat() {
    let scene = Scene::start("no-chat");
    let [ann, bob, _] = scene.people();
    let group = scene.fake.group("Club", &[&ann, &bob], true);
    let table = scene.fake.begin_in_group(GameId::Russian, group, &ann, &bob);
    bob.types(group, "/games");
    let open = format!("o:{}", table.id);
    let list = bob.waits_for(group, "his games", |view| view.callback_data().contains(&open.as_str()));
    let answer = bob.presses(&list.place, &open);
    assert!(answer.text.contains("@damier_test_bot"), "{answer:?}");
    // The two chats do not wait for each other.
    bob.types(bob.chat(), "/start");
    bob.waits_for(bob.chat(), "the help", |view| view.text.contains("/play"));
    bob.presses(&list.place, &open);
    bob.waits_for(bob.chat(), "the board", |view| view.game_id() == Some(table.id.as_str()));
    scene.finish();
}

/// The record of a board of buttons comes with a picture of the final position.
#[test]
fn the_record_of_an_inline_game_has_a_picture() {
    let scene = Scene::start("inline-record");
    let [ann, bob, _] = scene.people();
    ann.types(ann.chat(), "/start");
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    for (ply, mv) in ["c3-d4", "d6-c5"].into_iter().enumerate() {
        let (from, to) = mv.split_at(2);
        let color = if ply == 0 { Color::White } else { Color::Black };
        let user = &table.seat(color).user;
        let view = turn(&table, color, ply);
        user.presses(&view.place, view.square(from).expect("a button"));
        let view =
            table.waits_for(color, "the pick", |view| view.state() == BoardState::Squares { ply, hops: 1 });
        user.presses(&view.place, view.square(&to[1..]).expect("a button"));
    }
    turn(&table, Color::White, 2);
    table.acts(Color::White, "r");
    table.acts(Color::White, "ry");
    table.waits_for(Color::White, "the end", |view| view.state() == BoardState::Over);
    table.acts(Color::White, "p");
    ann.waits_for(ann.chat(), "the record", |view| view.document.is_some());
    let picture = ann.waits_for(ann.chat(), "the picture", |view| view.photo.is_some());
    assert!(picture.text.contains(&ann.name()) && picture.text.contains('🏁'), "{picture}");
    // Bob never pressed Start.
    let answer = bob.presses(&table.view(Color::White).expect("a board").place, &format!("p:{}:2", table.id));
    assert!(answer.text.contains("@damier_test_bot"), "{answer:?}");
    scene.finish();
}
