//! Whole games, in every kind of chat.

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{BoardState, Match, Script};

use super::support::{Scene, script};

/// Plays to the end and checks what people see and what is stored.
fn plays_to_the_end(mut scene: Scene, table: &Match, script: &Script) {
    table.plays_script(script, 0..script.plies.len());
    for color in [Color::White, Color::Black] {
        let view = table.waits_for(color, "the end", |view| view.state() == BoardState::Over);
        for seat in &table.seats {
            assert!(view.text.contains(&seat.user.name()), "{view}");
        }
        assert!(view.text.contains('🏁'), "{view}");
        let count = script.plies.len();
        // Hops are not moves: the history counts moves.
        assert!(view.find(&format!("{count}/{count}")).is_some(), "{view}");
    }
    scene.fake.wait_until_idle();
    scene.fake.finish();
    scene.stored(&table.id).check(script, script.plies.len());
    scene.finish();
}

#[test]
fn russian_in_direct_chats() {
    let scene = Scene::start("russian-direct");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    plays_to_the_end(scene, &table, &script(GameId::Russian));
}

#[test]
fn chess_in_direct_chats_with_the_inviter_black() {
    let scene = Scene::start("chess-direct");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Chess, &ann, &bob, "b", "-");
    assert_eq!(table.seat(Color::White).user.id(), bob.id());
    plays_to_the_end(scene, &table, &script(GameId::Chess));
}

#[test]
fn international_in_a_group() {
    let scene = Scene::start("international-group");
    let [ann, bob, eve] = scene.people();
    let group = scene.fake.group("Club <i>", &[&ann, &bob, &eve], true);
    let table = scene.fake.begin_in_group(GameId::International, group, &ann, &bob);
    plays_to_the_end(scene, &table, &script(GameId::International));
}

#[test]
fn canadian_inline() {
    let scene = Scene::start("canadian-inline");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Canadian, &ann, &bob);
    plays_to_the_end(scene, &table, &script(GameId::Canadian));
}

#[test]
fn chess_inline() {
    let scene = Scene::start("chess-inline");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Chess, &ann, &bob);
    plays_to_the_end(scene, &table, &script(GameId::Chess));
}

/// All limits of the API in fast motion: the bot must pace itself, so the fake sees no call too many.
#[test]
fn russian_in_a_group_at_the_pace_of_the_api() {
    let scene = Scene::paced("russian-paced", 20);
    let [ann, bob, _] = scene.people();
    let group = scene.fake.group("Club", &[&ann, &bob], true);
    let table = scene.fake.begin_in_group(GameId::Russian, group, &ann, &bob);
    plays_to_the_end(scene, &table, &script(GameId::Russian));
}

/// On a board of buttons the marks may wait while the limits are near, but every tap counts.
#[test]
fn russian_inline_at_the_pace_of_the_api() {
    let scene = Scene::paced("inline-paced", 20);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    plays_to_the_end(scene, &table, &script(GameId::Russian));
}

/// The menu tapped step by step, and a game with the engine, whose moves come without a tap.
#[test]
fn a_game_with_the_engine_from_the_menu() {
    let scene = Scene::start("engine");
    let [ann, ..] = scene.people();
    let menu = scene.fake.open_menu(&ann);
    let prefix = format!("n:{}:russian", ann.id());
    let mut wanted = vec![prefix.clone(), format!("{prefix}:1"), format!("{prefix}:1:w")];
    wanted.reverse();
    while let Some(data) = wanted.pop() {
        let view = ann.waits_until(&menu, &data, |view| view.callback_data().contains(&data.as_str()));
        ann.presses(&view.place, &data);
    }
    let data = format!("{prefix}:1:w:-");
    let view = ann.waits_for(ann.chat(), "the clocks", |view| view.callback_data().contains(&data.as_str()));
    ann.presses(&view.place, &data);
    for ply in [0, 2, 4] {
        let state = BoardState::Squares { ply, hops: 0 };
        let view = ann.waits_for(ann.chat(), "my turn", |view| view.state() == state);
        let square = view.callback_data().into_iter().find(|data| data.starts_with("t:")).expect("a piece");
        ann.presses(&view.place, square);
        let view = ann.waits_until(&view.place, "an answer", |view| view.state() != state);
        if view.state() == (BoardState::Squares { ply, hops: 1 }) {
            let square =
                view.callback_data().into_iter().find(|data| data.starts_with("t:")).expect("a square");
            ann.presses(&view.place, square);
        }
    }
    ann.waits_for(ann.chat(), "my fourth move", |view| {
        view.state() == BoardState::Squares { ply: 6, hops: 0 }
    });
    scene.finish();
}

/// Typed moves, an illegal one explained, draw, rematch, record, viewer.
#[test]
fn typed_moves_offers_rematch_and_record() {
    let mut scene = Scene::start("typed");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let script = Script::random(GameId::Russian, 5, 12);
    for (index, ply) in script.plies.iter().enumerate() {
        let seat = table.seat(ply.by);
        table.waits_for(ply.by, "the turn", |view| {
            view.state() == BoardState::Squares { ply: index, hops: 0 }
        });
        seat.user.types(seat.user.chat(), &ply.text);
    }
    let turn = script.end.turn();
    let next = BoardState::Squares { ply: 12, hops: 0 };
    table.waits_for(turn, "the turn", |view| view.state() == next);
    let mover = &table.seat(turn).user;
    let board = table.view(turn).expect("a board").place;
    mover.types(mover.chat(), "a1-h8");
    mover.waits_for(mover.chat(), "an explanation", |view| view.place > board && view.game_id().is_none());

    table.acts(turn, "d");
    table.acts(!turn, "dd");
    table.acts(turn, "d");
    table.acts(!turn, "da");
    let view = table.waits_for(Color::White, "the draw", |view| view.state() == BoardState::Over);
    assert!(view.find("12/12").is_some(), "{view}");
    ann.presses(
        &view.place,
        view.callback_data().into_iter().find(|data| data.starts_with("v:")).expect("a viewer"),
    );
    table.acts(Color::White, "p");
    let file = ann.waits_for(ann.chat(), "the record", |view| view.document.is_some());
    let (name, bytes) = file.document.expect("found above");
    let text = String::from_utf8(bytes).expect("text");
    assert!(name.ends_with(".pdn") && text.contains(&script.plies[0].text), "{name}: {text}");

    table.acts(Color::White, "x");
    table.acts(Color::Black, "x");
    let is_next = |view: &fake_telegram::View| view.game_id().is_some_and(|id| id != table.id);
    let next = bob.waits_for(bob.chat(), "the rematch", |view| {
        is_next(view) && view.state() == BoardState::Squares { ply: 0, hops: 0 }
    });
    assert_ne!(next.game_id(), Some(table.id.as_str()));
    scene.fake.wait_until_idle();
    scene.fake.finish();
    scene.stored(&table.id).check(&script, 12);
    scene.finish();
}

/// Five languages: the game has one, the short answers use the reader's.
#[test]
fn links_carry_what_telegram_allows() {
    let scene = Scene::start("links");
    let ann = scene.fake.user("Ann", "nl");
    let menu = scene.fake.open_menu(&ann);
    for game in ["russian", "international", "chess", "canadian", "frysk"] {
        if !GameId::ALL.iter().any(|id| id.name() == game) {
            continue;
        }
        ann.presses(&menu, &format!("n:{}:{game}:f:r:5+3", ann.id()));
        let view = ann.waits_for(ann.chat(), "a link", |view| view.link().is_some());
        assert!(view.link().is_some_and(|link| link.starts_with("https://t.me/damier_test_bot?start=")));
    }
    scene.finish();
}
