//! What strangers and a bad network do.

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{BoardState, Rule, Settings, Storm};

use super::support::{Scene, script};

/// Data that no button holds, data of other games and of other people: each is answered, and changes nothing.
#[test]
fn malformed_and_foreign_callbacks() {
    let mut scene = Scene::start("malformed");
    let [ann, bob, eve] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let other = scene.fake.begin_direct(GameId::Russian, &ann, &eve, "w", "-");
    let (mine, foreign) = (table.id.clone(), other.id.clone());
    let place = table.waits_for(Color::White, "the board", |_| true).place;
    let others = other.waits_for(Color::Black, "the board", |_| true).place;
    let long = "t:".repeat(40);
    let bad = [
        "",
        " ",
        "-",
        ":",
        "t",
        "t:",
        "t:x:0:0:c3",
        "\u{0}",
        "💥",
        "null",
        "{}",
        "n:",
        "n:1:russian:f:w:-",
        "i:a:AAAA",
        "i:c:",
        "o:AAAAAAAAAAA",
        "o:",
        "l:xx",
        "l:",
        "?:nothing",
        "../../etc/passwd",
        "' OR 1=1 --",
        &long,
        &format!("t:{mine}:0:0:z9"),
        &format!("t:{mine}:0:0:b8"),
        &format!("t:{mine}:0:7:c3"),
        &format!("t:{mine}:99:0:c3"),
        &format!("t:{mine}:-1:0:c3"),
        &format!("t:{mine}:0:0:c3:c3"),
        &format!("m:{mine}:0:999.999"),
        &format!("m:{mine}:0:0"),
        &format!("u:{mine}:0:0"),
        &format!("u:{mine}:0:9"),
        &format!("da:{mine}:0"),
        &format!("dd:{mine}:0"),
        &format!("ry:{mine}:0"),
        &format!("ba:{mine}:0"),
        &format!("c:{mine}:0:0"),
        &format!("x:{mine}:0"),
        &format!("v:{mine}:0"),
        &format!("v:{mine}:99999"),
        &format!("zz:{mine}:0"),
    ];
    for data in bad {
        let _ = ann.presses(&place, data);
    }
    // Eve's buttons for Ann's and Bob's game, also from a message of her own.
    for data in
        [format!("t:{mine}:0:0:c3"), format!("r:{mine}:0"), format!("ry:{mine}:0"), format!("o:{mine}")]
    {
        let _ = eve.presses(&others, &data);
    }
    // The button of one game on the message of another is about the game that it names, and its seats.
    let _ = bob.presses(&place, &format!("t:{foreign}:0:0:c3"));
    table.waits_for(Color::White, "the first move", |view| {
        view.state() == BoardState::Squares { ply: 0, hops: 0 }
    });
    let moves = script(GameId::Russian);
    table.plays_script(&moves, 0..6);
    scene.fake.wait_until_idle();
    scene.fake.finish();
    scene.stored(&mine).check(&moves, 6);
    scene.restart();
    let other = scene.stored(&foreign);
    assert_eq!((other.table.game().plies(), other.table.hops().len()), (0, 0));
    scene.finish();
}

/// Half a game while calls are refused, answers are lost, updates come twice, out of order and with strange numbers.
#[test]
fn a_game_in_a_storm() {
    let settings = Settings { seed: 3, ..Settings::default() };
    let mut scene = Scene::with("storm", settings, &["--pace", "0"]);
    // An answer that was lost is repeated, and then there is nothing to answer any more.
    scene.fake.allow(Rule::AnswerOnce);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    scene.fake.set_storm(Storm {
        flood: 0.02,
        server_error: 0.05,
        reset_before: 0.05,
        reset_after: 0.05,
        duplicate: 0.3,
        late: 0.3,
        jump: 0.2,
    });
    let script = script(GameId::Russian);
    table.plays_script(&script, 0..18);
    scene.fake.set_storm(Storm::default());
    scene.fake.wait_until_idle();
    assert!(scene.fake.injected() > 20, "{}", scene.fake.injected());
    scene.fake.finish();
    scene.stored(&table.id).check(&script, 18);
    scene.finish();
}

/// Nobody waits for the flood of another: while one chat must pause, other games go on.
#[test]
fn a_flood_in_one_chat_holds_up_no_other() {
    let scene = Scene::start("flood");
    let [ann, bob, eve] = scene.people();
    let dan = scene.fake.user("Dan", "");
    let slow = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let quick = scene.fake.begin_direct(GameId::Russian, &eve, &dan, "w", "-");
    scene.fake.wait_until_idle();
    // The first tap changes the buttons alone, by a new caption. That is refused for so long that the test would fail if
    // others waited.
    scene.fake.fail_next("editMessageCaption", fake_telegram::Fault::Flood(3600));
    let script = script(GameId::Russian);
    let view =
        slow.waits_for(Color::White, "squares", |view| view.square(&script.plies[0].path[0]).is_some());
    let _ = ann.presses(&view.place, view.square(&script.plies[0].path[0]).expect("found above"));
    let flooded = || scene.fake.calls().iter().any(|call| call.code == 429);
    let begin = std::time::Instant::now();
    while !flooded() {
        assert!(begin.elapsed() < std::time::Duration::from_secs(60), "the bot does not show the tap");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    quick.plays_script(&script, 0..6);
    scene.fake.finish();
}

/// Telegram may be gone for a while.
#[test]
fn the_bot_waits_for_telegram() {
    let scene = Scene::start("gone");
    for _ in 0..2 {
        scene.fake.fail_next("getMe", fake_telegram::Fault::ServerError(502));
        scene.fake.fail_next("getUpdates", fake_telegram::Fault::ResetBefore);
        scene.fake.fail_next("getUpdates", fake_telegram::Fault::ServerError(500));
    }
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    table.plays_script(&script(GameId::Russian), 0..4);
    scene.finish();
}
