//! The generator against Stockfish, where it is installed: the same moves, and after each as many replies.
//!
//! Stockfish is the program that the variable `STOCKFISH` names, or `stockfish` on the path or in
//! `/usr/games`. With `REQUIRE_STOCKFISH=1` it is an error that there is none.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use boardgame::testing::Random;
use boardgame::{Color, Countable, MoveStyle, Notation, PositionExt};
use damier_chess::{Chess, Chess960, ChessPosition, FischerRandom, Mode, Role, Standard};

use crate::common::{Crowd, legal_moves, random_fen, random_move, times};

/// No answer takes longer unless the process hangs.
const PATIENCE: Duration = Duration::from_secs(30);

struct Stockfish {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Stockfish {
    /// Starts the first Stockfish there is.
    fn start() -> Option<Self> {
        let named = std::env::var("STOCKFISH").ok();
        let usual = ["stockfish", "/usr/games/stockfish"].map(str::to_owned);
        let programs = named.map_or_else(|| usual.to_vec(), |program| vec![program]);
        let mut process = programs.iter().find_map(|program| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        })?;
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        // Reading has a thread of its own, so that waiting for a line can end.
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
        Some(Self { process, input, lines })
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}").expect("Stockfish listens");
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("Stockfish answers in time")
    }

    /// The moves with the number of paths that begin with each, sorted.
    fn divide(&mut self, fen: &str, depth: u32) -> Vec<(String, u64)> {
        self.send(&format!("position fen {fen}"));
        self.send(&format!("go perft {depth}"));
        let mut counts = Vec::new();
        loop {
            let line = self.line();
            if line.starts_with("Nodes searched") {
                counts.sort_unstable();
                return counts;
            }
            if let Some((mv, count)) = line.split_once(": ")
                && let Ok(count) = count.parse()
            {
                counts.push((mv.to_owned(), count));
            }
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn check<M: Mode>(stockfish: &mut Stockfish, position: &ChessPosition<M>) {
    let fen = position.to_fen();
    let mut expected: Vec<(String, u64)> = legal_moves(position)
        .iter()
        .map(|&mv| (position.write_move(mv, MoveStyle::Protocol), position.after(mv).count_legal() as u64))
        .collect();
    expected.sort_unstable();
    assert_eq!(stockfish.divide(&fen, 2), expected, "{fen}");
    expected.iter_mut().for_each(|(_, count)| *count = 1);
    assert_eq!(stockfish.divide(&fen, 1), expected, "{fen}");
}

/// Random positions: from games, and set-ups of all kinds.
fn positions<M: Mode>(start: impl Fn(&mut Random) -> ChessPosition<M>, seed: u64) -> Vec<ChessPosition<M>> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    for _ in 0..times(10) {
        let mut position = start(&mut random);
        for ply in 0..60 {
            if ply % 10 == 9 {
                positions.push(position);
            }
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.play(mv);
        }
    }
    for crowd in Crowd::ALL {
        let setups = std::iter::repeat_with(|| ChessPosition::from_fen(&random_fen(crowd, &mut random)).ok());
        let fit: Vec<ChessPosition<M>> = setups.flatten().filter(fits_stockfish).take(times(15)).collect();
        positions.extend(fit);
    }
    positions
}

/// Stockfish has room for 256 moves, legal or not.
fn fits_stockfish<M: Mode>(position: &ChessPosition<M>) -> bool {
    Color::ALL.into_iter().all(|color| (position.role(Role::Queen) & position.pieces(color)).len() <= 6)
}

#[test]
fn moves_and_replies() {
    let Some(mut stockfish) = Stockfish::start() else {
        assert!(
            !std::env::var("REQUIRE_STOCKFISH").is_ok_and(|value| value == "1"),
            "Stockfish is not installed"
        );
        println!("skipped: Stockfish is not installed");
        return;
    };
    let chess = positions::<Standard>(|_| Chess::start(), 1);
    chess.iter().for_each(|position| check(&mut stockfish, position));
    stockfish.send("setoption name UCI_Chess960 value true");
    let double_start = |random: &mut Random| {
        let mut number = || random.below(960) as u16;
        Chess960::double_start(number(), number()).expect("numbers below 960")
    };
    let chess960 = positions::<FischerRandom>(double_start, 2);
    chess960.iter().for_each(|position| check(&mut stockfish, position));
    println!("{} and {} positions compared", chess.len(), chess960.len());
    assert!(chess.len() + chess960.len() >= 300);
}
