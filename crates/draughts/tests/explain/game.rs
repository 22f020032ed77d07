//! The explanations of one variant as plain data. What is generic stands here and is kept short, since it is
//! compiled once for each.

use boardgame::{MoveError, MoveStyle, Notation};
use draughts::variants::test_boards::*;
use draughts::variants::*;
use draughts::{Draughts, Illegal, Refusal, Rules, Square, Variant};

/// One variant.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) rules: &'static Rules,
    /// What texts mean in a position, also one that no game can have.
    pub(crate) explain: fn(&str, &[String], MoveStyle) -> Vec<Answer>,
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
}

fn entry<V: Variant>() -> Game {
    Game { rules: const { &V::RULES }, explain: answers::<V> }
}

fn answers<V: Variant>(fen: &str, texts: &[String], style: MoveStyle) -> Vec<Answer> {
    let position = Draughts::<V>::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
    let number = |square| usize::from(V::RULES.number(square));
    let answer = |text: &String| match position.explain(text, style) {
        Ok(mv) => {
            let mut captured: Vec<usize> = mv.captured().into_iter().map(number).collect();
            captured.sort_unstable();
            Answer::Legal(number(mv.from()), number(mv.to()), captured)
        }
        Err(Refusal::Illegal { reasons, .. }) => Answer::Illegal(reasons),
        Err(Refusal::Text(error)) => Answer::Text(error),
        Err(other) => panic!("{other:?}"),
    };
    texts.iter().map(answer).collect()
}

/// Every variant of the catalog.
pub(crate) fn all() -> Vec<Game> {
    macro_rules! entries {
        ($($variant:ident),*) => { vec![$(entry::<$variant>()),*] };
    }
    entries!(
        International,
        Russian,
        English,
        Italian,
        Spanish,
        Czech,
        Frisian,
        Pool,
        Killer,
        Modern,
        Thai,
        Turkish,
        Armenian,
        Argentinian,
        ArgentinianFree,
        Breakthrough,
        Ghanaian,
        Canadian,
        Losing,
        Slovak,
        Jamaican,
        Spantsiretti,
        Ktar10x11,
        Brazilian,
        BrazilianCbd,
        Portuguese,
        UnifiedPool,
        Frysk,
        Poddavki,
        Filipino,
        SriLankan,
        Nigerian,
        International6x6,
        International10x8,
        International12x10,
        International14x14,
        Ktar8x10,
        Ktar10x12,
        English6x6
    )
}

/// A variant by its name.
pub(crate) fn named(name: &str) -> Game {
    all().into_iter().find(|game| game.rules.name == name).unwrap_or_else(|| panic!("no game {name}"))
}
