use crate::{Position, Reason};

/// Draws that end a game only if a player claims them. The defaults are for games without such draws.
pub trait Claims: Position {
    /// The draw that the player to move may claim because of this position's clocks.
    fn claim(&self) -> Option<Reason> {
        None
    }

    /// Whether a legal move can lead to a position with a [`claim`](Self::claim), which asks each of them only then.
    fn can_claim_after_move(&self) -> bool {
        false
    }

    /// The draw that may be claimed when this position occurs for the `times`-th time.
    fn claim_of_repetition(&self, times: usize) -> Option<Reason> {
        let _ = times;
        None
    }
}
