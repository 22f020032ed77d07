//! The smallest game with routes, for tests: take one, two or three from a heap; taking `n` has `n` routes.

use boardgame::{
    Color, Countable, FenError, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reading, Reason,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heap {
    left: u8,
    turn: Color,
}

impl Heap {
    pub(crate) fn of(left: u8) -> Self {
        Self { left, turn: Color::White }
    }
}

impl Position for Heap {
    type Move = u8;
    type Rules = ();

    fn rules(&self) -> Self::Rules {}

    fn start_of((): ()) -> Self {
        Self::of(30)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    /// Poor on purpose: many positions share a key.
    fn key(&self) -> u64 {
        u64::from(self.left % 4) << 61
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    fn legal_moves_into(&self, list: &mut MoveList<u8>) {
        list.clear();
        (1..=self.left.min(3)).for_each(|taken| list.push(taken));
    }

    fn play_unchecked(&mut self, taken: u8) {
        self.left -= taken;
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        None
    }

    fn outcome_of_repetition(&self, _: usize) -> Option<(Outcome, Reason)> {
        None
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

impl Countable for Heap {
    fn count_routes(&self, taken: u8) -> usize {
        usize::from(taken)
    }
}

impl Notation for Heap {
    fn read_fen((): (), fen: &str, _: Reading) -> Result<Self, FenError> {
        let bad = |_| FenError::BadField { field: "heap", found: fen.to_owned(), expected: "a number" };
        fen.parse().map(Self::of).map_err(bad)
    }

    fn to_fen(&self) -> String {
        self.left.to_string()
    }

    fn read_move(&self, text: &str, _: MoveStyle) -> Result<u8, MoveError> {
        text.parse().map_err(|_| MoveError::BadSyntax { found: text.to_owned(), expected: "a number" })
    }

    fn write_move(&self, taken: u8, _: MoveStyle) -> String {
        taken.to_string()
    }

    fn diagram(&self) -> String {
        "o".repeat(usize::from(self.left))
    }
}
