//! The 960 start positions and their numbers.

use std::marker::PhantomData;
use std::sync::LazyLock;

use boardgame::Color;

use crate::bitboard::Bitboard;
use crate::mode::Mode;
use crate::piece::{Piece, Role};
use crate::position::{Chess960, ChessPosition};
use crate::setup::Setup;
use crate::square::Square;

/// The number of the standard arrangement.
const STANDARD: u16 = 518;

/// The number of arrangements.
const COUNT: u16 = 960;

impl Chess960 {
    /// The start position with this Scharnagl number, from 0 to 959; `None` for other numbers.
    ///
    /// ```
    /// use boardgame::{Notation, PositionExt};
    /// use damier_chess::Chess960;
    ///
    /// let start = Chess960::start_number(0).unwrap();
    /// assert_eq!(start.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert_eq!(Chess960::start_number(518), Some(Chess960::start()));
    /// assert_eq!(Chess960::start_number(960), None);
    /// ```
    #[must_use]
    pub fn start_number(number: u16) -> Option<Self> {
        Self::double_start(number, number)
    }

    /// The start position of double Chess960, with one arrangement for each side.
    #[must_use]
    pub fn double_start(white: u16, black: u16) -> Option<Self> {
        (white < COUNT && black < COUNT).then(|| start(white, black))
    }
}

/// The start position of chess. It is built once, because games start more often than other positions are set up.
pub(crate) fn standard_start<M: Mode>() -> ChessPosition<M> {
    static START: LazyLock<Chess960> = LazyLock::new(|| start(STANDARD, STANDARD));
    let Chess960 { board, key, halfmove_clock, fullmove_number, turn, .. } = *START;
    ChessPosition { board, key, halfmove_clock, fullmove_number, turn, mode: PhantomData }
}

/// The position with these arrangements, both below [`COUNT`].
pub(crate) fn start<M: Mode>(white: u16, black: u16) -> ChessPosition<M> {
    let mut setup = Setup::empty(Color::White);
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        let (home, pawns) = if color == Color::White { (0, 1) } else { (7, 6) };
        for (file, role) in arrangement(number).into_iter().enumerate() {
            let square = Square::at(file as u8, home);
            setup.set(square, Some(Piece { color, role }));
            setup.set(Square::at(file as u8, pawns), Some(Piece { color, role: Role::Pawn }));
            if role == Role::Rook {
                setup.castling |= Bitboard::of(square);
            }
        }
    }
    setup.position().expect("every arrangement is legal")
}

/// The pieces of an arrangement from the a-file to the h-file.
fn arrangement(number: u16) -> [Role; 8] {
    let mut files = [None; 8];
    let (light, rest) = (number % 4, number / 4);
    let (dark, rest) = (rest % 4, rest / 4);
    let (queen, knights) = (rest % 6, rest / 6);
    files[usize::from(light) * 2 + 1] = Some(Role::Bishop);
    files[usize::from(dark) * 2] = Some(Role::Bishop);
    put(&mut files, usize::from(queen), Role::Queen);
    // The pairs of five free files in order; the second index is one less once the first file is taken.
    let pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    if let Some((first, second)) = pairs.clone().nth(usize::from(knights)) {
        put(&mut files, first, Role::Knight);
        put(&mut files, second - 1, Role::Knight);
    }
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut files, 0, role);
    }
    files.map(|role| role.expect("eight pieces were put on eight files"))
}

/// Puts a piece on the n-th free file, counted from the a-file.
fn put(files: &mut [Option<Role>; 8], free: usize, role: Role) {
    if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(free) {
        *file = Some(role);
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use boardgame::PositionExt;
    use std::collections::HashSet;

    #[test]
    fn there_are_960_arrangements_with_the_king_between_rooks_and_bishops_on_both_colors() {
        let mut seen = HashSet::new();
        for number in 0..COUNT {
            let files = arrangement(number);
            let of = |role| (0..8).filter(|&file| files[file] == role).collect::<Vec<_>>();
            let (rooks, king, bishops) = (of(Role::Rook), of(Role::King), of(Role::Bishop));
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{number}");
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{number}");
            assert_eq!((of(Role::Knight).len(), of(Role::Queen).len(), rooks.len()), (2, 1, 2));
            assert!(seen.insert(files), "{number}");
        }
        assert_eq!(Chess960::start_number(STANDARD), Some(Chess960::start()));
        assert!(Chess960::double_start(0, 960).is_none() && Chess960::double_start(960, 0).is_none());
    }
}
