//! Positions of chess and Chess960.

use std::marker::PhantomData;

use boardgame::{BlackSide, Claims, Color, Countable, MoveList, Outcome, Position, Reason, Side, WhiteSide};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chess960;
use crate::count::count_legal;
use crate::generate::{Lines, generate};
use crate::list::{List, LoudList};
use crate::mode::{FischerRandom, Mode, Standard};
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::square::Square;
use crate::successors::for_each_successor;
use crate::zobrist;

/// A position of chess or Chess960: use it as [`Chess`] or [`Chess960`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessPosition<M: Mode> {
    pub(crate) board: Board,
    pub(crate) key: u64,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    /// The number of the move, from 1.
    pub(crate) fullmove_number: u16,
    pub(crate) turn: Color,
    pub(crate) mode: PhantomData<M>,
}

/// A position of chess.
///
/// ```
/// use boardgame::{Countable, MoveList, MoveStyle, Notation, Position, PositionExt};
/// use damier_chess::Chess;
///
/// let mut position = Chess::start();
/// for text in ["e4", "e5", "Qh5", "Ke7"] {
///     let mv = position.read_move(text, MoveStyle::Record)?;
///     position.play_unchecked(mv);
/// }
/// let mate = position.read_move("Qxe5#", MoveStyle::Record)?;
/// assert_eq!(position.write_move(mate, MoveStyle::Protocol), "h5e5");
/// position.play(mate);
/// assert!(position.is_check());
/// assert_eq!(position.count_legal(), 0);
/// # Ok::<(), boardgame::MoveError>(())
/// ```
pub type Chess = ChessPosition<Standard>;

/// A position of Chess960. The default start is arrangement 518, that of chess; [`Chess960::start_number`] gives the
/// others.
pub type Chess960 = ChessPosition<FischerRandom>;

const _: () = assert!(size_of::<Chess>() <= 80);

/// Calls a function that takes the side to move as its first type.
macro_rules! by_turn {
    ($position:expr, $function:ident ($($argument:expr),*)) => {
        match $position.turn {
            Color::White => $function::<WhiteSide>($($argument),*),
            Color::Black => $function::<BlackSide>($($argument),*),
        }
    };
}
pub(crate) use by_turn;

impl<M: Mode> ChessPosition<M> {
    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The pieces of one color.
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.board.colors[color as usize]
    }

    /// The pieces of one role, of both colors.
    #[must_use]
    pub fn role(&self, role: Role) -> Bitboard {
        self.board.role(role)
    }

    /// The square of a king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.board.kings[color as usize]
    }

    /// The rooks that may still castle, of both colors.
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        self.board.castling
    }

    /// The en passant square, only if a capture there is legal.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.board.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number, from 1; it increases after Black moves.
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The enemy pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        by_turn!(self, checkers(&self.board))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces of both colors that attack a square, given these occupied squares; other pieces do not block lines.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(Color::White, square, occupied)
            | self.board.attackers(Color::Black, square, occupied)
    }

    /// The pieces of the side to move that are pinned to their king.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let lines = by_turn!(self, lines(&self.board));
        (lines.straight_pins | lines.diagonal_pins) & self.pieces(self.turn)
    }

    /// Whether a move captures a piece.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            MoveKind::Plain | MoveKind::Promotion => self.board.occupied().contains(mv.to()),
        }
    }

    /// The legal moves that change the material: all captures, and promotions to a queen. They are in the order of
    /// [`legal_moves`](boardgame::PositionExt::legal_moves); this is cheaper than filtering that list.
    ///
    /// ```
    /// use boardgame::{MoveList, MoveStyle, Notation, PositionExt};
    /// use damier_chess::Chess;
    ///
    /// let position = Chess::from_fen("3k4/P7/8/2pP4/8/8/8/4K3 w - c6 0 1")?;
    /// let mut moves = MoveList::new();
    /// position.loud_moves(&mut moves);
    /// let texts: Vec<_> = moves.iter().map(|&mv| position.write_move(mv, MoveStyle::Protocol)).collect();
    /// assert_eq!(texts, ["a7a8q", "d5c6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn loud_moves(&self, list: &mut MoveList<Move>) {
        list.clear();
        by_turn!(self, list_loud(&self.board, list));
    }

    /// The position after a null move, as searches use it; `None` in check.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.key ^= zobrist::TURN ^ zobrist::en_passant(self.board.en_passant);
        next.board.en_passant = None;
        next.turn = !self.turn;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove_number = self.fullmove_number.saturating_add(u16::from(self.turn == Color::Black));
        Some(next)
    }

    /// Plays a legal move on a copy of the position.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// The same position in Chess960, which writes castling differently.
    #[must_use]
    pub fn to_chess960(&self) -> Chess960 {
        let Self { board, key, halfmove_clock, fullmove_number, turn, .. } = *self;
        Chess960 { board, key, halfmove_clock, fullmove_number, turn, mode: PhantomData }
    }
}

impl<M: Mode> Position for ChessPosition<M> {
    type Move = Move;
    type Rules = ();

    fn rules(&self) -> Self::Rules {}

    fn start_of((): ()) -> Self {
        chess960::standard_start()
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// FIDE 9.2.3: the same pieces, side to move, castling rights and legal en passant captures.
    fn repeats(&self, earlier: &Self) -> bool {
        self.turn == earlier.turn && self.board == earlier.board
    }

    #[inline]
    fn legal_moves_into(&self, list: &mut MoveList<Move>) {
        list.clear();
        by_turn!(self, list_legal(&self.board, list));
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.play_as::<WhiteSide>(mv),
            Color::Black => self.play_as::<BlackSide>(mv),
        }
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        crate::outcome::of_position(self)
    }

    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
        crate::outcome::of_repetition(times)
    }

    /// Captures, pawn moves, and moves that lose a castling right.
    fn is_irreversible(&self, mv: Move) -> bool {
        let ends = Bitboard::of(mv.from()) | mv.to().into();
        let king_leaves = mv.from() == self.king(self.turn)
            && self.board.castling.into_iter().any(|rook| rook.rank_for(self.turn) == 0);
        self.is_capture(mv)
            || self.board.pawns.contains(mv.from())
            || !(ends & self.board.castling).is_empty()
            || king_leaves
    }
}

impl<M: Mode> Claims for ChessPosition<M> {
    fn claim(&self) -> Option<Reason> {
        crate::outcome::claim(self)
    }

    fn can_claim_after_move(&self) -> bool {
        crate::outcome::can_claim_after_move(self)
    }

    fn claim_of_repetition(&self, times: usize) -> Option<Reason> {
        crate::outcome::claim_of_repetition(times)
    }
}

impl<M: Mode> Countable for ChessPosition<M> {
    #[inline]
    fn count_legal(&self) -> usize {
        by_turn!(self, count_legal(&self.board)) as usize
    }

    fn count_legal_of_successors(&self) -> u64 {
        by_turn!(self, count_of_successors(&self.board))
    }

    fn for_each_successor(&self, visit: impl FnMut(&Self)) {
        match self.turn {
            Color::White => self.visit_successors::<WhiteSide>(visit),
            Color::Black => self.visit_successors::<BlackSide>(visit),
        }
    }
}

fn checkers<Us: Side>(board: &Board) -> Bitboard {
    board.checkers::<Us>()
}

fn lines<Us: Side>(board: &Board) -> Lines {
    Lines::of::<Us>(board)
}

fn list_legal<Us: Side>(board: &Board, list: &mut MoveList<Move>) {
    generate::<Us>(board, &mut List::<Us>::new(list));
}

fn list_loud<Us: Side>(board: &Board, list: &mut MoveList<Move>) {
    generate::<Us>(board, &mut LoudList::<Us>::new(list, board));
}

/// Counting needs no keys or clocks in successors.
fn count_of_successors<Us: Side>(board: &Board) -> u64 {
    let mut total = 0;
    for_each_successor::<Us>(board, |next, _, _| total += count_legal::<Us::Other>(next));
    total
}
