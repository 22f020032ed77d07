//! Random positions: from games, and set up.

use boardgame::testing::Random;
use catalog::{GameId, PositionText};

use crate::editable_position::EditablePosition;
use crate::test_position::TestPosition;

/// The longest random game.
const MOST_PLIES: usize = 120;

/// An endless sequence of random positions of a game; the same seed gives the same positions.
///
/// Every other one comes from a random game; the rest are set up with few or many pieces, in chess with what
/// generators stumble over: sliders around kings, castling rights, pawns that have just met or are about to be
/// promoted.
///
/// ```
/// use catalog::GameId;
/// use damier_diff::RandomPositions;
///
/// let texts = |seed| RandomPositions::new(GameId::Russian, seed).take(10).map(|line| line.fen().to_owned());
/// assert!(texts(1).eq(texts(1)));
/// assert!(!texts(1).eq(texts(2)));
/// ```
#[derive(Debug)]
pub struct RandomPositions {
    game: GameId,
    random: Random,
    from_game: bool,
}

impl RandomPositions {
    /// The positions of a seed.
    #[must_use]
    pub fn new(game: GameId, seed: u64) -> Self {
        Self { game, random: Random::new(seed), from_game: false }
    }

    /// A position of a random game; `None` if it became too complex to go on.
    fn played(&mut self) -> Option<TestPosition> {
        let start = (self.game == GameId::Chess960).then(|| chess960_start(&mut self.random));
        let mut position =
            self.game.game_at(&PositionText { fen: start.as_deref(), ..PositionText::default() }).ok()?;
        for _ in 0..self.random.below(MOST_PLIES) {
            if position.count_legal() == 0 {
                break;
            }
            position.play_on(self.random.below(position.count_legal())).ok()?;
        }
        TestPosition::open(self.game, &position.fen()).ok()
    }

    /// A position that was set up; `None` if the rules exclude it.
    fn set_up(&mut self) -> Option<TestPosition> {
        let mut position = EditablePosition::empty(self.game);
        position.white_to_move = self.random.below(2) == 0;
        if self.game.is_chess() {
            set_up_chess(&mut position, self.game, &mut self.random);
        } else {
            set_up_draughts(&mut position, self.game, &mut self.random);
            // In a game, the side to move always has an opponent.
            let has = |letters: [char; 2]| {
                position
                    .occupied()
                    .iter()
                    .any(|&place| position.piece(place).is_some_and(|piece| letters.contains(&piece)))
            };
            if !has(['w', 'W']) || !has(['b', 'B']) {
                return None;
            }
        }
        TestPosition::open(self.game, &position.to_fen()).ok().filter(|_| position.is_plausible())
    }
}

impl Iterator for RandomPositions {
    type Item = TestPosition;

    fn next(&mut self) -> Option<TestPosition> {
        self.from_game = !self.from_game;
        loop {
            let line = if self.from_game { self.played() } else { self.set_up() };
            if line.is_some() {
                return line;
            }
        }
    }
}

/// A start of Chess960: bishops on squares of both colors, the king between the rooks; the same for both sides.
fn chess960_start(random: &mut Random) -> String {
    let mut files = [None; 8];
    files[2 * random.below(4)] = Some('b');
    files[2 * random.below(4) + 1] = Some('b');
    for letter in ['q', 'n', 'n'] {
        let free: Vec<usize> = (0..8).filter(|&file| files[file].is_none()).collect();
        files[free[random.below(free.len())]] = Some(letter);
    }
    let mut rest = ['r', 'k', 'r'].into_iter();
    let black: String = files.iter().map(|&piece| piece.or_else(|| rest.next()).unwrap_or('n')).collect();
    let rooks: String = black.match_indices('r').map(|(file, _)| (b'a' + file as u8) as char).collect();
    let (white, rights) = (black.to_uppercase(), rooks.to_uppercase() + &rooks);
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - 0 1")
}

fn set_up_draughts(position: &mut EditablePosition, game: GameId, random: &mut Random) {
    let squares = position.squares().len();
    let (rows, most) = (game.about().rows, 1 + squares * 2 / 5);
    let most = if random.below(3) == 0 { most } else { most / 3 + 1 };
    let kings = 1 + random.below(4);
    for (man, king, last_row) in [('w', 'W', rows - 1), ('b', 'B', 0)] {
        for _ in 0..1 + random.below(most) {
            let place = random.below(squares);
            let piece = if random.below(kings + 1) == 0 { king } else { man };
            let is_last_row = position.squares()[place].rank == last_row;
            if position.piece(place).is_none() {
                position.set(place, Some(if is_last_row { king } else { piece }));
            }
        }
    }
}

/// Letters of both sides; more of those that matter.
const CROWDS: [(usize, &str); 5] = [
    (4, "PNBRQpnbrq"),
    (14, "PPPNBRQpppnbrq"),
    (28, "PPPPPNBRQpppppnbrq"),
    (10, "BRQPNbrqpn"),
    (9, "PPPPNRpppppnr"),
];

fn set_up_chess(position: &mut EditablePosition, game: GameId, random: &mut Random) {
    let castles = random.below(3) == 0;
    let rights = if castles { put_castling(position, game, random) } else { put_kings(position, random) };
    let passed = if random.below(3) == 0 { put_met_pawns(position, random) } else { None };
    let (most, letters) = CROWDS[random.below(CROWDS.len())];
    let mut queens = 0;
    for _ in 0..random.below(most) {
        let letter = letters.as_bytes()[random.below(letters.len())] as char;
        let place = match letter {
            'P' | 'p' => 8 + random.below(48),
            _ => random.below(64),
        };
        queens += usize::from(matches!(letter, 'Q' | 'q'));
        // Some engines have room for only 256 moves, legal or not.
        let is_too_much = matches!(letter, 'Q' | 'q') && queens > 8;
        if position.piece(place).is_none() && !is_too_much {
            position.set(place, Some(letter));
        }
    }
    position.rest[0] = rights;
    if let Some(passed) = passed {
        position.rest[1] = position.squares()[passed].name.clone();
    }
}

fn put_kings(position: &mut EditablePosition, random: &mut Random) -> String {
    let white = random.below(64);
    let black = (white + 1 + random.below(63)) % 64;
    position.set(white, Some('K'));
    position.set(black, Some('k'));
    "-".to_owned()
}

/// Kings and rooks at home, in Chess960 anywhere on the first rank; and the rights that they have.
fn put_castling(position: &mut EditablePosition, game: GameId, random: &mut Random) -> String {
    let mut rights = String::new();
    for (rank, king, rook) in [(0, 'K', 'R'), (56, 'k', 'r')] {
        let files = if game == GameId::Chess960 {
            let long = random.below(6);
            let king = long + 1 + random.below(6 - long);
            [long, king, king + 1 + random.below(7 - king)]
        } else {
            [0, 4, 7]
        };
        position.set(rank + files[1], Some(king));
        for (file, letter) in [(files[2], 'K'), (files[0], 'Q')] {
            if random.below(4) == 0 {
                continue;
            }
            position.set(rank + file, Some(rook));
            let letter = if game == GameId::Chess960 { (b'A' + file as u8) as char } else { letter };
            rights.push(if rank == 0 { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// A pawn that has just made a double step, with an enemy beside it; and the square it passed.
fn put_met_pawns(position: &mut EditablePosition, random: &mut Random) -> Option<usize> {
    let (rank, passed, start, stepped, captor) =
        if position.white_to_move { (32, 40, 48, 'p', 'P') } else { (24, 16, 8, 'P', 'p') };
    let file = random.below(8);
    let beside = if file == 0 || file < 7 && random.below(2) == 0 { file + 1 } else { file - 1 };
    let is_free = [rank + file, passed + file, start + file, rank + beside]
        .iter()
        .all(|&place| position.piece(place).is_none());
    if !is_free {
        return None;
    }
    position.set(rank + file, Some(stepped));
    position.set(rank + beside, Some(captor));
    Some(passed + file)
}
