//! Random first moves.

use boardgame::MoveStyle;
use boardgame::testing::Random;
use catalog::{AnyGame, GameId, PositionText, START};
use engine::{Limits, Player};

/// The beginning of a game: a position and moves in protocol notation.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) fen: String,
    pub(crate) moves: Vec<String>,
}

impl Opening {
    /// This many random moves, or fewer if the game ends. Chess960 gets a random start position.
    pub(crate) fn random(game: GameId, plies: usize, random: &mut Random) -> Self {
        let fen = if game == GameId::Chess960 { chess960_start(random) } else { START.to_owned() };
        let mut moves = Vec::new();
        let Ok(mut played) = game.at(&fen) else { return Self { fen, moves } };
        for _ in 0..plies {
            let list = played.legal_moves(MoveStyle::Protocol);
            let Some(text) = list.get(random.below(list.len())) else { break };
            if played.play_text(text, MoveStyle::Protocol).is_err() {
                break;
            }
            moves.push(text.clone());
        }
        Self { fen, moves }
    }

    /// A random opening that the player considers fair at full strength.
    pub(crate) fn fair(game: GameId, player: &mut dyn Player, random: &mut Random) -> anyhow::Result<Self> {
        const NODES: u64 = 10_000;
        let (plies, most) = if game.is_chess() { (6, 150) } else { (6 + random.below(3), 60) };
        loop {
            let opening = Self::random(game, plies, random);
            let played = opening.played(game)?;
            if played.outcome().is_some() {
                continue;
            }
            player.clear();
            player.set_strength(None);
            player.set_position(&opening.place())?;
            let score = player.best_move(Limits::nodes(NODES)).score;
            if score.centipawns().abs() <= most {
                return Ok(opening);
            }
        }
    }

    pub(crate) fn place(&self) -> PositionText<'_> {
        PositionText { fen: Some(&self.fen), moves: &self.moves, ..PositionText::default() }
    }

    /// The game after the moves.
    pub(crate) fn played(&self, game: GameId) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut played = game.at(&self.fen)?;
        for text in &self.moves {
            played.play_text(text, MoveStyle::Protocol)?;
        }
        Ok(played)
    }
}

/// A start of Chess960: bishops on squares of both colors, the king between the rooks, the same for both sides.
fn chess960_start(random: &mut Random) -> String {
    let mut files = *b"bbkrrnnq";
    loop {
        for end in (1..files.len()).rev() {
            files.swap(end, random.below(end + 1));
        }
        let places = |letter: u8| (0..8).filter(move |&file| files[file] == letter);
        let (bishops, rooks) = (places(b'b').sum::<usize>(), places(b'r').collect::<Vec<_>>());
        let king_is_between = places(b'k').all(|king| (rooks[0]..rooks[1]).contains(&king));
        if bishops % 2 == 1 && king_is_between {
            let black = String::from_utf8_lossy(&files).into_owned();
            let rights: String = rooks.iter().rev().map(|&file| (b'a' + file as u8) as char).collect();
            let (white, upper) = (black.to_uppercase(), rights.to_uppercase());
            return format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {upper}{rights} - 0 1");
        }
    }
}
