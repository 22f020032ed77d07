//! Positions to ask engines about, and the rules that judge their answers.

use boardgame::MoveStyle;
use catalog::{AnyGame, GameId};

use crate::steps::{Complaint, complaint};

/// Positions of chess with something special, and what it is.
pub(crate) const CHESS: &[(&str, &str)] = &[
    ("castling and pins", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("en passant", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
    ("promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    ("check", "rnbqkbnr/ppp2ppp/8/1B1pp3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 3"),
    ("mate in one", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("one legal move", "k7/8/1K6/8/8/8/8/2R5 b - - 0 1"),
];

/// Positions of chess without a move.
pub(crate) const CHESS_ENDS: &[(&str, &str)] =
    &[("checkmate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")];

/// A position of Chess960 with rights that plain chess cannot write.
pub(crate) const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

/// Seeds that are tried for a long game.
const SEEDS: u64 = 60;

/// A random game of this many plies that is not over, or the longest that was found.
pub(crate) fn playout(game: GameId, plies: usize) -> Box<dyn AnyGame> {
    let games = (1..=SEEDS).map(|seed| playout_with(game, plies, seed));
    let mut longest = game.start();
    for game in games {
        if game.plies() > longest.plies() {
            longest = game;
        }
        if longest.plies() >= plies {
            break;
        }
    }
    longest
}

/// A random game, which ends one move before it would be over.
fn playout_with(game: GameId, plies: usize, seed: u64) -> Box<dyn AnyGame> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut played = game.start();
    while played.plies() < plies {
        let moves = played.count_legal() as u64;
        if moves == 0 {
            break;
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        if played.play((random % moves) as usize).is_err() {
            break;
        }
        if played.outcome().is_some() || !played.claims().is_empty() {
            played.undo();
            break;
        }
    }
    played
}

/// Positions of a random game, every few plies: those with captures among them.
pub(crate) fn positions_of(game: GameId, every: usize) -> Vec<Box<dyn AnyGame>> {
    let long = playout(game, 60);
    let mut at = game.start();
    let mut positions = Vec::new();
    for (ply, mv) in long.moves(MoveStyle::Protocol).iter().enumerate() {
        let is_capture = at.legal_moves(MoveStyle::Protocol).iter().any(|mv| mv.contains('x'));
        if ply % every == 0 || is_capture {
            positions.push(at.clone_game());
        }
        if at.play_text(mv, MoveStyle::Protocol).is_err() {
            break;
        }
    }
    positions
}

/// Checks that a move is legal.
pub(crate) fn check_move(game: &dyn AnyGame, mv: &str) -> Result<usize, Complaint> {
    game.find_in(mv, MoveStyle::Protocol)
        .map_err(|error| complaint!("{mv:?} is not a legal move in {}: {error}", game.fen()))
}

/// Checks that all moves of a variation are legal, one after the other. Engines look beyond draws by claim or counting.
pub(crate) fn check_line(game: &dyn AnyGame, line: &[String]) -> Result<(), Complaint> {
    let mut at = game.clone_game();
    for (number, mv) in line.iter().enumerate() {
        let index = at.find_in(mv, MoveStyle::Protocol).map_err(|error| {
            complaint!("move {} of the variation, {mv:?}, is not legal in {}: {error}", number + 1, at.fen())
        })?;
        if at.play_on(index).is_err() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_what_they_are_said_to_be() {
        for (what, fen) in CHESS {
            let game = GameId::Chess.at(fen).expect("a position");
            let legal = game.legal_moves(MoveStyle::Protocol);
            let one = |text: &str| legal.iter().any(|mv| mv == text);
            match *what {
                "castling and pins" => assert!(one("e1g1") && one("e1c1")),
                "en passant" => assert!(one("e5f6")),
                "promotions" => assert!(one("g2g1q") && one("g2g1n")),
                "check" => assert_eq!(game.in_check(), Some(true)),
                "mate in one" => assert!(one("a1a8")),
                "one legal move" => assert_eq!(legal.len(), 1, "{legal:?}"),
                other => panic!("{other}"),
            }
        }
        for (what, fen) in CHESS_ENDS {
            let game = GameId::Chess.at(fen).expect("a position");
            assert!(game.outcome().is_some_and(|(_, reason)| reason.name == *what), "{what}");
        }
        assert!(GameId::Chess960.at(CHESS960).is_ok());
    }

    #[test]
    fn playouts_are_long_and_not_over() {
        let chess = playout(GameId::Chess, 200);
        assert_eq!((chess.plies(), chess.outcome()), (200, None));
        let draughts = playout(GameId::International, 200);
        assert!(draughts.plies() >= 50 && draughts.outcome().is_none(), "{}", draughts.plies());
        assert!(positions_of(GameId::International, 10).len() > 8);
    }

    #[test]
    fn variations_are_checked_move_by_move() {
        let start = GameId::Chess.start();
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(check_line(&*start, &line("e2e4 e7e5 g1f3")).is_ok());
        let Complaint { text, .. } = check_line(&*start, &line("e2e4 e2e4")).expect_err("illegal");
        assert!(text.starts_with("move 2 of the variation, \"e2e4\", is not legal in "), "{text}");
    }
}
