//! A described position, which may be illegal.

use boardgame::{Color, FenError};
use thiserror::Error;

use crate::any_variant::AnyVariant;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::draw_clocks::DrawClocks;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::position::{Draughts, Piece, Role};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::variants::Variant;

/// A described position, which may be illegal: the step between a text and a [`Draughts`] position.
///
/// ```
/// use boardgame::Color;
/// use damier_draughts::variants::International;
/// use damier_draughts::{Draughts, Piece, Role, Setup, SetupError, Variant};
///
/// let square = |number| International::RULES.square_of_number(number).unwrap();
/// let man = |color| Some(Piece { color, role: Role::Man });
///
/// let mut setup = Setup::<International>::empty(Color::White);
/// setup.set(square(32), man(Color::White));
/// setup.set(square(19), man(Color::Black));
/// let position: Draughts<International> = setup.position()?;
/// assert_eq!(Setup::from(&position), setup);
///
/// // A white man on square 3 would be a king.
/// setup.set(square(3), man(Color::White));
/// assert!(matches!(setup.position(), Err(SetupError::ManOnLastRow { .. })));
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup<V: Ruleset> {
    /// The side to move.
    pub turn: Color,
    /// The counters, 0 unless given.
    pub counters: Counters,
    // Private, so that no square can hold two pieces.
    pieces: [V::Word; 2],
    kings: V::Word,
    handle: V::Handle,
}

/// The known counters of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counters {
    /// Plies since the last capture or man move.
    pub quiet: u8,
    /// Plies since the current limited ending arose; meaningless in other positions. Two pieces against one king continue
    /// the count of three if a capture left fewer than five of the sixteen moves.
    pub in_ending: u8,
    /// Plies of that ending during which the lone king was on the long diagonal: consecutive under the international
    /// rules, in total under those of draughts-64.
    pub on_diagonal: u8,
    /// The move number, from 1. No rule needs it, but texts contain it.
    pub move_number: Option<u32>,
    /// The square of the king and its quiet moves in a row, by color (Frisian rules).
    pub king_runs: [Option<(Square, u8)>; 2],
}

/// Why a described position cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board is empty.
    #[error("no pieces at all, expected at least one")]
    NoPieces,
    /// A man stands on its promotion row.
    #[error("a {color} man on its promotion row ({square}), expected a king there")]
    ManOnLastRow {
        /// Whose man.
        color: Color,
        /// The square as the game writes it.
        square: String,
    },
    /// One side has more pieces than any start position of this board.
    #[error("{found} {color} pieces, expected at most {limit}")]
    TooManyPieces {
        /// Which side.
        color: Color,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The king whose consecutive moves are counted is missing.
    #[error("no {color} king on {square}, expected the king whose moves are counted")]
    NoKingForRun {
        /// Which side.
        color: Color,
        /// The square as the game writes it.
        square: String,
    },
    /// A king has made more consecutive quiet moves than the rules allow.
    #[error("{found} {color} king moves in a row, expected at most {limit}")]
    LongKingRun {
        /// Which side.
        color: Color,
        /// The count given.
        found: u8,
        /// The most there can be.
        limit: u8,
    },
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> Self {
        let (found, expected) = match error {
            SetupError::NoPieces => ("no pieces at all".to_string(), "at least one".to_string()),
            SetupError::ManOnLastRow { color, square } => {
                (format!("a {color} man on its promotion row ({square})"), "a king there".to_string())
            }
            SetupError::TooManyPieces { color, found, limit } => {
                (format!("{found} {color} pieces"), format!("at most {limit}"))
            }
            SetupError::NoKingForRun { color, square } => {
                (format!("no {color} king on {square}"), "the king whose moves are counted".to_string())
            }
            SetupError::LongKingRun { color, found, limit } => {
                (format!("{found} {color} king moves in a row"), format!("at most {limit}"))
            }
        };
        Self::Illegal { found, expected }
    }
}

impl<V: Variant> Setup<V> {
    /// An empty board.
    #[must_use]
    pub fn empty(turn: Color) -> Self {
        Self::empty_of((), turn)
    }
}

impl<V: Ruleset> Setup<V> {
    /// An empty board of a variant.
    #[must_use]
    pub fn empty_of(handle: V::Handle, turn: Color) -> Self {
        let (pieces, kings) = ([V::Word::ZERO; 2], V::Word::ZERO);
        Self { turn, counters: Counters::default(), pieces, kings, handle }
    }

    /// The rules of the variant.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        V::rules(self.handle)
    }

    /// The same setup with another type for the same variant.
    pub(crate) fn convert<T: Ruleset>(&self, handle: T::Handle) -> Setup<T> {
        Setup {
            turn: self.turn,
            counters: self.counters,
            pieces: self.pieces.map(|pieces| T::Word::truncate(pieces.widen())),
            kings: T::Word::truncate(self.kings.widen()),
            handle,
        }
    }

    /// The same setup with its variant as a value.
    pub(crate) fn any(&self) -> Setup<AnyVariant> {
        self.convert(V::any(self.handle))
    }

    /// Puts a piece on a square, replacing any other, or clears the square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let bit = V::Word::bit(square.0);
        self.pieces = self.pieces.map(|pieces| pieces & !bit);
        self.kings &= !bit;
        if let Some(Piece { color, role }) = piece {
            self.pieces[color as usize] |= bit;
            if role == Role::King {
                self.kings |= bit;
            }
        }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(square))?;
        let role = if self.kings().contains(square) { Role::King } else { Role::Man };
        Some(Piece { color, role })
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

    /// The position, if the rules allow it.
    pub fn position(&self) -> Result<Draughts<V>, SetupError> {
        let limit = self.rules().most_pieces();
        for color in Color::ALL {
            let found = self.pieces(color).len();
            if found > limit {
                return Err(SetupError::TooManyPieces { color, found, limit });
            }
        }
        self.position_lenient()
    }

    /// The position, with any number of pieces: for analysis and for tests that need crowded boards.
    ///
    /// Listing the moves of such a position can take long; see
    /// [`try_legal_moves_into`](boardgame::Position::try_legal_moves_into).
    pub fn position_lenient(&self) -> Result<Draughts<V>, SetupError> {
        if self.pieces == [V::Word::ZERO; 2] {
            return Err(SetupError::NoPieces);
        }
        for color in Color::ALL {
            let men = Bitboard(
                self.pieces[color as usize]
                    & !self.kings
                    & V::Word::truncate(self.rules().board.last_row(color)),
            );
            if let Some(square) = men.first() {
                return Err(SetupError::ManOnLastRow { color, square: self.rules().square_name(square) });
            }
        }
        let mut position = Draughts {
            pieces: self.pieces,
            kings: self.kings,
            turn: self.turn,
            clocks: DrawClocks::default(),
            extra: self.king_runs()?,
            handle: self.handle,
        };
        let Counters { quiet, in_ending, on_diagonal, .. } = self.counters;
        position.clocks = position.clocks_of_setup(quiet, in_ending, on_diagonal);
        Ok(position)
    }

    /// The consecutive king moves, checked. The limit does not apply to a side without men, which has none.
    fn king_runs(&self) -> Result<V::Extra, SetupError> {
        let mut extra = V::Extra::default();
        let Some(limit) = self.rules().king_run_limit else { return Ok(extra) };
        for color in Color::ALL {
            let Some((square, found)) = self.counters.king_runs[color as usize] else { continue };
            if !(self.pieces(color) & self.kings()).contains(square) {
                return Err(SetupError::NoKingForRun { color, square: self.rules().square_name(square) });
            }
            if found > limit {
                return Err(SetupError::LongKingRun { color, found, limit });
            }
            if found > 0 && !(self.pieces(color) - self.kings()).is_empty() {
                extra.set_run(color, Some((square, found)));
            }
        }
        Ok(extra)
    }
}

impl<V: Ruleset> TryFrom<Setup<V>> for Draughts<V> {
    type Error = SetupError;

    fn try_from(setup: Setup<V>) -> Result<Self, SetupError> {
        setup.position()
    }
}

impl<V: Ruleset> From<&Draughts<V>> for Setup<V> {
    fn from(position: &Draughts<V>) -> Self {
        let clocks = position.clocks;
        let counters = Counters {
            quiet: clocks.quiet(),
            in_ending: clocks.in_ending(),
            on_diagonal: clocks.on_diagonal(position.rules()),
            move_number: None,
            king_runs: Color::ALL.map(|color| position.extra.run(color)),
        };
        let Draughts { turn, pieces, kings, handle, .. } = *position;
        Self { turn, counters, pieces, kings, handle }
    }
}

impl Rules {
    /// The most pieces one side can have.
    ///
    /// If a game starts with fewer men than its board has room for (Thai, Frysk!), problems and published tables still
    /// use the full set, so that is the limit: all rows except the two in the middle.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        let per_row = usize::from(self.board.squares() / self.board.rows);
        let start = usize::from(self.men_rows) * per_row;
        if self.board.full { start } else { start.max((usize::from(self.board.rows) / 2 - 1) * per_row) }
    }
}
