//! placeholder
use crate::position::{Draughts, Move};
use crate::variants::Variant;
use boardgame::{MoveList, TooComplex};
pub(crate) const LIMIT: usize = 1 << 22;
pub(crate) fn legal_captures<V: Variant>(
    _p: &Draughts<V>,
    list: &mut MoveList<Move<V::Word>>,
    _limit: usize,
) -> Result<(), TooComplex> {
    list.clear();
    Err(TooComplex { limit: LIMIT })
}
