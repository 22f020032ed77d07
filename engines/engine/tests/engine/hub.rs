//! Conversations of GUIs with the Hub engine.

use std::time::Duration;

use crate::common::Engine;
use catalog::GameId;

const START: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// The value of an argument of a line.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let after = line.split(&format!(" {name}=")).nth(1)?;
    match after.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => after.split(' ').next(),
    }
}

#[test]
fn it_introduces_itself_with_all_variants() {
    let mut engine = Engine::hub(GameId::International);
    engine.say("hub");
    let lines = engine.until("wait");
    assert!(lines[0].starts_with("id name=Damier version="), "{lines:?}");
    assert!(
        lines[1].starts_with(
            "param name=variant value=normal type=enum values=\"normal russian brazilian brazilian-cbd english "
        ),
        "{lines:?}"
    );
    assert_eq!(
        lines[2..],
        [
            "param name=hash value=64 type=int min=1 max=1048576",
            &format!("param name=threads value=1 type=int min=1 max={}", damier_engine::max_threads()),
            "param name=level value=10 type=int min=1 max=10",
            "param name=move-overhead value=10 type=int min=0 max=5000",
            "param name=eval-file value=\"\" type=string",
            "param name=tables-path value=\"\" type=string",
            "wait"
        ]
    );
    engine.say("set-param name=variant value=frisian\nset-param name=hash value=8\ninit");
    assert_eq!(engine.until("ready"), ["ready"]);
    engine.say("hub");
    assert!(engine.until("wait")[1].starts_with("param name=variant value=frisian "));
    engine.say("quit");
    assert_eq!(engine.end(), Vec::<String>::new());
}

#[test]
fn a_search_is_position_limit_and_go() {
    let mut engine = Engine::hub(GameId::International);
    engine.say("init\nnew-game");
    engine.say(&format!("{START} moves=\"32-28 19-23 28x19x23\"\nlevel depth=5\ngo think"));
    let lines = engine.until("done");
    let (info, done) = (&lines[lines.len() - 2], &lines[lines.len() - 1]);
    assert_eq!(value(info, "depth"), Some("5"), "{info}");
    for number in ["score", "nodes", "time", "nps"] {
        assert!(value(info, number).is_some_and(|number| number.parse::<f64>().is_ok()), "{info}");
    }
    // Two men can take the one on 19, and nothing else is legal.
    let best = value(done, "move").expect("a move");
    assert!(["13x24x19", "14x23x19"].contains(&best), "{done}");
    assert!(value(info, "pv").is_some_and(|line| line.starts_with(best)), "{info}");
    assert!(value(done, "ponder").is_some(), "{done}");
}

#[test]
fn levels_come_in_several_lines_and_are_gone_after_the_search() {
    let mut engine = Engine::hub(GameId::International);
    engine
        .say(&format!("{START}\nlevel depth=20\nlevel nodes=2000\nlevel time=300 inc=2 moves=40\ngo think"));
    let lines = engine.until("done");
    let nodes = value(&lines[lines.len() - 2], "nodes").expect("nodes").parse::<u64>().expect("a number");
    assert!(nodes <= 2_000, "{lines:?}");
    // Without a level the search goes on until it is stopped.
    engine.say("go analyze\nping");
    engine.line("pong");
    std::thread::sleep(Duration::from_millis(100));
    engine.say("ping");
    assert!(!engine.until("pong").iter().any(|line| line.starts_with("done")));
    engine.say("stop");
    engine.line("done");
    engine.say(&format!("{START}\nlevel depth=3\nlevel infinite\ngo think\nstop"));
    engine.line("done");
}

#[test]
fn the_clock_starts_with_ponder_hit() {
    let mut engine = Engine::hub(GameId::International);
    engine.say(&format!("{START} moves=\"32-28 19-23\"\nlevel moves=9 time=0.3\ngo ponder"));
    std::thread::sleep(Duration::from_millis(400));
    engine.say("ping");
    assert!(!engine.until("pong").iter().any(|line| line.starts_with("done")));
    engine.say("ponder-hit");
    assert!(engine.line("done").starts_with("done move="));
    engine.say(&format!("{START}\nlevel depth=1\ngo ponder\nstop"));
    engine.line("done");
}

#[test]
fn the_end_of_the_game_is_near_one_hundred_men() {
    let mut engine = Engine::hub(GameId::International);
    // White takes the last piece.
    let mut squares = ['e'; 50];
    (squares[31], squares[27]) = ('w', 'b');
    engine.say(&format!("pos pos=W{}\nlevel depth=4\ngo think", squares.iter().collect::<String>()));
    let lines = engine.until("done");
    assert_eq!(lines.last().unwrap(), "done move=32x23x28");
    assert_eq!(value(&lines[0], "score"), Some("99.99"), "{lines:?}");
    // Without a legal move there is nothing to play.
    let nothing: String = squares.iter().map(|&square| if square == 'w' { 'e' } else { square }).collect();
    engine.say(&format!("pos pos=W{nothing}\nlevel depth=4\ngo think"));
    assert_eq!(engine.line("done"), "done");
}

#[test]
fn illegal_input_is_refused_with_a_reason_and_changes_nothing() {
    let mut engine = Engine::hub(GameId::International);
    engine.say(&format!("{START} moves=\"32-28\""));
    let errors = [
        (
            "pos pos=Wbb",
            "position rejected, keeping the previous one: bad length: found 2 squares, expected 50",
        ),
        ("pos pos=\"\"", "position rejected, keeping the previous one: empty position text"),
        (
            &START.replacen('b', "x", 1),
            "position rejected, keeping the previous one: bad square 1: found 'x'",
        ),
        (
            &START.replace('W', "Z"),
            "position rejected, keeping the previous one: bad side to move: found 'Z'",
        ),
        (
            &format!("{START} moves=\"32-23\""),
            "position rejected, keeping the previous one: move 1: illegal move",
        ),
        ("pos", "pos is missing"),
        ("level depth=many", "bad depth: found 'many'"),
        ("level time=1e400", "bad time: found '1e400', expected a number of seconds"),
        ("level move-time=-3", "bad move-time: found '-3'"),
        ("set-param name=variant value=go", "unknown game 'go'"),
        ("set-param name=variant value=chess", "bad variant: found chess"),
        ("set-param name=hash value=0", "bad hash: found '0', expected a whole number from 1"),
        ("set-param name=book value=true", "unknown parameter 'book'"),
    ];
    for (line, expected) in errors {
        engine.say(line);
        engine.say("ping");
        let lines = engine.until("pong");
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with(&format!("error message=\"{expected}")), "{line}: {lines:?}");
    }
    // Unknown commands are ignored without a word.
    engine.say("hello there\nping");
    assert_eq!(engine.until("pong"), ["pong"]);
    // Black is still to move.
    engine.say("level depth=1\ngo think");
    let done = engine.line("done");
    let from: u8 =
        value(&done, "move").expect("a move").split('-').next().unwrap().parse().expect("a number");
    assert!((16..=20).contains(&from), "{done}");
}

#[test]
fn a_search_after_limits_that_are_none_ends() {
    let mut engine = Engine::hub(GameId::International);
    for level in ["time=-0.01 inc=0.1", "depth", "nodes=-5 depth=2"] {
        engine.say(&format!("{START}\nlevel {level}\ngo think"));
        let lines = engine.until("done");
        assert!(lines[0].starts_with("error "), "{level}: {lines:?}");
        let is_without = lines[1] == "error message=\"no valid limit, searching for 1 s\"";
        assert_eq!(is_without, level != "nodes=-5 depth=2", "{level}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{level}: {lines:?}");
    }
}

#[test]
fn a_go_that_is_not_understood_searches_all_the_same() {
    let mut engine = Engine::hub(GameId::International);
    for (go, expected) in
        [("go", "error message=\"go is missing"), ("go away", "error message=\"bad go: found 'away'")]
    {
        engine.say(&format!("{START}\nlevel depth=3\n{go}"));
        let lines = engine.until("done");
        assert!(lines[0].starts_with(expected) && lines[1].starts_with("info depth=1 "), "{lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{lines:?}");
    }
}

#[test]
fn a_level_may_come_before_the_position() {
    let mut engine = Engine::hub(GameId::International);
    engine.say(&format!("level depth=2\n{START}\ngo think"));
    let lines = engine.until("done");
    assert_eq!(value(&lines[lines.len() - 2], "depth"), Some("2"), "{lines:?}");
}

#[test]
fn after_the_end_of_the_input_searches_with_a_limit_are_finished() {
    for (search, depth) in
        [("level depth=7\ngo think", Some("7")), ("go think", None), ("level depth=1\ngo ponder", None)]
    {
        let mut engine = Engine::hub(GameId::International);
        engine.say(&format!("{START}\n{search}"));
        let lines = engine.end();
        assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{search}: {lines:?}");
        if let Some(depth) = depth {
            assert_eq!(value(&lines[lines.len() - 2], "depth"), Some(depth), "{lines:?}");
        }
    }
}

#[test]
fn the_last_line_begins_with_the_best_move() {
    let mut engine = Engine::hub(GameId::International);
    engine.say("set-param name=hash value=1");
    for level in [10, 1, 4] {
        engine.say(&format!("set-param name=level value={level}"));
        for nodes in [0, 1, 2, 10, 50, 100, 300, 700, 1_000, 2_000, 3_000, 5_000] {
            engine.say(&format!("new-game\n{START}\nlevel nodes={nodes}\ngo think"));
            let lines = engine.until("done");
            let best = value(&lines[lines.len() - 1], "move").expect("a move");
            let line = value(&lines[lines.len() - 2], "pv").expect("a line");
            assert_eq!(line.split(' ').next(), Some(best), "{lines:?}");
        }
    }
}

#[test]
fn every_draughts_game_is_played() {
    let mut engine = Engine::hub(GameId::International);
    engine.say("set-param name=hash value=1");
    for game in GameId::ALL.iter().copied().filter(|game| !game.is_chess()) {
        let start = game.start();
        let letters: String = game
            .squares()
            .iter()
            .map(|square| {
                let fen = start.fen();
                let mut groups = fen.split(':').skip(1);
                let has = |group: &str| group[1..].split(',').any(|name| name == square.name);
                groups
                    .find(|group| has(group))
                    .map_or('e', |group| if group.starts_with('W') { 'w' } else { 'b' })
            })
            .collect();
        let turn = start.turn().letter();
        engine.say(&format!("set-param name=variant value={game}\ninit"));
        assert_eq!(engine.until("ready"), ["ready"], "{game}");
        engine.say(&format!("pos pos={turn}{letters}\nlevel depth=2\ngo think"));
        let done = engine.line("done");
        let best = value(&done, "move").unwrap_or_else(|| panic!("{game}: {done}"));
        let legal = start.legal_moves(boardgame::MoveStyle::Protocol);
        assert!(legal.iter().any(|mv| mv == best), "{game}: {best} {legal:?}");
    }
}
