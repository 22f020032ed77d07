/// How well the rules of a game are sourced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A federation's text or a published perft table confirms them.
    Proven,
    /// Sources are weak or contradict each other.
    Experimental,
    /// Not a game: another board size that tests the geometry.
    TestBoard,
}
