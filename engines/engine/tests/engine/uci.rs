//! Conversations of GUIs with the UCI engine.

use std::time::{Duration, Instant};

use crate::common::Engine;
use damier_engine::Level;

const FOOLS_MATE: &str = "position startpos moves f2f3 e7e5 g2g4 d8h4";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_TWO: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn it_introduces_itself_with_all_options() {
    let mut engine = Engine::uci();
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Damier "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let (weakest, strongest) = (Level::WEAKEST.elo(), Level::STRONGEST.elo());
    let expected = [
        "option name Hash type spin default 16 min 1 max 1048576",
        &format!("option name Threads type spin default 1 min 1 max {}", damier_engine::max_threads()),
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name UCI_LimitStrength type check default false",
        &format!("option name UCI_Elo type spin default {strongest} min {weakest} max {strongest}"),
        "option name UCI_ShowWDL type check default false",
        "option name EvalFile type string default <empty>",
    ];
    assert_eq!(lines[2..lines.len() - 1], expected);
    assert_eq!(engine.end(), Vec::<String>::new());
}

#[test]
fn mates_are_found_and_scored() {
    let mut engine = Engine::uci();
    engine.say(MATE_IN_TWO);
    engine.say("go mate 2");
    let lines = engine.until("bestmove");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score mate 2 ") && info.contains(" pv a1a6 "), "{info}");
    assert!(lines.last().unwrap().starts_with("bestmove a1a6"), "{lines:?}");
    // The side that is being mated counts the moves it still has.
    engine.say("position fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1\ngo depth 6");
    let lines = engine.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate -1 "), "{lines:?}");
}

#[test]
fn without_legal_moves_there_is_no_best_move() {
    let mut engine = Engine::uci();
    for (position, score) in [(FOOLS_MATE, "mate 0"), (STALEMATE, "cp 0")] {
        engine.say(position);
        engine.say("go movetime 1000");
        assert_eq!(
            engine.until("bestmove"),
            [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]
        );
    }
    // Told to think for ever, it answers when it is stopped.
    engine.say("go infinite\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("stop");
    assert_eq!(engine.line("bestmove"), "bestmove (none)");
}

#[test]
fn infinite_searches_answer_after_stop_only() {
    let mut engine = Engine::uci();
    for go in ["go infinite", "go infinite depth 1", "go ponder wtime 1 btime 1", "go ponder depth 1"] {
        engine.say("position startpos moves e2e4");
        engine.say(go);
        engine.say("isready");
        let lines = engine.until("readyok");
        std::thread::sleep(Duration::from_millis(60));
        engine.say("isready");
        let more = engine.until("readyok");
        assert!(!lines.iter().chain(&more).any(|line| line.starts_with("bestmove")), "{go}");
        engine.say("stop");
        engine.line("bestmove");
    }
}

#[test]
fn ponder_hit_starts_the_clock() {
    let mut engine = Engine::uci();
    engine.say("position startpos moves e2e4 e7e5\ngo ponder wtime 400 btime 400");
    std::thread::sleep(Duration::from_millis(100));
    engine.say("ponderhit");
    let best = engine.line("bestmove");
    assert!(best.contains(" ponder "), "{best}");
    // The search was over before the hit: the answer comes with it.
    engine.say("go ponder depth 1");
    std::thread::sleep(Duration::from_millis(50));
    engine.say("ponderhit");
    engine.line("bestmove");
}

#[test]
fn ponder_hit_without_pondering_gives_no_more_time() {
    let mut engine = Engine::uci();
    let begin = std::time::Instant::now();
    engine.say("position startpos\ngo movetime 1500");
    std::thread::sleep(Duration::from_millis(1_200));
    engine.say("ponderhit");
    engine.line("bestmove");
    assert!(begin.elapsed() < Duration::from_millis(2_500), "{:?}", begin.elapsed());
}

#[test]
fn the_position_stays_when_the_rules_change() {
    let mut engine = Engine::uci();
    engine.say("position startpos moves e2e4\nsetoption name UCI_Chess960 value true\ngo perft 1");
    let lines = engine.until("Nodes");
    assert!(lines.contains(&"e7e5: 1".to_owned()), "{lines:?}");
    // The king of chess stands on the e-file when it may castle.
    engine.say("position fen rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1\nsetoption name UCI_Chess960 value false\ngo perft 1");
    let lines = engine.until("Nodes");
    assert!(lines.iter().any(|line| line.contains("position rejected by the rules of chess")), "{lines:?}");
    assert!(lines.contains(&"e2e4: 1".to_owned()), "{lines:?}");
}

#[test]
fn commands_during_a_search_end_it_and_are_obeyed() {
    let mut engine = Engine::uci();
    engine.say("go infinite\ngo infinite\nposition startpos moves e2e4\ngo depth 1");
    for _ in 0..2 {
        engine.line("bestmove");
    }
    let best = engine.line("bestmove");
    assert!(best[9..].starts_with(|file: char| ('a'..='h').contains(&file)), "{best}");
    let rank = best.chars().nth(10);
    assert!(matches!(rank, Some('7' | '8')), "Black moves after e2e4: {best}");
    engine.say("go infinite\nucinewgame\ngo infinite\nsetoption name Hash value 8\nisready");
    assert_eq!(engine.until("readyok").iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn nothing_is_answered_to_stop_without_a_search() {
    let mut engine = Engine::uci();
    engine.say("stop\nponderhit\nisready\ngo depth 1");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.line("bestmove");
    engine.say("stop\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
}

#[test]
fn illegal_input_is_refused_with_a_reason_and_changes_nothing() {
    let mut engine = Engine::uci();
    engine.say("position startpos moves e2e4");
    for (line, expected) in [
        ("position startpos moves e2e5", "position rejected, keeping the previous one: move 1: illegal move"),
        (
            "position startpos moves e2e4 e7e5 xx",
            "position rejected, keeping the previous one: move 3: bad move",
        ),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position rejected, keeping the previous one: impossible position",
        ),
        ("position fen", "ignored: position is missing"),
        ("position", "ignored: position is missing"),
        ("setoption name Hash value 0", "option Hash: bad value of the option: found \"0\""),
        ("setoption name Hash value lots", "option Hash: bad value of the option: found \"lots\""),
        ("setoption name Hash", "option Hash: value of the option is missing"),
        ("setoption name Hashish value 3", "ignored: no option \"Hashish\""),
        ("go perft 0", "perft of 0 plies, expected 1 to 20"),
        ("xyzzy", "ignored: unknown command \"xyzzy\""),
    ] {
        engine.say(line);
        engine.say("isready");
        let lines = engine.until("readyok");
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with(&format!("info string {expected}")), "{line}: {lines:?}");
    }
    engine.say("go perft 1");
    let lines = engine.until("Nodes");
    assert!(lines.contains(&"e7e5: 1".to_owned()), "{lines:?}");
}

#[test]
fn a_go_that_is_not_understood_searches_all_the_same() {
    let mut engine = Engine::uci();
    for (go, remarks) in [
        ("go depth twelve nodes 50", &["ignored: bad depth: found \"twelve\", expected a whole number"][..]),
        ("go depth 3 quickly", &["ignored: unknown word \"quickly\" after go"]),
        (
            "go wtime 99999999999999999999 btime 50",
            &["ignored: bad wtime: found \"99999999999999999999\", expected a whole number"],
        ),
        (
            "go movetime",
            &[
                "ignored: movetime is missing, expected a whole number",
                "go: no valid limit, searching for 1 s",
            ],
        ),
        ("go foo", &["ignored: unknown word \"foo\" after go", "go: no valid limit, searching for 1 s"]),
        (
            "go a b c d e f g nodes 9",
            &[
                "ignored: unknown word \"a\" after go",
                "ignored: unknown word \"b\" after go",
                "ignored: unknown word \"c\" after go",
                "ignored: unknown word \"d\" after go",
                "ignored: unknown word \"e\" after go",
                "ignored: 2 more words after go",
            ],
        ),
    ] {
        engine.say(go);
        let lines = engine.until("bestmove");
        let told: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect();
        assert_eq!(told, remarks, "{go}");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"), "{go}");
    }
    // What is understood of an endless search has no limit; every search has one answer.
    engine.say("go infinite depth\ngo depth twelve\nisready");
    assert_eq!(engine.until("readyok").iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    engine.say("stop");
    engine.line("bestmove");
    // Whoever asks for a count does not wait for a move.
    engine.say("go perft many\nisready");
    let lines = engine.until("readyok");
    assert_eq!(lines, ["info string ignored: bad perft: found \"many\", expected a whole number", "readyok"]);
}

#[test]
fn a_search_for_a_mate_ends_without_one() {
    let mut engine = Engine::uci();
    for go in ["go mate 1", "go mate 2", "go mate 0"] {
        engine.say("position startpos");
        engine.say(go);
        assert_ne!(engine.line("bestmove"), "bestmove (none)", "{go}");
    }
    // There is one in two moves, which a search that leaves moves out does not see at once; not in one, and not
    // with another first move.
    engine.say(MATE_IN_TWO);
    for (go, is_found) in [
        ("go mate 1", false),
        ("go mate 2 searchmoves a1a6 a1a2", true),
        ("go mate 2 searchmoves a1a2", false),
    ] {
        engine.say("ucinewgame");
        engine.say(go);
        let lines = engine.until("bestmove");
        assert_eq!(lines[lines.len() - 2].contains(" score mate 2 "), is_found, "{go}: {lines:?}");
        crate::common::check_last_line(&lines);
    }
    // A limit of another kind ends it too.
    engine.say("go mate 9 nodes 500");
    engine.line("bestmove");
}

#[test]
fn spin_values_with_a_fraction_are_rounded() {
    let mut engine = Engine::uci();
    engine.say("setoption name Hash value 7.6\nsetoption name multipv value 2.4\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("go depth 2");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:?}");
}

#[test]
fn a_table_without_room_stays() {
    let mut engine = Engine::uci();
    engine.say("setoption name Hash value 1048576\nisready");
    let lines = engine.until("readyok");
    // A machine with a terabyte of memory takes it.
    let refused = "info string option Hash: cannot allocate 1048576 MB, the table keeps its 16 MB";
    assert!(lines.len() == 1 || lines[0] == refused, "{lines:?}");
    engine.say("go depth 3");
    engine.line("bestmove");
}

#[test]
fn more_threads_than_the_machine_is_good_for_are_not_used() {
    let mut engine = Engine::uci();
    let most = damier_engine::max_threads();
    engine.say(&format!("setoption name Threads value {most}\nsetoption name Threads value 60000\nisready"));
    let told = format!("info string option Threads: {most} instead of 60000, the maximum on this machine");
    assert_eq!(engine.until("readyok"), [told.as_str(), "readyok"]);
    engine.say("go infinite\nisready\nstop");
    engine.line("bestmove");
}

#[test]
fn chess_is_not_evaluated_without_a_network() {
    let mut engine = Engine::uci();
    for (is_960, game) in [(false, "chess"), (true, "chess960")] {
        engine.say(&format!("setoption name UCI_Chess960 value {is_960}"));
        engine.say("setoption name EvalFile value none\nisready");
        assert_eq!(
            engine.until("readyok"),
            [
                &format!(
                    "info string option EvalFile: found \"none\", expected the file of a network: {game} has no evaluation \
                     without one; name a file or leave the option out; the evaluation stays as it was"
                ),
                "readyok"
            ]
        );
    }
    engine.say("go nodes 1000");
    assert!(engine.line("bestmove").len() > "bestmove ".len());
}

#[test]
fn perft_counts_in_the_background_and_can_be_stopped() {
    let mut engine = Engine::uci();
    engine
        .say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\ngo perft 3");
    assert_eq!(engine.line("Nodes"), "Nodes searched: 97862");
    engine.say("go perft 12\nisready");
    engine.line("readyok");
    engine.say("stop");
    assert_eq!(engine.line("info"), "info string perft was stopped");
    engine.say("go depth 1");
    engine.line("bestmove");
}

#[test]
fn search_moves_limit_the_search() {
    let mut engine = Engine::uci();
    engine.say("go depth 4 searchmoves a2a3 h2h4");
    let best = engine.line("bestmove");
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h4"), "{best}");
    engine.say("go depth 2 searchmoves e2e5 a2a4");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string searchmoves: ignored: illegal move \"e2e5\""), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove a2a4"), "{lines:?}");
}

#[test]
fn castling_is_read_in_both_forms() {
    let mut engine = Engine::uci();
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    let mut fens = Vec::new();
    for (chess960, castling) in [("false", "e1g1"), ("false", "e1h1"), ("true", "e1h1")] {
        engine.say(&format!(
            "setoption name UCI_Chess960 value {chess960}\n{position} {castling} e8e7\ngo perft 1"
        ));
        let mut lines = engine.until("Nodes");
        lines.retain(|line| !line.is_empty());
        lines.sort();
        fens.push(lines);
    }
    assert_eq!(fens[0], fens[1]);
    assert_eq!(fens[0], fens[2]);
    assert!(fens[0].contains(&"f1e1: 1".to_owned()), "{:?}", fens[0]);
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo perft 1");
    let lines = engine.until("Nodes");
    assert!(lines.contains(&"e1h1: 1".to_owned()) && lines.contains(&"e1a1: 1".to_owned()), "{lines:?}");
}

#[test]
fn results_are_expected_in_thousandths() {
    let mut engine = Engine::uci();
    engine.say("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 3");
    for line in engine.until("bestmove").iter().filter(|line| line.contains(" score ")) {
        let numbers = line.split(" wdl ").nth(1).expect("shares of results").split(' ').take(3);
        assert_eq!(numbers.map(|share| share.parse::<u32>().expect("a number")).sum::<u32>(), 1_000);
    }
}

#[test]
fn limited_strength_looks_at_less() {
    let mut engine = Engine::uci();
    let weakest = Level::WEAKEST.elo();
    engine
        .say(&format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {weakest}"));
    engine.say("position startpos\ngo movetime 10000");
    let begin = Instant::now();
    engine.line("bestmove");
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
}

#[test]
fn after_the_end_of_the_input_searches_with_a_limit_are_finished() {
    for (go, last) in [
        ("go depth 7", "info depth 7 "),
        ("go ponder depth 1", ""),
        ("go", ""),
        ("go infinite depth 1", ""),
        ("go mate 1", "info depth 4 "),
    ] {
        let mut engine = Engine::uci();
        engine.say(go);
        let lines = engine.end();
        let info = &lines[lines.len() - 2];
        assert!(info.starts_with("info depth ") && info.starts_with(last), "{go}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {lines:?}");
    }
    let mut engine = Engine::uci();
    engine.say("go perft 3");
    assert!(engine.end().contains(&"Nodes searched: 8902".to_owned()));
}

#[test]
fn the_last_line_begins_with_the_best_move() {
    let mut engine = Engine::uci();
    engine.say("setoption name Hash value 1");
    let weakest = Level::WEAKEST.elo();
    let positions = [
        "position startpos",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for settings in [
        "setoption name MultiPV value 1".to_owned(),
        "setoption name MultiPV value 3".to_owned(),
        format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {weakest}"),
        "setoption name MultiPV value 1".to_owned(),
    ] {
        engine.say(&settings);
        for position in positions {
            for nodes in [0, 1, 2, 10, 50, 100, 300, 700, 1_000, 2_000, 3_000, 5_000, 7_000] {
                engine.say(&format!("ucinewgame\n{position}\ngo nodes {nodes}"));
                crate::common::check_last_line(&engine.until("bestmove"));
            }
        }
    }
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut engine = Engine::uci();
    engine.say("go infinite\nisready");
    engine.line("readyok");
    let rest = engine.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{rest:?}");
}

#[test]
fn a_closed_output_ends_the_conversation() {
    let (output, engine_output) = std::io::pipe().expect("a pipe");
    drop(output);
    let mut input: &[u8] = b"isready\ngo infinite\nisready\nisready\n";
    damier_engine::speak_uci(&mut input, engine_output).expect("no error");
    assert!(!input.is_empty(), "the rest of the input is left alone");
}
