//! Positions of any game as pieces on squares that can be edited.

use catalog::{BoardSquare, GameId};

use crate::fen_style::FenStyle;

/// Steps of files and ranks along the lines of a board.
pub(crate) const DIRECTIONS: [(i16, i16); 8] =
    [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, 0)];

/// The pieces of a position and the rest of its text. It may not be a legal position of the game; reading its text
/// tells.
#[derive(Clone, Debug)]
pub(crate) struct EditablePosition {
    game: GameId,
    squares: Vec<BoardSquare>,
    /// By the place of the square in the list: a letter of FEN in chess; `w`, `b`, `W`, `B` in draughts.
    pieces: Vec<Option<char>>,
    pub(crate) white_to_move: bool,
    /// Castling, en passant, clock and number of the move in chess, if the text has them; the groups after
    /// the pieces in draughts.
    pub(crate) rest: Vec<String>,
    fen_style: FenStyle,
}

impl EditablePosition {
    /// An empty board.
    pub(crate) fn empty(game: GameId) -> Self {
        let squares = game.squares();
        let rest =
            if game.is_chess() { ["-", "-", "0", "1"].map(str::to_owned).to_vec() } else { Vec::new() };
        let (pieces, fen_style) = (vec![None; squares.len()], FenStyle::default());
        Self { game, pieces, squares, white_to_move: true, rest, fen_style }
    }

    /// Reads a text that our rules have accepted; `None` if it is not understood here.
    pub(crate) fn read(game: GameId, fen: &str) -> Option<Self> {
        let mut position = Self { fen_style: FenStyle::of(game, fen), ..Self::empty(game) };
        if game.is_chess() {
            position.read_chess(fen)?
        } else {
            position.read_draughts(fen)?
        }
        Some(position)
    }

    fn read_chess(&mut self, fen: &str) -> Option<()> {
        let mut fields = fen.split_whitespace();
        let (mut file, mut rank) = (0_usize, 7_usize);
        for letter in fields.next()?.chars() {
            match letter {
                '/' => (file, rank) = (0, rank.checked_sub(1)?),
                '1'..='8' => file += letter.to_digit(10)? as usize,
                letter => {
                    *self.pieces.get_mut(rank * 8 + file)? = Some(letter);
                    file += 1;
                }
            }
        }
        self.white_to_move = fields.next()? == "w";
        self.rest = fields.map(str::to_owned).collect();
        (2..=4).contains(&self.rest.len()).then_some(())
    }

    fn read_draughts(&mut self, fen: &str) -> Option<()> {
        let mut sections = fen.trim_end_matches('.').split(':');
        self.white_to_move = sections.next()?.trim() == "W";
        for section in sections {
            let (man, king) = match section.get(..1) {
                Some("W") => ('w', 'W'),
                Some("B") => ('b', 'B'),
                _ => {
                    self.rest.push(section.to_owned());
                    continue;
                }
            };
            for item in section[1..].split(',').filter(|item| !item.is_empty()) {
                let (letter, names) = item.strip_prefix('K').map_or((man, item), |names| (king, names));
                let (first, last) = names.split_once('-').unwrap_or((names, names));
                for place in self.place_of(first)?..=self.place_of(last)? {
                    self.pieces[place] = Some(letter);
                }
            }
        }
        Some(())
    }

    /// The square of a name or a number.
    pub(crate) fn place_of(&self, text: &str) -> Option<usize> {
        let number: Option<u8> = text.parse().ok();
        self.squares.iter().position(|square| square.name == text || Some(square.number) == number)
    }

    /// The text of the position.
    pub(crate) fn to_fen(&self) -> String {
        if self.game.is_chess() { self.chess_fen() } else { self.draughts_fen() }
    }

    fn chess_fen(&self) -> String {
        let ranks = self.pieces.chunks(8).rev().map(|rank| {
            let letters: String = rank.iter().map(|piece| piece.unwrap_or('1')).collect();
            (2..=8).rev().fold(letters, |text, gap| text.replace(&"1".repeat(gap), &gap.to_string()))
        });
        let turn = if self.white_to_move { 'w' } else { 'b' };
        format!("{} {turn} {}", ranks.collect::<Vec<_>>().join("/"), self.rest.join(" "))
    }

    fn draughts_fen(&self) -> String {
        let name = |square: &BoardSquare| {
            if self.fen_style.numbers { square.number.to_string() } else { square.name.clone() }
        };
        let side = |man: char, king: char| {
            let named = self.squares.iter().zip(&self.pieces).filter_map(|(square, piece)| match piece {
                Some(letter) if *letter == man => Some(name(square)),
                Some(letter) if *letter == king => Some(format!("K{}", name(square))),
                _ => None,
            });
            named.collect::<Vec<_>>().join(",")
        };
        let turn = if self.white_to_move { 'W' } else { 'B' };
        let mut sides = [format!(":W{}", side('w', 'W')), format!(":B{}", side('b', 'B'))];
        if self.fen_style.black_first {
            sides.reverse();
        }
        let groups: String = self.rest.iter().map(|group| format!(":{group}")).collect();
        format!("{turn}{}{groups}", sides.concat())
    }

    /// Whether the last move can have been the double step of the en passant square: the position before it must be legal
    /// too. Engines rely on that, and games cannot break it.
    pub(crate) fn is_plausible(&self) -> bool {
        let Some(before) = self.before_double_step() else { return true };
        self.game.at(&before.to_fen()).is_ok()
    }

    /// The position before the double step, if the text has an en passant square.
    fn before_double_step(&self) -> Option<Self> {
        let passed =
            self.rest.get(1).filter(|_| self.game.is_chess()).and_then(|name| self.place_of(name))?;
        let (stood, stands) =
            if self.white_to_move { (passed + 8, passed - 8) } else { (passed - 8, passed + 8) };
        let mut before = self.clone();
        before.set(stood, self.piece(stands));
        before.set(stands, None);
        before.white_to_move = !self.white_to_move;
        before.rest[1] = "-".to_owned();
        Some(before)
    }

    /// The default text after the piece placement.
    pub(crate) fn plain_rest(&self) -> Vec<String> {
        let mut rest = Self::empty(self.game).rest;
        rest.truncate(self.rest.len());
        rest
    }

    /// The game.
    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// The size: pieces, rights and other words after them, and pieces that could be weaker.
    pub(crate) fn size(&self) -> (usize, usize, usize) {
        let rights = |text: &String| if self.game.is_chess() { text.trim_matches('-').len() } else { 1 };
        let (first, others) =
            self.rest.split_first().map_or((0, &[][..]), |(first, rest)| (rights(first), rest));
        let plain = self.plain_rest();
        let words =
            others.iter().enumerate().filter(|(index, word)| plain.get(index + 1) != Some(word)).count();
        let occupied = self.occupied();
        let strong = occupied.iter().filter(|&&place| !self.weaker_pieces(place).is_empty()).count();
        (occupied.len(), first + words, strong)
    }

    /// What a piece can be replaced by, the weakest first.
    pub(crate) fn weaker_pieces(&self, place: usize) -> &'static [char] {
        match (self.game.is_chess(), self.pieces[place]) {
            (true, Some('Q')) => &['B', 'R'],
            (true, Some('q')) => &['b', 'r'],
            (false, Some('W')) => &['w'],
            (false, Some('B')) => &['b'],
            _ => &[],
        }
    }

    pub(crate) fn squares(&self) -> &[BoardSquare] {
        &self.squares
    }

    pub(crate) fn piece(&self, place: usize) -> Option<char> {
        self.pieces[place]
    }

    pub(crate) fn set(&mut self, place: usize, piece: Option<char>) {
        self.pieces[place] = piece;
    }

    /// The places of all pieces.
    pub(crate) fn occupied(&self) -> Vec<usize> {
        (0..self.pieces.len()).filter(|&place| self.pieces[place].is_some()).collect()
    }

    /// The place of a square, if it is one that is played on.
    pub(crate) fn at(&self, file: i16, rank: i16) -> Option<usize> {
        let is_it = |square: &BoardSquare| (i16::from(square.file), i16::from(square.rank)) == (file, rank);
        self.squares.iter().position(is_it)
    }

    /// The playing squares from a place in a direction.
    pub(crate) fn ray(&self, from: usize, (files, ranks): (i16, i16)) -> Vec<usize> {
        let BoardSquare { file, rank, .. } = self.squares[from];
        let (file, rank) = (i16::from(file), i16::from(rank));
        (1..14).filter_map(|step| self.at(file + step * files, rank + step * ranks)).collect()
    }

    /// Whether the piece on a place belongs to the side to move.
    pub(crate) fn is_own(&self, place: usize) -> bool {
        self.pieces[place].is_some_and(|piece| is_white(self.game, piece) == self.white_to_move)
    }

    /// Steps to the nearest edge.
    pub(crate) fn distance_to_edge(&self, place: usize) -> u8 {
        let (columns, rows) = (self.game.about().columns, self.game.about().rows);
        let BoardSquare { file, rank, .. } = self.squares[place];
        file.min(columns - 1 - file).min(rank).min(rows - 1 - rank)
    }
}

/// The color of a piece letter.
fn is_white(game: GameId, letter: char) -> bool {
    if game.is_chess() { letter.is_ascii_uppercase() } else { matches!(letter, 'w' | 'W') }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_by_another_piece_excludes_a_double_step() {
        // The knight gives check, so Black cannot have moved the pawn.
        for (fen, is_plausible) in [
            ("4k3/8/8/5pP1/8/8/6n1/4K3 w - f6 0 1", false),
            ("4k3/8/8/5pP1/8/8/7n/4K3 w - f6 0 1", true),
            ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", true),
            ("4k3/8/8/5pP1/8/8/6n1/4K3 w - - 0 1", true),
        ] {
            assert_eq!(
                EditablePosition::read(GameId::Chess, fen).unwrap().is_plausible(),
                is_plausible,
                "{fen}"
            );
        }
    }

    #[test]
    fn texts_come_back() {
        for (game, fen) in [
            (GameId::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            (GameId::Chess, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"),
            (GameId::International, "W:W28,K31:B1,K50"),
            (GameId::Frisian, "B:W31,K46:BK5,12:H2:F9:+105+146"),
            (GameId::Russian, "W:Ba7,d6:Wh2,Ka1"),
            (GameId::Russian, "B:W29,K30:B4"),
            (GameId::International, "W:B1,K50:W28,K31:H3"),
            (GameId::Chess, "8/8/8/K2pP2r/8/8/8/7k w - d6"),
            (GameId::Chess960, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQgb - 3 7"),
        ] {
            assert_eq!(EditablePosition::read(game, fen).unwrap().to_fen(), fen);
        }
    }
}
