//! The differences between chess and Chess960.

use std::fmt::Debug;

/// How a position writes castling, and from which squares kings and rooks may castle. The moves are the same.
pub trait Mode: Copy + Eq + Debug + Send + Sync + 'static {
    /// Whether kings and rooks may start on other squares than e1, a1 and h1.
    const CHESS960: bool;
}

/// Chess: castling is `e1g1` in UCI and `KQkq` in FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard;

/// Chess960, including double Chess960: castling is the king capturing its rook in UCI and the rook files in FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FischerRandom;

impl Mode for Standard {
    const CHESS960: bool = false;
}

impl Mode for FischerRandom {
    const CHESS960: bool = true;
}
