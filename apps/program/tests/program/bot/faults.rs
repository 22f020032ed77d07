//! The nine faults of the bot that was to be done right: each test fails with its behavior.

use std::net::{SocketAddr, TcpListener};

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{Action, BoardState, Place, Script, Secret, Settings, Spot, View, keyboard_place};
use serde_json::json;

use super::support::{Scene, script};

fn is_running(view: &View) -> bool {
    view.state() != BoardState::Over && view.game_id().is_some()
}

/// 1. Anyone could accept a draw, confirm a resignation or cancel a running game.
#[test]
fn bystanders_decide_nothing() {
    let mut scene = Scene::start("bystanders");
    let [ann, bob, eve] = scene.people();
    let group = scene.fake.group("Club", &[&ann, &bob, &eve], true);
    let invited = scene.fake.invite_in_group(GameId::Russian, group, &ann);
    let cancel = invited.invitation('c').expect("a button to cancel");
    eve.presses(&invited.place, &cancel);
    assert!(scene.fake.view(&invited.place).is_some_and(|view| view.accept().is_some()), "Eve cancels");
    bob.presses(&invited.place, &invited.accept().expect("a button to accept"));
    let board = ann.waits_for(group, "the board", |view| view.game_id().is_some());
    let id = board.game_id().expect("found above").to_owned();

    // The buttons of the invitation do nothing to the game that has begun.
    for user in [&eve, &ann, &bob] {
        user.presses(&invited.place, &cancel);
        assert!(scene.fake.view(&board.place).is_some_and(|view| is_running(&view)));
    }
    let seat = |user: &fake_telegram::User| fake_telegram::PlayerSeat {
        user: user.clone(),
        spot: Spot::Chat(group),
    };
    let table = fake_telegram::Match { id: id.clone(), seats: [seat(&ann), seat(&bob)] };

    // A draw: neither Eve nor who offered it can accept it.
    table.acts(Color::White, "d");
    let offered = table.waits_for(Color::Black, "the offer", |view| view.action("da").is_some());
    let accepting = offered.action("da").expect("found above").to_owned();
    for user in [&eve, &ann] {
        assert!(!user.presses(&offered.place, &accepting).text.is_empty(), "nobody tells why not");
    }
    assert!(table.view(Color::White).is_some_and(|view| is_running(&view)));
    table.acts(Color::Black, "dd");

    // A resignation: Eve cannot begin one, and cannot confirm Bob's; nor can Ann.
    let resign = format!("r:{id}:0");
    eve.presses(&offered.place, &resign);
    eve.presses(&offered.place, &format!("ry:{id}:0"));
    table.acts(Color::Black, "r");
    let asked = table.waits_for(Color::Black, "the question", |view| view.action("ry").is_some());
    let confirm = asked.action("ry").expect("found above").to_owned();
    eve.presses(&asked.place, &confirm);
    ann.presses(&asked.place, &confirm);
    assert!(table.view(Color::White).is_some_and(|view| is_running(&view)), "a bystander makes Black lose");
    table.acts(Color::Black, "rn");

    // Nor can Eve move.
    let board = table.waits_for(Color::White, "squares", |view| view.square("c3").is_some());
    let answer = eve.presses(&board.place, board.square("c3").expect("found above"));
    assert!(!answer.text.is_empty(), "nobody tells why not");
    scene.fake.wait_until_idle();
    let stored = scene.stored(&id);
    assert_eq!(stored.table.game().plies(), 0);
    assert!(stored.table.hops().is_empty(), "Eve moves");
    assert!(stored.table.ending().is_none());
    scene.finish();
}

/// 2. The inviter was not seated: the first two who tapped were.
#[test]
fn the_inviter_plays() {
    let scene = Scene::start("inviter");
    let [ann, bob, eve] = scene.people();
    let group = scene.fake.group("Club", &[&ann, &bob, &eve], true);
    let invited = scene.fake.invite_in_group(GameId::Russian, group, &ann);
    let data = invited.accept().expect("a button to accept");
    ann.presses(&invited.place, &data);
    assert!(scene.fake.view(&invited.place).is_some_and(|view| view.game_id().is_none()), "Ann plays alone");
    bob.presses(&invited.place, &data);
    eve.presses(&invited.place, &data);
    let board = ann.waits_for(group, "the board", |view| view.game_id().is_some());
    assert!(board.text.contains(&ann.name()) && board.text.contains(&bob.name()), "{board}");
    assert!(!board.text.contains("Eve"), "{board}");
    scene.finish();
}

/// 3. Inline games had no message that could be changed later.
///
/// Here it is known from the first tap on, also without feedback about chosen results, after a kill, and for changes that come from elsewhere.
#[test]
fn inline_boards_change_without_a_tap() {
    let settings = Settings { inline_feedback: false, ..Settings::default() };
    let mut scene = Scene::with("inline-push", settings, &["--pace", "0"]);
    let [ann, bob, _] = scene.people();
    ann.types(ann.chat(), "/start");
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    let script = script(GameId::Russian);
    table.plays_script(&script, 0..2);
    scene.kill();
    scene.restart();
    // Ann opens the game in her own chat and moves there: the message in the other chat follows.
    ann.types(ann.chat(), "/games");
    let open = format!("o:{}", table.id);
    let list = ann.waits_for(ann.chat(), "her games", |view| view.callback_data().contains(&open.as_str()));
    ann.presses(&list.place, &open);
    let mut own = table.clone();
    own.seats[0].spot = Spot::Chat(ann.chat());
    own.plays(2, &script.plies[2]);
    table.waits_for(Color::Black, "the move made elsewhere", |view| {
        matches!(view.state(), BoardState::Squares { ply: 3, .. } | BoardState::Choice { ply: 3 })
    });
    table.plays_script(&script, 3..8);
    scene.fake.allow(fake_telegram::Rule::AnswerOnce);
    scene.finish();
}

/// 4. No lock and no ply in callbacks: a double tap moved twice, an old button moved later.
#[test]
fn double_and_late_taps_do_nothing() {
    let mut scene = Scene::start("double");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    let script = script(GameId::Russian);
    let mut old: Vec<(Place, String)> = Vec::new();
    for (index, ply) in script.plies.iter().enumerate().take(10) {
        let view = table.waits_for(ply.by, "the turn", |view| {
            view.state() == BoardState::Squares { ply: index, hops: 0 }
        });
        let data = view.square(&ply.path[0]).expect("a button").to_owned();
        let user = &table.seat(ply.by).user;
        let taps: Vec<String> = (0..4).map(|_| user.begins_press(&view.place, &data)).collect();
        for tap in taps {
            let _ = user.waits_for_answer(&tap);
        }
        table.plays(index, ply);
        old.push((view.place, data));
    }
    for (place, data) in &old {
        for user in [&ann, &bob] {
            user.presses(place, data);
        }
    }
    scene.fake.wait_until_idle();
    scene.fake.finish();
    let stored = scene.stored(&table.id);
    stored.check(&script, 10);
    assert!(stored.table.hops().is_empty());
    scene.finish();
}

/// 5. After a hop, another piece could go on capturing.
#[test]
fn after_a_hop_the_same_piece_goes_on() {
    let mut scene = Scene::start("deselect");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    // At ply 7 Black captures e7:c5 and may go on in two ways; c7 could have captured too.
    let script = Script::random(GameId::Russian, 552, 60);
    let ply = &script.plies[7];
    assert_eq!((ply.path.join(" ").as_str(), ply.by), ("e7 c5 e3", Color::Black));
    table.plays_script(&script, 0..7);
    let tap = |square: &str, hops: usize| {
        let state = BoardState::Squares { ply: 7, hops };
        let view = table.waits_for(Color::Black, "squares", |view| view.state() == state);
        let data = view.square(square).expect("a button").to_owned();
        bob.presses(&view.place, &data)
    };
    tap("e7", 0);
    tap("c5", 1);
    for square in ["c7", "e7", "c5", "b6"] {
        let answer = tap(square, 2);
        assert!(!answer.text.is_empty(), "nobody tells why {square} does not go on");
    }
    let view = table.view(Color::Black).expect("a board");
    assert_eq!(view.state(), BoardState::Squares { ply: 7, hops: 2 });
    // Taking the hop back frees the choice, also of another piece.
    table.acts(Color::Black, "u");
    table.waits_for(Color::Black, "no hop", |view| view.state() == BoardState::Squares { ply: 7, hops: 1 });
    tap("c5", 1);
    table.plays(7, ply);
    scene.fake.wait_until_idle();
    scene.fake.finish();
    scene.stored(&table.id).check(&script, 8);
    scene.finish();
}

/// 6. Each hop was a move of the record, so that "after White's move" was wrong.
#[test]
fn hops_are_not_moves() {
    let scene = Scene::start("history");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let script = Script::random(GameId::Russian, 552, 60);
    table.plays_script(&script, 0..9);
    let turn = script.plies[9].by;
    table.acts(turn, "r");
    table.acts(turn, "ry");
    let view = table.waits_for(Color::White, "the end", |view| view.state() == BoardState::Over);
    assert!(view.find("9/9").is_some(), "{view}");
    // Back to the position after Black's capture of two: the eighth move.
    let back = view.callback_data().into_iter().find(|data| data.starts_with("v:") && data.ends_with(":8"));
    let back = back.unwrap_or_else(|| panic!("{view}")).to_owned();
    ann.presses(&view.place, &back);
    let view = table.waits_for(Color::White, "the eighth move", |view| view.find("8/9").is_some());
    assert!(view.text.contains(&script.plies[7].text), "{view}");
    scene.finish();
}

/// 7. Black played upside down.
#[test]
fn black_sees_the_board_from_black() {
    for game in [GameId::Russian, GameId::International, GameId::Canadian, GameId::Chess] {
        let scene = Scene::start(&format!("flip-{}", game.name()));
        let [ann, bob, _] = scene.people();
        let table = scene.fake.begin_inline(game, &ann, &bob);
        let script = script(game);
        for (ply, color) in [(0, script.plies[0].by), (1, script.plies[1].by)] {
            let view = table
                .waits_for(color, "the turn", |view| view.state() == BoardState::Squares { ply, hops: 0 });
            for square in game.squares() {
                let (row, column) = keyboard_place(game, &square.name, color).expect("a square");
                let button = &view.rows()[row][column];
                let Action::Callback(data) = &button.action else { panic!("{button:?}") };
                assert!(data.ends_with(&format!(":{}", square.name)), "{} is at {data}\n{view}", square.name);
            }
            table.plays(ply, &script.plies[ply]);
        }
        scene.finish();
    }
}

/// 8. No secret: anybody could send updates to the webhook.
#[test]
fn the_webhook_takes_updates_with_the_secret_only() {
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let listen = format!("127.0.0.1:{port}");
    let target: SocketAddr = listen.parse().expect("an address");
    let settings = Settings { webhook_target: Some(target), ..Settings::default() };
    let options =
        ["--pace", "0", "--webhook-url", "https://bot.example.org/telegram", "--webhook-listen", &listen];
    let scene = Scene::with("webhook", settings, &options);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let script = script(GameId::Russian);
    table.plays_script(&script, 0..6);
    let forged = |secret, id: i64| {
        let chat = json!({ "id": ann.chat(), "type": "private" });
        let from = json!({ "id": ann.id(), "is_bot": false, "first_name": "Ann" });
        let message = json!({ "message_id": 1, "date": 0, "chat": chat, "from": from, "text": "/help" });
        scene.fake.post_to_webhook(&json!({ "update_id": id, "message": message }), secret)
    };
    let calls = scene.fake.calls().len();
    assert!((400..500).contains(&forged(Secret::Wrong, 11)));
    assert!((400..500).contains(&forged(Secret::Missing, 12)));
    assert_eq!(forged(Secret::Right, 13), 200);
    // Twice the same update is handled once.
    assert_eq!(forged(Secret::Right, 13), 200);
    ann.waits_for(ann.chat(), "the help", |view| view.text.contains("/play"));
    table.plays_script(&script, 6..8);
    let sent = scene.fake.calls()[calls..].iter().filter(|call| call.method == "sendMessage").count();
    assert_eq!(sent, 1, "one answer to one update");
    scene.finish();
}

/// 9. Names were not escaped. All tests use such names; this one looks at each place where a name stands.
#[test]
fn names_are_shown_as_they_are() {
    let scene = Scene::start("names");
    let [ann, bob, _] = scene.people();
    let chat = scene.fake.group("Without the bot", &[&ann, &bob], false);
    let place = scene.fake.invite_inline("russian", &ann, chat);
    let invited = scene.fake.view(&place).expect("a message");
    assert!(invited.text.contains("Ann <b>&\""), "{invited}");
    bob.presses(&place, &invited.accept().expect("a button"));
    let board = ann.waits_until(&place, "the board", |view| view.game_id().is_some());
    assert!(board.text.contains("Ann <b>&\"") && board.text.contains("Боб </a>"), "{board}");
    scene.finish();
}
