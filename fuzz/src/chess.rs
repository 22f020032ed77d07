//! What the chess targets share: positions made of bytes, and the choice between chess and Chess960.

use ::chess::{Chess960, ChessPosition, FischerRandom, Mode, Move, Piece, Role, Setup, Square, Standard};
use boardgame::{Color, MoveList, MoveStyle, Notation, Position, PositionExt, RecordNotation};

use crate::{Bytes, STYLES};

/// What a target checks, in chess and in Chess960.
pub trait Check {
    /// Panics if the property does not hold.
    fn check<M: Mode>(bytes: Bytes<'_>);
}

/// Runs a check with the mode that the first byte chooses.
pub fn run<C: Check>(data: &[u8]) {
    let mut bytes = Bytes(data);
    match bytes.below(2) {
        0 => C::check::<Standard>(bytes),
        _ => C::check::<FischerRandom>(bytes),
    }
}

/// The legal moves.
#[must_use]
pub fn legal_moves<M: Mode>(position: &ChessPosition<M>) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list
}

/// A position that the bytes describe: a start, a set-up or a FEN, then some moves.
pub fn position<M: Mode>(bytes: &mut Bytes<'_>) -> Option<ChessPosition<M>> {
    path(bytes).pop()
}

/// Like [`position`], with all positions on the way to it.
pub fn path<M: Mode>(bytes: &mut Bytes<'_>) -> Vec<ChessPosition<M>> {
    let (start, plies) = match bytes.below(3) {
        0 => (start(bytes), 128),
        1 => (setup(bytes).position().ok(), 16),
        _ => (ChessPosition::from_fen(&bytes.line()).ok(), 16),
    };
    let mut path: Vec<_> = start.into_iter().collect();
    for _ in 0..bytes.below(plies) {
        let Some(&position) = path.last() else { break };
        let Some(mv) = bytes.pick(&legal_moves(&position)) else { break };
        path.push(position.after(mv));
    }
    path
}

/// The start of chess, or any of double Chess960.
fn start<M: Mode>(bytes: &mut Bytes<'_>) -> Option<ChessPosition<M>> {
    if !M::CHESS960 {
        return Some(ChessPosition::start());
    }
    let mut number = || (u16::from(bytes.byte()) << 8 | u16::from(bytes.byte())) % 960;
    let start = Chess960::double_start(number(), number())?;
    Setup::from(&start).position().ok()
}

/// A set-up with one king of each color and up to 40 other pieces.
pub fn setup(bytes: &mut Bytes<'_>) -> Setup {
    let flags = bytes.byte();
    let mut setup = Setup::empty(Color::ALL[usize::from(flags & 1)]);
    for _ in 0..bytes.below(41) {
        let (square, kind) = (bytes.square64(), bytes.byte());
        let color = Color::ALL[usize::from(kind & 1)];
        let role = Role::ALL[usize::from(kind >> 1) % 5];
        let edge = matches!(square.rank(), 0 | 7);
        let role = if role == Role::Pawn && edge { Role::Rook } else { role };
        setup.set(square, Some(Piece { color, role }));
    }
    for color in Color::ALL {
        let mut king = bytes.square64();
        if flags & 2 != 0 {
            // At home, where it may castle.
            king = Square::at(king.file(), if color == Color::White { 0 } else { 7 });
        }
        setup.set(king, Some(Piece { color, role: Role::King }));
    }
    if flags & 4 != 0 {
        let rooks = Color::ALL.map(|color| setup.squares_of(Piece { color, role: Role::Rook }));
        for rook in rooks[0] | rooks[1] {
            if bytes.below(2) == 0 {
                setup.castling |= rook.into();
            }
        }
    }
    if flags & 8 != 0 {
        setup.en_passant = Some(Square::at(bytes.square64().file(), if flags & 1 == 0 { 5 } else { 2 }));
    }
    if flags & 16 != 0 {
        setup.halfmove_clock = bytes.byte().into();
        setup.fullmove_number = bytes.byte().into();
    }
    setup
}

impl Bytes<'_> {
    /// Any square of the chess board.
    pub fn square64(&mut self) -> Square {
        Square::from_index(self.byte() % 64)
    }
}

/// Any text, or that of a legal move with some characters changed.
pub fn text_of_move<M: Mode>(
    position: &ChessPosition<M>,
    mut bytes: Bytes<'_>,
    styles: &[MoveStyle],
) -> String {
    let style = bytes.below(styles.len() + 1).checked_sub(1);
    match (style, bytes.pick(&legal_moves(position))) {
        (Some(style), Some(mv)) => bytes.spoil(position.write_move(mv, styles[style])),
        _ => bytes.text(),
    }
}

/// Checks that a text is read as a legal move or refused with a short message, and that the move is
/// written and read back.
pub fn check_move_text<M: Mode>(position: &ChessPosition<M>, text: &str, style: MoveStyle) {
    let read = position.read_move(text, style);
    let mut played = *position;
    assert_eq!(played.play_text(text, style), read);
    assert_eq!(played, read.as_ref().map_or(*position, |&mv| position.after(mv)));
    let mv = match read {
        Ok(mv) => mv,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 4000, "{message}");
            return;
        }
    };
    let fen = position.to_fen();
    assert!(legal_moves(position).contains(&mv), "{text} is read as an illegal move in {fen}");
    for style in STYLES {
        let written = position.write_move(mv, style);
        assert_eq!(position.read_move(&written, style), Ok(mv), "{text}, {written} in {fen}");
    }
}
