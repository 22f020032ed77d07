//! Where a position gets its rules: from its type, or from a handle that it holds.

use std::fmt::Debug;
use std::hash::Hash;

use boardgame::{Claims, Color, Countable, MoveList, Outcome, Position, Reason, TooComplex};

use crate::any_variant::AnyVariant;
use crate::bitboard::Bitboard;
use crate::board::Direction;
use crate::exhaustive;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::route::STATE_LIMIT;
use crate::rules::Rules;
use crate::shift::shift;
use crate::variants::Variant;

/// The rules of a [`Draughts`] position. Every [`Variant`] is one, fixed at compile time; [`AnyVariant`] is one
/// chosen at run time; [`MovesLike`](crate::MovesLike) fixes only the movement.
pub trait Ruleset: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds a board.
    type Word: Word;
    /// State of the position that only some variants need.
    type Extra: Extra;
    /// What a position stores to know its rules; zero-sized if the type determines them.
    type Handle: Copy + Eq + Debug + Send + Sync + 'static;

    /// The bits that a board takes: all indices of squares are below. Known for the movement, so that tables by square
    /// need no more room than the board.
    const BOARD_BITS: usize;

    /// The rules.
    fn rules(handle: Self::Handle) -> &'static Rules;

    /// The same variant as a value.
    fn any(handle: Self::Handle) -> AnyVariant;

    /// The squares one step in a direction from these.
    fn neighbors(
        handle: Self::Handle,
        squares: Bitboard<Self::Word>,
        direction: Direction,
    ) -> Bitboard<Self::Word>;

    /// Lists the legal moves; `false` if that takes more than `work_limit` jumps.
    fn list_within(
        position: &Draughts<Self>,
        list: &mut MoveList<Move<Self::Word>>,
        work_limit: usize,
    ) -> bool;

    /// Whether the side to move has any legal move.
    fn has_legal_move(position: &Draughts<Self>) -> bool;

    /// Whether the side to move must capture.
    fn must_capture(position: &Draughts<Self>) -> bool;

    /// The number of legal moves.
    fn count_legal(position: &Draughts<Self>) -> usize;

    /// The number of legal moves of all successors together.
    fn count_legal_of_successors(position: &Draughts<Self>) -> u64;

    /// Visits every position one legal move away.
    fn for_each_successor(position: &Draughts<Self>, visit: impl FnMut(&Draughts<Self>));
}

impl<V: Variant> Ruleset for V {
    type Word = V::Word;
    type Extra = V::Extra;
    type Handle = ();

    const BOARD_BITS: usize = V::RULES.board.bits() as usize;

    #[inline(always)]
    fn rules((): ()) -> &'static Rules {
        const { &V::RULES }
    }

    fn any((): ()) -> AnyVariant {
        AnyVariant::of::<V>()
    }

    #[inline(always)]
    fn neighbors((): (), squares: Bitboard<V::Word>, direction: Direction) -> Bitboard<V::Word> {
        let Bitboard(from) = squares;
        let to = match direction {
            Direction::North => shift::<V, 0>(from),
            Direction::NorthEast => shift::<V, 1>(from),
            Direction::East => shift::<V, 2>(from),
            Direction::SouthEast => shift::<V, 3>(from),
            Direction::South => shift::<V, 4>(from),
            Direction::SouthWest => shift::<V, 5>(from),
            Direction::West => shift::<V, 6>(from),
            Direction::NorthWest => shift::<V, 7>(from),
        };
        Bitboard(to & V::Word::truncate(V::RULES.board.mask()))
    }

    #[inline(always)]
    fn list_within(
        position: &Draughts<Self>,
        list: &mut MoveList<Move<Self::Word>>,
        work_limit: usize,
    ) -> bool {
        position.list_moves(list, work_limit)
    }

    #[inline]
    fn has_legal_move(position: &Draughts<Self>) -> bool {
        position.can_move()
    }

    #[inline]
    fn must_capture(position: &Draughts<Self>) -> bool {
        position.can_capture()
    }

    #[inline(always)]
    fn count_legal(position: &Draughts<Self>) -> usize {
        position.count_moves()
    }

    #[inline(always)]
    fn count_legal_of_successors(position: &Draughts<Self>) -> u64 {
        position.count_moves_of_successors()
    }

    #[inline(always)]
    fn for_each_successor(position: &Draughts<Self>, visit: impl FnMut(&Draughts<Self>)) {
        position.visit_successors(visit);
    }
}

impl<V: Ruleset> Position for Draughts<V> {
    type Move = Move<V::Word>;

    type Rules = V::Handle;

    fn rules(&self) -> V::Handle {
        self.handle
    }

    fn start_of(rules: V::Handle) -> Self {
        Self::start_of(rules)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn repeats(&self, earlier: &Self) -> bool {
        (self.pieces, self.kings, self.turn, self.extra)
            == (earlier.pieces, earlier.kings, earlier.turn, earlier.extra)
    }

    #[inline]
    fn legal_moves_into(&self, list: &mut MoveList<Self::Move>) {
        V::list_within(self, list, usize::MAX);
    }

    fn try_legal_moves_into(&self, list: &mut MoveList<Self::Move>) -> Result<(), TooComplex> {
        if V::list_within(self, list, exhaustive::WORK_LIMIT) {
            return Ok(());
        }
        list.clear();
        Err(TooComplex { limit: exhaustive::WORK_LIMIT })
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Self::Move) {
        self.play_unchecked(mv);
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.outcome()
    }

    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
        self.outcome_of_repetition(times)
    }

    fn is_irreversible(&self, mv: Self::Move) -> bool {
        self.is_irreversible(mv)
    }
}

impl<V: Ruleset> Claims for Draughts<V> {}

impl<V: Ruleset> Countable for Draughts<V> {
    #[inline]
    fn count_legal(&self) -> usize {
        V::count_legal(self)
    }

    fn count_routes(&self, mv: Self::Move) -> usize {
        self.count_routes(mv)
    }

    const ROUTE_WORK: usize = STATE_LIMIT;

    fn count_routes_within(&self, mv: Self::Move, work: &mut usize) -> Result<u64, TooComplex> {
        self.count_routes_within(mv, work)
    }

    #[inline]
    fn count_legal_of_successors(&self) -> u64 {
        V::count_legal_of_successors(self)
    }

    #[inline]
    fn for_each_successor(&self, visit: impl FnMut(&Self)) {
        V::for_each_successor(self, visit);
    }
}

impl<V: Ruleset> Draughts<V> {
    /// The squares one step in a direction from these.
    #[inline(always)]
    #[must_use]
    pub fn neighbors(&self, squares: Bitboard<V::Word>, direction: Direction) -> Bitboard<V::Word> {
        V::neighbors(self.handle, squares, direction)
    }

    /// Whether the side to move has any legal move.
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        V::has_legal_move(self)
    }

    /// Whether the side to move must capture.
    #[inline]
    #[must_use]
    pub fn must_capture(&self) -> bool {
        V::must_capture(self)
    }

    /// Whether the pieces on the board have already ended the game.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        let rules = self.rules();
        rules.first_king_wins && self.kings != V::Word::ZERO
            || rules.last_piece_loses && self.pieces[0].count().min(self.pieces[1].count()) == 1
    }
}
