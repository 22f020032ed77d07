//! Plays international draughts against itself and writes the quiet positions, for `fit_patterns.py`.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use boardgame::{Color, Game, MoveList, Outcome, Position};
use clap::Parser;
use draughts::variants::International;
use draughts::{Bitboard, Draughts, Square, Variant};
use eval::DraughtsKnowledge;
use search::{Control, Limits, Searcher};

/// Play games of international draughts and write their positions.
#[derive(Parser)]
struct Arguments {
    /// The file for the positions: 36 bytes each, see `Sample`.
    #[arg(long)]
    output: PathBuf,
    /// How long to play.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Number of games to play in parallel.
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Nodes for each move; a move may use up to twice as many.
    #[arg(long, default_value_t = 900)]
    nodes: u64,
    /// The seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

type Board = Draughts<International>;
type Squares = Bitboard<<International as Variant>::Word>;

/// A quiet position of a game.
struct Sample {
    position: Board,
    /// The score of the search, for White.
    score: i16,
}

impl Sample {
    /// White men, black men, white kings, black kings as bits by number of square; whether White moves; the
    /// result of the game for White in halves; the score.
    fn bytes(&self, squares: &[Square], result: u8) -> Vec<u8> {
        let bits = |set: Squares| {
            let bit = |(index, &square): (usize, &Square)| u64::from(set.contains(square)) << index;
            squares.iter().enumerate().map(bit).sum::<u64>()
        };
        let kings = self.position.kings();
        let [white, black] = Color::ALL.map(|color| self.position.pieces(color));
        let sets = [white - kings, black - kings, white & kings, black & kings];
        let mut bytes: Vec<u8> = sets.into_iter().flat_map(|set| bits(set).to_le_bytes()).collect();
        bytes.extend([u8::from(self.position.turn() == Color::White), result]);
        bytes.extend(self.score.to_le_bytes());
        bytes
    }
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let output = Mutex::new((BufWriter::new(File::create(&arguments.output)?), 0_u64, 0_u64));
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    std::thread::scope(|scope| {
        for thread in 0..arguments.threads {
            let (output, arguments) = (&output, &arguments);
            let play = move || play_until(end, thread, arguments, output);
            // The stack must hold the deepest line.
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, play)?;
        }
        Ok::<(), std::io::Error>(())
    })?;
    let (mut file, games, positions) = output.into_inner().unwrap_or_else(|broken| broken.into_inner());
    println!("{games} games, {positions} positions");
    file.flush()
}

type Output = Mutex<(BufWriter<File>, u64, u64)>;

fn play_until(end: Instant, thread: u64, arguments: &Arguments, output: &Output) -> std::io::Result<()> {
    let mut random = Random(arguments.seed.wrapping_mul(1_000_003) ^ (thread + 1).wrapping_mul(0x9e37_79b9));
    let mut searcher = Searcher::new(DraughtsKnowledge::<International>::default(), 2, 1);
    let squares = squares();
    while Instant::now() < end {
        let (samples, result) = play(&mut searcher, &mut random, arguments.nodes);
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.bytes(&squares, result)).collect();
        let mut output = output.lock().unwrap_or_else(|broken| broken.into_inner());
        output.0.write_all(&bytes)?;
        output.1 += 1;
        output.2 += samples.len() as u64;
    }
    Ok(())
}

/// Plays one game: random moves at the start and now and then. Clear games are adjudicated.
fn play(
    searcher: &mut Searcher<DraughtsKnowledge<International>>,
    random: &mut Random,
    nodes: u64,
) -> (Vec<Sample>, u8) {
    const LONGEST: usize = 200;
    const DECIDED: i32 = 1_500;
    searcher.clear();
    let mut game = Game::new(opening(random));
    let mut samples = Vec::new();
    let (mut decided, mut even) = (0, 0);
    for ply in 0..LONGEST {
        if let Some((outcome, _)) = game.outcome() {
            return (samples, halves(outcome));
        }
        let request = Limits::nodes(nodes + random.below(nodes)).into();
        let found = searcher.search(&game, &request, &Control::default(), |_| {});
        let position = *game.position();
        let own = found.score.centipawns();
        let white = if position.turn() == Color::White { own } else { -own };
        decided = if white.abs() > DECIDED { decided + 1 } else { 0 };
        even = if white.abs() < 15 && !position.kings().is_empty() { even + 1 } else { 0 };
        if decided >= 4 {
            return (samples, if white > 0 { 2 } else { 0 });
        }
        if even > 30 {
            return (samples, 1);
        }
        if !position.must_capture() && ply > 1 {
            let score = white.clamp(-3_000, 3_000) as i16;
            samples.push(Sample { position, score });
        }
        let strays = ply < 30 && random.below(25) == 0;
        let mv = found.best.filter(|_| !strays).or_else(|| random.move_of(&position));
        if mv.is_none_or(|mv| game.play_on(mv).is_err()) {
            break;
        }
    }
    (samples, 1)
}

fn halves(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Color::White) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Color::Black) => 0,
    }
}

fn opening(random: &mut Random) -> Board {
    let mut position = Board::start();
    for _ in 0..4 + random.below(9) {
        if let Some(mv) = random.move_of(&position) {
            position.play_unchecked(mv);
        }
    }
    position
}

/// All squares by number.
fn squares() -> Vec<Square> {
    let board = International::RULES.board;
    let row = |rank| (0..board.columns).filter_map(move |file| board.square_at(file, rank));
    (0..board.rows).rev().flat_map(row).collect()
}

/// A pseudorandom number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }

    fn move_of(&mut self, position: &Board) -> Option<<Board as Position>::Move> {
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        (!list.is_empty()).then(|| list[self.below(list.len() as u64) as usize])
    }
}
