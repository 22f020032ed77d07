//! What both games can do for the protocols.

use crate::chess::BrokenChess;
use crate::draughts::BrokenDraughts;
use crate::options::Options;

/// A position with the moves that the engine takes for legal.
pub(crate) trait Rules {
    /// The texts of the moves as the protocol writes them.
    fn moves(&self) -> Vec<String>;

    /// The position after the move with this number.
    fn after(&self, index: usize) -> Box<dyn Rules>;

    /// The number of the move that a text means.
    fn find(&self, text: &str) -> Option<usize>;

    fn count(&self, depth: u32) -> u64 {
        let moves = self.moves().len();
        match depth {
            0 => 1,
            1 => moves as u64,
            _ => (0..moves).map(|index| self.after(index).count(depth - 1)).sum(),
        }
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let moves = self.moves().into_iter().enumerate();
        moves.map(|(index, text)| (text, self.after(index).count(depth.max(1) - 1))).collect()
    }
}

/// The position of a text after some moves.
pub(crate) fn open(options: &Options, fen: &str, moves: &[String]) -> Result<Box<dyn Rules>, String> {
    let bug = options.bug.as_deref();
    let mut position: Box<dyn Rules> = match options.game.as_str() {
        "chess" | "chess960" => Box::new(BrokenChess::open(bug, fen)?),
        game => Box::new(BrokenDraughts::open(game, bug, options.routes, fen)?),
    };
    for text in moves {
        let index = position.find(text).ok_or_else(|| format!("illegal move {text}"))?;
        position = position.after(index);
    }
    Ok(position)
}
