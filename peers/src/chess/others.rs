//! Generators of others, each as its own documentation counts fastest.

use anyhow::{Context, anyhow};

/// shakmaty: its own `perft`.
pub(crate) fn shakmaty(fen: &str, depth: u32) -> anyhow::Result<u64> {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    Ok(shakmaty::perft(&position, depth))
}

/// cozy-chess: the recursion `perft_bulk` of its example `perft`. The moves of the last ply are counted in a loop of
/// their own: with one loop for all plies it is a third slower.
pub(crate) fn cozy_chess(fen: &str, depth: u32) -> anyhow::Result<u64> {
    use cozy_chess::Board;

    fn count(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        match depth {
            0 => nodes = 1,
            1 => {
                board.generate_moves(|moves| {
                    nodes += moves.len() as u64;
                    false
                });
            }
            _ => {
                board.generate_moves(|moves| {
                    for mv in moves {
                        let mut next = board.clone();
                        next.play_unchecked(mv);
                        nodes += count(&next, depth - 1);
                    }
                    false
                });
            }
        }
        nodes
    }

    let board = Board::from_fen(fen, false).map_err(|error| anyhow!("{error}"))?;
    Ok(count(&board, depth))
}

/// The crate `chess` of Jordan Bray: its own `movegen_perft_test`.
pub(crate) fn jordanbray_chess(fen: &str, depth: u32) -> anyhow::Result<u64> {
    use jordanbray_chess::{Board, MoveGen};

    let board: Board = fen.parse().map_err(|error| anyhow!("{error}"))?;
    let depth = usize::try_from(depth).context("a depth of this many plies")?;
    Ok(MoveGen::movegen_perft_test(&board, depth) as u64)
}
