//! Variants chosen at run time.
//!
//! Only the generator is compiled for each variant. Everything else uses one position type, so that notations, records
//! and explanations are compiled once.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use boardgame::{Color, MoveList};

use crate::bitboard::Bitboard;
use crate::board::Direction;
use crate::king_runs::{Extra, KingRuns};
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::variants::Variant;

/// A variant as a value: its rules, and the generator compiled for them.
///
/// ```
/// use boardgame::{Countable, MoveStyle, Position, Reading};
/// use damier_draughts::variants::{International, Russian};
/// use damier_draughts::{AnyDraughts, AnyVariant};
///
/// for (variant, legal) in [
///     (AnyVariant::of::<International>(), 9),
///     (AnyVariant::of::<Russian>(), 7),
/// ] {
///     let position = AnyDraughts::start_of(variant);
///     assert_eq!(position.count_legal(), legal, "{}", variant.rules().name);
/// }
/// ```
#[derive(Clone, Copy)]
pub struct AnyVariant(&'static Entry);

/// A position of a variant chosen at run time.
pub type AnyDraughts = Draughts<AnyVariant>;

struct Entry {
    rules: &'static Rules,
    generator: &'static dyn Generator,
}

impl AnyVariant {
    /// The value of a variant.
    #[must_use]
    pub const fn of<V: Variant>() -> Self {
        Self::moving_like::<V, V>()
    }

    /// The value of a variant that uses the generator of another. This does not compile unless both move alike.
    #[must_use]
    pub const fn moving_like<V: Variant, M: Variant<Word = V::Word, Extra = V::Extra>>() -> Self {
        const { assert!(V::RULES.moves_like(&M::RULES)) };
        Self(const { &Entry { rules: &V::RULES, generator: &Compiled::<M>(PhantomData) } })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        self.0.rules
    }
}

/// Names of variants are unique.
impl PartialEq for AnyVariant {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.rules().name == other.rules().name
    }
}

impl Eq for AnyVariant {}

impl Hash for AnyVariant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules().name.hash(state);
    }
}

impl fmt::Debug for AnyVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().name)
    }
}

impl Ruleset for AnyVariant {
    type Word = u128;
    type Extra = KingRuns;
    type Handle = Self;

    const BOARD_BITS: usize = u128::BITS as usize;

    fn rules(handle: Self) -> &'static Rules {
        handle.0.rules
    }

    fn any(handle: Self) -> Self {
        handle
    }

    fn neighbors(handle: Self, squares: Bitboard<u128>, direction: Direction) -> Bitboard<u128> {
        Bitboard(handle.rules().board.step(squares.0, direction as usize))
    }

    fn list_within(position: &AnyDraughts, list: &mut MoveList<Move<u128>>, work_limit: usize) -> bool {
        position.handle.0.generator.list_within(position, list, work_limit)
    }

    fn has_legal_move(position: &AnyDraughts) -> bool {
        position.handle.0.generator.has_legal_move(position)
    }

    fn must_capture(position: &AnyDraughts) -> bool {
        position.handle.0.generator.must_capture(position)
    }

    fn count_legal(position: &AnyDraughts) -> usize {
        position.handle.0.generator.count_legal(position)
    }

    fn count_legal_of_successors(position: &AnyDraughts) -> u64 {
        position.handle.0.generator.count_legal_of_successors(position)
    }

    fn for_each_successor(position: &AnyDraughts, mut visit: impl FnMut(&AnyDraughts)) {
        let mut list = MoveList::new();
        Self::list_within(position, &mut list, usize::MAX);
        for &mv in &list {
            visit(&position.after(mv));
        }
    }
}

impl<V: Ruleset> Draughts<V> {
    /// The same position with its variant as a value.
    #[must_use]
    pub fn any(&self) -> AnyDraughts {
        Draughts {
            pieces: self.pieces.map(Word::widen),
            kings: self.kings.widen(),
            turn: self.turn,
            clocks: self.clocks,
            extra: convert_runs(self.extra),
            handle: V::any(self.handle),
        }
    }
}

impl AnyDraughts {
    /// The same position with its variant fixed at compile time, if it is of that variant.
    #[must_use]
    pub fn fixed<V: Variant>(&self) -> Option<Draughts<V>> {
        (self.handle == AnyVariant::of::<V>()).then(|| self.narrow())
    }

    /// The same pieces in a variant that moves like this one.
    fn narrow<V: Variant>(&self) -> Draughts<V> {
        self.convert(())
    }

    /// The same pieces with another type of rules.
    pub(crate) fn convert<V: Ruleset>(&self, handle: V::Handle) -> Draughts<V> {
        Draughts {
            pieces: self.pieces.map(<V::Word as Word>::truncate),
            kings: <V::Word as Word>::truncate(self.kings),
            turn: self.turn,
            clocks: self.clocks,
            extra: convert_runs(self.extra),
            handle,
        }
    }
}

fn convert_runs<From: Extra, To: Extra>(from: From) -> To {
    let mut to = To::default();
    for color in Color::ALL {
        to.set_run(color, from.run(color));
    }
    to
}

/// What is compiled for each kind of movement.
trait Generator: Sync {
    fn list_within(&self, position: &AnyDraughts, list: &mut MoveList<Move<u128>>, work_limit: usize)
    -> bool;
    fn has_legal_move(&self, position: &AnyDraughts) -> bool;
    fn must_capture(&self, position: &AnyDraughts) -> bool;
    fn count_legal(&self, position: &AnyDraughts) -> usize;
    fn count_legal_of_successors(&self, position: &AnyDraughts) -> u64;
}

struct Compiled<V>(PhantomData<V>);

impl<V: Variant> Generator for Compiled<V> {
    fn list_within(
        &self,
        position: &AnyDraughts,
        list: &mut MoveList<Move<u128>>,
        work_limit: usize,
    ) -> bool {
        list.clear();
        let mut own = MoveList::new();
        let is_complete = position.narrow::<V>().list_moves(&mut own, work_limit);
        own.iter().for_each(|mv| list.push(mv.convert()));
        is_complete
    }

    fn has_legal_move(&self, position: &AnyDraughts) -> bool {
        position.narrow::<V>().can_move()
    }

    fn must_capture(&self, position: &AnyDraughts) -> bool {
        position.narrow::<V>().can_capture()
    }

    fn count_legal(&self, position: &AnyDraughts) -> usize {
        position.narrow::<V>().count_moves()
    }

    fn count_legal_of_successors(&self, position: &AnyDraughts) -> u64 {
        position.narrow::<V>().count_moves_of_successors()
    }
}
