//! What the fuzz targets share: positions made of bytes, and the choice of a variant by the first byte.
#![forbid(unsafe_code)]

pub mod chess;

use boardgame::testing::check_position;
use boardgame::{Color, MoveList, MoveStyle, Notation, Position, PositionExt};
use draughts::variants::{
    Breakthrough, Canadian, Frisian, International, Italian, Killer, Russian, Spanish, Thai, Turkish,
};
use draughts::{Draughts, Move, Piece, Role, Setup, Square, Variant};

/// Every style of move text.
pub const STYLES: [MoveStyle; 3] = [MoveStyle::Protocol, MoveStyle::Record, MoveStyle::Full];

/// Positions with more moves are listed, but not checked move by move: that is slow and finds nothing new.
pub const MOST_MOVES: usize = 150;

/// What a target checks, for any variant.
pub trait Check {
    /// Panics if the property does not hold.
    fn check<V: Variant>(bytes: Bytes<'_>);
}

/// Runs a check with the variant that the first byte chooses. The variants differ in board, numbering,
/// precedence, landing, removal and promotion; more would only make the build slow.
pub fn run<C: Check>(data: &[u8]) {
    let mut bytes = Bytes(data);
    match bytes.below(10) {
        0 => C::check::<International>(bytes),
        1 => C::check::<Russian>(bytes),
        2 => C::check::<Frisian>(bytes),
        3 => C::check::<Italian>(bytes),
        4 => C::check::<Canadian>(bytes),
        5 => C::check::<Turkish>(bytes),
        6 => C::check::<Thai>(bytes),
        7 => C::check::<Breakthrough>(bytes),
        8 => C::check::<Killer>(bytes),
        _ => C::check::<Spanish>(bytes),
    }
}

/// The input of the fuzzer, read from its front. At its end there are zeros.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Whether all has been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    /// One of several things.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        let index = self.below(choices.len());
        choices.get(index).copied()
    }

    /// Any square of the board.
    pub fn square<V: Variant>(&mut self) -> Square {
        let number = self.below(V::RULES.board.squares().into()) as u32 + 1;
        V::RULES.square_of_number(number).expect("numbers up to that of the last square")
    }

    /// The text up to the end of the line.
    pub fn line(&mut self) -> String {
        let mut parts = self.0.splitn(2, |&byte| byte == b'\n');
        let (line, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        self.0 = rest;
        String::from_utf8_lossy(line).into_owned()
    }

    /// The rest as text.
    #[must_use]
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// A text with up to three characters replaced, put in or taken out, then the rest of the bytes.
    #[must_use]
    pub fn spoil(mut self, text: String) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..self.below(4) {
            let (place, character) = (self.below(characters.len() + 1), char::from(self.byte()));
            match self.below(3) {
                0 => characters.insert(place, character),
                1 if place < characters.len() => characters[place] = character,
                2 if place < characters.len() => drop(characters.remove(place)),
                _ => {}
            }
        }
        characters.into_iter().collect::<String>() + &self.text()
    }
}

/// The legal moves, unless the position is beyond the work limit.
#[must_use]
pub fn legal_moves<V: Variant>(position: &Draughts<V>) -> Option<MoveList<Move<V::Word>>> {
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list).ok().map(|()| list)
}

/// A position that the bytes describe: the start, a set-up or a FEN, then some moves.
pub fn position<V: Variant>(bytes: &mut Bytes<'_>) -> Option<Draughts<V>> {
    path(bytes).pop()
}

/// Like [`position`], with all positions on the way to it.
pub fn path<V: Variant>(bytes: &mut Bytes<'_>) -> Vec<Draughts<V>> {
    let (start, plies) = match bytes.below(3) {
        0 => (Some(Draughts::start()), 128),
        1 => (setup(bytes).position().ok(), 16),
        _ => (Draughts::from_fen(&bytes.line()).ok(), 16),
    };
    let mut path: Vec<_> = start.into_iter().collect();
    for _ in 0..bytes.below(plies) {
        let Some(&position) = path.last() else { break };
        let Some(mv) = legal_moves(&position).and_then(|list| bytes.pick(&list)) else { break };
        path.push(position.after(mv));
    }
    path
}

/// A set-up with up to as many pieces as a side may have, any of them kings.
fn setup<V: Variant>(bytes: &mut Bytes<'_>) -> Setup<V> {
    let flags = bytes.byte();
    let mut setup = Setup::empty(Color::ALL[usize::from(flags & 1)]);
    let kings_only = flags & 2 != 0;
    for _ in 0..bytes.below(2 * V::RULES.most_pieces() + 1) {
        let (square, kind) = (bytes.square::<V>(), bytes.byte());
        let color = Color::ALL[usize::from(kind & 1)];
        let is_king = kings_only || kind & 2 != 0 || is_last_row::<V>(color, square);
        let role = if is_king { Role::King } else { Role::Man };
        if setup.pieces(color).len() < V::RULES.most_pieces() {
            setup.set(square, Some(Piece { color, role }));
        }
    }
    if flags & 4 != 0 {
        setup.counters.quiet = bytes.byte();
        setup.counters.in_ending = bytes.byte();
        setup.counters.on_diagonal = bytes.byte();
    }
    if flags & 8 != 0 {
        for color in Color::ALL {
            let kings: Vec<Square> = (setup.pieces(color) & setup.kings()).into_iter().collect();
            setup.counters.king_runs[color as usize] =
                bytes.pick(&kings).map(|king| (king, bytes.byte() % 4));
        }
    }
    setup
}

/// Whether a man of this color could not stand there.
fn is_last_row<V: Variant>(color: Color, square: Square) -> bool {
    let (_, rank) = V::RULES.board.file_and_rank(square);
    rank == if color == Color::White { V::RULES.board.rows - 1 } else { 0 }
}

/// Checks what holds in every position of every game, where the moves are not too many.
pub fn check_invariants<V: Variant>(position: &Draughts<V>) {
    if legal_moves(position).is_some_and(|list| list.len() <= MOST_MOVES) {
        check_position(position);
    }
}

/// Checks that a text is read as a legal move or refused, and that the move is written and read back.
pub fn check_move_text<V: Variant>(position: &Draughts<V>, text: &str, style: MoveStyle) {
    let Ok(mv) = position.read_move(text, style) else { return };
    let list = legal_moves(position).expect("a move was read");
    assert!(list.contains(&mv), "{text} is read as an illegal move in {}", position.to_fen());
    for style in STYLES {
        let written = position.write_move(mv, style);
        assert_eq!(position.read_move(&written, style), Ok(mv), "{text}, {written} in {}", position.to_fen());
    }
}
