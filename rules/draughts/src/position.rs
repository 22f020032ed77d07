use std::hash::Hash;

use boardgame::Color;

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::draw_clocks::DrawClocks;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::variants::Variant;

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// An unpromoted piece.
    Man,
    /// A promoted man.
    King,
}

/// A kind of piece with its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
}

/// A position of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts<V: Ruleset> {
    /// All pieces, by color.
    pub(crate) pieces: [V::Word; 2],
    /// The kings of both colors.
    pub(crate) kings: V::Word,
    pub(crate) turn: Color,
    pub(crate) clocks: DrawClocks,
    pub(crate) extra: V::Extra,
    /// Zero-sized if the type alone determines the variant.
    pub(crate) handle: V::Handle,
}

/// A legal move: what changes. The captured set belongs to its identity, since two captures may share
/// start and end; the route does not, and is rebuilt from the position when a text needs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<W> {
    pub(crate) captured: W,
    /// Start and end, one byte each, then a bit for crowning and one for captures: a move is written and
    /// read as two words.
    squares: u32,
}

impl<W: Word> Move<W> {
    /// The same move with the word of another type of position of the same variant.
    #[inline(always)]
    #[must_use]
    pub fn convert<T: Word>(self) -> Move<T> {
        Move { captured: T::truncate(self.captured.widen()), squares: self.squares }
    }

    #[inline(always)]
    pub(crate) fn new(from: Square, to: Square, captured: W, crowned: bool) -> Self {
        let is_capture = captured != W::ZERO;
        let flags = u32::from(crowned) | u32::from(is_capture) << 1;
        Self { captured, squares: u32::from(from.0) | u32::from(to.0) << 8 | flags << 16 }
    }

    /// Whether the move changes the material: a capture or a promotion.
    #[inline(always)]
    pub(crate) fn changes_material(&self) -> bool {
        self.squares >> 16 != 0
    }

    /// Where the piece starts.
    #[inline(always)]
    #[must_use]
    pub fn from(&self) -> Square {
        Square(self.squares as u8)
    }

    /// Where the piece ends.
    #[inline(always)]
    #[must_use]
    pub fn to(&self) -> Square {
        Square((self.squares >> 8) as u8)
    }

    /// Whether a man becomes a king by this move.
    #[inline(always)]
    #[must_use]
    pub fn is_crowning(&self) -> bool {
        self.squares >> 16 & 1 != 0
    }

    /// The captured pieces.
    #[must_use]
    pub fn captured(&self) -> Bitboard<W> {
        Bitboard(self.captured)
    }

    /// Whether the move is a capture.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.captured != W::ZERO
    }
}

impl<W: Word> std::fmt::Debug for Move<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Move")
            .field("from", &self.from())
            .field("to", &self.to())
            .field("captured", &self.captured())
            .field("crowned", &self.is_crowning())
            .finish()
    }
}

// Copied at every node of a search.
const _: () = assert!(size_of::<Draughts<crate::variants::International>>() <= 40);

impl<V: Variant> Draughts<V> {
    /// The start of the game.
    #[must_use]
    pub fn start() -> Self {
        Self::start_of(())
    }
}

impl<V: Ruleset> Draughts<V> {
    /// The rules of the variant.
    #[inline(always)]
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        V::rules(self.handle)
    }

    /// The squares where men of this color become kings.
    #[inline(always)]
    pub(crate) fn last_row(&self, color: Color) -> V::Word {
        V::Word::truncate(self.rules().board.last_row(color))
    }

    /// The start of a game.
    pub(crate) fn start_of(handle: V::Handle) -> Self {
        let rules = V::rules(handle);
        let board = rules.board;
        let depth = rules.back_rows + rules.men_rows;
        let black = board.rows_mask(rules.back_rows, depth);
        let white = board.rows_mask(board.rows - depth, board.rows - rules.back_rows);
        Self {
            pieces: [V::Word::truncate(white), V::Word::truncate(black)],
            kings: V::Word::ZERO,
            turn: rules.first,
            clocks: DrawClocks::default(),
            extra: V::Extra::default(),
            handle,
        }
    }

    /// A position with these pieces, nothing counted and nothing checked: for work that enumerates millions of positions.
    /// [`Setup`](crate::Setup) checks. `pieces` are those of White and of Black.
    #[inline(always)]
    #[must_use]
    pub fn of_pieces(
        handle: V::Handle,
        pieces: [Bitboard<V::Word>; 2],
        kings: Bitboard<V::Word>,
        turn: Color,
    ) -> Self {
        Self {
            pieces: pieces.map(Bitboard::word),
            kings: kings.word(),
            turn,
            clocks: DrawClocks::default(),
            extra: V::Extra::default(),
            handle,
        }
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of one color.
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard<V::Word> {
        Bitboard(self.pieces[color as usize])
    }

    /// The kings of both colors.
    #[must_use]
    pub fn kings(&self) -> Bitboard<V::Word> {
        Bitboard(self.kings)
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(square))?;
        let role = if self.kings().contains(square) { Role::King } else { Role::Man };
        Some(Piece { color, role })
    }

    /// The squares on which nothing stands.
    #[inline(always)]
    #[must_use]
    pub fn empty_squares(&self) -> Bitboard<V::Word> {
        Bitboard(self.empty())
    }

    /// The free squares.
    #[inline(always)]
    pub(crate) fn empty(&self) -> V::Word {
        V::Word::truncate(self.rules().board.mask()) & !(self.pieces[0] | self.pieces[1])
    }

    /// Hash of pieces, side to move and what else the repetition rule compares.
    ///
    /// Computed from the three words on demand rather than updated by every move: mixing them costs about as much as the
    /// table lookups of an incremental key, nothing if no key is needed, and it cannot drift from the position.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        const MULTIPLIERS: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
        let fold = |word: V::Word, multiplier: u64| {
            let wide = word.widen();
            // Two different odd multipliers, so that the halves of a wide word do not cancel.
            let low = u128::from(wide as u64 ^ multiplier) * u128::from(multiplier | 1);
            let high = (wide >> 64) as u64;
            let high =
                if V::Word::BITS > 64 { high.wrapping_mul(0x8ebc_6af0_9c88_c6e3).rotate_left(29) } else { 0 };
            (low as u64 ^ (low >> 64) as u64).wrapping_add(high)
        };
        let state = fold(self.pieces[0], MULTIPLIERS[0])
            ^ fold(self.pieces[1], MULTIPLIERS[1]).rotate_left(21)
            ^ fold(self.kings, MULTIPLIERS[2]).rotate_left(42)
            ^ self.extra.key();
        let state = if self.turn == Color::White { state } else { !state };
        let mixed = u128::from(state) * u128::from(MULTIPLIERS[3]);
        mixed as u64 ^ (mixed >> 64) as u64
    }

    /// Plays a legal move on a copy of the position.
    #[must_use]
    pub fn after(&self, mv: Move<V::Word>) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }
}
