//! What a network sees of a position: sets of squares, from the side of each player.
//!
//! A set has the squares of one kind of piece of one side, one bit each: in draughts own men, own kings, the opponent's men,
//! the opponent's kings; in chess the six roles of each side, pawns first. A network looks at a position twice, once
//! from each side. Both players move the same way in their own view: for Black the board is turned.

use boardgame::{Color, Position};
use chess::{ChessPosition, Mode, Role};
use draughts::{AnyDraughts, Draughts, Ruleset, Word};

/// The features of a game: what a network sees of its positions.
///
/// ```
/// use draughts::AnyVariant;
/// use draughts::variants::English;
/// use damier_network::{Features, Observed};
///
/// let variant = AnyVariant::of::<English>();
/// let features = draughts::AnyDraughts::features(variant);
/// assert_eq!(features.text(), "4 sets of 35 bits, turned half, 24 pieces");
/// assert_eq!(features.inputs(), 140);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The name of the game in the catalog.
    pub game: &'static str,
    /// Kinds of pieces, of both sides together; the first half are those of the own side.
    pub sets: usize,
    /// The bits of a set that a board uses, spare ones included.
    pub bits: usize,
    /// How the board is turned for Black.
    pub turned: Turned,
    /// The pieces at the start of a game.
    pub pieces: usize,
}

/// How a board is turned, so that each side plays the same way in its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// By half a turn: bit `i` of `n` becomes bit `n - 1 - i`.
    Half,
    /// Upside down for Black, so that square `s` of chess becomes `s ^ 56`; then left to right for a side whose king stands on
    /// the files a to d, so that it becomes `s ^ 7`: what holds on one wing need not be learned again on the other.
    King,
}

impl Turned {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::King => "king",
        }
    }

    /// Turns a board of this many bits for Black. Records and test vectors are turned only so.
    #[inline(always)]
    #[must_use]
    pub fn turn<W: Word>(self, set: W, bits: usize) -> W {
        match self {
            Self::Half => set.reversed(bits as u32),
            Self::King => W::truncate(u128::from((set.widen() as u64).swap_bytes())),
        }
    }

    /// What to combine with the bits of White's and Black's view by exclusive or. The kings of chess stand in the last set of
    /// each side.
    #[inline(always)]
    pub(crate) fn flips<W: Word, const SETS: usize>(self, sets: &[W; SETS]) -> [usize; 2] {
        match self {
            Self::Half => [0; 2],
            Self::King => [sets[SETS / 2 - 1], sets[SETS - 1]]
                .map(|king| if king.widen() & LEFT_HALF == 0 { 0 } else { 7 }),
        }
    }
}

/// The files a to d of chess.
const LEFT_HALF: u128 = 0x0f0f_0f0f_0f0f_0f0f;

impl Features {
    /// The inputs of a network, for each of its two views.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.sets * self.bits
    }

    /// The words of 64 bits that hold a set.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.bits.div_ceil(64)
    }

    /// The features as text. Networks and data fit if their texts are the same.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { game: _, sets, bits, turned, pieces } = *self;
        format!("{sets} sets of {bits} bits, turned {}, {pieces} pieces", turned.name())
    }

    /// A hash of the [text](Self::text), which files of networks hold (FNV-1a).
    #[must_use]
    pub fn hash(&self) -> u64 {
        fnv1a(self.text().as_bytes())
    }
}

/// The hash FNV-1a in 64 bits.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A position that a network can see.
pub trait Observed: Position {
    /// What a network sees of positions with these rules.
    fn features(rules: Self::Rules) -> Features;

    /// The sets as the side to move sees them, each in [`Features::words`] words, low bits first.
    fn own_view(&self) -> Vec<u64>;
}

impl<V: Ruleset> Observed for Draughts<V> {
    fn features(rules: V::Handle) -> Features {
        let board = V::rules(rules).board;
        let start = <Self as Position>::start_of(rules);
        Features {
            game: V::rules(rules).name,
            sets: 4,
            bits: usize::from(board.bits()),
            turned: Turned::Half,
            pieces: count(&draughts_sets(&start)),
        }
    }

    fn own_view(&self) -> Vec<u64> {
        let features = <Self as Observed>::features(Position::rules(self));
        own_view(&features, draughts_sets(self), self.turn())
    }
}

impl<M: Mode> Observed for ChessPosition<M> {
    fn features((): ()) -> Features {
        let start = Self::start_of(());
        Features {
            game: "chess",
            sets: 12,
            bits: 64,
            turned: Turned::King,
            pieces: count(&chess_sets(&start)),
        }
    }

    fn own_view(&self) -> Vec<u64> {
        own_view(&Self::features(()), chess_sets(self), self.turn())
    }
}

/// White men, white kings, black men, black kings, as the board holds them.
#[inline(always)]
#[must_use]
pub fn draughts_sets<V: Ruleset>(position: &Draughts<V>) -> [V::Word; 4] {
    let kings = position.kings();
    let [white, black] = Color::ALL.map(|color| position.pieces(color));
    [white - kings, white & kings, black - kings, black & kings].map(draughts::Bitboard::word)
}

/// The white pieces by role, pawns first, then the black ones.
#[inline(always)]
#[must_use]
pub fn chess_sets<M: Mode>(position: &ChessPosition<M>) -> [u64; 12] {
    let [white, black] = Color::ALL.map(|color| position.pieces(color));
    let set = |index: usize| {
        let own = if index < ROLES.len() { white } else { black };
        (own & position.role(ROLES[index % ROLES.len()])).0
    };
    std::array::from_fn(set)
}

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

fn count<W: Word>(sets: &[W]) -> usize {
    sets.iter().map(|set| set.count() as usize).sum()
}

/// The sets of White and of Black as the side to move sees them.
fn own_view<W: Word, const SETS: usize>(features: &Features, mut sets: [W; SETS], turn: Color) -> Vec<u64> {
    if turn == Color::Black {
        sets.rotate_left(SETS / 2);
        sets = sets.map(|set| features.turned.turn(set, features.bits));
    }
    let words = |set: W| {
        let wide = set.widen();
        [wide as u64, (wide >> 64) as u64].into_iter().take(features.words())
    };
    sets.into_iter().flat_map(words).collect()
}

/// A position of a game known at run time, for records.
impl Features {
    /// The features of a draughts variant.
    #[must_use]
    pub fn of_draughts(variant: draughts::AnyVariant) -> Self {
        <AnyDraughts as Observed>::features(variant)
    }
}

#[cfg(test)]
mod tests {
    use boardgame::{MoveList, PositionExt};
    use chess::Chess;
    use draughts::variants::{Canadian, English, Frisian, Frysk, International, Italian, Turkish};
    use draughts::{AnyVariant, Variant};

    use super::*;

    fn variants() -> [AnyVariant; 7] {
        [
            AnyVariant::of::<English>(),
            AnyVariant::of::<International>(),
            AnyVariant::of::<Italian>(),
            AnyVariant::of::<Frisian>(),
            AnyVariant::of::<Frysk>(),
            AnyVariant::of::<Canadian>(),
            AnyVariant::of::<Turkish>(),
        ]
    }

    #[test]
    fn features_fit_the_boards() {
        let texts = variants().map(|variant| Features::of_draughts(variant).text());
        assert_eq!(
            texts,
            [
                "4 sets of 35 bits, turned half, 24 pieces",
                "4 sets of 54 bits, turned half, 40 pieces",
                "4 sets of 35 bits, turned half, 24 pieces",
                "4 sets of 63 bits, turned half, 40 pieces",
                "4 sets of 63 bits, turned half, 10 pieces",
                "4 sets of 77 bits, turned half, 60 pieces",
                "4 sets of 71 bits, turned half, 32 pieces",
            ]
        );
        assert_eq!(Chess::features(()).text(), "12 sets of 64 bits, turned king, 32 pieces");
    }

    /// Turning the board maps squares to squares, and the start of White to the start of Black.
    #[test]
    fn both_sides_see_the_start_alike() {
        for variant in variants() {
            let (board, name) = (variant.rules().board, variant.rules().name);
            let features = Features::of_draughts(variant);
            assert_eq!(features.turned.turn(board.mask(), features.bits), board.mask(), "{name}");
            let start = AnyDraughts::start_of(variant);
            let [white, black] = Color::ALL.map(|turn| {
                AnyDraughts::of_pieces(
                    variant,
                    Color::ALL.map(|color| start.pieces(color)),
                    start.kings(),
                    turn,
                )
            });
            assert_eq!(white.own_view(), black.own_view(), "{name}");
        }
    }

    #[test]
    fn the_view_of_black_is_turned() {
        for (fen, other) in
            [("W:W28,32,38,K46:B12,13,18,K5", "B:B23,19,13,K5:W39,38,33,K46"), ("W:W6:BK1", "B:B45:WK50")]
        {
            let [white, black] = [fen, other].map(|fen| Draughts::<International>::from_fen(fen).expect(fen));
            assert_eq!(white.own_view(), black.own_view(), "{fen}");
            assert_eq!(white.any().own_view(), white.own_view());
        }
        let [white, black] = ["4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/8/8/p7/4K3 b k - 0 1"]
            .map(|fen| Chess::from_fen(fen).expect(fen));
        assert_eq!(white.own_view(), black.own_view());
        assert_eq!(white.own_view()[0], 1 << 48, "the pawn on a7");
    }

    #[test]
    fn sets_wider_than_a_word_take_two() {
        let position = Draughts::<Canadian>::start();
        let view = position.own_view();
        assert_eq!((view.len(), Canadian::RULES.board.bits()), (8, 77));
        assert_eq!(view.iter().map(|word| word.count_ones()).sum::<u32>(), 60);
        assert_eq!((view[1].count_ones() > 0, view[4] != 0, view[2..4].to_vec()), (true, true, vec![0, 0]));
    }

    /// In random games the views hold the pieces of the position, each in its set.
    #[test]
    fn views_hold_the_pieces_in_play() {
        let mut random = fastrand::Rng::with_seed(3);
        for variant in variants() {
            let mut position = AnyDraughts::start_of(variant);
            for _ in 0..120 {
                let mut list = MoveList::new();
                position.legal_moves_into(&mut list);
                if list.is_empty() || Position::outcome(&position).is_some() {
                    break;
                }
                position.play_unchecked(list[random.usize(..list.len())]);
                let words = Features::of_draughts(variant).words();
                let view = position.own_view();
                let len = |sets: std::ops::Range<usize>| {
                    view[sets.start * words..sets.end * words]
                        .iter()
                        .map(|word| word.count_ones())
                        .sum::<u32>() as usize
                };
                let (own, other) = (position.pieces(position.turn()), position.pieces(!position.turn()));
                assert_eq!((len(0..2), len(2..4)), (own.len(), other.len()));
                assert_eq!(
                    (len(1..2), len(3..4)),
                    ((own & position.kings()).len(), (other & position.kings()).len())
                );
            }
        }
    }
}
