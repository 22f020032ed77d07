//! Movement fixed at compile time, everything else known at run time.

use std::marker::PhantomData;

use boardgame::MoveList;

use crate::any_variant::{AnyDraughts, AnyVariant};
use crate::bitboard::Bitboard;
use crate::board::Direction;
use crate::position::{Draughts, Move};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::variants::Variant;

/// The rules of variants that move like `M`: names, draws and results are those of the variant chosen at run time.
///
/// For large code that must be fast, such as a search: one copy serves all variants that move alike.
///
/// ```
/// use boardgame::{Countable, Position};
/// use damier_draughts::variants::{International, Losing};
/// use damier_draughts::{AnyDraughts, AnyVariant, MovesLike};
///
/// let start = AnyDraughts::start_of(AnyVariant::of::<Losing>());
/// let position = start.moving_like::<International>().expect("it moves alike");
/// assert_eq!((position.count_legal(), position.rules().name), (9, "losing"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MovesLike<M>(PhantomData<M>);

impl AnyDraughts {
    /// The same position with its movement fixed at compile time, if the variant moves like `M`.
    #[must_use]
    pub fn moving_like<M: Variant>(&self) -> Option<Draughts<MovesLike<M>>> {
        self.rules().moves_like(&M::RULES).then(|| self.convert(self.handle))
    }
}

impl<M: Variant> Draughts<MovesLike<M>> {
    /// The position as the generator sees it.
    #[inline(always)]
    fn movement(&self) -> Draughts<M> {
        let Self { pieces, kings, turn, clocks, extra, .. } = *self;
        Draughts { pieces, kings, turn, clocks, extra, handle: () }
    }
}

impl<M: Variant> Ruleset for MovesLike<M> {
    type Word = M::Word;
    type Extra = M::Extra;
    type Handle = AnyVariant;

    const BOARD_BITS: usize = <M as Ruleset>::BOARD_BITS;

    #[inline(always)]
    fn rules(handle: AnyVariant) -> &'static Rules {
        handle.rules()
    }

    fn any(handle: AnyVariant) -> AnyVariant {
        handle
    }

    #[inline(always)]
    fn neighbors(_: AnyVariant, squares: Bitboard<M::Word>, direction: Direction) -> Bitboard<M::Word> {
        <M as Ruleset>::neighbors((), squares, direction)
    }

    #[inline]
    fn list_within(position: &Draughts<Self>, list: &mut MoveList<Move<M::Word>>, work_limit: usize) -> bool {
        position.movement().list_moves(list, work_limit)
    }

    #[inline]
    fn has_legal_move(position: &Draughts<Self>) -> bool {
        position.movement().can_move()
    }

    #[inline]
    fn must_capture(position: &Draughts<Self>) -> bool {
        position.movement().can_capture()
    }

    #[inline]
    fn count_legal(position: &Draughts<Self>) -> usize {
        position.movement().count_moves()
    }

    #[inline]
    fn count_legal_of_successors(position: &Draughts<Self>) -> u64 {
        position.movement().count_moves_of_successors()
    }

    fn for_each_successor(position: &Draughts<Self>, mut visit: impl FnMut(&Draughts<Self>)) {
        let mut list = MoveList::new();
        Self::list_within(position, &mut list, usize::MAX);
        for &mv in &list {
            visit(&position.after(mv));
        }
    }
}
