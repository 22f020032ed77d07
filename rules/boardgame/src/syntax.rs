/// The two formats of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Portable game notation: chess.
    Pgn,
    /// Portable draughts notation.
    Pdn,
}

impl Syntax {
    /// The name, which is also how names of files end.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
        }
    }
}
