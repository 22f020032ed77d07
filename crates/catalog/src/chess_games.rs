//! Chess positions and moves as data.

use boardgame::{Color, MoveStyle, Notation, Status};
use chess::{ChessPosition, Mode, Move};

use crate::describe::{About, ChessMove, Describe, MoveDetails};

impl<M: Mode> Describe for ChessPosition<M> {
    fn about() -> About {
        let (name, title) = if M::CHESS960 { ("chess960", "Chess960") } else { ("chess", "Chess") };
        About { name, title, columns: 8, rows: 8, first: Color::White, status: Status::Proven }
    }

    /// As Stockfish's `go perft`.
    fn divide_style() -> MoveStyle {
        MoveStyle::Protocol
    }

    /// PDN has a number for chess, not for Chess960.
    fn pdn_game_type() -> Option<String> {
        (!M::CHESS960).then(|| "0,W,8,8,S0".to_owned())
    }

    fn in_check(&self) -> Option<bool> {
        Some(self.is_check())
    }

    fn describe_move(&self, mv: Move, text: String, _states: &mut usize) -> MoveDetails {
        MoveDetails::Chess(ChessMove { uci: self.write_move(mv, MoveStyle::Protocol), san: text })
    }
}
