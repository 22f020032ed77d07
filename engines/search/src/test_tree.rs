//! A game for tests: its tree is written out as text.

use std::hash::{DefaultHasher, Hash, Hasher};

use boardgame::{Claims, Color, MoveList, Outcome, Position, Reason, Rule};

use crate::knowledge::{Knowledge, LateMoveReduction, QuiescenceMoves, SearchParameters, Structures};
use crate::score::Score;

/// A game tree as text: `(...)` is a position with its successors in order, `W`, `B` and `=` are ends won by White,
/// won by Black and drawn. White moves first. A move is the number of a successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    text: String,
    turn: Color,
}

impl Tree {
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), turn: Color::White }
    }

    fn successors(&self) -> Vec<&str> {
        let inner = self.text.strip_prefix('(').map_or("", |text| &text[..text.len() - 1]);
        let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
        for (at, byte) in inner.bytes().enumerate() {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            if depth == 0 {
                found.push(&inner[begin..=at]);
                begin = at + 1;
            }
        }
        found
    }
}

impl Position for Tree {
    type Move = usize;
    type Rules = ();

    fn rules(&self) -> Self::Rules {}

    fn start_of((): ()) -> Self {
        Self::new("=")
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.text, self.turn as u8).hash(&mut hasher);
        hasher.finish()
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    fn legal_moves_into(&self, list: &mut MoveList<usize>) {
        list.clear();
        (0..self.successors().len()).for_each(|mv| list.push(mv));
    }

    fn play_unchecked(&mut self, mv: usize) {
        *self = Self { text: self.successors()[mv].to_owned(), turn: !self.turn };
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        let outcome = match self.text.as_str() {
            "W" => Outcome::Win(Color::White),
            "B" => Outcome::Win(Color::Black),
            "=" => Outcome::Draw,
            _ => return None,
        };
        Some((outcome, Reason { rule: Rule::NoLegalMoves, name: "end", article: "1" }))
    }

    fn outcome_of_repetition(&self, _: usize) -> Option<(Outcome, Reason)> {
        None
    }

    fn is_irreversible(&self, _: usize) -> bool {
        true
    }
}

impl Claims for Tree {}

/// Knows nothing: all positions are equal, and all moves quiet.
#[derive(Clone)]
pub(crate) struct TreeKnowledge;

impl Knowledge for TreeKnowledge {
    type Position = Tree;

    const BUTTERFLY_SIZE: usize = 256;
    const PIECE_TO_SIZE: usize = 256;
    const PARAMETERS: SearchParameters = SearchParameters {
        margins: None,
        aspiration: 20,
        late_move_pruning: true,
        reduction: LateMoveReduction { base: 0.5, divisor: 2.0, forcing: 0, root: 0 },
        see_margin_quiet: 0,
        see_margin_tactical: 0,
    };

    fn evaluate(&mut self, _: &Tree) -> Score {
        Score::DRAW
    }

    fn structures(_: &Tree) -> Structures {
        Structures::default()
    }

    fn move_key(mv: usize) -> u16 {
        mv as u16 + 1
    }

    fn butterfly_index(mv: usize) -> usize {
        mv
    }

    fn piece_to_index(_: &Tree, mv: usize) -> usize {
        mv
    }

    fn is_tactical(_: &Tree, _: usize) -> bool {
        false
    }

    fn mvv_lva(_: &Tree, _: usize) -> i32 {
        0
    }

    fn is_forced(_: &Tree) -> bool {
        false
    }

    fn terminal_outcome(position: &Tree) -> Option<Outcome> {
        position.outcome().map(|(outcome, _)| outcome)
    }

    fn quiescence_moves(_: &Tree, list: &mut MoveList<usize>) -> QuiescenceMoves {
        list.clear();
        QuiescenceMoves::Tactical
    }
}
