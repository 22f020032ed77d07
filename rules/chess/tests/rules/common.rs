//! What several test files share: positions from texts, random ones, and their moves as texts.

use boardgame::testing::Random;
use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt};
use damier_chess::{ChessPosition, Mode, Move, MoveKind};

/// The position that a text describes.
#[track_caller]
pub(crate) fn at<M: Mode>(fen: &str) -> ChessPosition<M> {
    ChessPosition::from_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// How many random cases to make instead of `cases`: more if the variable `CHESS_CASES` says how many times
/// as many.
pub(crate) fn times(cases: usize) -> usize {
    let factor = std::env::var("CHESS_CASES").ok().map(|text| text.parse().expect("a number"));
    cases * factor.unwrap_or(1)
}

/// The legal moves.
pub(crate) fn legal_moves<M: Mode>(position: &ChessPosition<M>) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list
}

/// The texts of the legal moves, sorted.
pub(crate) fn texts<M: Mode>(position: &ChessPosition<M>, style: MoveStyle) -> Vec<String> {
    let mut texts = position.write_moves(&legal_moves(position), style);
    texts.sort_unstable();
    texts
}

/// A legal move. What is rare in random games (castling, en passant, promotion) is chosen half of the time.
pub(crate) fn random_move<M: Mode>(position: &ChessPosition<M>, random: &mut Random) -> Option<Move> {
    let list = legal_moves(position);
    let rare: Vec<Move> = list.iter().copied().filter(|mv| mv.kind() != MoveKind::Plain).collect();
    let choice = if rare.is_empty() || random.below(2) == 0 { &list[..] } else { &rare[..] };
    choice.get(random.below(choice.len())).copied()
}

/// What a random set-up is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Crowd {
    Few,
    Some,
    Many,
    /// Kings and rooks at home.
    Castling,
    /// Pawns that have met on the middle ranks.
    EnPassant,
    /// Rooks, bishops and queens: checks and pins.
    Sliders,
    /// Pawns about to be promoted.
    Promotion,
}

impl Crowd {
    pub(crate) const ALL: [Self; 7] =
        [Self::Few, Self::Some, Self::Many, Self::Castling, Self::EnPassant, Self::Sliders, Self::Promotion];
}

/// The text of a random set-up, legal or not: often enough the side that is not to move is in check, and
/// now and then castling rights, the en passant square or the move number are nonsense.
pub(crate) fn random_fen(crowd: Crowd, random: &mut Random) -> String {
    let mut board = Board([None; 64]);
    let white_moves = random.below(2) == 0;
    match crowd {
        Crowd::Castling => board.put_castling(random),
        _ => board.put_kings(random),
    }
    if matches!(crowd, Crowd::EnPassant) {
        board.put_met_pawns(white_moves, random);
    }
    let (count, letters) = match crowd {
        Crowd::Few => (random.below(4), "PNBRQpnbrq"),
        Crowd::Some | Crowd::EnPassant => (4 + random.below(8), "PPPNBRQpppnbrq"),
        Crowd::Many => (14 + random.below(20), "PPPPNBRQppppnbrq"),
        Crowd::Castling => (random.below(10), "PPNBRQppnbrq"),
        Crowd::Sliders => (3 + random.below(9), "BRQPNbrqpn"),
        Crowd::Promotion => (2 + random.below(8), "PPPNRBpppnrb"),
    };
    for _ in 0..count {
        let letter = pick(letters, random);
        let square = match (crowd, letter) {
            (Crowd::Promotion, 'P') => 48 + random.below(8),
            (Crowd::Promotion, 'p') => 8 + random.below(8),
            // Now and then a pawn where none can stand.
            (_, 'P' | 'p') if random.below(200) > 0 => 8 + random.below(48),
            _ => random.below(64),
        };
        board.put(square, letter);
    }
    board.fen(white_moves, random)
}

fn pick(letters: &str, random: &mut Random) -> char {
    letters.chars().nth(random.below(letters.len())).expect("within the text")
}

/// Letters of FEN by square, a1 first.
struct Board([Option<char>; 64]);

impl Board {
    /// Puts a piece on a square if it is free.
    fn put(&mut self, square: usize, letter: char) {
        self.0[square].get_or_insert(letter);
    }

    /// Both kings anywhere; now and then there is one too many.
    fn put_kings(&mut self, random: &mut Random) {
        self.put(random.below(64), 'K');
        let mut black = random.below(64);
        while self.0[black].is_some() {
            black = random.below(64);
        }
        self.put(black, 'k');
        if random.below(200) == 0 {
            self.put(random.below(64), pick("Kk", random));
        }
    }

    /// Kings and rooks on their home ranks: those of chess, or anywhere.
    fn put_castling(&mut self, random: &mut Random) {
        for (rank, king, rook) in [(0, 'K', 'R'), (56, 'k', 'r')] {
            let standard = random.below(2) == 0;
            let king_file = if standard { 4 } else { random.below(8) };
            self.put(rank + king_file, king);
            if standard {
                self.put(rank, rook);
                self.put(rank + 7, rook);
            }
            for _ in 0..random.below(3) {
                self.put(rank + random.below(8), rook);
            }
        }
    }

    /// A pawn that may just have made a double step, with one or two enemies beside it.
    fn put_met_pawns(&mut self, white_moves: bool, random: &mut Random) {
        let (rank, stepped, captor) = if white_moves { (32, 'p', 'P') } else { (24, 'P', 'p') };
        let file = random.below(8);
        self.put(rank + file, stepped);
        for side in [file.wrapping_sub(1), file + 1] {
            if side < 8 && random.below(3) > 0 {
                self.put(rank + side, captor);
            }
        }
    }

    fn fen(&self, white_moves: bool, random: &mut Random) -> String {
        let ranks = self.0.chunks(8).rev().map(|rank| {
            let letters: String = rank.iter().map(|square| square.unwrap_or('1')).collect();
            (2..=8).rev().fold(letters, |text, gap| text.replace(&"1".repeat(gap), &gap.to_string()))
        });
        let placement = ranks.collect::<Vec<_>>().join("/");
        let turn = if white_moves { 'w' } else { 'b' };
        let (castling, en_passant) = (self.castling(random), self.en_passant(white_moves, random));
        let clock = [0, 3, 99, 100, 149, 150, 151][random.below(7)];
        let number = if random.below(100) == 0 { 0 } else { 1 + random.below(300) };
        format!("{placement} {turn} {castling} {en_passant} {clock} {number}")
    }

    /// Rights for rooks that have their king beside them, in either spelling; sometimes any letters.
    fn castling(&self, random: &mut Random) -> String {
        let mut text = String::new();
        if random.below(40) == 0 {
            (0..1 + random.below(3)).for_each(|_| text.push(pick("KQkqABDGHabdgh", random)));
        }
        for (rank, king, rook) in [(0, 'K', 'R'), (56, 'k', 'r')] {
            let Some(king) = (0..8).find(|file| self.0[rank + file] == Some(king)) else { continue };
            for wing in [(king + 1..8).rev().collect::<Vec<_>>(), (0..king).collect()] {
                let rooks: Vec<usize> =
                    wing.into_iter().filter(|file| self.0[rank + file] == Some(rook)).collect();
                let chosen = random.below(rooks.len());
                if rooks.is_empty() || random.below(4) == 0 {
                    continue;
                }
                // The first one is the outermost.
                let letter = match rooks[chosen] {
                    file if chosen > 0 || random.below(2) == 0 => (b'a' + file as u8) as char,
                    file if file > king => 'k',
                    _ => 'q',
                };
                text.push(if rank == 0 { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// A square that a pawn may have passed, if there is one; sometimes any square.
    fn en_passant(&self, white_moves: bool, random: &mut Random) -> String {
        let (pawn, back, rank) = if white_moves { ('p', 5, 4) } else { ('P', 2, 3) };
        let name = |square: usize| format!("{}{}", (b'a' + square as u8 % 8) as char, square / 8 + 1);
        let passed =
            |file: &usize| self.0[rank * 8 + file] == Some(pawn) && self.0[back * 8 + file].is_none();
        let files: Vec<usize> = (0..8).filter(passed).collect();
        match random.below(20) {
            0 => name(random.below(64)),
            1..15 if !files.is_empty() => name(back * 8 + files[random.below(files.len())]),
            _ => "-".to_owned(),
        }
    }
}
