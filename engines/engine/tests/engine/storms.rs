//! Commands in any order, with garbage between them: every search is answered once, and nothing hangs.

use crate::common::{Engine, Random};
use catalog::GameId;

const GARBAGE: [&str; 8] = [
    "",
    "    ",
    "position",
    "setoption",
    "go depth x nodes 9",
    "\u{1F600} \u{0} \u{7}",
    "pos pos=",
    "-- = \" \" =",
];

const UCI_POSITIONS: [&str; 6] = [
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position startpos moves e2e4 e2e4",
    "position fen nonsense",
];

const UCI_SEARCHES: [&str; 10] = [
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go depth 3",
    "go nodes 500",
    "go movetime 3",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 2",
    "go mate 1 movetime 2",
    "go wtime -5 btime -5",
    "go depth 2 searchmoves a2a3 zz9",
    "go depth 4 infinite",
];

const UCI_OTHERS: [&str; 14] = [
    "stop",
    "stop",
    "isready",
    "ponderhit",
    "ucinewgame",
    "uci",
    "setoption name Hash value 1",
    "setoption name Hash value 3.7",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "go perft 12",
];

#[test]
fn every_uci_search_is_answered_once() {
    for seed in 0..4 {
        let mut random = Random(seed);
        let mut engine = Engine::uci();
        let mut searches = 0;
        for _ in 0..250 {
            let line = match random.below(8) {
                0 | 1 => random.choose(&UCI_POSITIONS),
                2..=4 => {
                    searches += 1;
                    random.choose(&UCI_SEARCHES)
                }
                5 => {
                    let garbage = random.choose(&GARBAGE);
                    searches += usize::from(garbage.starts_with("go"));
                    garbage
                }
                _ => random.choose(&UCI_OTHERS),
            };
            engine.say(&format!("{line}\n"));
            if random.below(4) == 0 {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
        }
        engine.say("quit");
        let lines = engine.end();
        let is_answer = |line: &String| line.starts_with("bestmove ");
        let answers: Vec<_> =
            lines.split_inclusive(is_answer).filter(|lines| lines.last().is_some_and(is_answer)).collect();
        assert_eq!(answers.len(), searches, "seed {seed}");
        for lines in answers.iter().filter(|lines| lines.last().is_some_and(|line| line != "bestmove (none)"))
        {
            crate::common::check_last_line(lines);
        }
    }
}

const HUB_POSITIONS: [&str; 5] = [
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23 28x19x23\"",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-27 32-27\"",
    "pos pos=Weeee",
    "pos pos=BeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeee",
];

const HUB_OTHERS: [&str; 18] = [
    "stop",
    "stop",
    "ping",
    "hub",
    "init",
    "new-game",
    "ponder-hit",
    "level depth=3",
    "level nodes=300",
    "level move-time=0.003",
    "level move-time=-1",
    "level moves=3 time=0.02 inc=0.001",
    "level time=NaN inc=inf",
    "level infinite",
    "set-param name=hash value=2",
    "set-param name=threads value=2",
    "set-param name=variant value=frisian",
    "set-param name=variant value=normal",
];

#[test]
fn every_hub_search_is_answered_once() {
    for seed in 0..4 {
        let mut random = Random(seed);
        let mut engine = Engine::hub(GameId::International);
        let mut searches = 0;
        for _ in 0..250 {
            let line = match random.below(8) {
                0 | 1 => random.choose(&HUB_POSITIONS),
                2 | 3 => {
                    searches += 1;
                    random.choose(&["go think", "go ponder", "go analyze"])
                }
                4 => {
                    let garbage = random.choose(&GARBAGE);
                    searches += usize::from(garbage.starts_with("go"));
                    garbage
                }
                _ => random.choose(&HUB_OTHERS),
            };
            engine.say(&format!("{line}\n"));
            if random.below(4) == 0 {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
        }
        engine.say("quit");
        let lines = engine.end();
        let answers = lines.iter().filter(|line| line.split(' ').next() == Some("done")).count();
        assert_eq!(answers, searches, "seed {seed}");
    }
}
