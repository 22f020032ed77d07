//! The explanations of one variant as plain data.

use boardgame::{MoveError, MoveStyle, Notation, Reading};
use damier_draughts::{AnyDraughts, AnyVariant, Illegal, MoveRefusal, Rules, Square};

use crate::variants::all_boards;

/// One variant.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) rules: &'static Rules,
    variant: AnyVariant,
}

/// What a text means.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A legal move: start, end and captured pieces by number, sorted.
    Legal(usize, usize, Vec<usize>),
    /// Not legal.
    Illegal(Vec<Illegal>),
    /// No move, or several.
    Text(MoveError),
}

impl Game {
    pub(crate) fn number(&self, square: Square) -> usize {
        usize::from(self.rules.number(square))
    }

    pub(crate) fn numbers(&self, squares: &[Square]) -> Vec<usize> {
        let mut numbers: Vec<usize> = squares.iter().map(|&square| self.number(square)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// What texts mean in a position, also one that no game can have.
    pub(crate) fn explain(&self, fen: &str, texts: &[String], style: MoveStyle) -> Vec<Answer> {
        let position = AnyDraughts::read_fen(self.variant, fen, Reading::Lenient);
        let position = position.unwrap_or_else(|error| panic!("{error}: {fen}"));
        let answer = |text: &String| match position.explain(text, style) {
            Ok(mv) => {
                let captured: Vec<Square> = mv.captured().into_iter().collect();
                Answer::Legal(self.number(mv.from()), self.number(mv.to()), self.numbers(&captured))
            }
            Err(MoveRefusal::Illegal { reasons, .. }) => Answer::Illegal(reasons),
            Err(MoveRefusal::Text(error)) => Answer::Text(error),
            Err(other) => panic!("{other:?}"),
        };
        texts.iter().map(answer).collect()
    }
}

/// Every variant, the test boards included.
pub(crate) fn all() -> impl Iterator<Item = Game> {
    all_boards().map(|variant| Game { rules: variant.rules(), variant })
}

/// A variant by its name.
pub(crate) fn named(name: &str) -> Game {
    all().find(|game| game.rules.name == name).unwrap_or_else(|| panic!("no game {name}"))
}
